// Noise schedules as curves through points: how loud round t is. Mirrors `curve` of schedules.py.

/** Return sigma_t for the rounds 1, ..., horizon, from points (round, sigma) in ascending order. */
export function curve(points, horizon, steps = false) {
  const sigmas = new Float64Array(horizon);
  let next = 0; // the first point after the round
  for (let t = 1; t <= horizon; t++) {
    while (next < points.length && points[next][0] <= t) next++;
    if (next === 0) sigmas[t - 1] = points[0][1];
    else {
      const [left, low] = points[next - 1];
      const [right, high] = next < points.length && !steps ? points[next] : [left + 1, low];
      sigmas[t - 1] = low + ((high - low) * (t - left)) / (right - left);
    }
  }
  return sigmas;
}

/** Return V, the sum of sigma_t^2: the one number the bounds see. */
export function total_variance(sigmas) {
  let sum = 0;
  for (let t = 0; t < sigmas.length; t++) sum += sigmas[t] * sigmas[t];
  return sum;
}
