/** The money of one table, shift by shift, for the floor to print. */

import { api } from "../net.js";
import { capital, readable, when } from "../words.js";
import { dollars, signed } from "../money.js";
import { h } from "../dom.js";
import { session } from "../session.js";

const SUMS = [
  ["opening", "Opening count of the tray"],
  ["fills", "Fills"],
  ["credits", "Credits"],
  ["buy_ins", "Buy-ins and top-ups (drop)"],
  ["cash_outs", "Cash-outs"],
  ["house_net", "Result of the rounds"],
  ["expected", "Expected in the tray"],
  ["counted", "Counted"],
  ["difference", "Difference"],
  ["chips_at_seats", "Chips at the seats"],
  ["win", "Win of the table"],
];

function shift(data, i) {
  const amount = (key) =>
    (data[key] ?? null) === null || (key === "difference" && (data.counted ?? null) === null)
      ? "not yet"
      : ["house_net", "difference", "win"].includes(key)
        ? signed(data[key])
        : dollars(data[key]);
  return h(
    "section",
    { class: "card shift" },
    h("h2", null, `Shift ${i + 1}`),
    h(
      "p",
      { class: "hint" },
      `${when(data.began)} to ${data.ended ? when(data.ended) : "now"}, ${data.rounds} rounds.`,
    ),
    h(
      "p",
      { class: data.balanced ? "verdict good" : "verdict bad" },
      data.balanced
        ? "✓ Reconciles to the cent."
        : `✗ Does not reconcile: ${signed(data.difference)}.`,
    ),
    h(
      "table",
      { class: "list sums" },
      h(
        "tbody",
        null,
        SUMS.map(([key, label]) =>
          h(
            "tr",
            { class: key },
            h("th", { scope: "row" }, label),
            h("td", { class: "number" }, amount(key)),
          ),
        ),
      ),
    ),
    data.lines.length > 0 &&
      h(
        "div",
        { class: "scroll" },
        h(
          "table",
          { class: "list" },
          h("caption", null, "Movements"),
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              ["Time", "What", "Seat", "Who", "Amount"].map((title) =>
                h("th", { scope: "col", class: title === "Amount" ? "number" : null }, title),
              ),
            ),
          ),
          h(
            "tbody",
            null,
            data.lines.map((line) =>
              h(
                "tr",
                null,
                h("td", null, when(line.time)),
                h("td", null, capital(readable(line.what))),
                h("td", null, line.seat ?? ""),
                h("td", null, line.name ?? line.person ?? ""),
                h(
                  "td",
                  { class: "number" },
                  line.amount === null || line.amount === undefined ? "" : dollars(line.amount),
                ),
              ),
            ),
          ),
        ),
      ),
  );
}

export function moneyView(root, { id }) {
  const body = h("div", { "aria-live": "polite" }, h("p", null, "Adding up…"));
  root.replaceChildren(
    h(
      "div",
      { class: "page printed" },
      h("h1", null, `Reconciliation of ${id}`),
      h("p", null, "All amounts are play money."),
      h(
        "div",
        { class: "buttons no-print" },
        h("button", { onclick: () => print() }, "Print"),
        h("a", { class: "button", href: `#/table/${encodeURIComponent(id)}` }, "To the table"),
      ),
      body,
      h(
        "p",
        { class: "signature print-only" },
        "Floor: ______________________    Dealer: ______________________",
      ),
    ),
  );
  api("GET", `/api/tables/${encodeURIComponent(id)}/reconciliation`, { token: session.token })
    .then(({ shifts }) => body.replaceChildren(...shifts.map(shift).reverse()))
    .catch((error) => body.replaceChildren(h("p", { role: "alert" }, error.message)));
}
