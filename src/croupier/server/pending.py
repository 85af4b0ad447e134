"""Entries of one table that have been made and wait for their commit."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from croupier.journal.entry import Entry, Head, Item, chained
from croupier.journal.journal import Journal
from croupier.journal.store import Store


class Pending(Journal):
    """A journal for one table's recorder: it holds entries until they are taken and committed."""

    def __init__(self, store: Store, table: str, head: Head, next_round: Callable[[], int]) -> None:
        super().__init__(store)
        self.head = head
        self._table = table
        self._next_round = next_round
        self._entries: list[Entry] = []

    def write(self, table: str, items: Iterable[Item]) -> None:
        """Chain entries to those that wait; they are durable only after a commit."""
        assert table == self._table
        entries = chained(table, self.head, items)
        self._entries += entries
        self.head = Head(entries[-1].number, entries[-1].hash)

    def next_round(self) -> int:
        """A number from the counter of all tables, which knows the rounds that wait here, too."""
        return self._next_round()

    def take(self) -> list[Entry]:
        """Return the entries that wait, and wait for new ones."""
        taken, self._entries = self._entries, []
        return taken
