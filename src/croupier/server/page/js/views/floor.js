/** The floor's page: all tables, a new one, the journal's health. */

import { HouseEditor } from "../house.js";
import { api } from "../net.js";
import { attempt, toast } from "../shell.js";
import { cents, posted, wire } from "../money.js";
import { columns, fresh, h } from "../dom.js";
import { games } from "../games.js";
import { session } from "../session.js";

const BOOKS = { ma: "Massachusetts", nj: "New Jersey" };

async function opener(box) {
  const all = await games();
  const editorBox = h("div", { class: "house-editor" });
  let editor = null;
  const choose = (name, options) =>
    h(
      "select",
      { name },
      options.map(([value, label]) => h("option", { value }, label)),
    );
  const game = choose(
    "game",
    all.map((one) => [one.game, one.title]),
  );
  const book = h("select", { name: "rulebook" });
  const begin = () => {
    const chosen = all.find((one) => one.game === game.value);
    book.replaceChildren(
      ...chosen.rulebooks.map((state) => h("option", { value: state }, BOOKS[state] ?? state)),
    );
    edit();
  };
  const edit = () => {
    editor = new HouseEditor(editorBox, {
      game: game.value,
      rulebook: book.value,
      title: game.selectedOptions[0].textContent,
    });
  };
  game.addEventListener("change", begin);
  book.addEventListener("change", edit);
  const dealing = choose("dealing", [
    ["auto", "by itself"],
    ["steps", "step by step"],
  ]);
  const form = h(
    "form",
    {
      class: "card opener",
      onsubmit: async (event) => {
        event.preventDefault();
        const data = new FormData(form);
        const name = data.get("name").trim();
        try {
          const made = await api("POST", "/api/tables", {
            token: session.token,
            body: {
              id: fresh(),
              game: game.value,
              rulebook: book.value,
              ...(name ? { name } : {}),
              ...editor.read(),
              tray: wire(cents(data.get("tray") || "10000")),
              dealing: dealing.value,
              open_seats: data.has("open"),
            },
          });
          toast(`${made.name} is open.`, "good");
          location.hash = `#/table/${encodeURIComponent(made.table)}`;
        } catch (error) {
          editor.refused(error);
        }
      },
    },
    h("h2", null, "Open a table"),
    h(
      "div",
      { class: "grid" },
      h("label", null, "Game", game),
      h("label", null, "Rulebook", book),
      h(
        "label",
        null,
        "Name",
        h("input", { name: "name", maxlength: 40, placeholder: "as in the lobby" }),
      ),
      h(
        "label",
        null,
        "Tray's opening count, $",
        h("input", { name: "tray", inputmode: "decimal", value: "10000" }),
      ),
      h("label", null, "The dealer deals", dealing),
      h(
        "label",
        { class: "check" },
        h("input", { type: "checkbox", name: "open", checked: true }),
        " anybody may sit down",
      ),
    ),
    h("details", null, h("summary", null, "House file"), editorBox),
    h("button", { class: "primary" }, "Open the table"),
  );
  begin();
  box.replaceChildren(form);
}

function tableList(tables) {
  if (!tables.length) return h("p", null, "No table yet.");
  return h(
    "table",
    { class: "list" },
    columns(["Table", "Game", "Limits", "Seats", "Now", ""]),
    h(
      "tbody",
      null,
      tables.map((table) => {
        const base = `#/table/${encodeURIComponent(table.table)}`;
        return h(
          "tr",
          null,
          h("th", { scope: "row" }, h("a", { href: base }, table.name)),
          h("td", null, table.title),
          h("td", null, posted(table.limits, table.first_wager)),
          h(
            "td",
            null,
            `${Object.values(table.seats).filter(Boolean).length} of ${Object.keys(table.seats).length}`,
          ),
          h("td", null, table.phase),
          h(
            "td",
            null,
            h("a", { href: `${base}/money` }, "money"),
            " · ",
            h("a", { href: `#/record?table=${encodeURIComponent(table.table)}` }, "record"),
            " · ",
            h("a", { href: `${base}/fair` }, "packs"),
          ),
        );
      }),
    ),
  );
}

async function verify(box) {
  box.replaceChildren(h("p", null, "Reading the whole journal…"));
  await attempt(async () => {
    const found = await api("GET", "/api/journal/verify", { token: session.token });
    box.replaceChildren(
      h(
        "p",
        { class: found.verified ? "verdict good" : "verdict bad" },
        found.verified
          ? `✓ The chain holds: ${found.events} events in ${found.rounds} rounds.`
          : `✗ ${found.problem ?? "The chain does not hold"}${found.at ? `, at event ${found.at}` : ""}.`,
      ),
    );
  });
}

export function floorView(root) {
  const list = h("div", null, h("p", null, "Looking…"));
  const open = h("div");
  const journal = h("div", { "aria-live": "polite" });
  if (!session.sees) {
    root.replaceChildren(
      h(
        "div",
        { class: "page" },
        h("h1", null, "The floor"),
        h("p", null, "This page is for the floor. Its link was printed when the server started."),
      ),
    );
    return;
  }
  root.replaceChildren(
    h(
      "div",
      { class: "page floor-page" },
      h("h1", null, session.isFloor ? "The floor" : "Surveillance"),
      h("section", { class: "card" }, h("h2", null, "Tables"), h("div", { class: "scroll" }, list)),
      open,
      h(
        "section",
        { class: "card" },
        h("h2", null, "The journal"),
        h("p", null, "Every event is chained to the one before it, and the heads are signed."),
        h("button", { onclick: () => verify(journal) }, "Verify the journal"),
        journal,
      ),
    ),
  );
  api("GET", "/api/lobby")
    .then(({ tables }) => list.replaceChildren(tableList(tables)))
    .catch((error) => list.replaceChildren(h("p", { role: "alert" }, error.message)));
  if (session.isFloor)
    opener(open).catch((error) => open.replaceChildren(h("p", { role: "alert" }, error.message)));
}
