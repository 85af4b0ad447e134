/** Who sits at this browser: tokens for the house's door, for each seat held, and for each table dealt. */

import { api } from "./net.js";

const KEY = "croupier";

function read() {
  const nobody = { main: null, seats: {}, boxes: {} };
  try {
    return { ...nobody, ...JSON.parse(localStorage.getItem(KEY)) };
  } catch {
    return nobody;
  }
}

const kept = read();

const keep = () => localStorage.setItem(KEY, JSON.stringify(kept));

const changed = () => dispatchEvent(new Event("session"));

/** Another tab of this browser has somebody come in, leave or take a seat: here it is the same. */
addEventListener("storage", ({ key }) => {
  if (key !== KEY && key !== null) return;
  Object.assign(kept, read());
  changed();
});

/** Answers that are on their way; whoever asks the same meanwhile gets the same one. */
const coming = new Map();

function once(question, ask) {
  if (!coming.has(question))
    coming.set(
      question,
      ask().finally(() => coming.delete(question)),
    );
  return coming.get(question);
}

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
  /** The pseudonym of whoever came in here; null for somebody who has only a seat's token. */
  get person() {
    return kept.main?.person ?? null;
  },
  /** Whether a guest came in here, who may keep the account; a seat's token is not enough. */
  get isGuest() {
    return kept.main?.role === "spectator";
  },
  /** Whether the guest could come back without this browser, as far as it knows. */
  get kept() {
    return Boolean(kept.main?.kept);
  },
  get seatTokens() {
    return Object.values(kept.seats).map(({ token }) => token);
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
    changed();
  },
  rename(name) {
    if (kept.main) this.enter({ ...kept.main, name });
  },
  /** Note whether the guest could come back without this browser. */
  keeps(able) {
    if (kept.main && this.kept !== able) this.enter({ ...kept.main, kept: able });
  },
  /** Somebody is back, with what the server said: also the seats that they hold are theirs here. */
  async comeBack({ token, role, person, name, seats }) {
    kept.seats = {};
    this.enter({ token, role, person, name, kept: true });
    await this.claim(seats);
  },
  /**
   * Get tokens for seats that the guest holds. A seat that has gone meanwhile is left out, and all
   * of them if somebody else is here by then.
   */
  async claim(seats) {
    const { token } = kept.main;
    for (const { table, seat } of seats) {
      const path = `/api/me/seats/${encodeURIComponent(table)}/${seat}`;
      const ask = () => api("POST", path, { token }).catch(() => null);
      const got = await once(`${token} ${path}`, ask);
      if (kept.main?.token !== token) return;
      if (got) this.take(table, seat, got.token);
    }
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
    changed();
  },
  /** A token has ended: its holder is forgotten, unless somebody else has come in since. */
  ended(token) {
    if (this.token === token) this.leave();
  },
  /** Anybody may come in: a guest's token, made when it is needed first, and once. */
  async guest(name) {
    if (this.token) return this.token;
    const ask = () => api("POST", "/api/guests", { body: name ? { name } : {} });
    const main = await once("guest", ask);
    // Somebody may have come back meanwhile, who is not to become a newcomer.
    if (!this.token) this.enter(main);
    return this.token;
  },
  /**
   * Ask who this is. A token that has ended is forgotten: its holder is a newcomer, or comes back.
   * Seats that a guest has taken on another device are played from here, too.
   */
  async check() {
    const { token } = this;
    if (!token) return;
    try {
      const { seats = [] } = await api("GET", "/api/me", { token });
      if (this.isGuest && this.token === token)
        await this.claim(seats.filter(({ table }) => !this.seat(table)));
    } catch ({ kind }) {
      if (kind === "unauthorized") this.ended(token);
    }
  },
  /** A link's token: the door's, or a seat's. */
  async arrive(token) {
    const me = await api("GET", "/api/me", { token });
    if (me.role === "player" && me.table) this.take(me.table, me.seat, token);
    else this.enter({ token, role: me.role, person: me.person, name: me.name });
    return me;
  },
};
