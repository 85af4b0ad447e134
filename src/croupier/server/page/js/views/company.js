/** House players of a table, as its host or the floor chooses them beside it. */

import { attempt } from "../shell.js";
import { companyForm } from "../strategies.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { session } from "../session.js";

/** The house players that the table keeps, and what somebody is about to choose instead. */
export function companyPart(table, nobody = undefined) {
  const { picture } = table;
  const hostState = (table.hostState ??= {});
  const kept = picture.company ?? [];
  const chosen = hostState.company ?? kept;
  const changed = (news) => {
    hostState.company = news;
    table.side?.refresh();
  };
  const token = session.isFloor ? session.token : table.token;
  const use = () =>
    attempt(async () => {
      await table.send("company", { strategies: chosen }, token);
      hostState.company = null;
    }, "The house players are chosen.");
  return html`${companyForm(chosen, Object.keys(picture.seats).length, changed, nobody)}
  ${
    chosen.join() === kept.join()
      ? null
      : html`<p class="buttons">
            <button class="primary" data-key="use-company" @click=${use}>Use these</button>
          </p>
          <p class="hint">Nothing has changed yet.</p>`
  }`;
}
