"""Coming back with a passkey or a recovery code, and what those who should not come back get."""

from __future__ import annotations

import asyncio
import copy
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
import websockets
from cryptography.hazmat.primitives.asymmetric import ec
from fido2.cose import ES384

from croupier.journal.database import ENTRIES
from croupier.journal.entry import Entry
from croupier.journal.payloads import Noted, decode
from croupier.journal.recorder import stamp, utc_now
from croupier.server import challenges, door, recovery
from croupier.server.commands import ANSWER, Tick
from croupier.server.errors import Problem
from croupier.server.patience import Patience, neighbourhood
from croupier.server.people import LINK, new_token
from croupier.server.recovery import new_code, read_code
from croupier.server.returning import Returning
from croupier.server.schema import CHALLENGES, PASSKEYS, RECOVERY, TOKENS
from croupier.server.settings import Settings
from croupier.stage.actions import Refusal
from tests.server.authenticator import PRESENT, Passkey, public_key_of
from tests.server.visitors import FAST, House, Visitor, new_id, running

pytestmark = pytest.mark.asyncio(loop_scope="module")

POSTGRES = True

Data = dict[str, Any]


def origin_of(house: House) -> str:
    """Return the page's address by its name, which passkeys need."""
    return house.base.replace("127.0.0.1", "localhost")


def from_page(house: House, visitor: Visitor) -> Visitor:
    """Return the same visitor with a browser that shows the page by its name."""
    visitor.http.headers["Origin"] = origin_of(house)
    return visitor


@pytest.fixture(autouse=True)
def _forgiven(house: House) -> None:
    """Let no test wait for what an earlier one guessed."""
    for patience in (house.hall.returning.address_patience, house.hall.returning.house_patience):
        patience._records.clear()
    house.hall.returning._asks._buckets.clear()
    house.hall.door._bucket._left = door.BURST


async def guest_of(house: House, name: str = "Dee") -> Visitor:
    return from_page(house, await house.guest(name))


async def with_passkey(house: House, guest: Visitor, **more: Any) -> Passkey:
    """Add a passkey to a guest's account."""
    passkey = Passkey(origin_of(house), **more)
    options = await guest.post("/api/me/passkey-options")
    await guest.post("/api/me/passkeys", 201, label="My phone", **passkey.made(options))
    return passkey


async def asked(house: House) -> Data:
    options: Data = await from_page(house, house.public).post("/api/session/passkey-options")
    return options


async def come_back(house: House, passkey: Passkey, status: int = 201, **lies: Any) -> Data:
    """Sign in with a passkey."""
    body = passkey.signed(await asked(house), **lies)
    answer: Data = await house.public.post("/api/session/passkey", status, **body)
    return answer


async def use(house: House, code: str, status: int = 201, id: str | None = None) -> Data:
    """Sign in with a recovery code."""
    path = "/api/session/recovery"
    answer: Data = await house.public.post(path, status, id=id or new_id(), code=code)
    return answer


async def recorded(house: House, last: int = 1) -> list[Noted]:
    """Return the last entries of the door's chain."""
    wanted = sa.select(ENTRIES).where(ENTRIES.c.table_id == door.CHAIN)
    newest = wanted.order_by(ENTRIES.c.number.desc()).limit(last)
    rows = await house.hall.committer.read(lambda c: list(c.execute(newest)))
    return [decode(Entry(*row), Noted) for row in reversed(rows)]


async def why(house: House) -> tuple[str, str]:
    """Return how and why somebody was refused last."""
    (entry,) = await recorded(house)
    assert entry.what == "refused"
    return entry.details["how"], entry.details["why"]


# --- coming back ----------------------------------------------------------------------------------


async def test_a_guest_comes_back_with_a_passkey_and_finds_chips_and_record(house: House) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table()
    guest = await guest_of(house)
    seated = await guest.post(f"/api/tables/{table}/seats/1", 201, id=new_id(), buy_in="100")
    player = house.visitor(seated["token"])
    await player.say(table, "wager original 10")
    await house.floor.say(table, "dealer close")
    await player.say(table, "pass")
    before = await guest.get("/api/me")
    assert before["kept"] is False
    passkey = await with_passkey(house, guest)
    back = await come_back(house, passkey)
    assert (back["role"], back["name"], back["person"]) == ("spectator", "Dee", before["person"])
    assert back["seats"] == [{"table": table, "seat": 1}]
    again = from_page(house, house.visitor(back["token"]))
    assert await again.get("/api/me") == before | {"kept": True, "expires": back["expires"]}
    # The chips are found at the seat, and the round is read with the seat's eyes.
    claimed = await again.post(f"/api/me/seats/{table}/1", 201)
    phone = house.visitor(claimed["token"])
    assert (await phone.picture(table))["you"]["seat"] == 1
    await phone.say(table, "wager original 10")
    (round, *_) = (await again.get("/api/rounds", table=table))["rounds"]
    assert (await again.get(f"/api/rounds/{round['round']}"))["viewer"] == "seat:1"
    # The first device goes on as before.
    assert (await player.picture(table))["you"]["seat"] == 1


async def test_a_recovery_code_works_once_and_brings_the_next(house: House) -> None:
    guest = await guest_of(house)
    person = (await guest.get("/api/me"))["person"]
    made = await guest.post("/api/me/recovery", 201)
    rows = await house.hall.committer.read(lambda c: list(c.execute(sa.select(RECOVERY))))
    assert made["code"] not in repr(rows) and read_code(made["code"]) not in repr(rows)
    tokens = await house.hall.committer.read(lambda c: list(c.execute(sa.select(TOKENS))))
    assert str(guest.token) not in repr(tokens)
    back = await use(house, made["code"].lower().replace("-", " "))
    assert (back["person"], back["name"]) == (person, "Dee")
    await house.visitor(back["token"]).get("/api/me")
    refused = await use(house, made["code"], 401)
    assert "code" in refused["error"]["message"] and await why(house) == ("recovery", "used before")
    assert refused == await use(house, new_code(), 401)
    third = await use(house, back["recovery"])
    assert third["person"] == person and third["recovery"] != back["recovery"]


async def test_a_new_code_replaces_the_old_and_a_removed_one_opens_nothing(house: House) -> None:
    guest = await guest_of(house)
    first = (await guest.post("/api/me/recovery", 201))["code"]
    second = (await guest.post("/api/me/recovery", 201))["code"]
    wrong = await use(house, first, 401)
    assert wrong == await use(house, new_code(), 401)
    await guest.delete("/api/me/recovery")
    assert wrong == await use(house, second, 401)
    await guest.delete("/api/me/recovery", 404)


async def test_a_lost_answer_to_a_code_can_be_asked_for_again(house: House) -> None:
    """The code and the id of the request must both be known, and the token be unused."""
    guest = await guest_of(house)
    code, id = (await guest.post("/api/me/recovery", 201))["code"], new_id()
    lost = await use(house, code, id=id)
    again = await use(house, code, id=id)
    assert again["person"] == lost["person"] and again["recovery"] != lost["recovery"]
    await house.visitor(lost["token"]).get("/api/me", 401)
    await use(house, lost["recovery"], 401)
    await use(house, code, 401)  # under another id
    both = await asyncio.gather(*(use(house, code, id=id) for _ in range(2)))
    valid = [await house.visitor(one["token"]).http.get("/api/me") for one in both]
    assert sorted(one.status_code for one in valid) == [200, 401]
    await use(house, code, 401, id=id)  # the answer has arrived: its token was used


@pytest.mark.parametrize("first", ["GET /api/me/devices", "POST /api/me/recovery", "socket"])
async def test_an_answer_whose_token_was_used_is_not_lost(house: House, first: str) -> None:
    guest = await guest_of(house)
    code, id = (await guest.post("/api/me/recovery", 201))["code"], new_id()
    back = house.visitor((await use(house, code, id=id))["token"])
    if first == "socket":
        async with back.socket():
            pass
    else:
        assert (await back.http.request(*first.split())).is_success
    await use(house, code, 401, id=id)
    await back.get("/api/me")


async def test_the_request_for_a_lost_answer_works_for_minutes_only(house: House) -> None:
    guest = await guest_of(house)
    code, id = (await guest.post("/api/me/recovery", 201))["code"], new_id()
    await use(house, code, id=id)
    earlier = stamp(utc_now() - timedelta(minutes=11))
    await house.hall.committer.write(
        lambda c: c.execute(RECOVERY.update().values(spent_at=earlier))
    )
    await use(house, code, 401, id=id)


async def test_a_code_may_be_typed_as_people_type(house: House) -> None:
    code = new_code()
    assert len(recovery.ALPHABET) ** recovery.SYMBOLS >= 2**128
    meant = read_code(code)
    assert read_code(code.lower().replace("0", "o").replace("1", "l")) == meant
    slip = code[:-1] + ("0" if code[-1] != "0" else "2")
    for typed in (slip, code[:-1], "U" + code[1:]):
        with pytest.raises(Refusal, match="mistyped"):
            read_code(typed)
    refused = await house.public.post("/api/session/recovery", 409, id=new_id(), code=slip)
    assert "mistyped" in refused["error"]["message"]


async def test_everything_is_listed_and_recorded_without_secrets(house: House) -> None:
    guest = await guest_of(house, "Dee Unforgettable")
    person = (await guest.get("/api/me"))["person"]
    passkey = await with_passkey(house, guest)
    code = (await guest.post("/api/me/recovery", 201))["code"]
    back = await come_back(house, passkey)
    phone = house.visitor(back["token"])
    listed = await phone.get("/api/me/devices")
    (mine,) = listed["passkeys"]
    assert (mine["label"], mine["site"]) == ("My phone", "localhost") and mine["used"]
    assert listed["recovery"]["created"] and code not in str(listed)
    assert [(one["how"], one["here"]) for one in listed["devices"]] == [
        ("passkey", True),
        ("guest", False),
    ]
    await phone.delete(f"/api/me/passkeys/{mine['key']}")
    await phone.delete(f"/api/me/passkeys/{mine['key']}", 404)
    entries = await recorded(house, 4)
    assert [entry.what for entry in entries] == [
        "passkey added",
        "code made",
        "sign-in",
        "passkey removed",
    ]
    assert {entry.details["person"] for entry in entries} == {person}
    assert "Unforgettable" not in str(entries) and code not in str(entries)
    assert (await come_back(house, passkey, 401))["error"]["kind"] == "unauthorized"
    assert (await house.floor.get("/api/journal/verify"))["verified"]
    assert (await house.floor.get("/api/reconciliation"))["balanced"]


async def test_an_invited_guest_gets_a_token_of_their_own(house: House) -> None:
    table = await house.table(open_seats=False)
    path = f"/api/tables/{table}/invitations"
    invitation = await house.floor.post(path, 201, id=new_id(), seat=2)
    accept = house.visitor(invitation["token"]).post("/api/invitations/accept", 201, name="Eve")
    seated = await accept
    own = house.visitor(seated["guest"]["token"])
    assert seated["guest"]["person"] == seated["person"] and seated["guest"]["name"] == "Eve"
    code = (await own.post("/api/me/recovery", 201))["code"]
    assert (await use(house, code))["seats"] == [{"table": table, "seat": 2}]


# --- attacks --------------------------------------------------------------------------------------


async def test_an_answer_that_is_sent_again_is_refused(house: House) -> None:
    passkey = await with_passkey(house, await guest_of(house))
    body = passkey.signed(await asked(house))
    await house.public.post("/api/session/passkey", 201, **body)
    await house.hall.committer.write(lambda c: c.execute(PASSKEYS.update().values(uses=0)))
    await house.public.post("/api/session/passkey", 401, **body)
    assert await why(house) == ("passkey", "challenge")


async def test_of_two_answers_to_one_challenge_at_once_one_is_accepted(house: House) -> None:
    passkey = await with_passkey(house, await guest_of(house))
    options = await asked(house)
    bodies = [passkey.signed(options) for _ in range(4)]
    answers = await asyncio.gather(
        *(house.public.http.post("/api/session/passkey", json=body) for body in bodies)
    )
    assert sorted(answer.status_code for answer in answers) == [201, 401, 401, 401]


async def test_a_challenge_lasts_two_minutes_and_is_made_here(house: House) -> None:
    passkey = await with_passkey(house, await guest_of(house))
    options = await asked(house)
    late = stamp(utc_now() - timedelta(seconds=1))
    await house.hall.committer.write(lambda c: c.execute(CHALLENGES.update().values(expires=late)))
    await house.public.post("/api/session/passkey", 401, **passkey.signed(options))
    assert await why(house) == ("passkey", "challenge")
    made_up = options | {"challenge": "A" * 43}
    await house.public.post("/api/session/passkey", 401, **passkey.signed(made_up))
    assert await why(house) == ("passkey", "challenge")


@pytest.mark.parametrize(
    ("lies", "reason"),
    [
        ({"origin": "https://evil.example"}, "origin"),
        ({"origin": "http://localhost:1"}, "origin"),
        ({"site": "evil.example"}, "site"),
        ({"framed": True}, "frame"),
        ({"flags": 0}, "presence"),
        ({"type": "webauthn.create"}, "ceremony"),
        ({"private": ec.generate_private_key(ec.SECP256R1())}, "signature"),
        ({"person": "p-0123456789abcdef"}, "owner"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_a_wrong_answer_is_refused_and_recorded(
    house: House, lies: Data, reason: str
) -> None:
    passkey = await with_passkey(house, await guest_of(house))
    refused = await come_back(house, passkey, 401, **lies)
    assert await why(house) == ("passkey", reason)
    unknown = await come_back(house, Passkey(origin_of(house), person=passkey.person), 401)
    assert await why(house) == ("passkey", "unknown")
    assert refused == unknown  # nobody learns which passkeys there are
    await come_back(house, passkey)


@pytest.mark.parametrize(
    ("lies", "reason"),
    [
        ({"origin": "https://evil.example"}, "origin"),
        ({"site": "evil.example"}, "site"),
        ({"framed": True}, "frame"),
        ({"flags": PRESENT & 0}, "presence"),
        ({"type": "webauthn.get"}, "ceremony"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_a_passkey_made_elsewhere_is_not_added(house: House, lies: Data, reason: str) -> None:
    guest = await guest_of(house)
    passkey = Passkey(origin_of(house))
    options = await guest.post("/api/me/passkey-options")
    await guest.post("/api/me/passkeys", 409, **passkey.made(options, **lies))
    assert await why(house) == ("passkey to add", reason)
    assert (await guest.get("/api/me/devices"))["passkeys"] == []


async def test_a_passkey_of_another_algorithm_is_not_added(house: House) -> None:
    guest = await guest_of(house)
    public = public_key_of(ES384, ec.generate_private_key(ec.SECP384R1()))
    passkey = Passkey(origin_of(house))
    options = await guest.post("/api/me/passkey-options")
    await guest.post("/api/me/passkeys", 409, **passkey.made(options, public=public))
    assert await why(house) == ("passkey to add", "algorithm")


async def test_a_passkey_that_is_cut_off_is_not_added(house: House) -> None:
    guest = await guest_of(house)
    whole = Passkey(origin_of(house)).made(await guest.post("/api/me/passkey-options"))
    for part in ("attestation", "client_data"):
        for end in (4, 40, -8):
            body = whole | {part: whole[part][:end]}
            await guest.post("/api/me/passkeys", 409, **body)
    assert (await guest.get("/api/me/devices"))["passkeys"] == []


async def test_a_passkey_removed_while_it_signs_in_opens_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    passkey = await with_passkey(house, await guest_of(house))
    note = house.hall.door.note

    async def slowly(what: str, *also: Any, **details: Any) -> None:
        if what == "sign-in":
            gone = PASSKEYS.delete().where(PASSKEYS.c.credential == passkey.credential)
            await house.hall.committer.write(lambda c: c.execute(gone))
        await note(what, *also, **details)

    monkeypatch.setattr(house.hall.door, "note", slowly)
    await come_back(house, passkey, 401)
    held = sa.select(TOKENS.c.how).where(TOKENS.c.person == passkey.person)
    assert await house.hall.committer.read(lambda c: list(c.scalars(held))) == ["guest"]


async def test_a_challenge_is_good_for_one_ceremony_of_one_person(house: House) -> None:
    guest, other = await guest_of(house), await guest_of(house)
    passkey = Passkey(origin_of(house))
    options = await guest.post("/api/me/passkey-options")
    await other.post("/api/me/passkeys", 409, **passkey.made(options))
    assert await why(house) == ("passkey to add", "challenge")
    user = {"user": options["user"]}
    await guest.post("/api/me/passkeys", 409, **passkey.made(await asked(house) | user))
    assert await why(house) == ("passkey to add", "challenge")
    mine = await with_passkey(house, guest)
    to_add = await guest.post("/api/me/passkey-options")
    await house.public.post("/api/session/passkey", 401, **mine.signed(to_add))
    assert await why(house) == ("passkey", "challenge")


async def test_a_copy_of_a_passkey_is_noticed(house: House) -> None:
    passkey = await with_passkey(house, await guest_of(house))
    copied = copy.copy(passkey)
    await come_back(house, passkey)
    await come_back(house, passkey)
    await come_back(house, copied, 401)
    assert await why(house) == ("passkey", "copy")
    (entry,) = await recorded(house)
    assert entry.details["person"] == passkey.person
    # A device that does not count is not taken for a copy.
    silent = await with_passkey(house, await guest_of(house))
    for _ in range(2):
        await come_back(house, silent, uses=0)


async def test_of_a_passkey_and_its_copy_at_once_one_is_accepted(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    passkey = await with_passkey(house, await guest_of(house))
    note = house.hall.door.note

    async def slowly(what: str, *also: Any, **details: Any) -> None:
        if what == "sign-in":
            this = PASSKEYS.update().where(PASSKEYS.c.credential == passkey.credential)
            await house.hall.committer.write(lambda c: c.execute(this.values(uses=passkey.uses)))
        await note(what, *also, **details)

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(house.hall.door, "note", slowly)
        await come_back(house, passkey, 401)
    assert await why(house) == ("passkey", "copy")
    await come_back(house, passkey)


async def test_a_passkey_belongs_to_one_person(house: House) -> None:
    guest, other = await guest_of(house), await guest_of(house)
    passkey = await with_passkey(house, guest)
    options = await other.post("/api/me/passkey-options")
    refused = await other.post("/api/me/passkeys", 409, **passkey.made(options))
    assert "before" in refused["error"]["message"]
    key = (await guest.get("/api/me/devices"))["passkeys"][0]["key"]
    await other.delete(f"/api/me/passkeys/{key}", 404)
    passkey.person = (await guest.get("/api/me"))["person"]
    await come_back(house, passkey)
    options = await guest.post("/api/me/passkey-options")
    assert [one["id"] for one in options["excludeCredentials"]]


async def test_passkeys_and_challenges_are_bounded(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = await guest_of(house)
    monkeypatch.setattr("croupier.server.returning.MOST_PASSKEYS", 2)
    for _ in range(2):
        await with_passkey(house, guest)
    await guest.post("/api/me/passkey-options", 409)
    options = await (await guest_of(house)).post("/api/me/passkey-options")
    chosen = options["authenticatorSelection"]
    assert (chosen["residentKey"], chosen["userVerification"]) == ("required", "preferred")
    assert options["attestation"] == "none"
    monkeypatch.setattr(challenges, "MOST", 3)
    everything = sa.select(sa.func.count()).select_from(CHALLENGES)
    await house.hall.committer.write(lambda c: c.execute(CHALLENGES.delete()))
    for _ in range(6):
        newest = await asked(house)
    assert await house.hall.committer.read(lambda c: c.scalar(everything)) == 3
    passkey = await with_passkey(house, await guest_of(house))
    body = passkey.signed(newest)
    await house.public.post("/api/session/passkey", 201, **body)
    old = stamp(utc_now() - timedelta(minutes=3))
    await house.hall.committer.write(lambda c: c.execute(CHALLENGES.update().values(expires=old)))
    await asked(house)
    assert await house.hall.committer.read(lambda c: c.scalar(everything)) == 1
    for _ in range(30):
        answer = await house.public.http.post("/api/session/passkey-options")
    assert answer.status_code == 429 and answer.json()["error"]["wait"] >= 1


async def test_many_guests_of_one_network_do_not_push_challenges_out(house: House) -> None:
    """Guests cost nothing, so challenges to add a passkey count against the address, too."""
    answers = []
    for _ in range(25):
        guest = await guest_of(house)
        answers.append((await guest.http.post("/api/me/passkey-options")).status_code)
    assert set(answers[:15]) == {200} and answers[-1] == 429
    assert (await house.public.http.post("/api/session/passkey-options")).status_code == 429


async def test_a_passkey_is_for_the_page_where_it_was_made(house: House) -> None:
    passkey = await with_passkey(house, await guest_of(house))
    elsewhere = PASSKEYS.update().values(site="tables.example")
    await house.hall.committer.write(lambda c: c.execute(elsewhere))
    await come_back(house, passkey, 401)
    assert await why(house) == ("passkey", "unknown")


async def test_passkeys_need_the_name_of_the_page(house: House) -> None:
    for origin in (house.base, "https://evil.example", "http://localhost:1"):
        house.public.http.headers["Origin"] = origin
        refused = await house.public.post("/api/session/passkey-options", 409)
        assert "by a name" in refused["error"]["message"]


async def test_the_pages_of_a_server_are_those_it_was_told() -> None:
    assert Settings().pages(8000) == {"http://localhost:8000": "localhost"}
    assert Settings(host="10.0.0.1").pages(8000) == {}
    told = ("https://Tables.Example/", "http://tables.example", "https://192.0.2.1")
    assert Settings(host="10.0.0.1", origins=told).pages(80) == {
        "https://tables.example": "tables.example"
    }
    assert Settings().pages(80) == {"http://localhost": "localhost"}


async def test_codes_that_are_guessed_must_wait_and_a_right_one_too(house: House) -> None:
    guest = await guest_of(house)
    code = (await guest.post("/api/me/recovery", 201))["code"]
    answers = await asyncio.gather(*(use_any(house) for _ in range(20)))
    assert sorted(answers) == [401] * 5 + [429] * 15
    refused = (await use(house, code, 429))["error"]
    assert refused["kind"] == "limited" and refused["wait"] >= 1
    house.hall.returning.address_patience._records.clear()
    assert (await use(house, code))["name"] == "Dee"


async def use_any(house: House) -> int:
    body = {"id": new_id(), "code": new_code()}
    return (await house.public.http.post("/api/session/recovery", json=body)).status_code


async def test_a_right_code_buys_no_more_guesses(house: House) -> None:
    guest = await guest_of(house)
    code = (await guest.post("/api/me/recovery", 201))["code"]
    for _ in range(4):
        await use(house, new_code(), 401)
    await use(house, code)
    await use(house, new_code(), 401)
    await use(house, new_code(), 429)


async def test_many_addresses_that_guess_slow_codes_down_and_passkeys_not(house: House) -> None:
    guest = await guest_of(house)
    passkey = await with_passkey(house, guest)
    code = (await guest.post("/api/me/recovery", 201))["code"]
    patience = house.hall.returning.house_patience
    for _ in range(150):
        patience.tries("")
    assert patience.wait("") > 3
    await use(house, code)  # whoever has not failed need not wait for those who have
    code = (await guest.post("/api/me/recovery", 201))["code"]
    await use(house, new_code(), 401)
    body = {"id": new_id(), "code": code}
    limited = await house.public.http.post("/api/session/recovery", json=body)
    assert limited.status_code == 429 and int(limited.headers["Retry-After"]) >= 1
    await come_back(house, passkey)
    patience._records.clear()
    await use(house, code)


async def test_passkeys_that_fail_must_wait_too(house: House) -> None:
    passkey = Passkey(origin_of(house), person="p-0123456789abcdef")
    for _ in range(5):
        await come_back(house, passkey, 401)
    await come_back(house, passkey, 429)


async def test_patience_doubles_and_forgets() -> None:
    now = [0.0]
    patience = Patience(free=2, first=1.0, longest=10.0, memory=100.0, clock=lambda: now[0])
    waits = []
    for _ in range(8):
        waits.append(patience.wait("a"))
        now[0] += waits[-1]
        patience.tries("a")
    assert waits == [0, 0, 1, 2, 4, 8, 10, 10]
    assert patience.wait("b") == 0
    now[0] += 101
    assert patience.wait("a") == 0
    assert not patience.has_failed("a") and not patience.has_failed("b")
    patience.tries("a")
    assert patience.wait("a") == 0 and patience.has_failed("a")
    patience.succeeded("a")
    assert not patience.has_failed("a")


async def test_the_waits_are_those_of_the_documentation(house: House) -> None:
    now = [0.0]
    returning = Returning(FAST, house.hall.committer, house.hall.people, house.hall.door)
    address, everybody = returning.address_patience, returning.house_patience
    address._clock = everybody._clock = lambda: now[0]
    waits = []
    for _ in range(16):
        waits.append(address.wait("a"))
        now[0] += waits[-1]
        address.tries("a")
    assert waits == [0, 0, 0, 0, 0, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]
    for _ in range(99):
        everybody.tries("")
    assert everybody.wait("") == 0
    for _ in range(20):
        everybody.tries("")
    assert everybody.wait("") == 4
    assert (door.BURST, door.RATE * 60) == (20, 2)
    await asked(house)
    last = sa.select(sa.func.max(CHALLENGES.c.expires))
    expires = str(await house.hall.committer.read(lambda c: c.scalar(last)))
    assert timedelta(seconds=110) < datetime.fromisoformat(expires) - utc_now()
    assert datetime.fromisoformat(expires) - utc_now() <= timedelta(minutes=2)


async def test_a_home_network_counts_as_one_address() -> None:
    assert neighbourhood("2001:db8::1") == neighbourhood("2001:db8::ffff:1") == "2001:db8::/64"
    assert neighbourhood("192.0.2.1") == "192.0.2.1" and neighbourhood("") == ""


async def test_guesses_do_not_fill_the_journal(house: House) -> None:
    house.hall.door._bucket._left = 2
    before = await recorded(house, 1000)
    for _ in range(5):
        await house.hall.door.refused("recovery", "unknown")
    await house.hall.door.count()
    after = await recorded(house, 1000)
    news = [(entry.what, entry.details) for entry in after[len(before) :]]
    guessed = {"how": "recovery", "why": "unknown"}
    assert news == [("refused", guessed), ("refused", guessed), ("refusals", {"count": 3})]


async def test_what_is_counted_only_is_recorded_at_the_end(tmp_path: Path) -> None:
    async with running(tmp_path, FAST) as house:
        for _ in range(door.BURST + 2):
            await house.hall.door.refused("recovery", "unknown")
    async with running(tmp_path, FAST) as house:
        (entry,) = await recorded(house)
        assert (entry.what, entry.details) == ("refusals", {"count": 2})
        assert (await house.floor.get("/api/journal/verify"))["verified"]


async def test_metrics_tell_of_ways_back(house: House) -> None:
    await use(house, new_code(), 401)
    told = await house.public.get("/metrics")
    assert 'croupier_returns_total{how="recovery",outcome="refused"}' in told


# --- links and roles ------------------------------------------------------------------------------


async def test_a_stolen_link_to_a_seat_adds_and_ends_nothing(house: House) -> None:
    table = await house.table()
    player = from_page(house, await house.player(table, 1))
    for path in ("/api/me/recovery", "/api/me/passkey-options", "/api/me/sign-out"):
        refused = await player.post(path, 403)
        assert "seat" in refused["error"]["message"]
    await player.post(f"/api/me/seats/{table}/1", 403)
    await player.delete("/api/me?everything=true", 403)
    await player.delete("/api/me", 403)
    await player.delete("/api/me/recovery", 403)
    await player.get("/api/me/devices", 403)


async def test_a_thief_is_signed_out_with_everybody_else(house: House) -> None:
    """A stolen link to the account can add a way back, but it shows, and it can be ended."""
    guest = await guest_of(house)
    thief = from_page(house, house.visitor(guest.token))
    passkey = await with_passkey(house, thief)
    stolen = house.visitor((await come_back(house, passkey))["token"])
    (added,) = (await guest.get("/api/me/devices"))["passkeys"]
    await guest.delete(f"/api/me/passkeys/{added['key']}")
    code = (await guest.post("/api/me/recovery", 201))["code"]
    await guest.post("/api/me/sign-out", here=True)
    for visitor in (guest, thief, stolen):
        await visitor.get("/api/me", 401)
    await come_back(house, passkey, 401)
    assert (await use(house, code))["person"] == passkey.person


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/api/me/recovery"),
        ("POST", "/api/me/passkeys"),
        ("DELETE", "/api/me/recovery"),
        ("POST", "/api/me/sign-out"),
        ("POST", "/api/me/seats/{table}/1"),
    ],
)
async def test_nothing_is_added_with_a_token_that_ended_meanwhile(
    house: House, monkeypatch: pytest.MonkeyPatch, method: str, path: str
) -> None:
    """A thief's request may be under way while the owner signs out everywhere."""
    table = await house.table()
    guest = await guest_of(house)
    await guest.post(f"/api/tables/{table}/seats/1", 201, id=new_id())
    code = (await guest.post("/api/me/recovery", 201))["code"]
    made = Passkey(origin_of(house)).made(await guest.post("/api/me/passkey-options"))
    find = house.hall.people.caller

    async def slowly(token: str, **more: Any) -> Any:
        found = await find(token, **more)
        assert found is not None
        await house.hall.sessions.revoke(found.token_id)
        return found

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(house.hall.people, "caller", slowly)
        body = made if path.endswith("passkeys") else {}
        late = await guest.http.request(method, path.format(table=table), json=body)
    assert late.status_code == 401
    back = house.visitor((await use(house, code))["token"])
    listed = await back.get("/api/me/devices")
    assert listed["passkeys"] == []
    assert [one["how"] for one in listed["devices"]] == ["recovery", "seat"]


async def test_the_staff_have_no_way_back_but_their_tokens(house: House) -> None:
    for visitor in (house.floor, house.admin, await house.of_role("surveillance")):
        from_page(house, visitor)
        await visitor.post("/api/me/passkey-options", 403)
        await visitor.post("/api/me/recovery", 403)
        await visitor.delete("/api/me?everything=true", 403)


async def test_nobody_claims_another_persons_seat(house: House) -> None:
    table = await house.table()
    await house.player(table, 1)
    other = await guest_of(house)
    await other.post(f"/api/me/seats/{table}/1", 403)
    await other.post(f"/api/me/seats/{table}/2", 403)
    await other.post("/api/me/seats/no-such-table/1", 404)
    listed = (await house.player(table, 2)).token
    assert listed is not None
    device = (await guest_devices(house))["devices"][0]["token_id"]
    await other.delete(f"/api/me/devices/{device}", 404)


async def guest_devices(house: House) -> Data:
    listed: Data = await (await guest_of(house)).get("/api/me/devices")
    return listed


# --- signing out and being forgotten --------------------------------------------------------------


async def closed(socket: Any) -> int:
    """Return the code with which a socket is closed."""
    with pytest.raises(websockets.ConnectionClosed) as ended:
        async with asyncio.timeout(5):
            while True:
                await socket.raw.recv()
    assert ended.value.rcvd is not None
    return int(ended.value.rcvd.code)


async def test_signed_out_elsewhere_is_401_at_once_on_both_transports(house: House) -> None:
    table = await house.table()
    guest = await guest_of(house)
    passkey = await with_passkey(house, guest)
    phone = house.visitor((await come_back(house, passkey))["token"])
    seated = await phone.post(f"/api/tables/{table}/seats/1", 201, id=new_id())
    player = house.visitor(seated["token"])
    async with phone.socket() as one, player.socket(table) as two, guest.socket() as mine:
        assert (await guest.post("/api/me/sign-out"))["ended"] == 2
        await phone.get("/api/me", 401)
        await player.say(table, "wager original 10", 401, state=0)
        assert [await closed(one), await closed(two)] == [4401, 4401]
        await mine.send({"type": "ping"})
        await mine.expect("pong")
    (held,) = (await guest.get("/api/me"))["seats"]
    assert (held["table"], held["seat"], held["chips"]) == (table, 1, "500.00")
    assert held["name"] == (await guest.picture(table))["name"]
    claimed = await guest.post(f"/api/me/seats/{table}/1", 201)
    assert (await house.visitor(claimed["token"]).picture(table))["you"]["seat"] == 1
    (entry,) = await recorded(house)
    assert (entry.what, entry.details["how"]) == ("signed out", "everywhere else")


async def test_one_device_is_signed_out(house: House) -> None:
    guest = await guest_of(house)
    passkey = await with_passkey(house, guest)
    phone = house.visitor((await come_back(house, passkey))["token"])
    devices = (await guest.get("/api/me/devices"))["devices"]
    (other,) = (one["token_id"] for one in devices if not one["here"])
    async with phone.socket() as socket:
        await guest.delete(f"/api/me/devices/{other}")
        assert await closed(socket) == 4401
    await phone.get("/api/me", 401)
    await guest.delete(f"/api/me/devices/{other}", 404)
    await guest.get("/api/me")


async def test_a_socket_that_opens_while_its_token_ends_is_closed(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = await guest_of(house)
    find = house.hall.people.caller

    async def slowly(token: str, **more: Any) -> Any:
        found = await find(token, **more)
        if found is not None:
            await house.hall.sessions.revoke(found.token_id)
        return found

    monkeypatch.setattr(house.hall.people, "caller", slowly)
    url = house.base.replace("http", "ws") + "/ws"
    async with websockets.connect(url) as raw:
        await raw.send(f'{{"type": "hello", "token": "{guest.token}"}}')
        with pytest.raises(websockets.ConnectionClosed) as ended:
            await asyncio.wait_for(raw.recv(), 5)
    assert ended.value.rcvd is not None and ended.value.rcvd.code == 4401


async def test_a_guest_is_forgotten_and_the_chips_stay_with_the_pseudonym(house: House) -> None:
    table = await house.table()
    guest = await guest_of(house, "Dee Erasable")
    person = (await guest.get("/api/me"))["person"]
    passkey = await with_passkey(house, guest)
    code = (await guest.post("/api/me/recovery", 201))["code"]
    seated = await guest.post(f"/api/tables/{table}/seats/1", 201, id=new_id(), buy_in="100")
    player = house.visitor(seated["token"])
    await guest.post("/api/me/passkey-options")
    async with guest.socket() as one, player.socket(table) as two:
        await guest.delete("/api/me?everything=true")
        assert [await closed(one), await closed(two)] == [4401, 4401]
    for visitor in (guest, player):
        await visitor.get("/api/me", 401)
    await come_back(house, passkey, 401)
    await use(house, code, 401)
    assert (await house.floor.picture(table))["seats"]["1"] is None
    assert await house.hall.people.balance(person) == 100_000
    listed = (await house.admin.get("/api/people"))["people"]
    assert [one["name"] for one in listed if one["person"] == person] == [None]
    for kept in (PASSKEYS, RECOVERY, CHALLENGES):
        wanted = sa.select(sa.func.count()).select_from(kept).where(kept.c.person == person)
        assert await house.hall.committer.read(partial(sa.Connection.scalar, statement=wanted)) == 0
    assert (await house.floor.get("/api/journal/verify"))["verified"]
    assert (await house.floor.get("/api/reconciliation"))["balanced"]


async def test_a_guest_who_is_forgotten_in_a_round_leaves_after_it(house: House) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table()
    guest = await guest_of(house)
    seated = await guest.post(f"/api/tables/{table}/seats/1", 201, id=new_id(), buy_in="100")
    player = house.visitor(seated["token"])
    await player.say(table, "wager original 10")
    await house.floor.say(table, "dealer close")
    await guest.delete("/api/me?everything=true")
    await player.get("/api/me", 401)
    (place,) = filter(None, (await house.floor.picture(table))["seats"].values())
    assert place["leaving"] and place["name"] is None
    assert await house.hall.people.balance(place["person"]) == 90_000
    # Nobody answers for the seat: when its time is up, the rules do, and the chips are cashed out.
    clock = house.hall.keepers[table].clock
    await house.hall.keepers[table].ask(Tick(clock.turn, ANSWER))
    assert (await house.floor.picture(table))["seats"]["1"] is None
    assert await house.hall.people.balance(place["person"]) == 104_000
    assert (await house.floor.get("/api/reconciliation"))["balanced"]


async def test_a_dealer_who_is_forgotten_leaves_the_box(house: House) -> None:
    table = await house.table()
    guest = await guest_of(house)
    link = await house.floor.post(f"/api/tables/{table}/dealer-link", 201, id=new_id())
    accepted = await guest.post("/api/dealer-links/accept", 201, link=link["token"])
    dealer = house.visitor(accepted["token"])
    await dealer.post(f"/api/tables/{table}/box", id=new_id())
    await guest.delete("/api/me?everything=true")
    await dealer.get("/api/me", 401)
    assert (await house.floor.picture(table))["dealer"] is None


async def test_a_guest_is_forgotten_even_if_a_table_does_not_answer(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.table()
    guest = await guest_of(house)
    passkey = await with_passkey(house, guest)
    await guest.post(f"/api/tables/{table}/seats/1", 201, id=new_id())

    async def away(*asked: Any) -> None:
        raise Problem(503, "journal", "the table's process is away")

    monkeypatch.setattr(house.hall.pit, "ask", away)
    await guest.delete("/api/me?everything=true")
    await guest.get("/api/me", 401)
    await come_back(house, passkey, 401)


async def test_the_name_alone_is_erased_as_before(house: House) -> None:
    guest = await guest_of(house)
    passkey = await with_passkey(house, guest)
    await guest.delete("/api/me")
    assert (await guest.get("/api/me"))["name"] is None
    assert (await come_back(house, passkey))["name"] is None


async def test_devices_are_bounded(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that came in first is signed out, not the newest: nobody is kept out by a thief."""
    monkeypatch.setattr("croupier.server.people.MOST_DEVICES", 3)
    table = await house.table()
    guest = await guest_of(house)
    passkey = await with_passkey(house, guest)
    code = (await guest.post("/api/me/recovery", 201))["code"]
    sit = {"id": new_id()}
    player = await guest.post(f"/api/tables/{table}/seats/1", 201, **sit)
    for _ in range(3):  # the same request once more has a token of its own, too
        await guest.post(f"/api/tables/{table}/seats/1", 201, **sit)
    assert len((await guest.get("/api/me/devices"))["devices"]) == 4
    for _ in range(3):
        await guest.post(f"/api/me/seats/{table}/1", 201)
    # A seat's tokens are counted on their own: they sign out none of the guest's.
    await house.visitor(player["token"]).get("/api/me", 401)
    assert len((await guest.get("/api/me/devices"))["devices"]) == 4
    first = house.visitor((await come_back(house, passkey))["token"])
    await come_back(house, passkey)
    await guest.get("/api/me")
    last = house.visitor((await use(house, code))["token"])
    await guest.get("/api/me", 401)
    await first.get("/api/me")
    assert len((await last.get("/api/me/devices"))["devices"]) == 6


async def test_signing_out_of_a_browser_is_recorded(house: House) -> None:
    guest = await guest_of(house)
    person = (await guest.get("/api/me"))["person"]
    await guest.delete("/api/session")
    await guest.get("/api/me", 401)
    (entry,) = await recorded(house)
    assert (entry.what, entry.details["person"]) == ("signed out", person)


async def test_a_link_for_others_is_no_device_of_its_host(house: House) -> None:
    guest = await guest_of(house)
    person = (await guest.get("/api/me"))["person"]
    link = new_token(LINK, person, table="a-private-table")
    await house.hall.people.add(link)
    assert len((await guest.get("/api/me/devices"))["devices"]) == 1
    await guest.delete(f"/api/me/devices/{link.caller.token_id}", 404)
    await guest.post("/api/me/sign-out")
    assert await house.hall.people.caller(link.token) is not None
    await guest.delete("/api/me?everything=true")
    assert await house.hall.people.caller(link.token) is None


async def test_tokens_say_when_they_were_used(house: House) -> None:
    guest = await guest_of(house)
    person = (await guest.get("/api/me"))["person"]
    used = sa.select(TOKENS.c.used).where(TOKENS.c.person == person)
    first = await house.hall.committer.read(lambda c: c.scalar(used))
    await guest.get("/api/me")
    assert first == await house.hall.committer.read(lambda c: c.scalar(used))
    old = stamp(utc_now() - timedelta(hours=2))
    mine = TOKENS.update().where(TOKENS.c.person == person)
    await house.hall.committer.write(lambda c: c.execute(mine.values(used=old)))
    async with guest.socket():
        pass
    assert old < str(await house.hall.committer.read(lambda c: c.scalar(used)))
