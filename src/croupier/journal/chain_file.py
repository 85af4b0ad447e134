"""One chain as a file: an entry on each line, as JSON, for somebody who has no journal.

>>> from croupier.journal.entry import GENESIS, Head, chained
>>> entries = chained("door", Head(0, GENESIS), [(0, "table", b"{}")])
>>> read(write(entries)) == entries
True
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from croupier.journal.entry import Entry, JournalError
from croupier.journal.verify import verify
from croupier.nouns import structs
from croupier.nouns.canonical import encode


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    table: str
    number: int
    round: int
    kind: str
    payload: str
    previous: str
    hash: str


def write(entries: Iterable[Entry]) -> str:
    """Return entries as lines of JSON."""
    return "".join(f"{encode(_line(entry)).decode()}\n" for entry in entries)


def read(text: str) -> list[Entry]:
    """Read a chain and verify it; raises :class:`JournalError` if it does not hold."""
    try:
        entries = [_entry(structs.decode(line, _Line)) for line in text.splitlines() if line]
    except ValueError as error:
        raise JournalError(f"this is not an exported chain: {error}") from None
    verdict = verify(entries)
    if not verdict.verified:
        raise JournalError(str(verdict))
    return entries


def _line(entry: Entry) -> _Line:
    payload = entry.payload.decode()
    previous, hash = entry.previous.hex(), entry.hash.hex()
    return _Line(entry.table, entry.number, entry.round, entry.kind, payload, previous, hash)


def _entry(line: _Line) -> Entry:
    return Entry(
        line.table,
        line.number,
        line.round,
        line.kind,
        line.payload.encode(),
        bytes.fromhex(line.previous),
        bytes.fromhex(line.hash),
    )
