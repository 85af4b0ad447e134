"""The games, one folder each; they are discovered, so a new folder here is a new game."""

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
    """Also look for games in this folder: each of its packages is a game with its rules."""
    shelf.shelve(folder)
    rulebook.forget()


def names() -> list[str]:
    """Return the names of all games."""
    return list(shelf.names())


@functools.cache
def odds_of(name: str) -> Analysis:
    """Return a game's mathematics, imported on first use.

    :class:`ImportError` if the game has none, or if the lab's extras are not installed.
    """
    analysis: Analysis = shelf.part(name, "mathematics.odds").ANALYSIS
    return analysis


@functools.cache
def kernel_of(name: str) -> Kernel:
    """Return a game's fast rounds for simulation.

    :class:`ImportError` if the game has none, or if the lab's extras are not installed.
    """
    kernel: Kernel = shelf.part(name, "kernel").KERNEL
    return kernel
