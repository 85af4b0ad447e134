"""The kinds of events that settle wagers: payments, the pot, and void rounds and hands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from croupier.stage.events import Act, Chapter, Event, Flow, Kind, Money, Shown

if TYPE_CHECKING:
    from croupier.stage.layout import Layout

WAGERED, PAID = Chapter.WAGERED, Chapter.PAID
_OF_A_SEAT: Final = ("seat", "wager")
_SETTLES: Final = ("pay", "take", "push")


# --- payments -------------------------------------------------------------------------------------


class Take(Event, kw_only=True):
    """A losing wager goes to the tray."""

    declared = Kind(
        "{who}: {wager} of {amount} is lost",
        PAID,
        Flow("area", "tray"),
        Act(
            "collect",
            "Take the {wager} of seat {seat}",
            _OF_A_SEAT,
            free=True,
            together=True,
            rivals=_SETTLES,
        ),
        Shown("lift", 320, "loss", told=True, pause=500),
    )
    seat: int
    wager: str
    amount: Money
    outcome: str = "lose"
    hand: str | None = None

    def perform(self, t: Layout) -> None:
        seat = t.seats[self.seat]
        t.tray += seat.settle(self.wager, self.outcome, self.rule).amount
        seat.hand = self.hand or seat.hand


class Pay(Event, kw_only=True):
    """A winning wager is paid, and the stake goes back."""

    declared = Kind(
        "{who}: {wager} wins {amount}{at_odds}",
        PAID,
        Flow("tray", "area"),
        Act(
            "pay",
            "Pay the {wager} of seat {seat}",
            _OF_A_SEAT,
            "amount",
            free=True,
            rivals=_SETTLES,
        ),
        Shown("win", 480, "gain", told=True, pause=500),
    )
    seat: int
    wager: str
    amount: Money
    odds: str
    outcome: str = "win"
    due: Money | None = None
    """What the odds alone would have paid, if a limit reduced it."""
    hand: str | None = None

    def perform(self, t: Layout) -> None:
        seat = t.seats[self.seat]
        placed = seat.settle(self.wager, self.outcome, self.rule)
        placed.odds = self.odds if self.due is None else None
        placed.paid = self.amount
        seat.bankroll += placed.amount + self.amount
        t.tray -= self.amount
        seat.hand = self.hand or seat.hand


class Push(Event, kw_only=True):
    """A wager is neither paid nor taken."""

    declared = Kind(
        "{who}: {wager} of {amount} is a push",
        PAID,
        None,
        Act(
            "pay",
            "Leave the {wager} of seat {seat} as a push",
            _OF_A_SEAT,
            free=True,
            together=True,
            rivals=_SETTLES,
        ),
        Shown(pace=260, tone="even", told=True, pause=400),
    )
    seat: int
    wager: str
    amount: Money
    outcome: str = "push"
    hand: str | None = None

    def perform(self, t: Layout) -> None:
        seat = t.seats[self.seat]
        seat.bankroll += seat.settle(self.wager, self.outcome, self.rule).amount
        seat.hand = self.hand or seat.hand


class Return(Event, kw_only=True):
    """The result of a wager is undone: a void wager nets to zero (X-01, X-02)."""

    declared = Kind(
        "{who}: {wager} of {amount} is returned",
        PAID,
        Flow("area", "seat"),
        Act("pay", "Give the {wager} back to seat {seat}", _OF_A_SEAT, free=True, together=True),
        Shown("lift", 280, "even", told=True, pause=400),
    )
    seat: int
    wager: str
    amount: Money
    outcome: str = "returned"
    hand: str | None = None

    def perform(self, t: Layout) -> None:
        seat = t.seats[self.seat]
        placed = seat.wagers[self.wager]
        if placed.outcome == "win":
            seat.bankroll -= placed.paid
            t.tray += placed.paid
            placed.paid, placed.odds = 0, None
        else:
            seat.bankroll += placed.amount
            if placed.in_pot:
                t.pot -= placed.amount
                placed.in_pot = False
            elif not placed.live:
                t.tray -= placed.amount
        seat.settle(self.wager, self.outcome, self.rule)
        seat.hand = self.hand or seat.hand


# --- a pot, in which the dealer also has a stake --------------------------------------------------


class Stake(Event, kw_only=True):
    """The dealer wagers from the tray."""

    declared = Kind(
        "The dealer puts {amount} on {wager}, from the tray",
        WAGERED,
        Flow("tray", "stake"),
        Act(
            "pot", "Put up the dealer's {wager} from the tray", ("wager",), "amount", together=True
        ),
        Shown("stake", 160),
    )
    by: str
    wager: str
    amount: Money

    def perform(self, t: Layout) -> None:
        t.tray -= self.amount
        t.staked += self.amount


class Unstake(Event, kw_only=True):
    """The dealer's stakes go back to the tray."""

    declared = Kind(
        "The dealer takes the stakes of {amount} back to the tray",
        PAID,
        Flow("stake", "tray"),
        Act("pot", "Take the dealer's stakes back to the tray"),
        Shown("unstake"),
    )
    by: str
    amount: Money

    def perform(self, t: Layout) -> None:
        t.tray += t.staked
        t.staked = 0


class ToPot(Event, kw_only=True):
    """A seat's wager or the dealer's stakes go to the pot; an outcome also settles the wager."""

    declared = Kind(
        "{stake} of {amount} goes to the pot",
        PAID,
        Flow("area", "pot"),
        Act("pot", "Move {the_stake} to the pot", _OF_A_SEAT, free=True, together=True),
        Shown("into-pot", 160),
    )
    amount: Money
    by: str | None = None
    seat: int | None = None
    wager: str | None = None
    outcome: str | None = None

    def perform(self, t: Layout) -> None:
        t.pot += self.amount
        t.gathered += self.amount
        if self.seat is None or self.wager is None:
            t.staked = 0
            return
        seat = t.seats[self.seat]
        seat.wagers[self.wager].in_pot = True
        if self.outcome:
            seat.settle(self.wager, self.outcome, self.rule)


class Commission(Event, kw_only=True):
    """The house's share of the pot goes to the tray."""

    declared = Kind(
        "A commission of {amount} goes from the pot to the tray",
        PAID,
        Flow("pot", "tray"),
        Act("pot", "Take the commission from the pot to the tray", (), "amount"),
        Shown("from-pot", 420),
    )
    by: str
    amount: Money

    def perform(self, t: Layout) -> None:
        t.pot -= self.amount
        t.tray += self.amount
        t.commission += self.amount


class Award(Event, kw_only=True):
    """A share of the pot goes to the tray, or to a seat, which settles that seat's wagers in it."""

    declared = Kind(
        "{who} receives {amount} from the pot",
        PAID,
        Flow("pot", "seat"),
        Act("pot", "Give {receiver} a part of the pot", ("seat",), "amount", free=True),
        Shown("award", 700, "gain", told=True),
    )
    amount: Money
    by: str | None = None
    seat: int | None = None
    outcome: str | None = None
    share: Literal["hand", "odd", "rest"] = "hand"
    """What the share is for: a hand at the showdown, odd cents, or a pot nobody contends for."""

    def perform(self, t: Layout) -> None:
        t.pot -= self.amount
        if self.share == "hand":
            t.shares["dealer" if self.seat is None else str(self.seat)] = self.amount
        if self.seat is None:
            t.tray += self.amount
            return
        seat = t.seats[self.seat]
        seat.bankroll += self.amount
        wagers = seat.settle_in_pot(self.outcome or "", self.rule)
        # Winnings are split in proportion to the wagers; odd cents go to the last wager.
        stake = sum(placed.amount for placed in wagers)
        winnings = left = max(self.amount - stake, 0)
        for placed in wagers:
            placed.paid = winnings * placed.amount // stake
            left -= placed.paid
        wagers[-1].paid += left


class Lose(Event, kw_only=True):
    """A seat receives nothing from the pot."""

    declared = Kind("{who} has no part in the pot", PAID)
    seat: int
    outcome: str = "lose"

    def perform(self, t: Layout) -> None:
        t.shares[str(self.seat)] = 0
        t.seats[self.seat].settle_in_pot(self.outcome, self.rule)


# --- what ends a round before its time ------------------------------------------------------------


class Void(Event, kw_only=True):
    """The round is void, for everybody or for one seat that chose to void it."""

    declared = Kind(
        "{void}",
        act=Act("rule", "Rule that the round is void"),
        shown=Shown(pace=700, tone="grave", told=True, pause=500),
    )
    text: str | None = None
    seat: int | None = None

    def perform(self, t: Layout) -> None:
        if self.seat is None:
            t.void = True
        else:
            t.seats[self.seat].state = "void"


class VoidHand(Event, kw_only=True):
    """One hand leaves the round, with its wagers."""

    declared = Kind(
        "The hand of seat {seat} is void",
        act=Act("rule", "Rule that the hand of seat {seat} is void", ("seat",)),
        shown=Shown(tone="grave"),
    )
    seat: int

    def perform(self, t: Layout) -> None:
        t.seats[self.seat].state = "void"
