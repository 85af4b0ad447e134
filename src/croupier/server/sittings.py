"""Sittings in the dealer's chair as they are kept: what each began with, and the answers given.

A sitting depends on nothing else. Any process can rebuild it from its row, after a restart or when
the next answer reaches another process.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from croupier.chair import drills, exams
from croupier.chair.data import Lesson, Note, lesson
from croupier.chair.drills import Drill
from croupier.chair.programme import EXAM, PRACTICE, counted
from croupier.chair.sitting import Level, Sitting
from croupier.journal.recorder import stamp
from croupier.nouns import structs
from croupier.nouns.money import parse_money
from croupier.nouns.reasons import MalformedError
from croupier.rules import rulebook
from croupier.rules.rulebook import Rulebook
from croupier.server.errors import Problem
from croupier.server.schema import CHAIRS
from croupier.stage.game import Game
from croupier.telling.narrative import tell
from croupier.telling.places import Places

Data = dict[str, Any]

LESSON, DRILL = "lesson", "drill"
EACH: Final = 20
"""How many sittings of one person are kept, the newest ones."""
DAYS: Final = 30
"""How many days a sitting is kept."""


class Plan(msgspec.Struct, frozen=True, omit_defaults=True):
    """Everything that determines a sitting."""

    game: str
    state: str
    what: str
    """``lesson``, ``exam``, ``practice`` or ``drill``."""
    seed: int = 0
    lesson: int = 0
    drill: str = drills.PAYOUTS
    level: Level | None = None
    questions: int = 10
    soon: tuple[str, ...] | None = None
    """What was due for practice and comes first; None where the seed alone decides."""


class Given(msgspec.Struct, array_like=True):
    """An answer as it was given."""

    choice: int
    figure: str | None
    seconds: float
    hinted: bool


class Story(msgspec.Struct):
    """What has happened in a sitting."""

    asked: float
    """When the open question was asked."""
    given: list[Given] = []
    hinted: bool = False
    left: bool = False
    """Whether the sitting is over, or its trainee got up before the end."""
    certificate: str = ""
    """The number of the certificate, if the sitting is an exam that was passed."""


@dataclass
class Seated:
    """A person's sitting in the dealer's chair, in memory."""

    id: str
    person: str
    plan: Plan
    book: Rulebook
    what: str
    done: Sitting | Drill
    level: Level
    seed: int | None = None
    lesson: Lesson | None = None
    notes: dict[int, Note] = field(default_factory=dict)
    story: Story = field(default_factory=lambda: Story(time.time()))
    version: int = 0
    """How often the story has changed."""

    @property
    def left(self) -> bool:
        """Whether nothing more can be answered: the sitting is over, or its trainee got up."""
        return self.story.left

    @property
    def counts_as(self) -> str:
        """What is recorded: an exam whose seed was chosen counts as practice."""
        return counted(self.what, chosen=self.plan.soon is None)

    @property
    def silent(self) -> bool:
        """Whether no verdict may be told yet: an exam gives all of them at its end."""
        return self.level is Level.EXAM and not self.left

    def answer(self, choice: int, figure: str | None) -> Data:
        """Answer one step or one question; return the verdict."""
        seconds = max(0.0, time.time() - self.story.asked)
        given = Given(choice, figure, seconds, self.story.hinted)
        verdict = _answer(self.done, given)
        self.story.given.append(given)
        self.story.hinted, self.story.asked = False, time.time()
        return verdict

    def hint(self) -> str:
        """Give a hint, if the level allows any; the step then counts as helped."""
        done = self.done
        if isinstance(done, Sitting):
            text = done.hint()
        elif self.level is Level.EXAM or not done.question.hint:
            raise MalformedError("there is no hint here")
        else:
            text = done.question.hint
        self.story.hinted = True
        return text


# --- making and answering -------------------------------------------------------------------------


def seat(id: str, person: str, plan: Plan) -> Seated:
    """Begin the sitting that a plan describes."""
    book = rulebook.load(plan.game, plan.state)
    if plan.what == DRILL:
        drill = drills.drill(
            plan.drill,
            book.game,
            seed=plan.seed,
            state=book.state,
            most=plan.questions,
            soon=plan.soon or (),
        )
        level = plan.level or Level.COACHED
        return Seated(id, person, plan, book, f"drill {plan.drill}", drill, level, plan.seed)
    if plan.what == LESSON:
        one = lesson(book.game, plan.lesson, book.state)
        course = one.course()
        level = plan.level or one.level
        sitting = Sitting(course, level, seed=one.number)
        what = f"lesson {one.number}"
        seated = Seated(id, person, plan, book, what, sitting, level, lesson=one)
        seated.notes = one.noted(course)
        return seated
    if plan.what == EXAM:
        course = (
            exams.exam(book.game, seed=plan.seed, state=book.state)
            if plan.soon is None
            else exams.exam_on(book.game, plan.soon, seed=plan.seed, state=book.state)
        )
        level = Level.EXAM
    else:
        course = exams.practice(book.game, seed=plan.seed, state=book.state)
        level = plan.level or Level.COACHED
    what = EXAM if plan.what == EXAM else PRACTICE
    return Seated(
        id, person, plan, book, what, Sitting(course, level, seed=plan.seed), level, plan.seed
    )


def _answer(done: Sitting | Drill, given: Given) -> Data:
    if isinstance(done, Sitting):
        return _stepped(done, given)
    return _answered(done, given)


def _stepped(sitting: Sitting, given: Given) -> Data:
    choices = sitting.choices
    if not 0 <= given.choice < len(choices):
        raise MalformedError(f"choice {given.choice}: there are {len(choices)} to choose from")
    move = choices[given.choice]
    value = None
    if move.figure and given.figure is not None:
        amount = move.figure == "amount"
        value = int(parse_money(given.figure)) if amount else _number(given.figure)
    verdict = sitting.answer(move, value, given.seconds)
    return verdict.as_dict() | {"done": lines(sitting.done(verdict), sitting.course.game)}


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise MalformedError(f"{text!r} is not a number")
    return int(text)


def _answered(drill: Drill, given: Given) -> Data:
    question = drill.question
    if question.options:
        value = question.read(str(given.choice + 1))
    elif given.figure is None:
        raise MalformedError("an amount is needed")
    else:
        value = question.read(given.figure)
    right = drill.answer(value, given.seconds)
    return {
        "mark": "right" if right else "wrong",
        "message": "Right." if right else "Wrong.",
        "should": question.should,
        "told": [one.as_dict() for one in question.clauses],
    }


def lines(events: Any, game: Game) -> list[Data]:
    """Events, each with a line of text from the dealer's side of the table."""
    places = Places.from_dealers_side(game)
    return [dict(event) | {"line": tell(event, places)} for event in events]


# --- keeping --------------------------------------------------------------------------------------


def add(connection: sa.Connection, seated: Seated) -> None:
    """Write down a new sitting; delete the person's older ones and those that have expired."""
    mine = CHAIRS.c.person == seated.person
    newest = sa.select(CHAIRS.c.sitting).where(mine).order_by(CHAIRS.c.begun.desc())
    old = list(connection.scalars(newest.offset(EACH - 1)))
    long_ago = stamp(datetime.now(UTC) - timedelta(days=DAYS))
    connection.execute(
        CHAIRS.delete().where(CHAIRS.c.sitting.in_(old) | (CHAIRS.c.begun < long_ago))
    )
    row = {
        "sitting": seated.id,
        "person": seated.person,
        "begun": stamp(),
        "plan": msgspec.json.encode(seated.plan),
        "answers": msgspec.json.encode(seated.story),
        "version": seated.version,
    }
    connection.execute(CHAIRS.insert().values(row))


def change(connection: sa.Connection, seated: Seated) -> None:
    """Write the story down; refused as stale if another process has changed it since we looked."""
    row = CHAIRS.update().where(CHAIRS.c.sitting == seated.id, CHAIRS.c.version == seated.version)
    answers = msgspec.json.encode(seated.story)
    if not connection.execute(row.values(answers=answers, version=seated.version + 1)).rowcount:
        raise stale()


def stale() -> Problem:
    """The reply to a repeated answer, here or at another process."""
    return Problem(409, "stale", "this has already been answered: look again")


def find(connection: sa.Connection, id: str) -> Any:
    """The row of a sitting; None if there is none."""
    return connection.execute(sa.select(CHAIRS).where(CHAIRS.c.sitting == id)).first()


def again(row: Any) -> Seated:
    """Rebuild a sitting from its row.

    Raises :class:`ValueError` or :class:`LookupError` if an update has changed what it was about.
    """
    seated = seat(row.sitting, row.person, structs.decode(row.plan, Plan))
    seated.story = structs.decode(row.answers, Story)
    seated.version = row.version
    done = seated.done
    for given in seated.story.given:
        if given.hinted and isinstance(done, Sitting):
            done.hint()
        _answer(done, given)
    if seated.story.hinted and isinstance(done, Sitting):
        done.hint()
    return seated
