// The strip on which the noise is drawn: handles to drag, or to move with the arrow keys.

import { HANDLES } from "./state.js";
import { LEFT, RIGHT, svg, time_grid } from "./axis.js";

const HEIGHT = 176;
const TOP = 12;
const BOTTOM = HEIGHT - 32;
// From quiet to loud: the ramp of colours that means σ in all figures (figures/loudness.py).
const QUIET = [0x3b, 0x7d, 0xbd];
const LOUD = [0xe0, 0x43, 0x1b];
const BEND = 0.35;

const color = (sigma) => `rgb(${QUIET.map((low, n) => Math.round(low + sigma ** BEND * (LOUD[n] - low))).join(" ")})`;

let ramps = 0;

/** A gradient that gives every height the colour of its σ. */
function ramp(id) {
  const stops = [0, 0.003, 0.01, 0.03, 0.1, 0.2, 0.4, 0.7, 1];
  const ends = { id, gradientUnits: "userSpaceOnUse", x1: 0, x2: 0, y1: BOTTOM, y2: TOP };
  return svg("defs", {}, svg("linearGradient", ends, ...stops.map((sigma) => svg("stop", { offset: sigma, "stop-color": color(sigma) }))));
}

export class Strip {
  /** `change(points, moving)` hears of every move; `moving` while a finger is down. */
  constructor(change) {
    this.change = change;
    this.picture = svg("svg", { class: "lab-picture lab-strip", role: "group", "aria-label": "Noise σ over the rounds, with handles" });
    this.handles = [];
    this.ramp = `lab-ramp-${++ramps}`;
    this.scene = svg("g");
    this.picture.append(ramp(this.ramp), this.scene);
  }

  /** Show a state. Handles stay the same elements while their number does: a drag goes on. */
  show(state, axis) {
    Object.assign(this, { state, axis });
    const { points } = state;
    this.picture.setAttribute("viewBox", `0 0 ${axis.width} ${HEIGHT}`);
    this.picture.style.height = `${HEIGHT}px`;
    const many = points.length > HANDLES;
    const count = many ? 0 : points.length;
    if (this.handles.length !== count) this.held = null; // its handle may be gone, or another's
    while (this.handles.length > count) this.handles.pop().remove();
    while (this.handles.length < count) this.handles.push(this.handle(this.handles.length));
    this.scene.replaceChildren(...this.drawing());
    this.handles.forEach((handle, n) => {
      const [round, sigma] = points[n];
      handle.setAttribute("transform", `translate(${axis.x(round)} ${this.y(sigma)})`);
      handle.setAttribute("aria-label", `Point ${n + 1} of ${points.length}, at round ${round.toLocaleString("en")}`);
      handle.setAttribute("aria-valuenow", sigma);
      handle.setAttribute("aria-valuetext", `σ = ${sigma} at round ${round.toLocaleString("en")}`);
    });
  }

  y(sigma) {
    return BOTTOM - (BOTTOM - TOP) * sigma;
  }

  drawing() {
    const { points, steps, T } = this.state;
    const { axis } = this;
    const corners = [[1, points[0][1]]];
    for (const [n, [right, sigma]] of points.entries()) {
      const [left, low] = points[n - 1] ?? [0, sigma];
      if (left >= T) break; // points of a longer game
      const level = (t) => low + (steps ? 0 : ((sigma - low) * (t - left)) / (right - left));
      const end = Math.min(right, T);
      // A straight line in the rounds is bent on a logarithmic axis.
      for (let part = 1; part < 16 && !steps; part++) {
        const t = axis.round_at(axis.x(left) + ((axis.x(end) - axis.x(left)) * part) / 16);
        if (t > left && t < end) corners.push([t, level(t)]);
      }
      corners.push([end, level(end)]);
      if (right <= T) corners.push([right, sigma]);
    }
    corners.push([T, corners.at(-1)[1]]);
    const path = corners.map(([t, sigma]) => `${axis.x(t)} ${this.y(sigma)}`).join("L");
    const ends = `L${axis.width - RIGHT} ${BOTTOM}L${LEFT} ${BOTTOM}Z`;
    return [
      ...time_grid(axis, TOP, BOTTOM, 24), // under a handle at 0
      ...[0, 0.5, 1].flatMap((level) => [
        svg("line", { x1: LEFT, x2: axis.width - RIGHT, y1: this.y(level), y2: this.y(level), class: "lab-grid" }),
        svg("text", { x: LEFT - 13, y: this.y(level) + 4, class: "lab-tick", "text-anchor": "end" }, String(level)),
      ]),
      svg("text", { x: 4, y: (TOP + BOTTOM) / 2, class: "lab-label" }, "σ"),
      svg("path", { d: `M${path}${ends}`, class: "lab-noise-area", fill: `url(#${this.ramp})` }),
      svg("path", { d: `M${path}`, class: "lab-noise-line", stroke: `url(#${this.ramp})` }),
    ];
  }

  handle(n) {
    const made = svg(
      "g",
      { class: "lab-handle", role: "slider", tabindex: 0, "aria-valuemin": 0, "aria-valuemax": 1, "aria-orientation": "vertical" },
      svg("circle", { r: 20, class: "lab-reach" }),
      svg("circle", { r: 8, class: "lab-knob" }),
    );
    made.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      made.focus({ preventScroll: true });
      made.setPointerCapture(event.pointerId);
      this.held = n;
    });
    // A browser may take a finger's move for scrolling, unless it is told at once that it is not.
    made.addEventListener("touchstart", (event) => event.preventDefault(), { passive: false });
    made.addEventListener("pointermove", (event) => {
      if (this.held !== n) return;
      const box = this.picture.getBoundingClientRect();
      const zoom = this.axis.width / box.width;
      const sigma = (BOTTOM - (event.clientY - box.top) * zoom) / (BOTTOM - TOP);
      this.move(n, this.axis.round_at((event.clientX - box.left) * zoom), sigma, true);
    });
    for (const end of ["pointerup", "pointercancel"])
      made.addEventListener(end, () => {
        if (this.held === n) this.change(this.state.points, false);
        this.held = null;
      });
    made.addEventListener("keydown", (event) => this.key(n, event));
    for (const end of ["keyup", "blur"]) made.addEventListener(end, () => this.let_go());
    this.picture.append(made);
    return made;
  }

  key(n, event) {
    const [round, sigma] = this.state.points[n];
    const step = event.shiftKey ? 0.1 : 0.02;
    const aside = (event.shiftKey ? 0.1 : 0.02) * this.axis.width;
    const moving = event.repeat; // a key held down is a drag
    const to = (sign) => this.axis.round_at(this.axis.x(round) + sign * aside);
    const moves = {
      ArrowUp: () => this.move(n, round, sigma + step, moving),
      ArrowDown: () => this.move(n, round, sigma - step, moving),
      ArrowRight: () => this.move(n, Math.max(round + 1, to(1)), sigma, moving),
      ArrowLeft: () => this.move(n, Math.min(round - 1, to(-1)), sigma, moving),
      Home: () => this.move(n, round, 0),
      End: () => this.move(n, round, 1),
      Delete: () => this.remove(n),
      Backspace: () => this.remove(n),
      "+": () => this.add(n),
    };
    if (!moves[event.key]) return;
    event.preventDefault();
    event.stopPropagation(); // JupyterLab and the theme listen to arrows, too
    moves[event.key]();
    this.repeating = moving && event.key.startsWith("Arrow");
  }

  /** A key that was held down is up again: the move is over. */
  let_go() {
    if (this.repeating) this.change(this.state.points, false);
    this.repeating = false;
  }

  /** Move a point; it stays between its neighbours. */
  move(n, round, sigma, moving = false) {
    const { points, T } = this.state;
    const low = n ? points[n - 1][0] + 1 : 1;
    const high = n + 1 < points.length ? points[n + 1][0] - 1 : Math.max(T, points[n][0]);
    const point = [
      Math.min(high, Math.max(low, round)),
      Number(Math.min(1, Math.max(0, sigma)).toFixed(2)),
    ];
    this.change(points.map((one, m) => (m === n ? point : one)), moving);
  }

  remove(n) {
    const { points } = this.state;
    if (points.length < 2) return;
    this.change(points.filter((_, m) => m !== n), false);
    this.handles[Math.min(n, this.handles.length - 1)]?.focus();
  }

  /** Put a point after point n; where there is no room, or none is named, into the widest gap. */
  add(n = this.widest()) {
    const { points, T } = this.state;
    if (points.length >= HANDLES) return;
    if (this.room(n) < 0) n = this.widest();
    if (this.room(n) < 0) return;
    const [left, low] = points[n];
    const [right, high] = points[n + 1] ?? [T + 1, low];
    const middle = this.axis.round_at((this.axis.x(left) + this.axis.x(right)) / 2);
    const round = Math.min(right - 1, Math.max(left + 1, middle));
    this.change([...points.slice(0, n + 1), [round, Number(((low + high) / 2).toFixed(2))], ...points.slice(n + 1)], false);
    this.handles[n + 1]?.focus();
  }

  widest() {
    const gaps = this.state.points.map((_, n) => this.room(n));
    return gaps.indexOf(Math.max(...gaps));
  }

  /** Return how wide the gap after point n looks; -1 if no round is free in it. */
  room(n) {
    const { points, T } = this.state;
    const [left, right] = [points[n][0], points[n + 1]?.[0] ?? T + 1];
    return left < T && right - left >= 2 ? this.axis.x(right) - this.axis.x(left) : -1;
  }
}
