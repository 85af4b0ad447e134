"""House players: they sit down, play through the same door as everybody, and make room."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import Mock

import pytest

from croupier import company
from croupier.journal import open_journal, replay
from croupier.server import house_players
from croupier.server.people import is_house_player
from tests.server.visitors import FAST, House, Visitor, new_id, running

pytestmark = pytest.mark.asyncio(loop_scope="module")

POSTGRES = True

Data = dict[str, Any]
THINKING = 1000.0
"""Times the usual time to think."""
LONG = {"timeout": 3600}
"""Nobody's time runs out in these tests: whatever is said, somebody said it."""


async def _company(house: House, table: str, *strategies: str) -> Data:
    reply: Data = await house.floor.post(
        f"/api/tables/{table}/company", id=new_id(), strategies=strategies
    )
    return reply


def _house_seats(picture: Data) -> dict[str, str]:
    """How the house player of each seat plays."""
    seats = picture["seats"].items()
    return {n: seat["strategy"] for n, seat in seats if seat and seat["strategy"]}


async def _with_company(house: House, game: str, *strategies: str, **chosen: Any) -> str:
    """Open a table and wait until its house players sit there."""
    table = await house.table(game, house=LONG | chosen)
    await _company(house, table, *strategies)
    async with asyncio.timeout(10):  # nobody watches, or they would begin to play
        while len(_house_seats(await house.public.picture(table))) < len(strategies):
            await asyncio.sleep(0.01)
    return table


# --- seats ----------------------------------------------------------------------------------------


async def test_they_sit_at_the_ends_visible_as_such_with_chips_of_their_own(house: House) -> None:
    table = await _with_company(house, "red-dog", "best", "loose")
    now = await house.public.picture(table)
    assert len(_house_seats(now)) == 2 and set(_house_seats(now).values()) == {"best", "loose"}
    last = str(len(now["seats"]))
    assert set(_house_seats(now)) == {"1", last}
    for seat in ("1", last):
        assert is_house_player(now["seats"][seat]["person"]) and now["seats"][seat]["name"]
        assert now["seats"][seat]["chips"] == "500.00"
    line = next(
        one for one in (await house.public.get("/api/lobby"))["tables"] if one["table"] == table
    )
    assert line["seats"]["1"]["strategy"] in ("best", "loose")
    assert (await house.floor.get("/api/reconciliation"))["balanced"]


async def test_they_sit_down_as_soon_as_a_table_is_opened_with_them(house: House) -> None:
    guest = await house.guest()
    body: Data = {"id": new_id(), "game": "red-dog", "company": ["best", "card"]}
    table = (await guest.post("/api/private-tables", 201, **body))["table"]
    async with asyncio.timeout(10):  # nobody watches
        while len(_house_seats(await guest.picture(table))) < 2:
            await asyncio.sleep(0.01)


async def test_a_table_without_people_rests(house: House) -> None:
    table = await _with_company(house, "red-dog", "best", "loose")
    state = (await house.public.picture(table))["state"]
    await house.guest()  # some requests later nobody has wagered
    assert (await house.public.picture(table))["state"] == state
    async with house.public.socket(table) as watcher:
        await watcher.until(table, lambda p: p["rounds"] >= 2)


async def test_they_wait_for_the_first_wager_of_a_person(house: House) -> None:
    table = await _with_company(house, "red-dog", "best", "loose")
    ann = await house.player(table, 3)
    async with ann.socket(table) as socket:
        assert socket.pictures[table]["phase"] == "wagering"
        assert socket.pictures[table]["awaits"] == [3]
        assert socket.pictures[table]["deadline"] is None
        assert not any(s["wagers"] for s in socket.pictures[table]["seats"].values() if s)
        await socket.act(table, "wager original 10")
        await socket.send({"type": "ready", "table": table})
        now = await socket.until(table, lambda p: p["phase"] == "playing" or p["rounds"] == 1)
        assert now["deadline"] is None or now["deadline"] > 0
        rounds = (await house.floor.get("/api/rounds", table=table))["rounds"]
        told = await house.floor.get(f"/api/rounds/{rounds[0]['round']}")
        wagered = [said["by"] for said in told["said"] if " wager " in said["said"]]
        assert len(wagered) == 3 and not is_house_player(wagered[0])


async def test_a_person_takes_a_house_players_seat_between_rounds_at_once(house: House) -> None:
    table = await _with_company(house, "red-dog", "best", "loose")
    ann = await house.player(table, 1)
    now = await ann.picture(table)
    assert now["seats"]["1"]["strategy"] is None and now["seats"]["1"]["leaver"] is None
    assert now["you"]["viewer"] == "seat:1"
    async with ann.socket(table) as socket:  # and whoever had to get up takes another seat
        await socket.until(table, lambda p: len(_house_seats(p)) == 2)
    guest = await house.guest()
    taken = f"/api/tables/{table}/seats/1"
    refused = await guest.post(taken, 409, id=new_id())
    assert refused["error"]["message"] == "seat 1 is taken"


async def _dealt(house: House, table: str, player: Visitor) -> Data:
    """Let a player wager, and wait until they are asked."""
    async with player.socket(table) as socket:
        first = socket.pictures[table]["first_wager"]
        offer = next(o for o in socket.pictures[table]["next"] if o["args"][0] == first)
        amounts = [a["least"] if isinstance(a, dict) else a for a in offer["args"]]
        await socket.act(table, " ".join([offer["verb"], *amounts]))
        await socket.send({"type": "ready", "table": table})
        return await socket.until(table, lambda p: p["phase"] == "playing" and p["next"])


async def test_with_chips_on_the_table_they_play_on_and_the_person_joins_the_next_round(
    house: House,
) -> None:
    table = await _with_company(house, "winners-pot-poker", "loose", "best")
    ann = await house.player(table, 3, name="Ann")
    now = await _dealt(house, table, ann)
    seat = next(iter(_house_seats(now)))
    leaver = now["seats"][seat]
    cards = now["laid"][f"seat {seat}"]
    bob = await house.player(table, int(seat), name="Bob")
    now = await bob.picture(table)
    mine = now["seats"][seat]
    assert mine["joins"] and mine["name"] == "Bob" and mine["strategy"] is None
    assert mine["leaver"] == leaver["name"] and mine["wagers"] == {}
    # Bob sees and says nothing of the hand that is played at his seat.
    assert now["next"] == [] and now["laid"][f"seat {seat}"] == cards
    refused = await bob.say(table, "fold", 409)
    assert "from the next round on" in refused["error"]["message"]
    advised = await bob.http.get(f"/api/tables/{table}/advice")
    assert advised.status_code == 409
    async with ann.socket(table) as socket:
        while socket.pictures[table]["rounds"] == 0:
            offers = socket.pictures[table]["next"]
            if offers:
                await socket.act(table, "fold")
            else:
                await socket.next()
    now = await bob.picture(table)
    assert now["seats"][seat]["leaver"] is None and now["seats"][seat]["chips"] == "500.00"
    assert (await house.floor.get("/api/reconciliation"))["balanced"]


async def test_they_leave_when_they_are_not_wanted_and_nobody_else_may_choose(
    house: House,
) -> None:
    table = await _with_company(house, "red-dog", "best", "loose")
    ann = await house.player(table, 3)
    path = f"/api/tables/{table}/company"
    refused = await ann.post(path, 403, id=new_id(), strategies=[])
    assert "host" in refused["error"]["message"]
    await house.floor.post(path, 422, id=new_id(), strategies=["genius"])
    before = _house_seats(await house.public.picture(table))
    async with house.public.socket(table) as watcher:
        await _company(house, table, "loose")
        now = await watcher.until(table, lambda p: len(_house_seats(p)) == 1)
        stayed = {n: how for n, how in before.items() if how == "loose"}
        assert _house_seats(now) == stayed
        await house.floor.post(
            f"/api/tables/{table}/floor", id=new_id(), act="dismiss", seat=int(next(iter(stayed)))
        )
        await watcher.until(table, lambda p: not _house_seats(p))
    refused = await house.floor.post(path, 409, id=new_id(), strategies=["best"] * 9)
    assert refused["error"]["finding"] == "X-12"


async def test_whoever_waits_for_a_house_players_seat_may_go_again(house: House) -> None:
    table = await _with_company(house, "winners-pot-poker", "loose", "best")
    ann = await house.player(table, 3)
    now = await _dealt(house, table, ann)
    seat = next(iter(_house_seats(now)))
    bob = await house.player(table, int(seat), name="Bob")
    await bob.post(f"/api/tables/{table}/away", id=new_id())
    gone = await bob.post(f"/api/tables/{table}/leave", id=new_id())
    assert gone["cashed"] == "500.00"
    async with ann.socket(table) as socket:
        while socket.pictures[table]["rounds"] == 0:
            if socket.pictures[table]["next"]:
                await socket.act(table, "fold")
            else:
                await socket.next()
        # Nobody was answered for: the house player played the round to its end.
        assert socket.pictures[table]["timeouts"] == []
    assert (await house.floor.get("/api/reconciliation"))["balanced"]


# --- what they do ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game", ["red-dog", "double-down-stud", "double-cross-poker", "winners-pot-poker"]
)
async def test_they_play_every_game_by_themselves(house: House, game: str) -> None:
    table = await _with_company(house, game, "best", "card", "cautious", "loose")
    async with house.public.socket(table) as watcher:
        now = await watcher.until(table, lambda p: p["rounds"] >= 3, 30)
    assert not any(seat["out"] for seat in now["seats"].values() if seat)
    rounds = (await house.floor.get("/api/rounds", table=table))["rounds"]
    for one in rounds:
        told = await house.floor.get(f"/api/rounds/{one['round']}")
        assert all(said["by"] != "timeout" for said in told["said"])


async def test_who_is_broke_buys_chips_from_the_account_and_the_cage(house: House) -> None:
    table = await _with_company(house, "red-dog", "loose", minimum="100", maximum="200")
    async with house.public.socket(table) as watcher:
        await watcher.until(table, lambda p: p["rounds"] >= 4, 20)
    data = await house.floor.get(f"/api/tables/{table}/reconciliation")
    bought = [m for shift in data["shifts"] for m in shift["lines"] if m["what"] == "top-up"]
    assert bought and all(is_house_player(one["person"]) for one in bought)
    assert (await house.floor.get("/api/reconciliation"))["balanced"]


async def test_what_they_buy_during_a_round_is_not_bought_again(house: House) -> None:
    table = await _with_company(house, "red-dog", "best", minimum="100", maximum="1000")
    keeper, seat = house.hall.keepers[table], 1
    ann = await house.player(table, 3)
    await ann.say(table, "wager original 100")  # from now on chips come after the round
    async with ann.socket(table) as socket:  # what they bought by themselves is done
        await socket.until(table, lambda p: p["seats"]["1"]["wagers"])
    live = keeper.live
    assert live is not None
    for _ in range(6):
        await house.hall.house_players._buy(keeper, seat, live.snapshot.seats[seat])
    place = live.snapshot.seats[seat]
    assert place.extra and place.chips + place.extra == 20 * 100_00


async def test_how_long_they_think_follows_from_random_numbers_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two tables whose hidden cards differ: each waits for the next number of the same source.

    They would think for minutes, so that the milliseconds in which a decision is worked out do not
    count. The waiting is only noted.
    """
    drawn: list[float] = []
    thoughts: dict[object, float] = {}
    shares: list[float] = []
    source = Random(7)
    pause = company.pause

    def noted(random: Random) -> float:
        drawn_now = pause(random)
        if random is source:  # and not that of another house of these tests
            drawn.append(drawn_now)
            thoughts[asyncio.current_task()] = drawn_now
        return drawn_now

    async def no_sleep(seconds: float) -> None:
        shares.append(seconds / THINKING / thoughts[asyncio.current_task()])

    monkeypatch.setattr(company, "pause", noted)
    monkeypatch.setattr(house_players, "asyncio", Mock(wraps=asyncio, sleep=no_sleep))
    async with running(tmp_path, replace(FAST, thinking=THINKING)) as house:
        house.hall.house_players.random = source
        for cards in ("As Kd 7c 7d 2h 9s 4c Jh", "2c 2d 2h 3c 3d 3h 4d 4h"):
            house.stack(cards)
            table = await _with_company(house, "winners-pot-poker", "best", "card", "cautious")
            async with house.public.socket(table) as watcher:
                await watcher.until(table, lambda p: p["rounds"] >= 2, 20)
            await _company(house, table)
    again = Random(7)
    assert len(drawn) > 20 and drawn == [pause(again) for _ in drawn]
    usual = [share for share in shares if share == pytest.approx(1, abs=0.02)]
    haste = [share for share in shares if share == pytest.approx(house_players.HASTE, abs=0.02)]
    assert len(usual) > 5 and len(haste) > 5 and len(usual) + len(haste) == len(shares)


async def test_a_house_player_who_cannot_decide_says_what_silence_means(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(view: object, strategy: str) -> str:
        raise RuntimeError

    monkeypatch.setattr(company, "decide", broken)
    async with running(tmp_path) as house:
        table = await _with_company(house, "winners-pot-poker", "best", "loose")
        async with house.public.socket(table) as watcher:
            now = await watcher.until(table, lambda p: p["rounds"] >= 1, 20)
        assert now["timeouts"] == []


async def test_a_house_is_solved_for_them_if_the_floor_has_edited_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not the house of a private table, which anybody may open."""
    solved: list[int] = []
    monkeypatch.setattr(company, "warm", lambda house: solved.append(house.first_wager[0]))
    async with running(tmp_path) as house:
        for minimum in ("5", "6"):
            table = await _with_company(house, "red-dog", "best", minimum=minimum)
        host = await house.guest("Ann")
        body = {"game": "red-dog", "house": {"minimum": "7"}, "company": ["best"]}
        made = await host.post("/api/private-tables", 201, id=new_id(), **body)
        for at, looker in ((table, house.public), (made["table"], host)):
            async with looker.socket(at) as watcher:
                await watcher.until(at, lambda p: p["rounds"] >= 1, 20)
    assert set(solved) == {500, 600}  # the standard house, and the floor's


async def test_they_say_nothing_more_once_the_server_stops(tmp_path: Path) -> None:
    """Without their threads they could only say what silence means, and would fold."""
    async with running(tmp_path) as house:
        table = await _with_company(house, "red-dog", "best", "loose")
        keeper = house.hall.keepers[table]
        state = (await house.public.picture(table))["state"]
        house.hall.house_players.stop()
        async with house.public.socket(table):  # they would play for whoever watches
            house.hall.house_players.stir(keeper)
            await asyncio.sleep(0.2)
        assert (await house.public.picture(table))["state"] == state


async def test_they_go_on_after_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        table = await _with_company(house, "winners-pot-poker", "best", "loose")
        async with house.public.socket(table) as watcher:
            await watcher.until(table, lambda p: p["phase"] == "playing")
    async with running(tmp_path) as house, house.public.socket(table) as watcher:
        await watcher.until(table, lambda p: p["rounds"] >= 2)
    with open_journal(str(tmp_path / "journal.db")) as journal:
        assert journal.verify().verified
        for line in journal.rounds():
            assert line.closed is None or replay(journal.round(line.number)).same


async def test_whoever_makes_room_plays_the_round_to_its_end_after_a_restart(
    tmp_path: Path,
) -> None:
    """They and the person who waits for the seat are as before, and every cent is there."""
    async with running(tmp_path, thinking=2.0) as house:
        house.stack("Kc 4c 7d 5h")
        table = await _with_company(house, "red-dog", "best", "cautious")
        ann = await house.player(table, 3)
        await ann.say(table, "wager original 10")
        async with ann.socket(table) as socket:
            await socket.until(table, lambda p: p["seats"]["1"]["wagers"])
        await house.floor.say(table, "dealer close")
        bob = await house.player(table, 1)
        assert (await bob.picture(table))["seats"]["1"]["leaver"]
        tokens = [ann.token, bob.token, house.floor.token]
    async with running(tmp_path) as house:
        ann, bob, floor = (house.visitor(token) for token in tokens)
        before = await bob.picture(table)
        assert before["seats"]["1"]["leaver"] and before["next"] == []
        async with ann.socket(table) as socket:
            await socket.act(table, "pass")
            await socket.until(table, lambda p: p["rounds"] == 1)
        after = (await bob.picture(table))["seats"]["1"]
        assert after["leaver"] is None and after["chips"] == "500.00"
        assert (await floor.get("/api/reconciliation"))["balanced"]
        assert (await floor.get("/api/journal/verify"))["verified"]
