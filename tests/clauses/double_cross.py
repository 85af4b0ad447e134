"""Helpers for Double Cross Poker: run a test under both rulebooks, and name cards by place."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from croupier.rules import rulebook
from croupier.stage.round import Round
from tests.support import play

GAME = "double-cross-poker"
STATES = ("ma", "nj")

ANTE, CLOSE = "1 wager ante 10", "dealer close"
BOARD = "Jc 7h Tc 9c 4s"
"""Left, center, right, far, near. These cards help nobody."""
DEALER = "2c 3d"
PLAYER = "As Kd"
"""Wins against that dealer with ace high."""


def cite(state: str, rule: str) -> str:
    """Return a clause of the catalogue as a state's document writes it."""
    return rulebook.load(GAME, state).cite(rule)


def _marks(state: str, clauses: Sequence[str]) -> pytest.MarkDecorator:
    return pytest.mark.clause(f"{GAME}.{state}", *(cite(state, rule) for rule in clauses))


def both_states(*clauses: str) -> pytest.MarkDecorator:
    """Run a test under both rulebooks, each of which must cite the clauses in its own form."""
    return pytest.mark.parametrize(
        "state", [pytest.param(state, marks=_marks(state, clauses), id=state) for state in STATES]
    )


def cases_in_both_states(names: str, *cases: tuple[Any, ...]) -> pytest.MarkDecorator:
    """Run a test for each case under both rulebooks. A case is its clauses, then its values."""

    def marks(state: str, rules: str | Sequence[str]) -> pytest.MarkDecorator:
        return _marks(state, (rules,) if isinstance(rules, str) else rules)

    params = [
        pytest.param(state, *values, marks=marks(state, rules))
        for state in STATES
        for rules, *values in cases
    ]
    return pytest.mark.parametrize(f"state,{names}", params)


def deck(*players: str, dealer: str = DEALER, board: str = BOARD) -> str:
    """Return cards in dealing order: two to each seat, two to the dealer, then the cross."""
    return " ".join((*(players or (PLAYER,)), dealer, board))


play_double_cross = partial(play, GAME)


def wager(round: Round, name: str, seat: int = 1) -> tuple[str, str | None, int]:
    """Return what became of a wager: its outcome, its odds and its winnings in cents."""
    placed = round.layout.seats[seat].wagers[name]
    return placed.outcome, placed.odds, placed.paid


def kinds(round: Round) -> list[str]:
    """Return the kinds of all events, in order."""
    return [event.kind for event in round.events]
