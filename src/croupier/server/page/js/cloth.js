/** What is printed on the cloth and what stands on the table: areas, odds, tray, rack and shoe. */

import { ASPECT } from "./cards.js";
import { CHIPS, posted } from "./money.js";
import { bubble } from "./hands.js";
import { nothing, svg } from "./vendor/lit-html/lit-html.js";
import { range, slot } from "./geometry.js";
import { capital, labelled, readable } from "./words.js";

/**
 * @param {string | symbol} [className]
 * @param {string | symbol} [anchor]
 */
const text = (x, y, size, content, className = nothing, anchor = nothing) =>
  svg`<text
    class=${className}
    x=${x}
    y=${y}
    font-size=${size}
    text-anchor=${anchor}
  >${content}</text>`;

/** The outline of the half-round, `inset` from its edge. */
function outline({ w, h }, inset) {
  const [l, r, t] = [6 + inset, w - 6 - inset, 6 + inset];
  const [low, shoulder, corner] = [h - 4 - inset, h - 130 - inset * 0.4, 26];
  const x = 66 + inset * 0.7;
  return [
    `M${l + corner} ${t}H${r - corner}Q${r} ${t} ${r} ${t + corner}`,
    `V${shoulder - 40}Q${r} ${shoulder - 4} ${w - x} ${shoulder + 14}`,
    `Q${w / 2} ${2 * low - shoulder - 14} ${x} ${shoulder + 14}`,
    `Q${l} ${shoulder - 4} ${l} ${shoulder - 40}V${t + corner}Q${l} ${t} ${l + corner} ${t}Z`,
  ].join("");
}

/** Light from above, the weave of the cloth, the leather of the rail; once in every drawing. */
export const clothDefs = () =>
  svg`<radialGradient id="light" cx="50%" cy="34%" r="75%">
      <stop offset="0" class="light-near" />
      <stop offset=".55" class="light-mid" />
      <stop offset="1" class="light-far" />
    </radialGradient>
    <linearGradient id="leather" x1="0" y1="0" x2="0" y2="1">
      <stop offset="0" class="leather-top" />
      <stop offset=".5" class="leather-mid" />
      <stop offset="1" class="leather-low" />
    </linearGradient>
    <pattern id="weave" width="3" height="3" patternUnits="userSpaceOnUse">
      <path class="weft" d="M0 .5H3" />
      <path class="warp" d="M.5 0V3" />
    </pattern>`;

const ground = (g) =>
  svg`<g transform=${g.turned ? `rotate(180 ${g.w / 2} ${g.h / 2})` : nothing}>
    <path class="rail" d=${outline(g, 0)} />
    <path class="rail-light" d=${outline(g, 5)} />
    <path class="felt" d=${outline(g, 17)} />
    <path class="weave" d=${outline(g, 17)} />
    <path class="felt-line" d=${outline(g, 25)} />
  </g>`;

/** The tray: columns of chips, seen from above. */
function tray({ tray: { x, y, w, h } }) {
  const columns = Math.floor((w - 8) / 15);
  const step = (w - 8) / columns;
  const colours = CHIPS.slice(1, 6)
    .map(([, colour]) => colour)
    .reverse();
  const column = (i) => {
    const full = 0.94 - 0.12 * ((i * 7) % 4);
    const left = 4 + i * step;
    const colour = colours[Math.floor((i * colours.length) / columns)];
    const high = (h - 10) * full;
    return svg`<rect class="groove" x=${left + 1} y="4" width=${step - 2} height=${h - 8} rx="4" />
      <rect
        class="roll ${colour}"
        x=${left + 1.5}
        y=${h - 5 - high}
        width=${step - 3}
        height=${high}
        rx="3"
      />`;
  };
  const ridge = (i) =>
    svg`<line class="ridge" x1="5" x2=${w - 5} y1=${7 + i * 4} y2=${7 + i * 4} />`;
  return svg`<g class="tray" transform="translate(${x - w / 2} ${y - h / 2})">
    <rect class="wood" width=${w} height=${h} rx="7" />
    ${range(columns).map(column)} ${range(Math.floor((h - 10) / 4)).map(ridge)}
  </g>`;
}

/** The shoe and the discard rack; the numbers on them change and are drawn by the scene. */
const shoe = ({ shoe: { x, y, k } }) =>
  svg`<g class="shoe" transform="translate(${x} ${y}) rotate(14) scale(${k})">
    <path class="wood" d="M-34-36H30Q36-36 36-30V26L16 40H-20L-40 26V-30Q-40-36-34-36Z" />
    <rect class="paper" x="-21" y="-20" width="40" height="46" rx="4" />
    <rect class="back" x="-18" y="-17" width="34" height="40" rx="3" />
    <path class="lip" d="M-40 22L-20 40H16L36 22V30L16 44H-20L-40 30Z" />
  </g>`;

const rack = ({ rack: { x, y, k } }) =>
  svg`<g class="rack" transform="translate(${x} ${y}) rotate(-12) scale(${k})">
    <rect class="glass" x="-31" y="-38" width="62" height="76" rx="6" />
    <path class="glass-edge" d="M-31-30V32Q-31 38-25 38H25Q31 38 31 32V-30" />
  </g>`;

const placard = (at, small, large) =>
  svg`<g class="placard" transform="translate(${at.x} ${at.y})">
    <rect x="-61" y="-19" width="122" height="38" rx="5" />
    ${text(0, -3, 10.5, small)} ${text(0, 12, 11, large, "strong")}
  </g>`;

function limits(g, picture) {
  const amounts = posted(picture.limits, picture.first_wager);
  return g.limits.flat
    ? text(g.limits.x, g.limits.y, 11, `Limits: ${amounts} · play money`, "posted")
    : [placard(g.limits, "TABLE LIMITS", amounts), placard(g.money, "PLAY MONEY", "worth nothing")];
}

const square = ({ x, y }, half, round, angle) =>
  svg`<rect
    x=${x - half}
    y=${y - half}
    width=${2 * half}
    height=${2 * half}
    rx=${round}
    transform="rotate(${angle} ${x} ${y})"
  />`;

/** The shapes in which areas are printed. */
export const MARKS = {
  circle: ({ x, y, r }) => svg`<circle cx=${x} cy=${y} r=${r} />`,
  box: (spot) => square(spot, spot.r, spot.r * 0.3, spot.angle),
  diamond: (spot) => square(spot, spot.r * 0.8, spot.r * 0.2, 45 + spot.angle),
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

function area(seat, spot, felt) {
  const label = initials(felt, spot);
  const longest = Math.max(3, ...seat.spots.map((one) => initials(felt, one).length));
  const size = Math.min(spot.r * 0.72, (spot.r * 2.9) / (label.length < 3 ? 3 : longest));
  return svg`<g
    class="area"
    data-seat=${seat.seat}
    data-wager=${spot.wager}
    data-word=${spot.word ?? nothing}
  >
    ${MARKS[spot.shape](spot)} ${text(spot.x, spot.y + size * 0.36, size, label)}
  </g>`;
}

const frame = ({ own, frame: { x, y, w, h } }) =>
  svg`<rect class=${own ? "frame own" : "frame"} x=${x} y=${y} width=${w} height=${h} rx="10" />`;

/** Where one's own cards will lie, on a phone. */
const ownCards = ({ x, y, card, room }) =>
  svg`<rect
      class="hand"
      x=${x - room / 2 + 4}
      y=${y - card * 0.74}
      width=${room - 8}
      height=${card * 1.48}
      rx="8"
    />
    ${text(x, y + 4, 12, "Your cards", "hand-label")}`;

/** A small seat prints an area once for each wager, however many spots it has. */
const printed = (spot, i, all) =>
  !spot.mini || all.findIndex((other) => other.wager === spot.wager) === i;

const areas = (g, felt, own) =>
  Object.values(g.seats).map(
    (seat) =>
      svg`<g class="areas${seat.seat === own ? " own" : ""}">
        ${seat.frame ? frame(seat) : null}
        ${seat.own && seat.cards.n > 0 ? ownCards(seat.cards) : null}
        ${seat.spots.filter(printed).map((spot) => area(seat, spot, felt))}
      </g>`,
  );

function places(g, felt) {
  return Object.entries(g.places).map(([name, place]) => {
    const width = place.card;
    const height = width * ASPECT;
    const outlined = (i) => {
      const at = slot(place, i, place.n);
      return svg`<rect
        x=${at.x - width / 2 - 2}
        y=${at.y - height / 2 - 2}
        width=${width + 4}
        height=${height + 4}
        rx="6"
      />`;
    };
    const label = capital(labelled(felt, name));
    return svg`<g class="place" data-place=${name}>
      ${range(place.n).map(outlined)}
      ${place.labelled ? text(place.x, place.y + height / 2 + 16, 11, label) : null}
    </g>`;
  });
}

/** A table of odds, always with "to". */
function sign({ name, rows, x, y, w, row, size }, felt) {
  const called = capital(labelled(felt, name));
  if (rows.length === 1) {
    const [hand, odds] = rows[0];
    return svg`<g class="sign" transform="translate(${x} ${y})">
      ${text(0, 0, size, called + (hand ? ` · ${readable(hand)}` : ""))}
      ${text(0, 17, size + 3, `pays ${odds}`, "strong")}
    </g>`;
  }
  return svg`<g class="sign" transform="translate(${x - w / 2} ${y})">
    ${text(w / 2, 0, size + 0.5, `${called} pays`, "strong")}
    <line x1="0" x2=${w} y1="6" y2="6" />
    ${rows.map(([hand, odds], i) => [
      text(0, 21 + i * row, size, printedHand(felt, hand), nothing, "start"),
      text(w, 21 + i * row, size, odds, "odds", "end"),
    ])}
  </g>`;
}

const printedHand = (felt, hand) => capital(felt.page?.printed?.[hand] ?? readable(hand));

/** A line of steps with what they pay; steps with the same odds share them. */
function scale(g, payouts) {
  if (!g.scale) return null;
  const { x, y, w, h, label, steps } = g.scale;
  const [first, last] = steps;
  const step = w / (last - first + 1);
  const share = ([name, odds]) => {
    const [from, to = from] = name.split("-").map(Number);
    const [left, right] = [x + (from - first) * step, x + (to - first + 1) * step];
    const size = from === to ? Math.min(11, step * 0.27) : 11;
    const edge = left === x ? "hidden" : "";
    return svg`<line class=${edge} x1=${left} x2=${left} y1=${y} y2=${y + h} />
      ${text((left + right) / 2, y + h - 7, size, odds, "odds")}`;
  };
  return svg`<g class="scale">
    ${text(x + w / 2, y - 5, 11, label.toUpperCase(), "spaced")}
    <rect x=${x} y=${y} width=${w} height=${h} rx="7" />
    ${range(last - first + 1).map((i) =>
      text(x + (i + 0.5) * step, y + 18, 15, first + i, "strong"),
    )}
    ${Object.entries(payouts[g.scale.payouts] ?? {}).map(share)}
  </g>`;
}

function title(g, name) {
  if (!g.title) return null;
  const { x, y, size, curve } = g.title;
  const bent = `M${x - 260} ${y - curve / 2}Q${x} ${y + curve} ${x + 260} ${y - curve / 2}`;
  return svg`<path id=${g.line} d=${bent} fill="none" />
    <text class="title" font-size=${size}><textPath
      href="#${g.line}"
      startOffset="50%"
    >${name.toUpperCase()}</textPath></text>`;
}

function pot({ pot: at, stakes, mode }, felt) {
  if (!at) return null;
  const r = stakes.pitch * 0.42;
  const stake = (wager, i) => {
    const x = stakes.x + (i - 1) * stakes.pitch;
    return svg`<circle cx=${x} cy=${stakes.y} r=${r} />
      ${text(x, stakes.y + 3, stakes.pitch * 0.23, capital(wager))}`;
  };
  return svg`<g class="potted">
    <circle cx=${at.x} cy=${at.y} r=${at.r} />
    <circle class="inner" cx=${at.x} cy=${at.y} r=${at.r - 5} />
    ${text(at.x, at.y + 4, mode === "wide" ? 13 : 11, "POT", "spaced")}
    ${(felt.areas?.wagers ?? []).slice(0, 3).map(stake)}
    ${text(stakes.x, stakes.y + r + 12, 10, "dealer's stakes")}
  </g>`;
}

/** The whole cloth as one drawing. */
export const drawCloth = (g, picture, felt) =>
  svg`<g class="cloth">
    ${g.mode === "tall" ? null : ground(g)} ${title(g, felt.title ?? picture.title)}
    ${places(g, felt)} ${scale(g, picture.payouts)} ${pot(g, felt)}
    ${g.signs.map((one) => sign(one, felt))} ${areas(g, felt, picture.you?.seat ?? null)}
    ${tray(g)} ${rack(g)} ${shoe(g)} ${limits(g, picture)} ${g.words ? bubble(g.words) : null}
  </g>`;
