/**
 * What an event may do to the picture of a table, by the effect that its kind declares:
 *
 * - `apply` lets it happen in the model,
 * - `layers` are the drawings that it changes; the plates otherwise wait until everything lies,
 * - `comes`: its movement is seen before the model has it; otherwise while it has it already,
 * - `moves`: what moves where no chips flow, a function of the scene,
 * - `unfolds`: what was turned half way goes on when the model has it.
 */

import { cents } from "./money.js";

const key = (event) => `${event.seat}|${event.wager}`;

const laid = (card, event) => ({ card, up: event.up !== false, gone: false });

function lift(model, event) {
  delete model.chips[key(event)];
  delete model.won[key(event)];
}

export const EFFECTS = {
  deal: {
    layers: ["cards"],
    comes: true,
    moves: (scene, event, ms) => scene.flyCard(event, ms),
    apply(model, event) {
      (model.places[event.place] ??= []).push(laid(event.card, event));
    },
  },
  turn: {
    layers: ["cards"],
    comes: true,
    unfolds: true,
    moves: (scene, event, ms) => scene.turnAway(event, ms),
    apply(model, event) {
      model.places[event.place] = event.cards.map((card) => laid(card, event));
    },
  },
  "turn-one": {
    layers: ["cards"],
    comes: true,
    unfolds: true,
    moves: (scene, event, ms) => scene.turnAway(event, ms),
    apply(model, event) {
      model.places[event.place][event.index - 1] = laid(event.card, event);
    },
  },
  collect: {
    layers: ["cards"],
    apply(model, event) {
      for (const card of model.places[event.place] ?? []) card.gone = true;
    },
  },
  away: {
    layers: [],
    comes: true,
    moves: (scene, event, ms) => scene.flyAway(ms),
    apply() {}, // the rack is counted by the server
  },
  place: {
    layers: ["chips"],
    comes: true,
    apply(model, event) {
      model.chips[key(event)] = {
        seat: event.seat,
        wager: event.wager,
        amount: cents(event.amount),
        word: event.place,
      };
    },
  },
  lift: { layers: ["chips"], apply: lift },
  win: {
    layers: ["chips"],
    comes: true,
    apply(model, event) {
      model.won[key(event)] = cents(event.amount);
    },
  },
  stake: {
    layers: ["chips"],
    comes: true,
    apply(model, event) {
      model.stakes[event.wager] = cents(event.amount);
    },
  },
  unstake: {
    layers: ["chips"],
    apply(model) {
      model.stakes = {};
    },
  },
  "into-pot": {
    layers: ["chips"],
    apply(model, event) {
      model.pot += cents(event.amount);
      if (event.seat === undefined) model.stakes = {};
      else lift(model, event);
    },
  },
  "from-pot": {
    layers: ["chips"],
    apply(model, event) {
      model.pot -= cents(event.amount);
    },
  },
  award: {
    layers: ["chips"],
    comes: true,
    apply(model, event) {
      model.pot -= cents(event.amount);
      if (event.seat !== undefined) model.won[`${event.seat}|`] = cents(event.amount);
    },
  },
  button: {
    layers: ["marks"],
    apply(model, event) {
      model.button = event.place;
    },
  },
  mark: {
    layers: ["marks"],
    apply(model, event) {
      model.marks[event.kind] = event.at;
    },
  },
  line: {
    layers: ["marks"],
    apply(model, event) {
      model.line = event.place;
    },
  },
  fold: {
    layers: ["plates"],
    apply(model, event) {
      model.folded[event.seat] = true;
    },
  },
};

/** An event that changes nothing that is drawn. */
const NOTHING = { layers: [], apply() {} };

/** What an effect does; one that the page does not know does nothing. */
export const effectOf = ({ effect }) => EFFECTS[effect] ?? NOTHING;
