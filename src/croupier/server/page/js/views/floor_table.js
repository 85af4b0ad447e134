/** The floor's panel beside a table: the dealer's steps, reports, seats, tray, house, the end. */

import { HouseEditor } from "../house.js";
import { attempt, toast } from "../shell.js";
import { cents, dollars, wire } from "../money.js";
import { complaint, dialog, whyButton } from "../why.js";
import { h } from "../dom.js";
import { capital, readable } from "../words.js";
import { sentence } from "../offers.js";
import { session } from "../session.js";
import { shownAs } from "../vocabulary.js";

const section = (title, ...content) =>
  h("section", { class: "floor-part" }, h("h3", null, title), content);

/** Orders are given with the floor's own token, also by somebody who holds a seat. */
const order = (table, body, done) => attempt(() => table.send("floor", body, session.token), done);

function dealing(table) {
  const { picture } = table;
  const steps = picture.dealing === "steps";
  const close = (picture.next ?? []).find(
    (offer) => offer.actor === "dealer" && offer.verb === "close",
  );
  return section(
    "Dealing",
    h(
      "div",
      { class: "segments", role: "group", "aria-label": "How the dealer deals" },
      h(
        "button",
        {
          "aria-pressed": String(!steps),
          "data-key": "auto",
          onclick: () => order(table, { act: "dealing", mode: "auto" }),
        },
        "By itself",
      ),
      h(
        "button",
        {
          "aria-pressed": String(steps),
          "data-key": "steps",
          onclick: () => order(table, { act: "dealing", mode: "steps" }),
        },
        "Step by step",
      ),
    ),
    picture.pending &&
      h(
        "p",
        { class: "pending" },
        "Next: ",
        h("b", null, picture.pending.line),
        " ",
        whyButton(picture, picture.pending),
      ),
    h(
      "div",
      { class: "buttons" },
      picture.pending &&
        h(
          "button",
          { class: "primary", "data-key": "next-step", onclick: () => table.proceed() },
          "Next step",
        ),
      close &&
        h(
          "button",
          {
            class: "primary",
            "data-key": "close-wagers",
            onclick: () => attempt(() => table.say("dealer close")),
          },
          "Close the wagers",
        ),
      picture.phase === "between" &&
        h(
          "button",
          {
            class: "primary",
            "data-key": "next-round",
            onclick: () => order(table, { act: "next-round" }),
          },
          "Next round now",
        ),
      h(
        "button",
        {
          "data-key": "new-dealer",
          onclick: () => order(table, { act: "new-dealer" }, "A new dealer comes to the table."),
        },
        "New dealer",
      ),
      h(
        "button",
        {
          "data-key": "reshuffle",
          onclick: () =>
            order(table, { act: "reshuffle" }, "The cards are shuffled before the next round."),
        },
        "Reshuffle",
      ),
      (picture.next ?? [])
        .filter((offer) => offer.actor === "floor" && offer.verb === "recut")
        .map(() =>
          h(
            "button",
            {
              "data-key": "recut",
              onclick: () => attempt(() => table.say("floor recut"), "The cards are cut again."),
            },
            "Order a recut",
          ),
        ),
    ),
    (picture.next ?? [])
      .filter((offer) => offer.verb === "confirm")
      .map((offer) =>
        h(
          "button",
          { onclick: () => attempt(() => table.say(`${offer.actor} ${sentence(offer)}`)) },
          `${capital(offer.actor)} confirms the cash wager of seat ${offer.args[0]}`,
        ),
      ),
  );
}

/** What can be reported now, each with the rule that will deal with it. */
function reports(table) {
  const { picture, game } = table;
  const now = (picture.next ?? []).filter((offer) => offer.verb === "report");
  const known = Object.fromEntries((game.irregularities ?? []).map((one) => [one.name, one]));
  const ruled = table.events.filter((event) => shownAs(event).speech === "report");
  return section(
    "Irregularities",
    now.length
      ? h("p", { class: "hint" }, "What has gone wrong? The ruling is applied at once.")
      : h("p", { class: "hint" }, "Nothing can be reported at this moment."),
    h(
      "ul",
      { class: "reports" },
      now.map((offer) => {
        const [name, ...about] = offer.args;
        const label = [readable(name), ...about].join(" ");
        return h(
          "li",
          null,
          h(
            "button",
            {
              "data-key": `report-${label}`,
              onclick: () =>
                attempt(
                  () => table.say(`dealer ${sentence(offer)}`),
                  `Reported: ${label}. The ruling is in the play by play.`,
                ),
            },
            capital(label),
          ),
          known[name] && h("small", null, known[name].message),
          known[name] && whyButton(picture, { ...known[name], line: capital(label) }),
        );
      }),
    ),
    ruled.length > 0 &&
      h(
        "div",
        { class: "ruled" },
        h("h4", null, "Ruled in this round"),
        h(
          "ul",
          null,
          ruled.map((event) => h("li", null, event.line, " ", whyButton(picture, event))),
        ),
      ),
  );
}

async function invite(table, seat) {
  const box = h("div");
  const buyIn = h("input", {
    inputmode: "decimal",
    value: "500",
    "aria-label": "Buy-in in dollars",
  });
  const make = () =>
    attempt(async () => {
      const made = await table.send(
        "invitations",
        { seat, buy_in: wire(cents(buyIn.value)) },
        session.token,
      );
      const link = new URL(made.link, location.href).href;
      box.replaceChildren(
        h("p", null, "Give this link to one person. It works once."),
        h("p", { class: "hash", "data-link": link }, link),
        h(
          "button",
          { onclick: () => navigator.clipboard?.writeText(link).then(() => toast("Copied.")) },
          "Copy",
        ),
      );
    });
  dialog(
    `Invite somebody to seat ${seat}`,
    h("label", null, "Buy-in, in dollars of play money", buyIn),
    h("button", { class: "primary", onclick: make }, "Make the link"),
    box,
  );
}

function seats(table) {
  const { picture } = table;
  return section(
    "Seats",
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: picture.open_seats,
        "data-key": "open-seats",
        onchange: (event) => order(table, { act: "seats", open: event.target.checked }),
      }),
      " Anybody may sit down",
    ),
    h(
      "ul",
      { class: "plain seat-list" },
      Object.entries(picture.seats).map(([number, seat]) =>
        h(
          "li",
          null,
          h(
            "span",
            null,
            h("b", null, number),
            seat ? ` ${seat.name ?? "no name"}, ${dollars(seat.chips)}` : " free",
          ),
          seat
            ? h(
                "button",
                {
                  class: "quiet",
                  "data-key": `dismiss-${number}`,
                  onclick: () =>
                    order(
                      table,
                      { act: "dismiss", seat: Number(number) },
                      `Seat ${number} is cashed out.`,
                    ),
                },
                "Cash out",
              )
            : h(
                "button",
                {
                  class: "quiet",
                  "data-key": `invite-${number}`,
                  onclick: () => invite(table, Number(number)),
                },
                "Invite",
              ),
        ),
      ),
    ),
  );
}

function tray(table) {
  const amount = h("input", {
    inputmode: "decimal",
    "data-key": "tray-amount",
    "aria-label": "Amount in dollars",
    placeholder: "1000",
  });
  const act = (what) => () =>
    attempt(
      () => table.send("tray", { act: what, amount: wire(cents(amount.value)) }, session.token),
      `${capital(what)} noted.`,
    );
  return section(
    "Tray",
    h("p", null, "Holds ", h("b", null, dollars(table.picture.tray ?? "0")), "."),
    h(
      "div",
      { class: "inline" },
      amount,
      h("button", { onclick: act("fill") }, "Fill"),
      h("button", { onclick: act("credit") }, "Credit"),
      h("button", { onclick: act("count") }, "Count"),
    ),
    h("a", { href: `#/table/${encodeURIComponent(table.id)}/money` }, "Reconciliation, to print"),
  );
}

function house(table) {
  const { picture } = table;
  const open = () => {
    const box = h("div", { class: "house-editor" });
    const editor = new HouseEditor(box, {
      game: picture.game,
      rulebook: picture.rulebook,
      title: picture.title,
      values: picture.house ?? {},
    });
    const devices = h("input", { type: "checkbox" });
    const use = async () => {
      try {
        await table.send(
          "floor",
          { act: "house", ...editor.read(), devices_removed: devices.checked },
          session.token,
        );
        toast("The new house is in force.", "good");
        shown.close();
      } catch (error) {
        editor.refused(error);
      }
    };
    const shown = dialog(
      `House of ${picture.name}`,
      box,
      h(
        "label",
        { class: "check" },
        devices,
        " a device that is no longer used has left the table",
      ),
      h("button", { class: "primary", onclick: use }, "Use it from the next round"),
    );
  };
  return section(
    "House",
    h(
      "div",
      { class: "buttons" },
      h("button", { "data-key": "house", onclick: open }, "Change the house file"),
      h(
        "button",
        { class: "danger", "data-key": "close-table", onclick: () => closing(table) },
        "Close the table",
      ),
    ),
  );
}

function closing(table) {
  const count = h("input", {
    inputmode: "decimal",
    value: String(cents(table.picture.tray ?? "0") / 100),
  });
  const wrong = h("div");
  const close = async () => {
    try {
      await table.send("close", { count: wire(cents(count.value)) }, session.token);
      shown.close();
    } catch (error) {
      wrong.replaceChildren(complaint(table.picture, error));
    }
  };
  const shown = dialog(
    `Close ${table.picture.name}?`,
    h("p", null, "Everybody is cashed out, the tray is counted and the cards are revealed."),
    h("label", null, "Counted in the tray, in dollars", count),
    wrong,
    h("button", { class: "danger", onclick: close }, "Close the table"),
  );
}

export function floorPanel(table) {
  if (table.picture.phase === "closed")
    return h("p", null, "This table is closed. Open a new one on the floor's page.");
  return h(
    "div",
    { class: "floor-panel" },
    dealing(table),
    reports(table),
    seats(table),
    tray(table),
    house(table),
  );
}
