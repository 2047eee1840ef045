// The loop that plays a learner. Mirrors `stretches` of learner.py.

/** Let a learner play on the coordinates `support` until `stop` says so; return if it did.
 *
 * `stop(switched, action, reward)` is asked after every round.
 */
export function stretches(learner, game, support, stop) {
  let { action } = learner;
  let mean = game.mean(action, support);
  while (game.remaining) {
    const reward = game.play(mean);
    const switched = learner.take(reward, game.sigma);
    if (stop(switched, action, reward)) return true;
    if (switched) {
      action = learner.action;
      mean = game.mean(action, support);
    }
  }
  return false;
}
