"""The games, one room each, found by looking: a new folder here is a new game."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.rules import rulebook, shelf
from croupier.stage.game import Game as Game
from croupier.stage.game import Script as Script
from croupier.stage.game import load as load

__path__.extend(map(str, shelf.more))

if TYPE_CHECKING:
    from croupier.mathematics.analysis import Analysis
    from croupier.mathematics.kernels import Kernel


def shelve(folder: Path) -> None:
    """Look for games in this folder, too: each of its packages is a game, with its rules beside its code."""
    shelf.shelve(folder)
    rulebook.forget()


def names() -> list[str]:
    """The games there are."""
    return list(shelf.names())


@functools.cache
def odds_of(name: str) -> Analysis:
    """A game's mathematics, imported when asked for; :class:`ImportError` if it has none, or without the lab's extras."""
    analysis: Analysis = shelf.part(name, "mathematics.odds").ANALYSIS
    return analysis


@functools.cache
def kernel_of(name: str) -> Kernel:
    """A game's fast rounds for simulation; :class:`ImportError` if it has none, or without the lab's extras."""
    kernel: Kernel = shelf.part(name, "kernel").KERNEL
    return kernel
