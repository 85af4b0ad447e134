"""The layout of one round: seats, wagers, cards on the felt, tray and rack.

Scripts read it and yield steps; only the stage's :meth:`Layout.perform` changes it, so that a step can be
held back, asked of a person or counted before it is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from croupier.equipment.shoe import FACE_UP, SEEN, Shoe
from croupier.nouns.cards import UNKNOWN, Card
from croupier.nouns.money import Odds
from croupier.stage.events import EVERYBODY, NOBODY, SURVEILLANCE, Event

if TYPE_CHECKING:
    from croupier.rules.house import House
    from croupier.stage.game import Game

LIVE: Final = "live"


class Wager:
    """A stake in an area of the layout, and in the end what became of it."""

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

    def __init__(self, name: str, amount: int, coupon: int = 0) -> None:
        self.name = name
        self.amount = amount
        self.coupon = coupon
        self.confirmed: set[str] | None = None
        """Who has confirmed a verbal wager; nothing for chips on the layout."""
        self.outcome = LIVE
        self.in_pot = False
        """Whether its chips have been moved to the pot."""
        self.odds: str | None = None
        self.paid = 0
        self.rule: str | None = None


class Seat:
    """A betting position: its bankroll, its wagers, and what the round made of them."""

    __slots__ = ("bankroll", "brought", "hand", "number", "player", "state", "wagers")

    def __init__(self, number: int, bankroll: int, player: str) -> None:
        self.number = number
        self.brought = bankroll
        self.bankroll = bankroll
        self.player = player
        self.wagers: dict[str, Wager] = {}
        self.hand: str | None = None
        self.state = ""
        """What the script has noted of this seat (passed, folded, …)."""

    @property
    def net(self) -> int:
        """The change in this seat's money; what lies on the table counts as spent."""
        return self.bankroll - self.brought

    def stake(self, wager: str) -> int:
        """Chips in an area, 0 if there are none."""
        placed = self.wagers.get(wager)
        return placed.amount if placed else 0


class Pile:
    """Cards lying in one place of the felt, each face up or down."""

    __slots__ = ("cards", "owner", "up")

    def __init__(self, owner: int = NOBODY) -> None:
        self.cards: list[Card] = []
        self.up: list[bool] = []
        self.owner = owner
        """The seat that may look at the face-down cards; 0 for nobody."""

    def shows_more(self, viewer: str) -> bool:
        """Whether a viewer may see what lies face down."""
        return viewer == SURVEILLANCE or (self.owner != NOBODY and viewer == f"seat:{self.owner}")

    def shown_to(self, viewer: str) -> list[Card]:
        """The cards as a viewer sees them."""
        if self.shows_more(viewer):
            return list(self.cards)
        return [c if up else UNKNOWN for c, up in zip(self.cards, self.up, strict=True)]


class Layout:
    """Everything on the table during one round."""

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
        self.seats = {n: Seat(n, seats[n], owner.get(n, f"seat {n}")) for n in sorted(seats)}
        self.situation: Mapping[str, Any] = situation or {}
        self.felt: dict[str, Pile] = {}
        self.laid: dict[str, Pile] = {}
        """Every pile of this round, collected ones too."""
        self.rack: list[Card] = []
        self.tray = 0
        self.pot = 0
        self.staked = 0
        """What the dealer has wagered from the tray, as long as it is not in the pot."""
        self.notes: dict[str, Any] = {}
        """What the script leaves for the result and for the table's next round."""

    # --- reading -------------------------------------------------------------------------------

    def playing(self, wager: str) -> Iterator[Seat]:
        """Seats with a live wager, from the dealer's far left (clockwise)."""
        for seat in self.seats.values():
            placed = seat.wagers.get(wager)
            if placed is not None and placed.outcome == LIVE:
                yield seat

    def cards_at(self, place: str) -> list[Card]:
        """The cards lying in a place."""
        pile = self.felt.get(place)
        return pile.cards if pile else []

    @property
    def on_table(self) -> int:
        """Chips lying on the layout: live wagers, the dealer's stakes and the pot."""
        wagers = (wager for seat in self.seats.values() for wager in seat.wagers.values())
        live = sum(wager.amount for wager in wagers if wager.outcome == LIVE and not wager.in_pot)
        return self.pot + self.staked + live

    # --- steps a script yields -------------------------------------------------------------------

    def announce(self, key: str, finding: str | None = None, **values: str | int) -> Event:
        """The dealer says what the document prescribes."""
        words = self.book.announcements[key]
        text = words.text.format(**values) if values else words.text
        return Event("announce", words.rule, finding, text=text)

    def take(self, seat: Seat, wager: str, rule: str, outcome: str = "lose",
             finding: str | None = None) -> Event:  # fmt: skip
        """The dealer takes a losing wager to the tray."""
        return Event("take", rule, finding, seat=seat.number, wager=wager,
                     amount=seat.wagers[wager].amount, outcome=outcome)  # fmt: skip

    def pay(self, seat: Seat, wager: str, odds: Odds, rule: str, *, paid: int | None = None,
            finding: str | None = None, also: tuple[str, ...] = ()) -> Event:  # fmt: skip
        """The dealer pays a winning wager, its coupon included (X-07), and the stake goes back."""
        if paid is None:
            placed = seat.wagers[wager]
            paid = odds.pay(placed.amount + placed.coupon, self.house.chip)
        return Event("pay", rule, finding, seat=seat.number, wager=wager, amount=paid,
                     odds=str(odds), outcome="win", also=also)  # fmt: skip

    def give_back(self, seat: Seat, wager: str, rule: str | None, finding: str | None = None,
                  outcome: str = "returned") -> Event:  # fmt: skip
        """The stake goes back to the player: void (returned) or a push."""
        return Event("push" if outcome == "push" else "return", rule, finding, seat=seat.number,
                     wager=wager, amount=seat.wagers[wager].amount, outcome=outcome)  # fmt: skip

    # --- carrying steps out ------------------------------------------------------------------------

    def perform(self, step: Event) -> Any:
        """Do what a step says; fills in the cards that came, and returns what the script asked for."""
        do = _PERFORMED.get(step.kind)
        return do(self, step) if do is not None else None

    def _do_wager(self, step: Event) -> None:
        seat = self.seats[step.seat or 0]
        placed = seat.wagers.get(step.wager or "")
        if placed is not None:
            seat.bankroll += placed.amount
        seat.bankroll -= step.amount or 0
        wager = Wager(step.wager or "", step.amount or 0, step.coupon or 0)
        if step.by == "cash":
            wager.confirmed = set()
        seat.wagers[wager.name] = wager

    def _do_withdraw(self, step: Event) -> None:
        seat = self.seats[step.seat or 0]
        seat.bankroll += seat.wagers.pop(step.wager or "").amount

    def _do_deal(self, step: Event) -> Card:
        place = step.place or ""
        pile = self.felt.get(place)
        if pile is None:
            pile = self.felt[place] = self.laid[place] = Pile(step.seat or NOBODY)
        card = self.shoe.draw()
        up = step.up is not False
        pile.cards.append(card)
        pile.up.append(up)
        step.card = card
        step.sees = EVERYBODY if up else pile.owner
        return card

    def _do_burn(self, step: Event) -> Card:
        card = step.card = self.shoe.draw()
        step.sees = NOBODY
        self.rack.append(card)
        return card

    def _do_discard(self, step: Event) -> Card:
        card = step.card = self.shoe.draw()
        self.rack.append(card)
        return card

    def _do_turn(self, step: Event) -> None:
        pile = self.felt[step.place or ""]
        up = step.up is not False
        pile.up = [up] * len(pile.cards)
        step.cards = tuple(pile.cards)
        step.sees = EVERYBODY if up else pile.owner

    def _do_turn_card(self, step: Event) -> Card:
        """One card of a pile, counted from the first dealt (1)."""
        pile = self.felt[step.place or ""]
        at = (step.count or 1) - 1
        pile.up[at] = up = step.up is not False
        card = step.card = pile.cards[at]
        step.sees = EVERYBODY if up else pile.owner
        return card

    def _do_collect(self, step: Event) -> None:
        pile = self.felt.pop(step.place or "")
        step.cards = tuple(pile.cards)
        step.sees = EVERYBODY if all(pile.up) else pile.owner
        self.rack += pile.cards

    def _do_stub(self, step: Event) -> None:
        rest = self.shoe.take_rest()
        step.cards = tuple(rest)
        step.count = len(rest)
        step.sees = NOBODY
        self.rack += rest

    def _do_deck(self, step: Event) -> None:
        self.shoe.back = step.place or self.shoe.back

    def _do_take(self, step: Event) -> None:
        wager = self._settle(step)
        self.tray += wager.amount

    # --- a pot, in which the dealer has a stake, too

    def _do_stake(self, step: Event) -> None:
        """The dealer wagers from the tray."""
        self.tray -= step.amount or 0
        self.staked += step.amount or 0

    def _do_unstake(self, step: Event) -> None:
        """The dealer's stakes go back to the tray."""
        self.tray += self.staked
        self.staked = 0

    def _do_to_pot(self, step: Event) -> None:
        """A seat's wager, or the dealer's stakes, are moved to the pot; with an outcome it is settled, too."""
        self.pot += step.amount or 0
        if step.seat is None:
            self.staked = 0
            return
        wager = self.seats[step.seat].wagers[step.wager or ""]
        wager.in_pot = True
        if step.outcome:
            self._settle(step)

    def _do_commission(self, step: Event) -> None:
        self.pot -= step.amount or 0
        self.tray += step.amount or 0

    def _do_award(self, step: Event) -> None:
        """A part of the pot goes to a seat, whose wagers in it are settled, or to the tray."""
        award = step.amount or 0
        self.pot -= award
        if step.seat is None:
            self.tray += award
            return
        seat = self.seats[step.seat]
        seat.bankroll += award
        wagers = self._settle_in_pot(step)
        # The winnings in proportion to the wagers; odd cents to the last.
        stake = sum(wager.amount for wager in wagers)
        winnings = left = max(award - stake, 0)
        for wager in wagers:
            wager.paid = winnings * wager.amount // stake
            left -= wager.paid
        wagers[-1].paid += left

    def _do_lose(self, step: Event) -> None:
        """A seat has no part in the pot."""
        self._settle_in_pot(step)

    def _settle_in_pot(self, step: Event) -> list[Wager]:
        wagers = [
            wager
            for wager in self.seats[step.seat or 0].wagers.values()
            if wager.in_pot and wager.outcome == LIVE
        ]
        for wager in wagers:
            wager.outcome = step.outcome or ""
            wager.rule = step.rule
        return wagers

    def _do_pay(self, step: Event) -> None:
        wager = self._settle(step)
        paid = step.amount or 0
        wager.odds = step.odds
        wager.paid = paid
        self.seats[step.seat or 0].bankroll += wager.amount + paid
        self.tray -= paid

    def _do_push(self, step: Event) -> None:
        self.seats[step.seat or 0].bankroll += self._settle(step).amount

    def _do_return(self, step: Event) -> None:
        """Whatever has become of the wager, it is undone: a void wager nets to nothing (X-01, X-02)."""
        seat = self.seats[step.seat or 0]
        wager = seat.wagers[step.wager or ""]
        if wager.outcome == "win":
            seat.bankroll -= wager.paid
            self.tray += wager.paid
            wager.paid, wager.odds = 0, None
        else:
            seat.bankroll += wager.amount
            if wager.in_pot:
                self.pot -= wager.amount
                wager.in_pot = False
            elif wager.outcome != LIVE:
                self.tray -= wager.amount
        self._settle(step)

    def _do_confirm(self, step: Event) -> None:
        wager = self.seats[step.seat or 0].wagers[step.wager or ""]
        if wager.confirmed is not None and step.by:
            wager.confirmed.add(step.by)

    def _do_report(self, step: Event) -> int | None:
        what = {"face-up-card": FACE_UP, "exposed-draw": SEEN}.get(step.text or "")
        return self.shoe.report(what) if what else None

    def _do_disclose(self, step: Event) -> None:
        step.card = self.rack[-1]

    def _settle(self, step: Event) -> Wager:
        wager = self.seats[step.seat or 0].wagers[step.wager or ""]
        wager.outcome = step.outcome or ""
        wager.rule = step.rule
        return wager

    # --- what viewers see ----------------------------------------------------------------------------

    def shown_to(self, viewer: str) -> dict[str, list[Card]]:
        """Places and their cards as a viewer sees them."""
        return {place: pile.shown_to(viewer) for place, pile in self.felt.items()}


_PERFORMED: Final[dict[str, Callable[[Layout, Event], Any]]] = {
    name.removeprefix("_do_").replace("_", "-"): do
    for name, do in vars(Layout).items()
    if name.startswith("_do_")
}
