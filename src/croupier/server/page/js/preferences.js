/**
 * What a person has chosen about the look, sound, pace and advice of the tables, kept in this
 * browser.
 * A choice that the styles need is an attribute of the page: `data-theme`, `data-suits`.
 */

const KEY = "croupier-preferences";

/** What may be chosen; the first of each is the default. */
export const CHOICES = {
  theme: ["auto", "light", "dark"],
  suits: ["two", "four"],
  speed: ["normal", "slow", "fast", "at once"],
  sound: ["on", "off"],
  voice: ["off", "on"],
  advice: ["off", "on", "after"],
};

/** The choices that styles read. */
const STYLED = ["theme", "suits"];

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

/** The browser's own bar has the colour of the page's head, as the theme or the system has it. */
function colourBar(theme) {
  /** @type {NodeListOf<HTMLMetaElement>} */
  const metas = document.querySelectorAll("meta[data-scheme]");
  for (const meta of metas) {
    const { scheme } = meta.dataset;
    const asked = theme === scheme ? "all" : "not all";
    meta.media = theme === "auto" ? `(prefers-color-scheme: ${scheme})` : asked;
  }
}

function style() {
  for (const name of STYLED) document.documentElement.dataset[name] = preferences.get(name);
  colourBar(preferences.get("theme"));
}

export const preferences = {
  get(name) {
    const [usual, ...others] = CHOICES[name];
    const value = read()[name];
    return others.includes(value) ? value : usual;
  },
  /** Choose; everybody who listens for `preferences` is told. */
  set(name, value) {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [name]: value }));
    style();
    dispatchEvent(new Event("preferences"));
  },
};

style();
// A choice made in another window of this browser holds here too.
addEventListener("storage", ({ key }) => {
  if (key !== KEY) return;
  style();
  dispatchEvent(new Event("preferences"));
});
