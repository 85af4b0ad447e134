"""Which rounds each person has played: written with the round, once, whoever writes it."""

from __future__ import annotations

import ast
import asyncio
import importlib
import json
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext

from croupier import games
from croupier.journal import open_journal
from croupier.journal.database import DatabaseStore, RowOf, _insert
from croupier.journal.entry import CLOSE, OPEN, Entry
from croupier.journal.insertion import insertion_of
from croupier.journal.recorder import stamp
from croupier.nouns.money import parse_money, show_money
from croupier.rules import house as rules
from croupier.server import erasure, played, reviewed
from croupier.server.database import store_of
from croupier.server.migrations import versions as migrations
from croupier.server.people import Caller
from croupier.server.schema import PEOPLE, PLAYED
from croupier.stage.table import Table
from tests.kept import copied
from tests.server.visitors import House, Visitor, new_id, play

pytestmark = pytest.mark.asyncio(loop_scope="module")

POSTGRES = True
FIRST = "2026-07-01T12:00:00.000000Z"


def rows(store: DatabaseStore, person: str | None = None) -> list[Any]:
    """Return what the table says, of one person or of all."""
    wanted = sa.select(PLAYED).order_by(PLAYED.c.person, PLAYED.c.nth)
    if person is not None:
        wanted = wanted.where(PLAYED.c.person == person)
    with store.engine.connect() as connection:
        return list(connection.execute(wanted))


async def person_of(visitor: Visitor) -> str:
    return str((await visitor.get("/api/me"))["person"])


def staked_in(told: dict[str, Any], seat: str) -> int:
    """Return what a seat wagered in a round and did not get back."""
    if told["outcome"] == "void":
        return 0
    wagers = told["result"]["seats"][seat]["wagers"]
    return sum(parse_money(one["amount"]) for one in wagers if one["outcome"] != "returned")


async def test_a_round_is_noted_for_each_person_in_the_commit_that_ends_it(house: House) -> None:
    table = await house.table("red-dog", company=["best"])
    ann, bob = await house.player(table, 1, "Ann"), await house.player(table, 2, "Bob")
    async with ann.socket(table) as a, bob.socket(table) as b:
        await play([a, b], table, 3)
    listed = (await house.floor.get("/api/rounds", table=table))["rounds"][::-1][:3]
    for visitor, seat in ((ann, "1"), (bob, "2")):
        mine = rows(house.hall.store, await person_of(visitor))[:3]
        assert [row.nth for row in mine] == [1, 2, 3]
        assert [row.round for row in mine] == [line["round"] for line in listed]
        assert [row.time for row in mine] == [line["ended"] for line in listed]
        total = 0
        for row in mine:
            told = await visitor.get(f"/api/rounds/{row.round}")
            total += row.net
            assert row.net == parse_money(told["result"]["seats"][seat]["net"])
            assert row.staked == staked_in(told, seat)
            assert (row.total, row.sitting, row.seats) == (total, 1, seat)
            assert (row.game, row.table_id) == ("red-dog", table)
    assert {row.person[:2] for row in rows(house.hall.store)} == {"p-"}


async def test_who_has_several_seats_has_one_row_and_a_seat_without_a_wager_has_none() -> None:
    seats, players = {1: 50000, 2: 50000, 3: 50000}, {"p-ann": [1, 3], "p-bob": [2]}
    house = rules.build("red-dog", {"positions_per_player": 2})
    table = Table(games.load("red-dog"), house, seats, players=players)
    round = table.begin(cards=["7c", "5h", "9s", "7d"])
    for said in ("1 wager original 10", "3 wager original 20", "dealer close", "1 raise 10"):
        round.act(said)
    round.act("3 pass")
    assert round.over
    (row,) = played.of_round(round, 7, "red-dog-1", FIRST)
    net = sum(seat.net for seat in round.layout.seats.values())
    earlier = FIRST.replace("T12", "T11")
    assert row.values == ("p-ann", 7, "red-dog-1", "red-dog", "1,3", FIRST, net, 4000, earlier)


async def test_wagers_that_were_given_back_are_not_staked(house: House) -> None:
    """One seat voids after an early third card; with the other the round goes on."""
    for said, staked in (("play-on", [1000, 0]), ("void", [0, 0])):
        house.stack("Kc 4c 7d 5h 9s")
        table = await house.table("red-dog")
        players = [await house.player(table, seat) for seat in (1, 2)]
        for player in players:
            await player.say(table, "wager original 10")
        await house.floor.say(table, "dealer close")
        await house.floor.say(table, "dealer report early-third-card")
        await players[0].say(table, said)
        await players[1].say(table, "void")
        if said == "play-on":
            await players[0].say(table, "pass")
        found = [rows(house.hall.store, await person_of(one)) for one in players]
        assert [row.staked for (row,) in found] == staked
        assert found[1][0].net == 0


async def test_what_a_void_round_has_settled_is_not_staked_either() -> None:
    """Its wagers are no handle, as in the figures of the table."""
    house = rules.build("red-dog", {})
    round = Table(games.load("red-dog"), house, {1: 50000}, players={"p-ann": [1]}).begin(
        cards=["7c", "5h", "9s", "7d"]
    )
    for said in ("1 wager original 10", "dealer close", "1 pass"):
        round.act(said)
    (settled,) = played.of_round(round, 7, "red-dog-1", FIRST)
    round.outcome = "void"
    (void,) = played.of_round(round, 7, "red-dog-1", FIRST)
    assert (settled.values[7], void.values[7]) == (1000, 0)
    assert settled.values[6] == void.values[6] != 0


def _filled_again(store: DatabaseStore) -> None:
    """Let the migration make and fill the table, as in a database that did not have it."""
    migration = importlib.import_module("croupier.server.migrations.versions.0007_played")
    with store.engine.begin() as connection:
        PLAYED.drop(connection)
        with Operations.context(MigrationContext.configure(connection)) as op:
            op.drop_column("people", "erased")
            migration.upgrade()


async def test_older_rounds_are_found_in_the_chains(house: House) -> None:
    table = await house.table("double-cross-poker")
    ann = await house.player(table, 1, "Ann")
    async with ann.socket(table) as a:
        await play([a], table, 2)
    store = house.hall.store
    person = await person_of(ann)
    before = rows(store)
    assert len([row for row in before if row.person == person]) >= 2
    await asyncio.to_thread(_filled_again, store)
    assert rows(store) == before


def _closed(round: int, table: str, ended: str, outcome: str, won: int) -> list[Entry]:
    """Make up a round: the person has two of its seats, and a house player one."""
    wagers = [
        {"amount": "10.00", "outcome": "win" if won > 0 else "loss"},
        {"amount": "2.50", "outcome": "returned"},
    ]
    seat = {"net": show_money(won), "wagers": wagers}
    empty: dict[str, Any] = {"net": "0.00", "wagers": []}
    opened = {"game": "red-dog", "players": {"p-made": [3, 1, 4], "h-0": [2], "p-looks": [5]}}
    seats = {"1": seat, "2": seat, "3": seat, "4": empty, "5": empty}
    closed = {"time": ended, "result": {"outcome": outcome, "seats": seats}}
    payloads = ((OPEN, 2 * round, opened), (CLOSE, 2 * round + 1, closed))
    return [
        Entry(table, number, round, kind, json.dumps(payload).encode(), b"", b"")
        for kind, number, payload in payloads
    ]


async def test_older_rounds_are_numbered_as_if_they_had_been_written_at_their_ends(
    database: str | Path,
) -> None:
    """Somebody played at three tables at once, and rounds did not end in the order they began."""
    random = Random(3)
    with open_journal(database, create=True) as journal:
        store = store_of(journal)
        at, made = datetime.fromisoformat(FIRST), []
        ends: list[datetime] = []
        for _ in range(600):
            at += timedelta(minutes=random.choice((1, 5, 20, 59, 60, 61)) / random.choice((1, 3)))
            ends.append(at)
        numbers = [n + 1 + random.choice((0, 0, 3)) * 1000 for n in range(len(ends))]
        for number, ended in zip(numbers, map(stamp, ends), strict=True):
            table, outcome = random.choice("abc"), random.choice(("settled", "settled", "void"))
            net = random.randrange(-10_000, 10_000, 50)
            store.append(_closed(number, table, ended, outcome, net))
            staked = 0 if outcome == "void" else 2000
            since = stamp(datetime.fromisoformat(ended) - timedelta(hours=1))
            row = ("p-made", number, table, "red-dog", "1,3", ended, 2 * net, staked, since)
            made.append(RowOf(PLAYED, row))
        lost = _closed(10_000, "a", FIRST, "settled", 100)
        damaged = [lost[0], lost[1]._replace(payload=b"{")]
        store.append(damaged)
        store.append((), made)
        live = rows(store)
        assert len(live) == 600 and len({row.sitting for row in live}) > 50
        assert [row.sitting for row in live] != sorted(row.sitting for row in live)
        await asyncio.to_thread(_filled_again, store)
        assert rows(store) == live


async def test_no_migration_depends_on_what_may_change() -> None:
    """Whatever becomes of this program, older databases are brought up to date as they were."""
    versions = Path(migrations.__file__ or "").parent
    for file in versions.glob("0*.py"):
        tree = ast.parse(file.read_text("utf-8"))
        for node in ast.walk(tree):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [one.name for one in node.names] if isinstance(node, ast.Import) else []
            assert not [name for name in names if name.startswith("croupier")], file.name


async def test_the_rounds_of_an_earlier_release_are_found(tmp_path: Path) -> None:
    copied("0.1.0", "house.db", tmp_path / "journal.db")
    with open_journal(tmp_path / "journal.db", create=True) as journal:
        store = store_of(journal)
        found = rows(store)
        seen = 0
        for line in journal.rounds():
            if line.closed is None:
                continue
            nets = line.closed.result["seats"]
            for person, seats in line.opened.players.items():
                of = [row for row in found if (row.person, row.round) == (person, line.number)]
                wagered = any(nets[str(seat)]["wagers"] for seat in seats)
                assert len(of) == wagered
                for row in of:
                    assert row.net == sum(parse_money(nets[str(seat)]["net"]) for seat in seats)
                    seen += 1
        assert seen == len(found) > 0


def given(person: str, round: int, time: str, table: str = "red-dog-1") -> RowOf:
    """Return the write for a round that brought a dollar."""
    hour = int(time[11:13])
    since = f"{time[:11]}{hour - 1:02}{time[13:]}"
    return RowOf(PLAYED, (person, round, table, "red-dog", "1", time, 100, 1000, since))


async def test_a_sitting_ends_with_the_table_or_after_an_hour(house: House) -> None:
    store, person = house.hall.store, "p-sittings"
    later, at_last = FIRST.replace("T12:00", "T13:00"), FIRST.replace("T12:00", "T14:01")
    store.append((), [given(person, 1, FIRST), given(person, 2, later)])
    store.append((), [given(person, 3, at_last), given(person, 4, at_last, "red-dog-2")])
    assert [(row.nth, row.total, row.sitting) for row in rows(store, person)] == [
        (1, 100, 1),
        (2, 200, 1),
        (3, 300, 2),
        (4, 400, 3),
    ]


async def test_whoever_plays_at_two_tables_at_once_has_two_sittings(house: House) -> None:
    store, person = house.hall.store, "p-two-tables"
    for round in range(1, 7):
        time = FIRST.replace("12:00", f"12:{10 * (round - 1):02}")
        store.append((), [given(person, round, time, f"red-dog-{round % 2}")])
    assert [row.sitting for row in rows(store, person)] == [1, 2, 1, 2, 1, 2]
    # An hour later, the one at the first table has ended, and the other one goes on.
    half_past = FIRST.replace("12:00", "13:45")
    store.append((), [given(person, 7, half_past, "red-dog-1")])
    store.append((), [given(person, 8, FIRST.replace("12:00", "13:46"), "red-dog-0")])
    store.append((), [given(person, 9, half_past, "red-dog-1")])
    assert [row.sitting for row in rows(store, person)][6:] == [3, 2, 3]
    store.append((), [given(person, 10, FIRST.replace("12:00", "14:00"), "red-dog-0")])
    with store.engine.connect() as connection:
        assert reviewed.latest_sitting(connection, person) == 2
        for sitting, numbers in ((1, [1, 3, 5]), (2, [2, 4, 6, 8, 10]), (3, [7, 9])):
            found = reviewed.rounds_of(connection, person, sitting=sitting)
            assert [row.round for row in found] == numbers
            told = reviewed.one_by_one(connection, Caller(person=person), found, sitting)
            assert told["latest"] == 3, "the session after can be chosen"
            assert (told["of"], told["table"]) == (len(numbers), f"red-dog-{sitting % 2}")


async def test_a_row_is_added_without_reading_the_others(house: House) -> None:
    store = house.hall.store
    insertion = insertion_of(PLAYED)
    if store.engine.dialect.name != "sqlite" or insertion is None:
        return
    statement = sa.text(f"EXPLAIN QUERY PLAN {insertion.statement}")
    with store.engine.connect() as connection:
        told = connection.execute(statement, dict.fromkeys(insertion.given, "")).all()
    plan = [str(row[-1]) for row in told if "played" in str(row[-1])]
    assert len(plan) == 4 and all("SEARCH" in step for step in plan)
    assert any("played_table" in step for step in plan)
    assert any("played_sitting" in step for step in plan)


async def test_whoever_plays_at_two_tables_is_counted_once_at_a_time(house: House) -> None:
    """Tables of one person may belong to processes that write at the same moment."""
    store, people = house.hall.store, ("p-both", "p-each")

    def write(round: int) -> None:
        for n in range(20):
            # Each in another order, so that a circle of waits would be found.
            order = people if (round + n) % 2 else people[::-1]
            store.append((), [given(person, round + n, FIRST) for person in order])

    if store.engine.dialect.name == "sqlite":  # has one writer
        write(100)
        write(200)
    else:
        threads = [Thread(target=write, args=(start,)) for start in (100, 200, 300)]
        for thread in threads:
            thread.start()
        for thread in threads:
            await asyncio.to_thread(thread.join)
    for person in people:
        mine = rows(store, person)
        assert len(mine) in (40, 60)
        assert [row.nth for row in mine] == list(range(1, len(mine) + 1))
        assert [row.total for row in mine] == [100 * row.nth for row in mine]


async def test_to_forget_a_person_forgets_the_list_of_their_rounds(house: House) -> None:
    table = await house.table("red-dog")
    guest = await house.guest("Ann")
    sat = await guest.post(f"/api/tables/{table}/seats/1", 201, id=new_id())
    async with house.visitor(sat["token"]).socket(table) as a:
        await play([a], table, 1)
    person = await person_of(guest)
    assert rows(house.hall.store, person)
    await guest.http.delete("/api/me", params={"everything": True})
    await asyncio.sleep(0)
    assert rows(house.hall.store, person) == []
    assert (await house.floor.get("/api/journal/verify"))["verified"]


async def test_a_round_that_is_played_while_a_person_is_forgotten_leaves_no_row(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house.hall.pit, "next_order", house.hall.pit.next_order)
    house.stack("Kc 4c 7d 5h")
    table = await house.table("red-dog")
    guest = await house.guest("Ann")
    person = await person_of(guest)
    sat = await guest.post(f"/api/tables/{table}/seats/1", 201, id=new_id())
    bob = await house.player(table, 2, "Bob")
    await house.visitor(sat["token"]).say(table, "wager original 10")
    await bob.say(table, "wager original 10")
    await house.floor.say(table, "dealer close")
    await guest.delete("/api/me?everything=true")
    await house.floor.say(table, "dealer close")  # the clock answers for whoever has not
    assert (await house.floor.picture(table))["outcome"] == "settled"
    assert rows(house.hall.store, person) == []
    assert len(rows(house.hall.store, await person_of(bob))) == 1
    assert (await house.floor.get("/api/journal/verify"))["verified"]


async def test_a_row_that_another_process_is_writing_is_erased_too(house: House) -> None:
    store, person = house.hall.store, "p-erased-meanwhile"
    if store.engine.dialect.name == "sqlite":  # has one writer
        return
    with store.engine.begin() as connection:
        connection.execute(PEOPLE.insert().values(person=person, created=FIRST))

    def erase() -> None:
        with store.engine.begin() as connection:
            erasure.hold(connection, person)
            erasure.mark(connection, person)
            connection.execute(PLAYED.delete().where(PLAYED.c.person == person))

    erasing = Thread(target=erase)
    with store.engine.begin() as connection:
        _insert(connection, PLAYED, [given(person, 1, FIRST).values], replaces=False)
        erasing.start()
        await asyncio.sleep(0.2)
        assert erasing.is_alive(), "it waits for the row"
    await asyncio.to_thread(erasing.join)
    store.append((), [given(person, 2, FIRST)])
    assert rows(store, person) == []
