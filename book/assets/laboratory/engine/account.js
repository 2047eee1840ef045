// The regret account: kept by the game, from means, round by round. Mirrors account.py.

export class RegretAccount {
  constructor(checkpoints) {
    this.checkpoints = checkpoints;
    this.at_checkpoints = new Float64Array(checkpoints.length);
    this.marks = new Map([[0, 0]]);
    this.total = 0;
    this.lost = 0; // what rounding took from the sum (Kahan)
    this.upcoming = 0;
  }

  /** Add the regret of round `round`. */
  charge(round, gap) {
    const more = gap - this.lost;
    const total = this.total + more;
    this.lost = total - this.total - more;
    this.total = total;
    if (round === this.checkpoints[this.upcoming]) this.at_checkpoints[this.upcoming++] = total;
  }
}

/** Return about `count` log-spaced rounds; the last is the horizon. */
export function checkpoint_rounds(count, horizon) {
  const rounds = new Set();
  for (let n = 0; n < count; n++) rounds.add(Math.round(horizon ** (n / (count - 1))));
  return Float64Array.from(rounds.add(horizon)).sort();
}
