"""The entries of a journal, and the hash that chains each to the one before it."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Final, NamedTuple, TypeAlias

from croupier.nouns.canonical import encode

FORMAT: Final = 1
"""The format of the entries: what is hashed, and how payloads are written."""

OPEN: Final = "open-round"
"""A round begins: everything it depends on except the cards and what is said."""
ACTION: Final = "action"
"""Somebody said something, or the dealer continued; with the cards that left the shoe for it."""
EVENT: Final = "event"
"""One event of the round."""
CLOSE: Final = "close-round"
"""The round is over: the cards in the order they left, and the result."""
TABLE: Final = "table"
"""Something in the life of the table, between rounds."""

GENESIS: Final = sha256(b"croupier journal %d" % FORMAT).digest()
"""The hash that the first entry of every table follows."""


GREATEST: Final = 2**63 - 1
"""The greatest number of a round or an entry that databases can hold."""


class JournalError(ValueError):
    """Something is wrong with a journal or with a request to it; the message is one line."""

    code = 1


class UnreadableError(JournalError):
    """There is no journal in that place, or none that this program can read."""

    code = 2


class TakenError(JournalError):
    """The number of an entry or a round is taken: another process has written it."""


class Entry(NamedTuple):
    """One line of a table's chain, as it is stored."""

    table: str
    number: int
    """Its number in this table's chain, from 1."""
    round: int
    """The round's number in the whole journal, from 1; 0 between rounds."""
    kind: str
    payload: bytes
    """Canonical JSON."""
    previous: bytes
    """The hash of the entry before it."""
    hash: bytes


class Head(NamedTuple):
    """The end of a table's chain: its last number and hash, which vouch for all before them."""

    number: int
    hash: bytes


def digest(
    previous: bytes, table: str, number: int, round: int, kind: str, payload: bytes
) -> bytes:
    """Return an entry's hash: over the previous hash, its place and kind, and its payload."""
    return sha256(previous + encode((table, number, round, kind)) + b"\n" + payload).digest()


Item: TypeAlias = tuple[int, str, bytes]
"""The round, kind and payload of an entry to be written."""


def chained(table: str, head: Head, items: Iterable[Item]) -> list[Entry]:
    """Return the items as entries, chained to a head."""
    number, previous = head
    entries = []
    for round, kind, payload in items:
        number += 1
        hash = digest(previous, table, number, round, kind, payload)
        entries.append(Entry(table, number, round, kind, payload, previous, hash))
        previous = hash
    return entries
