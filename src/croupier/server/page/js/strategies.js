/** House players: how they may play, and a form in which somebody chooses them. */

import { html } from "./vendor/lit-html/lit-html.js";
import { live } from "./vendor/lit-html/directives/live.js";

/** How a house player may play: `[strategy, name, one sentence]`. */
export const STRATEGIES = /** @type {const} */ ([
  ["best", "As well as possible", "Takes the choice that is worth most, where that is known."],
  ["card", "By the card", "Follows a short strategy card, as a careful beginner does."],
  ["cautious", "Cautious", "Wagers little, and gives up a doubtful hand."],
  ["loose", "Loose", "Wagers more, and hardly ever gives up."],
]);

const sentenceOf = (strategy) => STRATEGIES.find(([name]) => name === strategy)?.[2] ?? "";

/** The house players of a table, one line each; `changed` gets the new list. */
export function companyForm(strategies, most, changed) {
  const set = (number, strategy) => changed(strategies.with(number, strategy));
  const line = (strategy, number) =>
    html`<li>
      <select
        aria-label="How house player ${number + 1} plays"
        .value=${live(strategy)}
        @change=${({ target }) => set(number, target.value)}
      >
        ${STRATEGIES.map(
          ([name, label]) =>
            html`<option value=${name} ?selected=${name === strategy}>${label}</option>`,
        )}
      </select>
      <button
        type="button"
        class="quiet"
        data-key="send-away-${number + 1}"
        aria-label="Without house player ${number + 1}"
        @click=${() => changed(strategies.toSpliced(number, 1))}
      >
        ✕
      </button>
      <small>${sentenceOf(strategy)}</small>
    </li>`;
  return html`<div class="company-form">
    ${
      strategies.length
        ? html`<ol class="plain">
            ${strategies.map(line)}
          </ol>`
        : html`<p class="hint">No house players: only the people whom you invite.</p>`
    }
    <button
      type="button"
      data-key="add-house-player"
      ?disabled=${strategies.length >= most}
      @click=${() => changed([...strategies, strategies.at(-1) ?? "best"])}
    >
      Add a house player
    </button>
  </div>`;
}
