"""Double Cross Poker: the solved game as a kept table."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Final

import numpy as np

from croupier.games.double_cross_poker.mathematics.solver import Decisions, ShowdownTable
from croupier.games.double_cross_poker.mathematics.solver_counts import TIE, Counts
from croupier.games.double_cross_poker.mathematics.solver_payoff import Payoff
from croupier.games.double_cross_poker.mathematics.solver_situations import (
    KIND_CLASSES,
    PLACES,
    RANK_CLASSES,
    Bytes,
    places,
)
from croupier.mathematics.kept import Kept
from croupier.nouns.hands import Comparison

SHIPPED: Final = Path(__file__).parent / "kept"
_ROWS: Final = [int(np.prod(shape)) for shape in (RANK_CLASSES, KIND_CLASSES, KIND_CLASSES)]


def showdowns(reading: Comparison) -> Kept[ShowdownTable]:
    """Return the kept table of all showdowns under a reading of D-03."""

    def unpack(kept: bytes) -> ShowdownTable:
        rows = np.frombuffer(kept, "<i4").reshape(TIE + 1, sum(_ROWS)).T
        parts = np.split(np.ascontiguousarray(rows, np.int32), np.cumsum(_ROWS[:-1]))
        return ShowdownTable(Counts(*parts))

    return Kept(
        "double-cross-poker",
        {"reading": reading},
        SHIPPED,
        solve=lambda report: ShowdownTable.solved(reading, report),
        # Column by column, because the counts of one category are alike and compress better.
        pack=lambda table: np.vstack(table.counts).astype("<i4").tobytes(order="F"),
        unpack=unpack,
    )


def by_card(reading: Comparison, payoff: Payoff, solve: Callable[[], Decisions]) -> Kept[Bytes]:
    """Return the kept decisions of the strategy card, by :func:`.solver_situations.place_of`.

    They depend on what is paid for each unit of the ante.
    """
    nets = ",".join(str(Fraction(net, payoff.ante)) for net in (*payoff.nets, payoff.fold))
    digest = hashlib.sha256(nets.encode()).hexdigest()[:16]
    return Kept(
        "double-cross-poker",
        {
            "what": "card",
            "reading": reading,
            "nets": digest,
        },
        SHIPPED,
        solve=lambda report: by_place(solve()),
        pack=lambda found: quarters(found).tobytes(),
        unpack=lambda kept: _unpacked(np.frombuffer(kept, np.uint8, PLACES // 4)),
    )


def by_place(decisions: Decisions) -> Bytes:
    """Return decisions in the order of places; zero where there is no situation."""
    found = np.zeros(PLACES, np.uint8)
    for where in places():
        found[where] = decisions
    return found


def quarters(found: Bytes) -> Bytes:
    """Pack decisions four to a byte."""
    four = found.reshape(-1, 4)
    return (four[:, 0] | four[:, 1] << 2 | four[:, 2] << 4 | four[:, 3] << 6).astype(np.uint8)


def _unpacked(packed: Bytes) -> Bytes:
    four = np.empty((len(packed), 4), np.uint8)
    for place in range(4):
        four[:, place] = packed >> 2 * place & 3
    return four.ravel()
