/** The house edge while odds are edited: asked for when somebody stops typing, and told in words. */

import { api } from "./net.js";
import { html } from "./vendor/lit-html/lit-html.js";
import { percent } from "./edges.js";
import { readable } from "./words.js";

/** Milliseconds after the last change until the server is asked. */
export const CALM = 350;

/** The edge of a chosen house beside the standard one, in a sentence. */
export function edgeLine({ edge, standard, wager }) {
  if (!edge)
    return html`<p class="edge-line">
      House edge: <b>not known</b> for this house. It takes too long to compute, or nobody has
      solved this game.
    </p>`;
  const more = standard && edge.value - standard.value;
  const word = !more ? "as usual" : more > 0 ? "more than usual" : "less than usual";
  const whose = edge.value < 0 ? " Here the players have the edge." : "";
  return html`<p class="edge-line">
    House edge <b>${percent(edge.value)}</b> of the ${readable(wager)},
    ${word}${standard && more ? html` (usual: ${percent(standard.value)})` : null}.${whose}
  </p>`;
}

/** Asks about a house as it is edited; only the newest answer is shown. */
export class DraftEdge {
  /**
   * @param {object} about
   * @param {(more: string) => string} about.path the address of the editor's house
   * @param {() => Promise<string | null>} about.token
   * @param {() => object} about.read gives the house file as it stands
   * @param {boolean} [about.guests] whether the floor's policies on private tables hold, too
   * @param {(answer: {verdict?: any, line?: any}) => void} about.show
   */
  constructor(about) {
    this.about = about;
    this.turn = 0;
    this.timer = null;
  }

  /** Something was changed: ask when it has been calm for a moment. */
  changed(after = CALM) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), after);
  }

  async ask() {
    const { path, token, read, show, guests = false } = this.about;
    const turn = ++this.turn;
    const tell = (answer) => turn === this.turn && show(answer);
    const body = read();
    try {
      const verdict = await api("POST", path("/check"), {
        body: guests ? { ...body, private: true } : body,
      });
      if (turn !== this.turn) return;
      if (!verdict.lawful) {
        tell({ verdict });
        return;
      }
      tell({ verdict, line: html`<p class="edge-line">House edge: being computed…</p>` });
      const answer = await api("POST", path("/edge"), { body, token: await token() });
      tell({ verdict, line: edgeLine(answer) });
    } catch (error) {
      if (error.kind === "stale") return; // a newer question is on its way
      tell({ line: html`<p class="complaint" role="alert">${error.message}</p>` });
    }
  }
}
