// Asks two workers to play, one for the sparse players and one for the dense learners: these may
// take seconds in many dimensions, and then follow when they are ready. The newest request wins.

const DENSE = ["oful", "weighted"];
const QUICK = 24; // dimensions up to which a dense learner plays while a finger moves

export class Players {
  /** `tell(kind, answer)` gets every game; `kind` is what the request was made for. */
  constructor(tell) {
    this.tell = tell;
    this.id = 0;
    this.desks = [desk(), desk()];
    for (const one of this.desks) this.listen(one);
  }

  listen(one) {
    one.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    one.worker.onmessage = ({ data }) => {
      if (data.id !== this.id) return;
      if (data.done) one.busy = false;
      this.tell(this.kind, data.done ? { done: !this.busy } : data);
    };
    one.worker.onerror = () => this.tell(this.kind, { problem: "A game could not be played." });
  }

  get busy() {
    return this.desks.some((one) => one.busy);
  }

  /** Play a game: every player on every seed. */
  play(kind, game, players, seeds) {
    const id = ++this.id;
    this.kind = kind;
    const slow = game.d > QUICK;
    const shares = [
      players.filter((one) => !DENSE.includes(one)),
      players.filter((one) => DENSE.includes(one)),
    ];
    this.desks.forEach((one, n) => {
      const skip = !shares[n].length || (n === 1 && slow && kind === "coarse");
      if (n === 1 && one.slow && one.busy) {
        one.worker.terminate(); // it would go on for seconds with what nobody waits for
        this.listen(one);
      }
      one.busy = !skip;
      one.slow = slow;
      one.worker.postMessage({ id, game, players: skip ? [] : shares[n], seeds });
    });
  }
}

const desk = () => ({ worker: null, busy: false, slow: false });
