"""Practice without a server: exercises, their grades, drills, boxes, the score and the lessons."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from statistics import mean
from typing import Any, TypeGuard

import pytest

from croupier import games, lab
from croupier.lab.documents import number
from croupier.lab.settings import analysis_of, setting
from croupier.mathematics.analysis import CARD, Choice, Estimate, Situation, Value
from croupier.nouns.cards import parse_cards
from croupier.practice import rating
from croupier.practice.boxes import DAYS, LEARNT, Item
from croupier.practice.drills import CLOSEST_OF, LEAST, Dealer, Drill, gap_of, streets
from croupier.practice.exercises import Exercise
from croupier.practice.lessons import drill_of, is_passed, lessons
from croupier.practice.mistakes import is_mistake, mistakes
from croupier.rules import house, rulebook

Data = dict[str, Any]

STREETS = [(game, n) for game in games.names() for n in range(len(streets(game)))]
TODAY = date(2026, 7, 1)


def exercise(choices: dict[str, Value], best: str, **more: Any) -> Exercise:
    own = {"hand": ("As", "Kd"), "table": ("7c", "2h")} | more
    return Exercise("double-cross-poker", "ma", 1000, choices=(*choices.items(),), best=best, **own)


# --- exercises ------------------------------------------------------------------------------------


def _is_exact(value: Value) -> TypeGuard[Fraction]:
    return isinstance(value, Fraction)


@pytest.mark.parametrize(("game", "street"), STREETS)
def test_an_answer_is_graded_by_what_advise_says(game: str, street: int) -> None:
    dealer = Dealer(Drill(game, rulebook.default_state(game), street))
    for seed in range(4):
        asked = dealer.deal(seed)
        at = setting(house.standard(game), stake=asked.stake)
        hand, table = parse_cards(" ".join(asked.hand)), parse_cards(" ".join(asked.table))
        advice = lab.advise(at, hand, table)
        best = lab.best_of(advice)
        stake = Fraction(asked.stake, 100)
        assert asked.question()["choices"] == [choice.action for choice in advice]
        assert asked.question()["costs"] == [int(one.stakes * asked.stake) for one in advice]
        for choice in advice:
            verdict = asked.grade(choice.action)
            worth = {one.action: one.value * stake for one in advice if _is_exact(one.value)}
            assert dict(verdict.values) == worth
            assert verdict.cost == worth[best.action] - worth[choice.action]
            assert verdict.right == (worth[best.action] == worth[choice.action])
            assert verdict.best == best.action
            assert verdict.reason and verdict.action == choice.action


def test_an_exercise_survives_being_kept() -> None:
    asked = Dealer(Drill("winners-pot-poker", "ma", 1)).deal(3)
    assert Exercise.of(asked.as_dict()) == asked
    guessed = exercise({"fold": Fraction(-1), "bet": Estimate(-0.5, 0.01)}, "bet", players=3)
    assert Exercise.of(guessed.as_dict()) == guessed


def test_a_question_tells_nothing_of_the_answer() -> None:
    asked = Dealer(Drill("red-dog", "ma")).deal(1)
    assert set(asked.question()) == {
        *("game", "rulebook", "house", "stake", "hand", "table", "seen", "players", "street"),
        *("places", "choices", "costs", "alone", "rivals", "gone"),
    }
    assert all(isinstance(choice, str) for choice in asked.question()["choices"])


def test_a_question_names_the_other_players_and_the_cards_that_are_gone() -> None:
    worth: dict[str, Value] = {"fold": Fraction(-1), "bet": Estimate(0.3, 0.01)}
    seen = ("Qd", "??", "2c", "4s", "??", "??", "9c")
    asked = exercise(worth, "bet", hand=("As", "Kd", "3c"), table=("7c",), seen=seen, players=4)
    question = asked.question()
    assert question["rivals"] == [
        {"cards": ["Qd"], "stayed": True},
        {"cards": ["2c"], "stayed": False},
    ]
    assert question["gone"] == ["4s", "9c"] and question["seen"] == list(seen)


def test_a_question_says_whether_the_player_is_alone_where_others_matter() -> None:
    worth: dict[str, Value] = {"fold": Fraction(-1), "bet": Fraction(1)}
    pot = Exercise(
        "winners-pot-poker", "ma", 1000, ("As", "Kd", "3c"), ("7c",), tuple(worth.items()), "bet"
    )
    assert pot.question()["alone"]
    assert not replace(pot, players=2, seen=("Qd", "??")).question()["alone"]
    assert not exercise(worth, "bet").question()["alone"], "every player is alone in this game"


def test_an_estimate_is_wrong_only_beyond_its_error() -> None:
    close = exercise({"fold": Estimate(-0.51, 0.02), "bet": Estimate(-0.5, 0.02)}, "bet")
    assert close.grade("fold").right and close.gap == 0
    assert "the same" in close.grade("fold").reason
    clear = exercise({"fold": Estimate(-0.6, 0.02), "bet": Estimate(-0.5, 0.02)}, "bet")
    verdict = clear.grade("fold")
    assert not verdict.right and clear.gap == pytest.approx(0.1)
    assert verdict.as_dict()["cost"] == {
        "exact": None,
        "value": pytest.approx(1),
        "stderr": pytest.approx(10 * 0.02 * 2**0.5),
    }
    assert verdict.reason == "On average, bet leaves you $1 better off than fold, the next best."
    with pytest.raises(ValueError, match="'raise' is not one of fold, bet"):
        clear.grade("raise")
    with pytest.raises(ValueError, match="not one of the choices"):
        exercise({"fold": Fraction(0)}, "bet")


def test_the_same_situation_in_other_suits_is_the_same_exercise() -> None:
    worth: dict[str, Value] = {"fold": Fraction(-1), "raise": Fraction(1, 3)}
    first = exercise(worth, "raise")
    assert exercise(worth, "raise", hand=("Kc", "Ah"), table=("7d", "2s")).key == first.key
    others = [
        exercise(worth, "raise", table=("2h", "7c")),  # the places on the table matter
        exercise(worth, "raise", hand=("As", "Ks")),
        exercise(worth, "raise", seen=("9c",)),
        exercise(worth, "raise", players=2),
        exercise(worth | {"fold": Fraction(-2)}, "raise"),
    ]
    assert len({first.key, *(other.key for other in others)}) == 6
    seen = exercise(worth, "raise", seen=("9c", "??"))
    assert seen.key == exercise(worth, "raise", seen=("??", "9c")).key


# --- mistakes -------------------------------------------------------------------------------------


def decision(cost: Value, **more: Any) -> Data:
    worth: dict[str, Value] = {"raise": Fraction(1, 3), "pass": Fraction(1, 6)}
    return {
        "round": 7,
        "game": "red-dog",
        "rulebook": "ma",
        "street": "raise or pass",
        "situation": {"hand": [], "table": ["4c", "Kd"], "seen": [], "players": 1},
        "choices": [{"action": name, "ev": number(value)} for name, value in worth.items()],
        "made": "pass",
        "best": "raise",
        "value": number(worth["pass"]),
        "cost": number(cost),
        "stake": "12.50",
        "mistake": True,
        "at": 5,
        "reason": "A wide spread wins more often than it loses.",
    } | more


def test_a_mistake_becomes_an_exercise() -> None:
    (found,) = mistakes([decision(Fraction(1, 2))])
    assert (found.round, found.at, found.made, found.cost) == (7, 5, "pass", 0.5)
    asked = found.exercise
    assert (asked.stake, asked.best, asked.street) == (1250, "raise", "raise or pass")
    verdict = asked.grade("pass")
    assert verdict.cost == Fraction(1, 6) * Fraction(25, 2)
    assert verdict.reason == "A wide spread wins more often than it loses."


def test_a_wrong_amount_of_then_is_what_the_choice_is_worth_now() -> None:
    """The exercise costs what the decision cost, and the reason is about the same amount."""
    raised = {"made": "raise", "best": "pass", "value": number(Fraction(1, 12)), "amount": "5.00"}
    (found,) = mistakes([decision(Fraction(25, 24), **raised)])
    verdict = found.exercise.grade("raise")
    assert float(verdict.cost) == pytest.approx(found.cost)


def test_a_mistake_knows_what_its_choices_cost_since_reviews_say_so() -> None:
    (found,) = mistakes([decision(Fraction(1, 2), costs=[1250, 0])])
    assert found.exercise.question()["costs"] == [1250, 0]
    (earlier,) = mistakes([decision(Fraction(1, 2))])
    assert earlier.exercise.question()["costs"] == []


def test_what_the_review_does_not_call_a_mistake_is_not_practised() -> None:
    assert is_mistake(decision(Fraction(1, 2)))
    assert not is_mistake(decision(Fraction(1, 2), mistake=False))
    assert not is_mistake(decision(Fraction(1, 2), made="raise", amount="1.00"))
    one = number(Fraction(1))
    same = {"choices": [{"action": name, "ev": one} for name in ("raise", "pass")], "value": one}
    assert not list(mistakes([decision(Fraction(1, 2), **same)])), "nothing to choose"


# --- drills ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "street"), STREETS)
def test_the_same_seed_deals_the_same_exercise(game: str, street: int) -> None:
    drill = Drill(game, rulebook.default_state(game), street)
    first, again = Dealer(drill), Dealer(drill)
    dealt = [first.deal(seed) for seed in range(3)]
    assert dealt == [again.deal(seed) for seed in reversed(range(3))][::-1]
    own, laid = analysis_of(game).shapes[street]
    for one in dealt:
        assert (len(one.hand), len(one.table)) == (own, laid)
        assert one.gap >= LEAST and one.closest_of in range(1, max(CLOSEST_OF) + 1)


QUICK = [(game, n) for game, n in STREETS if game != "winners-pot-poker" or n]


@pytest.mark.parametrize(("game", "street"), QUICK)
def test_close_decisions_are_dealt_more_often(game: str, street: int) -> None:
    dealer = Dealer(Drill(game, rulebook.default_state(game), street))
    dealt = [dealer.deal(seed) for seed in range(150)]
    gaps = {many: [one.gap for one in dealt if one.closest_of == many] for many in CLOSEST_OF}
    assert mean(gaps[8]) < mean(gaps[1]), "the closest of eight deals is closer than a random one"
    assert all(len(found) >= 20 for found in gaps.values())


@pytest.mark.parametrize(("game", "street"), QUICK)
def test_every_choice_is_best_about_equally_often(game: str, street: int) -> None:
    dealer = Dealer(Drill(game, rulebook.default_state(game), street))
    dealt = [dealer.deal(seed) for seed in range(150)]
    choices = dealt[0].question()["choices"]
    for action in choices:
        share = sum(one.best == action for one in dealt) / len(dealt)
        assert abs(share - 1 / len(choices)) < 0.15, action


def test_a_later_decision_is_one_that_best_play_comes_to() -> None:
    dealer = Dealer(Drill("winners-pot-poker", "ma", 1))
    at = setting(house.standard("winners-pot-poker"))
    for seed in range(6):
        one = dealer.deal(seed)
        before = lab.advise(at, parse_cards(" ".join(one.hand[:3])), parse_cards(one.table[0]))
        assert lab.best_of(before).stakes, "the hand would have been folded on the street before"


def test_a_gap_is_to_the_best_wrong_choice() -> None:
    choices = [
        Choice("fold", Fraction(-1)),
        Choice("raise left", Fraction(1, 2), 2),
        Choice("raise right", Fraction(1, 3), 2),
    ]
    assert gap_of(choices) == pytest.approx(1 / 6)
    assert gap_of(choices, "within") == pytest.approx(1 / 6)
    assert gap_of(choices, "verbs") == pytest.approx(1.5)
    assert gap_of(choices[:1]) is None
    assert gap_of([Choice("raise", Fraction(0), 1), Choice("pass", Fraction(0))]) is None


def test_there_is_no_drill_of_a_decision_that_a_game_lacks() -> None:
    with pytest.raises(LookupError, match="red-dog has no decision number 2"):
        Dealer(Drill("red-dog", "ma", 1))
    assert streets("winners-pot-poker") == [
        "three cards in hand and one on the table",
        "four cards in hand and two on the table",
    ]


# --- boxes ----------------------------------------------------------------------------------------


def test_a_mistake_comes_back_after_longer_and_longer() -> None:
    item, day = Item.new(TODAY), TODAY
    assert item.is_due(TODAY)
    for box, days in enumerate(DAYS[1:], 1):
        item = item.answered(True, day)
        assert (item.box, item.due) == (box, day + timedelta(days=days))
        assert not item.is_due(item.due - timedelta(days=1)) and item.is_due(item.due)
        day = item.due
    item = item.answered(True, day)
    assert item.learnt and item.box == LEARNT and not item.is_due(date(2100, 1, 1))
    assert (item.right, item.wrong) == (len(DAYS), 0)


def test_a_wrong_answer_goes_back_to_the_first_box() -> None:
    item = Item(4, TODAY, right=4).answered(False, TODAY)
    assert item == Item(0, TODAY, right=4, wrong=1) and item.is_due(TODAY)
    assert Item(LEARNT, TODAY, 6).made_again(TODAY) == Item(0, TODAY, 6)


# --- the score ------------------------------------------------------------------------------------


def test_a_closer_decision_is_harder() -> None:
    gaps = (2, 1, 0.6, 0.3, 0.2, 0.07, 0.03, 0.015, 0.001)
    found = [rating.difficulty(gap) for gap in gaps]
    assert found == sorted(found) and found[0] == 600 and found[-1] == 2000


def test_the_score_moves_by_whole_points() -> None:
    def moved(hard: int, right: bool, score: int = 1000, choices: int = 2, n: int = 100) -> int:
        return rating.moved(score, hard, choices, right, n) - score

    assert (moved(1000, True), moved(1000, False)) == (4, -12)
    assert (moved(1000, True, n=0), moved(1000, False, n=0)) == (8, -24)
    assert moved(1600, True) > moved(1000, True) > moved(600, True) >= 1
    assert moved(600, False) < moved(1000, False) < moved(1600, False) <= -1
    assert moved(1000, True, choices=3) > moved(1000, True, choices=2)
    assert moved(600, True, score=3000) == 1, "a right answer is never worth nothing"
    assert rating.moved(rating.LEAST, 600, 2, False, 100) == rating.LEAST


def test_whoever_guesses_falls_far_below_the_start() -> None:
    score = rating.START
    for n in range(400):
        score = rating.moved(score, 1000, 2, bool(n % 2), n)
    assert score < 600


# --- lessons --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["red-dog", "double-down-stud", "double-cross-poker"])
def test_each_part_of_the_strategy_card_is_a_lesson(game: str) -> None:
    card = lab.strategy(setting(house.standard(game)))
    found = lessons(game)
    assert [(one.title, one.rules) for one in found] == [(p.title, p.rules) for p in card.parts]
    assert [one.number for one in found] == list(range(1, len(found) + 1))
    for one in found:
        told = one.as_dict()
        assert told["example"]["verdict"]["right"] and (told["asked"], told["needed"]) == (10, 8)
        assert told["rules"][0]["share"]["exact"]


@pytest.mark.parametrize("game", ["red-dog", "double-down-stud", "double-cross-poker"])
def test_a_lesson_asks_only_where_its_card_says_what_is_best(game: str) -> None:
    analysis = analysis_of(game)
    at = setting(house.standard(game))
    assert analysis.plays is not None
    by_card = analysis.plays(at, CARD)
    for lesson in lessons(game):
        dealer = Dealer(lesson.drill)
        for seed in range(10):
            one = dealer.deal(seed)
            hand, table = parse_cards(" ".join(one.hand)), parse_cards(" ".join(one.table))
            assert by_card(Situation(tuple(hand), tuple(table))) == one.best


def test_a_part_about_one_verb_asks_where_that_choice_matters() -> None:
    axis, whether = (drill_of("double-cross-poker", "ma", n) for n in (1, 2))
    assert (axis.focus, whether.focus) == ("within", "verbs")
    bests = {Dealer(axis).deal(seed).best for seed in range(20)}
    assert len(bests) == 2 and len({best.split()[0] for best in bests}) == 1
    assert len({Dealer(whether).deal(seed).best.split()[0] for seed in range(20)}) == 2
    with pytest.raises(LookupError, match="no lesson 3"):
        drill_of("double-cross-poker", "ma", 3)


def test_a_lesson_is_passed_with_eight_of_the_last_ten() -> None:
    assert not is_passed("1" * 7) and is_passed("1" * 8)
    assert is_passed("00" + "1" * 8) and not is_passed("000" + "1" * 7)
    assert not is_passed("1" * 8 + "000")
