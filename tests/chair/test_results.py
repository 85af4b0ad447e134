"""A trainee's results: by sitting, by clause and by kind of step, and what they suggest."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from croupier.chair.answers import Answered, answers_in, tallies, weakest_first
from croupier.chair.data import lesson
from croupier.chair.drills import IRREGULARITIES, PAYOUTS, drill
from croupier.chair.programme import listing, sat_in, suggested
from croupier.chair.progress import REMEMBERED, Progress, Sat, Standing, open_progress
from croupier.chair.results import SHOWN, results
from croupier.chair.sitting import Level, Sitting
from croupier.chair.wording import DOING, DUE, doing
from croupier.rules import rulebook
from croupier.stage.events import KINDS
from tests.chair.helpers import course, do_right, say, step

BOOK = rulebook.load("red-dog")
RD = BOOK.document
NOW = datetime.datetime(2026, 7, 1, tzinfo=datetime.UTC)


def paid(right: bool, cited: str = "5(i)(2)") -> Answered:
    return Answered("pay", cited, right, 2.0)


def sat(right: int, *answers: Answered, what: str = "exam", ended: str = "") -> Sat:
    return Sat(what, right, len(answers) or 10, False, ended=ended, answers=answers)


def keep(progress: Progress, *given: Sat) -> tuple[Standing, dict[int, tuple[Answered, ...]]]:
    for one in given:
        progress.keep("Ann", RD, one, {})
    return progress.standing("Ann", RD), progress.answers("Ann", RD)


def test_every_answer_has_its_clause_and_its_kind_of_step() -> None:
    sitting = Sitting(course(), Level.COACHED)
    do_right(sitting, until="pay")
    paying = sitting.moment
    sitting.hint()
    sitting.answer(say("Raises closed"), seconds=3.0)
    *before, last = answers_in(sitting)
    assert all(one.right and not one.helped and one.seconds == 1.0 for one in before)
    assert [one.cited for one in before] == [a.verdict.item for a in sitting.answers[:-1]]
    assert last == Answered("pay", paying.item, False, 3.0, helped=True)


def test_a_step_done_ahead_of_its_turn_is_counted_as_what_it_is() -> None:
    sitting = Sitting(course(), Level.EXAM)
    do_right(sitting, until="pay")
    sitting.answer(step(sitting.course, "pay", 2).move, step(sitting.course, "pay", 2).figure)
    *_, last = answers_in(sitting)
    assert (last.step, last.right) == ("pay", True)


def test_the_questions_of_a_drill_are_about_paying_and_ruling() -> None:
    for kind, act, value in ((PAYOUTS, "pay", 1), (IRREGULARITIES, "rule", 0)):
        made = drill(kind, "red-dog", seed=1, most=2)
        asked = made.question
        right = made.answer(value, 4.0)
        (one,) = answers_in(made)
        assert (one.step, one.right, one.seconds) == (act, right, 4.0)
        assert one.cited == asked.clauses[0].cited


def test_results_are_counted_by_clause_and_by_kind_the_weakest_first(
    database: Path | str,
) -> None:
    with open_progress(database) as progress:
        known = keep(
            progress,
            sat(2, paid(True), paid(False), Answered("deal", "5(c)", True, 1.0)),
            sat(1, paid(False), Answered("deal", "5(c)", True, 3.0, helped=True)),
        )
    found = results(BOOK, *known)
    assert [(row["cited"], row["right"], row["asked"]) for row in found["clauses"]] == [
        ("5(i)(2)", 1, 3),
        ("5(c)", 2, 2),
    ]
    assert found["clauses"][0]["text"] == BOOK.clause("5(i)(2)").summary
    assert found["clauses"][1]["seconds"] == 2.0 and found["clauses"][1]["helped"] == 1
    assert [(row["kind"], row["title"], row["percent"]) for row in found["kinds"]] == [
        ("pay", "paying", 33),
        ("deal", "dealing", 100),
    ]
    assert [(row["answered"], row["right"], row["percent"]) for row in found["sittings"]] == [
        (3, 2, 67),
        (2, 1, 50),
    ]
    assert (found["answered"], found["right"], found["percent"]) == (5, 3, 60)


def test_of_equal_shares_the_one_that_was_asked_more_often_is_weaker() -> None:
    rows = [paid(False, "a"), *[paid(False, "b")] * 2, paid(True, "c")]
    found = weakest_first(tallies(rows, lambda one: one.cited))
    assert [name for name, _ in found] == ["b", "a", "c"]


def test_the_last_thirty_days_leave_out_what_is_older(database: Path | str) -> None:
    long_ago, lately = "2026-05-01T12:00:00+00:00", "2026-06-20T12:00:00+00:00"
    with open_progress(database) as progress:
        known = keep(
            progress,
            sat(0, paid(False, "5(c)"), ended=long_ago),
            sat(1, paid(True), ended=lately),
        )
    month = results(BOOK, *known, days=30, now=NOW)
    assert [row["ended"] for row in month["sittings"]] == [lately] and month["percent"] == 100
    assert [row["cited"] for row in month["clauses"]] == ["5(i)(2)"]
    assert results(BOOK, *known)["answered"] == 2
    assert month["suggested"]["cited"] == "5(c)", "the suggestion goes by everything"


def test_sittings_without_answers_are_read_as_they_are(database: Path | str) -> None:
    with open_progress(database) as progress:
        (_, history) = keep(progress, sat(9))
        old = Standing({}, (Sat("exam", 9, 10, True, "2025-01-02"), sat(1, paid(True))))
    found = results(BOOK, old, {2: (paid(True),)})
    assert history == {1: ()}
    assert found["earlier"] == 1 and found["clauses"][0]["asked"] == 1
    assert [row["percent"] for row in found["sittings"]] == [90, 100]
    assert results(BOOK, Standing({}, ()))["percent"] is None


def test_only_the_newest_sittings_keep_their_answers(database: Path | str) -> None:
    with open_progress(database) as progress:
        standing, history = keep(progress, *[sat(1, paid(True))] * (REMEMBERED + 2))
    assert sorted(history) == list(range(3, REMEMBERED + 3))
    found = results(BOOK, standing, history)
    assert found["earlier"] == 2 and len(found["sittings"]) == SHOWN
    assert found["answered"] == 2 * 10 // 10 + REMEMBERED


def test_what_is_missed_suggests_the_lesson_that_asks_it_most() -> None:
    nothing = Standing({}, ())
    first = suggested(BOOK, nothing)
    assert first is not None and (first.lesson.number, first.cited) == (1, "")
    assert first.why == "you have not taken it yet"
    missed = {1: (paid(True), paid(False)), 2: (paid(False),)}
    found = suggested(BOOK, nothing, missed)
    assert found is not None
    assert "5(i)(2)" in {moment.item for moment in found.lesson.course().moments}
    assert found.why.startswith("you miss 5(i)(2), paying the ")
    assert found.why.endswith(" (wrong in 2 of 3 answers)") and found.step == "pay"
    mended = suggested(BOOK, nothing, {**missed, 3: (paid(True),)})
    assert mended is not None and mended.cited == "", "what was right last time is not missed"


def test_what_is_due_is_suggested_without_a_miss(database: Path | str) -> None:
    one = lesson("red-dog", 2)
    guided = Sitting(one.course(), Level.GUIDED)
    do_right(guided)
    with open_progress(database) as progress:
        standing = progress.keep("Ann", RD, sat_in("lesson 2", guided), guided.learnt)
        found = suggested(BOOK, standing, progress.answers("Ann", RD))
    assert found is not None and found.why.endswith(", is due for review")
    listed = listing(BOOK, standing)
    assert listed["next"] == listed["suggested"]["lesson"] == found.lesson.number


def test_whoever_has_passed_everything_begins_again() -> None:
    passed = [Sat(f"lesson {n}", 9, 10, n != 6) for n in range(1, 7)]
    nearly = suggested(BOOK, Standing({}, tuple(passed)))
    assert nearly is not None
    assert (nearly.lesson.number, nearly.why) == (6, "you have not passed it yet")
    done = suggested(BOOK, Standing({}, (*passed, Sat("lesson 6", 9, 10, True))))
    assert done is not None and (done.lesson.number, done.why[:27]) == (
        1,
        "you have passed every lesso",
    )


def test_every_kind_of_step_has_a_name() -> None:
    verbs = {
        kind.declared.act.verb
        for kind in KINDS.values()
        if kind.declared is not None and kind.declared.act is not None
    }
    assert verbs <= DOING.keys() and DUE.keys() <= DOING.keys()
    assert doing("juggle") == "juggle"


@pytest.mark.parametrize("cited", ["5(c)", "R-22", "gone"])
def test_a_clause_that_the_document_has_no_more_has_no_text(cited: str) -> None:
    found = results(BOOK, Standing({}, (sat(1, paid(True, cited)),)), {1: (paid(True, cited),)})
    assert (found["clauses"][0]["text"] is None) == (cited == "gone")
