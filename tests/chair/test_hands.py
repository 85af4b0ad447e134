"""What a choice is about on the felt, and that this tells nothing that its label does not."""

from __future__ import annotations

import pytest

from croupier import games
from croupier.chair.choices import choices
from croupier.chair.data import lessons
from croupier.chair.hands import touches
from croupier.chair.moves import Move
from croupier.telling import felt

FURNITURE = {"shoe", "rack", "tray", "pot", "stakes", "scale", "button", "words"}


@pytest.mark.parametrize(
    ("move", "goes_by"),
    [
        (Move("announce", text="No more bets"), [["words"]]),
        (Move("report", text="missed-burn"), [["words"]]),
        (Move("burn"), [["shoe"], ["rack"]]),
        (Move("stub"), [["shoe"], ["rack"]]),
        (Move("shuffle"), [["shoe"]]),
        (Move("wash", place="red"), [["shoe"]]),
        (Move("deal", place="seat 2", up=False), [["shoe"], ["seat 2"]]),
        (Move("turn", place="dealer", up=True), [["place dealer"]]),
        (Move("collect", place="left"), [["place left"], ["rack"]]),
        (Move("take", seat=1, wager="ante and raise"), [["area 1 ante", "area 1 raise"], ["tray"]]),
        (Move("return", seat=1, wager="ante"), [["area 1 ante"], ["seat 1"]]),
        (Move("push", seat=1, wager="ante"), [["area 1 ante"]]),
        (Move("stake", wager="ante, bet and double"), [["tray"], ["stakes"]]),
        (Move("to-pot"), [["stakes"], ["pot"]]),
        (Move("award", seat=4), [["pot"], ["seat 4"]]),
        (Move("award"), [["pot"], ["tray"]]),
        (Move("mark"), [["scale"]]),
        (Move("button", place="seat 3"), [["button"], ["seat 3"]]),
        (Move("compare", seat=2, outcome="win"), [["seat 2"]]),
        (Move("align", place="vertical"), [["line vertical"]]),
        (Move("offer-cut", seat=5), [["words"], ["seat 5"]]),
        (Move("void"), [["words"]]),
    ],
    ids=lambda value: value.name if isinstance(value, Move) else "",
)
def test_a_move_goes_by_what_the_dealer_touches(move: Move, goes_by: list[list[str]]) -> None:
    games.load("double-cross-poker")
    assert touches(move) == goes_by


@pytest.mark.parametrize("game", games.names())
def test_every_choice_of_every_lesson_is_about_something_on_the_felt(game: str) -> None:
    cloth = felt.load(game) or {}
    places = {f"place {p}" for row in cloth["rows"] for p in row["places"] if p} | {"place dealer"}
    lines = {f"line {line}" for line in cloth.get("page", {}).get("lines", ())}
    for lesson in lessons(game):
        course = lesson.course()
        seats = range(1, course.house.seats + 1)
        areas = {f"area {n} {wager}" for n in seats for wager in cloth["areas"]["wagers"]}
        known = FURNITURE | places | lines | areas | {f"seat {n}" for n in seats}
        for moment in course.moments:
            for move in choices(course, moment.number, lesson.number):
                about = touches(move)
                assert about, move
                assert {name for group in about for name in group} <= known, move
