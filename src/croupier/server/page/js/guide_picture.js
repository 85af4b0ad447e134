/** The pictures of a game's guide: cards, chips, areas and words side by side on its cloth. */

import { MARKS } from "./cloth.js";
import { capital, cardName, labelled, list } from "./words.js";
import { cents, dollars } from "./money.js";
import { drawCard } from "./cards.js";
import { drawStack } from "./chips.js";
import { html, svg } from "./vendor/lit-html/lit-html.js";

const GAP = 16;
const EDGE = 12;
const LABEL = 17;

/** How wide a card is: alone in its row, or in one of several rows. */
const CARD = { alone: 42, rows: 29 };
const RADIUS = 23;

/** How many cards lie beside each other; more overlap. */
const ABREAST = 4;

/** How wide the cards of some rows are, and how far apart. */
function laid(rows) {
  const width = rows.length > 1 ? CARD.rows : CARD.alone;
  return { width, step: rows[0].length > ABREAST ? width * 0.62 : width + 5 };
}

const rowsOf = (cards) => (Array.isArray(cards[0]) ? cards : [cards]);

const place = (width) =>
  svg`<rect
    class="guide-place"
    x=${-width / 2}
    y=${-width * 0.7}
    width=${width}
    height=${width * 1.4}
    rx=${width * 0.09}
  />`;

function cardAt(card, x, y, width) {
  if (!card) return null;
  return svg`<g transform="translate(${x} ${y})">
    ${card === "--" ? place(width) : svg`<g transform="scale(${width / 100})">${drawCard(card)}</g>`}
  </g>`;
}

/** Each kind of thing: how large it is, how it is drawn around its middle, and in words. */
const KINDS = {
  cards: {
    size({ cards }) {
      const rows = rowsOf(cards);
      const { width, step } = laid(rows);
      const most = Math.max(...rows.map((row) => row.length));
      return [(most - 1) * step + width, rows.length * (width * 1.4 + 5) - 5];
    },
    draw(thing) {
      const rows = rowsOf(thing.cards);
      const { width, step } = laid(rows);
      const [w, h] = this.size(thing);
      return rows.map((row, y) =>
        row.map((card, x) =>
          cardAt(
            card,
            x * step + width / 2 - w / 2,
            y * (width * 1.4 + 5) + width * 0.7 - h / 2,
            width,
          ),
        ),
      );
    },
    words: ({ cards }) =>
      list(
        cards
          .flat()
          .filter((card) => card && card !== "--")
          .map(cardName),
      ),
  },
  area: {
    size: () => [2 * RADIUS + 10, 2 * RADIUS + 10],
    draw({ area, chips }, felt) {
      const { shape = "circle" } = felt.page?.areas?.find(({ wager }) => wager === area) ?? {};
      return svg`<g class="guide-area">
          ${MARKS[shape]({ x: 0, y: 0, r: RADIUS, angle: 0 })}
        </g>
        ${chips ? svg`<g transform="translate(0 2)">${drawStack(cents(chips), 16)}</g>` : null}`;
    },
    words: ({ chips }) => (chips ? dollars(chips) : "an empty area"),
  },
  chips: {
    size: () => [54, 54],
    draw: ({ chips }) => svg`<g transform="translate(0 6)">${drawStack(cents(chips), 17)}</g>`,
    words: ({ chips }) => dollars(chips),
  },
  word: {
    size: ({ word }) => [word.length * 10 + 8, 24],
    draw: ({ word, tone }) =>
      svg`<text class="guide-word ${tone ?? ""}" y="6" font-size="17">${word}</text>`,
    words: ({ word }) => word,
  },
};

const kindOf = (thing) => KINDS[Object.keys(KINDS).find((kind) => kind in thing)];

/** What is written beneath a thing: its label, or an area's name. */
const labelOf = (thing, felt) => thing.label ?? (thing.area ? labelled(felt, thing.area) : "");

/** A picture of a guide, with what it shows in words. */
export function guidePicture(things, felt) {
  const placed = things.map((thing) => {
    const [w, h] = kindOf(thing).size(thing);
    const label = labelOf(thing, felt);
    return { thing, w, label, low: h / 2 + (label ? LABEL : 0), high: h / 2 };
  });
  const above = EDGE + Math.max(...placed.map(({ high }) => high));
  const height = above + EDGE + Math.max(...placed.map(({ low }) => low));
  const width = placed.reduce((sum, { w }) => sum + w + GAP, 2 * EDGE - GAP);
  let x = EDGE;
  const drawn = placed.map(({ thing, w, label, high }) => {
    const middle = x + w / 2;
    x += w + GAP;
    return svg`<g transform="translate(${middle} ${above})">
      ${kindOf(thing).draw(thing, felt)}
      ${
        label
          ? svg`<text class="guide-label" y=${high + LABEL - 4} font-size="11.5">
              ${capital(label)}
            </text>`
          : null
      }
    </g>`;
  });
  const words = placed
    .map(({ thing, label }) => [label, kindOf(thing).words(thing)].filter(Boolean).join(": "))
    .join("; ");
  return html`<svg
    class="guide-picture"
    viewBox="0 0 ${width} ${height}"
    width=${width}
    height=${height}
    role="img"
    aria-label=${words}
    text-anchor="middle"
  >
    ${drawn}
  </svg>`;
}
