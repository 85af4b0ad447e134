"""The layout of one round: seats, wagers, cards on the felt, the tray, the rack and the results.

A script reads the layout and yields steps. Only :meth:`Layout.perform` changes it, so a step can be
held back, asked of a person or counted before it is done. A game that keeps track of more declares
it in a subclass, and names the events that change it in :attr:`Layout.follows`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeAlias, cast

from croupier.equipment.shoe import Shoe
from croupier.nouns.cards import DECK, UNKNOWN, Card
from croupier.nouns.money import Odds
from croupier.rules.house import House
from croupier.stage.events import NOBODY, SURVEILLANCE, Event
from croupier.stage.payments import Pay, Push, Return, Take
from croupier.stage.preparing import MadeCut
from croupier.stage.situations import RoundSituation
from croupier.stage.vocabulary import Announce

if TYPE_CHECKING:
    from croupier.stage.game import Game

LIVE: Final = "live"

Follow: TypeAlias = Callable[[Any, Any], None]
"""Updates a game's layout after an event has been performed: ``follow(layout, event)``."""


class Placed:
    """A wager in an area of the layout, and its outcome once it is settled."""

    __slots__ = (
        "amount",
        "confirmed",
        "coupon",
        "in_pot",
        "name",
        "odds",
        "outcome",
        "paid",
        "rule",
    )

    def __init__(self, name: str, amount: int, coupon: int = 0, *, cash: bool = False) -> None:
        self.name = name
        self.amount = amount
        self.coupon = coupon
        self.confirmed: set[str] | None = set() if cash else None
        """The actors who have confirmed a verbal wager; None for chips on the layout."""
        self.outcome = LIVE
        self.in_pot = False
        """Whether its chips have been moved to the pot."""
        self.odds: str | None = None
        self.paid = 0
        self.rule: str | None = None

    @property
    def live(self) -> bool:
        """Whether the wager has not been settled yet."""
        return self.outcome == LIVE


class Seat:
    """A betting position: its bankroll, its wagers and their results."""

    __slots__ = ("bankroll", "brought", "hand", "number", "player", "state", "wagers")

    def __init__(self, number: int, bankroll: int, player: str) -> None:
        self.number = number
        self.brought = bankroll
        self.bankroll = bankroll
        self.player = player
        self.wagers: dict[str, Placed] = {}
        self.hand: str | None = None
        self.state = ""
        """What events have made of this seat: passed, folded, …"""

    @property
    def net(self) -> int:
        """The change in this seat's money; chips on the table count as spent."""
        return self.bankroll - self.brought

    def stake(self, wager: str) -> int:
        """Return the chips in an area, 0 if there are none."""
        placed = self.wagers.get(wager)
        return placed.amount if placed else 0

    # --- for events that are performed ------------------------------------------------------------

    def put(self, wager: str, amount: int, coupon: int, cash: bool) -> None:
        """Put chips on an area; they replace those that lay there."""
        before = self.wagers.get(wager)
        if before is not None:
            self.bankroll += before.amount
        self.bankroll -= amount
        self.wagers[wager] = Placed(wager, amount, coupon, cash=cash)

    def settle(self, wager: str, outcome: str, rule: str | None) -> Placed:
        """Record the outcome of a wager and the clause behind it."""
        placed = self.wagers[wager]
        placed.outcome = outcome
        placed.rule = rule
        return placed

    def settle_in_pot(self, outcome: str, rule: str | None) -> list[Placed]:
        """Record the outcome of all live wagers in the pot."""
        placed = [wager for wager in self.wagers.values() if wager.in_pot and wager.live]
        for wager in placed:
            wager.outcome = outcome
            wager.rule = rule
        return placed


class Pile:
    """The cards in one place of the felt, each face up or down."""

    __slots__ = ("cards", "owner", "up")

    def __init__(self, owner: int = NOBODY) -> None:
        self.cards: list[Card] = []
        self.up: list[bool] = []
        self.owner = owner
        """The seat that may look at the face-down cards; 0 for nobody."""

    def shows_more(self, viewer: str) -> bool:
        """Return whether a viewer may see the face-down cards."""
        return viewer == SURVEILLANCE or (self.owner != NOBODY and viewer == f"seat:{self.owner}")

    def shown_to(self, viewer: str) -> list[Card]:
        """The cards as a viewer sees them."""
        if self.shows_more(viewer):
            return list(self.cards)
        return [c if up else UNKNOWN for c, up in zip(self.cards, self.up, strict=True)]


class Layout:
    """Everything on the table during one round."""

    follows: ClassVar[Mapping[type[Event], Follow]] = {}
    """What a game does after some kinds of events, besides what they do by themselves."""

    tray: int = 0
    pot: int = 0
    gathered: int = 0
    """The total of all moves to the pot."""
    staked: int = 0
    """What the dealer has wagered from the tray and not yet moved to the pot."""
    commission: int = 0
    button: str | None = None
    """Where the dealer button lies, in a game that has one."""
    cut: MadeCut | None = None
    bad_at: int | None = None
    """The position in the shoe of the last card that was found face up or was seen."""
    marker_reached: bool = False
    counted: bool = False
    reshuffle: bool = False
    """Whether the cards are shuffled before the next round."""
    void: bool = False
    """Whether an irregularity has ended the round for everybody."""

    def __init__(
        self,
        game: Game,
        house: House,
        seats: Mapping[int, int],
        shoe: Shoe,
        *,
        players: Mapping[str, Iterable[int]] | None = None,
        situation: Mapping[str, Any] | None = None,
    ) -> None:
        owner = {n: name for name, areas in (players or {}).items() for n in areas}
        self.game = game
        self.house = house
        self.book = house.book
        self.shoe = shoe
        self.players = dict(players or {})
        """The seats of every player who holds several, or one under a name.

        Every other seat is a player of its own.
        """
        self.seats = {n: Seat(n, seats[n], owner.get(n, f"seat {n}")) for n in sorted(seats)}
        self.situation = cast(RoundSituation, situation or {})
        self.felt: dict[str, Pile] = {}
        self.laid: dict[str, Pile] = {}
        """Every pile of this round, including collected ones."""
        self.rack: list[Card] = []
        """The cards of this round that have gone to the rack."""
        lasts = shoe.cards and game.shoe_lasts(house)
        self.racked: int = len(DECK) * game.decks(house) - shoe.left if lasts else 0
        """How many cards of this shoe went to the rack in earlier rounds."""
        self.shares: dict[str, int] = {}
        """What every hand at the showdown received from the pot."""

    # --- reading -------------------------------------------------------------------------------

    def playing(self, wager: str) -> Iterator[Seat]:
        """Yield the seats with a live wager of this name, clockwise from the dealer's far left."""
        for seat in self.seats.values():
            placed = seat.wagers.get(wager)
            if placed is not None and placed.outcome == LIVE:
                yield seat

    def cards_at(self, place: str) -> list[Card]:
        """Return the cards in a place."""
        pile = self.felt.get(place)
        return pile.cards if pile else []

    @property
    def on_table(self) -> int:
        """The chips on the layout: live wagers, the dealer's stakes and the pot."""
        wagers = (placed for seat in self.seats.values() for placed in seat.wagers.values())
        live = sum(placed.amount for placed in wagers if placed.live and not placed.in_pot)
        return self.pot + self.staked + live

    @property
    def is_void(self) -> bool:
        """Whether the round was void for everybody; read once it is over."""
        return self.void

    @property
    def other_deck_in_device(self) -> bool:
        """Whether a device is shuffling a deck other than the one in play."""
        return False

    @property
    def in_rack(self) -> int:
        """How many cards lie in the discard rack: all that have left this shoe and the felt."""
        return self.racked + len(self.rack)

    # --- steps a script yields -------------------------------------------------------------------

    def announce(
        self,
        key: str,
        finding: str | None = None,
        *,
        closes: bool = False,
        shows: tuple[int, str] | None = None,
        also: tuple[str, ...] = (),
        **values: str | int,
    ) -> Announce:
        """The dealer says the words of the document; they may close a window or name a hand."""
        words = self.book.announcements[key]
        text = words.text.format(**values) if values else words.text
        seat, hand = shows or (None, None)
        return Announce(
            words.rule, finding, also=also, text=text, closes=closes, seat=seat, hand=hand
        )

    def take(
        self,
        seat: Seat,
        wager: str,
        rule: str,
        outcome: str = "lose",
        finding: str | None = None,
        *,
        hand: str | None = None,
        also: tuple[str, ...] = (),
    ) -> Take:
        """The dealer takes a losing wager to the tray."""
        amount = seat.wagers[wager].amount
        return Take(
            rule,
            finding,
            also=also,
            seat=seat.number,
            wager=wager,
            amount=amount,
            outcome=outcome,
            hand=hand,
        )

    def due(self, seat: Seat, wager: str, odds: Odds) -> int:
        """What a wager wins at these odds, including its coupon (X-07), in whole chips (X-08)."""
        placed = seat.wagers[wager]
        return odds.pay(placed.amount + placed.coupon, self.house.chip)

    def pay(
        self,
        seat: Seat,
        wager: str,
        odds: Odds,
        rule: str,
        *,
        paid: int | None = None,
        finding: str | None = None,
        also: tuple[str, ...] = (),
        hand: str | None = None,
    ) -> Pay:
        """The dealer pays a winning wager at its odds or up to a limit; the stake goes back."""
        due = self.due(seat, wager, odds)
        amount = due if paid is None else paid
        return Pay(
            rule,
            finding,
            also=also,
            seat=seat.number,
            wager=wager,
            amount=amount,
            odds=str(odds),
            due=None if amount == due else due,
            hand=hand,
        )

    def push(
        self,
        seat: Seat,
        wager: str,
        rule: str,
        finding: str | None = None,
        *,
        hand: str | None = None,
    ) -> Push:
        """The player keeps the stake, and nothing is paid."""
        amount = seat.wagers[wager].amount
        return Push(rule, finding, seat=seat.number, wager=wager, amount=amount, hand=hand)

    def give_back(
        self,
        seat: Seat,
        wager: str,
        rule: str | None,
        finding: str | None = None,
        *,
        hand: str | None = None,
    ) -> Return:
        """A void wager: the stake goes back to the player."""
        amount = seat.wagers[wager].amount
        return Return(rule, finding, seat=seat.number, wager=wager, amount=amount, hand=hand)

    # --- carrying steps out -----------------------------------------------------------------------

    def perform(self, step: Event) -> object:
        """Perform a step, then the game's own follow-up; return what the script asked for."""
        answer = step.perform(self)
        if (follow := self.follows.get(step.__class__)) is not None:
            follow(self, step)
        return answer

    def pile(self, place: str, seat: int | None) -> Pile:
        """Return the pile of a place; the first card laid there decides whose pile it is."""
        pile = self.felt.get(place)
        if pile is None:
            pile = self.felt[place] = self.laid[place] = Pile(seat or NOBODY)
        return pile

    def close_window(self) -> None:
        """Close a window: seats in the round that have not answered have passed."""
        for seat in self.playing(self.game.first_wager):
            seat.state = seat.state or "passed"

    # --- what viewers see -------------------------------------------------------------------------

    def seen_at(self, viewer: str, *places: str) -> list[Card] | None:
        """Return the cards that lay in some places; None unless a viewer may see all of them."""
        piles = [self.laid[place] for place in places if place in self.laid]
        cards = [card for pile in piles for card in pile.shown_to(viewer)]
        return None if not cards or UNKNOWN in cards else cards

    def shown_to(self, viewer: str) -> dict[str, list[Card]]:
        """Return the places and their cards as a viewer sees them."""
        return {place: pile.shown_to(viewer) for place, pile in self.felt.items()}
