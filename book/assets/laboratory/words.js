// What happened, in words: who paid least and why.

import { total_variance } from "./engine/schedules.js";
import { NAMES } from "./state.js";

export const amount = (value) =>
  value >= 100 || value === 0 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));

/** Return the players that have played, the cheapest first. */
export function ranking(runs) {
  const final = (player) => runs[player].regret.at(-1);
  return Object.keys(runs).sort((one, other) => final(one) - final(other));
}

/** Return a sentence or three about games that were played: runs by player. */
export function story(game, sigmas, runs, V) {
  const order = ranking(runs);
  if (!order.length) return "";
  const paid = (player) => amount(runs[player].regret.at(-1));
  const [best] = order, worst = order.at(-1);
  const least = order.filter((player) => paid(player) === paid(best));
  const next = order[least.length];
  let text = `With V = ${amount(V)} in ${game.T.toLocaleString("en")} rounds `;
  text += least.length > 1 ? `${together(least)} pay least, ${paid(best)} each` : `${NAMES[best]} pays least: ${paid(best)}`;
  text += next ? `, before ${NAMES[next]} with ${paid(next)}. ` : ". ";
  text += why(best, game, sigmas, runs[best]);
  if (order.length > least.length + 1) text += ` Most is paid by ${NAMES[worst]}: ${paid(worst)}.`;
  return text;
}

function together(players) {
  const names = players.map((player) => NAMES[player]);
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** Return the game in one line, for paper, which has no fields. */
export function setting({ d, entries, T, delta, seed }) {
  return `d = ${d}, θ* along (${entries.join(", ")}${entries.length < d ? ", 0, …" : ""}), T = ${T.toLocaleString("en")}, δ = ${delta}, seed ${seed}.`;
}

function why(player, { d, entries }, sigmas, run) {
  const s = entries.filter((value) => value !== 0).length;
  const found = run.support?.length ?? 0;
  if (player === "divide") {
    const met = total_variance(sigmas.subarray(0, run.queries));
    return met < 0.01
      ? `Its ${amount(run.queries)} questions met hardly any noise, so that it knows θ* almost exactly.`
      : `Its ${amount(run.queries)} questions met noise; what it made of the answers was good enough.`;
  }
  if (player === "oful" || player === "weighted")
    return s > d / 2
      ? `With ${s} of ${d} entries not zero there is little to gain from a search for them.`
      : "It does not search at all, and here searching costs more than it saves.";
  const searching = run.phases.filter((one) => one.kind === "explore").reduce((sum, one) => sum + one.stop - one.start, 0);
  return `After ${amount(searching)} rounds of search it plays on ${found} of ${d} coordinates (${s} are not zero).`;
}

/** Return what the phases of one run say. */
export function phases_in_words(name, run, d) {
  if (!run.phases.length) return "";
  const found = run.phases.flatMap((one) =>
    one.added.length ? [`${one.added.length === d ? "all" : one.added.map((place) => place + 1).join(", ")} in round ${one.stop.toLocaleString("en")}`] : [],
  );
  const count = `${run.phases.length} phase${run.phases.length === 1 ? "" : "s"}`;
  return `${name}: ${count}, ${found.length ? `found coordinate ${found.slice(0, 6).join("; ")}` : "nothing found"}.`;
}
