"""Double Cross Poker as its documents tell it, Sections 6 and 10 to 11, under either state's rulebook."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any, Final

from croupier.games import Script
from croupier.games.double_cross_poker.deck import (
    BOARD,
    CUT,
    DECK,
    deal_cards,
    method,
    place,
)
from croupier.games.double_cross_poker.reports import (
    report_after_deal,
    reports_after_deal,
    said_after_the_last_raise,
)
from croupier.nouns.cards import Card
from croupier.nouns.hands import Category, Hand, ThreeCard, comparison_key, rank_hand, rank_three
from croupier.nouns.money import Odds, dollars
from croupier.nouns.reasons import Reason
from croupier.procedures.polling import Poll, Polling
from croupier.procedures.procedure import (
    Steps,
    WagerKind,
    Wagers,
    areas_per_player,
    collect,
    take_wagers,
)
from croupier.procedures.single_deck import (
    prepare,
    recut,
    report_before_close,
    reports_before_close,
    void,
)
from croupier.stage.actions import Action, Ask, Offer
from croupier.stage.events import Event
from croupier.stage.layout import LIVE, Layout, Seat
from croupier.stage.round import VoidError

AXES: Final = {"vertical": ("far", "center", "near"), "horizontal": ("left", "center", "right")}
FOLDED: Final = "folded"


# --- the round: Section 10 --------------------------------------------------------------------------------


def play(t: Layout) -> Script:
    """A round of play, from the shuffle to the discard rack."""
    try:
        yield from prepare(t, DECK)
        yield from take_wagers(t, WAGERS)
        yield from deal_cards(t)
        for spot in ("far", "right"):
            yield Event("turn", "10(a)", place=spot)
        yield from three_card_wagers(t)
        yield from take_decisions(t)
        yield from showdown(t)
        yield from collect(t, "10(h)", pick_up_order(t))
    except VoidError as error:
        yield from void(t, error, DECK)


def showdown(t: Layout) -> Steps:
    """10(d) to 10(g): the rest of the cross, the dealer's better hand, and each hand against it."""
    remaining = [*t.playing("ante")][::-1]
    if not remaining and t.house.ruling("X-22") == "stop":
        yield Event(
            "all-folded", None, "X-22", text="everybody has folded: no more cards are turned"
        )
        return
    for spot in ("left", "center", "near"):
        yield Event("turn", "10(d)", place=spot)
    yield Event("turn", "10(e)", place="dealer")
    dealer = yield from dealers_hand(t)
    winners = []
    for seat in remaining:
        yield Event("turn", "10(f)", seat=seat.number, place=place(seat.number))
        hand = rank_hand((*t.cards_at(place(seat.number)), *axis_cards(t, seat.state)))
        seat.hand = hand.category.slug
        outcome, finding = compare(t, hand, dealer)
        yield Event("compare", "10(g)(1)", finding, seat=seat.number, outcome=outcome, also=("10(g)",),
                    text=f"{hand.describe()} against {dealer.describe()}")  # fmt: skip
        if outcome == "win":
            winners.append((seat, hand))
        elif outcome == "lose":
            yield from lose(t, seat)
        else:
            yield from tie(t, seat)
    for seat, hand in winners:
        yield from pay(t, seat, hand)


def pick_up_order(t: Layout) -> list[str]:
    """10(h): players' cards as they were settled, then the dealer's and the cross (X-31, D-36)."""
    players = [place(number) for number in sorted(t.seats, reverse=True)]
    return [*players, "dealer", *BOARD[t.house.ruling("D-11")]]


def axis_cards(t: Layout, axis: str) -> list[Card]:
    """The three cards of an axis; the center card belongs to both."""
    return [card for spot in AXES[axis] for card in t.cards_at(spot)]


def dealers_hand(t: Layout) -> Generator[Event | Ask, Any, Hand]:
    """10(e): the higher of the two hands; if neither is, the vertical one (D-29)."""
    own = t.cards_at("dealer")
    hands = {axis: rank_hand((*own, *axis_cards(t, axis))) for axis in AXES}
    reading = t.house.ruling("D-03")
    keys = {axis: comparison_key(hand, reading) for axis, hand in hands.items()}
    axis = max(AXES, key=keys.__getitem__)
    alike = keys["vertical"] == keys["horizontal"]
    t.notes["dealer"] = {"hand": hands[axis].category.slug, "axis": axis}
    yield Event("align", "10(e)", "D-29" if alike else None, place=axis,
                text=f"the dealer plays {axis}: {hands[axis].describe()}")  # fmt: skip
    return hands[axis]


def compare(t: Layout, hand: Hand, dealer: Hand) -> tuple[str, str | None]:
    """The outcome, and the finding that decided it where the document leaves hands of a kind equal."""
    reading = t.house.ruling("D-03")
    mine, theirs = comparison_key(hand, reading), comparison_key(dealer, reading)
    outcome = "win" if mine > theirs else "lose" if mine < theirs else "push"
    if hand.category != dealer.category:
        return outcome, None
    if hand.category != Category.HIGH_CARD:
        return outcome, "D-03"
    # 5(b)(10) compares the highest cards of such hands, and nothing else.
    return outcome, "D-04" if hand.ranks[0] == dealer.ranks[0] else None


def lose(t: Layout, seat: Seat) -> Steps:
    """10(g)(2): all three wagers to the tray, and the cards at once to the rack."""
    for wager in ("ante", "raise"):
        yield t.take(seat, wager, "10(g)(2)")
    yield Event("collect", "10(g)(2)", place=place(seat.number))


def tie(t: Layout, seat: Seat) -> Steps:
    """10(g)(3): neither paid nor collected, which goes for all three wagers or the ante alone (D-20)."""
    yield t.give_back(seat, "ante", "10(g)(3)", outcome="push")
    if t.house.ruling("D-20") == "push-all":
        yield t.give_back(seat, "raise", "10(g)(3)", "D-20", outcome="push")
    else:
        yield t.take(seat, "raise", "10(g)(3)", finding="D-20")


def pay(t: Layout, seat: Seat, hand: Hand) -> Steps:
    """10(g)(3), 11: the ante even, the two raises together by the posted odds, within the limit."""
    odds = {
        "ante": (t.book.fixed_odds["ante"], "10(g)(3)"),
        "raise": (t.house.payouts["raise"][hand.category.slug], "11(b)"),
    }
    for wager, (at, rule) in odds.items():
        yield pay_within_limit(t, seat, wager, at, rule)


LIMITED: Final = {
    "raises": ("raise",),
    "five-card-hand": ("ante", "raise"),
    "all-wagers": ("three-card", "ante", "raise"),
}
"""The wagers whose payouts the limit of 11(d) adds up, by the reading of D-02."""


def pay_within_limit(t: Layout, seat: Seat, wager: str, odds: Odds, rule: str) -> Event:
    """A winning wager, paid in full or as far as the payout limit goes."""
    limit = t.house["payout_limit"]
    counted = LIMITED[t.house.ruling("D-02")]
    if limit is not None and wager in counted:
        placed = seat.wagers[wager]
        before = sum(seat.wagers[name].paid for name in counted if name in seat.wagers)
        left = limit - before
        if odds.pay(placed.amount + placed.coupon, t.house.chip) > left:
            return t.pay(seat, wager, odds, rule, paid=left, finding="D-02", also=("11(d)",))
    return t.pay(seat, wager, odds, rule)


# --- the three-card wager: 10(a) -------------------------------------------------------------------------


def three_card_wagers(t: Layout) -> Steps:
    """Who exposes and has a hand is paid; all others lose, and losers are collected first."""
    seats = [*t.playing("three-card")]
    exposed = yield from elect(t, seats)
    winners = []
    for seat in seats:
        hand = three_card_hand(t, seat)
        if exposed[seat.number] and hand.slug in t.house.payouts["three-card"]:
            winners.append((seat, hand))
        else:
            yield t.take(seat, "three-card", "10(a)")
    for seat, hand in winners:
        odds = t.house.payouts["three-card"][hand.slug]
        yield pay_within_limit(t, seat, "three-card", odds, "11(c)")
    for seat in seats:
        if exposed[seat.number]:
            yield Event("turn", "10(a)", seat=seat.number, place=place(seat.number), up=False)


def three_card_hand(t: Layout, seat: Seat) -> ThreeCard:
    """The seat's two cards with the far one."""
    return rank_three(
        (*t.cards_at(place(seat.number)), *t.cards_at("far")),
        low_ace=t.house.ruling("D-07"),
        suited_king_ace_two=t.house.ruling("D-08"),
        unsuited=t.house.ruling("D-09"),
    )


def elect(t: Layout, seats: list[Seat]) -> Generator[Event | Ask, Any, dict[int, bool]]:
    """Who exposes: chosen in seat order, or by all at once, unseen by each other (D-13)."""
    secret = t.house.ruling("D-13") == "simultaneous"
    exposed: dict[int, bool] = {}
    while waiting := [seat for seat in seats if seat.number not in exposed]:
        action: Action = yield Polling(t, ELECTION, *(waiting if secret else waiting[:1]))
        if action.verb == "report":
            yield from report_after_deal(t, action)
            continue
        number = int(action.actor)
        exposed[number] = action.verb == "expose"
        if secret:
            yield Event("chosen", "10(a)", "D-13", seat=number)
        else:
            yield from show_choice(number, exposed[number])
    if secret:
        for seat in seats:
            yield from show_choice(seat.number, exposed[seat.number])
    return exposed


def show_choice(seat: int, exposes: bool) -> Steps:
    """10(a): the three-card wager's hand is exposed, or kept."""
    yield Event("expose" if exposes else "keep", "10(a)", seat=seat)
    if exposes:
        yield Event("turn", "10(a)", seat=seat, place=place(seat))


# --- fold or play: 10(b), 10(c) ------------------------------------------------------------------------------


def take_decisions(t: Layout) -> Steps:
    """Each player is asked in turn, from the dealer's left; what was decided stands."""
    t.notes["undecided"] = True
    for seat in [*t.playing("ante")]:
        yield Event("poll", "10(c)", seat=seat.number, also=("10(b)",),
                    text=t.book.announcements["fold-or-play"].text)  # fmt: skip
        ask = Polling(t, DECISION, seat)
        while (action := (yield ask)).verb == "report":
            yield from report_after_deal(t, action)
        t.notes["undecided"] = False
        if action.verb == "fold":
            seat.state = FOLDED
            yield t.take(seat, "ante", "10(c)(1)", outcome="forfeited")
            yield Event("collect", "10(c)(1)", place=place(seat.number))
        else:
            seat.state = axis = str(action.args[0])
            yield Event("wager", "10(c)(2)", seat=seat.number, wager="raise", place=axis,
                        amount=raises(seat), also=("6(e)",))  # fmt: skip
    if seat.state != FOLDED:
        t.notes["afterwards"] = said_after_the_last_raise(seat)


def raises(seat: Seat) -> int:
    """The two raises together, each as much as the ante's chips (X-07)."""
    return 2 * seat.stake("ante")


def decisions(t: Layout, seat: Seat) -> Iterable[Offer]:
    """What a seat may do with its hand; raises only if it can pay both."""
    yield Offer(seat.number, "fold")
    if seat.bankroll >= raises(seat):
        for axis in AXES:
            yield Offer(seat.number, "raise", (axis,))


def too_poor(t: Layout, seat: Seat) -> Reason:
    """Why a seat cannot raise."""
    return Reason(f"seat {seat.number} has only {dollars(seat.bankroll)}: the two raises take "
                  f"{dollars(raises(seat))}", "10(c)(2)", "X-10")  # fmt: skip


def absent(t: Layout, number: int) -> str:
    """X-11: a winning three-card hand is exposed, everything else is kept down or folded."""
    seat = t.seats[number]
    side = seat.wagers.get("three-card")
    if side is None or side.outcome != LIVE:
        return "fold"
    wins = three_card_hand(t, seat).slug in t.house.payouts["three-card"]
    return "expose" if wins else "keep"


CLOSED: Final = Reason("no wager is made, increased or withdrawn after “No more bets”", "6(c)")
NOT_YET: Final = {
    "raise": Reason("raises are placed when the dealer asks, after the three-card wagers", "10(b)"),
    "fold": Reason("a hand is folded when the dealer asks, after the three-card wagers", "10(b)"),
}
NOTHING_TO_SHOW: Final = Reason(
    "only for a three-card wager that is not settled are cards exposed", "10(a)", "D-15"
)
AFTER_DEAL: Final = {
    "expose": NOTHING_TO_SHOW,
    "keep": NOTHING_TO_SHOW,
    "recut": Reason("the cards are recut before any card is dealt", "4(d)"),
    "confirm": Reason("a verbal wager with cash is not accepted", "6(a)"),
    **NOT_YET,
    "*": CLOSED,
}


ELECTION: Final = Poll(
    answers=lambda t, seat: (Offer(seat.number, verb) for verb in ("expose", "keep")),
    verbs=dict.fromkeys(("expose", "keep"), lambda t, seat: NOTHING_TO_SHOW),
    rule="10(a)",
    reports=reports_after_deal,
    why_not=AFTER_DEAL,
)
DECISION: Final = Poll(
    answers=decisions,
    verbs=dict.fromkeys(("fold", "raise"), too_poor),
    rule="10(c)",
    reports=reports_after_deal,
    why_not=AFTER_DEAL,
)


# --- wagers before the deal: Section 6 --------------------------------------------------------------------------

NO_CASH: Final = Reason("a verbal wager with cash is not accepted", "6(a)")

WAGERS: Final = Wagers(
    kinds=(
        WagerKind("ante", "6(a)", coupon=True, exposure=3),
        WagerKind("three-card", "6(d)", "three_card.minimum", "three_card.maximum",
                  limits=Reason("", "6(d)"), needs="ante"),
    ),
    close_rule=lambda t: method(t).call,
    nothing=Reason("no round is dealt without an ante", "6(c)"),
    coupon_refused=Reason("a match play coupon is not accepted here", "6(a)", "X-07"),
    cash_rule=NO_CASH,
    recut_rule=CUT.again,
    on_recut=lambda t: recut(t, CUT),
    area=areas_per_player(None, "X-13"),
    reports=lambda t: reports_before_close(t, DECK),
    on_report=lambda t, action: report_before_close(t, str(action.args[0]), DECK),
    why_not={
        "expose": Reason("cards are exposed after the far card has been turned", "10(a)"),
        "keep": Reason("cards are exposed or kept after the far card has been turned", "10(a)"),
        **NOT_YET,
        "*": Reason("this cannot be said before the deal", "6(c)"),
    },
)  # fmt: skip
