"""``croupier journal``: verify, show and export, for people and as JSON."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.cli import main
from croupier.journal import Recorder, disputes, heads, open_journal
from croupier.journal.entry import digest
from croupier.nouns.canonical import encode
from tests.journal.rounds import random_table, sitting


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A journal of one table with four rounds."""
    path = tmp_path / "journal.db"
    random = Random(8)
    table = random_table(random, {"shuffler": "manual"})
    table.bankrolls = dict.fromkeys(table.bankrolls, 1_000_000)
    with open_journal(path, create=True) as journal:
        assert len(list(sitting(random, table, journal, rounds=4))) == 4
    return path


@pytest.fixture
def croupier(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*words: str | Path, code: int = 0) -> str:
        with pytest.raises(SystemExit) as ended:
            main([str(word) for word in words])
        said = capsys.readouterr()
        assert ended.value.code == code, said.err
        if code:
            assert said.err.startswith("croupier: ") and said.err.count("\n") == 1
        return said.out if not code or "--json" in words else said.err

    return run


def answer(croupier: Any, *words: str | Path, code: int = 0) -> Any:
    return json.loads(croupier("journal", *words, "--json", code=code))


def change(file: Path, statement: str, *values: Any) -> None:
    database = sqlite3.connect(file)
    with database:
        assert database.execute(statement, values).rowcount == 1
    database.close()


def test_a_sound_journal_verifies(croupier: Any, file: Path) -> None:
    verdict = answer(croupier, "verify", "--database", file)
    with open_journal(file) as journal:
        entries = len(list(journal.store.rows()))
    assert verdict["verified"] is True
    assert (verdict["events"], verdict["rounds"]) == (entries, 4)
    assert len(verdict["head"]) == 64 and verdict["unwitnessed"] == 0
    assert "at" not in verdict and "error" not in verdict
    text = croupier("journal", "verify", "--database", file)
    assert verdict["head"] in text and "4 rounds" in text
    assert answer(croupier, "verify", "--database", f"sqlite:///{file}") == verdict


def test_a_changed_journal_does_not_and_says_where(croupier: Any, file: Path) -> None:
    change(file, "UPDATE entries SET payload = ? WHERE number = 9", b"{}")
    verdict = answer(croupier, "verify", "--database", file, code=1)
    assert verdict["verified"] is False
    assert (verdict["at"], verdict["events"]) == (9, 8)
    assert "changed" in verdict["problem"]
    assert verdict["error"]["kind"] == "journal" and "entry 9" in verdict["error"]["message"]
    assert "entry 9" in croupier("journal", "verify", "--database", file, code=1)


def test_a_cut_is_found_by_the_head_beside_or_elsewhere(
    croupier: Any, file: Path, tmp_path: Path
) -> None:
    last = answer(croupier, "verify", "--database", file)["events"]
    change(file, f"DELETE FROM entries WHERE number = {last}")
    assert answer(croupier, "verify", "--database", file, code=1)["at"] == last
    witness = tmp_path / "witness"
    heads.beside(file).rename(witness)
    assert answer(croupier, "verify", "--database", file)["unwitnessed"] is None
    assert "would not show" in croupier("journal", "verify", "--database", file)
    verdict = answer(croupier, "verify", "--database", file, "--head", witness, code=1)
    assert verdict["at"] == last and "cut off" in verdict["problem"]
    missing = answer(croupier, "verify", "--database", file, "--head", "nowhere", code=2)
    assert missing["error"]["kind"] == "journal"


def test_entries_newer_than_the_head_are_mentioned(croupier: Any, file: Path) -> None:
    kept = heads.beside(file).read_bytes()
    with open_journal(file, create=True) as journal:
        journal.write("pit 1", [(0, "table", encode({}))])
    heads.beside(file).write_bytes(kept)
    assert answer(croupier, "verify", "--database", file)["unwitnessed"] == 1
    assert "1 entries are newer" in croupier("journal", "verify", "--database", file)


def test_replay_runs_every_round_again(croupier: Any, file: Path) -> None:
    verdict = answer(croupier, "verify", "--replay", "--database", file)
    assert (verdict["replayed"], verdict["refused"]) == (4, [])
    assert "4 rounds, run again" in croupier("journal", "verify", "--replay", "--database", file)


def rewrite(file: Path, old: bytes, new: bytes) -> int:
    """Change the last event that holds the text, compute the hashes again, return its number."""
    with open_journal(file) as journal:
        rows = [tuple(row) for row in journal.store.rows()]
    at = int(max(row[1] for row in rows if old in row[4]))
    previous = b""
    for row in rows[at - 1 :]:
        payload = row[4].replace(old, new) if row[1] == at else row[4]
        previous = previous or row[5]
        hash = digest(previous, row[0], row[1], row[2], row[3], payload)
        update = "UPDATE entries SET payload = ?, previous = ?, hash = ? WHERE number = ?"
        change(file, update, payload, previous, hash, row[1])
        previous = hash
    heads.beside(file).unlink()
    return at


def test_replay_finds_what_was_rewritten_against_the_rules(croupier: Any, file: Path) -> None:
    at = rewrite(file, b'"rule":"5(j)"', b'"rule":"5(k)"')
    assert answer(croupier, "verify", "--database", file)["verified"] is True
    verdict = answer(croupier, "verify", "--replay", "--database", file, code=1)
    assert verdict["verified"] is False and verdict["at"] == at
    assert "5(k)" in verdict["problem"]


def test_replay_says_which_rounds_it_cannot_judge(croupier: Any, file: Path) -> None:
    rewrite(file, b'"version":2', b'"version":0')
    verdict = answer(croupier, "verify", "--replay", "--database", file)
    assert verdict["verified"] is True and verdict["replayed"] == 3
    [refused] = verdict["refused"]
    assert refused["round"] == 4 and "version 0" in refused["refused"]


def test_rounds_are_listed(croupier: Any, file: Path) -> None:
    rounds = answer(croupier, "show", "--database", file)["rounds"]
    assert [row["round"] for row in rounds] == [1, 2, 3, 4]
    for row in rounds:
        assert row["game"] == "red-dog" and row["table"] == "pit 1"
        assert row["outcome"] in ("settled", "void") and row["house"]["net"]
    text = croupier("journal", "show", "--database", file)
    assert all(row["time"][:10] in text and row["outcome"] in text for row in rounds)


def test_a_journal_without_rounds_says_so(croupier: Any, tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    open_journal(path, create=True).close()
    assert answer(croupier, "show", "--database", path) == {"rounds": []}
    assert "no round" in croupier("journal", "show", "--database", path)
    verdict = answer(croupier, "verify", "--database", path)
    assert (verdict["verified"], verdict["events"], verdict["rounds"]) == (True, 0, 0)
    assert "empty" in croupier("journal", "export", "--database", path, code=1)


def test_one_round_is_told_with_its_clauses(croupier: Any, file: Path) -> None:
    shown = answer(croupier, "show", "2", "--database", file)
    assert shown["round"] == 2 and shown["actions"] and shown["cards"]
    assert shown["stamp"]["document"] == "red-dog.ma"
    assert all(event["rule"] or event["finding"] for event in shown["events"])
    nets = [float(seat["net"]) for seat in shown["seats"].values()]
    assert sum(nets) + float(shown["house"]["net"]) == 0
    text = croupier("journal", "show", "2", "--database", file)
    assert "5(d)" in text and "Round 2 at table pit 1" in text and "the house nets" in text


def test_an_open_round_is_told_as_far_as_it_went(croupier: Any, file: Path) -> None:
    with open_journal(file, create=True) as journal:
        Recorder(journal, "pit 2").begin_round(random_table(Random(1)).begin())
    assert answer(croupier, "show", "5", "--database", file)["outcome"] == "open"
    assert "is unfinished" in croupier("journal", "show", "5", "--database", file)


def test_an_exported_round_runs_and_gives_the_same(
    croupier: Any, file: Path, tmp_path: Path
) -> None:
    for number in "1234":
        shown = answer(croupier, "show", number, "--database", file)
        out = tmp_path / f"round{number}.toml"
        croupier("journal", "export", number, "--database", file, "--out", out)
        assert out.read_text("utf-8") == croupier("journal", "export", number, "--database", file)
        again = json.loads(croupier("run", out, "--json"))
        for key in ("game", "rulebook", "outcome", "seats", "house", "board", "events"):
            assert again[key] == shown[key]


def test_a_table_is_exported_whole_or_in_part(croupier: Any, file: Path, tmp_path: Path) -> None:
    shown = [answer(croupier, "show", n, "--database", file) for n in "1234"]
    for words, wanted in (
        ((), [1, 2, 3, 4]),
        (("--table", "pit 1"), [1, 2, 3, 4]),
        (("2", "--through", "3"), [2, 3]),
    ):
        exported = answer(croupier, "export", *words, "--database", file)
        assert exported["rounds"] == wanted and exported["table"] == "pit 1"
        out = tmp_path / "rounds.toml"
        out.write_text(exported["record"], "utf-8")
        again = json.loads(croupier("run", out, "--json"))
        for one, number in zip(again["rounds"], wanted, strict=True):
            assert one["events"] == shown[number - 1]["events"]
            assert one["seats"] == shown[number - 1]["seats"]


def test_with_several_tables_one_must_be_named(croupier: Any, file: Path) -> None:
    random = Random(1)
    with open_journal(file, create=True) as journal:
        list(sitting(random, random_table(random), journal, "pit 2", rounds=1))
    line = croupier("journal", "export", "--database", file, code=1)
    assert "pit 1, pit 2" in line
    assert answer(croupier, "export", "--table", "pit 2", "--database", file)["rounds"] == [5]


@pytest.mark.parametrize(
    ("words", "code", "about"),
    [
        (("show", "99"), 1, "no round 99"),
        (("show", "9" * 23), 1, "no round 999"),
        (("export", "99"), 1, "no round 99"),
        (("export", "3", "--through", "2"), 1, "no such round"),
        (("export", "--table", "pit 9"), 1, "no such round"),
    ],
)
def test_what_is_not_in_the_journal_is_refused(
    croupier: Any, file: Path, words: tuple[str, ...], code: int, about: str
) -> None:
    error = answer(croupier, *words, "--database", file, code=code)["error"]
    assert error["kind"] == "journal" and about in error["message"]


@pytest.mark.parametrize("command", ["verify", "show", "export"])
def test_what_is_not_a_journal_is_not_understood(
    croupier: Any, tmp_path: Path, command: str
) -> None:
    text = tmp_path / "text.db"
    text.write_text("croupier = 1\n")
    newer = tmp_path / "newer.db"
    open_journal(newer, create=True).close()
    change(newer, "UPDATE journal SET format = 2")
    for database, about in (
        (tmp_path / "missing.db", "no journal"),
        (tmp_path, "directory"),
        (text, "cannot be read as a journal"),
        (newer, "newer"),
        ("foo://bar", "not a database URL"),
        ("postgresql://host:port/name", "not a database URL"),
    ):
        error = answer(croupier, command, "--database", database, code=2)["error"]
        assert error["kind"] == "journal" and about in error["message"]
    assert not (tmp_path / "missing.db").exists()


def test_a_round_is_shown_with_its_disputes_and_rulings(croupier: Any, file: Path) -> None:
    assert answer(croupier, "show", "2", "--database", file)["disputes"] == []
    about = {"dispute": "d-1", "round": 2, "words": disputes.digest(bytes(16), "Mine.")}
    with open_journal(file, create=True) as journal:
        recorder = Recorder(journal, journal.round(2).table)
        recorder.note("dispute", **about, person="p-1", seat=1, about="payment")
        recorder.note("ruling", **about, by="p-2", verdict="upheld", rule="5(f)(1)")
        recorder.note("dispute", **about | {"round": 3}, person="p-1", seat=1, about="cards")
    shown = answer(croupier, "show", "2", "--database", file)["disputes"]
    assert [note["what"] for note in shown] == ["dispute", "ruling"]
    assert shown[0]["words"] == about["words"] and shown[1]["verdict"] == "upheld"
    text = croupier("journal", "show", "2", "--database", file)
    assert "dispute d-1: p-1 at seat 1 asked about: payment" in text
    assert "ruling d-1: p-2 ruled: upheld, 5(f)(1)" in text and "about: cards" not in text
    assert answer(croupier, "verify", "--database", file)["verified"]
