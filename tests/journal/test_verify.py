"""Anything changed, missing, reordered or cut off is found, and the verdict says where."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.journal import JournalError, UnreadableError, heads, open_journal
from croupier.journal.database import DatabaseStore
from croupier.journal.entry import EVENT, GENESIS, Entry, Head, digest
from croupier.journal.store import Row
from croupier.journal.verify import verify
from tests.journal.kept import Kept

COLUMNS = ("table_id", "number", "round", "kind", "payload", "previous", "hash")


def test_what_was_recorded_holds(kept: Kept) -> None:
    verdict = kept.check()
    assert verdict.verified and verdict.rounds == 8 and verdict.unwitnessed == 0
    assert set(verdict.heads) == {"pit 1", "pit 2"}
    assert verdict.events == sum(head.number for head in verdict.heads.values())
    assert verdict.heads == heads.read(kept.head)


def test_the_hash_of_an_entry_is_fixed_by_the_format() -> None:
    first = digest(GENESIS, "pit 1", 1, 0, "table", b'{"what":"opening"}')
    assert GENESIS.hex().startswith("3d1cbf62")
    assert first.hex().startswith("0860b6ca")


CHANGES: dict[str, list[Any]] = {
    "table_id": ["pit 0", "pit 9", b"pit 1"],
    "number": [0, -3, 100_000, "x"],
    "round": [-1, 99, "x"],
    "kind": ["tables", "event ", ""],
    "payload": [b"", b"{}", "{}", 7],
    "previous": [b"", bytes(32), "x", 0],
    "hash": [b"", bytes(32), "x", 0],
}


@pytest.mark.parametrize("where", ["first", "middle", "last"])
@pytest.mark.parametrize(("column", "value"), [(c, v) for c in CHANGES for v in CHANGES[c]])
def test_any_changed_field_is_found(kept: Kept, column: str, value: Any, where: str) -> None:
    number = {"first": 1, "middle": 20, "last": kept.last()}[where]
    before = kept.rows()
    change = f"UPDATE entries SET {column} = ? WHERE table_id = 'pit 1' AND number = ?"
    try:
        kept.tamper((change, (value, number)))
    except sa.exc.DBAPIError:
        assert kept.typed and kept.rows() == before
        return
    assert kept.rows() != before
    verdict = kept.check()
    assert not verdict.verified and verdict.problem
    if column in ("payload", "previous", "hash", "round", "kind"):
        assert (verdict.table, verdict.at) == ("pit 1", number)
        assert verdict.events == number - 1


def test_one_changed_byte_is_found_in_whichever_entry_it_is(recorded: Path) -> None:
    with open_journal(recorded) as journal:
        rows: list[Row] = [tuple(row) for row in journal.store.rows()]
    for i, row in enumerate(rows):
        at = i % len(row[4])
        payload = row[4][:at] + bytes([row[4][at] ^ 1]) + row[4][at + 1 :]
        verdict = verify([*rows[:i], (*row[:4], payload, *row[5:]), *rows[i + 1 :]])
        assert (verdict.table, verdict.at, verdict.events) == (row[0], row[1], i)


@pytest.mark.parametrize("number", [1, 2, 20])
def test_a_missing_entry_is_found(kept: Kept, number: int) -> None:
    kept.tamper(f"DELETE FROM entries WHERE table_id = 'pit 1' AND number = {number}")
    verdict = kept.check()
    assert (verdict.table, verdict.at) == ("pit 1", number)
    assert "missing" in str(verdict)


def test_entries_that_changed_places_are_found(kept: Kept) -> None:
    kept.tamper(
        "UPDATE entries SET number = -1 WHERE table_id = 'pit 1' AND number = 8",
        "UPDATE entries SET number = 8 WHERE table_id = 'pit 1' AND number = 11",
        "UPDATE entries SET number = 11 WHERE table_id = 'pit 1' AND number = -1",
    )
    verdict = kept.check()
    assert (verdict.table, verdict.at) == ("pit 1", 8)


def test_an_entry_put_in_between_is_found(kept: Kept) -> None:
    kept.tamper(
        "UPDATE entries SET number = number + 1000 WHERE table_id = 'pit 1' AND number > 8",
        "UPDATE entries SET number = number - 999 WHERE table_id = 'pit 1' AND number > 1000",
        "INSERT INTO entries SELECT table_id, 9, round, kind || ' ', payload, previous, hash"
        " FROM entries WHERE table_id = 'pit 1' AND number = 8",
    )
    verdict = kept.check()
    assert (verdict.table, verdict.at) == ("pit 1", 9)


def test_a_replaced_entry_breaks_the_chain_behind_it(kept: Kept) -> None:
    """A changed entry with a new hash of its own is found at the next entry."""
    [row] = [r for r in kept.rows() if r[:2] == ("pit 1", 12)]
    forged = digest(row[5], row[0], row[1], row[2], row[3], b"{}")
    kept.tamper_with(
        "UPDATE entries SET payload = ?, hash = ? WHERE table_id = 'pit 1' AND number = 12",
        b"{}",
        forged,
    )
    verdict = kept.check()
    assert (verdict.table, verdict.at) == ("pit 1", 13)
    assert "entry 12, which has been replaced" in str(verdict)


def rewrite(kept: Kept, table: str, start: int) -> None:
    """Change an entry and compute every later hash again, as an insider could."""
    previous = b""
    for row in [r for r in kept.rows() if r[0] == table and r[1] >= start]:
        payload = b"{}" if row[1] == start else row[4]
        previous = previous or row[5]
        hash = digest(previous, table, row[1], row[2], row[3], payload)
        update = "UPDATE entries SET payload = ?, previous = ?, hash = ?"
        where = "WHERE table_id = ? AND number = ?"
        kept.tamper_with(f"{update} {where}", payload, previous, hash, table, row[1])
        previous = hash


def test_a_rewritten_chain_does_not_agree_with_its_head(kept: Kept) -> None:
    end = kept.last()
    rewrite(kept, "pit 1", end - 3)
    verdict = kept.check()
    assert (verdict.table, verdict.at) == ("pit 1", end)
    assert "rewritten" in str(verdict)
    kept.head.unlink()
    assert kept.check().verified, "without a head no chain can tell; the docs say so"


@pytest.mark.parametrize("cut", [1, 5])
def test_a_cut_at_the_end_is_found_against_the_head(kept: Kept, cut: int) -> None:
    end = kept.last()
    kept.tamper(f"DELETE FROM entries WHERE table_id = 'pit 1' AND number > {end - cut}")
    verdict = kept.check()
    assert (verdict.table, verdict.at) == ("pit 1", end - cut + 1)
    assert "cut off" in str(verdict)
    kept.head.unlink()
    verdict = kept.check()
    assert verdict.verified and verdict.unwitnessed is None


def test_a_table_that_is_gone_is_found_against_the_head(kept: Kept) -> None:
    kept.tamper("DELETE FROM entries WHERE table_id = 'pit 2'")
    verdict = kept.check()
    assert (verdict.table, verdict.at) == ("pit 2", 1)


def test_entries_beyond_the_head_hold_and_are_counted(kept: Kept) -> None:
    """A crash may fall between a commit and its head. A forger with the file can add entries."""
    [row] = [r for r in kept.rows() if r[0] == "pit 2"][-1:]
    number = row[1] + 1
    insert = "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)"
    forged = ("pit 2", number, 0, "table", b"{}", row[6])
    kept.tamper_with(insert, *forged, digest(row[6], "pit 2", number, 0, "table", b"{}"))
    verdict = kept.check()
    assert verdict.verified and verdict.unwitnessed == 1
    kept.tamper_with(insert, "pit 2", number + 1, 0, "table", b"{}", row[6], row[6])
    assert kept.check().at == number + 1


def edit_head(kept: Kept, change: Callable[[dict[str, Any]], object]) -> None:
    held = json.loads(kept.head.read_bytes())
    change(held)
    kept.head.write_text(json.dumps(held))


def test_a_changed_head_is_found(kept: Kept) -> None:
    end = kept.last()
    edit_head(kept, lambda held: held["tables"]["pit 1"].update(hash="00" * 32))
    assert kept.check().at == end
    edit_head(kept, lambda held: held["tables"]["pit 1"].update(number=end + 1))
    assert kept.check().at == end + 1
    edit_head(kept, lambda held: held["tables"]["pit 1"].update(number=end - 1))
    assert kept.check().at == end - 1
    edit_head(kept, lambda held: held["tables"].pop("pit 1"))
    verdict = kept.check()
    assert verdict.verified and verdict.unwitnessed == end


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"croupier": 1}',
        '{"croupier": 1, "tables": 3}',
        '{"croupier":1,"tables":{"a":{"number":1,"hash":"zz"}}}',
    ],
)
def test_a_damaged_head_file_does_not_verify(kept: Kept, text: str) -> None:
    kept.head.write_text(text)
    verdict = kept.check()
    assert not verdict.verified and "damaged" in str(verdict)


def test_a_head_file_of_a_newer_format_is_refused(kept: Kept) -> None:
    edit_head(kept, lambda held: held.update(croupier=9))
    with pytest.raises(UnreadableError, match="newer"):
        kept.check()


def test_heads_kept_elsewhere_serve_as_witness(kept: Kept, tmp_path: Path) -> None:
    elsewhere = tmp_path / "witness.head"
    kept.head.rename(elsewhere)
    kept.tamper("DELETE FROM entries WHERE table_id = 'pit 2' AND number > 5")
    with kept.open() as journal:
        assert journal.verify().verified
        assert journal.verify(elsewhere).at == 6


def test_nothing_is_appended_to_a_chain_that_was_cut(kept: Kept) -> None:
    end = kept.last()
    kept.tamper(f"DELETE FROM entries WHERE table_id = 'pit 1' AND number = {end}")
    with kept.open(create=True) as journal:
        with pytest.raises(JournalError, match="verify the journal"):
            journal.write("pit 1", [(0, "table", b"{}")])
        journal.write("pit 2", [(0, "table", b"{}")])
    assert kept.check().at == end


def test_flipped_bits_in_the_file_never_pass_for_other_entries(
    journal_file: Path, tmp_path: Path
) -> None:
    """A changed byte of the file is found or refused, unless it is one that means nothing."""
    random = Random(3)
    sound = journal_file.read_bytes()
    before = Kept(journal_file).rows()
    damaged = tmp_path / "damaged.db"
    outcomes = set()
    for _ in range(150):
        at = random.randrange(len(sound))
        flipped = bytearray(sound)
        flipped[at] ^= 1 << random.randrange(8)
        damaged.write_bytes(flipped)
        try:
            verdict = Kept(damaged).check()
        except UnreadableError:
            outcomes.add("refused")
            continue
        outcomes.add("holds" if verdict.verified else "found")
        if verdict.verified:
            assert Kept(damaged).rows() == before
    assert "found" in outcomes


# --- chains of any content ------------------------------------------------------------------------


def chain(payloads: list[bytes], table: str = "t") -> list[Entry]:
    entries, previous = [], GENESIS
    for number, payload in enumerate(payloads, 1):
        hash = digest(previous, table, number, 1, EVENT, payload)
        entries.append(Entry(table, number, 1, EVENT, payload, previous, hash))
        previous = hash
    return entries


payloads = st.lists(st.binary(max_size=20), min_size=2, max_size=12)


@given(payloads)
def test_any_chain_holds(contents: list[bytes]) -> None:
    entries = chain(contents)
    verdict = verify(entries, {"t": Head(len(entries), entries[-1].hash)})
    assert verdict.verified and verdict.events == len(entries)


@settings(max_examples=300)
@given(payloads, st.data())
def test_any_change_to_any_chain_is_found_no_later_than_the_entry_after_it(
    contents: list[bytes], data: st.DataObject
) -> None:
    entries = chain(contents)
    at = data.draw(st.integers(0, len(entries) - 1))
    field = data.draw(st.sampled_from(Entry._fields))
    old = getattr(entries[at], field)
    kind = (
        st.binary()
        if isinstance(old, bytes)
        else st.text()
        if isinstance(old, str)
        else st.integers()
    )
    new: Any = data.draw(kind.filter(lambda value: value != old))
    changed = [*entries[:at], entries[at]._replace(**{field: new}), *entries[at + 1 :]]
    verdict = verify(changed, {"t": Head(len(entries), entries[-1].hash)})
    assert not verdict.verified
    assert verdict.events <= at + 1


@settings(max_examples=200)
@given(payloads, st.data())
def test_any_other_order_or_selection_of_a_chain_is_found(
    contents: list[bytes], data: st.DataObject
) -> None:
    entries = chain(contents)
    kept = {"t": Head(len(entries), entries[-1].hash)}
    chosen = data.draw(st.lists(st.sampled_from(entries), max_size=len(entries) + 2))
    assert verify(chosen, kept).verified == (chosen == entries)
    assert verify(chosen).verified == (chosen == entries[: len(chosen)])


def test_the_columns_are_those_of_an_entry(kept: Kept) -> None:
    with kept.open() as journal:
        assert isinstance(journal.store, DatabaseStore)
        columns = sa.inspect(journal.store.engine).get_columns("entries")
    assert tuple(column["name"] for column in columns) == COLUMNS
    assert len(COLUMNS) == len(Entry._fields)
