"""Decisions that the dealer asks for seat by seat: each seat answers only in its turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from croupier.nouns.reasons import Reason
from croupier.procedures.steps import not_here
from croupier.procedures.wagers import L
from croupier.stage.actions import DEALER, Action, Actor, Ask, Offer
from croupier.stage.layout import LIVE, Seat


@dataclass(frozen=True)
class Poll(Generic[L]):
    """What every seat is asked, and the clauses for everything said meanwhile."""

    answers: Callable[[L, Seat], Iterable[Offer]]
    """The answers open to the seat whose turn it is."""
    verbs: Mapping[str, Callable[[L, Seat], Reason]]
    """All answers, each with the reason given to a seat in turn that cannot choose it."""
    rule: str
    """The clause that sets the order."""
    reports: Callable[[L], Iterable[tuple[str, ...]]]
    """What the dealer may report meanwhile."""
    why_not: Mapping[str, Reason]
    """Why each verb cannot be said now; ``*`` stands for all other verbs."""


class Polling(Ask, Generic[L]):
    """A pause for the answer of one seat, or of several that answer independently."""

    def __init__(self, t: L, spec: Poll[L], *asked: Seat) -> None:
        self._t = t
        self._spec = spec
        self._asked = asked

    def actors(self) -> Sequence[Actor]:
        """The seats that are asked, and the dealer, who may report something."""
        return [*(seat.number for seat in self._asked), DEALER]

    def offers(self, actor: Actor) -> Iterator[Offer]:
        """Answers for the seats that are asked, reports for the dealer."""
        for seat in self._asked:
            if actor == seat.number:
                yield from self._spec.answers(self._t, seat)
        if actor == DEALER:
            for words in self._spec.reports(self._t):
                yield Offer(DEALER, "report", words)

    def why_not(self, action: Action) -> Reason:
        """Say why a seat in turn cannot answer this, or that another seat is out or not in turn."""
        spec = self._spec
        seat = self._t.seats.get(action.actor) if isinstance(action.actor, int) else None
        if seat is None or action.verb not in spec.verbs:
            return not_here(self._t, action, spec.why_not)
        if seat in self._asked:
            return spec.verbs[action.verb](self._t, seat)
        first = seat.wagers.get(self._t.game.first_wager)
        if first is None:
            return Reason(f"seat {seat.number} has no wager in this round", spec.rule)
        if first.outcome != LIVE:
            return Reason(f"seat {seat.number} is out of this round: {seat.state}", spec.rule)
        turn = " and ".join(str(asked.number) for asked in self._asked)
        return Reason(f"it is the turn of seat {turn}, not of seat {seat.number}", spec.rule)
