// Explore until somebody stands out: the explore rounds of the sharp version. Mirrors
// anytime_test.py, sharp/weighted_projection.py and sharp/anytime_explorer.py.

import { RandomSigns } from "./random_projection.js";

const ROUNDING = 1e-12; // W may miss what it should reach by this, relatively

/** Random signs on `count` coordinates: who stands behind the residuals. */
export class AnytimeTest {
  constructor(count, delta, rho) {
    Object.assign(this, { count, delta, rho });
    this.sums = new Float64Array(count);
    this.has_passed = new Uint8Array(count);
    this.squares = this.weight = 0;
    this.confidence = 2 * Math.log(count / delta);
  }

  reached(weight) {
    return this.weight >= weight * (1 - ROUNDING);
  }

  /** Take in a round; say whether another coordinate passes. */
  take(signs, residual, weight) {
    const { sums, has_passed } = this;
    const move = weight * residual;
    this.squares += move * move;
    this.weight += weight;
    const radius = this.radius();
    let found = false;
    for (let i = 0; i < sums.length; i++) {
      const sum = (sums[i] += move * signs[i]);
      if ((sum > radius || -sum > radius) && !has_passed[i]) found = has_passed[i] = true;
    }
    return found;
  }

  radius() {
    const spread = this.squares + this.rho;
    return Math.sqrt(spread * (this.confidence + Math.log1p(this.squares / this.rho)));
  }

  /** Leave out coordinates that need no more testing; the others keep all they have. */
  drop(leaving) {
    this.sums = this.sums.filter((_, i) => !leaving[i]);
    this.has_passed = this.has_passed.filter((_, i) => !leaving[i]);
  }
}

/** Turns the rewards of one exploration into residuals and weights. */
class WeightedProjection {
  constructor(plays, centred, clip) {
    Object.assign(this, { plays, centred, clip });
    this.trust = this.rewards = 0; // running sums of w0 and w0 r
  }

  measure(reward, sigma) {
    const { scale, rest } = this.plays;
    this.weight = scale ** 2 / (rest * scale ** 2 + sigma * sigma);
    this.price = rest ** 2 * this.weight;
    this.residual = reward / scale;
    if (this.centred) {
      const before = this.trust;
      if (before !== 0) this.residual -= this.rewards / (scale * before);
      this.trust += this.weight;
      this.rewards += this.weight * reward;
      this.weight *= before / this.trust;
    }
    if (this.residual * this.residual * this.weight > this.clip ** 2)
      this.residual = Math.sign(this.residual) * (this.clip / Math.sqrt(this.weight));
  }
}

export class AnytimeExplorer {
  constructor(test, kept, eta, clip, budget) {
    Object.assign(this, { test, kept, eta, clip, budget });
  }

  /** Play theta-hat and random signs until somebody passes the test, or for `limit` rounds.
   *
   * A look may end it as well, or a round that is too loud after all was asked: then all are added.
   */
  explore(game, support, estimate, limit, rng) {
    const { test } = this;
    const { memory } = this.kept;
    const end = Math.min(game.round + limit, game.horizon);
    const before = test.weight;
    const plays = new RandomSigns(game, support, estimate, rng);
    const projection = new WeightedProjection(plays, support.length > 0, this.clip);
    const spent = before + this.budget / plays.rest ** 2;
    let [until, seen] = [spent, []];
    let [heard, drowned] = [memory.drowned, false];
    const over = () => drowned || seen.length > 0 || test.reached(until);
    while (game.round < end && !over()) {
      if (memory.half_known(plays.rest)) {
        seen = this.ask_the_rest(game, plays, end);
        plays.rng = plays.rng.spawn();
        continue;
      }
      const reward = plays.play();
      projection.measure(reward, game.sigma);
      const found = test.take(plays.signs, projection.residual, projection.weight);
      if (memory.keep(plays, reward, game.sigma, projection.price)) seen = this.look(support);
      if (memory.drowned && !heard)
        [heard, drowned] = [true, this.kept.told().certificate().low > Math.sqrt(1 - plays.rest)];
      if (found) until = Math.min(until, (1 + this.eta) * test.weight);
    }
    this.budget -= plays.rest ** 2 * (test.weight - before);
    const means = test.sums.map((sum) => sum / Math.max(test.weight, 1e-300));
    const complete = over();
    const leaving = test.has_passed;
    for (const place of seen) leaving[plays.outside.indexOf(place)] = 1;
    const known = support.length + leaving.reduce((sum, one) => sum + one, 0);
    if (2 * known > game.dim || drowned || test.reached(spent)) leaving.fill(1);
    const added = plays.outside.filter((_, i) => leaving[i]);
    test.drop(leaving);
    return { added, means, complete };
  }

  /** Play what has not been asked until all is answered in quiet rounds, and look; or give up.
   *
   * These plays are no random signs: the test does not hear of them.
   */
  ask_the_rest(game, plays, end) {
    const { memory } = this.kept;
    let questions = memory.unasked(plays.outside);
    while (questions.length && game.round < end && memory.asking < game.dim) {
      const count = Math.min(end - game.round, game.dim - memory.asking);
      for (const question of questions.slice(0, count)) {
        memory.keep(plays, plays.ask(question), game.sigma);
        memory.asking += 1;
      }
      questions = memory.unasked(plays.outside);
    }
    memory.complete = !questions.length;
    return memory.complete ? this.look(plays.support) : [];
  }

  /** Return who else is certainly not zero, by all rounds together. */
  look(support) {
    return this.kept.certainly_nonzero().filter((place) => !support.includes(place));
  }
}
