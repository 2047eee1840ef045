// The controls of a laboratory: each function makes some, and says what they change.

import { html } from "./axis.js";
import { field } from "./fields.js";
import { presets } from "./presets.js";
import { python } from "./python.js";
import { FIRST, HANDLES, MOST_POINTS, NAMES, VERSIONS, encode, next_seed, number, numbers, points_of_list, whole_number } from "./state.js";

const details = (title, ...inside) => html("details", { className: "lab-controls" }, html("summary", {}, title), ...inside);
const button = (text, onclick) => html("button", { type: "button", onclick }, text);

/** The zoo, how points are joined, and buttons for more and fewer handles. */
export function over_the_strip(lab) {
  const level = html("input", { type: "number", min: 0, max: 1, step: 0.05, value: 0.3 });
  const choose = html("select", {}, html("option", { value: "" }, "choose …"), ...Object.keys(presets(1000, 1)).map((name) => html("option", {}, name)));
  const loud = field("its level σ", level);
  const chosen = () => presets(lab.state.T, number(level.value))[choose.value];
  const bring = () => {
    const wanted = number(level.value);
    const wrong = wanted >= 0 && wanted <= 1 ? "" : "σ must lie between 0 and 1";
    loud.complain(wrong);
    if (!wrong && choose.value) lab.change(chosen());
  };
  choose.onchange = level.onchange = bring;
  const way = html("select", {}, html("option", { value: "lines" }, "straight lines"), html("option", { value: "steps" }, "steps"));
  way.onchange = () => lab.change({ steps: way.value === "steps" });
  const add = button("Add a handle", () => lab.strip.add());
  const less = button("Remove the last", () => lab.strip.remove(lab.state.points.length - 1));
  const row = [field("a schedule from the zoo", choose).box, loud.box, field("between handles", way).box];
  const hint = html("p", { className: "lab-note lab-controls" }, "Drag the handles. With the keyboard: arrows move, Shift moves far, + adds, Delete removes.");
  const show = ({ points, steps }) => {
    way.value = steps ? "steps" : "lines";
    add.disabled = points.length >= HANDLES;
    less.disabled = points.length < 2 || points.length > HANDLES;
    // What is no longer the schedule of the menu may be chosen there again.
    if (choose.value && JSON.stringify(chosen()) !== JSON.stringify({ points, steps })) choose.value = "";
  };
  return { boxes: [html("div", { className: "lab-row lab-controls" }, ...row, add, less), hint], show };
}

/** Whose phases are shown. */
export function phases_title(lab) {
  const choose = html("select", {}, ...VERSIONS.map((name) => html("option", { value: name }, NAMES[name])));
  choose.onchange = () => lab.change({ version: choose.value });
  const box = html("div", { className: "lab-row" }, field("Phases (full colour: search; ▾: coordinates found) of", choose).box);
  return { boxes: [box], show: ({ version }) => (choose.value = version) };
}

/** The numbers of the game, the time axis and seeds. `complain(name, text)` speaks beside a field. */
export function beside(lab) {
  const fields = {};
  const input = (name, label, read, properties = { inputMode: "decimal" }) => {
    const made = html("input", { type: "text", autocomplete: "off", ...properties });
    const one = field(label, made);
    made.onchange = () => lab.try_one(name, read(made.value));
    fields[name] = { ...one, write: (value) => (made.value = Array.isArray(value) ? value.join(", ") : value) };
    return one.box;
  };
  const rows = [
    input("d", "dimension d (1 to 64)", whole_number),
    input("entries", "entries of θ* that are not 0", numbers, { className: "lab-wide" }),
    input("T", "rounds T (to 1,000,000)", whole_number),
    input("delta", "probability of failure δ", number),
    input("seed", "seed", whole_number),
  ];
  const axis = html("select", {}, html("option", { value: "log" }, "logarithmic"), html("option", { value: "linear" }, "linear"));
  axis.onchange = () => lab.change({ axis: axis.value });
  const buttons = [
    button("Another seed", () => lab.change({ seed: next_seed(lab.state.seed) })),
    button("Twenty seeds", () => lab.ask("many")),
    button("Start again", () => lab.change({ ...FIRST })),
  ];
  const box = html("div", { className: "lab-row lab-controls" }, ...rows, field("time axis", axis).box, ...buttons);
  const show = (state) => {
    axis.value = state.axis;
    for (const [name, one] of Object.entries(fields)) {
      one.write(state[name]);
      one.complain("");
    }
  };
  return { boxes: [box], show, complain: (name, text) => fields[name].complain(text) };
}

/** A text area for levels that come from elsewhere. */
export function list(lab) {
  const text = html("textarea", { rows: 3, cols: 30 });
  const one = field("values of σ, separated by blanks, commas or lines: as many equal stretches of the game", text);
  const take = () => {
    const levels = numbers(text.value);
    const room = Math.min(MOST_POINTS, lab.state.T);
    const bad = levels.findIndex((level) => !(level >= 0 && level <= 1));
    let wrong = levels.length ? "" : "give at least one number";
    if (bad >= 0) wrong = `σ must be a number from 0 to 1; number ${bad + 1} of the list is not`;
    if (levels.length > room) wrong = `the list has room for ${room} numbers, here are ${levels.length}`;
    one.complain(wrong);
    if (!wrong) lab.change({ points: points_of_list(levels, lab.state.T), steps: true });
  };
  return { boxes: [details("Import a list", one.box, button("Take this list", take))], show: () => one.complain("") };
}

/** Buttons that copy the address and the program, and the program to read. */
export function program(lab) {
  const code = html("pre", { tabIndex: 0, "aria-label": "The games as a Python program" });
  const copied = html("span", { className: "lab-note", role: "status" });
  const copy = (what, text, instead) => async () => {
    try {
      await navigator.clipboard.writeText(text());
      copied.textContent = `${what} copied.`;
    } catch {
      copied.textContent = `The browser does not let a page copy: ${instead}.`;
    }
  };
  const address = () => new URL(`#${encode(lab.state)}`, location.href).href;
  const row = html(
    "div",
    { className: "lab-row" },
    button("Copy link", copy("Link", address, "the link stands in the address bar")),
    button("Copy as Python", copy("Program", () => python(lab.state), "mark the program below")),
    copied,
  );
  const note = html("p", {}, "The page draws NumPy’s random numbers from the same seed, so the program gives the same regret. Only OFUL and Weighted OFUL may differ by a few per cent in many more than 16 dimensions, where they magnify the last digit.");
  const shown = html("details", {}, html("summary", {}, "The same games in Python"), note, code);
  const show = (state) => {
    code.textContent = python(state);
    copied.textContent = "";
  };
  return { boxes: [html("div", { className: "lab-controls" }, row, shown)], show };
}

/** From a small strip to the laboratory, with the game. */
export function to_the_laboratory(lab) {
  const link = html("a", {}, "Open this game in the laboratory");
  const show = (state) => (link.href = `${lab.root.dataset.laboratory}#${encode(state)}`);
  return { boxes: [html("p", { className: "lab-controls" }, link)], show };
}
