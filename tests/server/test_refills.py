"""A person who is broke is given play money, once an hour, from the cage."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from croupier.journal.recorder import stamp, utc_now
from croupier.server.schema import REFILLS
from tests.server.visitors import House, Visitor, new_id, running

pytestmark = pytest.mark.asyncio(loop_scope="module")

POSTGRES = True

Data = dict[str, Any]


async def _broke(house: House, *, left: str = "0") -> tuple[str, Visitor, Visitor]:
    """Return a table of Red Dog, a guest who has lost all but this much there, and their seat.

    They wager everything on a spread of 2, and lose.
    """
    house.stack("Kc 4c 7d Kd Ks")
    table = await house.table(house={"maximum": "1000"})
    guest = await house.guest()
    path = f"/api/tables/{table}/seats/1"
    player = house.visitor((await guest.post(path, 201, id=new_id(), buy_in="1000"))["token"])
    await player.say(table, f"wager original {1000 - int(left)}")
    await house.floor.say(table, "dealer close")
    await player.say(table, "pass")
    return table, guest, player


async def _an_hour_passes(house: House) -> None:
    earlier = stamp(utc_now() - timedelta(hours=1, seconds=1))
    await house.hall.committer.write(lambda c: c.execute(REFILLS.update().values(time=earlier)))


async def test_a_person_goes_broke_is_refilled_and_plays_on(house: House) -> None:
    table, guest, player = await _broke(house)
    me = await player.get("/api/me")
    assert (me["balance"], me["refill"]) == ("0.00", {"amount": "500.00", "wait": 0})
    before = await house.floor.get("/api/reconciliation")
    given = await player.post("/api/me/refill", id=new_id())
    assert (given["amount"], given["balance"], given["duplicate"]) == ("500.00", "500.00", False)
    assert 3590 < given["wait"] <= 3600
    me = await guest.get("/api/me")
    assert me["balance"] == "500.00" and me["refill"]["amount"] == "0.00"
    assert 3590 < me["refill"]["wait"] <= 3600
    after = await house.floor.get("/api/reconciliation")
    assert after["balanced"]
    assert float(after["deposits"]) == float(before["deposits"]) + 500
    await player.post(f"/api/tables/{table}/chips", id=new_id(), amount="100")
    await player.say(table, "wager original 10")
    assert (await player.picture(table))["seats"]["1"]["wagers"] == {"original": "10.00"}
    assert (await house.floor.get("/api/journal/verify"))["verified"]


async def test_what_is_at_seats_and_on_tables_counts(house: House) -> None:
    table, guest, player = await _broke(house, left="100")
    assert (await guest.get("/api/me"))["refill"]["amount"] == "400.00"
    await player.say(table, "wager original 60")
    assert (await guest.get("/api/me"))["refill"]["amount"] == "400.00"
    given = await guest.post("/api/me/refill", id=new_id())
    assert (given["amount"], given["balance"]) == ("400.00", "400.00")
    await player.post(f"/api/tables/{table}/chips", id=new_id(), amount="400")
    assert (await guest.get("/api/me"))["refill"]["amount"] == "0.00"


async def test_a_refill_is_given_once_an_hour(house: House) -> None:
    table, guest, player = await _broke(house)
    await guest.post("/api/me/refill", id="first")
    again = await guest.post("/api/me/refill", id="first")
    assert (again["amount"], again["duplicate"]) == ("500.00", True)
    enough = (await guest.post("/api/me/refill", 409, id=new_id()))["error"]
    assert enough["wait"] == 0 and enough["kind"] == "refused" and "$500" in enough["message"]
    await _lose(house, table, player, "500")
    early = (await guest.post("/api/me/refill", 409, id=new_id()))["error"]
    assert 3500 < early["wait"] <= 3600 and "60 min" in early["message"]
    assert (await guest.get("/api/me"))["balance"] == "0.00"
    await _an_hour_passes(house)
    assert (await guest.get("/api/me"))["refill"] == {"amount": "500.00", "wait": 0}
    # The first request is still answered as it was.
    assert (await guest.post("/api/me/refill", id="first"))["balance"] == "0.00"
    assert (await guest.post("/api/me/refill", id=new_id()))["balance"] == "500.00"
    assert (await house.floor.get("/api/reconciliation"))["balanced"]


async def _lose(house: House, table: str, player: Visitor, amount: str) -> None:
    """Lose an amount of the account in one round."""
    await player.post(f"/api/tables/{table}/chips", id=new_id(), amount=amount)
    await _risk(house, table, player, amount)
    await player.say(table, "pass")


async def _risk(house: House, table: str, player: Visitor, amount: str) -> None:
    """Wager an amount that is lost with the next card; the shoe is set up again."""
    house.stack("Kc 4c 7d Kd Ks")
    order: Data = {"act": "house", "house": {"maximum": "1000", "decks": 4}}
    await house.floor.post(f"/api/tables/{table}/floor", id=new_id(), **order)
    await player.say(table, f"wager original {amount}")
    await house.floor.say(table, "dealer close")


async def test_requests_at_the_same_time_are_answered_with_one_refill(house: House) -> None:
    _, guest, player = await _broke(house)
    asked = [
        visitor.http.post("/api/me/refill", json={"id": new_id()})
        for visitor in (guest, player) * 5
    ]
    answers = await asyncio.gather(*asked)
    assert sorted(answer.status_code for answer in answers) == [200, *[409] * 9]
    assert (await guest.get("/api/me"))["balance"] == "500.00"
    assert (await house.floor.get("/api/reconciliation"))["balanced"]


async def test_money_that_moves_meanwhile_is_counted_once(house: House) -> None:
    """A refill is worked out, the player loses 100 and cashes out 200, and then it is written."""
    table, guest, player = await _broke(house, left="300")
    await _risk(house, table, player, "100")
    commit, moved = house.hall.committer.commit, False
    cage = house.hall.cage

    async def later(*unit: Any, **how: Any) -> None:
        nonlocal moved
        if not moved:
            moved = True
            await player.say(table, "pass")
            await player.post(f"/api/tables/{table}/leave", id=new_id())
        await commit(*unit, **how)

    with pytest.MonkeyPatch.context() as patched:
        committer = Mock(wraps=house.hall.committer, commit=later)  # the cage's writes alone
        patched.setattr(cage, "_committer", committer)
        given = await guest.post("/api/me/refill", id=new_id())
    assert moved and (given["amount"], given["balance"]) == ("300.00", "500.00")
    assert (await house.floor.get("/api/reconciliation"))["balanced"]


async def test_a_newcomer_has_the_stake(house: House) -> None:
    guest = await house.guest()
    assert (await guest.get("/api/me"))["refill"] == {"amount": "0.00", "wait": 0}
    await guest.post("/api/me/refill", 409, id=new_id())
    assert await house.hall.people.balance((await guest.get("/api/me"))["person"]) is None
    await house.public.post("/api/me/refill", 401, id=new_id())
    watching = await house.of_role("surveillance")
    await watching.post("/api/me/refill", 403, id=new_id())


async def test_a_house_may_give_newcomers_less_than_a_refill(tmp_path: Path) -> None:
    async with running(tmp_path, stake=2_000, refill=30_000) as house:
        guest = await house.guest()
        me = await guest.get("/api/me")
        assert (me["balance"], me["refill"]["amount"]) == ("20.00", "280.00")
        given = await guest.post("/api/me/refill", id=new_id())
        assert (given["amount"], given["balance"]) == ("280.00", "300.00")
        assert (await house.floor.get("/api/reconciliation"))["deposits"] == "300.00"


async def test_a_refill_is_remembered_over_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        _, guest, _ = await _broke(house)
        await guest.post("/api/me/refill", id="once")
    async with running(tmp_path) as house:
        guest = house.visitor(guest.token)
        assert (await guest.get("/api/me"))["refill"]["wait"] > 3500
        assert (await guest.post("/api/me/refill", id="once"))["duplicate"]
