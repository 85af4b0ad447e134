/** A dispute: what was wagered, decided, dealt and paid, with the clause for each; over as many rounds as it spans. */

import { api } from "../net.js";
import { capital, readable, when, withSigns } from "../words.js";
import { gameOf } from "../games.js";
import { h } from "../dom.js";
import { session } from "../session.js";
import { signed } from "../money.js";
import { whyButton } from "../why.js";

const CHAPTERS = [
  ["wagered", "What was wagered"],
  ["decided", "What was decided"],
  ["dealt", "What was dealt"],
  ["paid", "What was paid"],
  ["notes", "What else happened"],
];

function chapter(table, title, lines) {
  if (!lines?.length) return null;
  return h(
    "section",
    null,
    h("h3", null, title),
    h(
      "ol",
      { class: "evidence" },
      lines.map((line) =>
        h(
          "li",
          { value: line.n },
          h("span", { class: "line" }, withSigns(line.line ?? line.text ?? line.kind)),
          " ",
          whyButton(table, { ...line, line: withSigns(line.line ?? "") }),
          (line.summary || line.ruling) &&
            h("small", null, [line.summary, line.ruling].filter(Boolean).join(" ")),
        ),
      ),
    ),
  );
}

function one(round, title) {
  const table = { game: round.game, rulebook: round.rulebook, title };
  return h(
    "article",
    { class: "card" },
    h(
      "h2",
      null,
      h("a", { href: `#/round/${round.round}` }, `Round ${round.round}`),
      h("small", null, ` ${title} at ${round.table}, ${when(round.began)}, ${round.outcome}`),
    ),
    round.result &&
      h(
        "p",
        null,
        Object.entries(round.result.seats)
          .map(
            ([seat, result]) => `${round.players?.[seat] ?? `Seat ${seat}`} ${signed(result.net)}`,
          )
          .join(" · "),
        ` · House ${signed(round.result.house.net)}`,
      ),
    CHAPTERS.map(([key, heading]) => chapter(table, heading, round[key])),
  );
}

const said = (details) =>
  Object.entries(details ?? {})
    .map(
      ([key, value]) =>
        `${readable(key)} ${typeof value === "object" ? JSON.stringify(value) : value}`,
    )
    .join(", ");

export function disputeView(root, { query }) {
  const body = h("div", { "aria-live": "polite" }, h("p", null, "Reading the record…"));
  const from = h("input", {
    name: "from",
    inputmode: "numeric",
    "aria-label": "First round",
    placeholder: "first",
  });
  const to = h("input", {
    name: "to",
    inputmode: "numeric",
    "aria-label": "Last round",
    placeholder: "last",
  });
  const table = h("input", {
    name: "table",
    "aria-label": "Table",
    placeholder: "table",
    value: query.get("table") ?? "",
  });
  root.replaceChildren(
    h(
      "div",
      { class: "page printed" },
      h("h1", null, "Dispute"),
      h(
        "p",
        null,
        "What the record holds, and the clause behind every line. A dispute about a shoe, the button or a count can span rounds.",
      ),
      h(
        "form",
        {
          class: "inline no-print",
          onsubmit: (event) => {
            event.preventDefault();
            location.hash = `#/dispute?${new URLSearchParams({ table: table.value, from: from.value, to: to.value })}`;
          },
        },
        table,
        from,
        to,
        h("button", null, "Show these rounds"),
        h("button", { type: "button", onclick: () => print() }, "Print"),
      ),
      body,
    ),
  );
  if (![...query.keys()].length) return body.replaceChildren();
  (async () => {
    try {
      const token = session.sees
        ? session.token
        : session.tables.length === 1
          ? session.at(session.tables[0])
          : session.token;
      const answer = await api("GET", `/api/disputes?${query}`, { token });
      const titles = await Promise.all(
        answer.rounds.map(async (round) => (await gameOf(round.game))?.title ?? round.game),
      );
      body.replaceChildren(
        ...answer.rounds.map((round, i) => one(round, titles[i])),
        ...(answer.between?.length
          ? [
              h(
                "section",
                { class: "card" },
                h("h2", null, "Between and around these rounds"),
                h(
                  "ul",
                  { class: "plain" },
                  answer.between.map((note) =>
                    h(
                      "li",
                      null,
                      `${when(note.time)}: ${capital(readable(note.what))}`,
                      h("small", null, ` ${said(note.details)}`),
                    ),
                  ),
                ),
              ),
            ]
          : []),
      );
    } catch (error) {
      body.replaceChildren(h("p", { role: "alert" }, error.message));
    }
  })();
}
