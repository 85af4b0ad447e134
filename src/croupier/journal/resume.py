"""Run a recorded round again: event by event to look at it, or to its end to continue it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from croupier.equipment.shoe import Shoe, ShoeError
from croupier.journal.corrections import Correction, Differs, Reconciler
from croupier.journal.entry import JournalError
from croupier.journal.log import RoundLog
from croupier.journal.payloads import Said
from croupier.journal.standing import house_of, layout_of
from croupier.nouns.reasons import MalformedError
from croupier.stage.actions import Refusal
from croupier.stage.events import Event, declared
from croupier.stage.round import Round

Heed: TypeAlias = Callable[[Round, Said], None]
"""Hears what is about to be said in a round."""


class Pace:
    """Whether the dealer of a round waits before every step; may change during the round.

    With ``acts_only``, only before what the dealer does: what players do happens as they say it.
    """

    def __init__(self, waits: bool = True, *, acts_only: bool = False) -> None:
        self.waits = waits
        self.acts_only = acts_only

    def __call__(self, step: Event) -> bool:
        """Answer a round that asks before every step."""
        return self.waits and not (self.acts_only and declared(step.kind).act is None)


class Walk:
    """A recorded round, run again entry by entry.

    Iterating yields the round after each recorded event; it is the same object every time. Given
    the shoe as it stood when the round began, the round can continue at the end, at the given pace.
    ``heed`` is called before each thing that was said. Raises :class:`JournalError` if something
    happens that was not recorded.
    """

    def __init__(
        self,
        log: RoundLog,
        shoe: Shoe | None = None,
        pace: Pace | None = None,
        heed: Heed = lambda round, said: None,
    ) -> None:
        self._log = log
        self._heed = heed
        self._pace = pace or Pace()
        self._kept = self._pace.waits, self._pace.acts_only
        self._pace.waits, self._pace.acts_only = True, False
        self.round = Round(layout_of(log, house_of(log), shoe), hold=self._pace)
        self.place = 0
        """The number of the entry that was run last."""
        self.corrected: list[Correction] = []

    def __iter__(self) -> Iterator[Round]:
        log, round = self._log, self.round
        acts = dict(zip(log.spoken, log.said, strict=True))
        told = dict(zip(log.places, log.happened(), strict=True))
        recorded = Reconciler([*told.values()], round.layout.book)
        self.corrected = recorded.used
        for self.place in sorted(acts | told):
            try:
                said = acts.get(self.place)
                if said is not None and said.said is not None:
                    self._heed(round, said)
                    round.act(said.said)
                elif self.place in told:
                    round.proceed()
                    while not recorded.take(round.events[-1]):
                        round.proceed()
                    yield round
            except (Refusal, MalformedError, ShoeError, Differs) as error:
                raise JournalError(f"table {log.table}, entry {self.place}: {error}") from None
        self._pace.waits, self._pace.acts_only = self._kept


def walk(log: RoundLog, shoe: Shoe | None = None, pace: Pace | None = None) -> Iterator[Round]:
    """Yield the round as it began, and after each of its recorded events (see :class:`Walk`)."""
    steps = Walk(log, shoe, pace)
    yield steps.round
    yield from steps


def take_up(log: RoundLog, shoe: Shoe, pace: Pace) -> Round:
    """Return an unfinished round where the journal left it; the shoe stands as the round began."""
    for round in walk(log, shoe, pace):
        last = round
    return last
