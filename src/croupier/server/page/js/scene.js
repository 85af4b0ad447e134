/** The table as one sees it: the cloth below, cards, chips, marker and button above it, and what moves between them. */

import { cardDefs, drawCard } from "./cards.js";
import { drawStack } from "./chips.js";
import { drawPlate } from "./plates.js";
import { clothDefs, drawCloth } from "./cloth.js";
import { s, stillness, swap } from "./dom.js";
import { layDesk } from "./geometry_desk.js";
import { layPhone } from "./geometry_phone.js";
import { postedOdds, slot } from "./geometry.js";
import { effectOf } from "./effects.js";
import { cents, dollars } from "./money.js";
import { shownAs } from "./vocabulary.js";
import { seatOf } from "./words.js";

const put = (element, { x, y, angle = 0 }, scale = 1) => {
  element.style.transform = `translate(${x}px, ${y}px) rotate(${angle}deg) scale(${scale})`;
  return element;
};

/** The sides of a stake on which its winnings may lie, in radii of a chip; the first with enough room is taken. */
const BESIDE = [
  [0, -1.25],
  [0.9, -0.9],
  [-0.9, -0.9],
  [1.25, 0],
  [-1.25, 0],
];

/** What is drawn from the model, from the lowest layer to the highest. */
const DRAWN = ["plates", "cards", "chips", "marks"];

/** Where chips come from or go to if no seat is concerned: the dealer's own stakes, and the house. */
const SEATLESS = { area: "stake", seat: "tray" };

export class Scene {
  /** @param box the element that holds the drawing; @param onArea called with a wager when one of the own areas is pressed. */
  constructor(box, { onArea = () => {}, onSeat = () => {}, all = false } = {}) {
    this.box = box;
    this.open = all;
    this.onSeat = onSeat;
    this.below = s("g");
    this.layers = Object.fromEntries(
      [...DRAWN, "flying"].map((name) => [name, s("g", { class: name })]),
    );
    this.svg = s(
      "svg",
      {
        class: "table",
        role: "img",
        "aria-label": "The table; it is told in words below",
        preserveAspectRatio: "xMidYMid meet",
        "text-anchor": "middle",
      },
      s("defs", null, cardDefs(), clothDefs()),
      this.below,
      Object.values(this.layers),
    );
    this.svg.addEventListener("click", (event) => {
      const area = event.target.closest?.(".area");
      if (area && Number(area.dataset.seat) === this.own)
        onArea(area.dataset.wager, area.dataset.word ?? null);
      const open = event.target.closest?.("[data-sit]");
      if (open) this.onSeat(Number(open.dataset.sit));
    });
    box.replaceChildren(this.svg);
    this.watcher = new ResizeObserver(() => this.fit());
    this.watcher.observe(box);
  }

  close() {
    this.watcher.disconnect();
  }

  /** Whether every card that is known is shown, also where it lies face down. */
  get all() {
    return this.open || this.picture?.you?.viewer === "surveillance";
  }

  get own() {
    return this.picture?.you?.seat ?? null;
  }

  /** Another picture of the table: seats, limits, names. */
  show(picture, felt, model) {
    this.picture = picture;
    this.felt = felt;
    this.model = model;
    this.fit(true);
  }

  fit(always = false) {
    if (!this.picture) return;
    const width = Math.max(320, Math.round(this.box.clientWidth || 320));
    const tall = width < 740;
    if (width !== this.width) Object.assign(this, { width, height: innerHeight });
    const all = Object.keys(this.picture.seats).map(Number);
    const seats = tall ? all.filter((seat) => this.picture.seats[seat]) : all;
    const now = JSON.stringify([
      tall ? width : 0,
      seats,
      this.own,
      this.picture.payouts,
      this.picture.limits,
    ]);
    if (now !== this.fitted) {
      this.fitted = now;
      const odds = postedOdds(this.felt, this.picture.payouts);
      this.g = (tall ? layPhone : layDesk)(this.felt, {
        seats,
        odds,
        own: this.own,
        width,
        height: this.height,
      });
      this.svg.setAttribute("viewBox", `0 0 ${this.g.w} ${this.g.h}`);
      this.svg.classList.toggle("tall", this.g.mode === "tall");
      this.box.parentElement.dataset.cloth = this.felt.page?.cloth ?? "emerald";
      this.cloth = drawCloth(this.g, this.picture, this.felt);
      swap(this.below, this.cloth);
      this.draw();
    } else if (always) this.draw();
  }

  /** Draw the model anew, or only some of its layers. */
  draw(model = this.model, layers = DRAWN) {
    this.model = model;
    const draw = {
      cards: () => this.layers.cards.replaceChildren(...this.#cards()),
      chips: () => this.layers.chips.replaceChildren(...this.#chips()),
      marks: () => this.layers.marks.replaceChildren(...this.#marks()),
      plates: () => swap(this.layers.plates, this.#plates()),
    };
    for (const layer of layers) draw[layer]();
  }

  // --- what lies there ---------------------------------------------------------------------------

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
        const drawn = drawCard(shown, { peeked: !card.up, gone: card.gone });
        drawn.dataset.at = `${name}#${i}`;
        return put(drawn, at, at.card / 100);
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
    const lay = (amount, at, r, options, seat = "") => {
      if (amount <= 0) return;
      const stack = put(drawStack(amount, r, options), at);
      stack.dataset.seat = seat;
      drawn.push(stack);
    };
    for (const key of new Set([...Object.keys(this.model.chips), ...Object.keys(this.model.won)])) {
      const [seat, wager] = key.split("|");
      const { chip: r, mini } = this.g.seats[seat] ?? {};
      const { amount = 0, word } = this.model.chips[key] ?? {};
      const spots = r ? this.#spots(seat, wager, word) : [];
      const won = (this.model.won[key] ?? 0) / spots.length;
      const told = won > 0 && `+${dollars(won)}`;
      for (const spot of spots) {
        const stake = amount / spots.length;
        const aside = won && stake && !mini ? this.#beside(spot, seat, r) : null;
        const label = aside ? false : told || true;
        lay(aside ? stake : stake + won, spot, r, { label, tallest: mini ? 4 : 6 }, seat);
        if (aside) lay(won, aside, r, { label: told, tallest: 5 }, seat);
      }
    }
    if (this.g.pot) lay(this.model.pot, this.g.pot, this.g.mode === "wide" ? 17 : 13);
    Object.entries(this.model.stakes).forEach(([wager, amount]) =>
      lay(amount, this.#stake(wager), this.g.stakes ? this.g.stakes.pitch * 0.36 : 10),
    );
    return drawn;
  }

  /** Where the winnings of a wager lie: against the stake, or nowhere but on it if there is no room. */
  #beside(spot, seat, r) {
    const { frame } = this.g.seats[seat];
    const others = Object.values(this.g.seats).flatMap(({ spots, cards }) =>
      cards.n ? [...spots, cards] : spots,
    );
    const room = ({ x, y }) =>
      frame && (y - r < frame.y || x - r < frame.x)
        ? 0
        : Math.min(
            ...others.map((other) =>
              other === spot ? r * 9 : Math.hypot(other.x - x, other.y - y),
            ),
          );
    const sides = BESIDE.map(([dx, dy]) => ({ x: spot.x + dx * r, y: spot.y + dy * r }));
    return sides.find((side) => room(side) > r * 2.1) ?? null;
  }

  #stake(wager) {
    const i = (this.felt.areas?.wagers ?? []).indexOf(wager);
    return this.g.stakes
      ? { x: this.g.stakes.x + (i - 1) * this.g.stakes.pitch, y: this.g.stakes.y }
      : this.g.tray;
  }

  #marks() {
    const drawn = [];
    const line = this.felt.page?.lines?.[this.model.line] ?? [];
    for (const spot of this.cloth.querySelectorAll(".place"))
      spot.classList.toggle("played", line.includes(spot.dataset.place));
    const { scale } = this.g;
    const at = scale ? this.model.marks[scale.marker] : undefined;
    if (at !== undefined) {
      const step = scale.w / (scale.steps[1] - scale.steps[0] + 1);
      drawn.push(
        put(s("g", { class: "marker" }, s("circle", { r: 13 }), s("text", { y: 5 }, at)), {
          x: scale.x + (at - scale.steps[0] + 0.5) * step,
          y: scale.y + 13,
        }),
      );
    }
    const button = this.model.button ?? this.picture.button;
    if (button !== null && button !== undefined) {
      const where = this.g.seats[seatOf(String(button))]?.button ?? this.g.dealerButton;
      drawn.push(
        put(
          s("g", { class: "dealer-button" }, s("circle", { r: 11 }), s("text", { y: 3.4 }, "D")),
          where,
        ),
      );
    }
    const { rack, shoe } = this.g;
    const heap = Math.min(30, Math.ceil((this.picture.rack ?? 0) / 10)) * rack.k;
    if (heap)
      drawn.push(
        s(
          "g",
          { class: "heap", transform: `translate(${rack.x} ${rack.y}) rotate(-12)` },
          s("rect", {
            x: -24 * rack.k,
            y: 34 * rack.k - heap * 1.6 - 6,
            width: 48 * rack.k,
            height: heap * 1.6 + 4,
            rx: 2,
          }),
        ),
      );
    if (this.g.mode === "wide") {
      drawn.push(
        s(
          "text",
          { class: "caption", x: rack.x, y: rack.y + 62 },
          `Discards ${this.picture.rack ?? 0}`,
        ),
      );
      drawn.push(
        s(
          "text",
          { class: "caption", x: shoe.x, y: shoe.y + 62 },
          `Shoe ${this.picture.left ?? 0}`,
        ),
      );
    }
    return drawn;
  }

  #plates() {
    const { picture, model } = this;
    const watching = ["spectator", "public"].includes(picture.you?.role);
    const open = picture.open_seats && watching && picture.phase !== "closed";
    return Object.values(this.g.seats).map((place) =>
      drawPlate(place, picture, { own: this.own, folded: model.folded[place.seat], open }),
    );
  }

  // --- what moves ----------------------------------------------------------------------------------

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

  async #fly(element, from, to, scale, duration) {
    this.layers.flying.append(element);
    const step = (at) => ({
      transform: `translate(${at.x}px, ${at.y}px) rotate(${at.angle ?? 0}deg) scale(${scale})`,
    });
    await element
      .animate([step(from), step(to)], {
        duration,
        easing: "cubic-bezier(.25,.7,.3,1)",
        fill: "both",
      })
      .finished.catch(() => {});
    element.remove();
  }

  /** Show an event's movement; call before the model has it (chips and cards that come) or after (`gone`). */
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
