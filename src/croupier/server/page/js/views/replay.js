/** A round again, step by step, with the cards that this viewer may see. */

import { Scene } from "../scene.js";
import { api } from "../net.js";
import { dealtByAll } from "../dealing.js";
import { fold } from "../model.js";
import { gameOf } from "../games.js";
import { columns } from "../render.js";
import { html, render } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { inWords, step } from "../sides.js";
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
    <td class="number">${dollars(wager.amount)}</td>
    <td>${wager.outcome}</td>
    <td>${wager.odds ?? ""}</td>
    <td class="number">${dollars(wager.paid)}</td>
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
    <table class="list">
      <caption>
        What became of the wagers
      </caption>
      ${columns(["Player", "Wager", "Amount", "Outcome", "Odds", "Paid", "Clause"])}
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

async function download(number) {
  await attempt(async () => {
    const text = await api("GET", `/api/rounds/${number}/record`, {
      token: session.token,
      text: true,
    });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
    link.download = `round-${number}.toml`;
    document.body.append(link);
    link.click();
    link.remove();
    URL.revokeObjectURL(link.href);
  });
}

/** Whose eyes the cards are shown to, by the viewer; a seat's own otherwise. */
const SEEN = {
  surveillance: "All cards are shown, as surveillance sees them.",
  public: "Cards are shown as the public saw them.",
};

class Replay {
  timer = null;

  constructor(root, round, steps, game, standard) {
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
    this.at = steps.length;
    this.#draw();
    this.scene = new Scene(root.querySelector(".felt-box"), { all: true });
    this.go(this.at);
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
          ${game.title} at ${round.table}, ${when(round.began)}. ${capital(round.outcome)}.
          ${dealtByAll(round)} ${seen}
        </p>
        <div class="buttons">
          ${
            session.sees
              ? html`<button @click=${() => download(round.round)}>Export the round record</button>`
              : null
          }
          <a class="button" href="#/dispute?rounds=${round.round}">Dispute it</a>
          <a class="button" href="#/record?table=${encodeURIComponent(round.table)}"
            >Other rounds</a
          >
        </div>
        <div class="replay">
          <div>
            <div class="stage small"><div class="felt-box"></div></div>
            <p class="replay-line" aria-live="polite">${this.#line()}</p>
            ${this.#transport()}
          </div>
          <ol class="log replay-log">
            ${this.steps.map(({ event }, i) =>
              step(table, event, {
                current: i + 1 === this.at,
                onclick: ({ target }) => target.closest("button") ?? this.go(i + 1),
              }),
            )}
          </ol>
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
    this.scene?.show(picture, game.felt, model);
  }

  #line() {
    const event = this.#events.at(-1);
    if (!event) return html`<span>Before the first step</span>`;
    const told = withSigns(event.line ?? event.kind);
    return html`<span>${this.at} of ${this.steps.length}: ${told}</span>
      ${whyButton(this.table, { ...event, line: withSigns(event.line ?? "") })}`;
  }

  #transport() {
    const to = (label, sign, at) =>
      html`<button aria-label=${label} @click=${() => this.go(at)}>${sign}</button>`;
    return html`<div class="transport">
      ${to("To the start", "⇤", 0)} ${to("One step back", "◀", this.at - 1)}
      <button class="primary" @click=${() => this.play()}>${this.timer ? "Pause" : "Play"}</button>
      ${to("One step on", "▶", this.at + 1)} ${to("To the end", "⇥", this.steps.length)}
      <input
        type="range"
        min="0"
        max=${this.steps.length}
        .value=${live(String(this.at))}
        aria-label="Step of the round"
        @input=${({ target }) => this.go(Number(target.value))}
      />
    </div>`;
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

  go(at) {
    this.at = Math.max(0, Math.min(this.steps.length, at));
    this.#draw();
    const list = this.root.querySelector(".replay-log");
    const current = list.querySelector("[aria-current]");
    if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  play() {
    if (this.timer) {
      this.stop();
      return;
    }
    this.timer = setInterval(
      () => (this.at < this.steps.length ? this.go(this.at + 1) : this.stop()),
      700,
    );
    this.go(this.at === this.steps.length ? 0 : this.at);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.#draw();
  }

  close() {
    this.stop();
    this.scene.close();
  }
}

async function open(root, id) {
  const first = await api("GET", `/api/rounds/${id}`, { token: session.token });
  const token = tokenFor(first.table);
  const round = token === session.token ? first : await api("GET", `/api/rounds/${id}`, { token });
  const [{ steps }, game, standard] = await Promise.all([
    api("GET", `/api/rounds/${id}/steps`, { token }),
    gameOf(round.game),
    api("GET", `/api/houses/${round.game}?rulebook=${round.rulebook}`),
  ]);
  return new Replay(root, round, steps, game, standard);
}

export function replayView(root, { id }) {
  let replay = null;
  const show = (content) => render(html`<div class="page">${content}</div>`, root);
  show(html`<p>Opening the record…</p>`);
  open(root, id)
    .then((opened) => {
      replay = opened;
    })
    .catch((error) =>
      show(
        html`<h1>Round ${id}</h1>
          <p role="alert">${error.message}</p>`,
      ),
    );
  return () => replay?.close();
}
