/** What is around every page: the head, messages to people, the live regions. */

import { Toasts } from "./toasts.js";
import { html, nothing, render } from "./vendor/lit-html/lit-html.js";
import { session } from "./session.js";
import { settingsDialog } from "./views/settings.js";
import { whenCalm } from "./calm.js";

/** How many lines a live region keeps. */
const TOLD = 12;

let polite, urgent, toasts;

function note(box, text, kind = "") {
  const line = document.createElement("p");
  line.className = kind;
  line.textContent = text;
  box.append(line);
  return line;
}

/** Tell people who listen; `now` interrupts. */
export function tell(text, now = false) {
  const region = now ? urgent : polite;
  if (!region || !text) return;
  note(region, text);
  while (region.childElementCount > TOLD) region.firstChild.remove();
}

/** A short message that goes away by itself; people who listen are told, `now` interrupts. */
export function toast(text, kind = "", now = false) {
  const shown = note(toasts.box, text, `toast ${kind}`);
  toasts.show();
  tell(text, now);
  setTimeout(() => shown.remove(), 5000);
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

/** What is counted at a link of the head: how many, and what they are. */
const badges = new Map();

/** Count something at a link of the head; nothing is shown of none. */
export function badge(href, count, words) {
  badges.set(href, count ? { count, words } : null);
  dispatchEvent(new Event("badges"));
}

const counted = (href) => {
  const found = badges.get(href);
  return found
    ? html`<span class="badge" aria-hidden="true">${found.count}</span
        ><span class="sr"> ${found.words}</span>`
    : nothing;
};

const links = () =>
  [
    ["#/", "Lobby"],
    ["#/record", "Record"],
    ["#/rules", "Rules"],
    ["#/practice", "Practice"],
    ["#/train", "Dealing"],
    session.sees && ["#/floor", session.role === "surveillance" ? "House" : "Floor"],
    session.role === "administrator" && ["#/people", "People"],
    ["#/me", session.token ? (!session.sees && session.name) || "You" : "Come in"],
  ].filter(Boolean);

/** The pages that belong to a link of the head, where they are called otherwise. */
const BELOW = {
  "#/record": ["#/record", "#/review", "#/round", "#/dispute"],
  "#/practice": ["#/practice", "#/exercise"],
  "#/train": ["#/train", "#/results", "#/certificate"],
  "#/floor": ["#/floor", "#/dealers"],
};

const link = ([href, label]) => {
  const here = location.hash || "#/";
  const begins = (page) => here.startsWith(page);
  const on = href === "#/" ? here === href : (BELOW[href] ?? [href]).some(begins);
  return html`<a href=${href} aria-current=${on ? "page" : nothing}>${label}${counted(href)}</a>`;
};

const GEAR = html`<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
  <path
    fill-rule="evenodd"
    d="M10.2 2h3.6l.6 2.7 1.9.8 2.3-1.5 2.5 2.5-1.5 2.3.8 1.9 2.7.6v3.6l-2.7.6-.8 1.9 1.5 2.3-2.5 2.5-2.3-1.5-1.9.8-.6 2.7h-3.6l-.6-2.7-1.9-.8-2.3 1.5-2.5-2.5 1.5-2.3-.8-1.9L1 14.9v-3.6l2.6-.6.8-1.9-1.5-2.3 2.5-2.5 2.3 1.5 1.9-.8ZM12 8.6a3.9 3.9 0 1 0 0 7.8a3.9 3.9 0 0 0 0-7.8Z"
  />
</svg>`;

/** Draw the head of the page, after the address or the session has changed. */
export function drawHead(head) {
  whenCalm(() =>
    render(
      html`<a class="brand" href="#/"><span class="spade" aria-hidden="true">♠</span> Croupier</a>
        <span class="play-money">play money</span>
        <nav aria-label="Pages">${links().map(link)}</nav>
        <button
          class="quiet settings-open"
          aria-label="Settings"
          title="Settings"
          @click=${() => settingsDialog()}
        >
          ${GEAR}
        </button>`,
      head,
    ),
  );
}

export function prepareShell() {
  polite = document.querySelector("#polite");
  urgent = document.querySelector("#urgent");
  toasts = new Toasts(document.querySelector("#toasts"));
}
