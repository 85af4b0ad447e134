"""Entries of one table that have been made and wait for their commit."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from croupier.journal.entry import Entry, Head, Item, chained
from croupier.journal.journal import Journal
from croupier.journal.store import Store


class Pending(Journal):
    """A journal for one table's recorder that keeps what is written until somebody takes it to the database."""

    def __init__(self, store: Store, table: str, head: Head, next_round: Callable[[], int]) -> None:
        super().__init__(store)
        self.head = head
        self._table = table
        self._next_round = next_round
        self._entries: list[Entry] = []

    def write(self, table: str, items: Iterable[Item]) -> None:
        """Chain entries to what is waiting; they are durable only when somebody has taken and committed them."""
        assert table == self._table
        entries = chained(table, self.head, items)
        self._entries += entries
        self.head = Head(entries[-1].number, entries[-1].hash)

    def next_round(self) -> int:
        """From whoever numbers the rounds of all tables: the store does not know yet of those that wait."""
        return self._next_round()

    def take(self) -> list[Entry]:
        """What has been written since the last time."""
        taken, self._entries = self._entries, []
        return taken
