"""House players know nothing that their seat does not see: neither decisions nor pauses change."""

from __future__ import annotations

import inspect
from random import Random

from croupier.company import STRATEGIES, decide, look, pause, wagers
from croupier.company.seeing import SeatView
from croupier.stage.round import Round
from tests.company.exchanged import moments
from tests.conformance.found import GAMES, every_game
from tests.sizes import sized

DECISIONS = 10_000
"""How many decisions are compared over all games and strategies; five times as many in a proof."""


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
    for moment in moments(game):
        round, seat = moment.round, moment.seat
        view = look(round, seat)
        spoken = said(view)
        check_offered(round, seat, spoken)
        if seat not in round.asking() or not any(spoken.values()):
            continue
        other = moment.exchanged()
        if other is None:
            impossible += 1
            continue
        seen = look(other, seat)
        assert seen == view, f"seat {seat} sees what is hidden"
        assert said(seen) == spoken, f"seat {seat} decides by what is hidden"
        compared += sum(map(len, spoken.values()))
        if compared >= enough:
            break
    assert compared >= enough and compared > 5 * impossible


def test_the_pause_depends_on_nothing() -> None:
    assert list(inspect.signature(pause).parameters) == ["random"]
    one, other = Random("pause"), Random("pause")
    pauses = [pause(one) for _ in range(1000)]
    assert pauses == [pause(other) for _ in range(1000)]
    assert 0.7 <= min(pauses) < 0.72 and 1.98 < max(pauses) <= 2.0
