"""The solved game: every situation's showdowns, the worth of decisions, the file it is kept in.

A table belongs to a reading of finding D-03 and to nothing else: payouts, limits, rounding and ties
are applied afterwards, by a :class:`~croupier.games.double_cross_poker.solver_payoff.Payoff`.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, Final, get_args

import numpy as np
from numpy.typing import NDArray

from croupier.games.double_cross_poker.solver import DEALS, TIE, Counts, solve
from croupier.games.double_cross_poker.solver_payoff import Moments, Payoff, Showdowns, moments
from croupier.games.double_cross_poker.solver_situations import (
    KIND_CLASSES,
    RANK_CLASSES,
    SITUATIONS,
    Ints,
    Situations,
    classes,
    situations,
)
from croupier.nouns.cards import INDEX, Card, CardError, too_many
from croupier.nouns.hands import Category, Comparison

VERSION: Final = 1
_MAGIC: Final = b"croupier double-cross-poker table\n"
_ROWS: Final = [int(np.prod(shape)) for shape in (RANK_CLASSES, KIND_CLASSES, KIND_CLASSES)]

Decisions = NDArray[np.int8]
"""By situation, a number of :data:`DECISIONS`."""
DECISIONS: Final = ("fold", "vertical", "horizontal", "either")
"""``either`` plays with both axes worth the same; its outcomes are those of the vertical axis."""
FOLD, VERTICAL, HORIZONTAL, EITHER = range(len(DECISIONS))


class TableError(ValueError):
    """A file that is no table, is damaged, or was written by a newer version."""


@dataclass(frozen=True, slots=True)
class Figures:
    """A strategy's exact figures, per ante."""

    moments: Moments
    average_wager: Fraction
    decisions: Mapping[str, Fraction]
    """How often each of :data:`DECISIONS` is made, per round dealt."""
    outcomes: Mapping[str, Fraction]
    """``fold``, ``lose``, ``push`` and ``win-`` with the name of each category."""


class Table:
    """The solved game under one reading of finding D-03."""

    def __init__(self, reading: Comparison, counts: Counts) -> None:
        self.reading = reading
        self.counts = counts

    @classmethod
    def solved(
        cls, reading: Comparison = "standard", progress: Callable[[int, int], None] | None = None
    ) -> Table:
        """Solve the game anew: some seconds."""
        return cls(reading, solve(reading, progress=progress))

    @property
    def situations(self) -> Situations:
        """What the rows of :attr:`showdowns` are about, in the same order."""
        return situations()

    @cached_property
    def showdowns(self) -> Ints:
        """By situation: wins by category, ties and losses on the vertical axis. Those on the horizontal
        axis are in the row of the situation's mirror."""
        parts = zip(self.counts, self.situations.classes, strict=True)
        counted = np.sum([table[where] for table, where in parts], axis=0, dtype=np.int64)
        return np.column_stack([counted, DEALS - counted.sum(axis=1)])

    def look_up(self, hand: Sequence[Card], far: Card, right: Card) -> tuple[Showdowns, Showdowns]:
        """How the vertical and the horizontal axis fare in a situation, no other card seen."""
        cards = [*hand, far, right]
        if len(hand) != 2 or too_many(cards) or not INDEX.keys() >= set(cards):
            raise CardError("a situation is two own cards, the far and the right card, all known")
        a, b, f, r = (np.array(INDEX[card]) for card in cards)
        return self._look_up(a, b, f, r), self._look_up(a, b, r, f)

    def _look_up(self, first: Ints, second: Ints, open_end: Ints, other: Ints) -> Showdowns:
        parts = zip(self.counts, classes(first, second, open_end, other), strict=True)
        rows = (table[where] for table, where in parts)
        *wins, ties = map(sum, zip(*(row.tolist() for row in rows), strict=True))
        return Showdowns(tuple(wins), ties, DEALS - sum(wins) - ties)

    def values(self, payoff: Payoff) -> tuple[Ints, Ints, int]:
        """By situation, the vertical and the horizontal axis and folding: sums of nets over all deals."""
        # Sums that might outgrow 64 bits are kept as Python's own integers.
        narrow = max(map(abs, payoff.nets)) * DEALS < 2**63
        kind: Any = np.int64 if narrow else object
        vertical = self.showdowns.astype(kind) @ np.array(payoff.nets, dtype=kind)
        return vertical, vertical[self.situations.mirror], payoff.fold * DEALS

    def odds(self, payoff: Payoff, decisions: Decisions) -> Figures:
        """The exact figures of deciding so."""
        size, mirror = self.situations.size, self.situations.mirror
        made = [int(size[decisions == choice].sum()) for choice in range(len(DECISIONS))]
        down = np.isin(decisions, (VERTICAL, EITHER))
        across = decisions == HORIZONTAL
        ended = size[down] @ self.showdowns[down] + size[across] @ self.showdowns[mirror[across]]
        names = [*(f"win-{category.slug}" for category in Category), "push", "lose", "fold"]
        counts = [*ended.tolist(), made[FOLD] * DEALS]
        nets = [*payoff.nets, payoff.fold]
        folds = Fraction(made[FOLD], SITUATIONS)
        return Figures(
            moments=moments(payoff.ante, list(zip(nets, counts, strict=True))),
            average_wager=folds + 3 * (1 - folds),
            decisions={
                name: Fraction(count, SITUATIONS)
                for name, count in zip(DECISIONS, made, strict=True)
            },
            outcomes={
                name: Fraction(count, SITUATIONS * DEALS)
                for name, count in zip(names, counts, strict=True)
            },
        )

    def keep(self, path: Path) -> None:
        """Write the table to a file, whole or not at all."""
        # Column after column: a category's counts are alike and pack better.
        columns = np.vstack(self.counts).astype("<i4").tobytes(order="F")
        header = {
            "version": VERSION,
            "reading": self.reading,
            "sha256": hashlib.sha256(columns).hexdigest(),
        }
        part = path.with_name(path.name + f".{os.getpid()}")
        try:
            part.write_bytes(_MAGIC + json.dumps(header).encode() + b"\n" + lzma.compress(columns))
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)

    @classmethod
    def load(cls, path: Path) -> Table:
        """Read a kept table; :class:`TableError` if it is not sound."""
        content = path.read_bytes()
        try:
            if not content.startswith(_MAGIC):
                raise ValueError("it does not begin as one")
            line, packed = content.removeprefix(_MAGIC).split(b"\n", 1)
            header = json.loads(line)
            if header["version"] != VERSION:
                raise ValueError(f"its version is {header['version']}, not {VERSION}")
            if header["reading"] not in get_args(Comparison):
                raise ValueError(f"its reading {header['reading']!r} is unknown")
            columns = lzma.decompress(packed)
            if hashlib.sha256(columns).hexdigest() != header["sha256"]:
                raise ValueError("its checksum is wrong")
        except (ValueError, KeyError, TypeError, lzma.LZMAError) as why:
            raise TableError(f"{path.name} is no table of this game: {why}") from why
        rows = np.frombuffer(columns, "<i4").reshape(TIE + 1, -1).T
        parts = np.split(np.ascontiguousarray(rows, np.int32), np.cumsum(_ROWS[:-1]))
        return cls(header["reading"], Counts(*parts))
