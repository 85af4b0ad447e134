/** The ways to look at what has been: one's own rounds, one's decisions, the rounds of the house. */

import { html, nothing } from "./vendor/lit-html/lit-html.js";

/**
 * The tabs of the record.
 * @param {"me" | "review" | "house"} here
 * @param {string | null} table the table whose rounds are shown, if only one
 */
export function recordTabs(here, table = null) {
  const at = table ? `&table=${encodeURIComponent(table)}` : "";
  const tab = (key, name, href) =>
    html`<a href=${href} aria-current=${key === here ? "page" : nothing}>${name}</a>`;
  return html`<nav class="segments" aria-label="The record">
    ${tab("me", "My rounds", `#/record?of=me${at}`)} ${tab("review", "Review", "#/review")}
    ${tab("house", "The house", `#/record?of=house${at}`)}
  </nav>`;
}
