/** Disputes in a list: the floor's inbox, or what a player has asked. */

import { alarm, page } from "../render.js";
import { api } from "../net.js";
import { disputeText, evidenceOf } from "../disputes.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { onRulings, sawRulings } from "../rulings.js";
import { session } from "../session.js";

/** Milliseconds between two looks at the floor's inbox. */
const PAUSE = 15_000;

const card = (dispute, own, label) =>
  html`<li class="card dispute-card">
    ${disputeText(dispute, { title: `Round ${dispute.round} at ${dispute.table_name}`, own })}
    <p class="buttons no-print">
      <a class="button" href=${evidenceOf(dispute.round)}
        >${label}<span class="sr"> of round ${dispute.round}</span></a
      >
    </p>
  </li>`;

const list = (disputes, own, label) =>
  html`<ul class="plain">
    ${repeat(
      disputes,
      ({ dispute }) => dispute,
      (dispute) => card(dispute, own, label),
    )}
  </ul>`;

/** What the floor has to answer, and what it answered last. */
const inbox = ({ waiting, open, answered }) =>
  html`<section aria-label="Waiting">
      <h2>
        ${waiting ? `${waiting} ${waiting === 1 ? "waits" : "wait"} for a ruling` : "Nothing waits"}
      </h2>
      ${list(open, false, session.isFloor ? "See the evidence and rule" : "See the evidence")}
    </section>
    <section aria-label="Answered">
      <h2>Answered</h2>
      ${
        answered.length
          ? list(answered, false, "See the evidence")
          : html`<p>No dispute has been answered yet.</p>`
      }
    </section>`;

const asked = ({ disputes }) =>
  disputes.length
    ? list(disputes, true, "See the round")
    : html`<p>You have not asked the floor for a ruling.</p>`;

async function found() {
  if (session.sees) return inbox(await api("GET", "/api/floor/disputes", { token: session.token }));
  if (!session.token) return asked({ disputes: [] });
  const mine = await api("GET", "/api/me/disputes", { token: session.token });
  sawRulings(mine.disputes);
  return asked(mine);
}

export function disputesView(root) {
  const draw = page(root);
  let [timer, left] = [null, false];
  const show = (body) =>
    draw(
      html`<h1>${session.sees ? "Disputes" : "Your disputes"}</h1>
        <p>
          ${
            session.sees
              ? "What players ask the floor to rule on, the longest wait first. Each is answered once, with its clause."
              : "To ask the floor for a ruling, open the round in the record and press “Ask for a ruling”."
          }
        </p>
        ${session.sees ? nothing : html`<p><a href="#/record">To the record</a></p>`}
        <div>${body}</div>`,
    );
  const look = async () => {
    const body = await found().catch(alarm);
    if (left) return;
    show(body);
    if (session.sees) timer = setTimeout(look, PAUSE);
  };
  show(html`<p>Looking…</p>`);
  look();
  const deaf = onRulings(look);
  return () => {
    left = true;
    deaf();
    clearTimeout(timer);
  };
}
