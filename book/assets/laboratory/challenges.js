// Goals that the page checks. What was learnt, and where it is explained, stands on the page itself.

import { NAMES, PLAYERS } from "./state.js";
import { amount, ranking } from "./words.js";

const CLEAR = 1.25; // by so much one must be ahead: chance alone should not meet a goal

/** Say whether one pays clearly less than another; where nobody pays anything, nobody does. */
const clearly = (less, more) => less * CLEAR < more && more - less >= 1;

/** Every goal gets {state, runs, V, sigmas, seen, least} and returns a sentence if it is met. */
export const GOALS = {
  swap({ runs, seen }) {
    const [one, other] = pairs_ahead(runs).find(([first, second]) => seen.has(`${second} ${first}`)) ?? [];
    return one ? `${NAMES[one]} is now ahead of ${NAMES[other]}, and was behind before.` : "";
  },

  most({ runs, V, state }) {
    const most = ranking(runs).at(-1);
    if (Math.abs(V - 300) > 15 || state.T < 10000 || most !== "repaired") return "";
    return `at V = ${amount(V)} the repaired VASLB pays most, ${amount(paid(runs, "repaired"))}.`;
  },

  late({ runs, V, sigmas, state }) {
    const { sharp } = runs;
    const needed = state.entries.flatMap((value, place) => (value ? [place] : []));
    const found = sharp.phases.filter((one) => one.added.length);
    // Among few coordinates it does not search at all.
    if (!found.length || !needed.every((place) => sharp.support.includes(place))) return "";
    const known = found.at(-1).stop;
    let after = 0;
    for (let t = known; t < sigmas.length; t++) after += sigmas[t] ** 2;
    const shrugs = paid(runs, "sharp") <= 0.02 * paid(runs, "repaired");
    if (V < 1000 || after < 0.9 * V || paid(runs, "repaired") < 0.4 * state.T || !shrugs) return "";
    return `${amount(after)} of V = ${amount(V)} come after round ${amount(known)}, when the sharp version knew the support; it pays ${amount(paid(runs, "sharp"))}, the repaired VASLB ${amount(paid(runs, "repaired"))}.`;
  },

  broken({ runs: { divide }, V, least }) {
    // After its questions it repeats one action, so its last two checkpoints tell what a round costs.
    const [start, end] = divide.rounds.slice(-2);
    const [before, after] = divide.regret.slice(-2);
    const a_round = (after - before) / (end - start);
    if (V > 1 || V === 0 || divide.queries > start || a_round < 0.01) return "";
    const best = V < least ? "Can you do it with less?" : `Your least so far is V = ${amount(least)}.`;
    return `V = ${amount(V)} is enough: after ${divide.queries} questions it pays ${amount(a_round)} a round. ${best}`;
  },

  dense({ runs, state }) {
    const s = state.entries.filter((value) => value !== 0).length;
    if (2 * s < state.d || !clearly(paid(runs, "weighted"), paid(runs, "sharp"))) return "";
    return `with ${s} of ${state.d} entries the sharp version pays ${amount(paid(runs, "sharp"))}, Weighted OFUL ${amount(paid(runs, "weighted"))}.`;
  },
};

const paid = (runs, player) => runs[player].regret.at(-1);

/** Return all [one, other] of which one is clearly ahead. */
function pairs_ahead(runs) {
  const names = Object.keys(runs);
  return names.flatMap((one) => names.filter((other) => clearly(paid(runs, one), paid(runs, other))).map((other) => [one, other]));
}

/** Looks at one game after the other, and remembers what a goal compares with. */
export class Goals {
  constructor() {
    this.orders = new Map(); // who was clearly ahead of whom, by all of a game but its noise
    this.least = Infinity;
  }

  /** Return the goals that these games meet, as {name, score}; all players must have played. */
  met(games) {
    if (!PLAYERS.every((player) => games.runs[player])) return [];
    const { d, entries, T, delta, seed } = games.state;
    const same = JSON.stringify([d, entries, T, delta, seed]);
    const seen = this.orders.get(same) ?? new Set();
    const found = Object.entries(GOALS)
      .map(([name, goal]) => ({ name, score: goal({ ...games, seen, least: this.least }) }))
      .filter(({ score }) => score);
    for (const pair of pairs_ahead(games.runs)) seen.add(pair.join(" "));
    this.orders.set(same, seen);
    if (found.some(({ name }) => name === "broken")) this.least = Math.min(this.least, games.V);
    return found;
  }
}
