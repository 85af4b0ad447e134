/** The dealer's voice: the browser's own, if it has one and it is wanted. */

const KEY = "croupier-voice";

export const voice = {
  get possible() {
    return "speechSynthesis" in window;
  },
  get on() {
    return this.possible && localStorage.getItem(KEY) === "on";
  },
  set on(wanted) {
    localStorage.setItem(KEY, wanted ? "on" : "off");
    if (!wanted && this.possible) speechSynthesis.cancel();
  },
  say(text) {
    if (!this.on || document.hidden) return;
    const words = new SpeechSynthesisUtterance(text);
    words.lang = "en-US";
    words.rate = 1.05;
    speechSynthesis.speak(words);
  },
};
