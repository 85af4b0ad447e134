/** Terms that explain themselves. */

import assert from "node:assert/strict";
import test from "node:test";

import { answer, asked, settle, words } from "./support.js";
import { drawn } from "./tables.js";
import { knowTerms, learnTerms, withTerms } from "../../src/croupier/server/page/js/terms.js";

const CLAUSES = [
  { clause: "1", summary: "Terms." },
  { clause: "1:Ante", summary: "The first wager." },
  { clause: "1:Winner's pot", summary: "All antes, bets and doubles." },
  { clause: "1:Three-card wager", summary: "An optional side wager." },
  { clause: "5(g)", summary: "How many cards fall between." },
];
const BOOK = { game: "a-game", rulebook: "ma" };

/** The terms in a text, with what is said of them; and the text as it is read. */
function explained(text, ...more) {
  const box = drawn(withTerms(text, ...more));
  const terms = Array.from(box.querySelectorAll("button.term"), (button) => {
    const definition = box.querySelector(`#${button.getAttribute("popovertarget")}`);
    assert.ok(definition.hasAttribute("popover"));
    return [words(button), words(definition)];
  });
  for (const definition of box.querySelectorAll("[popover]")) definition.remove();
  return [terms, words(box)];
}

test("a term is a button that opens its definition, in the words of its clause", () => {
  learnTerms(BOOK, CLAUSES);
  assert.deepEqual(explained("Put your ante here, or take the antes back.", BOOK), [
    [["ante", "Ante The first wager. 1:Ante"]],
    "Put your ante here, or take the antes back.",
  ]);
});

test("the longest term wins, in any case, with a plural; parts of words are left alone", () => {
  learnTerms(BOOK, [...CLAUSES, { clause: "1:Wager", summary: "Chips." }]);
  const [terms, text] = explained("THREE-CARD WAGERS anteater; the winner's pot?", BOOK);
  assert.deepEqual(
    terms.map(([word]) => word),
    ["THREE-CARD WAGERS", "winner's pot"],
  );
  assert.equal(text, "THREE-CARD WAGERS anteater; the winner's pot?");
});

test("a guide adds words by their clause; one that this book does not have is left out", () => {
  learnTerms(BOOK, CLAUSES, { spread: "5(g)", pot: "1:Winner's pot", moon: "99" });
  const [terms] = explained("The spread, the pot, the moon.", BOOK);
  assert.deepEqual(terms, [
    ["spread", "Spread How many cards fall between. 5(g)"],
    ["pot", "Pot All antes, bets and doubles. 1:Winner's pot"],
  ]);
});

test("what has been explained above is not explained again", () => {
  learnTerms(BOOK, CLAUSES);
  const seen = new Set();
  assert.equal(explained("An ante.", BOOK, seen)[0].length, 1);
  assert.equal(explained("Another ante.", BOOK, seen)[0].length, 0);
});

test("terms are asked for once; until they are known a text is as it is", async () => {
  const book = { game: "red-dog", rulebook: "ma" };
  answer({
    "GET /api/rules/red-dog?rulebook=ma": { clauses: CLAUSES },
    "GET /api/games": {
      games: [{ game: "red-dog", guide: { terms: { spread: "5(g)" } } }],
      kinds: {},
    },
  });
  assert.equal(withTerms("The spread", book), "The spread");
  knowTerms(book);
  await knowTerms(book);
  assert.equal(asked.filter(({ path }) => path.startsWith("/api/rules")).length, 1);
  assert.equal(explained("The spread and the ante", book)[0].length, 2);
  await knowTerms(book);
  assert.equal(asked.filter(({ path }) => path.startsWith("/api/rules")).length, 1);
});

test("a book that cannot be read, or has no terms, leaves its texts alone", async () => {
  const book = { game: "double-down-stud", rulebook: "ma" };
  assert.equal(withTerms("The ante", book), "The ante");
  await settle();
  answer({ "GET /api/rules/double-down-stud?rulebook=ma": { clauses: [CLAUSES[0]] } });
  await knowTerms(book);
  assert.equal(withTerms("The ante", book), "The ante");
});
