"""The kinds of events before the first wager: opening, shuffling, cutting, loading, removing decks.

The script supplies the words for what the dealer does, because each document has its own procedure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.stage.events import Act, Event, Kind, Shown

if TYPE_CHECKING:
    from croupier.stage.layout import Layout


class Doing(Event, kw_only=True):
    """Something done with the cards: what in words, by whom, and to which pack."""

    text: str
    by: str | None = None
    place: str | None = None
    """The pack, named by its back, where there are two."""


def _of_the_pack(label: str) -> Kind:
    return Kind("{text}", act=Act("shuffle", label, ("place",)))


def _in_words(verb: str) -> Kind:
    return Kind("{text}", act=Act(verb, "{text}", ("text", "place")))


# --- opening --------------------------------------------------------------------------------------


class Receive(Doing):
    """Cards come to the table."""

    declared = _of_the_pack("Receive the {pack}cards")


class Inspect(Doing):
    """The dealer inspects the cards."""

    declared = _of_the_pack("Inspect the {pack}cards")


class Verify(Doing):
    """A supervisor verifies the inspection."""

    declared = Kind("{text}")


class Spread(Doing, kw_only=True):
    """The cards are spread on the table."""

    declared = Kind("{text}", act=Act("shuffle", "Spread the cards", ("up", "place")))
    up: bool = True


class View(Doing):
    """A player views the cards."""

    declared = Kind("{text}")


class FaceDown(Doing):
    """The spread cards are turned face down."""

    declared = _of_the_pack("Turn the {pack}cards face down")


class FaceUp(Doing):
    """The spread cards are turned face up."""

    declared = Kind("{text}", act=Act("shuffle", "Turn the cards face up"))


class Wash(Doing):
    """The cards are mixed by washing."""

    declared = _of_the_pack("Wash the {pack}cards")


class Stack(Doing):
    """The cards are stacked."""

    declared = _of_the_pack("Stack the {pack}cards")


class Decks(Doing):
    """Two decks are at the table."""

    declared = Kind("{text}")


# --- shuffling ------------------------------------------------------------------------------------


class Shuffle(Doing):
    """The cards are shuffled, so earlier faults in their order no longer count (X-14)."""

    declared = Kind("{text}", act=Act("shuffle", "Shuffle the cards"))

    def perform(self, t: Layout) -> None:
        if not t.other_deck_in_device:
            t.bad_at = None


class Preshuffled(Doing):
    """The cards arrived shuffled."""

    declared = Kind("{text}")


class Plug(Event, kw_only=True):
    """Unused cards go into the discards."""

    declared = Kind(
        "Plug: unused cards go into the discards",
        act=Act("shuffle", "Plug the cards: slip the unused ones in among the discards"),
    )
    by: str


class Riffle(Event, kw_only=True):
    """Two piles are interlaced."""

    declared = Kind("Riffle", act=Act("shuffle", "Riffle the cards"))
    by: str


class Rotate(Event, kw_only=True):
    """One half is rotated before the halves are riffled."""

    declared = Kind(
        "Turn: half the cards are rotated and riffled in",
        act=Act("shuffle", "Turn one half of the cards around and riffle it in"),
    )
    by: str


class Strip(Event, kw_only=True):
    """The cards are stripped by running cuts."""

    declared = Kind("Strip: running cuts", act=Act("shuffle", "Strip the cards by running cuts"))
    by: str


class Reshuffle(Doing):
    """All cards are to be shuffled before the next round."""

    declared = Kind(
        "{text}", act=Act("shuffle", "Have the cards shuffled again"), shown=Shown(tone="grave")
    )

    def perform(self, t: Layout) -> None:
        t.reshuffle = True


# --- the cut, and into the shoe -------------------------------------------------------------------


class MadeCut(NamedTuple):
    """A cut that has been made: by a seat, or by the dealer if ``by`` is None."""

    by: int | None
    at: int


class CutDue(Doing):
    """The cards are to be cut."""

    declared = Kind("{text}")


class OfferCut(Event, kw_only=True):
    """A seat is offered the cut."""

    declared = Kind(
        "The cut is offered to seat {seat}: {outcome}",
        act=Act("ask", "Offer the cut to seat {seat}", ("seat",)),
    )
    seat: int
    outcome: str


class Cut(Event, kw_only=True):
    """The cards are cut."""

    declared = Kind("{who} cuts at card {count}", act=Act("cut", "Cut the cards"))
    count: int
    seat: int | None = None
    by: str | None = None

    def perform(self, t: Layout) -> None:
        t.cut = MadeCut(self.seat, self.count)


class CutByDealer(Doing):
    """The dealer cuts for the table."""

    declared = _in_words("cut")


class CoverCard(Doing):
    """The cover card goes to the place that the procedure prescribes."""

    declared = _in_words("cut")


class CompleteCut(Doing):
    """The rest of the cards goes on top of those that were cut off."""

    declared = _in_words("cut")


class Recut(Doing):
    """The supervisor has the cards cut again."""

    declared = Kind("{text}")


class Marker(Event, kw_only=True):
    """The cut card goes into the shoe."""

    declared = Kind(
        "{text}, {count} cards behind it", act=Act("cut", "Put the cut card in as the marker")
    )
    count: int
    text: str


class Load(Doing):
    """The cards go where they are dealt from: the shoe, the device or the dealer's hand."""

    declared = _in_words("deal")


# --- decks and devices that come and go -----------------------------------------------------------


class Deck(Doing, kw_only=True):
    """A deck comes into play."""

    declared = _in_words("shuffle")
    replaces: bool = False
    """Whether it replaces a deck that was removed."""

    def perform(self, t: Layout) -> None:
        t.shoe.back = self.place or t.shoe.back


class RemoveDeck(Doing):
    """A deck leaves the table."""

    declared = Kind("{text}", act=Act("rule", "Remove the deck from the table"))


class RemoveDevice(Doing):
    """A device leaves the table."""

    declared = Kind("{text}", act=Act("remove-device", "{text}", ("text", "place")))
