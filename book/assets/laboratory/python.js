// The same games as a program for the library. It draws the same random numbers, so it gives the
// same regret.

const PROGRAMS = {
  divide: () => 'DivideAndConquer(on_noise="ignore")',
  oful: (delta) => `OFUL(delta=${delta})`,
  weighted: (delta) => `WeightedOFUL(delta=${delta})`,
  printed: (delta) => `VASLB(WeightedOFUL(), "printed", delta=${delta})`,
  repaired: (delta) => `VASLB(WeightedOFUL(), "repaired", delta=${delta})`,
  sharp: (delta) => `SharpVASLB(WeightedOFUL(), delta=${delta})`,
};

export function python(state, players = Object.keys(PROGRAMS)) {
  const { points, steps, d, entries, T, delta, seed } = state;
  const drawn = points.map(([round, sigma]) => `(${round}, ${sigma})`).join(", ");
  return [
    "from vaslb_edu import (",
    "    OFUL, VASLB, DivideAndConquer, SharpVASLB, WeightedOFUL, schedules, simulate, sparse_parameter",
    ")",
    "",
    `theta = sparse_parameter(d=${d}, values=[${entries.join(", ")}])`,
    `sigma = schedules.curve([${drawn}], steps=${steps ? "True" : "False"})`,
    "players = {",
    ...players.map((name) => `    "${name}": ${PROGRAMS[name](delta)},`),
    "}",
    "runs = {",
    `    name: simulate(player, theta, sigma, horizon=${T}, seed=${seed})`,
    "    for name, player in players.items()",
    "}",
    "for name, run in runs.items():",
    '    print(f"{name:10} {run.final_regret:,.6g}")',
    "",
  ].join("\n");
}
