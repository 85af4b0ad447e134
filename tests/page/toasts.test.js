/** Short messages: shown where nothing is pressed. */

import assert from "node:assert/strict";
import test, { afterEach } from "node:test";

import { depart, root, toasts } from "./visits.js";
import { freeSpot } from "../../src/croupier/server/page/js/toasts.js";
import { toast } from "../../src/croupier/server/page/js/shell.js";

const ROOM = { left: 0, top: 50, right: 400, bottom: 800 };
const SIZE = { width: 200, height: 40 };
const box = (left, top, right, bottom) => ({ left, top, right, bottom });

afterEach(depart);

test("a message is shown at the top, in the middle, if nothing is there", () => {
  assert.deepEqual(freeSpot(SIZE, [], ROOM), box(100, 58, 300, 98));
});

test("it goes beside a control, or below it, with some air between them", () => {
  const left = box(0, 60, 150, 100);
  assert.deepEqual(freeSpot(SIZE, [left], ROOM), box(192, 58, 392, 98));
  const right = box(250, 60, 400, 100);
  assert.deepEqual(freeSpot(SIZE, [right], ROOM), box(8, 58, 208, 98));
  const both = box(0, 50, 400, 100);
  assert.equal(freeSpot(SIZE, [both], ROOM).top, 114);
});

test("it covers text only where it would cover a control instead", () => {
  const heading = box(0, 50, 400, 100);
  assert.equal(freeSpot(SIZE, [], ROOM, [heading]).top, 114);
  const below = box(0, 110, 400, 800);
  assert.equal(freeSpot(SIZE, [below], ROOM, [heading]).top, 58);
  const text = [heading, heading, box(0, 100, 400, 800)];
  assert.equal(freeSpot(SIZE, [], ROOM, text).top, 114);
});

test("where everything is pressed it covers as little as it can", () => {
  const all = box(0, 0, 400, 800);
  const some = box(0, 0, 400, 400);
  assert.equal(freeSpot(SIZE, [all, some], ROOM).top, 410);
  const tiny = { left: 0, top: 0, right: 100, bottom: 20 };
  assert.deepEqual(freeSpot(SIZE, [], tiny), box(4, 8, 204, 48));
});

/** What is on the page lies here, in pixels; gives a function that waits until that is looked at. */
function lies(element, [left, top, right, bottom]) {
  let looked;
  element.getBoundingClientRect = () => {
    looked?.();
    return { ...box(left, top, right, bottom), width: right - left, height: bottom - top };
  };
  return () => new Promise((done) => (looked = () => setTimeout(done)));
}

const place = () => {
  const { left, top } = document.querySelector("#toasts").style;
  return [left, top];
};

test("a message moves away when a control comes under it, and only then", async () => {
  const shown = document.querySelector("#toasts");
  const awake = setInterval(() => {}, 50); // what looks at the page does not keep a test waiting
  const over = [];
  let gone;
  shown.showPopover = () => over.push("shown");
  shown.hidePopover = () => (over.push("hidden"), gone?.());
  const middle = `${(innerWidth - 200) / 2}px`;
  lies(shown, [(innerWidth - 200) / 2, 8, (innerWidth + 200) / 2, 48]);
  toast("Done.");
  assert.deepEqual(toasts(), [["Done.", "toast"]]);
  assert.deepEqual(over, ["hidden", "shown"]);
  assert.deepEqual(place(), [middle, "8px"]);

  const button = document.createElement("button");
  root.append(button);
  await lies(button, [0, 300, innerWidth, 340])();
  assert.deepEqual(place(), [middle, "8px"]);
  await lies(button, [0, 0, innerWidth, 40])();
  assert.deepEqual(place(), [middle, "48px"]);

  const dialog = document.createElement("dialog");
  dialog.setAttribute("open", "");
  document.body.append(dialog);
  toast("Again.");
  assert.deepEqual(place(), [middle, "8px"], "what lies under a window is not pressed");

  shown.replaceChildren();
  await new Promise((done) => (gone = done));
  assert.equal(over.at(-1), "hidden");
  clearInterval(awake);
});
