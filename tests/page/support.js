/** What the page's tests share: a server that answers as told, a socket that is driven by hand. */

import { afterEach } from "node:test";

/** What was asked of the server, in order: `{ method, path, body, token }`. */
export const asked = [];
const replies = new Map();

/** Answer requests: `answer({"GET /api/me": {...}, "POST /api/x": (body) => [409, {...}]})`. */
export function answer(table) {
  for (const [request, reply] of Object.entries(table)) replies.set(request, reply);
}

globalThis.fetch = async (path, { method = "GET", headers = {}, body } = {}) => {
  const sent = body === undefined ? undefined : JSON.parse(body);
  const token = headers.Authorization?.replace("Bearer ", "") ?? null;
  asked.push({ method, path, body: sent, token });
  const bare = `${method} ${path.split("?")[0]}`;
  const found = replies.get(`${method} ${path}`) ?? replies.get(bare);
  if (found === undefined) throw new Error(`nobody answers ${method} ${path} in this test`);
  const reply = typeof found === "function" ? found(sent, path) : found;
  const [status, data] =
    Array.isArray(reply) && typeof reply[0] === "number" ? reply : [200, reply];
  return {
    ok: status < 400,
    status,
    json: async () => structuredClone(data),
    text: async () => (typeof data === "string" ? data : JSON.stringify(data)),
  };
};

/** Every socket that was opened, the latest last. */
export const sockets = [];

globalThis.WebSocket = class {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSING = 2;
  static CLOSED = 3;

  constructor(url) {
    Object.assign(this, { url, readyState: 0, sent: [] });
    sockets.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  close(code = 1000) {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.({ code });
  }

  /** The server takes the call. */
  open() {
    this.readyState = 1;
    this.onopen?.();
  }

  /** The server says something. */
  hear(message) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
};

/** Let everything that is due now happen: promises, and timers of no length. */
export const settle = async (turns = 5) => {
  for (let i = 0; i < turns; i++) await new Promise((done) => setTimeout(done, 0));
};

/** The text that a person reads in an element, with single spaces. */
export const words = (element) => element.textContent.replace(/\s+/g, " ").trim();

afterEach(() => {
  asked.length = 0;
  replies.clear();
  sockets.length = 0;
});
