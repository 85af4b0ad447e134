/** The dealer's panel beside a table. */

import { html } from "../vendor/lit-html/lit-html.js";
import { reports } from "./floor_table.js";
import { waitedFor } from "../dealing.js";

/** Who is waited for, and what can be reported with the rule that will deal with it. */
export function dealerPanel(table) {
  const names = waitedFor(table.picture);
  return html`<div class="floor-panel">
    <p class="waiting-for">
      ${names ? html`The table waits for <b>${names}</b>.` : "The table waits for nobody but you."}
    </p>
    ${reports(table)}
  </div>`;
}
