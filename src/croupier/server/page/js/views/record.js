/** The record: every round that was played, newest first. */

import { api } from "../net.js";
import { h } from "../dom.js";
import { games } from "../games.js";
import { session } from "../session.js";
import { signed } from "../money.js";
import { when } from "../words.js";

const PAGE = 30;

export function recordView(root, { query }) {
  const table = query.get("table");
  const rows = h("tbody");
  const more = h("button", { onclick: () => load() }, "Earlier rounds");
  const chosen = new Set();
  const dispute = h("a", { class: "button", "aria-disabled": "true" }, "Dispute the chosen rounds");
  const state = h("p", { role: "status" });
  let before = null;
  let titles = {};
  const mark = () => {
    const numbers = [...chosen].sort((a, b) => a - b);
    if (numbers.length) dispute.href = `#/dispute?rounds=${numbers.join(",")}`;
    else dispute.removeAttribute("href");
    dispute.setAttribute("aria-disabled", String(!numbers.length));
    dispute.textContent = numbers.length
      ? `Dispute ${numbers.length === 1 ? `round ${numbers[0]}` : `${numbers.length} rounds`}`
      : "Dispute the chosen rounds";
  };
  const row = (round) =>
    h(
      "tr",
      null,
      h(
        "td",
        null,
        h("input", {
          type: "checkbox",
          "aria-label": `Choose round ${round.round}`,
          onchange: (event) => {
            chosen[event.target.checked ? "add" : "delete"](round.round);
            mark();
          },
        }),
      ),
      h("th", { scope: "row" }, h("a", { href: `#/round/${round.round}` }, `Round ${round.round}`)),
      h("td", null, round.table),
      h("td", null, titles[round.game] ?? round.game),
      h("td", null, when(round.began)),
      h("td", null, h("span", { class: `outcome ${round.outcome}` }, round.outcome)),
      h(
        "td",
        { class: "number" },
        round.house_net === null || round.house_net === undefined ? "" : signed(round.house_net),
      ),
    );
  const load = async () => {
    try {
      const asked = new URLSearchParams({ limit: PAGE });
      if (table) asked.set("table", table);
      if (before) asked.set("before", before);
      const answer = await api("GET", `/api/rounds?${asked}`, { token: session.token });
      rows.append(...answer.rounds.map(row));
      before = answer.rounds.at(-1)?.round ?? before;
      more.hidden = !answer.more;
      state.textContent = rows.childElementCount ? "" : "No round has been played yet.";
    } catch (error) {
      state.textContent = error.message;
    }
  };
  root.replaceChildren(
    h(
      "div",
      { class: "page" },
      h("h1", null, table ? `Rounds of ${table}` : "The record"),
      h(
        "p",
        null,
        session.sees
          ? "Open a round to replay it with all cards."
          : "Open a round to replay it, with the cards that you saw.",
      ),
      dispute,
      state,
      h(
        "div",
        { class: "scroll" },
        h(
          "table",
          { class: "list rounds" },
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              [
                h("span", { class: "sr" }, "Choose"),
                "Round",
                "Table",
                "Game",
                "Began",
                "Outcome",
                "House",
              ].map((title) =>
                h("th", { scope: "col", class: title === "House" ? "number" : null }, title),
              ),
            ),
          ),
          rows,
        ),
      ),
      more,
    ),
  );
  mark();
  games()
    .then((all) => {
      titles = Object.fromEntries(all.map((game) => [game.game, game.title]));
    })
    .catch(() => {})
    .finally(load);
}
