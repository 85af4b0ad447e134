"""Procedures that several documents share, each told its clauses by the game that calls it.

Generators to be used with ``yield from`` in a game's script, and the pauses (asks) they make.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from croupier.equipment.shoe import SEEN
from croupier.nouns.cards import Card
from croupier.nouns.money import dollars
from croupier.nouns.reasons import Reason
from croupier.rules.house import House
from croupier.stage.actions import (
    DEALER,
    FLOOR,
    Action,
    Actor,
    Amount,
    Ask,
    Bound,
    Fixed,
    Offer,
    Same,
)
from croupier.stage.events import Event
from croupier.stage.layout import LIVE, Layout, Seat
from croupier.stage.round import VoidError

Steps = Generator[Event | Ask, Any, None]

LIMITS: Final = Reason("", None, "X-09")
PURSE: Final = "the bankroll holds only {}"
MULTIPLES: Final = "wagers are multiples of {}"
NO_COUPONS: Final = Reason("match play coupons are not accepted here", None, "X-07")
NO_CASH: Final = Reason("a verbal wager with cash is not accepted")


# --- wagers before the deal -------------------------------------------------------------------------


@dataclass(frozen=True)
class WagerKind:
    """A wager that is made before the cards are dealt."""

    name: str
    rule: str
    """The clause under which it is placed."""
    minimum: str = "minimum"
    maximum: str = "maximum"
    """The keys of its limits in the house file."""
    limits: Reason = LIMITS
    """What the limits rest on."""
    fixed: str = ""
    """The key of the one amount it may have."""
    needs: str = ""
    """The wager without which it is not accepted."""
    coupon: bool = False
    """Whether a match play coupon may lie beside the chips."""
    exposure: int = 1
    """How many times the wager a player needs to stay in to the end (X-10)."""
    offered: Callable[[House], bool] = lambda house: True

    def bounds(self, house: House) -> tuple[Bound, Bound, Bound]:
        """Least, most and step at this house; the same objects every time."""
        cached: tuple[Bound, Bound, Bound] | None = house.cache.get(self.name)
        if cached is None:
            low, high = house[self.fixed or self.minimum], house[self.fixed or self.maximum]
            step = 1 if self.fixed else house["increment"]
            rule, finding = self.limits.rule, self.limits.finding
            cached = house.cache[self.name] = (
                Bound(low, f"the {self.name} wager is at least {{}}", rule, finding),
                Bound(high, f"the {self.name} wager is at most {{}}", rule, finding),
                Bound(step, MULTIPLES, None, "X-09"),
            )
        return cached


@dataclass(frozen=True)
class Wagers:
    """How a game takes its wagers: the kinds, and the clauses for everything that is said meanwhile."""

    kinds: tuple[WagerKind, ...]
    close_rule: str | Callable[[Layout], str]
    nothing: Reason
    """Why a close without any wager is refused."""
    closing_words: str = "No more bets"
    """What the dealer announces at the close; nothing in a game that prescribes no words."""
    coupon_refused: Reason = NO_COUPONS
    cash_rule: Reason = NO_CASH
    recut_rule: str = ""
    on_recut: Callable[[Layout], Steps] | None = None
    area: Callable[[Layout, Seat], Reason | None] = lambda t, seat: None
    """Why this seat may not be wagered on, given who holds it."""
    reports: Callable[[Layout], Iterable[tuple[str, ...]]] = lambda t: ()
    on_report: Callable[[Layout, Action], Steps] | None = None
    extras: Callable[[Layout, Actor], Iterable[Offer]] = lambda t, actor: ()
    on_extra: Callable[[Layout, Action], Steps] | None = None
    before_call: Callable[[Layout], Steps] | None = None
    """What the dealer does between the last wager and the closing words."""
    why_not: Mapping[str, Reason] = field(default_factory=dict)
    """By verb: why it cannot be said before the deal."""

    def kind(self, name: str) -> WagerKind | None:
        """The wager of that name, if the game takes it before the deal."""
        return next((kind for kind in self.kinds if kind.name == name), None)


def areas_per_player(
    rule: str | None, finding: str | None = None
) -> Callable[[Layout, Seat], Reason | None]:
    """A rule for :attr:`Wagers.area`: as many areas per player as the house permits."""

    def area(t: Layout, seat: Seat) -> Reason | None:
        first, allowed = t.game.first_wager, t.house["positions_per_player"]
        held = sum(
            other.player == seat.player and other is not seat and first in other.wagers
            for other in t.seats.values()
        )
        if held < allowed:
            return None
        areas = f"{allowed} betting area{'s'[: allowed > 1]}"
        return Reason(f"{seat.player} may wager on {areas} only", rule, finding)

    return area


class Wagering(Ask):
    """The time before the first card: wagers are placed, changed and taken back."""

    def __init__(self, t: Layout, spec: Wagers) -> None:
        self._t = t
        self._spec = spec
        self._verbal = bool(t.house.values.get("verbal_cash"))
        self._coupons = bool(t.house.values.get("match_play"))

    def actors(self) -> Sequence[Actor]:
        """Everybody: no seat has to wait for another."""
        return [*self._t.seats, DEALER, FLOOR]

    def offers(self, actor: Actor) -> Iterator[Offer]:
        """Wagers and their withdrawal; for dealer and floor, what closes, confirms or corrects."""
        t, spec = self._t, self._spec
        if isinstance(actor, int):
            seat = t.seats.get(actor)
            if seat is None:
                return
            if spec.area(t, seat) is None:
                for kind in spec.kinds:
                    if (not kind.needs or kind.needs in seat.wagers) and kind.offered(t.house):
                        yield from self._wagers(seat, kind)
            for name in seat.wagers:
                yield Offer(actor, "withdraw", (name,))
        elif actor == DEALER:
            if self.anything():
                yield Offer(DEALER, "close")
            yield from self._confirmations(actor)
            for words in spec.reports(t):
                yield Offer(DEALER, "report", words)
        elif actor == FLOOR:
            if t.notes.get("cut"):
                yield Offer(FLOOR, "recut")
            yield from self._confirmations(actor)
        yield from spec.extras(t, actor)

    def _wagers(self, seat: Seat, kind: WagerKind) -> Iterator[Offer]:
        low, high, step = kind.bounds(self._t.house)
        holds = seat.bankroll + seat.stake(kind.name)
        purse = Bound(holds, PURSE, kind.rule)
        if kind.fixed:
            if holds >= low.cents:
                yield Offer(seat.number, "wager", (kind.name,))
            only = Reason(
                f"the {kind.name} is fixed at {dollars(low.cents)}", low.rule, low.finding
            )
            enough = Amount((low,), (purse,), step) if holds < low.cents else Fixed(low.cents, only)
            yield Offer(seat.number, "wager", (kind.name, enough))
            return
        amount = Amount((low,), (high, purse), step)
        yield Offer(seat.number, "wager", (kind.name, amount))
        if self._coupons and kind.coupon:
            same = Same(Reason("a coupon is matched by chips of the same amount", None, "X-07"))
            yield Offer(seat.number, "wager", (kind.name, amount, "coupon", same))
        if self._verbal and kind.name == self._t.game.first_wager:
            yield Offer(seat.number, "wager", (kind.name, amount, "cash"))

    def _confirmations(self, actor: str) -> Iterator[Offer]:
        for seat in self._t.seats.values():
            for wager in seat.wagers.values():
                if wager.confirmed is not None and actor not in wager.confirmed:
                    yield Offer(actor, "confirm", (str(seat.number),))

    def anything(self) -> bool:
        """Whether there is a wager that will stand at the close."""
        first = self._t.game.first_wager
        return any(
            placed.confirmed is None or len(placed.confirmed) == 2
            for seat in self._t.seats.values()
            if (placed := seat.wagers.get(first)) is not None
        )

    def why_not(self, action: Action) -> Reason:
        """The first thing that stands against a wager; for other verbs, what is missing."""
        t, spec = self._t, self._spec
        if action.verb == "wager" and isinstance(action.actor, int) and action.actor in t.seats:
            kind = spec.kind(str(action.args[0]))
            seat = t.seats[action.actor]
            reason = spec.area(t, seat)
            if reason is not None:
                return reason
            if kind is not None and kind.needs and kind.needs not in seat.wagers:
                needs = f"the {kind.name} wager needs the {kind.needs} wager first"
                return Reason(needs, kind.rule, kind.limits.finding)
            if "coupon" in action.args:
                return spec.coupon_refused
            if "cash" in action.args:
                return spec.cash_rule
            if kind is not None and kind.fixed:
                return Reason(f"seat {action.actor} has only {dollars(seat.bankroll)}", kind.rule)
            return Reason(
                f"the {action.args[0]} wager is not offered at this table",
                kind.rule if kind else None,
            )
        if action.verb == "withdraw":
            return Reason(f"there is no {action.args[0]} wager to take back", spec.kinds[0].rule)
        if action.verb == "close":
            return spec.nothing
        if action.verb == "recut":
            return Reason("there has been no cut that could be repeated", spec.recut_rule)
        if action.verb == "confirm":
            return spec.cash_rule._replace(
                message="there is no verbal wager of that seat to confirm"
            )
        return not_here(t, action, spec.why_not)


def not_here(t: Layout, action: Action, reasons: Mapping[str, Reason]) -> Reason:
    """Why something cannot be said at this pause: an irregularity's rule, or the game's reason."""
    if action.verb == "report":
        known = t.game.irregularities[str(action.args[0])]
        return known._replace(message=f"{action.args[0]} cannot happen here: {known.message}")
    return reasons.get(action.verb) or reasons["*"]


def take_wagers(t: Layout, spec: Wagers) -> Steps:
    """From the first wager to the close: who has a wager then is in the round."""
    ask = Wagering(t, spec)
    while True:
        action: Action = yield ask
        verb, args = action.verb, action.args
        if verb == "wager":
            yield from _placed(t, spec, action)
        elif verb == "withdraw":
            yield from _withdrawn(t, spec, action)
        elif verb == "confirm":
            yield from _confirmed(t, spec, str(action.actor), int(args[0]))
        elif verb == "recut":
            assert spec.on_recut is not None
            yield from spec.on_recut(t)
        elif verb == "report":
            assert spec.on_report is not None
            yield from spec.on_report(t, action)
        elif verb == "close":
            break
        else:
            assert spec.on_extra is not None
            yield from spec.on_extra(t, action)
    for seat in t.seats.values():
        for wager in list(seat.wagers.values()):
            if wager.confirmed is not None and len(wager.confirmed) < 2:
                yield Event("withdraw", spec.cash_rule.rule, seat=seat.number, wager=wager.name,
                            text="a verbal wager that was not confirmed is no wager")  # fmt: skip
    if spec.before_call is not None:
        yield from spec.before_call(t)
    rule = spec.close_rule if isinstance(spec.close_rule, str) else spec.close_rule(t)
    if spec.closing_words:
        yield Event("announce", rule, text=spec.closing_words)
    else:
        yield Event("close", rule, by=DEALER)


def _placed(t: Layout, spec: Wagers, action: Action) -> Steps:
    name = str(action.args[0])
    kind = spec.kind(name)
    assert kind is not None
    seat = t.seats[int(action.actor)]
    amount = int(action.args[1]) if len(action.args) > 1 else t.house[kind.fixed]
    coupon = action.args[3] if "coupon" in action.args else None
    yield Event("wager", kind.rule, "X-07" if coupon else None, seat=seat.number, wager=name,
                amount=amount, coupon=None if coupon is None else int(coupon),
                by="cash" if "cash" in action.args else None)  # fmt: skip
    if seat.bankroll < (kind.exposure - 1) * amount:
        yield Event("warn", None, "X-10", seat=seat.number, amount=kind.exposure * amount,
                    text="may have to fold for want of money")  # fmt: skip


def _withdrawn(t: Layout, spec: Wagers, action: Action) -> Steps:
    seat = t.seats[int(action.actor)]
    name = str(action.args[0])
    dependent = [
        kind.name for kind in spec.kinds if kind.needs == name and kind.name in seat.wagers
    ]
    for wager in [*dependent, name]:
        kind = spec.kind(wager)
        yield Event("withdraw", kind.rule if kind else None, seat=seat.number, wager=wager)


def _confirmed(t: Layout, spec: Wagers, who: str, number: int) -> Steps:
    wager = t.seats[number].wagers[t.game.first_wager]
    yield Event("confirm", spec.cash_rule.rule, by=who, seat=number, wager=wager.name)
    if wager.confirmed is not None and len(wager.confirmed) == 2:
        yield Event("convert", spec.cash_rule.rule, by=DEALER, seat=number, amount=wager.amount,
                    text="the cash is exchanged for chips")  # fmt: skip


# --- a wager in support of the first one, in any order ------------------------------------------------


@dataclass(frozen=True)
class Support:
    """A second wager of at most the first one, by everybody at once: a raise, a double down."""

    verb: str
    wager: str
    rule: str
    step: Reason
    reports: Callable[[Layout], Iterable[tuple[str, ...]]]
    """What the dealer may report meanwhile."""
    why_not: Mapping[str, Reason]


class SupportWindow(Ask):
    """Every seat in the round may add to its wager or pass, until all have answered or the dealer closes."""

    def __init__(self, t: Layout, spec: Support) -> None:
        self._t = t
        self._spec = spec
        self._least = (Bound(1, f"a {spec.wager} wager is more than nothing", spec.rule),)
        self._at_most = f"a {spec.wager} wager is at most the {t.game.first_wager} wager of {{}}"
        self._step = Bound(t.house["increment"], MULTIPLES, spec.step.rule, spec.step.finding)

    def waiting(self) -> list[Seat]:
        """Seats that have not answered."""
        return [seat for seat in self._t.playing(self._t.game.first_wager) if not seat.state]

    def actors(self) -> Sequence[Actor]:
        """Seats that have not answered, and the dealer, who may close on them."""
        return [*(seat.number for seat in self.waiting()), DEALER]

    def offers(self, actor: Actor) -> Iterator[Offer]:
        """To add or to pass, once; the dealer may close or report."""
        if isinstance(actor, int):
            seat = self._t.seats.get(actor)
            if seat is not None and not seat.state and self._in_round(seat):
                yield from self._support(seat)
        elif actor == DEALER:
            yield Offer(DEALER, "close")
            for words in self._spec.reports(self._t):
                yield Offer(DEALER, "report", words)

    def _in_round(self, seat: Seat) -> bool:
        first = seat.wagers.get(self._t.game.first_wager)
        return first is not None and first.outcome == LIVE

    def _support(self, seat: Seat) -> Iterator[Offer]:
        first = seat.stake(self._t.game.first_wager)
        amount = Amount(
            self._least,
            (
                Bound(first, self._at_most, self._spec.rule),
                Bound(seat.bankroll, PURSE, self._spec.rule),
            ),
            self._step,
        )
        yield Offer(seat.number, self._spec.verb, (amount,))
        yield Offer(seat.number, "pass")

    def why_not(self, action: Action) -> Reason:
        """That a seat is not in the round or has answered, or the game's own reason."""
        seat = self._t.seats.get(action.actor) if isinstance(action.actor, int) else None
        if seat is not None and action.verb in (self._spec.verb, "pass"):
            if not self._in_round(seat):
                return Reason(f"seat {seat.number} has no wager in this round", self._spec.rule)
            return Reason(f"seat {seat.number} has answered: {seat.state}", self._spec.rule)
        return not_here(self._t, action, self._spec.why_not)


# --- dealing -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BadCards:
    """What becomes of a card that lies face up, or was drawn in error and seen."""

    rule: str
    limit: bool = True
    """Whether a second one voids the round."""
    finding: str | None = None
    run_out: str = "X-14"
    """The ruling by which a round is void when so many cards were bad that none is left."""


def clear_way(t: Layout, bad: BadCards, marker_rule: str | None = None) -> Steps:
    """Before a card leaves: the cut card is noted, cards that lie wrong go to the rack."""
    shoe = t.shoe
    if shoe.at_marker() and "marker" not in t.notes:
        t.notes["marker"] = True
        yield Event(
            "cut-card", marker_rule, text="the cut card is reached: reshuffle after this round"
        )
    while (wrong := shoe.next_wrong()) is not None:
        at, seen = shoe.pos, wrong == SEEN
        yield Event("discard", None if seen else bad.rule, "X-15" if seen else bad.finding, up=True)
        if at not in shoe.known:
            count_bad(t, bad, at)
    if not shoe.left:
        raise VoidError("no card is left to deal", bad.rule, bad.run_out)


def count_bad(t: Layout, bad: BadCards, at: int) -> None:
    """Void the round at the second bad card, where the game's rule says so."""
    if not bad.limit:
        return
    before: int | None = t.notes.get("bad card at")
    t.notes["bad card at"] = at
    at_once = t.house.rulings.get("X-14") == "simultaneous"
    if before is not None and (not at_once or before == at - 1):
        raise VoidError("more than one card found face up", bad.rule, "X-14")


def deal(t: Layout, place: str, rule: str, bad: BadCards, *, up: bool = True, seat: int | None = None,
         also: tuple[str, ...] = (), marker_rule: str | None = None,
         ) -> Generator[Event | Ask, Any, Card]:  # fmt: skip
    """One card from the shoe to its place; returns it."""
    shoe = t.shoe
    if shoe.wrong or not shoe.left or (shoe.marker is not None and shoe.pos >= shoe.marker):
        yield from clear_way(t, bad, marker_rule)
    card: Card = yield Event("deal", rule, place=place, up=up, seat=seat, also=also)
    return card


def collect(t: Layout, rule: str, places: Iterable[str] | None = None) -> Steps:
    """Cards on the layout to the rack, in order, so that every hand can be put together again."""
    for place in list(t.felt) if places is None else list(places):
        if place in t.felt:
            yield Event("collect", rule, place=place)


def return_wagers(t: Layout, rule: str | None, finding: str | None = None,
                  seats: Iterable[Seat] | None = None) -> Steps:  # fmt: skip
    """Void: every stake goes back in full, settled ones too where the house reads X-02 so."""
    whole = t.house.rulings.get("X-02", "entire-round") == "entire-round"
    for seat in t.seats.values() if seats is None else seats:
        for wager in seat.wagers.values():
            if wager.outcome == LIVE or (whole and wager.outcome not in ("returned", "push")):
                yield t.give_back(seat, wager.name, rule, finding)


def void_round(t: Layout, error: VoidError, collect_rule: str) -> Steps:
    """An irregularity ends the round for everybody."""
    t.notes["void"] = True
    yield Event("void", error.rule, error.finding, text=error.message)
    yield from return_wagers(t, error.rule, error.finding)
    if t.staked:
        yield Event("unstake", error.rule, error.finding, by=DEALER, amount=t.staked)
    if t.pot:
        yield Event("award", error.rule, error.finding, by=DEALER, amount=t.pot)
    yield from collect(t, collect_rule)


# --- reports of the next card, the same words in every game -----------------------------------------


NEXT_CARD: Final = ("face-up-card", "drawn-in-error", "exposed-draw")


def report_next_card(t: Layout, name: str, bad: BadCards, error_rule: str) -> Steps:
    """The dealer reports that the next card lies face up, was drawn in error, or was drawn and seen."""
    if name == "drawn-in-error":
        yield Event("report", error_rule, by=DEALER, text=name)
        return
    rule, finding = (None, "X-15") if name == "exposed-draw" else (bad.rule, None)
    at: int = yield Event("report", rule, finding, by=DEALER, text=name)
    count_bad(t, bad, at)
