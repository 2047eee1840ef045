// Sharp VASLB: explore exactly when what is certainly missing outweighs what is uncertain. Mirrors
// sharp_vaslb.py and sharp/kept_learner.py.

import { AnytimeExplorer, AnytimeTest } from "./anytime_explorer.js";
import { stretches } from "./learner.js";
import { Memory } from "./memory.js";

const PATIENCE = 64; // rounds that every exploration may take
const FEW = 4; // coordinates among which there is no need to search

export class SharpVASLB {
  constructor(learner, delta = 0.05, options = {}) {
    const defaults = { kappa: 2, eta: 1 / 8, rho: 1, budget: 6, clip: 3 };
    Object.assign(this, { learner, delta }, defaults, options);
  }

  play(game, rng) {
    const test = new AnytimeTest(game.dim, this.delta / 2, this.rho);
    const budget = this.budget * (game.dim - FEW);
    const memory = budget > 0 ? new Memory(game.dim, this.learner.reads_variances) : null;
    const kept = new KeptLearner(this.learner, this.delta / 2, game.horizon, memory);
    const explorer = new AnytimeExplorer(test, kept, this.eta, this.clip, budget);
    if (budget <= 0) kept.grow([...game.theta.keys()]);
    const phases = [];
    let [commits, owed] = [0, 0];
    while (game.remaining) {
      const [start, support, known] = [game.round, kept.support, kept.certificate()];
      const phase = { kind: "commit", gap: missing(known), start, support, added: [] };
      if (kept.running && (owed || !this.worth_exploring(known, support, game.dim))) {
        Object.assign(phase, this.commit(game, kept, owed));
        [commits, owed] = [commits + game.round - start, 0];
      } else {
        phase.kind = "explore";
        const limit = support.length ? Math.max(PATIENCE, commits) : game.remaining;
        const found = explorer.explore(game, support, estimate(known), limit, rng.spawn());
        [phase.added, phase.estimate, phase.complete] = [found.added, found.means, found.complete];
        owed = found.complete ? 0 : game.round - start;
      }
      phase.stop = game.mark();
      kept.grow(phase.added);
      phases.push(phase);
    }
    return { support: kept.support, phases };
  }

  /** Say whether there is something to find, and it outweighs the uncertainty. */
  worth_exploring(known, support, dim) {
    return support.length < dim && known.high - known.low < this.kappa * (1 - known.high);
  }

  /** Play the learner for the rounds owed, then until it is worth exploring. */
  commit(game, kept, owed) {
    const [start, before] = [game.round, kept.support];
    if (kept.may_be_told(game.dim)) kept.be_told(game);
    const { running, support } = kept;
    const complete = stretches(running, game, support, () => {
      if (game.round - start < owed) return false;
      return this.worth_exploring(running.certificate(), support, game.dim);
    });
    const known = running.certificate();
    const added = support.filter((place) => !before.includes(place));
    return { gap: missing(known), estimate: estimate(known), added, complete };
  }
}

/** One learner for the whole game, on a support that grows: it is embedded, never restarted. */
class KeptLearner {
  constructor(learner, delta, horizon, memory) {
    const share = memory ? delta / 2 : delta;
    Object.assign(this, { learner, delta: share, horizon, memory, support: [], running: null });
    this.asked = 0; // on how many coordinates it has asked its own questions
  }

  grow(added) {
    const before = this.support;
    this.support = [...new Set([...before, ...added])].sort((a, b) => a - b);
    const dim = this.support.length;
    if (dim === before.length) return;
    if (this.running === null) this.running = this.learner.fresh(dim, this.delta, this.horizon);
    else this.running.embed(before.map((place) => this.support.indexOf(place)), dim);
  }

  /** Return where theta is not zero by all rounds, committed and remembered, together. */
  certainly_nonzero() {
    return this.told().nonzero();
  }

  /** Return a learner on all coordinates that knows of all rounds. */
  told() {
    const { running, memory, support } = this;
    const whole = running?.copy() ?? this.learner.fresh(memory.dim, this.delta, this.horizon);
    if (running) whole.embed(support, memory.dim);
    whole.absorb(memory.rounds);
    return whole;
  }

  may_be_told(dim) {
    const { memory, support } = this;
    if (!memory || this.asked === support.length) return false;
    return memory.complete || (support.length === dim && memory.promising());
  }

  /** Ask own questions; unless they leave less uncertain, go on with all coordinates, told. */
  be_told(game) {
    this.asked = this.support.length;
    const end = game.round + Math.min(4 * this.asked, game.dim);
    const told = width(this.told().certificate());
    let better = false;
    stretches(this.running, game, this.support, () => {
      better = this.asked < game.dim && width(this.certificate()) < told;
      return better || game.round === end;
    });
    if (better) return;
    Object.assign(this, { running: this.told(), support: [...game.theta.keys()], memory: null });
  }

  certificate() {
    return this.running?.certificate() ?? { action: new Float64Array(0), low: 0, high: 0 };
  }
}

function width({ low, high }) {
  return high - low;
}

/** theta-hat = max(0, low) x: certainly no longer than theta. */
function estimate({ action, low }) {
  return action.map((entry) => Math.max(0, low) * entry);
}

/** R = sqrt(1 - ||theta-hat||^2): all that a unit vector can hold elsewhere. */
function missing({ low }) {
  return Math.sqrt(1 - Math.max(0, low) ** 2);
}
