"""Certificates: what a passed exam examined, and the note in the journal that proves it.

The journal gets a hash of the certificate's number, a pseudonym and a salted digest of the
certificate. The certificate and its salt lie outside the chain. Once they are erased, nobody can
tell what the note was about, and the chain still verifies.
"""

from __future__ import annotations

import base64
import itertools
import secrets
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, Final

import msgspec

from croupier.chair.answers import Answered
from croupier.journal.entry import GREATEST, TABLE, Entry, Item, JournalError, digest
from croupier.journal.payloads import Noted, decode
from croupier.journal.recorder import stamp
from croupier.journal.store import Store
from croupier.nouns import structs
from croupier.nouns.canonical import encode
from croupier.nouns.reasons import MalformedError
from croupier.rules.rulebook import Rulebook

CHAIN: Final = "certificates"
"""The chain that holds the notes."""
NOTE: Final = "certificate"
FORMAT: Final = 1
_SALT: Final = 32
_LONGEST: Final = 200_000
"""How many bytes of a certificate's file are read."""


class Paper(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a certificate says, and what the digest is made of."""

    number: str
    person: str
    """The pseudonym of whoever passed."""
    game: str
    document: str
    version: int
    """The version of our data of the document."""
    rules: str
    """The digest of the document in our words, as it was."""
    ended: str
    right: int
    steps: int
    seconds: float
    streak: int
    clauses: tuple[str, ...]
    """The clauses and rulings that were asked about."""
    kinds: tuple[str, ...]
    """The kinds of steps that were asked for."""
    earlier: int
    """How many exams of the document the person had sat before this one."""
    format: int = FORMAT


class Certificate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A certificate as it is kept and handed out: with the salt, and where its note stands."""

    paper: Paper
    salt: str
    entry: int
    """The number of the note in the chain."""
    chain: str = CHAIN

    @property
    def digest(self) -> str:
        """The salted digest, as the note holds it."""
        return digest_of(self.paper, self.salt)

    def as_dict(self) -> dict[str, Any]:
        """Return plain data: the file that :func:`read` takes."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


class Checked(msgspec.Struct, frozen=True):
    """Whether the journal holds a certificate, and why not."""

    verified: bool
    words: str
    chain: str = CHAIN
    entry: int | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return plain data, as sent to a client."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


UNRECORDED: Final = Checked(False, "not recorded in a journal")


def new_number() -> str:
    """Return a number for a certificate that nobody can guess, such as ``K7QD-MZ4X-29AB-TYPL``."""
    text = base64.b32encode(secrets.token_bytes(10)).decode("ascii")
    return "-".join(text[at : at + 4] for at in range(0, 16, 4))


def new_salt() -> str:
    """Return a salt, without which nobody can tell what a digest was made of."""
    return secrets.token_hex(_SALT)


def write_paper(
    book: Rulebook,
    *,
    number: str,
    person: str,
    ended: str,
    right: int,
    seconds: float,
    streak: int,
    answers: Iterable[Answered],
    clauses: tuple[str, ...],
    earlier: int,
) -> Paper:
    """Return what the certificate of a passed exam says."""
    given = tuple(answers)
    return Paper(
        number=number,
        person=person,
        game=book.game,
        document=book.document,
        version=book.version,
        rules=book.digest,
        ended=ended,
        right=right,
        steps=len(given),
        seconds=seconds,
        streak=streak,
        clauses=clauses,
        kinds=tuple(dict.fromkeys(one.step for one in given)),
        earlier=earlier,
    )


def digest_of(paper: Paper, salt: str) -> str:
    """Return the SHA-256 of the salt and the paper in canonical JSON."""
    return sha256(bytes.fromhex(salt) + encode(paper)).hexdigest()


def hash_of(number: str) -> str:
    """Return the hash by which a note names a certificate.

    Whoever has the number finds the note. The chain alone tells no number, which would open the
    certificate to anybody.
    """
    return sha256(number.encode()).hexdigest()


def note_of(paper: Paper, salt: str) -> Item:
    """Return the entry for the chain."""
    details = {
        "certificate": hash_of(paper.number),
        "person": paper.person,
        "digest": digest_of(paper, salt),
    }
    return 0, TABLE, encode(Noted(stamp(), NOTE, details))


def read(data: bytes) -> Certificate:
    """Read a certificate's file; raises :class:`MalformedError` if it is something else."""
    if len(data) > _LONGEST:
        raise MalformedError("this is too long for a certificate")
    try:
        found = structs.decode(data, Certificate)
        bytes.fromhex(found.salt)
    except (msgspec.DecodeError, ValueError) as error:
        raise MalformedError(f"this is not a certificate: {error}") from None
    return found


def check(certificate: Certificate, store: Store) -> Checked:
    """Compare a certificate with the note that the journal holds."""
    at = certificate.entry
    found = list(itertools.islice(store.since(CHAIN, at), 2)) if 0 < at <= GREATEST else []
    return check_entries(certificate, found)


def check_entries(certificate: Certificate, entries: Sequence[Entry]) -> Checked:
    """Compare a certificate with the entry that should be its note, and the one after it."""
    at, paper = certificate.entry, certificate.paper
    where = f"entry {at} of chain {CHAIN}"
    if not entries or entries[0].number != at or certificate.chain != CHAIN:
        return Checked(False, f"not verified: the journal has no {where}")
    entry = entries[0]
    whole = digest(entry.previous, entry.table, entry.number, *entry[2:5])
    if entry.hash != whole or any(after.previous != whole for after in entries[1:]):
        return Checked(False, f"not verified: {where} has been changed")
    try:
        noted = decode(entry, Noted)
    except JournalError:
        return Checked(False, f"not verified: {where} cannot be read")
    about = noted.details
    if noted.what != NOTE or about.get("certificate") != hash_of(paper.number):
        return Checked(False, f"not verified: {where} is not the note of this certificate")
    if about.get("person") != paper.person or about.get("digest") != certificate.digest:
        return Checked(False, f"not verified: the certificate is not the one that {where} notes")
    return Checked(True, f"verified: the journal holds it, {where}", entry=at)
