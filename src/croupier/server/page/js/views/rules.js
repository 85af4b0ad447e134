/** The rulebooks, clause by clause, in our words. */

import { BOOKS, bookMenu, chosenBook } from "../books.js";
import { alarm, columns, page } from "../render.js";
import { api } from "../net.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { learnTerms, withTerms } from "../terms.js";

const row = ({ clause, summary, actor }, sought, text) =>
  html`<tr ?hidden=${!`${clause} ${summary}`.toLowerCase().includes(sought)}>
    <th scope="row">${clause}</th>
    <td>${text}</td>
    <td>${actor === "n/a" ? "" : actor}</td>
  </tr>`;

const rulings = (findings, open) =>
  html`<details ?open=${open}>
    <summary>Our rulings where the document is unclear or silent</summary>
    <dl class="findings">
      ${findings.map(
        ({ finding, issue, ruling }) =>
          html`<dt>${finding}</dt>
            <dd>
              ${issue ? html`<p>${issue}</p>` : null}
              <p class="ruling">${ruling}</p>
            </dd>`,
      )}
    </dl>
  </details>`;

const sectionOf = (clause) => /^[\d.]+/.exec(clause)?.[0];

/** The texts of the clauses: a term is explained once in each section, and not in its own clause. */
function explained(clauses, bookOf) {
  const seen = {};
  return clauses.map(({ clause, summary }) => {
    const explains = (seen[sectionOf(clause)] ??= new Set());
    return withTerms(summary, bookOf, explains.add(clause));
  });
}

/** A rulebook; of its clauses those that contain what is sought. */
const book = ({ clauses, texts, findings = [], ruling, cited }, title, sought, search) =>
  html`<h2>${title}</h2>
    <p class="hint">${clauses.length} clauses, told in our words.</p>
    <input
      type="search"
      placeholder="Search the clauses"
      aria-label="Search the clauses"
      value=${cited}
      @input=${({ target }) => search(target.value.toLowerCase())}
    />
    <div class="scroll">
      <table class="list clauses">
        ${columns(["Clause", "What it says", "Who"])}
        <tbody>
          ${clauses.map((clause, i) => row(clause, sought, texts[i]))}
        </tbody>
      </table>
    </div>
    ${findings.length ? rulings(findings, ruling) : null}`;

export function rulesView(root, { id, query }) {
  const draw = page(root);
  let menu = null;
  const show = (body) =>
    draw(
      html`<h1>The rules</h1>
        <nav class="segments" aria-label="Rulebooks">${menu}</nav>
        <div class="card" aria-live="polite">${body}</div>`,
    );
  show(html`<p>Reading the rules…</p>`);
  (async () => {
    try {
      const chosen = await chosenBook({ id, query });
      menu = bookMenu("#/rules", chosen);
      const { game, rulebook } = chosen;
      const answer = await api("GET", `/api/rules/${game.game}?rulebook=${rulebook}`);
      const title = `${game.title}, ${BOOKS[rulebook] ?? rulebook}`;
      const of = { game: game.game, rulebook };
      learnTerms(of, answer.clauses, game.guide?.terms);
      const cited = query.get("clause") ?? "";
      const ruling = Boolean(answer.findings?.some(({ finding }) => finding === cited));
      const sought = ruling ? "" : cited;
      const told = { ...answer, texts: explained(answer.clauses, of), ruling, cited: sought };
      const search = (words) => show(book(told, title, words, search));
      search(sought.toLowerCase());
    } catch (error) {
      show(alarm(error));
    }
  })();
}
