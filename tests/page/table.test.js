/** A live table: what is seen from the first wager to the end of the round, and beside it. */

import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { answer, asked, settle, sockets, words } from "./support.js";
import { button, buttons, enter, kept, key, sent, still, told } from "./tables.js";
import {
  complaint,
  deal,
  dealLabel,
  dock,
  granted,
  guide,
  happens,
  hear,
  more,
  named,
  opened,
  press,
  refused,
  root,
  said,
  seats,
  sit,
  strike,
  tap,
  what,
} from "./seated.js";
import { preferences } from "../../src/croupier/server/page/js/preferences.js";
import { session } from "../../src/croupier/server/page/js/session.js";
import { tableView } from "../../src/croupier/server/page/js/views/table.js";

seats();

const redDog = () => {
  const { messages, over, again } = kept("red-dog");
  return { first: messages[0].picture, news: messages.slice(1), over, again };
};
const cards = () =>
  Array.from(root().querySelectorAll(".cards .card"), (card) => card.dataset.card);
const log = () => [...root().querySelectorAll(".log .step")];
const dialog = () => document.querySelector("dialog");
const pointer = (kind, init) => dispatchEvent(new PointerEvent(kind, { button: 0, ...init }));

// --- what is seen -----------------------------------------------------------

test("a table is named in its head, and its dock says what to do", async () => {
  const { first } = redDog();
  await sit(first);
  assert.equal(document.title, "Red Dog 1 · Croupier");
  assert.equal(words(root().querySelector("h1")), "Red Dog 1, Red Dog");
  assert.equal(words(dock().querySelector(".where")), "Red Dog 1");
  assert.equal(what(), "Place your original wager");
  assert.equal(more(), "Press the spot on the felt, or deal with the least.");
  assert.equal(dock().classList.contains("turn"), false);
  assert.deepEqual(
    Array.from(root().querySelectorAll(".room > [aria-label]"), (one) =>
      one.getAttribute("aria-label"),
    ),
    ["The table", "The table in words", "Your move", "Beside the table"],
  );
  assert.deepEqual(sent(sockets.at(-1), "hello"), [{ type: "hello", token: "seat-token" }]);
  assert.deepEqual(sent(sockets.at(-1), "watch"), [{ type: "watch", table: "red-dog-1" }]);
});

// --- the round --------------------------------------------------------------

test("a round is followed to its end: cards, steps, the question, the result", async () => {
  const { first, news, over } = redDog();
  await sit(first);
  for (const message of news.slice(0, 3)) await hear(message);
  assert.equal(what(), "Your turn");
  assert.ok(dock().classList.contains("turn"));
  assert.equal(more(), "Raise or pass?");
  assert.deepEqual(cards(), ["4c", "7d"]);
  assert.equal(words(root().querySelector(".call")), "The spread is 2");
  assert.match(words(root().querySelector("[aria-label='The table in words']")), /four of clubs/);
  assert.match(words(log()[0]), /^The marker goes to spread 2/);
  assert.equal(log().length, 14);
  assert.ok(told("urgent").includes("Your turn. "));
  assert.ok(told().includes("4♣ is the first card, face up"));
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
  opened(await enter(tableView, picture));
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
  sockets.at(-1).hear({
    type: "events",
    table: picture.table,
    events: [],
    picture: { ...picture, deadline: null },
  });
  mock.timers.tick(250);
  assert.equal(words(clock()), "");
  assert.equal(clock().classList.contains("running"), false);
});

test("the dealer's calls are spoken aloud where that is wanted", async () => {
  const spoken = [];
  window.speechSynthesis = globalThis.speechSynthesis = {
    speak: ({ text }) => spoken.push(text),
    cancel() {},
  };
  globalThis.SpeechSynthesisUtterance = class {
    constructor(text) {
      this.text = text;
    }
  };
  const { first, news } = redDog();
  await sit(first);
  await hear(news[2]);
  assert.deepEqual(spoken, []);
  preferences.set("voice", "on");
  await sit(first);
  await hear(news[2]);
  assert.deepEqual(spoken, ["The spread is 2"]);
  preferences.set("voice", "off");
  delete window.speechSynthesis;
});

/** A speaker that writes down the pitches of its tones and rustles. */
function listened() {
  const pitches = [];
  let time = 1;
  const value = {
    setValueAtTime: (pitch) => pitch > 1 && pitches.push(pitch),
    exponentialRampToValueAtTime() {},
  };
  const node = () => ({
    gain: value,
    frequency: value,
    Q: {},
    connect() {},
    start() {},
    stop() {},
  });
  const made = Object.fromEntries(
    ["Gain", "Oscillator", "BufferSource", "BiquadFilter"].map((name) => [`create${name}`, node]),
  );
  window.AudioContext = globalThis.AudioContext = function AudioContext() {
    const createBuffer = () => ({ getChannelData: () => [] });
    return {
      ...made,
      createBuffer,
      sampleRate: 5,
      get currentTime() {
        return (time += 1);
      },
    };
  };
  pointer("pointerdown");
  pointer("pointerup", { pointerType: "mouse" });
  return pitches;
}

const [CARD, CHIPS, WIN, DING] = [3400, 3150, 523.25, 880];

test("cards, chips, a win and one's turn are heard; others' wins are chips", async () => {
  const pitches = listened();
  await settle();
  const { first, news } = redDog();
  await sit(first);
  await hear(news[0]);
  assert.ok(pitches.includes(CHIPS) && !pitches.includes(CARD));
  await hear(news[1], news[2]);
  assert.ok(pitches.includes(CARD));
  assert.equal(pitches.filter((pitch) => pitch === DING).length, 1);
  await hear({ ...news[2], events: [], picture: { ...news[2].picture, state: 99 } });
  assert.equal(pitches.filter((pitch) => pitch === DING).length, 1);
  assert.ok(!pitches.includes(WIN));
  await hear(news[3], news[4]);
  const wins = news[4].events.filter(({ kind, seat }) => kind === "pay" && seat === 1).length;
  assert.equal(pitches.filter((pitch) => pitch === WIN).length, wins);
});

test("a question to your seat is asked in its words; others' questions are not", async () => {
  const { asked: picture } = kept("winners-pot-poker");
  await sit(picture);
  assert.equal(more(), "Do you double or fold?");
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
  assert.equal(more(), "Is that so?");
});

test("whose turn it is shows in the title of the tab", async () => {
  const { first, news } = redDog();
  await sit(first);
  for (const message of news.slice(0, 3)) await hear(message);
  assert.equal(document.title, "● Your turn · Red Dog 1 · Croupier");
  await hear(news[3]);
  assert.equal(document.title, "Red Dog 1 · Croupier");
});

test("while cards move the title does not call anybody yet", async () => {
  still(false);
  mock.method(Element.prototype, "animate", () => ({ finished: new Promise(() => {}) }));
  const { first, news } = redDog();
  await sit(first);
  await hear(news[2]);
  assert.equal(document.title, "Red Dog 1 · Croupier");
});

test("somebody who reads in a window sees that time runs, if they are asked", async () => {
  mock.timers.enable({ apis: ["setInterval"] });
  let now = 1000;
  mock.method(performance, "now", () => now);
  const { asked: picture } = kept("red-dog");
  await sit({ ...picture, deadline: 30 });
  await press("Keys");
  const left = () => words(dialog().querySelector(".dialog-clock"));
  now += 17_600;
  mock.timers.tick(250);
  assert.equal(left(), "13 s to answer at the table");
  await happens({ awaits: [3], deadline: 30 });
  mock.timers.tick(250);
  assert.equal(left(), "");
  await happens({ awaits: [1], deadline: null });
  mock.timers.tick(250);
  assert.equal(left(), "");
});

test("a newcomer is guided in the dock, and may do without", async () => {
  guide();
  await sit(redDog().first);
  assert.match(more(), /^1 of 4 /);
  await press("No more guidance");
  assert.equal(more(), "Press the spot on the felt, or deal with the least.");
});

test("somebody who was ready before the deal is guided when they decide", async () => {
  guide();
  const { asked: picture } = kept("red-dog");
  picture.seats[1].ready = true;
  await sit(picture);
  assert.match(more(), /^3 of 4 /);
});

test("at the end of a guided round what it brought comes first", async () => {
  guide();
  await sit(redDog().over);
  assert.match(more(), /^4 of 4 Original \$20 wins \$80 at 4 to 1 and raise .*\. \S/);
});

test("guidance that is asked for again is shown at once; a table that was left hears nothing", async () => {
  const { leave } = await sit(redDog().first);
  await press("How to play");
  await press("Guide me through a round", dialog());
  assert.match(more(), /^1 of 4 /);
  const seen = more();
  leave();
  guide(false);
  dispatchEvent(new Event("guidance"));
  assert.equal(more(), seen);
});

// --- a round that stays ---------------------------------------------------------

test("the finished round stays on the felt while the next wagers are taken", async () => {
  const { first, news, again } = redDog();
  await sit(first);
  for (const message of news) await hear(message);
  const lies = cards();
  const steps = log().length;
  await happens({ ...again, state: again.state + 1 });
  assert.deepEqual(cards(), lies);
  assert.equal(log().length, steps);
  assert.equal(what(), "You win $160");
  assert.equal(dealLabel(), "Rebet $20 and deal");
  assert.match(words(root().querySelector(".result-panel")), /^You win \$160 Original \$20 wins/);
  const wager = { n: 1, kind: "wager", seat: 1, wager: "original", amount: "20.00" };
  const mine = { ...again.seats[1], chips: "640.00", wagers: { original: "20.00" } };
  await happens(
    {
      round: 2,
      stays: false,
      result: null,
      seats: { ...again.seats, 1: mine },
    },
    [{ ...wager, line: "Seat 1 puts $20 on original" }],
  );
  assert.deepEqual(cards(), []);
  assert.deepEqual(log().map(words), ["Seat 1 puts $20 on original"]);
  assert.equal(what(), "Your wager stands");
  assert.equal(root().querySelector(".result-panel"), null);
});

test("whoever has not read the result yet has it when others have cleared the felt", async () => {
  const { first, news, again } = redDog();
  await sit(first);
  for (const message of news) await hear(message);
  await happens({ ...again, state: again.state + 1 });
  const others = { round: 2, stays: false, result: null, seats: again.seats };
  await happens(others, [
    { n: 1, kind: "wager", seat: 3, wager: "original", amount: "5.00", line: "Seat 3 wagers $5" },
  ]);
  assert.match(what(), /^Place your original/);
  assert.match(more(), /^The last round: you win \$160\. Original \$20 wins/);
  const mine = { ...again.seats[1], wagers: { original: "20.00" } };
  await happens({ ...others, seats: { ...again.seats, 1: mine } });
  await happens(others);
  assert.doesNotMatch(more(), /The last round/);
});

test("a page that is loaded then has the same", async () => {
  await sit(redDog().again);
  assert.deepEqual(cards(), ["4c", "7d", "5h"]);
  assert.equal(what(), "You win $160");
  assert.equal(dealLabel(), "Rebet $20 and deal");
});

test("the last round is shown again in a window, and left with it", async () => {
  const { round, steps, house, again } = kept("red-dog");
  await sit(
    { ...again, last: 1 },
    {
      "GET /api/rounds/1": { ...round, events: [] },
      "GET /api/rounds/1/steps": { steps },
      "GET /api/houses/red-dog": house,
    },
  );
  await press("Last round");
  assert.equal(words(dialog().querySelector("h2")), "The last round");
  assert.ok(dialog().classList.contains("wide"));
  await settle();
  assert.ok(asked.some(({ path }) => path.startsWith("/api/rounds/1")));
  assert.ok(dialog().querySelector(".felt-box .card"), "in a window it begins with the result");
  key(document.body, "Home");
  await settle();
  assert.equal(dialog().querySelector(".felt-box .card"), null);
  const left = mock.method(ResizeObserver.prototype, "disconnect");
  dialog().close();
  await settle();
  assert.equal(left.mock.callCount(), 1);
});

// --- time, and somebody who is away ------------------------------------------------

const LATE = {
  seat: 1,
  said: "pass",
  line: "Time ran out for seat 1: pass",
  rule: null,
  finding: "X-11",
};
const toasts = () =>
  Array.from(document.querySelectorAll("#toasts .toast.bad"), (toast) => words(toast));

test("what was decided for the player is told once, with its rule beside it", async () => {
  const { asked: picture } = kept("red-dog");
  await sit(picture);
  await happens({ awaits: [3], next: [], timeouts: [LATE] });
  assert.deepEqual(toasts(), [LATE.line]);
  assert.deepEqual([told("urgent").includes(LATE.line), told().includes(LATE.line)], [true, false]);
  assert.equal(what(), "Bob decides");
  assert.equal(more(), "Time ran out for seat 1: pass. X-11");
  assert.ok(named("Why? X-11"));
  await happens({ timeouts: [LATE, { ...LATE, seat: 3, line: "Time ran out for seat 3: pass" }] });
  assert.deepEqual(toasts(), [LATE.line]);
  await happens({ timeouts: [] });
  await happens({ timeouts: [LATE] });
  assert.equal(toasts().length, 2);
});

test("nobody is guided on as if nothing had happened when time ran out for them", async () => {
  guide();
  const { first } = redDog();
  const mine = { ...first.seats[1], wagers: { original: "5.00" } };
  await sit({ ...first, seats: { ...first.seats, 1: mine } });
  assert.match(more(), /^2 of \d/);
  await happens({ phase: "playing", awaits: [], next: [], timeouts: [LATE] });
  assert.match(more(), /^Time ran out for seat 1: pass/);
});

test("whoever becomes the host is told", async () => {
  const { watched } = kept("red-dog");
  await sit({ ...watched, you: { ...watched.you, host: false } });
  await happens({ you: { ...watched.you, host: true } });
  const good = [...document.querySelectorAll("#toasts .toast.good")].map(words);
  assert.deepEqual(good, ["You are the host of this table now: see the tab Host."]);
});

test("what was decided before the page came is not news", async () => {
  const { asked: picture } = kept("red-dog");
  await sit({ ...picture, awaits: [3], next: [], timeouts: [LATE] });
  assert.deepEqual(toasts(), []);
  assert.equal(more(), "Time ran out for seat 1: pass. X-11");
});

test("somebody who sits out during a round comes back with one press", async () => {
  const { asked: picture } = kept("red-dog");
  picture.seats[1].out = true;
  await sit({ ...picture, awaits: [3], next: [] });
  assert.equal(dealLabel(), "I am back");
  assert.equal(deal().getAttribute("aria-keyshortcuts"), "o");
  deal().click();
  assert.deepEqual(
    sent(sockets.at(-1), "away").map(({ table, away }) => [table, away]),
    [["red-dog-1", false]],
  );
  await granted({ seats: kept("red-dog").asked.seats });
  assert.equal(deal(), null);
});

test("somebody who sits out before the deal comes back by placing a wager", async () => {
  const { first } = redDog();
  Object.assign(first.seats[1], { out: true, freed_at: "2026-05-01T20:35:00+00:00" });
  await sit(first);
  assert.equal(what(), "You are sitting out");
  assert.match(more(), /Your seat is kept until .*35/);
  await tap("original");
  assert.deepEqual(said(), ["wager original 5.00"]);
});

test("what is refused over the line is told", async () => {
  await sit(redDog().first);
  await strike("o");
  await refused({ kind: "refused", message: "not now" });
  assert.match(words(document.querySelector("#toasts")), /not now/);
  assert.equal(complaint(), null);
});

// --- the line ---------------------------------------------------------------

test("a lost connection is told, and its coming back", async () => {
  await sit(redDog().first);
  const link = () => words(root().querySelector(".link-state"));
  sockets.at(-1).close(1006);
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
  const { socket } = await sit(redDog().first);
  socket.close(4401);
  assert.equal(session.seat("red-dog-1"), null);
  const again = sockets.at(-1);
  assert.notEqual(again, socket);
  again.open();
  assert.deepEqual(again.sent, [{ type: "hello" }]);
  session.enter({ token: "old", role: "player", name: "Ann" });
  again.close(4401);
  assert.equal(session.token, "old", "this token was not the one that has ended");
  const last = sockets.at(-1);
  last.open();
  assert.deepEqual(last.sent, [{ type: "hello", token: "old" }]);
  last.close(4401);
  assert.equal(session.token, null);
});

test("a seat's newer token stays when the older one ends", async () => {
  const { socket } = await sit(redDog().first);
  session.take("red-dog-1", 1, "newer");
  socket.close(4401);
  assert.equal(session.at("red-dog-1"), "newer");
  sockets.at(-1).open();
  assert.deepEqual(sockets.at(-1).sent, [{ type: "hello", token: "newer" }]);
});

test("a picture that comes again continues the last one; another round begins", async () => {
  const { first, news, over } = redDog();
  await sit(first);
  await hear(news[0]);
  await hear({ type: "table", picture: { ...kept("red-dog").asked } });
  assert.equal(what(), "Your turn");
  assert.deepEqual(
    Array.from(root().querySelectorAll(".cards .card"), (card) => card.dataset.card),
    ["4c", "7d"],
  );
  const { asked: again } = kept("red-dog");
  await hear({ type: "table", picture: { ...again, events: again.events.slice(0, 11) } });
  assert.equal(root().querySelectorAll(".cards .card").length, 1);
  assert.equal(root().querySelectorAll(".log .step").length, 11);
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
  assert.equal(root().querySelectorAll(".cards .card").length, 0);
  assert.deepEqual(Array.from(root().querySelectorAll(".log .line"), words), [
    "The device has shuffled the batch",
  ]);
});

test("news before the felt is known waits for it; other tables' news is ignored", async () => {
  const { first, news } = redDog();
  answer({ "GET /api/games": kept("games") });
  session.take("red-dog-1", 1, "seat-token");
  const main = document.querySelector("main");
  const leave = tableView(main, { id: "red-dog-1" });
  const socket = sockets.at(-1);
  socket.open();
  socket.hear({ type: "welcome" });
  socket.hear({ type: "events", ...news[0] });
  socket.hear({ type: "table", picture: { ...first, table: "another" } });
  socket.hear({ type: "events", ...news[1], table: "another" });
  socket.hear({ type: "table", picture: first });
  opened({ root: main, socket, leave: () => (leave(), session.leave()) });
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
  root()
    .querySelector("[data-sit='4'] text")
    .dispatchEvent(new Event("click", { bubbles: true }));
  assert.match(words(document.querySelector("dialog p")), /^Seat 4 · /);
  document.querySelector("dialog").close();
});

test("whoever has played here and left finds the way to the review, also when it closes", async () => {
  const link = () => dock().querySelector("a[href='#/review']");
  const { watched } = kept("red-dog");
  await sit(watched);
  assert.equal(link(), null);
  await hear({ type: "table", picture: redDog().over });
  assert.equal(link(), null);
  await hear({ type: "table", picture: watched });
  assert.equal(words(link()), "Review your session");
  await hear({ type: "table", picture: { ...watched, open_seats: false } });
  assert.ok(link());
  await hear({ type: "table", picture: { ...watched, phase: "closed" } });
  assert.ok(link());
});

test("text that does not fit fades at its edge, until it is scrolled to its end", async () => {
  await sit(redDog().first);
  const box = dock().querySelector(".more");
  const faded = async (bottom) => {
    mock.method(box, "getBoundingClientRect", () => ({ bottom: 52 }));
    mock.method(box.lastElementChild, "getBoundingClientRect", () => ({ bottom }));
    await happens({});
    return box.classList.contains("goes-on");
  };
  Object.defineProperties(box, { scrollHeight: { value: 76 }, clientHeight: { value: 52 } });
  assert.equal(await faded(76), true);
  assert.equal(await faded(52), false, "nothing below is text");
});

test("how a sitting ended stays in the dock, also while others play, until the next one", async () => {
  const moves = () => words(dock().querySelector(".moves"));
  const { asked: picture, over, watched } = kept("red-dog");
  await sit(picture);
  await hear({ type: "table", picture: over });
  await hear({ type: "table", picture: watched });
  assert.match(moves(), /^You have left your seat\. Take a seat.*Review your session$/);
  await hear({ type: "table", picture: { ...watched, phase: "closed" } });
  assert.equal(moves(), "You have left your seat. Review your session");
  await sit(picture);
  await hear({ type: "table", picture: watched });
  assert.doesNotMatch(moves(), /Review/, "no round was played");
});

test("a seat that was taken on another device is played from this one, too", async () => {
  const { watched } = kept("red-dog");
  session.enter({ token: "guest", role: "spectator", person: "p-9", name: "Ann" });
  watched.seats[2] = { name: "Ann", person: "p-9", chips: "5.00", wagers: {} };
  await sit(watched, { "POST /api/me/seats/red-dog-1/2": [201, { token: "seat-token" }] });
  await settle();
  assert.equal(session.at("red-dog-1"), "seat-token");
  sockets.at(-1).open();
  assert.equal(sockets.at(-1).sent[0].token, "seat-token");
});

test("somebody who watches may take a house player's seat, which says whose it is", async () => {
  const { watched } = kept("red-dog");
  watched.seats = { 1: { name: "Ada", chips: "5.00", wagers: {}, strategy: "best" }, 2: null };
  await sit(watched);
  assert.match(words(dock().querySelector(".hint")), /house players leave theirs for you:$/);
  assert.deepEqual(buttons(dock().querySelector(".seats")), ["Ada's seat", "Seat 2"]);
  await press("Ada's seat");
  assert.match(words(document.querySelector("dialog")), /Ada, a house player, leaves it for you/);
  document.querySelector("dialog").close();
});

test("where there is no seat to take it says why", async () => {
  const { watched } = kept("red-dog");
  await sit({ ...watched, open_seats: false });
  assert.match(words(dock().querySelector(".hint")), /by invitation/);
  const both = [1, 2].map((seat) => [seat, { name: "Bob", chips: "5.00", wagers: {} }]);
  await sit({ ...watched, seats: Object.fromEntries(both) });
  assert.match(words(dock().querySelector(".hint")), /Every seat is taken/);
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
  const step = sent(sockets.at(-1), "proceed").at(-1);
  assert.deepEqual([step.table, step.state], ["red-dog-1", watched.state]);
  await hear({ type: "refused", id: step.id, error: { kind: "stale", message: "it has gone on" } });
  assert.match(words(document.querySelector("#toasts")), /it has gone on/);
  const tabs = () => Array.from(root().querySelectorAll("[role=tab]"), words);
  assert.equal(tabs()[0], "Floor");
});

// --- beside the table -------------------------------------------------------

test("the panels beside the table are tabs, moved through with the arrows", async () => {
  const { asked: picture } = kept("red-dog");
  await sit(picture, { "GET /api/me": { balance: "100.00" } });
  const side = root().querySelector(".side");
  const tabs = () => [...side.querySelectorAll("[role=tab]")];
  const open = () => words(side.querySelector("[aria-selected=true]"));
  assert.deepEqual(tabs().map(words), ["Steps", "My seat", "Odds", "Fair", "Words"]);
  assert.equal(open(), "Steps");
  assert.match(words(side.querySelector(".hint")), /^Round 1\. Press a clause/);
  assert.deepEqual(
    Array.from(side.querySelectorAll("a"), (link) => link.getAttribute("href")),
    ["#/round/1", "#/record?table=red-dog-1"],
  );
  tabs()[2].click();
  assert.equal(open(), "Odds");
  assert.match(words(side), /Limits: \$5 to \$500, in steps of \$0\.50\./);
  key(tabs()[2], "ArrowLeft");
  assert.equal(open(), "My seat");
  assert.equal(document.activeElement, tabs()[1]);
  await settle();
  assert.match(words(side), /In your account ?\$100/);
  key(tabs()[1], "ArrowLeft");
  key(tabs()[0], "ArrowLeft");
  assert.equal(open(), "Words");
  key(tabs()[4], "x");
  assert.equal(open(), "Words");
  assert.match(words(side), /Seat 1, Ann \(you\): \$480\. Wagers: original \$20\./);
});

test("on a phone the panels come over the table, with the focus, which returns", async () => {
  await sit(kept("red-dog").asked);
  const side = root().querySelector(".side");
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
  [...root().querySelectorAll("[role=tab]")][1].click();
  await settle();
  const field = () => root().querySelector(".seat-panel input");
  field().focus();
  field().value = "250";
  await hear(news[0]);
  assert.equal(field().value, "250");
  assert.equal(document.activeElement, field());
  assert.match(words(root().querySelector(".seat-panel")), /\$480/);
});

test("more chips are bought over HTTP, with an id and the seat's token", async () => {
  await sit(kept("red-dog").asked, {
    "GET /api/me": { balance: "100.00" },
    "POST /api/tables/red-dog-1/chips": {},
  });
  [...root().querySelectorAll("[role=tab]")][1].click();
  const form = root().querySelector(".seat-panel form");
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

test("nothing is drawn under a finger until it has gone up and its click was heard", async () => {
  const { first, news } = redDog();
  await sit(first);
  pointer("pointerdown");
  await hear(news[0]);
  assert.equal(dealLabel(), "Bet $5 and deal");
  pointer("pointerup", { pointerType: "mouse" });
  await settle();
  assert.equal(dealLabel(), "Deal");
});

test("a tap's click comes after the finger went up; the space bar is a finger, too", async () => {
  const { first, news } = redDog();
  await sit(first);
  pointer("pointerdown");
  pointer("pointerup", { pointerType: "touch" });
  await hear(news[0]);
  assert.equal(dealLabel(), "Bet $5 and deal");
  dispatchEvent(new Event("click"));
  await settle();
  assert.equal(dealLabel(), "Deal");
  key(dock().querySelector(".put"), " ");
  const state = { ...news[1], events: [] };
  state.picture.seats[1].ready = true;
  await hear(state);
  assert.equal(dealLabel(), "Deal");
  key(dock().querySelector(".put"), " ", "keyup");
  await settle();
  assert.equal(dealLabel(), "Ready: take it back");
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
