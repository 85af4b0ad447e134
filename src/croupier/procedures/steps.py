"""What all procedures use: the type of their generators, void rounds, and reasons for refusals."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any, TypeAlias

from croupier.nouns.reasons import Reason
from croupier.stage.actions import Action, Ask
from croupier.stage.events import Event
from croupier.stage.layout import Layout

Steps: TypeAlias = Generator[Event | Ask, Any, None]
"""A part of a script, to be used with ``yield from``."""


class VoidError(Exception):
    """Raised inside a script when an irregularity ends the round for everybody."""

    def __init__(
        self,
        message: str,
        rule: str | None,
        finding: str | None = None,
        *,
        deck_leaves: bool = False,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.rule = rule
        self.finding = finding
        self.deck_leaves = deck_leaves
        """Whether the deck must be removed from the table."""


def not_here(t: Layout, action: Action, reasons: Mapping[str, Reason]) -> Reason:
    """Return why something cannot be said at this pause.

    For a report the reason comes from the irregularity's rule, otherwise from the game.
    """
    if action.verb == "report":
        known = t.game.irregularities[str(action.args[0])]
        name = action.args[0]
        option = t.house.options.get("shuffler")
        if name == "shuffler-count" and option and t.house.shuffler == "manual":
            return Reason(f"{name} cannot be reported here: no device shuffles", option.rule)
        message = f"{name} cannot be reported here: it would say that {known.message}"
        return known._replace(message=message)
    return reasons.get(action.verb) or reasons["*"]
