/** What lies on the felt, made from events alone: live, after a reload, and in a replay. */

import { effectOf } from "./effects.js";
import { shownAs } from "./vocabulary.js";

/** @returns {import("./types.d.ts").Model} */
export const blank = () => ({
  places: {},
  chips: {},
  won: {},
  stakes: {},
  pot: 0,
  button: null,
  marks: {},
  folded: {},
  line: null,
});

/**
 * Let one event happen.
 * @param {import("./types.d.ts").Model} model
 * @param {import("./types.d.ts").TableEvent} event
 */
export function apply(model, event) {
  effectOf(shownAs(event)).apply(model, event);
}

/**
 * The felt after a number of events.
 * @param {import("./types.d.ts").TableEvent[]} events
 */
export function fold(events) {
  const model = blank();
  for (const event of events) apply(model, event);
  return model;
}
