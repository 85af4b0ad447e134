"""The dealer's chair teaches any game: a person can choose every step of the dealer's."""

from __future__ import annotations

from itertools import islice

from croupier import games
from croupier.chair import drills, exams
from croupier.chair.course import Course, walk
from croupier.chair.data import lessons, situations
from croupier.chair.sitting import Level, Sitting
from croupier.nouns.canonical import encode
from croupier.nouns.money import show_money
from croupier.telling.record import Record, of_round
from tests.conformance.found import every_game
from tests.conformance.tables import at, play, seatings


@every_game
def test_a_random_round_is_walked_through(game: str) -> None:
    """Each event is either a moment of the dealer's or an act of others, and none is lost."""
    for seating in seatings(game, 25, "chair"):
        with at(seating):
            table = seating.table()
            opening = [] if seating.situation else table.open().told()
            round = play(seating, seating.begin(table))
            entry = of_round(round, **seating.situation)
            start = (game, seating.state, seating.keys, seating.seats)
            written = Record(*start, (entry,), players=seating.players)
            course = walk(written, opening=bool(opening))
            told = [e for m in course.moments for e in (*m.before, *m.done)] + [*course.closing]
            assert encode([e["kind"] for e in told]) == encode(
                [e["kind"] for e in (*opening, *round.told())]
            )
            nets = {str(n): show_money(s.net) for n, s in round.layout.seats.items()}
            assert {n: s["net"] for n, s in course.results[0]["seats"].items()} == nets
            _is_passed(course)


def _is_passed(course: Course) -> None:
    """Assert that choosing what the rules call for, step by step, passes."""
    sitting = Sitting(course, Level.EXAM)
    while not sitting.over:
        moment, offered = sitting.moment, sitting.choices
        labels = [move.label for move in offered]
        assert offered.count(moment.move) == 1, f"{moment.move} is not among {labels}"
        assert len(set(labels)) == len(labels) and len(labels) > 1, labels
        assert all(labels) and not any("None" in label or "{" in label for label in labels), labels
        assert moment.item and moment.move.verb
        assert sitting.guide() is not None and sitting.view is not None
        assert sitting.answer(moment.move, moment.figure).right
    report = sitting.report()
    assert report["passed"] and report["percent"] == 100
    assert report["right"] == report["steps"] == report["answered"] == report["marks"]["right"]
    assert report["mistakes"] == report["study"] == []


@every_game
def test_rounds_can_be_made_up_for_practice_and_for_exams(game: str) -> None:
    """This holds for a game without lessons, too."""
    for state in games.load(game).states:
        _is_passed(exams.practice(game, seed=1, state=state))
        examined = exams.exam(game, seed=1, state=state)
        assert any(m.step.kind == "discard" for m in examined.moments), "a card lies face up"
        _is_passed(examined)
        for lesson in islice(lessons(game, state), 1):
            _is_passed(lesson.course())


@every_game
def test_payouts_and_irregularities_are_drilled(game: str) -> None:
    for state in games.load(game).states:
        payouts = drills.drill(drills.PAYOUTS, game, seed=1, state=state)
        assert payouts.questions and all(q.right > 0 and q.clauses for q in payouts.questions)
        rulings = drills.drill(drills.IRREGULARITIES, game, seed=1, state=state)
        reported = {
            situation.report.split()[0] for situation in situations(game) if situation.report
        }
        assert reported >= set(games.load(game).irregularities)
        for question in rulings.questions:
            assert question.prompt and "{" not in question.prompt and question.clauses
            assert question.options[question.right] == question.should
