"""The recorder of a table, so that its driver acknowledges nothing before it is durable."""

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
    """Return the current time for stamps; tests pass a clock of their own."""
    return datetime.now(UTC)


def stamp(moment: datetime | None = None) -> str:
    """Return a time, by default now, in the form in which all records write it.

    >>> stamp(datetime(2026, 7, 1, 14, 30, tzinfo=UTC))
    '2026-07-01T14:30:00.000000Z'
    """
    moment = (moment or utc_now()).astimezone(UTC).replace(tzinfo=None)
    return f"{moment.isoformat(timespec='microseconds')}Z"


class Recorder:
    """Writes the rounds of one table; each call is one transaction and returns after its commit.

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

    When a call fails, it leaves nothing in the journal, but the round object has moved on. Do not
    continue that round: read it from the journal again and call :meth:`resume_round`.
    """

    def __init__(self, journal: Journal, table: str, *, clock: Clock = utc_now) -> None:
        self.journal = journal
        self.table = table
        self.number = 0
        """The journal's number of the round being written; 0 between rounds."""
        self.ended = ""
        """When the last round ended, as it is recorded; empty if none has."""
        self._clock = clock
        self._round: Round | None = None
        self._actions = self._events = self._cards = 0

    def begin_round(self, round: Round, *, dealer: str = "") -> int:
        """Begin to record a round in which nothing has been said yet.

        ``dealer`` is the person who deals it. Returns its number in the journal.
        """
        if self._round is not None:
            raise JournalError(f"table {self.table}: round {self.number} has not been ended")
        if round.actions:
            raise JournalError(f"table {self.table}: a round must be recorded from its beginning")
        number = self.journal.next_round()
        opened = Opened.of(round, self._time(), dealer)
        items: list[Item] = [(number, OPEN, encode(opened))]
        if round.cards:
            items.append((number, ACTION, encode(Said(self._time(), None, round.cards))))
        items += _told(number, round.events)
        self.journal.write(self.table, items)
        self._follow(round, number)
        return number

    def resume_round(self, round: Round) -> int:
        """Resume the table's unfinished round; ``round`` stands where the journal left it."""
        log = self.journal.unfinished(self.table)
        if log is None:
            raise JournalError(f"table {self.table}: there is no unfinished round")
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
        """Record the events of one action in the round, or of the dealer continuing.

        ``by`` is who acted and ``id`` is the client's request id.
        """
        round = self._open()
        said = round.actions[self._actions :]
        if len(said) > 1:
            raise JournalError(f"table {self.table}: record each action before the next one")
        if [event.n for event in events] != list(range(self._events + 1, len(round.events) + 1)):
            raise JournalError(f"table {self.table}: events were left out or recorded twice")
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
        """Act in the round and record it; a refused action changes nothing and is not recorded."""
        events = self._open().act(said)
        self.append(events)
        return events

    def end_round(self) -> None:
        """Record the end of the round, after which nothing more can be said in it."""
        round = self._open()
        if not round.over:
            raise JournalError(f"table {self.table}: round {self.number} is still open")
        closed = Closed.of(round, self._time())
        self.journal.write(self.table, [(self.number, CLOSE, encode(closed))])
        self.ended = closed.time
        self._round, self.number = None, 0

    def lay_aside(self) -> None:
        """Abandon the round before it has a result; it stays in the journal, unfinished."""
        self._open()
        self.note("laid aside", round=self.number)
        self._round, self.number = None, 0

    def note(self, what: str, **details: Any) -> None:
        """Record something in the life of the table: its opening, a buy-in, a new dealer."""
        noted = Noted(self._time(), what, details)
        self.journal.write(self.table, [(self.number, TABLE, encode(noted))])

    def note_opening(self, opening: Round) -> None:
        """Record the opening of the table, with its events."""
        self.note(
            "opening",
            game=opening.game.name,
            rulebook=opening.layout.book.state,
            events=opening.events,
        )

    def _open(self) -> Round:
        if self._round is None:
            raise JournalError(f"table {self.table}: no round has begun")
        return self._round

    def _follow(self, round: Round, number: int) -> None:
        self._round, self.number = round, number
        self._actions, self._events = len(round.actions), len(round.events)
        self._cards = len(round.cards)

    def _time(self) -> str:
        return stamp(self._clock())


def _told(number: int, events: Sequence[Event]) -> list[Item]:
    return [(number, EVENT, write_event(event)) for event in events]
