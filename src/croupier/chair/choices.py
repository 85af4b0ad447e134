"""What a trainee may choose from: the step that is called for among others that a dealer could do.

The list is made by the course and the number of the moment alone, so it is the same every time.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from croupier.chair.course import Course, Moment
from croupier.chair.moves import Move
from croupier.chair.wording import blanks, fixed

MOST: Final = 8
_OUTCOMES: Final = ("pay", "take", "push")
_JUDGED: Final = ("win", "lose", "push")
_LIES_WRONG: Final = ("face-up-card", "exposed-draw", "early-third-card")
"""What has just been said, in other words, when a card that lies wrong is put aside."""
_AXIS: Final = ("vertical", "horizontal")


def choices(course: Course, at: int, seed: object = 0) -> list[Move]:
    """The moves on offer at a moment, the right one among them, in no telling order."""
    here = course.moments[at]
    draw = random.Random(f"{seed}/{here.round}/{at}/{here.move.name}")
    chosen = [here.move]
    for group, most in (
        (_later(course, at), 2),
        (_earlier(course, at), 1),
        (_other_places(course, here), 2),
        (_other_outcomes(here.move), 2),
        (_other_words(course, here), 2 if here.move.kind == "announce" else 1),
        (_reports(course, here), 2 if here.move.kind == "report" else 1),
    ):
        fresh = [move for move in dict.fromkeys(group) if move not in chosen]
        draw.shuffle(fresh)
        chosen += fresh[:most]
    # A label stands for one move only: what reads the same must be the same.
    offered = list({move.label: move for move in reversed(chosen[:MOST])}.values())
    draw.shuffle(offered)
    return offered


def _later(course: Course, at: int) -> Iterator[Move]:
    """A step of another kind, and one that is alike: what comes too early, or out of order."""
    here = course.moments[at]
    kinds: set[bool] = set()
    for moment in course.later(at):
        alike = here.alike(moment)
        if moment.move != here.move and alike not in kinds:
            kinds.add(alike)
            yield moment.move


def _earlier(course: Course, at: int) -> Iterator[Move]:
    """Steps of this round that will not come again."""
    coming = {moment.move for moment in course.later(at)}
    gone = (moment.move for moment in course.earlier(at) if moment.move not in coming)
    for _, move in zip(range(6), gone, strict=False):
        yield move


def _other_places(course: Course, here: Moment) -> Iterator[Move]:
    """The same for a neighbour, or the other way up."""
    move = here.move
    seat = move.seat or _seat_of(move.place)
    if seat is not None:
        at = course.seats.index(seat) if seat in course.seats else 0
        for other in (*course.seats[at + 1 :], *course.seats[:at]):
            yield move.at(other)
    if move.up is not None:
        yield replace(move, up=not move.up)
    if move.place in _AXIS:
        yield from (replace(move, place=axis) for axis in _AXIS)


def _seat_of(place: str | None) -> int | None:
    return int(place.removeprefix("seat ")) if place and place.startswith("seat ") else None


def _other_outcomes(move: Move) -> Iterator[Move]:
    if move.kind in _OUTCOMES:
        yield from (replace(move, kind=kind) for kind in _OUTCOMES)
    if move.kind == "compare":
        yield from (replace(move, outcome=outcome) for outcome in _JUDGED)


def _other_words(course: Course, here: Moment) -> Iterator[Move]:
    """Other announcements: wrong readings of the one that is due, then those of the rulebook."""
    book = course.house.book
    if here.move.kind == "announce":
        said = [moment.move.text for moment in course.earlier(here.number)]
        for blank in blanks(book):
            value = blank.value(here.move.text)
            if value is None:
                continue
            if value.isdigit():
                others = [str(int(value) + 1), str(max(int(value) - 1, 1))]
            else:
                others = [other for known in blanks(book) for text in said
                          if (other := known.value(text)) and not other.isdigit()]  # fmt: skip
            yield from (Move("announce", text=blank.filled(other)) for other in others)
    yield from (Move("announce", text=text) for text in fixed(book))


def _reports(course: Course, here: Moment) -> Iterator[Move]:
    """Irregularities, of this seat where they are of one."""
    seat = str(here.move.seat or _seat_of(here.move.place) or course.seats[0])
    for sentence in course.game.grammar.sentences("dealer"):
        verb, *words = sentence.split()
        if verb == "report" and not (here.move.kind == "discard" and words[0] in _LIES_WRONG):
            yield Move("report", text=" ".join(words).replace("SEAT", seat))
