/** A certificate: a passed exam as it is recorded, on a page to print. */

import { alarm, page } from "../render.js";
import { api } from "../net.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { lasting } from "../chair.js";

const day = (time) => new Date(time).toLocaleDateString([], { dateStyle: "long" });

const fact = (term, words) =>
  html`<dt>${term}</dt>
    <dd>${words}</dd>`;

function paper(one) {
  const where = `${location.origin}/#/certificate/${one.certificate}`;
  return html`<article class="certificate">
      <p class="seal" aria-hidden="true">♠</p>
      <p class="issuer">Croupier · the dealer's chair</p>
      <h1>Certificate</h1>
      <p class="bearer">${one.name ?? "A dealer in training"}</p>
      <p class="deed">
        passed the exam in dealing <b>${one.title}</b> under the rules of ${one.jurisdiction} on
        ${day(one.ended)}.
      </p>
      <dl>
        ${fact("Document", `${one.document}, version ${one.version} of our rulebook`)}
        ${fact(
          "Score",
          `${one.right} of ${one.steps} steps right, ${one.percent} percent; ${one.pass_mark} percent is needed`,
        )}
        ${fact(
          "Time",
          `${lasting(one.seconds)} of ${lasting(one.allowed)} allowed; ${one.streak} right in a row at best`,
        )}
        ${fact(
          "Clauses and rulings covered",
          one.clauses.map(
            ({ cited }, i) => html`${i ? ", " : ""}<span class="whole">${cited}</span>`,
          ),
        )}
        ${fact("Number", html`<span class="certificate-number">${one.certificate}</span>`)}
      </dl>
      <p class="small-print">
        This is our own exam: a program made up the rounds and compared every step with the rules as
        we read them. No regulator, casino or school has issued or recognised it.
      </p>
      <p class="small-print">
        How to check it: this server recorded the document, the score, the time, the clauses and the
        date when the exam ended. Anybody with the number can read that record at
        <span class="certificate-address">${where}</span>. It is gone if the dealer has erased their
        name. It does not prove who sat at the screen.
      </p>
    </article>
    <div class="buttons no-print">
      <button class="primary" @click=${() => print()}>Print</button>
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
