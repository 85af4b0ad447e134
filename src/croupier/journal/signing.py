"""Signed heads, which an outside witness keeps so that a rewritten chain shows.

Keys are Ed25519, one file each, readable only by their owner. A new key is announced by a statement
that the old one signs. Whoever holds the current key can sign a false history, but it will not fit
an earlier signed head that a witness has kept. So carry heads out of the house as they are made
(``croupier journal heads``).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.journal.entry import Head, JournalError, UnreadableError
from croupier.journal.heads import as_data
from croupier.nouns.canonical import encode

if TYPE_CHECKING:  # imported where used: reading a journal must not need the server's extras
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


class PublicKey(msgspec.Struct, frozen=True):
    """A key's public half, signed by the key before it; the first key signs itself."""

    key: str
    """The key's name: the beginning of its hash."""
    public: bytes
    since: str
    signed_by: str | None
    signature: bytes

    def verify(self, signature: bytes, statement: bytes) -> bool:
        """Whether this key signed the statement; a damaged field gives False, never an error."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, statement)
        except (InvalidSignature, ValueError, TypeError):  # the last two: a damaged field
            return False
        return True

    @property
    def announcement(self) -> bytes:
        """The statement that the key before it signs."""
        return encode({"croupier key": self.public.hex(), "since": self.since})

    def as_data(self) -> dict[str, Any]:
        """Return what a witness needs to check signatures, for JSON, with bytes in hexadecimal."""
        return {
            "key": self.key,
            "public": self.public.hex(),
            "since": self.since,
            "signed_by": self.signed_by,
            "signature": self.signature.hex(),
        }


class SignedHead(msgspec.Struct, frozen=True):
    """The heads of all chains at one time, with a signature."""

    number: int
    statement: bytes
    """Canonical JSON: number, time, and the heads of all tables."""
    key: str
    signature: bytes

    @property
    def heads(self) -> dict[str, Head]:
        """The heads read from the statement, because only what was signed counts."""
        tables = msgspec.json.decode(self.statement)["tables"]
        return {t: Head(head["number"], bytes.fromhex(head["hash"])) for t, head in tables.items()}

    def as_data(self) -> dict[str, Any]:
        """Return the head for JSON, with the statement verbatim so its signature can be checked."""
        return {
            "statement": self.statement.decode(),
            "key": self.key,
            "signature": self.signature.hex(),
        }


class Signer:
    """The private half of the current key, in a directory of its own."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        self._private = private
        self.public = private.public_key().public_bytes_raw()
        self.key = name_of(self.public)

    @classmethod
    def load(cls, directory: Path) -> Signer | None:
        """Load the newest key in a directory, None if there is none."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        files = sorted(directory.glob("*.key"))
        if not files:
            return None
        try:
            return cls(Ed25519PrivateKey.from_private_bytes(files[-1].read_bytes()))
        except (OSError, ValueError) as error:
            raise UnreadableError(f"{files[-1]}: is not a signing key: {error}") from None

    @classmethod
    def create(cls, directory: Path, since: str) -> Signer:
        """Create a new key; its file is made readable by its owner only, before it is written."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        signer = cls(Ed25519PrivateKey.generate())
        try:
            signer._keep(directory, since)
        except OSError as error:
            raise UnreadableError(
                f"{directory}: a signing key cannot be kept there: {error.strerror}"
            ) from None
        return signer

    def _keep(self, directory: Path, since: str) -> None:
        directory.mkdir(parents=True, exist_ok=True, mode=0o700)
        stamp = since.replace(":", "").replace("-", "")
        file = directory / f"{stamp}-{self.key}.key"
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as opened:
            opened.write(self._private.private_bytes_raw())
            opened.flush()
            os.fsync(opened.fileno())

    def succeeded(
        self, directory: Path, since: str, publish: Callable[[PublicKey], object]
    ) -> PublicKey:
        """Create a new key that this one vouches for.

        The key is published before its file is written. A published key that is lost does no harm,
        but a key that nobody knows would keep servers from starting.
        """
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        new = Signer(Ed25519PrivateKey.generate())
        public = new.announce(since, self)
        publish(public)
        new._keep(directory, since)
        return public

    def sign(self, statement: bytes) -> bytes:
        """Return a signature that :meth:`PublicKey.verify` accepts."""
        return self._private.sign(statement)

    def announce(self, since: str, before: Signer | None = None) -> PublicKey:
        """Return the public half, vouched for by the key before it or by itself."""
        bare = PublicKey(self.key, self.public, since, before.key if before else None, b"")
        signature = (before or self).sign(bare.announcement)
        return msgspec.structs.replace(bare, signature=signature)

    def head(self, number: int, time: str, heads: Mapping[str, Head]) -> SignedHead:
        """Sign the heads of all tables at one time."""
        statement = encode({"croupier head": number, "time": time, "tables": as_data(heads)})
        return SignedHead(number, statement, self.key, self.sign(statement))


def directory_of(head_file: Path | None, data: Path | None) -> Path:
    """Return the directory of a journal's keys: in the data folder, or else beside the file."""
    import platformdirs

    if data is None:
        data = platformdirs.user_data_path("croupier") if head_file is None else head_file.parent
    return data / "keys"


def name_of(public: bytes) -> str:
    """Return a key's name."""
    return sha256(public).hexdigest()[:16]


def check(keys: Iterable[PublicKey], signed: Iterable[SignedHead]) -> None:
    """Raise :class:`JournalError` unless every signature is valid and every key vouched for."""
    known: dict[str, PublicKey] = {}
    for key in keys:
        if not isinstance(key.public, bytes) or name_of(key.public) != key.key:
            raise JournalError(f"key {key.key}: its name does not match its public half")
        voucher = known.get(key.signed_by) if key.signed_by else key
        if (key.signed_by is None and known) or voucher is None:
            raise JournalError(f"key {key.key}: no key before it vouches for it")
        if not voucher.verify(key.signature, key.announcement):
            raise JournalError(f"key {key.key}: the signature of {voucher.key} on it is not valid")
        known[key.key] = key
    for head in signed:
        signer = known.get(head.key)
        if signer is None or not signer.verify(head.signature, head.statement):
            raise JournalError(f"signed head {head.number}: its signature is not valid")
