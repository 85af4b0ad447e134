"""The database of a server of release 0.1.0 is complete, and play goes on. See ``tests/kept``."""

from __future__ import annotations

import functools
import itertools
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import sqlalchemy as sa

from croupier.journal import open_journal, replay
from croupier.journal.database import DatabaseStore
from croupier.journal.fairness import Order, problem_with
from croupier.journal.standing import house_of
from croupier.nouns.money import parse_money, show_money
from croupier.server import reconciliation
from croupier.server.schema import ACCOUNTS, PEOPLE, TABLES
from croupier.server.snapshot import Snapshot
from tests.kept import WORDS, copied, differences, read
from tests.server.visitors import FAST, House, Visitor, running

pytestmark = pytest.mark.asyncio(loop_scope="module")

Data = dict[str, Any]

RELEASE = "0.1.0"
PAUSE = 3600.0
"""Seconds between rounds, long enough that every table stays where it was."""
OF_THE_MOMENT = WORDS | {"deadline", "connected", "state", "expires", "rack"}
"""What may differ. 0.1.0 forgot the discards of a shoe's earlier rounds (``rack``)."""
UNFINISHED = ("wagering", "raising", "doubling", "crossing", "steps", "betting")
"""Tables in the middle of a round, named after where they stopped."""

_ids = itertools.count(1)


def fresh_id() -> str:
    """Return an id that the old database does not have: its ids begin with ``t-``."""
    return f"new-{next(_ids)}"


@pytest.fixture(scope="module")
def known() -> Data:
    """Return what 0.1.0 said of its own database."""
    told: Data = read(RELEASE, "house.json.gz")
    return told


def _copied_to(folder: Path) -> Path:
    """Copy the database with its heads and its keys."""
    copied(RELEASE, "house.db", folder / "journal.db")
    copied(RELEASE, "keys", folder / "keys")
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy that this test may change."""
    return _copied_to(tmp_path)


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def old(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    """A server over a copy, for tests that leave tables and people as they are."""
    folder = _copied_to(tmp_path_factory.mktemp("old"))
    async with running(folder, FAST, pause=PAUSE) as house:
        yield house


@functools.cache
def holder(house: House, token: str) -> Visitor:
    """Return the holder of a token, made once."""
    return house.visitor(token)


def seated(house: House, known: Data, name: str) -> dict[int, Visitor]:
    """Return the players of a table, with the tokens that they were given then."""
    tokens = known["tokens"]["seats"].get(name, {})
    return {int(seat): holder(house, token) for seat, token in tokens.items()}


# --- as it was ------------------------------------------------------------------------------------


async def test_everything_is_where_it_was(old: House, known: Data) -> None:
    for name, table in known["tables"].items():
        looks = {"public": old.public, "floor": old.floor} | {
            str(seat): player for seat, player in seated(old, known, name).items()
        }
        for who, then in known["pictures"][name].items():
            now = await looks[who].picture(table)
            assert differences(then, now, OF_THE_MOMENT, f"{name} for {who}") == []
        packs = (await old.public.get(f"/api/tables/{table}/packs", last=50))["packs"]
        assert differences(known["packs"][name], packs, OF_THE_MOMENT, name) == []
        assert all(_fair(pack) for pack in packs)
    for number, then in known["rounds"].items():
        now = await old.floor.get(f"/api/rounds/{number}")
        assert differences(then, now, OF_THE_MOMENT, f"round {number}") == []
    phases = {name: p["public"]["phase"] for name, p in known["pictures"].items()}
    others = {"wagering": "wagering", "between": "between", "closed": "closed", "empty": "between"}
    assert phases == dict.fromkeys(UNFINISHED, "playing") | others


def _fair(pack: Data) -> bool:
    """Check a revealed pack as a player would."""
    if pack["revealed"] is None:
        return True
    order = Order(tuple(pack["revealed"]["order"]), bytes.fromhex(pack["revealed"]["nonce"]))
    added = [one["value"] for one in pack["entropy"]][: pack["counted"]]
    return problem_with(bytes.fromhex(pack["commitment"]), order, added, pack["dealt"]) is None


async def test_people_are_who_they_were(old: House, known: Data) -> None:
    for name, then in known["me"].items():
        players = seated(old, known, name)
        for seat, me in then.items():
            now = await players[int(seat)].get("/api/me")
            assert differences(me, now, OF_THE_MOMENT, f"{name} {seat}") == []
    listed = {row["person"]: row for row in (await old.admin.get("/api/people"))["people"]}
    for person, named in known["people"].items():
        assert listed[person]["name"] == named
        balance = known["accounts"].get(person)
        assert listed[person]["balance"] == (None if balance is None else show_money(balance))
    roles = {
        role: (await old.visitor(known["tokens"][role]).get("/api/me"))["role"]
        for role in ("floor", "surveillance")
    }
    assert roles == {"floor": "floor", "surveillance": "surveillance"}
    await old.visitor(known["tokens"]["revoked"]).get("/api/me", 401)


def _counted(then: Data) -> Data:
    """What 0.1.0 said of the money, except that it called a shift balanced before its count."""
    shifts = (shift for table in then["tables"] for shift in table["shifts"])
    for shift in shifts:
        if shift["counted"] is None:
            shift["balanced"] = None
    return then


async def test_the_database_holds_what_it_held(folder: Path, known: Data) -> None:
    with open_journal(folder / "journal.db") as journal:
        verdict = journal.verify()
        assert verdict.verified and differences(known["verify"], verdict.as_data()) == []
        keys = journal.store.keys()
        assert [key.key for key in keys] == known["keys"]
        assert isinstance(journal.store, DatabaseStore)
        with journal.store.engine.connect() as connection:
            accounts = {row.person: row.balance for row in connection.execute(sa.select(ACCOUNTS))}
            people = connection.execute(sa.select(PEOPLE.c.person, PEOPLE.c.name))
            names = {row.person: row.name for row in people}
            stands = {
                row.table_id: Snapshot.decode(row.snapshot)
                for row in connection.execute(sa.select(TABLES))
            }
            money = reconciliation.house_data(connection)
        assert (accounts, names) == (known["accounts"], known["people"])
        for table, then in known["snapshots"].items():
            held = {str(n): place.chips + place.extra for n, place in stands[table].seats.items()}
            assert held == {
                n: place["chips"] + place.get("extra", 0)
                for n, place in then.get("seats", {}).items()
            }
        assert money["balanced"] and differences(_counted(known["reconciliation"]), money) == []
        for line in journal.rounds():
            log = journal.round(line.number)
            assert house_of(log).fingerprint() == log.opened.stamp.fingerprint
            # A round in the middle of a step is not replayed. It is finished below.
            assert line.closed is None or replay(log).same


# --- going on -------------------------------------------------------------------------------------


async def test_what_was_said_before_counts_once(old: House, known: Data) -> None:
    """A kept answer is given again, whatever release kept it."""
    table = known["tables"]["wagering"]
    ann = seated(old, known, "wagering")[1]
    person = (await ann.get("/api/me"))["person"]
    with old.hall.store.engine.connect() as connection:
        wanted = "SELECT act_id FROM acts WHERE table_id = :table AND person = :person"
        ids = connection.scalars(sa.text(wanted), {"table": table, "person": person}).all()
    before = await ann.picture(table)
    for id in ids:
        again = await ann.say(table, "withdraw original", id=id)
        assert again["duplicate"]
    assert (await ann.picture(table))["seats"] == before["seats"]


async def test_a_sitting_in_the_chair_goes_on(old: House, known: Data) -> None:
    ann = old.visitor(known["tokens"]["ann"])
    path = f"/api/chair/sittings/{known['tokens']['lesson']}"
    then, now = known["chair"]["lesson"], await ann.get(path)
    for key in ("sitting", "what", "game", "rulebook", "level", "at", "of", "over"):
        assert now[key] == then[key], key
    for key in ("events", "before"):
        assert differences(then["moment"][key], now["moment"][key]) == []
    given = await ann.post(f"{path}/answers", at=now["at"], choice=now["moment"]["right"])
    assert given["verdict"]["mark"] == "right" and given["picture"]["at"] == now["at"] + 1
    learnt, listed = known["chair"]["red-dog"], await ann.get("/api/chair/red-dog")
    for key in ("sittings", "due"):
        assert listed[key] == learnt[key]


async def _say_something(house: House, table: str, players: dict[int, Visitor]) -> None:
    """Let whoever is asked take the first offer that does not give up. All wagers stand."""
    now = await house.public.picture(table)
    if now["phase"] == "wagering":
        for seat in now["awaits"]:
            await players[seat].post(f"/api/tables/{table}/ready")
        return
    player = players[now["awaits"][0]]
    offers = (await player.picture(table))["next"]
    said = next(o for o in offers if o["verb"] not in ("fold", "pass", "withdraw"))
    words = [arg["least"] if isinstance(arg, dict) else arg for arg in said["args"]]
    await player.say(table, " ".join([said["verb"], *words]), id=fresh_id())


async def test_unfinished_rounds_go_on_to_their_end(folder: Path, known: Data) -> None:
    numbers = {}
    async with running(folder, FAST, pause=PAUSE) as house:
        for name in UNFINISHED:
            table, players = known["tables"][name], seated(house, known, name)
            numbers[name] = known["pictures"][name]["public"]["round"]
            if name == "steps":
                path = f"/api/tables/{table}/floor"
                await house.floor.post(path, id=fresh_id(), act="dealing", mode="auto")
            for _ in range(50):
                if (await house.public.picture(table))["phase"] == "between":
                    break
                await _say_something(house, table, players)
            told = await house.floor.get(f"/api/rounds/{numbers[name]}")
            assert told["outcome"] == "settled"
            before = known["pictures"][name]["public"]["events"]
            assert [e["kind"] for e in told["events"][: len(before)]] == [e["kind"] for e in before]
            said = known["rounds"][str(numbers[name])]["said"]
            assert differences(said, told["said"][: len(said)]) == []
        assert (await house.floor.get("/api/journal/verify"))["verified"]
        assert (await house.floor.get("/api/reconciliation"))["balanced"]
        for name, table in known["tables"].items():
            if name != "closed":
                await house.floor.post(f"/api/tables/{table}/close", id=fresh_id())
        money = await house.floor.get("/api/reconciliation")
        assert money["balanced"] and parse_money(money["chips_at_seats"]) == 0
        assert money["deposits"] == known["reconciliation"]["deposits"]
        people = (await house.admin.get("/api/people"))["people"]
        held = sum(parse_money(row["balance"]) for row in people if row["balance"] is not None)
        assert held + parse_money(money["house_net"]) == parse_money(money["deposits"])
    with open_journal(folder / "journal.db") as journal:
        verdict = journal.verify()
        assert verdict.verified and verdict.unwitnessed == 0
        assert verdict.rounds == known["verify"]["rounds"]
        assert verdict.packs > known["verify"]["packs"]
        assert verdict.signed > known["verify"]["signed"]
        for number in numbers.values():
            log = journal.round(number)
            assert log.closed is not None and replay(log).same


async def test_another_round_follows_with_a_guest_who_was_invited(
    folder: Path, known: Data
) -> None:
    """A table between rounds deals the next one from where the last one left it."""
    table = known["tables"]["between"]
    async with running(folder, FAST, pause=PAUSE) as house:
        guest = house.visitor(known["tokens"]["invitation"])
        seen = await guest.get("/api/invitations")
        assert (seen["table"], seen["seat"], seen["buy_in"]) == (table, 3, "150.00")
        sat = await guest.post("/api/invitations/accept", 201, id=fresh_id(), name="Zoe")
        players = seated(house, known, "between") | {3: house.visitor(sat["token"])}
        seat = (await players[3].picture(table))["seats"]["3"]
        assert (seat["name"], seat["chips"]) == ("Zoe", "150.00")
        for player in players.values():
            await player.say(table, "wager ante", id=fresh_id())
        for _ in range(50):
            now = await house.public.picture(table)
            if now["phase"] == "between":
                break
            await _say_something(house, table, players)
        assert now["rounds"] == known["pictures"]["between"]["public"]["rounds"] + 1
        assert (await house.floor.get("/api/reconciliation"))["balanced"]
