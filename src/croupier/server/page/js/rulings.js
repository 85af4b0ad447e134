/**
 * Tells people of disputes: a player of a new ruling, the floor of what waits. The head of the page
 * counts them until they are seen.
 */

import { ruledWords } from "./disputes.js";
import { api, welcomed } from "./net.js";
import { badge, toast } from "./shell.js";
import { session } from "./session.js";

/** Milliseconds between two looks, while there is something to wait for. */
const PAUSE = 10_000;

const told = new Set();
let timer = null;
let turn = 0;

/** Count at a link of the head: the floor's own, or the record. */
function count(floor, record) {
  badge("#/floor", floor, floor === 1 ? "1 dispute waits" : `${floor} disputes wait`);
  badge("#/record", record, record === 1 ? "1 new ruling" : `${record} new rulings`);
}

/** What the floor has to answer. */
async function ofTheFloor(token) {
  const { waiting } = await api("GET", "/api/floor/disputes/count", { token });
  return { floor: waiting, record: 0, news: [], waits: true };
}

/** What a player has asked. */
async function ofMine(token) {
  const { disputes, fresh } = await api("GET", "/api/me/disputes", { token });
  const news = disputes.filter(({ ruling }) => ruling && !ruling.seen);
  return { floor: 0, record: fresh, news, waits: disputes.some(({ ruling }) => !ruling) };
}

/** Tell of each new ruling once: in a message, and to the view that shows its round. */
function announce(all) {
  const news = all.filter(({ dispute }) => !told.has(dispute));
  for (const { dispute, round, ruling } of news) {
    told.add(dispute);
    toast(`Ruling on round ${round}: ${ruledWords(ruling)}. It is in your record.`);
  }
  if (news.length) dispatchEvent(new CustomEvent("rulings", { detail: news }));
}

/**
 * Hear of new rulings until the function that this gives is called.
 * @param {(news: any[]) => unknown} then
 */
export function onRulings(then) {
  const hear = (event) => then(event.detail);
  addEventListener("rulings", hear);
  return () => removeEventListener("rulings", hear);
}

/** Enter new rulings into rounds that are listed. */
export function enterRulings(rounds, news) {
  const lines = rounds.flatMap(({ disputes = [] }) => disputes);
  for (const { dispute, ruling } of news) {
    const { verdict, rule, finding } = ruling;
    for (const line of lines.filter((one) => one.dispute === dispute))
      Object.assign(line, { verdict, rule, finding });
  }
}

/** What is found without a session: nothing is waited for. */
const UNKNOWN = { floor: 0, record: 0, news: [], waits: false };

async function look() {
  const { token } = session;
  if (!token) return UNKNOWN;
  return (session.sees ? ofTheFloor(token) : ofMine(token)).catch(({ kind }) =>
    // What cannot be told now is told at the next look.
    kind === "unauthorized" ? UNKNOWN : null,
  );
}

/** Look now, and again after a pause if something may still come. */
export async function lookForRulings() {
  clearTimeout(timer);
  const mine = ++turn;
  // A line hears first that the session has ended somewhere else.
  await welcomed();
  if (mine !== turn) return;
  const found = await look();
  if (mine !== turn) return;
  if (found) {
    count(found.floor, found.record);
    announce(found.news);
  }
  if (!found || found.waits) later();
}

/** Look again after a pause; a page that nobody sees looks when it is seen. */
function later() {
  timer = setTimeout(() => (document.hidden ? later() : lookForRulings()), PAUSE);
}

/** Note that the player has seen these rulings. */
export async function sawRulings(disputes) {
  const fresh = disputes.filter(({ ruling }) => ruling && !ruling.seen);
  if (session.sees || !fresh.length) return;
  for (const { dispute } of fresh) {
    told.add(dispute);
    await api("POST", `/api/me/disputes/${dispute}/seen`, { token: session.token }).catch(() => {});
  }
  await lookForRulings();
}

/** Begin to look; look again when somebody else comes in. */
export function followRulings() {
  addEventListener("session", () => lookForRulings());
  return lookForRulings();
}
