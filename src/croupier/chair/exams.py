"""Rounds that the program makes up: plain rounds for practice, and exams with irregularities."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Final

from croupier.chair.course import Course, walk
from croupier.chair.data import seen, situations
from croupier.chair.players import Deal, compose
from croupier.nouns.reasons import MalformedError
from croupier.stage.payments import Award, Pay
from croupier.stage.vocabulary import Discard

CANDIDATES: Final = 6
"""How many exams are made up to choose from if some clauses should come soon."""
PARTS: Final = ("exposed", "count")
"""What goes wrong in the second and third rounds; in the first, a card lies face up."""
_TRIES: Final = 200


def practice(game: str, *, seed: object, state: str = "") -> Course:
    """Return one round in which nothing goes wrong."""
    draw = random.Random(f"{seed}/{game}/practice")
    return walk(compose(game, [Deal()], seed=seed, seats=_seats(draw), state=state))


def exam(game: str, *, seed: object, state: str = "") -> Course:
    """Return three rounds: with a card lying face up, an exposed card, and a wrong count.

    For each of these that a game does not have, the exam is a round shorter. Something is paid in
    the first round. The same seed makes the same exam.
    """
    draw = random.Random(f"{seed}/{game}/exam")
    seats = _seats(draw)
    known = {situation.report: situation for situation in situations(game) if situation.report}
    parts = [s.deal() for part in PARTS for s in known.values() if s.exam == part]
    for attempt in range(_TRIES):
        deals = [Deal(face_up=(draw.randint(1, 2 + len(seats)),)), *parts]
        try:
            record = compose(game, deals, seed=f"{seed}/{attempt}", seats=seats, state=state)
        except MalformedError:
            continue  # the irregularity cannot happen: an early third card after a pair, say
        course = walk(record, situations=lambda said: seen(known, said))
        first = [moment.step for moment in course.moments if moment.round == 1]
        discards = any(isinstance(step, Discard) for step in first)
        if discards and any(isinstance(step, Pay | Award) for step in first):
            return course
    raise MalformedError(f"no exam of {game} could be made up from seed {seed}")


def exam_on(game: str, soon: Collection[str], *, seed: object, state: str = "") -> Course:
    """Return, of several exams, the one with the most items that should come soon."""
    made = [exam(game, seed=f"{seed}.{i}", state=state) for i in range(CANDIDATES if soon else 1)]
    return max(made, key=lambda course: len({m.item for m in course.moments} & set(soon)))


def _seats(draw: random.Random) -> list[int]:
    return sorted(draw.sample(range(1, 6), draw.choice((2, 3))))
