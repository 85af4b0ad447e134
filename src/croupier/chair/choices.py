"""The choices of a trainee: the right step among others that a dealer could do.

The list depends only on the course, the number of the moment and the seed, so it can be repeated.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, Final

from croupier.chair.course import Course, Moment
from croupier.chair.moves import Move
from croupier.chair.wording import blanks, fixed
from croupier.procedures.dealing import NEXT_CARD
from croupier.stage.vocabulary import Announce, Discard, Report

MOST: Final = 8


def choices(course: Course, at: int, seed: object = 0) -> list[Move]:
    """Return the moves on offer at a moment, the right one among them, in random order."""
    here = course.moments[at]
    draw = random.Random(f"{seed}/{here.round}/{at}/{here.move.name}")
    chosen = [here.move]
    for group, most in (
        (_later(course, at), 2),
        (_earlier(course, at), 1),
        (_other_places(course, here), 2),
        (_mistakes(here.move), 2),
        (_other_words(course, here), 2 if here.move.kind == Announce.kind else 1),
        (_reports(course, here), 2 if here.move.kind == Report.kind else 1),
    ):
        fresh = [move for move in dict.fromkeys(group) if move not in chosen]
        draw.shuffle(fresh)
        chosen += fresh[:most]
    # Each label is offered once: a trainee cannot tell moves with the same label apart.
    offered = list({move.label: move for move in reversed(chosen[:MOST])}.values())
    draw.shuffle(offered)
    return offered


def _later(course: Course, at: int) -> Iterator[Move]:
    """Yield a later step of another kind and one of the same: too early, and out of order."""
    here = course.moments[at]
    kinds: set[bool] = set()
    for moment in course.later(at):
        alike = here.alike(moment)
        if moment.move != here.move and alike not in kinds:
            kinds.add(alike)
            yield moment.move


def _earlier(course: Course, at: int) -> Iterator[Move]:
    """Yield earlier steps of this round that will not come again."""
    coming = {moment.move for moment in course.later(at)}
    gone = (moment.move for moment in course.earlier(at) if moment.move not in coming)
    for _, move in zip(range(6), gone, strict=False):
        yield move


def _other_places(course: Course, here: Moment) -> Iterator[Move]:
    """Yield the same move for another seat, or with the card the other way up."""
    move = here.move
    seat = move.seat or _seat_of(move.place)
    if seat is not None:
        at = course.seats.index(seat) if seat in course.seats else 0
        for other in (*course.seats[at + 1 :], *course.seats[:at]):
            yield move.at(other)
    if move.up is not None:
        yield replace(move, up=not move.up)


def _seat_of(place: str | None) -> int | None:
    return int(place.removeprefix("seat ")) if place and place.startswith("seat ") else None


def _mistakes(move: Move) -> Iterator[Move]:
    """Yield the moves that this kind is easily mistaken for, as the kind declares them."""
    act = move.act
    yield from (replace(move, kind=kind) for kind in act.rivals)
    for value in act.mistaken:
        changed: dict[str, Any] = {act.told_by[-1]: value}
        yield replace(move, **changed)


def _other_words(course: Course, here: Moment) -> Iterator[Move]:
    """Yield other announcements: the one that is due, with a wrong value, then the rulebook's."""
    book = course.house.book
    if here.move.kind == Announce.kind:
        said = [moment.move.text for moment in course.earlier(here.number)]
        for blank in blanks(book):
            value = blank.value(here.move.text)
            if value is None:
                continue
            if value.isdigit():
                others = [str(int(value) + 1), str(max(int(value) - 1, 1))]
            else:
                values = (known.value(text) for known in blanks(book) for text in said)
                others = [other for other in values if other and not other.isdigit()]
            yield from (Move(Announce.kind, text=blank.filled(other)) for other in others)
    yield from (Move(Announce.kind, text=text) for text in fixed(book))


def _reports(course: Course, here: Moment) -> Iterator[Move]:
    """Yield reports of irregularities, about this seat where they concern one."""
    seat = str(here.move.seat or _seat_of(here.move.place) or course.seats[0])
    said: set[str] = set()
    if isinstance(here.step, Discard):
        # That the card lies wrong has just been reported, under one name or another.
        before = (m.step for m in course.earlier(here.number) if isinstance(m.step, Report))
        said = {*NEXT_CARD, *(step.name for step in islice(before, 1))}
    for sentence in course.game.grammar.sentences("dealer"):
        verb, *words = sentence.split()
        if verb == "report" and words[0] not in said:
            yield Move(Report.kind, text=" ".join(words).replace("SEAT", seat))
