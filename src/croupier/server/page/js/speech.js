/**
 * The dealer's voice: the browser's own, if it has one and it is wanted. The one switch for sound
 * silences it, too.
 */

import { preferences } from "./preferences.js";

export const voice = {
  get possible() {
    return "speechSynthesis" in window;
  },
  get on() {
    const wanted = (name) => preferences.get(name) === "on";
    return this.possible && wanted("sound") && wanted("voice");
  },
  set on(wanted) {
    preferences.set("voice", wanted ? "on" : "off");
  },
  say(text) {
    if (!this.on || document.hidden) return;
    const words = new SpeechSynthesisUtterance(text);
    words.lang = "en-US";
    words.rate = 1.05;
    speechSynthesis.speak(words);
  },
};

addEventListener("preferences", () => voice.possible && !voice.on && speechSynthesis.cancel());
