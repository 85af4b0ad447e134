/** One round again, step by step, with the cards that this viewer may see. */

import { Scene } from "../scene.js";
import { api } from "../net.js";
import { fold } from "../model.js";
import { gameOf } from "../games.js";
import { columns, h } from "../dom.js";
import { inWords, step } from "../sides.js";
import { session } from "../session.js";
import { dollars } from "../money.js";
import { attempt } from "../shell.js";
import { capital, labelled, when, withSigns } from "../words.js";
import { whyButton } from "../why.js";

/** The token that sees most of a round: a seat's own, or the door's. */
const tokenFor = (table) => (session.sees ? session.token : session.at(table));

function resultTable(table, felt, round) {
  const rows = Object.entries(round.result?.seats ?? {}).flatMap(([seat, result]) =>
    result.wagers.map((wager) =>
      h(
        "tr",
        null,
        h("th", { scope: "row" }, round.players[seat] ?? `Seat ${seat}`),
        h("td", null, capital(labelled(felt, wager.wager))),
        h("td", { class: "number" }, dollars(wager.amount)),
        h("td", null, wager.outcome),
        h("td", null, wager.odds ?? ""),
        h("td", { class: "number" }, dollars(wager.paid)),
        h(
          "td",
          null,
          whyButton(table, {
            rule: wager.rule,
            line: `${capital(labelled(felt, wager.wager))}: ${wager.outcome}`,
          }),
        ),
      ),
    ),
  );
  if (!rows.length) return null;
  return h(
    "div",
    { class: "scroll" },
    h(
      "table",
      { class: "list" },
      h("caption", null, "What became of the wagers"),
      columns(["Player", "Wager", "Amount", "Outcome", "Odds", "Paid", "Clause"]),
      h("tbody", null, rows),
    ),
  );
}

async function download(number) {
  await attempt(async () => {
    const text = await api("GET", `/api/rounds/${number}/record`, {
      token: session.token,
      text: true,
    });
    const link = h("a", {
      href: URL.createObjectURL(new Blob([text], { type: "application/toml" })),
      download: `round-${number}.toml`,
    });
    document.body.append(link);
    link.click();
    link.remove();
    URL.revokeObjectURL(link.href);
  });
}

class Replay {
  constructor(root, round, steps, game, standard) {
    Object.assign(this, { round, steps, game, at: 0, timer: null });
    this.house = {
      ...Object.fromEntries(standard.options.map((option) => [option.key, option.default])),
      ...round.house,
    };
    this.odds = standard.payouts;
    this.table = { game: round.game, rulebook: round.rulebook, title: game.title };
    const box = {
      felt: h("div", { class: "felt-box" }),
      words: h("div", { class: "card" }),
      line: h("p", { class: "replay-line", "aria-live": "polite" }),
      list: h("ol", { class: "log replay-log" }),
    };
    this.box = box;
    this.slider = h("input", {
      type: "range",
      min: 0,
      max: steps.length,
      value: 0,
      "aria-label": "Step of the round",
      oninput: (event) => this.go(Number(event.target.value)),
    });
    this.playButton = h("button", { class: "primary", onclick: () => this.play() }, "Play");
    const seen =
      round.viewer === "surveillance"
        ? "All cards are shown, as surveillance sees them."
        : round.viewer === "public"
          ? "Cards are shown as the public saw them."
          : "Cards are shown as your seat saw them.";
    root.replaceChildren(
      h(
        "div",
        { class: "page wide-page" },
        h("h1", null, `Round ${round.round}`),
        h(
          "p",
          null,
          `${game.title} at ${round.table}, ${when(round.began)}. ${capital(round.outcome)}. ${seen}`,
        ),
        h(
          "div",
          { class: "buttons" },
          session.sees &&
            h(
              "button",
              { "data-key": "export", onclick: () => download(round.round) },
              "Export the round record",
            ),
          h("a", { class: "button", href: `#/dispute?rounds=${round.round}` }, "Dispute it"),
          h(
            "a",
            { class: "button", href: `#/record?table=${encodeURIComponent(round.table)}` },
            "Other rounds",
          ),
        ),
        h(
          "div",
          { class: "replay" },
          h(
            "div",
            null,
            h("div", { class: "stage small" }, box.felt),
            box.line,
            h(
              "div",
              { class: "transport" },
              h("button", { "aria-label": "To the start", onclick: () => this.go(0) }, "⇤"),
              h(
                "button",
                {
                  "aria-label": "One step back",
                  "data-key": "back",
                  onclick: () => this.go(this.at - 1),
                },
                "◀",
              ),
              this.playButton,
              h(
                "button",
                {
                  "aria-label": "One step on",
                  "data-key": "on",
                  onclick: () => this.go(this.at + 1),
                },
                "▶",
              ),
              h(
                "button",
                { "aria-label": "To the end", onclick: () => this.go(this.steps.length) },
                "⇥",
              ),
              this.slider,
            ),
          ),
          box.list,
        ),
        h("details", null, h("summary", null, "The table in words"), box.words),
        resultTable(this.table, game.felt, round),
        h(
          "details",
          null,
          h("summary", null, "What was said, and by whom"),
          h(
            "ul",
            { class: "plain" },
            (round.said ?? []).map((one) =>
              h("li", null, `${when(one.time)}: ${one.said}`, one.by ? ` (${one.by})` : ""),
            ),
          ),
        ),
      ),
    );
    this.scene = new Scene(box.felt, { all: true });
    box.list.replaceChildren(
      ...steps.map(({ event }, i) => {
        const line = step(this.table, event);
        line.addEventListener(
          "click",
          (clicked) => clicked.target.closest("button") ?? this.go(i + 1),
        );
        return line;
      }),
    );
    this.go(steps.length);
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
    const events = this.steps.slice(0, this.at).map((one) => one.event);
    const model = fold(events);
    const picture = this.picture();
    this.scene.show(picture, this.game.felt, model);
    this.slider.value = this.at;
    const event = events.at(-1);
    this.box.line.replaceChildren(
      ...[
        h(
          "span",
          null,
          event
            ? `${this.at} of ${this.steps.length}: ${withSigns(event.line ?? event.kind)} `
            : "Before the first step",
        ),
        event && whyButton(this.table, { ...event, line: withSigns(event.line ?? "") }),
      ].filter(Boolean),
    );
    this.box.words.replaceChildren(
      inWords(picture, this.game.felt, model, { own: null, all: true }),
    );
    for (const line of this.box.list.children) line.removeAttribute("aria-current");
    const current = this.box.list.children[this.at - 1];
    if (current) {
      current.setAttribute("aria-current", "step");
      this.box.list.scrollTop =
        current.offsetTop - this.box.list.offsetTop - this.box.list.clientHeight / 2;
    }
  }

  play() {
    if (this.timer) return this.stop();
    if (this.at === this.steps.length) this.go(0);
    this.playButton.textContent = "Pause";
    this.timer = setInterval(
      () => (this.at < this.steps.length ? this.go(this.at + 1) : this.stop()),
      700,
    );
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.playButton.textContent = "Play";
  }

  close() {
    this.stop();
    this.scene.close();
  }
}

export function replayView(root, { id }) {
  let replay = null;
  root.replaceChildren(h("div", { class: "page" }, h("p", null, "Opening the record…")));
  (async () => {
    try {
      const first = await api("GET", `/api/rounds/${id}`, { token: session.token });
      const token = tokenFor(first.table);
      const round =
        token === session.token ? first : await api("GET", `/api/rounds/${id}`, { token });
      const [{ steps }, game, standard] = await Promise.all([
        api("GET", `/api/rounds/${id}/steps`, { token }),
        gameOf(round.game),
        api("GET", `/api/houses/${round.game}?rulebook=${round.rulebook}`),
      ]);
      replay = new Replay(root, round, steps, game, standard);
    } catch (error) {
      root.replaceChildren(
        h(
          "div",
          { class: "page" },
          h("h1", null, `Round ${id}`),
          h("p", { role: "alert" }, error.message),
        ),
      );
    }
  })();
  return () => replay?.close();
}
