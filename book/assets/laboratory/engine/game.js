// The game: it keeps theta*, gives the rewards and keeps the regret account. Mirrors game.py.
// Names are those of the Python files, so that the two can be read side by side. Python plays many
// rounds at once for speed; here they come one by one, and give the same.

import { RegretAccount } from "./account.js";

export class SparseLinearBandit {
  constructor(theta, sigmas, normals, checkpoints) {
    this.theta = theta;
    this.dim = theta.length;
    this.horizon = sigmas.length;
    this.sigmas = sigmas;
    this.normals = normals;
    this.best = Math.sqrt(inner(theta, theta));
    this.account = new RegretAccount(checkpoints);
    this.round = 0;
  }

  get remaining() {
    return this.horizon - this.round;
  }

  /** Return the deviation of the round that was played last. */
  get sigma() {
    return this.sigmas[this.round - 1];
  }

  /** Return the mean reward of an action on the coordinates `places`. */
  mean(action, places) {
    let sum = 0;
    for (let n = 0; n < places.length; n++) sum += action[n] * this.theta[places[n]];
    return sum;
  }

  /** Play a round whose action has this mean reward; return the reward. */
  play(mean) {
    const t = this.round++;
    this.account.charge(this.round, this.best - mean);
    return mean + this.sigmas[t] * this.normals[t];
  }

  /** Note the regret at this round (the end of a phase) and return the round. */
  mark() {
    this.account.marks.set(this.round, this.account.total);
    return this.round;
  }
}

export function inner(x, y) {
  let sum = 0;
  for (let n = 0; n < x.length; n++) sum += x[n] * y[n];
  return sum;
}

export function unit(vector) {
  const norm = Math.sqrt(inner(vector, vector));
  return vector.map((entry) => entry / norm);
}

/** Return theta* in R^d: the given entries first, normalised, and zeros elsewhere. */
export function sparse_parameter(d, values) {
  const theta = new Float64Array(d);
  const largest = Math.max(...values.map(Math.abs));
  theta.set(values.map((value) => value / largest));
  return unit(theta);
}
