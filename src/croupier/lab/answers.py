"""The lab's answers to questions, after checking that the questions make sense."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from croupier.lab.settings import analysis_of, lab_house, needing_packages
from croupier.lab.sight import read
from croupier.mathematics.analysis import (
    SEED,
    Analysis,
    Answer,
    Choice,
    FoundRule,
    Question,
    Setting,
    Situation,
    Staked,
    StrategyCard,
    Value,
)
from croupier.mathematics.figures import Figures
from croupier.nouns.cards import Card, CardError, too_many
from croupier.nouns.reasons import MalformedError
from croupier.rules.house import House, HouseError

OPTIMAL: Final = Question()


def odds(table: Setting, asked: Question = OPTIMAL) -> Answer:
    """Return the exact figures of a strategy at a table.

    Raises :class:`MalformedError` if the game has no such strategy or cannot answer the question.
    """
    analysis = analysis_of(table.house.book.game)
    _check_strategy(analysis, table, asked.strategy)
    if asked.seen and not analysis.takes_seen:
        raise MalformedError(
            f"the odds of {table.house.book.game} are for a whole deck: "
            "use advise for a decision with cards seen"
        )
    _check_players(analysis, table, asked.players)
    _check_copies(analysis, table, asked.seen)
    with needing_packages(table.house.book.game):  # such as numpy, for the strategy card
        return analysis.odds(table, asked)


def advise(
    table: Setting,
    hand: Iterable[Card] = (),
    table_cards: Iterable[Card] = (),
    seen: Iterable[Card] = (),
    *,
    players: int = 1,
    coupon: int = 0,
    seed: int = SEED,
) -> list[Choice]:
    """Return what each choice in a situation is worth, with a coupon in cents.

    :mod:`croupier.lab.sight` says what ``seen`` may tell of other players. Raises
    :class:`CardError` if the cards do not make up a situation in which the game has a decision.
    """
    return advise_in(table, read(hand, table_cards, seen, players=players, seed=seed), coupon)


def advise_in(table: Setting, now: Situation, coupon: int = 0) -> list[Choice]:
    """Return what each choice in a situation is worth, after checking that it is one."""
    analysis = analysis_of(table.house.book.game)
    if (len(now.hand), len(now.table)) not in analysis.shapes:
        raise CardError(
            f"a decision in {table.house.book.game} takes {_shapes(analysis)}, "
            f"not {len(now.hand)} and {len(now.table)}"
        )
    theirs = [card for cards in now.others.open for card in cards]
    _check_copies(analysis, table, (*now.hand, *now.table, *theirs, *now.seen))
    _check_players(analysis, table, 1 + len(now.others.open))
    return analysis.advise(table, replace(now, coupon=coupon) if coupon else now)


def worth(table: Setting, staked: Staked) -> Value:
    """Return what wagers are worth before the deal under best play, in cents.

    The pack is full, and the stake of the table is the first wager.
    """
    analysis = analysis_of(table.house.book.game)
    if analysis.worth is not None:
        return analysis.worth(table, staked)
    return table.stake * analysis.odds(table, Question(brief=True)).figures.ev


def strategy(table: Setting) -> StrategyCard:
    """Return the strategy as a card that a person can carry, with its exact cost."""

    def search(*situations: Any, **limits: Any) -> list[FoundRule]:
        from croupier.lab.rules import search  # imported late: not every game's card needs numpy

        with table.keeper.watch("looking for rules") as report:
            return search(*situations, **limits, report=report)

    with needing_packages(table.house.book.game):
        return analysis_of(table.house.book.game).card(table, search)


@dataclass(frozen=True)
class Edge:
    """The house edge on a wager under one reading of an unclear clause."""

    finding: str
    reading: str
    default: bool
    wager: str
    edge: Fraction
    note: str


def readings(table: Setting, strategy: str = "optimal") -> list[Edge]:
    """Return the house edge under every reading that changes the mathematics.

    Everything else stays as at the table.
    """
    chosen = table.house
    book = chosen.book
    analysis = analysis_of(book.game)
    _check_strategy(analysis, table, strategy)
    edges = []
    for about in analysis.readings:
        for reading in book.findings[about.finding].readings:
            other = replace(table, house=_reread(chosen, about.finding, reading))
            wagers = figures_by_wager(
                analysis, analysis.odds(other, Question(strategy, brief=True))
            )
            if about.wager in wagers:
                default = reading == book.findings[about.finding].readings[0]
                edge = wagers[about.wager].house_edge
                edges.append(Edge(about.finding, reading, default, about.wager, edge, about.note))
    return edges


def figures_by_wager(analysis: Analysis, answer: Answer) -> dict[str, Figures]:
    """Return the figures of the first wager and of each side wager offered, by wager name."""
    sides = {name: side.figures for name, side in answer.side_wagers.items()}
    return {analysis.first_wager: answer.figures, **sides}


def _reread(chosen: House, finding: str, reading: str) -> House:
    """Return the same house under another reading, without the keys that reading forbids."""
    given = {**chosen.changed(), f"rulings.{finding}": reading}
    while True:
        try:
            return lab_house(chosen.book.game, given, chosen.book.state)
        except HouseError as error:
            barred = {breach.key for breach in error.breaches}
            kept = {key: value for key, value in given.items() if key not in barred}
            if len(kept) == len(given):
                raise
            given = kept


# --- checks ---------------------------------------------------------------------------------------


def _check_strategy(analysis: Analysis, table: Setting, strategy: str) -> None:
    if strategy not in analysis.strategies:
        raise MalformedError(
            f"{table.house.book.game} has no strategy {strategy!r}: "
            f"it has {', '.join(analysis.strategies)}"
        )


def _check_players(analysis: Analysis, table: Setting, players: int) -> None:
    most = analysis.most_players
    if not 1 <= players <= most:
        bound = f"1 to {most} players" if most > 1 else "one player: others make no difference"
        raise MalformedError(f"the values of {table.house.book.game} are for {bound}")


def _check_copies(analysis: Analysis, table: Setting, cards: Sequence[Card]) -> None:
    decks = analysis.decks(table.house)
    double = None if decks is None else too_many(cards, decks)
    if double is not None:
        copies = "once" if decks == 1 else f"{decks} times"
        raise CardError(f"{double} is given more than {copies}: the decks do not hold that many")


def _shapes(analysis: Analysis) -> str:
    return " or ".join(
        f"{hand} card{'s'[: hand != 1]} in the hand and {table} on the table"
        for hand, table in analysis.shapes
    )
