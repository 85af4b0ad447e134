"""Signed heads: keys, signatures, and false ones."""

from __future__ import annotations

import stat
from pathlib import Path

import msgspec
import pytest

from croupier.journal.entry import Head, JournalError
from croupier.journal.signing import Signer, check

HEADS = {"pit 1": Head(7, bytes(32))}


def test_a_signed_head_verifies_and_a_changed_one_does_not(tmp_path: Path) -> None:
    signer = Signer.create(tmp_path, "2026-01-01T00:00:00Z")
    key = signer.announce("2026-01-01T00:00:00Z")
    head = signer.head(1, "2026-01-01T00:00:01Z", HEADS)
    assert head.heads == HEADS
    check([key], [head])
    for field, value in (
        ("statement", head.statement.replace(b'"number":7', b'"number":8')),
        ("signature", bytes(64)),
        ("key", "another"),
    ):
        with pytest.raises(JournalError, match="signed head 1: its signature is not valid"):
            check([key], [msgspec.structs.replace(head, **{field: value})])


def test_a_new_key_is_vouched_for_by_the_old_one(tmp_path: Path) -> None:
    first = Signer.create(tmp_path, "2026-01-01T00:00:00Z")
    second = Signer.create(tmp_path, "2026-02-01T00:00:00Z")
    keys = [
        first.announce("2026-01-01T00:00:00Z"),
        second.announce("2026-02-01T00:00:00Z", first),
    ]
    signed = [first.head(1, "x", HEADS), second.head(2, "y", HEADS)]
    check(keys, signed)
    assert keys[1].signed_by == first.key
    loaded = Signer.load(tmp_path)
    assert loaded is not None and loaded.key == second.key  # the newest key
    usurper = second.announce("2026-02-01T00:00:00Z")
    with pytest.raises(JournalError, match="no key before it vouches for it"):
        check([keys[0], usurper], signed)
    forged = msgspec.structs.replace(keys[1], since="2026-03-01T00:00:00Z")
    with pytest.raises(JournalError, match="on it is not valid"):
        check([keys[0], forged], signed)
    renamed = msgspec.structs.replace(keys[0], key="0" * 16)
    with pytest.raises(JournalError, match="its name does not match"):
        check([renamed], [])


def test_a_key_file_is_for_its_owner_and_nobody_else(tmp_path: Path) -> None:
    Signer.create(tmp_path / "keys", "2026-01-01T00:00:00Z")
    (file,) = (tmp_path / "keys").iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert Signer.load(tmp_path) is None
    file.write_bytes(b"not a key")
    with pytest.raises(JournalError, match="is not a signing key"):
        Signer.load(tmp_path / "keys")
