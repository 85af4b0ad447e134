"""Where entries are kept: what a store must do, and the store in memory."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from croupier.journal.entry import CLOSE, OPEN, Entry, TakenError
from croupier.journal.signing import PublicKey, SignedHead

Row = Sequence[Any]
"""The fields of an entry as they were found, of whatever type: verification trusts nothing."""


class Store(Protocol):
    """Entries, only ever added to."""

    def append(self, entries: Sequence[Entry]) -> None:
        """Add entries of one table, all or none; returns when they are durable."""

    def rows(self) -> Iterator[Row]:
        """Everything, table by table and in order, as found."""

    def since(self, table: str, number: int) -> Iterator[Entry]:
        """A table's entries from a number on."""

    def last(self, table: str, *, in_round: bool = False) -> Entry | None:
        """The end of a table's chain, or the last entry that belongs to a round."""

    def bounds(self, round: int | None = None) -> Iterator[Entry]:
        """The openings and closings of all rounds in order, or those of one round."""

    def newest_round(self) -> int:
        """The greatest number of a round, 0 if there is none."""

    def keys(self) -> list[PublicKey]:
        """The keys that have signed heads, in the order in which they followed one another."""

    def signed_heads(self) -> list[SignedHead]:
        """The heads that were signed, in order."""

    def close(self) -> None:
        """Nothing more is read or written."""


class MemoryStore:
    """Entries in memory, for tests and for tables that nobody needs to remember."""

    def __init__(self) -> None:
        self.tables: dict[str, list[Entry]] = {}
        self._bounds: list[Entry] = []
        self._newest = 0

    def append(self, entries: Sequence[Entry]) -> None:
        """Gone with the process; refused if the first does not follow the chain's last."""
        first = entries[0]
        chain = self.tables.setdefault(first.table, [])
        if first.number != len(chain) + 1:
            raise TakenError(f"table {first.table}: entry {first.number} is there already")
        chain += entries
        self._bounds += (entry for entry in entries if entry.kind in (OPEN, CLOSE))
        self._newest = max(self._newest, *(entry.round for entry in entries))

    def rows(self) -> Iterator[Row]:
        """The tables in the order of their names."""
        return itertools.chain.from_iterable(self.tables[table] for table in sorted(self.tables))

    def since(self, table: str, number: int) -> Iterator[Entry]:
        """By place: entries are numbered from 1 without gaps."""
        return itertools.islice(self.tables.get(table, ()), number - 1, None)

    def last(self, table: str, *, in_round: bool = False) -> Entry | None:
        """Looked for from the end, past what happened between rounds if need be."""
        newest_first = reversed(self.tables.get(table, ()))
        return next((entry for entry in newest_first if entry.round or not in_round), None)

    def bounds(self, round: int | None = None) -> Iterator[Entry]:
        """Sorted, as rounds of several tables overlap."""
        found = (entry for entry in self._bounds if round in (None, entry.round))
        return iter(sorted(found, key=lambda entry: (entry.round, entry.number)))

    def newest_round(self) -> int:
        """Noted at each append, so that nothing is searched."""
        return self._newest

    def keys(self) -> list[PublicKey]:
        """None: what is not kept needs no witness."""
        return []

    def signed_heads(self) -> list[SignedHead]:
        """None, as there is no key to sign with."""
        return []

    def close(self) -> None:
        """Nothing to give back."""
