"""Double Cross Poker: the solved game as a kept table."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import numpy as np

from croupier.games.double_cross_poker.mathematics.solver import ShowdownTable
from croupier.games.double_cross_poker.mathematics.solver_counts import TIE, Counts
from croupier.games.double_cross_poker.mathematics.solver_situations import (
    KIND_CLASSES,
    RANK_CLASSES,
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
