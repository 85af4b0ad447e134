"""Disputes about rounds as a table's chain notes them, and proof of what was written.

The chain says who asked, about which round, and how the floor ruled. Of words that people wrote, it
holds a salted digest only. The words and the salt are kept beside the chain and can be erased;
without the salt, nobody can guess the words from the digest.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from hashlib import sha256
from typing import Final

import msgspec

from croupier.journal.entry import TABLE, Entry
from croupier.journal.journal import Journal
from croupier.journal.log import RoundLog
from croupier.journal.payloads import Noted, decode

DISPUTE: Final = "dispute"
"""What is noted when a player asks the floor for a ruling."""
RULING: Final = "ruling"
"""What is noted when the floor answers."""


class Lodged(msgspec.Struct, omit_defaults=True):
    """The details of a note about a dispute."""

    dispute: str
    person: str
    round: int
    seat: int
    about: str
    words: str
    """The digest of the player's words."""
    id: str | None = None


class Ruled(msgspec.Struct, omit_defaults=True):
    """The details of a note about a ruling."""

    dispute: str
    round: int
    verdict: str
    words: str
    """The digest of the floor's words."""
    by: str
    rule: str | None = None
    finding: str | None = None
    id: str | None = None


def digest(salt: bytes, words: str) -> str:
    """Return what the chain holds of words.

    >>> digest(bytes(16), "I was paid too little.")[:16]
    '4fbc8e671859b116'
    """
    return sha256(b"croupier dispute 1\n" + salt + words.encode()).hexdigest()


def matches(noted: str, salt: bytes, words: str) -> bool:
    """Whether these are the words of which the chain holds the digest."""
    return hmac.compare_digest(noted, digest(salt, words))


def about_round(journal: Journal, log: RoundLog) -> Iterator[tuple[Entry, Noted]]:
    """Yield the notes about disputes over a round, in the order of the chain."""
    begun = log.places[0] if log.places else log.end
    for entry in journal.store.since(log.table, begun):
        if entry.kind == TABLE and b'"dispute":' in entry.payload:
            note = decode(entry, Noted)
            if note.what in (DISPUTE, RULING) and note.details.get("round") == log.number:
                yield entry, note
