// The laboratory: keeps its state, asks the players and shows what they did.

import { curve, total_variance } from "./engine/schedules.js";
import { html, svg, time_axis } from "./axis.js";
import { Goals } from "./challenges.js";
import { band, bound_curve, draw_phases, draw_regret } from "./charts.js";
import { beside, list, over_the_strip, phases_title, program, to_the_laboratory } from "./controls.js";
import { numbers_table } from "./fields.js";
import { Players, dense_follow } from "./players.js";
import { FIRST, NAMES, PLAYERS, decode, encode, game_of, next_seed, problems, sentence, shortened } from "./state.js";
import { Strip } from "./strip.js";
import { amount, phases_in_words, setting, story } from "./words.js";

const COARSE = [1000, 8000]; // rounds of the game that is played while a finger moves: from, to
const QUICK = [15, 40]; // ms for one such game: a slower machine plays fewer rounds, a faster more
const SEEDS = 20;
const SOON = 120; // ms after which those who have played are shown without the others
const CALM = 400; // ms between two changes of the address: browsers do not allow many
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
    this.rounds = COARSE[1];
    this.goals = new Goals();
    this.written = -CALM;
    this.build();
    const said = this.small ? {} : decode(location.hash);
    this.state = said.state ?? { ...FIRST, ...JSON.parse(root.dataset.state ?? "{}") };
    this.players = new Players((answer) => this.hear(answer));
    new ResizeObserver(() => this.draw()).observe(this.strip.picture);
    if (!this.small) addEventListener("hashchange", () => this.follow());
    // An address that leads to a place on the page stays, or the browser would not go there.
    this.change({}, false, !location.hash || Boolean(said.state || said.problem));
    if (said.problem) this.problem.textContent = `${said.problem} The first game is shown instead.`;
  }

  // -- what stands on the page ------------------------------------------------------------

  build() {
    const { root, small } = this;
    this.strip = new Strip((points, moving) => this.change({ points }, moving));
    this.problem = html("p", { className: "lab-trouble", role: "alert" });
    const waiting = { class: "lab-picture", role: "img", "aria-label": "The game is being played." };
    this.phases = svg("svg", waiting);
    this.regret = svg("svg", waiting);
    this.story = html("p", { className: "lab-story" });
    this.on_paper = html("p", { className: "lab-note lab-on-paper" });
    this.reached = html("p", { className: "lab-reached" });
    this.heard = html("p", { className: "lab-heard", "aria-live": "polite" });
    this.found = html("p", { className: "lab-note" });
    this.table = html("tbody");
    this.status = html("p", { className: "lab-note" });
    this.totals = [html("strong"), html("strong")]; // at the strip; beside it where there is room
    const [at_strip, at_table] = this.totals.map((total, n) => html("p", { className: `lab-total-${n}` }, "V = Σσ² = ", total));
    const over = over_the_strip(this);
    this.controls = small ? [over, to_the_laboratory(this)] : [over, phases_title(this), beside(this), this.numbers(), list(this), program(this)];
    const [, title, at_side, ...below] = this.controls;
    const main = html("div", {}, ...over.boxes, at_strip, this.strip.picture, this.problem);
    if (!small) main.append(...title.boxes, this.phases, this.found);
    main.append(
      html("p", { className: "lab-title" }, "Regret so far, ", html("span", { className: "lab-note" }, "dotted: √(sdV) + s, the sharp version’s bound without its constant")),
      this.regret,
      this.status,
      this.story,
      this.on_paper,
      this.reached,
    );
    const head = html("tr", {}, ...["player", "regret", "found"].map((text) => html("th", { scope: "col" }, text)));
    const table = html("table", {}, html("thead", {}, head), this.table);
    const side = html("div", { className: "lab-side" }, at_table, table, ...(small ? title : at_side).boxes);
    root.replaceChildren(html("div", { className: "lab-columns" }, main, side), this.heard, ...below.flatMap((one) => one.boxes));
    this.complain = (name, text) => (name === "points" ? this.curve_in_numbers.complain(text) : at_side.complain(name, text));
  }

  numbers() {
    const made = (this.curve_in_numbers = numbers_table((points) => this.try_one("points", points)));
    const box = html("details", { className: "lab-controls" }, html("summary", {}, "The curve in numbers"), made.box);
    return { boxes: [box], show: ({ points }) => made.show(points) };
  }

  // -- what changes -----------------------------------------------------------------------

  /** Take one value that was typed: complain beside its field, or change the state. */
  try_one(name, value) {
    const state = { ...this.state, [name]: value };
    const wrong = problems(state);
    if (name === "T" && !wrong.T) state.points = shortened(this.state.points, this.state.T, value);
    // Fewer dimensions than entries: it is d that was typed, so it is d that is wrong.
    if (name === "d" && wrong.entries && !wrong.d) wrong.d = `must be at least ${state.entries.length}, the number of entries`;
    this.complain(name, wrong[name] ? sentence(name, wrong[name]) : "");
    if (!wrong[name]) this.change(state);
  }

  /** Change the state, show it, and let the players play it, if it is another game. */
  change(part, moving = false, addressed = true) {
    this.state = { ...this.state, ...part };
    const { points, T, steps } = this.state;
    this.sigmas = curve(points, T, steps);
    for (const one of this.totals) one.textContent = amount(total_variance(this.sigmas));
    if (moving) {
      this.strip.show(this.state, this.strip.axis);
      return this.preview();
    }
    for (const one of this.controls) one.show(this.state);
    this.problem.textContent = "";
    if (!this.small && addressed) this.write_address();
    const { request } = this;
    const known = request && request.kind !== "coarse" && request.key === game_of(this.state);
    if (!known) this.ask("full");
    else if (request.finished) this.root.dataset.played = encode(this.state);
    this.draw();
  }

  /** Follow an address that was typed or reached with Back. */
  follow() {
    const said = decode(location.hash);
    if (said.problem) this.problem.textContent = `${said.problem} The last good picture stays.`;
    else if (said.state) this.change(said.state);
    else this.write_address(); // it led to a place on this page; the game belongs into it again
  }

  write_address() {
    clearTimeout(this.writing);
    const wait = this.written + CALM - performance.now();
    if (wait > 0) return (this.writing = setTimeout(() => this.write_address(), wait));
    this.written = performance.now();
    history.replaceState(null, "", `#${encode(this.state)}`);
  }

  // -- who plays --------------------------------------------------------------------------

  /** Play a shorter game while a finger moves: the next when the last one is shown. */
  preview() {
    this.waiting = true;
    if (this.request.kind !== "coarse" || !this.players.busy) this.ask("coarse");
  }

  /** Ask for a game: "full", "coarse" (short, while a finger moves) or "many" (seeds). */
  ask(kind) {
    const { state } = this;
    this.waiting = false;
    const [coarse, many] = [kind === "coarse", kind === "many"];
    const T = coarse ? Math.min(state.T, this.rounds) : state.T;
    const game = T < state.T ? { ...state, points: shortened(state.points, state.T, T), T } : state;
    const sigmas = T < state.T ? curve(game.points, T, game.steps) : this.sigmas;
    const key = game_of(state);
    // The first of twenty seeds is the one that is shown already, if all have played it.
    const runs = many && this.request.finished && this.request.key === key ? { ...this.request.runs } : {};
    this.request = { kind, game, sigmas, key, runs, seeds: {}, start: performance.now(), finished: false };
    if (!many) delete this.root.dataset.played;
    this.status.textContent = many ? `0 of ${SEEDS} seeds played` : "";
    const seeds = Array.from({ length: many ? SEEDS : 1 }, (_, n) => next_seed(state.seed, n));
    this.players.play(game, this.names, seeds, coarse);
  }

  hear(answer) {
    const { request, players } = this;
    if (answer.problem) this.problem.textContent = answer.problem;
    if (answer.player) {
      (request.seeds[answer.player] ??= []).push(answer);
      if (answer.n === 0) request.runs[answer.player] = answer;
    }
    if (!players.busy) this.settle();
    else if (answer.done && dense_follow(request.game)) this.settle();
    else if (request.kind !== "coarse") this.timer ??= setTimeout(() => this.settle(), SOON);
  }

  /** Show what has been played; when all have, look what it means. */
  settle() {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { request } = this;
    const { kind, runs, seeds, start } = request;
    if (Object.keys(runs).length) this.shown = request;
    const missing = this.names.filter((name) => !runs[name]).map((name) => NAMES[name]);
    const least = Math.min(...this.names.map((name) => seeds[name]?.length ?? 0));
    if (kind === "many") this.status.textContent = least < SEEDS ? `${least} of ${SEEDS} seeds played` : `Mean of ${SEEDS} seeds; the band holds 18 of them.`;
    else if (kind === "full") this.status.textContent = missing.length ? `${missing.join(" and ")} still play${missing.length > 1 ? "" : "s"} …` : "";
    this.draw();
    if (this.players.busy) return;
    this.root.dataset.answers = Number(this.root.dataset.answers ?? 0) + 1;
    if (kind === "coarse") this.adapt(performance.now() - start);
    if (this.waiting) this.preview();
    else if (kind !== "coarse" && !missing.length) this.finish();
  }

  /** Play fewer rounds where the last preview took long, more where it was quick. */
  adapt(time) {
    if (time > QUICK[1]) this.rounds = Math.max(COARSE[0], this.rounds / 2);
    if (time < QUICK[0]) this.rounds = Math.min(COARSE[1], this.rounds * 2);
  }

  /** All have played: say it, and look whether a goal is met. */
  finish() {
    const { game, runs, sigmas } = this.request;
    this.request.finished = true;
    this.root.dataset.played = encode(this.state);
    const met = this.small ? [] : this.goals.met({ state: game, runs, sigmas, V: total_variance(sigmas) });
    const titles = met.map((goal) => this.reach(goal)).filter(Boolean);
    this.reached.replaceChildren(...titles.flatMap((link, n) => [n ? ", " : "✓ Goal met: ", link]));
    this.heard.textContent = [this.story.textContent, this.reached.textContent].join(" ").trim();
  }

  /** Mark a goal as met where it stands on the page; return a link to it. */
  reach({ name, score }) {
    const goal = document.querySelector(`.lab-goal-${name}`);
    if (!goal) return null;
    if (!("met" in goal.dataset)) for (const one of goal.querySelectorAll("details")) one.open = true;
    goal.dataset.met = "";
    goal.id ||= `goal-${name}`;
    if (!goal.querySelector(".lab-met")) goal.querySelector(".lab-learnt").before(html("p", { className: "lab-met" }));
    goal.querySelector(".lab-met").textContent = `Met: ${score}`;
    return html("a", { href: `#${goal.id}` }, goal.querySelector("h2, h3, .rubric").firstChild.textContent);
  }

  // -- pictures ---------------------------------------------------------------------------

  draw() {
    const width = Math.round(this.strip.picture.getBoundingClientRect().width) || 640;
    const { state, shown } = this;
    this.strip.show(state, time_axis(state.axis, state.T, width));
    if (!shown) return;
    const { game, runs, sigmas, seeds, kind } = shown;
    const axis = time_axis(state.axis, game.T, width);
    const of_many = (name) => kind === "many" && seeds[name]?.length === SEEDS;
    const lines = ON_TOP.filter((name) => runs[name]).map((name) => ({ player: name, ...(of_many(name) ? band(seeds[name]) : runs[name]) }));
    const s = game.entries.filter((value) => value !== 0).length;
    const bound = bound_curve(sigmas, lines[0].rounds, game.d, s);
    const short = kind === "coarse" && game.T < state.T;
    if (kind !== "coarse") this.story.textContent = `${kind === "many" ? `Seed ${game.seed} alone: ` : ""}${story(game, sigmas, runs, total_variance(sigmas))}`;
    draw_regret(this.regret, lines, bound, axis, `Regret of ${lines.length} players over ${game.T.toLocaleString("en")} rounds. ${this.story.textContent}`);
    this.root.classList.toggle("lab-coarse", kind === "coarse");
    if (short) this.status.textContent = `Preview: ${game.T.toLocaleString("en")} rounds under the same curve.`;
    this.on_paper.textContent = setting(game);
    const hits = (run) => (run.support ? `${run.support.filter((place) => game.entries[place]).length}/${s}` : "");
    const found = (name) => (of_many(name) ? "" : hits(runs[name]));
    this.fill_table(lines, bound, found);
    const run = runs[state.version];
    if (!this.small && run) {
      const words = phases_in_words(NAMES[state.version], run, game.d);
      draw_phases(this.phases, run, axis, words || "no phases");
      this.found.textContent = words;
    }
  }

  fill_table(lines, bound, found) {
    const sample = (name) => svg("svg", { class: `lab-sample lab-${name}`, viewBox: "0 0 26 12", "aria-hidden": "true" }, svg("path", { d: "M0 6H26" }));
    const row = (name, text, value, last) =>
      html("tr", {}, html("th", { scope: "row" }, sample(name), text), html("td", { className: "lab-number" }, amount(value)), html("td", {}, last));
    const order = [...lines].sort((one, other) => one.regret.at(-1) - other.regret.at(-1));
    this.table.replaceChildren(
      ...order.map((one) => row(one.player, NAMES[one.player], one.regret.at(-1), found(one.player))),
      row("bound", "bound at this V", bound.regret.at(-1), ""),
    );
  }
}
