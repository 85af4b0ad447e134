/** The rulebooks, clause by clause, in our words. */

import { api } from "../net.js";
import { games } from "../games.js";
import { columns, h } from "../dom.js";

const BOOKS = { ma: "Massachusetts", nj: "New Jersey" };

async function book(body, game, state, title) {
  const answer = await api("GET", `/api/rules/${game}?rulebook=${state}`);
  const rows = h(
    "tbody",
    null,
    answer.clauses.map((clause) =>
      h(
        "tr",
        { "data-text": `${clause.clause} ${clause.summary}`.toLowerCase() },
        h("th", { scope: "row" }, clause.clause),
        h("td", null, clause.summary),
        h("td", null, clause.actor === "n/a" ? "" : (clause.actor ?? "")),
      ),
    ),
  );
  const search = h("input", {
    type: "search",
    placeholder: "Search the clauses",
    "aria-label": "Search the clauses",
    oninput: () => {
      for (const row of rows.children)
        row.hidden = !row.dataset.text.includes(search.value.toLowerCase());
    },
  });
  body.replaceChildren(
    h("h2", null, `${title}, ${BOOKS[state] ?? state}`),
    h("p", { class: "hint" }, `${answer.clauses.length} clauses, told in our words.`),
    search,
    h(
      "div",
      { class: "scroll" },
      h("table", { class: "list clauses" }, columns(["Clause", "What it says", "Who"]), rows),
    ),
    ((answer.findings ?? []).length > 0 &&
      h(
        "details",
        null,
        h("summary", null, "Our rulings where the document is unclear or silent"),
        h(
          "dl",
          { class: "findings" },
          answer.findings.map((finding) => [
            h("dt", null, finding.finding),
            h(
              "dd",
              null,
              finding.issue && h("p", null, finding.issue),
              h("p", { class: "ruling" }, finding.ruling),
            ),
          ]),
        ),
      )) ||
      "",
  );
}

export function rulesView(root, { id, query }) {
  const body = h("div", { class: "card", "aria-live": "polite" }, h("p", null, "Choose a game."));
  const menu = h("nav", { class: "segments", "aria-label": "Rulebooks" });
  root.replaceChildren(h("div", { class: "page" }, h("h1", null, "The rules"), menu, body));
  (async () => {
    try {
      const all = await games();
      const chosen = all.find((game) => game.game === id) ?? all[0];
      const state = query.get("rulebook") ?? chosen.rulebooks[0];
      menu.replaceChildren(
        ...all.flatMap((game) =>
          game.rulebooks.map((one) =>
            h(
              "a",
              {
                href: `#/rules/${game.game}?rulebook=${one}`,
                "aria-current": game === chosen && one === state ? "page" : null,
              },
              game.rulebooks.length > 1 ? `${game.title} (${one.toUpperCase()})` : game.title,
            ),
          ),
        ),
      );
      await book(body, chosen.game, state, chosen.title);
    } catch (error) {
      body.replaceChildren(h("p", { role: "alert" }, error.message));
    }
  })();
}
