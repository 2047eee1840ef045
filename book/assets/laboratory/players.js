// Asks two workers to play, one for the sparse players and one for the dense learners: these may
// take seconds in many dimensions, and then follow when they are ready. The newest request wins.

const DENSE = ["oful", "weighted"];
const QUICK = 24; // dimensions up to which a dense learner plays while a finger moves
const LONG = 8e6; // rounds times dimensions from which one sparse player may take a second

/** Say whether the dense learners take so long in a game that the others are shown first. */
export const dense_follow = (game) => game.d > QUICK;

export class Players {
  /** `tell(answer)` hears of every game of the newest request, and of the end of each worker. */
  constructor(tell) {
    this.tell = tell;
    this.id = 0;
    this.desks = [desk(), desk()];
    for (const one of this.desks) this.listen(one);
  }

  listen(one) {
    one.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    const hear = (answer) => {
      if (answer.done) one.busy = false;
      this.tell(answer);
    };
    one.worker.onmessage = ({ data }) => data.id === this.id && hear(data);
    one.worker.onerror = () => hear({ problem: "The players could not be loaded.", done: true });
  }

  get busy() {
    return this.desks.some((one) => one.busy);
  }

  /** Play a game: every player on every seed; in a coarse one slow players sit out. */
  play(game, players, seeds, coarse) {
    const id = ++this.id;
    const slow = [game.d * game.T > LONG, dense_follow(game)];
    const shares = [
      players.filter((one) => !DENSE.includes(one)),
      slow[1] && coarse ? [] : players.filter((one) => DENSE.includes(one)),
    ];
    this.desks.forEach((one, n) => {
      if (one.slow && one.busy) {
        one.worker.terminate(); // it would go on for seconds with what nobody waits for
        this.listen(one);
      }
      one.busy = shares[n].length > 0;
      one.slow = slow[n];
      one.worker.postMessage({ id, game, players: shares[n], seeds });
    });
  }
}

const desk = () => ({ worker: null, busy: false, slow: false });
