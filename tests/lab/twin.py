"""Compare the kernel with the script: the same cards and strategies, and every seat's money.

The solvers say what a strategy decides, not the kernel's tables.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from croupier import games
from croupier.lab.settings import lab_house
from croupier.lab.simulate_job import Job, blocks, prepared
from croupier.lab.streams import deal, stream
from croupier.mathematics.kernels import MEMORY, Codes, Deck
from croupier.nouns.cards import DECK
from croupier.stage.actions import Action
from croupier.stage.events import Event
from croupier.stage.round import Round
from croupier.stage.table import Table
from croupier.stage.vocabulary import Burn, Deal

ENOUGH = 100_000
"""The least number of rounds of all cases of a game in ``make proof``; a test plays a fifth."""
RICH = 10**12


@dataclass(frozen=True)
class Case:
    """A table, the strategies of its seats, and how many rounds are compared."""

    rounds: int
    strategies: tuple[str, ...] = ("optimal",)
    house: Mapping[str, Any] = field(default_factory=dict)
    stake: int = 500
    side: int = 0
    state: str = "ma"

    def __str__(self) -> str:
        """Return a name for the test."""
        chosen = " ".join(f"{key}={value}" for key, value in self.house.items())
        return f"{self.state} {'+'.join(self.strategies)} {chosen or 'standard'}"

    def job(self, game: str) -> Job:
        house = lab_house(game, self.house, self.state)
        changed = tuple(house.changed().items())
        return Job(game, self.state, changed, self.strategies, self.stake, self.side, seed=7)


def kernel_nets(job: Job, rounds: int) -> Iterator[list[int]]:
    """Return what each seat wins by the kernel in each round, side wagers included."""
    for block in blocks(job, 0, rounds):
        yield from _nets(job, block.hands, block.sides)


def dealt(job: Job, rounds: int) -> list[list[int]]:
    """Return the cards that the kernel was dealt in each round, in its own order."""
    cards = np.empty((width(job), rounds), np.uint8)
    deal(stream(job.seed, 0), 0, cards)
    listed: list[list[int]] = cards.T.tolist()
    return listed


def width(job: Job) -> int:
    """Return how many cards a round takes from a deck."""
    source = prepared(job).source
    assert isinstance(source, Deck)
    return source.cards


def stacked(job: Job, rounds: int) -> list[list[int]]:
    """Return rounds of high cards in few suits, where flushes and better are common."""
    pool = sorted(range(52), key=lambda card: (card & 3, -card))[: width(job) + 3]
    rng = random.Random(job.seed)
    return [rng.sample(pool, width(job)) for _ in range(rounds)]


def nets_of(job: Job, rounds: list[list[int]]) -> list[list[int]]:
    """Return what each seat wins by the kernel in rounds with these cards."""
    made = prepared(job)
    cards = np.ascontiguousarray(np.array(rounds, np.uint8).T)
    hands = np.empty((job.seats, len(rounds)), np.uint16)
    sides = np.empty((job.seats if made.sides else 0, len(rounds)), np.uint16)
    made.play(cards, np.zeros(MEMORY, np.int64), hands, sides, np.empty(0, np.uint16))
    return _nets(job, hands, sides)


def _nets(job: Job, hands: Codes, sides: Codes) -> list[list[int]]:
    made = prepared(job)
    nets = np.array([ending.net for ending in made.hands])[hands]
    if len(sides):
        nets = nets + np.array([ending.net for ending in made.sides])[sides]
    listed: list[list[int]] = nets.T.tolist()
    return listed


def seated(job: Job, **how: Any) -> Table:
    """Return the script's table for a job."""
    seats = dict.fromkeys(range(1, job.seats + 1), RICH)
    return Table(games.load(job.game), job.setting.house, seats, **how)


def script_nets(round: Round) -> list[int]:
    """Return what each seat won by the script."""
    assert round.over
    return [seat.net for seat in round.layout.seats.values()]


class Dealing:
    """A round in which given places get given cards, in any order and with any burns between."""

    def __init__(self, table: Table, places: Mapping[str, Sequence[int]]) -> None:
        self._due = {place: [DECK[card] for card in cards] for place, cards in places.items()}
        taken = {card for cards in self._due.values() for card in cards}
        self._others = [card for card in DECK if card not in taken]
        self.round = table.begin(hold=_leaves_the_deck)

    def act(self, actions: Iterable[Action]) -> None:
        """Say an action, and deal what follows from it."""
        for action in actions:
            self.round.act(action)
            while (step := self.round.pending) is not None:
                self._put_on_top(step)
                self.round.proceed()

    def _put_on_top(self, step: Event) -> None:
        shoe = self.round.layout.shoe
        card = self._due[step.place].pop(0) if isinstance(step, Deal) else self._others.pop()
        at = shoe.cards.index(card, shoe.pos)
        shoe.cards[at], shoe.cards[shoe.pos] = shoe.cards[shoe.pos], card


def _leaves_the_deck(step: Event) -> bool:
    return isinstance(step, Deal | Burn)


def speaker(game: str) -> Callable[[str], Action]:
    """Return a function that parses each action once."""
    known: dict[str, Action] = {}
    grammar = games.load(game).grammar

    def say(words: str) -> Action:
        if words not in known:
            known[words] = grammar.parse(words)
        return known[words]

    return say


def compare(
    job: Job, number: int, cards: Sequence[int], kernel: list[int], script: list[int]
) -> None:
    """Assert that every seat's net is the same. The message says where to look."""
    names = " ".join(DECK[card] for card in cards)
    assert kernel == script, f"round {number} of {job}: kernel, then script; cards {names}"
