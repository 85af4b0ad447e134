/** "Why?": the clause behind a step in our words, and our ruling where the documents are silent. */

import { api } from "./net.js";
import { html, render } from "./vendor/lit-html/lit-html.js";
import { knowTerms, withTerms } from "./terms.js";

const asked = new Map();

function fetchWhy(game, rulebook, rule, finding = null) {
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

const blur = () => /** @type {HTMLElement | null} */ (document.activeElement)?.blur();

/** Windows belong to the page from which they were opened. */
export function closeDialogs() {
  for (const box of document.querySelectorAll("dialog")) box.close();
}

/** A small window over everything; its `done` resolves when it is closed. */
export function dialog(title, ...content) {
  const box = document.createElement("dialog");
  box.className = "dialog";
  box.setAttribute("aria-label", title);
  render(
    html`<header>
        <h2>${title}</h2>
        <span class="dialog-clock" role="timer"></span>
        <button class="quiet" aria-label="Close" @click=${() => box.close()}>✕</button>
      </header>
      ${content}`,
    box,
  );
  box.addEventListener("click", (event) => event.target === box && box.close());
  /** @type {Promise<void>} */
  const done = new Promise((closed) => {
    box.addEventListener("close", () => {
      box.remove();
      closed();
    });
  });
  // Whoever pressed with a pointer has not chosen a button for the next Enter.
  const pressed = !document.activeElement?.matches(":focus-visible");
  if (pressed) box.addEventListener("close", () => blur());
  document.body.append(box);
  box.showModal();
  return Object.assign(box, { done });
}

const ruling = ({ finding, issue, ruling: ruled }) =>
  html`<section class="finding">
    <h3>Our ruling ${finding}</h3>
    ${issue ? html`<p>${issue}</p>` : null}
    <p class="ruling">${ruled}</p>
  </section>`;

function clauseParts({ clause, findings }, rule, book) {
  const text = clause
    ? html`<p class="clause">${withTerms(clause.summary, book)}</p>`
    : rule && html`<p>Nothing more is written about this clause.</p>`;
  return [text, findings.map(ruling)];
}

/** The clause and the ruling that is cited; what else we say about the clause is folded away. */
function briefParts({ clause, findings }, rule, cited, book) {
  const others = findings.filter(({ finding }) => finding !== cited);
  const own = findings.filter(({ finding }) => finding === cited);
  return [
    clauseParts({ clause, findings: own }, rule, book),
    others.length
      ? html`<details>
          <summary>What else we say about this clause</summary>
          ${others.map(ruling)}
        </details>`
      : null,
  ];
}

/** The clause behind something in our words, in a box that fills itself; `done` when it has. */
export function explanation(
  { game, rulebook, title },
  { rule, finding, also = [], brief = false },
) {
  const box = document.createElement("div");
  box.className = "why";
  box.setAttribute("aria-live", "polite");
  const show = (content) => render(content, box);
  show(html`<p>Looking it up…</p>`);
  const book = BOOKS[rulebook] ?? rulebook;
  const draw = ([first, ...others]) =>
    show(
      html`<section>
          ${
            brief
              ? briefParts(first, rule, finding, { game, rulebook })
              : clauseParts(first, rule, { game, rulebook })
          }
        </section>
        ${others.map(
          (answer, i) =>
            html`<section>
              <h3>See also ${also[i]}</h3>
              ${clauseParts(answer, also[i], { game, rulebook })}
            </section>`,
        )}
        <p class="source">
          ${title ?? game}, rules of ${book}${rule ? `, clause ${rule}` : ""}. Told in our words.
        </p>`,
    );
  const find = async () => {
    try {
      const found = await Promise.all([
        fetchWhy(game, rulebook, rule, finding),
        ...also.map((clause) => fetchWhy(game, rulebook, clause)),
      ]);
      draw(found);
      await knowTerms({ game, rulebook });
      draw(found);
    } catch (error) {
      show(html`<p role="alert">${error.message}</p>`);
    }
  };
  return Object.assign(box, { done: find() });
}

/** Show why; `line` is the step in words. */
export function askWhy(table, cited) {
  const { rule, finding, line } = cited;
  const clause = explanation(table, cited);
  dialog(`Why? ${rule ?? finding}`, line ? html`<blockquote>${line}</blockquote>` : null, clause);
  return clause.done;
}

/** A button that asks why, written as its clause; null where there is nothing to cite. */
export function whyButton(table, cited) {
  if (!cited.rule && !cited.finding) return null;
  const label = [cited.rule, cited.finding].filter(Boolean).join(" · ");
  return html`<button
    type="button"
    class="why-button"
    title="Why?"
    aria-label="Why? ${label}"
    @click=${() => askWhy(table, cited)}
  >
    ${label}
  </button>`;
}

/** An error with its reason, to be put where it happened. */
export const complaint = (table, error) =>
  html`<p class="complaint" role="alert">
    <span>${error.message}</span>
    ${table ? whyButton(table, { ...error, line: error.message }) : null}
  </p>`;
