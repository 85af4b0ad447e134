"""A journal: the chains of many tables over a store, with their heads kept beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from threading import Lock

from croupier.journal import heads, witness
from croupier.journal.audit import Auditor
from croupier.journal.entry import GENESIS, GREATEST, OPEN, Head, Item, JournalError, chained
from croupier.journal.log import RoundLine, RoundLog, lines, read_log
from croupier.journal.store import Store
from croupier.journal.verify import Verdict, verify


class Journal:
    """An append-only journal with a hash chain per table.

    Open one with :func:`croupier.journal.open_journal`.
    """

    def __init__(self, store: Store, head_file: Path | None = None) -> None:
        self.store = store
        self.head_file = head_file
        self._tails: dict[str, Head] = {}
        self._writing = Lock()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the underlying store; a ``with`` block does this at its end."""
        self.store.close()

    # --- writing ----------------------------------------------------------------------------------

    def write(self, table: str, items: Iterable[Item]) -> None:
        """Add entries to a table's chain in one transaction; returns when they are durable."""
        with self._writing:
            entries = chained(table, self._tails.get(table) or self.tail(table), items)
            self.store.append(entries)
            self._tails[table] = head = Head(entries[-1].number, entries[-1].hash)
            if self.head_file is not None:
                heads.write(self.head_file, {table: head})

    def next_round(self) -> int:
        """Return the number for the next round."""
        return self.store.newest_round() + 1

    def tail(self, table: str) -> Head:
        """Return the end of a table's chain; raises if it does not fit the head that was kept."""
        last = self.store.last(table)
        tail = Head(last.number, last.hash) if last else Head(0, GENESIS)
        kept = (heads.read(self.head_file) or {}).get(table) if self.head_file else None
        if kept is not None:
            there = next(self.store.since(table, kept.number), None)
            if there is None or there.hash != kept.hash:
                raise JournalError(
                    f"table {table}: the chain ends at entry {tail.number} and does not agree with "
                    f"the head kept at {kept.number}: verify the journal before writing to it"
                )
        return tail

    # --- reading ----------------------------------------------------------------------------------

    def verify(self, head_file: Path | None = None) -> Verdict:
        """Check everything, against the heads beside the journal or those in another file."""
        file = head_file or self.head_file
        # Heads first: if entries are written meanwhile, the chains only get longer.
        try:
            kept = witness.read(file)
            auditor = Auditor(self.store.keys(), self.store.signed_heads(), kept)
        except JournalError as error:
            if error.code != 1:
                raise
            return Verdict(0, 0, problem=str(error))
        return auditor.concluded(verify(self.store.rows(), kept.heads, auditor))

    def rounds(self) -> Iterator[RoundLine]:
        """Yield a summary of every round, in the order in which they began."""
        return lines(self.store.bounds())

    def round(self, number: int) -> RoundLog:
        """Return one round as it was recorded."""
        opening = next(self.store.bounds(number), None) if 0 < number <= GREATEST else None
        if opening is None or opening.kind != OPEN:
            raise JournalError(f"there is no round {number} in the journal")
        return read_log(self.store.since(opening.table, opening.number))

    def unfinished(self, table: str) -> RoundLog | None:
        """Return the table's last round if it is unfinished, else None."""
        last = self.store.last(table, in_round=True)
        log = self.round(last.round) if last else None
        return log if log is not None and log.closed is None else None
