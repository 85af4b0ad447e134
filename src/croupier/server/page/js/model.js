/** What lies on the felt, made from the round's events alone: the live table, a reload and a replay use the same. */

import { cents } from "./money.js";

export const blank = () => ({
  places: {}, // name → [{card, up, gone}]
  chips: {}, // "seat|wager" → {seat, wager, amount, word}
  won: {}, // "seat|wager" → cents beside the stake
  stakes: {}, // the dealer's own, by wager
  pot: 0,
  button: null,
  marks: {}, // kind of event → the count it had last
  folded: {}, // seat → true
  line: null, // the line of places that the dealer plays
  said: null, // the last announcement
});

const key = (event) => `${event.seat}|${event.wager}`;

function lift(model, event) {
  const chips = model.chips[key(event)];
  delete model.chips[key(event)];
  delete model.won[key(event)];
  return chips;
}

const APPLIED = {
  deal(model, event) {
    (model.places[event.place] ??= []).push({ card: event.card, up: event.up !== false, gone: false });
  },
  turn(model, event) {
    model.places[event.place] = event.cards.map((card) => ({ card, up: event.up !== false, gone: false }));
  },
  "turn-card"(model, event) {
    model.places[event.place][event.count - 1] = { card: event.card, up: event.up !== false, gone: false };
  },
  collect(model, event) {
    for (const card of model.places[event.place] ?? []) card.gone = true;
  },
  wager(model, event) {
    model.chips[key(event)] = {
      seat: event.seat,
      wager: event.wager,
      amount: cents(event.amount),
      word: event.place,
    };
  },
  withdraw: (model, event) => event.wager && lift(model, event),
  take: lift,
  return: lift,
  pay(model, event) {
    model.won[key(event)] = cents(event.amount);
  },
  stake(model, event) {
    model.stakes[event.wager] = cents(event.amount);
  },
  unstake(model) {
    model.stakes = {};
  },
  "to-pot"(model, event) {
    model.pot += cents(event.amount);
    if (event.seat === undefined) model.stakes = {};
    else lift(model, event);
  },
  commission(model, event) {
    model.pot -= cents(event.amount);
  },
  award(model, event) {
    model.pot -= cents(event.amount);
    if (event.seat !== undefined) model.won[`${event.seat}|`] = cents(event.amount);
  },
  button(model, event) {
    model.button = event.place;
  },
  fold(model, event) {
    model.folded[event.seat] = true;
  },
  align(model, event) {
    model.line = event.place;
  },
  announce(model, event) {
    model.said = event.text;
  },
};

/** Let one event happen. */
export function apply(model, event) {
  if (event.count !== undefined) model.marks[event.kind] = event.count;
  APPLIED[event.kind]?.(model, event);
}

/** The felt after a number of events. */
export function fold(events) {
  const model = blank();
  for (const event of events) apply(model, event);
  return model;
}

/** Whose chips go from where to where when an event happens. */
export const FLOW = {
  wager: ["seat", "area"],
  withdraw: ["area", "seat"],
  take: ["area", "tray"],
  pay: ["tray", "area"],
  return: ["area", "seat"],
  stake: ["tray", "stake"],
  unstake: ["stake", "tray"],
  "to-pot": ["area", "pot"],
  commission: ["pot", "tray"],
  award: ["pot", "seat"],
};
