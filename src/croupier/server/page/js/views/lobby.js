/** The lobby: every table, with who sits there and what it takes to join. */

import { Line, api } from "../net.js";
import { cardDefs, drawCard } from "../cards.js";
import { posted } from "../money.js";
import { games } from "../games.js";
import { h, s, swap } from "../dom.js";
import { session } from "../session.js";

const PHASES = {
  closed: "closed",
  between: "between rounds",
  wagering: "taking wagers",
  playing: "a round is on",
};

/** A fan of cards for the head of the lobby. */
function fan() {
  const cards = ["Td", "Jd", "Qd", "Kd", "Ad"].map((card, i) => {
    const drawn = drawCard(card);
    drawn.setAttribute("transform", `rotate(${(i - 2) * 13} 0 330) translate(0 0) scale(1.15)`);
    return drawn;
  });
  return s(
    "svg",
    { viewBox: "-230 -105 460 275", class: "fan", "aria-hidden": "true" },
    s("defs", null, cardDefs()),
    cards,
  );
}

function seatDots(table) {
  const seats = Object.entries(table.seats);
  const taken = seats.filter(([, seat]) => seat);
  return h(
    "div",
    { class: "seat-dots" },
    h(
      "span",
      { "aria-hidden": "true" },
      seats.map(([number, seat]) =>
        h("i", {
          class: seat ? "taken" : "",
          title: seat ? (seat.name ?? "somebody") : `seat ${number}`,
        }),
      ),
    ),
    h("span", null, `${taken.length} of ${seats.length} seats taken`),
  );
}

function tableCard(table, cloths) {
  const mine = session.seat(table.table);
  return h(
    "li",
    {
      class: "table-card",
      "data-cloth": cloths[table.game] ?? "emerald",
      "data-phase": table.phase,
    },
    h(
      "a",
      { href: `#/table/${encodeURIComponent(table.table)}`, "data-key": table.table },
      h("h2", null, table.name),
      h(
        "p",
        { class: "kind" },
        table.title,
        table.rulebook ? h("span", { class: "book" }, table.rulebook.toUpperCase()) : null,
      ),
      h("p", { class: "stakes" }, posted(table.limits, table.first_wager)),
      seatDots(table),
      h(
        "p",
        { class: "foot" },
        h("span", { class: `phase ${table.phase}` }, PHASES[table.phase] ?? table.phase),
        h(
          "span",
          null,
          mine ? `your seat: ${mine.seat}` : table.open_seats ? "open seats" : "by invitation",
        ),
      ),
    ),
  );
}

export function lobbyView(root) {
  const tables = h("ul", { class: "tables" }, h("li", { class: "hint" }, "Looking for tables…"));
  let cloths = {};
  let known = null;
  const draw = () => {
    if (!known) return;
    swap(
      tables,
      known.length
        ? known.map((table) => tableCard(table, cloths))
        : h("li", { class: "hint" }, "No table is open yet. The floor opens them."),
    );
  };
  root.replaceChildren(
    h(
      "div",
      { class: "page lobby" },
      h(
        "section",
        { class: "hero" },
        h(
          "div",
          null,
          h("h1", null, "Take a seat"),
          h(
            "p",
            null,
            "Four games, dealt exactly by the book. Every step can be asked why, every shuffle can be checked, and every chip is play money.",
          ),
        ),
        fan(),
      ),
      tables,
    ),
  );
  const show = (list) => {
    known = list;
    draw();
  };
  games()
    .then((all) => {
      cloths = Object.fromEntries(all.map((game) => [game.game, game.felt?.page?.cloth]));
      draw();
    })
    .catch(() => {});
  api("GET", "/api/lobby")
    .then((answer) => known ?? show(answer.tables))
    .catch((error) => swap(tables, h("li", { role: "alert" }, error.message)));
  const line = new Line(session.token);
  line.addEventListener("lobby", ({ detail }) => show(detail.tables));
  line.addEventListener("down", ({ detail }) => detail.code === 4401 && session.leave());
  line.watchLobby();
  return () => line.close();
}
