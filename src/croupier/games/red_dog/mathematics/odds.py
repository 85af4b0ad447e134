"""Red Dog for the lab: connects a house to the solver."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any, Final

from croupier.games.red_dog.mathematics import reasons
from croupier.games.red_dog.mathematics.card import card as card_of
from croupier.games.red_dog.mathematics.card import raised_spreads
from croupier.games.red_dog.mathematics.solver import (
    STRATEGIES,
    Payouts,
    Raises,
    Shoe,
    Solution,
    burn_disclosure,
    by_gain,
    odds_of,
    situation,
    solve,
)
from croupier.mathematics.analysis import (
    CARD,
    Analysis,
    Answer,
    Choice,
    Kind,
    Plays,
    Question,
    Reading,
    Search,
    Section,
    Setting,
    Situation,
    Staked,
    StrategyCard,
    Sweep,
    first_wager_of,
    hands_section,
)
from croupier.mathematics.figures import Figures
from croupier.nouns.cards import RANKS, UNKNOWN, Card
from croupier.rules.house import House
from croupier.stage.vocabulary import Discard, Disclose

INFINITE: Final = "infinite"
ENHANCEABLE: Final = "more than 11 to 1 may then be paid; at the odds in force, nothing changes"


def decks(house: House) -> int | None:
    """Return the number of decks; None for the infinite shoe, which only the lab knows."""
    dealt = house.values["decks"]
    return None if dealt == INFINITE else int(dealt)


def payouts(setting: Setting, coupon: int = 0) -> Payouts:
    """Return what the house pays on a wager of this size, in its chips, with a coupon or not."""
    odds, chip = setting.house.payouts, setting.house.chip
    return Payouts.of(
        odds["spread"], odds["three-of-a-kind"][""], stake=setting.stake, chip=chip, coupon=coupon
    )


def odds(setting: Setting, asked: Question) -> Answer:
    """Return the exact figures of a strategy, spread by spread."""
    shoe = Shoe.of(decks(setting.house), asked.seen)
    pays = payouts(setting)
    solved = solve(shoe, pays, asked.strategy, raises=raises(setting, asked.strategy))
    sections = () if asked.brief else (_hands(solved), _spreads(solved), _burn(shoe, pays))
    return Answer(_with_passes(solved), sections=sections)


def raises(setting: Setting, strategy: str) -> Raises:
    """Return when a strategy raises; the card is the one for a whole shoe."""
    if strategy != CARD:
        return by_gain(strategy)
    raised = frozenset(raised_spreads(Shoe.of(decks(setting.house)), payouts(setting)))
    return lambda now: now.spread in raised


def plays(setting: Setting, strategy: str) -> Plays:
    """Return a strategy's decisions by the two cards alone, as in a whole shoe."""
    shoe, pays, wanted = (
        Shoe.of(decks(setting.house)),
        payouts(setting),
        raises(setting, strategy),
    )
    raised = {
        (left, right)
        for left, right in product(range(len(RANKS)), repeat=2)
        if abs(left - right) > 1 and wanted(situation(shoe.without(left, right), left, right, pays))
    }

    def play(now: Situation) -> str:
        left, right = (RANKS.index(card[0]) for card in now.table)
        return "raise" if (left, right) in raised else "pass"

    return play


def _with_passes(solved: Solution) -> Figures:
    """Return the figures with all decisions, including rounds that leave no choice."""
    figures = solved.figures
    choice = sum((spread.probability for spread in solved.spreads.values()), Fraction(0))
    raised = figures.decisions["raise"]
    decisions = {"raise": raised, "pass": choice - raised, "no-choice": 1 - choice}
    return replace(figures, decisions=decisions)


def _hands(solved: Solution) -> Section:
    begun = {
        name: solved.figures.outcomes[name] for name in ("consecutive", "pair", "three-of-a-kind")
    }
    spread = {f"spread-{n}": found.probability for n, found in solved.spreads.items()}
    note = "By the first two cards; a pair that the third card completes is three of a kind."
    return hands_section(begun | spread, note)


def _spreads(solved: Solution) -> Section:
    columns: dict[str, Kind] = {
        "spread": "count",
        "probability": "share",
        "wins": "share",
        "pass": "value",
        "raise": "value",
        "raised": "share",
    }
    rows = [
        (spread, s.probability, s.wins, s.passing, s.raising, s.raises)
        for spread, s in solved.spreads.items()
    ]
    note = "What the round is worth without and with a raise of the original wager."
    return Section("spreads", "By spread", columns, rows, note)


def _burn(shoe: Shoe, pays: Payouts) -> Section:
    rows = [("the burn card is shown on request", burn_disclosure(shoe, pays))]
    note = "What knowing the burn card adds to the next round of optimal play."
    return Section("burn_card", "The burn card", {"what": "text", "worth": "exact"}, rows, note)


def advise(setting: Setting, now: Situation) -> list[Choice]:
    """Value raising and passing, given the cards that were seen to leave the shoe.

    The raise is a wager of its own: its winnings are rounded at its own amount.
    """
    left, right = (RANKS.index(card[0]) for card in now.table)
    shoe = Shoe.of(decks(setting.house), (*now.table, *now.seen))
    worth = situation(shoe, left, right, payouts(setting, now.coupon))
    passing = Choice("pass", worth.passing)
    if worth.raising is None:
        return [passing]
    amount = setting.stake if now.amount is None else now.amount
    raised = situation(shoe, left, right, payouts(replace(setting, stake=amount)))
    share = Fraction(amount, setting.stake)
    value = worth.passing + share * raised.passing
    return [Choice("raise", value, stakes=share, amount=amount), passing]


def worth(setting: Setting, staked: Staked) -> Fraction:
    """Return what an original wager is worth before the deal; a coupon adds nothing to a raise."""
    shoe, pays = Shoe.of(decks(setting.house)), payouts(setting)
    value = solve(shoe, pays).figures.ev
    if staked.coupon:
        with_coupon = solve(shoe, payouts(setting, staked.coupon), "never-raise").figures.ev
        value += with_coupon - solve(shoe, pays, "never-raise").figures.ev
    return setting.stake * value


def reason(setting: Setting, now: Situation, choices: Sequence[Choice]) -> str:
    """Return why the best choice is best: the cards that win, what they pay and the card's line."""
    left, right = (RANKS.index(card[0]) for card in now.table)
    shoe = Shoe.of(decks(setting.house), (*now.table, *now.seen))
    amount = next((choice.amount for choice in choices if choice.amount), setting.stake)
    worth = situation(shoe, left, right, payouts(replace(setting, stake=amount)))
    paid = setting.house.payouts
    odds = odds_of(paid["spread"], worth.spread) or paid["three-of-a-kind"][""]
    raised = raised_spreads(Shoe.of(decks(setting.house)), payouts(setting))
    return reasons.reason(worth, shoe, odds, choices, setting.stake) + reasons.by_card(
        worth.spread, raised, choices
    )


def card(setting: Setting, search: Search) -> StrategyCard:
    """Return the strategy card, which depends only on the spread."""
    return card_of(Shoe.of(decks(setting.house)), payouts(setting))


def situation_of(
    view: Mapping[str, Any], told: Sequence[Mapping[str, Any]], seat: int
) -> Situation | None:
    """Return the two cards on the table, before the third, and burned cards that were shown."""
    felt = view["felt"]
    if not {"left", "right"} <= felt.keys() or "middle" in felt:
        return None
    seen = [
        Card(event["card"])
        for event in told
        if event["kind"] in (Discard.kind, Disclose.kind) and event.get("card", UNKNOWN) != UNKNOWN
    ]
    stake, coupon = first_wager_of(view, told, seat, "original")
    table = (felt["left"][0], felt["right"][0])
    return Situation((), table, tuple(seen), stake=stake, coupon=coupon)


ANALYSIS: Final = Analysis(
    first_wager="original",
    strategies=(*STRATEGIES, CARD),
    shapes=((0, 2),),
    places=("left", "right"),
    decks=decks,
    stake=lambda house: house.first_wager[0],
    odds=odds,
    advise=advise,
    card=card,
    situation=situation_of,
    worth=worth,
    sweeps=(Sweep("decks", "the number of decks", ("1", "2", "3", "4", "5", "6", "7", "8")),),
    readings=(Reading("R-14", "original", ENHANCEABLE),),
    lab_values={"decks": (INFINITE,)},
    takes_seen=True,
    plays=plays,
    company={
        "best": "optimal",
        "card": CARD,
        "cautious": "never-raise",
        "loose": "always-raise",
    },
    otherwise=("play-on",),
    reason=reason,
)
