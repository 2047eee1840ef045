// Patience: a commit phase goes on until the mean of its rewards is accurate, too. Mirrors
// patience.py.

/** sqrt(2 V_n ln(2 n(n+1) / delta)) with V_n the sum of sigma_k^2: for revealed variances. */
export class KnownNoise {
  constructor(delta) {
    Object.assign(this, { delta, count: 0, variance: 0 });
  }

  /** Take in a round; return the bound on the sum of the noise so far. */
  take(sigma) {
    const n = ++this.count;
    this.variance += sigma * sigma;
    return Math.sqrt(2 * this.variance * Math.log((2 * n * (n + 1)) / this.delta));
  }
}
