// Random projection: the explore phase of Algorithm 1. Mirrors random_projection.py and actions.py.

import { inner } from "./game.js";

/** A fixed vector on the support and random signs elsewhere, one round at a time. */
export class RandomSigns {
  constructor(game, support, estimate, rng) {
    Object.assign(this, { game, rng, support, estimate });
    this.outside = [...game.theta.keys()].filter((place) => !support.includes(place));
    this.free = this.outside.length;
    this.rest = 1 - inner(estimate, estimate);
    this.scale = Math.sqrt(this.rest / this.free);
    this.centre = game.mean(estimate, support);
    this.signs = new Float64Array(this.free);
    this.row = new Uint8Array(8 * Math.ceil(this.free / 64));
    // Few entries of theta* are not zero: only they count in a mean.
    this.telling = [...this.outside.keys()].filter((k) => game.theta[this.outside[k]] !== 0);
  }

  /** Draw the signs of a round and play it; return the reward. */
  play() {
    const { signs } = this;
    const row = this.rng.bits(this.row);
    // No branch: a processor cannot guess a fair sign.
    for (let k = 0; k < signs.length; k++) signs[k] = 2 * ((row[k >> 3] >> (7 - (k & 7))) & 1) - 1;
    return this.reward();
  }

  /** Play a unit vector, as long as all signs together, in their place; return the reward. */
  ask(question) {
    question.forEach((entry, k) => (this.signs[k] = Math.sqrt(this.free) * entry));
    return this.reward();
  }

  reward() {
    const { game, signs } = this;
    let mean = 0;
    for (const k of this.telling) mean += signs[k] * game.theta[this.outside[k]];
    return game.play(this.centre + this.scale * mean);
  }

  /** Return what was played last, as a vector of all coordinates. */
  action() {
    const action = new Float64Array(this.support.length + this.free);
    this.support.forEach((place, k) => (action[place] = this.estimate[k]));
    this.outside.forEach((place, k) => (action[place] = this.scale * this.signs[k]));
    return action;
  }
}

/** Return the smallest sample, 8 ln(4 / delta), at which the stopping rule means something. */
export function first_check(delta) {
  return Math.ceil(8 * Math.log(4 / delta));
}

export class PaperExplorer {
  constructor(baseline) {
    this.baseline = baseline;
  }

  /** Project until the rule holds; add the coordinates whose mean is larger than the gap. */
  explore(game, support, estimate, gap, delta, rng) {
    const earliest = first_check(delta);
    const plays = new RandomSigns(game, support, estimate, rng);
    const { free, scale, signs } = plays;
    const running = this.baseline === "running-mean" && support.length > 0;
    const norm2 = inner(estimate, estimate);
    const sums = new Float64Array(free);
    const confidence = Math.log(4 / delta);
    let [count, squares, seen, rewards, complete] = [0, 0, 0, 0, false];
    while (game.remaining && !complete) {
      const reward = plays.play();
      const residual = reward - (running ? rewards / seen : norm2);
      seen += 1;
      rewards += reward;
      if (running && seen === 1) continue; // the pilot
      count += 1;
      squares += residual * residual;
      let smallest = Infinity;
      for (let k = 0; k < free; k++) {
        const sum = (sums[k] += residual * signs[k]);
        if (sum * sum < smallest) smallest = sum * sum;
      }
      if (count < earliest) continue;
      const spread = Math.max(squares - smallest / count, 0) / scale ** 2;
      complete = 2 * Math.sqrt(2 * spread * confidence) < (count * gap) / 4;
    }
    const means = sums.map((sum) => sum / (scale * Math.max(count, 1)));
    const added = complete ? plays.outside.filter((_, k) => Math.abs(means[k]) > gap) : [];
    return { added, means, complete };
  }
}
