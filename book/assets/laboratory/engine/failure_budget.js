// How much of delta one event of VASLB may take, so that the whole game fails at most with delta.
// Mirrors failure_budget.py.

const KAPPA = Math.log(2) + 0.9 * Math.log(0.9) + 0.1 * Math.log(0.1);

/** Return P = 2 + floor(log_4 T), a bound on the levels that begin at Delta = 1/4. */
export function levels(horizon, first_gap = 0.25) {
  let power = 0;
  while (4 ** (power + 1) <= horizon) power++;
  return 2 + power + Math.max(0, Math.ceil(Math.log2(4 * first_gap)));
}

/** Return p(delta_0): the chance that a coordinate is off by Delta / 4 when exploration stops. */
export function rule_failure(delta, longest) {
  const first = Math.ceil(8 * Math.log(4 / delta));
  const epochs = Math.max(1, Math.ceil(Math.log2((longest + 1) / first)));
  let moderate = 0;
  for (let j = 0; j < epochs; j++) moderate += (delta / 4) ** (4 / (2 + 2 ** -j));
  const enormous = (2 * Math.exp(-KAPPA * first)) / (1 - Math.exp(-KAPPA));
  return Math.sqrt(45) * moderate + enormous;
}

/** Return the delta of one event: the largest with which all of them fail at most with `delta`. */
export function event_delta(delta, dim, horizon, first_gap = 0.25) {
  const share = delta / (3 * levels(horizon, first_gap));
  let [low, high] = [-200, Math.log(share)]; // bisect on the logarithm: p grows with delta_0
  for (let n = 0; n < 60; n++) {
    const middle = (low + high) / 2;
    if (dim * rule_failure(Math.exp(middle), horizon) <= share) low = middle;
    else high = middle;
  }
  return Math.min(Math.exp(low), share / 2);
}
