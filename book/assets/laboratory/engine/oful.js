// OFUL: ridge regression, a confidence ellipsoid, and its longest vector. Mirrors oful.py.

import { eigen, longest_step, rows } from "./ellipsoid.js";
import { inner, unit } from "./game.js";
import { stretches } from "./learner.js";

export class OFUL {
  reads_variances = false;

  constructor({ noise = 1, ridge = 1, growth = 1, delta = 0.05 } = {}) {
    Object.assign(this, { noise, ridge, growth, delta });
  }

  scale() {
    return this.noise;
  }

  radius() {
    return Math.sqrt(2 * Math.log(1 / this.share) + this.log_det) + Math.sqrt(this.ridge);
  }

  /** Return a copy with the same configuration, ready for its first round. */
  fresh(dim, delta, horizon) {
    const running = Object.assign(Object.create(Object.getPrototypeOf(this)), this);
    running.reset(dim, delta, horizon);
    return running;
  }

  reset(dim, delta, horizon) {
    this.share = delta;
    this.matrix = diagonal(dim, this.ridge);
    this.moment = new Float64Array(dim);
    this.log_det = 0;
    this.gap_total = 0;
    this.switch();
  }

  /** Learn from one round of the action; say whether the action has changed. */
  take(reward, sigma) {
    const scale = this.scale(sigma);
    const weight = 1 / (scale * scale);
    this.weight += weight;
    this.reward += weight * reward;
    this.repeats += 1;
    this.bound = this.gap_total + this.gap * this.repeats;
    // det(A + w x x^T) / det A = 1 + w ||x||^2 in the inverse norm
    if (this.weight < this.growth / this.squared_width) return false;
    this.finish();
    this.switch();
    return true;
  }

  /** Return x and the ends of <x, theta> over the ellipsoid; the upper one is its length. */
  certificate() {
    const half = this.beta * Math.sqrt(this.squared_width);
    const in_ball = (value) => Math.max(-1, Math.min(value, 1));
    return {
      action: this.action,
      low: in_ball(this.middle - half),
      high: in_ball(this.middle + half),
    };
  }

  /** Go on in R^dim: coordinate j becomes coordinate places[j]. */
  embed(places, dim) {
    this.finish();
    const matrix = diagonal(dim, this.ridge);
    const moment = new Float64Array(dim);
    places.forEach((to, i) => {
      moment[to] = this.moment[i];
      places.forEach((other, j) => (matrix[to][other] = this.matrix[i][j]));
    });
    Object.assign(this, { matrix, moment });
    this.switch();
  }

  /** Add rounds with any actions to A and c: the ellipsoid is that of all rounds together. */
  absorb(rounds) {
    this.finish();
    for (const { action, reward, sigma } of rounds) {
      const scale = this.scale(sigma);
      const weight = 1 / (scale * scale);
      for (let i = 0; i < action.length; i++) {
        const row = this.matrix[i];
        const share = weight * action[i];
        for (let j = 0; j < action.length; j++) row[j] += share * action[j];
        this.moment[i] += share * reward;
      }
    }
    const { eigenvalues } = this.eigen();
    this.log_det = eigenvalues.reduce((sum, value) => sum + Math.log(value / this.ridge), 0);
    this.switch();
  }

  /** Return the coordinates at which the ellipsoid in force does not meet theta_i = 0. */
  nonzero() {
    const { eigenvalues, axes } = this.eigen();
    const center = eigenvalues.map((value, k) => inner(this.moment, axes[k]) / value);
    return [...this.moment.keys()].filter((i) => {
      let [middle, spread] = [0, 0];
      axes.forEach((axis, k) => {
        middle += axis[i] * center[k];
        spread += (axis[i] * axis[i]) / eigenvalues[k];
      });
      return Math.abs(middle) > this.beta * Math.sqrt(spread);
    });
  }

  /** A >= lambda I; rounding may say less. */
  eigen() {
    const { eigenvalues, axes } = eigen(this.matrix);
    eigenvalues.forEach((value, i) => (eigenvalues[i] = Math.max(value, this.ridge)));
    return { eigenvalues, axes };
  }

  /** Return a copy that learns on its own. */
  copy() {
    const other = Object.assign(Object.create(Object.getPrototypeOf(this)), this);
    other.matrix = this.matrix.map((row) => row.slice());
    other.moment = this.moment.slice();
    return other;
  }

  /** Add the rounds of the action that ends to A and c. */
  finish() {
    const { action, matrix, moment, weight, reward } = this;
    for (let i = 0; i < action.length; i++) {
      const row = matrix[i];
      const share = weight * action[i];
      for (let j = 0; j < action.length; j++) row[j] += share * action[j];
      moment[i] += reward * action[i];
    }
    this.log_det += Math.log1p(weight * this.squared_width);
    this.gap_total += this.gap * this.repeats;
  }

  /** Take the longest vector of the new ellipsoid as the next action. */
  switch() {
    const { eigenvalues, axes } = this.eigen();
    const center = eigenvalues.map((value, i) => inner(this.moment, axes[i]) / value);
    this.beta = this.radius();
    const step = longest_step(eigenvalues, center, this.beta);
    const direction = unit(center.map((c, i) => c + step[i]));
    const action = new Float64Array(center.length);
    for (let i = 0; i < action.length; i++)
      for (let j = 0; j < action.length; j++) action[j] += axes[i][j] * direction[i];
    this.action = action;
    this.squared_width = direction.reduce((sum, x, i) => sum + x * (x / eigenvalues[i]), 0);
    this.middle = inner(direction, center);
    this.gap = Math.min(2, 2 * this.beta * Math.sqrt(this.squared_width));
    this.weight = this.reward = this.repeats = 0;
  }

  /** Play the whole game on the whole sphere, with no use of sparsity. */
  play(game) {
    const running = this.fresh(game.dim, this.delta, game.horizon);
    stretches(running, game, [...Array(game.dim).keys()], () => false);
    return { support: null, phases: [] };
  }
}

function diagonal(dim, value) {
  const matrix = rows(dim, dim);
  matrix.forEach((row, i) => (row[i] = value));
  return matrix;
}
