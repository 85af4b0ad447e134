"""The command ``train``: the dealer's chair."""

from __future__ import annotations

import secrets
from typing import Any, Final

from croupier import games
from croupier.chair import drills, exams
from croupier.chair.answers import History
from croupier.chair.data import Lesson, lesson
from croupier.chair.programme import (
    CHOSEN,
    EXAM,
    PRACTICE,
    counted,
    listing,
    next_exam,
    next_lesson,
    paper_of,
    sat_in,
)
from croupier.chair.progress import Progress, Standing, open_progress
from croupier.chair.results import results as results_of
from croupier.chair.sitting import Level, Sitting
from croupier.cli.errors import print_json, report_error
from croupier.cli.paper import paper, table
from croupier.cli.train_desk import Desk, Leave
from croupier.cli.train_results import print_suggestion, show_results
from croupier.journal import JournalError
from croupier.nouns.reasons import MalformedError
from croupier.rules import rulebook
from croupier.rules.rulebook import Rulebook
from croupier.telling.felt import of as felt_of

LONGEST_NAME: Final = 60


def train(
    game: str,
    *,
    number: int | None,
    exam: bool,
    drill: str,
    practice: bool,
    level: str,
    trainee: str,
    seed: int | None,
    state: str,
    database: str,
    questions: int,
    listing: bool,
    results: bool,
    days: int | None,
    as_json: bool,
) -> int | None:
    """``croupier train``: sit down in the dealer's chair, or list what there is to learn."""
    found = games.load(game)
    if state and state not in found.states:
        raise MalformedError(f"{game} has no rulebook {state!r}, only {', '.join(found.states)}")
    book = rulebook.load(game, state or found.states[0])
    chosen = _level(level)
    if sum((number is not None, exam, bool(drill), practice)) > 1:
        raise MalformedError("choose only one of --lesson, --exam, --drill and --practice")
    if drill and drill not in drills.KINDS:
        raise MalformedError(f"unknown drill {drill!r}: the drills are {', '.join(drills.KINDS)}")
    if exam and chosen not in (None, Level.EXAM):
        raise MalformedError(f"--level {chosen}: an exam gives no help")
    if not (0 < len(trainee) <= LONGEST_NAME and trainee.isprintable()):
        raise MalformedError(
            f"--trainee: a name must have 1 to {LONGEST_NAME} printable characters"
        )
    if number is not None:
        lesson(game, number, book.state)
    try:
        with open_progress(database) as progress:
            sat = _Trainee(progress, trainee, book)
            if listing:
                return _list(sat, as_json)
            if results:
                show_results(sat.results(days), as_json)
                return None
            desk = Desk(beside_json=as_json)
            if drill:
                report = _drill(desk, sat, drill, chosen, seed, questions)
            elif exam or practice:
                report = _made_up(desk, sat, exam, chosen, seed)
            else:
                report = _lesson(desk, sat, number, chosen)
    except JournalError as error:
        return report_error("journal", str(error), as_json=as_json, code=error.code)
    if as_json:
        print_json(report)
    return None


def _level(text: str) -> Level | None:
    if text and text not in set(Level):
        raise MalformedError(f"--level {text}: use one of {', '.join(Level)}")
    return Level(text) if text else None


class _Trainee:
    """The trainee in the chair, with their progress."""

    def __init__(self, progress: Progress, name: str, book: Rulebook) -> None:
        self.book = book
        self._progress = progress
        self._name = name

    @property
    def standing(self) -> Standing:
        return self._progress.standing(self._name, self.book.document)

    @property
    def answers(self) -> History:
        return self._progress.answers(self._name, self.book.document)

    def results(self, days: int | None) -> dict[str, Any]:
        return results_of(self.book, self.standing, self.answers, days=days)

    def keep(self, what: str, done: Sitting | drills.Drill) -> dict[str, Any]:
        """Store a sitting; return the certificate of a passed exam, and where it is noted."""
        if not done.learnt:
            return {}
        sat = sat_in(what, done)
        key = self._name, self.book.document, sat, done.learnt
        if not sat.certificate:
            self._progress.keep(*key)
            return {}
        # The name is the trainee's own: the journal gets a pseudonym for this certificate alone.
        paper = paper_of(self.book, sat, f"p-{secrets.token_hex(8)}", self.standing)
        noted = self._progress.certify(*key, paper)
        return {"certificate": sat.certificate, "verification": noted.as_dict()}


# --- sitting down ---------------------------------------------------------------------------------


def _lesson(desk: Desk, sat: _Trainee, number: int | None, level: Level | None) -> dict[str, Any]:
    """Take a lesson; without a number, the one that helps most now."""
    game, state = sat.book.game, sat.book.state
    one = (
        next_lesson(sat.book, sat.standing, sat.answers)
        if number is None
        else lesson(game, number, state)
    )
    if one is None:
        return _made_up(desk, sat, False, level, None)
    course = one.course()
    desk.say(f"Lesson {one.number}: {one.title}", "bold")
    desk.say(one.text)
    sitting = Sitting(course, level or one.level, seed=one.number)
    return _sat(desk, sat, sitting, f"lesson {one.number}", one)


def _made_up(
    desk: Desk, sat: _Trainee, exam: bool, level: Level | None, seed: int | None
) -> dict[str, Any]:
    game, state = sat.book.game, sat.book.state
    drawn, chosen = _drawn() if seed is None else seed, seed is not None
    if not exam:
        course = exams.practice(game, seed=drawn, state=state)
    else:
        course = next_exam(sat.book, sat.standing, drawn, chosen=chosen)
    what = EXAM if exam else PRACTICE
    desk.say(f"{what.capitalize()}, seed {drawn}: {len(course)} steps", "bold")
    if exam and chosen:
        desk.say(CHOSEN)
    sitting = Sitting(course, level or (Level.EXAM if exam else Level.COACHED), seed=drawn)
    done = _sat(desk, sat, sitting, what, None, counts_as=counted(what, chosen=chosen))
    return {**done, "seed": drawn}


def _drawn() -> int:
    return secrets.randbelow(1_000_000)


def _sat(
    desk: Desk,
    sat: _Trainee,
    sitting: Sitting,
    what: str,
    one: Lesson | None,
    *,
    counts_as: str = "",
) -> dict[str, Any]:
    """Run a sitting until its end or until the trainee leaves; either way, progress is kept."""
    try:
        desk.sit(sitting, one.noted(sitting.course) if one else {})
    except Leave:
        desk.say("\nYou left before the end.")
    counts_as = counts_as or what
    kept = sat.keep(counts_as, sitting)
    report = {"what": what, "counts_as": counts_as, **sitting.report(), **kept}
    _print_report(desk, report)
    if counts_as != what:
        desk.say(CHOSEN)
    return report


def _drill(
    desk: Desk, sat: _Trainee, kind: str, level: Level | None, seed: int | None, questions: int
) -> dict[str, Any]:
    drawn = _drawn() if seed is None else seed
    soon = sat.standing.due if seed is None else ()
    game, state = sat.book.game, sat.book.state
    made = drills.drill(kind, game, seed=drawn, state=state, most=questions, soon=soon)
    try:
        desk.drill(made, felt_of(games.load(game)), level or Level.COACHED)
    except Leave:
        desk.say("\nYou left before the end.")
    sat.keep(f"drill {kind}", made)
    report = {**made.report(), "seed": drawn}
    _print_drill(desk, report)
    return report


def _print_drill(desk: Desk, report: dict[str, Any]) -> None:
    desk.out.rule()
    desk.say(f"{report['right']} of {report['questions']} right{_timed(report)}.", "bold")
    if report["missed"]:
        desk.say("Missed:")
    for row in report["missed"]:
        said, should = (row[key].rstrip(".") for key in ("said", "should"))
        desk.say(f"  {row['question']:>2}  You said {said}. The rules: {should}.", hang=6)


def _timed(report: dict[str, Any]) -> str:
    """Return the best streak and the pace, as far as there is one."""
    if report["average"] is None:
        return ""
    return f", {report['streak']} in a row at best, {report['average']:.1f} s an answer"


def _print_report(desk: Desk, report: dict[str, Any]) -> None:
    desk.out.rule()
    score = f"{report['right']} of {report['steps']} steps right, {report['percent']} percent"
    if report["level"] == "exam":
        score += f", in {report['seconds']:.0f} s of {report['allowed']} s allowed"
    desk.say(f"{score}{_timed(report)}.", "bold")
    marks = ", ".join(f"{n} {mark}" for mark, n in report["marks"].items() if n and mark != "right")
    if marks:
        desk.say(f"Mistakes: {marks}")
    if report["level"] == "exam":
        for row in report["mistakes"]:
            told = f"You said: {row['said']}. What should have happened: {row['should']}."
            desk.say(f"  {row['step']:>3}  {row['mark'].capitalize()}. {told}", hang=7)
    if report["study"]:
        desk.say("To study again:")
    for row in report["study"]:
        desk.say(f"  {row['cited']} ({row['missed']}×)  {row['text']}", hang=4)
    if report["level"] == "exam":
        desk.say("Passed." if report["passed"] else "Not passed.", "bold")
    if "certificate" in report:
        desk.say(f"Certificate {report['certificate']}: {report['verification']['words']}.")


# --- listing --------------------------------------------------------------------------------------


def _list(sat: _Trainee, as_json: bool) -> int | None:
    listed = listing(sat.book, sat.standing, sat.answers)
    if as_json:
        print_json(listed)
        return None
    shown = table("", "lesson", "level", "steps", "best", "due", right=("steps", "due"))
    for row in listed["lessons"]:
        number, steps, due = str(row["lesson"]), str(row["steps"]), str(len(row["due"]) or "")
        shown.add_row(number, row["title"], row["level"], steps, _told(row), due)
    shown.add_section()
    for row in listed["others"]:
        shown.add_row("", str(row["what"]), "", "", _told(row), "")
    out = paper()
    out.print(shown)
    print_suggestion(out, listed["suggested"])
    return None


def _told(row: dict[str, Any]) -> str:
    if row["percent"] is None:
        return "—"
    told = [f"{row['percent']} percent"]
    if row["passed"]:
        told.append("passed")
    if row["seconds"] is not None:
        told.append(f"in {row['seconds']:.0f} s")
    if row["streak"]:
        told.append(f"{row['streak']} in a row")
    return ", ".join(told)
