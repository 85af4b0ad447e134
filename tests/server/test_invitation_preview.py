"""An invitation says what it is for before it is accepted: game, table, stake and host."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from tests.server.visitors import House, Visitor, new_id, running

pytestmark = pytest.mark.asyncio(loop_scope="module")

POSTGRES = True


async def invited(house: House, table: str, by: Visitor, seat: int = 3, **more: str) -> Visitor:
    path = f"/api/tables/{table}/invitations"
    return house.visitor((await by.post(path, 201, id=new_id(), seat=seat, **more))["token"])


async def named(house: House, name: str) -> Visitor:
    """Return somebody of the floor with a name."""
    floor = await house.of_role("floor")
    assert (await floor.http.put("/api/me", json={"name": name})).status_code == 200
    return floor


async def test_it_names_the_game_the_host_and_the_stake(house: House) -> None:
    table = await house.table("double-cross-poker", rulebook="nj", name="Friday")
    await house.player(table, 1, "Ann")
    guest = await invited(house, table, await named(house, "Mia"), buy_in="250")
    seen = await guest.get("/api/invitations")
    assert seen.pop("expires") > "2"
    assert seen == {
        "table": table,
        "name": "Friday",
        "game": "double-cross-poker",
        "title": "Double Cross Poker",
        "rulebook": "nj",
        "phase": "wagering",
        "seat": 3,
        "free": True,
        "host": "Mia",
        "buy_in": "250.00",
        "limits": (await house.public.picture(table))["limits"],
        "first_wager": "ante",
        "seats": 7,
        "seats_taken": 1,
    }
    # Looking does not use it, and what it said is what the guest gets.
    assert (await guest.get("/api/invitations"))["host"] == "Mia"
    assert (await guest.post("/api/invitations/accept", 201, name="Zoe"))["chips"] == "250.00"


async def test_the_usual_buy_in_a_host_without_a_name_and_a_seat_that_is_taken(
    house: House,
) -> None:
    table = await house.table()
    guest = await invited(house, table, await house.of_role("floor"))
    await house.player(table, 3, "Bob")
    seen = await guest.get("/api/invitations")
    assert seen["buy_in"] == "500.00" and seen["host"] is None and not seen["free"]
    await house.floor.post(f"/api/tables/{table}/close", id=new_id())
    closed = await guest.get("/api/invitations")
    assert closed["phase"] == "closed" and not closed["free"]


async def test_an_invitation_that_was_made_again_has_the_same_host(house: House) -> None:
    table, mia = await house.table(), await named(house, "Mia")
    path, body = f"/api/tables/{table}/invitations", {"id": new_id(), "seat": 2}
    first = house.visitor((await mia.post(path, 201, **body))["token"])
    again = house.visitor((await mia.post(path, 201, **body))["token"])
    assert (await again.get("/api/invitations"))["host"] == "Mia"
    await first.get("/api/invitations", 401)


async def test_a_used_or_unknown_invitation_gets_one_clear_line(house: House) -> None:
    table = await house.table()
    guest = await invited(house, table, house.floor)
    await guest.post("/api/invitations/accept", 201)
    for visitor in (guest, house.visitor("nobody-knows-this")):
        error = (await visitor.get("/api/invitations", 401))["error"]
        assert error["message"] == "this invitation is unknown, has been used or is over"
    error = (await house.public.get("/api/invitations", 401))["error"]
    assert error["message"] == "send the invitation as the bearer token"
    error = (await (await house.guest()).get("/api/invitations", 403))["error"]
    assert error["message"] == "this token is not an invitation"


async def test_the_host_is_known_after_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        table = await house.table()
        guest = await invited(house, table, await named(house, "Mia"))
    async with running(tmp_path) as house:
        again = house.visitor(guest.token)
        assert (await again.get("/api/invitations"))["host"] == "Mia"


async def test_a_house_players_seat_is_free_for_whoever_is_invited(house: House) -> None:
    table = await house.table("red-dog")
    path = f"/api/tables/{table}/company"
    await house.floor.post(path, id=new_id(), strategies=["best"])
    guest = await invited(house, table, house.floor, seat=1)
    async with asyncio.timeout(10):
        while (await house.public.picture(table))["seats"]["1"] is None:
            await asyncio.sleep(0.01)
    assert (await guest.get("/api/invitations"))["free"]
    await guest.post("/api/invitations/accept", 201, name="Zoe")
    assert (await house.public.picture(table))["seats"]["1"]["name"] == "Zoe"
