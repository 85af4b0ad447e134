/** A certificate: a passed exam as it is recorded and noted in the journal, on a page to print. */

import { alarm, page } from "../render.js";
import { api } from "../net.js";
import { capital, list } from "../words.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { lasting } from "../chair.js";

const day = (time) => new Date(time).toLocaleDateString([], { dateStyle: "long" });

const fact = (term, words) =>
  html`<dt>${term}</dt>
    <dd>${words}</dd>`;

/** The clauses and rulings that the exam asked about, each with what it says. */
const examined = ({ clauses, revised }) =>
  html`<section class="examined">
    <h2>What was examined</h2>
    ${revised ? html`<p class="hint">The summaries are those of our rulebook today.</p>` : null}
    <ul class="plain">
      ${clauses.map(({ cited, text }) => html`<li><b class="whole">${cited}</b> ${text}</li>`)}
    </ul>
  </section>`;

/** Whether the journal holds it. */
const verdict = ({ verified, words }) =>
  html`<p class="verdict ${verified ? "good" : "bad"}" role="status">
    ${verified ? "✓" : "✗"} ${capital(words)}.
  </p>`;

const facts = (one) =>
  html`<dl>
    ${fact("Document", `${one.document}, version ${one.version} of our rulebook`)}
    ${fact(
      "Score",
      `${one.right} of ${one.steps} steps right, ${one.percent} percent; ${one.pass_mark} percent is needed`,
    )}
    ${fact(
      "Time",
      `${lasting(one.seconds)} of ${lasting(one.allowed)} allowed; ${one.streak} right in a row at best`,
    )}
    ${one.kinds.length ? fact("Steps", capital(`${list(one.kinds.map(({ title }) => title))}.`)) : null}
    ${one.earlier === null ? null : fact("Exams before", `${one.earlier || "none"} of this document`)}
    ${fact("Number", html`<span class="certificate-number">${one.certificate}</span>`)}
  </dl>`;

function paper(one) {
  const where = `${location.origin}/#/certificate/${one.certificate}`;
  const { entry } = one.verification;
  return html`<article class="certificate">
      <p class="seal" aria-hidden="true">♠</p>
      <p class="issuer">Croupier · the dealer's chair</p>
      <h1>Certificate</h1>
      <p class="bearer">${one.name ?? "A dealer in training"}</p>
      <p class="deed">
        passed the exam in dealing <b>${one.title}</b> under the rules of ${one.jurisdiction} on
        ${day(one.ended)}.
      </p>
      ${facts(one)} ${examined(one)} ${verdict(one.verification)}
      <p class="small-print">
        This is our own exam: a program made up the rounds and compared every step with the rules as
        we read them. No regulator, casino or school has issued or recognised it. It does not prove
        who sat at the screen, and the name is what the dealer is called here now.
      </p>
      <p class="small-print">
        How to check it: open <span class="certificate-address">${where}</span>. When the exam
        ended, the journal noted a pseudonym and a salted digest of all that is printed above except
        the name and the summaries.
        ${
          entry
            ? html`With the certificate's file, anybody can compare it with the exported chain:
                <code>croupier certificate FILE --chain CHAIN</code>.`
            : null
        }
        If the dealer erases their name, this record is gone, and nobody can tell what the note was
        about.
      </p>
    </article>
    <div class="buttons no-print">
      <button class="primary" @click=${() => print()}>Print</button>
      ${
        entry
          ? html`<a
              class="button"
              href="/api/chair/certificates/${one.certificate}/file"
              download="certificate-${one.certificate}.json"
              >Download the file</a
            >`
          : null
      }
      <a class="button" href="#/train/${one.game}?rulebook=${one.rulebook}">Back to the course</a>
    </div>`;
}

export function certificateView(root, { id = "" }) {
  const draw = page(root, "certificate-page");
  draw(html`<p>Looking for the certificate…</p>`);
  document.title = "Certificate · Croupier";
  (async () => {
    try {
      draw(paper(await api("GET", `/api/chair/certificates/${encodeURIComponent(id)}`)));
    } catch (error) {
      draw(
        html`<h1>Certificate</h1>
          ${alarm(error)}`,
      );
    }
  })();
}
