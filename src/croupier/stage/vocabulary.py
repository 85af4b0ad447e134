"""The kinds of events that games share: words, wagers, decisions and cards.

Each class is one kind, declared once (see :mod:`croupier.stage.events`). The kinds before the first
wager are in :mod:`croupier.stage.preparing`, those that settle wagers in
:mod:`croupier.stage.payments`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from croupier.equipment.shoe import FACE_UP, SEEN
from croupier.nouns.cards import Card
from croupier.stage.actions import DEALER
from croupier.stage.events import (
    EVERYBODY,
    NOBODY,
    Act,
    Chapter,
    Event,
    Flow,
    Kind,
    Money,
    Shown,
)

if TYPE_CHECKING:
    from croupier.stage.layout import Layout

WAGERED, DECIDED, DEALT = Chapter.WAGERED, Chapter.DECIDED, Chapter.DEALT
_BAD: Final = {"face-up-card": FACE_UP, "exposed-draw": SEEN}
"""Reports that say what is wrong with the next card."""


# --- words ----------------------------------------------------------------------------------------


class Announce(Event, kw_only=True):
    """The dealer says what the document prescribes."""

    declared = Kind(
        "“{text}”",
        act=Act("announce", "Say “{text}”", ("text",)),
        shown=Shown(pace=700, tone="loud", told=True, speech="call", pause=600),
    )
    text: str
    seat: int | None = None
    """The seat whose hand is announced."""
    hand: str | None = None
    """What that hand is: the name of its category."""
    closes: bool = False
    """Whether these words close a window, so that a seat that has not answered has passed."""

    def perform(self, t: Layout) -> None:
        if self.closes:
            t.close_window()
        if self.seat is not None and self.hand is not None:
            t.seats[self.seat].hand = self.hand


class Poll(Event, kw_only=True):
    """The dealer asks a seat to decide."""

    declared = Kind(
        "{who} is asked: “{text}”",
        act=Act("ask", "Ask seat {seat}: “{text}”", ("seat", "text")),
        shown=Shown(tone="loud", told=True, speech="question"),
    )
    seat: int
    text: str


class Report(Event, kw_only=True):
    """The dealer reports an irregularity, in the words of the grammar."""

    declared = Kind(
        "The dealer reports: {text}",
        act=Act("report", "Report: {said}", ("text",)),
        shown=Shown(pace=700, tone="grave", told=True, speech="report", pause=500),
    )
    by: str
    text: str
    seat: int | None = None
    place: str | None = None

    @property
    def name(self) -> str:
        """The irregularity's name."""
        return self.text.split()[0].rstrip(":")

    def perform(self, t: Layout) -> int | None:
        what = _BAD.get(self.text)
        if what is None:
            return None
        t.bad_at = at = t.shoe.report(what)
        return at


# --- wagers ---------------------------------------------------------------------------------------


class Wager(Event, kw_only=True):
    """A seat puts chips on an area; they replace those that lay there."""

    declared = Kind(
        "{who} puts {amount} on {wager}{extra}",
        WAGERED,
        Flow("seat", "area"),
        shown=Shown("place", 260),
    )
    seat: int
    wager: str
    amount: Money
    coupon: Money | None = None
    place: str | None = None
    """The seat's word that decides where the chips lie."""
    cash: bool = False
    """Whether it was said aloud with cash, and waits to be confirmed."""

    def perform(self, t: Layout) -> None:
        t.seats[self.seat].put(self.wager, self.amount, self.coupon or 0, self.cash)


class Withdraw(Event, kw_only=True):
    """A seat takes its chips back, or a verbal wager is not accepted."""

    declared = Kind("{withdrawn}", WAGERED, Flow("area", "seat"), shown=Shown("lift", 220))
    seat: int
    wager: str
    text: str | None = None

    def perform(self, t: Layout) -> None:
        seat = t.seats[self.seat]
        seat.bankroll += seat.wagers.pop(self.wager).amount


class Confirm(Event, kw_only=True):
    """The dealer or the floor confirms a verbal wager."""

    declared = Kind(
        "The {by} confirms the verbal wager of seat {seat}",
        WAGERED,
        act=Act("ask", "Confirm the verbal wager of seat {seat}", ("seat",)),
    )
    by: str
    seat: int
    wager: str

    def perform(self, t: Layout) -> None:
        confirmed = t.seats[self.seat].wagers[self.wager].confirmed
        if confirmed is not None:
            confirmed.add(self.by)


class Convert(Event, kw_only=True):
    """The cash of a verbal wager becomes chips."""

    declared = Kind("{text}", WAGERED, act=Act("pay", "{text}", ("text", "seat")))
    by: str
    seat: int
    amount: Money
    text: str


class Close(Event, kw_only=True):
    """The wagers are closed without an announcement."""

    declared = Kind(
        "The dealer reaches for the first card: wagers are locked",
        act=Act("deal", "Reach for the first card, which locks the wagers"),
    )
    by: str


class Warn(Event, kw_only=True):
    """A seat is told how much the round may cost it."""

    declared = Kind("{who} {text}: the round may take {amount}")
    seat: int
    amount: Money
    text: str


# --- decisions ------------------------------------------------------------------------------------


class Pass(Event, kw_only=True):
    """A seat adds no wager."""

    declared = Kind("{who} passes", DECIDED)
    seat: int

    def perform(self, t: Layout) -> None:
        t.seats[self.seat].state = "passed"


class Fold(Event, kw_only=True):
    """A seat gives up its hand."""

    declared = Kind("{who} folds", DECIDED, shown=Shown("fold", 200))
    seat: int

    def perform(self, t: Layout) -> None:
        t.seats[self.seat].state = "folded"


# --- cards ----------------------------------------------------------------------------------------


class Deal(Event, kw_only=True):
    """A card is dealt from the shoe to its place."""

    declared = Kind(
        "{card} to {place}, {face}",
        DEALT,
        act=Act("deal", "Deal {a_card}, {face}", ("place", "up")),
        shown=Shown("deal", 240, told=True, pause=450),
        sentence="{dealt}, {face}",
    )
    place: str
    up: bool = True
    seat: int | None = None
    """Whose hand it is, and who may look at it."""
    card: Card | None = None

    def perform(self, t: Layout) -> Card:
        pile = t.pile(self.place, self.seat)
        card = self.card = t.shoe.draw()
        pile.cards.append(card)
        pile.up.append(self.up)
        self.sees = EVERYBODY if self.up else pile.owner
        return card


class Burn(Event, kw_only=True):
    """A card goes face down to the rack."""

    declared = Kind(
        "{burned}",
        DEALT,
        act=Act("burn", "Burn a card, face down to the rack"),
        shown=Shown("away", 220, pause=300),
        unseen=True,
    )
    place: str = "rack"
    card: Card | None = None

    def perform(self, t: Layout) -> None:
        self.card = t.shoe.draw()
        self.sees = NOBODY
        t.rack.append(self.card)


class BurnOmitted(Event, kw_only=True):
    """A burn that was forgotten is not made up for."""

    declared = Kind("{text}", DEALT)
    text: str


class Disclose(Event, kw_only=True):
    """A burned card is shown to the table."""

    declared = Kind(
        "{text}: {card}",
        DEALT,
        act=Act("turn", "Show the table the burn card"),
        sentence="{text}{shown}",
    )
    text: str
    card: Card | None = None

    def perform(self, t: Layout) -> None:
        self.card = t.rack[-1]


class Discard(Event, kw_only=True):
    """A card that is not used goes to the rack, seen by everybody."""

    declared = Kind(
        "{card} is not used and goes to the rack",
        DEALT,
        act=Act("rack", "Put the next card in the rack: it is not used"),
        shown=Shown("away", 420, "grave", told=True, pause=450),
        sentence="{the_card} is not used and goes to the rack",
    )
    up: bool = True
    early: bool = False
    """Whether it is a third card that came too early, after which the seats may choose."""
    card: Card | None = None

    def perform(self, t: Layout) -> None:
        shoe = t.shoe
        if not self.early and shoe.pos not in shoe.known:
            t.bad_at = shoe.pos
        self.card = shoe.draw()
        t.rack.append(self.card)


class Turn(Event, kw_only=True):
    """All cards of a place are turned."""

    declared = Kind(
        "{place} is turned {face}: {cards}",
        DEALT,
        act=Act("turn", "Turn {the_cards} {face}", ("place", "up")),
        shown=Shown("turn", 420, told=True, pause=500),
        sentence="{turned} {face}{shown}",
    )
    place: str
    up: bool = True
    seat: int | None = None
    cards: tuple[Card, ...] | None = None

    def perform(self, t: Layout) -> None:
        pile = t.felt[self.place]
        pile.up = [self.up] * len(pile.cards)
        self.cards = tuple(pile.cards)
        self.sees = EVERYBODY if self.up else pile.owner


class TurnCard(Event, kw_only=True):
    """One card of a place is turned; the first dealt is number 1."""

    declared = Kind(
        "Card {index} of {place} is turned {face}: {card}",
        DEALT,
        act=Act("turn", "Turn number {index} of {the_cards} {face}", ("place", "index", "up")),
        shown=Shown("turn-one", 420),
        sentence="Card {index} of {where} is turned {face}{shown}",
    )
    place: str
    index: int
    up: bool = True
    card: Card | None = None

    def perform(self, t: Layout) -> None:
        pile = t.felt[self.place]
        pile.up[self.index - 1] = self.up
        self.card = pile.cards[self.index - 1]
        self.sees = EVERYBODY if self.up else pile.owner


class Collect(Event, kw_only=True):
    """The cards of a place go to the rack."""

    declared = Kind(
        "The cards of {place} go to the rack",
        DEALT,
        act=Act("collect", "Collect {the_cards} to the rack", ("place",)),
        shown=Shown("collect", pause=120),
        sentence="{collected} to the rack",
    )
    place: str
    cards: tuple[Card, ...] | None = None

    def perform(self, t: Layout) -> None:
        pile = t.felt.pop(self.place)
        self.cards = tuple(pile.cards)
        self.sees = EVERYBODY if all(pile.up) else pile.owner
        t.rack += pile.cards


class Stub(Event, kw_only=True):
    """The remaining cards go to the rack unseen."""

    declared = Kind(
        "{text}",
        DEALT,
        act=Act("rack", "Put the rest of the cards in the rack, unseen"),
        shown=Shown(pace=250),
        unseen=True,
    )
    text: str
    count: int | None = None
    cards: tuple[Card, ...] | None = None

    def perform(self, t: Layout) -> None:
        rest = t.shoe.take_rest()
        self.cards = tuple(rest)
        self.count = len(rest)
        self.sees = NOBODY
        t.rack += rest


class Found(Event, kw_only=True):
    """A card that lies wrong is found in the rest of the deck."""

    declared = Kind("{card} {text}", shown=Shown(tone="grave"), sentence="{a_card} {text}")
    text: str
    up: bool = True
    card: Card | None = None

    def perform(self, t: Layout) -> None:
        self.card = t.shoe.find()


class CutCard(Event, kw_only=True):
    """The cut card comes out of the shoe."""

    declared = Kind("{text}", act=Act("rule", "Note the cut card: reshuffle after this round"))
    text: str

    def perform(self, t: Layout) -> None:
        # A cut card before the first card of a round has already brought a new shoe; that
        # shoe's marker has not been reached.
        t.marker_reached = t.shoe.at_marker()


class Count(Event, kw_only=True):
    """The deck or the stub is counted."""

    declared = Kind("{text}", act=Act("count", "Count the cards", (), "count"))
    by: str
    text: str
    count: int | None = None
    """The number of cards, where the dealer counted."""

    def perform(self, t: Layout) -> None:
        t.counted = t.counted or self.by == DEALER


class Mark(Event, kw_only=True):
    """The marker is put on the scale of spreads."""

    declared = Kind(
        "The marker goes to {place}",
        act=Act("mark", "Put the marker on the spread", (), "at"),
        shown=Shown("mark", 300, pause=300),
    )
    place: str
    at: int


class Button(Event, kw_only=True):
    """The dealer button is put at a place."""

    declared = Kind(
        "The button lies at {place}",
        act=Act("pot", "Put the button at {where}", ("place",)),
        shown=Shown("button"),
        sentence="The button lies at {where}",
    )
    place: str

    def perform(self, t: Layout) -> None:
        t.button = self.place
