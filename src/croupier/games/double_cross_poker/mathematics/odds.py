"""Double Cross Poker for the lab: connects a house to the solver."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import numpy as np

from croupier.games.double_cross_poker.house import DoubleCrossHouse
from croupier.games.double_cross_poker.mathematics import reasons, solver_advice, tables
from croupier.games.double_cross_poker.mathematics.card import card as card_of
from croupier.games.double_cross_poker.mathematics.solver import (
    RULE_OF_THUMB,
    STRATEGIES,
    Decisions,
    ShowdownTable,
    decide,
    optimal,
)
from croupier.games.double_cross_poker.mathematics.solver_hands import hand_counts
from croupier.games.double_cross_poker.mathematics.solver_payoff import Payoff, Showdowns
from croupier.games.double_cross_poker.mathematics.solver_side import three_card_counts
from croupier.games.double_cross_poker.mathematics.solver_situations import Bytes, place_of, places
from croupier.mathematics.analysis import (
    CARD,
    Analysis,
    Answer,
    Choice,
    Plays,
    Question,
    Reading,
    Search,
    Section,
    Setting,
    SideWager,
    Situation,
    Staked,
    StrategyCard,
    Sweep,
    first_wager_of,
    hands_section,
    shown_in,
)
from croupier.mathematics.compiled import plain
from croupier.mathematics.figures import Figures, Tally
from croupier.nouns.cards import INDEX, UNKNOWN
from croupier.nouns.hands import Category, ThreeCard

THREE_CARD: Final = "three-card"


def table(setting: Setting) -> ShowdownTable:
    """Return the counted showdowns under the house's way of comparing hands (D-03)."""
    return setting.keeper.table(tables.showdowns(DoubleCrossHouse.of(setting.house).D_03))


def payoff(setting: Setting, coupon: int = 0) -> Payoff:
    """Return what each ending of a round nets at this ante, with the house's rounding and limit.

    A coupon beside the ante is paid with it, and adds nothing to the raises (X-07).
    """
    house, ante = DoubleCrossHouse.of(setting.house), setting.stake
    won = house.book.fixed_odds["ante"].pay(ante + coupon, house.chip)
    raises: list[int] = [
        house.payouts["raise"][category.slug].pay(2 * ante, house.chip) for category in Category
    ]
    limit = house.payout_limit
    if limit is not None:
        # If the limit covers the hand, not only the raises, the ante is paid first (D-02).
        room = limit if house.D_02 == "raises" else limit - won
        raises = [min(winnings, room) for winnings in raises]
    return Payoff.of(ante, raises, house.D_20, won=won)


def odds(setting: Setting, asked: Question) -> Answer:
    """Return the exact figures of a strategy, with the three-card wager."""
    solved, pays = table(setting), payoff(setting)
    made = decisions(setting, asked.strategy)
    sections = () if asked.brief else tuple(_sections(asked.strategy, made))
    sides = {THREE_CARD: three_card(DoubleCrossHouse.of(setting.house))}
    return Answer(figures(solved, pays, made), sides, sections)


def decisions(setting: Setting, strategy: str) -> Decisions:
    """Return what a strategy decides in all situations."""
    if strategy == CARD:
        chosen: Decisions = _by_card(setting)[places()[0]].astype(np.int8)
        return chosen
    return STRATEGIES[strategy](table(setting), payoff(setting))


def _by_card(setting: Setting) -> Bytes:
    solved, pays = table(setting), payoff(setting)
    reading = DoubleCrossHouse.of(setting.house).D_03
    return setting.keeper.table(
        tables.by_card(reading, pays, lambda: card_of(solved, pays, setting.search)[1])
    )


_SAID: Final = ("fold", "raise vertical", "raise horizontal", "raise vertical")
"""What each of the decisions is called; where the axes are worth the same, it is the vertical."""


def plays(setting: Setting, strategy: str) -> Plays:
    """Return a strategy's decisions by the player's cards and the two open ones."""
    if strategy == CARD:
        found, place = tables.quarters(_by_card(setting)), plain(place_of)

        def by_card(now: Situation) -> str:
            at = place(*(INDEX[card] for card in (*now.hand, *now.table)))
            return _SAID[int(found[at >> 2]) >> 2 * (at & 3) & 3]

        return by_card
    solved, pays = table(setting), payoff(setting)
    return lambda now: _SAID[decide(solved, pays, strategy, now.hand, now.table)]


def _sections(strategy: str, made: Decisions) -> Iterator[Section]:
    yield _hands(made)
    if strategy == "rule-of-thumb":
        yield _rule_of_thumb()


def _hands(made: Decisions) -> Section:
    counts, folds, whole = hand_counts(made)
    chances = {category.slug: Fraction(counts[category], whole) for category in Category}
    note = "With the two cards and the axis that is played, whoever wins."
    return hands_section({**chances, "fold": Fraction(folds, whole)}, note)


def _rule_of_thumb() -> Section:
    rows = [(line,) for line in RULE_OF_THUMB]
    return Section("rule_of_thumb", "The rule of thumb", {"rule": "text"}, rows)


def figures(solved: ShowdownTable, pays: Payoff, decisions: Decisions) -> Figures:
    """Return the exact figures of these decisions."""
    found = solved.odds(pays, decisions)
    return Figures(
        ev=found.moments.ev,
        variance=found.moments.variance,
        hit_frequency=found.moments.hit_frequency,
        even_frequency=found.moments.even_frequency,
        average_wager=found.average_wager,
        decisions=found.decisions,
        outcomes=found.outcomes,
    )


def three_card(house: DoubleCrossHouse, amount: int | None = None) -> SideWager:
    """Return the three-card wager, by default at its least amount, exposed whenever it wins.

    At that amount no lawful payout limit is low enough to matter (X-05); others are valued as if
    there were none.
    """
    stake = house.three_card_minimum if amount is None else amount
    counts = three_card_counts(house.D_07, house.D_08, house.D_09)
    tally = Tally()
    for kind in ThreeCard:
        odds = house.payouts[THREE_CARD].get(kind.slug)
        paid = -stake if odds is None else odds.pay(stake, house.chip)
        outcome = "lose" if odds is None else kind.slug
        tally.enter(counts[kind], net=Fraction(paid, stake), outcome=outcome)
    return SideWager(stake, tally.close(), "A winning hand is always exposed.")


def advise(setting: Setting, now: Situation) -> list[Choice]:
    """Value the choices from the kept table, or deal by deal if other cards have been seen."""
    worth = payoff(setting, now.coupon).choices(*_axes(setting, now))
    return [Choice(action, value, 0 if action == "fold" else 2) for action, value in worth.items()]


def worth(setting: Setting, staked: Staked) -> Fraction:
    """Return what an ante and a three-card wager are worth before the deal."""
    solved, pays = table(setting), payoff(setting, staked.coupon)
    value = setting.stake * solved.odds(pays, optimal(solved, pays)).moments.ev
    side = staked.wagers.get(THREE_CARD, 0)
    if side:
        value += side * three_card(DoubleCrossHouse.of(setting.house), side).figures.ev
    return value


def _axes(setting: Setting, now: Situation) -> tuple[Showdowns, Showdowns]:
    far, right = now.table
    if not now.seen:
        return table(setting).look_up(now.hand, far, right)
    reading = DoubleCrossHouse.of(setting.house).D_03
    return solver_advice.showdowns(now.hand, far, right, now.seen, reading)


def reason(setting: Setting, now: Situation, choices: Sequence[Choice]) -> str:
    """Return why the best choice is best: how often each axis wins, and what a raise risks."""
    pays = payoff(setting, now.coupon)
    return reasons.reason(now, _axes(setting, now), pays, choices, setting.stake)


def card(setting: Setting, search: Search) -> StrategyCard:
    """Return the strategy card that the search finds, and its exact cost."""
    solved, pays = table(setting), payoff(setting)
    parts, decisions = card_of(solved, pays, search)
    best = optimal(solved, pays)
    return StrategyCard(
        parts, solved.odds(pays, decisions).moments.ev, solved.odds(pays, best).moments.ev
    )


def situation_of(
    view: Mapping[str, Any], told: Sequence[Mapping[str, Any]], seat: int
) -> Situation | None:
    """Return the player's two cards and the two open ones, once all four are there."""
    felt = view["felt"]
    own = tuple(felt.get(f"seat {seat}", ()))
    open_cards = tuple(card for end in ("far", "right") for card in felt.get(end, ()))
    if len(own) != 2 or len(open_cards) != 2 or UNKNOWN in open_cards:
        return None
    seen = shown_in(told).difference(own, open_cards)
    stake, coupon = first_wager_of(view, told, seat, "ante")
    return Situation(own, open_cards, tuple(sorted(seen)), stake=stake, coupon=coupon)


ANALYSIS: Final = Analysis(
    first_wager="ante",
    strategies=(*STRATEGIES, CARD),
    shapes=((2, 2),),
    places=("far", "right"),
    decks=lambda house: 1,
    stake=lambda house: house.first_wager[0],
    odds=odds,
    advise=advise,
    card=card,
    situation=situation_of,
    worth=worth,
    sweeps=(
        Sweep(
            "payouts.raise.flush",
            "the odds of a flush",
            ("6 to 1", "7 to 1", "8 to 1", "9 to 1", "10 to 1", "12 to 1"),
        ),
    ),
    readings=(
        Reading("D-02", "ante", "matters where the limit is reached"),
        Reading("D-03", "ante"),
        Reading("D-20", "ante"),
        Reading("D-07", THREE_CARD),
        Reading("D-08", THREE_CARD),
        Reading("D-09", THREE_CARD),
    ),
    plays=plays,
    company={
        "best": "optimal",
        "card": CARD,
        "cautious": "pairs-only",
        "loose": "never-fold",
    },
    otherwise=("expose",),
    reason=reason,
)
