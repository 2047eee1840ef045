// VASLB: explore for large entries, commit to those found, halve the size. Mirrors vaslb.py.

import { event_delta } from "./failure_budget.js";
import { inner } from "./game.js";
import { stretches } from "./learner.js";
import { KnownNoise } from "./patience.js";
import { PaperExplorer } from "./random_projection.js";

export const VERSIONS = {
  repaired: { estimate: "rescaled", baseline: "running-mean", split: "whole-game", patient: true },
  printed: { estimate: "mean-play", baseline: "squared-norm", split: "each-event", patient: false },
};

export class VASLB {
  constructor(learner, version = "repaired", delta = 0.05, { first_gap = 0.25 } = {}) {
    Object.assign(this, { learner, delta, first_gap });
    this.version = VERSIONS[version];
    this.explorer = new PaperExplorer(this.version.baseline);
  }

  play(game, rng) {
    let [gap, estimate, support] = [this.first_gap, new Float64Array(0), []];
    const delta = this.event_delta(game);
    const phases = [];
    while (game.remaining) {
      if (support.length) {
        const phase = this.commit(game, gap, delta, support);
        estimate = phase.estimate;
        phases.push(phase);
      }
      const room = gap ** 2 <= 1 - inner(estimate, estimate);
      if (game.remaining && support.length < game.dim && room) {
        const phase = this.explore(game, gap, delta, support, estimate, rng.spawn());
        phases.push(phase);
        support = [...support, ...phase.added].sort((a, b) => a - b);
      }
      gap /= 2;
    }
    return { support, phases };
  }

  /** Return the delta that learner, patience and explore rule are given in this game. */
  event_delta(game) {
    if (this.version.split === "each-event") return this.delta;
    return event_delta(this.delta, game.dim, game.horizon, this.first_gap);
  }

  /** Run a fresh learner on S until its pessimistic regret is below n Delta^2. */
  commit(game, gap, delta, support) {
    const start = game.round;
    const learner = this.learner.fresh(support.length, delta, game.horizon);
    const noise = this.version.patient ? new KnownNoise(delta) : null;
    const plays = new Float64Array(support.length);
    let total = 0;
    const complete = stretches(learner, game, support, (switched, action, reward) => {
      for (let n = 0; n < plays.length; n++) plays[n] += action[n];
      total += reward;
      const bound = noise ? Math.max(learner.bound, noise.take(game.sigma), 1) : learner.bound;
      return bound < gap ** 2 * (game.round - start);
    });
    const rounds = game.round - start;
    let estimate = plays.map((play) => play / rounds);
    if (this.version.estimate === "rescaled")
      estimate = shrink_into_ball(estimate.map((play) => (total / rounds) * play));
    return { kind: "commit", gap, start, stop: game.mark(), support, added: [], estimate, complete };
  }

  /** Search the coordinates outside S for entries larger than Delta. */
  explore(game, gap, delta, support, estimate, rng) {
    const start = game.round;
    const { added, means, complete } = this.explorer.explore(game, support, estimate, gap, delta, rng);
    return { kind: "explore", gap, start, stop: game.mark(), support, added, estimate: means, complete };
  }
}

function shrink_into_ball(vector) {
  const norm = Math.max(1, Math.sqrt(inner(vector, vector)));
  return vector.map((entry) => entry / norm);
}
