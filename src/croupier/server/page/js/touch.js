/** Hands on the felt of the dealer's chair: pressing and dragging, and what they mean. */

import { called, frames, groupsOf, meant, pointOn, things, thingsAt } from "./hands.js";
import { list, seatOf } from "./words.js";
import { render } from "./vendor/lit-html/lit-html.js";

/** Where the dealer button lies, as the scene draws it. */
function buttonAt(g, { button }, model) {
  const place = model.button ?? button;
  if (place === null || place === undefined) return null;
  return g.seats[seatOf(String(place))]?.button ?? g.dealerButton;
}

export class Touch {
  /** @type {string[]} the names of what is held */
  held = [];
  /** @type {ReturnType<typeof meant> | null} what that can mean */
  now = null;
  /** @type {{x: number, y: number} | null} where the felt was pressed last */
  at = null;
  line = "";

  /**
   * @param {any} scene
   * @param {{onPick: (choice: number) => void, onHold: () => void}} then a choice is meant, or
   *   something else is held
   */
  constructor(scene, { onPick, onHold }) {
    this.scene = scene;
    this.onPick = onPick;
    this.onHold = onHold;
    this.choices = [];
    this.right = null;
    this.clear();
    this.layer = document.createElementNS("http://www.w3.org/2000/svg", "g");
    this.layer.setAttribute("class", "hands-layer");
    scene.svg.append(this.layer);
    scene.svg.addEventListener("pointerdown", (event) => (this.from = this.#name(event)));
    scene.svg.addEventListener("pointerup", (event) => this.#up(event));
    this.watcher = new ResizeObserver(() => this.#resized());
    this.width = scene.box.clientWidth;
    this.watcher.observe(scene.box);
  }

  close() {
    this.watcher.disconnect();
  }

  /** Another moment: nothing is held. `right` is the choice that a guided lesson shows. */
  offer(choices, right) {
    Object.assign(this, { choices, right });
    this.clear();
    this.draw();
  }

  clear() {
    Object.assign(this, { held: [], now: null, at: null, line: "" });
  }

  /** Let everything go again. */
  letGo() {
    if (!this.held.length) return;
    this.clear();
    this.draw();
    this.onHold();
  }

  /** The felt is laid out again: what is offered at the hand would lie elsewhere. */
  #resized() {
    const { clientWidth } = this.scene.box;
    if (clientWidth !== this.width) this.letGo();
    this.width = clientWidth;
    this.draw();
  }

  get #all() {
    const { g, picture, model } = this.scene;
    return things(g, buttonAt(g, picture, model));
  }

  /** What is at a point of the window: rather something that a choice goes by. */
  #name(event) {
    const box = this.scene.svg.getBoundingClientRect();
    const names = thingsAt(this.#all, pointOn(this.scene.g, box, event));
    const known = new Set(
      this.choices.flatMap((choice) => groupsOf(choice, this.scene.felt).flat()),
    );
    return names.find((name) => known.has(name)) ?? names[0] ?? null;
  }

  #up(event) {
    const [from, to] = [this.from, this.#name(event)];
    this.from = null;
    const box = this.scene.box.getBoundingClientRect();
    this.at = { x: event.clientX - box.left, y: event.clientY - box.top };
    if (to === null) this.letGo();
    else this.touch(from && from !== to ? [from, to] : [...this.held, to]);
  }

  /** Put a hand on things: where they mean one choice and nothing is missing, that is picked. */
  touch(names) {
    const { felt } = this.scene;
    const last = names.slice(-1);
    const tried = [names, last].map((held) => ({ held, ...meant(this.choices, felt, held) }));
    const now = tried.find(({ fits }) => fits.length);
    if (!now) {
      this.clear();
      this.line = `None of the choices is about ${called(last[0])}.`;
    } else if (now.fits.length === 1 && now.done.length === 1) {
      this.clear();
      this.draw();
      return this.onPick(now.done[0]);
    } else {
      Object.assign(this, { held: now.held, now });
      const on = list([...new Set(now.held)].map(called));
      this.line = `Your hand is on ${on}: press what it goes with, or choose.`;
    }
    this.draw();
    return this.onHold();
  }

  /** The frames around what is held and what could come next; before that, a lesson's own. */
  draw() {
    if (!this.scene.g) return;
    const shown = this.right === null ? [] : groupsOf(this.choices[this.right], this.scene.felt);
    const more = this.now?.more ?? new Set(shown.flat());
    render(frames(this.#all, this.held, more), this.layer);
  }
}
