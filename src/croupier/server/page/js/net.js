/** Requests and the one WebSocket. A request has an id, so that sending it again does no harm. */

import { fresh } from "./dom.js";

/** An answer that says no: `kind`, `rule`, `finding` and perhaps `breaches`. */
export class Refused extends Error {
  constructor(error, breaches = []) {
    super(error?.message ?? "the server gave no answer that can be understood");
    Object.assign(this, {
      kind: error?.kind ?? "unknown",
      rule: error?.rule ?? null,
      finding: error?.finding ?? null,
      breaches,
    });
  }
}

/**
 * Ask the server; `token` goes into the header, never into the address.
 * @param {string} method
 * @param {string} path
 * @param {{token?: string | null, body?: unknown, text?: boolean}} [options] `text`: not JSON
 * @returns {Promise<any>}
 */
export async function api(method, path, { token = null, body, text = false } = {}) {
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
    });
  } catch {
    throw new Refused({ kind: "away", message: "the server cannot be reached" });
  }
  if (response.ok && text) return response.text();
  const answer = response.status === 204 ? null : await response.json().catch(() => null);
  if (response.ok) return answer;
  throw new Refused(
    answer?.error ?? { kind: "http", message: `the server answered ${response.status}` },
    answer?.breaches,
  );
}

const PAUSES = [300, 700, 1500, 3000, 5000];
const BEAT = 8000;
/** The code of a connection that ended without a closing frame. */
const GONE = 1006;

/** Lines that wait for the server's welcome, and what tells when one of them does not any more. */
const knocking = new Set();
const doors = new EventTarget();

function noLongerKnocks(line) {
  knocking.delete(line);
  doors.dispatchEvent(new Event("answer"));
}

/** Resolves once no line waits for its welcome: a token that has ended is forgotten by then. */
export async function welcomed() {
  while (knocking.size)
    await new Promise((done) => doors.addEventListener("answer", done, { once: true }));
}

/** A connection that comes back by itself, watches its tables and repeats unanswered requests. */
export class Line extends EventTarget {
  constructor(token) {
    super();
    this.token = token;
    this.watched = new Set();
    this.waiting = new Map();
    this.states = new Map(); // the state of each table that was shown last
    this.unseen = []; // requests that were acknowledged, but do not show yet
    this.tries = 0;
    this.up = false;
    this.beats = setInterval(() => this.#beat(), BEAT);
    knocking.add(this);
    this.#open();
  }

  #open() {
    const socket = new WebSocket(
      `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`,
    );
    this.socket = socket;
    this.silent = false;
    socket.onopen = () =>
      this.#send(this.token ? { type: "hello", token: this.token } : { type: "hello" });
    socket.onmessage = (event) => this.#hear(JSON.parse(event.data));
    socket.onclose = (event) => this.#lost(event.code);
  }

  #lost(code) {
    this.up = false;
    this.#tell("down", { code });
    if (this.closed || code === 4401) {
      noLongerKnocks(this);
      return;
    }
    knocking.add(this);
    this.retry = setTimeout(() => this.#open(), PAUSES[Math.min(this.tries++, PAUSES.length - 1)]);
  }

  /** A line that was silent between two beats is dead, even if the browser has not noticed. */
  #beat() {
    if (this.socket.readyState > WebSocket.OPEN) return;
    if (this.silent) {
      this.socket.onclose = this.socket.onmessage = this.socket.onopen = null;
      this.socket.close();
      this.#lost(GONE);
    } else {
      this.silent = true;
      if (this.up) this.#send({ type: "ping" });
    }
  }

  #send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /**
   * Messages of the server by their type, and "down" with the code of a lost connection.
   * @param {string} type
   * @param {(event: CustomEvent) => void} heard
   */
  addEventListener(type, heard) {
    super.addEventListener(type, /** @type {EventListener} */ (heard));
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  #hear(message) {
    this.silent = false;
    if (message.type === "welcome") {
      this.up = true;
      this.tries = 0;
      if (this.lobby) this.#send({ type: "lobby" });
      for (const table of this.watched) this.#send({ type: "watch", table });
      for (const { message: again } of this.waiting.values()) this.#send(again);
    }
    const asked = this.waiting.get(message.id);
    if (asked && (message.type === "ack" || message.type === "refused")) {
      this.waiting.delete(message.id);
      if (message.type === "ack") this.unseen.push({ ack: message, done: asked.done });
      else asked.failed(new Refused(message.error));
    }
    // A table that could not be shown just now is asked for again; one that is private is not.
    if (message.type === "error" && message.error?.kind === "forbidden")
      this.watched.delete(message.table);
    if (message.type === "error" && this.watched.has(message.table))
      setTimeout(() => this.up && this.#send({ type: "watch", table: message.table }), PAUSES[2]);
    if (message.picture) this.states.set(message.picture.table, message.picture.state);
    this.#tell(message.type, message);
    if (message.type === "welcome") noLongerKnocks(this);
    this.#show();
  }

  /** The answer comes before the changed picture: a request is done when both are there. */
  #show() {
    const shows = ({ ack }) =>
      !this.watched.has(ack.table) || this.states.get(ack.table) >= ack.state;
    const seen = this.unseen.filter(shows);
    this.unseen = this.unseen.filter((one) => !shows(one));
    for (const { ack, done } of seen) done(ack);
  }

  watch(table) {
    this.watched.add(table);
    if (this.up) this.#send({ type: "watch", table });
  }

  watchLobby() {
    this.lobby = true;
    if (this.up) this.#send({ type: "lobby" });
  }

  /** Ask for a change; resolves once it is durable and shown, rejects with {@link Refused}. */
  ask(message) {
    const sent = { ...message, id: fresh() };
    return new Promise((done, failed) => {
      this.waiting.set(sent.id, { message: sent, done, failed });
      if (this.up) this.#send(sent);
    });
  }

  #hangUp() {
    this.socket.close(1000);
  }

  close() {
    this.closed = true;
    noLongerKnocks(this);
    clearTimeout(this.retry);
    clearInterval(this.beats);
    // A browser logs an error if a line is closed before it is open.
    if (this.socket.readyState === WebSocket.CONNECTING) this.socket.onopen = () => this.#hangUp();
    else this.#hangUp();
    for (const { failed } of this.waiting.values())
      failed(new Refused({ kind: "away", message: "the table was left before it could answer" }));
    this.waiting.clear();
    for (const { ack, done } of this.unseen.splice(0)) done(ack);
  }
}
