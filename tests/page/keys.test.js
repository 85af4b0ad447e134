/** Hot keys: what each does, when it is somebody else's, and where the focus goes. */

import assert from "node:assert/strict";
import test, { mock } from "node:test";

import { Keys, keySign, letters } from "../../src/croupier/server/page/js/keys.js";
import { drawn, kept, still } from "./tables.js";
import { answer, settle, sockets, words } from "./support.js";
import { tableView } from "../../src/croupier/server/page/js/views/table.js";
import { preferences } from "../../src/croupier/server/page/js/preferences.js";
import {
  all,
  deal,
  dock,
  field,
  granted,
  happens,
  hear,
  named,
  press,
  readied,
  root,
  said,
  seats,
  sit,
  strike,
  taken,
  written,
} from "./seated.js";

seats();

const first = () => kept("red-dog").messages[0].picture;
const opened = () => document.querySelector("dialog");
const listed = () =>
  Array.from(opened().querySelectorAll("dl.keys > div"), (row) => [
    words(row.querySelector("kbd")),
    words(row.querySelector("dd")),
  ]);
/** What every button says of its key, by what is written on it. */
const onButtons = () =>
  Object.fromEntries(
    Array.from(dock().querySelectorAll("button[aria-keyshortcuts]"), (one) => [
      written(one),
      one.getAttribute("aria-keyshortcuts"),
    ]),
  );

// --- letters --------------------------------------------------------------------

test("a choice has the first letter of its last word that is free", () => {
  assert.deepEqual(letters(["raise vertical", "raise horizontal", "fold"]), ["v", "h", "f"]);
  assert.deepEqual(letters(["pass", "play"]), ["p", "l"]);
  assert.deepEqual(letters(["ask burn"], ["b"]), ["a"]);
  assert.deepEqual(letters(["Double-Down", "d2"], ["o"]), ["d", null]);
});

test("a key is written as on a keyboard, for the eye only", () => {
  const sign = (key) => drawn(keySign(key)).querySelector("kbd");
  assert.deepEqual(
    ["Enter", " ", "Backspace", "v", "+"].map((key) => words(sign(key))),
    ["⏎", "Space", "⌫", "V", "+"],
  );
  assert.equal(sign("v").getAttribute("aria-hidden"), "true");
  assert.equal(sign(null), null);
});

// --- when a key is heard ----------------------------------------------------------

/** Keys that write down what was pressed. */
function listening(t) {
  const pressed = mock.fn();
  const keys = new Keys(() =>
    ["v", "Enter", " ", "+"].map((key) => ({ key, label: key, press: () => pressed(key) })),
  );
  t.after(() => keys.close());
  return { pressed, keys };
}
const box = (t, markup) => {
  const made = document.createElement("div");
  const inner = document.createElement(markup.split(" ")[0]);
  for (const attribute of markup.split(" ").slice(1)) {
    const [name, value = ""] = attribute.split("=");
    inner.setAttribute(name, value);
  }
  made.append(inner);
  document.body.append(made);
  t.after(() => made.remove());
  return inner;
};

test("a key does what it says, large or small, and nothing else comes of it", async (t) => {
  const { pressed } = listening(t);
  document.activeElement?.blur();
  assert.equal((await strike("V")).defaultPrevented, true);
  await strike("Enter");
  await strike("+");
  assert.deepEqual(
    pressed.mock.calls.map((call) => call.arguments[0]),
    ["v", "Enter", "+"],
  );
  assert.equal((await strike("q")).defaultPrevented, false);
});

test("a key that is held down, or pressed with another, is the browser's", async (t) => {
  const { pressed } = listening(t);
  for (const with_ of ["ctrlKey", "metaKey", "altKey", "repeat"])
    assert.equal((await strike("v", { [with_]: true })).defaultPrevented, false);
  assert.equal(pressed.mock.callCount(), 0);
  await strike("v", { shiftKey: true });
  assert.equal(pressed.mock.callCount(), 1);
});

test("somebody who types is not heard; a slider or a check box leaves letters free", async (t) => {
  const { pressed } = listening(t);
  const on = async (markup, key) => {
    pressed.mock.resetCalls();
    const inner = box(t, markup);
    inner.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    inner.dispatchEvent(new KeyboardEvent("keyup", { key, bubbles: true }));
    await settle(1);
    return pressed.mock.callCount();
  };
  for (const markup of ["input", "input type=text", "select", "textarea", "p contenteditable"])
    assert.equal(await on(markup, "v"), 0, markup);
  for (const markup of ["input type=range", "input type=checkbox", "button", "p"])
    assert.equal(await on(markup, "v"), 1, markup);
  for (const markup of ["button", "a href=#x", "summary", "b role=tab", "input type=checkbox"])
    for (const key of ["Enter", " "]) assert.equal(await on(markup, key), 0, `${markup} ${key}`);
  for (const key of ["Enter", " "]) assert.equal(await on("p", key), 1, key);
});

test("under a window nothing is pressed; question mark opens one with the keys", async (t) => {
  const { pressed } = listening(t);
  await strike("?");
  assert.equal(words(opened().querySelector("h2")), "Keys");
  assert.deepEqual(listed(), [
    ["V", "v"],
    ["⏎", "Enter"],
    ["Space", ""],
    ["+", "+"],
    ["?", "These keys"],
  ]);
  assert.equal(words(opened().querySelector("dt .sr")), "V");
  await strike("v");
  assert.equal(pressed.mock.callCount(), 0);
  opened().close();
  await strike("v");
  assert.equal(pressed.mock.callCount(), 1);
});

test("keys that are closed hear nothing", async (t) => {
  const { pressed, keys } = listening(t);
  keys.close();
  await strike("v");
  assert.equal(pressed.mock.callCount(), 0);
});

// --- wagers -----------------------------------------------------------------------

test("every key of the wagers does what its button says", async () => {
  await sit(first());
  document.activeElement?.blur();
  await strike("3");
  await strike(" ");
  await taken();
  await strike(" ");
  await taken();
  await strike("Backspace");
  await taken();
  await strike("d");
  await taken();
  await strike("z");
  await taken();
  await strike("m");
  await taken();
  await strike("n");
  await taken();
  await strike("x");
  await taken();
  await strike("r");
  await taken();
  await strike("b");
  assert.deepEqual(said(), [
    "wager original 25.00",
    "wager original 50.00",
    "wager original 25.00",
    "wager original 50.00",
    "wager original 25.00",
    "wager original 500.00",
    "wager original 5.00",
    "withdraw original",
    "wager original 5.00",
    "ask burn",
  ]);
  assert.deepEqual(readied(), []);
});

test("enter bets and deals, deals, and waits", async () => {
  await sit(first());
  await strike("Enter");
  await taken();
  assert.deepEqual([said(), readied()], [["wager original 5.00"], [true]]);
  await granted({ seats: kept("red-dog").messages[2].picture.seats });
  await strike("Enter");
  assert.deepEqual(readied(), [true, false]);
});

test("W goes to the next spot and round again", async () => {
  const picture = first();
  picture.next.push({
    actor: "1",
    verb: "wager",
    args: ["raise", { least: "1.00", most: "100.00", step: "0.50" }],
  });
  await sit(picture);
  const chosen = () => words(dock().querySelector(".segments [aria-pressed=true] span"));
  assert.equal(chosen(), "Original");
  await strike("w");
  assert.equal(chosen(), "Raise");
  await strike(" ");
  assert.deepEqual(said(), ["wager raise 5.00"]);
  await strike("w");
  assert.equal(chosen(), "Original");
});

test("the window of the keys lists those of now, and every one is on its button", async () => {
  await sit(first());
  const keys = onButtons();
  assert.deepEqual(keys, {
    "+$5 on original": "Space",
    "Chip of $1": "1",
    "Chip of $5": "2",
    "Chip of $25": "3",
    "Chip of $100": "4",
    "Chip of $500": "5",
    Undo: "z",
    Clear: "x",
    Twice: "d",
    Min: "n",
    Max: "m",
    "See the burn card": "b",
    "Bet $5 and deal": "Enter",
    Advice: "a",
    "How to play": "g",
    "Last round": "l",
  });
  await press("Keys");
  assert.deepEqual(listed(), [
    ["⏎", "Bet $5 and deal"],
    ["Space", "Put the chip in hand on the spot"],
    ["⌫", "Take a chip back"],
    ["R", "Bet as last time"],
    ["Z", "Undo"],
    ["X", "Clear"],
    ["D", "Twice"],
    ["N", "Min"],
    ["M", "Max"],
    ["1", "Take a chip of $1"],
    ["2", "Take a chip of $5"],
    ["3", "Take a chip of $25"],
    ["4", "Take a chip of $100"],
    ["5", "Take a chip of $500"],
    ["B", "See the burn card"],
    ["A", "Advice"],
    ["G", "How to play"],
    ["S", "Silence"],
    ["O", "Sit out"],
    ["?", "These keys"],
  ]);
});

test("a wager of one amount has no chips to take by key", async () => {
  await sit(kept("winners-pot-poker").wagering);
  await strike("1");
  await strike(" ");
  assert.deepEqual(said(), ["wager ante 5.00"]);
  await press("Keys");
  assert.ok(listed().some(([sign, label]) => sign === "Space" && label === "Place the wager"));
  assert.ok(!listed().some(([sign]) => sign === "1"));
});

test("what is typed into the amount presses nothing", async () => {
  await sit(first());
  field().focus();
  for (const key of ["2", "5", "x", "Enter"]) await strike(key);
  assert.deepEqual([said(), readied()], [[], []]);
});

// --- choices ----------------------------------------------------------------------

test("every choice has its letter; plus and minus move the amount", async () => {
  await sit(kept("red-dog").asked);
  const keys = onButtons();
  assert.deepEqual(keys, {
    "Raise $20": "r",
    Pass: "p",
    Advice: "a",
    "How to play": "g",
    "Last round": "l",
  });
  const amount = () => words(dock().querySelector(".range b"));
  await strike("+");
  assert.equal(amount(), "$20");
  await strike("-");
  await strike("-");
  assert.equal(amount(), "$19");
  await strike("+");
  assert.equal(amount(), "$19.50");
  await strike("?");
  assert.deepEqual(listed().slice(0, 4), [
    ["R", "Raise"],
    ["P", "Pass"],
    ["+", "A larger amount"],
    ["-", "A smaller amount"],
  ]);
  opened().close();
  await strike("r");
  assert.deepEqual(said(), ["raise 19.50"]);
  await strike("p");
  assert.deepEqual(said(), ["raise 19.50", "pass"]);
});

test("the amount stops at its least", async () => {
  const { asked } = kept("red-dog");
  asked.next[0].args[0] = { least: "19.50", most: "20.00", step: "0.50" };
  await sit(asked);
  for (let i = 0; i < 3; i++) await strike("-");
  await strike("r");
  assert.deepEqual(said(), ["raise 19.50"]);
});

test("an amount that is the only one has no plus and minus", async () => {
  const { asked } = kept("red-dog");
  asked.next[0].args[0] = { least: "20.00", most: "20.00", step: "0.50" };
  await sit(asked);
  assert.equal(dock().querySelector("input[type=range]"), null);
  assert.equal((await strike("-")).defaultPrevented, false);
  await strike("r");
  assert.deepEqual(said(), ["raise 20.00"]);
});

test("two lines of a cross have letters of their own", async () => {
  await sit(kept("double-cross-poker").asked);
  await strike("v");
  assert.deepEqual(said(), ["raise vertical"]);
  await strike("h");
  await strike("f");
  assert.deepEqual(said().slice(1), ["raise horizontal", "fold"]);
});

test("while the cards come no key decides", async () => {
  still(false);
  mock.method(Element.prototype, "animate", () => ({ finished: new Promise(() => {}) }));
  const { messages } = kept("red-dog");
  await sit(messages[0].picture);
  await hear(messages[3]);
  assert.equal((await strike("p")).defaultPrevented, false);
  assert.deepEqual(said(), []);
});

// --- beside the point ---------------------------------------------------------------

test("A asks for advice only where there is some", async () => {
  const { asked, advice } = kept("red-dog");
  const path = "GET /api/tables/red-dog-1/advice";
  await sit(asked, { [path]: advice });
  await strike("a");
  assert.match(words(dock()), /· best/);
  await happens({ advice: false });
  assert.equal(named("Advice"), undefined);
  assert.equal((await strike("a")).defaultPrevented, false);
});

test("O sits out and comes back", async () => {
  await sit(first());
  await strike("o");
  assert.deepEqual(
    all("away").map(({ table, away }) => [table, away]),
    [["red-dog-1", true]],
  );
  const out = first().seats;
  out[1].out = true;
  await granted({ seats: out });
  await strike("o");
  assert.equal(all("away")[1].away, false);
});

test("G shows how the game is played", async () => {
  await sit(first());
  await strike("g");
  assert.equal(words(opened().querySelector("h2")), "How to play Red Dog");
});

test("L shows the last round, if there was one", async () => {
  await sit(first());
  assert.equal((await strike("l")).defaultPrevented, false);
  await happens({ last: 1 });
  assert.equal(named("Last round").disabled, false);
  assert.equal((await strike("l")).defaultPrevented, true);
  assert.equal(words(opened().querySelector("h2")), "The last round");
});

test("enter asks for the next round once", async () => {
  await sit(kept("red-dog").over);
  await strike("Enter");
  await strike("Enter");
  assert.deepEqual(readied(), [true]);
});

test("somebody who watches has only the keys that change nothing", async () => {
  await sit(kept("red-dog").watched);
  await strike("?");
  assert.deepEqual(listed(), [
    ["G", "How to play"],
    ["S", "Silence"],
    ["?", "These keys"],
  ]);
});

test("S silences everything, and lets it be heard again", async () => {
  await sit(kept("red-dog").watched);
  await strike("s");
  assert.equal(preferences.get("sound"), "off");
  assert.match(words(document.querySelector("#toasts")), /Everything is silent\./);
  await strike("s");
  assert.equal(preferences.get("sound"), "on");
});

test("before the first picture no key does anything", async () => {
  answer({ "GET /api/games": kept("games") });
  const leave = tableView(document.querySelector("main"), { id: "red-dog-1" });
  assert.equal((await strike("Enter")).defaultPrevented, false);
  assert.deepEqual(sockets.at(-1).sent, []);
  leave();
});

// --- the focus ----------------------------------------------------------------------

const click = (element, detail) =>
  element.dispatchEvent(new MouseEvent("click", { bubbles: true, detail }));

test("a button pressed with a pointer gives the focus back, so that enter deals", async () => {
  await sit(first());
  const chip = named("Chip of $25");
  chip.focus();
  click(chip, 1);
  await settle();
  assert.ok(document.activeElement !== chip);
  await strike("Enter");
  assert.deepEqual(said(), ["wager original 5.00"]);
});

test("a button pressed with a key keeps the focus, and enter is its own", async () => {
  await sit(first());
  const chip = named("Chip of $25");
  chip.focus();
  click(chip, 0);
  await settle();
  assert.ok(document.activeElement === chip);
  assert.equal((await strike("Enter")).defaultPrevented, false);
  assert.deepEqual(said(), []);
});

test("a pointer beside the buttons changes nothing", async () => {
  await sit(first());
  field().focus();
  click(dock().querySelector(".what"), 1);
  assert.ok(document.activeElement === field());
});

test("when its button is gone the focus goes to the dock, and never to a choice", async () => {
  const { messages } = kept("red-dog");
  await sit(messages[0].picture);
  deal().focus();
  for (const message of messages.slice(1, 4)) await hear(message);
  assert.ok(named("Raise $20"));
  assert.ok(document.activeElement === dock());
  assert.equal(dock().tabIndex, -1);
  await strike("p");
  assert.deepEqual(said(), ["pass"]);
});

test("somebody who reads elsewhere keeps the focus when it is their turn", async () => {
  const { messages } = kept("red-dog");
  await sit(messages[0].picture);
  const tab = root().querySelector("[role=tab]");
  tab.focus();
  for (const message of messages.slice(1, 4)) await hear(message);
  assert.ok(document.activeElement === tab);
});
