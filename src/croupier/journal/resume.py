"""Taking up a recorded round: event by event to look at it, or to its last entry to go on with it."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.equipment.shoe import Shoe, ShoeError
from croupier.journal.corrections import Correction, Differs, Reconciler
from croupier.journal.entry import JournalError
from croupier.journal.log import RoundLog
from croupier.journal.standing import house_of, layout_of
from croupier.nouns.reasons import MalformedError
from croupier.stage.actions import Refusal
from croupier.stage.events import Event
from croupier.stage.round import Round


class Pace:
    """Whether the dealer of a round waits before every step; may be changed while it is played."""

    def __init__(self, waits: bool = True) -> None:
        self.waits = waits

    def __call__(self, step: Event) -> bool:
        """What a round asks before every step; the same answer for each kind."""
        return self.waits


class Walk:
    """A recorded round, run again entry by entry: iterating gives the round after each recorded event.

    It is the same object every time. With the shoe as it stood when the round began it can go on at the
    end, as the pace then says. :class:`JournalError` if something else happens than was recorded.
    """

    def __init__(self, log: RoundLog, shoe: Shoe | None = None, pace: Pace | None = None) -> None:
        self._log = log
        self._pace = pace or Pace()
        self._waits, self._pace.waits = self._pace.waits, True
        self.round = Round(layout_of(log, house_of(log), shoe), hold=self._pace)
        self.place = 0
        """The entry that was run last."""
        self.corrected: list[Correction] = []

    def __iter__(self) -> Iterator[Round]:
        log, round = self._log, self.round
        acts = {at: act.said for at, act in zip(log.spoken, log.said, strict=True)}
        told = dict(zip(log.places, log.happened(), strict=True))
        recorded = Reconciler([*told.values()], round.layout.book)
        self.corrected = recorded.used
        for self.place in sorted(acts | told):
            try:
                if (said := acts.get(self.place)) is not None:
                    round.act(said)
                elif self.place in told:
                    round.proceed()
                    while not recorded.take(round.events[-1]):
                        round.proceed()
                    yield round
            except (Refusal, MalformedError, ShoeError, Differs) as error:
                raise JournalError(f"table {log.table}, entry {self.place}: {error}") from None
        self._pace.waits = self._waits


def walk(log: RoundLog, shoe: Shoe | None = None, pace: Pace | None = None) -> Iterator[Round]:
    """The round as it stood when it began, and after each of its recorded events (:class:`Walk`)."""
    steps = Walk(log, shoe, pace)
    yield steps.round
    yield from steps


def take_up(log: RoundLog, shoe: Shoe, pace: Pace) -> Round:
    """An unfinished round, brought to where the journal left it; the shoe is as it stood when it began."""
    for round in walk(log, shoe, pace):
        last = round
    return last
