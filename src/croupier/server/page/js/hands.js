/**
 * The dealer's hands: what on the felt can be touched, and which of the choices a touch means. A
 * choice goes by one thing or by two, such as the shoe and a place; each of them may have several
 * names.
 */

import { ASPECT } from "./cards.js";
import { slot } from "./geometry.js";
import { svg } from "./vendor/lit-html/lit-html.js";

const around = (name, { x, y }, w, h) => ({ name, x: x - w / 2, y: y - h / 2, w, h });

/** Where the cards of a place lie, or will lie. */
function cardsOf(name, place) {
  const [first, last] = [slot(place, 0, place.n), slot(place, Math.max(place.n, 1) - 1, place.n)];
  const across = Math.abs(last.x - first.x) + place.card;
  return around(name, place, across + 6, place.card * ASPECT + 6);
}

const furniture = (g) =>
  [
    g.shoe && around("shoe", g.shoe, 84 * g.shoe.k, 88 * g.shoe.k),
    g.rack && around("rack", g.rack, 76 * g.rack.k, 88 * g.rack.k),
    g.tray && around("tray", g.tray, g.tray.w, g.tray.h),
    g.pot && around("pot", g.pot, 2 * g.pot.r, 2 * g.pot.r),
    g.stakes && around("stakes", g.stakes, 3 * g.stakes.pitch, g.stakes.pitch * 1.4),
    g.words && around("words", g.words, g.words.w, g.words.h),
    g.scale && { name: "scale", x: g.scale.x, y: g.scale.y, w: g.scale.w, h: g.scale.h },
  ].filter(Boolean);

function seatThings({ seat, plate, spots, cards }) {
  const name = `seat ${seat}`;
  return [
    around(name, plate, plate.w, plate.h),
    ...(cards.n ? [cardsOf(name, cards)] : []),
    ...spots.map((spot) => around(`area ${seat} ${spot.wager}`, spot, 2.2 * spot.r, 2.2 * spot.r)),
  ];
}

/**
 * Everything on a felt that can be touched: its name and its box.
 * @param {any} g the geometry
 * @param {{x: number, y: number} | null} [button] where the dealer button lies
 */
export const things = (g, button = null) => [
  ...furniture(g),
  ...(button ? [around("button", button, 26, 26)] : []),
  ...Object.entries(g.places).map(([name, place]) => cardsOf(`place ${name}`, place)),
  ...Object.values(g.seats).flatMap(seatThings),
];

const inside =
  ({ x, y }) =>
  (thing) =>
    x >= thing.x && x <= thing.x + thing.w && y >= thing.y && y <= thing.y + thing.h;

/** The names of what lies at a point, the smallest first. */
export const thingsAt = (all, point) => [
  ...new Set(
    all
      .filter(inside(point))
      .sort((a, b) => a.w * a.h - b.w * b.h)
      .map(({ name }) => name),
  ),
];

/** A point of the window on the drawing, which keeps its proportions in the middle of its box. */
export function pointOn(g, box, { clientX, clientY }) {
  const k = Math.min(box.width / g.w, box.height / g.h) || 1;
  return {
    x: (clientX - box.left - (box.width - g.w * k) / 2) / k,
    y: (clientY - box.top - (box.height - g.h * k) / 2) / k,
  };
}

/** Things by which a choice goes; a line of places goes by each of them. */
export const groupsOf = ({ touches = [] }, felt) =>
  touches.map((names) =>
    names.flatMap((name) => {
      const places = name.startsWith("line ") && felt.page?.lines?.[name.slice(5)];
      return places ? places.map((place) => `place ${place}`) : [name];
    }),
  );

/** Whether things were touched in the order in which a choice goes by them. */
const inOrder = (goes, held) => {
  const at = held.map((name) => goes.findIndex((group) => group.includes(name)));
  return at.every((place, i) => !i || at[i - 1] <= place);
};

/**
 * What is meant by the things that are held: the choices that go by all of them (`fits`), those of
 * them that go by nothing else (`done`), and what else could be touched (`more`). Of choices that go
 * by the same things, those in whose order the hand went are meant: from the tray is to pay.
 */
export function meant(choices, felt, held) {
  const goes = choices.map((choice) => groupsOf(choice, felt));
  const has = (group) => group.some((name) => held.includes(name));
  const all = choices.map((_, i) => i);
  const by = all.filter((i) => held.every((name) => goes[i].flat().includes(name)));
  const ordered = by.filter((i) => inOrder(goes[i], held));
  const fits = ordered.some((i) => goes[i].every(has)) ? ordered : by;
  return {
    fits,
    done: fits.filter((i) => goes[i].every(has)),
    more: new Set(fits.flatMap((i) => goes[i].filter((group) => !has(group)).flat())),
  };
}

const NAMES = { words: "your voice", stakes: "your stakes", scale: "the marker" };

/** A thing in words. */
export function called(name) {
  const [kind, one, ...rest] = name.split(" ");
  if (kind === "seat") return name;
  if (kind === "area") return `the ${rest.join(" ").replaceAll("-", " ")} of seat ${one}`;
  if (kind === "place") return one === "dealer" ? "your cards" : `the ${one} card`;
  return NAMES[name] ?? `the ${name}`;
}

/** Where the dealer speaks: a bubble to press. */
export const bubble = ({ x, y, w, h }) =>
  svg`<g class="bubble" transform="translate(${x} ${y})">
    <path d="M-10 ${h / 2 - 8}h14l-14 10z" />
    <rect x=${-w / 2} y=${-h / 2} width=${w} height=${h - 7} rx="8" />
    <text font-size=${Math.min(13, w * 0.26)}>Say …</text>
  </g>`;

/** Frames around what is held and around what could be touched next. */
export const frames = (all, held, more) =>
  all
    .filter(({ name }) => held.includes(name) || more.has(name))
    .map(
      ({ name, x, y, w, h }) =>
        svg`<rect
          class=${held.includes(name) ? "held" : "next"}
          x=${x}
          y=${y}
          width=${w}
          height=${h}
          rx="8"
        />`,
    );
