/** What the table sounds like, on a speaker that only remembers. */

import assert from "node:assert/strict";
import test, { afterEach } from "node:test";

import { kept } from "./tables.js";
import { ding, hear } from "../../src/croupier/server/page/js/sound.js";
import { learn } from "../../src/croupier/server/page/js/vocabulary.js";
import { preferences } from "../../src/croupier/server/page/js/preferences.js";

learn(kept("games").kinds);

const made = [];
let played = [];

/** A parameter of a node: whatever is done to it, it remembers where it began. */
class Value {
  setValueAtTime(value) {
    this.first ??= value;
  }
  exponentialRampToValueAtTime() {}
}

class Node {
  constructor(kind) {
    Object.assign(this, { kind, gain: new Value(), frequency: new Value(), Q: {} });
  }
  connect(to) {
    this.to = to;
  }
  start() {
    played.push(this.kind === "tone" ? this.frequency.first : `rustle ${this.to.frequency.first}`);
  }
  stop() {}
}

class Speaker {
  constructor() {
    Object.assign(this, { currentTime: 1, sampleRate: 100, destination: {}, state: "suspended" });
    made.push(this);
  }
  resume() {
    this.state = "running";
  }
  createGain = () => new Node("gain");
  createOscillator = () => new Node("tone");
  createBufferSource = () => new Node("rustle");
  createBiquadFilter = () => new Node("filter");
  createBuffer = (_channels, length) => ({ getChannelData: () => new Float32Array(length) });
}

/** What sounds while something is done, some time after whatever sounded before. */
function sounding(action) {
  played = [];
  if (made.length) made[0].currentTime += 1;
  action();
  return played;
}

const CARD = ["rustle 3400"];
const CHIPS = [3150, "rustle 5200", 2630];
const WIN = [523.25, 659.25, 783.99];

afterEach(() => preferences.set("sound", "on"));

test("nothing is made where there is no speaker, nor before somebody has pressed something", () => {
  assert.deepEqual(
    sounding(() => ding()),
    [],
  );
  window.AudioContext = globalThis.AudioContext = Speaker;
  ding();
  assert.equal(made.length, 0);
  window.dispatchEvent(new Event("pointerdown"));
  assert.deepEqual(
    sounding(() => ding()),
    [880, 1320],
  );
  assert.equal(made[0].state, "running");
  sounding(() => ding());
  assert.equal(made.length, 1);
});

for (const [kind, sound] of [
  ["deal", CARD],
  ["turn", CARD],
  ["wager", CHIPS],
  ["take", CHIPS],
  ["announce", []],
  ["from a newer release", []],
])
  test(`an event “${kind}” sounds like ${sound.length ? sound : "nothing"}`, () => {
    assert.deepEqual(
      sounding(() => hear({ kind, seat: 1 }, 1)),
      sound,
    );
  });

test("a win of one's own sounds; others' are chips", () => {
  const win = (seat, mine) => sounding(() => hear({ kind: "pay", seat }, mine));
  assert.deepEqual(win(2, 2), WIN);
  assert.deepEqual(win(3, 2), CHIPS);
  assert.deepEqual(win(2), CHIPS);
});

test("many chips at once are one rattle", () => {
  assert.deepEqual(
    sounding(() => {
      for (let i = 0; i < 5; i++) hear({ kind: "take" });
      hear({ kind: "deal" });
    }),
    [...CHIPS, ...CARD],
  );
});

test("one switch makes it silent, and it is silent while nobody looks", () => {
  preferences.set("sound", "off");
  assert.deepEqual(
    sounding(() => ding()),
    [],
  );
  preferences.set("sound", "on");
  Object.defineProperty(document, "hidden", { value: true, configurable: true });
  assert.deepEqual(
    sounding(() => hear({ kind: "deal" })),
    [],
  );
  delete document.hidden;
  assert.deepEqual(
    sounding(() => hear({ kind: "deal" })),
    CARD,
  );
});
