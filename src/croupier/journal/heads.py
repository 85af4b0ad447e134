"""The heads kept beside a journal: the end of each table's chain, so that a cut shows.

They are in a file of their own, which should be copied elsewhere: whoever can rewrite both the
journal and its heads can hide a cut.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

import msgspec

from croupier.journal.entry import FORMAT, Head, JournalError, UnreadableError
from croupier.nouns import structs
from croupier.nouns.canonical import encode


class _Kept(msgspec.Struct):
    number: int
    hash: str


class _File(msgspec.Struct):
    croupier: int
    tables: dict[str, _Kept]


def beside(database: Path) -> Path:
    """Return the path where the heads of a database file are kept."""
    return database.with_name(f"{database.name}.head")


def read(file: Path) -> dict[str, Head] | None:
    """Read the heads in a file, None if there is no file.

    Raises :class:`JournalError` if it cannot be read.
    """
    try:
        kept = structs.decode(file.read_bytes(), _File)
        heads = {t: Head(k.number, bytes.fromhex(k.hash)) for t, k in kept.tables.items()}
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UnreadableError(f"{file}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise JournalError(f"{file}: the heads are damaged: {error}") from None
    if kept.croupier > FORMAT:
        raise UnreadableError(f"{file}: format {kept.croupier} is newer than this program")
    return heads


def write(file: Path, heads: Mapping[str, Head]) -> None:
    """Write the heads atomically: after a crash the file is wholly the old one or the new one.

    Heads of other tables stay. So does a head further along than the new one, because it is the
    only trace of a cut.
    """
    kept = read(file) or {}
    for table, head in heads.items():
        if table not in kept or kept[table].number < head.number:
            kept[table] = head
    temporary = file.with_name(f"{file.name}.{os.getpid()}-{threading.get_ident()}")
    try:
        with temporary.open("wb") as opened:
            opened.write(encode({"croupier": FORMAT, "tables": as_data(kept)}))
            opened.flush()
            os.fsync(opened.fileno())
        temporary.replace(file)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise JournalError(f"{file}: the heads cannot be kept: {error.strerror}") from None


def as_data(heads: Mapping[str, Head]) -> dict[str, dict[str, int | str]]:
    """Return heads as plain data."""
    return {t: {"number": head.number, "hash": head.hash.hex()} for t, head in heads.items()}


def fingerprint(heads: Mapping[str, Head]) -> str:
    """Return one hash for the heads of all tables, which a witness can write down."""
    return sha256(encode(as_data(heads))).hexdigest()
