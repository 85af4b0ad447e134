/** A round that somebody shares: its review, and what happened as that seat saw it. */

import { Stepper } from "../stepper.js";
import { alarm, page } from "../render.js";
import { api } from "../net.js";
import { figuresPart, summed } from "./review.js";
import { gameOf } from "../games.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { list, when } from "../words.js";
import { step } from "../sides.js";
import { wait } from "../dom.js";

/** Milliseconds until a review that is being computed is asked for again. */
const AGAIN = 1000;

class Shared {
  told = null;
  game = null;

  constructor(draw, token) {
    this.draw = draw;
    this.token = token;
    this.stepper = new Stepper({
      reviewOf: async () => this.told.review,
      gameOf,
      redraw: () => this.show(),
      own: false,
    });
  }

  close() {
    this.closed = true;
    this.stepper.close();
  }

  async load() {
    do {
      if (this.told) await wait(AGAIN);
      if (this.closed) return;
      this.told = await api("POST", "/api/shared", { body: { token: this.token } });
      this.game ??= await gameOf(this.told.game);
      if (this.told.ready) this.stepper.take(summed(this.told.review).decisions);
      this.show();
    } while (!this.told.ready && !this.closed);
  }

  show() {
    if (this.closed) return;
    const { told, game } = this;
    const table = { game: told.game, rulebook: told.rulebook, title: game?.title };
    const seats = `seat${told.mine.length > 1 ? "s" : ""} ${list(told.mine.map(String))}`;
    this.draw(
      html`<h1>A shared round</h1>
        <p class="hint">
          ${game?.title ?? told.game}, ${when(told.began)}, as ${seats} saw it. Play money.
        </p>
        ${told.ready ? this.#review() : html`<p role="status">Reviewing this round…</p>`}
        <details class="card">
          <summary>What happened, step by step</summary>
          <ol class="log">
            ${told.steps.map(({ event }) => step(table, event))}
          </ol>
        </details>
        <p><a class="button primary" href="#/">Play yourself</a></p>`,
    );
  }

  #review() {
    const { review } = this.told;
    return html`${figuresPart(summed(review))}
    ${
      review.decisions.length
        ? this.stepper.draw()
        : html`<p class="card">There was nothing to decide in this round.</p>`
    }`;
  }
}

export function sharedView(root, { id }) {
  const draw = page(root, "review");
  const tell = (body) =>
    draw(
      html`<h1>A shared round</h1>
        ${body}`,
    );
  tell(html`<p role="status">Opening the round…</p>`);
  const shared = new Shared(draw, id);
  shared.load().catch((error) => !shared.closed && tell(alarm(error)));
  return () => shared.close();
}
