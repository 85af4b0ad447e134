/** Lets events happen one after another at a pace that people can follow, and never much later than they happened. */

import { apply } from "./model.js";
import { stillness, wait } from "./dom.js";

/** Milliseconds that each kind of event takes; everything else happens at once. */
const PACE = {
  deal: 240,
  burn: 220,
  discard: 420,
  turn: 420,
  "turn-card": 420,
  wager: 260,
  withdraw: 220,
  take: 320,
  pay: 480,
  push: 260,
  return: 280,
  stake: 160,
  "to-pot": 160,
  commission: 420,
  award: 700,
  announce: 700,
  compare: 380,
  mark: 300,
  report: 700,
  void: 700,
  stub: 250,
  fold: 200,
  collect: 0,
  align: 300,
};
const LONGEST = 2800;

export class Director {
  /** @param onEvent told every event when it happens; @param onRest when nothing is left. */
  constructor(scene, model, { onEvent, onRest }) {
    Object.assign(this, { scene, model, onEvent, onRest, queue: [], busy: false });
  }

  /** Begin anew from a state in which nothing moves. */
  reset(model) {
    this.queue = [];
    this.model = model;
  }

  play(events) {
    this.queue.push(...events);
    const total = this.queue.reduce((sum, event) => sum + (PACE[event.kind] ?? 0), 0);
    this.hurry = Math.min(1, LONGEST / Math.max(total, 1));
    if (!this.busy) this.#run();
  }

  async #run() {
    this.busy = true;
    while (this.queue.length) {
      if (stillness.matches || document.hidden) {
        this.#atOnce();
        break;
      }
      const event = this.queue.shift();
      const ms = Math.round((PACE[event.kind] ?? 0) * this.hurry);
      const model = this.model;
      const comes = ["deal", "wager", "pay", "award", "stake", "turn", "turn-card", "burn", "discard"].includes(
        event.kind,
      );
      this.onEvent(event);
      if (comes) await this.scene.move(event, ms);
      const goes = comes ? null : this.scene.move(event, ms);
      if (model !== this.model) continue;
      apply(model, event);
      if (ms || this.queue[0]?.kind !== event.kind) this.scene.draw(model, event.kind);
      if (event.kind === "turn" || event.kind === "turn-card") this.scene.unfold(event, ms);
      if (goes && ms) await Promise.all([goes, wait(ms)]);
    }
    this.busy = false;
    this.onRest();
  }

  /** Where nothing moves, or nobody looks: all that has happened, in one drawing. */
  #atOnce() {
    for (const event of this.queue.splice(0)) {
      this.onEvent(event);
      apply(this.model, event);
    }
    this.scene.draw(this.model);
  }
}
