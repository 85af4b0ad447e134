"""What there is to learn, and what a trainee should do next."""

from __future__ import annotations

from typing import Any

from croupier.chair import drills, exams
from croupier.chair.course import Course
from croupier.chair.data import Lesson, lessons
from croupier.chair.drills import Drill
from croupier.chair.progress import Sat, Standing, new_certificate
from croupier.chair.sitting import Sitting
from croupier.rules.rulebook import Rulebook

EXAM, PRACTICE = "exam", "practice"
OTHERS = (EXAM, PRACTICE, *(f"drill {kind}" for kind in drills.KINDS))
"""What there is besides the lessons."""


def next_lesson(book: Rulebook, standing: Standing) -> Lesson | None:
    """Return the lesson with the most items due, or else the first that has not been passed."""
    course = lessons(book.game, book.state)
    due = set(standing.due)
    helps = {one.number: len(due & _items(one.course())) for one in course}
    if any(helps.values()):
        return max(course, key=lambda one: helps[one.number])
    for one in course:
        best = standing.best(f"lesson {one.number}")
        if best is None or not best.passed:
            return one
    return course[0] if course else None


def next_exam(book: Rulebook, standing: Standing, seed: int, *, chosen: bool) -> Course:
    """Return an exam on what is due, or that of the seed if the trainee has chosen one."""
    if chosen:
        return exams.exam(book.game, seed=seed, state=book.state)
    return exams.exam_on(book.game, standing.due, seed=seed, state=book.state)


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
        clauses=asked,
        certificate=new_certificate() if asked else "",
    )


def listing(book: Rulebook, standing: Standing) -> dict[str, Any]:
    """Return everything there is to learn, with the trainee's best results and what is due."""
    upcoming = next_lesson(book, standing)
    return {
        "game": book.game,
        "rulebook": book.state,
        "document": book.document,
        "lessons": [_row(one, standing) for one in lessons(book.game, book.state)],
        "others": [{"what": what, **_best(standing, what)} for what in OTHERS],
        "next": None if upcoming is None else upcoming.number,
        "exams": [_taken(one) for one in standing.sittings if one.what == EXAM],
        **standing.as_dict(),
    }


def _taken(sat: Sat) -> dict[str, Any]:
    """Return an exam as the course page lists it."""
    return {
        "ended": sat.ended,
        "right": sat.right,
        "questions": sat.questions,
        "percent": 100 * sat.right // sat.questions if sat.questions else 0,
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
    times = sum(one.what == what for one in standing.sittings)
    percent = None if best is None else 100 * best.right // best.questions
    return {
        "times": times,
        "percent": percent,
        "passed": best is not None and best.passed,
        "streak": standing.best_streak(what),
        "seconds": standing.best_time(what),
    }
