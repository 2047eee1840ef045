// Plays games away from the page. A newer request stops an older one between two players.

import { checkpoint_rounds } from "./engine/account.js";
import { sparse_parameter } from "./engine/game.js";
import { algorithm_rng, normals } from "./engine/random.js";
import { PLAYERS, simulate } from "./engine/run.js";
import { curve } from "./engine/schedules.js";

const CHECKPOINTS = 160;
let newest = 0;
let kept = { seed: null, noise: new Float64Array(0) };

function noise_of(seed, count) {
  if (kept.seed !== seed || kept.noise.length < count) kept = { seed, noise: normals(seed, count) };
  return kept.noise;
}

function played(player, game, seed) {
  const { d, entries, points, steps, T, delta } = game;
  return simulate(
    PLAYERS[player](delta),
    sparse_parameter(d, entries),
    curve(points, T, steps),
    noise_of(seed, T),
    algorithm_rng(seed),
    checkpoint_rounds(CHECKPOINTS, T),
  );
}

// A turn of the event loop, so that a newer request is heard; timers would wait 4 ms.
const turns = new MessageChannel();
const turn = () =>
  new Promise((done) => {
    turns.port1.onmessage = done;
    turns.port2.postMessage(0);
  });

onmessage = async ({ data: { id, game, players, seeds } }) => {
  newest = id;
  for (const [n, seed] of seeds.entries())
    for (const player of players) {
      if (id !== newest) return;
      const { rounds, regret, support, phases, queries } = played(player, game, seed);
      postMessage({ id, player, n, seed, rounds, regret, support, phases, queries });
      await turn();
    }
  postMessage({ id, done: true });
};
