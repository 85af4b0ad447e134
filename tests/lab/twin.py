"""The kernel beside the script: the same cards and the same strategies, and every seat's money compared.

What a strategy decides is looked up in the solvers, not in the kernel's tables.
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
"""What the rounds of a game's cases add up to, at least."""
RICH = 10**12


@dataclass(frozen=True)
class Case:
    """A table, who sits there, and how many rounds are compared."""

    rounds: int
    strategies: tuple[str, ...] = ("optimal",)
    house: Mapping[str, Any] = field(default_factory=dict)
    stake: int = 500
    side: int = 0
    state: str = "ma"

    def __str__(self) -> str:
        """A name for the test."""
        chosen = " ".join(f"{key}={value}" for key, value in self.house.items())
        return f"{self.state} {'+'.join(self.strategies)} {chosen or 'standard'}"

    def job(self, game: str) -> Job:
        house = lab_house(game, self.house, self.state)
        changed = tuple(house.changed().items())
        return Job(game, self.state, changed, self.strategies, self.stake, self.side, seed=7)


def kernel_nets(job: Job, rounds: int) -> Iterator[list[int]]:
    """Round by round, what each seat wins by the kernel, side wagers included."""
    for block in blocks(job, 0, rounds):
        yield from _nets(job, block.hands, block.sides)


def dealt(job: Job, rounds: int) -> list[list[int]]:
    """Round by round, the cards that the kernel was dealt from a deck, in its own order."""
    cards = np.empty((width(job), rounds), np.uint8)
    deal(stream(job.seed, 0), 0, cards)
    listed: list[list[int]] = cards.T.tolist()
    return listed


def width(job: Job) -> int:
    """How many cards a round takes from a deck."""
    source = prepared(job).source
    assert isinstance(source, Deck)
    return source.cards


def stacked(job: Job, rounds: int) -> list[list[int]]:
    """Rounds from the high cards of few suits: flushes and better come by the dozen."""
    pool = sorted(range(52), key=lambda card: (card & 3, -card))[: width(job) + 3]
    rng = random.Random(job.seed)
    return [rng.sample(pool, width(job)) for _ in range(rounds)]


def nets_of(job: Job, rounds: list[list[int]]) -> list[list[int]]:
    """What each seat wins by the kernel in rounds with these cards."""
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
    """The script's table for a job."""
    seats = dict.fromkeys(range(1, job.seats + 1), RICH)
    return Table(games.load(job.game), job.setting.house, seats, **how)


def script_nets(round: Round) -> list[int]:
    """What each seat won by the script."""
    assert round.over
    return [seat.net for seat in round.layout.seats.values()]


class Dealing:
    """A round in which given places get given cards: in whatever order, whatever is burned between."""

    def __init__(self, table: Table, places: Mapping[str, Sequence[int]]) -> None:
        self._due = {place: [DECK[card] for card in cards] for place, cards in places.items()}
        taken = {card for cards in self._due.values() for card in cards}
        self._others = [card for card in DECK if card not in taken]
        self.round = table.begin(hold=_leaves_the_deck)

    def act(self, actions: Iterable[Action]) -> None:
        """Say something, and deal what follows from it."""
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
    """Actions from words, each parsed once."""
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
    """Every seat's net is the same; otherwise the message says where to look."""
    names = " ".join(DECK[card] for card in cards)
    assert kernel == script, f"round {number} of {job}: kernel, then script; cards {names}"
