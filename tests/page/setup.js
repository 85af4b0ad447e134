/** A window for the page's modules under Node: loaded before each test file, in its own process. */

import { Window } from "happy-dom";

const window = new Window({ url: "http://localhost/", width: 1200, height: 900 });
window.document.write(
  '<a class="skip" href="#main">Skip</a><header></header><main id="main" tabindex="-1"></main>',
);

// What Node has itself stays Node's, but for these: the page must meet the window's own.
const OURS = new Set("navigator Event EventTarget CustomEvent WebSocket fetch FormData".split(" "));

for (const name of Object.getOwnPropertyNames(window)) {
  if (name in globalThis && !OURS.has(name)) continue;
  const value = window[name];
  Object.defineProperty(globalThis, name, {
    value: typeof value === "function" && !value.prototype ? value.bind(window) : value,
    configurable: true,
    writable: true,
  });
}
for (const name of ["addEventListener", "removeEventListener", "dispatchEvent", "matchMedia"])
  globalThis[name] = window[name].bind(window);
globalThis.window = window;
for (const name of ["innerWidth", "innerHeight"])
  Object.defineProperty(globalThis, name, { get: () => window[name], configurable: true });

/** Nothing leaves a test: what it wants answered it says itself (see `support.js`). */
globalThis.fetch = (path) => Promise.reject(new Error(`nobody answers ${path} in this test`));
globalThis.WebSocket = class {
  static OPEN = 1;
  constructor() {
    throw new Error("no test has asked for a connection: see support.js");
  }
};

/** A message that goes away by itself must not keep a test file waiting for it. */
for (const name of ["setTimeout", "setInterval"]) {
  const start = globalThis[name];
  globalThis[name] = (work, ms, ...rest) => {
    const timer = start(work, ms, ...rest);
    if (ms >= 1000) timer.unref?.();
    return timer;
  };
}

/** What browsers allow and this window does not: a style that is set as one text. */
for (const type of [window.HTMLElement, window.SVGElement]) {
  const { get } = Object.getOwnPropertyDescriptor(type.prototype, "style");
  Object.defineProperty(type.prototype, "style", {
    get,
    set(text) {
      this.style.cssText = text;
    },
    configurable: true,
  });
}
