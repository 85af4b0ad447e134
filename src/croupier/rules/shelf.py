"""Where games are found: folders in which every package is a game, with its rules beside its code.

The other rooms reach a game only through this module, by its name and part by part. Games outside
the package are found in the folders named by ``CROUPIER_GAMES`` or added with :func:`shelve`.
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
"""The environment variable with further folders, separated as in ``PATH``."""
more: Final = [Path(name) for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name]


def shelve(folder: Path) -> None:
    """Also look for games in this folder, outside the package."""
    more.append(folder)
    importlib.import_module(PACKAGE).__path__.append(str(folder))
    names.cache_clear()


def unshelve(folder: Path) -> None:
    """Stop looking for games in this folder."""
    more.remove(folder)
    importlib.import_module(PACKAGE).__path__.remove(str(folder))
    names.cache_clear()


def folders() -> Iterator[Traversable]:
    """Yield every folder that holds games."""
    yield resources.files("croupier").joinpath("games")  # without importing any game
    yield from outside()


def outside() -> list[Path]:
    """Return the folders outside the package; :class:`MalformedError` if one does not exist."""
    for folder in more:
        if not folder.is_dir():
            raise MalformedError(f"{VARIABLE}: there is no folder {folder}")
    return more


@functools.cache
def names() -> tuple[str, ...]:
    """Return the names of all games."""
    path = importlib.import_module(PACKAGE).__path__
    outside()
    found = (module.name for module in pkgutil.iter_modules(path) if module.ispkg)
    return tuple(dict.fromkeys(name.replace("_", "-") for name in found))


def folder_of(game: str) -> str:
    """Return the name of a game's package; :class:`MalformedError` if there is no such game."""
    if game not in names():
        import difflib  # slow to import, and only needed for a mistake

        near = difflib.get_close_matches(game, names(), 1, 0.3)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise MalformedError(f"unknown game {game!r}: there are {', '.join(names())}{hint}")
    return game.replace("-", "_")


def part(game: str, name: str = "") -> ModuleType:
    """Return a module of a game's package, imported on first use."""
    module = f"{PACKAGE}.{folder_of(game)}"
    return importlib.import_module(f"{module}.{name}" if name else module)


def files(game: str) -> Traversable:
    """Return a game's folder, which holds its data files as well as its code."""
    return resources.files(f"{PACKAGE}.{folder_of(game)}")
