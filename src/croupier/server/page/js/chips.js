/** Chips, drawn from above, in stacks. */

import { chipName, dollars, stack } from "./money.js";
import { html, nothing, svg } from "./vendor/lit-html/lit-html.js";

const TALLEST = 7;

/** One chip of a colour around its middle, or `up` from it; `label` is written on it. */
function chip(colour, r, { label = "", up = 0 } = {}) {
  const size = r * (label.length > 2 ? 0.56 : 0.74);
  return svg`<g
    class="chip ${colour}"
    text-anchor="middle"
    transform=${up ? `translate(0 ${-up})` : nothing}
  >
    <circle class="edge" r=${r} />
    <circle
      class="spots"
      r=${r * 0.85}
      stroke-width=${r * 0.3}
      stroke-dasharray="${r * 0.445} ${r * 0.445}"
    />
    <circle class="middle" r=${r * 0.66} />
    ${label ? svg`<text class="value" y=${r * 0.27} font-size=${size}>${label}</text>` : null}
  </g>`;
}

/** What is written on a stack: its sum, or other words. */
function tag(text, r, { size, className, up }) {
  const width = Math.max(text.length * size * 0.6 + r * 0.6, r * 1.7);
  return svg`<g class=${className} transform="translate(0 ${-up})">
    <rect x=${-width / 2} y=${-r * 0.55} width=${width} height=${r * 1.1} rx=${r * 0.55} />
    <text y=${size * 0.35} font-size=${size}>${text}</text>
  </g>`;
}

/**
 * An amount as a stack; `style` puts it in its place.
 * @param {number} amount in cents
 * @param {number} r
 * @param {object} [options]
 * @param {string | boolean} [options.label] written on it: its sum (true), other words, or nothing
 * @param {number} [options.tallest] this many chips are drawn at most
 * @param {string | symbol} [options.seat]
 * @param {string | symbol} [options.wager]
 * @param {string} [options.style]
 */
export function drawStack(
  amount,
  r,
  { label = true, tallest = TALLEST, seat = nothing, wager = nothing, style = "" } = {},
) {
  const shown = stack(amount).slice(-tallest);
  const rise = r * 0.26;
  const up = (shown.length - 1) * rise;
  const sum = label === true;
  return svg`<g class="stack" data-seat=${seat} data-wager=${wager} .style=${style}>
    <ellipse class="shade" cx=${r * 0.12} cy=${r * 0.16} rx=${r} ry=${r} />
    ${shown.map((colour, i) => chip(colour, r, { up: i * rise }))}
    ${
      label
        ? tag(sum ? dollars(amount) : label, r, {
            size: r * (sum ? 0.86 : 0.76),
            className: sum ? "sum" : "sum won",
            up,
          })
        : null
    }
  </g>`;
}

/** A chip with its value, as something to press. */
export const chipPicture = (value, colour, size = 44) =>
  html`<svg width=${size} height=${size} viewBox="-22 -22 44 44" aria-hidden="true">
    ${chip(colour, 20, { label: chipName(value) })}
  </svg>`;
