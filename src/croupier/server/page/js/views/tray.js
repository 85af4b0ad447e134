/** The tray beside a table: fill, credit and count, each with its own form and confirmation. */

import { amountOf, cents, dollars, signed, wire } from "../money.js";
import { ask, figures } from "../confirm.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { session } from "../session.js";
import { submitted } from "../render.js";
import { toast } from "../shell.js";

/** A slip that moves chips: its words, and which way they go. */
const MOVES = {
  fill: {
    title: "Fill",
    what: "Chips come from the cage into the tray.",
    field: "Chips brought, in dollars",
    done: "Fill",
    sign: 1,
  },
  credit: {
    title: "Credit",
    what: "Chips go from the tray back to the cage.",
    field: "Chips taken away, in dollars",
    done: "Credit",
    sign: -1,
  },
};

/** What the tray should hold now, in cents. */
const holds = (table) => cents(table.picture.tray ?? "0");

const LASTING = "It is noted in the table's record. A mistake can be corrected there, not erased.";

/** "$9,720 is missing". */
export const differs = (counted, expected) =>
  counted < expected
    ? `${dollars(expected - counted)} is missing`
    : `${dollars(counted - expected)} is too much`;

function confirmMove(table, act, amount, form) {
  const { title, what, sign } = MOVES[act];
  const before = holds(table);
  const after = before + sign * amount;
  ask(`${title} ${dollars(amount)}?`, {
    about: table.picture,
    body: () =>
      html`<p>${what}</p>
        ${figures([
          ["The tray holds now", dollars(before)],
          [title, signed(wire(sign * amount))],
          ["The tray holds then", dollars(after)],
        ])}
        ${
          after < 0
            ? html`<p class="warning" role="alert">The tray holds only ${dollars(before)}.</p>`
            : html`<p class="hint">${LASTING}</p>`
        }`,
    ready: () => after >= 0,
    label: `${title} ${dollars(amount)}`,
    act: async () => {
      await table.send("tray", { act, amount: wire(amount) }, session.token);
      form.reset();
      toast(`${title} of ${dollars(amount)} noted.`, "good");
    },
  });
}

/**
 * What a count says: expected, counted and the difference in words, which is confirmed by itself.
 * `known.sure` says that it was.
 */
export const comparison = (expected, counted, known, learn) =>
  html`${figures([
    ["Expected in the tray", dollars(expected)],
    ["Counted", dollars(counted)],
    ["Difference", counted === expected ? "none" : signed(wire(counted - expected))],
  ])}
  ${
    counted === expected
      ? html`<p class="verdict good">✓ The count agrees to the cent.</p>`
      : html`<div class="warning" role="alert">
          <p>
            <b>${differs(counted, expected)}.</b> Is the amount typed right? If so, count the tray
            once more.
          </p>
          <label class="check"
            ><input
              type="checkbox"
              .checked=${live(Boolean(known.sure))}
              @change=${({ target }) => learn({ sure: target.checked })}
            />
            Counted again: ${differs(counted, expected)}</label
          >
        </div>`
  }`;

function confirmCount(table, counted, form) {
  const expected = holds(table);
  ask(`Count ${dollars(counted)} and end the shift?`, {
    about: table.picture,
    body: (known, learn) =>
      html`${comparison(expected, counted, known, learn)}
        <p class="hint">
          This shift ends, and the next one opens with ${dollars(counted)}. ${LASTING}
        </p>`,
    ready: ({ sure }) => counted === expected || sure === true,
    label: counted === expected ? "End the shift" : `End it: ${differs(counted, expected)}`,
    kind: counted === expected ? "primary" : "danger",
    act: async () => {
      const body = { act: "count", amount: wire(counted), expected: wire(expected) };
      await table.send("tray", body, session.token);
      form.reset();
      toast(`Counted ${dollars(counted)}: the next shift has begun.`, "good");
    },
  });
}

/** Read a form's amount, and ask about it; `least` cents at least. */
const asking = (least, then) =>
  submitted((form) => {
    const amount = amountOf(form.elements.amount.value);
    if (amount === null || amount < least) {
      toast("Write an amount in dollars, such as 1000 or 2.50.", "bad");
      form.elements.amount.focus();
    } else then(amount, form);
  });

const slip = (key, title, what, field, press, then) =>
  html`<form class="slip" data-slip=${key} @submit=${then}>
    <h4>${title}</h4>
    <p class="hint">${what}</p>
    <div class="inline">
      <input
        name="amount"
        inputmode="decimal"
        autocomplete="off"
        placeholder="$"
        aria-label=${field}
      />
      <button data-key=${key}>${press}</button>
    </div>
  </form>`;

export const trayPart = (table) =>
  html`<p>It should hold <b>${dollars(holds(table))}</b> now.</p>
    ${Object.entries(MOVES).map(([act, { title, what, field }]) =>
      slip(
        act,
        title,
        what,
        field,
        `${title}…`,
        asking(1, (amount, form) => confirmMove(table, act, amount, form)),
      ),
    )}
    ${slip(
      "count-tray",
      "Count",
      "Say what you have counted in the tray, between rounds. It ends the shift.",
      "Counted, in dollars",
      "Count…",
      asking(0, (amount, form) => confirmCount(table, amount, form)),
    )}
    <a href="#/table/${encodeURIComponent(table.id)}/money">Reconciliation and corrections</a>`;
