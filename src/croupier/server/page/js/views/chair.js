/** The dealer's chair: what there is to learn of a game, and how far one has come. With `?seed=3` everybody gets the same exam and drills. */

import { api } from "../net.js";
import { attempt } from "../shell.js";
import { capital } from "../words.js";
import { games } from "../games.js";
import { h } from "../dom.js";
import { session } from "../session.js";

const LEVELS = [
  ["", "as the lesson says"],
  ["guided", "guided: the next step is shown"],
  ["coached", "coached: hints on request"],
  ["exam", "exam: no help"],
];

const OTHERS = {
  exam: [
    "The exam",
    "Three rounds in which things go wrong: no help, scored and timed, with a report of what to study.",
    { what: "exam" },
  ],
  practice: [
    "A round for practice",
    "A round that the program makes up; hints on request.",
    { what: "practice" },
  ],
  "drill payouts": [
    "Payout drill",
    "Hands and wagers are shown; type what you pay.",
    { what: "drill", drill: "payouts" },
  ],
  "drill irregularities": [
    "Flash cards",
    "Something goes wrong: choose the ruling.",
    { what: "drill", drill: "irregularities" },
  ],
};

/** Sit down to something; the page goes to the sitting. */
async function sitDown(order) {
  await attempt(async () => {
    await session.guest();
    const seated = await api("POST", "/api/chair", { token: session.token, body: order });
    location.hash = `#/chair/${seated.sitting}`;
  });
}

const best = (row) =>
  row.percent === null ? "not yet" : `${row.percent} percent${row.passed ? ", passed" : ""}`;

function lessonCard(order, row, next, level) {
  return h(
    "li",
    { class: "card lesson", "data-lesson": row.lesson },
    h(
      "h3",
      null,
      `${row.lesson}. ${row.title}`,
      next === row.lesson && h("span", { class: "due" }, "next"),
    ),
    h("p", null, row.text),
    h(
      "p",
      { class: "hint" },
      `${row.steps} steps, ${row.level}. Best: ${best(row)}.${row.due.length ? ` To study again: ${row.due.join(", ")}.` : ""}`,
    ),
    h(
      "button",
      {
        class: next === row.lesson ? "primary" : "",
        "data-key": `lesson-${row.lesson}`,
        onclick: () =>
          sitDown({
            ...order,
            what: "lesson",
            lesson: row.lesson,
            ...(level.value ? { level: level.value } : {}),
          }),
      },
      `Begin lesson ${row.lesson}`,
    ),
  );
}

function otherCard(order, row) {
  const [title, text, more] = OTHERS[row.what];
  return h(
    "li",
    { class: "card lesson" },
    h("h3", null, title),
    h("p", null, text),
    h("p", { class: "hint" }, `Best: ${best(row)}.`),
    h(
      "button",
      { "data-key": row.what, onclick: () => sitDown({ ...order, ...more }) },
      `Begin: ${title.toLowerCase()}`,
    ),
  );
}

async function draw(body, game, rulebook, seed) {
  const answer = await api("GET", `/api/chair/${game.game}?rulebook=${rulebook}`, {
    token: session.token,
  });
  const order = { game: game.game, rulebook, ...(seed ? { seed: Number(seed) } : {}) };
  const level = h(
    "select",
    { "aria-label": "How much help" },
    LEVELS.map(([value, label]) => h("option", { value }, label)),
  );
  body.replaceChildren(
    h(
      "p",
      null,
      answer.sittings
        ? `You have sat down ${answer.sittings} ${answer.sittings === 1 ? "time" : "times"}. ${answer.due.length ? `${answer.due.length} things are due to come back.` : "Nothing is due to come back."}`
        : "You have not sat in this chair yet: begin with the first lesson.",
    ),
    h(
      "ul",
      { class: "plain lessons" },
      answer.others.map((row) => otherCard(order, row)),
    ),
    h("h2", null, "The course"),
    h("label", { class: "help-level" }, "Help in the lessons ", level),
    h(
      "ul",
      { class: "plain lessons" },
      answer.lessons.map((row) => lessonCard(order, row, answer.next, level)),
    ),
  );
}

export function chairView(root, { id, query }) {
  const body = h("div", { "aria-live": "polite" }, h("p", null, "Looking for the lessons…"));
  const menu = h("nav", { class: "segments", "aria-label": "Games" });
  root.replaceChildren(
    h(
      "div",
      { class: "page" },
      h("h1", null, "The dealer's chair"),
      h(
        "p",
        null,
        "The program plays the players; you deal. Choose each next step as the rules call for it: every mistake is explained with its clause, and the round goes on.",
      ),
      menu,
      body,
    ),
  );
  document.title = "The dealer's chair · Croupier";
  (async () => {
    try {
      const all = await games();
      const chosen = all.find((game) => game.game === id) ?? all[0];
      const rulebook = query.get("rulebook") ?? chosen.rulebooks[0];
      menu.replaceChildren(
        ...all.flatMap((game) =>
          game.rulebooks.map((one) =>
            h(
              "a",
              {
                href: `#/train/${game.game}?rulebook=${one}`,
                "aria-current": game === chosen && one === rulebook ? "page" : null,
              },
              game.rulebooks.length > 1
                ? `${game.title} (${one.toUpperCase()})`
                : capital(game.title),
            ),
          ),
        ),
      );
      await draw(
        body,
        chosen,
        rulebook,
        /^\d{1,15}$/.test(query.get("seed") ?? "") ? query.get("seed") : null,
      );
    } catch (error) {
      body.replaceChildren(h("p", { role: "alert" }, error.message));
    }
  })();
}
