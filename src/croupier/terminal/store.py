"""The file of a saved sitting: one small JSON file for each game.

A file holds how the sitting began and every action since. Running them again rebuilds the table.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any, Final

import msgspec
import platformdirs

from croupier.company import STRATEGIES
from croupier.nouns import structs
from croupier.nouns.reasons import MalformedError

FORMAT: Final = 2
"""The newest format; a sitting without house players is still written in format 1."""
_AFRESH: Final = "--new starts a new one"


class Companion(msgspec.Struct, frozen=True):
    """A house player; money is in cents."""

    name: str
    strategy: str
    bankroll: int


class Start(msgspec.Struct, frozen=True):
    """How a sitting began; money is in cents."""

    game: str
    rulebook: str
    seats: dict[int, int]
    """The bankroll of each seat; the person at the keyboard holds them all."""
    house: dict[str, Any] = {}
    """The keys of the house file that differ from the defaults."""
    seed: int | None = None
    """The seed for the order of every shoe; if None, the operating system shuffles."""
    company: dict[int, Companion] = {}
    """The house players by their seats."""


class Visit(msgspec.Struct):
    """One round: the chips bought before it, and the actions in it."""

    bought: dict[int, int] = {}
    actions: list[str] = []


class Saved(msgspec.Struct):
    """A sitting as it is saved."""

    start: Start
    rounds: list[Visit] = []
    shoes: list[str] = []
    """The order of every shoe, if there is no seed."""
    croupier: int = 1


class _Header(msgspec.Struct):
    croupier: int


def place(game: str) -> Path:
    """Return the file for a game's sitting, in the user's state directory."""
    return platformdirs.user_state_path("croupier") / f"sitting.{game}.json"


def read(path: Path) -> Saved | None:
    """Read the sitting in a file, None if there is no file.

    Raises :class:`MalformedError` if it cannot be used.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    try:
        version = structs.decode(data, _Header).croupier
        if version > FORMAT:
            raise MalformedError(
                f"{path}: the sitting's format {version} is newer than this program, which reads "
                f"{FORMAT}: update it, or {_AFRESH}"
            )
        saved = structs.decode(data, Saved)
    except msgspec.DecodeError as error:
        raise damaged(path, str(error)) from None
    for companion in saved.start.company.values():
        if companion.strategy not in STRATEGIES:
            raise damaged(path, f"no house player plays {companion.strategy!r}")
    return saved


def damaged(path: Path, why: str) -> MalformedError:
    """Return the error for a saved sitting that cannot be resumed."""
    return MalformedError(f"{path}: the saved sitting is damaged: {why}; {_AFRESH}")


def write(path: Path, saved: Saved) -> None:
    """Write a sitting atomically: after a crash the file is wholly the old one or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(msgspec.json.encode(saved))
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
