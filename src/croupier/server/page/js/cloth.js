/** What is printed on the cloth and what stands on the table: rail, areas, odds, tray, rack and shoe. */

import { ASPECT } from "./cards.js";
import { CHIPS, posted } from "./money.js";
import { s } from "./dom.js";
import { slot } from "./geometry.js";
import { capital, labelled, readable } from "./words.js";

const text = (x, y, size, content, extra = {}) =>
  s("text", { x, y, "font-size": size, ...extra }, content);

/** The outline of the half-round, `inset` from its edge. */
function outline({ w, h }, inset) {
  const [l, r, t] = [6 + inset, w - 6 - inset, 6 + inset];
  const [low, shoulder, corner] = [h - 4 - inset, h - 130 - inset * 0.4, 26];
  const x = 66 + inset * 0.7;
  return (
    `M${l + corner} ${t}H${r - corner}Q${r} ${t} ${r} ${t + corner}V${shoulder - 40}Q${r} ${shoulder - 4} ${w - x} ${shoulder + 14}` +
    `Q${w / 2} ${2 * low - shoulder - 14} ${x} ${shoulder + 14}Q${l} ${shoulder - 4} ${l} ${shoulder - 40}V${t + corner}Q${l} ${t} ${l + corner} ${t}Z`
  );
}

/** Light from above, the weave of the cloth, the leather of the rail; once in every drawing. */
export const clothDefs = () => [
  s(
    "radialGradient",
    { id: "light", cx: "50%", cy: "34%", r: "75%" },
    s("stop", { offset: "0", class: "light-near" }),
    s("stop", { offset: ".55", class: "light-mid" }),
    s("stop", { offset: "1", class: "light-far" }),
  ),
  s(
    "linearGradient",
    { id: "leather", x1: 0, y1: 0, x2: 0, y2: 1 },
    s("stop", { offset: "0", class: "leather-top" }),
    s("stop", { offset: ".5", class: "leather-mid" }),
    s("stop", { offset: "1", class: "leather-low" }),
  ),
  s(
    "pattern",
    { id: "weave", width: 3, height: 3, patternUnits: "userSpaceOnUse" },
    s("path", { class: "weft", d: "M0 .5H3" }),
    s("path", { class: "warp", d: "M.5 0V3" }),
  ),
];

function ground(g) {
  if (g.mode === "tall") return [];
  return [
    s("path", { class: "rail", d: outline(g, 0) }),
    s("path", { class: "rail-light", d: outline(g, 5) }),
    s("path", { class: "felt", d: outline(g, 17) }),
    s("path", { class: "weave", d: outline(g, 17) }),
    s("path", { class: "felt-line", d: outline(g, 25) }),
  ];
}

/** The tray: columns of chips, seen from above. */
function tray({ tray: { x, y, w, h } }) {
  const columns = Math.floor((w - 8) / 15);
  const step = (w - 8) / columns;
  const colours = CHIPS.slice(1, 6)
    .map(([, colour]) => colour)
    .reverse();
  return s(
    "g",
    { class: "tray", transform: `translate(${x - w / 2} ${y - h / 2})` },
    s("rect", { class: "wood", width: w, height: h, rx: 7 }),
    Array.from({ length: columns }, (_, i) => {
      const full = 0.94 - 0.12 * ((i * 7) % 4);
      return [
        s("rect", {
          class: "groove",
          x: 4 + i * step + 1,
          y: 4,
          width: step - 2,
          height: h - 8,
          rx: 4,
        }),
        s("rect", {
          class: `roll ${colours[Math.floor((i * colours.length) / columns)]}`,
          x: 4 + i * step + 1.5,
          y: 5 + (h - 10) * (1 - full),
          width: step - 3,
          height: (h - 10) * full,
          rx: 3,
        }),
      ];
    }),
    Array.from({ length: Math.floor((h - 10) / 4) }, (_, i) =>
      s("line", { class: "ridge", x1: 5, x2: w - 5, y1: 7 + i * 4, y2: 7 + i * 4 }),
    ),
  );
}

/** The shoe and the discard rack; the numbers on them change and are drawn by the scene. */
const shoe = ({ shoe: { x, y, k } }) =>
  s(
    "g",
    { class: "shoe", transform: `translate(${x} ${y}) rotate(14) scale(${k})` },
    s("path", { class: "wood", d: "M-34-36H30Q36-36 36-30V26L16 40H-20L-40 26V-30Q-40-36-34-36Z" }),
    s("rect", { class: "paper", x: -21, y: -20, width: 40, height: 46, rx: 4 }),
    s("rect", { class: "back", x: -18, y: -17, width: 34, height: 40, rx: 3 }),
    s("path", { class: "lip", d: "M-40 22L-20 40H16L36 22V30L16 44H-20L-40 30Z" }),
  );

const rack = ({ rack: { x, y, k } }) =>
  s(
    "g",
    { class: "rack", transform: `translate(${x} ${y}) rotate(-12) scale(${k})` },
    s("rect", { class: "glass", x: -31, y: -38, width: 62, height: 76, rx: 6 }),
    s("path", { class: "glass-edge", d: "M-31-30V32Q-31 38-25 38H25Q31 38 31 32V-30" }),
  );

function placard(at, lines, className = "placard") {
  const width = 122;
  return s(
    "g",
    { class: className, transform: `translate(${at.x} ${at.y})` },
    s("rect", { x: -width / 2, y: -19, width, height: 38, rx: 5 }),
    lines.map((line, i) =>
      text(0, lines.length === 1 ? 4 : i * 15 - 3, i ? 11 : 10.5, line, {
        class: i ? "strong" : "",
      }),
    ),
  );
}

function limits(g, picture) {
  const amounts = posted(picture.limits, picture.first_wager);
  if (g.limits.flat)
    return text(g.limits.x, g.limits.y, 11, `Limits: ${amounts} · play money`, { class: "posted" });
  return [
    placard(g.limits, ["TABLE LIMITS", amounts]),
    placard(g.money, ["PLAY MONEY", "worth nothing"]),
  ];
}

const mark = (spot) => {
  const r = spot.r;
  const shapes = {
    circle: () => s("circle", { cx: spot.x, cy: spot.y, r }),
    box: () =>
      s("rect", {
        x: spot.x - r,
        y: spot.y - r,
        width: 2 * r,
        height: 2 * r,
        rx: r * 0.3,
        transform: `rotate(${spot.angle} ${spot.x} ${spot.y})`,
      }),
    diamond: () =>
      s("rect", {
        x: spot.x - r * 0.8,
        y: spot.y - r * 0.8,
        width: 1.6 * r,
        height: 1.6 * r,
        rx: r * 0.2,
        transform: `rotate(${45 + spot.angle} ${spot.x} ${spot.y})`,
      }),
  };
  return shapes[spot.shape]();
};

/** An area's name in short, to be printed inside it. */
export const initials = (felt, spot) => {
  const words = labelled(felt, spot.wager).split(" ");
  return words.length > 1 || spot.r < 12
    ? words
        .map((word) => word[0])
        .join("")
        .toUpperCase()
    : capital(words[0]);
};

function areas(g, felt, own) {
  return Object.values(g.seats).map((seat) =>
    s(
      "g",
      { class: `areas${seat.seat === own ? " own" : ""}` },
      seat.frame &&
        s("rect", {
          class: seat.own ? "frame own" : "frame",
          x: seat.frame.x,
          y: seat.frame.y,
          width: seat.frame.w,
          height: seat.frame.h,
          rx: 10,
        }),
      seat.own &&
        seat.cards.n > 0 && [
          s("rect", {
            class: "hand",
            x: seat.cards.x - seat.cards.room / 2 + 4,
            y: seat.cards.y - seat.cards.card * 0.74,
            width: seat.cards.room - 8,
            height: seat.cards.card * 1.48,
            rx: 8,
          }),
          text(seat.cards.x, seat.cards.y + 4, 12, "Your cards", { class: "hand-label" }),
        ],
      seat.spots
        .filter(
          (spot, i, all) =>
            !spot.mini || all.findIndex((other) => other.wager === spot.wager) === i,
        )
        .map((spot) => {
          const label = initials(felt, spot);
          const longest = Math.max(3, ...seat.spots.map((one) => initials(felt, one).length));
          const size = Math.min(spot.r * 0.72, (spot.r * 2.9) / (label.length < 3 ? 3 : longest));
          return s(
            "g",
            {
              class: "area",
              "data-seat": seat.seat,
              "data-wager": spot.wager,
              "data-word": spot.word,
            },
            mark(spot),
            text(spot.x, spot.y + size * 0.36, size, label),
          );
        }),
    ),
  );
}

function places(g, felt) {
  return Object.entries(g.places).map(([name, place]) => {
    const width = place.card;
    const height = width * ASPECT;
    const label = labelled(felt, name);
    return s(
      "g",
      { class: "place", "data-place": name },
      Array.from({ length: place.n }, (_, i) => {
        const at = slot(place, i, place.n);
        return s("rect", {
          x: at.x - width / 2 - 2,
          y: at.y - height / 2 - 2,
          width: width + 4,
          height: height + 4,
          rx: 6,
        });
      }),
      place.labelled && text(place.x, place.y + height / 2 + 16, 11, capital(label)),
    );
  });
}

/** A table of odds, always with "to". */
function sign({ name, rows, x, y, w, row, size }, felt) {
  if (rows.length === 1) {
    const [hand, odds] = rows[0];
    return s(
      "g",
      { class: "sign", transform: `translate(${x} ${y})` },
      text(0, 0, size, capital(labelled(felt, name)) + (hand ? ` · ${readable(hand)}` : "")),
      text(0, 17, size + 3, `pays ${odds}`, { class: "strong" }),
    );
  }
  return s(
    "g",
    { class: "sign", transform: `translate(${x - w / 2} ${y})` },
    text(w / 2, 0, size + 0.5, `${capital(labelled(felt, name))} pays`, { class: "strong" }),
    s("line", { x1: 0, x2: w, y1: 6, y2: 6 }),
    rows.map(([hand, odds], i) => [
      text(0, 21 + i * row, size, capital(felt.page?.printed?.[hand] ?? readable(hand)), {
        "text-anchor": "start",
      }),
      text(w, 21 + i * row, size, odds, { "text-anchor": "end", class: "odds" }),
    ]),
  );
}

/** A line of steps with what they pay; steps with the same odds share them. */
function scale(g, payouts) {
  if (!g.scale) return null;
  const {
    x,
    y,
    w,
    h,
    label,
    steps: [first, last],
  } = g.scale;
  const step = w / (last - first + 1);
  const rows = Object.entries(payouts[g.scale.payouts] ?? {});
  return s(
    "g",
    { class: "scale" },
    text(x + w / 2, y - 5, 11, label.toUpperCase(), { class: "spaced" }),
    s("rect", { x, y, width: w, height: h, rx: 7 }),
    Array.from({ length: last - first + 1 }, (_, i) =>
      text(x + (i + 0.5) * step, y + 18, 15, first + i, { class: "strong" }),
    ),
    rows.map(([name, odds]) => {
      const [from, to = from] = name.split("-").map(Number);
      const [left, right] = [x + (from - first) * step, x + (to - first + 1) * step];
      return [
        s("line", { x1: left, x2: left, y1: y, y2: y + h, class: left === x ? "hidden" : "" }),
        text((left + right) / 2, y + h - 7, step < 40 && from === to ? 8.6 : 11, odds, {
          class: "odds",
        }),
      ];
    }),
  );
}

function title(g, name) {
  if (!g.title) return null;
  const { x, y, size, curve } = g.title;
  return [
    s("path", {
      id: "title-line",
      d: `M${x - 260} ${y - curve / 2}Q${x} ${y + curve} ${x + 260} ${y - curve / 2}`,
      fill: "none",
    }),
    s(
      "text",
      { class: "title", "font-size": size },
      s("textPath", { href: "#title-line", startOffset: "50%" }, name.toUpperCase()),
    ),
  ];
}

const pot = ({ pot: at, stakes, mode }, felt) =>
  at &&
  s(
    "g",
    { class: "potted" },
    s("circle", { cx: at.x, cy: at.y, r: at.r }),
    s("circle", { cx: at.x, cy: at.y, r: at.r - 5, class: "inner" }),
    text(at.x, at.y + 4, mode === "wide" ? 13 : 11, "POT", { class: "spaced" }),
    (felt.areas?.wagers ?? []).slice(0, 3).map((wager, i) => [
      s("circle", {
        cx: stakes.x + (i - 1) * stakes.pitch,
        cy: stakes.y,
        r: stakes.pitch * 0.42,
      }),
      text(stakes.x + (i - 1) * stakes.pitch, stakes.y + 3, stakes.pitch * 0.23, capital(wager)),
    ]),
    text(stakes.x, stakes.y + stakes.pitch * 0.42 + 12, 10, "dealer's stakes"),
  );

/** The whole cloth as one drawing. */
export function drawCloth(g, picture, felt) {
  return s(
    "g",
    { class: "cloth" },
    ground(g),
    title(g, felt.title ?? picture.title),
    places(g, felt),
    scale(g, picture.payouts),
    pot(g, felt),
    g.signs.map((one) => sign(one, felt)),
    areas(g, felt, picture.you?.seat ?? null),
    tray(g),
    rack(g),
    shoe(g),
    limits(g, picture),
  );
}
