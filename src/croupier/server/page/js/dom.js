/** Small tools that several modules share. */

/** An id that has not been used before: for requests to the server, and for labels. */
export const fresh = () =>
  crypto.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) =>
    b.toString(16).padStart(2, "0"),
  ).join("");

export const wait = (ms) => new Promise((done) => setTimeout(done, ms));

export const stillness = matchMedia("(prefers-reduced-motion: reduce)");
