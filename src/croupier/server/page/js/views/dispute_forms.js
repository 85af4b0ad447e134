/** Forms about a round: a player asks for a ruling, the floor gives it and puts money right. */

import { ABOUT, VERDICTS, ruledWords } from "../disputes.js";
import { ask, figures } from "../confirm.js";
import { api } from "../net.js";
import { attempt, toast } from "../shell.js";
import { amountOf, dollars, wire } from "../money.js";
import { fresh } from "../dom.js";
import { html, nothing } from "../vendor/lit-html/lit-html.js";
import { lookForRulings } from "../rulings.js";
import { session } from "../session.js";
import { submitted } from "../render.js";

const MOST_WORDS = 500;

/** Words on one line, as the record takes them. */
const plain = (field) => field.value.replace(/\s+/g, " ").trim();

const words = (label, placeholder) =>
  html`<label
    >${label}<textarea
      name="words"
      rows="4"
      maxlength=${MOST_WORDS}
      required
      placeholder=${placeholder}
    ></textarea>
  </label>`;

const choice = (name, options) =>
  html`<select name=${name}>
    ${Object.entries(options).map(
      ([value, label]) => html`<option value=${value}>${label}</option>`,
    )}
  </select>`;

// --- asking --------------------------------------------------------------------------------------

async function lodge(round, form, done) {
  const { seat, about, words: said } = form.elements;
  await attempt(async () => {
    await api("POST", `/api/rounds/${round.round}/disputes`, {
      token: session.at(round.table),
      body: { id: fresh(), seat: Number(seat.value), about: about.value, words: plain(said) },
    });
    await done();
    lookForRulings();
  }, "The floor has your dispute. Its ruling comes into your record.");
}

/** A player of the round asks; nobody else is offered it, and nobody while one of theirs waits. */
export function askForm(round, open, done) {
  const waits = round.disputes.some(({ ruling }) => !ruling);
  if (session.sees || !round.own.length || waits) return nothing;
  const seats = Object.fromEntries(round.own.map((seat) => [seat, `Seat ${seat}`]));
  return html`<details class="card no-print ask-floor" ?open=${open}>
    <summary>Ask the floor for a ruling</summary>
    <form @submit=${submitted((form) => lodge(round, form, done))}>
      ${
        round.own.length > 1
          ? html`<label>Your seat${choice("seat", seats)}</label>`
          : html`<input type="hidden" name="seat" value=${round.own[0]} />`
      }
      <label>It is about${choice("about", ABOUT)}</label>
      ${words("What happened, in your words", "What you expected, and what was done instead")}
      <p class="hint">
        The floor reads your words beside the record of round ${round.round}. The record holds a
        digest of them, which proves that nobody changes them. They are erased when you erase your
        name.
      </p>
      <button class="primary">Ask for a ruling</button>
    </form>
  </details>`;
}

// --- ruling --------------------------------------------------------------------------------------

/** The clauses and findings that the round's own steps cite, each once. */
function cited(round) {
  const lines = ["wagered", "decided", "dealt", "paid", "notes"].flatMap((key) => round[key] ?? []);
  const rules = new Map(lines.map(({ rule, summary }) => [rule, summary]));
  const findings = new Map(lines.map(({ finding, ruling }) => [finding, ruling]));
  return [rules, findings].map((all) => [...all].filter(([id]) => id).sort());
}

const offered = (id, all) =>
  html`<datalist id=${id}>
    ${all.map(([value, text]) => html`<option value=${value}>${text ?? value}</option>`)}
  </datalist>`;

function give(dispute, form, done) {
  const { verdict, rule: clause, finding, words: said } = form.elements;
  const ruling = {
    verdict: verdict.value,
    words: plain(said),
    ...(clause.value.trim() ? { rule: clause.value.trim() } : {}),
    ...(finding.value.trim() ? { finding: finding.value.trim().toUpperCase() } : {}),
  };
  ask("Give this ruling?", {
    body: () =>
      html`${figures([["Ruling", ruledWords(ruling)]])}
        <blockquote class="said">${ruling.words}</blockquote>
        <p>A dispute is answered once. Nothing can be added to the ruling or taken back.</p>`,
    act: async () => {
      await api("POST", `/api/disputes/${dispute.dispute}/ruling`, {
        token: session.token,
        body: { id: fresh(), ...ruling },
      });
      await done();
      lookForRulings();
    },
    label: "Give the ruling",
    about: dispute,
  });
}

/** The floor answers a dispute that waits. */
export function ruleForm(round, dispute, done) {
  if (!session.isFloor || dispute.ruling) return nothing;
  const [rules, findings] = cited(round);
  const [ruleId, findingId] = [`rules-${dispute.dispute}`, `findings-${dispute.dispute}`];
  return html`<form
    class="give-ruling no-print"
    @submit=${submitted((form) => give(dispute, form, done))}
  >
    <h3>Your ruling</h3>
    <div class="grid">
      <label>The dispute is${choice("verdict", VERDICTS)}</label>
      <label
        >Clause<input name="rule" list=${ruleId} maxlength="40" placeholder="the round cites…"
      /></label>
      <label
        >Finding, where the document is silent<input
          name="finding"
          list=${findingId}
          maxlength="10"
          placeholder="if there is one"
      /></label>
    </div>
    ${offered(ruleId, rules)} ${offered(findingId, findings)}
    ${words("Your words to the player", "What the clause says, and what follows from it")}
    <button class="primary">Rule…</button>
  </form>`;
}

/** Whoever upheld a dispute pays what it puts right, once, from the cage. */
export function payForm(dispute, done) {
  const { ruling } = dispute;
  const mine = ruling?.verdict === "upheld" && ruling.by?.person === session.person;
  if (!session.isFloor || !mine || ruling.paid || dispute.words === null) return nothing;
  const pay = (form) => {
    const amount = amountOf(form.elements.amount.value);
    if (!amount) {
      toast("Say how much, such as 20 or 2.50.", "bad");
      return;
    }
    ask("Put money right?", {
      body: () =>
        html`${figures([
            ["From the cage", dollars(amount)],
            ["To the account of", dispute.name ?? dispute.person],
          ])}
          <p>The cage notes it with your name and this dispute. It is paid once.</p>`,
      act: async () => {
        await api("POST", `/api/disputes/${dispute.dispute}/payment`, {
          token: session.token,
          body: { amount: wire(amount) },
        });
        await done();
      },
      label: "Pay",
    });
  };
  return html`<form class="inline no-print put-right" @submit=${submitted(pay)}>
    <label>Put money right, $<input name="amount" inputmode="decimal" required /></label>
    <button>Pay from the cage…</button>
  </form>`;
}
