/** The money of one table, shift by shift, for the floor to print. */

import { api } from "../net.js";
import { capital, readable, when } from "../words.js";
import { columns, fetched, page } from "../render.js";
import { dollars, signed } from "../money.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { session } from "../session.js";

/** What is added up: key, label, and how the amount is written. */
const SUMS = [
  ["opening", "Opening count of the tray", dollars],
  ["fills", "Fills", dollars],
  ["credits", "Credits", dollars],
  ["buy_ins", "Buy-ins and top-ups (drop)", dollars],
  ["cash_outs", "Cash-outs", dollars],
  ["house_net", "Result of the rounds", signed],
  ["expected", "Expected in the tray", dollars],
  ["counted", "Counted", dollars],
  ["difference", "Difference", signed],
  ["chips_at_seats", "Chips at the seats", dollars],
  ["win", "Win of the table", signed],
];

const known = (value) => value !== null && value !== undefined;

/** There is no difference before there is a count. */
const sum = (shift, key, write) =>
  known(shift[key]) && (key !== "difference" || known(shift.counted))
    ? write(shift[key])
    : "not yet";

const movements = (lines) =>
  html`<div class="scroll">
    <table class="list">
      <caption>
        Movements
      </caption>
      ${columns(["Time", "What", "Seat", "Who", "Amount"], ["Amount"])}
      <tbody>
        ${lines.map(
          (line) =>
            html`<tr>
              <td>${when(line.time)}</td>
              <td>${capital(readable(line.what))}</td>
              <td>${line.seat}</td>
              <td>${line.name ?? line.person}</td>
              <td class="number">${known(line.amount) ? dollars(line.amount) : ""}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;

const part = (shift, i) =>
  html`<section class="card shift">
    <h2>Shift ${i + 1}</h2>
    <p class="hint">
      ${when(shift.began)} to ${shift.ended ? when(shift.ended) : "now"}, ${shift.rounds} rounds.
    </p>
    ${
      shift.balanced
        ? html`<p class="verdict good">✓ Reconciles to the cent.</p>`
        : html`<p class="verdict bad">✗ Does not reconcile: ${signed(shift.difference)}.</p>`
    }
    <table class="list sums">
      <tbody>
        ${SUMS.map(
          ([key, label, write]) =>
            html`<tr class=${key}>
              <th scope="row">${label}</th>
              <td class="number">${sum(shift, key, write)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    ${shift.lines.length ? movements(shift.lines) : null}
  </section>`;

export function moneyView(root, { id }) {
  const table = encodeURIComponent(id);
  const frame = (body) =>
    html`<h1>Reconciliation of ${id}</h1>
      <p>All amounts are play money.</p>
      <div class="buttons no-print">
        <button @click=${() => print()}>Print</button>
        <a class="button" href="#/table/${table}">To the table</a>
      </div>
      <div aria-live="polite">${body}</div>
      <p class="signature print-only">
        Floor: ______________________ &nbsp;&nbsp; Dealer: ______________________
      </p>`;
  fetched(page(root, "printed"), frame, "Adding up…", async () => {
    const path = `/api/tables/${table}/reconciliation`;
    const { shifts } = await api("GET", path, { token: session.token });
    return shifts.map(part).reverse();
  });
}
