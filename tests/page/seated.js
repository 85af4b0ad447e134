/** Somebody at a table: what they see and press, and a table that takes or refuses what is said. */

import assert from "node:assert/strict";
import { afterEach, before, beforeEach, mock } from "node:test";

import { settle, words } from "./support.js";
import { enter, furnish, kept, learned, sent, still, widen } from "./tables.js";
import { cents, wire } from "../../src/croupier/server/page/js/money.js";
import { tableView } from "../../src/croupier/server/page/js/views/table.js";

let table = null; // `{root, socket, leave}` of the page that is open
let shown = null; // the picture that the table has sent last

/** Prepare the page for every test of a file, and leave its table afterwards. */
export function seats() {
  before(() => {
    learned();
    widen(1200);
  });
  beforeEach(() => {
    still();
    furnish();
    localStorage.removeItem("croupier-preferences");
    guide(false);
  });
  afterEach(() => {
    mock.timers.reset();
    mock.restoreAll();
    document.querySelectorAll("dialog").forEach((box) => box.remove());
    table?.leave();
    table = shown = null;
    still(false);
  });
}

/** Let somebody play every game for the first time, and be guided; or know them all. */
export const guide = (newcomer = true) =>
  localStorage.setItem(
    "croupier-guided",
    JSON.stringify(Object.fromEntries(kept("games").games.map(({ game }) => [game, !newcomer]))),
  );

/** Sit at a table, or watch it. */
export async function sit(picture, more) {
  table?.leave();
  shown = structuredClone(picture);
  return (table = await enter(tableView, picture, more));
}

/** For a test that has opened a table by itself. */
export const opened = (other) => (table = other);

// --- what is seen ---------------------------------------------------------------

export const root = () => table.root;
export const dock = () => table.root.querySelector(".dock");
export const what = () => words(dock().querySelector(".what"));
export const more = () => words(dock().querySelector(".more"));
/** What the dock complains of, or null. */
export const complaint = () => {
  const found = dock().querySelector("[role=alert]");
  return found && words(found);
};
export const deal = () => dock().querySelector("button.deal");
/** What the large button says, without the sign of its key. */
export const dealLabel = () => written(deal());
export const field = () => dock().querySelector("input.amount");

/** What a button is called: without the sign of its key, and without its small print. */
export function written(one) {
  const copy = one.cloneNode(true);
  copy.querySelectorAll("[aria-hidden=true], small").forEach((part) => part.remove());
  return one.getAttribute("aria-label") ?? words(copy);
}

/** The button of the dock that is called so. */
export const named = (name, box = dock()) =>
  [...box.querySelectorAll("button")].find((one) => written(one) === name);

/** The buttons that there are to choose from, with everything that is written on them. */
export const choices = () => Array.from(dock().querySelectorAll("button.choice"), words);

// --- what is done ---------------------------------------------------------------

/** Press a button with the keyboard's focus on it. */
export async function press(name, box = dock()) {
  const found = named(name, box);
  assert.ok(
    found,
    `there is no “${name}” among ${[...box.querySelectorAll("button")].map(written).join(", ")}`,
  );
  found.focus();
  found.click();
  await settle();
  return found;
}

/** Press a key, wherever the focus is. */
export async function strike(key, options = {}) {
  const target = document.activeElement ?? document.body;
  const init = { key, bubbles: true, cancelable: true, ...options };
  const event = new KeyboardEvent("keydown", init);
  target.dispatchEvent(event);
  target.dispatchEvent(new KeyboardEvent("keyup", init));
  await settle();
  return event;
}

const area = (wager, seat) =>
  table.root.querySelector(`.area[data-seat='${seat}'][data-wager='${wager}'] text`);

/** Press a spot on the felt. */
export async function tap(wager, seat = 1) {
  area(wager, seat).dispatchEvent(new Event("click", { bubbles: true }));
  await settle();
}

/** Press a spot on the felt with the other button of the mouse. */
export async function takeBack(wager, seat = 1) {
  const event = new Event("contextmenu", { bubbles: true, cancelable: true });
  area(wager, seat).dispatchEvent(event);
  await settle();
  return event;
}

/** Type an amount, and leave the field or press Enter in it. */
export async function place(text) {
  field().focus();
  field().value = text;
  field().dispatchEvent(new Event("input", { bubbles: true }));
  await settle();
  field().dispatchEvent(new Event("change", { bubbles: true }));
  await settle();
}

// --- what the table answers -----------------------------------------------------

/** What the page has sent of a kind, in order. */
export const all = (kind) => sent(table.socket, kind);

/** What was said at the table, in order. */
export const said = () => all("act").map((act) => act.said);

/** What was told of being ready. */
export const readied = () => all("ready").map(({ ready }) => ready);

export async function hear(...messages) {
  for (const message of messages) table.socket.hear(message);
  await settle();
}

/** The table as it is now, with changes. */
export const news = (changes = {}, events = []) => {
  const picture = { ...shown, ...changes };
  delete picture.events;
  shown = picture;
  return {
    type: "events",
    table: picture.table,
    state: picture.state,
    round: picture.round,
    events,
    picture,
  };
};

/** Something else has happened at the table. */
export const happens = (changes, events) =>
  hear(news({ state: shown.state + 1, ...changes }, events));

const unanswered = () => {
  const { socket } = table;
  socket.answered ??= new Set();
  return socket.sent.find(({ id, type }) => id && type !== "watch" && !socket.answered.has(id));
};

function take() {
  const asked = unanswered();
  assert.ok(asked, "nothing is waiting for an answer");
  table.socket.answered.add(asked.id);
  return asked;
}

/** The wagers and offers after a sentence: as the house would have them. */
function after(sentence) {
  const [verb, wager, amount] = sentence.split(" ");
  const seat = shown.you.seat;
  const mine = { ...shown.seats[seat], wagers: { ...shown.seats[seat].wagers } };
  const lay = cents(mine.wagers[wager] ?? "0");
  const then = verb === "withdraw" ? 0 : cents(amount ?? shown.limits[wager]);
  if (then) mine.wagers[wager] = wire(then);
  else delete mine.wagers[wager];
  mine.chips = wire(cents(mine.chips) + lay - then);
  const others = shown.next.filter((offer) => offer.verb !== "withdraw");
  const back = Object.keys(mine.wagers).map((name) => ({
    actor: String(seat),
    verb: "withdraw",
    args: [name],
  }));
  return { seats: { ...shown.seats, [seat]: mine }, next: [...others, ...back] };
}

/** The oldest sentence that waits is taken: the wager lies there, or is taken back. */
export async function taken(changes = {}, events = []) {
  const act = take();
  const round = shown.stays ? (shown.round ?? 0) + 1 : shown.round;
  const begun = shown.stays ? { stays: false, result: null, round } : {};
  const message = news(
    { ...begun, ...after(act.said), state: shown.state + 1, ...changes },
    events,
  );
  await hear({ type: "ack", id: act.id, table: message.table, state: message.state }, message);
}

/** The oldest request that waits is granted, and the table shows it. */
export async function granted(changes = {}) {
  const { id } = take();
  const message = news({ state: shown.state + 1, ...changes });
  await hear({ type: "ack", id, table: message.table, state: message.state }, message);
}

/** The oldest request that waits is refused. */
export const refused = (error = kept("errors").refused.error) =>
  hear({ type: "refused", id: take().id, error });
