"""What there is to learn, and what a trainee should do next."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from croupier.chair import drills, exams
from croupier.chair.answers import NONE, History, Tally, answers_in, by_clause, newest_last, tallies
from croupier.chair.certificate import Paper, new_number, write_paper
from croupier.chair.course import Course
from croupier.chair.data import Lesson, lessons
from croupier.chair.drills import Drill
from croupier.chair.moves import Move
from croupier.chair.progress import Sat, Standing, now_in_words
from croupier.chair.sitting import Sitting, percent_of
from croupier.chair.wording import doing
from croupier.rules.rulebook import Rulebook
from croupier.telling.felt import readable

EXAM, PRACTICE = "exam", "practice"
CHOSEN: Final = "You chose the seed, so this exam counts as practice and gives no certificate."
"""What a trainee is told before and after an exam whose questions can be known beforehand."""
OTHERS = (EXAM, PRACTICE, *(f"drill {kind}" for kind in drills.KINDS))
"""What there is besides the lessons."""


@dataclass(frozen=True)
class Suggestion:
    """The lesson that helps most now, and why."""

    lesson: Lesson
    why: str
    cited: str = ""
    """The clause or ruling that is missed or due most; empty if none is."""
    step: str = ""
    """The kind of step that it is about."""

    def as_dict(self) -> dict[str, Any]:
        """Return plain data, as sent to a client."""
        return {
            "lesson": self.lesson.number,
            "title": self.lesson.title,
            "why": self.why,
            "cited": self.cited or None,
            "step": self.step or None,
        }


def suggested(book: Rulebook, standing: Standing, answers: History = NONE) -> Suggestion | None:
    """Return the lesson with the most clauses that were missed last time, and why.

    If none is missed, it is the one with the most items due, or the first that was not passed.
    """
    course = lessons(book.game, book.state)
    seen = tallies(newest_last(answers), by_clause)
    missed = {cited for cited, tally in seen.items() if tally.missed_last}
    due = set(standing.due)
    asks = {one.number: _first_moves(one) for one in course}
    helps = {
        number: (len(missed & moves.keys()), len(due & moves.keys()))
        for number, moves in asks.items()
    }
    one = max(course, key=lambda one: helps[one.number], default=None)
    if one is not None and any(helps[one.number]):
        moves = asks[one.number]
        return _because(one, moves, (missed or due) & moves.keys(), seen)
    for one in course:
        best = standing.best(f"lesson {one.number}")
        if best is None:
            return Suggestion(one, "you have not taken it yet")
        if not best.passed:
            return Suggestion(one, "you have not passed it yet")
    return Suggestion(course[0], "you have passed every lesson; begin again") if course else None


def _first_moves(one: Lesson) -> dict[str, Move]:
    """Return what a lesson asks about, each with the first move for it."""
    moves: dict[str, Move] = {}
    for moment in one.course().moments:
        moves.setdefault(moment.item, moment.move)
    return moves


def _because(
    one: Lesson, moves: Mapping[str, Move], due: Collection[str], seen: Mapping[str, Tally]
) -> Suggestion:
    """Return a lesson because of what is due in it, the most often missed first."""
    cited = max(
        (cited for cited in moves if cited in due), key=lambda c: seen.get(c, Tally()).wrong
    )
    move, tally = moves[cited], seen.get(cited, Tally())
    about = f"{cited}, {doing(move.verb)}{f' the {readable(move.wager)}' if move.wager else ''}"
    if tally.wrong:
        why = f"you miss {about} (wrong in {tally.wrong} of {tally.asked} answers)"
    else:
        why = f"{about}, is due for review"
    return Suggestion(one, why, cited, move.verb)


def next_lesson(book: Rulebook, standing: Standing, answers: History = NONE) -> Lesson | None:
    """Return the lesson that helps most now; None if a game has none."""
    found = suggested(book, standing, answers)
    return None if found is None else found.lesson


def next_exam(book: Rulebook, standing: Standing, seed: int, *, chosen: bool) -> Course:
    """Return an exam on what is due, or that of the seed if the trainee has chosen one."""
    if chosen:
        return exams.exam(book.game, seed=seed, state=book.state)
    return exams.exam_on(book.game, standing.due, seed=seed, state=book.state)


def counted(what: str, *, chosen: bool) -> str:
    """Return what a sitting counts as.

    A seed gives the same exam each time, and the report of the first has the answers: an exam of a
    chosen seed counts as practice.
    """
    return PRACTICE if what == EXAM and chosen else what


def sat_in(what: str, done: Sitting | Drill) -> Sat:
    """Return the record of a sitting that is stored."""
    questions = len(done.course) if isinstance(done, Sitting) else len(done.questions)
    passed = bool(done.report()["passed"])
    asked = tuple(done.clauses) if isinstance(done, Sitting) and what == EXAM and passed else ()
    return Sat(
        what,
        done.right,
        questions,
        passed,
        seconds=round(done.seconds, 1),
        streak=done.streak.best,
        ended=now_in_words(),
        clauses=asked,
        certificate=new_number() if asked else "",
        answers=answers_in(done),
    )


def paper_of(book: Rulebook, sat: Sat, person: str, before: Standing) -> Paper:
    """Return what the certificate of a passed exam says of a person, by their pseudonym.

    ``before`` is their progress before this exam is stored.
    """
    return write_paper(
        book,
        number=sat.certificate,
        person=person,
        ended=sat.ended,
        right=sat.right,
        seconds=sat.seconds or 0.0,
        streak=sat.streak or 0,
        answers=sat.answers,
        clauses=sat.clauses,
        earlier=before.times(EXAM),
    )


def listing(book: Rulebook, standing: Standing, answers: History = NONE) -> dict[str, Any]:
    """Return everything there is to learn, with the trainee's best results and what is due."""
    upcoming = suggested(book, standing, answers)
    return {
        "game": book.game,
        "rulebook": book.state,
        "document": book.document,
        "lessons": [_row(one, standing) for one in lessons(book.game, book.state)],
        "others": [{"what": what, **_best(standing, what)} for what in OTHERS],
        "next": None if upcoming is None else upcoming.lesson.number,
        "suggested": None if upcoming is None else upcoming.as_dict(),
        "exams": [_taken(one) for one in standing.sittings if one.what == EXAM],
        **standing.as_dict(),
    }


def _taken(sat: Sat) -> dict[str, Any]:
    """Return an exam as the course page lists it."""
    return {
        "ended": sat.ended,
        "right": sat.right,
        "questions": sat.questions,
        "percent": percent_of(sat.right, sat.questions) if sat.questions else 0,
        "passed": sat.passed,
        "seconds": sat.seconds,
        "streak": sat.streak,
        "certificate": sat.certificate or None,
    }


def _row(lesson: Lesson, standing: Standing) -> dict[str, Any]:
    course = lesson.course()
    return {
        "lesson": lesson.number,
        "title": lesson.title,
        "text": lesson.text,
        "level": str(lesson.level),
        "steps": len(course),
        "due": sorted(set(standing.due) & _items(course)),
        **_best(standing, f"lesson {lesson.number}"),
    }


def _items(course: Course) -> set[str]:
    return {moment.item for moment in course.moments}


def _best(standing: Standing, what: str) -> dict[str, Any]:
    best = standing.best(what)
    percent = None if best is None else percent_of(best.right, best.questions)
    return {
        "times": standing.times(what),
        "percent": percent,
        "passed": best is not None and best.passed,
        "streak": standing.best_streak(what),
        "seconds": standing.best_time(what),
    }
