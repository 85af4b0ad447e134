"""Players who do not answer sit out: nobody waits for them, and what was decided is said."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from croupier.journal import open_journal, replay
from croupier.journal.recorder import stamp, utc_now
from croupier.server.absence import seconds_kept
from croupier.server.commands import IDLE
from croupier.server.schema import TABLES
from croupier.server.snapshot import Snapshot, TakenSeat
from tests.server.visitors import House, Socket, Visitor, new_id, play, running

pytestmark = pytest.mark.asyncio(loop_scope="module")

POSTGRES = True

Data = dict[str, Any]
LONG = {"timeout": 3600}
"""Nobody answers in a test because the time of this house ran out."""


async def _away(player: Visitor, table: str, away: bool = True) -> Data:
    answer: Data = await player.post(f"/api/tables/{table}/away", id=new_id(), away=away)
    return answer


async def _said(house: House, number: int) -> list[tuple[str, str]]:
    """What was said in a round, each with who said it: a person's pseudonym is left out."""
    told = await house.floor.get(f"/api/rounds/{number}")
    return [(s["said"], s["by"] if s["by"] in ("timeout", "dealer") else "") for s in told["said"]]


# --- who sits out ---------------------------------------------------------------------------------


async def test_a_missed_decision_makes_a_player_sit_out__X_11(house: House) -> None:
    house.stack("Kc 4c 7d 5h")
    table = await house.table(house={"timeout": 1})
    ann = await house.player(table, 1)
    async with house.public.socket(table) as watcher:
        await ann.say(table, "wager original 10")
        now = await watcher.until(table, lambda p: p["rounds"] == 1)
        assert now["seats"]["1"]["out"] and now["timeouts"] == [
            {
                "seat": 1,
                "said": "pass",
                "line": "Time ran out for seat 1: pass",
                "rule": None,
                "finding": "X-11",
            }
        ]
        await ann.say(table, "wager original 10")
        now = await watcher.until(table, lambda p: not p["stays"])
        assert now["timeouts"] == [] and not now["seats"]["1"]["out"]


async def test_only_a_seat_that_neither_wagers_nor_is_ready_sits_out(house: House) -> None:
    table = await house.table(house={"timeout": 1})
    ann, bob, cleo = [await house.player(table, seat) for seat in (1, 2, 3)]
    await bob.post(f"/api/tables/{table}/ready")
    async with cleo.socket(table) as watcher:
        await ann.say(table, "wager original 10")
        now = await watcher.until(table, lambda p: p["phase"] != "wagering" or p["rounds"])
        assert [now["seats"][seat]["out"] for seat in "123"] == [False, False, True]
    lobby = (await house.public.get("/api/lobby"))["tables"]
    line = next(line for line in lobby if line["table"] == table)
    assert line["seats"]["3"]["out"] and not line["seats"]["2"]["out"]
    assert now["timeouts"] == []  # nothing was decided for anybody


# --- nobody waits for them ------------------------------------------------------------------------


async def test_nobody_waits_for_the_wagers_of_a_player_who_sits_out(house: House) -> None:
    table = await house.table(house=LONG)
    ann, bob = await house.player(table, 1), await house.player(table, 2)
    await ann.say(table, "wager original 10")
    await ann.post(f"/api/tables/{table}/ready")
    assert (await ann.picture(table))["awaits"] == [2]
    await _away(bob, table)
    assert (await ann.picture(table))["phase"] != "wagering"
    async with ann.socket(table) as socket:
        await play([socket], table, rounds=3, seconds=20)


@pytest.mark.parametrize("game", ["red-dog", "double-down-stud", "double-cross-poker"])
async def test_a_player_who_sits_out_is_answered_for_at_once__X_11(house: House, game: str) -> None:
    house.stack("Kc 4c 7d 5h" if game == "red-dog" else "")
    table = await house.table(game, house=LONG)
    ann, bob = await house.player(table, 1), await house.player(table, 2)
    first = (await ann.picture(table))["first_wager"]
    for player in (ann, bob):
        await player.say(table, f"wager {first} 10")
    await _away(bob, table)
    await ann.post(f"/api/tables/{table}/ready")
    now = await ann.picture(table)
    assert now["phase"] == "playing" and now["awaits"] == [1]
    declined = next(o["verb"] for o in now["next"] if o["verb"] in ("pass", "fold"))
    await ann.say(table, declined)
    now = await ann.picture(table)
    assert now["rounds"] == 1 and [line["seat"] for line in now["timeouts"]] == [2]
    said = await _said(house, now["last"])
    assert (f"2 {declined}", "timeout") in said and (f"1 {declined}", "") in said
    assert (await house.floor.get("/api/reconciliation"))["balanced"]


async def test_whoever_goes_in_the_middle_of_a_decision_is_answered_for(house: House) -> None:
    house.stack("Kc 4c 7d 5h")
    table = await house.table(house=LONG)
    ann, bob = await house.player(table, 1), await house.player(table, 2)
    for player in (ann, bob):
        await player.say(table, "wager original 10")
    await house.floor.say(table, "dealer close")
    await _away(ann, table)
    assert (await bob.picture(table))["awaits"] == [2]
    # The raise window is closed to Ann now, and open to Bob.
    await ann.say(table, "raise 10", 409)
    await bob.say(table, "raise 10")
    seats = (await bob.picture(table))["result"]["seats"]
    assert (seats["1"]["net"], seats["2"]["net"]) == ("40.00", "80.00")


async def test_an_absent_player_plays_on_after_an_early_third_card__6_c(house: House) -> None:
    house.stack("Kc 4c 7d 5h 9s")
    table = await house.table(house=LONG)
    ann, bob = await house.player(table, 1), await house.player(table, 2)
    for player in (ann, bob):
        await player.say(table, "wager original 10")
    await house.floor.say(table, "dealer close")
    await house.floor.say(table, "dealer report early-third-card")
    await _away(ann, table)
    assert (await bob.picture(table))["awaits"] == [2]
    await bob.say(table, "void")
    assert (await bob.picture(table))["timeouts"][0]["said"] == "play-on"


async def test_steps_that_are_held_back_come_first(house: House) -> None:
    house.stack("Kc 4c 7d 5h")
    table = await house.table(house=LONG)
    ann = await house.player(table, 1)
    await ann.say(table, "wager original 10")
    path = f"/api/tables/{table}"
    await house.floor.post(f"{path}/floor", id=new_id(), act="dealing", mode="steps")
    await house.floor.say(table, "dealer close")
    await _away(ann, table)
    now, steps = await house.floor.picture(table), 0
    assert now["pending"] and now["timeouts"] == []
    while (now := await house.floor.picture(table))["pending"]:
        await house.floor.post(f"{path}/proceed", id=new_id(), state=now["state"])
        steps += 1
    assert steps > 3 and now["rounds"] == 1 and now["timeouts"][0]["said"] == "pass"


async def test_the_next_round_does_not_wait_for_a_player_who_sits_out(tmp_path: Path) -> None:
    async with running(tmp_path, pause=3600.0) as house:
        table = await house.table(house=LONG)
        ann, bob = await house.player(table, 1), await house.player(table, 2)
        await _away(bob, table)
        async with ann.socket(table) as socket:
            await play([socket], table, rounds=1)
            await socket.until(table, lambda p: p["phase"] == "between")
            await socket.send({"type": "ready", "table": table})
            await socket.until(table, lambda p: p["phase"] == "wagering")


# --- coming back ----------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["away", "sentence", "ready", "chips"])
async def test_a_player_comes_back(house: House, how: str) -> None:
    table = await house.table(house=LONG)
    ann = await house.player(table, 1, buy_in="100")
    await house.player(table, 2)
    await _away(ann, table)
    path = f"/api/tables/{table}"
    assert (await ann.picture(table))["seats"]["1"]["out"]
    assert (await ann.picture(table))["awaits"] == [2]
    await ann.post(f"{path}/ready", ready=False)
    await ann.say(table, "wager original 501", 409)
    assert (await ann.picture(table))["seats"]["1"]["out"]
    if how == "away":
        await _away(ann, table, False)
    elif how == "sentence":
        await ann.say(table, "wager original 10")
    elif how == "ready":
        await ann.post(f"{path}/ready")
    else:
        await ann.post(f"{path}/chips", id=new_id(), amount="5")
    now = await ann.picture(table)
    assert not now["seats"]["1"]["out"]
    assert now["awaits"] == ([2] if how == "ready" else [1, 2])


async def test_going_and_coming_is_noted_once_and_only_for_the_house(house: House) -> None:
    table = await house.table(house=LONG)
    ann = await house.player(table, 1)
    first = await ann.post(f"/api/tables/{table}/away", id="gone")
    again = await ann.post(f"/api/tables/{table}/away", id="gone")
    assert (first["duplicate"], again["duplicate"]) == (False, True)
    state = (await ann.picture(table))["state"]
    await _away(ann, table)
    assert (await ann.picture(table))["state"] == state
    async with ann.socket(table) as socket:
        await play([socket], table, rounds=1)
        number = (await socket.until(table, lambda p: bool(p["last"])))["last"]
    floor = await house.floor.get("/api/disputes", rounds=number)
    public = await house.public.get("/api/disputes", rounds=number)
    noted = [note["what"] for note in floor["between"] if note["what"] in ("away", "back")]
    assert noted == ["away", "back"]
    assert not {note["what"] for note in public["between"]} & {"away", "back"}
    assert (await house.floor.get("/api/journal/verify"))["verified"]
    await house.floor.post(f"/api/tables/{table}/away", 403, id=new_id())


# --- after a restart ------------------------------------------------------------------------------


async def test_it_is_still_known_after_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        house.stack("Kc 4c 7d 5h")
        table = await house.table(house=LONG)
        ann, bob = await house.player(table, 1), await house.player(table, 2)
        for player in (ann, bob):
            await player.say(table, "wager original 10")
        await _away(ann, table)
        await house.floor.say(table, "dealer close")
        before = await bob.picture(table)
    async with running(tmp_path) as house:
        bob = house.visitor(bob.token)
        now = await bob.picture(table)
        assert before["timeouts"] and now["timeouts"] == before["timeouts"]
        assert now["seats"]["1"]["out"] and now["awaits"] == [2]
        await bob.say(table, "pass")
    async with running(tmp_path) as house:
        now = await house.public.picture(table)
        assert now["stays"] and now["timeouts"] == before["timeouts"]
        assert now["seats"]["1"]["out"]
    with open_journal(tmp_path / "journal.db") as journal:
        assert replay(journal.round(now["last"])).same and journal.verify().verified


async def test_an_absent_player_costs_others_nothing_after_one_missed_answer(house: House) -> None:
    """The clock of this house may ring once, and never again."""
    house.stack("Kc 4c 7d 5h")
    table = await house.table(house={"timeout": 1})
    ann, bob = await house.player(table, 1), await house.player(table, 2)
    for player in (ann, bob):
        await player.say(table, "wager original 10")
    await bob.post(f"/api/tables/{table}/ready")
    async with bob.socket(table) as socket:
        await _decline(socket, table, 1)
        assert socket.pictures[table]["seats"]["1"]["out"]
        path = f"/api/tables/{table}/floor"
        done = await house.floor.post(path, id=new_id(), act="house", house=LONG)
        await socket.until(table, lambda p: p["state"] >= done["state"])
        for rounds in (2, 3, 4):
            await _wager(socket, table)
            await _decline(socket, table, rounds)


async def _wager(socket: Socket, table: str) -> None:
    await socket.until(table, lambda p: p["phase"] == "wagering" and p["next"])
    assert (await socket.act(table, "wager original 10"))["type"] == "ack"
    await socket.send({"type": "ready", "table": table})


async def _decline(socket: Socket, table: str, rounds: int) -> None:
    """Pass when asked, if the cards have a spread, until this many rounds have been played."""
    await socket.until(
        table, lambda p: p["rounds"] == rounds or (p["phase"] == "playing" and p["next"])
    )
    if socket.pictures[table]["rounds"] < rounds:
        await socket.act(table, "pass")
    await socket.until(table, lambda p: p["rounds"] == rounds)


# --- seats that are given up ----------------------------------------------------------------------


def _long_ago(place: TakenSeat) -> None:
    """Let a player have sat out for an hour; the house keeps a seat for 10 minutes."""
    place.out = stamp(utc_now() - timedelta(hours=1))


async def _wait_long(house: House, table: str, *seats: int) -> None:
    """Let players sit out for long, and the table look at the clock."""
    keeper = house.hall.keepers[table]
    live = await keeper.at_rest()
    for seat in seats:
        _long_ago(live.snapshot.seats[seat])
    keeper.clock.follow(live)


async def test_the_seat_of_a_player_who_sits_out_is_freed_with_its_chips(house: House) -> None:
    table = await house.table(house=LONG)
    guest = await house.guest()
    sat = await guest.post(f"/api/tables/{table}/seats/1", 201, id=new_id(), buy_in="300")
    ann = house.visitor(sat["token"])
    await _away(ann, table)
    seat = (await ann.picture(table))["seats"]["1"]
    began = datetime.fromisoformat(seat["freed_at"]) - timedelta(minutes=10)
    assert abs((began - utc_now()).total_seconds()) < 60
    async with house.public.socket(table) as watcher:
        await _wait_long(house, table, 1)
        await watcher.until(table, lambda p: p["seats"]["1"] is None)
    assert (await guest.get("/api/me"))["balance"] == "1000.00"
    await ann.get("/api/me", 401)
    money = await house.floor.get(f"/api/tables/{table}/reconciliation")
    (shift,) = money["shifts"]
    assert shift["cash_outs"] == "300.00" and money["balanced"]
    # Somebody else may sit down there, and play.
    bob = await house.player(table, 1, "Bob")
    async with bob.socket(table) as socket:
        await play([socket], table, rounds=1)
        number = (await socket.until(table, lambda p: bool(p["last"])))["last"]
    notes = (await house.floor.get("/api/disputes", rounds=number))["between"]
    freed = next(note["details"] for note in notes if note["what"] == "cash-out")
    assert (freed["seat"], freed["reason"]) == (1, "sat out")
    assert (await house.floor.get("/api/reconciliation"))["balanced"]


async def test_a_seat_is_kept_while_its_player_does_not_sit_out(house: House) -> None:
    table = await house.table(house={"seat_kept": 60})
    ann, bob = await house.player(table, 1), await house.player(table, 2)
    await _away(ann, table)
    assert (await ann.picture(table))["seats"]["2"]["freed_at"] is None
    kept = datetime.fromisoformat((await bob.picture(table))["seats"]["1"]["freed_at"])
    assert kept > utc_now() + timedelta(minutes=50)
    await _away(ann, table, False)
    live = await house.hall.keepers[table].at_rest()
    assert seconds_kept(live) is None


async def test_a_seat_with_chips_on_the_table_is_freed_after_its_round(house: House) -> None:
    house.stack("Kc 4c 7d 5h")
    table = await house.table(house=LONG)
    ann, bob = await house.player(table, 1), await house.player(table, 2)
    for player in (ann, bob):
        await player.say(table, "wager original 10")
    await _away(ann, table)
    await _wait_long(house, table, 1)
    await house.floor.say(table, "dealer close")
    now = await bob.picture(table)
    assert now["awaits"] == [2] and now["seats"]["1"]["out"]
    async with bob.socket(table) as socket:
        await socket.act(table, "pass")
        now = await socket.until(table, lambda p: p["seats"]["1"] is None)
    assert now["rounds"] == 1 and now["result"]["seats"]["1"]["net"] == "40.00"
    assert (await house.floor.get(f"/api/tables/{table}/reconciliation"))["balanced"]


async def test_a_seat_is_freed_while_others_decide_and_their_clock_runs_on(house: House) -> None:
    house.stack("Kc 4c 7d 5h")
    table = await house.table(house=LONG)
    ann, bob = await house.player(table, 1), await house.player(table, 2)
    await _away(ann, table)
    await bob.say(table, "wager original 10")
    await bob.post(f"/api/tables/{table}/ready")
    keeper = house.hall.keepers[table]
    async with bob.socket(table) as socket:
        await socket.until(table, lambda p: p["phase"] == "playing")
        turn = keeper.clock.turn
        await _wait_long(house, table, 1)
        now = await socket.until(table, lambda p: p["seats"]["1"] is None)
        assert now["awaits"] == [2] and keeper.clock.turn == turn
        await socket.act(table, "raise 10")
        await socket.until(table, lambda p: p["rounds"] == 1)


async def test_a_seat_is_freed_between_rounds_and_after_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path, pause=3600.0) as house:
        table = await house.table(house=LONG)
        ann, bob = await house.player(table, 1), await house.player(table, 2)
        async with ann.socket(table) as a, bob.socket(table) as b:
            await play([a, b], table, rounds=1)
        await _away(ann, table)
        await _away(bob, table)
        async with house.public.socket(table) as watcher:
            await watcher.until(table, lambda p: p["phase"] == "between")
            await _wait_long(house, table, 1)
            await watcher.until(table, lambda p: p["seats"]["1"] is None)
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'journal.db'}")
    with engine.begin() as connection:
        stands = Snapshot.decode(connection.execute(sa.select(TABLES.c.snapshot)).scalar_one())
        _long_ago(stands.seats[2])
        connection.execute(TABLES.update().values(snapshot=stands.encode()))
    engine.dispose()
    async with running(tmp_path, pause=3600.0) as house:
        async with house.public.socket(table) as watcher:
            await watcher.until(table, lambda p: p["seats"]["2"] is None)
        assert (await house.floor.get("/api/reconciliation"))["balanced"]


async def test_players_who_leave_a_table_idle_sit_out_in_the_end(house: House) -> None:
    """No clock runs before the first wager, and nobody is hurried, but seats are not kept."""
    table = await house.table(house=LONG)
    ann, bob = await house.player(table, 1), await house.player(table, 2)
    await bob.post(f"/api/tables/{table}/ready")
    keeper = house.hall.keepers[table]
    async with ann.socket(table) as socket:
        assert socket.pictures[table]["deadline"] is None
        keeper.clock.set(0, IDLE)
        now = await socket.until(table, lambda p: p["seats"]["1"]["out"])
        assert not now["seats"]["2"]["out"] and now["phase"] == "wagering"
