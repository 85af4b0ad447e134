/** The table as one sees it: the cloth, what lies on it, and what moves. */

import { cardDefs, drawCard } from "./cards.js";
import { drawStack } from "./chips.js";
import { drawPlate } from "./plates.js";
import { clothDefs, drawCloth } from "./cloth.js";
import { stillness } from "./dom.js";
import { html, render, svg } from "./vendor/lit-html/lit-html.js";
import { layDealer } from "./geometry_dealer.js";
import { layDesk } from "./geometry_desk.js";
import { layPhone } from "./geometry_phone.js";
import { layFlat } from "./geometry_flat.js";
import { postedOdds, shapeOf, slot } from "./geometry.js";
import { effectOf } from "./effects.js";
import { cents, dollars } from "./money.js";
import { shownAs } from "./vocabulary.js";
import { seatOf } from "./words.js";

const transform = ({ x, y, angle = 0 }, scale = 1) =>
  `translate(${x}px, ${y}px) rotate(${angle}deg) scale(${scale})`;

/** The text of a style, to be set as a property: the server's policy forbids the attribute. */
const lying = (at, scale) => `transform: ${transform(at, scale)}`;

/** Where winnings may lie beside their stake, in radii of a chip: the first with room is taken. */
const BESIDE = [
  [0, -1.25],
  [0.9, -0.9],
  [-0.9, -0.9],
  [1.25, 0],
  [-1.25, 0],
];

/** What is drawn from the model, from the lowest layer to the highest. */
const DRAWN = ["plates", "cards", "chips", "marks"];
const LAYERS = ["below", ...DRAWN, "flying"];

/** Where chips come from or go to without a seat: the dealer's own stakes, and the house. */
const SEATLESS = { area: "stake", seat: "tray" };

/** How a table is laid out, by the shape of its box. */
const LAID = { wide: layDesk, tall: layPhone, flat: layFlat };
/** What a page has around a felt whose box has no height of its own. */
const AROUND = 250;
/** The smallest size at which a felt is drawn to make it fit. */
const SMALLEST = 0.8;

let scenes = 0;

export class Scene {
  /**
   * @param {HTMLElement} box the element that holds the drawing
   * @param {object} [options]
   * @param {(wager: string, word: string | null) => void} [options.onArea] an own area is pressed
   * @param {(wager: string) => void} [options.onTakeBack] an own area is pressed with the other
   *   button of the mouse, or for long
   * @param {(seat: number) => void} [options.onSeat] a free seat is pressed
   * @param {boolean} [options.all] show every known card, also one that lies face down
   * @param {boolean} [options.filled] the box has a height of its own, and the felt fills it
   * @param {string} [options.side] "dealer" for the table as the dealer sees it
   */
  constructor(
    box,
    {
      onArea = () => {},
      onTakeBack = () => {},
      onSeat = () => {},
      all = false,
      filled = false,
      side = "",
    } = {},
  ) {
    this.box = box;
    this.line = `title-line-${++scenes}`;
    this.side = side;
    this.open = all;
    this.filled = filled;
    this.width = this.height = 0;
    this.lit = [null, null];
    this.onArea = onArea;
    this.onTakeBack = onTakeBack;
    this.onSeat = onSeat;
    render(
      html`<svg
        class="table"
        role="img"
        aria-label="The table; it is told in words below"
        preserveAspectRatio="xMidYMid meet"
        text-anchor="middle"
        @click=${(event) => this.#press(event.target)}
        @contextmenu=${(event) => this.#takeBack(event)}
      >
        <defs>${cardDefs()} ${clothDefs()}</defs>
        ${LAYERS.map((name) => svg`<g class=${name}></g>`)}
      </svg>`,
      box,
    );
    this.svg = box.querySelector("svg");
    this.layers = Object.fromEntries(
      LAYERS.map((name) => [name, this.svg.querySelector(`:scope > .${name}`)]),
    );
    this.watcher = new ResizeObserver(() => this.fit());
    this.watcher.observe(box);
  }

  /** The viewer's own area at a place of the drawing; chips lie on it and count as it. */
  #ownArea(target) {
    const area = target.closest(".area, .stack[data-wager]");
    return area && Number(area.dataset.seat) === this.own ? area.dataset : null;
  }

  #takeBack(event) {
    const area = this.#ownArea(event.target);
    if (!area) return;
    event.preventDefault();
    this.onTakeBack(area.wager);
  }

  #press(target) {
    const area = this.#ownArea(target);
    if (area) this.onArea(area.wager, area.word ?? null);
    const open = target.closest("[data-sit]");
    if (open) this.onSeat(Number(open.dataset.sit));
  }

  close() {
    this.watcher.disconnect();
  }

  /** Whether every known card is shown, also one that lies face down. */
  get all() {
    return this.open || this.picture?.you?.viewer === "surveillance";
  }

  get own() {
    return this.picture?.you?.seat ?? null;
  }

  /**
   * Another picture of the table: seats, limits, names.
   * @param {import("./types.d.ts").Picture} picture
   * @param {import("./types.d.ts").Felt} felt
   * @param {import("./types.d.ts").Model} model
   */
  show(picture, felt, model) {
    this.picture = picture;
    this.felt = felt;
    this.model = model;
    this.fit(true);
  }

  /** The size of the box; a window that only gets lower, as under a keyboard, changes nothing. */
  #measure() {
    const width = Math.max(320, Math.round(this.box.clientWidth || 320));
    if (width === this.width) return;
    const height = this.filled ? Math.round(this.box.clientHeight) : 0;
    Object.assign(this, { width, height });
  }

  fit(always = false) {
    if (!this.picture) return;
    this.#measure();
    const { shape, zoom } = shapeOf(this.width, this.height);
    const all = Object.keys(this.picture.seats).map(Number);
    const seats = shape === "wide" ? all : all.filter((seat) => this.picture.seats[seat]);
    const now = JSON.stringify([
      shape === "wide" ? 0 : [this.width, this.height],
      seats,
      this.own,
      this.side,
      this.picture.payouts,
      this.picture.limits,
    ]);
    if (now !== this.fitted) {
      this.fitted = now;
      const odds = postedOdds(this.felt, this.picture.payouts);
      const width = Math.round(this.width / zoom);
      const height = (this.height || Math.max(0, innerHeight - AROUND)) / zoom;
      const room = { seats, odds, own: this.own, width, height };
      this.g =
        this.side === "dealer" ? layDealer(shape, this.felt, room) : LAID[shape](this.felt, room);
      // Two felts may be on one page, each with a line of its own for its title.
      this.g.line = this.line;
      this.svg.setAttribute("viewBox", `0 0 ${this.g.w} ${this.g.h}`);
      this.svg.classList.toggle("tall", this.g.mode === "tall");
      // A felt that does not fit is drawn a little smaller; after that, it is scrolled.
      this.svg.style.minHeight =
        this.height && shape !== "wide" ? `${Math.floor(SMALLEST * this.g.h * zoom)}px` : "";
      Object.assign(this.box.parentElement.dataset, {
        cloth: this.felt.page?.cloth ?? "emerald",
        hands: this.own !== null && !this.felt.page?.hand ? "none" : "own",
        shape,
      });
      render(drawCloth(this.g, this.picture, this.felt), this.cloth);
      this.light(...this.lit);
      this.draw();
    } else if (always) this.draw();
  }

  /** The layer of what is printed; what is lit or played there is marked by its classes. */
  get cloth() {
    return this.layers.below;
  }

  /** Draw the model again, or only some of its layers. */
  draw(model = this.model, layers = DRAWN) {
    this.model = model;
    const drawn = {
      cards: () => this.#cards(),
      chips: () => this.#chips(),
      marks: () => this.#marks(),
      plates: () => this.#plates(),
    };
    for (const layer of layers) render(drawn[layer](), this.layers[layer]);
  }

  // --- what lies there ------------------------------------------------------

  #spot(name) {
    const seat = seatOf(name);
    return this.g.places[name] ?? (seat === null ? null : this.g.seats[seat]?.cards) ?? null;
  }

  #visible(name, card) {
    return card.up || this.all || (seatOf(name) !== null && seatOf(name) === this.own);
  }

  #cards() {
    const mine = Object.keys(this.model.places).some((name) => seatOf(name) === this.own);
    this.cloth.querySelector(".hand-label")?.classList.toggle("hidden", mine);
    return Object.entries(this.model.places).flatMap(([name, cards]) => {
      const spot = this.#spot(name);
      if (!spot) return [];
      return cards.map((card, i) => {
        const at = slot(spot, i, cards.length);
        const shown = this.#visible(name, card) ? card.card : "??";
        return drawCard(shown, {
          peeked: !card.up,
          gone: card.gone,
          at: `${name}#${i}`,
          style: lying(at, at.card / 100),
        });
      });
    });
  }

  #spots(seat, wager, word) {
    const spots = this.g.seats[seat]?.spots ?? [];
    const named = spots.filter(
      (spot) => spot.wager === wager && (!spot.word || !word || spot.word === word),
    );
    return named.length ? named.slice(0, named[0].of) : spots.slice(0, 1);
  }

  #chips() {
    const drawn = [];
    const lay = (amount, at, r, options = {}) => {
      if (amount > 0) drawn.push(drawStack(amount, r, { ...options, style: lying(at) }));
    };
    for (const key of new Set([...Object.keys(this.model.chips), ...Object.keys(this.model.won)])) {
      const [seat, wager] = key.split("|");
      const { chip: r, mini, stacked, low } = this.g.seats[seat] ?? {};
      const { amount = 0, word } = this.model.chips[key] ?? {};
      const spots = r ? this.#spots(seat, wager, word) : [];
      const won = (this.model.won[key] ?? 0) / spots.length;
      const told = won > 0 && `+${dollars(won)}`;
      for (const spot of spots) {
        const stake = amount / spots.length;
        const aside = won && stake && !mini && !stacked ? this.#beside(spot, seat, r) : null;
        const label = aside ? false : told || true;
        const of = { seat, wager };
        const tallest = low ?? (mini ? 4 : 6);
        lay(aside ? stake : stake + won, spot, r, { label, tallest, ...of });
        if (aside) lay(won, aside, r, { label: told, tallest: low ?? 5, ...of });
      }
    }
    if (this.g.pot) lay(this.model.pot, this.g.pot, this.g.mode === "wide" ? 17 : 13);
    Object.entries(this.model.stakes).forEach(([wager, amount]) =>
      lay(amount, this.#stake(wager), this.g.stakes ? this.g.stakes.pitch * 0.36 : 10),
    );
    return drawn;
  }

  /** Where the winnings of a wager lie: beside the stake, or null if there is only room on it. */
  #beside(spot, seat, r) {
    const { frame } = this.g.seats[seat];
    const others = Object.values(this.g.seats).flatMap(({ spots, cards }) =>
      cards.n ? [...spots, cards] : spots,
    );
    const room = ({ x, y }) =>
      frame && (y - r < frame.y || x - r < frame.x || x + r > frame.x + frame.w)
        ? 0
        : Math.min(
            ...others.map((other) =>
              other === spot ? r * 9 : Math.hypot(other.x - x, other.y - y),
            ),
          );
    const towards = this.g.turned ? -r : r;
    const sides = BESIDE.map(([dx, dy]) => ({ x: spot.x + dx * r, y: spot.y + dy * towards }));
    return sides.find((side) => room(side) > r * 2.1) ?? null;
  }

  #stake(wager) {
    const i = (this.felt.areas?.wagers ?? []).indexOf(wager);
    return this.g.stakes
      ? { x: this.g.stakes.x + (i - 1) * this.g.stakes.pitch, y: this.g.stakes.y }
      : this.g.tray;
  }

  #marks() {
    const line = this.felt.page?.lines?.[this.model.line] ?? [];
    for (const spot of this.cloth.querySelectorAll(".place"))
      spot.classList.toggle("played", line.includes(spot.dataset.place));
    return [this.#marker(), this.#button(), this.#heap(), this.#counts()];
  }

  #marker() {
    const { scale } = this.g;
    const at = scale ? this.model.marks[scale.marker] : undefined;
    if (at === undefined) return null;
    const step = scale.w / (scale.steps[1] - scale.steps[0] + 1);
    const where = { x: scale.x + (at - scale.steps[0] + 0.5) * step, y: scale.y + 13 };
    return svg`<g class="marker" .style=${lying(where)}>
      <circle r="13" />
      <text y="5">${at}</text>
    </g>`;
  }

  #button() {
    const button = this.model.button ?? this.picture.button;
    if (button === null || button === undefined) return null;
    const where = this.g.seats[seatOf(String(button))]?.button ?? this.g.dealerButton;
    return svg`<g class="dealer-button" .style=${lying(where)}>
      <circle r="11" />
      <text y="3.4">D</text>
    </g>`;
  }

  /** The discards in the rack: a heap that grows with every ten cards. */
  #heap() {
    const { x, y, k } = this.g.rack;
    const heap = Math.min(30, Math.ceil((this.picture.rack ?? 0) / 10)) * k;
    if (!heap) return null;
    return svg`<g class="heap" transform="translate(${x} ${y}) rotate(-12)">
      <rect
        x=${-24 * k}
        y=${34 * k - heap * 1.6 - 6}
        width=${48 * k}
        height=${heap * 1.6 + 4}
        rx="2"
      />
    </g>`;
  }

  #counts() {
    if (this.g.mode !== "wide") return null;
    const { rack, shoe, caption: below = 62 } = this.g;
    const caption = ({ x, y }, words) =>
      svg`<text class="caption" x=${x} y=${y + below}>${words}</text>`;
    return [
      caption(rack, `Discards ${this.picture.rack ?? 0}`),
      caption(shoe, `Shoe ${this.picture.left ?? 0}`),
    ];
  }

  #plates() {
    const { picture, model } = this;
    const watching = ["spectator", "public"].includes(picture.you?.role);
    const open = picture.open_seats && watching && picture.phase !== "closed";
    return Object.values(this.g.seats).map((place) =>
      drawPlate(place, picture, { own: this.own, folded: model.folded[place.seat], open }),
    );
  }

  // --- what moves -----------------------------------------------------------

  #point(what, event) {
    const seat = this.g.seats[event.seat];
    const points = {
      seat: () => seat?.plate,
      area: () =>
        this.#spots(
          event.seat,
          event.wager,
          event.place ?? this.model.chips[`${event.seat}|${event.wager}`]?.word,
        )[0],
      stake: () => this.#stake(event.wager),
      pot: () => this.g.pot ?? this.g.tray,
      tray: () => this.g.tray,
    };
    const side = event.seat === undefined ? (SEATLESS[what] ?? what) : what;
    return points[side]?.() ?? this.g.tray;
  }

  async #fly(drawing, from, to, scale, duration) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", "g");
    render(drawing, element);
    this.layers.flying.append(element);
    await element
      .animate([{ transform: transform(from, scale) }, { transform: transform(to, scale) }], {
        duration,
        easing: "cubic-bezier(.25,.7,.3,1)",
        fill: "both",
      })
      .finished.catch(() => {});
    element.remove();
  }

  /** End every movement now: what flew is gone. */
  still() {
    for (const moving of this.svg.getAnimations?.({ subtree: true }) ?? []) moving.cancel();
    this.layers.flying.replaceChildren();
  }

  /** Show an event's movement: before the model has it (what comes), or after (what goes). */
  async move(event, duration) {
    if (stillness.matches || !this.g || duration < 30 || document.hidden) return;
    const shown = shownAs(event);
    if (shown.flow && event.amount) {
      const [from, to] = shown.flow;
      const r = this.g.seats[event.seat]?.chip ?? 11;
      await this.#fly(
        drawStack(cents(event.amount), r, { label: false }),
        this.#point(from, event),
        this.#point(to, event),
        1,
        duration,
      );
    } else await effectOf(shown).moves?.(this, event, duration);
  }

  /** A card from the shoe to its place. */
  async flyCard(event, duration) {
    const spot = this.#spot(event.place);
    if (!spot) return;
    const count = (this.model.places[event.place] ?? []).length;
    const at = slot(spot, count, count + 1);
    const card = event.up !== false ? event.card : "??";
    await this.#fly(drawCard(card), this.g.shoe, at, at.card / 100, duration);
  }

  /** A card from the shoe to the rack. */
  async flyAway(duration) {
    await this.#fly(drawCard("??"), this.g.shoe, this.g.rack, 0.4 * this.g.rack.k, duration);
  }

  /** The first half of a card that is turned. */
  async turnAway(event, duration) {
    const cards = [...this.layers.cards.children].filter((card) =>
      card.dataset.at.startsWith(`${event.place}#`),
    );
    await Promise.all(
      cards.map((card) =>
        card
          .animate([{}, { transform: `${card.style.transform} scaleX(0)` }], {
            duration: duration / 2,
            easing: "ease-in",
          })
          .finished.catch(() => {}),
      ),
    );
  }

  /** The second half of a turned card, when the model has it. */
  unfold(event, duration) {
    if (stillness.matches || duration < 30 || document.hidden) return;
    for (const card of this.layers.cards.children) {
      if (card.dataset.at.startsWith(`${event.place}#`))
        card.animate([{ transform: `${card.style.transform} scaleX(0)` }, {}], {
          duration: duration / 2,
          easing: "ease-out",
        });
    }
  }

  /** Light the areas that a choice would use. */
  light(wager, word) {
    this.lit = [wager, word];
    for (const area of this.cloth.querySelectorAll(".area.lit, .place.lit"))
      area.classList.remove("lit");
    if (!wager && !word) return;
    for (const area of this.cloth.querySelectorAll(`.area[data-seat="${this.own}"]`)) {
      if (area.dataset.wager === wager && (!word || area.dataset.word === word))
        area.classList.add("lit");
    }
    for (const name of this.felt.page?.lines?.[word] ?? [])
      this.cloth.querySelector(`.place[data-place="${name}"]`)?.classList.add("lit");
  }
}
