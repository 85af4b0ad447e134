/** The rulebooks: their names, and the menu from which one is chosen. */

import { games } from "./games.js";
import { html, nothing } from "./vendor/lit-html/lit-html.js";

export const BOOKS = { ma: "Massachusetts", nj: "New Jersey" };

/** The game and the rulebook that an address means, the first ones without it, and all games. */
export async function chosenBook({ id, query }) {
  const all = await games();
  const game = all.find((one) => one.game === id) ?? all[0];
  return { all, game, rulebook: query.get("rulebook") ?? game.rulebooks[0] };
}

/** Links to every rulebook of every game, on a page such as `#/rules`. */
export const bookMenu = (address, { all, game, rulebook }) =>
  all.flatMap((one) =>
    one.rulebooks.map(
      (book) =>
        html`<a
          href="${address}/${one.game}?rulebook=${book}"
          aria-current=${one === game && book === rulebook ? "page" : nothing}
          >${one.title}${one.rulebooks.length > 1 ? ` (${book.toUpperCase()})` : ""}</a
        >`,
    ),
  );
