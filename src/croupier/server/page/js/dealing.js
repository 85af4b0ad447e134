/**
 * In the box: what somebody does who deals a live table. The server says which step is next and
 * refuses what is out of order; here are the buttons, their keys, and the pace.
 */

import { attempt, tell, toast } from "./shell.js";
import { capital, list, withSigns } from "./words.js";
import { html, nothing } from "./vendor/lit-html/lit-html.js";
import { keySign } from "./keys.js";
import { sentence } from "./offers.js";

/** Milliseconds between two steps, by the pace; step by step has none. */
export const PACES = { step: 0, slow: 2600, normal: 1300, fast: 500 };
const NAMES = { step: "Step by step", slow: "Slow", normal: "Normal", fast: "Fast" };

/** Whom the table waits for, by name. */
export const waitedFor = ({ awaits = [], seats }) =>
  list(awaits.map((seat) => seats[seat]?.name ?? `seat ${seat}`));

export class Dealing {
  pace = "step";
  /** Whether a step is on its way to the server. */
  going = false;
  timer = null;
  /** The state of the table for which the timer runs, and that which was told last. */
  timed = null;
  told = null;

  /** `table` is the view that owns it: its picture, `say`, `ask`, dock and side. */
  constructor(table) {
    this.table = table;
    this.watch = () => document.hidden && this.stop("Dealing stopped: this page was hidden.");
    document.addEventListener("visibilitychange", this.watch);
  }

  close() {
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.watch);
  }

  /** Whether this viewer deals. */
  get now() {
    return Boolean(this.table.picture?.you?.deals);
  }

  /** Whether this viewer may deal here, if the box is free. */
  get may() {
    const { you, phase } = this.table.picture;
    return you?.role === "dealer" && !you.deals && phase !== "closed";
  }

  /** What the dealer may say, but reports, which have a panel of their own. */
  get #offers() {
    return (this.table.picture.next ?? []).filter(({ verb }) => verb !== "report");
  }

  /** Whether anything can be reported now. */
  get #reports() {
    return (this.table.picture.next ?? []).some(({ verb }) => verb === "report");
  }

  get #closes() {
    return this.#offers.some(({ verb }) => verb === "close");
  }

  /** What comes next, and what is pressed for it; null while others have the word. */
  get due() {
    const { pending, phase, awaits = [], seats } = this.table.picture;
    if (pending) return { label: "Do it", press: () => this.proceed() };
    if (this.#closes && !awaits.length)
      return { label: "No more bets", press: () => this.closeWagers() };
    if (phase === "between" && Object.values(seats).some(Boolean))
      return { label: "Next round", press: () => this.proceed() };
    return null;
  }

  // --- what is done ---------------------------------------------------------

  take() {
    return attempt(() => this.table.ask("box"));
  }

  leave() {
    this.setPace("step"); // no step is taken meanwhile
    return attempt(() => this.table.ask("leave-box"), "You have left the box.");
  }

  /** Take the step that is next; pressed twice, it is taken once. */
  async proceed() {
    if (this.going) return;
    this.going = true;
    this.table.dock.problem = null;
    try {
      await this.table.ask("proceed", { state: this.table.picture.state });
    } catch (error) {
      // Somebody has spoken meanwhile: what is next now is shown, and done if it is dealt at a pace.
      if (error.kind !== "stale") this.#refused(error);
    }
    this.going = false;
    this.table.dock.render();
    this.follow();
  }

  closeWagers() {
    return this.say("close");
  }

  async say(said) {
    this.table.dock.problem = null;
    try {
      await this.table.say(`dealer ${said}`);
    } catch (error) {
      this.#refused(error);
    }
  }

  #refused(error) {
    this.table.dock.problem = error;
    this.stop();
    this.table.dock.render();
  }

  report() {
    this.table.side.show("dealer");
  }

  // --- at a pace ------------------------------------------------------------

  setPace(pace) {
    this.pace = pace;
    this.timed = null;
    clearTimeout(this.timer);
    this.table.dock.render();
    this.follow();
  }

  /** Back to step by step; `why` is told. */
  stop(why = "") {
    if (this.pace === "step") return;
    this.setPace("step");
    if (why) toast(why);
  }

  /** The table stands as it is shown: at a pace, its next step is taken in a moment. */
  follow() {
    if (!this.now) {
      clearTimeout(this.timer);
      Object.assign(this, { pace: "step", timed: null, told: null });
      return;
    }
    const { pending, state } = this.table.picture;
    this.#tellNext();
    if (this.pace === "step" || !pending || this.going || this.timed === state) return;
    clearTimeout(this.timer);
    this.timed = state;
    this.timer = setTimeout(() => this.proceed(), PACES[this.pace]);
  }

  /** People who listen hear what is next, unless it is done by itself. */
  #tellNext() {
    const { pending, state } = this.table.picture;
    if (this.pace !== "step" || this.told === state) return;
    this.told = state;
    if (pending) tell(`Next: ${withSigns(pending.line)}`);
    else if (this.due) tell(`Next: ${this.due.label}`);
  }

  // --- drawing --------------------------------------------------------------

  /** What is happening, for the dock's first lines. */
  status() {
    const { pending, phase, awaits = [], seats } = this.table.picture;
    if (pending) return { what: "Your next step", more: withSigns(pending.line), cited: pending };
    const names = capital(waitedFor(this.table.picture));
    if (phase === "playing" && awaits.length)
      return {
        what: `${names} ${awaits.length > 1 ? "decide" : "decides"}`,
        more: this.#closes ? "When you close, whoever has not answered passes." : "You wait.",
      };
    if (this.#closes)
      return awaits.length
        ? { what: `Waiting for ${names}`, more: "You may close the wagers when you like." }
        : { what: "All wagers stand", more: "Say “no more bets”, and deal." };
    if (!Object.values(seats).some(Boolean))
      return { what: "You deal this table", more: "Nobody sits here yet." };
    if (phase === "wagering") return { what: "Wagers, please", more: "Nobody has wagered yet." };
    return { what: "You deal this table", more: "The next round begins in a moment." };
  }

  draw() {
    const { due } = this;
    const closes = this.#closes && due?.label !== "No more bets";
    return html`<div class="moves boxed">
      <div class="box-row">
        <button
          class="primary deal do-it"
          aria-keyshortcuts="Enter"
          ?disabled=${!due}
          @click=${() => due?.press()}
        >
          <span>${due?.label ?? "Do it"}</span>${keySign("Enter")}
        </button>
        ${
          closes
            ? html`<button aria-keyshortcuts="n" @click=${() => this.closeWagers()}>
                <span>No more bets</span>${keySign("n")}
              </button>`
            : null
        }
        ${this.#confirmations()}
        <button aria-keyshortcuts="r" ?disabled=${!this.#reports} @click=${() => this.report()}>
          <span>Report…</span>${keySign("r")}
        </button>
        <button @click=${() => this.leave()}>Leave the box</button>
      </div>
      <div class="box-row">${this.#paces()}</div>
    </div>`;
  }

  /** Wagers that the dealer has to confirm before they count. */
  #confirmations() {
    return this.#offers
      .filter(({ verb }) => verb === "confirm")
      .map(
        (offer) =>
          html`<button @click=${() => this.say(sentence(offer))}>
            Confirm the cash wager of seat ${offer.args[0]}
          </button>`,
      );
  }

  #paces() {
    return html`<div class="segments" role="group" aria-label="How fast you deal">
      ${Object.keys(PACES).map(
        (pace) =>
          html`<button
            data-key="pace-${pace}"
            aria-pressed=${String(this.pace === pace)}
            @click=${() => this.setPace(pace)}
          >
            ${NAMES[pace]}
          </button>`,
      )}
    </div>`;
  }

  /** The keys that do something now. */
  keys() {
    const { due } = this;
    const next = due && { label: due.label, press: () => due.press() };
    const paces = Object.keys(PACES);
    return [
      next && { key: "Enter", ...next },
      next && { key: " ", ...next },
      this.#closes && { key: "n", label: "No more bets", press: () => this.closeWagers() },
      this.#reports && {
        key: "r",
        label: "Report an irregularity",
        press: () => this.report(),
      },
      {
        key: "p",
        label: "Another pace",
        press: () => this.setPace(paces[(paces.indexOf(this.pace) + 1) % paces.length]),
      },
    ].filter(Boolean);
  }

  /** What somebody sees who may deal and does not; null for everybody else. */
  invitation() {
    if (!this.may) return null;
    const { dealer } = this.table.picture;
    if (dealer)
      return html`<div class="moves">
        <p class="hint">You are watching. ${dealer.name ?? "Somebody"} deals this table.</p>
      </div>`;
    return html`<div class="moves">
      <button class="primary deal" aria-keyshortcuts="Enter" @click=${() => this.take()}>
        <span>Deal this table</span>${keySign("Enter")}
      </button>
      <p class="hint">The box is free. You take over at the next step.</p>
    </div>`;
  }

  /** The key of that invitation. */
  invited() {
    if (!this.table.picture || !this.may || this.table.picture.dealer) return [];
    return [{ key: "Enter", label: "Deal this table", press: () => this.take() }];
  }
}

/** Who deals, for everybody: "dealt by Dan"; nothing if the table deals by itself. */
/** @param {{dealer?: {name: string | null} | null}} picture or a table of the lobby */
export const dealtBy = ({ dealer }) => (dealer ? `dealt by ${dealer.name ?? "somebody"}` : null);

/** Who dealt a recorded round, as a sentence; nothing if the table dealt by itself. */
export const dealtByAll = ({ dealers = [] }) =>
  dealers.length
    ? html`Dealt by ${list(dealers.map(({ name, person }) => name ?? person))}.`
    : nothing;

/** Tell who has begun or stopped to deal. */
export function tellDealer(before, now) {
  if (!before || before.dealer?.person === now.dealer?.person) return;
  const name = now.dealer?.name ?? "Somebody";
  if (now.dealer) tell(`${name} deals now.`);
  else if (now.relieved) toast(`${now.relieved.line} [${now.relieved.finding}].`, "bad");
  else if (!before.you?.deals) toast(`${before.dealer.name ?? "The dealer"} has left the box.`);
  else if (now.you?.deals === false) tell("You deal no longer.");
}
