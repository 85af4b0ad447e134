"""Solved tables kept in files: shipped with the package or cached for the user, and always checked.

Every kept table is a file of one format: a line that names the format, a line with the SHA-256 of
all that follows, a line of JSON that says what the table was made from, and the table itself,
compressed with xz. A solver only declares what its table depends on, and how it is turned into
bytes.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Generic, TypeVar, cast

_FORMAT: Final = b"croupier table, format 2"

HELD: Final = 16
"""How many tables stay in memory, unless a keeper is told otherwise: the ones used last."""
FILES: Final = 200
"""How many tables of a game stay in the cache; the file that was used longest ago makes room.

Whoever may choose a house's odds could otherwise fill the disk of whoever solves it.
"""

T = TypeVar("T")

Report = Callable[[int, int], None]
"""Called with the number of parts done and the number of all parts."""


class DisagreementError(ArithmeticError):
    """Raised if solving a table again does not give the table that was kept."""


class DamageError(ValueError):
    """Raised for a file that is not a kept table, is damaged, or belongs to another table."""


def write_whole(path: Path, content: bytes) -> None:
    """Write a file completely or not at all; the old content stays until the new is complete."""
    draft = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}.tmp")
    try:
        with draft.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())  # before the rename, so that a crash leaves no empty file
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def cache_folder() -> Path:
    """Return the folder in which solved tables are kept for this user."""
    from platformdirs import user_cache_path

    return user_cache_path("croupier") / "tables"


@dataclass(frozen=True)
class Kept(Generic[T]):
    """A table that may be kept: what it depends on, how to solve it, and its form as bytes."""

    game: str
    about: Mapping[str, str]
    """What the table depends on. The values, in this order, make the name of its file."""
    shipped: Path
    """The folder of the package in which it may be."""
    solve: Callable[[Report], T]
    pack: Callable[[T], bytes]
    """Turns a table into bytes; equal tables give equal bytes."""
    unpack: Callable[[bytes], T]
    """Turns bytes into a table; :class:`ValueError` if they do not represent one."""
    edition: int = 1
    """Increased when the solver or the bytes change; tables of other editions are ignored."""

    @property
    def name(self) -> str:
        """The name of its file, such as ``optimal.16over5.minus2over5.table``."""
        words = ".".join(self.about.values()).replace("/", "over")
        return re.sub(r"-(?=\d)", "minus", words) + ".table"

    @property
    def _belongs_to(self) -> dict[str, Any]:
        return {"game": self.game, "edition": self.edition, **self.about}

    def save(self, table: T, path: Path) -> None:
        """Write the table to a file, completely or not at all."""
        import lzma

        belongs_to = json.dumps(self._belongs_to).encode()
        content = b"\n".join((belongs_to, lzma.compress(self.pack(table), check=lzma.CHECK_NONE)))
        seal = hashlib.sha256(content).hexdigest().encode()
        write_whole(path, b"\n".join((_FORMAT, seal, content)))

    def load(self, path: Path) -> T:
        """Read the table from a file; :class:`DamageError` if damaged or not this table."""
        import lzma

        mark, _, rest = path.read_bytes().partition(b"\n")
        if mark != _FORMAT:
            raise DamageError("it is of another format")
        seal, _, content = rest.partition(b"\n")
        if seal != hashlib.sha256(content).hexdigest().encode():
            raise DamageError("its checksum is wrong")
        about, _, packed = content.partition(b"\n")
        if json.loads(about) != self._belongs_to:
            raise DamageError(f"it belongs to {about.decode()}")
        try:
            return self.unpack(lzma.decompress(packed))
        except (ValueError, lzma.LZMAError) as damage:
            raise DamageError(f"it holds no such table: {damage}") from damage


@contextmanager
def silent(title: str) -> Iterator[Report]:
    """Report the progress of some work to nobody."""
    yield lambda done, total: None


@dataclass
class Keeper:
    """Finds kept tables, or has them solved and keeps them.

    ``fresh`` solves everything again and raises :class:`DisagreementError` if the result is not
    what was kept. ``warn`` is called for files that were skipped, ``watch`` for long work.
    """

    cache: Path | None = None
    """The folder in which solved tables are kept for the user; None to keep none."""
    fresh: bool = False
    warn: Callable[[str], None] = lambda line: None
    watch: Callable[[str], Any] = silent
    """Given a title, returns a context that yields a :data:`Report`."""
    most: int = HELD
    """How many tables stay in memory: the ones used last."""
    _held: dict[tuple[str, str], Any] = field(default_factory=dict)
    _looking: threading.Lock = field(default_factory=threading.Lock)
    """Held while the tables in memory are looked through, which is never long."""

    def table(self, kept: Kept[T]) -> T:
        """Return the table: from memory, from a file, or solved now."""
        key = kept.game, kept.name
        with self._looking:
            held = self._held.get(key)
        if held is None:
            held = self._find(kept)
        with self._looking:
            self._held.pop(key, None)
            self._held[key] = held  # the last used one is last
            while len(self._held) > self.most:
                del self._held[next(iter(self._held))]
        return cast("T", held)

    def held(self, kept: Kept[T]) -> T | None:
        """Return the table if it is in memory."""
        with self._looking:
            return cast("T | None", self._held.get((kept.game, kept.name)))

    def _find(self, kept: Kept[T]) -> T:
        found = self._read(kept)
        if found is not None and not self.fresh:
            return found
        with self.watch(f"solving {kept.game}") as report:
            solved = kept.solve(report)
        if found is None:
            self._keep(kept, solved)
        elif kept.pack(found) != kept.pack(solved):
            raise DisagreementError(f"{kept.name} as kept is not what solving it again gives")
        return solved

    def _read(self, kept: Kept[T]) -> T | None:
        folders = [kept.shipped, *([self.cache / kept.game] if self.cache else [])]
        for folder in folders:
            place = folder / kept.name
            try:
                found = kept.load(place)
            except FileNotFoundError:
                continue
            except (DamageError, OSError) as error:
                self.warn(f"the kept table {kept.name} is passed over and solved again: {error}")
                continue
            if folder != kept.shipped:
                with suppress(OSError):
                    os.utime(place)
            return found
        return None

    def _keep(self, kept: Kept[T], solved: T) -> None:
        if self.cache is None:
            return
        place = self.cache / kept.game / kept.name
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            kept.save(solved, place)
        except OSError as error:
            self.warn(f"{kept.name} could not be kept: {error.strerror or error}")
        with suppress(OSError):  # another process makes room as well
            _make_room(place.parent)


def _make_room(folder: Path) -> None:
    """Remove the tables that were used longest ago."""
    used = [(entry.stat().st_mtime_ns, entry.path) for entry in os.scandir(folder)]
    for _, place in sorted(used)[:-FILES]:
        Path(place).unlink(missing_ok=True)
