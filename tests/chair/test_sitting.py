"""Levels, scores and reports of a sitting."""

from __future__ import annotations

import pytest

from croupier.chair.exams import exam, exam_on
from croupier.chair.moves import Move
from croupier.chair.sitting import ALLOWANCE, Level, Sitting, called_for
from croupier.chair.verdict import Mark
from croupier.nouns.reasons import MalformedError
from croupier.rules import rulebook
from tests.chair.helpers import course, do_right, say, step


def test_a_report_counts_every_kind_of_mistake_and_names_the_clauses_to_study() -> None:
    sitting = Sitting(course(), Level.EXAM)
    expected = []
    for at, said, figure, mark in (
        ("deal left", Move("deal", place="right", up=True), None, Mark.ORDER),
        ("announce The spread", say("The spread is 2"), None, Mark.AMOUNT),
        ("announce Raises", Move("deal", place="middle", up=True), None, Mark.EARLY),
        ("deal middle", say("Raises closed"), None, Mark.LATE),
        ("announce The third", Move("report", text="missed-burn"), None, Mark.UNCALLED),
        ("pay seat 4 original", Move("pay", seat=4, wager="original"), 100, Mark.AMOUNT),
    ):
        do_right(sitting, at)
        expected.append((sitting.moment.number + 1, str(mark), sitting.moment.item))
        assert sitting.answer(said, figure, seconds=2.0).mark is mark
    do_right(sitting)
    report = sitting.report()
    assert [(m["step"], m["mark"], m["cited"]) for m in report["mistakes"]] == expected
    assert report["marks"] == {
        "right": len(sitting.course) - 6,
        "early": 1,
        "late": 1,
        "wrong order": 1,
        "wrong amount": 2,
        "not called for": 1,
    }
    assert report["study"][0]["cited"] == "5(i)" and report["study"][0]["missed"] == 3
    book = rulebook.load("red-dog")
    assert all(row["text"] == book.clauses[row["cited"]].summary for row in report["study"])
    assert {row["cited"] for row in report["study"]} == {"5(c)", "5(g)", "5(i)", "5(i)(2)"}
    assert not report["passed"] and report["percent"] < 80
    assert report["seconds"] == 2.0 * 6 + 1.0 * (len(sitting.course) - 6)


def test_a_report_tells_the_best_streak_and_the_pace() -> None:
    sitting = Sitting(course(), Level.COACHED)
    do_right(sitting, "announce The spread")
    before = len(sitting.answers)
    sitting.answer(say("The spread is 2"), seconds=9.0)
    assert (sitting.streak.now, sitting.streak.best) == (0, before)
    do_right(sitting)
    report = sitting.report()
    assert report["streak"] == len(sitting.course) - before - 1
    assert report["slowest"] == {"number": before + 1, "seconds": 9.0}
    assert report["average"] == round(report["seconds"] / len(sitting.course), 1)


def test_an_exam_that_takes_too_long_is_not_passed() -> None:
    sitting = Sitting(course(), Level.EXAM)
    sitting.answer(sitting.moment.move, seconds=ALLOWANCE * len(sitting.course) + 1)
    do_right(sitting)
    assert sitting.report()["percent"] == 100 and not sitting.report()["passed"]


def test_an_exam_that_is_left_is_not_passed() -> None:
    sitting = Sitting(course(), Level.EXAM)
    do_right(sitting, "collect middle")
    assert not sitting.report()["passed"]


def test_an_exam_gives_no_hints() -> None:
    sitting = Sitting(course(), Level.EXAM)
    with pytest.raises(MalformedError, match="no hints"):
        sitting.hint()


def test_a_hint_names_the_act_and_the_clause_but_not_the_step() -> None:
    sitting = Sitting(course(), Level.COACHED)
    do_right(sitting, "announce The spread")
    hint = sitting.hint()
    assert (
        hint.startswith("You announce something now. ")
        and "(5(g))" in hint
        and "spread is 3" not in hint
    )


def test_what_needed_a_hint_is_not_learnt_yet() -> None:
    sitting = Sitting(course(), Level.COACHED)
    do_right(sitting, "announce The spread")
    sitting.hint()
    do_right(sitting)
    assert sitting.learnt["5(g)"] is False and sitting.learnt["5(c)"] is True
    assert sitting.report()["hints"] == 1


def test_the_guided_level_shows_the_step_its_clauses_and_which_hand_does_it() -> None:
    sitting = Sitting(course(), Level.GUIDED)
    do_right(sitting, "deal left")
    assert called_for(sitting) == "Deal the left card, face up"
    told = {one.cited: one for one in sitting.guide()}
    assert told["5(c)"].text == rulebook.load("red-dog").clauses["5(c)"].summary
    assert told["4(b)"].physical and "left hand" in told["4(b)"].text


def test_a_clause_is_told_once_in_a_sitting() -> None:
    sitting = Sitting(course(), Level.GUIDED)
    do_right(sitting, "deal left")
    assert sitting.guide() and sitting.guide() == sitting.guide()
    do_right(sitting, "deal right")
    assert sitting.guide() == []


def test_the_end_tells_what_happens_after_the_last_step() -> None:
    sitting = Sitting(course(), Level.EXAM)
    do_right(sitting)
    with pytest.raises(MalformedError, match="last step"):
        sitting.answer(Move("burn"))


def test_the_same_seed_makes_the_same_exam() -> None:
    one, other, third = (exam("winners-pot-poker", seed=seed) for seed in (4, 4, 5))
    assert [m.move for m in one.moments] == [m.move for m in other.moments]
    assert [m.move for m in one.moments] != [m.move for m in third.moments]


def test_an_exam_without_a_seed_of_its_own_brings_what_is_due() -> None:
    soon = ["5(f)(1)"]
    plain = exam_on("red-dog", [], seed=11)
    chosen = exam_on("red-dog", soon, seed=11)
    asked = [{m.item for m in exam("red-dog", seed=f"11.{i}").moments} for i in range(6)]
    assert any("5(f)(1)" in items for items in asked) == (
        "5(f)(1)" in {m.item for m in chosen.moments}
    )
    assert [m.move for m in plain.moments] == [m.move for m in exam("red-dog", seed="11.0").moments]


def test_the_answer_given_in_the_middle_of_a_free_row_is_kept() -> None:
    sitting = Sitting(course(), Level.EXAM)
    do_right(sitting, "pay")
    last = step(sitting.course, "pay seat 1 raise")
    assert sitting.answer(last.move, last.figure).met == last.number
