"""Where games are found: folders in which every package is a game, with its rules beside its code.

The other rooms reach a game through here and through nothing else: by its name, part by part. Games that
live elsewhere are found in the folders that ``CROUPIER_GAMES`` names, or that :func:`shelve` is told of.
"""

from __future__ import annotations

import functools
import importlib
import os
import pkgutil
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Final

from croupier.nouns.reasons import MalformedError

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

PACKAGE: Final = "croupier.games"
VARIABLE: Final = "CROUPIER_GAMES"
"""The environment's list of further folders, separated as in ``PATH``."""
more: Final = [Path(name) for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name]


def shelve(folder: Path) -> None:
    """Look for games in this folder, too: for games that live outside the package."""
    more.append(folder)
    importlib.import_module(PACKAGE).__path__.append(str(folder))
    names.cache_clear()


def unshelve(folder: Path) -> None:
    """Look there no longer."""
    more.remove(folder)
    importlib.import_module(PACKAGE).__path__.remove(str(folder))
    names.cache_clear()


def folders() -> Iterator[Traversable]:
    """Every folder that holds games."""
    yield resources.files("croupier").joinpath("games")  # without importing any game
    yield from outside()


def outside() -> list[Path]:
    """The folders beside the package's own; :class:`MalformedError` if one is not there."""
    for folder in more:
        if not folder.is_dir():
            raise MalformedError(f"{VARIABLE}: there is no folder {folder}")
    return more


@functools.cache
def names() -> tuple[str, ...]:
    """The games there are."""
    path = importlib.import_module(PACKAGE).__path__
    outside()
    found = (module.name for module in pkgutil.iter_modules(path) if module.ispkg)
    return tuple(dict.fromkeys(name.replace("_", "-") for name in found))


def folder_of(game: str) -> str:
    """The name of a game's package; :class:`MalformedError` with the nearest name if there is no such game."""
    if game not in names():
        import difflib  # slow to import, and only needed for a mistake

        near = difflib.get_close_matches(game, names(), 1, 0.3)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise MalformedError(f"unknown game {game!r}: there are {', '.join(names())}{hint}")
    return game.replace("-", "_")


def part(game: str, name: str = "") -> ModuleType:
    """A module of a game's package, imported when it is asked for."""
    module = f"{PACKAGE}.{folder_of(game)}"
    return importlib.import_module(f"{module}.{name}" if name else module)


def files(game: str) -> Traversable:
    """A game's folder, with what is in it beside code."""
    return resources.files(f"{PACKAGE}.{folder_of(game)}")
