// The time axis that strip, phases and regret share, and small help with SVG.

export const LEFT = 52;
export const RIGHT = 14;

/** Return x(round), its inverse and ticks, for a picture `width` pixels wide. */
export function time_axis(kind, T, width) {
  const room = width - LEFT - RIGHT;
  const log = kind === "log";
  const share = (t) => (log ? Math.log(t) / Math.log(T) : (t - 1) / (T - 1));
  const round = (part) => (log ? T ** part : 1 + part * (T - 1));
  return {
    width,
    x: (t) => LEFT + room * share(Math.min(Math.max(t, 1), T)),
    round_at: (x) => Math.min(T, Math.max(1, Math.round(round((x - LEFT) / room)))),
    ticks: log ? powers(1, T) : [1, 2, 3, 4].map((n) => Math.round((n * T) / 4)),
  };
}

/** Return the powers of ten from `low` to `high`; every other where there are many. */
export function powers(low, high) {
  const [first, last] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
  const every = last - first > 6 ? 2 : 1;
  const found = [];
  for (let n = first; n <= last; n += every) found.push(10 ** n);
  return found;
}

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Return a number as it stands at an axis: 1,000 and 10⁵. */
export function label(value) {
  const power = Math.round(Math.log10(value));
  if (value >= 10000 && Math.abs(value - 10 ** power) < 1e-6 * value)
    return `10${[...String(power)].map((digit) => RAISED[digit]).join("")}`;
  return value < 1 ? String(value) : value.toLocaleString("en");
}

/** Make an SVG element with attributes and children. */
export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Make an HTML element with properties and children. */
export function html(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties))
    if (key.includes("-") || key === "role" || key === "for") made.setAttribute(key, value);
    else made[key] = value;
  made.append(...children);
  return made;
}

/** Return the vertical lines of the time axis, between two heights, and labels `below` the lower. */
export function time_grid(axis, top, bottom, below) {
  return axis.ticks.flatMap((t) => {
    const x = axis.x(t);
    const line = svg("line", { x1: x, x2: x, y1: top, y2: bottom, class: "lab-grid" });
    const end = x > axis.width - 40 ? "end" : "middle";
    const text = { x: end === "end" ? axis.width - 2 : x, y: bottom + below, class: "lab-tick", "text-anchor": end };
    return [line, svg("text", text, label(t))];
  });
}
