/** The panels beside a table, why a step was taken, and your seat. */

import assert from "node:assert/strict";
import test, { before, beforeEach, mock } from "node:test";

import { answer, asked, settle, words } from "./support.js";
import { askWhy, complaint, dialog, whyButton } from "../../src/croupier/server/page/js/why.js";
import { button, drawn, feltOf, furnish, kept, learned, told } from "./tables.js";
import { fold } from "../../src/croupier/server/page/js/model.js";
import { inWords, oddsPanel, resultPanel, step } from "../../src/croupier/server/page/js/sides.js";
import { seatPanel } from "../../src/croupier/server/page/js/views/seat.js";
import { session } from "../../src/croupier/server/page/js/session.js";

before(learned);
beforeEach(() => {
  furnish();
  document.querySelectorAll("dialog").forEach((box) => box.remove());
});

const RED_DOG = { game: "red-dog", rulebook: "ma", title: "Red Dog" };
const rows = (box, selector) => Array.from(box.querySelectorAll(selector), words);
const open = () => document.querySelector("dialog");

// --- panels -----------------------------------------------------------------

test("a step has its line, its tone and its clause", () => {
  const { events } = kept("red-dog").over;
  const line = (n) => drawn(step(RED_DOG, events[n - 1])).querySelector("li");
  assert.equal(line(12).dataset.n, "12");
  assert.equal(words(line(12).querySelector(".line")), "7♦ is the second card, face up");
  assert.equal(words(line(12).querySelector("button")), "5(c)");
  assert.equal(words(line(5).querySelector("button")), "3(d) · R-07");
  assert.equal(line(20).className.trim(), `step ${kept("games").kinds.pay.tone}`.trim());
  const bare = drawn(step(RED_DOG, { n: 1, kind: "close" })).querySelector("li");
  assert.equal(words(bare), "close");
  assert.equal(bare.querySelector("button"), null);
});

test("all odds are listed with limits and what is paid at most", () => {
  const { asked: picture } = kept("red-dog");
  const box = drawn(oddsPanel(picture, feltOf("red-dog")));
  assert.deepEqual(rows(box, "caption"), ["Spread pays", "Three of a kind pays"]);
  assert.deepEqual(rows(box, "th"), ["1", "2", "3", "4–11", "Three of a kind"]);
  assert.deepEqual(rows(box, "td"), ["5 to 1", "4 to 1", "2 to 1", "1 to 1", "11 to 1"]);
  assert.deepEqual(rows(box, "p"), [
    "Limits: $5 to $500, in steps of $0.50.",
    "Play money: it cannot be bought, sold or exchanged for anything.",
  ]);
  const paid = (payout_limit, limits = { minimum: "5.00", maximum: "9.00" }) =>
    rows(drawn(oddsPanel({ ...picture, limits, house: { payout_limit } }, feltOf("red-dog"))), "p");
  assert.deepEqual(paid("1000.00").slice(0, 2), [
    "Limits: $5 to $9.",
    "No more than $1,000 is paid on one hand.",
  ]);
  assert.equal(paid("none").length, 2);
});

test("a table is told in words: cards, marker, seats, wagers", () => {
  const tell = (game, moment, options) => {
    const picture = kept(game)[moment];
    const model = fold(picture.events);
    return drawn(inWords(picture, feltOf(game), model, options));
  };
  const dog = tell("red-dog", "asked", { own: 1 });
  assert.deepEqual(rows(dog, "p"), [
    "First card: four of clubs. Second card: seven of diamonds. The marker is on spread 2.",
    "309 cards in the shoe, 1 in the discard rack.",
  ]);
  assert.deepEqual(rows(dog, "li"), [
    "Seat 1, Ann (you): $480. Wagers: original $20.",
    "Seat 3, Bob: $480. Wagers: original $20.",
  ]);
  const pot = tell("winners-pot-poker", "asked", { own: 1 });
  assert.match(
    rows(pot, "p")[0],
    /^Dealer: a face-down card, a face-down card, six of clubs and jack of clubs\. The button/,
  );
  assert.match(
    rows(pot, "li")[0],
    /Cards: ace of spades, ace of diamonds, ace of clubs and ten of hearts\./,
  );
  assert.match(
    rows(pot, "li")[1],
    /Cards: a face-down card, a face-down card, nine of hearts and ten of diamonds\./,
  );
  const gone = tell("red-dog", "over", { own: null });
  assert.equal(rows(gone, "p")[0], "No cards on the dealer's side. The marker is on spread 2.");
  assert.match(rows(gone, "li")[0], /Raised\.$/);
});

test("words tell of a pot, of a button at a seat, of a word said with a wager", () => {
  const { asked: picture } = kept("double-cross-poker");
  const model = {
    ...fold(picture.events),
    pot: 4550,
    button: "seat 3",
    chips: { "1|raise": { seat: 1, wager: "raise", amount: 1000, word: "vertical" } },
  };
  const box = drawn(inWords(picture, feltOf("double-cross-poker"), model, { own: 1, all: true }));
  assert.match(rows(box, "p")[0], /The pot holds \$45\.50\. The button lies at seat 3\.$/);
  assert.match(rows(box, "li")[0], /Wagers: raise \$10 vertical\./);
});

test("the panel of a result has the sum, each wager with its clause, and what lies behind", () => {
  const { over } = kept("double-cross-poker");
  const box = drawn(resultPanel(over, feltOf("double-cross-poker")));
  const ask = box.querySelector("section > a");
  assert.equal(words(ask), "Ask the floor for a ruling");
  assert.equal(ask.getAttribute("href"), `#/dispute?rounds=${over.round}&lodge=1`);
  assert.equal(box.querySelector("section").getAttribute("aria-label"), "Your result");
  assert.deepEqual(rows(box, "h3"), ["You win $30"]);
  assert.deepEqual(rows(box, "li > span"), [
    "Ante $5 wins $5 at 1 to 1",
    "Three card $5 loses",
    "Raise $10 wins $30 at 3 to 1",
  ]);
  assert.deepEqual(rows(box, "li button"), ["10(g)(3)", "10(a)", "11(b)"]);
  assert.deepEqual(rows(box, "section > p"), [
    "You: three of a kind, kings; seat 3: king, queen, seven high; " +
      "the dealer: king, queen, nine high.",
  ]);
});

test("somebody who has not staked anything has no panel of a result", () => {
  const { asked: playing, over, watched } = kept("red-dog");
  const felt = feltOf("red-dog");
  assert.equal(resultPanel(playing, felt), null);
  assert.equal(resultPanel({ ...over, you: watched.you }, felt), null);
  over.result.seats[1].wagers = [];
  assert.equal(resultPanel(over, felt), null);
});

// --- why --------------------------------------------------------------------

test("the clause behind a step is looked up once, and told with its rulings", async () => {
  answer({ "GET /api/why/red-dog": kept("red-dog").why });
  const cited = { n: 5, rule: "3(d)", finding: "R-07", line: "The cut card goes in" };
  const box = drawn(whyButton(RED_DOG, cited));
  button(box, "Why? 3(d) · R-07").click();
  assert.equal(words(open().querySelector("h2")), "Why? 3(d)");
  assert.equal(words(open().querySelector(".why")), "Looking it up…");
  await settle();
  assert.equal(words(open().querySelector("blockquote")), "The cut card goes in");
  assert.match(words(open().querySelector(".clause")), /^Whoever cuts puts the cut card in/);
  assert.equal(rows(open(), "h3")[0], "Our ruling R-07");
  assert.match(rows(open(), ".ruling")[0], /^A quarter of the cards/);
  assert.equal(
    words(open().querySelector(".source")),
    "Red Dog, rules of Massachusetts, clause 3(d). Told in our words.",
  );
  button(open(), "Close").click();
  assert.equal(open(), null);
  await askWhy(RED_DOG, cited);
  assert.deepEqual(
    asked.map(({ path }) => path).filter((path) => path.startsWith("/api/why")),
    ["/api/why/red-dog?rulebook=ma&clause=3%28d%29&finding=R-07"],
  );
});

test("other clauses that a step cites are told below it", async () => {
  answer({
    "GET /api/why/red-dog?rulebook=ma&clause=5%28c%29": {
      clause: { summary: "Two cards." },
      findings: [],
    },
    "GET /api/why/red-dog?rulebook=ma&clause=4%28b%29": { clause: null, findings: [] },
  });
  await askWhy(RED_DOG, { rule: "5(c)", also: ["4(b)"], line: "4♣ to left" });
  assert.deepEqual(
    rows(open(), ".why > section"),
    ["Two cards.", "See also 4(b) Nothing more is written about this clause."].map((text) => text),
  );
});

test("a ruling alone is told as one; a book without a name by its sign", async () => {
  answer({
    "GET /api/why/red-dog": { clause: null, findings: [{ finding: "X-09", ruling: "So be it." }] },
  });
  await askWhy({ game: "red-dog", rulebook: "zz" }, { finding: "X-09" });
  assert.equal(words(open().querySelector("h2")), "Why? X-09");
  assert.equal(open().querySelector("blockquote"), null);
  assert.deepEqual(rows(open(), ".finding p"), ["So be it."]);
  assert.equal(words(open().querySelector(".source")), "red-dog, rules of zz. Told in our words.");
});

test("what could not be looked up says so, and is looked up again", async () => {
  const cited = { rule: "9(z)" };
  await askWhy(RED_DOG, cited);
  assert.equal(words(open().querySelector("[role=alert]")), "the server cannot be reached");
  open().remove();
  answer({ "GET /api/why/red-dog": { clause: { summary: "Now." }, findings: [] } });
  await askWhy(RED_DOG, cited);
  assert.equal(words(open().querySelector(".clause")), "Now.");
});

test("a complaint says what is wrong, and why where it has a reason", () => {
  const box = drawn(complaint(RED_DOG, { message: "too low", finding: "X-09" }));
  assert.equal(words(box.querySelector("[role=alert] span")), "too low");
  assert.ok(button(box, "Why? X-09"));
  assert.equal(drawn(complaint(null, { message: "no", rule: "1" })).querySelector("button"), null);
  assert.equal(drawn(complaint(RED_DOG, { message: "no" })).querySelector("button"), null);
});

test("a dialog closes with its button, or beside it; pressed inside it stays", async () => {
  const content = document.createElement("p");
  const box = dialog("A question", content);
  const closed = mock.fn();
  box.done.then(closed);
  assert.equal(box.getAttribute("aria-label"), "A question");
  content.dispatchEvent(new Event("click", { bubbles: true }));
  assert.equal(open(), box);
  box.dispatchEvent(new Event("click"));
  assert.equal(open(), null);
  await settle();
  assert.equal(closed.mock.callCount(), 1);
});

// --- your seat -----------------------------------------------------------

const submit = async (form) => {
  form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  await settle();
};

/** The panel of your seat, in a table that writes down what is sent. */
function seatAt(reply = {}) {
  const sent = [];
  const table = {
    id: "red-dog-1",
    picture: kept("red-dog").asked,
    token: "seat-token",
    connect: mock.fn(),
    side: { refresh: () => drawn(seatPanel(table), box) },
    send: async (path, body) => (sent.push([path, body]), reply),
  };
  const box = document.createElement("div");
  drawn(seatPanel(table), box);
  return { box, sent, table };
}

test("your seat shows its chips and the balance, and buys more", async () => {
  answer({ "GET /api/me": { balance: "1234.50" } });
  const { box, sent } = seatAt();
  assert.deepEqual(rows(box, "dd"), ["$480", "…"]);
  await settle();
  assert.deepEqual(rows(box, "dd"), ["$480", "$1,234.50"]);
  assert.equal(asked[0].token, "seat-token");
  assert.equal(box.querySelector("input").value, "100");
  box.querySelector("input").value = "75.5";
  await submit(box.querySelector("form"));
  assert.deepEqual(sent, [["chips", { amount: "75.50" }]]);
  assert.match(told().at(-1), /^Chips bought/);
});

test("a balance that cannot be read is unknown", async () => {
  const { box } = seatAt();
  await settle();
  assert.equal(rows(box, "dd")[1], "unknown");
});

test("one sits out and comes back, and reads how long the seat is kept", () => {
  const { box, table } = seatAt();
  table.away = mock.fn();
  table.picture.house = { seat_kept: 10 };
  table.side.refresh();
  assert.match(words(box), /After 10 minutes the seat is free again/);
  button(box, "Sit out").click();
  table.picture.seats[1].out = true;
  table.picture.house = undefined;
  table.side.refresh();
  button(box, "I am back").click();
  assert.deepEqual(
    table.away.mock.calls.map((call) => call.arguments),
    [[true], [false]],
  );
  assert.doesNotMatch(words(box), /minutes/);
});

test("one leaves now, or after the round", async () => {
  answer({ "GET /api/me": { balance: "0.00" } });
  session.take("red-dog-1", 1, "seat-token");
  const later = seatAt({ leaving: true });
  button(later.box, "Leave after this round").click();
  await settle();
  assert.deepEqual(later.sent, [["leave", { when: "after-round" }]]);
  assert.equal(told().at(-1), "You leave after this round.");
  assert.equal(later.table.ended, undefined);
  assert.equal(later.table.connect.mock.callCount(), 0);
  const now = seatAt({ balance: "930.00", cashed: "480.00" });
  button(now.box, "Cash out and leave").click();
  await settle();
  assert.deepEqual(now.sent, [["leave", { when: "now" }]]);
  assert.equal(told().at(-1), "Cashed out. Your balance is $930.");
  assert.equal(now.table.ended, "You left with $480.");
  assert.equal(now.table.connect.mock.callCount(), 1);
  assert.equal(session.seat("red-dog-1"), null);
});
