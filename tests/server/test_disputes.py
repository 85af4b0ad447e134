"""Disputes: lodged by who played, answered once by the floor, noted in the table's chain."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from croupier.journal import disputes as chain
from croupier.journal.database import ENTRIES, DatabaseStore
from croupier.journal.entry import TABLE, Entry
from croupier.journal.payloads import Noted, decode
from croupier.nouns.money import dollars
from croupier.rules.house import standard
from croupier.server import disputes, inbox
from croupier.server.gate.buckets import Buckets
from croupier.server.schema import DISPUTES
from tests.server.visitors import House, Visitor, new_id

pytestmark = pytest.mark.asyncio(loop_scope="module")

POSTGRES = True

Data = dict[str, Any]
WORDS = "Nine to four is a spread of four ♠: I was paid 1 to 1."
RULED = "The spread is four, and the table pays two to one, Ann."


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let one person lodge many disputes at once, but in the test about that."""
    monkeypatch.setattr(inbox, "BURST", 1000)
    yield


async def a_round(house: House) -> tuple[str, int, Visitor]:
    """Deal one round of Red Dog to Ann at a new table; return table, round and Ann."""
    table = await house.table("red-dog")
    ann = await house.player(table, 1, "Ann")
    return table, await deal(table, ann), ann


async def deal(table: str, ann: Visitor) -> int:
    await ann.say(table, "wager original 10")
    await ann.post(f"/api/tables/{table}/ready", ready=True)
    while (await ann.picture(table))["phase"] == "playing":
        await ann.say(table, "pass")
    return int((await ann.get("/api/rounds", table=table))["rounds"][0]["round"])


async def ask(who: Visitor, number: int, status: int = 201, **more: Any) -> Data:
    body = {"id": new_id(), "seat": 1, "about": "payment", "words": WORDS} | more
    told: Data = await who.post(f"/api/rounds/{number}/disputes", status, **body)
    return told


async def rule(who: Visitor, dispute: str, status: int = 201, **more: Any) -> Data:
    body = {"id": new_id(), "verdict": "upheld", "words": RULED, "rule": "5(f)(1)"} | more
    told: Data = await who.post(f"/api/disputes/{dispute}/ruling", status, **body)
    return told


def notes(house: House, table: str) -> list[Noted]:
    """What the chain of a table says of disputes."""
    store = house.hall.journal.store
    assert isinstance(store, DatabaseStore)
    wanted = sa.select(ENTRIES).where(ENTRIES.c.table_id == table, ENTRIES.c.kind == TABLE)
    with store.engine.connect() as connection:
        entries = [Entry(*row) for row in connection.execute(wanted.order_by(ENTRIES.c.number))]
    told = [decode(entry, Noted) for entry in entries]
    return [note for note in told if note.what in (chain.DISPUTE, chain.RULING)]


def write(statement: sa.Executable, connection: sa.Connection) -> None:
    connection.execute(statement)


async def row(house: House, dispute: str) -> Any:
    wanted = sa.select(DISPUTES).where(DISPUTES.c.dispute == dispute)
    return await house.hall.committer.read(lambda c: c.execute(wanted).one())


async def test_a_dispute_goes_to_the_floor_and_comes_back_with_a_ruling(house: House) -> None:
    table, number, ann = await a_round(house)
    lodged = await ask(ann, number)
    assert lodged["words"] == WORDS and lodged["ruling"] is None and lodged["matches"] is True
    assert lodged["table"] == table and lodged["about"] == "payment" and lodged["waits"] >= 0
    inbox = await house.floor.get("/api/floor/disputes")
    [waiting] = [one for one in inbox["open"] if one["round"] == number]
    assert waiting["name"] == "Ann" and waiting["words"] == WORDS and inbox["waiting"] >= 1
    told = [one["sentence"] for one in (await house.floor.get("/api/floor"))["alerts"]]
    assert any("for a ruling" in sentence for sentence in told)

    ruled = await rule(house.floor, lodged["dispute"], finding="R-04")
    assert ruled["ruling"]["verdict"] == "upheld" and ruled["ruling"]["words"] == RULED
    assert ruled["ruling"]["rule"] == "5(f)(1)" and ruled["ruling"]["finding"] == "R-04"
    assert (
        ruled["ruling"]["by"]["person"].startswith("p-")
        and ruled["matches"] is True
        and ruled["waits"] is None
    )
    inbox = await house.floor.get("/api/floor/disputes")
    assert number not in {one["round"] for one in inbox["open"]}
    assert inbox["answered"][0]["dispute"] == lodged["dispute"]
    [line] = (await ann.get(f"/api/rounds/{number}"))["disputes"]
    assert (line["verdict"], line["rule"]) == ("upheld", "5(f)(1)"), "its replay tells of it"
    # Ann hears of it, once: who ruled is for the staff.
    mine = await ann.get("/api/me/disputes")
    assert mine["fresh"] == 1 and mine["disputes"][0]["ruling"]["words"] == RULED
    assert "by" not in mine["disputes"][0]["ruling"]
    await ann.post(f"/api/me/disputes/{lodged['dispute']}/seen", 204)
    await ann.post(f"/api/me/disputes/{lodged['dispute']}/seen", 204)
    assert (await ann.get("/api/me/disputes"))["fresh"] == 0
    # The record has it, for her and for the floor.
    for who in (ann, house.floor):
        [line] = (await who.get("/api/rounds", table=table))["rounds"][0]["disputes"]
        assert (line["verdict"], line["rule"]) == ("upheld", "5(f)(1)") and "words" not in line
        [shown] = (await who.get("/api/disputes", rounds=number))["rounds"][0]["disputes"]
        assert shown["words"] == WORDS and shown["ruling"]["words"] == RULED


async def test_the_chain_notes_both_with_digests_of_the_words(house: House) -> None:
    table, number, ann = await a_round(house)
    dispute = (await ask(ann, number))["dispute"]
    await rule(house.floor, dispute, verdict="explained", rule="5(f)1")
    lodged, ruled = notes(house, table)
    me = (await ann.get("/api/me"))["person"]
    assert lodged.details | {"id": "", "words": ""} == {
        "dispute": dispute,
        "person": me,
        "round": number,
        "seat": 1,
        "about": "payment",
        "words": "",
        "id": "",
    }
    assert ruled.details["verdict"] == "explained" and ruled.details["rule"] == "5(f)(1)"
    kept = await row(house, dispute)
    assert chain.matches(lodged.details["words"], kept.salt, WORDS)
    assert chain.matches(ruled.details["words"], kept.ruling_salt, RULED)
    assert not chain.matches(lodged.details["words"], kept.salt, WORDS + " ")
    assert "spread" not in str([lodged, ruled])
    assert (await house.floor.get("/api/journal/verify"))["verified"]
    log = house.hall.journal.round(number)
    assert [note for _, note in chain.about_round(house.hall.journal, log)] == [lodged, ruled]


@pytest.mark.parametrize("column", ["words", "about", "ruling_words", "verdict", "rule"])
async def test_what_was_changed_beside_the_chain_does_not_match_it(
    house: House, column: str
) -> None:
    _, number, ann = await a_round(house)
    dispute = (await ask(ann, number))["dispute"]
    await rule(house.floor, dispute)
    forged = DISPUTES.update().where(DISPUTES.c.dispute == dispute).values({column: "other"})
    await house.hall.committer.write(lambda c: c.execute(forged))
    assert (await ann.get("/api/me/disputes"))["disputes"][0]["matches"] is False


async def test_a_note_that_is_not_in_the_chain_does_not_match_it(house: House) -> None:
    _, number, ann = await a_round(house)
    dispute = (await ask(ann, number))["dispute"]
    for entry in (1, 10**6):
        moved = DISPUTES.update().where(DISPUTES.c.dispute == dispute).values(entry=entry)
        await house.hall.committer.write(partial(write, moved))
        assert (await ann.get("/api/me/disputes"))["disputes"][0]["matches"] is False


async def test_only_who_played_may_ask_and_only_for_their_seat(house: House) -> None:
    table, number, ann = await a_round(house)
    bob = await house.player(table, 2, "Bob")
    await ask(bob, number, 403, seat=2)
    await ask(bob, number, 403)
    await ask(ann, number, 403, seat=2)
    await ask(ann, 10**9, 404)
    await ask(house.public, number, 401)
    for role in ("dealer", "floor", "surveillance", "administrator"):
        await ask(await house.of_role(role), number, 403)
    dispute = (await ask(ann, number))["dispute"]
    # Nobody else sees it, in the list or beside the round.
    for other in (bob, house.public):
        [shown] = (await other.get("/api/disputes", rounds=number))["rounds"]
        assert shown["disputes"] == [] and shown["own"] == []
        assert (await other.get("/api/rounds", table=table))["rounds"][0]["disputes"] == []
        between = (await other.get("/api/disputes", rounds=number))["between"]
        assert "dispute" not in {note["what"] for note in between}
    assert (await ann.get("/api/disputes", rounds=number))["rounds"][0]["own"] == [1]
    assert (await bob.get("/api/me/disputes"))["disputes"] == []
    await bob.post(f"/api/me/disputes/{dispute}/seen", 404)
    await house.public.get("/api/me/disputes", 401)
    # Only the floor answers; surveillance reads.
    for who in (ann, bob, await house.of_role("dealer"), await house.of_role("surveillance")):
        await rule(who, dispute, 403)
    await rule(house.public, dispute, 401)
    for who, status in ((ann, 403), (house.public, 401)):
        await who.get("/api/floor/disputes", status)
    await (await house.of_role("surveillance")).get("/api/floor/disputes")
    await rule(house.admin, dispute)


async def test_a_dispute_is_answered_once(house: House) -> None:
    table, number, ann = await a_round(house)
    dispute = (await ask(ann, number))["dispute"]
    body = {"id": new_id(), "verdict": "not-upheld", "words": RULED, "rule": "5(f)(1)"}
    first = await house.floor.post(f"/api/disputes/{dispute}/ruling", 201, **body)
    again = await house.floor.post(f"/api/disputes/{dispute}/ruling", 201, **body)
    assert first == again
    error = (await rule(house.floor, dispute, 409))["error"]
    assert error["kind"] == "refused" and "ruling" in error["message"]
    await rule(house.admin, dispute, 409)
    await rule(house.floor, "d-0123456789abcdef", 404)
    assert [note.what for note in notes(house, table)] == ["dispute", "ruling"]


async def test_two_rulings_at_once_leave_one(house: House) -> None:
    """The table writes them one after another, and the second is refused whole."""
    table, number, ann = await a_round(house)
    dispute = (await ask(ann, number))["dispute"]
    row = await house.hall.inbox._need(dispute)

    async def unanswered(dispute: str) -> Any:
        return row

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(house.hall.inbox, "_need", unanswered)
        await rule(house.floor, dispute)
        await rule(house.admin, dispute, 409)
    assert [note.what for note in notes(house, table)] == ["dispute", "ruling"]
    assert (await house.floor.get("/api/journal/verify"))["verified"]


async def test_a_round_has_one_open_dispute_of_a_person(house: House) -> None:
    table, number, ann = await a_round(house)
    body = {"id": new_id(), "seat": 1, "about": "other", "words": WORDS}
    first = await ann.post(f"/api/rounds/{number}/disputes", 201, **body)
    assert await ann.post(f"/api/rounds/{number}/disputes", 201, **body) == first
    await ask(ann, number, 409)
    await rule(house.floor, first["dispute"])
    second = (await ask(ann, number, about="cards"))["dispute"]
    assert second != first["dispute"] and len(notes(house, table)) == 3


async def test_an_id_stands_for_one_dispute(house: House) -> None:
    """It gets that dispute again, and is refused for anything else, whatever it was used for."""
    table, number, ann = await a_round(house)
    later = await deal(table, ann)
    id = new_id()
    first = await ask(ann, number, id=id)
    assert await ask(ann, number, id=id) == first
    for round, other in ((later, {}), (number, {"about": "cards"}), (number, {"words": "Mine."})):
        error = (await ask(ann, round, 409, id=id, **other))["error"]
        assert error["message"] == "this id belongs to another request"
    ruled = await rule(house.floor, first["dispute"], id="ruling-1")
    assert await rule(house.floor, first["dispute"], id="ruling-1") == ruled
    second = (await ask(ann, later))["dispute"]
    await house.floor.post(f"/api/tables/{table}/close", id="of-the-floor")
    for used in ("ruling-1", "of-the-floor"):
        error = (await rule(house.floor, second, 409, id=used))["error"]
        assert error["message"] == "this id belongs to another request"
    assert [note.what for note in notes(house, table)] == ["dispute", "ruling", "dispute"]


async def test_an_id_that_took_a_seat_lodges_nothing(house: House) -> None:
    table = await house.table("red-dog")
    guest = await house.guest("Gil")
    seated = await guest.post(f"/api/tables/{table}/seats/1", 201, id="sat-down")
    number = await deal(table, house.visitor(seated["token"]))
    await ask(guest, number, 409, id="sat-down")
    assert notes(house, table) == []


async def test_the_floor_counts_what_waits_without_reading_it(house: House) -> None:
    _, number, ann = await a_round(house)
    before = (await house.floor.get("/api/floor/disputes/count"))["waiting"]
    dispute = (await ask(ann, number))["dispute"]
    assert await house.floor.get("/api/floor/disputes/count") == {"waiting": before + 1}
    await rule(house.floor, dispute)
    assert await house.floor.get("/api/floor/disputes/count") == {"waiting": before}


async def test_few_disputes_of_a_person_are_open(house: House) -> None:
    table, number, ann = await a_round(house)
    rounds = [number, *[await deal(table, ann) for _ in range(5)]]
    for one in rounds[:5]:
        await ask(ann, one)
    assert "5 of your disputes" in (await ask(ann, rounds[5], 409))["error"]["message"]
    assert len(notes(house, table)) == 5


async def test_disputes_of_a_person_come_slowly(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house.hall.inbox, "_buckets", Buckets(1 / 60, 2))
    _, number, ann = await a_round(house)
    for _ in range(2):
        await rule(house.floor, (await ask(ann, number))["dispute"])
    assert (await ask(ann, number, 429))["error"]["wait"] > 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"words": ""},
        {"words": "   "},
        {"words": "a" * 501},
        {"words": "two\nlines"},
        {"words": "\u202eright to left"},
        {"about": "weather"},
        {"seat": 0},
        {"seat": "one"},
        {"id": "no blanks"},
        {"more": 1},
    ],
)
async def test_what_cannot_be_a_dispute_is_not_taken(house: House, wrong: Data) -> None:
    await ask(await house.guest(), 1, 422, **wrong)


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"rule": "99(z)"}, 400),
        ({"rule": None}, 400),
        ({"rule": None, "finding": "R-99"}, 400),
        ({"finding": "W-20"}, 400),  # of another game
        ({"verdict": "perhaps"}, 422),
        ({"words": "a" * 501}, 422),
        ({"words": "bell\x07"}, 422),
        ({"rule": "5(f)(1) or so"}, 422),
    ],
)
async def test_a_ruling_names_a_clause_or_a_finding_of_that_game(
    house: House, wrong: Data, status: int
) -> None:
    table, number, ann = await a_round(house)
    dispute = (await ask(ann, number))["dispute"]
    await rule(house.floor, dispute, status, **wrong)
    assert len(notes(house, table)) == 1
    silent = await rule(house.floor, dispute, rule=None, finding="R-04")
    assert silent["ruling"]["rule"] is None


async def test_a_closed_table_keeps_what_is_said_of_its_rounds(house: House) -> None:
    """Its chain goes on, and the table stays closed."""
    table, number, ann = await a_round(house)
    dispute = (await ask(ann, number))["dispute"]
    await house.floor.post(f"/api/tables/{table}/close", id=new_id())
    await rule(house.floor, dispute)
    assert [note.what for note in notes(house, table)] == ["dispute", "ruling"]
    assert (await house.floor.picture(table))["phase"] == "closed"
    assert (await house.floor.get("/api/journal/verify"))["verified"]
    listed = (await house.floor.get("/api/floor/disputes"))["answered"][0]
    assert listed["table"] == table and listed["table_name"].startswith("Red Dog")


async def test_who_left_a_closed_table_may_still_ask(house: House) -> None:
    table = await house.table("red-dog")
    guest = await house.guest("Gil")
    seated = await guest.post(f"/api/tables/{table}/seats/1", 201, id=new_id())
    number = await deal(table, house.visitor(seated["token"]))
    await house.floor.post(f"/api/tables/{table}/close", id=new_id())
    assert (await ask(guest, number))["matches"] is True
    assert [note.what for note in notes(house, table)] == ["dispute"]


async def test_a_dispute_about_an_open_round_lets_it_go_on(house: House) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table("red-dog")
    ann = await house.player(table, 1)
    await ann.say(table, "wager original 10")
    await ann.post(f"/api/tables/{table}/ready", ready=True)
    seen = await ann.picture(table)
    assert seen["phase"] == "playing"
    dispute = (await ask(ann, seen["round"], about="wagers"))["dispute"]
    now = await ann.picture(table)
    assert now["phase"] == "playing" and now["next"] == seen["next"]
    await ann.say(table, "pass", state=seen["state"])
    await rule(house.floor, dispute)
    told = await house.floor.get(f"/api/rounds/{seen['round']}")
    assert told["outcome"] == "settled" and told["viewer"] == "surveillance"
    assert [note.what for note in notes(house, table)] == ["dispute", "ruling"]
    assert (await house.floor.get("/api/journal/verify"))["verified"]


async def test_the_host_of_a_private_table_is_not_the_floor(house: House) -> None:
    host = await house.guest("Hal")
    made = await host.post("/api/private-tables", 201, id=new_id(), game="red-dog")
    table = made["table"]
    seated = await host.post(f"/api/tables/{table}/seats/1", 201, id=new_id())
    number = await deal(table, house.visitor(seated["token"]))
    dispute = (await ask(host, number))["dispute"]
    await rule(host, dispute, 403)
    stranger = await house.guest("Sue")
    await ask(stranger, number, 403)
    [waiting] = [
        one
        for one in (await house.floor.get("/api/floor/disputes"))["open"]
        if one["table"] == table
    ]
    assert waiting["dispute"] == dispute
    await rule(house.floor, dispute)


async def test_erasing_a_person_erases_the_words_and_nothing_else(house: House) -> None:
    table, number, ann = await a_round(house)
    later = await deal(table, ann)
    me = (await ann.get("/api/me"))["person"]
    answered, waiting = (await ask(ann, number))["dispute"], (await ask(ann, later))["dispute"]
    await rule(house.floor, answered)
    before = notes(house, table)
    await house.admin.delete(f"/api/people/{me}")
    for dispute in (answered, waiting):
        kept = await row(house, dispute)
        assert (kept.words, kept.salt, kept.ruling_words, kept.ruling_salt) == (None,) * 4
    inbox = await house.floor.get("/api/floor/disputes")
    [shown] = [one for one in inbox["open"] if one["dispute"] == waiting]
    assert shown["words"] is None and shown["name"] is None and shown["matches"] is None
    # The floor may still answer; words about somebody who is gone are not kept.
    ruled = await rule(house.floor, waiting)
    assert ruled["ruling"]["verdict"] == "upheld" and ruled["ruling"]["words"] is None
    assert notes(house, table)[: len(before)] == before
    assert (await house.floor.get("/api/journal/verify"))["verified"]


async def test_money_is_put_right_from_the_cage_once(house: House) -> None:
    _, number, ann = await a_round(house)
    lodged = await ask(ann, number)
    path = f"/api/disputes/{lodged['dispute']}/payment"
    held = float((await ann.get("/api/me"))["balance"])
    await house.floor.post(path, 409, amount="20")
    await rule(house.floor, lodged["dispute"])
    await house.admin.post(path, 403, amount="20")
    await house.floor.post(path, 400, amount="0")
    for _ in range(2):
        paid = await house.floor.post(path, amount="20")
        assert paid["ruling"]["paid"] == "20.00"
    assert (
        "$20 has been paid" in (await house.floor.post(path, 409, amount="30"))["error"]["message"]
    )
    assert float((await ann.get("/api/me"))["balance"]) == held + 20
    assert (await ann.get("/api/me/disputes"))["disputes"][0]["ruling"]["paid"] == "20.00"
    assert (await house.floor.get("/api/reconciliation"))["balanced"]
    # What was not upheld moves no money, nor does an account that nobody can reach.
    other = (await ask(ann, number))["dispute"]
    await rule(house.floor, other, verdict="explained")
    await house.floor.post(f"/api/disputes/{other}/payment", 409, amount="20")
    await house.admin.delete(f"/api/people/{lodged['person']}")
    await house.floor.post(path, 409, amount="20")


async def test_no_more_is_paid_than_the_round_could_have_brought(house: House) -> None:
    _, number, ann = await a_round(house)
    dispute = (await ask(ann, number))["dispute"]
    await rule(house.floor, dispute)
    path = f"/api/disputes/{dispute}/payment"
    for amount in ("9999999", "10010.01"):
        error = (await house.floor.post(path, 409, amount=amount))["error"]
        assert error["message"] == (
            "at most $10,010 can be paid for this round: 1,001 times $10, which the player wagered"
        )
    assert (await house.floor.post(path, amount="10010"))["ruling"]["paid"] == "10010.00"


async def test_the_bound_follows_the_odds_and_the_minimum_of_the_house(house: House) -> None:
    _, number, _ = await a_round(house)
    log = house.hall.journal.round(number)
    low = int(standard("red-dog").minimum)
    assert disputes.bound(log, 0) == (
        1001 * low,
        f"1,001 times {dollars(low)}, the table's minimum",
    )
    raised = {"payouts.spread.1": "5000 to 1", "notices.payouts": "posted"}
    opened = msgspec.structs.replace(log.opened, house=raised)
    assert disputes.bound(replace(log, opened=opened), 20_00).most == 5001 * 20_00
    # A round of another version of the rulebook is bound by the standard house.
    stamp = msgspec.structs.replace(log.opened.stamp, version=10**6)
    opened = msgspec.structs.replace(opened, stamp=stamp)
    assert disputes.bound(replace(log, opened=opened), 20_00).most == 1001 * 20_00


async def test_money_is_put_right_after_the_round(house: House) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table("red-dog")
    ann = await house.player(table, 1)
    await ann.say(table, "wager original 10")
    await ann.post(f"/api/tables/{table}/ready", ready=True)
    seen = await ann.picture(table)
    dispute = (await ask(ann, seen["round"]))["dispute"]
    await rule(house.floor, dispute)
    path = f"/api/disputes/{dispute}/payment"
    error = (await house.floor.post(path, 409, amount="20"))["error"]
    assert "still being played" in error["message"]
    await ann.say(table, "pass", state=seen["state"])
    await house.floor.post(path, amount="20")


async def test_an_old_dispute_is_urgent(house: House) -> None:
    _, number, ann = await a_round(house)
    dispute = (await ask(ann, number))["dispute"]
    since = DISPUTES.update().where(DISPUTES.c.dispute == dispute)
    since = since.values(lodged="2026-01-01T00:00:00.000000Z")
    await house.hall.committer.write(lambda c: c.execute(since))
    [alert] = await house.hall.inbox.alerts()
    assert alert.level == "urgent" and alert.link == "#/disputes"
