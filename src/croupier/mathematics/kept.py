"""Solved tables that are kept: shipped with the package or cached for the user, never taken on trust.

What a table holds and how it is written is its solver's business; it must write a file whole or not at
all, and refuse (:class:`ValueError`) one that is damaged or of another version.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Generic, TypeVar, cast

VERSION: Final = 1
"""Of the files of :func:`save_document`."""

T = TypeVar("T")

Report = Callable[[int, int], None]
"""Told how many of how many parts of a piece of work are done."""


class DisagreementError(ArithmeticError):
    """A table solved anew is not the one that was kept."""


@dataclass(frozen=True)
class Kept(Generic[T]):
    """A table that may be kept, and how it is made, written, read and compared."""

    game: str
    name: str
    """The name of its file, which says what it belongs to."""
    shipped: Path
    """The folder of the package in which it may lie."""
    solve: Callable[[Report], T]
    save: Callable[[T, Path], None]
    load: Callable[[Path], T]
    """:class:`ValueError` if the file is not sound, or is not this table."""
    same: Callable[[T, T], bool]


@contextmanager
def silent(title: str) -> Iterator[Report]:
    """Work that nobody watches."""
    yield lambda done, total: None


@dataclass
class Keeper:
    """Finds kept tables, or has them solved and keeps them.

    ``fresh`` solves everything anew and raises :class:`DisagreementError` where that does not
    confirm what was kept; ``warn`` hears of files that were passed over, ``watch`` of long work.
    """

    cache: Path | None = None
    """Where solved tables are kept for the user; nothing for nowhere."""
    fresh: bool = False
    warn: Callable[[str], None] = lambda line: None
    watch: Callable[[str], Any] = silent
    """A context that gives a :data:`Report`, given a title."""
    _held: dict[tuple[str, str], Any] = field(default_factory=dict)

    def find(self, kept: Kept[T]) -> T | None:
        """The table if it is kept; nothing is solved."""
        if (kept.game, kept.name) in self._held:
            return self.table(kept)
        return None if self.fresh else self._read(kept)

    def table(self, kept: Kept[T]) -> T:
        """The table, from here, from a file, or solved now."""
        key = kept.game, kept.name
        if key not in self._held:
            found = self._read(kept)
            if found is None or self.fresh:
                solved = self._solve(kept)
                if found is not None and not kept.same(found, solved):
                    raise DisagreementError(
                        f"{kept.name} as kept is not what solving it anew gives"
                    )
                found = solved
            self._held[key] = found
        return cast("T", self._held[key])

    def _places(self, kept: Kept[Any]) -> list[Path]:
        places = [kept.shipped / kept.name]
        if self.cache is not None:
            places.append(self.cache / kept.game / kept.name)
        return places

    def _read(self, kept: Kept[T]) -> T | None:
        for place in self._places(kept):
            try:
                return kept.load(place)
            except FileNotFoundError:
                continue
            except (ValueError, OSError) as error:
                self.warn(f"the kept table {place.name} is passed over and solved anew: {error}")
        return None

    def _solve(self, kept: Kept[T]) -> T:
        with self.watch(f"solving {kept.game}") as report:
            solved = kept.solve(report)
        shipped, *cached = self._places(kept)
        if cached and not shipped.exists():
            try:
                cached[0].parent.mkdir(parents=True, exist_ok=True)
                kept.save(solved, cached[0])
            except OSError as error:
                self.warn(f"{kept.name} could not be kept: {error.strerror or error}")
        return solved


# --- small tables, as text ------------------------------------------------------------------------------


def save_document(document: Mapping[str, Any], path: Path) -> None:
    """Write plain data with its checksum; what stood there before stays until the file is whole."""
    body = json.dumps(document, sort_keys=True)
    seal = hashlib.sha256(body.encode()).hexdigest()
    draft = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        draft.write_text(json.dumps({"version": VERSION, "sha256": seal, "body": body}), "utf-8")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def load_document(path: Path, belongs_to: Mapping[str, Any]) -> dict[str, Any]:
    """Read plain data back; :class:`ValueError` if it is damaged or is not what the keys given say."""
    try:
        sealed = json.loads(path.read_text("utf-8"))
        body = sealed["body"]
        if sealed["version"] != VERSION:
            raise ValueError(f"its version is {sealed['version']}, not {VERSION}")
        if hashlib.sha256(body.encode()).hexdigest() != sealed["sha256"]:
            raise ValueError("its checksum is wrong")
        document: dict[str, Any] = json.loads(body)
    except (KeyError, TypeError, AttributeError) as damage:
        raise ValueError(f"it is no such table ({damage})") from damage
    if any(document.get(key) != value for key, value in belongs_to.items()):
        raise ValueError("it belongs to another house")
    return document
