/** What is around every page: the head, messages to people, the live regions. */

import { h, swap } from "./dom.js";
import { session } from "./session.js";

let polite, urgent, toasts;

/** Tell somebody who listens; `now` interrupts. */
export function tell(text, now = false) {
  const region = now ? urgent : polite;
  if (!region || !text) return;
  region.append(h("p", null, text));
  while (region.childElementCount > 12) region.firstChild.remove();
}

/** A short message that goes away by itself. */
export function toast(text, kind = "") {
  const note = h("p", { class: `toast ${kind}` }, text);
  toasts.append(note);
  tell(text);
  setTimeout(() => note.remove(), 5000);
}

/** Run something that may be refused; the reason is shown. Gives true when it was done. */
export async function attempt(action, done = "") {
  try {
    await action();
    if (done) toast(done, "good");
    return true;
  } catch (error) {
    toast(
      `${error.message}${error.rule || error.finding ? ` [${error.rule ?? error.finding}]` : ""}`,
      "bad",
    );
    return false;
  }
}

function links() {
  return [
    ["#/", "Lobby"],
    ["#/record", "Record"],
    ["#/rules", "Rules"],
    ["#/train", "Train"],
    session.sees && ["#/floor", session.role === "surveillance" ? "House" : "Floor"],
    session.role === "administrator" && ["#/people", "People"],
    ["#/me", session.token ? (!session.sees && session.name) || "You" : "Come in"],
  ].filter(Boolean);
}

/** Draw the head of the page again: the way people are here has changed. */
export function drawHead(head) {
  const here = location.hash || "#/";
  swap(
    head,
    h(
      "a",
      { class: "brand", href: "#/", "data-key": "brand" },
      h("span", { class: "spade", "aria-hidden": "true" }, "♠"),
      " Croupier",
    ),
    h("span", { class: "play-money" }, "play money"),
    h(
      "nav",
      { "aria-label": "Pages" },
      links().map(([href, label]) => {
        const on = href === "#/" ? here === "#/" || here === "" : here.startsWith(href);
        return h("a", { href, "data-key": href, "aria-current": on ? "page" : null }, label);
      }),
    ),
  );
}

export function prepareShell() {
  polite = document.querySelector("#polite");
  urgent = document.querySelector("#urgent");
  toasts = document.querySelector("#toasts");
}
