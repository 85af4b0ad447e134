/** What somebody has chosen about look, sound and pace. */

import assert from "node:assert/strict";
import { test } from "node:test";

for (const scheme of ["light", "dark"]) {
  const meta = document.createElement("meta");
  meta.dataset.scheme = scheme;
  document.head.append(meta);
}
const { CHOICES, preferences } = await import("../../src/croupier/server/page/js/preferences.js");

const root = document.documentElement;
const bars = () => Array.from(document.querySelectorAll("meta[data-scheme]"), (meta) => meta.media);

test("before anything is chosen the first of each holds, and the page follows the system", () => {
  for (const [name, [usual]] of Object.entries(CHOICES)) assert.equal(preferences.get(name), usual);
  assert.equal(root.dataset.theme, "auto");
  assert.equal(root.dataset.suits, "two");
  assert.deepEqual(bars(), ["(prefers-color-scheme: light)", "(prefers-color-scheme: dark)"]);
});

test("a choice is kept, styles the page at once and is told", () => {
  let told = 0;
  addEventListener("preferences", () => told++);
  preferences.set("theme", "light");
  assert.equal(root.dataset.theme, "light");
  assert.deepEqual(bars(), ["all", "not all"]);
  preferences.set("suits", "four");
  assert.equal(root.dataset.suits, "four");
  assert.equal(preferences.get("theme"), "light");
  assert.equal(told, 2);
});

test("what is not a choice, or cannot be read, is the default", () => {
  preferences.set("speed", "breakneck");
  assert.equal(preferences.get("speed"), "normal");
  localStorage.setItem("croupier-preferences", "{broken");
  assert.equal(preferences.get("theme"), "auto");
});

test("a choice made in another window holds here too; other storage is left alone", () => {
  let told = 0;
  addEventListener("preferences", () => told++);
  const stored = (key) => dispatchEvent(Object.assign(new Event("storage"), { key }));
  localStorage.setItem("croupier-preferences", '{"theme": "dark"}');
  stored("something else");
  assert.equal(root.dataset.theme, "light");
  stored("croupier-preferences");
  assert.equal(root.dataset.theme, "dark");
  assert.equal(told, 1);
});
