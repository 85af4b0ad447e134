/**
 * Fair dealing: what is committed now, what players can add, and the check of every pack that has
 * left play.
 */

import { api } from "../net.js";
import { attempt } from "../shell.js";
import { alarm, page, submitted } from "../render.js";
import { cardSign } from "../words.js";
import { check, hex, possible } from "../fairness.js";
import { session } from "../session.js";
import { html } from "../vendor/lit-html/lit-html.js";

const mixing = (table) => {
  const add = async ({ elements: { part } }) => {
    const order = { type: "entropy", table: table.id, value: part.value };
    if (part.value && (await attempt(() => table.line.ask(order), "Mixed into the shuffle.")))
      part.value = "";
  };
  const random = ({ currentTarget }) => {
    currentTarget.form.elements.part.value = hex(crypto.getRandomValues(new Uint8Array(16)));
  };
  return html`<form class="inline" @submit=${submitted(add)}>
    <input
      name="part"
      maxlength="128"
      data-key="entropy"
      aria-label="Your part of the shuffle"
      placeholder="any words, dice, a coin…"
    />
    <button type="button" @click=${random}>Random</button>
    <button>Mix in</button>
  </form>`;
};

const contribution = ({ name, person, value }) =>
  html`<li><b>${name ?? person}</b>: <span class="hash">${value}</span></li>`;

/** The panel beside the table. */
export function fairPanel(table) {
  const { fair } = table.picture;
  const link = html`<a href="#/table/${encodeURIComponent(table.id)}/fair"
    >Check the packs that have left play</a
  >`;
  if (!fair)
    return html`<div>
      <p>No pack is in play.</p>
      ${link}
    </div>`;
  return html`<div class="fair-panel">
    <p>
      Pack ${fair.pack}, ${fair.cards} cards. Its order was fixed before the first wager and is
      sealed in this number:
    </p>
    <p class="hash">${fair.commitment}</p>
    <p>
      ${
        fair.sealed
          ? "The first card has left: the order is sealed."
          : "Until the first card leaves, anybody may mix something in: nobody alone knows the order."
      }
    </p>
    ${fair.sealed ? null : mixing(table)}
    ${
      fair.entropy.length
        ? html`<ul class="plain">
            ${fair.entropy.map(contribution)}
          </ul>`
        : null
    }
    ${link}
  </div>`;
}

const line = ({ good, what, detail }) =>
  html`<li class=${good ? "good" : "bad"}><b>${good ? "✓" : "✗"} ${what}.</b> ${detail}</li>`;

/** What the check of a pack has found. */
async function verdict(pack) {
  const found = await check(pack);
  return html`${
      found.every(({ good }) => good)
        ? html`<p class="verdict good" role="status">
            ✓ Checked here: this pack was dealt as committed.
          </p>`
        : html`<p class="verdict bad" role="status">✗ This pack was not dealt as committed.</p>`
    }
    <ul class="checks">
      ${found.map(line)}
    </ul>
    <details>
      <summary>The ${pack.dealt.length} cards dealt</summary>
      <p class="dealt">${pack.dealt.map(cardSign).join(" ")}</p>
    </details>`;
}

const failed = (error) => alarm(new Error(`The check did not run: ${error.message}`));

/** What is known of a pack before it has been checked. */
const unchecked = (pack) =>
  html`<p class="hint">
    ${
      !pack.revealed
        ? "Still in play: its order is revealed when it leaves."
        : possible()
          ? "Checking…"
          : "Not checked by this browser."
    }
  </p>`;

const card = (pack, result) =>
  html`<section class="card pack">
    <h2>Pack ${pack.pack}</h2>
    <p class="hash">${pack.commitment}</p>
    <div class="result">${result ?? unchecked(pack)}</div>
  </section>`;

/** The packs, the latest first, each with what its check has found. */
const list = (packs, results) =>
  packs.length
    ? packs.map((pack) => card(pack, results.get(pack))).reverse()
    : html`<p>No pack has been shuffled at this table yet.</p>`;

/** The page of a table's packs. */
export function fairView(root, { id }) {
  const draw = page(root);
  const table = encodeURIComponent(id);
  const show = (packs) =>
    draw(
      html`<h1>Was it dealt fairly?</h1>
        <p>
          Before the first wager the house commits to an order of the cards by a hash that gives
          nothing away. Players may mix in something of their own. When the pack leaves play all is
          revealed, and this page computes it again, in your browser.
        </p>
        ${
          possible()
            ? null
            : html`<p class="complaint" role="alert">
                This browser computes hashes only on pages from https or from this machine itself.
                The command “croupier journal verify” makes the same check.
              </p>`
        }
        <div class="packs" aria-live="polite">${packs}</div>
        <p><a href="#/table/${table}">Back to the table</a></p>`,
    );
  const load = async () => {
    const { packs } = await api("GET", `/api/tables/${table}/packs`, {
      token: session.token,
    });
    const results = new Map();
    show(list(packs, results));
    for (const pack of packs.filter(({ revealed }) => revealed && possible())) {
      results.set(pack, await verdict(pack).catch(failed));
      show(list(packs, results));
    }
  };
  show(html`<p>Fetching the packs…</p>`);
  load().catch((error) => show(alarm(error)));
}
