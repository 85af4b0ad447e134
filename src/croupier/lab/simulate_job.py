"""What is simulated, and the part of it that one worker does: plain data in, exact counts out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier import games
from croupier.lab.sessions import Session, SessionTotals, walk
from croupier.lab.settings import lab_house, needing_packages, setting
from croupier.lab.streams import ALGORITHM, Key, deal, shuffle, stream
from croupier.mathematics.analysis import Setting
from croupier.mathematics.compiled import compiled
from croupier.mathematics.kernels import (
    MEMORY,
    ROUND,
    SHOE,
    Codes,
    Deck,
    Endings,
    Kernel,
    Party,
    Prepared,
)
from croupier.nouns.reasons import MalformedError

Counts = NDArray[np.int64]

CHUNK: Final = 1 << 20
"""About so many rounds have a stream of random numbers of their own."""
BLOCK: Final = 4096
"""So many rounds are dealt and played at once, in the processor's nearer caches."""
MOST: Final = 1 << 31
"""Cents that a round may turn over: their squares are summed in two halves of 64 bits."""
_LOWER: Final = (1 << 32) - 1


@dataclass(frozen=True)
class Job:
    """A table and how everybody plays there: all that a worker needs to know, as data that travels."""

    game: str
    state: str
    house: tuple[tuple[str, Any], ...]
    """The keys that differ from the defaults."""
    strategies: tuple[str, ...]
    """Of each seat."""
    stake: int
    side: int = 0
    seed: int = 1
    session: Session | None = None
    """Follow the player in seat 1 through sessions."""
    pairs: bool = False
    """Count by mark, and the first two seats together: for comparisons."""

    @property
    def seats(self) -> int:
        """How many play, one strategy each."""
        return len(self.strategies)

    @property
    def chunk(self) -> int:
        """The rounds of a chunk: whole sessions, if there are any."""
        length = self.session.rounds if self.session else 1
        return max(CHUNK // length, 1) * length

    @property
    def table(self) -> Job:
        """The same table and play, whatever is dealt there: what tables and exact values depend on."""
        return replace(self, seed=0, session=None, pairs=False)

    @property
    def setting(self) -> Setting:
        """The table for the lab."""
        return setting(lab_house(self.game, dict(self.house), self.state), stake=self.stake)

    def settings(self) -> dict[str, Any]:
        """Everything that the totals depend on, but for the number of rounds, as plain data."""
        return {
            "algorithm": ALGORITHM,
            "game": self.game,
            "rulebook": self.state,
            "house": {key: str(value) for key, value in self.house},
            "strategies": list(self.strategies),
            "stake": self.stake,
            "side": self.side,
            "seed": self.seed,
            "session": list(self.session) if self.session else None,
            "pairs": self.pairs,
        }


def kernel_of(game: str) -> Kernel:
    """A game's kernel; :class:`~croupier.lab.settings.LabMissingError` without one, or without the lab's extras."""
    with needing_packages(game):
        return games.kernel_of(game)


def prepared(job: Job) -> Prepared:
    """The job's tables, made once in a process."""
    return _prepared(job.table)


@lru_cache(maxsize=16)
def _prepared(job: Job) -> Prepared:
    made = kernel_of(job.game).prepare(Party(job.setting, job.strategies, job.side))
    most = job.seats * max(abs(ending.net) for ending in (*made.hands, *made.sides))
    if most >= MOST:
        raise MalformedError("such amounts are too great to be simulated exactly")
    return made


# --- totals ----------------------------------------------------------------------------------------------


@dataclass
class Totals:
    """What so many rounds came to, in counts: adding up totals in any order gives the same."""

    rounds: int
    hands: Counts
    """``[seat, ending]``: how often."""
    sides: Counts
    squares: tuple[int, int]
    """Of all seats' nets in a round together, summed: the hands', the side wagers'."""
    pairs: Counts
    """``[mark, ending of seat 1, ending of seat 2]``, if asked for."""
    sessions: SessionTotals | None = None

    def __add__(self, other: Totals) -> Totals:
        return Totals(
            self.rounds + other.rounds,
            self.hands + other.hands,
            self.sides + other.sides,
            (self.squares[0] + other.squares[0], self.squares[1] + other.squares[1]),
            self.pairs + other.pairs,
            self.sessions + other.sessions if self.sessions and other.sessions else None,
        )

    def plain(self) -> dict[str, Any]:
        """As data for a file."""
        return {
            "rounds": self.rounds,
            "hands": self.hands.tolist(),
            "sides": self.sides.tolist(),
            "squares": list(self.squares),
            "pairs": self.pairs.tolist(),
            "sessions": self.sessions.plain() if self.sessions else None,
        }

    @classmethod
    def read(cls, plain: Mapping[str, Any], like: Totals) -> Totals:
        """Totals from such data, of the same shape as others."""

        def counts(name: str) -> Counts:
            return np.array(plain[name], np.int64).reshape(getattr(like, name).shape)

        sessions = SessionTotals.read(plain["sessions"]) if plain["sessions"] else None
        one, other = plain["squares"]
        return cls(
            plain["rounds"],
            counts("hands"),
            counts("sides"),
            (one, other),
            counts("pairs"),
            sessions,
        )


def nothing(job: Job) -> Totals:
    """The totals of no rounds at all."""
    made = prepared(job)
    seats = job.seats
    width = len(made.hands) if job.pairs else 0
    return Totals(
        rounds=0,
        hands=np.zeros((seats, len(made.hands)), np.int64),
        sides=np.zeros((seats if made.sides else 0, len(made.sides)), np.int64),
        squares=(0, 0),
        pairs=np.zeros((len(made.marks) if job.pairs else 0, width, width), np.int64),
        sessions=SessionTotals() if job.session else None,
    )


# --- a worker's part -------------------------------------------------------------------------------------


class Block(NamedTuple):
    """The endings of some rounds, ``[seat, round]``, and their marks."""

    hands: Codes
    sides: Codes
    marks: Codes


def blocks(job: Job, chunk: int, rounds: int) -> Iterator[Block]:
    """A chunk's rounds, from its first on."""
    made = prepared(job)
    key = stream(job.seed, chunk)
    memory = np.zeros(MEMORY, np.int64)
    memory[ROUND] = chunk * job.chunk
    if isinstance(made.source, Deck):
        for first in range(0, rounds, BLOCK):
            block = _empty(job, made, min(BLOCK, rounds - first))
            cards = np.empty((made.source.cards, block.hands.shape[1]), np.uint8)
            deal(key, first, cards)
            made.play(cards, memory, *block)
            yield block
    else:
        yield from _from_shoes(job, made, key, memory, rounds)


def _from_shoes(job: Job, made: Prepared, key: Key, memory: Counts, rounds: int) -> Iterator[Block]:
    source = made.source
    assert not isinstance(source, Deck)
    shoes = np.empty((max(1, 2 * BLOCK // source.cards), source.cards), np.uint8)
    first = done = 0
    while done < rounds:
        shuffle(key, first, source.decks, shoes)
        memory[SHOE] = 0
        while memory[SHOE] < len(shoes) and done < rounds:
            block = _empty(job, made, min(BLOCK, rounds - done))
            played = made.play(shoes, memory, *block)
            done += played
            yield Block(block.hands[:, :played], block.sides[:, :played], block.marks[:played])
        first += len(shoes)


def _empty(job: Job, made: Prepared, rounds: int) -> Block:
    return Block(
        np.empty((job.seats, rounds), np.uint16),
        np.empty((job.seats if made.sides else 0, rounds), np.uint16),
        np.empty(rounds if job.pairs else 0, np.uint16),
    )


@compiled
def _count(codes: Codes, counts: Counts) -> None:
    for seat in range(codes.shape[0]):
        for n in range(codes.shape[1]):
            counts[seat, codes[seat, n]] += 1


@compiled
def _count_pairs(codes: Codes, marks: Codes, counts: Counts) -> None:
    for n in range(codes.shape[1]):
        counts[marks[n], codes[0, n], codes[1, n]] += 1


@compiled
def _square(codes: Codes, nets: Counts, halves: Counts) -> None:
    """Add the squares of the seats' nets together, the lower and the upper half of each apart."""
    for n in range(codes.shape[1]):
        net = 0
        for seat in range(codes.shape[0]):
            net += nets[codes[seat, n]]
        halves[0] += net * net & _LOWER
        halves[1] += net * net >> 32


def nets(endings: Endings) -> Counts:
    """By number, in cents."""
    return np.array([ending.net for ending in endings], np.int64)


def squared(counts: Counts, endings: Endings) -> int:
    """The sum of squares where every round has one hand."""
    return sum(int(n) * e.net**2 for n, e in zip(counts[0], endings, strict=True))


class _Squares:
    """Squares of what all seats win together: summed round by round only where there are several."""

    def __init__(self, endings: Endings) -> None:
        self._endings = endings
        self._nets = nets(endings)
        self._halves = np.zeros(2, np.int64)

    def add(self, codes: Codes) -> None:
        if len(codes) > 1:
            _square(codes, self._nets, self._halves)

    def total(self, counts: Counts) -> int:
        if len(counts) == 1:
            return squared(counts, self._endings)
        return int(self._halves[0]) + (int(self._halves[1]) << 32)


def run_chunk(job: Job, chunk: int, rounds: int) -> Totals:
    """Play a chunk's rounds, or as many of them as wanted."""
    made, totals = prepared(job), nothing(job)
    hands, sides = _Squares(made.hands), _Squares(made.sides)
    followed: list[tuple[Codes, Codes]] = []
    for block in blocks(job, chunk, rounds):
        _count(block.hands, totals.hands)
        _count(block.sides, totals.sides)
        hands.add(block.hands)
        sides.add(block.sides)
        if job.pairs:
            _count_pairs(block.hands, block.marks, totals.pairs)
        if job.session:
            followed.append((block.hands[0], block.sides[:1].ravel()))
    totals.rounds = rounds
    totals.squares = hands.total(totals.hands), sides.total(totals.sides)
    if job.session:
        hand, side = (np.concatenate(parts) for parts in zip(*followed, strict=True))
        totals.sessions = walk(job.session, made, hand, side)
    return totals


def run(job: Job, first: int, rounds: int) -> Totals:
    """Play so many rounds from a chunk on; one task of a worker."""
    totals = nothing(job)
    for chunk in range(first, first - (-rounds // job.chunk)):
        left = rounds - (chunk - first) * job.chunk
        totals += run_chunk(job, chunk, min(left, job.chunk))
    return totals
