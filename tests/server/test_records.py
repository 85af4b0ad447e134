"""The record: rounds are replayed, exported and disputed, packs checked, heads signed."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest

from croupier import games
from croupier.journal import JournalError, ReplayError, open_journal
from croupier.journal.fairness import Order, problem_with
from croupier.server import shown
from croupier.server.hall import Hall
from croupier.telling import record
from tests.server.visitors import FAST, House, Visitor, new_id, play, running

pytestmark = pytest.mark.asyncio(loop_scope="module")

POSTGRES = True


async def played(house: House, game: str, rounds: int = 2) -> tuple[str, list[int], list[Visitor]]:
    """Play rounds at a table and return its name, the rounds' numbers and the two players."""
    table = await house.table(game)
    ann, bob = await house.player(table, 1, "Ann"), await house.player(table, 2, "Bob")
    async with ann.socket(table) as a, bob.socket(table) as b:
        await play([a, b], table, rounds)
    rows = (await house.floor.get("/api/rounds", table=table))["rounds"]
    return table, [row["round"] for row in rows][::-1][:rounds], [ann, bob]


@pytest.mark.parametrize("game", games.names())
async def test_a_round_is_opened_again_replayed_and_exported(house: House, game: str) -> None:
    _, (number, _), (ann, _) = await played(house, game)
    told = await house.floor.get(f"/api/rounds/{number}")
    assert told["viewer"] == "surveillance" and told["players"] == {"1": "Ann", "2": "Bob"}
    assert told["said"][0]["by"] in ("Ann", "Bob")
    assert "??" not in str(told["events"])
    steps = (await house.floor.get(f"/api/rounds/{number}/steps"))["steps"]
    assert [step["event"] for step in steps] == told["events"]
    assert all(step["event"]["line"] for step in steps)
    # For the public the same steps hide what lay face down.
    public = (await house.public.get(f"/api/rounds/{number}/steps"))["steps"]
    assert [s["event"]["kind"] for s in public] == [s["event"]["kind"] for s in steps]
    assert (await ann.get(f"/api/rounds/{number}"))["viewer"] == "seat:1"
    text = await house.floor.get(f"/api/rounds/{number}/record")
    again = record.run(record.parse(text))
    assert again["outcome"] == told["outcome"]
    for number_of, seat in again["seats"].items():
        assert seat.items() <= told["result"]["seats"][number_of].items()
    # Beside the facts, every viewer of the record is told what they mean.
    for result in (told["result"], (await ann.get(f"/api/rounds/{number}"))["result"]):
        assert set(result["hands"]) <= {*again["seats"], "dealer"}
        for seat in result["seats"].values():
            assert {"hand_words", "staked", "returned"} <= set(seat)


async def test_without_a_new_run_only_surveillance_has_the_result(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A round of other rules, or a damaged one, is shown as it was recorded, without words."""
    _, (number, _), (ann, _) = await played(house, "red-dog")

    def fails(log: Any) -> Any:
        raise ReplayError("played under other rules")
        yield

    monkeypatch.setattr(shown, "walk", fails)
    recorded = (await house.floor.get(f"/api/rounds/{number}"))["result"]
    assert recorded["outcome"] == "settled" and "hands" not in recorded
    assert (await ann.get(f"/api/rounds/{number}"))["result"] is None
    monkeypatch.undo()
    monkeypatch.setattr(shown, "round_result", lambda round, **how: {})
    assert (await house.floor.get(f"/api/rounds/{number}"))["result"] == recorded


async def test_a_round_being_played_is_exported_for_surveillance_only(house: House) -> None:
    table = await house.table("double-down-stud")
    ann = await house.player(table, 1)
    await ann.say(table, "wager original 10")
    await ann.post(f"/api/tables/{table}/ready")
    now = await house.floor.picture(table)
    assert now["felt"]["hole"] == ["??"]
    path = f"/api/rounds/{now['round']}/record"
    assert (await house.floor.get(path, 409))["error"]["kind"] == "refused"
    assert "cards = " in await (await house.of_role("surveillance")).get(path)
    await ann.say(table, "pass")
    assert "cards = " in await house.floor.get(path)


async def test_rounds_come_in_pages(house: House) -> None:
    table, numbers, _ = await played(house, "red-dog", 3)
    first = await house.public.get("/api/rounds", table=table, limit=2)
    assert first["more"] and [row["round"] for row in first["rounds"]] == numbers[:0:-1]
    rest = await house.public.get("/api/rounds", table=table, before=numbers[1])
    assert [row["round"] for row in rest["rounds"]] == [numbers[0]] and not rest["more"]
    await house.public.get("/api/rounds/99999", 404)


async def test_rounds_and_disputes_say_what_their_table_is_called(house: House) -> None:
    table, (number, _), _ = await played(house, "red-dog", 2)
    called = (await house.floor.get(f"/api/rounds/{number}"))["name"]
    assert called != table
    listed = (await house.public.get("/api/rounds", table=table))["rounds"]
    disputed = (await house.public.get("/api/disputes", rounds=str(number)))["rounds"]
    assert {line["name"] for line in (*listed, *disputed)} == {called}


async def test_a_dispute_spans_rounds_and_names_the_clause_of_each_step(house: House) -> None:
    table, numbers, (ann, _) = await played(house, "double-cross-poker", 2)
    dispute = await house.floor.get("/api/disputes", rounds=",".join(map(str, numbers)))
    assert [entry["round"] for entry in dispute["rounds"]] == numbers
    for entry in dispute["rounds"]:
        for chapter in ("wagered", "dealt", "paid"):
            assert entry[chapter], chapter
            assert all(line["summary"] or line["ruling"] for line in entry[chapter])
        assert entry["decided"] or entry["paid"]
    assert {note["what"] for note in dispute["between"]} >= {"shuffle", "seal", "reveal"}
    span: dict[str, Any] = {"table": table, "from": numbers[0], "to": numbers[-1]}
    assert (await house.floor.get("/api/disputes", **span))["rounds"] == dispute["rounds"]
    hers = await ann.get("/api/disputes", rounds=str(numbers[0]))
    assert hers["rounds"][0]["viewer"] == "seat:1"
    assert not {note["what"] for note in hers["between"]} & {"buy-in", "cash-out", "count"}
    await house.public.get("/api/disputes", 404)
    await house.public.get("/api/disputes", 404, rounds="99999")


async def test_every_step_can_be_asked_why(house: House) -> None:
    _, (number, *_), _ = await played(house, "winners-pot-poker", 1)
    events = (await house.floor.get(f"/api/rounds/{number}"))["events"]
    for event in events:
        asked = {"clause": event["rule"], "finding": event.get("finding")}
        why = await house.public.get(
            "/api/why/winners-pot-poker", **{k: v for k, v in asked.items() if v}
        )
        assert why["clause"] or why["findings"]
        if event["rule"]:
            assert why["clause"]["summary"]
    await house.public.get("/api/why/red-dog", 404, clause="99(z)")


# --- fair dealing ---------------------------------------------------------------------------------


def checked(pack: dict[str, Any]) -> str | None:
    """Check a pack as a player would, from what the server has published."""
    order = Order(tuple(pack["revealed"]["order"]), bytes.fromhex(pack["revealed"]["nonce"]))
    added = [one["value"] for one in pack["entropy"]][: pack["counted"]]
    return problem_with(bytes.fromhex(pack["commitment"]), order, added, pack["dealt"])


@pytest.mark.parametrize("game", games.names())
async def test_a_player_can_check_the_shuffle(house: House, game: str) -> None:
    table = await house.table(game)
    ann, bob = await house.player(table, 1), await house.player(table, 2)
    before = (await ann.picture(table))["fair"]
    assert re.fullmatch("[0-9a-f]{64}", before["commitment"]) and not before["sealed"]
    await ann.post(f"/api/tables/{table}/entropy", id=new_id(), value="dice: 3 5 1")
    guest = await house.guest()
    await guest.post(f"/api/tables/{table}/entropy", id=new_id(), value="🎲")
    async with ann.socket(table) as a, bob.socket(table) as b:
        await play([a, b], table, rounds=2)
    (pack, *_) = (await house.public.get(f"/api/tables/{table}/packs", last=50))["packs"]
    assert pack["commitment"] == before["commitment"] and pack["counted"] == 2
    if game == "red-dog":
        # The shoe is still in play, so nothing of it is revealed.
        assert pack["revealed"] is None
        await house.floor.post(f"/api/tables/{table}/floor", id=new_id(), act="reshuffle")
        (pack, *_) = (await house.public.get(f"/api/tables/{table}/packs", last=50))["packs"]
    assert checked(pack) is None
    dealt = pack["dealt"]
    other = next(n for n, card in enumerate(dealt) if card != dealt[3])
    dealt[3], dealt[other] = dealt[other], dealt[3]
    assert checked(pack) is not None
    verdict = await house.floor.get("/api/journal/verify")
    assert verdict["verified"] and verdict["packs"] > 0


async def test_entropy_comes_before_the_first_card_or_too_late(house: House) -> None:
    house.stack("Kc 4c 7d 5h")
    table = await house.table()
    ann = await house.player(table, 1)
    await ann.say(table, "wager original 10")
    for n in range(4):
        await ann.post(f"/api/tables/{table}/entropy", id=new_id(), value=str(n))
    await ann.post(f"/api/tables/{table}/entropy", 409, id=new_id(), value="5")
    await house.floor.say(table, "dealer close")
    late = await ann.post(f"/api/tables/{table}/entropy", 409, id=new_id(), value="late")
    assert "in play" in late["error"]["message"]
    assert (await ann.picture(table))["fair"]["sealed"]


# --- signatures -----------------------------------------------------------------------------------


async def test_heads_are_signed_and_a_rewritten_chain_shows(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        await house.table()
        await house.hall.notary.sign()
        assert await house.hall.notary.sign() is None  # nothing has happened since
        table, _, _ = await played(house, "red-dog", 1)
        heads = await house.public.get("/api/journal/heads")
        assert len(heads["heads"]) == 1 and len(heads["keys"]) == 1
    with open_journal(tmp_path / "journal.db") as journal:
        verdict = journal.verify()
        assert verdict.verified and verdict.signed == 2  # the second was signed at the shutdown
    _rewrite_end(tmp_path / "journal.db", table)
    with open_journal(tmp_path / "journal.db") as journal:
        verdict = journal.verify()
        assert not verdict.verified and "signed head" in str(verdict.problem)


async def test_a_key_that_is_missing_is_asked_for_and_may_come_back(tmp_path: Path) -> None:
    """The refusal leaves no new key behind that would count as the newest one."""
    keys = tmp_path / "keys"
    async with running(tmp_path) as house:
        await house.table()
    (key,) = keys.iterdir()
    away = key.rename(tmp_path / key.name)
    hall = Hall(replace(FAST, database=str(tmp_path / "journal.db")))
    with pytest.raises(JournalError, match="bring it back"):
        await hall.start()
    await hall.stop()
    assert list(keys.iterdir()) == []
    away.rename(key)
    async with running(tmp_path) as house:
        await house.table()
        assert await house.hall.notary.sign() is not None


async def test_what_was_not_signed_before_a_crash_is_signed_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as house:
        await house.table()
        await house.hall.notary.sign()
        table, _, _ = await played(house, "red-dog", 1)
        state = (await house.public.picture(table))["state"]
        monkeypatch.setattr(house.hall.notary, "sign", AsyncMock())  # it ends without signing
    async with running(tmp_path) as house:
        await house.public.picture(table)
        signed = await house.hall.notary.sign()
        assert signed is not None and signed.heads[table].number >= state


def _rewrite_end(file: Path, table: str) -> None:
    """Change the last entry, hash it again and drop the heads beside it, as an insider might."""
    import sqlite3

    from croupier.journal.entry import digest

    connection = sqlite3.connect(file)
    columns = "number, round, kind, payload, previous"
    query = f"SELECT {columns} FROM entries WHERE table_id = ? ORDER BY number DESC"
    number, round, kind, payload, previous = connection.execute(query, (table,)).fetchone()
    payload = payload.replace(b'"time":"2', b'"time":"1')
    hash = digest(previous, table, number, round, kind, payload)
    connection.execute(
        "UPDATE entries SET payload = ?, hash = ? WHERE table_id = ? AND number = ?",
        (payload, hash, table, number),
    )
    connection.commit()
    connection.close()
    file.with_name(f"{file.name}.head").unlink()
