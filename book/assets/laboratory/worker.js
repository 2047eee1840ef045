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

// A turn of the event loop, so that a newer request is heard; timers would wait 4 ms.
const turns = new MessageChannel();
const turn = () =>
  new Promise((done) => {
    turns.port1.onmessage = done;
    turns.port2.postMessage(0);
  });

async function play_all({ id, game, players, seeds }) {
  const { d, entries, points, steps, T, delta } = game;
  const [theta, sigmas, checkpoints] = [sparse_parameter(d, entries), curve(points, T, steps), checkpoint_rounds(CHECKPOINTS, T)];
  for (const [n, seed] of seeds.entries())
    for (const player of players) {
      const run = simulate(PLAYERS[player](delta), theta, sigmas, noise_of(seed, T), algorithm_rng(seed), checkpoints);
      const { rounds, regret, support, phases, queries } = run;
      postMessage({ id, player, n, rounds, regret, support, phases, queries });
      await turn();
      if (id !== newest) return;
    }
  postMessage({ id, done: true });
}

onmessage = async ({ data }) => {
  newest = data.id;
  if (!data.players.length) return;
  try {
    await play_all(data);
  } catch (problem) {
    postMessage({ id: data.id, problem: `A game could not be played (${problem.message}).`, done: true });
  }
};
