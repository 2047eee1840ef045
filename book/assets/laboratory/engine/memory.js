// The explore rounds that are remembered, for when all coordinates are asked about at once. Mirrors
// sharp/memory.py.

const SHARE = 6; // a round is remembered if it is worth 1/(6d) of what is remembered
const GROWTH = 1.25; // looks come when the rounds remembered have grown by this factor
const SEEN = 0.25; // entries that a look should be able to see
const FLOOR = 1e-3; // quieter rounds are worth no more

export class Memory {
  constructor(dim, reads_variances) {
    Object.assign(this, { dim, reads_variances, worth: 0, rounds: [], next: GROWTH * dim });
  }

  /** Remember a round that was played, if it tells enough; say whether it is time to look. */
  keep(plays, reward, sigma) {
    const quiet = this.reads_variances ? Math.max(sigma, FLOOR) : 1;
    const worth = 1 / (quiet * quiet);
    if (SHARE * this.dim * worth < this.worth) return false;
    this.worth += worth;
    this.rounds.push({ action: plays.action(), reward, sigma });
    const due = this.rounds.length >= this.next;
    while (this.rounds.length >= this.next) this.next *= GROWTH;
    return due && this.promising();
  }

  /** Say whether a look may be expected to see entries of 1/4. */
  promising() {
    const { dim, worth } = this;
    if (this.rounds.length <= dim) return false;
    const least = (worth / dim) * (1 - Math.sqrt(dim / this.rounds.length)) ** 2;
    return dim * Math.log1p(worth / dim ** 2) < SEEN ** 2 * least;
  }
}
