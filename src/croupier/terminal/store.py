"""Where a sitting is kept between two visits: one small JSON file for each game.

A file holds how the sitting began and everything said since; the table is rebuilt by running it again.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any, Final

import msgspec
import platformdirs

from croupier.nouns.reasons import MalformedError

FORMAT: Final = 1
_AFRESH: Final = "--new starts afresh"


class Start(msgspec.Struct, frozen=True):
    """How a sitting began: money is in cents."""

    game: str
    rulebook: str
    seats: dict[int, int]
    """Seat to bankroll; all of them are held by the one person at the keyboard."""
    house: dict[str, Any] = {}
    """The keys of the house file that differ from the defaults."""
    seed: int | None = None
    """What the order of every shoe follows from; without one it is the operating system's."""


class Visit(msgspec.Struct):
    """One round: the chips bought before it, and what was said in it."""

    bought: dict[int, int] = {}
    actions: list[str] = []


class Saved(msgspec.Struct):
    """A sitting as it is kept."""

    start: Start
    rounds: list[Visit] = []
    shoes: list[str] = []
    """The order of every shoe, where no seed gives it."""
    croupier: int = FORMAT


class _Header(msgspec.Struct):
    croupier: int


def place(game: str) -> Path:
    """The file for a game's sitting, in the user's state directory."""
    return platformdirs.user_state_path("croupier") / f"sitting.{game}.json"


def read(path: Path) -> Saved | None:
    """The sitting in a file, nothing if there is no file; :class:`MalformedError` if it cannot be used."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    try:
        version = msgspec.json.decode(data, type=_Header).croupier
        if version > FORMAT:
            raise MalformedError(
                f"{path}: the sitting's format {version} is newer than this program, which reads "
                f"{FORMAT}: update it, or {_AFRESH}"
            )
        return msgspec.json.decode(data, type=Saved)
    except msgspec.DecodeError as error:
        raise damaged(path, str(error)) from None


def damaged(path: Path, why: str) -> MalformedError:
    """The one line for a sitting that cannot be continued."""
    return MalformedError(f"{path}: the saved sitting is damaged: {why}; {_AFRESH}")


def write(path: Path, saved: Saved) -> None:
    """Keep a sitting: the whole new file or the whole old one, whatever happens meanwhile."""
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
