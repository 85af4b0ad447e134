"""The dealer's chair at the server: sittings of trainees in memory, their progress in the database.

A sitting depends on nothing but what it was begun with and what was answered, so one that is lost with
the process is begun again; what was learnt is kept when a sitting ends.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any, Final

from croupier import games, rulebook
from croupier.actions import MalformedError
from croupier.chair import drills, exams
from croupier.chair.course import Moment, Shown
from croupier.chair.data import Lesson, Note, lesson, told_with
from croupier.chair.drills import Drill
from croupier.chair.programme import EXAM, PRACTICE, listing, next_exam, next_lesson, sat_in
from croupier.chair.progress import Standing, create_tables, keep, read_standing
from croupier.chair.sitting import ALLOWANCE, Level, Sitting, called_for
from croupier.money import parse_money
from croupier.narrative import tell
from croupier.rulebook import Rulebook
from croupier.server import shown
from croupier.server.database import Committer
from croupier.server.errors import Problem, not_found

Data = dict[str, Any]

MOST: Final = 500
"""Sittings that are remembered; the one that was left alone longest goes first."""
LESSON, DRILL = "lesson", "drill"


@dataclass(frozen=True)
class Order:
    """What somebody wants to sit down to."""

    game: str
    state: str | None
    what: str
    """``lesson``, ``exam``, ``practice`` or ``drill``."""
    lesson: int | None = None
    drill: str = drills.PAYOUTS
    level: Level | None = None
    seed: int | None = None
    questions: int = 10


@dataclass
class Seated:
    """Somebody in the chair."""

    id: str
    person: str
    book: Rulebook
    what: str
    done: Sitting | Drill
    level: Level
    seed: int | None = None
    lesson: Lesson | None = None
    notes: dict[int, Note] = field(default_factory=dict)
    asked: float = field(default_factory=time.monotonic)
    """When the open question was put."""
    left: bool = False
    """Whether it is over, or somebody got up before the end."""

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.asked


class Chairs:
    """Every sitting of this process."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer
        self._seated: OrderedDict[str, Seated] = OrderedDict()
        create_tables(committer.store.engine)

    async def list(self, game: str, state: str | None, person: str) -> Data:
        """What there is to learn, and how far somebody has come."""
        book = _book(game, state)
        standing = await self._standing(book, person)
        return await asyncio.to_thread(listing, book, standing)

    async def begin(self, order: Order, person: str) -> Seated:
        """Sit down."""
        book = _book(order.game, order.state)
        standing = await self._standing(book, person)
        seated = await asyncio.to_thread(_seat, order, book, standing, person)
        self._seated[seated.id] = seated
        while len(self._seated) > MOST:
            self._seated.popitem(last=False)
        return seated

    def find(self, id: str, person: str) -> Seated:
        """A sitting of this person's; another's is as good as none."""
        seated = self._seated.get(id)
        if seated is None or seated.person != person:
            raise not_found("there is no such sitting, or it has been left for too long")
        self._seated.move_to_end(id)
        return seated

    async def answer(self, seated: Seated, at: int, choice: int, figure: str | None) -> Data:
        """One step or one question; the verdict on it."""
        done = seated.done
        if at != len(done.answers) or done.over or seated.left:
            raise Problem(409, "stale", "this has been answered: look again")
        if isinstance(done, Sitting):
            verdict = _stepped(seated, done, choice, figure)
        else:
            verdict = _answered(seated, done, choice, figure)
        seated.asked = time.monotonic()
        if done.over:
            await self.leave(seated)
        return verdict

    async def leave(self, seated: Seated) -> None:
        """What was learnt is kept, once."""
        if seated.left:
            return
        seated.left = True
        if not seated.done.learnt:
            return
        person, document = seated.person, seated.book.document
        sat, learnt = sat_in(seated.what, seated.done), seated.done.learnt
        await self._committer.write(lambda c: keep(c, person, document, sat, learnt))

    async def _standing(self, book: Rulebook, person: str) -> Standing:
        if not person:
            return Standing({}, ())
        return await self._committer.read(lambda c: read_standing(c, person, book.document))


def _book(game: str, state: str | None) -> Rulebook:
    try:
        return rulebook.load(game, state or games.load(game).states[0])
    except MalformedError as error:
        raise not_found(str(error)) from None


def _seat(order: Order, book: Rulebook, standing: Standing, person: str) -> Seated:
    id = secrets.token_urlsafe(12)
    seed = secrets.randbelow(1_000_000) if order.seed is None else order.seed
    if order.what == DRILL:
        soon = standing.due if order.seed is None else ()
        drill = drills.drill(order.drill, book.game, seed=seed, state=book.state, most=order.questions,
                             soon=soon)  # fmt: skip
        level = order.level or Level.COACHED
        return Seated(id, person, book, f"drill {order.drill}", drill, level, seed)
    if order.what == LESSON:
        number = order.lesson
        one = (
            next_lesson(book, standing) if number is None else lesson(book.game, number, book.state)
        )
        if one is None:
            raise not_found(f"{book.game} has no lessons")
        course = one.course()
        level = order.level or one.level
        sitting = Sitting(course, level, seed=one.number)
        return Seated(id, person, book, f"lesson {one.number}", sitting, level, lesson=one,
                      notes=one.noted(course))  # fmt: skip
    if order.what == EXAM:
        course = next_exam(book, standing, seed, chosen=order.seed is not None)
        return Seated(
            id, person, book, EXAM, Sitting(course, Level.EXAM, seed=seed), Level.EXAM, seed
        )
    course = exams.practice(book.game, seed=seed, state=book.state)
    level = order.level or Level.COACHED
    return Seated(id, person, book, PRACTICE, Sitting(course, level, seed=seed), level, seed)


# --- answering ------------------------------------------------------------------------------------------


def _stepped(seated: Seated, sitting: Sitting, choice: int, figure: str | None) -> Data:
    choices = sitting.choices
    if not 0 <= choice < len(choices):
        raise MalformedError(f"choose 0 to {len(choices) - 1}")
    move = choices[choice]
    value = None
    if move.figure and figure is not None:
        value = int(parse_money(figure)) if move.figure == "amount" else _number(figure)
    verdict = sitting.answer(move, value, seated.seconds)
    return verdict.as_dict() | {"done": _lines(sitting.done(verdict))}


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise MalformedError(f"{text!r} is no number")
    return int(text)


def _answered(seated: Seated, drill: Drill, choice: int, figure: str | None) -> Data:
    question = drill.question
    if question.options:
        value = question.read(str(choice + 1))
    elif figure is None:
        raise MalformedError("say the amount")
    else:
        value = question.read(figure)
    right = drill.answer(value, seated.seconds)
    return {
        "mark": "right" if right else "wrong", "message": "Right." if right else "Wrong.",
        "should": question.should, "told": [one.as_dict() for one in question.clauses],
    }  # fmt: skip


# --- what is shown --------------------------------------------------------------------------------------


def picture(seated: Seated) -> Data:
    """Where a sitting stands, for the person in the chair."""
    done = seated.done
    game = games.load(seated.book.game)
    data: Data = {
        "sitting": seated.id, "what": seated.what, "game": game.name, "title": game.title,
        "rulebook": seated.book.state, "level": str(seated.level), "seed": seated.seed,
        "at": len(done.answers), "over": seated.left, "seconds": round(done.seconds, 1),
        "report": done.report() if seated.left else None,
    }  # fmt: skip
    if isinstance(done, Drill):
        return data | {
            "kind": DRILL,
            "of": len(done.questions),
            "question": _question(seated, done),
        }
    one = seated.lesson
    return data | {
        "kind": "course", "of": len(done.course), "allowed": ALLOWANCE * len(done.course),
        "lesson": None if one is None else {"number": one.number, "title": one.title, "text": one.text},
        "moment": None if seated.left else _moment(seated, done),
        "closing": _lines(done.course.closing) if done.over else [],
    }  # fmt: skip


def _moment(seated: Seated, sitting: Sitting) -> Data:
    moment = sitting.moment
    guided = sitting.level is Level.GUIDED
    choices = sitting.choices
    return {
        "round": moment.round,
        "situation": moment.situation or None,
        "note": _note(seated, sitting, moment),
        "next": called_for(sitting) if guided else None,
        "right": choices.index(moment.move) if guided else None,
        "guide": [one.as_dict() for one in sitting.guide()] if guided else [],
        "choices": [
            {"verb": move.verb, "label": move.label, "figure": move.figure or None} for move in choices
        ],
        "before": _lines(moment.before),
        "events": _so_far(sitting, moment),
        "table": shown.practised(sitting),
    }  # fmt: skip


def _note(seated: Seated, sitting: Sitting, moment: Moment) -> Data | None:
    note = seated.notes.get(moment.number)
    if note is None or sitting.level is Level.EXAM:
        return None
    told = [one.as_dict() for one in told_with(note, seated.book)]
    return {"text": note.text, "told": told}


def _lines(events: Any) -> list[Data]:
    return [dict(event) | {"line": tell(event)} for event in events]


def _so_far(sitting: Sitting, moment: Moment) -> list[Data]:
    """The events of this round as they have happened, for drawing the felt."""
    passed = {answer.verdict.met for answer in sitting.answers}
    happened: list[Shown] = []
    for one in sitting.course.moments:
        if one.round != moment.round:
            continue
        if one.number in passed:
            happened += [*one.before, *one.done]
        elif one is moment:
            happened += one.before
    return _lines(happened)


def _question(seated: Seated, drill: Drill) -> Data | None:
    if seated.left:
        return None
    question = drill.question
    hinted = seated.level is Level.GUIDED and question.hint
    return {
        "prompt": question.prompt, "options": list(question.options),
        "facts": [*question.facts, *([question.hint] if hinted else [])],
        "felt": shown.asked_about(question, seated.book.game),
        "hint": bool(question.hint) and seated.level is Level.COACHED,
    }  # fmt: skip


def hint(seated: Seated) -> str:
    """A hint, where the level gives any."""
    done = seated.done
    if isinstance(done, Sitting):
        return done.hint()
    if seated.level is Level.EXAM or not done.question.hint:
        raise MalformedError("there is no hint")
    return done.question.hint
