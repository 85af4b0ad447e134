"""Winner's Pot Poker: what is kept of the solved game, and under which names."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from croupier.games.winners_pot_poker.solver import (
    BreakEven,
    Solution,
    break_even_fixed,
    break_even_percent,
    count_all,
    solve,
)
from croupier.games.winners_pot_poker.solver_counts import Array
from croupier.games.winners_pot_poker.solver_kept import load, save
from croupier.games.winners_pot_poker.solver_terms import Base, Terms, Ties, terms
from croupier.mathematics.kept import Kept, Report, load_document, save_document

GAME: Final = "winners-pot-poker"
SHIPPED: Final = Path(__file__).parent / "kept"
PERCENTS: Final = range(11)


@cache
def counts() -> Array:
    """The wins and ties of every fourth-street state, counted once in a process."""
    return count_all()


def solution(on: Terms, strategy: str) -> Kept[Solution]:
    """A strategy under some terms."""

    def read(path: Path) -> Solution:
        try:
            found = load(path)
        except zlib.error as damage:
            raise ValueError(str(damage)) from damage
        if (found.terms, found.strategy) != (on, strategy):
            raise ValueError("it belongs to another commission")
        return found

    return Kept(
        GAME,
        f"{strategy}.{_plain(on.win)}.{_plain(on.tie)}.npz",
        SHIPPED,
        solve=lambda report: solve(counts(), on, strategy),
        save=save,
        load=read,
        same=lambda one, other: bool(
            np.array_equal(one.third, other.third) and np.array_equal(one.doubles, other.doubles)
        ),
    )


def _plain(value: Fraction) -> str:
    """A number for the name of a file: ``16over5``, ``minus2over5``."""
    return str(value).replace("/", "over").replace("-", "minus")


def commissions(base: Base, ties: Ties) -> Kept[dict[str, Any]]:
    """The value of optimal play by percentage, and the percentage at which it is nothing."""
    about = {"game": GAME, "base": base, "ties": ties}

    def solved(report: Report) -> dict[str, Any]:
        values = []
        for done, share in enumerate(PERCENTS):
            report(done, len(PERCENTS) + 1)
            values.append(str(solve(counts(), terms(share, base=base, ties=ties)).figures.ev))
        report(len(PERCENTS), len(PERCENTS) + 1)
        point = break_even_percent(counts(), base=base, ties=ties)
        return {**about, "ev": values, "break_even": _point(point)}

    return _document(f"commissions.{base}.{ties}.json", about, solved)


def fixed(percent: Fraction, base: Base, ties: Ties) -> Kept[dict[str, Any]]:
    """The fixed amount that breaks even beside a percentage, in antes."""
    about = {"game": GAME, "percent": str(percent), "base": base, "ties": ties}

    def solved(report: Report) -> dict[str, Any]:
        point = break_even_fixed(counts(), percent=percent, base=base, ties=ties)
        return {**about, "break_even": _point(point)}

    return _document(f"fixed.{_plain(percent)}.{base}.{ties}.json", about, solved)


def _document(
    name: str, about: dict[str, str], solved: Callable[[Report], dict[str, Any]]
) -> Kept[dict[str, Any]]:
    return Kept(
        GAME,
        name,
        SHIPPED,
        solve=solved,
        save=save_document,
        load=lambda path: load_document(path, about),
        same=lambda one, other: one == other,
    )


def _point(found: BreakEven | None) -> list[Any] | None:
    return None if found is None else [str(found.value), found.exact]
