// Run an algorithm against a game and keep what happened. Mirrors run.py.

import { DivideAndConquer } from "./divide_and_conquer.js";
import { SparseLinearBandit } from "./game.js";
import { OFUL } from "./oful.js";
import { SharpVASLB } from "./sharp_vaslb.js";
import { VASLB } from "./vaslb.js";
import { WeightedOFUL } from "./weighted_oful.js";

/** Who plays, by the names that the page uses. */
export const PLAYERS = {
  divide: () => new DivideAndConquer(),
  oful: (delta) => new OFUL({ delta }),
  weighted: (delta) => new WeightedOFUL({ delta }),
  printed: (delta) => new VASLB(new WeightedOFUL(), "printed", delta),
  repaired: (delta) => new VASLB(new WeightedOFUL(), "repaired", delta),
  sharp: (delta) => new SharpVASLB(new WeightedOFUL(), delta),
};

/** Play one game: theta*, sigma_t and a normal for every round, signs from `rng`. */
export function simulate(algorithm, theta, sigmas, normals, rng, checkpoints) {
  const game = new SparseLinearBandit(theta, sigmas, normals, checkpoints);
  const report = algorithm.play(game, rng);
  const { at_checkpoints, marks } = game.account;
  for (const phase of report.phases) phase.regret = marks.get(phase.stop) - marks.get(phase.start);
  return { rounds: checkpoints, regret: at_checkpoints, ...report };
}
