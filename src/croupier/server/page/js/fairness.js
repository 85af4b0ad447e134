/** Checks a revealed pack with the browser's own cryptography, not on the server's word. */

const DECK = 52;
const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const encoder = new TextEncoder();

export const possible = () => Boolean(globalThis.crypto?.subtle);

const sha256 = async (...parts) => {
  const bytes = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
};

export const hex = (bytes) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

const unhex = (text) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const big16 = (numbers) => {
  const view = new DataView(new ArrayBuffer(numbers.length * 2));
  numbers.forEach((number, i) => view.setUint16(i * 2, number));
  return new Uint8Array(view.buffer);
};

const big32 = (number) => {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, number);
  return new Uint8Array(view.buffer);
};

export const cardOf = (number) => RANKS[Math.floor((number % DECK) / 4)] + SUITS[number % 4];

/** The permutation that the players' contributions give, drawn without bias. */
export async function permutation(commitment, contributions, size) {
  const parts = [encoder.encode("croupier entropy 1\n"), unhex(commitment)];
  for (const text of contributions) {
    const bytes = encoder.encode(text);
    parts.push(big32(bytes.length), bytes);
  }
  const seed = await sha256(...parts);
  let [block, numbers] = [0, []];
  const next = async () => {
    if (!numbers.length) {
      const view = new DataView((await sha256(seed, big32(block++))).buffer);
      numbers = [0, 8, 16, 24].map((at) => view.getBigUint64(at));
    }
    return numbers.shift();
  };
  const places = Array.from({ length: size }, (_, i) => i);
  for (let i = size - 1; i > 0; i--) {
    const span = BigInt(i + 1);
    const limit = 2n ** 64n - (2n ** 64n % span);
    let number = await next();
    while (number >= limit) number = await next();
    const j = Number(number % span);
    [places[i], places[j]] = [places[j], places[i]];
  }
  return places;
}

const complete = (order, size) => {
  const sorted = [...order].sort((a, b) => a - b);
  return order.length === size && sorted.every((number, i) => number === i);
};

const counted = (n) => (n === 1 ? "1 contribution" : `${n} contributions`);

/** Check one pack: a list of `{what, good, detail}`, in the order of the proof. */
export async function check(pack) {
  const { nonce, order } = pack.revealed;
  const made = hex(await sha256(unhex(nonce), big16(order)));
  const contributions = pack.entropy.slice(0, pack.counted).map((one) => one.value);
  const places = contributions.length
    ? await permutation(pack.commitment, contributions, order.length)
    : null;
  const cards = order.map((_, k) => cardOf(order[places ? places[k] : k]));
  const wrong = pack.dealt.findIndex((card, k) => card !== cards[k]);
  return [
    {
      what: "The order was fixed before the first wager",
      good: made === pack.commitment,
      detail: `SHA-256 of nonce and order is ${made.slice(0, 16)}…`,
    },
    {
      what: "The pack was whole",
      good: complete(order, pack.cards),
      detail: `${pack.cards} cards, each of them once`,
    },
    {
      what: "What players added was mixed in",
      good: true,
      detail: contributions.length
        ? `${counted(contributions.length)} gave the permutation`
        : "Nobody added anything: the committed order was dealt",
    },
    {
      what: "The cards dealt are the cards committed to",
      good: wrong < 0,
      detail:
        wrong < 0
          ? `${pack.dealt.length} cards in their order`
          : `card ${wrong + 1} was ${pack.dealt[wrong]}, but ${cards[wrong]} was next`,
    },
  ];
}
