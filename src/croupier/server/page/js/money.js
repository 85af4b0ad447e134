/** Money is whole cents on the page, and text with two decimals on the wire. */

export const cents = (text) => Math.round(Number(text) * 100);

/** What somebody has typed, `1,000` or `$2.50`, in cents; null if it is not an amount. */
export function amountOf(text) {
  const typed = text.replace(/[$,\s]/g, "");
  return /^\d{1,9}(\.\d{1,2})?$/.test(typed) ? cents(typed) : null;
}

export const wire = (amount) => (amount / 100).toFixed(2);

/** For people: `$35`, `$2.50`, `−$10`; `exact` amounts say their cents also where there are none. */
export function dollars(amount, exact = false) {
  const sum = typeof amount === "string" ? cents(amount) : amount;
  const size = Math.abs(sum) / 100;
  const text = size.toLocaleString(
    "en-US",
    Number.isInteger(size) && !exact ? {} : { minimumFractionDigits: 2 },
  );
  return `${sum < 0 ? "−" : ""}$${text}`;
}

/** A result, with its sign. */
export const signed = (amount) => (cents(amount) > 0 ? `+${dollars(amount)}` : dollars(amount));

/** "give or take 14 cents": twice the standard error of an estimate, in dollars. */
export function giveOrTake(error) {
  const whole = Math.round(200 * error);
  const small = whole === 1 ? "a cent" : whole ? `${whole} cents` : "less than a cent";
  return `give or take ${whole < 100 ? small : dollars(whole)}`;
}

/** Results side by side, in cents: all with cents if one has some, `+$2.50` beside `−$10.00`. */
export function signedAlike(amounts) {
  const exact = amounts.some((amount) => amount % 100);
  return amounts.map((amount) => `${amount > 0 ? "+" : ""}${dollars(amount, exact)}`);
}

/**
 * The chips there are, the largest first: cents, and the colour's name in the style sheet.
 * @type {[value: number, colour: string][]}
 */
export const CHIPS = [
  [100000, "orange"],
  [50000, "purple"],
  [10000, "black"],
  [2500, "green"],
  [500, "red"],
  [100, "white"],
  [50, "blue"],
  [1, "copper"],
];

/** The colours of an amount's chips, the largest first; odd cents are one copper chip. */
export function stack(amount) {
  const colours = [];
  let left = amount;
  for (const [value, colour] of CHIPS) {
    const count = value === 1 ? Math.min(left, 1) : Math.floor(left / value);
    left -= count * value;
    for (let i = 0; i < count; i++) colours.push(colour);
  }
  return colours;
}

export const chipName = (value) => (value < 100 ? `${value}¢` : String(value / 100));

/** The posted limits of a first wager: "$5 to $500", or the house's one amount, "$5 ante". */
export const posted = (limits, wager) =>
  limits[wager]
    ? `${dollars(limits[wager])} ${wager}`
    : `${dollars(limits.minimum)} to ${dollars(limits.maximum)}`;
