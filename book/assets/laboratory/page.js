// The laboratory: draws its controls, keeps its state, asks the players and shows what they did.

import { curve, total_variance } from "./engine/schedules.js";
import { html, svg, time_axis } from "./axis.js";
import { goals_met } from "./challenges.js";
import { band, bound_curve, draw_phases, draw_regret } from "./charts.js";
import { field, numbers_table } from "./fields.js";
import { Players } from "./players.js";
import { presets } from "./presets.js";
import { python } from "./python.js";
import { FIRST, HANDLES, NAMES, PLAYERS, VERSIONS, decode, encode, number, numbers, points_of_list, problems, shortened } from "./state.js";
import { Strip } from "./strip.js";
import { amount, phases_in_words, ranking, story } from "./words.js";

const COARSE = [1000, 8000]; // rounds of the game that is played while a finger moves: from, to
const QUICK = [15, 40]; // ms for one such game: a slower machine plays fewer rounds, a faster more
const SEEDS = 20;
const ON_TOP = ["divide", "oful", "weighted", "repaired", "printed", "sharp"]; // dashes over a line
const STYLE = new URL("laboratory.css", import.meta.url).href;

/** Build a laboratory in an element; a small one has a strip, the regret and nothing else. */
export async function mount(root) {
  if (!document.querySelector(`link[href="${STYLE}"]`)) {
    const link = html("link", { rel: "stylesheet", href: STYLE });
    document.head.append(link);
    await new Promise((done) => (link.onload = link.onerror = done));
  }
  new Laboratory(root);
}

class Laboratory {
  constructor(root) {
    this.root = root;
    this.small = "small" in root.dataset;
    this.names = root.dataset.players?.split(" ") ?? PLAYERS;
    this.state = { ...FIRST, ...JSON.parse(root.dataset.state ?? "{}") };
    this.runs = {};
    this.many = {};
    this.rounds = COARSE[1];
    this.build();
    const said = this.small ? {} : decode(location.hash);
    if (said.state) this.state = said.state;
    this.players = new Players((kind, answer) => this.hear(kind, answer));
    new ResizeObserver(() => this.draw()).observe(this.strip.picture);
    if (!this.small) addEventListener("hashchange", () => this.follow());
    this.change({}, false);
    if (said.problem) this.problem.textContent = `${said.problem} The first game is shown instead.`;
  }

  // -- what stands on the page ------------------------------------------------------------

  build() {
    const { root, small } = this;
    this.strip = new Strip((points, moving) => this.change({ points }, moving));
    this.problem = html("p", { className: "lab-trouble", role: "alert" });
    this.phases = svg("svg", { class: "lab-picture", role: "img" });
    this.regret = svg("svg", { class: "lab-picture", role: "img" });
    this.story = html("p", { className: "lab-story" });
    this.heard = html("p", { className: "lab-heard", "aria-live": "polite" });
    this.found = html("p", { className: "lab-note" });
    this.table = html("tbody");
    this.status = html("p", { className: "lab-note" });
    this.total = html("strong", {}, "");
    const main = html("div", {}, ...this.over_the_strip(), this.strip.picture, this.problem);
    if (!small) main.append(this.phases_title(), this.phases, this.found);
    main.append(
      html("p", { className: "lab-title" }, "Regret so far, ", html("span", { className: "lab-note" }, "dotted: √(sdV) + s, the sharp version’s bound without its constant")),
      this.regret,
      this.status,
      this.story,
    );
    const head = html("tr", {}, ...["player", "regret", "found"].map((text) => html("th", { scope: "col" }, text)));
    const table = html("table", {}, html("thead", {}, head), this.table);
    const side = html("div", { className: "lab-side" }, html("p", {}, "V = Σσ² = ", this.total), table, ...(small ? [this.to_the_laboratory()] : this.controls()));
    root.replaceChildren(html("div", { className: "lab-columns" }, main, side), this.heard);
    if (!small) root.append(this.numbers(), this.list(), this.program());
  }

  over_the_strip() {
    const level = html("input", { type: "number", min: 0, max: 1, step: 0.05, value: 0.3 });
    const choose = html("select", {}, html("option", { value: "" }, "choose …"), ...Object.keys(presets(1000, 1)).map((name) => html("option", {}, name)));
    const bring = () => {
      const wanted = number(level.value);
      const wrong = wanted >= 0 && wanted <= 1 ? "" : "σ must lie between 0 and 1";
      loud.complain(wrong);
      if (!wrong && choose.value) this.change(presets(this.state.T, wanted)[choose.value], false);
    };
    choose.onchange = bring;
    level.onchange = bring;
    const loud = field("its level σ", level);
    const way = html("select", {}, html("option", { value: "lines" }, "straight lines"), html("option", { value: "steps" }, "steps"));
    way.onchange = () => this.change({ steps: way.value === "steps" }, false);
    this.way = way;
    this.add = html("button", { type: "button", onclick: () => this.strip.add() }, "Add a handle");
    this.less = html("button", { type: "button", onclick: () => this.strip.remove(this.state.points.length - 1) }, "Remove the last");
    const row = [field("a schedule from the zoo", choose).box, loud.box, field("between handles", way).box];
    const hint = html("p", { className: "lab-note lab-controls" }, "Drag the handles. With the keyboard: arrows move, Shift moves far, + adds, Delete removes.");
    return [html("div", { className: "lab-row lab-controls" }, ...row, this.add, this.less), hint];
  }

  phases_title() {
    const choose = html("select", {}, ...VERSIONS.map((name) => html("option", { value: name }, NAMES[name])));
    choose.onchange = () => this.change({ version: choose.value }, false);
    this.version = choose;
    return html("div", { className: "lab-row" }, field("Phases (full colour: search; ▾: coordinates found) of", choose).box);
  }

  controls() {
    const input = (name, label, read, type = "text") => {
      const made = html("input", { type, inputMode: type === "number" ? "decimal" : "", className: name === "entries" ? "lab-wide" : "" });
      const one = field(label, made);
      made.onchange = () => this.try_one(name, read(made.value));
      this.fields[name] = { ...one, write: (value) => (made.value = Array.isArray(value) ? value.join(", ") : value) };
      return one.box;
    };
    this.fields = {};
    const rows = [
      input("d", "dimension d (1 to 64)", number),
      input("entries", "entries of θ* that are not 0", numbers),
      input("T", "rounds T (to 1,000,000)", number),
      input("delta", "probability of failure δ", number),
      input("seed", "seed", number),
    ];
    const axis = html("select", {}, html("option", { value: "log" }, "logarithmic"), html("option", { value: "linear" }, "linear"));
    axis.onchange = () => this.change({ axis: axis.value }, false);
    this.axis_choice = axis;
    const another = html("button", { type: "button", onclick: () => this.change({ seed: this.state.seed + 1 }, false) }, "Another seed");
    this.twenty = html("button", { type: "button", onclick: () => this.ask("many") }, "Twenty seeds");
    const again = html("button", { type: "button", onclick: () => this.change({ ...FIRST }, false) }, "Start again");
    return [html("div", { className: "lab-row lab-controls" }, ...rows, field("time axis", axis).box, another, this.twenty, again)];
  }

  to_the_laboratory() {
    this.link = html("a", {}, "Open this game in the laboratory");
    return html("p", { className: "lab-controls" }, this.link);
  }

  numbers() {
    this.numbers_box = numbers_table((points) => this.try_one("points", points));
    return html("details", { className: "lab-controls" }, html("summary", {}, "The curve in numbers"), this.numbers_box.box);
  }

  list() {
    const text = html("textarea", { rows: 3, cols: 30 });
    const one = field("values of σ, separated by blanks, commas or lines: as many equal stretches of the game", text);
    const take = () => {
      const levels = numbers(text.value);
      const bad = levels.findIndex((level) => !(level >= 0 && level <= 1));
      let wrong = levels.length ? "" : "give at least one number";
      if (bad >= 0) wrong = `σ must be a number from 0 to 1; number ${bad + 1} of the list is not`;
      if (levels.length > 200 || levels.length > this.state.T) wrong = `the list has room for ${Math.min(200, this.state.T)} numbers, here are ${levels.length}`;
      one.complain(wrong);
      if (!wrong) this.change({ points: points_of_list(levels, this.state.T), steps: true }, false);
    };
    const button = html("button", { type: "button", onclick: take }, "Take this list");
    return html("details", { className: "lab-controls" }, html("summary", {}, "Import a list"), one.box, button);
  }

  program() {
    this.code = html("pre", { tabIndex: 0, "aria-label": "The games as a Python program" });
    const copied = html("span", { className: "lab-note", role: "status" });
    const copy = (text, what) => async () => {
      try {
        await navigator.clipboard.writeText(text());
        copied.textContent = `${what} copied.`;
      } catch {
        copied.textContent = `The browser does not let a page copy: ${what === "Link" ? "the link stands in the address bar" : "mark the program below"}.`;
      }
    };
    const link = html("button", { type: "button", onclick: copy(() => location.href, "Link") }, "Copy link");
    const code = html("button", { type: "button", onclick: copy(() => python(this.state), "Program") }, "Copy as Python");
    const shown = html("details", {}, html("summary", {}, "The same games in Python"), html("p", {}, "The page draws NumPy’s random numbers from the same seed, so the program gives the same regret."), this.code);
    return html("div", { className: "lab-controls" }, html("div", { className: "lab-row" }, link, code, copied), shown);
  }

  // -- what changes -----------------------------------------------------------------------

  /** Take one value that was typed: complain beside its field, or change the state. */
  try_one(name, value) {
    const state = { ...this.state, [name]: value };
    if (name === "T" && !problems({ ...this.state, T: value }).T) state.points = shortened(this.state.points, this.state.T, value);
    const wrong = problems(state);
    // Fewer dimensions than entries: it is d that was typed, so it is d that is wrong.
    if (name === "d" && wrong.entries && !wrong.d) wrong.d = `must be at least ${state.entries.length}, the number of entries`;
    const place = name === "points" ? this.numbers_box : this.fields[name];
    place.complain(wrong[name] ? `${name === "points" ? "the curve" : name === "entries" ? "the entries" : name} ${wrong[name]}` : "");
    if (!wrong[name]) this.change(state, false);
  }

  /** Change the state, show it, and let the players play it. */
  change(part, moving) {
    this.state = { ...this.state, ...part };
    this.many = {};
    this.sigmas = curve(this.state.points, this.state.T, this.state.steps);
    this.total.textContent = amount(total_variance(this.sigmas));
    if (moving) {
      this.strip.show(this.state, this.strip.axis);
      return this.preview();
    }
    this.show_state();
    this.problem.textContent = "";
    if (!this.small) history.replaceState(null, "", `#${encode(this.state)}`);
    this.ask("full");
  }

  /** Follow an address that was typed or reached with Back. */
  follow() {
    const said = decode(location.hash);
    if (said.problem) this.problem.textContent = `${said.problem} The last good picture stays.`;
    else if (said.state) this.change(said.state, false);
  }

  show_state() {
    const { state } = this;
    this.way.value = state.steps ? "steps" : "lines";
    this.add.disabled = state.points.length >= HANDLES;
    this.less.disabled = state.points.length < 2 || state.points.length > HANDLES;
    if (!this.small) {
      this.version.value = state.version;
      this.axis_choice.value = state.axis;
      for (const [name, one] of Object.entries(this.fields)) {
        one.write(state[name]);
        one.complain("");
      }
      this.numbers_box.show(state.points);
      this.code.textContent = python(state);
    } else this.link.href = `${this.root.dataset.laboratory}#${encode(state)}`;
    this.draw();
  }

  /** Play a shorter game while a finger moves: the next when the last one is shown. */
  preview() {
    this.waiting = true;
    if (this.kind === "coarse" && this.players.busy) return;
    this.ask("coarse");
  }

  ask(kind) {
    const { state } = this;
    this.waiting = false;
    this.kind = kind;
    this.asked = performance.now();
    this.fresh = {};
    let game = state;
    const short = Math.min(state.T, this.rounds);
    if (kind === "coarse") game = { ...state, points: shortened(state.points, state.T, short), T: short };
    this.game = game;
    const seeds = kind === "many" ? Array.from({ length: SEEDS }, (_, n) => state.seed + n) : [state.seed];
    if (kind === "many") this.many = {};
    else delete this.root.dataset.played;
    this.status.textContent = kind === "many" ? `0 of ${SEEDS} seeds played` : "";
    this.players.play(kind, game, this.names, seeds);
  }

  hear(kind, answer) {
    if (answer.problem) this.problem.textContent = answer.problem;
    if (answer.player && kind === "many") {
      (this.many[answer.player] ??= []).push(answer);
      const least = Math.min(...this.names.map((name) => this.many[name]?.length ?? 0));
      this.status.textContent = least < SEEDS ? `${least} of ${SEEDS} seeds played` : `Mean of ${SEEDS} seeds; the band holds 18 of them.`;
    } else if (answer.player) this.fresh[answer.player] = answer;
    if (answer.done === undefined && this.players.busy) return this.soon();
    this.settle(kind);
  }

  /** Players that are not ready yet follow: show the others now and then. */
  soon() {
    this.timer ??= setTimeout(() => this.settle(this.kind), 120);
  }

  settle(kind) {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (kind !== "many") {
      this.runs = this.players.busy || kind === "coarse" ? { ...this.fresh } : this.fresh;
      this.shown = this.game;
      this.is_coarse = kind === "coarse";
    }
    if (kind === "full" && this.players.busy) {
      const missing = this.names.filter((name) => !this.runs[name]).map((name) => NAMES[name]);
      this.status.textContent = missing.length ? `${missing.join(" and ")} still play${missing.length > 1 ? "" : "s"} …` : "";
    } else if (kind === "full") this.status.textContent = "";
    this.draw();
    this.root.dataset.answers = Number(this.root.dataset.answers ?? 0) + 1;
    if (kind === "coarse" && !this.players.busy) this.adapt(performance.now() - this.asked);
    if (!this.players.busy && this.waiting) return this.preview();
    if (!this.players.busy && kind === "full") this.finish();
  }

  /** Play fewer rounds where the last preview took long, more where it was quick. */
  adapt(time) {
    if (time > QUICK[1]) this.rounds = Math.max(COARSE[0], this.rounds / 2);
    if (time < QUICK[0]) this.rounds = Math.min(COARSE[1], this.rounds * 2);
  }

  /** All have played: say it, and look whether a goal is met. */
  finish() {
    this.heard.textContent = this.story.textContent;
    this.root.dataset.played = encode(this.state);
    if (this.small) return;
    const now = { state: this.state, runs: this.runs, V: total_variance(this.sigmas), sigmas: this.sigmas };
    this.before ??= ranking(this.runs);
    for (const goal of goals_met({ ...now, before: this.before })) this.reach(goal);
  }

  reach({ name, score }) {
    const goal = document.querySelector(`.lab-goal-${name}`);
    if (!goal) return;
    goal.dataset.met = "";
    const note = goal.querySelector(".lab-met") ?? goal.insertBefore(html("p", { className: "lab-met", role: "status" }), goal.querySelector(".lab-learnt"));
    note.textContent = `Met${score ? `: ${score}` : "."}`;
  }

  // -- pictures ---------------------------------------------------------------------------

  draw() {
    const width = Math.round(this.strip.picture.getBoundingClientRect().width) || 640;
    const { state } = this;
    this.strip.show(state, time_axis(state.axis, state.T, width));
    const shown = this.shown ?? state;
    const axis = time_axis(state.axis, shown.T, width);
    const lines = this.names.filter((name) => this.runs[name]).map((name) => ({ player: name, ...this.runs[name] }));
    const several = this.names.filter((name) => this.many[name]?.length === SEEDS);
    for (const name of several) {
      const at = lines.findIndex((one) => one.player === name);
      lines.splice(at < 0 ? lines.length : at, at < 0 ? 0 : 1, { player: name, ...band(this.many[name]) });
    }
    if (!lines.length) return;
    lines.sort((one, other) => ON_TOP.indexOf(one.player) - ON_TOP.indexOf(other.player));
    const V = total_variance(this.sigmas);
    const s = shown.entries.filter((value) => value !== 0).length;
    const sigmas = shown.T === state.T ? this.sigmas : curve(shown.points, shown.T, shown.steps);
    const bound = bound_curve(sigmas, lines[0].rounds, shown.d, s);
    const note = this.is_coarse && shown.T < state.T ? ` Preview: ${shown.T.toLocaleString("en")} rounds under the same curve.` : "";
    if (!this.is_coarse) this.story.textContent = story(state, this.runs, V);
    draw_regret(this.regret, lines, bound, axis, `Regret of ${lines.length} players over ${shown.T.toLocaleString("en")} rounds. ${this.story.textContent}`);
    this.root.classList.toggle("lab-coarse", Boolean(note));
    if (note) this.status.textContent = note;
    this.fill_table(lines, bound, s);
    const run = this.runs[state.version];
    if (!this.small && run) {
      const words = phases_in_words(NAMES[state.version], run, state.d);
      draw_phases(this.phases, run, axis, words || "no phases");
      this.found.textContent = words;
    }
  }

  fill_table(lines, bound, s) {
    const sample = (name) => svg("svg", { class: `lab-sample lab-${name}`, viewBox: "0 0 26 12", "aria-hidden": "true" }, svg("path", { d: "M0 6H26" }));
    const row = (name, text, value, found) =>
      html("tr", {}, html("th", { scope: "row" }, sample(name), text), html("td", { className: "lab-number" }, amount(value)), html("td", {}, found));
    const order = [...lines].sort((one, other) => one.regret.at(-1) - other.regret.at(-1));
    const hits = (run) => (run?.support ? `${run.support.filter((place) => this.state.entries[place]).length}/${s}` : "");
    this.table.replaceChildren(
      ...order.map((one) => row(one.player, NAMES[one.player], one.regret.at(-1), hits(this.runs[one.player]))),
      row("bound", "bound at this V", bound.regret.at(-1), ""),
    );
  }
}

