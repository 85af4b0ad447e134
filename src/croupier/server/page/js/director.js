/** Shows events one after another at a pace that people can follow, and never much too late. */

import { apply } from "./model.js";
import { effectOf } from "./effects.js";
import { preferences } from "./preferences.js";
import { shownAs } from "./vocabulary.js";
import { stillness, wait } from "./dom.js";

/** Milliseconds that all waiting events together may take. */
const LONGEST = 2800;

/** How long everything takes, by the speed that a person has chosen. */
const SPEEDS = { slow: 2, normal: 1, fast: 0.45, "at once": 0 };

export class Director {
  /** `onEvent` is called with every event when it is shown, `onRest` when none is left. */
  constructor(scene, model, { onEvent, onRest }) {
    this.scene = scene;
    this.model = model;
    this.onEvent = onEvent;
    this.onRest = onRest;
    this.queue = [];
    this.busy = false;
    this.turn = 0; // a reset ends the turn: what is under way then shows nothing more
  }

  /** Begin again from a state in which nothing moves. */
  reset(model) {
    this.queue = [];
    this.model = model;
    this.turn += 1;
    this.busy = false;
  }

  play(events) {
    this.queue.push(...events);
    const total = this.queue.reduce((sum, event) => sum + shownAs(event).pace, 0);
    this.hurry = Math.min(1, LONGEST / Math.max(total, 1)) * SPEEDS[preferences.get("speed")];
    if (!this.busy) this.#run();
  }

  async #run() {
    this.busy = true;
    const { turn } = this;
    while (turn === this.turn && this.queue.length) {
      if (stillness.matches || document.hidden || !this.hurry) {
        this.#atOnce();
        break;
      }
      const event = this.queue.shift();
      const shown = shownAs(event);
      const { comes, layers, unfolds } = effectOf(shown);
      const ms = Math.round(shown.pace * this.hurry);
      const model = this.model;
      this.onEvent(event);
      if (comes) await this.scene.move(event, ms);
      const goes = comes ? null : this.scene.move(event, ms);
      if (turn !== this.turn) break;
      apply(model, event);
      if (ms || this.queue[0]?.kind !== event.kind) this.scene.draw(model, layers);
      if (unfolds) this.scene.unfold(event, ms);
      if (goes && ms) await Promise.all([goes, wait(ms)]);
    }
    if (turn === this.turn) this.busy = false;
    if (!this.busy) this.onRest();
  }

  /** Where nothing moves, or nobody looks: everything that has happened, in one drawing. */
  #atOnce() {
    for (const event of this.queue.splice(0)) {
      this.onEvent(event);
      apply(this.model, event);
    }
    this.scene.draw(this.model);
  }
}
