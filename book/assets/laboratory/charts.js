// What the players did: the phases of one, the regret of all, and the bound.

import { LEFT, RIGHT, label, powers, svg, time_grid } from "./axis.js";

const PHASES = 54;
const HEIGHT = 300;
const TOP = 10;
const BOTTOM = HEIGHT - 38;

/** Draw the phases of a run: search dark, commit light, a mark where something was found. */
export function draw_phases(picture, run, axis, words) {
  picture.setAttribute("viewBox", `0 0 ${axis.width} ${PHASES}`);
  picture.style.height = `${PHASES}px`;
  picture.setAttribute("aria-label", words);
  const marks = [];
  let taken = -Infinity; // labels that would overlap are left out
  const bars = run.phases.map((phase) => {
    const [left, right] = [axis.x(Math.max(phase.start, 1)), axis.x(phase.stop)];
    const size = `Δ = ${Number(phase.gap.toPrecision(2))}`;
    if (phase.added.length) {
      const names = phase.added.map((place) => place + 1);
      const text = names.length > 4 ? `+${names.length}` : names.join(",");
      marks.push(svg("path", { d: `M${right} 18l-4 -6h8Z`, class: "lab-mark" }));
      if (right - taken > 9 * text.length + 6) {
        const end = right > axis.width - 30 ? "end" : "middle";
        marks.push(svg("text", { x: right, y: 9, class: "lab-tick", "text-anchor": end }, text));
        taken = right;
      }
    }
    const bar = svg("rect", { x: left, y: 20, width: Math.max(right - left, 0.75), height: 20, class: `lab-${phase.kind}` });
    bar.append(svg("title", {}, `${phase.kind}, rounds ${phase.start + 1} to ${phase.stop}, ${size}`));
    if (right - left < 76) return bar;
    return svg("g", {}, bar, svg("text", { x: (left + right) / 2, y: 34, class: `lab-on-${phase.kind}`, "text-anchor": "middle" }, size));
  });
  picture.replaceChildren(...bars, ...marks);
}

/** Draw regret curves: lines {player, rounds, regret, low, high} and the bound {rounds, regret}. */
export function draw_regret(picture, lines, bound, axis, words) {
  picture.setAttribute("viewBox", `0 0 ${axis.width} ${HEIGHT}`);
  picture.style.height = `${HEIGHT}px`;
  picture.setAttribute("aria-label", words);
  const all = [...lines, bound].flatMap((one) => [...(one.high ?? one.regret)]);
  const top = 10 ** Math.ceil(Math.log10(Math.max(10, ...all)) - 1e-9);
  const y = (value) => BOTTOM - ((BOTTOM - TOP) * Math.log10(Math.max(value, 1))) / Math.log10(top);
  const path = (rounds, values) => `M${Array.from(rounds, (t, n) => `${axis.x(t).toFixed(1)} ${y(values[n]).toFixed(1)}`).join("L")}`;
  const grid = powers(1, top).flatMap((value) => [
    svg("line", { x1: LEFT, x2: axis.width - RIGHT, y1: y(value), y2: y(value), class: "lab-grid" }),
    svg("text", { x: LEFT - 8, y: y(value) + 4, class: "lab-tick", "text-anchor": "end" }, label(value)),
  ]);
  const bands = lines.filter((one) => one.low).map((one) => {
    const back = Array.from(one.rounds, (t, n) => `${axis.x(t).toFixed(1)} ${y(one.low[n]).toFixed(1)}`).reverse().join("L");
    return svg("path", { d: `${path(one.rounds, one.high)}L${back}Z`, class: `lab-band lab-${one.player}` });
  });
  picture.replaceChildren(
    ...time_grid(axis, TOP, BOTTOM, 16),
    ...grid,
    svg("text", { x: axis.width - RIGHT, y: HEIGHT - 4, class: "lab-label", "text-anchor": "end" }, "round t"),
    ...bands,
    svg("path", { d: path(bound.rounds, bound.regret), class: "lab-line lab-bound" }),
    ...lines.map((one) => svg("path", { d: path(one.rounds, one.regret), class: `lab-line lab-${one.player}` })),
  );
}

/** Return the mean and the band that holds 18 of 20 runs, round by round. */
export function band(runs) {
  const { rounds } = runs[0];
  const columns = Array.from(rounds, (_, n) => runs.map((one) => one.regret[n]).sort((a, b) => a - b));
  const cut = Math.floor(runs.length / 20);
  return {
    rounds,
    regret: columns.map((values) => values.reduce((sum, value) => sum + value, 0) / values.length),
    low: columns.map((values) => values[cut]),
    high: columns.map((values) => values[values.length - 1 - cut]),
  };
}

/** Return the curve √(s d V_t) + s of the sharp version's theorem, without its constant. */
export function bound_curve(sigmas, rounds, d, s) {
  const regret = [];
  let [sum, t] = [0, 0];
  for (const round of rounds) {
    for (; t < round; t++) sum += sigmas[t] * sigmas[t];
    regret.push(Math.sqrt(s * d * sum) + s);
  }
  return { rounds, regret };
}
