// Ellipsoids and their longest vector, exactly. Mirrors ellipsoid.py.

import { inner } from "./game.js";

const MAX_STEPS = 200; // Newton takes about five; a step outside the bracket halves its exponents
const TINY = 1e-150; // its square does not underflow

/** Return the eigenvalues of a symmetric matrix (rows), ascending, and its axes as rows. */
export function eigen(matrix) {
  const dim = matrix.length;
  const everywhere = [...matrix.keys()];
  // A coordinate that is tied to no other is an axis as it is.
  const tied = everywhere.filter((i) => everywhere.some((j) => i !== j && matrix[i][j] !== 0));
  const part = solve_symmetric(tied.map((i) => Float64Array.from(tied, (j) => matrix[i][j])));
  const found = part.values.map((value, n) => {
    const axis = new Float64Array(dim);
    tied.forEach((place, m) => (axis[place] = part.axes[m][n]));
    return { value, axis };
  });
  for (const i of everywhere.filter((one) => !tied.includes(one))) {
    const axis = new Float64Array(dim);
    axis[i] = 1;
    found.push({ value: matrix[i][i], axis });
  }
  found.sort((one, other) => one.value - other.value);
  return {
    eigenvalues: Float64Array.from(found, (one) => one.value),
    axes: found.map((one) => one.axis),
  };
}

/** Return eigenvalues and axes (columns of `axes`), in no order; the matrix is overwritten. */
function solve_symmetric(matrix) {
  const n = matrix.length;
  if (n === 0) return { values: [], axes: [] };
  const { diagonal, beside } = tridiagonal(matrix);
  rotate_to_diagonal(diagonal, beside, matrix);
  return { values: Array.from(diagonal), axes: matrix };
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
        for (let k = 0; k <= j; k++) z[j][k] -= f * beside[k] + g * row[k];
      }
    }
    diagonal[i] = h;
  }
  for (let i = 0; i < n; i++) {
    if (diagonal[i] !== 0)
      for (let j = 0; j < i; j++) {
        let sum = 0;
        for (let k = 0; k < i; k++) sum += z[i][k] * z[k][j];
        for (let k = 0; k < i; k++) z[k][j] -= sum * z[k][i];
      }
    diagonal[i] = z[i][i];
    z[i][i] = 1;
    for (let j = 0; j < i; j++) z[j][i] = z[i][j] = 0;
  }
  return { diagonal, beside };
}

/** Implicit QL: rotate the tridiagonal matrix until nothing stands beside its diagonal. */
function rotate_to_diagonal(d, e, z) {
  const n = d.length;
  e.copyWithin(0, 1);
  e[n - 1] = 0;
  for (let l = 0; l < n; l++) {
    for (let turns = 0; turns < 60; turns++) {
      let m = l;
      while (m < n - 1 && Math.abs(e[m]) > Number.EPSILON * (Math.abs(d[m]) + Math.abs(d[m + 1]))) m++;
      if (m === l) break;
      let g = (d[l + 1] - d[l]) / (2 * e[l]);
      let r = Math.hypot(g, 1);
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
        for (let k = 0; k < n; k++) {
          const row = z[k];
          const x = row[i + 1];
          row[i + 1] = s * row[i] + c * x;
          row[i] = c * row[i] - s * x;
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
