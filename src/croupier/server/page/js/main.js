/**
 * The page: which view belongs to which address. Tokens come in the fragment, which browsers do not
 * send, and leave it at once.
 */

import { accountView } from "./views/account.js";
import { certificateView } from "./views/certificate.js";
import { chairView } from "./views/chair.js";
import { closeDialogs } from "./why.js";
import { dealView } from "./views/deal.js";
import { dealersView } from "./views/dealers.js";
import { disputeView } from "./views/dispute.js";
import { disputesView } from "./views/disputes.js";
import { followRulings } from "./rulings.js";
import "./preferences.js";
import { drawHead, prepareShell, toast } from "./shell.js";
import { fairView } from "./views/fair.js";
import { floorView } from "./views/floor.js";
import { html, render } from "./vendor/lit-html/lit-html.js";
import { invitationView } from "./views/seat.js";
import { joinView } from "./views/join.js";
import { lobbyView } from "./views/lobby.js";
import { exerciseView } from "./views/practice_exercise.js";
import { ownView } from "./views/own.js";
import { moneyView } from "./views/reconciliation.js";
import { peopleView } from "./views/people.js";
import { practiceView } from "./views/practice.js";
import { recordView } from "./views/record.js";
import { replayView } from "./views/replay.js";
import { reviewView } from "./views/review.js";
import { resultsView } from "./views/results.js";
import { rulesView } from "./views/rules.js";
import { session } from "./session.js";
import { sharedView } from "./views/shared.js";
import { sittingView } from "./views/chair_sitting.js";
import { tableView } from "./views/table.js";

/** @typedef {(root: HTMLElement, address: {id?: string, query: URLSearchParams}) => any} View */

/** @type {[RegExp, View][]} */
const ROUTES = [
  [/^\/?$/, lobbyView],
  [/^\/table\/(?<id>[^/]+)$/, tableView],
  [/^\/table\/(?<id>[^/]+)\/fair$/, fairView],
  [/^\/table\/(?<id>[^/]+)\/money$/, moneyView],
  [/^\/floor$/, floorView],
  [/^\/people$/, peopleView],
  [/^\/record$/, recordView],
  [/^\/(?:round|replay)\/(?<id>\d+)$/, replayView],
  [/^\/review(?:\/(?<id>\d+))?$/, reviewView],
  [/^\/shared\/(?<id>[\w-]+)$/, sharedView],
  [/^\/dispute$/, disputeView],
  [/^\/disputes$/, disputesView],
  [/^\/rules(?:\/(?<id>[^/]+))?$/, rulesView],
  [/^\/train(?:\/(?<id>[^/]+))?$/, chairView],
  [/^\/practice(?:\/(?<id>[^/]+))?$/, practiceView],
  [/^\/exercise$/, exerciseView],
  [/^\/chair\/(?<id>[^/]+)$/, sittingView],
  [/^\/certificate\/(?<id>[^/]+)$/, certificateView],
  [/^\/results(?:\/(?<id>[^/]+))?$/, resultsView],
  [/^\/dealers$/, dealersView],
  [/^\/me$/, accountView],
  [/^\/invited$/, invitationView],
  [/^\/deal$/, dealView],
  [/^\/join$/, joinView],
  [/^\/own$/, ownView],
];

/** Links that are exchanged for a token: where they are kept meanwhile, and the page behind them. */
const LINKS = {
  invite: ["invitation", "#/invited"],
  join: ["join", "#/join"],
  deal: ["deal", "#/deal"],
};

const head = document.querySelector("header");
let root = document.querySelector("main");
let leave = () => {};

/** Each view gets a <main> of its own: what it draws after it has been left is not seen. */
function emptied() {
  const next = /** @type {HTMLElement} */ (root.cloneNode(false));
  root.replaceWith(next);
  root = next;
}

async function arrive() {
  const found = /^#(invite|join|deal|token)=(.+)$/.exec(location.hash);
  if (!found) return false;
  const [, kind, token] = found;
  history.replaceState(null, "", "#/");
  if (kind !== "token") {
    const [kept, where] = LINKS[kind];
    sessionStorage.setItem(kept, decodeURIComponent(token));
    location.hash = where;
    return true;
  }
  try {
    const me = await session.arrive(decodeURIComponent(token));
    location.hash =
      me.role === "player" && me.table
        ? `#/table/${encodeURIComponent(me.table)}`
        : ["floor", "administrator", "surveillance"].includes(me.role)
          ? "#/floor"
          : "#/";
  } catch (error) {
    toast(`This link does not open anything: ${error.message}`, "bad");
  }
  return location.hash !== "#/" && location.hash !== "";
}

async function go() {
  if (await arrive()) return;
  const [path, query = ""] = location.hash.replace(/^#/, "").split("?");
  leave();
  leave = () => {};
  closeDialogs();
  document.title = "Croupier";
  document.body.dataset.page = path.split("/")[1] || "lobby";
  drawHead(head);
  emptied();
  show(path, new URLSearchParams(query));
}

/** The view of an address. */
function show(path, query) {
  for (const [pattern, view] of ROUTES) {
    const match = pattern.exec(path);
    if (!match) continue;
    const id = match.groups?.id === undefined ? undefined : decodeURIComponent(match.groups.id);
    leave = view(root, { id, query }) ?? (() => {});
    const heading = root.querySelector("h1")?.textContent;
    if (heading && heading !== "Table") document.title = `${heading} · Croupier`;
    if (root.dataset.begun) root.focus({ preventScroll: true });
    root.dataset.begun = "yes";
    return;
  }
  render(
    html`<div class="page">
      <h1>Nothing here</h1>
      <p><a href="#/">To the lobby</a></p>
    </div>`,
    root,
  );
}

document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  root.focus();
});
prepareShell();
addEventListener("hashchange", go);
addEventListener("session", () => drawHead(head));
addEventListener("badges", () => drawHead(head));
// The first view opens its line before anything is asked with a token that may have ended.
go().finally(followRulings);
