"""A round of Double Cross Poker: Sections 6, 10 and 11, under either state's rulebook."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import Any, Final

from croupier.games.double_cross_poker.deck import (
    BOARD,
    CUT,
    DECK,
    count_deck,
    deal_cards,
    method,
)
from croupier.games.double_cross_poker.events import (
    Align,
    AllFolded,
    Chosen,
    Compare,
    Expose,
    Keep,
)
from croupier.games.double_cross_poker.irregularities import (
    report_after_deal,
    reports_after_deal,
    said_after_the_last_raise,
)
from croupier.games.double_cross_poker.layout import (
    AXES,
    FOLDED,
    RAISE,
    DoubleCrossLayout,
    place,
)
from croupier.nouns.cards import Card
from croupier.nouns.hands import Category, Hand, ThreeCard, comparison_key, rank_hand, rank_three
from croupier.nouns.money import Odds, dollars
from croupier.nouns.reasons import Reason
from croupier.procedures.dealing import collect
from croupier.procedures.polling import Poll, Polling
from croupier.procedures.single_deck import (
    count_due,
    prepare,
    recut,
    report_before_close,
    reports_before_close,
    void,
)
from croupier.procedures.steps import Steps, VoidError
from croupier.procedures.wagers import WagerKind, Wagers, areas_per_player, take_wagers
from croupier.stage.actions import Action, Ask, Offer
from croupier.stage.events import Event
from croupier.stage.game import Script
from croupier.stage.layout import Seat
from croupier.stage.payments import Pay
from croupier.stage.vocabulary import Collect, Turn, Wager
from croupier.stage.vocabulary import Poll as Asked

# --- the round: Section 10 ------------------------------------------------------------------------


def play(t: DoubleCrossLayout) -> Script:
    """Play a round, from the shuffle to the discard rack."""
    afterwards = None
    try:
        yield from prepare(t, DECK)
        yield from take_wagers(t, WAGERS)
        yield from deal_cards(t)
        for spot in ("far", "right"):
            yield Turn("10(a)", place=spot)
        yield from three_card_wagers(t)
        afterwards = yield from take_decisions(t)
        yield from showdown(t)
        yield from collect(t, "10(h)", pick_up_order(t))
    except VoidError as error:
        yield from void(t, error)
        if count_due(t, DECK):
            yield from count_deck(t)
    return afterwards


def showdown(t: DoubleCrossLayout) -> Steps:
    """10(d) to 10(g): turn the rest of the cross, and compare each hand with the dealer's."""
    remaining = [*t.playing("ante")][::-1]
    if not remaining and t.house.X_22 == "stop":
        text = "everybody has folded: no more cards are turned"
        yield AllFolded(None, "X-22", text=text)
        return
    for spot in ("left", "center", "near"):
        yield Turn("10(d)", place=spot)
    yield Turn("10(e)", place="dealer")
    dealer = yield from dealers_hand(t)
    winners = []
    for seat in remaining:
        yield Turn("10(f)", seat=seat.number, place=place(seat.number))
        hand = rank_hand((*t.cards_at(place(seat.number)), *axis_cards(t, seat.state)))
        outcome, finding = compare(t, hand, dealer)
        yield Compare(
            "10(g)(1)",
            finding,
            also=("10(g)",),
            seat=seat.number,
            outcome=outcome,
            text=f"{hand.describe()} against {dealer.describe()}",
            hand=hand.category.slug,
        )
        if outcome == "win":
            winners.append((seat, hand))
        elif outcome == "lose":
            yield from lose(t, seat)
        else:
            yield from tie(t, seat)
    for seat, hand in winners:
        yield from pay(t, seat, hand)


def pick_up_order(t: DoubleCrossLayout) -> list[str]:
    """10(h): players' cards as they were settled, the dealer's, then the cross (X-31, D-36)."""
    players = [place(number) for number in sorted(t.seats, reverse=True)]
    return [*players, "dealer", *BOARD[t.house.D_11]]


def axis_cards(t: DoubleCrossLayout, axis: str) -> list[Card]:
    """Return the three cards of an axis; the center card belongs to both axes."""
    return [card for spot in AXES[axis] for card in t.cards_at(spot)]


def dealers_hand(t: DoubleCrossLayout) -> Generator[Event | Ask, Any, Hand]:
    """10(e): play the dealer's higher hand; if both are equal, the vertical one (D-29)."""
    own = t.cards_at("dealer")
    hands = {axis: rank_hand((*own, *axis_cards(t, axis))) for axis in AXES}
    reading = t.house.D_03
    keys = {axis: comparison_key(hand, reading) for axis, hand in hands.items()}
    axis = max(AXES, key=keys.__getitem__)
    alike = keys["vertical"] == keys["horizontal"]
    hand = hands[axis]
    text = f"the dealer plays {axis}: {hand.describe()}"
    finding = "D-29" if alike else None
    yield Align("10(e)", finding, place=axis, text=text, hand=hand.category.slug)
    return hand


def compare(t: DoubleCrossLayout, hand: Hand, dealer: Hand) -> tuple[str, str | None]:
    """Return the outcome, and the finding that decides it if the document ranks the hands equal."""
    reading = t.house.D_03
    mine, theirs = comparison_key(hand, reading), comparison_key(dealer, reading)
    outcome = "win" if mine > theirs else "lose" if mine < theirs else "push"
    if hand.category != dealer.category:
        return outcome, None
    if hand.category != Category.HIGH_CARD:
        return outcome, "D-03"
    # 5(b)(10) compares only the highest cards of high-card hands.
    return outcome, "D-04" if hand.ranks[0] == dealer.ranks[0] else None


def lose(t: DoubleCrossLayout, seat: Seat) -> Steps:
    """10(g)(2): take all three wagers to the tray, and the cards to the rack at once."""
    for wager in ("ante", RAISE):
        yield t.take(seat, wager, "10(g)(2)")
    yield Collect("10(g)(2)", place=place(seat.number))


def tie(t: DoubleCrossLayout, seat: Seat) -> Steps:
    """10(g)(3): a tie is neither paid nor collected; D-20 says whether that covers the raises."""
    yield t.push(seat, "ante", "10(g)(3)")
    if t.house.D_20 == "push-all":
        yield t.push(seat, RAISE, "10(g)(3)", "D-20")
    else:
        yield t.take(seat, RAISE, "10(g)(3)", finding="D-20")


def pay(t: DoubleCrossLayout, seat: Seat, hand: Hand) -> Steps:
    """10(g)(3), 11: pay the ante 1 to 1 and both raises at the posted odds, within the limit."""
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
"""The wagers whose payouts count towards the limit of 11(d), by the reading of D-02."""


def pay_within_limit(t: DoubleCrossLayout, seat: Seat, wager: str, odds: Odds, rule: str) -> Pay:
    """Pay a winning wager in full, or as far as the payout limit of 11(d) allows."""
    limit = t.house.payout_limit
    counted = LIMITED[t.house.D_02]
    if limit is not None and wager in counted:
        left = limit - sum(seat.wagers[name].paid for name in counted if name in seat.wagers)
        if t.due(seat, wager, odds) > left:
            return t.pay(seat, wager, odds, "11(d)", paid=left, finding="D-02", also=(rule,))
    return t.pay(seat, wager, odds, rule)


# --- the three-card wager: 10(a) ------------------------------------------------------------------


def three_card_wagers(t: DoubleCrossLayout) -> Steps:
    """Pay the seats that expose a winning hand; all others lose, and are collected first."""
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
            yield Turn("10(a)", seat=seat.number, place=place(seat.number), up=False)


def three_card_hand(t: DoubleCrossLayout, seat: Seat) -> ThreeCard:
    """Rank the seat's two cards together with the far card."""
    return rank_three(
        (*t.cards_at(place(seat.number)), *t.cards_at("far")),
        low_ace=t.house.D_07,
        suited_king_ace_two=t.house.D_08,
        unsuited=t.house.D_09,
    )


def elect(t: DoubleCrossLayout, seats: list[Seat]) -> Generator[Event | Ask, Any, dict[int, bool]]:
    """Ask each seat whether it exposes: in seat order, or all at once in secret (D-13)."""
    secret = t.house.D_13 == "simultaneous"
    exposed: dict[int, bool] = {}
    while waiting := [seat for seat in seats if seat.number not in exposed]:
        action: Action = yield Polling(t, ELECTION, *(waiting if secret else waiting[:1]))
        if action.verb == "report":
            yield from report_after_deal(t, action)
            continue
        number = int(action.actor)
        exposed[number] = action.verb == "expose"
        if secret:
            yield Chosen("10(a)", "D-13", seat=number)
        else:
            yield from show_choice(number, exposed[number])
    if secret:
        for seat in seats:
            yield from show_choice(seat.number, exposed[seat.number])
    return exposed


def show_choice(seat: int, exposes: bool) -> Steps:
    """10(a): expose the hand of the three-card wager, or keep it face down."""
    if exposes:
        yield Expose("10(a)", seat=seat)
        yield Turn("10(a)", seat=seat, place=place(seat))
    else:
        yield Keep("10(a)", seat=seat)


# --- fold or play: 10(b), 10(c) -------------------------------------------------------------------


def take_decisions(t: DoubleCrossLayout) -> Script:
    """Ask each player in turn, from the dealer's left; a decision stands."""
    question = t.book.announcements["fold-or-play"].text
    for seat in [*t.playing("ante")]:
        number = seat.number
        yield Asked("10(c)", seat=number, also=("10(b)",), text=question)
        ask = Polling(t, DECISION, seat)
        while (action := (yield ask)).verb == "report":
            yield from report_after_deal(t, action)
        if action.verb == "fold":
            yield t.take(seat, "ante", "10(c)(1)", outcome="forfeited")
            yield Collect("10(c)(1)", place=place(number))
        else:
            axis, amount = str(action.args[0]), raises(seat)
            yield Wager(
                "10(c)(2)", seat=number, wager=RAISE, place=axis, amount=amount, also=("6(e)",)
            )
    return None if seat.state == FOLDED else said_after_the_last_raise(seat)


def raises(seat: Seat) -> int:
    """Return the two raises together; each equals the chips of the ante (X-07)."""
    return 2 * seat.stake("ante")


def decisions(t: DoubleCrossLayout, seat: Seat) -> Iterable[Offer]:
    """Yield what a seat may do with its hand; it may raise only if it can pay both raises."""
    yield Offer(seat.number, "fold")
    if seat.bankroll >= raises(seat):
        for axis in AXES:
            yield Offer(seat.number, "raise", (axis,), raises(seat))


def too_poor(t: DoubleCrossLayout, seat: Seat) -> Reason:
    """Why a seat cannot raise."""
    has, takes = dollars(seat.bankroll), dollars(raises(seat))
    message = f"seat {seat.number} has only {has}: the two raises take {takes}"
    return Reason(message, "10(c)(2)", "X-10")


def absent(t: DoubleCrossLayout, number: int) -> str:
    """X-11: an absent player exposes a winning three-card hand, and otherwise keeps or folds."""
    seat = t.seats[number]
    side = seat.wagers.get("three-card")
    if side is None or not side.live:
        return "fold"
    wins = three_card_hand(t, seat).slug in t.house.payouts["three-card"]
    return "expose" if wins else "keep"


CLOSED: Final = Reason("no wager is made, increased or withdrawn after “No more bets”", "6(c)")
NOT_YET: Final = {
    "raise": Reason("raises are placed when the dealer asks, after the three-card wagers", "10(b)"),
    "fold": Reason("a hand is folded when the dealer asks, after the three-card wagers", "10(b)"),
}
NOTHING_TO_SHOW: Final = Reason(
    "cards are exposed only for a three-card wager that is not settled", "10(a)", "D-15"
)
AFTER_DEAL: Final = {
    "expose": NOTHING_TO_SHOW,
    "keep": NOTHING_TO_SHOW,
    "recut": Reason("the cards are recut before any card is dealt", "4(d)"),
    "confirm": Reason("a verbal wager with cash is not accepted", "6(a)"),
    **NOT_YET,
    "*": CLOSED,
}


ELECTION: Final[Poll[DoubleCrossLayout]] = Poll(
    answers=lambda t, seat: (Offer(seat.number, verb) for verb in ("expose", "keep")),
    verbs=dict.fromkeys(("expose", "keep"), lambda t, seat: NOTHING_TO_SHOW),
    rule="10(a)",
    reports=reports_after_deal,
    why_not=AFTER_DEAL,
)
DECISION: Final[Poll[DoubleCrossLayout]] = Poll(
    answers=decisions,
    verbs=dict.fromkeys(("fold", "raise"), too_poor),
    rule="10(c)",
    reports=reports_after_deal,
    why_not=AFTER_DEAL,
)


# --- wagers before the deal: Section 6 ------------------------------------------------------------

NO_CASH: Final = Reason("a verbal wager with cash is not accepted", "6(a)")

WAGERS: Final[Wagers[DoubleCrossLayout]] = Wagers(
    kinds=(
        WagerKind("ante", "6(a)", coupon=True, exposure=3),
        WagerKind(
            "three-card",
            "6(d)",
            "three_card.minimum",
            "three_card.maximum",
            limits=Reason("", "6(d)"),
            needs="ante",
        ),
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
)
