"""Heads that were taken out of the house, and keys that follow one another."""

from __future__ import annotations

import json
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest

from croupier.journal import Recorder, UnreadableError, heads, open_journal, witness
from croupier.journal.database import SIGNED_HEADS, DatabaseStore, published
from croupier.journal.signing import Signer
from tests.cli import driver

SINCE = "2026-01-01T00:00:00Z"


def sign(file: Path, signer: Signer, number: int) -> None:
    """Return a signed head of the chains as they are now."""
    with open_journal(file, create=True) as journal:
        store = journal.store
        assert isinstance(store, DatabaseStore)
        head = signer.head(number, SINCE, store.heads())
        row = SIGNED_HEADS.insert().values(
            number=number, statement=head.statement, key=head.key, signature=head.signature
        )
        store.append((), [lambda connection: connection.execute(row)])


def publish(file: Path, signer: Signer) -> None:
    with open_journal(file, create=True) as journal:
        assert isinstance(journal.store, DatabaseStore)
        journal.store.append((), [published(signer.announce(SINCE))])


def note(file: Path, *what: str) -> None:
    with open_journal(file, create=True) as journal:
        for one in what:
            Recorder(journal, "pit 1").note(one)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A journal whose head was signed after three entries, with two more entries since."""
    file = tmp_path / "journal.db"
    signer = Signer.create(tmp_path / "keys", SINCE)
    note(file, "one", "two", "three")
    publish(file, signer)
    sign(file, signer, 1)
    note(file, "four", "five")
    return file


@pytest.fixture
def kept(file: Path, tmp_path: Path) -> Path:
    """The heads that the witness took away."""
    kept = tmp_path / "elsewhere.json"
    croupier("heads", file, "--out", kept)
    return kept


def croupier(command: str, file: Path, *more: Any, code: int = 0) -> str:
    done = driver.croupier("journal", command, "--database", file, *more)
    assert done.code == code, done
    return str(done.out + done.err)


def change(file: Path, *statements: str) -> None:
    with sqlite3.connect(file) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def test_a_witness_agrees_and_counts_what_is_newer(file: Path, kept: Path) -> None:
    verdict = json.loads(croupier("verify", file, "--head", kept, "--json"))
    assert (verdict["verified"], verdict["unwitnessed"], verdict["signed"]) == (True, 2, 1)
    assert "1 signed heads agree" in croupier("verify", file)
    assert croupier("heads", file) == kept.read_text("utf-8")


def test_a_cut_shows_even_if_every_head_in_the_house_is_gone(file: Path, kept: Path) -> None:
    heads.beside(file).unlink()
    change(file, "DELETE FROM entries WHERE number > 2", "DELETE FROM signed_heads")
    assert "verified" in croupier("verify", file)
    assert "entry 3 is cut off" in croupier("verify", file, "--head", kept, code=1)


def test_heads_signed_again_by_another_key_show(file: Path, kept: Path, tmp_path: Path) -> None:
    heads.beside(file).unlink()
    change(file, "DELETE FROM signing_keys", "DELETE FROM signed_heads")
    other = Signer.create(tmp_path / "other", SINCE)
    publish(file, other)
    sign(file, other, 1)
    assert "verified" in croupier("verify", file)
    assert "its heads were signed again" in croupier("verify", file, "--head", kept, code=1)


def test_a_rewritten_chain_signed_by_the_same_key_shows(file: Path, kept: Path) -> None:
    heads.beside(file).unlink()
    change(file, "DELETE FROM entries", "DELETE FROM signed_heads")
    note(file, "one", "other", "three")
    heads.beside(file).unlink()
    signer = Signer.load(file.parent / "keys")
    assert signer is not None
    sign(file, signer, 1)
    assert "verified" in croupier("verify", file)
    said = croupier("verify", file, "--head", kept, code=1)
    assert "signed head 1, which a witness has kept, names another entry 3 of table pit 1" in said


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"signature": "', '"signature": "00', "is not valid"),
        ('"public": "', '"public": "zz', "the signed heads are damaged"),
        ("croupier head", "croupier hand", "the signed heads are damaged"),
    ],
)
def test_a_witness_that_was_tampered_with_does_not_count(
    kept: Path, file: Path, old: str, new: str, says: str
) -> None:
    text = kept.read_text("utf-8")
    assert old in text
    kept.write_text(text.replace(old, new), "utf-8")
    with pytest.raises(UnreadableError, match=says):
        witness.read(kept)
    assert says in croupier("verify", file, "--head", kept, code=2)


def test_a_key_is_followed_by_another_that_it_vouches_for(file: Path, kept: Path) -> None:
    first = Signer.load(file.parent / "keys")
    made = json.loads(croupier("rotate", file, "--json"))
    second = Signer.load(file.parent / "keys")
    assert first is not None and second is not None
    assert (made["key"], made["signed_by"]) == (second.key, first.key) and first.key != second.key
    sign(file, second, 2)
    assert json.loads(croupier("verify", file, "--head", kept, "--json"))["signed"] == 2
    assert "vouched for by" in croupier("rotate", file)


def test_a_key_can_be_followed_only_where_it_is(file: Path, tmp_path: Path) -> None:
    said = croupier("rotate", file, "--data", tmp_path / "nowhere", code=1)
    assert "holds no key that has signed this journal" in said
    assert not (tmp_path / "nowhere").exists()


def test_a_damaged_signature_or_key_is_false(file: Path) -> None:
    change(file, "UPDATE signed_heads SET statement = 'x', signature = 'y'")
    assert "signed head 1: its signature is not valid" in croupier("verify", file, code=1)
    change(file, "UPDATE signing_keys SET public = 'x'")
    assert "its name does not match its public half" in croupier("verify", file, code=1)


def test_the_missing_package_is_named_where_signatures_cannot_be_checked(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "cryptography"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "cryptography", None)
    assert "pip install 'croupier[server]'" in croupier("verify", file, code=1)
