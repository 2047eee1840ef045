// Goals that the page checks. What was learnt, and where it is explained, stands on the page itself.

import { NAMES, PLAYERS } from "./state.js";
import { amount, ranking } from "./words.js";

const CLEAR = 1.25; // by so much one must be ahead: chance alone should not meet a goal

/** Every goal gets {state, runs, V, sigmas, before} and returns a sentence if it is met. */
export const GOALS = {
  swap({ runs, before }) {
    const now = ranking(runs);
    for (const one of now)
      for (const other of now)
        if (before.indexOf(one) > before.indexOf(other) && paid(runs, one) * CLEAR < paid(runs, other))
          return `${NAMES[one]} is now ahead of ${NAMES[other]}.`;
    return "";
  },

  most({ runs, V, state }) {
    const most = ranking(runs).at(-1);
    if (Math.abs(V - 300) > 15 || state.T < 10000 || most !== "repaired") return "";
    return `at V = ${amount(V)} the repaired VASLB pays most, ${amount(paid(runs, "repaired"))}.`;
  },

  late({ runs, V, sigmas, state }) {
    const { sharp } = runs;
    const needed = state.entries.flatMap((value, place) => (value ? [place] : []));
    if (!needed.every((place) => sharp.support.includes(place))) return "";
    const known = Math.max(...sharp.phases.filter((one) => one.added.length).map((one) => one.stop));
    let after = 0;
    for (let t = known; t < sigmas.length; t++) after += sigmas[t] ** 2;
    const shrugs = paid(runs, "sharp") <= 0.02 * paid(runs, "repaired");
    if (V < 1000 || after < 0.9 * V || paid(runs, "repaired") < 0.4 * state.T || !shrugs) return "";
    return `${amount(after)} of V = ${amount(V)} come after round ${amount(known)}, when the sharp version knew the support; it pays ${amount(paid(runs, "sharp"))}, the repaired VASLB ${amount(paid(runs, "repaired"))}.`;
  },

  broken({ runs, V, state }) {
    if (V > 1 || V === 0 || paid(runs, "divide") < state.T / 100) return "";
    return `V = ${amount(V)} is enough: it pays ${amount(paid(runs, "divide"))}. Can you do it with less?`;
  },

  dense({ runs, state }) {
    const s = state.entries.filter((value) => value !== 0).length;
    if (2 * s < state.d || paid(runs, "sharp") < CLEAR * paid(runs, "weighted")) return "";
    return `with ${s} of ${state.d} entries the sharp version pays ${amount(paid(runs, "sharp"))}, Weighted OFUL ${amount(paid(runs, "weighted"))}.`;
  },
};

const paid = (runs, player) => runs[player].regret.at(-1);

/** Return the goals that these games meet; all players must have played. */
export function goals_met(games) {
  if (!PLAYERS.every((player) => games.runs[player])) return [];
  return Object.entries(GOALS)
    .map(([name, goal]) => ({ name, score: goal(games) }))
    .filter(({ score }) => score);
}
