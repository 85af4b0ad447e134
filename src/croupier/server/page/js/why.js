/** "Why?": the clause behind a step, in our words, and the ruling where the documents are silent. */

import { api } from "./net.js";
import { h } from "./dom.js";

const asked = new Map();

function fetchWhy(game, rulebook, rule, finding) {
  const query = new URLSearchParams({ rulebook });
  if (rule) query.set("clause", rule);
  if (finding) query.set("finding", finding);
  const path = `/api/why/${game}?${query}`;
  if (!asked.has(path))
    asked.set(
      path,
      api("GET", path).catch((error) => (asked.delete(path), Promise.reject(error))),
    );
  return asked.get(path);
}

const BOOKS = { ma: "Massachusetts", nj: "New Jersey" };

/** A small window over everything; resolves when it is closed. */
export function dialog(title, ...content) {
  const box = h(
    "dialog",
    { class: "dialog", "aria-label": title },
    h(
      "header",
      null,
      h("h2", null, title),
      h("button", { class: "quiet", "aria-label": "Close", onclick: () => box.close() }, "✕"),
    ),
    content,
  );
  box.addEventListener("click", (event) => event.target === box && box.close());
  const done = new Promise((closed) =>
    box.addEventListener("close", () => {
      box.remove();
      closed();
    }),
  );
  document.body.append(box);
  box.showModal();
  return Object.assign(box, { done });
}

function clauseParts(answer, rule) {
  const { clause, findings } = answer;
  return [
    clause && h("p", { class: "clause" }, clause.summary),
    !clause && rule && h("p", null, "Nothing more is written about this clause."),
    findings.map((finding) =>
      h(
        "section",
        { class: "finding" },
        h("h3", null, `Our ruling ${finding.finding}`),
        finding.issue && h("p", null, finding.issue),
        h("p", { class: "ruling" }, finding.ruling),
      ),
    ),
  ];
}

/** Show why; `line` is the step in words. */
export async function askWhy({ game, rulebook, title }, { rule, finding, also = [], line }) {
  const body = h("div", { class: "why", "aria-live": "polite" }, h("p", null, "Looking it up…"));
  dialog(rule ? `Why? ${rule}` : `Why? ${finding}`, line && h("blockquote", null, line), body);
  try {
    const answers = await Promise.all(
      [[rule, finding], ...also.map((clause) => [clause, null])].map(([clause, found]) =>
        fetchWhy(game, rulebook, clause, found),
      ),
    );
    body.replaceChildren(
      ...answers.map((answer, i) =>
        h(
          "section",
          null,
          i > 0 && h("h3", null, `See also ${also[i - 1]}`),
          clauseParts(answer, i ? also[i - 1] : rule),
        ),
      ),
      h(
        "p",
        { class: "source" },
        `${title ?? game}, rules of ${BOOKS[rulebook] ?? rulebook}${rule ? `, clause ${rule}` : ""}. Told in our words.`,
      ),
    );
  } catch (error) {
    body.replaceChildren(h("p", { role: "alert" }, error.message));
  }
}

/** A button that asks why, written as its clause; nothing where there is nothing to cite. */
export function whyButton(table, cited) {
  if (!cited.rule && !cited.finding) return null;
  const label = [cited.rule, cited.finding].filter(Boolean).join(" · ");
  return h(
    "button",
    {
      class: "why-button",
      title: "Why?",
      "data-key": cited.n === undefined ? null : `why-${cited.n}`,
      "aria-label": `Why? ${label}`,
      onclick: () => askWhy(table, cited),
    },
    label,
  );
}

/** An error with its reason, to be put where it happened. */
export const complaint = (table, error) =>
  h(
    "p",
    { class: "complaint", role: "alert" },
    h("span", null, error.message),
    table && whyButton(table, { ...error, line: error.message }),
  );
