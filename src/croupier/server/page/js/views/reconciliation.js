/** The money of one table, shift by shift, for the floor to print and to correct. */

import { amountOf, cents, dollars, signed, wire } from "../money.js";
import { api } from "../net.js";
import { ask, figures } from "../confirm.js";
import { capital, readable, when } from "../words.js";
import { columns, fetched, page } from "../render.js";
import { fresh } from "../dom.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { session } from "../session.js";
import { toast } from "../shell.js";

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

/** Who moved it: a player, the floor, or the house when the tray was short. */
const who = ({ name, person, by }) => name ?? person ?? (by === "house" ? "the house itself" : by);

// --- corrections ---------------------------------------------------------------------------------

/** What the floor notes, and may have noted by mistake. */
const CORRECTABLE = ["fill", "credit", "count"];
const mayCorrect = (line) =>
  session.isFloor && CORRECTABLE.includes(line.what) && line.by !== "house";

const REOPENS = "The shift that it ended is open again, and what came after it belongs to it.";

/** What a correction changes, in words. */
function consequence(line, shift, amount) {
  if (line.what !== "count")
    return figures([
      ["It stands at", known(line.stands) ? dollars(line.stands) : "nothing"],
      ["It will stand at", amount === null ? "nothing" : dollars(amount)],
    ]);
  if (amount === null) return html`<p>${REOPENS}</p>`;
  return figures([
    ["Expected in the tray then", dollars(shift.expected)],
    ["Counted", dollars(amount)],
    ["Difference", signed(wire(amount - cents(shift.expected)))],
  ]);
}

/** Ask what is right and why; nothing is changed, a new entry names the old one. */
function correct(table, line, shift, done) {
  const right = ({ gone, text = "" }) => (gone ? null : amountOf(text));
  const filled = (now) => now.gone || right(now) !== null;
  const choose = (learn, gone) => () => learn({ gone });
  ask(`Correct this ${line.what}`, {
    known: { gone: false, why: "" },
    body: (now, learn) =>
      html`<blockquote>
          ${capital(line.what)} of ${dollars(line.amount)}, noted by ${who(line)} on
          ${when(line.time)}, entry ${line.entry}.
        </blockquote>
        <fieldset>
          <legend>What is right?</legend>
          <label class="check"
            ><input
              type="radio"
              name="right"
              ?checked=${!now.gone}
              @change=${choose(learn, false)}
            />
            Another amount</label
          >
          <label class="check"
            ><input type="radio" name="right" ?checked=${now.gone} @change=${choose(learn, true)} />
            It did not happen</label
          >
        </fieldset>
        ${
          now.gone
            ? null
            : html`<label
                >The right amount, in dollars<input
                  inputmode="decimal"
                  autocomplete="off"
                  @input=${({ target }) => learn({ text: target.value })}
              /></label>`
        }
        <label
          >Why, without names: it stays in the record<input
            maxlength="200"
            autocomplete="off"
            @input=${({ target }) => learn({ why: target.value })}
        /></label>
        ${filled(now) ? consequence(line, shift, right(now)) : null}
        <p class="hint">
          The old entry stays. A new one names it, with you, the time and the reason.
        </p>`,
    ready: (now) => filled(now) && now.why.trim() !== "",
    label: "Note the correction",
    act: async (now) => {
      const amount = right(now);
      await api("POST", `/api/tables/${encodeURIComponent(table.table)}/corrections`, {
        token: session.token,
        body: {
          id: fresh(),
          entry: line.entry,
          state: table.state,
          why: now.why.trim(),
          ...(amount === null ? {} : { amount: wire(amount) }),
        },
      });
      toast(`The ${line.what} is corrected.`, "good");
      done();
    },
  });
}

const correction = (line, one) =>
  html`<tr class="correction">
    <td>${when(one.time)}</td>
    <td colspan="2">
      ↳ Correction of entry ${line.entry}: ${known(one.amount) ? "right amount" : "did not happen"}.
      <small>${capital(one.why)}</small>
    </td>
    <td>${who(one)}</td>
    <td class="number">${known(one.amount) ? dollars(one.amount) : "none"}</td>
    <td class="no-print"></td>
  </tr>`;

const movement = (table, line, shift, done) =>
  html`<tr class=${line.corrections.length ? "corrected" : nothing}>
      <td>${when(line.time)}</td>
      <td>${capital(readable(line.what))}</td>
      <td>${line.seat ? `seat ${line.seat}` : null}</td>
      <td>${who(line)}</td>
      <td class="number">${dollars(line.amount)}</td>
      <td class="no-print">
        ${
          mayCorrect(line)
            ? html`<button
                class="quiet"
                aria-label="Correct the ${line.what} of ${dollars(line.amount)}"
                @click=${() => correct(table, line, shift, done)}
              >
                Correct…
              </button>`
            : null
        }
      </td>
    </tr>
    ${line.corrections.map((one) => correction(line, one))}`;

const movements = (table, shift, done) =>
  html`<div class="scroll">
    <table class="list stacked movements">
      <caption>
        Movements
      </caption>
      ${columns(
        ["Time", "What", "Seat", "Who", "Amount", html`<span class="sr">Correct</span>`],
        ["Amount"],
      )}
      <tbody>
        ${shift.lines.map((line) => movement(table, line, shift, done))}
      </tbody>
    </table>
  </div>`;

// --- shifts --------------------------------------------------------------------------------------

/** Nothing is said of a shift that nobody has counted. */
const VERDICTS = {
  null: (shift) =>
    html`<p class="verdict">Not counted yet: ${dollars(shift.expected)} is expected.</p>`,
  true: () => html`<p class="verdict good">✓ Reconciles to the cent.</p>`,
  false: (shift) =>
    html`<p class="verdict bad">✗ Does not reconcile: ${signed(shift.difference)}.</p>`,
};

const part = (table, done) => (shift, i) =>
  html`<section class="card shift">
    <h2>Shift ${i + 1}</h2>
    <p class="hint">
      ${when(shift.began)} to ${shift.ended ? when(shift.ended) : "now"}, ${shift.rounds}
      ${shift.rounds === 1 ? "round" : "rounds"}.
    </p>
    ${VERDICTS[shift.balanced](shift)}
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
    ${shift.lines.length ? movements(table, shift, done) : null}
  </section>`;

export function moneyView(root, { id }) {
  const path = encodeURIComponent(id);
  const draw = page(root, "printed");
  const about = { name: id, open: true };
  const frame = (body) =>
    html`<h1>Reconciliation of ${about.name}</h1>
      <p>
        All amounts are play money.
        ${about.open ? null : html`<b>This table is closed.</b> What is written here stays.`}
      </p>
      <div class="buttons no-print">
        <button @click=${() => print()}>Print</button>
        <a class="button" href="#/table/${path}">To the table</a>
        <a class="button" href="#/floor">To the floor's page</a>
      </div>
      <div aria-live="polite">${body}</div>
      <p class="signature print-only">
        Floor: ______________________ &nbsp;&nbsp; Dealer: ______________________
      </p>`;
  const load = async () => {
    const found = await api("GET", `/api/tables/${path}/reconciliation`, { token: session.token });
    Object.assign(about, found);
    return found.shifts.map(part(found, read)).reverse();
  };
  const read = () => fetched(draw, frame, "Adding up…", load);
  read();
}
