"""Random tables: whatever is said, legal or not, what the rules promise holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from croupier.nouns.canonical import encode
from croupier.nouns.cards import shoe_of
from croupier.rules import rulebook
from croupier.stage.actions import Action, Refusal
from croupier.stage.events import SURVEILLANCE
from croupier.stage.layout import Layout
from croupier.stage.round import Round
from tests.conformance.found import every_game
from tests.conformance.tables import (
    LONGEST,
    Seating,
    anything,
    anything_legal,
    at,
    picture,
    play,
    seatings,
    seen,
    watching,
)


@every_game
def test_what_is_legal_is_accepted_and_nothing_else_is(game: str) -> None:
    """A refused action changes nothing that anybody sees."""
    said = refused = 0
    for seating in seatings(game, 110, "legal"):
        random = seating.random("legal")
        with at(seating):
            for round in seating.rounds(3):
                for _ in range(LONGEST):
                    if random.random() < 0.7:
                        action = anything(random, round)
                        if _is_accepted(round, action):
                            seating.act(round, action)
                            said += 1
                        else:
                            everybody = refused % 4 == 0
                            _is_refused(round, action, picture if everybody else _surveillance)
                            refused += 1
                    if round.over:
                        break
                    action = anything_legal(random, round)
                    assert _is_accepted(round, action), f"{action} is on offer and refused"
                    seating.act(round, action)
                    said += 1
                _cites(round)
    assert said > 1000 and refused > 500, f"{said} said, {refused} refused"


def _is_accepted(round: Round, action: Action) -> bool:
    """Tell whether an action may be said, after asserting that offers and check agree."""
    legal, refusal = action in round.legal(action.actor), round.check(action)
    assert legal == (refusal is None), f"{action}: legal {legal}, refusal {refusal}"
    return legal


def _surveillance(round: Round) -> bytes:
    """Return what surveillance sees, which is quick and enough most of the time."""
    return encode(seen(round, SURVEILLANCE))


def _is_refused(round: Round, action: Action, look: Callable[[Round], bytes]) -> None:
    before = look(round)
    with pytest.raises(Refusal) as caught:
        round.act(action)
    refusal = caught.value
    book = round.layout.book
    assert refusal.rule is not None or refusal.finding is not None, f"{action}: {refusal}"
    assert refusal.rule is None or refusal.rule in book.clauses, f"{action}: {refusal}"
    assert refusal.finding is None or refusal.finding in rulebook.find_findings(), f"{refusal}"
    assert look(round) == before, f"{action} was refused and changed something"


def _cites(round: Round) -> None:
    """Assert that every event cites a clause of the document or a finding of ours."""
    clauses, findings = round.layout.book.clauses, rulebook.find_findings()
    for event in round.told():
        rule, finding = event["rule"], event.get("finding")
        assert rule is not None or finding is not None, event
        assert {rule, *event.get("also", ())} - {None} <= set(clauses), event
        assert finding is None or finding in findings, event


@every_game
def test_money_and_cards_are_all_there_after_every_step(game: str) -> None:
    """Every cent is somebody's, on the table or in the tray. Every card lies in one place."""
    steps = 0
    for seating in seatings(game, 40, "conserved"):
        with at(seating):
            steps += _conserved(seating)
    assert steps > 1000


def _conserved(seating: Seating) -> int:
    steps = 0
    table = seating.table()
    pack = Counter(shoe_of(table.game.decks(table.house)))

    def look(layout: Layout, step: Any) -> None:
        nonlocal steps
        steps += 1
        held = sum(seat.bankroll for seat in layout.seats.values())
        brought = sum(seat.brought for seat in layout.seats.values())
        assert held + layout.on_table + layout.tray == brought, f"after {step}"
        there = [*layout.shoe.rest(), *layout.rack, *table.rack]
        for pile in layout.felt.values():
            there += pile.cards
        assert Counter(there) == pack, f"after {step}"
        # A device that takes its discards back leaves none in the rack.
        assert layout.in_rack in (0, len(layout.rack) + len(table.rack)), f"after {step}"
        assert layout.in_rack or step.kind == "refeed" or not layout.rack, f"after {step}"
        assert len(set(map(id, there))) == len(there), f"a card lies twice after {step}"

    with watching(look):
        for round in seating.rounds(3, table):
            play(seating, round)
            if round.over:
                layout = round.layout
                nets = sum(seat.net for seat in layout.seats.values())
                assert layout.on_table == 0 and nets + layout.tray == 0
    return steps
