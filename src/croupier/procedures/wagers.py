"""Wagers before the deal: how they are placed, changed, taken back, confirmed and closed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

from croupier.nouns.money import dollars
from croupier.nouns.reasons import Reason
from croupier.procedures.steps import Steps, not_here
from croupier.rules.house import House, Option
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
from croupier.stage.layout import Layout, Seat
from croupier.stage.vocabulary import Announce, Close, Confirm, Convert, Wager, Warn, Withdraw

L = TypeVar("L", bound=Layout)

LIMITS: Final = Reason("", None, "X-09")
MULTIPLES: Final = "wagers are multiples of {}"
NO_COUPONS: Final = Reason("match play coupons are not accepted here", None, "X-07")
NO_CASH: Final = Reason("a verbal wager with cash is not accepted")


def purse(cents: int) -> Bound:
    """The limit set by a player's money; X-35 requires it, the documents do not mention it."""
    return Bound(cents, "the bankroll holds only {}", None, "X-35")


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
    """The rule or finding behind the limits."""
    fixed: str = ""
    """The house file's key of its amount, if only one amount is allowed."""
    needs: str = ""
    """The wager without which it is not accepted."""
    coupon: bool = False
    """Whether a match play coupon may lie beside the chips."""
    exposure: int = 1
    """How many times the wager a player needs to stay in to the end (X-10)."""
    offered: Callable[[Any], bool] = lambda house: True

    def bounds(self, house: House) -> tuple[Bound, Bound, Bound]:
        """Return the least, the most and the step at this house; they are cached."""
        cached: tuple[Bound, Bound, Bound] | None = house.cache.get(self.name)
        if cached is None:
            least, most = (house.options[self.fixed or key] for key in (self.minimum, self.maximum))
            step = 1 if self.fixed else house.increment
            cached = house.cache[self.name] = (
                self._bound(house, least, "the {} wager is at least {{}}", least.least),
                self._bound(house, most, "the {} wager is at most {{}}", most.most),
                Bound(step, MULTIPLES, None, "X-09"),
            )
        return cached

    def _bound(self, house: House, option: Option, message: str, lawful: int | None) -> Bound:
        """Return a limit with its source: the document, or the house's choice within it (X-09)."""
        cents = house.values[option.key]
        own = not self.fixed and self.limits.rule is not None and cents != lawful
        rule, finding = (None, "X-09") if own else (self.limits.rule, self.limits.finding)
        return Bound(cents, message.format(self.name), rule, finding)


@dataclass(frozen=True)
class Wagers(Generic[L]):
    """How a game takes its wagers: the kinds, and the clauses for everything said meanwhile."""

    kinds: tuple[WagerKind, ...]
    close_rule: str | Callable[[L], str]
    nothing: Reason
    """Why a close without any wager is refused."""
    closing_words: str = "No more bets"
    """What the dealer announces at the close; empty if the document prescribes no words."""
    coupon_refused: Reason = NO_COUPONS
    cash_rule: Reason = NO_CASH
    recut_rule: str = ""
    on_recut: Callable[[L], Steps] | None = None
    area: Callable[[L, Seat], Reason | None] = lambda t, seat: None
    """Why its player may not wager on this seat, or None."""
    reports: Callable[[L], Iterable[tuple[str, ...]]] = lambda t: ()
    on_report: Callable[[L, Action], Steps] | None = None
    extras: Callable[[L, Actor], Iterable[Offer]] = lambda t, actor: ()
    on_extra: Callable[[L, Action], Steps] | None = None
    before_call: Callable[[L], Steps] | None = None
    """What the dealer does between the last wager and the closing words."""
    why_not: Mapping[str, Reason] = field(default_factory=dict)
    """Why each verb cannot be said before the deal."""

    @cached_property
    def named(self) -> Mapping[str, WagerKind]:
        """The kinds of wager that the game takes before the deal, by name."""
        return {kind.name: kind for kind in self.kinds}


def areas_per_player(
    rule: str | None, finding: str | None = None
) -> Callable[[Layout, Seat], Reason | None]:
    """Return a rule for :attr:`Wagers.area`: each player has the areas that the house permits."""

    def area(t: Layout, seat: Seat) -> Reason | None:
        if seat.player not in t.players:
            return None
        first, allowed = t.game.first_wager, t.house.positions_per_player
        others = (n for n in t.players[seat.player] if n != seat.number)
        held = sum(n in t.seats and first in t.seats[n].wagers for n in others)
        if held < allowed:
            return None
        most = f"{allowed} betting area{'s'[: allowed > 1]}"
        return Reason(f"{seat.player} may wager on {most} only", rule, finding)

    return area


class Wagering(Ask, Generic[L]):
    """The time before the first card: wagers are placed, changed and taken back."""

    def __init__(self, t: L, spec: Wagers[L]) -> None:
        self._t = t
        self._spec = spec
        self._verbal = t.house.verbal_cash
        self._coupons = t.house.match_play

    def actors(self) -> Sequence[Actor]:
        """Everybody, because no seat has to wait for another."""
        return [*self._t.seats, DEALER, FLOOR]

    def offers(self, actor: Actor) -> Iterator[Offer]:
        """Seats may wager or withdraw; the dealer and the floor may close, confirm or correct."""
        t, spec = self._t, self._spec
        if isinstance(actor, int):
            seat = t.seats.get(actor)
            if seat is None:
                return
            if spec.area(t, seat) is None:
                for kind in spec.kinds:
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
            if t.cut is not None:
                yield Offer(FLOOR, "recut")
            yield from self._confirmations(actor)
        yield from spec.extras(t, actor)

    def like(self, action: Action) -> Iterable[Offer]:
        """Return the offers that an action could match: for a wager, only those of its name."""
        seat = self._t.seats.get(action.actor) if isinstance(action.actor, int) else None
        if seat is None or action.verb != "wager":
            return self.offers(action.actor)
        kind = self._spec.named.get(str(action.args[0]))
        if kind is None or self._spec.area(self._t, seat) is not None:
            return ()
        return self._wagers(seat, kind)

    def _wagers(self, seat: Seat, kind: WagerKind) -> Iterator[Offer]:
        if (kind.needs and kind.needs not in seat.wagers) or not kind.offered(self._t.house):
            return
        low, high, step = kind.bounds(self._t.house)
        holds = seat.bankroll + seat.stake(kind.name)
        if kind.fixed:
            if holds >= low.cents:
                cost = low.cents - seat.stake(kind.name)
                yield Offer(seat.number, "wager", (kind.name,), cost)
                fixed = f"the {kind.name} is fixed at {dollars(low.cents)}"
                only = Fixed(low.cents, Reason(fixed, low.rule, low.finding))
                yield Offer(seat.number, "wager", (kind.name, only), cost)
            else:
                beyond = Amount((low,), (purse(holds),), step)
                yield Offer(seat.number, "wager", (kind.name, beyond))
            return
        amount = Amount((low,), (high, purse(holds)), step)
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
        """Return whether there is a wager that will stand at the close."""
        first = self._t.game.first_wager
        return any(
            placed.confirmed is None or len(placed.confirmed) == 2
            for seat in self._t.seats.values()
            if (placed := seat.wagers.get(first)) is not None
        )

    def why_not(self, action: Action) -> Reason:
        """Return the first objection to a wager; for other verbs, what is missing."""
        t, spec = self._t, self._spec
        if action.verb == "wager" and isinstance(action.actor, int) and action.actor in t.seats:
            kind = spec.named.get(str(action.args[0]))
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
                return Reason(
                    f"seat {action.actor} has only {dollars(seat.bankroll)}", None, "X-35"
                )
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


def take_wagers(t: L, spec: Wagers[L]) -> Steps:
    """Take wagers until the dealer closes; a seat that has a wager then is in the round."""
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
                # Journals hold these words, and a replay compares them: they stay as they are.
                text = "a verbal wager that was not confirmed is no wager"
                yield Withdraw(spec.cash_rule.rule, seat=seat.number, wager=wager.name, text=text)
    if spec.before_call is not None:
        yield from spec.before_call(t)
    rule = spec.close_rule if isinstance(spec.close_rule, str) else spec.close_rule(t)
    if spec.closing_words:
        yield Announce(rule, text=spec.closing_words)
    else:
        yield Close(rule, by=DEALER)


def _placed(t: L, spec: Wagers[L], action: Action) -> Steps:
    name = str(action.args[0])
    kind = spec.named[name]
    seat = t.seats[int(action.actor)]
    amount = int(action.args[1]) if len(action.args) > 1 else kind.bounds(t.house)[0].cents
    coupon = int(action.args[3]) if "coupon" in action.args else None
    cash = "cash" in action.args
    finding = None if coupon is None else "X-07"
    yield Wager(
        kind.rule, finding, seat=seat.number, wager=name, amount=amount, coupon=coupon, cash=cash
    )
    if seat.bankroll < (kind.exposure - 1) * amount:
        text = "may have to fold for want of money"
        yield Warn(None, "X-10", seat=seat.number, amount=kind.exposure * amount, text=text)


def _withdrawn(t: L, spec: Wagers[L], action: Action) -> Steps:
    seat = t.seats[int(action.actor)]
    name = str(action.args[0])
    dependent = [
        kind.name for kind in spec.kinds if kind.needs == name and kind.name in seat.wagers
    ]
    for wager in [*dependent, name]:
        kind = spec.named.get(wager)
        yield Withdraw(kind.rule if kind else None, seat=seat.number, wager=wager)


def _confirmed(t: L, spec: Wagers[L], who: str, number: int) -> Steps:
    wager = t.seats[number].wagers[t.game.first_wager]
    rule = spec.cash_rule.rule
    yield Confirm(rule, by=who, seat=number, wager=wager.name)
    if wager.confirmed is not None and len(wager.confirmed) == 2:
        text = "the cash is exchanged for chips"
        yield Convert(rule, by=DEALER, seat=number, amount=wager.amount, text=text)
