/** A table of one's own: the game, the stakes, the house, and who keeps one company. */

import { BOOKS } from "../books.js";
import { HouseEditor } from "../house.js";
import { alarm, page, submitted } from "../render.js";
import { api } from "../net.js";
import { cents, dollars, wire } from "../money.js";
import { companyForm } from "../strategies.js";
import { fresh } from "../dom.js";
import { games } from "../games.js";
import { html } from "../vendor/lit-html/lit-html.js";
import { live } from "../vendor/lit-html/directives/live.js";
import { session } from "../session.js";
import { toast } from "../shell.js";

/** Stakes with one press: the usual limits times this. */
const STAKES = [
  ["Small", 0.2],
  ["Usual", 1],
  ["High", 2],
];

/** The posted limits of a game, times something: `{key: text}`. */
const scaled = (options, by) =>
  Object.fromEntries(
    options
      .filter(({ posted }) => posted)
      .map(({ key, default: usual }) => [key, wire(Math.round(cents(usual) * by))]),
  );

/** The limits of the first wager, for a button. */
const spanOf = (limits, first) =>
  limits[first] ? dollars(limits[first]) : `${dollars(limits.minimum)}–${dollars(limits.maximum)}`;

class Own {
  constructor(draw, all, policy) {
    this.draw = draw;
    this.all = all;
    this.policy = policy;
    this.id = fresh();
    this.company = [];
    this.choose(all[0], all[0].rulebooks[0]);
  }

  choose(game, rulebook) {
    this.game = game;
    this.rulebook = rulebook;
    this.company = this.company.slice(0, this.most);
    this.stakes = 1;
    this.editor = new HouseEditor({
      game: game.game,
      rulebook,
      title: game.title,
      token: () => session.guest(),
      guests: true,
      apart: true,
      loaded: () => this.show(),
    });
    this.show();
  }

  /** How many house players there may be: one seat is the host's. */
  get most() {
    return this.policy.company ? this.game.seats - 1 : 0;
  }

  async open(form) {
    const data = new FormData(form);
    const [name, mine] = ["name", "mine"].map((key) => String(data.get(key) ?? "").trim());
    try {
      const token = await session.guest(mine);
      if (mine && session.name !== mine) {
        // The guest was made without a name, to ask about the odds.
        await api("PUT", "/api/me", { token, body: { name: mine } });
        session.rename(mine);
      }
      const made = await api("POST", "/api/private-tables", {
        token,
        body: {
          id: this.id,
          game: this.game.game,
          rulebook: this.rulebook,
          ...(name ? { name } : {}),
          ...this.editor.read(),
          company: this.company,
        },
      });
      toast(`${made.name} is open. Invite somebody from the tab Host.`, "good");
      location.hash = `#/table/${encodeURIComponent(made.table)}`;
    } catch (error) {
      this.id = fresh();
      this.editor.refused(error);
      this.editor.outcome.scrollIntoView?.({ block: "center" });
    }
  }

  #game() {
    const { all, game, rulebook } = this;
    const another = ({ target }) => {
      const chosen = all.find((one) => one.game === target.value);
      this.choose(chosen, chosen.rulebooks[0]);
    };
    return html`<fieldset>
      <legend>The game</legend>
      <div class="grid">
        <label
          >Game<select name="game" .value=${live(game.game)} @change=${another}>
            ${all.map(
              (one) =>
                html`<option value=${one.game} ?selected=${one === game}>${one.title}</option>`,
            )}
          </select></label
        >
        ${
          game.rulebooks.length > 1
            ? html`<label
                >Rulebook<select
                  name="rulebook"
                  .value=${live(rulebook)}
                  @change=${({ target }) => this.choose(game, target.value)}
                >
                  ${game.rulebooks.map(
                    (book) =>
                      html`<option value=${book} ?selected=${book === rulebook}>
                        ${BOOKS[book] ?? book}
                      </option>`,
                  )}
                </select></label
              >`
            : null
        }
        <label
          >Name of the table<input name="name" maxlength="40" placeholder="as your guests see it"
        /></label>
        ${
          session.name
            ? null
            : html`<label
                >Your name<input
                  name="mine"
                  maxlength="40"
                  autocomplete="nickname"
                  placeholder="who invites them"
              /></label>`
        }
      </div>
      ${game.guide ? html`<p class="hint">${game.guide.sentence}</p>` : null}
    </fieldset>`;
  }

  /** Limits that somebody typed are none of the stakes with a button. */
  #edited() {
    this.stakes = null;
    this.show();
  }

  #stakes() {
    const { options } = this.editor;
    const most = cents(this.policy.maximum);
    const offered = STAKES.map(([label, by]) => [label, by, scaled(options, by)]).filter(
      ([, , limits]) => Object.values(limits).every((amount) => cents(amount) <= most),
    );
    const take = (by, limits) => () => {
      this.stakes = by;
      this.editor.set(limits);
      this.show();
    };
    return html`<fieldset>
      <legend>The stakes and the house</legend>
      ${
        options.length
          ? html`<div class="segments" role="group" aria-label="Stakes">
              ${offered.map(
                ([label, by, limits]) =>
                  html`<button
                    type="button"
                    aria-pressed=${String(by === this.stakes)}
                    @click=${take(by, limits)}
                  >
                    ${label} <b>${spanOf(limits, this.game.first_wager)}</b>
                  </button>`,
              )}
            </div>`
          : null
      }
      <p class="hint">
        No limit may be above ${dollars(this.policy.maximum)}. A choice that the rules forbid names
        its clause at once.
      </p>
      <details class="house-details" @input=${() => this.#edited()}>
        <summary>Limits, odds and procedure in detail</summary>
        ${this.editor.box}
      </details>
      ${this.editor.outcome}
    </fieldset>`;
  }

  #company() {
    return html`<fieldset>
      <legend>House players</legend>
      ${
        this.policy.company
          ? html`<p class="hint">
                The house plays them, with money of their own, and each leaves when a person wants
                the seat. If you edit the odds, they play as at the usual ones.
              </p>
              ${companyForm(this.company, this.most, (company) => {
                this.company = company;
                this.show();
              })}`
          : html`<p class="hint">The floor allows no house players at present.</p>`
      }
    </fieldset>`;
  }

  show() {
    this.draw(
      html`<h1>A table of your own</h1>
        <p class="lead">
          Play money, and only for the people whom you invite. The floor of the house sees it, but
          you need it for nothing: you invite, remove, hand over and close.
        </p>
        <form class="card own" @submit=${submitted((form) => this.open(form))}>
          ${this.#game()} ${this.#stakes()} ${this.#company()}
          <button class="primary">Open the table</button>
          <p class="hint">
            A table without people closes by itself after ${this.policy.minutes} minutes.
          </p>
        </form>`,
    );
  }
}

export function ownView(root) {
  const draw = page(root, "own-page");
  const tell = (body) =>
    draw(
      html`<h1>A table of your own</h1>
        ${body}`,
    );
  if (session.role === "surveillance") {
    tell(html`<p>Surveillance watches, and opens no table.</p>`);
    return;
  }
  tell(html`<p>Looking at what the house offers…</p>`);
  Promise.all([games(), api("GET", "/api/policies"), session.check()])
    .then(([all, { private_tables: policy }]) => {
      const playable = all.filter(({ game }) => !policy.games || policy.games.includes(game));
      if (policy.allowed && playable.length) new Own(draw, playable, policy);
      else tell(html`<p>The floor has closed this for now: no private tables are opened.</p>`);
    })
    .catch((error) => tell(alarm(error)));
}
