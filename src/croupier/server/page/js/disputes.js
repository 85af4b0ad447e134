/** Disputes in words: what was asked, how long it waits, and the floor's ruling. */

import { dollars } from "./money.js";
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { whyButton } from "./why.js";
import { when } from "./words.js";

/** What a dispute may be about, as its player says it. */
export const ABOUT = {
  payment: "a payment",
  cards: "the cards",
  decision: "a decision of mine that was not heard, or came too late",
  wagers: "a wager",
  other: "something else",
};

/** The same, as others say it. */
const ASKED = { ...ABOUT, decision: "a decision that was not heard, or came too late" };

export const VERDICTS = { upheld: "upheld", "not-upheld": "not upheld", explained: "explained" };

/** The page where disputes are listed. */
export const PAGE = "#/disputes";

/** Where a round is laid out with its disputes. */
export const evidenceOf = (round) => `#/dispute?rounds=${round}`;

/**
 * "upheld, 6(c)(2)".
 * @param {{verdict: string, rule?: string | null, finding?: string | null}} ruling
 */
export const ruledWords = ({ verdict, rule, finding }) =>
  [VERDICTS[verdict], rule, finding].filter(Boolean).join(", ");

/** "waits for 12 min". */
export function waitWords(seconds) {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return "has just been asked";
  return minutes < 120 ? `waits for ${minutes} min` : `waits for ${Math.floor(minutes / 60)} hours`;
}

/** What the record says beside a round that somebody disputes. */
export const rulingLine = (round, disputes = []) =>
  disputes.map(
    (one) =>
      html`<a class="ruling-line" href=${evidenceOf(round)}
        >${one.verdict ? `Ruling: ${ruledWords(one)}` : "Waits for a ruling"}</a
      > `,
  );

/** That the words are what the record has digests of. */
function proof({ matches, words }) {
  if (matches === false)
    return html`<p class="verdict bad">✗ This is not what the record says.</p>`;
  if (matches === null && words === null)
    return html`<p class="hint">
      The words were erased with the player. The record holds the rest.
    </p>`;
  return html`<p class="hint">✓ These words are as they were written: nobody has changed them.</p>`;
}

const said = (who, words) =>
  words === null ? nothing : html`<blockquote><small>${who}</small> ${words}</blockquote>`;

/** The floor's answer. */
function answer(table, { ruling }, own) {
  const by = ruling.by ? ` by ${ruling.by.name ?? ruling.by.person}` : "";
  return html`<p class="ruled ${ruling.verdict}">
      <b>Ruling: ${VERDICTS[ruling.verdict]}</b>
      ${whyButton(table, { ...ruling, line: `Ruling: ${VERDICTS[ruling.verdict]}` })}
      <small>${when(ruling.time)}${by}</small>
    </p>
    ${said("The floor:", ruling.words)}
    ${
      ruling.paid
        ? html`<p>
            ${dollars(ruling.paid)} of play money was paid into
            ${own ? "your account" : "the player's account"}.
          </p>`
        : nothing
    }`;
}

/**
 * One dispute with what came of it.
 * @param {any} dispute
 * @param {{title?: string, own?: boolean}} [how] its heading, if not the words below; whose it is
 */
export function disputeText(dispute, { title = "", own = false } = {}) {
  const { seat, about, lodged, name, words, ruling, waits, game, rulebook } = dispute;
  const who = own ? "You" : (name ?? "A player without a name");
  return html`${title ? html`<h2>${title}</h2>` : nothing}
    <p>${who} asked about ${ASKED[about] ?? about}. <small>Seat ${seat}, ${when(lodged)}</small></p>
    ${said(`${who}:`, words)}
    ${
      ruling
        ? answer({ game, rulebook }, dispute, own)
        : html`<p class="waits"><b>Waits for the floor's ruling.</b> It ${waitWords(waits)}.</p>`
    }
    ${proof(dispute)}`;
}
