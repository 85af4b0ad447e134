"""Recording: what a table's driver calls so that nothing is acknowledged before it is durable."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from croupier.journal.corrections import Differs, reconcile
from croupier.journal.entry import ACTION, CLOSE, EVENT, OPEN, TABLE, Item, JournalError
from croupier.journal.journal import Journal
from croupier.journal.payloads import Closed, Noted, Opened, Said
from croupier.journal.schema import write_event
from croupier.nouns.canonical import encode
from croupier.stage.actions import Action
from croupier.stage.events import Event
from croupier.stage.round import Round

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """The time, for stamps; tests give a clock of their own."""
    return datetime.now(UTC)


def stamp(moment: datetime | None = None) -> str:
    """A time, now if none is given, as everything that is kept writes it.

    >>> stamp(datetime(2026, 7, 1, 14, 30, tzinfo=UTC))
    '2026-07-01T14:30:00.000000Z'
    """
    moment = (moment or utc_now()).astimezone(UTC).replace(tzinfo=None)
    return f"{moment.isoformat(timespec='microseconds')}Z"


class Recorder:
    """Writes the rounds of one table; every call returns after its commit, one transaction each.

    >>> from croupier import games
    >>> from croupier.rules import house
    >>> from croupier.journal import memory_journal
    >>> from croupier.stage.table import Table
    >>> table = Table(games.load("red-dog"), house.standard("red-dog"), {1: 50000})
    >>> journal = memory_journal()
    >>> recorder = Recorder(journal, "pit 3")
    >>> recorder.begin_round(table.begin(cards=["7c", "5h", "9s", "7d"]))
    1
    >>> for said in ("1 wager original 10", "dealer close", "1 raise 10"):
    ...     events = recorder.act(said)
    >>> recorder.end_round()
    >>> journal.verify().verified
    True

    When a call fails, nothing of it is in the journal, but the round has moved on: it must be
    taken up again from the journal (:meth:`resume_round`), not continued.
    """

    def __init__(self, journal: Journal, table: str, *, clock: Clock = utc_now) -> None:
        self.journal = journal
        self.table = table
        self.number = 0
        """The journal's number of the round being written, 0 between rounds."""
        self._clock = clock
        self._round: Round | None = None
        self._actions = self._events = self._cards = 0

    def begin_round(self, round: Round) -> int:
        """A round in which nothing has been said yet; returns its number in the journal."""
        if self._round is not None:
            raise JournalError(f"table {self.table}: round {self.number} has not been ended")
        if round.actions:
            raise JournalError(f"table {self.table}: a round is recorded from its beginning")
        number = self.journal.next_round()
        opened = Opened.of(round, self._time())
        items: list[Item] = [(number, OPEN, encode(opened))]
        if round.cards:
            items.append((number, ACTION, encode(Said(self._time(), None, round.cards))))
        items += _told(number, round.events)
        self.journal.write(self.table, items)
        self._follow(round, number)
        return number

    def resume_round(self, round: Round) -> int:
        """Go on with the table's unfinished round, brought to where the journal left it."""
        log = self.journal.unfinished(self.table)
        if log is None:
            raise JournalError(f"table {self.table}: no round is unfinished")
        try:
            reconcile(log.happened(), round.events, round.layout.book)
        except Differs as difference:
            raise JournalError(
                f"table {self.table}: this is not round {log.number} as it was recorded: "
                f"{difference}"
            ) from None
        self._follow(round, log.number)
        return log.number

    def append(
        self, events: Sequence[Event], *, by: str | None = None, id: str | None = None
    ) -> None:
        """What followed from something said in the round (by whom), or from the dealer going on."""
        round = self._open()
        said = round.actions[self._actions :]
        if len(said) > 1:
            raise JournalError(f"table {self.table}: each action is recorded before the next")
        if [event.n for event in events] != list(range(self._events + 1, len(round.events) + 1)):
            raise JournalError(f"table {self.table}: events were left out or told twice")
        items: list[Item] = []
        cards = round.cards[self._cards :]
        if said or cards or id:
            act = Said(self._time(), str(said[0]) if said else None, cards, by, id)
            items.append((self.number, ACTION, encode(act)))
        items += _told(self.number, events)
        if items:
            self.journal.write(self.table, items)
        self._follow(round, self.number)

    def act(self, said: str | Action) -> list[Event]:
        """Say something in the round and record it; a refusal changes nothing and is not recorded."""
        events = self._open().act(said)
        self.append(events)
        return events

    def end_round(self) -> None:
        """The round is over, and with it all that can be said in it."""
        round = self._open()
        if not round.over:
            raise JournalError(f"table {self.table}: round {self.number} is still open")
        closed = Closed.of(round, self._time())
        self.journal.write(self.table, [(self.number, CLOSE, encode(closed))])
        self._round, self.number = None, 0

    def lay_aside(self) -> None:
        """The round is given up before anything came of it; it stays in the journal, unfinished."""
        self._open()
        self.note("laid aside", round=self.number)
        self._round, self.number = None, 0

    def note(self, what: str, **details: Any) -> None:
        """Something in the life of the table, between rounds: its opening, a buy-in, a new dealer."""
        noted = Noted(self._time(), what, details)
        self.journal.write(self.table, [(self.number, TABLE, encode(noted))])

    def note_opening(self, opening: Round) -> None:
        """The opening of the table, with its events."""
        self.note(
            "opening",
            game=opening.game.name,
            rulebook=opening.layout.book.state,
            events=opening.events,
        )

    def _open(self) -> Round:
        if self._round is None:
            raise JournalError(f"table {self.table}: no round has been begun")
        return self._round

    def _follow(self, round: Round, number: int) -> None:
        self._round, self.number = round, number
        self._actions, self._events = len(round.actions), len(round.events)
        self._cards = len(round.cards)

    def _time(self) -> str:
        return stamp(self._clock())


def _told(number: int, events: Sequence[Event]) -> list[Item]:
    return [(number, EVENT, write_event(event)) for event in events]
