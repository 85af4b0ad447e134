/** What a person may choose about look, sound, pace and advice. Every change applies at once. */

import { CHOICES, preferences } from "../preferences.js";
import { dialog } from "../why.js";
import { ding } from "../sound.js";
import { html, render } from "../vendor/lit-html/lit-html.js";
import { voice } from "../speech.js";

const signs = html`<span class="suit-signs" aria-hidden="true"
  ><i class="spades">♠</i><i class="hearts">♥</i><i class="diamonds">♦</i
  ><i class="clubs">♣</i></span
>`;

const suits = (count, word) => html`<span data-suits=${count}>${signs}</span> <span>${word}</span>`;

/** Each choice in words, in the order in which people think of them. */
const SETTINGS = [
  { name: "theme", title: "Light or dark", auto: "Auto", light: "Light", dark: "Dark" },
  {
    name: "suits",
    title: "Colours of the suits",
    two: suits("two", "Two"),
    four: suits("four", "Four"),
  },
  {
    name: "speed",
    title: "Dealing",
    slow: "Slow",
    normal: "Normal",
    fast: "Fast",
    "at once": "At once",
  },
  { name: "sound", title: "Sound", off: "Silent", on: "Cards and chips" },
  {
    name: "advice",
    title: "Advice in your decisions",
    off: "Off",
    on: "On",
    after: "After the decision",
  },
  { name: "voice", title: "The dealer's calls", off: "Written", on: "Spoken" },
];

/** What is heard at once by somebody who switches it on. */
const SAMPLES = {
  sound: ding,
  voice: () => voice.say("Good luck!"),
};

function choose(name, value) {
  preferences.set(name, value);
  if (value === "on") SAMPLES[name]?.();
}

const option = (name, value, words) =>
  html`<label
    ><input
      type="radio"
      class="sr"
      name=${name}
      value=${value}
      .checked=${preferences.get(name) === value}
      @change=${() => choose(name, value)}
    />${words}</label
  >`;

const setting = ({ name, title, ...words }) =>
  html`<fieldset ?disabled=${name === "voice" && !voice.possible}>
    <legend>${title}</legend>
    <div class="segments">
      ${Object.entries(words)
        .filter(([value]) => CHOICES[name].includes(value))
        .map(([value, text]) => option(name, value, text))}
    </div>
  </fieldset>`;

/** One of the settings by itself, for a place where it is wanted. */
export const settingOf = (wanted) => setting(SETTINGS.find(({ name }) => name === wanted));

/** Open the settings. */
export function settingsDialog() {
  const box = dialog("Settings", html`<form class="settings"></form>`);
  const draw = () =>
    render(
      html`${SETTINGS.map(setting)}
        ${voice.possible ? null : html`<p class="hint">This browser has no voice to speak with.</p>`}
        <p class="hint">Kept in this browser.</p>`,
      box.querySelector("form"),
    );
  draw();
  addEventListener("preferences", draw);
  box.done.then(() => removeEventListener("preferences", draw));
  return box;
}
