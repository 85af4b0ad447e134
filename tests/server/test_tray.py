"""The tray: a difference is confirmed, a mistake is corrected by an entry, and shifts follow."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.journal import open_journal, replay
from tests.server.visitors import House, new_id, play, running

pytestmark = pytest.mark.asyncio(loop_scope="module")

Data = dict[str, Any]


async def tray(
    house: House, table: str, act: str, amount: str, status: int = 200, **more: Any
) -> Data:
    path = f"/api/tables/{table}/tray"
    done: Data = await house.floor.post(path, status, id=new_id(), act=act, amount=amount, **more)
    return done


async def money(house: House, table: str) -> Data:
    found: Data = await house.floor.get(f"/api/tables/{table}/reconciliation")
    return found


async def correct(house: House, table: str, entry: int, status: int = 200, **more: Any) -> Data:
    body = {"state": (await money(house, table))["state"], "why": "a slip"} | more
    path = f"/api/tables/{table}/corrections"
    done: Data = await house.floor.post(path, status, id=new_id(), entry=entry, **body)
    return done


async def noted(house: House, table: str, what: str) -> list[Data]:
    """Every line of a kind, over all shifts."""
    shifts = (await money(house, table))["shifts"]
    return [line for shift in shifts for line in shift["lines"] if line["what"] == what]


async def holds(house: House, table: str) -> str:
    return str((await house.floor.picture(table))["tray"])


# --- a difference is confirmed --------------------------------------------------------------------


async def test_a_count_that_differs_must_be_confirmed(house: House) -> None:
    table = await house.table(tray="10000")
    refused = await tray(house, table, "count", "280", 409)
    assert refused["error"]["kind"] == "refused"
    assert "should hold $10,000: $9,720 is missing" in refused["error"]["message"]
    more = await tray(house, table, "count", "10000.50", 409)
    assert "$0.50 is too much" in more["error"]["message"]
    assert len((await money(house, table))["shifts"]) == 1
    await tray(house, table, "count", "280", expected="10000")
    first, second = (await money(house, table))["shifts"]
    assert (first["difference"], second["opening"]) == ("-9720.00", "280.00")


async def test_a_count_confirmed_against_a_tray_that_has_changed_is_stale(house: House) -> None:
    table = await house.table(tray="1000")
    await tray(house, table, "fill", "500")
    for amount in ("900", "1500"):
        late = await tray(house, table, "count", amount, 409, expected="1000")
        assert late["error"]["kind"] == "stale" and "$1,500" in late["error"]["message"]
    assert (await money(house, table))["shifts"][0]["counted"] is None
    await tray(house, table, "count", "1500")


async def test_a_table_closes_with_a_difference_only_if_it_is_confirmed(house: House) -> None:
    table = await house.table(tray="1000")
    ann = await house.player(table, 1, buy_in="100")
    path = f"/api/tables/{table}/close"
    await house.floor.post(path, 409, id=new_id(), count="899")
    await house.floor.post(path, 409, id=new_id(), count="899", expected="1000")
    assert (await ann.picture(table))["seats"]["1"]["chips"] == "100.00"
    await house.floor.post(path, id=new_id(), count="899", expected="900")
    (shift,) = (await money(house, table))["shifts"]
    assert (shift["difference"], shift["verdict"]) == ("-1.00", "does not reconcile")


# --- what is said of a shift ----------------------------------------------------------------------


async def test_nothing_is_said_of_a_shift_that_nobody_has_counted(house: House) -> None:
    table = await house.table(tray="1000")
    found = await money(house, table)
    (shift,) = found["shifts"]
    assert (shift["balanced"], shift["verdict"]) == (None, "not counted yet")
    assert found["balanced"]  # no count differs, and the table holds what its chain says
    await tray(house, table, "count", "1000")
    first, second = (await money(house, table))["shifts"]
    assert (first["balanced"], first["verdict"]) == (True, "reconciles")
    assert second["verdict"] == "not counted yet"


async def test_every_movement_says_who(house: House) -> None:
    table = await house.table(tray="100")
    await house.player(table, 1, "Ann", buy_in="300")
    await tray(house, table, "fill", "50")
    lines = (await money(house, table))["shifts"][0]["lines"]
    assert [(line["what"], line["by"] == "house", line["name"]) for line in lines] == [
        ("fill", True, None),
        ("buy-in", False, "Ann"),
        ("fill", False, "Floor"),
    ]
    assert all(line["person"] or line["by"] for line in lines)


async def test_closed_tables_are_listed_with_their_money(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        still, gone, later = [await house.table(tray="700") for _ in range(3)]
        for table in (gone, later):
            await house.floor.post(f"/api/tables/{table}/close", id=new_id())
        await correct(house, gone, (await noted(house, gone, "count"))[0]["entry"], amount="650")
        closed = (await house.floor.get("/api/tables"))["closed"]
        assert [one["table"] for one in closed] == [later, gone]
        assert still not in str(closed)
        assert closed[1]["game"] == "red-dog" and closed[1]["closed"] < closed[0]["closed"]
    async with running(tmp_path) as house:
        assert (await house.floor.get("/api/tables"))["closed"] == closed
        (shift,) = (await money(house, gone))["shifts"]
        assert shift["counted"] == "650.00"


# --- corrections ----------------------------------------------------------------------------------


async def test_a_count_that_was_a_slip_is_corrected_and_its_shift_reconciles(house: House) -> None:
    table = await house.table(tray="10000")
    await tray(house, table, "count", "280", expected="10000")
    await tray(house, table, "fill", "500")
    (slip,) = await noted(house, table, "count")
    await correct(house, table, slip["entry"], amount="10000", why="typed the fill into the count")
    first, second = (await money(house, table))["shifts"]
    assert (first["counted"], first["verdict"]) == ("10000.00", "reconciles")
    assert (second["opening"], second["expected"]) == ("10000.00", "10500.00")
    assert await holds(house, table) == "10500.00"
    (line,) = first["lines"]
    assert (line["amount"], line["stands"]) == ("280.00", "10000.00")
    (said,) = line["corrections"]
    assert (said["why"], said["name"]) == ("typed the fill into the count", "Floor")
    assert said["time"] > line["time"] and said["entry"] > line["entry"]


async def test_a_count_that_did_not_happen_reopens_its_shift(house: House) -> None:
    table = await house.table(tray="1000")
    ann = await house.player(table, 1, buy_in="400")
    async with ann.socket(table) as socket:
        await play([socket], table, rounds=2)
        # Enough for whatever she wins: the house would fill the tray otherwise.
        await tray(house, table, "count", "480", expected=await holds(house, table))
        await play([socket], table, rounds=2)
    await tray(house, table, "fill", "10")
    (slip,) = await noted(house, table, "count")
    await correct(house, table, slip["entry"])
    (shift,) = (await money(house, table))["shifts"]
    assert (shift["counted"], shift["rounds"], shift["opening"]) == (None, 4, "1000.00")
    assert (shift["fills"], shift["verdict"]) == ("10.00", "not counted yet")
    assert await holds(house, table) == shift["expected"]
    assert (await money(house, table))["balanced"]
    # The shift can now be counted as it should have been.
    await tray(house, table, "count", shift["expected"])
    first, _ = (await money(house, table))["shifts"]
    assert first["verdict"] == "reconciles" and first["rounds"] == 4


async def test_a_slip_before_a_later_count_changes_nothing_after_it(house: House) -> None:
    """Two shifts are wrong by the same amount; one correction mends both."""
    table = await house.table(tray="10000")
    await tray(house, table, "count", "280", expected="10000")
    await tray(house, table, "count", "10000", expected="280")
    await tray(house, table, "credit", "1000")
    slip, _ = await noted(house, table, "count")
    await correct(house, table, slip["entry"])
    first, second = (await money(house, table))["shifts"]
    assert (first["verdict"], first["difference"]) == ("reconciles", "0.00")
    assert second["opening"] == "10000.00" and await holds(house, table) == "9000.00"
    # It did happen after all, with another amount.
    await correct(house, table, slip["entry"], amount="9990")
    assert [shift["difference"] for shift in (await money(house, table))["shifts"]] == [
        "-10.00",
        "10.00",
        "0.00",
    ]
    assert await holds(house, table) == "9000.00"
    assert (await money(house, table))["balanced"] is False


@pytest.mark.parametrize(
    ("act", "right", "expected"),
    [("fill", "100", "1100.00"), ("fill", None, "1000.00"), ("credit", "1", "999.00")],
)
async def test_a_fill_or_a_credit_is_corrected(
    house: House, act: str, right: str | None, expected: str
) -> None:
    table = await house.table(tray="1000")
    await tray(house, table, act, "1000")
    (slip,) = await noted(house, table, act)
    done = await correct(house, table, slip["entry"], amount=right)
    assert done["tray"] == expected == await holds(house, table)
    found = await money(house, table)
    assert found["balanced"] and found["shifts"][0]["expected"] == expected


async def test_a_fill_before_a_count_changes_only_what_was_expected_then(house: House) -> None:
    table = await house.table(tray="1000")
    await tray(house, table, "fill", "9000")
    await tray(house, table, "count", "1900", expected="10000")
    (slip,) = await noted(house, table, "fill")
    await correct(house, table, slip["entry"], amount="900")
    first, second = (await money(house, table))["shifts"]
    assert (first["expected"], first["verdict"]) == ("1900.00", "reconciles")
    assert second["opening"] == await holds(house, table) == "1900.00"
    # And if that count did not happen either, the corrected fill is what the tray is made of.
    (count,) = await noted(house, table, "count")
    await correct(house, table, count["entry"])
    assert await holds(house, table) == "1900.00"


async def test_a_tray_that_a_correction_leaves_short_is_filled_by_the_house(house: House) -> None:
    table = await house.table(tray="0")
    await tray(house, table, "fill", "500")
    await house.player(table, 1, buy_in="400")
    (slip,) = await noted(house, table, "fill")
    await correct(house, table, slip["entry"])
    assert await holds(house, table) == "0.00"
    _, made = await noted(house, table, "fill")
    assert (made["by"], made["amount"]) == ("house", "400.00")
    assert (await money(house, table))["balanced"]
    refused = await correct(house, table, made["entry"], 409, amount="1")
    assert "by the house itself" in refused["error"]["message"]


async def test_what_is_not_there_to_correct_is_refused(house: House) -> None:
    table = await house.table(tray="1000")
    await house.player(table, 1, buy_in="100")
    await tray(house, table, "fill", "10")
    (bought,) = await noted(house, table, "buy-in")
    (slip,) = await noted(house, table, "fill")
    for entry in (bought["entry"], 1, 99_999):
        refused = await correct(house, table, entry, 409, amount="5")
        assert "is not a fill, a credit or a count" in refused["error"]["message"]
    same = await correct(house, table, slip["entry"], 409, amount="10")
    assert "stands at $10 already" in same["error"]["message"]
    await correct(house, table, slip["entry"], 400, amount="0")
    await correct(house, table, slip["entry"], 400, why="  ")
    await correct(house, table, slip["entry"], 422, why="")
    seen = (await money(house, table))["state"]
    await correct(house, table, slip["entry"])
    again = await correct(house, table, slip["entry"], 409)
    assert "as not having happened already" in again["error"]["message"]
    late = await correct(house, table, slip["entry"], 409, amount="7", state=seen)
    assert late["error"]["kind"] == "stale"


async def test_the_count_of_a_closed_table_is_corrected_but_not_taken_back(house: House) -> None:
    table = await house.table(tray="1000")
    await house.floor.post(f"/api/tables/{table}/close", id=new_id(), count="100", expected="1000")
    (slip,) = await noted(house, table, "count")
    refused = await correct(house, table, slip["entry"], 409)
    assert "cannot be counted again" in refused["error"]["message"]
    await correct(house, table, slip["entry"], amount="1000")
    found = await money(house, table)
    assert [shift["verdict"] for shift in found["shifts"]] == ["reconciles"]
    assert not found["open"] and found["balanced"]


async def test_a_correction_is_made_once_and_survives_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        table = await house.table(tray="1000")
        await tray(house, table, "fill", "9000")
        (slip,) = await noted(house, table, "fill")
        body: Data = {
            "id": "once",
            "entry": slip["entry"],
            "state": (await money(house, table))["state"],
            "amount": "900",
            "why": "one nought too many",
        }
        path = f"/api/tables/{table}/corrections"
        assert (await house.floor.post(path, **body))["duplicate"] is False
        assert (await house.floor.post(path, **body))["duplicate"] is True
        ann = await house.player(table, 1, buy_in="100")
        async with ann.socket(table) as socket:
            await play([socket], table, rounds=1)
        before = await money(house, table)
    async with running(tmp_path) as house:
        assert await money(house, table) == before and before["balanced"]
        assert await holds(house, table) == before["shifts"][0]["expected"]
        assert (await house.floor.get("/api/journal/verify"))["verified"]
        assert (await house.floor.get("/api/reconciliation"))["balanced"]
    with open_journal(tmp_path / "journal.db") as journal:
        assert journal.verify().verified
        assert all(replay(journal.round(line.number)).same for line in journal.rounds())
