/**
 * Tells people of disputes: a player of a new ruling, the floor of what waits. The head of the page
 * counts them until they are seen.
 */

import { ruledWords } from "./disputes.js";
import { api } from "./net.js";
import { badge, toast } from "./shell.js";
import { session } from "./session.js";

/** Milliseconds between two looks, while there is something to wait for. */
const PAUSE = 30_000;

const told = new Set();
let timer = null;
let turn = 0;

/** Count at a link of the head: the floor's own, or the record. */
function count(floor, record) {
  badge("#/floor", floor, floor === 1 ? "1 dispute waits" : `${floor} disputes wait`);
  badge("#/record", record, record === 1 ? "1 new ruling" : `${record} new rulings`);
}

async function ofTheFloor() {
  const { waiting } = await api("GET", "/api/floor/disputes", { token: session.token });
  count(waiting, 0);
  return true;
}

async function ofMine() {
  const { disputes, fresh } = await api("GET", "/api/me/disputes", { token: session.token });
  count(0, fresh);
  for (const { dispute, round, ruling } of disputes) {
    if (!ruling || ruling.seen || told.has(dispute)) continue;
    told.add(dispute);
    toast(`Ruling on round ${round}: ${ruledWords(ruling)}. It is in your record.`);
  }
  return disputes.some(({ ruling }) => !ruling);
}

/** Look now, and again after a pause if something may still come. */
export async function lookForRulings() {
  clearTimeout(timer);
  const mine = ++turn;
  if (!session.token) {
    count(0, 0);
    return;
  }
  // What cannot be told now is told at the next look.
  const waits = await (session.sees ? ofTheFloor() : ofMine()).catch(() => true);
  if (waits && mine === turn) later();
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
