/** Reviews such as the server tells them, for the page's tests. */

const number = (value, exact = String(value)) => ({ exact, value });

/** A decision of Red Dog that cost something, or nothing. */
export const decision = (round, cost = 0, more = {}) => ({
  round,
  game: "red-dog",
  rulebook: "ma",
  seat: 1,
  street: "raise or pass",
  situation: { hand: ["4c", "7d"], table: ["Kh"], seen: [], players: 1 },
  places: [],
  rivals: [],
  gone: [],
  choices: [
    { action: "raise", ev: number(0.25, "1/4") },
    { action: "pass", ev: number(0.25 - cost / 10, "-1/4") },
  ],
  made: cost ? "pass" : "raise",
  best: "raise",
  cost: number(cost),
  stake: "10.00",
  amount: null,
  value: number(0.25 - cost / 10),
  right: !cost,
  mistake: Boolean(cost),
  affordable: true,
  by: "player",
  at: 4,
  reason: "The third card lies between 4c and 7d often enough.",
  ...more,
});

/** The review of a round with these decisions. */
export const review = (round, decisions, more = {}) => ({
  round,
  table: "red-dog-1",
  game: "red-dog",
  rulebook: "ma",
  time: "2026-07-01T12:00:00.000000Z",
  person: "p-ann",
  seats: [1],
  decisions,
  result: number(-10),
  worth: number(-0.35),
  cost: number(decisions.reduce((sum, { cost }) => sum + cost.value, 0)),
  mistakes: number(
    decisions.reduce((sum, { cost, mistake }) => sum + (mistake ? cost.value : 0), 0),
  ),
  expected: number(-0.35),
  luck: number(-9.65),
  ...more,
});

/** Reviews of several rounds as the server adds them up. */
export function together(reviews, more = {}) {
  const all = reviews.flatMap(({ decisions }) => decisions.map((one, n) => ({ ...one, n })));
  const right = all.filter((one) => one.right).length;
  return {
    sitting: 2,
    latest: 3,
    table: "red-dog-1",
    game: "red-dog",
    began: "2026-07-01T12:00:00.000000Z",
    ended: "2026-07-01T13:00:00.000000Z",
    of: reviews.length,
    left_out: 0,
    done: reviews.length,
    failed: 0,
    result: number(25),
    expected: number(-2.5),
    luck: number(27.5),
    cost: number(3),
    mistakes: number(3),
    right: { decisions: all.length, right },
    worst: all.filter(({ mistake }) => mistake).slice(0, 3),
    points: reviews.map(({ round }, i) => ({ round, result: i, expected: -i, luck: 2 * i })),
    decisions: all.map(({ n, round, street, made, best, cost, right: good, mistake }) => ({
      n,
      round,
      street,
      made,
      best,
      cost: cost.value,
      right: good,
      mistake,
    })),
    ...more,
  };
}
