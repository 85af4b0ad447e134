/** The settings: every choice in words, and applied at once. */

import assert from "node:assert/strict";
import test, { afterEach } from "node:test";

import { settle, words } from "./support.js";
import { depart, dialog, press, texts } from "./visits.js";
import { CHOICES, preferences } from "../../src/croupier/server/page/js/preferences.js";
import { drawHead } from "../../src/croupier/server/page/js/shell.js";
import { settingsDialog } from "../../src/croupier/server/page/js/views/settings.js";

const head = document.querySelector("header");
const radio = (name, value) => dialog().querySelector(`[name=${name}][value="${value}"]`);

async function choose(name, value) {
  const found = radio(name, value);
  found.checked = true;
  found.dispatchEvent(new Event("change", { bubbles: true }));
  await settle();
}

afterEach(depart);

test("a button in the head of every page opens them", async () => {
  drawHead(head);
  await press("Settings", head);
  assert.equal(words(dialog().querySelector("h2")), "Settings");
  assert.deepEqual(texts("legend", dialog()), [
    "Light or dark",
    "Colours of the suits",
    "Dealing",
    "Sound",
    "Advice in your decisions",
    "The dealer's calls",
  ]);
});

test("every choice is offered once, and what holds is marked", () => {
  settingsDialog();
  for (const [name, values] of Object.entries(CHOICES)) {
    const offered = [...dialog().querySelectorAll(`[name=${name}]`)];
    assert.deepEqual(offered.map(({ value }) => value).toSorted(), values.toSorted());
    assert.deepEqual(
      offered.filter(({ checked }) => checked).map(({ value }) => value),
      [preferences.get(name)],
    );
  }
});

test("what is chosen holds at once, here and wherever it was changed", async () => {
  settingsDialog();
  await choose("theme", "light");
  assert.equal(document.documentElement.dataset.theme, "light");
  preferences.set("theme", "dark");
  assert.equal(radio("theme", "dark").checked, true);
  const box = dialog();
  box.close();
  await settle();
  preferences.set("theme", "auto");
  assert.equal(box.querySelector("[value=dark]").checked, true, "it is not drawn any more");
});

test("without a voice the dealer's cannot be chosen; with one it is heard at once", async () => {
  settingsDialog();
  assert.equal(radio("voice", "on").closest("fieldset").disabled, true);
  assert.match(words(dialog()), /no voice to speak with/);
  depart();
  const said = [];
  window.speechSynthesis = globalThis.speechSynthesis = {
    speak: ({ text }) => said.push(text),
    cancel: () => said.push("cancelled"),
  };
  globalThis.SpeechSynthesisUtterance = class {
    constructor(text) {
      this.text = text;
    }
  };
  settingsDialog();
  assert.equal(radio("voice", "on").closest("fieldset").disabled, false);
  said.length = 0;
  await choose("voice", "on");
  assert.deepEqual(said, ["Good luck!"]);
  await choose("voice", "off");
  assert.deepEqual(said, ["Good luck!", "cancelled"]);
  delete window.speechSynthesis;
});
