"""What is kept of each person's practice: mistakes in their boxes, scores, lessons, exercises."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from croupier.journal.recorder import stamp
from croupier.practice.boxes import LEARNT, Item
from croupier.practice.exercises import Exercise
from croupier.practice.lessons import ASKED, is_passed
from croupier.practice.mistakes import Mistake
from croupier.practice.rating import START, difficulty, moved
from croupier.server import erasure
from croupier.server.schema import METADATA

Data = dict[str, Any]

MISTAKES: Final = sa.Table(
    "practice_mistakes",
    METADATA,
    sa.Column("person", sa.String(40), primary_key=True),
    sa.Column("mistake", sa.String(32), primary_key=True),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("exercise", sa.LargeBinary, nullable=False),
    sa.Column("round", sa.BigInteger, nullable=False),
    sa.Column("at", sa.Integer, nullable=False),
    sa.Column("made", sa.String(80), nullable=False),
    sa.Column("cost", sa.Float, nullable=False),
    sa.Column("box", sa.Integer, nullable=False),
    sa.Column("due", sa.String(10), nullable=False),
    sa.Column("right", sa.Integer, nullable=False),
    sa.Column("wrong", sa.Integer, nullable=False),
    sa.Column("answered", sa.String(30)),
)
"""A person's mistakes as exercises: the box each is in, and the day on which it is due."""

TAKEN: Final = sa.Table(
    "practice_reviews",
    METADATA,
    sa.Column("person", sa.String(40), primary_key=True),
    sa.Column("round", sa.BigInteger, primary_key=True, autoincrement=False),
)
"""The reviews from which the mistakes have been taken."""

EXERCISES: Final = sa.Table(
    "practice_exercises",
    METADATA,
    sa.Column("exercise", sa.String(40), primary_key=True),
    sa.Column("person", sa.String(40), nullable=False),
    sa.Column("source", sa.String(20), nullable=False),
    sa.Column("about", sa.String(100), nullable=False),
    sa.Column("document", sa.LargeBinary, nullable=False),
    sa.Column("asked", sa.String(30), nullable=False),
    sa.Column("reply", sa.LargeBinary),
    sa.Index("practice_exercises_person", "person"),
)
"""What was asked, with all values, and the reply to the answer once there is one."""

SCORES: Final = sa.Table(
    "practice_scores",
    METADATA,
    sa.Column("person", sa.String(40), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("score", sa.Integer, nullable=False),
    sa.Column("answered", sa.Integer, nullable=False),
    sa.Column("right", sa.Integer, nullable=False),
)
"""The score of a person in each game, and the answers behind it."""

MOVES: Final = sa.Table(
    "practice_moves",
    METADATA,
    sa.Column("person", sa.String(40), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("score", sa.Integer, nullable=False),
    sa.Column("moved", sa.Integer, nullable=False),
    sa.Column("time", sa.String(30), nullable=False),
)
"""The last moves of each score."""

LESSONS: Final = sa.Table(
    "practice_lessons",
    METADATA,
    sa.Column("person", sa.String(40), primary_key=True),
    sa.Column("game", sa.String(40), primary_key=True),
    sa.Column("rulebook", sa.String(10), primary_key=True),
    sa.Column("lesson", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("answers", sa.String(20), nullable=False),
    sa.Column("asked", sa.Integer, nullable=False),
    sa.Column("passed", sa.String(30)),
)
"""The last answers in each lesson, and when it was passed."""

_TABLES: Final = (MISTAKES, TAKEN, EXERCISES, SCORES, MOVES, LESSONS)

MOST_MISTAKES: Final = 1000
"""How many mistakes of a person are kept; the cheapest make room."""
MOST_EXERCISES: Final = 20
"""How many exercises of a person are kept: the newest."""
MOST_MOVES: Final = 100
"""How many moves of a score are kept: the newest."""
DAYS: Final = 30
"""After how many days an exercise is forgotten, whosever it is."""


def forget(connection: sa.Connection, person: str) -> None:
    """Delete everything that is kept of a person's practice."""
    for table in _TABLES:
        connection.execute(table.delete().where(table.c.person == person))


def written(document: Data) -> bytes:
    """Return plain data as it is kept."""
    return json.dumps(document, separators=(",", ":")).encode()


# --- mistakes -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reviewed:
    """The mistakes of a person in one reviewed round, and when it was played."""

    round: int
    time: str
    mistakes: tuple[Mistake, ...]


def add_mistakes(
    connection: sa.Connection, person: str, reviews: Iterable[Reviewed], today: date
) -> None:
    """Keep the mistakes of reviews, each review once. A mistake made again starts over."""
    if erasure.is_erased(connection, person):
        return
    mine = TAKEN.c.person == person
    for review in reviews:
        if connection.scalar(sa.select(TAKEN.c.round).where(mine, TAKEN.c.round == review.round)):
            continue
        connection.execute(TAKEN.insert().values(person=person, round=review.round))
        for mistake in review.mistakes:
            _add_mistake(connection, person, mistake, review.time, today)
    _make_room(connection, person)


def _add_mistake(
    connection: sa.Connection, person: str, mistake: Mistake, time: str, today: date
) -> None:
    key = mistake.exercise.key
    same = (MISTAKES.c.person == person) & (MISTAKES.c.mistake == key)
    row = connection.execute(sa.select(MISTAKES).where(same)).first()
    made: Data = {
        "round": mistake.round,
        "at": mistake.at,
        "made": mistake.made[:80],
        "cost": mistake.cost,
    }
    if row is not None:
        # What was practised since is not undone, and reviews come in any order.
        if (row.answered or "") < time and row.round < mistake.round:
            again = _kept(_item(row).made_again(today))
            connection.execute(MISTAKES.update().where(same).values(**made, **again))
        return
    new = {
        "person": person,
        "mistake": key,
        "game": mistake.exercise.game,
        "exercise": written(mistake.exercise.as_dict()),
    }
    connection.execute(MISTAKES.insert().values(**new, **made, **_kept(Item.new(today))))


def _make_room(connection: sa.Connection, person: str) -> None:
    mine = MISTAKES.c.person == person
    by_cost = sa.select(MISTAKES.c.mistake).where(mine).order_by(MISTAKES.c.cost.desc())
    cheapest = list(connection.scalars(by_cost.offset(MOST_MISTAKES)))
    connection.execute(MISTAKES.delete().where(mine, MISTAKES.c.mistake.in_(cheapest)))


def _item(row: Any) -> Item:
    return Item(row.box, date.fromisoformat(row.due), row.right, row.wrong)


def _kept(item: Item) -> Data:
    return {
        "box": item.box,
        "due": item.due.isoformat(),
        "right": item.right,
        "wrong": item.wrong,
    }


_BOXES: Final = (
    MISTAKES.c.game,
    MISTAKES.c.box,
    MISTAKES.c.due,
    MISTAKES.c.right,
    MISTAKES.c.wrong,
)


def boxes(connection: sa.Connection, person: str) -> list[tuple[str, Item]]:
    """Return each mistake's game, and the box it is in."""
    rows = connection.execute(sa.select(*_BOXES).where(MISTAKES.c.person == person))
    return [(row.game, _item(row)) for row in rows]


def next_mistake(connection: sa.Connection, person: str, today: date) -> Any | None:
    """Return the mistake to be practised now: overdue ones first, then the costliest.

    Of those that are due today, one that was just answered comes last.
    """
    due = (
        sa.select(MISTAKES.c.mistake, MISTAKES.c.exercise)
        .where(*_are_due(person, today))
        .order_by(
            MISTAKES.c.due,
            sa.func.coalesce(MISTAKES.c.answered, ""),
            MISTAKES.c.cost.desc(),
            MISTAKES.c.mistake,
        )
    )
    return connection.execute(due.limit(1)).first()


def count_due(connection: sa.Connection, person: str, today: date) -> int:
    """Return how many mistakes are to be practised now."""
    count = sa.select(sa.func.count()).select_from(MISTAKES).where(*_are_due(person, today))
    return connection.scalar(count) or 0


def _are_due(person: str, today: date) -> tuple[sa.ColumnElement[bool], ...]:
    learnt = MISTAKES.c.box >= LEARNT
    return MISTAKES.c.person == person, MISTAKES.c.due <= today.isoformat(), ~learnt


def answer_mistake(
    connection: sa.Connection, person: str, key: str, right: bool, now: datetime
) -> Data | None:
    """Move a mistake to its new box; None if it has been deleted meanwhile."""
    same = (MISTAKES.c.person == person) & (MISTAKES.c.mistake == key)
    row = connection.execute(sa.select(MISTAKES).where(same).with_for_update()).first()
    if row is None:
        return None
    item = _item(row).answered(right, now.date())
    change = MISTAKES.update().where(same)
    connection.execute(change.values(**_kept(item), answered=stamp(now)))
    return {
        "round": row.round,
        "at": row.at,
        "made": row.made,
        "cost": row.cost,
        "box": item.box,
        "due": None if item.learnt else item.due.isoformat(),
        "today": now.date().isoformat(),
        "learnt": item.learnt,
    }


# --- exercises ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """An exercise that a person was asked, and the reply to the answer, None before it."""

    id: str
    source: str
    about: str
    exercise: Exercise
    reply: Data | None


def add_exercise(connection: sa.Connection, person: str, asked: Asked, now: datetime) -> None:
    """Keep a new exercise; delete the person's older ones and those of long ago."""
    erasure.need_person(connection, person)
    mine = EXERCISES.c.person == person
    newest = sa.select(EXERCISES.c.exercise).where(mine)
    newest = newest.order_by(EXERCISES.c.asked.desc(), EXERCISES.c.exercise)
    old = list(connection.scalars(newest.offset(MOST_EXERCISES - 1)))
    long_ago = stamp(now - timedelta(days=DAYS))
    connection.execute(
        EXERCISES.delete().where(EXERCISES.c.exercise.in_(old) | (EXERCISES.c.asked < long_ago))
    )
    row = {
        "exercise": asked.id,
        "person": person,
        "source": asked.source,
        "about": asked.about,
        "document": written(asked.exercise.as_dict()),
        "asked": stamp(now),
    }
    connection.execute(EXERCISES.insert().values(row))


def find_exercise(connection: sa.Connection, person: str, id: str) -> Asked | None:
    """Return an exercise if it is this person's."""
    mine = (EXERCISES.c.exercise == id) & (EXERCISES.c.person == person)
    row = connection.execute(sa.select(EXERCISES).where(mine)).first()
    return None if row is None else _asked(row)


def open_exercise(connection: sa.Connection, person: str, source: str, about: str) -> Asked | None:
    """Return the newest exercise of a kind that waits for an answer."""
    waiting = (
        sa.select(EXERCISES)
        .where(EXERCISES.c.person == person, EXERCISES.c.reply.is_(None))
        .where(EXERCISES.c.source == source, EXERCISES.c.about == about)
        .order_by(EXERCISES.c.asked.desc())
    )
    row = connection.execute(waiting).first()
    return None if row is None else _asked(row)


def close_exercise(connection: sa.Connection, id: str, reply: Data) -> None:
    """Keep the reply, so that a repeated answer gets it again."""
    same = EXERCISES.c.exercise == id
    connection.execute(EXERCISES.update().where(same).values(reply=written(reply)))


def is_open(connection: sa.Connection, id: str) -> bool:
    """Return whether an exercise waits for its answer, and let nobody else answer it meanwhile."""
    row = sa.select(EXERCISES.c.reply).where(EXERCISES.c.exercise == id).with_for_update()
    found = connection.execute(row).first()
    return found is not None and found.reply is None


def _asked(row: Any) -> Asked:
    reply = None if row.reply is None else json.loads(row.reply)
    exercise = Exercise.of(json.loads(row.document))
    return Asked(row.exercise, row.source, row.about, exercise, reply)


# --- scores and lessons ---------------------------------------------------------------------------


def move_score(
    connection: sa.Connection, person: str, exercise: Exercise, right: bool, now: datetime
) -> Data:
    """Move the score of a game after an answer; returns it and how far it moved."""
    key = {"person": person, "game": exercise.game}
    row = _held(connection, SCORES, key, {"score": START, "answered": 0, "right": 0})
    hard, number = difficulty(exercise.gap), row.answered + 1
    score = moved(row.score, hard, len(exercise.choices), right, row.answered)
    values = {"score": score, "answered": number, "right": row.right + right}
    connection.execute(SCORES.update().where(*_is(SCORES, key)).values(values))
    move = {"number": number, "score": score, "moved": score - row.score, "time": stamp(now)}
    connection.execute(MOVES.insert().values(**key, **move))
    old = MOVES.c.number <= number - MOST_MOVES
    connection.execute(MOVES.delete().where(*_is(MOVES, key), old))
    return {"score": score, "moved": score - row.score, "difficulty": hard}


def scores(connection: sa.Connection, person: str) -> dict[str, Data]:
    """Return the score of each game that a person has practised, with its last moves."""
    rows = connection.execute(sa.select(SCORES).where(SCORES.c.person == person))
    found = {
        row.game: {
            "score": row.score,
            "answered": row.answered,
            "right": row.right,
            "history": list[Data](),
        }
        for row in rows
    }
    moves = sa.select(MOVES).where(MOVES.c.person == person).order_by(MOVES.c.number)
    for row in connection.execute(moves):
        move = {"number": row.number, "score": row.score, "moved": row.moved, "time": row.time}
        found[row.game]["history"].append(move)
    return found


def answer_lesson(
    connection: sa.Connection,
    person: str,
    game: str,
    rulebook: str,
    lesson: int,
    right: bool,
    now: datetime,
) -> Data:
    """Note an answer in a lesson; returns where the lesson stands."""
    key = {"person": person, "game": game, "rulebook": rulebook, "lesson": lesson}
    row = _held(connection, LESSONS, key, {"answers": "", "asked": 0, "passed": None})
    answers = (row.answers + "01"[right])[-ASKED:]
    passed = row.passed
    if passed is None and is_passed(answers):
        passed = stamp(now)
    values = {"answers": answers, "asked": row.asked + 1, "passed": passed}
    connection.execute(LESSONS.update().where(*_is(LESSONS, key)).values(values))
    return values


def lessons(connection: sa.Connection, person: str) -> dict[tuple[str, str, int], Data]:
    """Return where each lesson of a person stands, by game, rulebook and lesson."""
    rows: Sequence[Any] = connection.execute(
        sa.select(LESSONS).where(LESSONS.c.person == person)
    ).all()
    return {
        (row.game, row.rulebook, row.lesson): {
            "answers": row.answers,
            "asked": row.asked,
            "passed": row.passed,
        }
        for row in rows
    }


def _held(connection: sa.Connection, table: sa.Table, key: Data, fresh: Data) -> Any:
    """Return a row that nobody else changes meanwhile; it begins fresh if there is none.

    Two processes may begin it at once: the second one waits, and then finds the row of the first.
    """
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    begin = dialect.insert(table).values(**key, **fresh).on_conflict_do_nothing()
    connection.execute(begin)
    held = sa.select(table).where(*_is(table, key)).with_for_update()
    return connection.execute(held).one()


def _is(table: sa.Table, key: Data) -> list[sa.ColumnElement[bool]]:
    return [table.c[name] == value for name, value in key.items()]
