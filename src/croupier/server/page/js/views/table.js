/** A live table. */

import { Keys, keySign } from "../keys.js";
import { api, Line } from "../net.js";
import { Director } from "../director.js";
import { Dealing, dealtBy, tellDealer } from "../dealing.js";
import { Dock } from "../dock.js";
import { Scene } from "../scene.js";
import { Hindsight } from "../hindsight.js";
import { OddsAtHand } from "../odds_at_hand.js";
import { Side, inWords, resultPanel, step } from "../sides.js";
import { dealerPanel } from "./box.js";
import { dealersFelt } from "../chair.js";
import { fairPanel } from "./fair.js";
import { floorPanel } from "./floor_table.js";
import { hostPanel } from "./host.js";
import { ding, hear } from "../sound.js";
import { fold } from "../model.js";
import { gameOf } from "../games.js";
import { guidance, howToPlay } from "../guide.js";
import { dialog } from "../why.js";
import { fresh } from "../dom.js";
import { html, nothing, render } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { keepHint, played } from "../keep_hint.js";
import { ownResult } from "../result.js";
import { preferences } from "../preferences.js";
import { reviewLink } from "../purse.js";
import { replayView } from "./replay.js";
import { seatForm, seatPanel } from "./seat.js";
import { session } from "../session.js";
import { latelyOf, placed, whose } from "../status.js";
import { attempt, tell, toast } from "../shell.js";
import { shownAs } from "../vocabulary.js";
import { voice } from "../speech.js";
import { knowTerms, withTerms } from "../terms.js";
import { whyButton } from "../why.js";
import { capital, withSigns } from "../words.js";

const LOGGED = 400;

/** When advice is given: what is said when it is chosen, and how its button shows it. */
const ADVICE = {
  off: { next: "on", pressed: "false", state: "off", told: "Advice is off." },
  on: {
    next: "after",
    pressed: "true",
    state: "on",
    told: "Advice is on: every choice says what it is worth.",
  },
  after: {
    next: "off",
    pressed: "mixed",
    state: "after",
    told: "Advice comes after the decision: what each choice was worth.",
  },
};

/** The button that goes from one way of advice to the next; it stays as it is set. */
function adviceAid() {
  const { next, pressed, state, told } = ADVICE[preferences.get("advice")];
  const press = () => {
    preferences.set("advice", next);
    tell(ADVICE[next].told);
  };
  return { key: "a", label: "Advice", title: told, pressed, state, press };
}

/** What somebody reads who watches or has just left, and perhaps may press. */
const watching = ({ ended, hasPlayed }, words = "", more = null) =>
  html`<div class="moves">
    <p class="hint">${ended ?? "You are watching."} ${words}</p>
    ${more} ${hasPlayed ? reviewLink : null}
  </div>`;

class TableView {
  /** @type {Side | null} */
  side = null;
  /** @type {import("../types.d.ts").Picture} */
  picture = null;
  game = null;
  felt = null;
  /** What the last round brought the player, in words. */
  lately = null;
  /** Whether the viewer has played a round here since they came. */
  hasPlayed = false;
  /** How the viewer's sitting here ended, in a sentence, until they take another seat. */
  ended = null;
  /** The felt with the dealer's names for its places, made when it is needed. */
  dealers = null;

  constructor(root, id) {
    this.root = root;
    this.id = id;
    this.events = [];
    this.happened = []; // those of them that have been shown
    this.early = []; // what came while the first picture was waiting for its felt
    this.busy = false;
    this.question = null;
    this.deadline = null;
    this.floorState = {};
    this.hostState = {};
    render(
      html`<div class="room">
        <h1 class="sr">Table</h1>
        <section class="stage" aria-label="The table">
          <div class="felt-box"></div>
          <p class="call" aria-hidden="true"></p>
          <p class="link-state" role="status"></p>
        </section>
        <section class="sr words" aria-label="The table in words"></section>
        <section class="dock" aria-label="Your move"></section>
        <aside class="side" aria-label="Beside the table"></aside>
      </div>`,
      root,
    );
    this.room = root.querySelector(".room");
    const found = (selector) => this.room.querySelector(selector);
    this.box = {
      heading: found("h1"),
      felt: found(".felt-box"),
      call: found(".call"),
      link: found(".link-state"),
      words: found(".words"),
      dock: found(".dock"),
      side: found(".side"),
    };
    this.scene = new Scene(this.box.felt, {
      filled: true,
      onArea: (wager) => this.dock.wagering.bets.add(wager),
      onTakeBack: (wager) => this.dock.wagering.bets.remove(wager),
      onSeat: (seat) => this.sit(seat),
    });
    this.dealing = new Dealing(this);
    this.dock = new Dock(this.box.dock, this);
    this.hindsight = new Hindsight(this);
    this.odds = new OddsAtHand(this);
    this.keys = new Keys(() => this.#keys());
    // What was pressed with a pointer gives the focus back: Enter then means the hot key.
    this.room.addEventListener("click", (event) => {
      if (event.detail > 0) /** @type {HTMLElement} */ (event.target).closest("button")?.blur();
    });
    this.guided = () => this.picture && this.dock.render();
    addEventListener("guidance", this.guided);
    this.preferred = () => this.picture && this.#renderAll();
    addEventListener("preferences", this.preferred);
    this.director = new Director(this.scene, fold([]), {
      onEvent: (event) => this.#happens(event),
      onRest: () => this.#rests(),
    });
    this.clock = setInterval(() => this.#tick(), 250);
    this.connect();
  }

  close() {
    clearInterval(this.clock);
    this.keys.close();
    removeEventListener("guidance", this.guided);
    removeEventListener("preferences", this.preferred);
    this.odds.close();
    this.line?.close();
    this.dealing.close();
    this.scene.close();
  }

  // --- the line to the server -----------------------------------------------

  get token() {
    return session.at(this.id);
  }

  connect() {
    this.line?.close();
    const line = (this.line = new Line(this.token));
    line.addEventListener(
      "table",
      ({ detail }) => detail.picture.table === this.id && this.#whole(detail.picture),
    );
    line.addEventListener("events", ({ detail }) => detail.table === this.id && this.#more(detail));
    line.addEventListener("welcome", () => this.#link(""));
    line.addEventListener("error", ({ detail }) => detail?.error && this.#refused(detail));
    line.addEventListener("down", ({ detail }) => this.#down(detail.code));
    line.watch(this.id);
  }

  #down(code) {
    if (this.line.closed) return;
    if (code === 4401) {
      // Another token may have come since: it is not the one that has ended.
      if (this.token === this.line.token && !session.giveUp(this.id)) session.leave();
      this.connect();
    } else this.#link("Connection lost. Reconnecting: what you press is kept, and sent then…");
  }

  #refused({ error, table }) {
    if (error.kind === "forbidden" && table === this.id) this.#shut(error.message);
    else this.#link(error.message);
  }

  /** The table is private, and not for this person, or not any more. */
  #shut(why) {
    const was = Boolean(this.picture);
    this.close();
    session.giveUp(this.id);
    render(
      html`<div class="page shut">
        <h1>${was ? "You have left this table" : "A private table"}</h1>
        <p>
          ${was ? "Its host has removed you. Your chips are in your account." : `${capital(why)}.`}
        </p>
        <p><a class="button primary" href="#/">To the lobby</a></p>
      </div>`,
      this.root,
    );
  }

  #link(text) {
    this.box.link.textContent = text;
  }

  async #whole(picture) {
    this.game ??= await gameOf(picture.game);
    this.felt = this.game.felt;
    knowTerms({ game: picture.game, rulebook: picture.rulebook }).then(() => this.#renderAll());
    const begun = this.events.length > 0 && picture.round === this.picture?.round;
    const behind = begun ? picture.events.slice(this.events.length) : [];
    const goesOn =
      begun && picture.events.length >= this.events.length && (this.busy || behind.length);
    this.#take(picture);
    if (goesOn) {
      this.events.push(...behind);
      this.#play(behind);
    } else {
      this.events = picture.events ?? [];
      this.happened = [...this.events];
      this.question = this.#asked(this.events);
      this.director.reset(fold(this.events));
      this.#showFelt();
    }
    this.#chrome();
    this.#renderAll();
    this.#claim(picture);
    for (const news of this.early.splice(0)) this.#goOn(news);
  }

  /** A guest may have sat down here on another device: the seat is played from this one, too. */
  #claim({ seats, you }) {
    const mine = Object.keys(seats).find((seat) => seats[seat]?.person === session.person);
    if (!mine || you?.seat || !session.isGuest || session.seat(this.id)) return;
    session
      .claim([{ table: this.id, seat: mine }])
      .then(() => this.token !== this.line.token && !this.line.closed && this.connect());
  }

  #more(news) {
    if (!this.picture) this.early.push(news);
    else this.#goOn(news);
  }

  #goOn({ events, picture, round }) {
    if (
      round !== undefined &&
      round !== this.picture.round &&
      this.picture.round !== null &&
      events[0]?.n === 1
    ) {
      this.events = [];
      this.director.reset(fold([]));
    }
    const known = this.events.at(-1)?.n ?? 0;
    const news = events.filter((event) => event.n > known);
    this.events.push(...news);
    this.#take(picture);
    this.dock.moved();
    this.#play(news);
  }

  #take(picture) {
    const before = this.picture?.timeouts ?? [];
    const old = this.picture;
    this.picture = { ...this.picture, ...picture };
    tellDealer(old, this.picture);
    if (old?.you?.seat && !this.picture.you?.seat) this.ended ??= "You have left your seat.";
    if (old && !old.you?.host && this.picture.you?.host)
      toast("You are the host of this table now: see the tab Host.", "good", true);
    this.#remember();
    this.#missed(this.picture.timeouts ?? [], before);
    this.deadline =
      picture.deadline === null || picture.deadline === undefined
        ? null
        : performance.now() + picture.deadline * 1000;
  }

  /** Keep what a round brought until the player stakes something in another one. */
  #remember() {
    const { picture } = this;
    this.hasPlayed ||= Boolean(ownResult(picture)?.wagers?.length);
    if (picture.stays && ownResult(picture)) this.lately = latelyOf(this);
    else if (placed(picture, picture.first_wager)) this.lately = null;
  }

  /** Say what was decided for the player because time ran out. */
  #missed(now, before) {
    const mine = now.slice(before.length).filter(({ seat }) => seat === this.picture.you?.seat);
    for (const { line } of this.begun ? mine : []) toast(withSigns(line), "bad", true);
    if (this.begun && mine.length) this.hindsight.look(this.picture.round);
    this.begun = true;
  }

  /** The felt as this viewer stands at it: somebody who deals sees it from the other side. */
  get cloth() {
    if (!this.dealing.now) return this.felt;
    this.dealers ??= dealersFelt(this.felt);
    return this.dealers;
  }

  #showFelt() {
    this.scene.side = this.dealing.now ? "dealer" : "";
    this.scene.show(this.picture, this.cloth, this.director.model);
  }

  #play(events) {
    this.busy = true;
    this.dock.render();
    this.director.play(events);
  }

  // --- what happens ---------------------------------------------------------

  /** Whether an event is a question to the player's seat. */
  #asksMe(event) {
    return shownAs(event).speech === "question" && event.seat === this.picture?.you?.seat;
  }

  #asked(events) {
    return events.findLast((event) => this.#asksMe(event))?.text ?? null;
  }

  #happens(event) {
    const { speech, told } = shownAs(event);
    hear(event, this.picture.you?.seat ?? null);
    if (speech === "call") {
      this.box.call.textContent = event.text;
      this.box.call.classList.remove("said");
      requestAnimationFrame(() => this.box.call.classList.add("said"));
      voice.say(event.text);
    }
    if (this.#asksMe(event)) this.question = event.text;
    // Cards that nobody sees are not worth a word.
    if (told && event.card !== "??") tell(withSigns(event.line ?? event.text));
    if (event.n === 1) this.happened = [];
    this.happened.push(event);
    if (this.side?.open === "log") this.side.refresh();
  }

  #rests() {
    this.busy = false;
    if (ownResult(this.picture)) played();
    this.#showFelt();
    this.#renderAll();
    if (!this.#myTurn) this.called = null;
    else if (this.called !== this.events.length) {
      this.called = this.events.length;
      tell(`Your turn. ${this.question ?? ""}`, true);
      ding();
    }
  }

  /** Whether the round waits for the player's decision. */
  get #myTurn() {
    const { awaits = [], you, phase } = this.picture;
    return phase === "playing" && awaits.includes(you?.seat);
  }

  #tick() {
    this.dock.tick?.();
    const left = this.left();
    // Somebody who reads in a window sees that time runs.
    for (const shown of document.querySelectorAll("dialog[open] .dialog-clock"))
      shown.textContent =
        left === null || !(this.picture?.awaits ?? []).includes(this.picture.you?.seat)
          ? ""
          : `${Math.ceil(left)} s to answer at the table`;
    if (
      left !== null &&
      left <= 10 &&
      !this.warned &&
      (this.picture?.awaits ?? []).includes(this.picture.you?.seat)
    ) {
      this.warned = true;
      tell("Ten seconds left.", true);
    }
    if (left === null || left > 10) this.warned = false;
  }

  /** Seconds of the house's time that are left, or null. */
  left() {
    // While the table waits for the person who deals, only they see their time.
    if (this.picture?.awaits_dealer && !this.dealing.now) return null;
    return this.deadline === null ? null : Math.max(0, (this.deadline - performance.now()) / 1000);
  }

  // --- drawing --------------------------------------------------------------

  #chrome() {
    const { picture } = this;
    this.box.heading.textContent = `${picture.name}, ${picture.title}`;
    this.side ??= new Side(this.box.side, () => this.#tabs());
  }

  /** Whose turn it is shows in the tab of the browser, too. */
  #title() {
    const turn = this.#myTurn && !this.busy;
    const due = this.dealing.now && this.dealing.due !== null;
    document.title = `${turn ? "● Your turn · " : due ? "● Your step · " : ""}${this.picture.name} · Croupier`;
  }

  /** What can be opened beside the point, by its key. */
  #aids() {
    const { picture } = this;
    const me = picture.seats[picture.you?.seat];
    return [
      picture.you?.seat && picture.advice && adviceAid(),
      this.game?.guide && {
        key: "g",
        label: "How to play",
        sign: "?",
        press: () => howToPlay(this.game, this),
      },
      {
        key: "l",
        label: "Last round",
        sign: "↺",
        off: !picture.last,
        press: () => this.lastRound(),
      },
      {
        key: "s",
        label: preferences.get("sound") === "on" ? "Silence" : "Sound",
        hidden: true,
        press: () => {
          preferences.set("sound", preferences.get("sound") === "on" ? "off" : "on");
          toast(preferences.get("sound") === "on" ? "Sound is on." : "Everything is silent.");
        },
      },
      me && {
        key: "o",
        label: me.out ? "I am back" : "Sit out",
        hidden: true,
        press: () => this.away(!me.out),
      },
    ].filter(Boolean);
  }

  #keys() {
    if (!this.picture) return [];
    return [
      ...this.dock.keys(),
      ...this.dealing.invited(),
      ...this.#aids().filter(({ off }) => !off),
    ];
  }

  /** Small buttons at the edge of the dock; each has its place, also when it does nothing. */
  tools() {
    const tool = ({ key, label, sign, off, press, pressed, state, title }) =>
      html`<button
        class="tool"
        data-sign=${sign ?? nothing}
        ?disabled=${off}
        aria-keyshortcuts=${key}
        aria-pressed=${pressed ?? nothing}
        title=${title ?? nothing}
        @click=${press}
      >
        <span>${label}${state ? html` <small aria-hidden="true">${state}</small>` : null}</span
        >${keySign(key)}
      </button>`;
    return [
      ...this.#aids()
        .filter(({ hidden }) => !hidden)
        .map(tool),
      html`<button class="tool keys-open" @click=${() => this.keys.show()}>
        <span>Keys</span>${keySign("?")}
      </button>`,
      html`<button
        class="tool sheet-open"
        aria-label="Play by play, odds and more"
        @click=${() => this.side.toggle(true)}
      >
        ☰
      </button>`,
    ];
  }

  /** A word on what to do, for somebody who plays this game for the first time; or null. */
  guidance(more) {
    const me = this.picture.seats[this.picture.you?.seat];
    const late = this.picture.timeouts?.some(({ seat }) => seat === this.picture.you?.seat);
    const waits = me?.ready && this.picture.phase === "wagering";
    const broke = this.dock.purse.empty;
    const guide = waits || me?.out || late || broke ? null : guidance(this);
    if (!guide) return null;
    const { game, rulebook } = this.picture;
    // At the end, what the round brought comes first.
    const text = guide.step === guide.of ? `${more} ${guide.text}` : guide.text;
    return html`<span class="guided"><b>${guide.step} of ${guide.of}</b></span>
      ${withTerms(text, { game, rulebook })}
      <button class="quiet guide-off" aria-label="No more guidance" @click=${guide.dismiss}>
        ✕
      </button>`;
  }

  /** The last finished round again, in a window. */
  lastRound() {
    const box = document.createElement("div");
    const shown = dialog("The last round", box);
    shown.classList.add("wide");
    const leave = replayView(box, { id: String(this.picture.last) });
    shown.done.then(leave);
  }

  #tabs() {
    return [
      session.isFloor && { key: "floor", label: "Floor", draw: () => floorPanel(this) },
      this.dealing.now && { key: "dealer", label: "Dealer", draw: () => dealerPanel(this) },
      (this.picture.you?.host || (session.isFloor && this.picture.private)) && {
        key: "host",
        label: "Host",
        draw: () => hostPanel(this),
      },
      { key: "log", label: "Steps", draw: () => this.#logPanel() },
      this.picture.you?.seat && { key: "seat", label: "My seat", draw: () => seatPanel(this) },
      { key: "odds", label: "Odds", draw: () => this.odds.draw() },
      { key: "fair", label: "Fair", draw: () => fairPanel(this) },
      { key: "words", label: "Words", draw: () => this.#words() },
    ].filter(Boolean);
  }

  #words() {
    return inWords(this.picture, this.cloth, this.director.model, this.scene);
  }

  #logPanel() {
    const { round } = this.picture;
    const by = dealtBy(this.picture);
    return html`<div>
      ${keepHint(() => this.side.refresh())} ${resultPanel(this.picture, this.felt)}
      ${this.hindsight.panel()}
      ${this.picture.private ? html`<p>${capital(whose(this.picture))}.</p>` : null}
      <p class="hint">
        ${round ? `Round ${round}${by ? `, ${by}` : ""}. ` : ""}Press a clause to ask why.
      </p>
      <ol class="log" reversed>
        ${repeat(
          this.happened.slice(-LOGGED).reverse(),
          (event) => event.n,
          (event) => step(this.picture, event),
        )}
      </ol>
      ${
        round
          ? html`<p>
              <a href="#/round/${round}">The record of this round</a> ·
              <a href="#/record?table=${encodeURIComponent(this.id)}">of this table</a>
            </p>`
          : null
      }
    </div>`;
  }

  #renderAll() {
    if (!this.picture || !this.felt) return;
    this.#title();
    this.hindsight.follow();
    if (!this.busy) this.dock.choosing.follow();
    this.dock.render();
    render(
      html`<h2>The table in words</h2>
        ${this.#words()}`,
      this.box.words,
    );
    this.side?.refresh();
    if (!this.busy) {
      this.scene.draw(this.director.model);
      this.dealing.follow();
    }
  }

  // --- what people do -------------------------------------------------------

  /** Say a sentence at this table; the actor is this viewer's seat, or written by the floor. */
  say(said, state = this.picture.state) {
    return this.line.ask({ type: "act", table: this.id, state, said });
  }

  /** Ask something of this table that has no more to say than its name. */
  ask(type, more = {}) {
    return this.line.ask({ type, table: this.id, ...more });
  }

  ready(ready) {
    return attempt(() => this.line.ask({ type: "ready", table: this.id, ready }));
  }

  /** Sit out, or come back. */
  away(away) {
    return attempt(() => this.line.ask({ type: "away", table: this.id, away }));
  }

  /** A request about this table over HTTP. */
  async send(path, body = {}, token = this.token) {
    return api("POST", `/api/tables/${encodeURIComponent(this.id)}/${path}`, {
      token,
      body: { id: fresh(), ...body },
    });
  }

  sit(seat) {
    seatForm(this.picture, seat, () => {
      this.ended = null;
      this.connect();
    });
  }

  /** How the sitting ended, while others play on; null for somebody who has not left. */
  farewell() {
    return this.ended && !this.picture.you?.seat ? watching(this) : null;
  }

  /** What there is to do for somebody who has nothing to say now. */
  idleMoves() {
    const { picture, hasPlayed: over } = this;
    if (picture.phase === "closed")
      return this.farewell() ?? (over ? html`<div class="moves">${reviewLink}</div>` : null);
    if (picture.seats[picture.you?.seat]?.out)
      return html`<div class="moves">
        <button class="primary deal" aria-keyshortcuts="o" @click=${() => this.away(false)}>
          <span>I am back</span>${keySign("o")}
        </button>
      </div>`;
    if (picture.you?.seat) return null;
    const deal = this.dealing.invitation();
    if (deal) return deal;
    const seats = Object.entries(picture.seats).filter(([, seat]) => !seat || seat.strategy);
    if (session.isFloor || session.role === "surveillance")
      return picture.pending && session.isFloor && !picture.dealer ? this.#proceed() : null;
    if (!picture.open_seats) return watching(this, "Seats at this table are by invitation.");
    if (!seats.length) return watching(this, "Every seat is taken.");
    const button = ([number, seat]) =>
      html`<button @click=${() => this.sit(Number(number))}>
        ${seat ? `${seat.name}'s seat` : `Seat ${number}`}
      </button>`;
    return watching(
      this,
      seats.some(([, seat]) => seat)
        ? "Take a seat; house players leave theirs for you:"
        : "Take a seat:",
      html`<div class="buttons seats">${repeat(seats, ([number]) => number, button)}</div>`,
    );
  }

  /** The status line says what the step is; here are its clause and its button. */
  #proceed() {
    return html`<div class="moves">
      <div class="buttons">
        ${whyButton(this.picture, this.picture.pending)}
        <button class="primary" @click=${() => this.proceed()}>Next step</button>
      </div>
    </div>`;
  }

  async proceed() {
    try {
      await this.line.ask({ type: "proceed", table: this.id, state: this.picture.state });
    } catch (error) {
      toast(error.message);
    }
  }
}

export function tableView(root, { id }) {
  const view = new TableView(root, id);
  return () => view.close();
}
