"""Winner's Pot Poker: the solved game as kept tables."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from croupier.games.winners_pot_poker.mathematics.solver import (
    BreakEven,
    Solution,
    break_even_fixed,
    break_even_percent,
    count_all,
    solve,
)
from croupier.games.winners_pot_poker.mathematics.solver_counts import (
    FOUR,
    PATTERNS,
    THREE,
    TWO,
    Array,
)
from croupier.games.winners_pot_poker.mathematics.solver_payoff import Base, Terms, Ties, terms
from croupier.games.winners_pot_poker.mathematics.solver_streets import RANKS, THIRD_PATTERNS
from croupier.mathematics.kept import Kept, Report

GAME: Final = "winners-pot-poker"
SHIPPED: Final = Path(__file__).parent / "kept"
PERCENTS: Final = range(11)
_THIRD: Final = (RANKS, len(THREE), THIRD_PATTERNS, 3)
_FOURTH: Final = (len(TWO), len(FOUR), PATTERNS)


@cache
def counts() -> Array:
    """Return the wins and ties of every fourth-street state, counted once per process."""
    return count_all()


def solution(on: Terms, strategy: str) -> Kept[Solution]:
    """Return the kept table of a strategy under some terms."""

    def pack(solved: Solution) -> bytes:
        return solved.third.astype("<u4").tobytes() + np.packbits(solved.doubles).tobytes()

    def unpack(kept: bytes) -> Solution:
        third = np.frombuffer(kept, "<u4", int(np.prod(_THIRD)))
        states = int(np.prod(_FOURTH))
        bits = np.frombuffer(kept, np.uint8, -(-states // 8), offset=third.nbytes)
        doubles = np.unpackbits(bits, count=states)
        return Solution(
            terms=on,
            strategy=strategy,
            third=third.reshape(_THIRD).astype(np.int64),
            doubles=doubles.reshape(_FOURTH).astype(np.bool_),
        )

    return Kept(
        GAME,
        {"strategy": strategy, "win": str(on.win), "tie": str(on.tie)},
        SHIPPED,
        solve=lambda report: solve(counts(), on, strategy),
        pack=pack,
        unpack=unpack,
    )


def by_card(on: Terms, solve: Callable[[], tuple[Array, Array]]) -> Kept[tuple[Array, Array]]:
    """Return the kept decisions of the strategy card: where it bets, and where it doubles."""
    sizes = [int(np.prod(shape)) for shape in (_THIRD[:3], _FOURTH)]

    def unpack(kept: bytes) -> tuple[Array, Array]:
        bits = np.unpackbits(np.frombuffer(kept, np.uint8), count=sum(sizes)).astype(np.bool_)
        return bits[: sizes[0]].reshape(_THIRD[:3]), bits[sizes[0] :].reshape(_FOURTH)

    return Kept(
        GAME,
        {"strategy": "card", "win": str(on.win), "tie": str(on.tie)},
        SHIPPED,
        solve=lambda report: solve(),
        pack=lambda found: np.packbits(np.concatenate([part.ravel() for part in found])).tobytes(),
        unpack=unpack,
    )


def commissions(base: Base, ties: Ties) -> Kept[dict[str, Any]]:
    """Return the value of optimal play by percentage, and the percentage at which it is zero."""

    def solved(report: Report) -> dict[str, Any]:
        values = []
        for done, share in enumerate(PERCENTS):
            report(done, len(PERCENTS) + 1)
            values.append(str(solve(counts(), terms(share, base=base, ties=ties)).figures.ev))
        report(len(PERCENTS), len(PERCENTS) + 1)
        point = break_even_percent(counts(), base=base, ties=ties)
        return {"ev": values, "break_even": _point(point)}

    return _document({"what": "commissions", "base": base, "ties": ties}, solved)


def fixed(percent: Fraction, base: Base, ties: Ties) -> Kept[dict[str, Any]]:
    """Return the fixed amount in antes that breaks even beside a percentage."""

    def solved(report: Report) -> dict[str, Any]:
        point = break_even_fixed(counts(), percent=percent, base=base, ties=ties)
        return {"break_even": _point(point)}

    about = {"what": "fixed", "percent": str(percent), "base": base, "ties": ties}
    return _document(about, solved)


def _document(
    about: dict[str, str], solved: Callable[[Report], dict[str, Any]]
) -> Kept[dict[str, Any]]:
    return Kept(
        GAME,
        about,
        SHIPPED,
        solve=solved,
        pack=lambda document: json.dumps(document).encode(),
        unpack=json.loads,
    )


def _point(found: BreakEven | None) -> list[Any] | None:
    return None if found is None else [str(found.value), found.exact]
