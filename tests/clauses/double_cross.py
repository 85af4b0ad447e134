"""Double Cross Poker for tests: the same test under both rulebooks, and cards by where they go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from croupier.rules import rulebook
from croupier.stage.round import Round
from tests.support import play

GAME = "double-cross-poker"
STATES = ("ma", "nj")

ANTE, CLOSE = "1 wager ante 10", "dealer close"
BOARD = "Jc 7h Tc 9c 4s"
"""Left, center, right, far, near: helps nobody."""
DEALER = "2c 3d"
PLAYER = "As Kd"
"""Wins against that dealer with ace high."""


def cite(state: str, rule: str) -> str:
    """A clause of the catalogue as a state's document writes it."""
    return rulebook.load(GAME, state).cite(rule)


def _marks(state: str, clauses: Sequence[str]) -> pytest.MarkDecorator:
    return pytest.mark.clause(f"{GAME}.{state}", *(cite(state, rule) for rule in clauses))


def both_states(*clauses: str) -> pytest.MarkDecorator:
    """Run a test under both rulebooks, each of which must cite the clauses in its own form."""
    return pytest.mark.parametrize(
        "state", [pytest.param(state, marks=_marks(state, clauses), id=state) for state in STATES]
    )


def cases_in_both_states(names: str, *cases: tuple[Any, ...]) -> pytest.MarkDecorator:  # fmt: skip
    """Run a test for each case, its clause or clauses and then the values, under both rulebooks."""
    return pytest.mark.parametrize(
        f"state,{names}",
        [
            pytest.param(state, *values, marks=_marks(state, (rules,) if isinstance(rules, str) else rules))
            for state in STATES
            for rules, *values in cases
        ],
    )  # fmt: skip


def deck(*players: str, dealer: str = DEALER, board: str = BOARD) -> str:
    """The cards in the order they leave: two to each seat, two to the dealer, the cross."""
    return " ".join((*(players or (PLAYER,)), dealer, board))


def play_double_cross(cards: str, *actions: str, seats: Mapping[int, int] | int = 1, state: str = "ma",
                      options: Mapping[str, Any] | None = None,
                      players: Mapping[str, Sequence[int]] | None = None, **situation: Any) -> Round:  # fmt: skip
    """One round of the game."""
    return play(GAME, cards, *actions, seats=seats, state=state, options=options, players=players,
                **situation)  # fmt: skip


def wager(round: Round, name: str, seat: int = 1) -> tuple[str, str | None, int]:
    """What became of a wager: outcome, odds, winnings in cents."""
    placed = round.layout.seats[seat].wagers[name]
    return placed.outcome, placed.odds, placed.paid


def kinds(round: Round) -> list[str]:
    """The kinds of what happened, in order."""
    return [event.kind for event in round.events]
