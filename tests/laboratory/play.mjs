// Play recorded games with the engine of the page: node play.mjs ENGINE/run.js GAMES.json
import { readFileSync } from "node:fs";

const [engine, file] = process.argv.slice(2);
const { PLAYERS, simulate } = await import(engine);
const { curve } = await import(new URL("schedules.js", engine));
const { sparse_parameter } = await import(new URL("game.js", engine));

const bytes_of = (text) => Uint8Array.from(Buffer.from(text, "base64"));
const numbers_of = (text) => new Float64Array(bytes_of(text).buffer);

const fail = (what) => {
  throw new Error(what);
};

class Recorded {
  constructor([signs, ...spawned], choices = "") {
    this.rows = bytes_of(signs);
    this.choices = numbers_of(choices);
    this.spawned = spawned.map((one) => new Recorded(one));
    this.used = 0;
  }
  spawn() {
    return this.spawned.shift() ?? fail("an exploration that Python did not have");
  }
  bits(row) {
    if (this.used + row.length > this.rows.length) fail("more signs than Python drew");
    row.set(this.rows.subarray(this.used, this.used + row.length));
    this.used += row.length;
    return row;
  }
  choice(count) {
    this.used += count;
    return this.choices.subarray(this.used - count, this.used);
  }
}

function play(game) {
  const { player, dim, entries, points, steps, horizon, delta } = game.setting;
  const run = simulate(
    PLAYERS[player](delta),
    sparse_parameter(dim, entries),
    curve(points, horizon, steps),
    numbers_of(game.normals),
    new Recorded(["", ...game.signs], game.choices),
    game.checkpoints,
  );
  const phases = run.phases.map((one) => [one.kind, one.gap, one.start, one.stop, one.added, one.complete]);
  return { regret: Array.from(run.regret), support: run.support, phases };
}

const played = JSON.parse(readFileSync(file, "utf-8")).map((game) => {
  try {
    return play(game);
  } catch (problem) {
    return { problem: problem.message };
  }
});
console.log(JSON.stringify(played));
