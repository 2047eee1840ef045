// Noise schedules as curves through points: how loud round t is. Mirrors `curve` of schedules.py.

/** Return sigma_t for the rounds 1, ..., horizon, from points (round, sigma) in ascending order. */
export function curve(points, horizon, steps = false) {
  const sigmas = new Float64Array(horizon).fill(points[0][1]); // it is flat before the first point
  for (const [n, [left, low]] of points.entries()) {
    const next = points[n + 1] ?? [horizon + 1, low];
    const [right, high] = steps ? [left + 1, low] : next;
    const end = Math.min(next[0], horizon + 1);
    for (let t = left; t < end; t++) sigmas[t - 1] = low + ((high - low) * (t - left)) / (right - left);
  }
  return sigmas;
}

/** Return V, the sum of sigma_t^2: the one number the bounds see. */
export function total_variance(sigmas) {
  let sum = 0;
  for (let t = 0; t < sigmas.length; t++) sum += sigmas[t] * sigmas[t];
  return sum;
}
