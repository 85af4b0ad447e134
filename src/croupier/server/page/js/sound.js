/**
 * The sounds of the table, made as they are needed: no file is loaded. A sound is a short list of
 * tones and rustles. Browsers let a page sound only after somebody has pressed something, so
 * nothing is made before; nothing sounds while nobody looks.
 */

import { effectOf } from "./effects.js";
import { preferences } from "./preferences.js";
import { shownAs } from "./vocabulary.js";

/** How loud everything together is: beside a conversation, not above it. */
const LOUDNESS = 0.22;

/** Seconds after a sound in which the same one does not sound again: many chips are one rattle. */
const REST = 0.045;

/**
 * The parts of each sound. `at`: seconds after its beginning. A tone has a pitch in hertz and dies
 * away over `lasts`. A rustle is noise that passes a filter around `from`, which falls to `to`.
 */
const SOUNDS = {
  card: [{ rustle: true, at: 0, from: 3400, to: 1300, lasts: 0.09, loud: 0.5 }],
  chips: [
    { tone: 3150, at: 0, lasts: 0.05, loud: 0.16, shape: "triangle" },
    { rustle: true, at: 0, from: 5200, to: 4200, lasts: 0.025, loud: 0.35 },
    { tone: 2630, at: 0.055, lasts: 0.06, loud: 0.13, shape: "triangle" },
  ],
  win: [
    { tone: 523.25, at: 0, lasts: 0.5, loud: 0.3, shape: "sine" },
    { tone: 659.25, at: 0.09, lasts: 0.5, loud: 0.28, shape: "sine" },
    { tone: 783.99, at: 0.18, lasts: 0.8, loud: 0.26, shape: "sine" },
  ],
  ding: [
    { tone: 880, at: 0, lasts: 0.7, loud: 0.3, shape: "sine" },
    { tone: 1320, at: 0, lasts: 0.35, loud: 0.08, shape: "sine" },
  ],
};

let pressed = false;
for (const gesture of ["pointerdown", "keydown"])
  addEventListener(gesture, () => (pressed = true), { once: true, capture: true });

let speaker = null;
const sounded = {};

/** The speaker, made when it is first needed; null where there is none or nobody has pressed. */
function speakerNow() {
  if (!speaker && pressed && "AudioContext" in window) {
    const context = new AudioContext();
    const out = context.createGain();
    out.gain.value = LOUDNESS;
    out.connect(context.destination);
    speaker = { context, out, noise: noise(context) };
  }
  return speaker;
}

/** A fifth of a second of noise, which every rustle plays a part of. */
function noise(context) {
  const buffer = context.createBuffer(1, Math.round(context.sampleRate / 5), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}

/** What opens at once and closes gently, so that nothing clicks. */
function fading(context, start, { lasts, loud }) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  return gain;
}

function rustle({ context, noise: buffer }, start, { from, to, lasts }) {
  const source = context.createBufferSource();
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.Q.value = 1.1;
  filter.frequency.setValueAtTime(from, start);
  filter.frequency.exponentialRampToValueAtTime(to, start + lasts);
  source.connect(filter);
  return [source, filter];
}

function tone({ context }, start, { tone: pitch, shape }) {
  const source = context.createOscillator();
  source.type = shape;
  source.frequency.setValueAtTime(pitch, start);
  return [source, source];
}

function play(name) {
  if (preferences.get("sound") === "off" || document.hidden) return;
  const through = speakerNow();
  if (!through) return;
  const { context, out } = through;
  if (context.state === "suspended") context.resume();
  const now = context.currentTime;
  if (now - (sounded[name] ?? -1) < REST) return;
  sounded[name] = now;
  for (const part of SOUNDS[name]) {
    const start = now + part.at;
    const [source, last] = (part.rustle ? rustle : tone)(through, start, part);
    const gain = fading(context, start, part);
    last.connect(gain);
    gain.connect(out);
    source.start(start);
    source.stop(start + part.lasts);
  }
}

/** What an event sounds like: a win of one's own, chips that flow, a card that moves, or nothing. */
function soundOf(shown, mine) {
  if (shown.tone === "gain" && mine) return "win";
  if (shown.flow) return "chips";
  return effectOf(shown).moves ? "card" : null;
}

/**
 * Let an event be heard.
 * @param {import("./types.d.ts").TableEvent} event
 * @param {number | null} [seat] the viewer's own: its wins sound different
 */
export function hear(event, seat = null) {
  const name = soundOf(shownAs(event), seat !== null && event.seat === seat);
  if (name) play(name);
}

/** Your turn. */
export const ding = () => play("ding");
