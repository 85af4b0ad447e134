/** The administrator's page: tokens, names and balances. */

import { api } from "../net.js";
import { ask as confirm } from "../confirm.js";
import { attempt, toast } from "../shell.js";
import { beside, columns, page, submitted } from "../render.js";
import { cents, dollars, wire } from "../money.js";
import { fresh } from "../dom.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { repeat } from "../vendor/lit-html/directives/repeat.js";
import { session } from "../session.js";
import { when } from "../words.js";

const ROLES = ["floor", "dealer", "surveillance", "administrator", "spectator"];

const ask = (method, path, body) => api(method, path, { token: session.token, body });

/** Confirm something that cannot be taken back, do it, and read everything again. */
const forGood = (title, what, label, action, done, read) =>
  confirm(title, {
    body: () => html`<p>${what}</p>`,
    label,
    kind: "danger",
    act: async () => {
      await action();
      toast(done, "good");
      await read();
    },
  });

const revoke = ({ role, token_id, name, person }, read) =>
  forGood(
    `Revoke the ${role} token of ${name ?? person}?`,
    "Whoever uses it is shut out at once. It cannot be given back; a new token can be issued.",
    "Revoke the token",
    () => ask("DELETE", `/api/tokens/${token_id}`),
    "Revoked.",
    read,
  );

const erase = ({ person, name }, read) =>
  forGood(
    `Erase the name ${name}?`,
    "The name and what was learnt in the dealer's chair are gone for good. The record keeps only the pseudonym.",
    "Erase the name",
    () => ask("DELETE", `/api/people/${person}`),
    "The name is erased.",
    read,
  );

const tokenRow = (token, read) =>
  html`<tr>
    <td>${token.role}</td>
    <td>${token.name ?? token.person}</td>
    <td>${[token.table, token.seat && `seat ${token.seat}`].filter(Boolean).join(", ")}</td>
    <td>${token.revoked ? "revoked" : when(token.expires)}</td>
    <td>
      ${
        token.revoked
          ? null
          : html`<button
              class="quiet"
              aria-label="Revoke the ${token.role} token of ${token.name ?? token.person}"
              @click=${() => revoke(token, read)}
            >
              Revoke…
            </button>`
      }
    </td>
  </tr>`;

const personRow = ({ person, name, balance }, act, read) => {
  const deposit = (event) => {
    const amount = wire(cents(beside(event)));
    const body = { id: fresh(), amount };
    act(() => ask("POST", `/api/people/${person}/deposit`, body), "Play money deposited.");
  };
  return html`<tr>
    <td class="hash">${person}</td>
    <td>${name ?? "erased"}</td>
    <td class="number">${dollars(balance ?? "0")}</td>
    <td class="inline">
      <input inputmode="decimal" value="500" size="6" aria-label="Amount for ${name ?? person}" />
      <button class="quiet" @click=${deposit}>Deposit</button>
      ${
        name
          ? html`<button class="quiet" @click=${() => erase({ person, name }, read)}>
              Erase name…
            </button>`
          : null
      }
    </td>
  </tr>`;
};

const list = (titles, all, key, row) =>
  html`<div class="scroll">
    <table class="list">
      ${columns(titles)}
      <tbody>
        ${repeat(all, key, row)}
      </tbody>
    </table>
  </div>`;

export function peopleView(root) {
  const draw = page(root);
  const known = { tokens: [], people: [], link: null };
  const show = (news) => {
    Object.assign(known, news);
    draw(template());
  };
  const read = () =>
    attempt(async () => {
      const [{ tokens }, { people }] = await Promise.all([
        ask("GET", "/api/tokens"),
        ask("GET", "/api/people"),
      ]);
      show({ tokens, people });
    });
  const act = (action, done) => attempt(action, done).then(read);
  const issue = (form) =>
    attempt(async () => {
      const name = form.elements.name.value.trim();
      const order = { role: form.elements.role.value, ...(name ? { name } : {}) };
      const token = await ask("POST", "/api/tokens", order);
      show({ link: new URL(token.link, location.href).href });
      await read();
    });
  const template = () =>
    html`<h1>People</h1>
      <section class="card">
        <h2>A new token</h2>
        <form class="inline" @submit=${submitted(issue)}>
          <select name="role" aria-label="Role">
            ${ROLES.map((role) => html`<option value=${role}>${role}</option>`)}
          </select>
          <input name="name" aria-label="Name" placeholder="name" maxlength="40" />
          <button class="primary">Issue</button>
        </form>
        <div aria-live="polite">
          ${
            known.link
              ? html`<p>Give this link to that person; it is shown only now:</p>
                  <p class="hash">${known.link}</p>`
              : null
          }
        </div>
      </section>
      <section class="card">
        <h2>Tokens</h2>
        ${list(
          ["Role", "Who", "For", "Until", ""],
          known.tokens,
          (token) => token.token_id,
          (token) => tokenRow(token, read),
        )}
      </section>
      <section class="card">
        <h2>People</h2>
        ${list(
          ["Pseudonym", "Name", "Balance", ""],
          known.people,
          ({ person }) => person,
          (person) => personRow(person, act, read),
        )}
      </section>`;
  show();
  read();
}
