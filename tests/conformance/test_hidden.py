"""Hidden cards: nobody is shown one before its time, nor anything that follows from one."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from croupier.nouns.canonical import encode
from croupier.nouns.cards import Card
from croupier.stage.actions import Refusal
from croupier.stage.events import SURVEILLANCE
from croupier.stage.layout import Layout
from croupier.stage.round import Round
from tests.conformance.found import every_game
from tests.conformance.tables import (
    LONGEST,
    Seating,
    anything_legal,
    at,
    seatings,
    seen,
    viewers,
    watching,
)
from tests.conformance.test_hold import hold_all

QUOTED = re.compile(r'"([2-9TJQKA][cdhs])"')
IN_TEXT = re.compile(r"\b([2-9TJQK][cdhs]|A[cs])\b(?! [a-z])")
"""A card among words. ``Ad``, ``Ah`` and ``As`` at the start of a sentence are words."""


class Knowledge:
    """The cards that every viewer has had the right to see.

    It is made from the piles on the felt after every step, and from cards that lie face up in the
    shoe: such a card is seen when it comes next, or when the rest is taken. Only events that are
    about no place of the felt are believed: a card discarded openly or disclosed, or one found face
    up in the shoe.
    """

    def __init__(self) -> None:
        self._known: defaultdict[str, dict[int, Card]] = defaultdict(dict)

    def look(self, layout: Layout, step: Any) -> None:
        everybody = ["public", *(f"seat:{n}" for n in layout.seats)]
        shoe = layout.shoe
        openly = [shoe.cards[i] for i in shoe.wrong if i < min(shoe.pos + 1, len(shoe.cards))]
        for pile in layout.felt.values():
            for card, up in zip(pile.cards, pile.up, strict=True):
                if up:
                    openly.append(card)
                elif pile.owner:
                    self._known[f"seat:{pile.owner}"][id(card)] = card
        for viewer in everybody:
            shown = step.shown_to(viewer)
            named = shown.get("card") if "place" not in shown else None
            found = (*layout.rack[-1:], *(shoe.cards[i] for i in shoe.wrong if i < len(shoe.cards)))
            for card in (*openly, *(card for card in found if card == named)):
                self._known[viewer][id(card)] = card

    def names(self, viewer: str) -> set[str]:
        """Return the names of the cards that a viewer may know."""
        return set(self._known[viewer].values())

    def knows(self, viewer: str, card: Card) -> bool:
        """Tell whether a viewer may know this very card."""
        return id(card) in self._known[viewer]


def cards_in(shown: Any) -> set[str]:
    """Return every card that is named in what a viewer is shown."""
    text = encode(shown).decode()
    return {*QUOTED.findall(text), *IN_TEXT.findall(text)}


def held_rounds(game: str, tables: int) -> Iterator[tuple[Seating, Round, Knowledge]]:
    """Yield rounds of many tables after every step and at every pause."""
    for seating in seatings(game, tables, "hidden"):
        random, knowledge = seating.random("hidden"), Knowledge()
        with at(seating), watching(knowledge.look):
            round = seating.begin(seating.table(), hold=hold_all)
            for _ in range(LONGEST):
                while round.pending is not None:
                    yield seating, round, knowledge
                    round.proceed()
                yield seating, round, knowledge
                if round.over:
                    break
                seating.act(round, anything_legal(random, round))


@every_game
def test_nobody_is_shown_a_card_before_its_time(game: str) -> None:
    looked = 0
    leaks: dict[str, str] = {}
    for seating, round, knowledge in held_rounds(game, 22):
        for viewer in viewers(round):
            if viewer == SURVEILLANCE:
                continue
            shown = seen(round, viewer) | {"next": round.next(viewer)}
            if round.pending is not None:
                shown[f"held step {round.pending.kind!r}"] = round.pending.shown_to(viewer)
            known = knowledge.names(viewer)
            for part, data in shown.items():
                looked += 1
                if leaked := cards_in(data) - known:
                    leaks.setdefault(part, f"{viewer} is shown {leaked} at {seating}")
    assert looked > 1000 and cards_in(["5h", "the Kd."]) == {"5h", "Kd"}
    if leaks:
        lines = "\n".join(f"  in the {part}: {where}" for part, where in leaks.items())
        pytest.fail(f"{game}: a card is shown before its time\n{lines}", pytrace=False)


@every_game
def test_other_hidden_cards_change_nothing_that_is_seen(game: str) -> None:
    """Deal hidden cards differently and say the same: the viewer sees the same."""
    compared = impossible = 0
    for seating in seatings(game, 45, "otherwise"):
        random, knowledge = seating.random("otherwise"), Knowledge()
        with at(seating), watching(knowledge.look):
            table = seating.table()
            round = seating.begin(table)
            cards = list(round.layout.shoe.cards)
            for _ in range(LONGEST):
                for viewer in viewers(round)[1:]:
                    if random.random() < 0.3:
                        hidden = [i for i, c in enumerate(cards) if not knowledge.knows(viewer, c)]
                        again = dealt_otherwise(seating, round, viewer, hidden, random)
                        if again is None:
                            impossible += 1
                            continue
                        compared += 1
                        assert encode(seen(again, viewer)) == encode(seen(round, viewer)), (
                            f"{viewer} sees what is hidden: "
                            f"{_difference(seen(round, viewer), seen(again, viewer))}"
                        )
                if round.over:
                    break
                seating.act(round, anything_legal(random, round))
    assert compared > 5 * impossible and compared > 100, f"{compared}, {impossible} impossible"


def dealt_otherwise(
    seating: Seating, round: Round, viewer: str, hidden: list[int], random: Random
) -> Round | None:
    """Return the same round with the hidden cards exchanged; None if not the same could be said.

    ``hidden`` are the places in the pack whose cards the viewer does not know.
    """

    def order(cards: list[Card]) -> list[Card]:
        places = random.sample(hidden, len(hidden))
        dealt = list(cards)
        for there, from_there in zip(hidden, places, strict=True):
            dealt[there] = cards[from_there]
        return dealt

    said = list(seating.told)
    again = seating.begin(seating.table(order))
    seating.told.extend(said)
    for action in round.actions:
        try:
            again.act(action)
        except Refusal:
            # Only a seat with other cards may be offered something else, as its cards may decide.
            assert viewer != f"seat:{action.actor}", f"{viewer} could say {action} before"
            return None
    return again


def _difference(one: dict[str, Any], other: dict[str, Any]) -> str:
    """Return the first thing that differs."""
    for part in one:
        if one[part] != other[part]:
            if isinstance(one[part], list):
                return next(
                    (
                        f"{a} and {b}"
                        for a, b in zip(one[part], other[part], strict=False)
                        if a != b
                    ),
                    f"{len(one[part])} and {len(other[part])} events",
                )
            keys = [key for key in one[part] if one[part][key] != other[part].get(key)]
            return f"{part} {keys}: {one[part][keys[0]]} and {other[part].get(keys[0])}"
    return "nothing"
