"""Lines speak from the side of whoever reads them, in whole sentences, in every game."""

from __future__ import annotations

import re
from typing import Any

from croupier import games
from croupier.stage.events import PUBLIC
from croupier.telling import felt
from croupier.telling.narrative import tell
from croupier.telling.places import Places
from tests.conformance.found import every_game
from tests.conformance.tables import LONGEST, anything_legal, at, play, seatings, viewers

OF_CARDS = ("deal", "turn", "turn-card", "collect", "discard", "found", "disclose", "burn")
VERB = re.compile(r"\b(is|are|goes|go|lies|shown|burned)\b")
GAP = re.compile(r"^[ ,:]|[ :]([,:]|$)|  |\?\?|[{}]|None")
"""What is left in a line where a word is missing."""


def whole(line: str, kind: str) -> bool:
    """Return whether a line reads as a sentence, without gaps where a card would stand."""
    has_verb = kind not in OF_CARDS or VERB.search(line) is not None
    return bool(line) and not line[0].islower() and not GAP.search(line) and has_verb


@every_game
def test_every_line_is_a_whole_sentence_from_either_side(game: str) -> None:
    found = games.load(game)
    sides = Places.from_players_side(found), Places.from_dealers_side(found)
    for seating in seatings(game, 20, "sides"):
        with at(seating):
            table = seating.table()
            rounds = [table.open()] if not seating.situation else []
            rounds.append(play(seating, seating.begin(table)))
            for round in rounds:
                for viewer in viewers(round):
                    for event in round.told(viewer):
                        for side in sides:
                            line = tell(event, side)
                            assert whole(line, event["kind"]), (line, event)


@every_game
def test_a_step_that_waits_is_a_whole_sentence_too(game: str) -> None:
    """Its cards have not been drawn, so that nothing is left where they would stand."""
    side, told = Places.from_players_side(games.load(game)), 0
    for seating in seatings(game, 12, "waits"):
        random = seating.random("waits")
        with at(seating):
            for round in seating.rounds(1, hold=lambda step: True):
                for _ in range(LONGEST):
                    while round.pending is not None:
                        line = tell(round.pending.shown_to(PUBLIC), side)
                        assert whole(line, round.pending.kind), (line, round.pending)
                        round.proceed()
                        told += 1
                    if round.over:
                        break
                    seating.act(round, anything_legal(random, round))
    assert told > 100


@every_game
def test_no_line_for_the_players_has_the_dealers_name_of_a_place(game: str) -> None:
    found = games.load(game)
    drawn = felt.of(found)
    side = Places.from_players_side(found)
    renamed = {place for place in drawn.page_labels if any(place in row for row in drawn.rows)}
    for seating in seatings(game, 10, "names"):
        with at(seating):
            for event in play(seating, seating.begin(seating.table())).told():
                place = event.get("place")
                if place in renamed and event["kind"] in ("deal", "turn", "collect"):
                    line = tell(event, side).lower()
                    assert drawn.page_labels[place] in line, line
                    bare = line.replace(drawn.page_labels[place], "")
                    assert not re.search(rf"\b{place}\b", bare), line


def _said(game: str, place: str, side: Any, **more: Any) -> str:
    return tell({"kind": "deal", "place": place, "up": True, **more}, side)


def test_the_two_sides_of_a_table() -> None:
    dog, cross, stud = map(games.load, ("red-dog", "double-cross-poker", "double-down-stud"))
    player, dealer = Places.from_players_side, Places.from_dealers_side
    card = {"card": "7d"}
    assert _said("red-dog", "right", player(dog), **card) == "7d is the second card, face up"
    assert _said("red-dog", "right", dealer(dog), **card) == "7d is the right card, face up"
    assert _said("red-dog", "right", player(dog)) == "The second card is dealt, face up"
    assert _said("cross", "far", player(cross), **card) == "7d is the bottom card, face up"
    assert _said("cross", "left", player(cross), **card) == "7d is the right card, face up"
    assert _said("cross", "left", dealer(cross), **card) == "7d is the left card, face up"
    assert _said("stud", "open", player(stud), **card) == "7d is one of the open cards, face up"
    hidden = {"card": "??", "up": False}
    assert _said("stud", "hole", player(stud), **hidden) == "The hole card is dealt, face down"
    assert _said("cross", "seat 2", player(cross), **hidden) == (
        "A card is dealt to seat 2, face down"
    )
    assert _said("cross", "dealer", player(cross)) == "A card is dealt to the dealer, face up"


def test_cards_of_a_place_are_turned_and_collected() -> None:
    side = Places.from_players_side(games.load("double-cross-poker"))
    far = {"place": "far", "up": True}
    assert tell({"kind": "turn", **far, "cards": ["7d"]}, side) == (
        "The bottom card is turned face up: 7d"
    )
    assert tell({"kind": "turn", **far}, side) == "The bottom card is turned face up"
    seat = {"place": "seat 1", "up": False}
    assert tell({"kind": "turn", **seat, "cards": ["??", "??"]}, side) == (
        "The cards of seat 1 are turned face down"
    )
    assert tell({"kind": "turn", **seat, "cards": ["As"]}, side) == (
        "The card of seat 1 is turned face down: As"
    )
    assert tell({"kind": "collect", "place": "dealer"}, side) == (
        "The dealer's cards go to the rack"
    )
    assert tell({"kind": "collect", "place": "center"}, side) == "The center card goes to the rack"
    assert tell({"kind": "discard"}, side) == "The next card is not used and goes to the rack"
    assert tell({"kind": "button", "place": "dealer"}, side) == "The button lies at the dealer"


def test_a_comparison_says_who_wins() -> None:
    side = Places.from_players_side(games.load("double-cross-poker"))
    words = "ace high against king high"
    event = {"kind": "compare", "seat": 3, "text": words, "outcome": "win"}
    assert tell(event, side) == "Seat 3 wins: ace high against king high"
    assert tell(event) == "Seat 3: ace high against king high, win"
