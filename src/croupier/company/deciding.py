"""What house players say, and how long they think about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from croupier import games
from croupier.company.seeing import SeatView
from croupier.company.solved import analysis_for, plays_of
from croupier.company.strategies import STRATEGIES, Strategy
from croupier.nouns.reasons import MalformedError
from croupier.stage.actions import Amount, Fixed, Offer

THINKING: Final = (0.7, 2.0)
"""The least and the most seconds that a house player thinks."""


def decide(view: SeatView, strategy: str) -> str:
    """Return what a house player says to the question before it, without its seat.

    It is always one of the seat's offers: the strategy's choice, with the largest amount allowed.
    Where the strategy knows nothing, the game's mathematics says what is usual; failing that, the
    house player declines to stake more, unless its strategy is a loose one. It is safe to call from
    any thread. :class:`MalformedError` if the seat is not asked anything.
    """
    chosen = strategy_of(strategy)
    answers = view.answers
    if not answers:
        raise MalformedError(f"seat {view.seat} has nothing to decide")
    for words in _wanted(view, chosen):
        for offer in answers:
            if _words(offer) == words:
                return _said(offer)
    declines = games.load(view.game).declines
    return _said(next((o for o in answers if (o.verb in declines) != chosen.stakes), answers[0]))


def wagers(view: SeatView, strategy: str) -> list[str]:
    """Return what a house player says before the deal: the least first wager, or nothing.

    It places no side wagers, and nothing if its wager lies there or it cannot afford one.
    """
    strategy_of(strategy)
    first = games.load(view.game).first_wager
    if first in view.placed:
        return []
    for offer in view.offers:
        verb, (wager, *amounts) = offer.verb, (*offer.args, "")
        if (verb, wager) == ("wager", first) and _plain(amounts):
            return [_said(offer, least=True)]
    return []


def pause(random: Random) -> float:
    """Return how many seconds a house player thinks. It knows nothing of seat, cards or round."""
    return random.uniform(*THINKING)


def strategy_of(name: str) -> Strategy:
    """Return a strategy by its name; :class:`MalformedError` if there is none."""
    if name not in STRATEGIES:
        known = ", ".join(STRATEGIES)
        raise MalformedError(f"house players do not play {name!r}: they play {known}")
    return STRATEGIES[name]


def _wanted(view: SeatView, chosen: Strategy) -> Iterator[str]:
    """Yield what the strategy says here, then what is usual in this game."""
    if view.situation is not None:
        plays = plays_of(view.house, chosen.name)
        if plays is not None:
            yield plays(view.situation)
    analysis = analysis_for(view.game)
    if analysis is not None:
        yield from analysis.otherwise


def _words(offer: Offer) -> str:
    """Return an offer without its amounts."""
    return " ".join([offer.verb, *(part for part in offer.args if isinstance(part, str))])


def _plain(amounts: Sequence[object]) -> bool:
    """Return whether these are one amount and nothing else: no coupon, no cash."""
    return isinstance(amounts[0], Amount | Fixed) and amounts[1:] == [""]


def _said(offer: Offer, *, least: bool = False) -> str:
    action = offer.action((lambda part: part.low) if least else (lambda part: part.high))
    return str(action).partition(" ")[2]
