"""Practice over HTTP: what is due, answers that count once, and values told only afterwards."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from croupier import lab
from croupier.lab.settings import setting
from croupier.nouns.cards import parse_cards
from croupier.practice.boxes import DAYS, LEARNT, Item
from croupier.practice.drills import Dealer, Drill
from croupier.practice.exercises import Exercise
from croupier.rules import house as houses
from croupier.server import drilling as server_drilling
from croupier.server import practice
from croupier.server import practice_tables as kept
from croupier.server.child import Child
from croupier.server.drilling import AHEAD, Drilling
from croupier.server.errors import Problem
from tests.postgres import Postgres
from tests.practice.helpers import keep_review, mistake
from tests.server.reviewer import Reviewer
from tests.server.visitors import House, Visitor, play, running

pytestmark = pytest.mark.asyncio(loop_scope="module")

POSTGRES = True

Data = dict[str, Any]
PATH = "/api/practice/exercises"
TELLING = ("ev", "value", "best", "cost", "reason", "gap", "difficulty", "closest_of", "made")


class Clock:
    """The time of the server's practice, which a test moves on."""

    def __init__(self) -> None:
        self.time = datetime(2026, 7, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.time += timedelta(milliseconds=1)
        return self.time


@pytest.fixture
def clock(house: House) -> Iterator[Clock]:
    real, own = house.hall.practice.now, Clock()
    house.hall.practice.now = own
    yield own
    house.hall.practice.now = real


async def person_of(visitor: Visitor) -> str:
    return str((await visitor.get("/api/me"))["person"])


async def ask(visitor: Visitor, status: int = 201, **order: Any) -> Data:
    asked: Data = await visitor.post(PATH, status, **order)
    return asked


async def answer(visitor: Visitor, asked: Data, choice: int, status: int = 200) -> Data:
    given: Data = await visitor.post(f"{PATH}/{asked['exercise']}/answers", status, choice=choice)
    return given


def best_of(asked: Data) -> int:
    """The number of the best choice: the test asks the lab, as the server does not say."""
    at = setting(houses.standard(asked["game"], asked["rulebook"]), stake=asked["stake"])
    cards = (parse_cards(" ".join(asked[name])) for name in ("hand", "table"))
    best: str = lab.best_of(lab.advise(at, *cards)).action
    place: int = asked["choices"].index(best)
    return place


async def with_mistakes(house: House, *seeds: int) -> Visitor:
    """Let in a guest who has made mistakes, each costlier than the one before."""
    ann = await house.guest("Ann")
    person = await person_of(ann)
    for n, seed in enumerate(seeds, 1):
        await keep_review(house, person, 100 + n, [mistake(100 + n, seed, Fraction(n))])
    return ann


# --- mistakes -------------------------------------------------------------------------------------


async def test_a_mistake_is_practised_over_days(house: House, clock: Clock) -> None:
    ann = await with_mistakes(house, 1)
    told = await ann.get("/api/practice")
    assert told["mistakes"] == {
        "due": 1,
        "waiting": 1,
        "learnt": 0,
        "next": None,
        "boxes": [1, 0, 0, 0, 0, 0],
    }
    asked = await ask(ann, source="mistakes")
    assert asked["street"] == "raise or pass" and asked["game"] == "red-dog"
    right = best_of(asked)
    given = await answer(ann, asked, 1 - right)
    done = given["verdict"]["mistake"]
    assert not given["verdict"]["right"] and (done["box"], done["due"]) == (0, "2026-07-01")
    assert (done["round"], done["made"]) == (101, asked["choices"][1 - right])
    for box, days in enumerate(DAYS[1:], 1):
        asked = await ask(ann, source="mistakes")
        given = await answer(ann, asked, right)
        due = (clock.time + timedelta(days=days)).date().isoformat()
        assert given["verdict"]["right"]
        assert (given["verdict"]["mistake"]["box"], given["verdict"]["mistake"]["due"]) == (
            box,
            due,
        )
        assert (await ann.get("/api/practice"))["mistakes"]["next"] == due
        refused = await ask(ann, 404, source="mistakes")
        assert refused["error"]["message"] == "no mistake is due today"
        clock.time += timedelta(days=days)
    given = await answer(ann, await ask(ann, source="mistakes"), right)
    assert given["verdict"]["mistake"]["learnt"] and given["verdict"]["mistake"]["due"] is None
    told = await ann.get("/api/practice")
    assert told["mistakes"]["learnt"] == 1 and told["mistakes"]["waiting"] == 0
    clock.time += timedelta(days=400)
    await ask(ann, 404, source="mistakes")


async def test_the_costliest_mistake_comes_first_and_a_wrong_one_last(
    house: House, clock: Clock
) -> None:
    ann = await with_mistakes(house, 1, 2)
    costly = await ask(ann, source="mistakes")
    assert costly["due"] == 2, "so that the page can count them"
    given = await answer(ann, costly, 1 - best_of(costly))
    assert given["verdict"]["mistake"]["round"] == 102
    cheap = await ask(ann, source="mistakes")
    assert cheap["due"] == 2, "a wrong one is asked again today"
    given = await answer(ann, cheap, best_of(cheap))
    assert given["verdict"]["mistake"]["round"] == 101
    again = await ask(ann, source="mistakes")
    assert again["table"] == costly["table"] and again["exercise"] != costly["exercise"]


async def test_a_review_is_looked_through_once(house: House, clock: Clock) -> None:
    ann = await with_mistakes(house, 1)
    person = await person_of(ann)
    for _ in range(3):
        assert (await ann.get("/api/practice"))["mistakes"]["waiting"] == 1
    await keep_review(house, person, 200, [mistake(200, 1), mistake(200, 2), mistake(200, 1)])
    assert (await ann.get("/api/practice"))["mistakes"]["waiting"] == 2, "the same one is not two"
    taken = sa.select(kept.TAKEN.c.round).where(kept.TAKEN.c.person == person)
    found = await house.hall.committer.read(lambda c: sorted(c.scalars(taken)))
    assert found == [101, 200]


async def test_many_reviews_are_taken_over_several_visits_the_latest_first(
    house: House, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practice, "BATCH", 1)
    monkeypatch.setattr(practice, "BATCHES", 1)
    ann = await with_mistakes(house, 1, 2, 1)
    told = [await ann.get("/api/practice") for _ in range(4)]
    assert [one["to_review"] for one in told] == [2, 1, 0, 0]
    assert [one["mistakes"]["waiting"] for one in told] == [1, 2, 2, 2]
    given = await answer(ann, await ask(ann, source="mistakes"), 0)
    assert given["verdict"]["mistake"]["round"] == 103, "the latest of the same mistake"


async def test_a_mistake_that_is_made_again_starts_over(house: House, clock: Clock) -> None:
    ann = await with_mistakes(house, 1)
    person = await person_of(ann)
    clock.time = datetime(2026, 6, 1, 12, tzinfo=UTC)
    asked = await ask(ann, source="mistakes")
    await answer(ann, asked, best_of(asked))
    assert (await ann.get("/api/practice"))["mistakes"]["boxes"][1] == 1
    await keep_review(house, person, 300, [mistake(300, 1)])  # played on July 1st
    assert (await ann.get("/api/practice"))["mistakes"]["boxes"][0] == 1
    clock.time = datetime(2026, 8, 1, 12, tzinfo=UTC)
    asked = await ask(ann, source="mistakes")
    await answer(ann, asked, best_of(asked))
    await keep_review(house, person, 301, [mistake(301, 1)])  # played before the answer
    assert (await ann.get("/api/practice"))["mistakes"]["boxes"][1] == 1


async def test_only_the_costliest_are_kept(
    house: House, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "MOST_MISTAKES", 2)
    ann = await with_mistakes(house, 1, 2, 3)
    assert (await ann.get("/api/practice"))["mistakes"]["waiting"] == 2
    given = await answer(ann, await ask(ann, source="mistakes"), 0)
    assert given["verdict"]["mistake"]["round"] == 103


async def test_rounds_that_nobody_has_reviewed_are_reviewed_for_practice(house: House) -> None:
    real, fake = house.hall.reviews.compute, Reviewer()
    house.hall.reviews.compute = fake
    try:
        table = await house.table("red-dog")
        player = await house.player(table, 1, "Ann")
        async with player.socket(table) as socket:
            await play([socket], table, 2)
        told = await player.get("/api/practice")
        assert told["to_review"] >= 2
        async with asyncio.timeout(10):
            while (await player.get("/api/practice"))["to_review"]:
                await asyncio.sleep(0.02)
        assert len(fake.asked) == len(set(fake.asked)) >= 2
    finally:
        house.hall.reviews.compute = real


async def test_a_mistake_at_a_table_is_practised_the_next_day(house: House, clock: Clock) -> None:
    by_chance = house.hall.pit.next_order
    house.stack("7c 2h Ks 7d")
    table = await house.table("red-dog")
    house.hall.pit.next_order = by_chance
    ann = await house.player(table, 1, "Ann")
    await ann.say(table, "wager original 10")
    await ann.post(f"/api/tables/{table}/ready", ready=True)
    await ann.say(table, "pass")
    async with asyncio.timeout(60):
        while not (told := await ann.get("/api/practice"))["mistakes"]["waiting"]:
            await asyncio.sleep(0.1)
    assert told["mistakes"]["due"] == 1
    asked = await ask(ann, source="mistakes")
    assert (asked["table"], asked["stake"]) == (["2h", "Ks"], 1000)
    given = await answer(ann, asked, asked["choices"].index("raise"))
    verdict = given["verdict"]
    assert verdict["right"] and verdict["choices"][1]["value"]["exact"] == "170/31"
    assert (verdict["mistake"]["made"], verdict["mistake"]["cost"]) == ("pass", 170 / 31)
    await ask(ann, 404, source="mistakes")
    clock.time += timedelta(days=1)
    assert (await ask(ann, source="mistakes"))["table"] == ["2h", "Ks"]


# --- drills and scores ----------------------------------------------------------------------------


async def test_nothing_is_told_before_the_answer(house: House, clock: Clock) -> None:
    ann = await with_mistakes(house, 1)
    orders: list[Data] = [
        {"source": "mistakes"},
        {"source": "drill", "game": "double-cross-poker"},
        {"source": "lesson", "game": "red-dog"},
    ]
    for order in orders:
        asked = await ask(ann, **order)
        looked = await ann.get(f"{PATH}/{asked['exercise']}")
        assert looked == {**asked, "due": None} and asked["verdict"] is None
        assert not [name for name in TELLING if name in asked], order
        assert all(isinstance(choice, str) for choice in asked["choices"])
        given = await answer(ann, asked, 0)
        verdict = given["verdict"]
        assert verdict["reason"] and len(verdict["choices"]) == len(asked["choices"])
        assert given == await ann.get(f"{PATH}/{asked['exercise']}")


async def test_an_answer_counts_once(house: House, clock: Clock) -> None:
    ann = await house.guest()
    asked = await ask(ann, source="drill", game="red-dog")
    assert await ask(ann, source="drill", game="red-dog") == asked, "none can be skipped"
    right = best_of(asked)
    first = await answer(ann, asked, 1 - right)
    assert await answer(ann, asked, right) == first and not first["verdict"]["right"]
    together = await ask(ann, source="drill", game="red-dog")
    given = await asyncio.gather(*(answer(ann, together, n % 2) for n in range(6)))
    assert all(one == given[0] for one in given)
    told = await ann.get("/api/practice")
    (score,) = [one["score"] for one in told["games"] if one["game"] == "red-dog"]
    assert score["answered"] == 2 and len(score["history"]) == 2
    assert score["history"][0]["moved"] == first["verdict"]["score"]["moved"] < 0
    assert score["score"] == 1000 + sum(move["moved"] for move in score["history"])


async def test_an_answer_must_be_one_of_the_choices(house: House, clock: Clock) -> None:
    ann = await house.guest()
    asked = await ask(ann, source="drill", game="red-dog")
    refused = await answer(ann, asked, 2, 400)
    assert refused["error"]["message"] == "choice 2 is not one of 2, from 0"
    await answer(ann, asked, 20, 422)
    await answer(ann, asked, -1, 422)


async def test_an_exercise_is_its_persons_own(house: House, clock: Clock) -> None:
    ann, eve = await house.guest(), await house.guest()
    asked = await ask(ann, source="drill", game="red-dog")
    await answer(eve, asked, 0, 404)
    await eve.get(f"{PATH}/{asked['exercise']}", 404)
    await house.public.post(PATH, 401, source="drill", game="red-dog")
    told = await house.public.get("/api/practice")
    assert told["mistakes"]["waiting"] == 0 and len(told["games"]) >= 4


@pytest.mark.parametrize(
    ("order", "status"),
    [
        ({"source": "drill", "game": "red-dog", "street": 1}, 404),
        ({"source": "drill", "game": "no-such-game"}, 404),
        ({"source": "drill", "game": "red-dog", "rulebook": "zz"}, 404),
        ({"source": "lesson", "game": "red-dog", "lesson": 2}, 404),
        ({"source": "drill"}, 404),
        ({"source": "drill", "game": "red-dog", "street": 99}, 422),
        ({"source": "exam", "game": "red-dog"}, 422),
    ],
)
async def test_what_does_not_exist_is_refused(house: House, order: Data, status: int) -> None:
    await ask(await house.guest(), status, **order)


# --- lessons --------------------------------------------------------------------------------------


async def test_a_lesson_is_passed_and_the_next_one_is_suggested(house: House, clock: Clock) -> None:
    ann = await house.guest()
    told = await ann.get("/api/practice/lessons/red-dog")
    assert told["next"] == 1 and told["lessons"][0]["progress"]["asked"] == 0
    assert told["alone"] is False, "each player plays alone in this game"
    assert told["lessons"][0]["rules"] and told["lessons"][0]["example"]["verdict"]["right"]
    for n in range(1, 11):
        asked = await ask(ann, source="lesson", game="red-dog", lesson=1)
        right = best_of(asked)
        given = await answer(ann, asked, right if n > 2 else 1 - right)
        stands = given["verdict"]["lesson"]
        assert (stands["asked"], stands["passed"] is not None) == (n, n == 10)
    assert stands["answers"] == "0011111111"
    told = await ann.get("/api/practice/lessons/red-dog")
    assert told["next"] is None and told["lessons"][0]["progress"]["passed"]
    (game,) = [one for one in (await ann.get("/api/practice"))["games"] if one["game"] == "red-dog"]
    assert game["passed"] == {"ma": 1}
    assert (await house.public.get("/api/practice/lessons/red-dog"))["next"] == 1
    await ann.get("/api/practice/lessons/no-such-game", 404)


# --- what is kept ---------------------------------------------------------------------------------


async def test_it_is_remembered_the_next_day_by_another_server(tmp_path: Path) -> None:
    clock = Clock()
    async with running(tmp_path) as house:
        house.hall.practice.now = clock
        ann = await with_mistakes(house, 1)
        asked = await ask(ann, source="mistakes")
        right = best_of(asked)
        await answer(ann, asked, right)
        drill = await ask(ann, source="drill", game="red-dog")
        token = ann.token
    clock.time += timedelta(days=1)
    async with running(tmp_path) as house:
        house.hall.practice.now = clock
        ann = house.visitor(token)
        told = await ann.get("/api/practice")
        assert told["mistakes"]["due"] == 1 and told["mistakes"]["boxes"][1] == 1
        assert await ask(ann, source="drill", game="red-dog") == drill
        given = await answer(ann, await ask(ann, source="mistakes"), right)
        assert given["verdict"]["mistake"]["box"] == 2


async def test_everything_is_erased_with_the_person(house: House, clock: Clock) -> None:
    ann = await with_mistakes(house, 1)
    person = await person_of(ann)
    await answer(ann, await ask(ann, source="mistakes"), 0)
    await answer(ann, await ask(ann, source="lesson", game="red-dog"), 0)

    def rows(connection: sa.Connection) -> list[int]:
        mine = [sa.select(t).where(t.c.person == person) for t in kept._TABLES]
        return [len(connection.execute(query).all()) for query in mine]

    assert all(await house.hall.committer.read(rows))
    await ann.delete("/api/me")
    assert not any(await house.hall.committer.read(rows))


async def test_an_exercise_that_is_being_dealt_to_somebody_who_is_forgotten_is_not_kept(
    house: House, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await with_mistakes(house, 1)
    person = await person_of(ann)
    waiting = await ask(ann, source="drill", game="red-dog")
    dealing, go = asyncio.Event(), asyncio.Event()
    deal = house.hall.practice.drilling.exercise

    async def slowly(drill: Data) -> Any:
        dealing.set()
        await go.wait()
        return await deal(drill)

    monkeypatch.setattr(house.hall.practice.drilling, "exercise", slowly)
    asked = asyncio.create_task(ask(ann, 409, source="lesson", game="red-dog"))
    await dealing.wait()
    found = await house.hall.practice._find(waiting["exercise"], person)
    reviews = await house.hall.committer.read(lambda c: practice._new_reviews(c, person))
    assert len(reviews) == 1
    await ann.delete("/api/me?everything=true")
    go.set()
    assert "erased meanwhile" in (await asked)["error"]["message"]
    verdict, now = found.exercise.grade(waiting["choices"][0]), clock()

    def late(connection: sa.Connection) -> None:
        practice._settle(connection, person, found, verdict, now)
        kept.add_mistakes(connection, person, reviews, now.date())

    await house.hall.committer.write(late)

    def rows(connection: sa.Connection) -> list[Any]:
        mine = [sa.select(t).where(t.c.person == person) for t in kept._TABLES]
        return [row for query in mine for row in connection.execute(query)]

    assert await house.hall.committer.read(rows) == []


async def test_only_so_much_is_kept(
    house: House, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kept, "MOST_EXERCISES", 3)
    monkeypatch.setattr(kept, "MOST_MOVES", 4)
    ann = await house.guest()
    asked = [await ask(ann, source="drill", game="red-dog")]
    for _ in range(6):
        await answer(ann, asked[-1], 0)
        asked.append(await ask(ann, source="drill", game="red-dog"))
    await ann.get(f"{PATH}/{asked[3]['exercise']}", 404)
    await ann.get(f"{PATH}/{asked[4]['exercise']}")
    games = (await ann.get("/api/practice"))["games"]
    (history,) = [one["score"]["history"] for one in games if one["game"] == "red-dog"]
    assert [move["number"] for move in history] == [3, 4, 5, 6]
    clock.time += timedelta(days=kept.DAYS + 1)
    await ask(await house.guest(), source="drill", game="red-dog")
    await ann.get(f"{PATH}/{asked[4]['exercise']}", 404)


async def test_mistakes_that_are_learnt_are_not_read(
    house: House, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = await person_of(await with_mistakes(house, 1, 2))
    await house.hall.practice.take_mistakes(person)
    today, read = clock().date(), house.hall.committer.read
    first = await read(lambda c: kept.next_mistake(c, person, today))
    assert first is not None
    same = (kept.MISTAKES.c.person == person) & (kept.MISTAKES.c.mistake == first.mistake)
    learnt = kept.MISTAKES.update().where(same).values(box=LEARNT)
    await house.hall.committer.write(lambda c: c.execute(learnt))

    def never(row: Any) -> Item:
        raise AssertionError(row)

    monkeypatch.setattr(kept, "_item", never)
    second = await read(lambda c: kept.next_mistake(c, person, today))
    assert second is not None and second.mistake != first.mistake
    await house.hall.committer.write(lambda c: c.execute(kept.MISTAKES.update().values(box=LEARNT)))
    assert await read(lambda c: kept.next_mistake(c, person, today)) is None


@pytest.mark.postgres
async def test_two_processes_may_begin_a_score_and_a_lesson_at_once(
    postgres: Postgres, tmp_path: Path
) -> None:
    exercise = Dealer(Drill("red-dog", "ma")).deal(1)
    now = Clock()()

    def begin(connection: sa.Connection) -> tuple[Data, Data]:
        return (
            kept.answer_lesson(connection, "p-both", "red-dog", "ma", 1, True, now),
            kept.move_score(connection, "p-both", exercise, True, now),
        )

    async with running(postgres.database(), data=tmp_path) as house:
        engine = house.hall.committer.store.engine

        def other() -> tuple[Data, Data]:
            with engine.begin() as connection:
                return begin(connection)

        with engine.begin() as connection:
            one, _ = begin(connection)
            waits = asyncio.create_task(asyncio.to_thread(other))
            await asyncio.sleep(0.3)
            assert not waits.done()
        two, _ = await waits
        assert (one["asked"], two["asked"], two["answers"]) == (1, 2, "11")
        with engine.connect() as connection:
            assert kept.scores(connection, "p-both")["red-dog"]["answered"] == 2


# --- the process that deals -----------------------------------------------------------------------


async def test_exercises_are_dealt_ahead() -> None:
    drilling = Drilling()
    drill: Data = {"game": "red-dog", "rulebook": "ma", "street": 0}
    try:
        first = await drilling.exercise(drill)
        (ready,) = drilling._ready.values()
        async with asyncio.timeout(20):
            while len(ready) < AHEAD:
                await asyncio.sleep(0.01)
        ahead = list(ready)
        assert await drilling.exercise(drill) == ahead[-1]
        assert len({one.key for one in (first, *ahead)}) > 1
        process = drilling.exercises.process
        assert process is not None and process.returncode is None
        await drilling.exercises.stop()
        assert process.returncode is not None
    finally:
        await drilling.stop()


QUICK = """
import json, sys, time
from pathlib import Path
folder = Path({folder!r})
for line in sys.stdin:
    asked = json.loads(line)
    with (folder / "asked").open("a") as log:
        log.write(asked["do"] + chr(10))
    if asked["do"] == "lessons":
        while not (folder / "go").exists():
            time.sleep(0.01)
        (folder / "card").touch()
    elif "lesson" in asked and not (folder / "card").exists():
        time.sleep(30)
    print(json.dumps({{"found": {exercise!r} if asked["do"] == "deal" else []}}), flush=True)
"""


def quick(folder: Path) -> Drilling:
    """Exercises from a process in which a strategy card that is not kept takes long."""
    document = Dealer(Drill("red-dog", "ma")).deal(1).as_dict()
    return Drilling(("-c", QUICK.format(folder=str(folder), exercise=document)))


async def test_a_strategy_card_is_found_once_and_holds_nobody_up(tmp_path: Path) -> None:
    drilling = quick(tmp_path)
    try:
        about = {"game": "red-dog", "rulebook": "ma"}
        asked = [
            asyncio.create_task(drilling.exercise({**about, "lesson": 1})),
            asyncio.create_task(drilling.lessons("red-dog", "ma")),
        ]
        await asyncio.sleep(0.05)
        async with asyncio.timeout(10):
            await drilling.exercise({**about, "street": 0})
            (tmp_path / "go").touch()  # the drill did not wait for the card
            await asyncio.gather(*asked)
        assert (tmp_path / "asked").read_text().split().count("lessons") == 1
    finally:
        await drilling.stop()


async def test_lessons_that_could_not_be_found_may_be_asked_for_again(
    tmp_path: Path,
) -> None:
    drilling = quick(tmp_path)
    (tmp_path / "go").touch()
    real = drilling.cards
    drilling.cards = Child(("-c", "raise SystemExit(1)"), 10.0)
    try:
        with pytest.raises(Problem) as refused:
            await drilling.lessons("red-dog", "ma")
        assert (refused.value.status, refused.value.kind) == (503, "busy")
        drilling.cards = real
        assert await drilling.lessons("red-dog", "ma") == []
    finally:
        await drilling.stop()


async def test_too_many_questions_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_drilling, "MOST", 2)
    drilling = quick(tmp_path)
    drill: Data = {"game": "red-dog", "rulebook": "ma"}
    try:
        asked = [drilling.exercise({**drill, "street": n}) for n in range(4)]
        *dealt, third, fourth = await asyncio.gather(*asked, return_exceptions=True)
        assert all(isinstance(one, Exercise) for one in dealt)
        for one in (third, fourth):
            assert isinstance(one, Problem)
            assert (one.status, one.kind, one.wait) == (503, "busy", 5)
    finally:
        await drilling.stop()


async def test_a_person_has_one_question_at_a_time_and_nobody_waits_for_them(
    house: House, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = await house.guest("Ann"), await house.guest("Bob")
    drilling, going, most = house.hall.practice.drilling, 0, 0
    real, go = drilling.exercise, asyncio.Event()

    async def slowly(drill: Data) -> Exercise:
        nonlocal going, most
        if drill.get("street") == 0 and drill["game"] == "red-dog":
            going += 1
            most = max(most, going)
            await go.wait()
            going -= 1
        return await real(drill)

    monkeypatch.setattr(drilling, "exercise", slowly)
    anns = [asyncio.create_task(ask(ann, source="drill", game="red-dog")) for _ in range(3)]
    await asyncio.sleep(0.2)
    await ask(bob, source="drill", game="double-cross-poker")
    go.set()
    first, *others = await asyncio.gather(*anns)
    assert most == 1 and others == [first, first], "the one that waits is asked again"


async def test_a_persons_mistakes_are_taken_while_anothers_are(
    house: House, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    anns, bobs = [await person_of(await with_mistakes(house, 1)) for _ in range(2)]
    real, go, own = practice._new_reviews, threading.Event(), house.hall.practice

    def slowly(connection: sa.Connection, person: str) -> Any:
        if person == anns:
            go.wait(20)
        return real(connection, person)

    monkeypatch.setattr(practice, "_new_reviews", slowly)
    waits = asyncio.create_task(own.take_mistakes(anns))
    await asyncio.sleep(0.05)
    try:
        async with asyncio.timeout(10):
            assert await own.take_mistakes(bobs) == 0
        assert not waits.done()
    finally:
        go.set()
        await waits
