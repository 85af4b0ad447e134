"""A simulation job, and the part of it that one worker does: plain data in, exact counts out."""

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
"""About how many rounds share one stream of random numbers."""
BLOCK: Final = 4096
"""How many rounds are dealt and played at once, to stay in the processor's nearer caches."""
MOST: Final = 1 << 31
"""The most cents that a round may win or lose: squares are summed in two halves of 64 bits."""
_LOWER: Final = (1 << 32) - 1


@dataclass(frozen=True)
class Job:
    """A table and how each seat plays: all that a worker needs, as data that can be sent to it."""

    game: str
    state: str
    house: tuple[tuple[str, Any], ...]
    """The keys that differ from the defaults."""
    strategies: tuple[str, ...]
    """The strategy of each seat."""
    stake: int
    side: int = 0
    seed: int = 1
    session: Session | None = None
    """If given, follow the player in seat 1 through sessions."""
    pairs: bool = False
    """Whether to count the first two seats jointly, by mark, for comparisons."""

    @property
    def seats(self) -> int:
        """The number of seats, each with a strategy."""
        return len(self.strategies)

    @property
    def chunk(self) -> int:
        """The number of rounds in a chunk; a whole number of sessions, if there are any."""
        length = self.session.rounds if self.session else 1
        return max(CHUNK // length, 1) * length

    @property
    def table(self) -> Job:
        """The job without seed, session and pairs, which exact values do not depend on."""
        return replace(self, seed=0, session=None, pairs=False)

    @property
    def setting(self) -> Setting:
        """The table as the lab takes it."""
        return setting(lab_house(self.game, dict(self.house), self.state), stake=self.stake)

    def settings(self) -> dict[str, Any]:
        """Return everything the totals depend on, except the number of rounds, as plain data."""
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
    """Return a game's kernel.

    Raises :class:`~croupier.lab.settings.LabMissingError` if it has none, or if the lab's extras
    are not installed.
    """
    with needing_packages(game):
        return games.kernel_of(game)


def prepared(job: Job) -> Prepared:
    """Return the job's lookup tables, which are made once in a process."""
    return _prepared(job.table)


@lru_cache(maxsize=16)
def _prepared(job: Job) -> Prepared:
    made = kernel_of(job.game).prepare(Party(job.setting, job.strategies, job.side))
    most = job.seats * max(abs(ending.net) for ending in (*made.hands, *made.sides))
    if most >= MOST:
        raise MalformedError("these amounts are too large to be simulated exactly")
    return made


# --- totals ---------------------------------------------------------------------------------------


@dataclass
class Totals:
    """The results of a number of rounds, as counts, which can be added in any order."""

    rounds: int
    hands: Counts
    """``[seat, ending]``: how often each ending occurred."""
    sides: Counts
    squares: tuple[int, int]
    """The sums of the squared net of all seats in a round, for the hands and the side wagers."""
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
        """Return the totals as data for a file."""
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
        """Read totals from the data of a file, in the shape of the given ones."""

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
    """Return the totals of no rounds at all."""
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


# --- a worker's part ------------------------------------------------------------------------------


class Block(NamedTuple):
    """The endings of some rounds, ``[seat, round]``, and their marks."""

    hands: Codes
    sides: Codes
    marks: Codes


def blocks(job: Job, chunk: int, rounds: int) -> Iterator[Block]:
    """Yield a chunk's rounds in blocks, from the first round on."""
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
    """Add the squares of the seats' joint nets, their lower and upper halves separately."""
    for n in range(codes.shape[1]):
        net = 0
        for seat in range(codes.shape[0]):
            net += nets[codes[seat, n]]
        halves[0] += net * net & _LOWER
        halves[1] += net * net >> 32


def nets(endings: Endings) -> Counts:
    """Return the net of each ending, in cents."""
    return np.array([ending.net for ending in endings], np.int64)


def squared(counts: Counts, endings: Endings) -> int:
    """Return the sum of squares where every round has one hand."""
    return sum(int(n) * e.net**2 for n, e in zip(counts[0], endings, strict=True))


class _Squares:
    """The squares of all seats' joint nets, summed by round only where there are several seats."""

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
    """Play the first rounds of a chunk."""
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
    """Play this many rounds from the start of a chunk on; this is one task of a worker."""
    totals = nothing(job)
    for chunk in range(first, first - (-rounds // job.chunk)):
        left = rounds - (chunk - first) * job.chunk
        totals += run_chunk(job, chunk, min(left, job.chunk))
    return totals
