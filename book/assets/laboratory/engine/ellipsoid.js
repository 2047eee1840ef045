// Ellipsoids and their longest vector, exactly. Mirrors ellipsoid.py.

import { inner } from "./game.js";

const MAX_STEPS = 200; // Newton takes about five; a step outside the bracket halves its exponents
const TINY = 1e-150; // its square does not underflow

/** Return the eigenvalues of a symmetric matrix (rows), ascending, and its axes as rows. */
export function eigen(matrix) {
  const dim = matrix.length;
  // A coordinate that is tied to no other is an axis as it is.
  const [tied, alone] = [[], []];
  for (let i = 0; i < dim; i++) (is_tied(matrix, i) ? tied : alone).push(i);
  const count = tied.length;
  const part = rows(count, count);
  for (let i = 0; i < count; i++)
    for (let j = 0; j < count; j++) part[i][j] = matrix[tied[i]][tied[j]];
  const { diagonal, beside } = tridiagonal(part);
  const axes = rows(dim, dim);
  for (let i = 0; i < count; i++) for (let j = 0; j < count; j++) axes[i][tied[j]] = part[j][i];
  rotate_to_diagonal(diagonal, beside, axes);
  const values = new Float64Array(dim);
  values.set(diagonal);
  alone.forEach((place, n) => {
    values[count + n] = matrix[place][place];
    axes[count + n][place] = 1;
  });
  const order = [...values.keys()].sort((one, other) => values[one] - values[other]);
  return { eigenvalues: values.sort(), axes: order.map((n) => axes[n]) };
}

function is_tied(matrix, i) {
  for (let j = 0; j < matrix.length; j++) if (j !== i && matrix[i][j] !== 0) return true;
  return false;
}

/** Return a matrix of zeros, as rows. */
export function rows(count, width) {
  const made = [];
  for (let n = 0; n < count; n++) made.push(new Float64Array(width));
  return made;
}

/** Householder: turn the matrix into a tridiagonal one; the matrix becomes the rotation. */
function tridiagonal(z) {
  const n = z.length;
  const diagonal = new Float64Array(n);
  const beside = new Float64Array(n);
  for (let i = n - 1; i > 0; i--) {
    const row = z[i];
    let h = 0;
    for (let k = 0; k < i - 1; k++) h += row[k] * row[k];
    if (h === 0) beside[i] = row[i - 1];
    else {
      const f = row[i - 1];
      h += f * f;
      const g = f >= 0 ? -Math.sqrt(h) : Math.sqrt(h);
      beside[i] = g;
      h -= f * g;
      row[i - 1] = f - g;
      let along = 0;
      for (let j = 0; j < i; j++) {
        z[j][i] = row[j] / h;
        let sum = 0;
        for (let k = 0; k <= j; k++) sum += z[j][k] * row[k];
        for (let k = j + 1; k < i; k++) sum += z[k][j] * row[k];
        beside[j] = sum / h;
        along += beside[j] * row[j];
      }
      const half = along / (h + h);
      for (let j = 0; j < i; j++) {
        const f = row[j];
        const g = (beside[j] -= half * f);
        const changed = z[j];
        for (let k = 0; k <= j; k++) changed[k] -= f * beside[k] + g * row[k];
      }
    }
    diagonal[i] = h;
  }
  for (let i = 0; i < n; i++) {
    if (diagonal[i] !== 0) {
      const sums = new Float64Array(i);
      for (let k = 0; k < i; k++) add_to(sums, z[i][k], z[k], i);
      for (let k = 0; k < i; k++) add_to(z[k], -z[k][i], sums, i);
    }
    diagonal[i] = z[i][i];
    z[i][i] = 1;
    for (let j = 0; j < i; j++) z[j][i] = z[i][j] = 0;
  }
  return { diagonal, beside };
}

/** Add a multiple of one row to another, in the first `count` places. */
function add_to(row, factor, other, count) {
  for (let j = 0; j < count; j++) row[j] += factor * other[j];
}

/** Implicit QL: rotate the tridiagonal matrix until nothing stands beside its diagonal. */
function rotate_to_diagonal(d, e, axes) {
  const n = d.length;
  const width = axes.length;
  if (n) e.copyWithin(0, 1).fill(0, n - 1);
  for (let l = 0; l < n; l++) {
    for (let turns = 0; turns < 60; turns++) {
      let m = l;
      while (m < n - 1 && Math.abs(e[m]) > Number.EPSILON * (Math.abs(d[m]) + Math.abs(d[m + 1]))) m++;
      if (m === l) break;
      let g = (d[l + 1] - d[l]) / (2 * e[l]);
      let r = Math.sqrt(g * g + 1);
      g = d[m] - d[l] + e[l] / (g + (g >= 0 ? r : -r));
      let [s, c, p] = [1, 1, 0];
      let i = m - 1;
      for (; i >= l; i--) {
        const f = s * e[i];
        const b = c * e[i];
        e[i + 1] = r = Math.sqrt(f * f + g * g);
        if (r === 0) {
          d[i + 1] -= p;
          e[m] = 0;
          break;
        }
        s = f / r;
        c = g / r;
        g = d[i + 1] - p;
        r = (d[i] - g) * s + 2 * c * b;
        p = s * r;
        d[i + 1] = g + p;
        g = c * r - b;
        const one = axes[i];
        const next = axes[i + 1];
        for (let k = 0; k < width; k++) {
          const x = next[k];
          next[k] = s * one[k] + c * x;
          one[k] = c * one[k] - s * x;
        }
      }
      if (r === 0 && i >= l) continue;
      d[l] -= p;
      e[l] = g;
      e[m] = 0;
    }
  }
}

/** Return u such that center + u is the longest point, all in the eigenbasis of A. */
export function longest_step(eigenvalues, center, radius) {
  const shrink = eigenvalues.map((value) => eigenvalues[0] / value);
  const excess = shrink.map((value) => 1 - value);
  const pull = center.map((c, i) => ((eigenvalues[0] / Math.sqrt(eigenvalues[i])) * c) / radius);
  // Each term of the sum alone gives a lower bound on nu, excess = 0 in all of them an upper one.
  let low = pull.reduce((most, p, i) => Math.max(most, Math.abs(p) - excess[i]), -Infinity);
  const high = Math.sqrt(inner(pull, pull));
  if (low < TINY) {
    const step = center.map((c, i) => (excess[i] === 0 ? 0 : (c * shrink[i]) / excess[i]));
    const spare = radius ** 2 - step.reduce((sum, u, i) => sum + eigenvalues[i] * u * u, 0);
    if (spare >= 0) {
      // Hard case: no pull along the longest axis, so both ends of it are optimal.
      step[0] = Math.sqrt(spare / eigenvalues[0]);
      return step;
    }
    low = TINY;
  }
  const nu = multiplier(pull, excess, low, high);
  return center.map((c, i) => (c * shrink[i]) / (excess[i] + nu));
}

/** Solve phi(nu) = sum of (pull / (excess + nu))^2 = 1 by Newton on phi^(-1/2), in a bracket. */
function multiplier(pull, excess, low, high) {
  let nu = low;
  for (let step = 0; step < MAX_STEPS; step++) {
    let phi = 0;
    let slope = 0;
    for (let i = 0; i < pull.length; i++) {
      const damping = excess[i] + nu;
      const u = pull[i] / damping;
      phi += u * u;
      slope += (u * u) / damping;
    }
    if (phi > 1) low = nu;
    else high = nu;
    const guess = nu + (phi * (Math.sqrt(phi) - 1)) / slope;
    if (Math.abs(phi - 1) <= 1e-7) return guess; // Newton squares the error: this one is exact
    nu = low < guess && guess < high ? guess : Math.sqrt(low) * Math.sqrt(high);
  }
  return nu;
}
