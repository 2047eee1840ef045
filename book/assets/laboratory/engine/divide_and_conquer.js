// Divide and conquer: find the support with no noise, by halving. Mirrors divide_and_conquer.py.
// With noise it goes on, and fails (`on_noise="ignore"`): that is what the page shows.

const ZERO = 1e-10; // a signed sum of entries below this is rounding, not signal

export class DivideAndConquer {
  constructor({ trials = 3, passes = 60 } = {}) {
    Object.assign(this, { trials, passes });
  }

  play(game, rng) {
    const search = new Search(this, game, rng);
    search.run();
    const queries = game.round;
    const support = [...search.found.keys()].sort((a, b) => a - b);
    const values = support.map((place) => search.found.get(place));
    const norm = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0));
    const mean = norm > 0 ? game.mean(values, support) / norm : game.theta[0];
    while (game.remaining) game.play(mean);
    return { support, phases: [], queries };
  }
}

class Search {
  constructor(options, game, rng) {
    Object.assign(this, { options, game, rng });
    this.found = new Map();
  }

  run() {
    for (let pass = 0; pass < this.options.passes; pass++) {
      const rest = [...this.game.theta.keys()].filter((place) => !this.found.has(place));
      if (rest.length && this.answers(rest)) this.conquer(rest);
      let mass = 0;
      for (const value of this.found.values()) mass += value * value;
      if (mass > 1 - 1e-12 || !this.game.remaining) return;
    }
  }

  /** Find the non-zero entries among `places`, which are known to hold one. */
  conquer(places) {
    if (places.length === 1) {
      const value = this.ask(places);
      if (value !== null && Math.abs(value) > ZERO) this.found.set(places[0], value);
      return;
    }
    const middle = Math.ceil(places.length / 2);
    const [left, right] = [places.slice(0, middle), places.slice(middle)];
    const left_answers = this.answers(left);
    if (left_answers) this.conquer(left);
    // If the left half is empty, the right one must hold the entry: no need to ask.
    if (!left_answers || this.answers(right)) this.conquer(right);
  }

  /** Ask a set of coordinates up to `trials` times; say whether it ever answered. */
  answers(places) {
    for (let trial = 0; trial < this.options.trials; trial++) {
      const answer = this.ask(places);
      if (answer === null || Math.abs(answer) > ZERO) return answer !== null;
    }
    return false;
  }

  /** Play signs on `places` and return their signed sum of entries (null: no rounds left). */
  ask(places) {
    if (!this.game.remaining) return null;
    const signs = places.length > 1 ? this.rng.choice(places.length) : [1];
    const size = Math.sqrt(places.length);
    return this.game.play(this.game.mean(signs, places) / size) * size;
  }
}
