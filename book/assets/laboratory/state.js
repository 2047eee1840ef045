// The state of the laboratory: what it is, what is allowed, and how it is written in the address.

export const PLAYERS = ["divide", "oful", "weighted", "printed", "repaired", "sharp"];
export const VERSIONS = ["sharp", "repaired", "printed"];
export const NAMES = {
  divide: "divide and conquer",
  oful: "OFUL",
  weighted: "Weighted OFUL",
  printed: "VASLB as printed",
  repaired: "VASLB repaired",
  sharp: "sharp VASLB",
};
export const HANDLES = 12; // more points than this, from a list, have no handles
export const MOST_POINTS = 200;
const LEAST_DELTA = 1e-100; // a share of less is no number any more

export const FIRST = Object.freeze({
  points: Object.freeze([[1, 0.3], [10, 0.3], [100, 0.3], [1000, 0.3], [10000, 0.3], [100000, 0.3]]),
  steps: false,
  d: 16,
  entries: Object.freeze([0.9, 0.4, 0.15, 0.1]),
  T: 100000,
  delta: 0.05,
  seed: 1,
  axis: "log",
  version: "sharp",
});

/** What a value is called where something is wrong with it. */
export const CALLED = { points: "the curve", entries: "the entries", delta: "δ", steps: "k", axis: "the time axis", version: "the version" };

const whole = (low, high) => (value) =>
  Number.isSafeInteger(value) && value >= low && value <= high
    ? ""
    : `must be a whole number from ${low.toLocaleString("en")} to ${high.toLocaleString("en")}`;
const one_of = (options) => (value) =>
  options.includes(value) ? "" : `must be one of ${options.join(", ")}`;

/** What is wrong with a value: a sentence without its subject, or nothing. */
export const RULES = {
  d: whole(1, 64),
  T: whole(10, 1000000),
  seed: whole(0, Number.MAX_SAFE_INTEGER),
  delta: (value) => (value >= LEAST_DELTA && value < 1 ? "" : `must lie between 0 and 1${value > 0 && value < 1 ? `; the least is ${LEAST_DELTA}` : ""}`),
  axis: one_of(["log", "linear"]),
  version: one_of(VERSIONS),
  steps: one_of([true, false]),
  entries: (values, { d }) => {
    if (!values.length || !values.every(Number.isFinite)) return "must be numbers, such as 0.9, 0.4";
    if (!values.some((value) => value !== 0)) return "must hold a number other than 0";
    return values.length <= d ? "" : `must be at most d = ${d}, here are ${values.length}`;
  },
  points: (points) => {
    if (!points.length) return "needs at least one point";
    if (points.length > MOST_POINTS) return `has room for ${MOST_POINTS} points`;
    for (const [n, [round, sigma, ...more]] of points.entries()) {
      if (sigma === undefined || more.length) return `needs a round and a σ for every point, point ${n + 1} has not`;
      if (!(sigma >= 0 && sigma <= 1)) return `needs σ from 0 to 1, point ${n + 1} has ${sigma}`;
      if (!Number.isSafeInteger(round) || round < 1) return `needs whole rounds from 1 on, point ${n + 1} has ${round}`;
      if (n && round <= points[n - 1][0]) return `needs rounds that ascend: ${round} comes after ${points[n - 1][0]}`;
    }
    return "";
  },
};

/** Return what is wrong with a state, as {name: sentence}; empty if nothing is. */
export function problems(state) {
  const found = {};
  for (const [name, rule] of Object.entries(RULES)) {
    const wrong = rule(state[name], state);
    if (wrong) found[name] = wrong;
  }
  return found;
}

/** Return a whole sentence about a value that is wrong. */
export const sentence = (name, wrong) => `${CALLED[name] ?? name} ${wrong}`;

const KEYS = { points: "p", steps: "k", d: "d", entries: "e", T: "T", delta: "n", seed: "r", axis: "x", version: "v" };

/** Write what differs from the first state, for the part of an address after #. */
export function encode(state) {
  const parts = [];
  for (const [name, key] of Object.entries(KEYS)) {
    if (JSON.stringify(state[name]) === JSON.stringify(FIRST[name])) continue;
    let text = String(state[name]);
    if (name === "points") text = state.points.map(([round, sigma]) => `${round}:${sigma}`).join("_");
    if (name === "entries") text = state.entries.join("_");
    parts.push(`${key}=${text}`);
  }
  return `lab&${parts.join("&")}`;
}

/** Read an address: {state}, or {problem} with a sentence if it is mangled; {} if it says nothing. */
export function decode(hash) {
  let text = hash.replace(/^#/, "");
  if (!/^lab(&|$)/.test(text)) return {};
  try {
    text = decodeURIComponent(text); // some programs that send links write %3A for a colon
  } catch {
    return { problem: "The address cannot be read: it holds a % that stands for nothing." };
  }
  const state = { ...FIRST };
  for (const part of text.split("&").slice(1).filter(Boolean)) {
    const [key, value = ""] = part.split("=");
    const name = Object.keys(KEYS).find((one) => KEYS[one] === key);
    if (!name) return { problem: `The address names “${key.slice(0, 20)}”, which the laboratory does not know.` };
    if (name === "points") state.points = value.split("_").map((one) => one.split(":").map(number));
    else if (name === "entries") state.entries = value.split("_").map(number);
    else if (name === "axis" || name === "version") state[name] = value;
    else if (name === "steps") state.steps = value === "true" ? true : value === "false" ? false : value;
    else state[name] = number(value);
  }
  const [wrong] = Object.entries(problems(state)).map((one) => sentence(...one));
  if (wrong) return { problem: `The address cannot be read: ${wrong}.` };
  return { state };
}

/** Return a text as a number; an empty one is none. */
export function number(text) {
  return String(text).trim() === "" ? NaN : Number(text);
}

/** Return a text as a whole number; 100,000 is one, too. */
export function whole_number(text) {
  return number(/^\s*\d{1,3}(,\d{3})+\s*$/.test(text) ? text.replaceAll(",", "") : text);
}

/** Return the game alone: states that look different may be the same game. */
export const game_of = (state) => encode({ ...state, axis: FIRST.axis, version: FIRST.version });

/** Return the seed after another; after the last comes the first. */
export const next_seed = (seed, ahead = 1) => (seed <= Number.MAX_SAFE_INTEGER - ahead ? seed + ahead : ahead - 1);

/** Return a list of numbers from a text: commas, semicolons, blanks and lines separate. */
export function numbers(text) {
  return text.split(/[\s,;]+/).filter(Boolean).map(number);
}

/** Return points from a list: one level for each of as many equal stretches of the game. */
export function points_of_list(levels, T) {
  return levels.map((level, n) => [1 + Math.floor((n * T) / levels.length), level]);
}

/** Return the points of a game of `rounds` rounds that looks the same as one of T. */
export function shortened(points, T, rounds) {
  const short = new Map();
  for (const [round, sigma] of points) short.set(Math.max(1, Math.round((round * rounds) / T)), sigma);
  return [...short];
}
