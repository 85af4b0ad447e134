/** Sitting down, an invitation, and what one can do about one's own seat. */

import { api } from "../net.js";
import { attempt, toast } from "../shell.js";
import { cents, dollars, wire } from "../money.js";
import { complaint, dialog } from "../why.js";
import { fresh, h } from "../dom.js";
import { session } from "../session.js";

const USUAL = 50000;

function fields({ name, buyIn }) {
  return [
    h(
      "label",
      null,
      "Your name at the table",
      h("input", {
        name: "name",
        maxlength: 40,
        autocomplete: "nickname",
        value: name ?? "",
        placeholder: "as others see it",
      }),
    ),
    h(
      "label",
      null,
      "Buy-in, in dollars of play money",
      h("input", {
        name: "buy_in",
        inputmode: "decimal",
        value: buyIn ? String(buyIn / 100) : "",
        placeholder: "500",
      }),
    ),
  ];
}

function values(form) {
  const data = new FormData(form);
  const name = data.get("name")?.trim();
  const buyIn = cents(data.get("buy_in") || "0");
  return { ...(name ? { name } : {}), ...(buyIn ? { buy_in: wire(buyIn) } : {}) };
}

/** Ask for a name and a buy-in, then sit down. */
export function seatForm(picture, seat, seated) {
  const wrong = h("div");
  const id = fresh(); // pressed again because no answer came, it is still the same request
  const form = h(
    "form",
    {
      onsubmit: async (event) => {
        event.preventDefault();
        const body = values(form);
        try {
          const token = await session.guest(body.name);
          const got = await api(
            "POST",
            `/api/tables/${encodeURIComponent(picture.table)}/seats/${seat}`,
            {
              token,
              body: { id, ...body },
            },
          );
          session.take(picture.table, got.seat, got.token);
          if (body.name) session.rename(body.name);
          box.close();
          seated();
        } catch (error) {
          wrong.replaceChildren(complaint(picture, error));
        }
      },
    },
    h("p", null, `${picture.title}. Chips are play money and worth nothing anywhere else.`),
    fields({ name: session.name, buyIn: USUAL }),
    wrong,
    h("button", { class: "primary" }, `Sit down at seat ${seat}`),
  );
  const box = dialog(`Seat ${seat} at ${picture.name}`, form);
  form.querySelector("input").focus();
}

/** The page behind an invitation link. */
export function invitationView(root) {
  const invitation = sessionStorage.getItem("invitation");
  const wrong = h("div");
  const id = fresh();
  const form = h(
    "form",
    {
      class: "card",
      onsubmit: async (event) => {
        event.preventDefault();
        const body = values(form);
        try {
          const got = await api("POST", "/api/invitations/accept", {
            token: invitation,
            body: { id, ...body },
          });
          session.take(got.table, got.seat, got.token);
          sessionStorage.removeItem("invitation");
          location.hash = `#/table/${encodeURIComponent(got.table)}`;
        } catch (error) {
          wrong.replaceChildren(complaint(null, error));
        }
      },
    },
    fields({ name: session.name, buyIn: 0 }),
    wrong,
    h("button", { class: "primary" }, "Take my seat"),
  );
  root.replaceChildren(
    h(
      "div",
      { class: "page narrow" },
      h("h1", null, "You are invited"),
      invitation
        ? [
            h(
              "p",
              null,
              "A seat is kept for you. It is play money: nothing can be won or lost but chips.",
            ),
            form,
          ]
        : h("p", null, "This invitation has been opened already. Ask for its link again."),
    ),
  );
}

/** The panel "My seat": money, leaving. */
export function seatPanel(table) {
  const { picture } = table;
  const seat = picture.seats[picture.you.seat];
  const balance = h("dd", null, "…");
  api("GET", "/api/me", { token: table.token })
    .then((me) => {
      balance.textContent = dollars(me.balance);
    })
    .catch(() => {
      balance.textContent = "unknown";
    });
  const amount = h("input", {
    inputmode: "decimal",
    value: "100",
    "data-key": "top-up",
    "aria-label": "Chips to buy, in dollars",
  });
  const leave = (when) =>
    attempt(async () => {
      const answer = await table.send("leave", { when });
      if (answer.leaving) return toast("You leave after this round.");
      session.giveUp(table.id);
      toast(`Cashed out. Your balance is ${dollars(answer.balance ?? "0")}.`, "good");
      table.connect();
    });
  return h(
    "div",
    { class: "seat-panel" },
    h(
      "dl",
      { class: "figures" },
      h("dt", null, "Chips at the table"),
      h("dd", null, dollars(seat?.chips ?? "0")),
      h("dt", null, "Balance between sittings"),
      balance,
    ),
    h(
      "form",
      {
        class: "inline",
        onsubmit: (event) => {
          event.preventDefault();
          attempt(
            () => table.send("chips", { amount: wire(cents(amount.value)) }),
            "Chips bought. If a round has begun they count from the next.",
          );
        },
      },
      h("label", null, "Buy more chips, $", amount),
      h("button", null, "Top up"),
    ),
    h(
      "div",
      { class: "buttons" },
      h("button", { onclick: () => leave("now") }, "Cash out and leave"),
      h("button", { onclick: () => leave("after-round") }, "Leave after this round"),
    ),
    h(
      "p",
      { class: "hint" },
      "Whoever has a wager on the table stays until the round is over. Close the page and come back: the seat is still yours.",
    ),
  );
}
