// The zoo of the chapter on the game, drawn with few points, for a game of T rounds.

/** Return {name: {points, steps}} at a level. */
export function presets(T, level) {
  const at = (share) => Math.max(1, Math.round(share * T));
  const line = (...points) => ({ points: ascending(points), steps: false });
  const stairs = (...points) => ({ points: ascending(points), steps: true });
  const spread = Array.from({ length: 6 }, (_, n) => Math.round(T ** (n / 5)));
  const decay = Array.from({ length: 12 }, (_, n) => Math.round(T ** (n / 11)));
  return {
    constant: line(...spread.map((round) => [round, level])),
    "quiet, then loud": stairs([1, 0], [at(0.01), 0], [at(0.1), 0], [at(0.5) + 1, level], [at(0.75), level], [T, level]),
    "loud, then quiet": stairs([1, level], [at(0.01), level], [at(0.1), level], [at(0.5) + 1, 0], [at(0.75), 0], [T, 0]),
    decay: line(...decay.map((round) => [round, rounded(level / Math.sqrt(round))])),
    periodic: stairs(...Array.from({ length: 12 }, (_, n) => [1 + at(n / 12), n % 2 ? level : 0])),
    bursts: stairs([1, 0], [at(0.04), level], [at(0.06), 0], [at(0.27), level], [at(0.29), 0], [at(0.45), level], [at(0.47), 0], [at(0.71), level], [at(0.73), 0], [at(0.92), level], [at(0.94), 0]),
    ramp: line([1, 0], [at(0.2), rounded(level * 0.2)], [at(0.4), rounded(level * 0.4)], [at(0.6), rounded(level * 0.6)], [at(0.8), rounded(level * 0.8)], [T, level]),
  };
}

export const rounded = (value) => Number(value.toPrecision(3));

/** Leave out points in a round that another has already (short games). */
function ascending(points) {
  return points.filter(([round], n) => n === 0 || round > points[n - 1][0]);
}
