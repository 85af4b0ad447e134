/** Who sits at this browser: tokens for the house's door, for each seat held, and for each table dealt. */

import { api } from "./net.js";

const KEY = "croupier";

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

const kept = { main: null, seats: {}, boxes: {}, ...read() };

const keep = () => localStorage.setItem(KEY, JSON.stringify(kept));

export const session = {
  get role() {
    return kept.main?.role ?? (this.token ? "player" : "public");
  },
  get name() {
    return kept.main?.name ?? null;
  },
  get token() {
    return kept.main?.token ?? Object.values(kept.seats)[0]?.token ?? null;
  },
  get isFloor() {
    return ["floor", "administrator"].includes(this.role);
  },
  get sees() {
    return this.isFloor || this.role === "surveillance";
  },
  /** The token to speak with at a table: the seat's or the dealer's, if one is held there. */
  at(table) {
    return kept.seats[table]?.token ?? kept.boxes[table] ?? this.token;
  },
  /** Whether this browser may deal a table. */
  deals(table) {
    return this.role === "dealer" || kept.boxes[table] !== undefined;
  },
  seat(table) {
    return kept.seats[table] ?? null;
  },
  get tables() {
    return Object.keys(kept.seats);
  },
  enter(main) {
    kept.main = main;
    keep();
    dispatchEvent(new Event("session"));
  },
  rename(name) {
    if (kept.main) this.enter({ ...kept.main, name });
  },
  take(table, seat, token) {
    kept.seats[table] = { seat, token };
    keep();
  },
  deal(table, token) {
    kept.boxes[table] = token;
    keep();
  },
  /** Forget the token for a table, the seat's first; whether there was one. */
  giveUp(table) {
    const held = [kept.seats, kept.boxes].find((tokens) => tokens[table] !== undefined);
    if (held) delete held[table];
    keep();
    return held !== undefined;
  },
  leave() {
    kept.main = null;
    kept.seats = {};
    kept.boxes = {};
    keep();
    dispatchEvent(new Event("session"));
  },
  /** Anybody may come in: a guest's token, made when it is needed first. */
  async guest(name) {
    if (!this.token) this.enter(await api("POST", "/api/guests", { body: name ? { name } : {} }));
    return this.token;
  },
  /** A link's token: the door's, or a seat's. */
  async arrive(token) {
    const me = await api("GET", "/api/me", { token });
    if (me.role === "player" && me.table) this.take(me.table, me.seat, token);
    else this.enter({ token, role: me.role, person: me.person, name: me.name });
    return me;
  },
};
