"""The kinds of events that only Red Dog has."""

from __future__ import annotations

from croupier.stage.events import Act, Chapter, Event, Kind
from croupier.stage.preparing import Doing


class PlayOn(Event, kw_only=True):
    """A seat plays on after an early third card; it may still raise unless frozen (R-16)."""

    declared = Kind("{who} plays on", Chapter.DECIDED)
    seat: int


class Ask(Event, kw_only=True):
    """A player asks to see the burn card."""

    declared = Kind("{who} asks to see the {text} card", Chapter.DECIDED)
    seat: int
    text: str


class Batches(Doing):
    """Two batches are at the table."""

    declared = Kind("{text}")


class Batch(Doing):
    """The other batch comes into play."""

    declared = Kind("{text}", act=Act("shuffle", "{text}", ("text", "place")))


class Refeed(Doing):
    """The discards go back into a continuous device."""

    declared = Kind("{text}", act=Act("shuffle", "{text}", ("text", "place")))
