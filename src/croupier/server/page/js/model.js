/** What lies on the felt, made from the round's events alone: the live table, a reload and a replay use the same. */

import { effectOf } from "./effects.js";
import { shownAs } from "./vocabulary.js";

export const blank = () => ({
  places: {}, // name → [{card, up, gone}]
  chips: {}, // "seat|wager" → {seat, wager, amount, word}
  won: {}, // "seat|wager" → cents beside the stake
  stakes: {}, // the dealer's own, by wager
  pot: 0,
  button: null,
  marks: {}, // kind of event → the step of a scale on which it put its marker
  folded: {}, // seat → true
  line: null, // the line of places that the dealer plays
});

/** Let one event happen. */
export function apply(model, event) {
  effectOf(shownAs(event)).apply(model, event);
}

/** The felt after a number of events. */
export function fold(events) {
  const model = blank();
  for (const event of events) apply(model, event);
  return model;
}
