"""Practice for players: what is due, the next exercise, and the reply to an answer.

The server holds what each choice is worth, and tells it with the reply, never before.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any, Final
from weakref import WeakValueDictionary

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from croupier import games
from croupier.journal.recorder import utc_now
from croupier.lab.settings import LabMissingError, analysis_of
from croupier.nouns.reasons import MalformedError
from croupier.practice.boxes import DAYS
from croupier.practice.drills import streets
from croupier.practice.exercises import Exercise, Verdict
from croupier.practice.lessons import ASKED, NEEDED
from croupier.practice.mistakes import mistakes
from croupier.practice.rating import START
from croupier.rules import rulebook
from croupier.server import erasure, reviewed
from croupier.server import practice_tables as kept
from croupier.server.books import find_book
from croupier.server.database import Committer
from croupier.server.drilling import Drilling
from croupier.server.errors import not_found
from croupier.server.practice_tables import Asked, Reviewed
from croupier.server.reviews import Reviews, is_current
from croupier.server.schema import REVIEWS

Data = dict[str, Any]
Locks = WeakValueDictionary[str, asyncio.Lock]
"""A lock for each person, forgotten when nobody holds it or waits for it."""

MISTAKES: Final = "mistakes"
DRILL: Final = "drill"
LESSON: Final = "lesson"

BATCH: Final = 100
"""How many reviews are looked through at once."""
BATCHES: Final = 2
"""How many times for one request: the page asks again for the rest."""
LATEST: Final = 100
"""How many of a person's last rounds are reviewed for practice, if nobody has asked before."""


@dataclass(frozen=True)
class Order:
    """What a person wants to practise."""

    source: str
    """``mistakes``, ``drill`` or ``lesson``."""
    game: str = ""
    rulebook: str | None = None
    street: int = 0
    lesson: int = 0


class Practice:
    """Everybody's practice."""

    def __init__(self, committer: Committer, reviews: Reviews) -> None:
        self._committer = committer
        self._reviews = reviews
        self.drilling = Drilling()
        self.now: Callable[[], datetime] = utc_now
        """Tests set a clock of their own."""
        self._asking: Locks = WeakValueDictionary()
        """A person asks for one exercise at a time, so that nobody fills the queue alone."""
        self._taking: Locks = WeakValueDictionary()

    async def stop(self) -> None:
        """Make no more exercises."""
        await self.drilling.stop()

    # --- what there is ----------------------------------------------------------------------------

    async def overview(self, person: str) -> Data:
        """What is due today, what can be drilled, and the scores; without progress for nobody."""
        to_review = 0
        if person:
            to_review = await self.take_mistakes(person)
            to_review += await self._have_reviewed(person)
        today = self.now().date()

        def read(connection: sa.Connection) -> tuple[Any, Any, Any]:
            return (
                kept.boxes(connection, person),
                kept.scores(connection, person),
                kept.lessons(connection, person),
            )

        boxes, scores, passed = await self._committer.read(read)
        games_with = await asyncio.to_thread(self._games)
        done = [(game, book) for (game, book, _), row in passed.items() if row["passed"]]
        return {
            "today": today.isoformat(),
            "days": list(DAYS),
            "mistakes": _mistakes(boxes, today),
            "to_review": to_review,
            "games": [
                {
                    **game,
                    "mistakes": _mistakes([one for one in boxes if one[0] == game["game"]], today),
                    "score": scores.get(game["game"]) or _fresh(),
                    "passed": {
                        book: done.count((game["game"], book)) for book in game["rulebooks"]
                    },
                }
                for game in games_with
            ],
        }

    def _games(self) -> list[Data]:
        """The games that can be practised, with their decisions; those without odds are not."""
        found = []
        for name in games.names():
            try:
                decisions = streets(name)
            except LabMissingError:
                continue
            game = games.load(name)
            books = [state for one, state in rulebook.documents() if one == name]
            found.append(
                {"game": name, "title": game.title, "rulebooks": books, "streets": decisions}
            )
        return found

    async def lessons(self, game: str, state: str | None, person: str) -> Data:
        """The lessons of a game, how far a person has come, and the one that comes next."""
        book = find_book(game, state)
        found = await self.drilling.lessons(book.game, book.state)
        passed = await self._committer.read(lambda c: kept.lessons(c, person)) if person else {}
        rows = [
            lesson
            | {
                "progress": passed.get(
                    (book.game, book.state, lesson["lesson"]),
                    {"answers": "", "asked": 0, "passed": None},
                )
            }
            for lesson in found
        ]
        to_do = (row["lesson"] for row in rows if not row["progress"]["passed"])
        return {
            "game": book.game,
            "rulebook": book.state,
            "title": book.title,
            "alone": bool(analysis_of(book.game).alone),
            "lessons": rows,
            "next": next(to_do, None),
        }

    # --- exercises --------------------------------------------------------------------------------

    async def ask(self, order: Order, person: str) -> Data:
        """The next exercise; one that waits for an answer is asked again."""
        async with self._asking.setdefault(person, asyncio.Lock()):
            if order.source == MISTAKES:
                asked, is_new = await self._mistake(person)
            else:
                asked, is_new = await self._dealt(order, person)
            if is_new:
                now = self.now()
                await self._committer.write(lambda c: kept.add_exercise(c, person, asked, now))
        due = None
        if order.source == MISTAKES:
            today = self.now().date()
            due = await self._committer.read(lambda c: kept.count_due(c, person, today))
        return await asyncio.to_thread(picture, asked, due)

    async def _mistake(self, person: str) -> tuple[Asked, bool]:
        await self.take_mistakes(person)
        today = self.now().date()

        def read(connection: sa.Connection) -> tuple[Any, Asked | None]:
            row = kept.next_mistake(connection, person, today)
            if row is None:
                return None, None
            waiting = kept.open_exercise(connection, person, MISTAKES, row.mistake)
            return row, waiting

        row, waiting = await self._committer.read(read)
        if row is None:
            raise not_found("no mistake is due today")
        if waiting is not None:
            return waiting, False
        exercise = Exercise.of(json.loads(row.exercise))
        return Asked(_id(), MISTAKES, row.mistake, exercise, None), True

    async def _dealt(self, order: Order, person: str) -> tuple[Asked, bool]:
        if not order.game:
            raise not_found(f"a {order.source} needs a game")
        book = find_book(order.game, order.rulebook)
        which = order.lesson if order.source == LESSON else order.street
        about = f"{book.game} {book.state} {which}"
        waiting = await self._committer.read(
            lambda c: kept.open_exercise(c, person, order.source, about)
        )
        if waiting is not None:
            return waiting, False
        drill = {"game": book.game, "rulebook": book.state, order.source: which}
        if order.source == DRILL:
            drill["street"] = drill.pop(DRILL)
        return Asked(_id(), order.source, about, await self.drilling.exercise(drill), None), True

    async def look(self, id: str, person: str) -> Data:
        """An exercise as it stands now; 404 if it is not this person's."""
        return await asyncio.to_thread(picture, await self._find(id, person))

    async def _find(self, id: str, person: str) -> Asked:
        found = await self._committer.read(lambda c: kept.find_exercise(c, person, id))
        if found is None:
            raise not_found("there is no such exercise, or it was asked too long ago")
        return found

    async def answer(self, id: str, choice: int, person: str) -> Data:
        """Grade an answer. The first answer counts; a repeated one gets the same reply."""
        asked = await self._find(id, person)
        if asked.reply is None:
            actions = [action for action, _ in asked.exercise.choices]
            if choice >= len(actions):
                raise MalformedError(f"choice {choice} is not one of {len(actions)}, from 0")
            verdict = asked.exercise.grade(actions[choice])
            now = self.now()
            await self._committer.write(lambda c: _settle(c, person, asked, verdict, now))
            asked = await self._find(id, person)
        return await asyncio.to_thread(picture, asked)

    # --- a player's own mistakes ------------------------------------------------------------------

    async def take_mistakes(self, person: str) -> int:
        """Take the mistakes out of new reviews, each review once; return how many are left."""
        async with self._taking.setdefault(person, asyncio.Lock()):
            for _ in range(BATCHES):
                new = await self._committer.read(lambda c: _new_reviews(c, person))
                if not new:
                    return 0
                today = self.now().date()
                take = partial(kept.add_mistakes, person=person, reviews=new, today=today)
                try:
                    await self._committer.write(take)
                except IntegrityError:  # another process is taking them
                    return len(new)
                if len(new) < BATCH:
                    return 0
            return await self._committer.read(lambda c: _count_new(c, person))

    async def _have_reviewed(self, person: str) -> int:
        """Have the last rounds of a person reviewed; return how many are still to be."""
        missing = await self._committer.read(
            lambda c: reviewed.missing(c, person, reviewed.rounds_of(c, person, last=LATEST))
        )
        self._reviews.begin(person, missing)
        return len(missing)


def _new_reviews(connection: sa.Connection, person: str) -> Sequence[Reviewed]:
    """Return reviews with mistakes that have not been taken yet, the latest first."""
    new = sa.select(REVIEWS.c.round, REVIEWS.c.document).where(*_are_new(person))
    latest = new.order_by(REVIEWS.c.round.desc()).limit(BATCH)
    return [_read(row.round, row.document) for row in connection.execute(latest)]


def _count_new(connection: sa.Connection, person: str) -> int:
    count = sa.select(sa.func.count()).select_from(REVIEWS).where(*_are_new(person))
    return connection.scalar(count) or 0


def _are_new(person: str) -> tuple[sa.ColumnElement[bool], ...]:
    taken = sa.select(kept.TAKEN.c.round).where(
        kept.TAKEN.c.person == person, kept.TAKEN.c.round == REVIEWS.c.round
    )
    return REVIEWS.c.person == person, REVIEWS.c.worst_value > 0, is_current(), ~taken.exists()


def _read(round: int, written: bytes) -> Reviewed:
    document = json.loads(written)
    found = tuple(mistakes(document["decisions"]))
    for mistake in found:
        _ = mistake.exercise.key  # found here, because the writing thread has no time for it
    return Reviewed(round, document["time"], found)


def _settle(
    connection: sa.Connection, person: str, asked: Asked, verdict: Verdict, now: datetime
) -> None:
    """Keep what an answer changes, unless the exercise was answered meanwhile."""
    if erasure.is_erased(connection, person) or not kept.is_open(connection, asked.id):
        return
    right = verdict.right
    reply = verdict.as_dict() | {"closest_of": asked.exercise.closest_of}
    if asked.source == MISTAKES:
        reply["mistake"] = kept.answer_mistake(connection, person, asked.about, right, now)
    else:
        reply["score"] = kept.move_score(connection, person, asked.exercise, right, now)
    if asked.source == LESSON:
        game, book, lesson = asked.about.split()
        where = (game, book, int(lesson))
        reply["lesson"] = kept.answer_lesson(connection, person, *where, right, now)
    kept.close_exercise(connection, asked.id, reply)


# --- what is shown --------------------------------------------------------------------------------


def picture(asked: Asked, due: int | None = None) -> Data:
    """An exercise as the person who is asked sees it: no values before the answer.

    ``due`` says how many mistakes were due when it was asked, with this one.
    """
    title = games.load(asked.exercise.game).title
    data = asked.exercise.question() | {
        "exercise": asked.id,
        "source": asked.source,
        "title": title,
        "due": due,
        "verdict": asked.reply,
    }
    if asked.source == LESSON:
        data |= {"lesson": int(asked.about.split()[-1]), "asked": ASKED, "needed": NEEDED}
    return data


def _mistakes(boxes: Any, today: date) -> Data:
    items = [item for _, item in boxes]
    waiting = [item for item in items if not item.learnt]
    later = [item.due for item in waiting if not item.is_due(today)]
    return {
        "due": sum(item.is_due(today) for item in items),
        "waiting": len(waiting),
        "learnt": len(items) - len(waiting),
        "next": min(later).isoformat() if later else None,
        "boxes": [sum(item.box == box for item in waiting) for box in range(len(DAYS))],
    }


def _fresh() -> Data:
    return {"score": START, "answered": 0, "right": 0, "history": []}


def _id() -> str:
    return secrets.token_urlsafe(12)
