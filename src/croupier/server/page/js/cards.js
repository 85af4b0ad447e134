/** Playing cards, drawn: 100 wide, 140 high, around their middle. */

import { nothing, svg } from "./vendor/lit-html/lit-html.js";
import { suitName } from "./words.js";

export const ASPECT = 1.4;

const SUITS = {
  h: "M0 9.5C-4 5-10 .5-10-4.2A4.9 4.9 0 0 1 0-5.6A4.9 4.9 0 0 1 10-4.2C10 .5 4 5 0 9.5Z",
  d: "M0-10Q3.4-4.2 8 0Q3.4 4.2 0 10Q-3.4 4.2-8 0Q-3.4-4.2 0-10Z",
  s: "M0-9.8C4-5 10-1 10 3.6A4.7 4.7 0 0 1 1 5.4Q1.4 8.2 4 9.6H-4Q-1.4 8.2-1 5.4A4.7 4.7 0 0 1-10 3.6C-10-1-4-5 0-9.8Z",
  c: "M0-9.8A4.5 4.5 0 0 1 3.4-2.3A4.6 4.6 0 1 1 1 4.2Q1.4 8 4 9.6H-4Q-1.4 8-1 4.2A4.6 4.6 0 1 1-3.4-2.3A4.5 4.5 0 0 1 0-9.8Z",
};

/** What the court cards wear: a crown, a coronet, a plumed cap. */
const COURT = {
  K: "M-25 15L-30-14L-14-2L0-26L14-2L30-14L25 15ZM-25 19H25V25H-25ZM-30-14m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0M30-14m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0M0-27m-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0",
  Q: "M-27 14Q-31-8-24-16Q-20-4-12-2Q-10-16 0-24Q10-16 12-2Q20-4 24-16Q31-8 27 14ZM-26 18H26V24H-26ZM0-27m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0M-24-20m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0M24-20m-3 0a3 3 0 1 0 6 0a3 3 0 1 0-6 0",
  J: "M-24 12Q-26-12 0-16Q6-17 10-15Q14-30 30-26Q22-18 20-8Q24 0 24 12ZM-28 16H28Q26 24 18 24H-18Q-26 24-28 16Z",
};

/** @param {string | symbol} [className] */
const suit = (name, x, y, size, className = nothing) =>
  svg`<path class=${className} d=${SUITS[name]} transform="translate(${x} ${y}) scale(${size})" />`;

function index(rank, name) {
  const ten = rank === "T";
  return svg`<text
      class="rank"
      x=${ten ? -27 : -28}
      y="-27"
      textLength=${ten ? 36 : nothing}
      lengthAdjust="spacingAndGlyphs"
    >${ten ? "10" : rank}</text>
    ${suit(name, -28, -6, 1.25)}`;
}

const PAPER = svg`<rect class="paper" x="-50" y="-70" width="100" height="140" rx="9" />`;

function face(card) {
  const [rank, name] = card;
  const court = COURT[rank];
  return svg`${PAPER}
    <g class="ink ${suitName(card)}">
      ${index(rank, name)}
      ${
        court
          ? svg`<path class="court" d=${court} transform="translate(15 17) scale(.84)" />
              ${suit(name, 15, 52, 1.15)}`
          : suit(name, 15, 30, rank === "A" ? 3.1 : 2.7)
      }
    </g>`;
}

const BACK = svg`${PAPER}
  <rect class="back" x="-44" y="-64" width="88" height="128" rx="6" />
  <rect fill="url(#lattice)" x="-44" y="-64" width="88" height="128" rx="6" />
  <circle class="seal" r="19" />
  ${suit("s", 0, 0, 1.15, "seal-sign")}`;

/**
 * A card. One that the viewer knows but that lies face down is `peeked`: it has a folded corner.
 * `at` names its place, and `style` puts it there.
 * @param {string} card
 * @param {{peeked?: boolean, gone?: boolean, at?: string | symbol, style?: string}} [options]
 */
export function drawCard(card, { peeked = false, gone = false, at = nothing, style = "" } = {}) {
  const known = card !== "??";
  return svg`<g
    class="card${gone ? " gone" : ""}"
    data-card=${card}
    data-at=${at}
    text-anchor="middle"
    .style=${style}
  >
    <rect class="shade" x="-48" y="-66" width="100" height="140" rx="9" />
    ${known ? face(card) : BACK}
    ${known && peeked ? svg`<path class="peek" d="M50 38V61A9 9 0 0 1 41 70H18Z" />` : null}
  </g>`;
}

/** The pattern of the backs, once in every drawing. */
export const cardDefs = () =>
  svg`<pattern
    id="lattice"
    width="12"
    height="12"
    patternUnits="userSpaceOnUse"
    patternTransform="rotate(45)"
  >
    <path class="lattice" d="M0 0H12M0 0V12" />
    <circle class="lattice-dot" cx="6" cy="6" r="1.6" />
  </pattern>`;
