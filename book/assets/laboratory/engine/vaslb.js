// VASLB: explore for large entries, commit to those found, halve the size. Mirrors vaslb.py.

import { inner } from "./game.js";
import { stretches } from "./learner.js";
import { PaperExplorer } from "./random_projection.js";

export const VERSIONS = {
  repaired: { estimate: "rescaled", baseline: "running-mean" },
  printed: { estimate: "mean-play", baseline: "squared-norm" },
};

export class VASLB {
  constructor(learner, version = "repaired", delta = 0.05, { first_gap = 0.25 } = {}) {
    Object.assign(this, { learner, delta, first_gap });
    this.version = VERSIONS[version];
    this.explorer = new PaperExplorer(this.version.baseline);
  }

  play(game, rng) {
    let [gap, estimate, support] = [this.first_gap, new Float64Array(0), []];
    const phases = [];
    while (game.remaining) {
      if (support.length) {
        const phase = this.commit(game, gap, support);
        estimate = phase.estimate;
        phases.push(phase);
      }
      const room = inner(estimate, estimate) <= 1 - gap ** 2;
      if (game.remaining && support.length < game.dim && room) {
        const phase = this.explore(game, gap, support, estimate, rng.spawn());
        phases.push(phase);
        support = [...support, ...phase.added].sort((a, b) => a - b);
      }
      gap /= 2;
    }
    return { support, phases };
  }

  /** Run a fresh learner on S until its pessimistic regret is below n Delta^2. */
  commit(game, gap, support) {
    const start = game.round;
    const learner = this.learner.fresh(support.length, this.delta, game.remaining);
    const plays = new Float64Array(support.length);
    let total = 0;
    const complete = stretches(learner, game, support, (switched, action, reward) => {
      for (let n = 0; n < plays.length; n++) plays[n] += action[n];
      total += reward;
      return learner.bound < gap ** 2 * (game.round - start);
    });
    const rounds = game.round - start;
    let estimate = plays.map((play) => play / rounds);
    if (this.version.estimate === "rescaled")
      estimate = shrink_into_ball(estimate.map((play) => (total / rounds) * play));
    return { kind: "commit", gap, start, stop: game.mark(), support, added: [], estimate, complete };
  }

  /** Search the coordinates outside S for entries larger than Delta. */
  explore(game, gap, support, estimate, rng) {
    const start = game.round;
    const found = this.explorer.explore(game, support, estimate, gap, this.delta, rng);
    const { added, means, complete } = found;
    return { kind: "explore", gap, start, stop: game.mark(), support, added, estimate: means, complete };
  }
}

function shrink_into_ball(vector) {
  const norm = Math.max(1, Math.sqrt(inner(vector, vector)));
  return vector.map((entry) => entry / norm);
}
