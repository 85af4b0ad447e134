"""Decisions that the dealer takes seat by seat: each is heard in its turn, and only then."""

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
    """What is asked of every seat, and the clauses for everything that is said meanwhile."""

    answers: Callable[[L, Seat], Iterable[Offer]]
    """What the seat whose turn it is may answer."""
    verbs: Mapping[str, Callable[[L, Seat], Reason]]
    """Every answer there is; the reason is given where the seat in turn cannot choose it."""
    rule: str
    """The clause that sets the order."""
    reports: Callable[[L], Iterable[tuple[str, ...]]]
    """What the dealer may report meanwhile."""
    why_not: Mapping[str, Reason]
    """By verb: why it cannot be said now; ``*`` for all others."""


class Polling(Ask, Generic[L]):
    """The pause at which one seat is asked, or several that answer without knowing of each other."""

    def __init__(self, t: L, spec: Poll[L], *asked: Seat) -> None:
        self._t = t
        self._spec = spec
        self._asked = asked

    def actors(self) -> Sequence[Actor]:
        """The seats asked, and the dealer, who may report something."""
        return [*(seat.number for seat in self._asked), DEALER]

    def offers(self, actor: Actor) -> Iterator[Offer]:
        """Answers for the seats asked, reports for the dealer."""
        for seat in self._asked:
            if actor == seat.number:
                yield from self._spec.answers(self._t, seat)
        if actor == DEALER:
            for words in self._spec.reports(self._t):
                yield Offer(DEALER, "report", words)

    def why_not(self, action: Action) -> Reason:
        """A seat asked hears why not this answer; another, that it is out or not in turn."""
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
