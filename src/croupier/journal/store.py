"""What a store of entries must do, and the store in memory."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from croupier.journal.entry import CLOSE, OPEN, Entry, TakenError
from croupier.journal.signing import PublicKey, SignedHead

Row = Sequence[Any]
"""The fields of an entry as found, of any type: verification trusts nothing."""


class Store(Protocol):
    """A store of entries, to which entries are only ever added."""

    def append(self, entries: Sequence[Entry]) -> None:
        """Add entries of one table, all or none; return when they are durable."""

    def rows(self) -> Iterator[Row]:
        """Return all rows as found, table by table and in order."""

    def since(self, table: str, number: int) -> Iterator[Entry]:
        """Return a table's entries from a number on."""

    def last(self, table: str, *, in_round: bool = False) -> Entry | None:
        """Return a table's last entry, or its last entry that belongs to a round."""

    def bounds(self, round: int | None = None) -> Iterator[Entry]:
        """Return the openings and closings of all rounds in order, or those of one round."""

    def newest_round(self) -> int:
        """Return the greatest number of a round, 0 if there is none."""

    def keys(self) -> list[PublicKey]:
        """Return the keys that have signed heads, oldest first."""

    def signed_heads(self) -> list[SignedHead]:
        """Return the signed heads, in order."""

    def close(self) -> None:
        """Close the store: nothing more is read or written."""


class MemoryStore:
    """A store in memory, for tests and for tables that need no record."""

    def __init__(self) -> None:
        self.tables: dict[str, list[Entry]] = {}
        self._bounds: list[Entry] = []
        self._newest = 0

    def append(self, entries: Sequence[Entry]) -> None:
        """Add entries; raises :class:`TakenError` if they do not follow the chain's last."""
        first = entries[0]
        chain = self.tables.setdefault(first.table, [])
        if first.number != len(chain) + 1:
            raise TakenError(f"table {first.table}: entry {first.number} already exists")
        chain += entries
        self._bounds += (entry for entry in entries if entry.kind in (OPEN, CLOSE))
        self._newest = max(self._newest, *(entry.round for entry in entries))

    def rows(self) -> Iterator[Row]:
        """All rows, with the tables in the order of their names."""
        return itertools.chain.from_iterable(self.tables[table] for table in sorted(self.tables))

    def since(self, table: str, number: int) -> Iterator[Entry]:
        """Find them by position, as entries are numbered from 1 without gaps."""
        return itertools.islice(self.tables.get(table, ()), number - 1, None)

    def last(self, table: str, *, in_round: bool = False) -> Entry | None:
        """Search from the end, skipping entries between rounds if asked to."""
        newest_first = reversed(self.tables.get(table, ()))
        return next((entry for entry in newest_first if entry.round or not in_round), None)

    def bounds(self, round: int | None = None) -> Iterator[Entry]:
        """Yield them sorted, because rounds of several tables overlap."""
        found = (entry for entry in self._bounds if round in (None, entry.round))
        return iter(sorted(found, key=lambda entry: (entry.round, entry.number)))

    def newest_round(self) -> int:
        """Return the number noted at the last append, so no search is needed."""
        return self._newest

    def keys(self) -> list[PublicKey]:
        """Return no keys, because a journal in memory needs no witness."""
        return []

    def signed_heads(self) -> list[SignedHead]:
        """No signed heads, because there is no key to sign with."""
        return []

    def close(self) -> None:
        """Do nothing, as there is nothing to release."""
