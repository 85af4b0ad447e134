"""The same moment twice: what a seat sees, and the same with other people's cards exchanged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from croupier.nouns.cards import Card
from croupier.stage.round import Round
from tests.conformance.tables import LONGEST, Seating, anything_legal, at, seatings, watching
from tests.conformance.test_hidden import Knowledge, dealt_otherwise

TABLES = 40_000
"""More than enough tables for every test."""


@dataclass(frozen=True)
class Moment:
    """A seat at a moment of a random round."""

    seating: Seating
    round: Round
    seat: int
    cards: list[Card]
    """The pack, as it was before the deal."""
    knowledge: Knowledge
    random: Random

    def exchanged(self) -> Round | None:
        """Exchange every card that the seat has not seen; None if that leads to another moment."""
        viewer = f"seat:{self.seat}"
        hidden = [i for i, c in enumerate(self.cards) if not self.knowledge.knows(viewer, c)]
        return dealt_otherwise(self.seating, self.round, viewer, hidden, self.random)


def moments(game: str) -> Iterator[Moment]:
    """Yield every seat at every moment of random rounds, at random tables of a game."""
    for seating in seatings(game, TABLES, "company"):
        random, knowledge = seating.random("company"), Knowledge()
        with at(seating), watching(knowledge.look):
            round = seating.begin(seating.table())
            cards = list(round.layout.shoe.cards)
            for _ in range(LONGEST):
                for seat in round.layout.seats:
                    yield Moment(seating, round, seat, cards, knowledge, random)
                if round.over:
                    break
                seating.act(round, anything_legal(random, round))
