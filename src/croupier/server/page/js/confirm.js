/** Asks before something is done that cannot be taken back. */

import { complaint, dialog } from "./why.js";
import { html, render } from "./vendor/lit-html/lit-html.js";

/**
 * A window that says what will happen, and does it when that is confirmed. It closes once it is
 * done; a refusal is shown in it. Pressed twice, it is done once.
 * @param {string} title
 * @param {object} order
 * @param {(known: any, learn: (news: object) => void) => unknown} order.body what will happen, from
 *   what has been filled in; `learn` takes what is filled in
 * @param {(known: any) => Promise<unknown>} order.act
 * @param {string} order.label what the button says
 * @param {string} [order.kind]
 * @param {object} [order.known] what is filled in at first
 * @param {(known: any) => boolean} [order.ready] whether it may be confirmed
 * @param {object | null} [order.about] the table whose rules a refusal cites
 */
export function ask(
  title,
  { body, act, label, kind = "primary", known = {}, ready = () => true, about = null },
) {
  const box = document.createElement("div");
  let [wrong, busy] = [null, false];
  const learn = (news) => {
    Object.assign(known, news);
    draw();
  };
  const go = async () => {
    if (busy) return;
    busy = true;
    try {
      await act(known);
      shown.close();
    } catch (error) {
      wrong = error;
      draw();
    } finally {
      busy = false;
    }
  };
  const draw = () =>
    render(
      html`${body(known, learn)}
        <div aria-live="polite">${wrong ? complaint(about, wrong) : null}</div>
        <div class="buttons answers">
          <button class=${kind} data-key="do-it" ?disabled=${!ready(known)} @click=${go}>
            ${label}
          </button>
          <button data-key="cancel" @click=${() => shown.close()}>Cancel</button>
        </div>`,
      box,
    );
  draw();
  const shown = dialog(title, box);
  return shown;
}

/** What was and what will be, line by line: `[[label, value], …]`. */
export const figures = (lines) =>
  html`<dl class="figures">
    ${lines.map(
      ([label, value]) =>
        html`<dt>${label}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
