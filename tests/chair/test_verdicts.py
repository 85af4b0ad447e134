"""Deliberate mistakes of every kind, and the verdict on each."""

from __future__ import annotations

from dataclasses import replace

import pytest

from croupier import games
from croupier.chair.choices import MOST, choices
from croupier.chair.exams import exam, practice
from croupier.chair.moves import Move
from croupier.chair.sitting import Level, Sitting
from croupier.chair.verdict import Mark, judge
from croupier.nouns.reasons import MalformedError
from tests.chair.helpers import CROSS, course, do_right, say, step


def test_the_step_that_is_called_for_is_right() -> None:
    walked = course()
    for moment in walked.moments:
        verdict = judge(walked, moment.number, moment.move, moment.figure)
        assert verdict.right and verdict.met == moment.number and verdict.message == "Right."


def test_a_step_that_comes_later_is_early() -> None:
    walked = course()
    verdict = judge(
        walked, step(walked, "announce Raises").number, Move("deal", place="middle", up=True)
    )
    assert verdict.mark is Mark.EARLY
    assert verdict.should == "Say “Raises closed”" and verdict.item == "5(i)"
    assert "raises" in verdict.told[0].text.lower()


def test_a_step_whose_time_has_passed_is_late() -> None:
    walked = course()
    verdict = judge(walked, step(walked, "deal middle").number, say("The spread is 3"))
    assert verdict.mark is Mark.LATE


def test_the_right_act_at_the_wrong_place_is_in_the_wrong_order() -> None:
    walked = course()
    verdict = judge(walked, step(walked, "deal left").number, Move("deal", place="right", up=True))
    assert verdict.mark is Mark.ORDER and verdict.should == "Deal the left card, face up"


@pytest.mark.parametrize("cents", [0, 2999, 3001, 4000])
def test_a_wrong_payment_is_a_wrong_amount(cents: int) -> None:
    walked = course()
    pay = step(walked, "pay seat 4 original")
    assert pay.figure == 3000
    verdict = judge(walked, pay.number, pay.move, cents)
    assert verdict.mark is Mark.AMOUNT and verdict.should.endswith("$30")


def test_a_wrong_number_in_the_right_words_is_a_wrong_amount() -> None:
    walked = course()
    verdict = judge(walked, step(walked, "announce The spread").number, say("The spread is 4"))
    assert verdict.mark is Mark.AMOUNT


@pytest.mark.parametrize(
    "move",
    [
        Move("report", text="early-third-card"),
        Move("burn"),
        Move("take", seat=4, wager="original"),
        Move("pay", seat=2, wager="raise"),
        say("Three of a kind"),
    ],
)
def test_what_this_round_never_asks_for_is_not_called_for(move: Move) -> None:
    walked = course()
    verdict = judge(walked, step(walked, "pay seat 4 original").number, move, 1000)
    assert verdict.mark is Mark.UNCALLED


def test_a_hand_that_is_misread_is_not_called_for() -> None:
    walked = course(CROSS)
    compared = step(walked, "compare seat 1")
    wrong = replace(compared.move, outcome="push")
    assert judge(walked, compared.number, wrong).mark is Mark.UNCALLED


def test_payments_in_a_row_may_be_made_in_any_order() -> None:
    walked = course()
    first = step(walked, "pay seat 4 original").number
    other = step(walked, "pay seat 1 raise")
    verdict = judge(walked, first, other.move, other.figure)
    assert verdict.right and verdict.met == other.number
    assert judge(walked, first, other.move, 1).mark is Mark.AMOUNT


def test_payments_of_separate_hands_may_not() -> None:
    walked = course(CROSS)
    first, second = step(walked, "pay seat 3 ante"), step(walked, "pay seat 1 ante")
    assert judge(walked, first.number, second.move, second.figure).mark is Mark.ORDER


def test_what_was_done_ahead_is_not_done_again() -> None:
    sitting = Sitting(course(), Level.COACHED)
    do_right(sitting, "pay")
    ahead = step(sitting.course, "pay seat 1 raise")
    assert sitting.answer(ahead.move, ahead.figure).right
    assert sitting.moment.move == Move("pay", seat=4, wager="original")
    assert "raise" not in sitting.view["seats"]["1"]["wagers"]
    assert "raise" in sitting.view["seats"]["4"]["wagers"]
    assert ahead.move not in sitting.choices
    assert sitting.answer(ahead.move, ahead.figure).mark is Mark.LATE
    do_right(sitting)
    assert sitting.over and len(sitting.answers) == len(sitting.course)


def test_the_round_goes_on_with_the_right_step() -> None:
    sitting = Sitting(course(), Level.EXAM)
    sitting.answer(Move("burn"))
    assert sitting.moment.number == 1
    assert sitting.answers[0].verdict.should == sitting.course.moments[0].move.label


def test_a_payment_without_an_amount_is_asked_again() -> None:
    sitting = Sitting(course(), Level.EXAM)
    do_right(sitting, "pay")
    with pytest.raises(MalformedError, match="give the amount"):
        sitting.answer(sitting.moment.move)
    assert sitting.moment.move.kind == "pay"


# --- irregularities that happen to you ------------------------------------------------------------


@pytest.mark.parametrize("game", games.names())
def test_in_an_exam_a_card_lies_face_up_one_is_exposed_and_a_count_is_wrong(game: str) -> None:
    walked = exam(game, seed=5)
    seen = {m.round: m for m in walked.moments if m.situation}
    assert sorted(seen) == [1, 2, 3]
    assert seen[1].step.kind == "discard" and "lies face up" in seen[1].situation
    assert seen[2].step.kind == seen[3].step.kind == "report"
    for moment in seen.values():
        usual = next(m for m in walked.earlier(moment.number))
        verdict = judge(walked, moment.number, usual.move, usual.figure)
        assert not verdict.right and moment.situation in verdict.message


def test_a_report_after_its_time_is_late() -> None:
    walked = exam("double-cross-poker", seed=5)
    reported = next(m for m in walked.moments if m.move.text == "stub-short")
    after = reported.number + 1
    assert judge(walked, after, reported.move).mark is Mark.LATE


def test_a_report_of_nothing_is_not_called_for() -> None:
    walked = practice("double-cross-poker", seed=5)
    for moment in walked.moments:
        report = Move("report", text="stub-short")
        assert judge(walked, moment.number, report).mark is Mark.UNCALLED


# --- what there is to choose from -----------------------------------------------------------------


@pytest.mark.parametrize("game", games.names())
def test_the_right_step_is_always_among_the_choices_and_they_do_not_change(game: str) -> None:
    walked = exam(game, seed=2)
    for moment in walked.moments:
        offered = choices(walked, moment.number, seed=9)
        assert offered.count(moment.move) == 1
        assert 3 <= len(offered) <= MOST
        assert len({move.label for move in offered}) == len(offered)
        assert offered == choices(walked, moment.number, seed=9)


@pytest.mark.parametrize("game", games.names())
def test_every_kind_of_mistake_can_be_made_from_the_choices(game: str) -> None:
    walked = exam(game, seed=2)
    marks = {
        judge(walked, m.number, move, (m.figure or 0) + (move == m.move and bool(move.figure))).mark
        for m in walked.moments
        for move in choices(walked, m.number)
    }
    assert marks == set(Mark)


def test_choices_are_in_no_telling_order() -> None:
    walked = exam("double-cross-poker", seed=2)
    places = {choices(walked, m.number).index(m.move) for m in walked.moments}
    assert len(places) > 4


def test_hands_nobody_has_seen_are_not_called_among_the_choices() -> None:
    walked = practice("winners-pot-poker", seed=3)
    first_turned = next(m.number for m in walked.moments if m.move.kind == "turn")
    for moment in walked.moments[: first_turned - 1]:
        words = [move.text or "" for move in choices(walked, moment.number)]
        assert not any("has" in text or "highest" in text for text in words)


def test_reporting_a_card_that_is_put_aside_is_not_a_trap() -> None:
    walked = exam("red-dog", seed=2)
    for moment in walked.moments:
        if moment.step.kind == "discard":
            words = {m.text for seed in range(40) for m in choices(walked, moment.number, seed)}
            assert not words & {"face-up-card", "exposed-draw"} and "wrong-spread" in words
