"""Lessons for players: the strategy card, one part at a time, with exercises on each part."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from croupier import __version__
from croupier.lab.answers import strategy
from croupier.lab.documents import number
from croupier.lab.settings import analysis_of, setting
from croupier.mathematics.analysis import CARD, Part, Rule, Setting
from croupier.mathematics.kept import Kept
from croupier.practice.drills import Dealer, Drill, Focus
from croupier.practice.exercises import Exercise
from croupier.rules import house

ASKED: Final = 10
"""How many of the last answers of a lesson count."""
NEEDED: Final = 8
"""How many of them must be right to pass it."""
_NOWHERE: Final = Path(__file__).parent / "kept"
_EXAMPLES: Final = range(1, 20)


@dataclass(frozen=True)
class Lesson:
    """A part of the strategy card, an example, and the drill that belongs to it."""

    number: int
    title: str
    rules: tuple[Rule, ...]
    drill: Drill
    example: Exercise

    def as_dict(self) -> dict[str, Any]:
        """Return plain data; the example is told with its answer."""
        verdict = self.example.grade(self.example.best)
        return {
            "lesson": self.number,
            "title": self.title,
            "rules": [
                {"when": rule.when, "action": rule.action, "share": number(rule.share)}
                for rule in self.rules
            ],
            "example": self.example.question() | {"verdict": verdict.as_dict()},
            "asked": ASKED,
            "needed": NEEDED,
        }


def lessons(game: str, state: str = "") -> list[Lesson]:
    """Return the lessons of a game, at the standard house of a rulebook."""
    at = setting(house.standard(game, state))
    parts = _parts(at)
    return [_lesson(at, parts, place) for place in range(len(parts))]


def drill_of(game: str, state: str, place: int) -> Drill:
    """Return the drill that belongs to a lesson, which counts from 1.

    :class:`LookupError` if there is no such lesson.
    """
    at = setting(house.standard(game, state))
    parts = _parts(at)
    if not 1 <= place <= len(parts):
        raise LookupError(f"{game} has no lesson {place}")
    return _drill(at, parts, place - 1)


def is_passed(answers: str) -> bool:
    """Return whether the last answers, ``1`` for right and ``0`` for wrong, pass a lesson.

    >>> is_passed("1111111"), is_passed("0011111111"), is_passed("11111111000")
    (False, True, False)
    """
    return answers[-ASKED:].count("1") >= NEEDED


def _lesson(at: Setting, parts: tuple[Part, ...], place: int) -> Lesson:
    drill = _drill(at, parts, place)
    dealer = Dealer(drill, at)
    # A clear example is better than a close one: the one of a few in which most is at stake.
    example = max(map(dealer.deal, _EXAMPLES[:6]), key=lambda one: one.gap)
    return Lesson(place + 1, parts[place].title, parts[place].rules, drill, example)


def _drill(at: Setting, parts: tuple[Part, ...], place: int) -> Drill:
    """Return the drill of a part: its street if each street has a part, else what it decides."""
    book = at.house.book
    analysis = analysis_of(book.game)
    if len(parts) == len(analysis.shapes):
        return Drill(book.game, book.state, place, "all", CARD in analysis.strategies)
    focus: Focus = "verbs" if len({rule.action for rule in parts[place].rules}) > 1 else "within"
    last = len(analysis.shapes) - 1
    return Drill(book.game, book.state, min(place, last), focus, CARD in analysis.strategies)


# --- the card, which takes some seconds to find -------------------------------------------------


def _parts(at: Setting) -> tuple[Part, ...]:
    """Return the parts of the strategy card, kept once they have been found."""
    about = {
        "what": "parts",
        "version": __version__,
        "house": at.house.fingerprint()[:16],
        "stake": str(at.stake),
    }
    kept = Kept(
        at.house.book.game,
        about,
        _NOWHERE,
        solve=lambda report: strategy(at).parts,
        pack=_pack,
        unpack=_unpack,
    )
    return at.keeper.table(kept)


def _pack(parts: tuple[Part, ...]) -> bytes:
    rows = [
        {"title": part.title, "rules": [[r.when, r.action, str(r.share)] for r in part.rules]}
        for part in parts
    ]
    return json.dumps(rows).encode()


def _unpack(kept: bytes) -> tuple[Part, ...]:
    rows: list[Mapping[str, Any]] = json.loads(kept)
    return tuple(
        Part(row["title"], tuple(Rule(w, a, Fraction(share)) for w, a, share in row["rules"]))
        for row in rows
    )
