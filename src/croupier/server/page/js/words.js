/** Names for people. */

const RANKS = {
  2: "two",
  3: "three",
  4: "four",
  5: "five",
  6: "six",
  7: "seven",
  8: "eight",
  9: "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
  A: "ace",
};
const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** "ace of spades". */
export const cardName = (card) =>
  card === "??" ? "a face-down card" : `${RANKS[card[0]]} of ${SUITS[card[1]]}`;

/** "spades": what styles call a card's suit. */
export const suitName = (card) => SUITS[card[1]] ?? "";

/** "A♠": for lists and tables. */
export const cardSign = (card) =>
  card === "??" ? "▮" : `${card[0] === "T" ? "10" : card[0]}${SIGNS[card[1]]}`;

/** Text with cards such as `As` in it, with signs instead. */
export const withSigns = (text) =>
  text
    .replace(/\b([2-9TJQKA])([cdhs])\b/g, (card) => cardSign(card))
    .replace(/[,:] \?\?.*$/, "")
    .replace(/^\?\?/, "A card")
    .replace(/\?\?/g, "a card");

/** A name of ours: hyphens become blanks, except between figures. */
export const readable = (name) => name.replace(/(\d)-(?=\d)/g, "$1–").replace(/[-_]/g, " ");

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** What people call a place, a wager or a sentence of this game. */
export const labelled = (felt, name) =>
  felt?.page?.labels?.[name] || felt?.labels?.[name] || readable(name);

export const list = (words) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;

/** The seat whose hand lies in a place; nothing if it is the table's. */
export const seatOf = (place) => {
  const found = /(?:^|\D)(\d+)$/.exec(place ?? "");
  return found ? Number(found[1]) : null;
};

export const when = (time) =>
  time ? new Date(time).toLocaleString([], { dateStyle: "medium", timeStyle: "medium" }) : "";

/** From one time to another: the day once if it is the same, and one time if both are. */
export function span(from, to) {
  const [began, ended] = [from, to].map((time) => new Date(time));
  if (when(from) === when(to)) return when(from);
  const later =
    began.toDateString() === ended.toDateString()
      ? ended.toLocaleTimeString([], { timeStyle: "medium" })
      : when(to);
  return `${when(from)} to ${later}`;
}
