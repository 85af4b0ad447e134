"""The stage between two steps: what is refused while the dealer is busy and after the end."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import games
from croupier.games.winners_pot_poker.rotation import as_place
from croupier.nouns.reasons import MalformedError
from croupier.rules import house
from croupier.stage.actions import DEALER
from croupier.stage.round import Round
from croupier.stage.table import Table


def red_dog(**more: Any) -> Round:
    table = Table(games.load("red-dog"), house.standard("red-dog"), {1: 50_000})
    return table.begin(["7c", "5h", "9s", "7d"], **more)


def test_nothing_may_be_said_while_a_step_waits() -> None:
    round = red_dog(hold=lambda step: True)
    assert round.pending is not None
    refusal = round.check("1 wager original 10")
    assert refusal is not None and refusal.rule == round.pending.rule
    assert refusal.message == f"the dealer has not yet done: {round.pending.kind}"


def test_a_step_is_done_only_if_one_waits() -> None:
    with pytest.raises(MalformedError, match="no step is waiting"):
        red_dog().proceed()


def test_after_the_end_only_what_changes_nothing_may_be_said() -> None:
    round = red_dog()
    for said in ("1 wager original 10", "dealer close", "1 raise 10"):
        round.act(said)
    told = len(round.events)
    assert [offer.verb for offer in round.legal(DEALER)] == ["close"]
    assert round.act("dealer close") == [] and len(round.events) == told
    assert not round.legal(1)
    refusal = round.check("1 pass")
    assert refusal is not None and refusal.rule == "5(j)"


@pytest.mark.parametrize("value", ["player", 0, None, True])
def test_a_button_lies_at_a_seat_or_with_the_dealer(value: Any) -> None:
    assert as_place("dealer") == "dealer" and as_place(3) == 3
    with pytest.raises(ValueError, match=f"{value!r} is not a place"):
        as_place(value)
