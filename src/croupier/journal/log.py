"""Rounds read back from the journal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from croupier.journal.entry import ACTION, CLOSE, EVENT, OPEN, TABLE, Entry, JournalError
from croupier.journal.payloads import DEALER_COMES, Closed, Noted, Opened, Said, decode
from croupier.journal.schema import read_event
from croupier.nouns.cards import Card
from croupier.stage.events import SURVEILLANCE, Event
from croupier.stage.round import OPEN as UNFINISHED


@dataclass(frozen=True)
class RoundLine:
    """A summary of a round."""

    number: int
    table: str
    opened: Opened
    closed: Closed | None

    @property
    def outcome(self) -> str:
        """The result's outcome, or ``open`` for an unfinished round."""
        return str(self.closed.result["outcome"]) if self.closed else UNFINISHED

    @property
    def house_net(self) -> str | None:
        """What the house won; None until the round is over."""
        return str(self.closed.result["house"]["net"]) if self.closed else None


@dataclass(frozen=True)
class RoundLog(RoundLine):
    """A round with everything that was said and everything that happened."""

    said: tuple[Said, ...]
    events: tuple[bytes, ...]
    """The events byte for byte as recorded."""
    places: tuple[int, ...]
    """The number of each event's entry in the table's chain."""
    spoken: tuple[int, ...]
    """The number of each action's entry in the table's chain."""
    end: int
    """The number of the round's last entry."""
    dealers: tuple[str, ...] = ()
    """The people who dealt it or some of it, in order; empty if the table dealt by itself."""

    @property
    def actions(self) -> list[str]:
        """What was said, in order, without the entries where the dealer just continued."""
        return [act.said for act in self.said if act.said is not None]

    @property
    def cards(self) -> list[Card]:
        """The cards that left the shoe, in order."""
        return [card for act in self.said for card in act.cards]

    def before(self, entry: int) -> RoundLog:
        """Return the round as it stood before an entry of it was written."""
        said = [pair for pair in zip(self.spoken, self.said, strict=True) if pair[0] < entry]
        told = [pair for pair in zip(self.places, self.events, strict=True) if pair[0] < entry]
        return replace(
            self,
            closed=None,
            said=tuple(act for _, act in said),
            spoken=tuple(place for place, _ in said),
            events=tuple(payload for _, payload in told),
            places=tuple(place for place, _ in told),
            end=entry - 1,
        )

    def told(self, viewer: str = SURVEILLANCE) -> list[dict[str, Any]]:
        """Return the events as plain data, as one viewer may see them."""
        return [event.shown_to(viewer) for _, event in self.happened()]

    def happened(self) -> list[tuple[int, Event]]:
        """Return the events in today's vocabulary, each with the version it was written in."""
        happened = []
        for place, payload in zip(self.places, self.events, strict=True):
            try:
                happened.append(read_event(payload, self.opened.game))
            except JournalError as error:
                raise JournalError(f"table {self.table}, entry {place}: {error}") from None
        return happened


def lines(bounds: Iterable[Entry]) -> Iterator[RoundLine]:
    """Yield summaries of rounds, given their openings and closings in order."""
    opening: Entry | None = None
    for entry in bounds:
        if entry.kind == CLOSE and opening is not None and opening.round == entry.round:
            yield RoundLine(
                entry.round, entry.table, decode(opening, Opened), decode(entry, Closed)
            )
            opening = None
            continue
        if opening is not None:
            yield RoundLine(opening.round, opening.table, decode(opening, Opened), None)
        opening = entry
    if opening is not None:
        yield RoundLine(opening.round, opening.table, decode(opening, Opened), None)


def read_log(entries: Iterable[Entry]) -> RoundLog:
    """Read the round that begins with the first of these entries; later rounds are ignored."""
    chain = iter(entries)
    first = next(chain)
    if first.kind != OPEN:
        raise JournalError(f"table {first.table}, entry {first.number}: no round begins here")
    said: dict[int, Said] = {}
    events: dict[int, bytes] = {}
    closed: Closed | None = None
    opened = decode(first, Opened)
    dealers = [opened.dealer] if opened.dealer else []
    end = first.number
    for entry in chain:
        if entry.round == 0:
            continue
        if entry.round != first.round:
            break
        end = entry.number
        if entry.kind == ACTION:
            said[entry.number] = decode(entry, Said)
        elif entry.kind == EVENT:
            events[entry.number] = entry.payload
        elif entry.kind == TABLE:
            note = decode(entry, Noted)
            if note.what == DEALER_COMES:
                dealers.append(str(note.details.get("person")))
        elif entry.kind == CLOSE:
            closed = decode(entry, Closed)
            break
    return RoundLog(
        number=first.round,
        table=first.table,
        opened=opened,
        closed=closed,
        said=tuple(said.values()),
        events=tuple(events.values()),
        places=tuple(events),
        spoken=tuple(said),
        end=end,
        dealers=tuple(dict.fromkeys(dealers)),
    )
