"""The file for an outside witness: signed heads, and the keys they are signed with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from croupier.journal import heads
from croupier.journal.entry import Head, JournalError, UnreadableError
from croupier.journal.signing import PublicKey, SignedHead, check
from croupier.nouns import structs


class Witness(NamedTuple):
    """What an outside witness has kept: the heads of the chains, and the keys that signed them."""

    heads: dict[str, Head] | None
    """The newest heads; None if none were kept."""
    keys: Sequence[PublicKey] = ()
    signed: Sequence[SignedHead] = ()


NOBODY: Final = Witness(None)


class _Key(msgspec.Struct):
    key: str
    public: str
    since: str
    signed_by: str | None
    signature: str


class _Signed(msgspec.Struct):
    statement: str
    key: str
    signature: str


class _Document(msgspec.Struct):
    keys: list[_Key]
    heads: list[_Signed]


def document(keys: Iterable[PublicKey], signed: Iterable[SignedHead]) -> dict[str, Any]:
    """Return signed heads and keys as plain data."""
    return {"heads": [head.as_data() for head in signed], "keys": [key.as_data() for key in keys]}


def read(file: Path | None) -> Witness:
    """Read what a witness kept: a document of signed heads, or the heads beside a journal."""
    try:
        kept = structs.decode(file.read_bytes(), _Document) if file else None
    except (OSError, msgspec.DecodeError):
        return Witness(heads.read(file) if file else None)
    if kept is None:
        return NOBODY
    try:
        keys = [
            PublicKey(
                k.key, bytes.fromhex(k.public), k.since, k.signed_by, bytes.fromhex(k.signature)
            )
            for k in kept.keys
        ]
        signed = [_signed(head) for head in kept.heads]
        check(keys, signed)
        return Witness(signed[-1].heads if signed else None, keys, signed)
    except JournalError as error:
        raise UnreadableError(f"{file}: {error}") from None
    except (ValueError, LookupError, TypeError) as error:
        raise UnreadableError(f"{file}: the signed heads are damaged: {error}") from None


def _signed(head: _Signed) -> SignedHead:
    statement = head.statement.encode()
    number = int(msgspec.json.decode(statement)["croupier head"])
    return SignedHead(number, statement, head.key, bytes.fromhex(head.signature))
