/** The kinds of events, as the server declares them: no other module names one. */

const kinds = new Map();

/** A kind that the server has not declared, such as one of a newer release, does nothing. */
const NOTHING = Object.freeze({
  effect: "",
  flow: null,
  pace: 0,
  tone: "",
  told: false,
  speech: "",
});

/** Take over the server's vocabulary: kind → {effect, flow, pace, tone, told, speech, chapter}. */
export function learn(vocabulary) {
  for (const [kind, shown] of Object.entries(vocabulary)) kinds.set(kind, shown);
}

/**
 * How an event is shown.
 * @param {import("./types.d.ts").TableEvent} event
 * @returns {import("./types.d.ts").Shown}
 */
export const shownAs = (event) => kinds.get(event.kind) ?? NOTHING;
