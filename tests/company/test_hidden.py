"""House players know nothing that their seat does not see: neither decisions nor pauses change."""

from __future__ import annotations

import inspect
from random import Random

from croupier.company import STRATEGIES, decide, look, pause, wagers
from croupier.company.seeing import SeatView
from croupier.stage.round import Round
from tests.conformance.found import GAMES, every_game
from tests.conformance.tables import LONGEST, anything_legal, at, seatings, watching
from tests.conformance.test_hidden import Knowledge, dealt_otherwise
from tests.sizes import sized

DECISIONS = 10_000
"""How many decisions are compared over all games and strategies; five times as many in a proof."""
TABLES = 40_000
"""More than enough tables for that."""


def said(view: SeatView) -> dict[str, list[str]]:
    """Return what every strategy says with a view."""
    return {
        name: [*wagers(view, name), *([decide(view, name)] if view.asked else [])]
        for name in STRATEGIES
    }


def check_offered(round: Round, seat: int, spoken: dict[str, list[str]]) -> None:
    """Assert that everything a strategy says is accepted now."""
    for name, sentences in spoken.items():
        for sentence in sentences:
            assert f"{seat} {sentence}" in round.legal(seat), f"{name} says {sentence}"


@every_game
def test_other_hidden_cards_change_no_decision(game: str) -> None:
    """Exchange every card that the seat has not seen, and decide again by each strategy."""
    enough = sized(5 * DECISIONS // len(GAMES))
    compared = impossible = 0
    for seating in seatings(game, TABLES, "company"):
        random, knowledge = seating.random("company"), Knowledge()
        with at(seating), watching(knowledge.look):
            round = seating.begin(seating.table())
            cards = list(round.layout.shoe.cards)
            for _ in range(LONGEST):
                for seat in round.layout.seats:
                    view = look(round, seat)
                    spoken = said(view)
                    check_offered(round, seat, spoken)
                    if seat not in round.asking() or not any(spoken.values()):
                        continue
                    viewer = f"seat:{seat}"
                    hidden = [i for i, c in enumerate(cards) if not knowledge.knows(viewer, c)]
                    again = dealt_otherwise(seating, round, viewer, hidden, random)
                    if again is None:
                        impossible += 1
                        continue
                    other = look(again, seat)
                    assert other == view, f"{viewer} sees what is hidden"
                    assert said(other) == spoken, f"{viewer} decides by what is hidden"
                    compared += sum(map(len, spoken.values()))
                if round.over:
                    break
                seating.act(round, anything_legal(random, round))
        if compared >= enough:
            break
    assert compared >= enough and compared > 5 * impossible


def test_the_pause_depends_on_nothing() -> None:
    assert list(inspect.signature(pause).parameters) == ["random"]
    one, other = Random("pause"), Random("pause")
    pauses = [pause(one) for _ in range(1000)]
    assert pauses == [pause(other) for _ in range(1000)]
    assert 0.7 <= min(pauses) < 0.72 and 1.98 < max(pauses) <= 2.0
