/** A live table: what a player sees and presses, from the first wager to the end of the round. */

import assert from "node:assert/strict";
import test, { afterEach, before, beforeEach, mock } from "node:test";

import { answer, asked, settle, sockets, words } from "./support.js";
import {
  button,
  buttons,
  enter,
  furnish,
  kept,
  key,
  learned,
  sent,
  still,
  told,
  type,
  widen,
} from "./tables.js";
import { session } from "../../src/croupier/server/page/js/session.js";
import { tableView } from "../../src/croupier/server/page/js/views/table.js";

let table;

before(() => {
  learned();
  widen(1200);
});
beforeEach(() => {
  still();
  furnish();
});
afterEach(() => {
  mock.timers.reset();
  mock.restoreAll();
  table?.leave();
  table = null;
  still(false);
});

const sit = async (picture, more) => (table = await enter(tableView, picture, more));
const dock = () => table.root.querySelector(".dock");
const what = () => words(dock().querySelector(".what"));
const press = async (name, box = dock()) => {
  const found = button(box, name);
  assert.ok(found, `there is no “${name}” among ${buttons(box).join(", ")}`);
  found.focus();
  found.click();
  await settle();
};
const hear = async (...messages) => {
  for (const message of messages) table.socket.hear(message);
  await settle();
};
/** The server takes what was said last: its answer, and what has come of it. */
const taken = (message) =>
  hear(
    { type: "ack", id: table.socket.sent.at(-1).id, table: message.table, state: message.state },
    message,
  );
const redDog = () => {
  const { messages, over } = kept("red-dog");
  return { first: messages[0].picture, news: messages.slice(1), over };
};

// --- wagers -----------------------------------------------------------------

test("a table is named in its head, and its dock says what to do", async () => {
  const { first } = redDog();
  await sit(first);
  assert.equal(document.title, "Red Dog 1 · Croupier");
  assert.equal(words(table.root.querySelector("h1")), "Red Dog 1, Red Dog");
  assert.equal(words(dock().querySelector(".where")), "Red Dog 1");
  assert.equal(what(), "Place your original wager");
  assert.match(words(dock().querySelector(".more")), /closes when all are ready/);
  assert.equal(dock().classList.contains("turn"), false);
  assert.deepEqual(
    Array.from(table.root.querySelectorAll(".room > [aria-label]"), (one) =>
      one.getAttribute("aria-label"),
    ),
    ["The table", "The table in words", "Your move", "Beside the table"],
  );
  assert.deepEqual(sent(table.socket, "hello"), [{ type: "hello", token: "seat-token" }]);
  assert.deepEqual(sent(table.socket, "watch"), [{ type: "watch", table: "red-dog-1" }]);
});

test("the first wager begins with the least; chips add to it, and it can be cleared", async () => {
  await sit(redDog().first);
  const amount = () => dock().querySelector("input.amount").value;
  assert.equal(amount(), "5");
  assert.equal(button(dock(), "Place $5").disabled, false);
  assert.deepEqual(
    buttons(dock()).filter((name) => name.startsWith("Add")),
    ["Add $1", "Add $5", "Add $25", "Add $100", "Add $500"],
  );
  await press("Add $25");
  assert.equal(amount(), "30");
  assert.equal(document.activeElement, button(dock(), "Add $25"));
  await press("Add $500");
  assert.equal(amount(), "500");
  await press("Clear");
  assert.equal(amount(), "");
  assert.equal(document.activeElement, dock().querySelector("input.amount"));
  assert.equal(button(dock(), "Place the original wager").disabled, true);
  assert.equal(button(dock(), "Clear").disabled, true);
});

test("an amount may be typed; what is wrong with it stands on the button", async () => {
  await sit(redDog().first);
  const input = () => dock().querySelector("input.amount");
  for (const [text, name] of [
    ["2", "At least $5"],
    ["600", "At most $500"],
    ["7.25", "In steps of $0.50"],
    ["$1,000", "At most $500"],
    ["12.50", "Place $12.50"],
  ]) {
    type(input(), text);
    await settle();
    assert.ok(button(dock(), name), `${text}: ${buttons(dock())}`);
    assert.equal(input().value, text);
    assert.equal(document.activeElement, input());
  }
  type(input(), "much");
  await settle();
  assert.equal(button(dock(), "Place the original wager").disabled, true);
  assert.equal(input().value, "much");
  assert.equal(input().getAttribute("aria-label"), "Amount of the original wager in dollars");
});

test("what is placed is said to the table at its state, and then one says ready", async () => {
  const { first, news } = redDog();
  await sit(first);
  for (let i = 0; i < 3; i++) await press("Add $5");
  await press("Place $20");
  const [act] = sent(table.socket, "act");
  assert.deepEqual(
    [act.table, act.state, act.said],
    ["red-dog-1", first.state, "wager original 20.00"],
  );
  assert.equal(dock().getAttribute("aria-busy"), "true");
  await press("Place $20");
  assert.equal(sent(table.socket, "act").length, 1);
  await taken(news[0]);
  assert.equal(dock().hasAttribute("aria-busy"), false);
  assert.equal(what(), "Your wager stands");
  assert.equal(button(dock(), "$20 placed").disabled, true);
  await press("Ready: deal");
  assert.deepEqual(
    sent(table.socket, "ready").map(({ ready, table: at }) => [at, ready]),
    [["red-dog-1", true]],
  );
  const ready = structuredClone(news[0]);
  ready.events = [];
  ready.picture.seats[1].ready = true;
  await hear(ready);
  assert.equal(what(), "You are in");
  assert.equal(button(dock(), "Wait, not yet").getAttribute("aria-pressed"), "true");
  await press("Wait, not yet");
  assert.equal(sent(table.socket, "ready").at(-1).ready, false);
});

test("a wager that lies there can be changed, or taken back", async () => {
  const { first, news } = redDog();
  await sit(first);
  await hear(news[0]);
  await press("Add $5");
  await press("Change to $25");
  assert.equal(sent(table.socket, "act").at(-1).said, "wager original 25.00");
  await press("Take back");
  assert.equal(sent(table.socket, "act").at(-1).said, "withdraw original");
});

test("a refusal says why beside the buttons, until something happens", async () => {
  const { first, news } = redDog();
  await sit(first);
  await press("Add $25");
  await press("Place $30");
  await press("Place $30");
  await hear({ ...kept("errors").refused, id: table.socket.sent.at(-1).id });
  assert.equal(sent(table.socket, "act").length, 1);
  assert.equal(dock().querySelector("input.amount").value, "30");
  const alert = dock().querySelector("[role=alert]");
  assert.match(words(alert), /the original wager is at least \$5/);
  assert.ok(button(alert, "Why? X-09"));
  await hear(news[1]);
  assert.equal(dock().querySelector("[role=alert]"), null);
});

test("what came too late is told only to somebody who is still asked", async () => {
  await sit(redDog().first);
  const stale = { type: "refused", error: kept("errors").stale.error };
  await press("Place $5");
  await hear({ ...stale, id: table.socket.sent.at(-1).id });
  assert.match(
    words(dock().querySelector("[role=alert]")),
    /the table had gone on before this arrived/,
  );
  await press("Place $5");
  assert.equal(dock().querySelector("[role=alert]") === null, false);
  const { news } = redDog();
  await hear({ ...news[0], events: [], picture: { ...news[0].picture, next: [] } });
  await hear({ ...stale, id: table.socket.sent.at(-1).id });
  assert.equal(dock().querySelector("[role=alert]"), null);
});

test("asides such as the burn card may be asked at any time", async () => {
  await sit(redDog().first);
  await press("See the burn card");
  assert.equal(sent(table.socket, "act").at(-1).said, "ask burn");
});

test("an area pressed on the felt takes the least wager, then five dollars each time", async () => {
  await sit(redDog().first);
  const area = (name) =>
    table.root.querySelector(`.area[data-seat='1'][data-wager='${name}'] text`);
  const tap = async (name) => {
    area(name).dispatchEvent(new Event("click", { bubbles: true }));
    await settle();
  };
  await press("Clear");
  await tap("original");
  assert.ok(button(dock(), "Place $5"));
  await tap("original");
  assert.ok(button(dock(), "Place $10"));
  await tap("raise");
  assert.ok(button(dock(), "Place $10"));
});

const SIDE = {
  actor: "1",
  verb: "wager",
  args: ["three-card", { least: "1.00", most: "100.00", step: "1.00" }],
};

/** A table of several wagers: the first of them lies there, and a side wager is on offer. */
function severalWagers() {
  const { wagering } = kept("double-cross-poker");
  wagering.seats[1].wagers = { ante: "5.00" };
  wagering.next.push(SIDE);
  return wagering;
}

test("of several wagers one that is not placed is shown; another may be chosen", async () => {
  await sit(severalWagers());
  const pressed = () =>
    Array.from(dock().querySelectorAll(".segments button"), (one) => [
      words(one),
      one.getAttribute("aria-pressed"),
    ]);
  assert.deepEqual(pressed(), [
    ["Ante $5", "false"],
    ["Three card", "true"],
  ]);
  assert.equal(dock().querySelector("input.amount").value, "");
  assert.ok(button(dock(), "Place the three card wager").disabled);
  assert.ok(button(dock(), "Ready: deal").classList.contains("primary"));
  await press("Add $5");
  assert.equal(button(dock(), "Ready: deal").classList.contains("primary"), false);
  await press("Place $5");
  assert.equal(sent(table.socket, "act").at(-1).said, "wager three-card 5.00");
  await press("Ante $5");
  assert.equal(dock().querySelector("input.amount").value, "5");
  assert.deepEqual(
    pressed().map(([, on]) => on),
    ["true", "false"],
  );
});

test("a wager placed once is offered again as it was", async () => {
  const several = severalWagers();
  await sit(several);
  await press("Add $25");
  await press("Place $25");
  const state = several.state + 1;
  const picture = { ...structuredClone(several), state, events: undefined };
  picture.seats[1].wagers["three-card"] = "25.00";
  await taken({ type: "events", table: several.table, state, events: [], picture });
  assert.ok(button(dock(), "Three card $25"));
  delete picture.seats[1].wagers["three-card"];
  await hear({ type: "events", table: several.table, state, events: [], picture });
  await press("Three card");
  assert.ok(button(dock(), "Place $25"));
});

test("the one amount of a house is only placed", async () => {
  await sit(kept("winners-pot-poker").wagering);
  assert.equal(dock().querySelector("input"), null);
  await press("Place $5");
  assert.equal(sent(table.socket, "act").at(-1).said, "wager ante 5.00");
});

test("a wager may be told with more words, where the house takes them", async () => {
  const { first } = redDog();
  const bounds = first.next[0].args[1];
  for (const word of ["coupon", "cash"])
    first.next.push({ actor: "1", verb: "wager", args: ["original", bounds, word] });
  await sit(first);
  const extras = () => [...dock().querySelectorAll(".extras label")];
  assert.deepEqual(extras().map(words), ["with a coupon", "in cash, to be confirmed"]);
  const box = extras()[0].querySelector("input");
  box.checked = true;
  box.dispatchEvent(new Event("change", { bubbles: true }));
  await settle();
  await press("Place $5");
  assert.equal(sent(table.socket, "act").at(-1).said, "wager original 5.00 coupon");
  await hear({ ...kept("errors").refused, id: table.socket.sent.at(-1).id });
  const again = extras()[0].querySelector("input");
  again.checked = false;
  again.dispatchEvent(new Event("change", { bubbles: true }));
  await settle();
  await press("Place $5");
  assert.equal(sent(table.socket, "act").at(-1).said, "wager original 5.00");
});

// --- the round --------------------------------------------------------------

test("a round is followed to its end: cards, steps, the question, the result", async () => {
  const { first, news, over } = redDog();
  await sit(first);
  for (const message of news.slice(0, 3)) await hear(message);
  assert.equal(what(), "Your turn");
  assert.ok(dock().classList.contains("turn"));
  assert.equal(words(dock().querySelector(".more")), "Raise or pass?");
  const cards = () =>
    Array.from(table.root.querySelectorAll(".cards .card"), (card) => card.dataset.card);
  assert.deepEqual(cards(), ["4c", "7d"]);
  assert.equal(words(table.root.querySelector(".call")), "The spread is 2");
  assert.match(
    words(table.root.querySelector("[aria-label='The table in words']")),
    /four of clubs/,
  );
  const log = () => [...table.root.querySelectorAll(".log .step")];
  assert.match(words(log()[0]), /^The marker goes to spread 2/);
  assert.equal(log().length, 14);
  assert.ok(told("urgent").includes("Your turn. "));
  assert.ok(told().includes("4♣ to left, face up"));
  assert.ok(!told().some((line) => line.includes("burned")));
  for (const message of news.slice(3)) await hear(message);
  assert.equal(what(), "You win $160");
  assert.equal(dock().classList.contains("turn"), false);
  assert.deepEqual(cards(), ["4c", "7d", "5h"]);
  assert.equal(log().length, over.events.length);
});

test("while another seat is asked it is not one's turn", async () => {
  await sit({ ...kept("red-dog").asked, awaits: [3], next: [] });
  assert.equal(what(), "Bob decides");
  assert.equal(dock().classList.contains("turn"), false);
});

test("a choice with an amount is slid to, and said with it", async () => {
  const { asked: picture } = kept("red-dog");
  await sit(picture);
  assert.deepEqual(buttons(dock().querySelector(".moves")), ["Raise $20", "Pass"]);
  const slider = dock().querySelector("input[type=range]");
  assert.deepEqual(
    [slider.min, slider.max, slider.step, slider.value],
    ["50", "2000", "50", "2000"],
  );
  assert.equal(slider.getAttribute("aria-label"), "Amount to raise");
  type(slider, "1250");
  await settle();
  assert.equal(slider.getAttribute("aria-valuetext"), "$12.50");
  assert.equal(words(dock().querySelector(".range span")), "Raise: $12.50");
  await press("Raise $12.50");
  const act = sent(table.socket, "act").at(-1);
  assert.deepEqual([act.said, act.state], ["raise 12.50", picture.state]);
  await press("Pass");
  assert.equal(sent(table.socket, "act").at(-1).said, "pass");
});

test("a choice that stakes nothing is mild; one with a word lights its areas", async () => {
  await sit(kept("double-cross-poker").asked);
  assert.ok(button(dock(), "Fold").classList.contains("mild"));
  const raise = button(dock(), "Raise vertical");
  assert.ok(raise.classList.contains("primary"));
  const lit = () => table.root.querySelectorAll(".area.lit").length;
  for (const [on, off] of [
    ["focus", "blur"],
    ["mouseenter", "mouseleave"],
  ]) {
    raise.dispatchEvent(new Event(on));
    assert.equal(lit(), 2);
    raise.dispatchEvent(new Event(off));
    assert.equal(lit(), 0);
  }
  await press("Raise horizontal");
  assert.equal(sent(table.socket, "act").at(-1).said, "raise horizontal");
});

test("advice puts its value on every choice, and marks the best", async () => {
  const { asked: picture, advice } = kept("double-cross-poker");
  await sit(picture, { [`GET /api/tables/${picture.table}/advice`]: advice });
  await press("Advice");
  assert.deepEqual(asked.at(-1), {
    method: "GET",
    path: `/api/tables/${picture.table}/advice`,
    body: undefined,
    token: "seat-token",
  });
  assert.deepEqual(buttons(dock().querySelector(".buttons")), [
    "Fold −1.000 ante",
    "Raise vertical +8.345 ante · best",
    "Raise horizontal +2.584 ante",
  ]);
  assert.equal(dock().querySelectorAll(".best").length, 1);
  assert.equal(
    words(dock().querySelector(".hint")),
    "Exact values, in units of your ante, the whole round counted.",
  );
});

test("advice that is an estimate says how far it may be off; one that fails says why", async () => {
  const { asked: picture, advice } = kept("winners-pot-poker");
  const path = `GET /api/tables/${picture.table}/advice`;
  await sit(picture, {
    [path]: [404, { error: { kind: "missing", message: "there is nothing to advise on now" } }],
  });
  await press("Advice");
  assert.equal(words(dock().querySelector(".hint")), "There is nothing to advise on now.");
  answer({ [path]: advice });
  await press("Advice");
  assert.match(words(dock().querySelector(".hint")), /^Estimates, not exact: give or take 0\.009/);
  const seen = {
    type: "events",
    table: picture.table,
    events: [],
    picture: { ...picture, state: 99 },
  };
  await hear(seen);
  assert.equal(dock().querySelector(".hint"), null);
});

test("no advice where the house gives none, or nothing is asked", async () => {
  await sit({ ...kept("red-dog").asked, advice: false });
  assert.equal(button(dock(), "Advice"), undefined);
  table.leave();
  await sit(redDog().first);
  assert.equal(button(dock(), "Advice"), undefined);
});

test("while the cards come there is nothing to press", async () => {
  still(false);
  mock.method(Element.prototype, "animate", () => ({ finished: new Promise(() => {}) }));
  const { first, news } = redDog();
  await sit(first);
  await hear(news[2]);
  assert.equal(what(), "The dealer is at work");
  assert.equal(words(dock().querySelector(".moves")), "Watch the cards…");
});

test("the house's time runs on a ring, and its last ten seconds are told", async () => {
  mock.timers.enable({ apis: ["setInterval"] });
  let now = 1000;
  mock.method(performance, "now", () => now);
  const picture = { ...kept("red-dog").asked, deadline: 30 };
  table = await enter(tableView, picture);
  const clock = () => dock().querySelector(".clock");
  assert.equal(words(clock()), "30");
  assert.ok(clock().classList.contains("running"));
  now += 15_000;
  mock.timers.tick(250);
  assert.equal(words(clock()), "15");
  assert.equal(clock().style.getPropertyValue("--part"), "0.5");
  assert.equal(clock().classList.contains("urgent"), false);
  now += 5000;
  mock.timers.tick(500);
  assert.ok(clock().classList.contains("urgent"));
  assert.equal(told("urgent").filter((line) => line === "Ten seconds left.").length, 1);
  now += 60_000;
  mock.timers.tick(250);
  assert.equal(words(clock()), "0");
  table.socket.hear({
    type: "events",
    table: picture.table,
    events: [],
    picture: { ...picture, deadline: null },
  });
  mock.timers.tick(250);
  assert.equal(words(clock()), "");
  assert.equal(clock().classList.contains("running"), false);
});

test("the dealer's voice can be switched on where there is one, and calls aloud", async () => {
  const said = [];
  window.speechSynthesis = globalThis.speechSynthesis = {
    speak: ({ text }) => said.push(text),
    cancel() {},
  };
  globalThis.SpeechSynthesisUtterance = class {
    constructor(text) {
      this.text = text;
    }
  };
  const { first, news } = redDog();
  await sit(first);
  const sign = () => button(dock(), "The dealer speaks aloud");
  assert.equal(sign().getAttribute("aria-pressed"), "false");
  await press("The dealer speaks aloud");
  assert.equal(sign().getAttribute("aria-pressed"), "true");
  await hear(news[2]);
  assert.deepEqual(said, ["The spread is 2"]);
  await press("The dealer speaks aloud");
  delete window.speechSynthesis;
});

test("a question to your seat is asked in its words; others' questions are not", async () => {
  const { asked: picture } = kept("winners-pot-poker");
  await sit(picture);
  assert.equal(words(dock().querySelector(".more")), "Do you double or fold?");
  const poll = { ...picture.events.at(-1), n: picture.events.length + 1 };
  await hear({
    type: "events",
    table: picture.table,
    round: picture.round,
    events: [
      { ...poll, text: "Is that so?" },
      { ...poll, n: poll.n + 1, seat: 3, text: "And you?" },
    ],
    picture: { ...picture, events: undefined },
  });
  assert.equal(words(dock().querySelector(".more")), "Is that so?");
});

test("on one's turn the main choice has the focus, unless it is somewhere else", async () => {
  const { first, news } = redDog();
  await sit(first);
  document.activeElement?.blur();
  for (const message of news.slice(0, 3)) await hear(message);
  assert.equal(document.activeElement, button(dock(), "Raise $20"));
});

// --- the line ---------------------------------------------------------------

test("a lost connection is told, and its coming back", async () => {
  await sit(redDog().first);
  const link = () => words(table.root.querySelector(".link-state"));
  table.socket.close(1006);
  assert.equal(link(), "Connection lost. Reconnecting: what you press is kept, and sent then…");
  await new Promise((done) => setTimeout(done, 320));
  sockets.at(-1).open();
  sockets.at(-1).hear({ type: "welcome" });
  assert.equal(link(), "");
  sockets
    .at(-1)
    .hear({ type: "error", table: "red-dog-1", error: { message: "the table is moving" } });
  assert.equal(link(), "the table is moving");
});

test("a seat whose token is not taken any more is given up, and the table is watched", async () => {
  await sit(redDog().first);
  table.socket.close(4401);
  assert.equal(session.seat("red-dog-1"), null);
  const again = sockets.at(-1);
  assert.notEqual(again, table.socket);
  again.open();
  assert.deepEqual(again.sent, [{ type: "hello" }]);
  session.enter({ token: "old", role: "player", name: "Ann" });
  again.close(4401);
  assert.equal(session.token, null);
});

test("a picture that comes again continues the last one; another round begins", async () => {
  const { first, news, over } = redDog();
  await sit(first);
  await hear(news[0]);
  await hear({ type: "table", picture: { ...kept("red-dog").asked } });
  assert.equal(what(), "Your turn");
  assert.deepEqual(
    Array.from(table.root.querySelectorAll(".cards .card"), (card) => card.dataset.card),
    ["4c", "7d"],
  );
  const { asked: again } = kept("red-dog");
  await hear({ type: "table", picture: { ...again, events: again.events.slice(0, 11) } });
  assert.equal(table.root.querySelectorAll(".cards .card").length, 1);
  assert.equal(table.root.querySelectorAll(".log .step").length, 11);
  await hear({ type: "table", picture: over });
  assert.equal(what(), "You win $160");
  const shuffle = {
    n: 1,
    kind: "shuffle",
    rule: "3(a)",
    line: "The device has shuffled the batch",
  };
  await hear({
    type: "events",
    table: "red-dog-1",
    round: 2,
    events: [shuffle],
    picture: { ...first, round: 2, events: undefined },
  });
  assert.equal(table.root.querySelectorAll(".cards .card").length, 0);
  assert.deepEqual(Array.from(table.root.querySelectorAll(".log .line"), words), [
    "The device has shuffled the batch",
  ]);
});

test("news before the felt is known waits for it; other tables' news is ignored", async () => {
  const { first, news } = redDog();
  answer({ "GET /api/games": kept("games") });
  session.take("red-dog-1", 1, "seat-token");
  const root = document.querySelector("main");
  const leave = tableView(root, { id: "red-dog-1" });
  const socket = sockets.at(-1);
  socket.open();
  socket.hear({ type: "welcome" });
  socket.hear({ type: "events", ...news[0] });
  socket.hear({ type: "table", picture: { ...first, table: "another" } });
  socket.hear({ type: "events", ...news[1], table: "another" });
  socket.hear({ type: "table", picture: first });
  table = { root, socket, leave: () => (leave(), session.leave()) };
  await settle();
  assert.equal(what(), "Your wager stands");
});

// --- people who watch -------------------------------------------------------

test("somebody who watches may take a free seat, where seats are open", async () => {
  const { watched } = kept("red-dog");
  watched.seats[2] = { name: "Bob", chips: "5.00", wagers: {} };
  await sit(watched);
  assert.equal(words(dock().querySelector(".hint")), "You are watching. Take a seat:");
  assert.deepEqual(buttons(dock().querySelector(".seats")), [
    "Seat 1",
    "Seat 3",
    "Seat 4",
    "Seat 5",
    "Seat 6",
    "Seat 7",
  ]);
  await press("Seat 3");
  assert.match(words(document.querySelector("dialog p")), /^Seat 3 · /);
  document.querySelector("dialog").close();
  table.root
    .querySelector("[data-sit='4'] text")
    .dispatchEvent(new Event("click", { bubbles: true }));
  assert.match(words(document.querySelector("dialog p")), /^Seat 4 · /);
  document.querySelector("dialog").close();
});

test("where there is no seat to take it says why", async () => {
  const { watched } = kept("red-dog");
  await sit({ ...watched, open_seats: false });
  assert.match(words(dock().querySelector(".hint")), /by invitation/);
  table.leave();
  const seats = Object.fromEntries(
    [1, 2].map((seat) => [seat, { name: "Bob", chips: "5.00", wagers: {} }]),
  );
  await sit({ ...watched, seats });
  assert.match(words(dock().querySelector(".hint")), /Every seat is taken/);
  table.leave();
  await sit({ ...watched, phase: "closed" });
  assert.equal(dock().querySelector(".moves"), null);
  assert.equal(what(), "This table is closed");
});

test("the floor takes the next step of a table that waits for it", async () => {
  session.enter({ token: "f", role: "floor", name: "Flo" });
  const { watched } = kept("red-dog");
  const pending = { line: "The next card is dealt" };
  await sit({
    ...watched,
    you: { role: "floor", seat: null, viewer: "public" },
    phase: "playing",
    pending,
  });
  assert.equal(what(), "The dealer waits for the floor");
  await press("Next step");
  const step = sent(table.socket, "proceed").at(-1);
  assert.deepEqual([step.table, step.state], ["red-dog-1", watched.state]);
  await hear({ type: "refused", id: step.id, error: { kind: "stale", message: "it has gone on" } });
  assert.match(words(document.querySelector("#toasts")), /it has gone on/);
  const tabs = () => Array.from(table.root.querySelectorAll("[role=tab]"), words);
  assert.equal(tabs()[0], "Floor");
});

// --- beside the table -------------------------------------------------------

test("the panels beside the table are tabs, moved through with the arrows", async () => {
  const { asked: picture } = kept("red-dog");
  await sit(picture, { "GET /api/me": { balance: "100.00" } });
  const side = table.root.querySelector(".side");
  const tabs = () => [...side.querySelectorAll("[role=tab]")];
  const open = () => words(side.querySelector("[aria-selected=true]"));
  assert.deepEqual(tabs().map(words), ["Steps", "My seat", "Odds", "Fair", "Words"]);
  assert.equal(open(), "Steps");
  assert.match(words(side.querySelector(".hint")), /^Round 1\. Press a clause/);
  assert.match(side.querySelector("a").getAttribute("href"), /^#\/record\?table=red-dog-1$/);
  tabs()[2].click();
  assert.equal(open(), "Odds");
  assert.match(words(side), /Limits: \$5 to \$500, in steps of \$0\.50\./);
  key(tabs()[2], "ArrowLeft");
  assert.equal(open(), "My seat");
  assert.equal(document.activeElement, tabs()[1]);
  await settle();
  assert.match(words(side), /Balance between sittings ?\$100/);
  key(tabs()[1], "ArrowLeft");
  key(tabs()[0], "ArrowLeft");
  assert.equal(open(), "Words");
  key(tabs()[4], "x");
  assert.equal(open(), "Words");
  assert.match(words(side), /Seat 1, Ann \(you\): \$480\. Wagers: original \$20\./);
});

test("on a phone the panels come over the table, with the focus, which returns", async () => {
  await sit(kept("red-dog").asked);
  const side = table.root.querySelector(".side");
  const opener = button(dock(), "Play by play, odds and more");
  opener.focus();
  opener.click();
  assert.ok(side.classList.contains("open"));
  assert.equal(document.activeElement, side.querySelector("[aria-selected=true]"));
  key(side.querySelector("[role=tab]"), "Escape");
  assert.equal(side.classList.contains("open"), false);
  assert.equal(document.activeElement, opener);
  opener.click();
  button(side, "Close this panel").click();
  assert.equal(side.classList.contains("open"), false);
});

test("what is typed beside the table stays there while the table goes on", async () => {
  const { first, news } = redDog();
  await sit(first, { "GET /api/me": { balance: "100.00" } });
  [...table.root.querySelectorAll("[role=tab]")][1].click();
  await settle();
  const field = () => table.root.querySelector(".seat-panel input");
  field().focus();
  field().value = "250";
  await hear(news[0]);
  assert.equal(field().value, "250");
  assert.equal(document.activeElement, field());
  assert.match(words(table.root.querySelector(".seat-panel")), /\$480/);
});

test("more chips are bought over HTTP, with an id and the seat's token", async () => {
  await sit(kept("red-dog").asked, {
    "GET /api/me": { balance: "100.00" },
    "POST /api/tables/red-dog-1/chips": {},
  });
  [...table.root.querySelectorAll("[role=tab]")][1].click();
  const form = table.root.querySelector(".seat-panel form");
  form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  await settle();
  const { path, body, token } = asked.at(-1);
  assert.deepEqual(
    [path, body.amount, token],
    ["/api/tables/red-dog-1/chips", "100.00", "seat-token"],
  );
  assert.ok(body.id);
});

// --- pressing ---------------------------------------------------------------

const pointer = (kind, more) => dispatchEvent(new PointerEvent(kind, { button: 0, ...more }));

test("nothing is drawn under a finger until it has gone up and its click was heard", async () => {
  const { first, news } = redDog();
  await sit(first);
  pointer("pointerdown");
  await hear(news[0]);
  assert.ok(button(dock(), "Place $5"));
  pointer("pointerup", { pointerType: "mouse" });
  await settle();
  assert.ok(button(dock(), "Ready: deal"));
});

test("a tap's click comes after the finger went up; the space bar is a finger, too", async () => {
  const { first, news } = redDog();
  await sit(first);
  pointer("pointerdown");
  pointer("pointerup", { pointerType: "touch" });
  await hear(news[0]);
  assert.equal(button(dock(), "Ready: deal"), undefined);
  dispatchEvent(new Event("click"));
  await settle();
  assert.ok(button(dock(), "Ready: deal"));
  key(window, " ");
  const state = { ...news[1], events: [] };
  state.picture.seats[1].ready = true;
  await hear(state);
  assert.ok(button(dock(), "Ready: deal"));
  key(window, " ", "keyup");
  await settle();
  assert.ok(button(dock(), "Wait, not yet"));
});

test("a release that never came does not hold the page", async () => {
  const { first, news } = redDog();
  await sit(first);
  for (const [end, n] of [
    [() => pointer("pointermove", { buttons: 0 }), 0],
    [() => pointer("pointercancel"), 1],
    [() => window.dispatchEvent(new Event("blur")), 2],
  ]) {
    pointer("pointerdown");
    pointer("pointermove", { buttons: 1 });
    await hear(news[n]);
    const old = words(dock());
    end();
    await settle();
    assert.notEqual(words(dock()), old);
  }
});
