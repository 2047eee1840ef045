// Weighted OFUL: it trusts a round the more, the quieter it was. Mirrors weighted_oful.py.

import { OFUL } from "./oful.js";

export class WeightedOFUL extends OFUL {
  reads_variances = true;

  reset(dim, delta, horizon) {
    this.floor = Math.min(1e-3, 1 / Math.sqrt(horizon));
    super.reset(dim, delta, horizon);
  }

  scale(sigma) {
    return Math.max(sigma, this.floor);
  }
}
