"""What there is to learn, and what should come next, given where a trainee stands."""

from __future__ import annotations

from typing import Any

from croupier.chair import drills, exams
from croupier.chair.course import Course
from croupier.chair.data import Lesson, lessons
from croupier.chair.drills import Drill
from croupier.chair.progress import Sat, Standing
from croupier.chair.sitting import Sitting
from croupier.rules.rulebook import Rulebook

EXAM, PRACTICE = "exam", "practice"
OTHERS = (EXAM, PRACTICE, *(f"drill {kind}" for kind in drills.KINDS))
"""What there is beside the lessons."""


def next_lesson(book: Rulebook, standing: Standing) -> Lesson | None:
    """The lesson with most that is due, or else the first that has not been passed."""
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
    """An exam on what is due; or just that of the seed, if somebody has chosen it."""
    if chosen:
        return exams.exam(book.game, seed=seed, state=book.state)
    return exams.exam_on(book.game, standing.due, seed=seed, state=book.state)


def sat_in(what: str, done: Sitting | Drill) -> Sat:
    """A sitting as it is kept."""
    questions = len(done.course) if isinstance(done, Sitting) else len(done.questions)
    return Sat(what, done.right, questions, bool(done.report()["passed"]))


def listing(book: Rulebook, standing: Standing) -> dict[str, Any]:
    """Everything there is, with the best of what was done and what is due."""
    due = set(standing.due)
    rows = []
    for one in lessons(book.game, book.state):
        course = one.course()
        rows.append({
            "lesson": one.number, "title": one.title, "text": one.text, "level": str(one.level),
            "steps": len(course), "due": sorted(due & _items(course)),
            **_best(standing, f"lesson {one.number}"),
        })  # fmt: skip
    upcoming = next_lesson(book, standing)
    return {
        "game": book.game, "rulebook": book.state, "document": book.document,
        "lessons": rows, "others": [{"what": what, **_best(standing, what)} for what in OTHERS],
        "next": None if upcoming is None else upcoming.number, **standing.as_dict(),
    }  # fmt: skip


def _items(course: Course) -> set[str]:
    return {moment.item for moment in course.moments}


def _best(standing: Standing, what: str) -> dict[str, Any]:
    best = standing.best(what)
    times = sum(one.what == what for one in standing.sittings)
    percent = None if best is None else 100 * best.right // best.questions
    return {"times": times, "percent": percent, "passed": best is not None and best.passed}
