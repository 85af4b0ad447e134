"""One person's round: its result, what it was worth, what it cost, and what was luck."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import takewhile
from typing import Any, Final

from croupier.journal.entry import JournalError
from croupier.journal.log import RoundLine, RoundLog
from croupier.lab.answers import worth
from croupier.lab.documents import number
from croupier.lab.settings import analysis_of, setting
from croupier.mathematics.analysis import (
    SEED,
    Staked,
    Value,
    coupon_of,
    scaled,
    summed,
)
from croupier.nouns.money import parse_money
from croupier.review.decisions import Decision, as_dict, decisions
from croupier.rules.house import House
from croupier.stage.round import Round
from croupier.stage.vocabulary import Close, Deal, Wager

CENT: Final = Fraction(1, 100)
MOST_KEPT: Final = 4096
"""How many values of wagers a process remembers."""


@dataclass(frozen=True)
class RoundReview:
    """What one person's seats won in a round, and why. Everything is in dollars."""

    line: RoundLine
    person: str
    seats: tuple[int, ...]
    decisions: tuple[Decision, ...]
    result: Fraction
    """The net of the seats."""
    worth: Value
    """What the wagers were worth before the deal, under best play with a full pack."""

    @cached_property
    def cost(self) -> Value:
        """What the decisions cost together."""
        return summed(one.cost for one in self.decisions)

    @cached_property
    def expected(self) -> Value:
        """What the round was worth with the decisions that were made."""
        return summed([self.worth, *(scaled(one.cost, -1) for one in self.decisions)])

    @cached_property
    def luck(self) -> Value:
        """What the cards gave beyond that."""
        costs = [one.cost for one in self.decisions]
        return summed([self.result, scaled(self.worth, -1), *costs])

    def as_dict(self) -> dict[str, Any]:
        """Return the review as plain data."""
        opened = self.line.opened
        head = {"round": self.line.number, "game": opened.game, "rulebook": opened.rulebook}
        return {
            **head,
            "table": self.line.table,
            "time": opened.stamp.time,
            "person": self.person,
            "seats": list(self.seats),
            "decisions": [head | as_dict(one, number) for one in self.decisions],
            "result": number(self.result),
            "worth": number(self.worth),
            "expected": number(self.expected),
            "luck": number(self.luck),
            "cost": number(self.cost),
            "mistakes": number(summed(one.cost for one in self.decisions if one.mistake)),
        }


def people_of(line: RoundLine) -> dict[str, tuple[int, ...]]:
    """Return who held which seats in a round; somebody without a name is called ``seat 2``."""
    named = {person: tuple(seats) for person, seats in line.opened.players.items()}
    taken = {seat for seats in named.values() for seat in seats}
    alone = {f"seat {seat}": (seat,) for seat, _ in line.opened.seats if seat not in taken}
    return named | alone


def review_round(
    log: RoundLog, person: str, seed: int = SEED, house: House | None = None
) -> RoundReview:
    """Review a finished round of somebody who played in it.

    With a house, the decisions and wagers are valued as if that had been the table's; the result
    stays what it was. Raises :class:`JournalError` if the round is unfinished, was somebody else's,
    or cannot be run again by this release.
    """
    if log.closed is None:
        raise JournalError(f"round {log.number} is not over: it can be reviewed when it is")
    seats = people_of(log).get(person)
    if seats is None:
        raise JournalError(f"{person} did not play in round {log.number}")
    unknown = set(seats) - log.opened.bankrolls.keys()
    if unknown:
        raise JournalError(f"round {log.number}: {person} holds seats that are not in the round")
    made, round = decisions(log, seats, seed, house)
    net = sum(parse_money(log.closed.result["seats"][str(seat)]["net"]) for seat in seats)
    worths = [_before_the_deal(round, seat, house or round.layout.house) for seat in seats]
    return RoundReview(log, person, seats, tuple(made), net * CENT, summed(worths))


_KEPT: Final[dict[Any, Value]] = {}
"""What wagers were worth at a house, so that it is computed once."""


def _before_the_deal(round: Round, seat: int, house: House) -> Value:
    """Return what a seat's wagers were worth before the deal, in dollars."""
    layout = round.layout
    first = analysis_of(round.game.name).first_wager
    laid = _laid_before_the_deal(round, seat)
    wagers = layout.seats[seat].wagers.values()
    staked = {wager.name: wager.amount for wager in wagers if wager.name in laid}
    if not staked.get(first):
        return Fraction(0)
    players = sum(first in other.wagers for other in layout.seats.values())
    coupon = coupon_of(round.told(f"seat:{seat}"), seat, first)
    return scaled(_worth(house, staked, staked[first], coupon, players), CENT)


def _laid_before_the_deal(round: Round, seat: int) -> set[str]:
    """Return the wagers that a seat made before the cards: the others support these."""
    before = takewhile(lambda event: not isinstance(event, Close | Deal), round.events)
    return {event.wager for event in before if isinstance(event, Wager) and event.seat == seat}


def _worth(house: House, staked: dict[str, int], stake: int, coupon: int, players: int) -> Value:
    key = house.fingerprint(), tuple(sorted(staked.items())), coupon, players
    if key not in _KEPT:
        if len(_KEPT) >= MOST_KEPT:
            _KEPT.clear()
        _KEPT[key] = worth(setting(house, stake=stake), Staked(staked, coupon, players))
    return _KEPT[key]
