"""The chair over HTTP: sittings, answers that count once, and each person's own progress."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import sqlalchemy as sa

from croupier.chair.choices import choices
from croupier.chair.course import Course
from croupier.chair.exams import exam, exam_on
from croupier.chair.progress import DETAILS, ITEMS, SITTINGS
from croupier.nouns.money import show_money
from croupier.server.schema import CHAIRS
from croupier.server.sittings import EACH
from tests.chair.helpers import DRAWN
from tests.postgres import Postgres
from tests.server.visitors import House, Visitor, running

pytestmark = pytest.mark.asyncio(loop_scope="module")

Data = dict[str, Any]


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[House]:
    async with running(tmp_path_factory.mktemp("house")) as served:
        yield served


async def sit(visitor: Visitor, **order: Any) -> Data:
    seated: Data = await visitor.post("/api/chair", 201, **order)
    return seated


async def answer(visitor: Visitor, picture: Data, status: int = 200, **body: Any) -> Data:
    path = f"/api/chair/sittings/{picture['sitting']}/answers"
    given: Data = await visitor.post(path, status, **{"at": picture["at"], **body})
    return given


async def pass_exam(visitor: Visitor, game: str, wrong: int = 0) -> Data:
    """Take an exam with this many steps wrong; return where it stands at the end."""
    due = (await visitor.get(f"/api/chair/{game}"))["due"]
    picture = await sit(visitor, game=game, what="exam")
    course = exam_on(game, due, seed=DRAWN)
    return await take(visitor, picture, course, wrong)


async def take(visitor: Visitor, picture: Data, course: Course, wrong: int = 0) -> Data:
    for moment in course.moments:
        shown = picture["moment"]
        assert shown["next"] is None and shown["right"] is None and shown["guide"] == []
        offered = choices(course, moment.number, DRAWN)
        assert [c["label"] for c in shown["choices"]] == [move.label for move in offered]
        body: Data = {"choice": offered.index(moment.move)}
        if moment.figure is not None:
            amount = moment.move.figure == "amount"
            body["figure"] = show_money(moment.figure) if amount else str(moment.figure)
        if moment.number < wrong:
            body["choice"] = next(
                i for i, c in enumerate(offered) if c != moment.move and not c.figure
            )
        given = await answer(visitor, picture, **body)
        assert given["verdict"] is None
        picture = given["picture"]
    return picture


@pytest.mark.parametrize("game", ["red-dog", "double-down-stud"])
async def test_an_exam_is_passed_over_http(house: House, game: str) -> None:
    ann = await house.guest()
    picture = await pass_exam(ann, game)
    assert picture["over"] and picture["report"]["passed"]
    listed = await ann.get(f"/api/chair/{game}")
    assert listed["sittings"] == 1 and listed["due"] == []
    assert next(row for row in listed["others"] if row["what"] == "exam")["passed"]
    assert (await house.public.get(f"/api/chair/{game}"))["sittings"] == 0


async def test_a_mistake_is_explained_and_comes_back(house: House) -> None:
    ann = await house.guest()
    picture = await sit(ann, game="red-dog", what="lesson", lesson=2, level="coached")
    course = picture["moment"]["choices"]
    wrong = next(i for i, c in enumerate(course) if c["verb"] == "report")
    given = await answer(ann, picture, choice=wrong)
    verdict = given["verdict"]
    assert verdict["mark"] == "not called for" and verdict["told"] and verdict["should"]
    assert given["picture"]["at"] == 1
    left = await ann.post(f"/api/chair/sittings/{picture['sitting']}/leave")
    assert left["over"] and left["report"]["mistakes"][0]["mark"] == "not called for"
    assert verdict["item"] in (await ann.get("/api/chair/red-dog"))["due"]
    await answer(ann, given["picture"], 409, choice=0)


async def test_an_exam_tells_nothing_before_its_end(house: House) -> None:
    ann = await house.guest()
    picture = await sit(ann, game="red-dog", what="exam", seed=3)
    path = f"/api/chair/sittings/{picture['sitting']}"
    own = {"deal", "burn", "announce", "mark", "collect", "pay", "take"}
    seen: set[str] = set()
    for at in range(20):
        choice = at % len(picture["moment"]["choices"])
        figure: Data = {"figure": "1"} if picture["moment"]["choices"][choice]["figure"] else {}
        given = await answer(ann, picture, choice=choice, **figure)
        assert given["verdict"] is None
        picture = given["picture"]
        assert picture == await ann.get(path)
        assert picture["streak"] is None and picture["report"] is None
        for event in picture["moment"]["events"]:
            if event["kind"] in own:
                seen.add(event["kind"])
                assert not {"rule", "also", "finding", "line", "text"} & set(event), event
    assert {"burn", "deal", "mark"} <= seen and "announce" not in seen
    left = await ann.post(f"{path}/leave")
    assert len(left["report"]["mistakes"]) + left["report"]["right"] == 20
    assert left["report"]["mistakes"][0]["should"] and left["streak"]["best"] >= 0


async def test_a_lesson_or_a_drill_taken_as_an_exam_is_silent_too(house: House) -> None:
    ann = await house.guest()
    lesson = await sit(ann, game="red-dog", what="lesson", lesson=2, level="exam")
    assert (await answer(ann, lesson, choice=0))["verdict"] is None
    drill = await sit(ann, game="red-dog", what="drill", questions=2, level="exam", seed=2)
    first = await answer(ann, drill, figure="1")
    assert first["verdict"] is None and first["picture"]["streak"] is None
    last = await answer(ann, first["picture"], figure="1")
    assert last["verdict"] is None
    assert [row["question"] for row in last["picture"]["report"]["missed"]] == [1, 2]


async def test_a_streak_is_counted_and_every_answer_timed(house: House) -> None:
    ann = await house.guest()
    picture = await sit(ann, game="red-dog", what="lesson", lesson=2)
    assert picture["streak"] == {"now": 0, "best": 0} and picture["took"] is None
    streaks = []
    for wrong in (False, False, True, False):
        right = picture["moment"]["right"]
        choice = next(i for i in range(9) if i != right) if wrong else right
        picture = (await answer(ann, picture, choice=choice))["picture"]
        streaks.append((picture["streak"]["now"], picture["streak"]["best"]))
        assert picture["took"] >= 0
    assert streaks == [(1, 1), (2, 2), (0, 2), (1, 2)]
    left = await ann.post(f"/api/chair/sittings/{picture['sitting']}/leave")
    assert left["report"]["streak"] == 2 and left["report"]["slowest"]["number"] in (1, 2, 3, 4)
    (_, second, *_) = (await ann.get("/api/chair/red-dog"))["lessons"]
    assert second["streak"] == 2 and second["seconds"] is None, "a lesson that was left has no time"


async def test_a_passed_exam_has_a_certificate_that_anybody_can_check(house: House) -> None:
    ann = await house.guest("Ann")
    picture = await pass_exam(ann, "red-dog", wrong=2)
    number = picture["certificate"]
    shown = await house.public.get(f"/api/chair/certificates/{number}")
    report = picture["report"]
    assert (shown["name"], shown["document"], shown["title"]) == ("Ann", "red-dog.ma", "Red Dog")
    assert shown["jurisdiction"] == "Massachusetts" and shown["pass_mark"] == 80
    for key in ("right", "steps", "percent", "allowed", "streak", "seconds"):
        assert shown[key] == report[key], key
    cited = {one["cited"] for one in shown["clauses"]}
    assert cited == {moment.item for moment in exam_on("red-dog", (), seed=DRAWN).moments}
    assert all(one["text"] for one in shown["clauses"])
    (taken,) = (await ann.get("/api/chair/red-dog"))["exams"]
    assert taken["certificate"] == number and taken["passed"] and taken["ended"] == shown["ended"]
    assert (await ann.get(f"/api/chair/sittings/{picture['sitting']}"))["certificate"] == number
    await ann.delete("/api/me")
    await house.public.get(f"/api/chair/certificates/{number}", 404)
    await house.public.get("/api/chair/certificates/none", 422)


async def test_only_a_passed_exam_has_a_certificate(house: House) -> None:
    ann = await house.guest()
    failed = await pass_exam(ann, "red-dog", wrong=30)
    assert not failed["report"]["passed"] and failed["certificate"] is None
    cards = await sit(ann, game="red-dog", what="drill", drill="irregularities", questions=1)
    assert (await answer(ann, cards, choice=0))["picture"]["certificate"] is None
    assert [one["certificate"] for one in (await ann.get("/api/chair/red-dog"))["exams"]] == [None]


async def test_an_exam_of_a_chosen_seed_counts_as_practice(house: House) -> None:
    """Its questions and answers can be known from an earlier sitting."""
    ann = await house.guest()
    begun = await sit(ann, game="red-dog", what="exam", seed=DRAWN)
    assert (begun["what"], begun["counts_as"], begun["seed"]) == ("exam", "practice", DRAWN)
    ended = await take(ann, begun, exam("red-dog", seed=DRAWN))
    assert ended["report"]["passed"] and ended["report"]["percent"] == 100
    assert ended["certificate"] is None and ended["counts_as"] == "practice"
    listed = await ann.get("/api/chair/red-dog")
    assert listed["exams"] == [] and listed["sittings"] == 1
    times = {row["what"]: row["times"] for row in listed["others"]}
    assert (times["exam"], times["practice"]) == (0, 1)
    counted = await pass_exam(ann, "red-dog")
    assert counted["counts_as"] == "exam" and counted["certificate"]


async def test_the_seed_of_an_exam_is_told_after_its_end(house: House) -> None:
    """With the seed, the program itself works out the right answers."""
    ann = await house.guest()
    begun = await sit(ann, game="red-dog", what="exam")
    assert begun["seed"] is None and begun["counts_as"] == "exam"
    given = await answer(ann, begun, choice=0, figure="1")
    assert given["picture"]["seed"] is None
    left = await ann.post(f"/api/chair/sittings/{begun['sitting']}/leave")
    assert left["seed"] == DRAWN


async def test_a_certificate_tells_how_many_exams_came_before(house: House) -> None:
    ann = await house.guest()
    await pass_exam(ann, "red-dog", wrong=30)
    await pass_exam(ann, "red-dog", wrong=30)
    await pass_exam(ann, "double-down-stud")
    number = (await pass_exam(ann, "red-dog"))["certificate"]
    shown = await house.public.get(f"/api/chair/certificates/{number}")
    assert shown["earlier"] == 2


async def test_a_choice_says_what_it_is_about_whether_it_is_right_or_not(house: House) -> None:
    ann = await house.guest()
    picture = await sit(ann, game="red-dog", what="exam", seed=3)
    assert all(choice["touches"] for choice in picture["moment"]["choices"])
    assert {frozenset(choice) for choice in picture["moment"]["choices"]} == {
        frozenset({"verb", "label", "figure", "touches"})
    }


async def test_an_answer_counts_once(house: House) -> None:
    ann = await house.guest()
    picture = await sit(ann, game="red-dog", what="practice", seed=1)
    await answer(ann, picture, choice=0)
    refused = await answer(ann, picture, 409, choice=0)
    assert refused["error"]["kind"] == "stale"


async def test_a_sitting_belongs_to_one_person(house: House) -> None:
    ann, ben = await house.guest("Ann"), await house.guest("Ben")
    picture = await sit(ann, game="red-dog", what="practice")
    await ben.get(f"/api/chair/sittings/{picture['sitting']}", 404)
    await house.public.get(f"/api/chair/sittings/{picture['sitting']}", 401)
    assert (await ann.get(f"/api/chair/sittings/{picture['sitting']}"))["at"] == 0


async def test_the_felt_shows_no_card_that_the_public_may_not_see(house: House) -> None:
    ann = await house.guest()
    picture = await sit(ann, game="double-cross-poker", what="lesson", lesson=2)
    while picture["moment"]["choices"][picture["moment"]["right"]]["verb"] != "turn":
        dealt = [e for e in picture["moment"]["events"] if e["kind"] == "deal"]
        assert all(event["card"] == "??" for event in dealt)
        picture = (await answer(ann, picture, choice=picture["moment"]["right"]))["picture"]
    assert len(dealt) == 11


async def test_drills_and_hints(house: House) -> None:
    ann = await house.guest()
    picture = await sit(ann, game="red-dog", what="drill", drill="payouts", seed=2, questions=2)
    assert picture["question"]["hint"] and picture["question"]["felt"]
    hint = await ann.post(f"/api/chair/sittings/{picture['sitting']}/hint")
    assert " to " in hint["hint"]
    await answer(ann, picture, 400)
    given = await answer(ann, picture, figure="1")
    assert given["verdict"]["mark"] == "wrong" and given["verdict"]["should"]
    cards = await sit(ann, game="red-dog", what="drill", drill="irregularities", questions=1)
    done = await answer(ann, cards, choice=0)
    assert done["picture"]["over"] and done["picture"]["report"]["questions"] == 1
    examined = await sit(ann, game="red-dog", what="exam", seed=1)
    await ann.post(f"/api/chair/sittings/{examined['sitting']}/hint", 400)


@pytest.mark.parametrize(
    ("order", "status"),
    [
        ({"game": "poker"}, 404),
        ({"game": "red-dog", "rulebook": "nj"}, 404),
        ({"game": "red-dog", "lesson": 99}, 400),
        ({"game": "red-dog", "what": "poetry"}, 422),
        ({"game": "red-dog", "level": "hard"}, 422),
        ({"game": "red-dog", "more": 1}, 422),
    ],
)
async def test_what_cannot_be_sat_down_to(house: House, order: Data, status: int) -> None:
    ann = await house.guest()
    await ann.post("/api/chair", status, **order)


async def test_a_token_is_needed_to_sit_down(house: House) -> None:
    await house.public.post("/api/chair", 401, game="red-dog")
    await house.public.get("/api/chair/poker", 404)


# --- beyond one process ---------------------------------------------------------------------------


async def test_a_sitting_outlives_a_restart(database: Path | str, tmp_path: Path) -> None:
    where = database.parent if isinstance(database, Path) else database
    async with running(where, data=tmp_path) as house:
        ann = await house.guest()
        picture = await sit(ann, game="red-dog", what="practice", level="coached", seed=1)
        for choice in (0, 1):
            picture = (await answer(ann, picture, choice=choice))["picture"]
        drilled = await sit(ann, game="red-dog", what="drill", questions=3)
        await answer(ann, drilled, figure="7")
        await ann.post(f"/api/chair/sittings/{picture['sitting']}/hint")
        lesson = await sit(ann, game="double-down-stud")
    async with running(where, data=tmp_path) as house:
        ann = house.visitor(ann.token)
        path = "/api/chair/sittings/"
        assert await ann.get(f"{path}{picture['sitting']}") == picture
        assert await ann.get(f"{path}{lesson['sitting']}") == lesson
        assert (await ann.get(f"{path}{drilled['sitting']}"))["at"] == 1
        await answer(ann, {**picture, "at": 1}, 409, choice=0)
        picture = (await answer(ann, picture, choice=0))["picture"]
        left = await ann.post(f"{path}{picture['sitting']}/leave")
        assert left["report"]["answered"] == 3 and left["report"]["hints"] == 1
        assert (await ann.get("/api/chair/red-dog"))["sittings"] == 1


@pytest.mark.postgres
async def test_a_sitting_goes_on_at_another_server(postgres: Postgres, tmp_path: Path) -> None:
    url = postgres.database()
    async with running(url, data=tmp_path) as one, running(url, data=tmp_path) as other:
        ann = await one.guest()
        there = other.visitor(ann.token)
        picture = await sit(ann, game="red-dog", what="drill", questions=10, seed=2)
        path = f"/api/chair/sittings/{picture['sitting']}"
        for at in range(10):
            body = {"at": at, "figure": "1"}
            given = await asyncio.gather(
                *(one.http.post(f"{path}/answers", json=body) for one in (ann, there))
            )
            assert sorted(one.status_code for one in given) == [200, 409]
            (stale,) = [one.json() for one in given if one.status_code == 409]
            assert stale["error"]["kind"] == "stale"
            assert await ann.get(path) == await there.get(path)
        assert (await there.get(path))["report"]["answered"] == 10
        assert (await there.get("/api/chair/red-dog"))["sittings"] == 1


@pytest.mark.parametrize("by", ["the person", "the administrator"])
async def test_erasing_a_name_erases_its_progress(house: House, by: str) -> None:
    ann, ben = await house.guest("Ann"), await house.guest("Ben")
    for visitor in (ann, ben):
        picture = await sit(visitor, game="red-dog", what="drill", questions=1)
        await answer(visitor, picture, figure="1")
        await sit(visitor, game="red-dog", what="practice")
    person = (await ann.get("/api/me"))["person"]
    if by == "the person":
        await ann.delete("/api/me")
    else:
        await house.admin.delete(f"/api/people/{person}")
    other = (await ben.get("/api/me"))["person"]
    for column in (ITEMS.c.trainee, SITTINGS.c.trainee, DETAILS.c.trainee, CHAIRS.c.person):
        kept = await house.hall.committer.read(partial(_all, sa.select(column)))
        assert person not in kept and other in kept


def _all(wanted: sa.Select[tuple[str]], connection: sa.Connection) -> set[str]:
    return set(connection.scalars(wanted))


async def test_only_the_newest_sittings_of_a_person_are_kept(house: House) -> None:
    ann = await house.guest()
    first, *_, last = [
        await sit(ann, game="red-dog", what="drill", questions=1) for _ in range(EACH + 1)
    ]
    await ann.get(f"/api/chair/sittings/{first['sitting']}", 404)
    await ann.get(f"/api/chair/sittings/{last['sitting']}")
