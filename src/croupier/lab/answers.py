"""The lab's answers to questions, after checking that the questions make sense."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from croupier.lab.settings import analysis_of, lab_house, needing_packages
from croupier.mathematics.analysis import (
    Analysis,
    Answer,
    Choice,
    FoundRule,
    Others,
    Question,
    Setting,
    Situation,
    StrategyCard,
)
from croupier.mathematics.figures import Figures
from croupier.nouns.cards import UNKNOWN, Card, CardError, too_many
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
) -> list[Choice]:
    """Return what each choice in a situation is worth.

    Cards that nobody has seen (``??``) are left out. Raises :class:`CardError` if the cards do not
    make up a situation in which the game has a decision.
    """
    analysis = analysis_of(table.house.book.game)
    own, laid, others = known(hand), known(table_cards), known(seen)
    if (len(own), len(laid)) not in analysis.shapes:
        raise CardError(
            f"a decision in {table.house.book.game} takes {_shapes(analysis)}, "
            f"not {len(own)} and {len(laid)}"
        )
    _check_copies(analysis, table, (*own, *laid, *others))
    _check_players(analysis, table, players)
    now = Situation(own, laid, others, _others(others, players, len(laid)))
    return analysis.advise(table, now)


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


def known(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards without those that nobody has seen."""
    return tuple(card for card in cards if card != UNKNOWN)


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


def _others(seen: tuple[Card, ...], players: int, street: int) -> Others:
    """Return the other players; the seen cards are theirs if the number is right for them."""
    count = players - 1
    if count and len(seen) == count * street:
        shown = tuple(seen[n * street : (n + 1) * street] for n in range(count))
    else:
        shown = ((),) * count
    return Others(shown, (False,) * count)
