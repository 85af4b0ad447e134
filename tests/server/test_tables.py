"""Tables: seats, money, time, the floor's orders, repeated and late messages."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any, cast

import pytest

from croupier import games
from croupier.journal import open_journal, replay
from croupier.server.commands import LeaveSeat, Say, Sit, Tick
from croupier.server.errors import Problem
from croupier.server.keeper import HANDLERS
from croupier.server.messages import Look
from croupier.server.people import PLAYER, PUBLIC, Caller
from tests.server.visitors import FAST, House, new_id, play, running

pytestmark = pytest.mark.asyncio(loop_scope="module")


# --- once and no more -----------------------------------------------------------------------------


async def test_a_repeated_message_never_wagers_twice(house: House) -> None:
    table = await house.table()
    ann = await house.player(table, 1, buy_in="100")
    state = (await ann.picture(table))["state"]
    body = {"id": "once", "said": "wager original 10", "state": state}
    first = await ann.post(f"/api/tables/{table}/acts", **body)
    again = await ann.post(f"/api/tables/{table}/acts", **body)
    assert (first["duplicate"], again["duplicate"]) == (False, True)
    assert first["state"] == again["state"] == (await ann.picture(table))["state"]
    await ann.say(table, "withdraw original")
    assert (await ann.post(f"/api/tables/{table}/acts", **body))["duplicate"]
    assert (await ann.picture(table))["seats"]["1"]["wagers"] == {}


async def test_an_answer_survives_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        table = await house.table()
        ann = await house.player(table, 1, buy_in="100")
        state = (await ann.picture(table))["state"]
        body = {"id": "once", "said": "wager original 10", "state": state}
        first = await ann.post(f"/api/tables/{table}/acts", **body)
        topped = await ann.post(f"/api/tables/{table}/chips", id="more", amount="50")
    async with running(tmp_path) as house:
        ann = house.visitor(ann.token)
        again = await ann.post(f"/api/tables/{table}/acts", **body)
        assert again == {**first, "duplicate": True}
        assert (await ann.post(f"/api/tables/{table}/chips", id="more", amount="50"))["duplicate"]
        assert topped["duplicate"] is False
        seat = (await ann.picture(table))["seats"]["1"]
        assert seat["wagers"] == {"original": "10.00"}
        assert (seat["chips"], seat["coming"]) == ("90.00", "50.00")
        assert (await ann.get("/api/me"))["balance"] == "850.00"


async def test_an_id_is_good_once_whatever_state_it_names_the_second_time(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        table = await house.table()
        ann = await house.player(table, 1, buy_in="100")
        first = await ann.say(table, "wager original 10", id="once")
        await ann.say(table, "withdraw original")
    async with running(tmp_path) as house:
        ann = house.visitor(ann.token)
        again = await ann.say(table, "wager original 10", id="once")
        assert again == {**first, "duplicate": True}
        assert (await ann.picture(table))["seats"]["1"]["wagers"] == {}
        assert (await ann.say(table, "wager original 20"))["duplicate"] is False
        assert (await house.floor.get("/api/journal/verify"))["verified"]


async def test_nobody_is_shown_what_is_still_being_written(house: House) -> None:
    table = await house.table()
    ann = await house.player(table, 1)
    keeper = house.hall.keepers[table]
    before = await ann.picture(table)  # by request: that her token is used has been written by now
    written = asyncio.Event()

    async def refused(*unit: Any, **how: Any) -> None:
        await written.wait()
        raise OSError("the disk is full")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(house.hall.committer, "commit", refused)
        wager = asyncio.create_task(ann.say(table, "wager original 10", 503))
        async with asyncio.timeout(10):
            while keeper.live is None or keeper.live.state == before["state"]:
                await asyncio.sleep(0.01)
        look = asyncio.create_task(house.hall.pit.run(table, Look(PUBLIC)))
        await asyncio.sleep(0.1)
        written.set()
        await wager
    seen = await look
    assert (seen["state"], seen["seats"]["1"]["wagers"]) == (before["state"], {})


async def test_whoever_asks_is_answered_before_everybody_is_told(house: House) -> None:
    table = await house.table()
    ann, bob = await house.player(table, 1), await house.player(table, 2)
    async with ann.socket(table) as socket:
        state = socket.pictures[table]["state"]
        frame = {"type": "act", "table": table, "id": "x", "said": "wager original 5"}
        await socket.send(frame | {"state": state})
        heard = await socket.expect("ack", "events")
        while not heard.get("events") and heard["type"] != "ack":  # somebody has come
            heard = await socket.expect("ack", "events")
        assert (heard["type"], socket.pictures[table]["state"]) == ("ack", state)
        seen = await socket.until(table, lambda p: p["state"] == heard["state"])
        assert seen["seats"]["1"]["wagers"] == {"original": "5.00"}
        # Everybody who looks sees what was acknowledged, told or not.
        told = await bob.say(table, "wager original 10", state=state)
        assert (await bob.picture(table))["state"] == told["state"]


async def test_a_table_that_cannot_be_told_is_set_up_again(house: House) -> None:
    """What was acknowledged stands, and nobody waits for ever."""
    table = await house.table()
    ann = await house.player(table, 1)

    def broken(*news: Any) -> None:
        raise ValueError("the post is on strike")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(house.hall.gallery, "happened", broken)
        assert (await ann.say(table, "wager original 10"))["duplicate"] is False
    assert (await ann.picture(table))["seats"]["1"]["wagers"] == {"original": "10.00"}
    await ann.say(table, "wager original 20")


async def test_a_fault_that_nobody_waits_for_is_noted_as_well(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody waits for what the clock asks for, but the table is set up again."""
    table = await house.table()
    ann = await house.player(table, 1)
    keeper = house.hall.keepers[table]
    before = await keeper.at_rest()

    def broken(*asked: Any) -> None:
        raise ValueError("the clock is broken")

    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(cast("dict[Any, Any]", HANDLERS), Tick, broken)
        keeper.clock.set(0, "next")
        async with asyncio.timeout(10):
            while keeper.live is before:
                await asyncio.sleep(0.01)
    assert "the clock is broken" in caplog.text
    async with ann.socket(table) as socket:
        await socket.until(table, lambda p: bool(p["next"]))


async def test_a_former_owner_is_silent(house: House) -> None:
    """It was about to tell viewers when the table went to another server, which tells them."""
    table = await house.table()
    ann = await house.player(table, 1)
    keeper, told = house.hall.keepers[table], []
    happened = house.hall.gallery.happened

    def told_by(speaker: Any, *news: Any) -> None:
        told.append(speaker)
        happened(speaker, *news)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(house.hall.gallery, "happened", told_by)
        async with house.hall.gallery.telling:
            await ann.say(table, "wager original 10")
            house.hall.pit.forsake(table)
        seen = await ann.picture(table)
    assert seen["seats"]["1"]["wagers"] == {"original": "10.00"}
    assert keeper not in told and house.hall.keepers[table] in told
    assert keeper.clock.remaining() is None


async def test_two_people_may_choose_the_same_id(house: House) -> None:
    table = await house.table()
    for player in [await house.player(table, seat) for seat in (1, 2)]:
        state = (await player.picture(table))["state"]
        body = {"id": "x", "said": "wager original 5", "state": state}
        assert (await player.post(f"/api/tables/{table}/acts", **body))["duplicate"] is False


async def test_what_was_meant_for_a_past_state_is_refused(house: House) -> None:
    table = await house.table()
    ann, bob = await house.player(table, 1), await house.player(table, 2)
    before = (await ann.picture(table))["state"]
    await bob.say(table, "wager original 10")
    # Another seat's wager does not change what this one may say.
    await ann.say(table, "wager original 10", state=before)
    late = await ann.say(table, "withdraw original", 409, state=before)
    assert late["error"]["kind"] == "stale"
    assert (await ann.picture(table))["seats"]["1"]["wagers"] == {"original": "10.00"}


async def test_a_refusal_names_its_clause_and_changes_nothing(house: House) -> None:
    table = await house.table()
    ann = await house.player(table, 1)
    before = await ann.picture(table)
    refused = await ann.say(table, "wager original 501", 409)
    assert refused["error"] == {
        "kind": "refused",
        "message": "the original wager is at most $500",
        "rule": None,
        "finding": "X-09",
    }
    refused = await ann.say(table, "raise 5", 409)
    assert refused["error"]["rule"] == "5(h)"
    assert await ann.picture(table) == before


# --- time -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "cards", "ante", "spoken"),
    [
        ("red-dog", "Kc 4c 7d 5h", "original", "1 pass"),
        ("double-down-stud", "", "original", "1 pass"),
        ("winners-pot-poker", "", "ante", "1 fold"),
        ("double-cross-poker", "", "ante", "1 fold"),
    ],
)
async def test_a_seat_that_does_not_answer_in_time_passes_or_folds__X_11(
    house: House, game: str, cards: str, ante: str, spoken: str
) -> None:
    house.stack(cards)
    table = await house.table(game, house={"timeout": 1})
    ann = await house.player(table, 1, buy_in="500")
    wager = "wager ante" if game == "winners-pot-poker" else f"wager {ante} 10"
    async with ann.socket(table) as socket:
        await socket.act(table, wager)
        assert socket.pictures[table]["deadline"] is not None
        # Nobody closes or answers, so the dealer goes on alone.
        await socket.until(table, lambda p: p["rounds"] == 1)
    (played,) = (await house.floor.get("/api/rounds", table=table))["rounds"]
    said = (await house.floor.get(f"/api/rounds/{played['round']}"))["said"]
    assert [(s["said"], s["by"]) for s in said][1:] == [
        ("dealer close", "timeout"),
        (spoken, "timeout"),
    ]


@pytest.mark.parametrize(
    ("cards", "spoken", "outcome"),
    [
        ("2h 4h 6h 8h Th Qh Ah 3h 5h 7h 9h", "1 expose", "win"),
        ("2c 7d Qh 4s 9c Kd 5h 8s Jc 3d Th", "1 keep", "lose"),
    ],
)
async def test_a_winning_three_card_hand_is_exposed_for_a_silent_player__X_11(
    house: House, cards: str, spoken: str, outcome: str
) -> None:
    house.stack(cards)
    table = await house.table("double-cross-poker", house={"timeout": 1})
    ann = await house.player(table, 1, buy_in="500")
    async with ann.socket(table) as socket:
        await socket.act(table, "wager ante 10")
        await socket.act(table, "wager three-card 5")
        await socket.until(table, lambda p: p["rounds"] == 1)
    (played,) = (await house.floor.get("/api/rounds", table=table))["rounds"]
    told = await house.floor.get(f"/api/rounds/{played['round']}")
    assert [s["said"] for s in told["said"]][2:] == ["dealer close", spoken, "1 fold"]
    side = next(w for w in told["result"]["seats"]["1"]["wagers"] if w["wager"] == "three-card")
    assert side["outcome"] == outcome


async def test_all_seats_ready_means_no_more_bets(house: House) -> None:
    table = await house.table(house={"timeout": 60})
    ann, bob = await house.player(table, 1), await house.player(table, 2)
    async with ann.socket(table) as a, bob.socket(table) as b:
        await a.act(table, "wager original 10")
        await a.send({"type": "ready", "table": table})
        await b.until(table, lambda p: p["seats"]["1"]["ready"])
        assert b.pictures[table]["phase"] == "wagering" and b.pictures[table]["awaits"] == [2]
        await b.send({"type": "ready", "table": table})
        await b.until(table, lambda p: p["phase"] != "wagering" or p["rounds"])


# --- coming and going -----------------------------------------------------------------------------


async def test_players_leave_and_come_back_and_find_their_seat(house: House) -> None:
    table = await house.table()
    ann = await house.player(table, 3, "Ann", buy_in="200")
    async with ann.socket(table) as first:
        await first.act(table, "wager original 10")
    watcher = await house.guest()
    async with watcher.socket(table) as socket:
        await socket.until(table, lambda p: not p["seats"]["3"]["connected"])
        async with ann.socket(table) as again:
            assert again.welcome["seat"] == 3
            assert again.pictures[table]["seats"]["3"]["wagers"] == {"original": "10.00"}
            await socket.until(table, lambda p: p["seats"]["3"]["connected"])
            offered = {offer["verb"] for offer in again.pictures[table]["next"]}
            assert "withdraw" in offered
    (held,) = (await ann.get("/api/me"))["seats"]
    assert (held["table"], held["seat"]) == (table, 3)


async def test_a_player_with_a_wager_on_the_table_stays_until_the_end__X_11(house: House) -> None:
    house.stack("Kc 4c 7d 5h")
    table = await house.table()
    ann = await house.player(table, 1, buy_in="100")
    await ann.say(table, "wager original 10")
    refused = await ann.post(f"/api/tables/{table}/leave", 409, id=new_id())
    assert refused["error"]["finding"] == "X-11"
    await ann.post(f"/api/tables/{table}/leave", id=new_id(), when="after-round")
    await house.floor.say(table, "dealer close")
    await ann.say(table, "raise 10")
    assert (await house.floor.get("/api/rounds"))["rounds"]
    me = await house.hall.people.balance(await _holder(house, table))
    assert me == 100000 + 8000
    await ann.get("/api/me", 401)
    assert (await house.public.picture(table))["seats"]["1"] is None


async def test_nobody_waits_for_a_player_who_has_left(house: House) -> None:
    house.stack("Kc 4c 7d 5h")
    table = await house.table()
    ann, ben = await house.player(table, 1), await house.player(table, 2)
    await ann.say(table, "wager original 10")
    await ann.post(f"/api/tables/{table}/ready", ready=True)
    assert (await ann.picture(table))["phase"] == "wagering"
    await ben.post(f"/api/tables/{table}/leave", id=new_id())
    assert (await ann.picture(table))["phase"] == "playing"


async def _holder(house: House, table: str) -> str:
    """Return the person of the table's only cash-out."""
    (shift,) = (await house.floor.get(f"/api/tables/{table}/reconciliation"))["shifts"]
    return str(next(line["person"] for line in shift["lines"] if line["what"] == "cash-out"))


async def test_a_player_who_sits_down_during_a_round_is_in_the_next_one(house: House) -> None:
    house.stack("Kc 4c 7d 5h")
    table = await house.table()
    ann = await house.player(table, 1)
    await ann.say(table, "wager original 10")
    bob = await house.player(table, 2, buy_in="300")
    seat = (await bob.picture(table))["seats"]["2"]
    assert seat["joins"] and not seat["in_round"] and (await bob.picture(table))["next"] == []
    await house.floor.say(table, "dealer close")
    await ann.say(table, "pass")
    async with bob.socket(table) as socket:
        await socket.until(table, lambda p: p["phase"] == "wagering" and p["next"])
        assert socket.pictures[table]["seats"]["2"]["chips"] == "300.00"


@pytest.mark.parametrize("game", ["red-dog", "double-cross-poker"])
async def test_a_round_that_everybody_has_left_holds_nobody_up(tmp_path: Path, game: str) -> None:
    wager = f"wager {games.load(game).first_wager} 10"
    withdraw = f"withdraw {games.load(game).first_wager}"
    async with running(tmp_path) as house:
        table = await house.table(game)
        ann = await house.player(table, 1)
        await ann.say(table, wager)
        await ann.say(table, withdraw)
        topped = await ann.post(f"/api/tables/{table}/chips", id=new_id(), amount="50")
        assert topped["duplicate"] is False
        # Somebody comes, and there is a round for both.
        bob = await house.player(table, 2)
        assert (await ann.picture(table))["seats"]["1"]["chips"] == "550.00"
        now = await bob.picture(table)
        assert now["next"] and not now["seats"]["2"]["joins"] and now["round"] is None
    # It does not resume after a restart.
    async with running(tmp_path) as house:
        ann, bob = house.visitor(ann.token), house.visitor(bob.token)
        async with bob.socket(table) as socket:
            await socket.until(table, lambda p: p["phase"] == "wagering" and p["next"])
            assert (await socket.act(table, wager))["type"] == "ack"
            assert (await socket.act(table, withdraw))["type"] == "ack"
        # Everybody goes, so the table is free and can be closed.
        for player in (ann, bob):
            await player.post(f"/api/tables/{table}/leave", id=new_id())
        await house.floor.post(f"/api/tables/{table}/close", id=new_id())
        verdict = await house.floor.get("/api/journal/verify")
        assert verdict["verified"] and verdict["packs"] == 1
        assert (await house.floor.get("/api/reconciliation"))["balanced"]
    with open_journal(tmp_path / "journal.db") as journal:
        assert [line.outcome for line in journal.rounds()] == ["open", "open"]
        assert all(replay(journal.round(n)).same for n in (1, 2))


async def test_an_order_to_a_table_that_everybody_has_left_holds_nobody_up(house: House) -> None:
    table = await house.table()
    ann = await house.player(table, 1)
    await house.floor.say(table, "floor recut")
    bob = await house.player(table, 2)
    assert (await bob.picture(table))["seats"]["2"]["joins"]  # after the round that was recut
    await ann.post(f"/api/tables/{table}/leave", id=new_id())
    now = await bob.picture(table)
    assert now["next"] and not now["seats"]["2"]["joins"]
    await house.floor.post(f"/api/tables/{table}/close", id=new_id())
    assert (await house.floor.get("/api/reconciliation"))["balanced"]


async def test_a_new_player_at_a_seat_does_not_inherit_its_wagers(
    house: House,
) -> None:
    house.stack("Kc 4c 7d 5h")
    table = await house.table()
    ann = await house.player(table, 1)
    bob = await house.player(table, 2, buy_in="500")
    await ann.say(table, "wager original 10")
    left = await bob.post(f"/api/tables/{table}/leave", id=new_id())
    assert left["cashed"] == "500.00"
    eve = await house.player(table, 2, buy_in="10")
    now = await eve.picture(table)
    assert now["seats"]["2"]["joins"] and now["next"] == [] and now["awaits"] == [1]
    refused = await eve.say(table, "wager original 50", 409)
    assert refused["error"]["message"] == "seat 2 is dealt in from the next round on"
    await ann.post(f"/api/tables/{table}/ready")
    await ann.say(table, "pass")
    assert (await house.floor.get(f"/api/tables/{table}/reconciliation"))["balanced"]


async def test_a_command_waits_its_turn_and_the_seat_may_be_somebody_elses_by_then(
    house: House,
) -> None:
    table = await house.table()
    await house.player(table, 1, buy_in="100")
    live = await house.hall.keepers[table].at_rest()
    ann = Caller(PLAYER, live.snapshot.seats[1].person, table=table, seat=1)
    bob = Caller(person=await house.hall.people.create("Bob"))
    await house.hall.cage.deposit(bob.person, 10_000, "house", new_id())
    wager = Say(table=table, id=new_id(), said="wager original 10", state=live.state)
    ask = house.hall.pit.ask
    left, sat, spoken = await asyncio.gather(
        ask(table, LeaveSeat(table=table, id=new_id()), ann),
        ask(table, Sit(table=table, id=new_id(), seat=1, amount=10_000), bob),
        ask(table, wager, ann),
        return_exceptions=True,
    )
    assert isinstance(left, dict) and isinstance(sat, dict)
    assert isinstance(spoken, Problem) and spoken.kind == "forbidden"
    assert (await house.public.picture(table))["seats"]["1"]["wagers"] == {}


async def test_a_leave_that_is_repeated_is_acknowledged_again(house: House) -> None:
    table = await house.table()
    ann = await house.player(table, 1, buy_in="100")
    async with ann.socket(table) as socket:
        leave = {"type": "leave", "table": table, "id": new_id()}
        await socket.send(leave)
        first = await socket.expect("ack", "refused")
        await socket.send(leave)
        assert await socket.expect("ack", "refused") == {**first, "duplicate": True}


async def test_a_player_adds_to_the_shuffle_of_another_table(house: House) -> None:
    table, other = await house.table(), await house.table()
    ann = await house.player(table, 1)
    await house.player(other, 1)
    path = f"/api/tables/{other}/entropy"
    assert (await ann.post(path, id=new_id(), value="from afar"))["pack"] == 1


async def test_balances_last_between_sittings(house: House) -> None:
    table = await house.table()
    guest = await house.guest("Cleo")
    assert (await guest.get("/api/me"))["balance"] == "1000.00"
    seated = await guest.post(f"/api/tables/{table}/seats/1", 201, id=new_id(), buy_in="300")
    cleo = house.visitor(seated["token"])
    assert (await cleo.get("/api/me"))["balance"] == "700.00"
    await cleo.post(f"/api/tables/{table}/chips", id=new_id(), amount="100.50")
    assert (await cleo.picture(table))["seats"]["1"]["chips"] == "400.50"
    broke = await cleo.post(f"/api/tables/{table}/chips", 409, id=new_id(), amount="700")
    assert "does not hold" in broke["error"]["message"]
    assert (await cleo.picture(table))["seats"]["1"]["chips"] == "400.50"
    left = await cleo.post(f"/api/tables/{table}/leave", id=new_id())
    assert (left["cashed"], left["balance"]) == ("400.50", "1000.00")
    person = (await guest.get("/api/me"))["person"]
    given = await house.floor.post(f"/api/people/{person}/deposit", id="gift", amount="5")
    again = await house.floor.post(f"/api/people/{person}/deposit", id="gift", amount="5")
    assert (given["balance"], again["balance"], again["duplicate"]) == ("1005.00", "1005.00", True)
    await guest.post(f"/api/tables/{table}/seats/2", 409, id=new_id(), buy_in="1005.01")
    assert (await house.floor.get("/api/reconciliation"))["balanced"]


async def test_a_seat_is_taken_once(house: House) -> None:
    table = await house.table()
    await house.player(table, 1)
    guest = await house.guest()
    taken = await guest.post(f"/api/tables/{table}/seats/1", 409, id=new_id())
    assert "taken" in taken["error"]["message"]
    beyond = await guest.post(f"/api/tables/{table}/seats/8", 409, id=new_id())
    assert beyond["error"]["finding"] == "X-12"


# --- the floor ------------------------------------------------------------------------------------


async def test_a_house_against_the_rules_is_refused_with_every_clause(house: House) -> None:
    odds: dict[str, Any] = {"payouts.spread.1": "4 to 1", "payouts.spread.2": "3 to 1"}
    refused = await house.floor.post("/api/tables", 409, id=new_id(), game="red-dog", house=odds)
    assert [breach["key"] for breach in refused["breaches"]] == list(odds)
    assert all(breach["rule"] for breach in refused["breaches"])
    text = 'croupier = 1\ngame = "red-dog"\nminimum = "25"\n'
    opened = await house.floor.post("/api/tables", 201, id="mine", game="red-dog", toml=text)
    assert opened["limits"]["minimum"] == "25.00"
    again = await house.floor.post("/api/tables", 201, id="mine", game="red-dog", toml=text)
    assert again["table"] == opened["table"]


async def test_double_cross_has_at_most_seven_positions__X_12(house: House) -> None:
    body: dict[str, Any] = {"game": "double-cross-poker", "house": {"seats": "8"}}
    refused = await house.floor.post("/api/tables", 409, id="o", **body)
    assert "at most 7 positions" in refused["error"]["message"]
    table = await house.table("double-cross-poker")
    await house.floor.post(
        f"/api/tables/{table}/floor", 409, id="h", act="house", house={"seats": "8"}
    )
    assert len((await house.public.picture(table))["seats"]) == 7


async def test_the_house_is_changed_between_rounds(house: House) -> None:
    table = await house.table()
    ann = await house.player(table, 1)
    order: dict[str, Any] = {"act": "house", "house": {"minimum": "20", "decks": 4}}
    await house.floor.post(f"/api/tables/{table}/floor", id=new_id(), **order)
    picture = await ann.picture(table)
    assert picture["limits"]["minimum"] == "20.00" and picture["left"] == 4 * 52
    await ann.say(table, "wager original 20")
    await house.floor.post(f"/api/tables/{table}/floor", 409, id=new_id(), **order)


async def test_an_irregularity_is_reported_and_ruled(house: House) -> None:
    house.stack("Kc 4c 7d 5h 9s")
    table = await house.table()
    ann = await house.player(table, 1)
    await ann.say(table, "wager original 10")
    offered = (await house.floor.picture(table))["next"]
    assert {"actor": "dealer", "verb": "report", "args": ["face-up-card"]} in offered
    await house.floor.say(table, "dealer close")
    early = await house.floor.say(table, "dealer report early-third-card")
    assert early["state"]
    verbs = {offer["verb"] for offer in (await ann.picture(table))["next"]}
    assert verbs == {"play-on", "void"}
    impossible = await house.floor.say(table, "dealer report missed-burn", 409)
    assert impossible["error"]["rule"] == "6(d)"
    await house.floor.say(table, "floor recut", 409)
    await ann.say(table, "void")
    (played,) = (await house.floor.get("/api/rounds", table=table))["rounds"]
    assert played["outcome"] == "void"


async def test_the_floor_lets_the_dealer_go_on_step_by_step(house: House) -> None:
    house.stack("Kc 4c 7d 5h")
    table = await house.table(dealing="steps")
    ann = await house.player(table, 1)
    steps = 0
    while (picture := await house.floor.picture(table))["pending"]:
        body = {"id": new_id(), "state": picture["state"]}
        await house.floor.post(f"/api/tables/{table}/proceed", **body)
        steps += 1
    assert steps > 3 and (await ann.picture(table))["pending"] is None
    await house.floor.post(f"/api/tables/{table}/proceed", 409, id=new_id(), state=1)
    await ann.say(table, "wager original 10")
    while (picture := await house.floor.picture(table))["pending"]:
        body = {"id": new_id(), "state": picture["state"]}
        await house.floor.post(f"/api/tables/{table}/proceed", **body)
    await house.floor.say(table, "dealer close")
    picture = await house.floor.picture(table)
    assert picture["phase"] == "playing" and picture["felt"] == {}
    late = await house.floor.post(f"/api/tables/{table}/proceed", 409, id=new_id(), state=1)
    assert late["error"]["kind"] == "stale"
    # The dealer goes on alone again, and does everything that was held back.
    await house.floor.post(f"/api/tables/{table}/floor", id=new_id(), act="dealing", mode="auto")
    assert (await ann.picture(table))["felt"] == {"left": ["4c"], "right": ["7d"]}


async def test_a_new_dealer_burns_a_card_at_red_dog__4_a(house: House) -> None:
    table = await house.table()
    ann = await house.player(table, 1)
    async with ann.socket(table) as socket:
        await play([socket], table, rounds=1)
        await house.floor.post(f"/api/tables/{table}/floor", id=new_id(), act="new-dealer")
        await play([socket], table, rounds=1)
    newest = (await house.floor.get("/api/rounds", table=table))["rounds"][0]
    events = (await house.floor.get(f"/api/rounds/{newest['round']}"))["events"]
    assert [event["rule"] for event in events if event["kind"] == "burn"] == ["4(a)"]


async def test_shifts_are_counted_and_reconcile_to_the_cent(house: House) -> None:
    table = await house.table(tray="1000")
    ann = await house.player(table, 1, buy_in="400")
    path = f"/api/tables/{table}"
    await house.floor.post(f"{path}/tray", id=new_id(), act="fill", amount="250.50")
    async with ann.socket(table) as socket:
        await play([socket], table, rounds=4)
    await house.floor.post(f"{path}/tray", 409, id=new_id(), act="credit", amount="99999")
    await house.floor.post(f"{path}/tray", id=new_id(), act="credit", amount="50.50")
    report = await house.floor.get(f"{path}/reconciliation")
    (shift,) = report["shifts"]
    assert report["balanced"] and shift["counted"] is None and shift["rounds"] == 4
    assert (shift["opening"], shift["fills"], shift["credits"]) == ("1000.00", "250.50", "50.50")
    assert shift["drop"] == "400.00" and shift["win"] == shift["house_net"]
    await house.floor.post(f"{path}/tray", id=new_id(), act="count", amount=shift["expected"])
    await house.floor.post(f"{path}/floor", id=new_id(), act="dismiss", seat=1)
    short = f"{float(shift['expected']) - 1:.2f}"
    await house.floor.post(f"{path}/close", id=new_id(), count=short, expected=shift["expected"])
    report = await house.floor.get(f"{path}/reconciliation")
    first, second = report["shifts"]
    assert first["balanced"] and first["difference"] == "0.00"
    assert second["opening"] == first["counted"] and second["difference"] == "-1.00"
    assert not second["balanced"] and not report["balanced"]
    assert second["chips_at_seats"] == "0.00"
    assert table not in str(await house.public.get("/api/lobby"))
    await house.guest()
    closed = await house.public.picture(table)
    assert closed["phase"] == "closed"


async def test_players_who_do_not_wager_do_not_hold_up_the_floor(house: House) -> None:
    """After an order for a round in which nobody wagers, the seated players can be cashed out."""
    table = await house.table()
    ann, bob = await house.player(table, 1), await house.player(table, 2)
    await house.floor.say(table, "floor recut")
    await house.floor.post(f"/api/tables/{table}/close", 409, id=new_id())
    await ann.say(table, "wager original 10")
    dismiss = f"/api/tables/{table}/floor"
    stays = await house.floor.post(dismiss, 409, id=new_id(), act="dismiss", seat=1)
    assert stays["error"]["finding"] == "X-11"
    gone = await house.floor.post(dismiss, id=new_id(), act="dismiss", seat=2)
    assert gone["cashed"] == "500.00"
    await bob.get("/api/me", 401)
    await ann.say(table, "withdraw original")
    await house.floor.post(dismiss, id=new_id(), act="dismiss", seat=1)
    await house.floor.post(f"/api/tables/{table}/close", id=new_id())
    assert (await house.public.picture(table))["phase"] == "closed"
    assert (await house.floor.get(f"/api/tables/{table}/reconciliation"))["balanced"]


async def test_the_lobby_tells_what_changes(house: House) -> None:
    async with house.public.socket() as socket:
        await socket.send({"type": "lobby"})
        await socket.expect("lobby")
        table = await house.table()
        lobby = await socket.expect("lobby")  # or what others did just before
        if table not in {line["table"] for line in lobby["tables"]}:
            lobby = await socket.expect("lobby")
        assert table in {line["table"] for line in lobby["tables"]} and lobby["play_money"]


async def test_a_message_to_a_table_that_is_not_there_is_refused(house: House) -> None:
    await house.public.get("/api/tables/nowhere-9", 404)
    async with house.public.socket() as socket:
        await socket.send({"type": "watch", "table": "nowhere-9"})
        assert (await socket.expect("error"))["error"]["kind"] == "missing"


async def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    from croupier.journal import JournalError

    async with running(tmp_path, FAST):
        with pytest.raises(JournalError, match="another server"):
            async with running(tmp_path, FAST):
                await asyncio.sleep(0)
