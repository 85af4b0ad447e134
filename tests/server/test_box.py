"""A person deals a live table: who may, what they may say, and what happens if they fall silent."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier import games
from croupier.cli import journal_command
from croupier.journal import open_journal, replay
from croupier.journal.entry import TABLE
from croupier.journal.payloads import Noted, Opened, decode
from croupier.server import hosting
from croupier.server.openings import NewTable
from croupier.server.people import DEALER, new_token
from tests.server.visitors import House, Socket, Visitor, new_id, running, sentence

pytestmark = pytest.mark.asyncio(loop_scope="module")

Data = dict[str, Any]
LONG = {"timeout": 3600}
"""Nobody's time runs out in a test with this house."""


async def dealer_of(house: House, name: str = "Dan") -> Visitor:
    made = await house.admin.post("/api/tokens", 201, role="dealer", name=name)
    return house.visitor(made["token"])


async def take(dealer: Visitor, table: str, status: int = 200) -> Data:
    taken: Data = await dealer.post(f"/api/tables/{table}/box", status, id=new_id())
    return taken


async def leave(visitor: Visitor, table: str, status: int = 200) -> Data:
    left: Data = await visitor.post(f"/api/tables/{table}/leave-box", status, id=new_id())
    return left


async def order(house: House, table: str, act: str, status: int = 200, **more: Any) -> Data:
    path = f"/api/tables/{table}/floor"
    done: Data = await house.floor.post(path, status, id=new_id(), act=act, **more)
    return done


async def proceed(visitor: Visitor, table: str, status: int = 200) -> Data:
    state = (await visitor.picture(table))["state"]
    path = f"/api/tables/{table}/proceed"
    done: Data = await visitor.post(path, status, id=new_id(), state=state)
    return done


async def on(dealer: Visitor, table: str) -> Data:
    """Take every step that is held back, and return the table where somebody must speak."""
    while (now := await dealer.picture(table))["pending"]:
        await proceed(dealer, table)
    return now


async def dealt(house: House, **more: Any) -> tuple[str, Visitor, Visitor]:
    """A Red Dog table where Ann plays and Dan deals; the shoe is prepared."""
    table = await house.table(**{"house": LONG, **more})
    ann, dan = await house.player(table, 1), await dealer_of(house)
    await take(dan, table)
    await on(dan, table)
    return table, ann, dan


async def round_of(dealer: Visitor, player: Visitor, table: str) -> int:
    """Wager, close, deal and pass; return the number of the round."""
    await player.say(table, "wager original 10")
    await dealer.say(table, "dealer close")
    return await finish(dealer, player, table)


async def finish(dealer: Visitor, player: Visitor, table: str) -> int:
    """Deal a round to its end, in which the player passes; return its number."""
    rounds = (await dealer.picture(table))["rounds"]
    while (now := await on(dealer, table))["rounds"] == rounds:
        assert now["awaits"] == [1]
        await player.say(table, "pass")
    return int(now["last"])


# --- who may deal ---------------------------------------------------------------------------------


async def test_a_dealer_deals_a_round_and_the_record_says_who(house: House) -> None:
    house.stack("Qs 4c 7d 5h")
    table, ann, dan = await dealt(house)
    now = await ann.picture(table)
    person = (await dan.get("/api/me"))["person"]
    assert now["dealer"] == {"person": person, "name": "Dan"} and now["pending"] is None
    number = await round_of(dan, ann, table)
    told = await ann.get(f"/api/rounds/{number}")
    assert told["dealers"] == [{"person": person, "name": "Dan"}]
    assert ("dealer close", "Dan") in [(s["said"], s["by"]) for s in told["said"]]
    assert (await ann.get(f"/api/rounds/{number}/steps"))["dealers"] == told["dealers"]
    dispute = await house.floor.get("/api/disputes", rounds=str(number))
    assert dispute["rounds"][0]["dealers"] == told["dealers"]
    log = house.hall.journal.round(number)
    steps = [act for act in log.said if act.said is None]
    assert steps and {act.by for act in steps} == {person} and log.opened.dealer == person
    assert replay(log).same
    assert (await house.floor.get("/api/journal/verify"))["verified"]


async def test_the_box_is_for_one_dealer_who_does_not_play(house: House) -> None:
    table, ann, dan = await dealt(house)
    eve = await dealer_of(house, "Eve")
    assert "somebody deals" in (await take(eve, table, 409))["error"]["message"]
    await take(dan, table)  # nothing changes
    for visitor in (house.public, ann, house.floor, await house.guest()):
        await take(visitor, table, 401 if visitor is house.public else 403)
    # A guest who deals here has other tokens: none of them seats the same person.
    person = (await dan.get("/api/me"))["person"]
    again = new_token("spectator", person)
    await house.hall.people.add(again)
    guest = house.visitor(again.token)
    path = f"/api/tables/{table}/seats"
    refused = await guest.post(f"{path}/2", 409, id=new_id())
    assert "deals this table" in refused["error"]["message"]
    await dan.post(f"{path}/2", 403, id=new_id())
    await leave(dan, table)
    await guest.post(f"{path}/2", 201, id=new_id())
    assert "seat 2" in (await take(dan, table, 409))["error"]["message"]
    await take(eve, table)


async def test_a_player_who_has_folded_does_not_deal_the_round_either(house: House) -> None:
    table = await house.table("double-cross-poker", house=LONG)
    ann, bob = await house.player(table, 1), await house.player(table, 2)
    for player in (ann, bob):
        await player.say(table, "wager ante 10")
    await house.floor.say(table, "dealer close")
    await ann.say(table, "fold")
    new = new_token(DEALER, (await ann.get("/api/me"))["person"])
    await house.hall.people.add(new)
    dan = house.visitor(new.token)
    assert "seat 1" in (await take(dan, table, 409))["error"]["message"]
    # Her own cards are in the record of the round; she cannot leave the seat before it is over.
    await ann.post(f"/api/tables/{table}/leave", 409, id=new_id())


async def test_a_dealers_token_for_one_table_is_no_good_at_another(house: House) -> None:
    table, other = await house.table(), await house.table()
    link = await house.floor.post(f"/api/tables/{table}/dealer-link", 201, id=new_id())
    got = await house.public.post("/api/dealer-links/accept", 201, link=link["token"], name="Dan")
    dan = house.visitor(got["token"])
    assert (got["role"], got["table"], got["name"]) == ("dealer", table, "Dan")
    await take(dan, other, 403)
    await take(dan, table)
    assert (await house.public.picture(table))["dealer"]["name"] == "Dan"


async def test_only_the_hosts_link_lets_anybody_deal_a_private_table(house: House) -> None:
    host = await house.guest("Hannah")
    person = (await host.get("/api/me"))["person"]
    new = NewTable("red-dog", "ma", 100_000, host=person)
    table = await house.hall.openings.open(new, by=person, id=new_id())
    refused = await take(await dealer_of(house), table, 403)
    assert "private" in refused["error"]["message"]
    guest = await house.guest("Dan")
    await guest.post(f"/api/tables/{table}/dealer-link", 403, id=new_id())
    link = await host.post(f"/api/tables/{table}/dealer-link", 201, id=new_id(), hours=1)
    seen = await house.visitor(link["token"]).get("/api/dealer-links")
    assert (seen["host"], seen["title"], seen["table"]) == ("Hannah", "Red Dog", table)
    got = await guest.post("/api/dealer-links/accept", 201, link=link["token"])
    assert got["person"] == (await guest.get("/api/me"))["person"] and got["name"] == "Dan"
    dan = house.visitor(got["token"])
    await take(dan, table)
    await leave(guest, table)  # the same person, with another token
    await take(dan, table)
    await leave(host, table)
    assert (await host.picture(table))["dealer"] is None
    await leave(await house.guest(), table, 403)


async def test_a_dealer_whom_the_host_removes_leaves_the_box(house: House) -> None:
    """The table deals by itself again, and the removed person sees nothing more of it."""
    host = await house.guest("Hannah")
    person = (await host.get("/api/me"))["person"]
    new = NewTable("red-dog", "ma", 100_000, house=LONG, host=person)
    table = await house.hall.openings.open(new, by=person, id=new_id())
    link = await host.post(f"/api/tables/{table}/dealer-link", 201, id=new_id())
    got = await house.public.post("/api/dealer-links/accept", 201, link=link["token"], name="Dan")
    dan = house.visitor(got["token"])
    sat = await host.post(f"/api/tables/{table}/seats/1", 201, id=new_id())
    seat = house.visitor(sat["token"])
    await take(dan, table)
    assert (await seat.picture(table))["next"] == []  # the dealer has to call for the wagers
    await host.post(f"/api/tables/{table}/remove", id=new_id(), person=got["person"])
    now = await seat.picture(table)
    assert now["dealer"] is None and now["next"] and not now["awaits_dealer"]
    await dan.get(f"/api/tables/{table}", 403)
    await take(dan, table, 403)
    # He still has the link, and could come back by it as somebody else.
    await house.public.post("/api/dealer-links/accept", 401, link=link["token"], name="Don")


async def test_whoever_comes_by_a_dealers_link_is_a_guest_of_a_private_table(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host sees them, in the box or not, and may remove them; there are no more than may be."""
    monkeypatch.setattr(hosting, "MOST_GUESTS", 2)
    host = await house.guest("Hannah")
    person = (await host.get("/api/me"))["person"]
    new = NewTable("red-dog", "ma", 100_000, house=LONG, host=person)
    table = await house.hall.openings.open(new, by=person, id=new_id())
    path, accept = f"/api/tables/{table}", "/api/dealer-links/accept"
    link = await host.post(f"{path}/dealer-link", 201, id=new_id())
    dan, don = [
        await house.public.post(accept, 201, link=link["token"], name=name)
        for name in ("Dan", "Don")
    ]
    listed = {one["name"] for one in (await host.picture(table))["guests"]}
    assert listed == {"Dan", "Don"}
    full = await house.public.post(accept, 409, link=link["token"], name="Del")
    assert "2 people" in full["error"]["message"]
    await house.visitor(don["token"]).get(path)
    await host.post(f"{path}/remove", id=new_id(), person=don["person"])
    await house.visitor(don["token"]).get(path, 403)
    await take(house.visitor(don["token"]), table, 403)
    await take(house.visitor(dan["token"]), table)
    # A guest may come again by a new link, but not somebody who was removed.
    link = await host.post(f"{path}/dealer-link", 201, id=new_id())
    again = new_token("spectator", don["person"])
    await house.hall.people.add(again)
    guest = house.visitor(again.token)
    refused = await guest.post(accept, 403, link=link["token"])
    assert "removed you" in refused["error"]["message"]


async def test_a_dealers_link_opens_nothing_by_itself_and_is_replaced(house: House) -> None:
    table = await house.table()
    path = f"/api/tables/{table}/dealer-link"
    body = {"id": new_id()}
    first = await house.floor.post(path, 201, **body)
    assert first["link"] == f"/#deal={first['token']}"
    held = house.visitor(first["token"])
    await held.get("/api/me", 403)
    await held.post(f"/api/tables/{table}/box", 403, id=new_id())
    await held.post(path, 403, id=new_id())
    second = await house.floor.post(path, 201, **body)  # the answer was lost
    await held.get("/api/dealer-links", 401)
    accept = "/api/dealer-links/accept"
    await house.public.post(accept, 401, link=first["token"])
    await house.public.post(accept, 422, link="no token")
    await house.public.post(accept, 403, link=house.floor.token)
    await house.floor.post(accept, 403, link=second["token"])
    await house.public.get("/api/dealer-links", 401)
    await house.public.post(accept, 201, link=second["token"])
    await house.public.post(path, 401, id=new_id())
    await (await house.of_role("surveillance")).post(path, 403, id=new_id())


# --- what they may say ----------------------------------------------------------------------------


async def test_the_dealer_speaks_for_the_dealer_only(house: House) -> None:
    table, _, dan = await dealt(house)
    for said in ("floor recut", "1 wager original 10"):
        refused = await dan.say(table, said, 403)
        assert refused["error"]["kind"] == "forbidden" and "dealer" in refused["error"]["message"]
    await dan.post(f"/api/tables/{table}/floor", 403, id=new_id(), act="new-dealer")
    await dan.post(f"/api/tables/{table}/tray", 403, id=new_id(), act="count", amount="1")
    await dan.post(f"/api/tables/{table}/ready", 403, id=new_id())
    await dan.say(table, "wager original 10", 400)


async def test_while_somebody_deals_nobody_else_does(house: House) -> None:
    table, ann, dan = await dealt(house)
    eve = await dealer_of(house, "Eve")
    await ann.say(table, "wager original 10")
    for visitor in (eve, house.floor, house.admin):
        refused = await visitor.say(table, "dealer close", 403)
        assert "deal" in refused["error"]["message"]
        await proceed(visitor, table, 403)
    await leave(eve, table, 403)
    assert "dealer" not in {o["actor"] for o in (await house.floor.picture(table))["next"]}
    await dan.say(table, "dealer close")
    assert (await house.floor.picture(table))["pending"]["line"]
    assert (await eve.picture(table))["pending"] is None
    await order(house, table, "relieve")
    assert (await ann.picture(table))["dealer"] is None
    await order(house, table, "relieve", 409)
    await dan.say(table, "dealer close", 403)


async def test_what_is_out_of_order_is_refused_with_its_clause(house: House) -> None:
    house.stack("Qs 4c 7d 5h")
    table, ann, dan = await dealt(house)
    refused = await dan.say(table, "dealer close", 409)
    assert refused["error"]["rule"] == "5(a)"
    await ann.say(table, "wager original 10")
    refused = await dan.say(table, "dealer report early-third-card", 409)
    assert refused["error"]["kind"] == "refused" and refused["error"]["rule"]
    stale = (await dan.picture(table))["state"] - 1
    await dan.say(table, "dealer close")
    refused = await dan.say(table, "dealer close", 409)
    assert "has not yet done" in refused["error"]["message"] and refused["error"]["rule"]
    path = f"/api/tables/{table}/proceed"
    late = await dan.post(path, 409, id=new_id(), state=stale)
    assert late["error"]["kind"] == "stale"
    await on(dan, table)
    await dan.say(table, "dealer report early-third-card")
    events = (await ann.picture(table))["events"]
    assert any(event.get("rule") == "6(c)" for event in events)


async def test_nothing_closes_by_itself_while_a_person_deals(house: House) -> None:
    table, ann, dan = await dealt(house)
    await ann.say(table, "wager original 10")
    await ann.post(f"/api/tables/{table}/ready", ready=True)
    now = await dan.picture(table)
    assert (now["phase"], now["awaits"], now["awaits_dealer"]) == ("wagering", [], True)
    # The floor chooses how the table deals afterwards; the person deals on.
    await order(house, table, "dealing", mode="auto")
    await dan.say(table, "dealer close")
    assert (await dan.picture(table))["pending"]
    await leave(dan, table)
    now = await ann.picture(table)
    assert now["awaits"] == [1] or now["rounds"] == 1


async def test_a_table_in_steps_goes_back_to_the_floors_steps(house: House) -> None:
    table, ann, dan = await dealt(house, dealing="steps")
    await ann.say(table, "wager original 10")
    await dan.say(table, "dealer close")
    await leave(dan, table)
    now = await house.floor.picture(table)
    assert now["pending"] and now["dealing"] == "steps" and not now["awaits_dealer"]
    await proceed(house.floor, table)


async def test_a_dealer_takes_the_box_in_the_middle_of_a_round(house: House) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table(house=LONG)
    ann, dan = await house.player(table, 1), await dealer_of(house)
    await ann.say(table, "wager original 10")
    await house.floor.say(table, "dealer close")
    await take(dan, table)
    await ann.say(table, "pass")
    now = await dan.picture(table)
    assert now["pending"] and now["phase"] == "playing"
    await on(dan, table)
    last = (await ann.picture(table))["last"]
    log = house.hall.journal.round(last)
    assert log.opened.dealer == "" and len(log.dealers) == 1
    assert [one["name"] for one in (await ann.get(f"/api/rounds/{last}"))["dealers"]] == ["Dan"]


async def test_a_new_dealer_burns_a_card__4_a(house: House) -> None:
    house.stack("Qs 4c 7d 5h Kc 2d 9h 8s")
    table = await house.table(house=LONG)
    ann, dan = await house.player(table, 1), await dealer_of(house)
    await ann.say(table, "wager original 10")
    await house.floor.say(table, "dealer close")
    await ann.say(table, "pass")
    await take(dan, table)
    await on(dan, table)
    number = await round_of(dan, ann, table)
    burned = [e for e in (await ann.get(f"/api/rounds/{number}"))["events"] if e["kind"] == "burn"]
    assert len(burned) == 1, burned


async def test_the_dealer_lays_out_the_next_round(tmp_path: Path) -> None:
    async with running(tmp_path, pause=3600.0) as house:
        house.stack("Qs 4c 7d 5h")
        table, ann, dan = await dealt(house)
        await round_of(dan, ann, table)
        assert (await dan.picture(table))["phase"] == "between"
        await proceed(dan, table)
        assert (await dan.picture(table))["phase"] == "wagering"
        empty = await house.table(house=LONG)
        await take(dan, empty)
        refused = await proceed(dan, empty, 409)
        assert "nobody sits" in refused["error"]["message"]


# --- nobody waits for ever ------------------------------------------------------------------------


async def _relieved(house: House, table: str, watcher: Socket) -> Data:
    now = await watcher.until(table, lambda p: p["dealer"] is None)
    assert now["relieved"]["name"] == "Dan" and now["relieved"]["finding"] == "X-11"
    entries = [note for note in _notes(house, table) if note["what"] == "dealer leaves"]
    assert entries[-1]["details"]["by"] == "timeout"
    assert entries[-1]["details"]["finding"] == "X-11"
    return now


def _notes(house: House, table: str) -> list[Data]:
    rows = [e for e in house.hall.journal.store.since(table, 1) if e.kind == TABLE]
    notes = [decode(entry, Noted) for entry in rows]
    return [{"what": note.what, "details": note.details} for note in notes]


async def test_a_dealer_who_does_not_take_a_step_is_relieved__X_11(house: House) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table(house={"timeout": 1})
    ann, dan = await house.player(table, 1), await dealer_of(house)
    await take(dan, table)
    await on(dan, table)
    async with ann.socket(table) as watcher:
        await ann.say(table, "wager original 10")
        await dan.say(table, "dealer close")
        now = await watcher.until(table, lambda p: p["phase"] == "playing")
        assert now["awaits_dealer"] and 1 < now["deadline"] <= 2
        now = await _relieved(house, table, watcher)
        await watcher.until(table, lambda p: p["rounds"] == 1)
    await dan.say(table, "dealer close", 403)


async def test_a_dealer_who_does_not_close_is_relieved_and_wagers_close(house: House) -> None:
    table = await house.table(house={"timeout": 1})
    ann, dan = await house.player(table, 1), await dealer_of(house)
    bob = await house.player(table, 2)
    await take(dan, table)
    await on(dan, table)
    async with ann.socket(table) as watcher:
        await ann.say(table, "wager original 10")
        now = await watcher.until(table, lambda p: p["awaits_dealer"])
        assert now["awaits"] == [1, 2] and 2 < now["deadline"] <= 3  # the players' time first
        for player in (ann, bob):
            await player.post(f"/api/tables/{table}/ready", ready=True)
        now = await watcher.until(table, lambda p: not p["awaits"])
        assert now["deadline"] <= 2
        await _relieved(house, table, watcher)
        await watcher.until(table, lambda p: p["phase"] != "wagering" or p["rounds"])


async def test_nobody_is_relieved_while_players_are_asked(house: House) -> None:
    house.stack("Qs 4c 7d 5h")
    table, ann, dan = await dealt(house)
    await ann.say(table, "wager original 10")
    await dan.say(table, "dealer close")
    now = await on(dan, table)
    assert now["awaits"] == [1] and not now["awaits_dealer"]


# --- after a crash --------------------------------------------------------------------------------


async def test_a_dealer_deals_on_after_a_restart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with running(tmp_path) as house:
        house.stack("Qs 4c 7d 5h")
        table, ann, dan = await dealt(house)
        await ann.say(table, "wager original 10")
        await dan.say(table, "dealer close")
        await proceed(dan, table)
        before = await dan.picture(table)
        assert before["pending"]
    async with running(tmp_path) as house:
        dan, ann = house.visitor(dan.token), house.visitor(ann.token)
        after = await dan.picture(table)
        same = ("dealer", "pending", "phase", "state", "events", "round")
        assert [after[key] for key in same] == [before[key] for key in same]
        await proceed(dan, table)
        after = await dan.picture(table)
        assert after["pending"] and after["felt"] == {"left": ["4c"]}
        number = await finish(dan, ann, table)
        assert replay(house.hall.journal.round(number)).same
    with open_journal(str(tmp_path / "journal.db")) as journal:
        log = journal.round(number)
        assert log.dealers == (log.opened.dealer,)
    assert journal_command.show(str(tmp_path / "journal.db"), number, as_json=False) is None
    assert f"dealt by {log.opened.dealer}" in capsys.readouterr().out


async def test_a_round_that_the_table_deals_is_written_as_before(house: House) -> None:
    table = await house.table(house=LONG)
    ann = await house.player(table, 1)
    await ann.say(table, "wager original 10")
    log = house.hall.journal.unfinished(table)
    assert log is not None and log.dealers == ()
    opening = next(house.hall.journal.store.bounds(log.number))
    assert b'"dealer"' not in opening.payload and decode(opening, Opened).dealer == ""


# --- every game -----------------------------------------------------------------------------------


def _reached(state: int, picture: Data) -> bool:
    return bool(picture["state"] >= state)


@pytest.mark.parametrize("game", games.names())
async def test_a_round_of_every_game_is_dealt_by_hand(house: House, game: str) -> None:
    random = Random(7)
    table = await house.table(game, house=LONG)
    ann, dan = await house.player(table, 1), await dealer_of(house)
    async with dan.socket(table) as box, ann.socket(table) as seat:
        await take(dan, table)
        await box.until(table, lambda p: p["dealer"] is not None)
        async with asyncio.timeout(20):
            while (now := box.pictures[table])["rounds"] == 0:
                mine = await seat.until(table, partial(_reached, now["state"]))
                public = await house.public.picture(table)
                if public["state"] == now["state"]:  # whoever deals sees what everybody sees
                    assert (now["felt"], now["laid"]) == (public["felt"], public["laid"])
                if now["pending"]:
                    await box.send(
                        {"type": "proceed", "table": table, "id": new_id(), "state": now["state"]}
                    )
                    await box.seen(await box.expect("ack", "refused"))
                elif (
                    now["phase"] == "wagering"
                    and mine["first_wager"] in (mine["seats"]["1"]["wagers"])
                ):
                    await box.act(table, "dealer close")
                else:
                    offers = [o for o in mine["next"] if o["verb"] != "withdraw"]
                    first = [o for o in offers if mine["first_wager"] in o["args"]] or offers
                    answer = await seat.act(table, sentence(random, first[0]))
                    await box.seen(answer)
    number = (await ann.picture(table))["last"]
    told = await ann.get(f"/api/rounds/{number}")
    assert [one["name"] for one in told["dealers"]] == ["Dan"]
    assert (await house.floor.get("/api/reconciliation"))["balanced"]
