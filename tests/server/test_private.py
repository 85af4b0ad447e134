"""A table of one's own: opened by a guest, seen by those whom it admits, run by its host."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from croupier.journal.database import ENTRIES
from croupier.journal.entry import TABLE, Entry
from croupier.journal.payloads import Noted, decode
from croupier.server.commands import Admit
from croupier.server.errors import Problem
from croupier.server.membership import keep_membership, need_room
from croupier.server.people import Caller
from croupier.server.policy import Policy
from croupier.server.schema import MEMBERS, PRIVATE_TABLES, TABLES, TOKENS
from croupier.stage.actions import Refusal
from tests.postgres import Postgres
from tests.server.test_processes import two
from tests.server.visitors import House, Socket, Visitor, new_id, running

pytestmark = pytest.mark.asyncio(loop_scope="module")

POSTGRES = True

Data = dict[str, Any]
STRANGER = "this is a private table: ask its host for the link"
NEVER = Policy(minutes=600, per_host=100, in_all=10_000)


@pytest.fixture(autouse=True)
def roomy(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let the tests of one house open as many tables as they like."""
    if "house" not in request.fixturenames:
        yield
        return
    policies = request.getfixturevalue("house").hall.policies
    usual = policies.load

    async def load() -> Policy:
        return NEVER

    policies.load, policies.now = load, NEVER
    yield
    policies.load = usual


@dataclass
class Own:
    """A private table with its host, who has not sat down."""

    house: House
    host: Visitor
    table: str
    person: str

    @property
    def path(self) -> str:
        return f"/api/tables/{self.table}"

    async def link(self, **more: Any) -> str:
        made = await self.host.post(f"{self.path}/link", 201, **more)
        assert made["link"] == f"/#join={made['token']}"
        return str(made["token"])

    async def admitted(self, name: str = "Bob") -> Visitor:
        """Return a newcomer who has come by a link."""
        link = await self.link()
        joined = await self.house.public.post("/api/links/accept", 201, link=link, name=name)
        return self.house.visitor(joined["token"])

    async def dealer(self, name: str = "Dan") -> Visitor:
        """Return a newcomer who has come by a dealer's link."""
        link = await self.do("dealer-link", 201)
        accept = {"link": link["token"], "name": name}
        came = await self.house.public.post("/api/dealer-links/accept", 201, **accept)
        return self.house.visitor(came["token"])

    async def seated(self, visitor: Visitor, seat: int) -> Visitor:
        sat = await visitor.post(f"{self.path}/seats/{seat}", 201, id=new_id())
        return self.house.visitor(sat["token"])

    async def do(self, what: str, status: int = 200, **more: Any) -> Data:
        done: Data = await self.host.post(f"{self.path}/{what}", status, id=new_id(), **more)
        return done

    async def notes(self) -> list[tuple[str, Data]]:
        """Return what the chain says of people and links."""
        return await notes(self.house, self.table)


async def notes(house: House, chain: str) -> list[tuple[str, Data]]:
    wanted = sa.select(ENTRIES).where(ENTRIES.c.table_id == chain, ENTRIES.c.kind == TABLE)
    rows = await house.hall.committer.read(
        lambda c: list(c.execute(wanted.order_by(ENTRIES.c.number)))
    )
    found = [decode(Entry(*row), Noted) for row in rows]
    about = {"open", "policy", "link", "link revoked", "admitted", "removed", "handed over"}
    about |= {"closing", "close", "empty", "house", "company"}
    return [(note.what, note.details) for note in found if note.what in about]


async def opened(house: House, by: str = "Ann", game: str = "red-dog", **more: Any) -> Own:
    host = await house.guest(by)
    return await opened_by(house, host, game, **more)


async def opened_by(house: House, host: Visitor, game: str = "red-dog", **more: Any) -> Own:
    made = await host.post("/api/private-tables", 201, id=new_id(), game=game, **more)
    return Own(house, host, made["table"], await person_of(host))


async def person_of(visitor: Visitor) -> str:
    return str((await visitor.get("/api/me"))["person"])


async def message_of(answer: Any) -> str:
    return str((await answer)["error"]["message"])


async def refused_to_watch(socket: Socket, table: str) -> None:
    """Ask to watch: the first thing that comes is a refusal, and no picture before it."""
    await socket.send({"type": "watch", "table": table})
    error = await socket.next()
    assert error["type"] == "error" and error["table"] == table
    assert error["error"]["message"] == STRANGER


async def until(holds: Callable[[], bool], seconds: float = 10) -> None:
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.02)


# --- opening --------------------------------------------------------------------------------------


async def test_a_guest_opens_a_table_and_is_its_host(house: House) -> None:
    host = await house.guest("Ann")
    body: Data = {"id": new_id(), "game": "winners-pot-poker", "name": "Friday night"}
    body |= {"house": {"ante": "10"}, "company": ["best", "loose"]}
    made = await host.post("/api/private-tables", 201, **body)
    assert made["private"] and made["host"] == {"person": await person_of(host), "name": "Ann"}
    assert (made["name"], made["limits"]["ante"]) == ("Friday night", "10.00")
    assert made["you"]["host"] and made["guests"] == [] and made["company"] == ["best", "loose"]
    again = await host.post("/api/private-tables", 201, **body)
    assert again["table"] == made["table"]
    (first, *_) = await notes(house, made["table"])
    assert first[0] == "open" and first[1]["by"] == first[1]["host"] == await person_of(host)
    assert (await house.floor.get(f"/api/tables/{made['table']}/reconciliation"))["balanced"]


async def test_a_house_may_be_checked_against_the_policies_before_it_opens(house: House) -> None:
    house.hall.policies.now = Policy(maximum=20_000)
    path = "/api/houses/red-dog/check"
    body: Data = {"house": {"maximum": "300", "decks": 0}}
    assert [b["key"] for b in (await house.public.post(path, **body))["breaches"]] == ["decks"]
    found = (await house.public.post(path, **body, private=True))["breaches"]
    assert [breach["key"] for breach in found] == ["decks", "maximum"]
    assert found[1]["message"] == (
        "is $300, and a private table goes to $200 at most (the floor's policy)"
    )
    house.hall.policies.now = Policy()


async def test_an_unlawful_house_names_its_clauses(house: House) -> None:
    host = await house.guest()
    body: Data = {"id": new_id(), "game": "red-dog", "house": {"payouts.spread.1": "1 to 1"}}
    refused = await host.post("/api/private-tables", 409, **body)
    assert refused["breaches"][0]["key"] == "payouts.spread.1" and refused["error"]["rule"]
    await host.post("/api/private-tables", 422, id=new_id(), game="red-dog", company=["lucky"])
    await host.post("/api/private-tables", 404, id=new_id(), game="bridge")


# --- who may see it -------------------------------------------------------------------------------

SEEING = (
    ("GET", "/api/tables/TABLE"),
    ("GET", "/api/tables/TABLE/packs"),
    ("GET", "/api/tables/TABLE/odds"),
    ("GET", "/api/rounds?table=TABLE"),
    ("GET", "/api/rounds"),
    ("GET", "/api/rounds/ROUND"),
    ("GET", "/api/rounds/ROUND/steps"),
    ("GET", "/api/disputes?rounds=ROUND"),
    ("GET", "/api/disputes?table=TABLE&from=1&to=9999999"),
    ("GET", "/api/lobby"),
)
DOING: tuple[tuple[str, str, Data | None], ...] = (
    ("POST", "/api/tables/TABLE/seats/5", {}),
    ("POST", "/api/tables/TABLE/entropy", {"value": "luck"}),
    ("POST", "/api/tables/TABLE/company", {"strategies": []}),
    ("POST", "/api/tables/TABLE/remove", {"seat": 1}),
    ("POST", "/api/tables/TABLE/host", {"person": "p-0123456789abcdef"}),
    ("POST", "/api/tables/TABLE/house", {"house": {}}),
    ("POST", "/api/tables/TABLE/close", {}),
    ("POST", "/api/tables/TABLE/dealer-link", {}),
    ("POST", "/api/tables/TABLE/leave-box", {}),
    ("POST", "/api/tables/TABLE/link", None),
    ("DELETE", "/api/tables/TABLE/link", None),
    ("GET", "/api/rounds/ROUND/review", None),
    ("POST", "/api/rounds/ROUND/share", None),
    ("POST", "/api/rounds/ROUND/disputes", {"seat": 1, "about": "other", "words": "Mine."}),
)
ELSEWHERE = {
    # Doors of the staff, and of a table's own players, which the roles and the seats keep closed.
    *(("POST", f"/api/tables/{{table}}/{path}") for path in ("floor", "tray", "corrections")),
    *(("POST", f"/api/tables/{{table}}/{path}") for path in ("proceed", "box", "invitations")),
    *(("POST", f"/api/tables/{{table}}/{path}") for path in ("acts", "ready", "away", "chips")),
    ("DELETE", "/api/rounds/{number}/share"),  # ends the caller's own link, if there is one
    ("POST", "/api/tables/{table}/leave"),
    ("POST", "/api/me/seats/{table}/{seat}"),
    ("GET", "/api/tables/{table}/advice"),
    ("GET", "/api/tables/{table}/advice/after"),
    ("GET", "/api/tables/{table}/reconciliation"),
    ("GET", "/api/rounds/{number}/record"),
}


def _template(path: str) -> str:
    plain = path.partition("?")[0]
    pairs = (("TABLE", "{table}"), ("ROUND", "{number}"), ("seats/5", "seats/{seat}"))
    for word, name in pairs:
        plain = plain.replace(word, name)
    return plain


async def test_every_route_that_names_a_table_or_a_round_is_tried(house: House) -> None:
    """A new route must say here how strangers are kept from private tables."""
    document = await house.public.get("/openapi.json")
    there = {
        (method.upper(), path)
        for path, methods in document["paths"].items()
        for method in methods
        if "{table}" in path or path.startswith("/api/rounds") or path == "/api/lobby"
    }
    tried = {(method, _template(path)) for method, path in SEEING}
    tried |= {(method, _template(path)) for method, path, _ in DOING}
    assert there - ELSEWHERE <= tried
    assert there >= ELSEWHERE


@pytest.fixture(scope="module")
def played() -> dict[str, tuple[Own, int, dict[str, Visitor]]]:
    """The private table with one round of each house, played once."""
    return {}


async def a_played_table(
    house: House, kept: dict[str, tuple[Own, int, dict[str, Visitor]]]
) -> tuple[Own, int, dict[str, Visitor]]:
    if house.base in kept:
        return kept[house.base]
    house.stack("Kc 4c 7d 5h")
    own = await opened(house)
    bob = await own.admitted()
    seat = await own.seated(bob, 1)
    await seat.say(own.table, "wager original 10")
    await house.floor.say(own.table, "dealer close")
    await seat.say(own.table, "pass")
    public = await house.table()
    callers = {
        "public": house.public,
        "stranger": await house.guest("Mallory"),
        "player elsewhere": await house.player(public, 1, "Eve"),
        "link": house.visitor(await own.link()),
        "host": own.host,
        "guest": bob,
        "player": seat,
        "dealer": await own.dealer(),
        "floor": house.floor,
        "surveillance": await house.of_role("surveillance"),
        "administrator": house.admin,
    }
    number = (await own.host.picture(own.table))["last"]
    kept[house.base] = own, number, callers
    return kept[house.base]


STRANGERS = ("public", "stranger", "player elsewhere", "link")
MEMBERS_OF_IT = ("host", "guest", "player", "dealer", "floor", "surveillance", "administrator")


@pytest.mark.parametrize(("method", "path"), SEEING)
async def test_only_members_and_staff_see_a_private_table(
    house: House, played: dict[str, Any], method: str, path: str
) -> None:
    own, number, callers = await a_played_table(house, played)
    address = path.replace("TABLE", own.table).replace("ROUND", str(number))
    for who in MEMBERS_OF_IT:
        seen = await callers[who].http.request(method, address)
        assert seen.status_code == 200, f"{who}: {seen.text}"
        assert own.table in seen.text, f"{who} does not see it at {address}"
    for who in STRANGERS:
        seen = await callers[who].http.request(method, address)
        listed = path in ("/api/rounds?table=TABLE", "/api/rounds", "/api/lobby")
        assert seen.status_code == (200 if listed and who != "link" else 403), f"{who}: {seen.text}"
        assert own.table not in seen.text, f"{who} sees it at {address}"
        if not listed and who != "link":
            assert seen.json()["error"]["message"] == STRANGER


@pytest.mark.parametrize(("method", "path", "more"), DOING)
async def test_strangers_can_do_nothing_at_a_private_table(
    house: House, played: dict[str, Any], method: str, path: str, more: Data | None
) -> None:
    own, number, callers = await a_played_table(house, played)
    state = (await own.host.picture(own.table))["state"]
    for who in STRANGERS:
        body = {} if more is None else {"id": new_id(), **more}
        sent = None if method == "DELETE" else body
        address = path.replace("TABLE", own.table).replace("ROUND", str(number))
        answer = await callers[who].http.request(method, address, json=sent)
        assert answer.status_code in (401, 403), f"{who} {address}: {answer.text}"
        if who in ("stranger", "player elsewhere"):
            assert answer.json()["error"]["message"] == STRANGER
    assert (await own.host.picture(own.table))["state"] == state


async def test_strangers_cannot_watch_it_nor_see_it_in_the_lobby(
    house: House, played: dict[str, Any]
) -> None:
    own, _, callers = await a_played_table(house, played)
    for who in ("public", "stranger", "player elsewhere"):
        async with callers[who].socket() as socket:
            await refused_to_watch(socket, own.table)
            await socket.send({"type": "lobby"})
            lobby = await socket.expect("lobby")
            assert own.table not in {line["table"] for line in lobby["tables"]}
    async with callers["guest"].socket(own.table) as socket:
        await socket.send({"type": "lobby"})
        lobby = await socket.expect("lobby")
        (line,) = [line for line in lobby["tables"] if line["table"] == own.table]
        assert line["private"] and line["host"]["name"] == "Ann" and "members" not in line


async def test_the_lobby_is_told_to_each_as_they_may_see_it(house: House) -> None:
    stranger = await house.guest()
    ann = await house.guest("Ann")
    async with stranger.socket() as theirs, ann.socket() as hers:
        for socket in (theirs, hers):
            await socket.send({"type": "lobby"})
            await socket.expect("lobby")
        own = await opened_by(house, ann)
        public = await house.table()

        async def tables(socket: Any, wanted: str) -> set[str]:
            while True:
                told = {line["table"] for line in (await socket.expect("lobby"))["tables"]}
                if wanted in told:
                    return told

        assert own.table in await tables(hers, public)
        assert own.table not in await tables(theirs, public)


async def test_a_link_token_opens_no_door_but_its_own(house: House) -> None:
    own = await opened(house)
    link = house.visitor(await own.link())
    await link.get("/api/me", 403)
    await link.get(own.path, 403)
    await link.post("/api/private-tables", 403, id=new_id(), game="red-dog")
    url = house.base.replace("http", "ws") + "/ws"
    import websockets

    async with websockets.connect(url) as raw:
        await raw.send('{"type": "hello", "token": "' + str(link.token) + '"}')
        with pytest.raises(websockets.ConnectionClosed):
            await asyncio.wait_for(raw.recv(), 5)


# --- the link -------------------------------------------------------------------------------------


async def test_a_link_names_game_host_and_stake_and_admits_whoever_has_it(house: House) -> None:
    own = await opened(house, game="double-cross-poker", rulebook="nj", name="Ours")
    await own.seated(own.host, 2)
    token = await own.link()
    link = house.visitor(token)
    seen = await link.get("/api/links")
    assert seen.pop("expires") > "2"
    assert seen == {
        "table": own.table,
        "name": "Ours",
        "game": "double-cross-poker",
        "title": "Double Cross Poker",
        "rulebook": "nj",
        "first_wager": "ante",
        "limits": (await own.host.picture(own.table))["limits"],
        "phase": "wagering",
        "open": True,
        "host": "Ann",
        "seats": 7,
        "free": [1, 3, 4, 5, 6, 7],
        "company": [],
        "people": 1,
        "buy_in": "500.00",
    }
    new = await house.public.post("/api/links/accept", 201, link=token, name="Bob")
    assert new["token"] and (new["name"], new["table"]) == ("Bob", own.table)
    bob = house.visitor(new["token"])
    assert (await bob.picture(own.table))["host"]["name"] == "Ann"
    known = await house.guest("Cid")
    again = await known.post("/api/links/accept", 201, link=token)
    assert again["token"] is None and again["person"] == await person_of(known)
    await known.post("/api/links/accept", 201, link=token)
    await own.seated(known, 4)
    assert [what for what, _ in await own.notes()] == ["open", "link", "admitted", "admitted"]
    guests = (await own.host.picture(own.table))["guests"]
    assert [one["name"] for one in guests] == ["Bob", "Cid"]
    assert "guests" not in await bob.picture(own.table)
    # The staff sees every table, and does not play.
    await house.floor.post("/api/links/accept", 403, link=token)


async def test_a_new_link_revokes_the_old_one_and_only_hashes_are_kept(house: House) -> None:
    own = await opened(house)
    first = await own.link()
    second = await own.link(hours=1)
    await house.visitor(first).get("/api/links", 401)
    await house.public.post("/api/links/accept", 401, link=first)
    await house.visitor(second).get("/api/links")
    assert (await own.host.http.delete(f"{own.path}/link")).status_code == 204
    refused = await house.public.post("/api/links/accept", 401, link=second)
    assert "ask its host" in refused["error"]["message"]
    rows = await house.hall.committer.read(lambda c: list(c.execute(sa.select(TOKENS))))
    entries = repr(await own.notes())
    for token in (first, second):
        assert token not in repr([tuple(row) for row in rows]) and token not in entries
    assert [what for what, _ in await own.notes()][-1] == "link revoked"
    # A guest of the table may not make one.
    bob = await own.admitted()
    assert "host" in await message_of(bob.post(f"{own.path}/link", 403))


async def test_a_link_that_is_revoked_at_that_moment_admits_nobody(house: House) -> None:
    own = await opened(house)
    bob = Caller(person=await person_of(await house.guest()))
    with pytest.raises(Problem, match="this link has been revoked"):
        await house.hall.pit.ask(own.table, Admit(table=own.table, link="0" * 16), bob)
    assert (await own.host.picture(own.table))["guests"] == []


async def test_a_link_that_expires_or_is_guessed_admits_nobody(house: House) -> None:
    own = await opened(house)
    token = await own.link(hours=0.000001)
    await asyncio.sleep(0.01)
    await house.visitor(token).get("/api/links", 401)
    await house.public.post("/api/links/accept", 401, link="x" * 43)
    await house.public.get("/api/links", 401)
    await house.public.post("/api/links/accept", 422, link="")
    await own.host.post("/api/links/accept", 401, link=own.host.token)


async def test_a_link_to_a_closed_table_is_refused_in_a_clear_line(house: House) -> None:
    own = await opened(house)
    token = await own.link()
    await own.do("close")
    assert not (await house.visitor(token).get("/api/links"))["open"]
    refused = await house.public.post("/api/links/accept", 409, link=token)
    assert refused["error"]["message"] == "the table is closed"


# --- the host's powers ----------------------------------------------------------------------------


async def test_the_host_removes_a_player_between_rounds_for_good(house: House) -> None:
    own = await opened(house)
    bob = await own.admitted()
    link = await own.link()
    seat = await own.seated(bob, 1)
    person = await person_of(bob)
    async with bob.socket(own.table) as watching:
        assert (await own.do("remove", seat=1))["leaving"] is False
        gone = await watching.expect("error")
        assert gone["table"] == own.table and gone["error"]["message"] == STRANGER
    await bob.get(own.path, 403)
    await seat.get("/api/me", 401)
    assert (await bob.get("/api/me"))["balance"] == "1000.00"
    # The link he had is revoked, and another does not admit him.
    await house.public.post("/api/links/accept", 401, link=link)
    refused = await bob.post("/api/links/accept", 403, link=await own.link())
    assert refused["error"]["message"] == "the host has removed you from this table"
    removed = [details for what, details in await own.notes() if what == "removed"]
    assert removed[0]["person"] == person and removed[0]["by"] == own.person
    assert "not at the table" in await message_of(own.do("remove", 404, person=person))


async def test_somebody_removed_during_a_round_plays_it_to_its_end(house: House) -> None:
    house.stack("Kc 4c 7d 5h")
    own = await opened(house)
    bob = await own.admitted()
    seat = await own.seated(bob, 1)
    await seat.say(own.table, "wager original 10")
    await house.floor.say(own.table, "dealer close")
    assert (await own.do("remove", person=await person_of(bob)))["leaving"] is True
    assert (await seat.picture(own.table))["seats"]["1"]["leaving"]
    await seat.say(own.table, "pass")
    assert (await own.host.picture(own.table))["seats"]["1"] is None
    await bob.get(own.path, 403)
    # The round that he played stays his own.
    number = (await own.host.picture(own.table))["last"]
    assert (await bob.get(f"/api/rounds/{number}"))["viewer"] == "seat:1"
    # What the table is called from now on is not told to him.
    exported = await bob.get("/api/me/record/export", format="json")
    for told in (await bob.get("/api/me/rounds"), exported):
        assert [line["name"] for line in told["rounds"]] == [own.table]
    known = {"table": own.table, "name": own.table}
    assert (await bob.get("/api/me/record"))["tables"] == [known]
    about = {"id": new_id(), "seat": 1, "about": "payment", "words": "Too little."}
    asked = await bob.post(f"/api/rounds/{number}/disputes", 201, **about)
    assert asked["table_name"] == own.table
    assert (await bob.get("/api/me"))["balance"] == "1040.00"


async def test_somebody_removed_takes_no_other_seat_while_the_round_is_played(
    house: House,
) -> None:
    own = await opened(house)
    await own.do("house", house={"positions_per_player": 3})
    bob = await own.admitted()
    seat = await own.seated(bob, 1)
    await seat.say(own.table, "wager original 10")
    assert (await own.do("remove", seat=1))["leaving"] is True
    refused = await bob.post(f"{own.path}/seats/2", 403, id=new_id())
    assert refused["error"]["message"] == "the host has removed you from this table"


async def test_only_host_and_floor_may_remove_and_never_the_host(house: House) -> None:
    own = await opened(house)
    bob = await own.admitted()
    body: Data = {"id": new_id(), "person": own.person}
    assert "host" in await message_of(bob.post(f"{own.path}/remove", 403, **body))
    assert "hand the table over" in await message_of(own.do("remove", 409, person=own.person))
    await own.do("remove", 404)
    await own.do("remove", 404, seat=3)
    body = {"id": new_id(), "person": await person_of(bob)}
    await house.floor.post(f"{own.path}/remove", **body)
    await bob.get(own.path, 403)


async def test_the_host_hands_over(house: House) -> None:
    own = await opened(house)
    bob = await own.admitted()
    theirs = await person_of(bob)
    async with bob.socket(own.table) as watching:
        await own.do("host", person=theirs)
        seen = await watching.until(own.table, lambda p: bool(p["host"]["person"] == theirs))
        assert seen["host"]["name"] == "Bob"
    assert (await bob.picture(own.table))["you"]["host"]
    assert "for the host" in await message_of(own.do("remove", 403, person=theirs))
    assert not (await own.host.picture(own.table))["you"]["host"]
    await own.do("host", 403, person=own.person)
    stranger = await person_of(await house.guest())
    refused = await bob.post(f"{own.path}/host", 404, id=new_id(), person=stranger)
    assert "not at the table" in refused["error"]["message"]
    row = sa.select(PRIVATE_TABLES.c.host).where(PRIVATE_TABLES.c.table_id == own.table)
    assert await house.hall.committer.read(lambda c: c.scalar(row)) == theirs


async def test_a_seated_host_hands_over_to_somebody_who_only_watches(house: House) -> None:
    own = await opened(house)
    await own.seated(own.host, 3)
    bob = await own.admitted()
    await own.do("host", person=await person_of(bob))
    assert (await bob.picture(own.table))["you"]["host"]
    assert [what for what, _ in await own.notes()].count("handed over") == 1


async def test_a_host_who_leaves_the_seat_hands_over_to_the_next_person(house: House) -> None:
    own = await opened(house)
    mine = await own.seated(own.host, 3)
    await mine.post(f"{own.path}/leave", id=new_id())
    assert (await own.host.picture(own.table))["you"]["host"]  # nobody else sits
    mine = await own.seated(own.host, 3)
    bob = await own.admitted()
    await own.seated(bob, 5)
    await mine.post(f"{own.path}/leave", id=new_id())
    assert (await bob.picture(own.table))["you"]["host"]
    assert (await own.host.picture(own.table))["host"]["name"] == "Bob"


async def test_the_host_closes_the_table_and_everybody_is_cashed_out(house: House) -> None:
    own = await opened(house)
    bob = await own.admitted()
    await own.seated(bob, 1)
    await bob.post(f"{own.path}/close", 403, id=new_id())
    assert "floor" in await message_of(own.do("close", 403, count="0"))
    assert (await own.do("close"))["closing"] is False
    assert (await bob.picture(own.table))["phase"] == "closed"
    assert (await bob.get("/api/me"))["balance"] == "1000.00"
    assert (await house.floor.get(f"{own.path}/reconciliation"))["balanced"]
    assert await own.do("close", 409)
    row = sa.select(PRIVATE_TABLES.c.open).where(PRIVATE_TABLES.c.table_id == own.table)
    assert await house.hall.committer.read(lambda c: c.scalar(row)) is False


async def test_closing_waits_for_the_end_of_the_round_or_is_refused(house: House) -> None:
    house.stack("Kc 4c 7d 5h")
    own = await opened(house)
    bob = await own.admitted()
    seat = await own.seated(bob, 1)
    await seat.say(own.table, "wager original 10")
    await house.floor.say(own.table, "dealer close")
    assert "a round is being played" in await message_of(own.do("close", 409))
    assert (await own.do("close", when="after-round"))["closing"] is True
    async with bob.socket(own.table) as watching:
        assert watching.pictures[own.table]["closing"]
        await seat.say(own.table, "pass")
        told = []
        while watching.pictures[own.table]["phase"] != "closed":
            told += (await watching.next()).get("events", ())
        kinds = [event["kind"] for event in told]
        assert "collect" in kinds  # how it ended is told before the table closes
    assert (await bob.get("/api/me"))["balance"] == "1040.00"
    assert (await house.floor.get(f"{own.path}/reconciliation"))["balanced"]


async def test_closed_tables_do_not_stay_in_memory(house: House) -> None:
    own, other = await opened(house), await opened(house)
    keepers = house.hall.keepers
    async with other.host.socket(other.table) as watching:
        await own.do("close")
        await other.do("close")
        await watching.until(other.table, lambda p: p["phase"] == "closed")
        await opened(house)
        await until(lambda: own.table not in keepers)
        assert other.table in keepers  # somebody still looks at it
    assert (await own.host.picture(own.table))["phase"] == "closed"
    assert own.table in keepers and await own.do("close", 409)
    await opened(house)
    await until(lambda: own.table not in keepers and other.table not in keepers)


async def test_private_tables_that_are_closed_are_not_read_again(tmp_path: Path) -> None:
    """Anybody may open and close as many as they like; nobody's pages get slower by that."""
    async with running(tmp_path) as house:
        own = await opened(house)
        await own.seated(await own.admitted(), 1)
        await own.do("close")
        damaged = f"cannot be read: {own.person}".encode()
        row = TABLES.update().where(TABLES.c.table_id == own.table).values(snapshot=damaged)
        await house.hall.committer.write(lambda connection: connection.execute(row))
        assert (await own.host.get("/api/me"))["seats"] == []
        assert (await house.floor.get("/api/floor"))["tables"] == []
    async with running(tmp_path) as house:
        assert (await house.public.get("/api/lobby"))["tables"] == []


async def test_a_table_that_waits_for_a_round_closes_if_the_round_is_given_up(
    house: House,
) -> None:
    own = await opened(house)
    bob = await own.admitted()
    seat = await own.seated(bob, 1)
    await seat.say(own.table, "wager original 10")
    assert (await own.do("close", when="after-round"))["closing"] is True
    await seat.say(own.table, "withdraw original")
    assert (await own.host.picture(own.table))["phase"] == "closed"
    assert (await bob.get("/api/me"))["balance"] == "1000.00"
    assert (await house.floor.get("/api/reconciliation"))["balanced"]


async def test_a_public_table_has_no_host_and_is_closed_by_the_floor_only(house: House) -> None:
    table = await house.table()
    guest = await house.guest()
    await guest.post(f"/api/tables/{table}/close", 403, id=new_id())
    refused = await house.floor.post(f"/api/tables/{table}/remove", 409, id=new_id(), seat=1)
    assert "no host" in refused["error"]["message"]
    picture = await guest.picture(table)
    assert (picture["private"], picture["host"]) == (False, None)


async def test_the_host_changes_the_house_between_rounds_only(house: House) -> None:
    own = await opened(house)
    await own.do("house", house={"minimum": "10", "maximum": "200"})
    assert (await own.host.picture(own.table))["limits"]["maximum"] == "200.00"
    broken = await own.do("house", 409, house={"payouts.spread.1": "1 to 1"})
    assert broken["breaches"][0]["key"] == "payouts.spread.1"
    bob = await own.admitted()
    seat = await own.seated(bob, 1)
    await bob.post(f"{own.path}/house", 403, id=new_id(), house={})
    await seat.say(own.table, "wager original 10")
    assert "a round is being played" in await message_of(own.do("house", 409, house={}))
    (noted,) = [details for what, details in await own.notes() if what == "house"]
    assert noted["by"] == own.person


async def test_house_players_do_not_keep_the_host_from_a_smaller_table(house: House) -> None:
    own = await opened(house, company=["best", "card"])
    picture = await own.host.picture(own.table)
    last = str(len(picture["seats"]))
    async with asyncio.timeout(10):
        while (await own.host.picture(own.table))["seats"][last] is None:
            await asyncio.sleep(0.01)
    bob = await own.admitted()
    await own.seated(bob, 3)
    assert "holds a seat" in await message_of(own.do("house", 409, house={"seats": 2}))
    await own.do("house", house={"seats": 3})
    async with asyncio.timeout(10):  # whoever had to get up takes another seat
        while None in (seats := (await own.host.picture(own.table))["seats"]).values():
            await asyncio.sleep(0.01)
    assert len(seats) == 3 and seats["3"]["strategy"] is None
    assert (await house.floor.get("/api/reconciliation"))["balanced"]


# --- a host who goes, and a table without people --------------------------------------------------


async def test_a_table_without_people_closes_by_itself(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        own = await opened(house)
        seat = await own.seated(await own.admitted(), 1)
        house.hall.policies.now = Policy(minutes=0.002)
        house.hall.pit.decided()
        await asyncio.sleep(0.2)
        assert (await own.host.picture(own.table))["phase"] != "closed"  # somebody sits there
        await seat.post(f"{own.path}/leave", id=new_id())
        live = house.hall.keepers[own.table].live
        assert live is not None
        await until(lambda: not live.snapshot.open)
        assert (await own.host.picture(own.table))["phase"] == "closed"  # and that is recorded
        last = [what for what, _ in await own.notes()][-2:]
        assert last == ["empty", "close"]
        assert (await own.host.get("/api/lobby"))["tables"] == []
        assert (await house.floor.get(f"{own.path}/reconciliation"))["balanced"]


async def test_a_table_stays_open_while_somebody_deals_to_house_players(tmp_path: Path) -> None:
    """The host deals, a friend watches: that is not a table without people."""
    async with running(tmp_path) as house:
        own = await opened(house, company=["best"])
        dan = await own.dealer()
        house.hall.policies.now = Policy(minutes=0.01)
        await own.do("house", house={})  # the minutes count from now on
        await dan.post(f"{own.path}/box", id=new_id())
        live = house.hall.keepers[own.table].live
        assert live is not None
        for _ in range(4):
            await asyncio.sleep(0.3)
            assert live.snapshot.open
            await dan.post(f"{own.path}/entropy", id=new_id(), value="luck")
        await until(lambda: not live.snapshot.open)


async def test_what_was_empty_before_a_restart_closes_after_it(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        own = await opened(house)
    async with running(tmp_path) as house:
        live = await house.hall.keepers[own.table].up()
        assert live.snapshot.open and live.snapshot.empty_since
        house.hall.policies.now = Policy(minutes=0.0001)
        house.hall.pit.decided()
        await until(lambda: not live.snapshot.open)


async def test_a_host_who_does_not_sit_for_long_is_followed_by_who_does(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        own = await opened(house)
        bob = await own.admitted()
        await own.seated(bob, 1)
        house.hall.policies.now = Policy(minutes=0.002)
        house.hall.pit.decided()
        live = house.hall.keepers[own.table].live
        assert live is not None
        await until(lambda: live.snapshot.host != own.person)
        assert (await bob.picture(own.table))["you"]["host"]
        # The old host may still see the table.
        assert (await own.host.picture(own.table))["host"]["name"] == "Bob"


async def test_a_host_who_is_erased_is_followed_by_the_next_person_or_nobody(house: House) -> None:
    own, alone = await opened(house), await opened(house)
    bob = await own.admitted()
    await own.seated(bob, 1)
    for visitor in (own.host, alone.host):
        await visitor.delete("/api/me?everything=true")
    assert (await bob.picture(own.table))["you"]["host"]
    assert (await house.floor.picture(alone.table))["phase"] == "closed"


async def test_a_host_who_erases_the_name_alone_keeps_the_table(house: House) -> None:
    own = await opened(house)
    await own.host.delete("/api/me")
    picture = await own.host.picture(own.table)
    assert picture["you"]["host"] and picture["phase"] != "closed"


async def test_what_a_host_has_called_a_table_is_forgotten_with_the_host(house: House) -> None:
    """It is in no chain. A table that was closed before loses its name, too."""
    words = "Anna Mueller, Main Street 5"
    own, gone = await opened(house, name=words), await opened(house, name=words)
    bob = await own.admitted()
    await own.seated(bob, 1)
    await gone.host.post(f"{gone.path}/close", id=new_id())
    assert (await house.floor.picture(gone.table))["name"] == words
    for visitor in (own.host, gone.host):
        await visitor.delete("/api/me?everything=true")
    for table in (own.table, gone.table):
        seen = await house.floor.get(f"/api/tables/{table}")
        assert seen["name"] == f"Red Dog {table.rpartition('-')[2]}"
    kept = sa.select(ENTRIES.c.payload).where(ENTRIES.c.table_id.in_((own.table, gone.table)))
    chain = await house.hall.committer.read(lambda c: list(c.scalars(kept)))
    assert chain and not any(b"Mueller" in bytes(entry) for entry in chain)


async def test_whoever_sits_at_a_private_table_may_play_on_from_another_device(
    house: House,
) -> None:
    own = await opened(house)
    bob = await own.admitted()
    await own.seated(bob, 1)
    claimed = await bob.post(f"/api/me/seats/{own.table}/1", 201)
    assert (await house.visitor(claimed["token"]).picture(own.table))["you"]["seat"] == 1


async def test_membership_survives_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        own = await opened(house)
        bob = await own.admitted()
        cid = await own.admitted("Cid")
        await own.do("remove", person=await person_of(cid))
        mallory = await house.guest()
    async with running(tmp_path) as house:
        for visitor, status in ((own.host, 200), (bob, 200), (cid, 403), (mallory, 403)):
            await house.visitor(visitor.token).get(own.path, status)
        kept = sa.select(MEMBERS.c.person).where(MEMBERS.c.table_id == own.table)
        people = await house.hall.committer.read(lambda c: set(c.scalars(kept)))
        assert people == {own.person, await person_of(house.visitor(bob.token))}


# --- policies -------------------------------------------------------------------------------------


def decision(**more: Any) -> Data:
    return {
        "id": new_id(),
        "allowed": True,
        "per_host": 2,
        "in_all": 3,
        "maximum": "500",
        "minutes": 15,
        "company": True,
        "games": None,
    } | more


async def test_the_floor_decides_and_every_refusal_names_its_policy(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        host = await house.guest("Ann")

        async def decide(status: int = 200, **more: Any) -> Data:
            answer = await house.floor.http.put("/api/policies", json=decision(**more))
            assert answer.status_code == status, answer.text
            found: Data = answer.json()
            return found

        async def opens(status: int = 409, **more: Any) -> str:
            body = {"id": new_id(), "game": "red-dog", **more}
            answer = await host.post("/api/private-tables", status, **body)
            return str(answer["error"]["message"] if status != 201 else answer["table"])

        await decide(allowed=False)
        assert await opens() == "private tables are not open at present (the floor's policy)"
        await decide(games=["double-down-stud"])
        assert "Red Dog is not played at private tables" in await opens()
        await decide(400, games=["bridge"])
        await decide(422, minutes=0)
        await decide(maximum="400", company=False)
        assert "maximum is $500" in await opens()
        assert "house players" in await opens(house={"maximum": "400"}, company=["best"])
        table = await opens(201, house={"maximum": "400"})
        change = f"/api/tables/{table}/house"
        refused = await host.post(change, 409, id=new_id(), house={"maximum": "450"})
        assert "the floor's policy" in refused["error"]["message"]
        company = {"id": new_id(), "strategies": ["best"]}
        refused = await host.post(f"/api/tables/{table}/company", 409, **company)
        assert "house players" in refused["error"]["message"]
        await decide(per_host=1)
        assert "a host may have one private table" in await opens()
        await decide(per_host=5, in_all=1)
        assert "1 private tables are open" in await opens()
        shown = await house.public.get("/api/policies")
        assert shown["private_tables"]["in_all"] == 1
        assert shown["private_tables"]["maximum"] == "500.00"
        told = await notes(house, "policies")
        assert told[-1][1]["changed"] == {"per_host": 5, "in_all": 1}
        assert told[-1][1]["by"] == await person_of(house.floor)
        same = decision(per_host=9)
        for _ in range(2):
            await house.floor.http.put("/api/policies", json=same)
        assert len(await notes(house, "policies")) == len(told) + 1
        assert (await house.floor.get("/api/journal/verify"))["verified"]
    async with running(tmp_path) as house:
        assert house.hall.policies.now.per_host == 9


async def test_limits_hold_however_many_open_at_once(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        await house.floor.http.put("/api/policies", json=decision(per_host=2, in_all=3))
        await at_once([house], [await house.guest(), await house.guest()])


async def at_once(houses: list[House], hosts: list[Visitor]) -> None:
    """Open four tables for each of two hosts at once: each may have two, and all of them three."""
    asked = [
        house.visitor(host.token).http.post(
            "/api/private-tables", json={"id": new_id(), "game": "red-dog"}
        )
        for host in hosts
        for house in houses * (4 // len(houses))
    ]
    answers = await asyncio.gather(*asked)
    made = [a.json()["table"] for a in answers if a.status_code == 201]
    assert sorted({a.status_code for a in answers}) == [201, 409], [a.text for a in answers]
    assert len(made) == len(set(made)) == 3
    counted = sa.select(PRIVATE_TABLES.c.host).where(PRIVATE_TABLES.c.open)
    held = await houses[0].hall.committer.read(lambda c: list(c.scalars(counted)))
    assert sorted(held.count(host) for host in set(held)) == [1, 2]


# --- two processes --------------------------------------------------------------------------------


@pytest.mark.postgres
async def test_two_processes_count_and_hide_alike(postgres: Postgres, tmp_path: Path) -> None:
    async with two(postgres, tmp_path) as (one, other):
        await one.floor.http.put("/api/policies", json=decision(per_host=2, in_all=3))
        await until(lambda: other.hall.policies.now.in_all == 3)
        hosts = [await one.guest("Ann"), await one.guest("Ben")]
        await at_once([one, other], hosts)
        mine = sa.select(PRIVATE_TABLES.c.table_id, PRIVATE_TABLES.c.host)
        rows = await one.hall.committer.read(lambda c: [tuple(row) for row in c.execute(mine)])
        table, person = rows[0]
        (ann,) = [host for host in hosts if await person_of(host) == person]
        for house in (one, other):
            stranger = await house.guest()
            await stranger.get(f"/api/tables/{table}", 403)
            async with stranger.socket() as socket:
                await refused_to_watch(socket, table)
                await socket.send({"type": "lobby"})
                lobby = await socket.expect("lobby")
                assert table not in {line["table"] for line in lobby["tables"]}
            host = house.visitor(ann.token)
            async with host.socket(table) as socket:
                assert socket.pictures[table]["you"]["host"]
            async with asyncio.timeout(10):
                while table not in str(await host.get("/api/lobby")):
                    await asyncio.sleep(0.05)
        # A link made over one process is good at the other; who is removed is turned away there.
        made = await one.visitor(ann.token).post(f"/api/tables/{table}/link", 201)
        came = await other.public.post("/api/links/accept", 201, link=made["token"], name="Bob")
        bob = other.visitor(came["token"])
        async with bob.socket(table) as socket:
            body = {"id": new_id(), "person": came["person"]}
            await one.visitor(ann.token).post(f"/api/tables/{table}/remove", **body)
            gone = await socket.expect("error")
            assert gone["error"]["message"] == STRANGER


@pytest.mark.postgres
async def test_who_opens_second_waits_for_the_commit_of_the_first(
    postgres: Postgres, tmp_path: Path
) -> None:
    """Otherwise both would count without the other, and both would find room for the last table."""
    async with running(postgres.database(), data=tmp_path) as house:
        engine, policy = house.hall.store.engine, Policy(per_host=1)

        def open_another(table: str) -> str:
            with engine.begin() as connection:
                keep_membership(table, "p-1", True, {"p-1"})(connection)
                try:
                    need_room("p-1", policy)(connection)
                except Refusal as refusal:
                    return refusal.message
            return ""

        with engine.begin() as first:
            keep_membership("one", "p-1", True, {"p-1"})(first)
            need_room("p-1", policy)(first)
            second = asyncio.create_task(asyncio.to_thread(open_another, "two"))
            await asyncio.sleep(0.3)
            assert not second.done()
        assert "a host may have one private table" in await second
