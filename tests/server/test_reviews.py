"""Reviews: computed once in the background, in turn, shown to whoever played, shared by a link."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from croupier import __version__
from croupier.journal.recorder import stamp, utc_now
from croupier.review import review_round
from croupier.server import reviewed, reviews, shares
from croupier.server.database import Committer
from croupier.server.errors import Problem
from croupier.server.people import SPECTATOR, new_token
from croupier.server.reviewing import Reviewing
from croupier.server.reviews import Reviews
from croupier.server.schema import REVIEWS, SHARES
from croupier.server.shares import Shares
from croupier.stage.actions import Refusal
from tests.server.reviewer import Data, Reviewer, decision, review
from tests.server.visitors import House, Visitor, new_id, play, running

pytestmark = pytest.mark.asyncio(loop_scope="module")

POSTGRES = True


@pytest.fixture
def reviewer(house: House) -> Iterator[Reviewer]:
    """Put made-up reviews in the place of real ones."""
    real, fake = house.hall.reviews.compute, Reviewer()
    house.hall.reviews.compute = fake
    yield fake
    house.hall.reviews.compute = real


async def played(house: House, rounds: int = 2, seats: int = 1) -> tuple[list[Visitor], list[int]]:
    """Play rounds of Red Dog: the players, and the rounds' numbers."""
    table = await house.table("red-dog", company=["best"])
    people = [await house.player(table, n + 1, f"Player {n + 1}") for n in range(seats)]
    sockets = [person.socket(table) for person in people]
    opened = [await one.__aenter__() for one in sockets]
    await play(opened, table, rounds)
    for one in sockets:
        await one.__aexit__(None, None, None)
    told = (await house.floor.get("/api/rounds", table=table))["rounds"][::-1]
    return people, [line["round"] for line in told if line["ended"]][:rounds]


async def done(visitor: Visitor, **asked: Any) -> Data:
    """Wait until everything that was asked for is reviewed."""
    async with asyncio.timeout(10):
        while True:
            told: Data = await visitor.get("/api/me/reviews", **asked)
            if told["done"] == told["of"]:
                return told
            await asyncio.sleep(0.02)


async def person_of(visitor: Visitor) -> str:
    return str((await visitor.get("/api/me"))["person"])


# --- one round ------------------------------------------------------------------------------------


async def test_a_round_is_reviewed_once_for_whoever_played_it(
    house: House, reviewer: Reviewer
) -> None:
    (ann, bob), (number, _) = await played(house, seats=2)
    path = f"/api/rounds/{number}/review"
    first, again = await asyncio.gather(ann.get(path), ann.get(path))
    assert first == again
    assert first["ready"] and first["shared"] is False
    assert first["review"]["person"] == await person_of(ann)
    assert (await bob.get(path))["review"]["person"] == await person_of(bob)
    await ann.get(path)
    assert reviewer.asked == [(await person_of(one), number) for one in (ann, bob)]


async def test_nobody_else_sees_it_but_the_staff(house: House, reviewer: Reviewer) -> None:
    (ann, bob), (number, _) = await played(house, seats=2)
    path = f"/api/rounds/{number}/review"
    await house.public.get(path, 401)
    stranger = await house.guest("Eve")
    refused = await stranger.get(path, 403)
    assert refused["error"]["message"] == "a round is reviewed for those who played it"
    for role in ("surveillance", "administrator"):
        staff = house.admin if role == "administrator" else await house.of_role(role)
        told = await staff.get(path, seat=2)
        assert told["review"]["person"] == await person_of(bob)
        assert "shared" not in told
    assert (await house.floor.get(path))["review"]["person"] == await person_of(ann)
    missing = await house.floor.get(path, 404, seat=3)
    assert "house players' rounds are not" in missing["error"]["message"]
    await ann.get("/api/rounds/999999/review", 404)


async def test_a_round_that_is_being_played_is_not_reviewed(
    house: House, reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house.hall.pit, "next_order", house.hall.pit.next_order)
    house.stack("Kc 4c 7d 5h")
    table = await house.table("red-dog")
    ann = await house.player(table, 1)
    await ann.say(table, "wager original 10")
    await house.floor.say(table, "dealer close")
    picture = await ann.picture(table)
    assert picture["phase"] == "playing"
    number = picture["round"]
    for visitor in (ann, house.floor):
        refused = await visitor.get(f"/api/rounds/{number}/review", 409)
        assert refused["error"]["message"] == f"round {number} is reviewed when it is over"
    assert reviewer.asked == []


async def test_a_review_that_takes_long_is_asked_for_again(
    house: House, reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.server.routes.reviews.PATIENCE", 0.05)
    (ann,), (number, _) = await played(house)
    go = asyncio.Event()

    async def slowly(log: Any, person: str) -> Data:
        await go.wait()
        return await reviewer(log, person)

    house.hall.reviews.compute = slowly
    path = f"/api/rounds/{number}/review"
    assert await ann.get(path) == {"round": number, "ready": False, "shared": False}
    assert not (await ann.get(path))["ready"]
    go.set()
    async with asyncio.timeout(5):
        while not (told := await ann.get(path))["ready"]:
            await asyncio.sleep(0.02)
    assert told["review"]["round"] == number and len(reviewer.asked) == 1


async def test_a_round_that_cannot_be_reviewed_says_why_and_is_not_tried_again(
    house: House, reviewer: Reviewer
) -> None:
    (ann,), numbers = await played(house)
    reviewer.fails.add(numbers[0])
    for _ in range(2):
        refused = await ann.get(f"/api/rounds/{numbers[0]}/review", 409)
        assert refused["error"]["message"].endswith("cannot be reviewed: played under other rules")
    assert len(reviewer.asked) == 1
    await ann.post("/api/me/review", last=2)
    told = await done(ann, last=2)
    assert (told["of"], told["done"], told["failed"]) == (2, 2, 1)
    assert told["result"] == {"exact": "10", "value": 10.0}


# --- many rounds ----------------------------------------------------------------------------------


async def test_a_sitting_is_reviewed_and_added_up(house: House, reviewer: Reviewer) -> None:
    (ann,), numbers = await played(house, 5)
    reviewer.costs = dict(zip(numbers, map(Fraction, (0, 2, 0, 5, 3)), strict=True))
    begun = await ann.post("/api/me/review")
    assert begun["sitting"] == begun["latest"] == 1 and begun["of"] == 5
    name = (await house.public.get(f"/api/tables/{begun['table']}"))["name"]
    assert begun["name"] == name != begun["table"]
    assert (await ann.get(f"/api/rounds/{numbers[0]}"))["name"] == name
    told = await done(ann, sitting=1)
    one = await ann.get(f"/api/rounds/{numbers[0]}/review")
    assert (one["review"]["table"], one["name"]) == ("red-dog-1", "Red Dog 1")
    assert [point["round"] for point in told["points"]] == numbers
    assert [point["result"] for point in told["points"]] == [10, 20, 30, 40, 50]
    assert told["points"][-1]["expected"] == pytest.approx(-1.75 - 10)
    assert told["expected"] == {"exact": "-47/4", "value": -11.75}
    assert told["luck"] == {"exact": "247/4", "value": 61.75}
    assert told["cost"] == {"exact": "10", "value": 10.0}
    assert told["right"] == {"decisions": 5, "right": 2}
    assert [one["cost"]["value"] for one in told["worst"]] == [5, 3, 2]
    assert told["worst"][0]["reason"] and told["worst"][0]["round"] == numbers[3]
    assert [one["round"] for one in told["decisions"]] == numbers
    assert told["decisions"][1] == {
        "n": 0,
        "round": numbers[1],
        "street": "raise or pass",
        "made": "pass",
        "best": "raise",
        "cost": 2.0,
        "right": False,
        "mistake": True,
    }
    assert told["game"] == "red-dog" and told["failed"] == 0
    last = await done(ann, last=2)
    assert [point["round"] for point in last["points"]] == numbers[3:] and last["sitting"] is None
    assert len(reviewer.asked) == 5, "nothing is computed twice"


async def test_all_rounds_are_added_up_from_their_figures(house: House, reviewer: Reviewer) -> None:
    (ann,), numbers = await played(house, 4)
    assert (await ann.get("/api/me/reviews"))["done"] == 0
    reviewer.costs = {numbers[1]: Fraction(1), numbers[2]: Fraction(4)}
    reviewer.fails.add(numbers[3])
    await ann.post("/api/me/review", last=4)
    await done(ann, last=4)
    told = await ann.get("/api/me/reviews")
    assert (told["of"], told["done"]) == (4, 3)
    assert told["result"]["value"] == 30
    assert told["cost"]["value"] == 5
    assert told["luck"]["value"] == pytest.approx(30 + 3 * 0.35 + 5)
    assert told["right"] == {"decisions": 3, "right": 1}
    assert [one["round"] for one in told["worst"]] == [numbers[2], numbers[1]]
    assert [point["result"] for point in told["points"]] == [10, 20, 30]


async def test_a_session_says_how_many_of_its_rounds_are_left_out(
    house: House, reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ann,), numbers = await played(house, 5)
    monkeypatch.setattr("croupier.server.routes.reviews.reviewed.MOST", 3)
    told = await ann.post("/api/me/review")
    assert (told["of"], told["left_out"]) == (3, 2)
    assert (await done(ann, sitting=1))["left_out"] == 2
    assert (await ann.get("/api/me/reviews", last=2))["left_out"] == 0
    table = await house.table("red-dog")
    again = await (await own(house, ann)).post(f"/api/tables/{table}/seats/1", 201, id=new_id())
    async with house.visitor(again["token"]).socket(table) as socket:
        await play([socket], table, 4)
    second = await ann.get("/api/me/reviews", sitting=2)
    assert (second["of"], second["left_out"]) == (3, 1), "the session before does not count"
    assert len(numbers) == 5


async def test_whoever_has_not_played_is_told(house: House, reviewer: Reviewer) -> None:
    eve = await house.guest("Eve")
    refused = await eve.post("/api/me/review", 404)
    assert refused["error"]["message"] == "you have not played a round yet"
    empty = await eve.get("/api/me/reviews", sitting=7)
    assert (empty["of"], empty["points"], empty["table"]) == (0, [], None)
    await eve.post("/api/me/review", 422, last=51)
    await house.public.get("/api/me/reviews", 401)


async def test_a_better_choice_that_could_not_be_paid_is_no_mistake() -> None:
    poor = decision(1, Fraction(9), affordable=False, mistake=False)
    figures = reviews.figures_of(review(1, [poor, decision(1, Fraction(2))]))
    assert (figures["worst_value"], figures["cost_value"]) == (2, 11)


# --- in turn, and once ----------------------------------------------------------------------------


async def test_people_take_turns(house: House, reviewer: Reviewer) -> None:
    (ann, bob), numbers = await played(house, 3, seats=2)
    a, b = await person_of(ann), await person_of(bob)
    house.hall.reviews.begin(a, numbers)
    await asyncio.gather(*house.hall.reviews.begin(b, numbers[:1]))
    assert reviewer.asked.index((b, numbers[0])) <= 2
    await done_in(house.hall.reviews)
    assert len(reviewer.asked) == 4


async def done_in(service: Reviews) -> None:
    async with asyncio.timeout(10):
        while service._coming:
            await asyncio.sleep(0.01)


async def test_as_many_wait_as_may(
    house: House, reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ann,), numbers = await played(house, 3)
    monkeypatch.setattr(reviews, "EACH", 1)
    go = asyncio.Event()

    async def slowly(log: Any, person: str) -> Data:
        await go.wait()
        return await reviewer(log, person)

    house.hall.reviews.compute = slowly
    service, person = house.hall.reviews, await person_of(ann)
    service.begin(person, numbers[:1])
    await asyncio.sleep(0.05)  # the first is being computed, and the next one waits
    assert len(service.begin(person, numbers)) == 2
    monkeypatch.setattr(reviews, "IN_ALL", 2)
    with pytest.raises(Problem) as full:
        await service.of(person, numbers[2], 1, "p-floor")
    assert full.value.status == 503 and full.value.wait
    go.set()
    await done_in(service)
    monkeypatch.setattr(reviews, "IN_ALL", 0)
    refused = await ann.get(f"/api/rounds/{numbers[2]}/review", 503)
    assert refused["error"]["message"].startswith("many rounds are being reviewed")


async def test_a_round_that_somebody_looks_at_comes_first_and_is_never_turned_away(
    house: House, reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ann,), numbers = await played(house, 5)
    monkeypatch.setattr(reviews, "EACH", 3)
    go, service = asyncio.Event(), house.hall.reviews

    async def slowly(log: Any, person: str) -> Data:
        await go.wait()
        return await reviewer(log, person)

    service.compute, person = slowly, await person_of(ann)
    service.begin(person, numbers[:1])
    await asyncio.sleep(0.05)  # the first is being computed
    service.begin(person, numbers[1:4])
    looks = []
    for n in (4, 2):
        looks.append(asyncio.create_task(service.of(person, numbers[n], 10)))
        while service._asked[person][0] != (person, numbers[n]):
            await asyncio.sleep(0.01)
    go.set()
    for look in looks:
        kept = await look
        assert kept is not None and kept.document is not None
    await done_in(service)
    # The last of the queue made room, and is asked for again by whoever wants it.
    assert [number for _, number in reviewer.asked] == [numbers[n] for n in (0, 2, 4, 1)]


async def test_what_the_staff_look_at_does_not_fill_the_players_queue(
    house: House, reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ann,), numbers = await played(house, 3)
    monkeypatch.setattr(reviews, "EACH", 1)
    monkeypatch.setattr("croupier.server.routes.reviews.PATIENCE", 0.05)
    go, service = asyncio.Event(), house.hall.reviews

    async def slowly(log: Any, person: str) -> Data:
        await go.wait()
        return await reviewer(log, person)

    service.compute, person = slowly, await person_of(ann)
    for number in numbers[:2]:
        assert not (await house.floor.get(f"/api/rounds/{number}/review"))["ready"]
    assert len(service.begin(person, numbers[2:])) == 1
    go.set()
    await done_in(service)
    assert len(reviewer.asked) == 3


async def test_a_review_of_another_edition_is_computed_again_once(
    house: House, reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    (ann,), numbers = await played(house)
    reviewer.fails.add(numbers[1])
    reviewer.costs[numbers[0]] = Fraction(2)
    await ann.post("/api/me/review", last=2)
    await done(ann, last=2)
    monkeypatch.setattr("croupier.server.reviews.__version__", "99")
    assert (await ann.get("/api/me/reviews", last=2))["done"] == 1, "another release may do it"
    reviewer.fails.clear()
    assert (await ann.post("/api/me/review", last=2))["of"] == 2
    assert (await done(ann, last=2))["failed"] == 0
    assert len(reviewer.asked) == 3
    for module in (reviews, reviewed):
        monkeypatch.setattr(module, "EDITION", 2**20)
    reviewer.costs.clear()
    told = await ann.get("/api/me/reviews")
    assert (told["done"], told["worst"]) == (0, [])
    for _ in range(2):
        review = (await ann.get(f"/api/rounds/{numbers[0]}/review"))["review"]
        assert review["cost"]["value"] == 0
    assert len(reviewer.asked) == 4
    told = await ann.get("/api/me/reviews")
    assert (told["done"], told["cost"]["value"]) == (1, 0)


async def test_a_review_that_another_process_computes_is_waited_for(
    house: House, reviewer: Reviewer
) -> None:
    (ann,), numbers = await played(house, 2)
    person, service = await person_of(ann), house.hall.reviews
    fresh, old = stamp(), stamp(utc_now() - 2 * reviews.GIVEN_UP)
    rows = [
        {
            "person": person,
            "round": number,
            "begun": begun,
            "edition": reviews.EDITION,
            "release": __version__,
        }
        for number, begun in zip(numbers, (fresh, old), strict=True)
    ]
    await house.hall.committer.write(lambda c: c.execute(REVIEWS.insert(), rows))
    assert await service.of(person, numbers[0], 1) is None
    assert reviewer.asked == []
    begun_again = await service.of(person, numbers[1], 5)
    assert begun_again is not None and begun_again.document is not None
    assert reviewer.asked == [(person, numbers[1])]


async def test_two_processes_share_the_work_and_compute_nothing_twice(
    house: House, reviewer: Reviewer
) -> None:
    (ann,), numbers = await played(house, 4)
    person, here = await person_of(ann), house.hall.reviews
    there = Reviews(house.hall.journal, house.hall.committer, reviewer)
    await asyncio.gather(*here.begin(person, numbers), *there.begin(person, numbers[::-1]))
    assert sorted(reviewer.asked) == [(person, number) for number in numbers]
    told = await ann.get("/api/me/reviews", sitting=1)
    assert told["done"] == told["of"] == 4


async def test_nothing_is_kept_of_somebody_who_was_erased_meanwhile(
    house: House, reviewer: Reviewer
) -> None:
    (seat,), (number, _) = await played(house)
    ann, person = await own(house, seat), await person_of(seat)

    async def erases(log: Any, whose: str) -> Data:
        await ann.delete("/api/me")
        return await reviewer(log, whose)

    house.hall.reviews.compute = erases
    assert await house.hall.reviews.of(person, number, 5) is None
    mine = sa.select(sa.func.count()).where(REVIEWS.c.person == person)
    assert await house.hall.committer.read(lambda c: c.scalar(mine)) == 0


async def test_nothing_that_waits_is_kept_of_somebody_who_is_forgotten(
    house: House, reviewer: Reviewer
) -> None:
    table = await house.table("red-dog")
    guest = await house.guest("Ann")
    person = await person_of(guest)
    sat = await guest.post(f"/api/tables/{table}/seats/1", 201, id=new_id())
    async with house.visitor(sat["token"]).socket(table) as socket:
        await play([socket], table, 4)
    go, service = asyncio.Event(), house.hall.reviews

    async def slowly(log: Any, person: str) -> Data:
        await go.wait()
        return await reviewer(log, person)

    service.compute = slowly
    rounds = (await guest.get("/api/me/rounds"))["rounds"]
    assert (await guest.post("/api/me/review"))["of"] == len(rounds) >= 4
    await asyncio.sleep(0.05)  # the first is being computed
    await guest.delete("/api/me?everything=true")
    there = Reviews(house.hall.journal, house.hall.committer, reviewer)
    go.set()
    await asyncio.gather(*there.begin(person, [line["round"] for line in rounds]))
    await done_in(service)
    assert len(reviewer.asked) == 1, "the queue is gone, and no process begins another"
    refused = await house.floor.get(f"/api/rounds/{rounds[0]['round']}/review", 404)
    assert "has been erased" in refused["error"]["message"]
    with pytest.raises(Refusal, match="erased meanwhile"):
        await house.hall.shares.make(person, rounds[0]["round"])

    def left(connection: sa.Connection) -> list[Any]:
        mine = [sa.select(kept).where(kept.c.person == person) for kept in (REVIEWS, SHARES)]
        return [row for query in mine for row in connection.execute(query)]

    assert await house.hall.committer.read(left) == []


async def test_what_breaks_is_not_kept_and_can_be_asked_for_again(
    house: House, reviewer: Reviewer
) -> None:
    (ann,), numbers = await played(house)
    reviewer.breaks.add(numbers[0])
    service, person = house.hall.reviews, await person_of(ann)
    assert await service.of(person, numbers[0], 5) is None
    reviewer.breaks.clear()
    kept = await service.of(person, numbers[0], 5)
    assert kept is not None and kept.document is not None


async def test_what_is_not_computed_at_the_end_is_left_for_the_next_start(tmp_path: Path) -> None:
    stuck = asyncio.Event()

    async def never(log: Any, person: str) -> Data:
        stuck.set()
        await asyncio.sleep(3600)
        return {}

    async with running(tmp_path) as house:
        (ann,), numbers = await played(house)
        house.hall.reviews.compute = never
        await ann.post("/api/me/review")
        await stuck.wait()
        person = await person_of(ann)
    async with running(tmp_path) as house:
        fake = house.hall.reviews.compute = Reviewer()
        kept = await house.hall.reviews.of(person, numbers[0], 10)
        assert kept is not None and kept.document is not None
        assert fake.asked == [(person, numbers[0])]


# --- the process ----------------------------------------------------------------------------------

ECHO = """
import base64, json, pickle, sys
for line in sys.stdin.buffer:
    log, person = pickle.loads(base64.b64decode(line))
    print(json.dumps({"log": log, "person": person}), flush=True)
"""


async def test_a_process_is_asked_for_a_round_and_a_person() -> None:
    process = Reviewing(command=("-c", ECHO))
    log: Any = "log"
    assert await process.review(log, "ann") == {"log": "log", "person": "ann"}
    await process.stop()
    assert process.process is None


async def test_the_process_says_what_the_review_does_and_why_there_is_none(house: House) -> None:
    (ann,), (number, _) = await played(house)
    log, person = house.hall.journal.round(number), await person_of(ann)
    real = Reviewing()
    assert await real.review(log, person) == review_round(log, person).as_dict()
    stranger = await real.review(log, "p-nobody")
    assert stranger == {"failed": f"p-nobody did not play in round {number}"}
    await real.stop()


@pytest.mark.parametrize("script", ["raise SystemExit(1)", "import time; time.sleep(60)"])
async def test_a_crash_or_a_time_out_is_not_kept_as_the_rounds_review(
    house: House, reviewer: Reviewer, script: str
) -> None:
    (ann,), (number, _) = await played(house)
    broken = Reviewing(0.5, ("-c", script))
    service, person = house.hall.reviews, await person_of(ann)
    service.compute = broken.review
    assert await service.of(person, number, 20) is None
    service.compute = reviewer
    kept = await service.of(person, number, 5)
    assert kept is not None and kept.failed is None and kept.document is not None


# --- shared rounds --------------------------------------------------------------------------------


async def own(house: House, seat: Visitor) -> Visitor:
    """Return a player with a token of their own besides the seat's."""
    mine = new_token(SPECTATOR, await person_of(seat))
    await house.hall.people.add(mine)
    return house.visitor(mine.token)


async def test_a_shared_round_is_shown_as_its_seat_saw_it(house: House, reviewer: Reviewer) -> None:
    (seat, _), (number, _) = await played(house, seats=2)
    ann = await own(house, seat)
    refused = await seat.post(f"/api/rounds/{number}/share", 403)
    assert refused["error"]["message"].startswith("a seat's token is not enough")
    made = await ann.post(f"/api/rounds/{number}/share", 201)
    token = made["token"]
    assert made["link"] == f"/#/shared/{token}" and len(token) >= 40
    told = await house.public.post("/api/shared", token=token)
    assert told["ready"] and told["viewer"] == "seat:1" and told["mine"] == [1]
    as_seen = await ann.get(f"/api/rounds/{number}/steps")
    assert [step["event"] for step in told["steps"]] == [s["event"] for s in as_seen["steps"]]
    written = json.dumps(told)
    for name in (await person_of(ann), "Player 1", "Player 2", '"table": "red-dog', '"round":'):
        assert name not in written
    assert len(told["began"]) == len("2026-07-01T12:00:00Z"), "the exact time tells the round"
    for step in told["steps"]:
        assert {seat for seat, one in step["seats"].items() if "bankroll" in one} == {"1"}
    assert (await ann.get(f"/api/rounds/{number}/review"))["shared"] is True
    assert [one["round"] for one in (await ann.get("/api/me/shares"))["shares"]] == [number]


async def test_only_the_hash_of_a_link_is_kept_and_a_new_link_ends_the_one_before(
    house: House, reviewer: Reviewer
) -> None:
    (seat,), (number, _) = await played(house)
    ann = await own(house, seat)
    first = (await ann.post(f"/api/rounds/{number}/share", 201))["token"]
    second = (await ann.post(f"/api/rounds/{number}/share", 201))["token"]
    rows = await house.hall.committer.read(lambda c: c.execute(sa.select(SHARES)).all())
    assert all(token.encode() not in bytes(row.hash) for row in rows for token in (first, second))
    await house.public.post("/api/shared", 404, token=first)
    await house.public.post("/api/shared", token=second)
    await ann.delete(f"/api/rounds/{number}/share")
    gone = await house.public.post("/api/shared", 404, token=second)
    assert "ended it" in gone["error"]["message"]
    await house.public.post("/api/shared", 422, token="")


async def test_a_link_of_which_the_round_cannot_be_reviewed_does_not_tell_its_number(
    house: House, reviewer: Reviewer
) -> None:
    (seat,), (number, _) = await played(house)
    reviewer.fails.add(number)
    made = await (await own(house, seat)).post(f"/api/rounds/{number}/share", 201)
    refused = await house.public.post("/api/shared", 409, token=made["token"])
    assert refused["error"]["message"].startswith("this round cannot be reviewed")


async def test_links_to_a_round_that_are_made_at_once_leave_one(
    house: House, reviewer: Reviewer
) -> None:
    (seat,), (number, _) = await played(house)
    shares, person = house.hall.shares, await person_of(seat)
    others = [Committer(house.hall.store) for _ in range(3)]
    makers = [shares, *(Shares(house.hall.journal, one) for one in others)]
    tokens = await asyncio.gather(*(one.make(person, number) for one in makers * 5))
    for one in others:
        await asyncio.to_thread(one.close)
    found = await asyncio.gather(*map(shares.find, tokens), return_exceptions=True)
    assert [one for one in found if not isinstance(one, Problem)] == [(person, number)]


async def test_only_who_played_shares_a_round_and_not_too_many(
    house: House, reviewer: Reviewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    (seat,), numbers = await played(house)
    ann, eve = await own(house, seat), await house.guest("Eve")
    await eve.post(f"/api/rounds/{numbers[0]}/share", 403)
    await house.floor.post(f"/api/rounds/{numbers[0]}/share", 403)
    monkeypatch.setattr(shares, "MOST", 1)
    await ann.post(f"/api/rounds/{numbers[0]}/share", 201)
    await ann.post(f"/api/rounds/{numbers[0]}/share", 201)
    refused = await ann.post(f"/api/rounds/{numbers[1]}/share", 409)
    assert refused["error"]["message"].endswith("end one of those links first")


async def test_reviews_and_links_are_erased_with_the_person(
    house: House, reviewer: Reviewer
) -> None:
    (seat,), (number, _) = await played(house)
    ann = await own(house, seat)
    person = await person_of(ann)
    await ann.get(f"/api/rounds/{number}/review")
    token = (await ann.post(f"/api/rounds/{number}/share", 201))["token"]
    await ann.delete("/api/me")
    await house.public.post("/api/shared", 404, token=token)
    mine = sa.select(sa.func.count()).where(REVIEWS.c.person == person)
    assert await house.hall.committer.read(lambda c: c.scalar(mine)) == 0
