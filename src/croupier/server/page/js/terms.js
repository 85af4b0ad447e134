/**
 * The terms of a document, explained where they stand: a term in a text is a button, and its
 * definition, the rulebook's own clause in our words, opens beside it.
 */

import { api } from "./net.js";
import { games } from "./games.js";
import { html } from "./vendor/lit-html/lit-html.js";

const known = new Map(); // by game and rulebook: {pattern, terms: what each word means}
const asked = new Map();
const failed = new Set(); // what was asked for in vain: asked for again, but not at every drawing
let count = 0;

const key = ({ game, rulebook }) => `${game}/${rulebook}`;
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * Take over the terms of a rulebook from its clauses: a definition's id ends in its term. More
 * words, by the clause that explains them, come with the game's guide.
 * @param {{game: string, rulebook: string}} book
 */
export function learnTerms(book, clauses, more = {}) {
  const terms = new Map();
  for (const { clause, summary } of clauses) {
    const term = /:(.+)$/.exec(clause)?.[1];
    if (term) terms.set(term.toLowerCase(), { term, clause, summary });
  }
  for (const [term, id] of Object.entries(more)) {
    const found = clauses.find(({ clause }) => clause === id);
    if (found) terms.set(term.toLowerCase(), { term, clause: id, summary: found.summary });
  }
  const words = [...terms.keys()].sort((one, other) => other.length - one.length).map(escaped);
  const pattern = words.length ? new RegExp(`\\b(${words.join("|")})(s?)\\b`, "gi") : null;
  known.set(key(book), { pattern, terms });
}

async function fetchTerms(book) {
  const { game, rulebook } = book;
  const [{ clauses }, all] = await Promise.all([
    api("GET", `/api/rules/${game}?rulebook=${rulebook}`),
    games(),
  ]);
  learnTerms(book, clauses, all.find((one) => one.game === game)?.guide?.terms);
}

/** Have the terms of a rulebook; without them texts are shown as they are. */
export function knowTerms(book) {
  const name = key(book);
  if (known.has(name)) return Promise.resolve();
  if (!asked.has(name) || failed.delete(name))
    asked.set(
      name,
      fetchTerms(book).catch(() => failed.add(name)),
    );
  return asked.get(name);
}

function explained(word, { term, clause, summary }) {
  const id = `term-${++count}`;
  return html`<button type="button" class="term" popovertarget=${id}>${word}</button
    ><span popover id=${id} class="definition"
      ><b>${term.charAt(0).toUpperCase()}${term.slice(1)}</b> ${summary}
      <small>${clause}</small></span
    >`;
}

/**
 * A text in which the terms of its book explain themselves, each the first time. Until the terms
 * are known, and while nobody has asked for them, it is the plain text.
 * @param {string} text
 * @param {{game: string, rulebook: string}} book
 * @param {Set<string>} [seen] terms that have been explained already, such as in lines above
 */
export function withTerms(text, book, seen = new Set()) {
  const { pattern, terms } = known.get(key(book)) ?? {};
  if (!pattern) {
    if (!asked.has(key(book))) knowTerms(book);
    return text;
  }
  const parts = [];
  let last = 0;
  for (const { 0: word, 1: found, index } of text.matchAll(pattern)) {
    const meaning = terms.get(found.toLowerCase());
    if (seen.has(meaning.clause)) continue;
    seen.add(meaning.clause);
    parts.push(text.slice(last, index), explained(word, meaning));
    last = index + word.length;
  }
  parts.push(text.slice(last));
  return parts;
}
