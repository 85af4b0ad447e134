/** House players: how they may play, and a form in which somebody chooses them. */

import { capital } from "./words.js";
import { html } from "./vendor/lit-html/lit-html.js";
import { live } from "./vendor/lit-html/directives/live.js";

/** @type {{strategy: string, title: string, sentence: string}[]} */
let known = [];

/** Learn from the server how house players may play. */
export function learnStrategies(strategies = []) {
  known = strategies;
}

const of = (strategy) => known.find((one) => one.strategy === strategy);

/** What somebody is called who plays for the house in this way: "house player, cautious". */
export const houseWord = (strategy) =>
  ["house player", of(strategy)?.title].filter(Boolean).join(", ");

const NOBODY = "No house players: only the people whom you invite.";

/** The house players of a table, one line each; `changed` gets the new list. */
export function companyForm(strategies, most, changed, nobody = NOBODY) {
  const set = (number, strategy) => changed(strategies.with(number, strategy));
  const line = (strategy, number) =>
    html`<li>
      <select
        aria-label="How house player ${number + 1} plays"
        .value=${live(strategy)}
        @change=${({ target }) => set(number, target.value)}
      >
        ${known.map(
          ({ strategy: name, title }) =>
            html`<option value=${name} ?selected=${name === strategy}>${capital(title)}</option>`,
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
      <small>${of(strategy)?.sentence ?? ""}</small>
    </li>`;
  return html`<div class="company-form">
    ${
      strategies.length
        ? html`<ol class="plain">
            ${strategies.map(line)}
          </ol>`
        : html`<p class="hint">${nobody}</p>`
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
