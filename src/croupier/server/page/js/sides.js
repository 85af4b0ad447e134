/** The panels beside the table: what has happened, what is paid, the table in words. */

import { h, refill, s } from "./dom.js";
import { postedOdds } from "./geometry.js";
import { dollars, posted } from "./money.js";
import { capital, cardName, labelled, list, readable, seatOf, withSigns } from "./words.js";
import { shownAs } from "./vocabulary.js";
import { whyButton } from "./why.js";

/** One step of the round with its clause. */
export function step(table, event) {
  return h(
    "li",
    { class: `step ${shownAs(event).tone}`, "data-n": event.n },
    h("span", { class: "line" }, withSigns(event.line ?? event.text ?? event.kind)),
    whyButton(table, { ...event, line: withSigns(event.line ?? "") }),
  );
}

/** The posted odds, all of them, with "to". */
export function oddsPanel(picture, felt) {
  const scaled = (felt.scales ?? []).map((scale) => [
    scale.payouts,
    Object.entries(picture.payouts[scale.payouts] ?? {}),
  ]);
  const { increment } = picture.limits;
  const rows = [...scaled, ...postedOdds(felt, picture.payouts)];
  return h(
    "div",
    { class: "odds-panel" },
    h(
      "p",
      null,
      `Limits: ${posted(picture.limits, picture.first_wager)}${increment ? `, in steps of ${dollars(increment)}` : ""}.`,
    ),
    rows.map(([name, odds]) =>
      h(
        "table",
        null,
        h("caption", null, `${capital(labelled(felt, name))} pays`),
        h(
          "tbody",
          null,
          odds.map(([hand, pays]) =>
            h(
              "tr",
              null,
              h("th", { scope: "row" }, capital(readable(hand || name))),
              h("td", null, pays),
            ),
          ),
        ),
      ),
    ),
    picture.house?.payout_limit &&
      picture.house.payout_limit !== "none" &&
      h("p", null, `No more than ${dollars(picture.house.payout_limit)} is paid on one hand.`),
    h("p", { class: "hint" }, "Play money: it cannot be bought, sold or exchanged for anything."),
  );
}

const lying = (cards) =>
  list(cards.map((card) => (card.shown === "??" ? "a face-down card" : cardName(card.shown))));

/** The table told in sentences, for those who do not see it. */
export function inWords(picture, felt, model, { own, all = false }) {
  const shown = (name, cards) =>
    cards
      .filter((card) => !card.gone)
      .map((card) => ({ shown: card.up || all || seatOf(name) === own ? card.card : "??" }));
  const places = Object.entries(model.places).filter(
    ([name, cards]) => seatOf(name) === null && shown(name, cards).length,
  );
  const lines = [];
  lines.push(
    places.length
      ? places
          .map(([name, cards]) => `${capital(labelled(felt, name))}: ${lying(shown(name, cards))}.`)
          .join(" ")
      : "No cards on the dealer's side.",
  );
  for (const scale of felt.scales ?? [])
    if (model.marks[scale.marker] !== undefined)
      lines.push(`The marker is on ${scale.label} ${model.marks[scale.marker]}.`);
  if (model.pot) lines.push(`The pot holds ${dollars(model.pot)}.`);
  const button = model.button ?? picture.button;
  if (button !== null && button !== undefined)
    lines.push(
      `The button lies at ${seatOf(String(button)) ? `seat ${seatOf(String(button))}` : "the dealer"}.`,
    );
  const seats = Object.entries(picture.seats)
    .filter(([, seat]) => seat)
    .map(([number, seat]) => {
      const hand = Object.entries(model.places)
        .filter(([name]) => seatOf(name) === Number(number))
        .flatMap(([name, cards]) => shown(name, cards));
      const wagers = Object.values(model.chips)
        .filter((chips) => chips.seat === Number(number))
        .map(
          (chips) =>
            `${labelled(felt, chips.wager)} ${dollars(chips.amount)}${chips.word ? ` ${chips.word}` : ""}`,
        );
      return h(
        "li",
        null,
        [
          `Seat ${number}, ${seat.name ?? "no name"}${Number(number) === own ? " (you)" : ""}: ${dollars(seat.chips)}.`,
          wagers.length ? ` Wagers: ${list(wagers)}.` : "",
          hand.length ? ` Cards: ${lying(hand)}.` : "",
          seat.state ? ` ${capital(readable(seat.state))}.` : "",
        ].join(""),
      );
    });
  return h(
    "div",
    { class: "in-words" },
    h("p", null, lines.join(" ")),
    h("ul", null, seats),
    h("p", null, `${picture.left} cards in the shoe, ${picture.rack} in the discard rack.`),
  );
}

/** Tabs of which one is open: `[{key, label, draw}]`; on a phone they are a sheet over the table. */
export class Side {
  constructor(box, tabs) {
    this.box = box;
    this.tabs = tabs;
    this.open = tabs[0].key;
    this.body = h("div", { class: "tab-body", role: "tabpanel", tabindex: "0", id: "tab-body" });
    this.bar = h("div", { class: "tabs", role: "tablist", "aria-label": "Beside the table" });
    this.shut = h(
      "button",
      {
        class: "quiet sheet-close",
        "aria-label": "Close this panel",
        onclick: () => this.toggle(false),
      },
      "✕",
    );
    box.replaceChildren(h("div", { class: "tab-bar" }, this.bar, this.shut), this.body);
    this.bar.addEventListener("keydown", (event) => this.#arrow(event));
    box.onkeydown = ({ key }) => {
      if (key === "Escape") this.toggle(false);
    };
    this.render();
  }

  #arrow(event) {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way) return;
    const at = this.tabs.findIndex((tab) => tab.key === this.open);
    this.show(this.tabs[(at + way + this.tabs.length) % this.tabs.length].key);
    this.bar.querySelector("[aria-selected=true]").focus();
  }

  show(key) {
    this.open = key;
    this.toggle(true);
    this.render();
  }

  /** Where there is no room beside the table: over it, and away again. The focus comes along, and goes back. */
  toggle(open) {
    if (open === this.box.classList.contains("open")) return;
    this.box.classList.toggle("open", open);
    if (getComputedStyle(this.shut).display === "none") return;
    if (open) {
      this.from = document.activeElement?.dataset.key;
      this.bar.querySelector("[aria-selected=true]").focus();
    } else
      document.querySelector(`[data-key="${this.from ?? ""}"]`)?.focus({ preventScroll: true });
  }

  render() {
    this.bar.replaceChildren(
      ...this.tabs.map((tab) =>
        h(
          "button",
          {
            role: "tab",
            id: `tab-${tab.key}`,
            "aria-controls": "tab-body",
            "aria-selected": String(tab.key === this.open),
            tabindex: tab.key === this.open ? "0" : "-1",
            onclick: () => this.show(tab.key),
          },
          tab.label,
        ),
      ),
    );
    this.body.setAttribute("aria-labelledby", `tab-${this.open}`);
    refill(this.body, this.tabs.find((tab) => tab.key === this.open).draw());
  }

  /** Draw a tab anew if it is the open one. */
  refresh(...keys) {
    if (keys.includes(this.open))
      refill(this.body, this.tabs.find((tab) => tab.key === this.open).draw());
  }
}

/** A small drawing of an ear or a mute, for the voice button. */
export const voiceSign = (on) =>
  s(
    "svg",
    { viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true", class: "sign-icon" },
    s("path", { d: "M4 9v6h4l5 4V5L8 9z" }),
    on
      ? s("path", { d: "M16 8q3 4 0 8M18.5 5.5q5 6.5 0 13", class: "wave" })
      : s("path", { d: "M16 9l6 6M22 9l-6 6", class: "wave" }),
  );
