/** A round again, step by step, with the cards that this viewer may see. */

import { Director } from "../director.js";
import { Keys, keySign } from "../keys.js";
import { Scene } from "../scene.js";
import { api } from "../net.js";
import { dealtByAll } from "../dealing.js";
import { download } from "../download.js";
import { fold } from "../model.js";
import { gameOf } from "../games.js";
import { columns } from "../render.js";
import { evidenceOf, rulingLine } from "../disputes.js";
import { html, render } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { inWords, step } from "../sides.js";
import { preferences } from "../preferences.js";
import { session } from "../session.js";
import { dollars } from "../money.js";
import { attempt } from "../shell.js";
import { capital, labelled, when, withSigns } from "../words.js";
import { whyButton } from "../why.js";

/** The token that sees most of a round: a seat's own, or the door's. */
const tokenFor = (table) => (session.sees ? session.token : session.at(table));

const resultRow = (table, player, name, wager) =>
  html`<tr>
    <th scope="row">${player}</th>
    <td>${name}</td>
    <td class="number" data-name="Amount">${dollars(wager.amount)}</td>
    <td>${wager.outcome}</td>
    <td>${wager.odds ?? ""}</td>
    <td class="number" data-name="Paid">${dollars(wager.paid)}</td>
    <td>${whyButton(table, { rule: wager.rule, line: `${name}: ${wager.outcome}` })}</td>
  </tr>`;

function resultTable(table, felt, round) {
  const rows = Object.entries(round.result?.seats ?? {}).flatMap(([seat, { wagers }]) =>
    wagers.map((wager) =>
      resultRow(
        table,
        round.players[seat] ?? `Seat ${seat}`,
        capital(labelled(felt, wager.wager)),
        wager,
      ),
    ),
  );
  if (!rows.length) return null;
  return html`<div class="scroll">
    <table class="list stacked">
      <caption>
        What became of the wagers
      </caption>
      ${columns(
        ["Player", "Wager", "Amount", "Outcome", "Odds", "Paid", "Clause"],
        ["Amount", "Paid"],
      )}
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

/** Save the round record as a file. */
const exported = (number) =>
  attempt(() =>
    download(`/api/rounds/${number}/record`, `round-${number}.toml`, "application/toml"),
  );

/** The floor's rulings on the round; a player of it asks for one, the staff see the evidence. */
function disputed({ round, viewer, disputes = [] }) {
  if (disputes.length) return rulingLine(round, disputes);
  const played = viewer?.startsWith("seat:");
  if (!played && !session.sees) return null;
  return html`<a class="button" href="${evidenceOf(round)}${played ? "&lodge=1" : ""}"
    >${played ? "Ask for a ruling" : "The evidence"}</a
  >`;
}

/** Whose eyes the cards are shown to, by the viewer; a seat's own otherwise. */
const SEEN = {
  surveillance: "All cards are shown, as surveillance sees them.",
  public: "Cards are shown as the public saw them.",
};

const KEYS = html`<p class="hint replay-keys">
  The arrow keys step, Home and End go to the ends, Space plays and pauses.
</p>`;

/** Milliseconds between two steps while it plays by itself, and how many at each speed. */
const PAUSE = 650;
const TIMES = { slow: 2, normal: 1, fast: 0.45, "at once": 0.45 };

class Replay {
  timer = null;
  playing = false;

  /** @param {URLSearchParams | null} query of the address; null in a window, which has none */
  constructor(root, round, steps, game, standard, query) {
    this.root = root;
    this.round = round;
    this.steps = steps;
    this.game = game;
    this.house = {
      ...Object.fromEntries(standard.options.map((option) => [option.key, option.default])),
      ...round.house,
    };
    this.odds = standard.payouts;
    this.table = { game: round.game, rulebook: round.rulebook, title: game.title };
    this.at = 0;
    this.#draw();
    this.scene = new Scene(root.querySelector(".felt-box"), { all: true });
    this.director = new Director(this.scene, fold([]), {
      onEvent: () => {},
      onRest: () => this.#rest(),
    });
    this.keys = new Keys(() => this.#keys(), root);
    this.addressed = query !== null;
    this.jump(query ? Number(query.get("step")) || 0 : steps.length);
  }

  #draw() {
    const { round, game, table } = this;
    const picture = this.picture();
    const model = fold(this.#events);
    const seen = SEEN[round.viewer] ?? "Cards are shown as your seat saw them.";
    render(
      html`<div class="page wide-page">
        <h1>Round ${round.round}</h1>
        <p>
          ${game.title} at ${round.name ?? round.table}, ${when(round.began)}.
          ${capital(round.outcome)}. ${dealtByAll(round)} ${seen}
        </p>
        <div class="replay">
          <div>
            <div class="stage small"><div class="felt-box"></div></div>
            <div class="replay-now">
              <p class="replay-line" aria-live="polite">${this.#line()}</p>
              ${this.#transport()}
            </div>
            ${KEYS}
          </div>
          <ol class="log replay-log">
            ${this.steps.map(({ event }, i) =>
              step(table, event, {
                current: i + 1 === this.at,
                onclick: ({ target }) => target.closest("button") ?? this.goTo(i + 1),
              }),
            )}
          </ol>
        </div>
        <div class="buttons">
          ${
            session.sees
              ? html`<button @click=${() => exported(round.round)}>Export the round record</button>`
              : null
          }
          ${
            round.viewer?.startsWith("seat:")
              ? html`<a class="button" href="#/review/${round.round}">Review my decisions</a>`
              : null
          }
          ${disputed(round)}
          <a class="button" href="#/record?table=${encodeURIComponent(round.table)}"
            >Rounds at this table</a
          >
        </div>
        <details>
          <summary>The table in words</summary>
          <div class="card">${inWords(picture, game.felt, model, { own: null, all: true })}</div>
        </details>
        ${resultTable(table, game.felt, round)}
        <details>
          <summary>What was said, and by whom</summary>
          <ul class="plain">
            ${(round.said ?? []).map(
              (one) => html`<li>${when(one.time)}: ${one.said}${one.by ? ` (${one.by})` : ""}</li>`,
            )}
          </ul>
        </details>
      </div>`,
      this.root,
    );
    this.#follow();
    this.scene?.show(picture, game.felt, this.director?.model ?? model);
  }

  /** The list shows the step that is told. */
  #follow() {
    const list = this.root.querySelector(".replay-log");
    const current = list.querySelector("[aria-current]");
    list.scrollTop = current ? current.offsetTop - list.clientHeight / 2 : 0;
  }

  #line() {
    const event = this.#events.at(-1);
    if (!event) return html`<span>Before the first step</span>`;
    const told = withSigns(event.line ?? event.kind);
    return html`<span>${this.at} of ${this.steps.length}: ${told}</span>
      ${whyButton(this.table, { ...event, line: withSigns(event.line ?? "") })}`;
  }

  #transport() {
    const to = (label, sign, press) =>
      html`<button aria-label=${label} @click=${press}>${sign}</button>`;
    const last = this.steps.length;
    return html`<div class="transport">
      ${to("To the start", "⇤", () => this.goTo(0))}
      ${to("One step back", "◀", () => this.goTo(this.at - 1))}
      <button class="primary" @click=${() => this.play()}>
        ${this.playing ? "Pause" : "Play"} ${keySign(" ")}
      </button>
      ${to("One step on", "▶", () => this.stepOn())} ${to("To the end", "⇥", () => this.goTo(last))}
      <input
        type="range"
        min="0"
        max=${last}
        .value=${live(String(this.at))}
        aria-label="Step of the round"
        aria-valuetext="Step ${this.at} of ${last}"
        @input=${({ target }) => this.goTo(Number(target.value))}
      />
    </div>`;
  }

  #keys() {
    const { playing } = this;
    return [
      { key: "ArrowRight", label: "One step on", press: () => this.stepOn() },
      { key: "ArrowLeft", label: "One step back", press: () => this.goTo(this.at - 1) },
      { key: "Home", label: "To the start", press: () => this.goTo(0) },
      { key: "End", label: "To the end", press: () => this.goTo(this.steps.length) },
      { key: " ", label: playing ? "Pause" : "Play", press: () => this.play() },
    ];
  }

  get #events() {
    return this.steps.slice(0, this.at).map((one) => one.event);
  }

  /** The felt after a number of steps, as a picture such as a live table has. */
  picture() {
    const now = this.steps[Math.max(this.at - 1, 0)] ?? { seats: {} };
    const seats = Object.fromEntries(
      Array.from({ length: Number(this.house.seats) }, (_, i) => [i + 1, null]),
    );
    for (const [seat, name] of Object.entries(this.round.players))
      seats[seat] = {
        name: name ?? `Seat ${seat}`,
        chips: now.seats[seat]?.bankroll ?? "0.00",
        state: now.seats[seat]?.state ?? "",
      };
    const over = this.at === this.steps.length;
    return {
      ...this.table,
      seats,
      payouts: this.payouts(),
      limits: this.house,
      first_wager: this.game.first_wager,
      rack: now.rack,
      left: now.left,
      button: now.button ?? null,
      phase: "playing",
      awaits: [],
      you: null,
      result: over ? this.round.result : null,
    };
  }

  payouts() {
    const posted = structuredClone(this.odds);
    for (const [key, value] of Object.entries(this.round.house ?? {})) {
      const found = /^payouts\.([^.]+)\.?(.*)$/.exec(key);
      if (found) (posted[found[1]] ??= {})[found[2]] = value;
    }
    return posted;
  }

  // --- going through it -------------------------------------------------------

  /** The felt after a number of steps, at once and without movement. */
  jump(at) {
    this.at = Math.max(0, Math.min(this.steps.length, Math.trunc(at)));
    this.director.reset(fold(this.#events));
    this.scene.still();
    this.#draw();
  }

  /** Somebody goes to a step: it plays no longer, and the address says where this is. */
  goTo(at) {
    this.#halt();
    this.jump(at);
    this.#remember();
  }

  /** Somebody goes one step on. */
  stepOn() {
    this.#halt();
    this.#next();
    this.#remember();
  }

  /** The next step, with the movement that it has at a table; the one before it ends at once. */
  #next() {
    const one = this.steps[this.at];
    if (!one) return;
    if (this.director.busy) this.jump(this.at);
    this.at += 1;
    this.#draw();
    this.director.play([one.event]);
  }

  /** What moved lies still: the table is as it was after this step, and the next one may come. */
  #rest() {
    if (this.closed) return;
    this.scene.show(this.picture(), this.game.felt, this.director.model);
    if (!this.playing) return;
    clearTimeout(this.timer);
    if (this.at === this.steps.length) this.pause();
    else this.timer = setTimeout(() => this.#next(), PAUSE * TIMES[preferences.get("speed")]);
  }

  /** Play by itself from here, or from the start if this is the end; pressed again, pause. */
  play() {
    if (this.playing) {
      this.pause();
      return;
    }
    this.playing = true;
    if (this.at === this.steps.length) this.jump(0);
    if (this.steps.length) this.#next();
    else this.pause();
  }

  pause() {
    this.#halt();
    this.#draw();
    this.#remember();
  }

  #halt() {
    clearTimeout(this.timer);
    this.playing = false;
  }

  /** The address of this step, which can be kept and sent. */
  #remember() {
    if (!this.addressed) return;
    const at = this.at ? `?step=${this.at}` : "";
    history.replaceState(null, "", `#/round/${this.round.round}${at}`);
  }

  close() {
    this.closed = true;
    this.#halt();
    this.keys.close();
    this.scene.still();
    this.scene.close();
  }
}

async function open(root, id, query) {
  const first = await api("GET", `/api/rounds/${id}`, { token: session.token });
  const token = tokenFor(first.table);
  const round = token === session.token ? first : await api("GET", `/api/rounds/${id}`, { token });
  const [{ steps }, game, standard] = await Promise.all([
    api("GET", `/api/rounds/${id}/steps`, { token }),
    gameOf(round.game),
    api("GET", `/api/houses/${round.game}?rulebook=${round.rulebook}`),
  ]);
  return new Replay(root, round, steps, game, standard, query);
}

/**
 * A round again, from its start or from the step that the address names. In a window over a table,
 * it begins with how the round ended.
 * @param {HTMLElement} root
 * @param {{id?: string, query?: URLSearchParams | null}} address
 */
export function replayView(root, { id, query = null }) {
  let replay = null;
  let left = false;
  const show = (content) => render(html`<div class="page">${content}</div>`, root);
  show(html`<p>Opening the record…</p>`);
  open(root, id, query)
    .then((opened) => {
      replay = opened;
      if (left) replay.close();
    })
    .catch((error) =>
      show(
        html`<h1>Round ${id}</h1>
          <p role="alert">${error.message}</p>`,
      ),
    );
  return () => {
    left = true;
    replay?.close();
  };
}
