"""A wager in support of the first one, such as a raise or a double down, by all seats at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from croupier.nouns.reasons import Reason
from croupier.procedures.steps import not_here
from croupier.procedures.wagers import MULTIPLES, L, purse
from croupier.stage.actions import DEALER, Action, Actor, Amount, Ask, Bound, Offer
from croupier.stage.layout import LIVE, Seat


@dataclass(frozen=True)
class Support(Generic[L]):
    """How a game takes a supporting wager, which is at most as large as the first one."""

    verb: str
    wager: str
    rule: str
    step: Reason
    """The rule or finding that makes the wager a multiple of the increment."""
    reports: Callable[[L], Iterable[tuple[str, ...]]]
    """What the dealer may report meanwhile."""
    why_not: Mapping[str, Reason]
    """Why each verb cannot be said now; ``*`` stands for all other verbs."""


class SupportWindow(Ask, Generic[L]):
    """Every seat may add to its wager or pass, until all have answered or the dealer closes.

    A seat has answered once it has a state. The event of its answer sets the state: ``Pass``
    itself, or the game's layout when it follows the wager.
    """

    def __init__(self, t: L, spec: Support[L]) -> None:
        self._t = t
        self._spec = spec
        self._least = (Bound(1, f"a {spec.wager} wager must be more than zero", spec.rule),)
        self._at_most = f"a {spec.wager} wager is at most the {t.game.first_wager} wager of {{}}"
        self._step = Bound(t.house.increment, MULTIPLES, spec.step.rule, spec.step.finding)

    def waiting(self) -> list[Seat]:
        """Return the seats that have not answered."""
        return [seat for seat in self._t.playing(self._t.game.first_wager) if not seat.state]

    def actors(self) -> Sequence[Actor]:
        """The seats that have not answered, and the dealer, who may close the window."""
        return [*(seat.number for seat in self.waiting()), DEALER]

    def offers(self, actor: Actor) -> Iterator[Offer]:
        """A seat may add or pass once; the dealer may close or report."""
        if isinstance(actor, int):
            seat = self._t.seats.get(actor)
            if seat is not None and not seat.state and self._in_round(seat):
                yield from self._support(seat)
        elif actor == DEALER:
            yield Offer(DEALER, "close")
            for words in self._spec.reports(self._t):
                yield Offer(DEALER, "report", words)

    def _in_round(self, seat: Seat) -> bool:
        first = seat.wagers.get(self._t.game.first_wager)
        return first is not None and first.outcome == LIVE

    def _support(self, seat: Seat) -> Iterator[Offer]:
        first = seat.stake(self._t.game.first_wager)
        amount = Amount(
            self._least,
            (
                Bound(first, self._at_most, self._spec.rule),
                purse(seat.bankroll),
            ),
            self._step,
        )
        yield Offer(seat.number, self._spec.verb, (amount,))
        yield Offer(seat.number, "pass")

    def why_not(self, action: Action) -> Reason:
        """Say that the seat is not in the round or has answered, or give the game's reason."""
        seat = self._t.seats.get(action.actor) if isinstance(action.actor, int) else None
        if seat is not None and action.verb in (self._spec.verb, "pass"):
            if not self._in_round(seat):
                return Reason(f"seat {seat.number} has no wager in this round", self._spec.rule)
            return Reason(f"seat {seat.number} has answered: {seat.state}", self._spec.rule)
        return not_here(self._t, action, self._spec.why_not)
