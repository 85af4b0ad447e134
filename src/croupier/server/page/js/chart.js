/** A line chart: several lines over the same points, read with the pointer, the keys or the ear. */

import { Directive, directive } from "./vendor/lit-html/directive.js";
import { capital } from "./words.js";
import { columns } from "./render.js";
import { dollars } from "./money.js";
import { html, nothing, render, svg } from "./vendor/lit-html/lit-html.js";

/**
 * @typedef {{x: number, y: number, label: string, picks?: string}} Point `picks` says what opens
 *   when it is chosen; without it, nothing does
 * @typedef {{name: string, points: Point[]}} Line all lines of a chart have the same x
 * @typedef {object} Chart
 * @property {string} title
 * @property {Line[]} lines amounts of money are in dollars
 * @property {boolean} [money] whether y is money
 * @property {number} [base] the value that the axis always has, zero if it is not said
 * @property {(index: number) => void} [onPick] a point is chosen, by its place in `points`
 */

/** How many points of a line are drawn. */
export const MOST = 200;
const HEIGHT = 240;
const [TOP, RIGHT, BOTTOM] = [14, 14, 28];
/** The width of one character of an axis, roughly. */
const CHARACTER = 7.2;
/** What one step of an axis may be, times a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10];

/** Which points are drawn: all, or this many at even distances with the first and the last. */
export function thinned(count, most = MOST) {
  if (count <= most) return Array.from({ length: count }, (_, i) => i);
  return Array.from({ length: most }, (_, i) => Math.round((i * (count - 1)) / (most - 1)));
}

/** Round values for an axis from `low` to `high`, zero among them. */
export function ticks(low, high, about = 5) {
  const [least, most] = [Math.min(0, low), Math.max(0, high)];
  const rough = (most - least || 1) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = STEPS.find((one) => one * power >= rough * 0.999) * power;
  const first = Math.floor(least / step + 1e-9);
  const last = Math.max(Math.ceil(most / step - 1e-9), first + 1);
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

const plain = (value) =>
  value.toLocaleString("en-US", { maximumFractionDigits: 2 }).replace("-", "−");
const inCents = (value) => Math.round(value * 100);

/** A value as it is read out: money has its sign. */
function told(value, money) {
  if (!money) return plain(value);
  return `${inCents(value) > 0 ? "+" : ""}${dollars(inCents(value))}`;
}

/** A value beside an axis: `$12k` for thousands. */
function marked(value, money) {
  if (!money) return plain(value);
  if (Math.abs(value) < 10000 || value % 100) return dollars(inCents(value));
  return `${value < 0 ? "−" : ""}$${plain(Math.abs(value) / 1000)}k`;
}

/** The shapes of the points, so that no line is known by its colour alone. */
const SHAPES = [
  svg`<circle r="4.5" />`,
  svg`<rect x="-4.2" y="-4.2" width="8.4" height="8.4" />`,
  svg`<path d="M0-6L5.6 4.2H-5.6Z" />`,
  svg`<path d="M0-6L6 0L0 6L-6 0Z" />`,
];

const shape = (i, x, y) =>
  svg`<g class="chart-point line-${i + 1}" transform="translate(${x} ${y})">
    ${SHAPES[i % SHAPES.length]}
  </g>`;

/** A line and its shape, beside its name. */
const sample = (i) =>
  html`<svg class="chart-sample" viewBox="0 0 34 14" width="34" height="14" aria-hidden="true">
    <path class="chart-line line-${i + 1}" d="M1 7H33" />
    ${shape(i, 17, 7)}
  </svg>`;

/** What one line says, in a sentence: where it ends, and how far it went. */
function summed({ name, points }, money) {
  const by = points.toSorted((one, other) => one.y - other.y);
  const [low, high, last] = [by[0], by.at(-1), points.at(-1)];
  const at = ({ y, label }) => `${told(y, money)} (${label})`;
  return `${name} ends at ${told(last.y, money)}. Its highest is ${at(high)}, its lowest ${at(low)}.`;
}

class Drawing extends Directive {
  box = Object.assign(document.createElement("figure"), { className: "chart" });
  width = 640;
  /** The place of the chosen point among those drawn; the last one at first. */
  at = null;
  listed = false;

  constructor(part) {
    super(part);
    new ResizeObserver(() => this.#resized()).observe(this.box);
  }

  /** @param {Chart} chart */
  render(chart) {
    const before = this.drawn?.length;
    this.chart = chart;
    this.drawn = thinned(chart.lines[0]?.points.length ?? 0);
    if (this.at === null || this.drawn.length !== before) this.at = this.drawn.length - 1;
    this.#draw();
    return this.box;
  }

  #resized() {
    const width = Math.round(this.box.clientWidth);
    if (!width || width === this.width) return;
    this.width = width;
    this.#draw();
  }

  get #point() {
    return this.chart.lines[0].points[this.drawn[this.at]];
  }

  get #label() {
    return capital(this.#point.label);
  }

  /** The value of a line at the chosen point. */
  #value({ points }) {
    const point = points[this.drawn[this.at]];
    return point ? told(point.y, this.chart.money) : "none";
  }

  /** Where values and points lie, in pixels of the drawing. */
  #scale() {
    const { lines, money, base = 0 } = this.chart;
    const all = lines.flatMap(({ points }) => points.map(({ y }) => y - base));
    const values = ticks(Math.min(...all), Math.max(...all)).map((value) => value + base);
    const names = values.map((value) => marked(value, money));
    const left = 10 + CHARACTER * Math.max(...names.map(({ length }) => length));
    const [low, high] = [values[0], values.at(-1)];
    const xs = lines[0].points.map(({ x }) => x);
    const wide = xs.at(-1) - xs[0];
    const inner = this.width - left - RIGHT;
    return {
      left,
      marks: values.map((value, i) => [value, names[i]]),
      x: (value) => left + (wide ? ((value - xs[0]) / wide) * inner : inner / 2),
      y: (value) => TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - BOTTOM),
    };
  }

  #axis({ left, marks, y }) {
    return marks.map(
      ([value, name]) =>
        svg`<path
            class=${value === (this.chart.base ?? 0) ? "chart-zero" : "chart-grid"}
            d="M${left} ${y(value)}H${this.width - RIGHT}"
          />
          <text x=${left - 8} y=${y(value)} dy=".35em" text-anchor="end">${name}</text>`,
    );
  }

  /** The names of the first and the last point, below. */
  #ends({ x }) {
    const { points } = this.chart.lines[0];
    const ends = points.length > 1 ? [0, points.length - 1] : [0];
    return ends.map(
      (i) =>
        svg`<text
          x=${x(points[i].x)}
          y=${HEIGHT - 8}
          text-anchor=${ends.length < 2 ? "middle" : i ? "end" : "start"}
        >${capital(points[i].label)}</text>`,
    );
  }

  #line({ points }, i, { x, y }) {
    const path = this.drawn
      .filter((at) => points[at])
      .map((at) => `${x(points[at].x).toFixed(1)} ${y(points[at].y).toFixed(1)}`);
    return svg`<path class="chart-line line-${i + 1}" d="M${path.join("L")}" />`;
  }

  #chosen(scale) {
    const at = this.drawn[this.at];
    const x = scale.x(this.chart.lines[0].points[at].x);
    return svg`<path class="chart-cursor" d="M${x} ${TOP}V${HEIGHT - BOTTOM}" />
      ${this.chart.lines.map(({ points }, i) =>
        points[at] ? shape(i, x, scale.y(points[at].y)) : null,
      )}`;
  }

  #plot() {
    const scale = this.#scale();
    this.scale = scale;
    const { title, lines, onPick } = this.chart;
    const said = `${this.#label}: ${lines.map((line) => `${line.name} ${this.#value(line)}`).join(", ")}`;
    return html`<svg
      class="chart-plot"
      role="slider"
      tabindex="0"
      aria-label="${title}: points of the chart"
      aria-valuemin="1"
      aria-valuemax=${this.drawn.length}
      aria-valuenow=${this.at + 1}
      aria-valuetext=${said}
      viewBox="0 0 ${this.width} ${HEIGHT}"
      height=${HEIGHT}
      data-picks=${onPick ? "" : nothing}
      @keydown=${(event) => this.#key(event)}
      @pointermove=${(event) => this.#choose(this.#under(event))}
      @click=${(event) => this.#press(event)}
    >
      ${this.#axis(scale)} ${this.#ends(scale)}
      ${lines.map((line, i) => this.#line(line, i, scale))} ${this.#chosen(scale)}
    </svg>`;
  }

  #legend() {
    const { lines, onPick } = this.chart;
    return html`<div class="chart-legend">
      <b>${this.#label}</b>
      <ul class="plain">
        ${lines.map(
          (line, i) => html`<li>${sample(i)} ${line.name} <b>${this.#value(line)}</b></li>`,
        )}
      </ul>
      ${
        onPick && this.#point.picks
          ? html`<button type="button" class="quiet" @click=${() => this.#pick()}>
              Show ${this.#point.picks}
            </button>`
          : null
      }
    </div>`;
  }

  #table() {
    const { title, lines, money } = this.chart;
    const open = ({ target }) => {
      this.listed = target.open;
      this.#draw();
    };
    return html`<details @toggle=${open}>
      <summary>The same in figures</summary>
      ${
        this.listed
          ? html`<div class="scroll">
              <table class="list">
                <caption class="sr">
                  ${title}
                </caption>
                ${columns(["At", ...lines.map(({ name }) => name)])}
                <tbody>
                  ${this.drawn.map(
                    (at) =>
                      html`<tr>
                        <th scope="row">${capital(lines[0].points[at].label)}</th>
                        ${lines.map(
                          ({ points }) =>
                            html`<td>${points[at] ? told(points[at].y, money) : ""}</td>`,
                        )}
                      </tr>`,
                  )}
                </tbody>
              </table>
            </div>`
          : null
      }
    </details>`;
  }

  #draw() {
    const { title, lines, money } = this.chart;
    render(
      html`<figcaption>${title}</figcaption>
        ${
          this.drawn.length
            ? html`${this.#legend()} ${this.#plot()}
                <p class="sr">${lines.map((line) => summed(line, money)).join(" ")}</p>
                ${this.#table()}`
            : html`<p class="hint">There is nothing to draw yet.</p>`
        }`,
      this.box,
    );
  }

  #choose(at) {
    const kept = Math.max(0, Math.min(this.drawn.length - 1, at));
    if (kept === this.at) return;
    this.at = kept;
    this.#draw();
  }

  /** The point nearest to the pointer. */
  #under({ clientX, currentTarget }) {
    const { left, width } = currentTarget.getBoundingClientRect();
    const x = ((clientX - left) * this.width) / (width || this.width);
    const { points } = this.chart.lines[0];
    const away = this.drawn.map((at) => Math.abs(this.scale.x(points[at].x) - x));
    return away.indexOf(Math.min(...away));
  }

  /** A mouse has chosen the point already by moving there; a finger presses twice. */
  #press(event) {
    const at = this.#under(event);
    if (at === this.at) this.#pick();
    else this.#choose(at);
  }

  #pick() {
    if (this.#point.picks) this.chart.onPick?.(this.drawn[this.at]);
  }

  #key(event) {
    const { at, drawn } = this;
    const page = Math.max(1, Math.round(drawn.length / 10));
    const moves = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      PageDown: at - page,
      PageUp: at + page,
      Home: 0,
      End: drawn.length - 1,
    };
    if (event.key === "Enter" || event.key === " ") this.#pick();
    else if (event.key in moves) this.#choose(moves[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/**
 * A chart in a template: `${lineChart({title, lines, money: true, onPick})}`.
 * @type {(chart: Chart) => any}
 */
export const lineChart = directive(Drawing);
