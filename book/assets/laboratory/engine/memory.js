// The explore rounds that are remembered, for when all coordinates are asked about at once. Mirrors
// sharp/memory.py.

import { inner, unit } from "./game.js";

const SHARE = 6; // a round is remembered if it is worth 1/(6d) of what is remembered
const GROWTH = 1.25; // looks come when the rounds remembered have grown by this factor
const SEEN = 0.25; // entries that a look should be able to see, and how far off answers may be
const FLOOR = 1e-3; // quieter rounds are worth no more
const TIE = 1 - 1e-9; // what is equal but for rounding counts as equal

export class Memory {
  constructor(dim, reads_variances) {
    Object.assign(this, { dim, reads_variances, worth: 0, rounds: [], next: GROWTH * dim });
    this.quietest = 0; // the most that a round was worth
    this.paid = 0; // what random signs have cost in these rounds, noise set aside
    this.asking = 0; // rounds in which `unasked` questions were asked, at most dim
    this.complete = false; // whether all of them got an answer
    this.drowned = false; // whether a round came after that in which no answer counts
  }

  /** Remember a round that was played, if it tells enough; say whether it is time to look. */
  keep(plays, reward, sigma, price = 0) {
    const worth = this.worth_of(sigma);
    if (this.complete && SHARE * this.dim * worth < this.quietest) this.drowned = true;
    if (SHARE * this.dim * worth < this.worth) return false;
    this.worth += worth;
    this.quietest = Math.max(this.quietest, worth);
    this.paid += price;
    this.rounds.push({ action: plays.action(), reward, sigma });
    const due = this.rounds.length >= this.next;
    while (this.rounds.length >= this.next) this.next *= GROWTH;
    return due && this.promising();
  }

  worth_of(sigma) {
    const quiet = this.reads_variances ? Math.max(sigma, FLOOR) : 1;
    return 1 / (quiet * quiet);
  }

  /** Say whether a look may be expected to see entries of 1/4. */
  promising() {
    const { dim, worth } = this;
    if (this.rounds.length <= dim) return false;
    const least = (worth / dim) * (1 - Math.sqrt(dim / this.rounds.length)) ** 2;
    return dim * Math.log1p(worth / dim ** 2) < SEEN ** 2 * least;
  }

  /** Say whether it is time to ask what has not been asked. */
  half_known(rest) {
    const { dim, quietest } = this;
    if (this.complete || this.asking >= dim || this.paid < dim / 4 || rest < SEEN ** 2) return false;
    return this.worth >= ((dim - 1) / 2) * quietest && dim < SEEN ** 2 * quietest;
  }

  /** Return unit vectors, at right angles, for what quiet rounds have not asked of `outside`. */
  unasked(outside) {
    const basis = [];
    for (const { action, sigma } of this.rounds) {
      if (basis.length === outside.length) break;
      const row = outside.map((place) => action[place]);
      const [part, whole] = [apart(row, basis), inner(row, row)];
      const quiet = 4 * this.worth_of(sigma) >= TIE * this.quietest;
      if (quiet && whole > 0 && 16 * inner(part, part) >= TIE * whole) basis.push(unit(part));
    }
    const first = basis.length;
    while (basis.length < outside.length) {
      const parts = outside.map((_, k) => 1 - basis.reduce((sum, row) => sum + row[k] ** 2, 0));
      const next = parts.findIndex((part) => part > Math.max(...parts) - 1e-9);
      basis.push(unit(apart(outside.map((_, k) => (k === next ? 1 : 0)), basis)));
    }
    return basis.slice(first);
  }
}

/** Return the part of a row at right angles to orthonormal ones; twice, because of rounding. */
function apart(row, basis) {
  for (let time = 0; time < 2; time++) {
    const along = basis.map((one) => inner(one, row));
    row = row.map((entry, k) => basis.reduce((sum, one, n) => sum - along[n] * one[k], entry));
  }
  return row;
}
