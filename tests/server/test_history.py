"""A person's own record: rounds from their side, what they came to, and files to take along."""

from __future__ import annotations

import csv
import io
import itertools
from datetime import UTC, datetime, timedelta
from functools import partial
from random import Random
from typing import Any

import pytest
import pytest_asyncio
import sqlalchemy as sa

from croupier import games
from croupier.journal.database import RowOf
from croupier.journal.recorder import stamp
from croupier.nouns.money import parse_money
from croupier.server import history
from croupier.server.history import Wanted, safe_cell
from croupier.server.people import Caller
from croupier.server.schema import PLAYED, REVIEWS
from tests.server.visitors import House, Visitor, new_id, play

pytestmark = pytest.mark.asyncio(loop_scope="module")

POSTGRES = True
Data = dict[str, Any]


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def ann(house: House) -> Visitor:
    """Return a guest who has played two rounds of every game with somebody else."""
    guest = await house.guest("Ann")
    await house.floor.post(
        f"/api/people/{await person_of(guest)}/deposit", id=new_id(), amount="9000"
    )
    for game in games.names():
        table = await house.table(game)
        sat = await guest.post(f"/api/tables/{table}/seats/1", 201, id=new_id())
        bob = await house.player(table, 2, "Bob")
        async with house.visitor(sat["token"]).socket(table) as a, bob.socket(table) as b:
            await play([a, b], table, 2)
    return guest


async def person_of(visitor: Visitor) -> str:
    return str((await visitor.get("/api/me"))["person"])


async def summed(house: House, wanted: Wanted) -> Data:
    """Return a summary, of people who never came in, too."""
    caller = Caller(person=wanted.person)
    return await house.hall.committer.read(lambda c: house.hall.history.summary(c, wanted, caller))


async def all_of(visitor: Visitor, **asked: Any) -> list[Data]:
    """Page through the rounds, three at a time."""
    found: list[Data] = []
    while True:
        told = await visitor.get("/api/me/rounds", limit=3, **asked)
        found += told["rounds"]
        if not told["more"]:
            return found
        asked["before"] = found[-1]["nth"]


async def test_a_person_reads_their_rounds_from_their_own_side(house: House, ann: Visitor) -> None:
    mine = await all_of(ann)
    assert [line["nth"] for line in mine] == list(range(len(mine), 0, -1))
    assert {line["game"] for line in mine} == set(games.names())
    total = 0
    for line in reversed(mine):
        total += parse_money(line["net"])
        assert parse_money(line["total"]) == total
        (seat,) = line["seats"]
        told = await ann.get(f"/api/rounds/{line['round']}")
        result = told["result"]["seats"]["1"]
        assert told["ended"] == line["time"] and told["table"] == line["table"]
        assert (seat["seat"], seat["wagers"], seat["net"]) == (1, result["wagers"], line["net"])
        assert (seat["hand"], line["staked"]) == (result["hand"], result["staked"])
        assert line["name"] != line["table"] and line["sitting"] >= 1
        # The cards are those that the seat saw.
        steps = (await ann.get(f"/api/rounds/{line['round']}/steps"))["steps"]
        seen = {card for step in steps for laid in step["felt"].values() for card in laid} - {"??"}
        assert set(seat["cards"]) <= seen
        common = {card for laid in line["felt"].values() for card in laid} - {"??"}
        assert common <= seen and (seat["cards"] or common)


def _insert(row: Data, connection: sa.Connection) -> None:
    connection.execute(REVIEWS.insert().values(row))


async def test_a_round_says_what_its_review_found(house: House, ann: Visitor) -> None:
    first, second = (await ann.get("/api/me/rounds", limit=2))["rounds"]
    assert first["review"] is None
    found = {"decisions": 2, "right": 1, "cost_value": 0.5, "luck_value": 4.0}
    person = await person_of(ann)
    others = [(person, first["round"], found), (person, second["round"], {})]
    for whose, number, figures in [*others, ("p-somebody", second["round"], found)]:
        row = {"person": whose, "round": number, "begun": "", **figures}
        await house.hall.committer.write(partial(_insert, row))
    first, second = (await ann.get("/api/me/rounds", limit=2))["rounds"]
    assert first["review"] == {"decisions": 2, "right": 1, "cost": 0.5, "luck": 4.0}
    assert second["review"] is None


async def test_nobody_sees_the_rounds_of_others(house: House, ann: Visitor) -> None:
    await house.public.get("/api/me/rounds", 401)
    await house.public.get("/api/me/record", 401)
    await house.public.get("/api/me/record/export", 401)
    assert (await house.floor.get("/api/me/rounds")) == {"rounds": [], "more": False}
    nothing = await house.floor.get("/api/me/record")
    assert (nothing["rounds"], nothing["net"], nothing["best"]) == (0, "0.00", None)
    assert nothing["chart"] == nothing["by_game"] == nothing["tables"] == []


async def test_cards_that_a_seat_did_not_see_are_not_in_its_record(house: House) -> None:
    table = await house.table("winners-pot-poker")
    players = [await house.player(table, seat) for seat in (1, 2)]
    async with players[0].socket(table) as a, players[1].socket(table) as b:
        await play([a, b], table, 3)
    for visitor in players:
        for line in await all_of(visitor):
            steps = (await visitor.get(f"/api/rounds/{line['round']}/steps"))["steps"]
            seen = {card for step in steps for laid in step["felt"].values() for card in laid}
            told = {card for laid in line["felt"].values() for card in laid}
            assert told <= seen | {"??"}
            assert all(set(seat["cards"]) <= seen for seat in line["seats"])


async def test_rounds_are_chosen_by_game_table_day_and_result(house: House, ann: Visitor) -> None:
    whole = await all_of(ann)
    for key, asked in (("game", "game"), ("table", "table")):
        for value in {line[key] for line in whole}:
            chosen = await all_of(ann, **{asked: value})
            assert chosen == [line for line in whole if line[key] == value]
            summary = await ann.get("/api/me/record", **{asked: value})
            assert summary["rounds"] == len(chosen)
            assert parse_money(summary["net"]) == sum(parse_money(line["net"]) for line in chosen)
    won = await all_of(ann, result="won")
    lost = await all_of(ann, result="lost")
    assert won == [line for line in whole if parse_money(line["net"]) > 0]
    assert lost == [line for line in whole if parse_money(line["net"]) < 0]
    today = whole[0]["time"][:10]
    assert await all_of(ann, **{"from": whole[-1]["time"][:10], "to": today}) == whole
    assert await all_of(ann, to="2020-01-01") == []
    third = whole[2]["time"][:19] + "Z"
    assert whole[2] in await all_of(ann, **{"from": third})
    assert whole[2] not in await all_of(ann, to=third)
    wrong = {"from": "yesterday", "game": "A", "result": "maybe", "limit": "51"}
    for key, bad in wrong.items():
        await ann.get("/api/me/rounds", 422, **{key: bad})


async def test_what_the_rounds_came_to(house: House, ann: Visitor) -> None:
    whole = await all_of(ann)
    told = await ann.get("/api/me/record")
    nets = [parse_money(line["net"]) for line in whole][::-1]
    assert told["rounds"] == len(whole)
    assert parse_money(told["net"]) == sum(nets)
    assert parse_money(told["staked"]) == sum(parse_money(line["staked"]) for line in whole)
    assert parse_money(told["best"]["net"]) == max(nets)
    assert parse_money(told["worst"]["net"]) == min(nets)
    assert told["games"] == sorted(games.names())
    assert sum(game["rounds"] for game in told["by_game"]) == len(whole)
    assert {table["table"] for table in told["tables"]} == {line["table"] for line in whole}
    assert [point["nth"] for point in told["chart"]] == list(range(1, len(whole) + 1))
    totals = [parse_money(point["total"]) for point in told["chart"]]
    assert totals == list(itertools.accumulate(nets))
    assert await ann.get("/api/me/record") == told


async def test_a_chart_keeps_the_ends_and_the_extremes(house: House) -> None:
    """The rows are made up; rounds that are in no chain still have their result."""
    person, random, store = "p-chart", Random(5), house.hall.store
    nets = [random.randrange(-5000, 5001, 50) for _ in range(1_000)]
    began = datetime(2026, 7, 1, tzinfo=UTC)
    made = (person, "red-dog-1", "red-dog", "1", 100, stamp(began))
    rows = []
    for n, net in enumerate(nets):
        who, table, game, seats, staked, since = made
        ended = stamp(began + timedelta(minutes=n))
        values = (who, 10**9 + n, table, game, seats, ended, net, staked, since)
        rows.append(RowOf(PLAYED, values))
    store.append((), rows)
    whole = list(itertools.accumulate(nets))
    lost = list(itertools.accumulate(net for net in nets if net < 0))
    for wanted, sums in ((Wanted(person), whole), (Wanted(person, result="lost"), lost)):
        told = await summed(house, wanted)
        totals = [parse_money(point["total"]) for point in told["chart"]]
        assert len(totals) <= 4 * history.BUCKETS
        assert (totals[0], totals[-1]) == (sums[0], sums[-1])
        assert (max(totals), min(totals)) == (max(sums), min(sums))
        nths = [point["nth"] for point in told["chart"]]
        assert nths == sorted(set(nths))
    first = await summed(house, Wanted(person))
    assert [parse_money(p["total"]) for p in first["chart"]] == [
        whole[p["nth"] - 1] for p in first["chart"]
    ]
    (line, *_), more = house.hall.history.rounds(Wanted(person), None, 5, Caller(person=person))
    assert line["seats"] == [] and parse_money(line["net"]) == nets[-1] and more


async def test_a_summary_is_worked_out_again_only_after_another_round(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.table("red-dog")
    player = await house.player(table, 1)
    async with player.socket(table) as socket:
        await play([socket], table, 1)
        before = await player.get("/api/me/record")
        with monkeypatch.context() as patched:
            patched.setattr(history, "_summary", None)
            assert await player.get("/api/me/record") == before
        await play([socket], table, 1)
    assert (await player.get("/api/me/record"))["rounds"] > before["rounds"]
    monkeypatch.setattr(history, "MOST_KEPT", 3)
    for game in games.names():
        await player.get("/api/me/record", game=game)
    assert len(house.hall.history._summaries) <= 3


async def test_all_rounds_can_be_taken_along(
    house: House, ann: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.server.routes.history.AT_ONCE", 3)
    whole = (await all_of(ann))[::-1]
    told = await ann.get("/api/me/record/export", format="json")
    assert [line["round"] for line in told["rounds"]] == [line["round"] for line in whole]
    assert [line["total"] for line in told["rounds"]] == [line["total"] for line in whole]
    text = await ann.get("/api/me/record/export")
    rows = list(csv.DictReader(io.StringIO(text)))
    for row, line in zip(rows, whole, strict=True):
        assert (row["Round"], row["Result"]) == (str(line["round"]), line["net"])
        assert (row["Table name"], row["Wagered"]) == (line["name"], line["staked"])
        wagers = line["seats"][0]["wagers"]
        assert row["Wagers"].split("; ") == [
            f"{one['wager']} {one['amount']} {one['outcome']}" for one in wagers
        ]
    won = await ann.get("/api/me/record/export", result="won")
    assert len(won.splitlines()) == 1 + len(await all_of(ann, result="won"))
    empty = await house.floor.get("/api/me/record/export", format="json")
    assert empty == {"rounds": []}
    answer = await ann.http.get("/api/me/record/export", params={"format": "json"})
    assert answer.headers["content-disposition"] == 'attachment; filename="my-rounds.json"'


async def test_no_cell_is_a_formula() -> None:
    assert safe_cell("=1+1") == "'=1+1" and safe_cell("@sum") == "'@sum"
    assert safe_cell("Red Dog 1") == "Red Dog 1"


async def test_rounds_are_listed_without_reading_every_chain(house: House, ann: Visitor) -> None:
    """A list of rounds is found by an index, however long the chains are."""
    if house.hall.store.engine.dialect.name != "sqlite":
        return
    plans: list[str] = []
    with house.hall.store.engine.connect() as connection:

        def explain(conn: Any, cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
            if statement.startswith("SELECT"):
                cursor.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
                plans.extend(str(row[-1]) for row in cursor.fetchall())

        sa.event.listen(house.hall.store.engine, "before_cursor_execute", explain)
        try:
            await ann.get("/api/rounds")
            await ann.get("/api/me/rounds")
        finally:
            sa.event.remove(house.hall.store.engine, "before_cursor_execute", explain)
        del connection
    assert any("entries_bounds" in plan for plan in plans)
    assert not [plan for plan in plans if plan == "SCAN entries"]
