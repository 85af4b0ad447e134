"""Taking up a recorded round: event by event to look at it, or to its last entry to go on with it."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.equipment.shoe import Shoe
from croupier.journal.corrections import Differs, Reconciler
from croupier.journal.entry import JournalError
from croupier.journal.log import RoundLog
from croupier.journal.replay import house_of, layout_of
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


def walk(log: RoundLog, shoe: Shoe | None = None, pace: Pace | None = None) -> Iterator[Round]:
    """The round as it stood when it began, and after each of its recorded events.

    It is the same object every time. With the shoe as it stood when the round began it can be gone
    on with at the end, as the pace then says. :class:`JournalError` if something else happens than
    was recorded.
    """
    pace = pace or Pace()
    waits, pace.waits = pace.waits, True
    round = Round(layout_of(log, house_of(log), shoe), hold=pace)
    yield round
    acts = {at: act.said for at, act in zip(log.spoken, log.said, strict=True)}
    told = dict(zip(log.places, log.happened(), strict=True))
    recorded = Reconciler([*told.values()], round.layout.book)
    for place in sorted(acts | told):
        try:
            if (said := acts.get(place)) is not None:
                round.act(said)
            elif place in told:
                round.proceed()
                while not recorded.take(round.events[-1]):
                    round.proceed()
                yield round
        except (Refusal, MalformedError, Differs) as error:
            raise JournalError(f"table {log.table}, entry {place}: {error}") from None
    pace.waits = waits


def take_up(log: RoundLog, shoe: Shoe, pace: Pace) -> Round:
    """An unfinished round, brought to where the journal left it; the shoe is as it stood when it began."""
    for round in walk(log, shoe, pace):
        last = round
    return last
