"""Helpers for tests of the dealer's chair."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

from croupier.chair.course import Course, Moment, walk
from croupier.chair.moves import Move
from croupier.chair.sitting import Sitting
from croupier.telling import record

RED_DOG = """
croupier = 1
game = "red-dog"
[seats]
1 = "100"
2 = "100"
4 = "100"
[round]
shoe = "mid"
cards = "5c 9d 7h"
actions = [
  "1 wager original 10", "2 wager original 10", "4 wager original 15", "dealer close",
  "1 raise 10", "2 pass", "4 raise 5",
]
"""

CROSS = """
croupier = 1
game = "double-cross-poker"
[seats]
1 = "500"
3 = "500"
[round]
cards = "As Kd 7c 7d 2h 9s 4c Jh Ts Qs 5d"
actions = [
  "1 wager ante 10", "1 wager three-card 5", "3 wager ante 25", "dealer close",
  "1 expose", "1 raise vertical", "3 raise vertical",
]
"""


DRAWN = 3
"""The seed that the server draws."""


def drawing(seed: int) -> AbstractContextManager[Any]:
    """Let the server draw this seed."""
    return patch("croupier.server.chair.drawn_seed", lambda: seed)


def course(text: str = RED_DOG) -> Course:
    """Return a record as a course."""
    return walk(record.parse(text))


def step(course: Course, name: str, nth: int = 1) -> Moment:
    """Return the nth moment whose step has this name."""
    found = [m for m in course.moments if m.move.name.startswith(name)]
    assert len(found) >= nth, f"{name}: {[m.move.name for m in course.moments]}"
    return found[nth - 1]


def do_right(sitting: Sitting, until: str = "") -> None:
    """Do as the rules say, up to the step with this name or to the end."""
    while not sitting.over and not (until and sitting.moment.move.name.startswith(until)):
        verdict = sitting.answer(sitting.moment.move, sitting.moment.figure, seconds=1.0)
        assert verdict.right, verdict


def say(text: str) -> Move:
    return Move("announce", text=text)
