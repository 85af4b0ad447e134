"""Double Cross Poker, Sections 1, 5 and 11: hands, how they compare and what they pay."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations, pairwise
from typing import Any

import pytest

from croupier.games.double_cross_poker.events import Compare
from croupier.games.double_cross_poker.house import DoubleCrossHouse, attainable, most_at_minimum
from croupier.nouns.cards import parse_cards, shoe_of
from croupier.nouns.hands import Category, ThreeCard, Unsuited, rank_hand, rank_three
from croupier.rules import changes, house
from croupier.stage.payments import Pay
from croupier.stage.round import Round
from croupier.stage.vocabulary import Stub
from croupier.telling.narrative import tell
from tests.clauses.double_cross import (
    ANTE,
    BOARD,
    CLOSE,
    DEALER,
    GAME,
    PLAYER,
    both_states,
    cases_in_both_states,
    cite,
    deck,
    play_double_cross,
    wager,
)
from tests.support import events, net, refused, result, typed


def showdown(
    player: str,
    board: str = BOARD,
    dealer: str = DEALER,
    *,
    state: str = "ma",
    axis: str = "vertical",
    options: Mapping[str, Any] | None = None,
) -> Round:
    """Play a round in which one seat antes $10 and raises on an axis."""
    return play_double_cross(
        deck(player, dealer=dealer, board=board),
        f"1 wager ante 10; dealer close; 1 raise {axis}",
        state=state,
        options=options,
    )


def side(
    player: str,
    far: str,
    *,
    state: str = "ma",
    options: Mapping[str, Any] | None = None,
    stake: str = "5",
    then: str = "1 expose",
) -> Round:
    """Play a round of one seat with a three-card wager, up to the decision on it."""
    board = f"Jd 8h Qd {far} 6h"
    return play_double_cross(
        deck(player, board=board),
        f"1 wager ante 10; 1 wager three-card {stake}; dealer close",
        then,
        state=state,
        options=options,
    )


# --- definitions: Section 1 -----------------------------------------------------------------------


@both_states("1:Ante")
def test_the_ante_lets_a_player_take_part__1_ante(state: str) -> None:
    round = play_double_cross("", state=state, seats=2)
    assert refused(round, CLOSE).rule == cite(state, "6(c)")
    round.act("2 wager ante 10")
    round.act(CLOSE)
    assert [place for place in round.layout.felt if place.startswith("seat")] == ["seat 2"]


@both_states("1:Community card")
def test_five_community_cards_and_the_center_serves_both_axes__1(state: str) -> None:
    assert result(showdown(PLAYER, state=state))["board"] == {
        "left": "Jc",
        "center": "7h",
        "right": "Tc",
        "far": "9c",
        "near": "4s",
    }
    for axis in ("vertical", "horizontal"):
        assert showdown("7s 7d", state=state, axis=axis).layout.seats[1].hand == "three-of-a-kind"


@both_states("1:Fold")
def test_a_hand_is_folded_after_the_deal_and_before_raising__1_fold(state: str) -> None:
    round = play_double_cross(deck(), ANTE, state=state)
    assert refused(round, "1 fold").rule == cite(state, "10(b)")
    round.act(CLOSE)
    round.act("1 fold")
    assert (net(round), round.outcome) == (-1000, "settled")
    assert refused(showdown(PLAYER, state=state), "1 fold").rule == cite(state, "10(h)")


@both_states("1:Hand")
def test_a_hand_is_two_cards_and_one_axis_never_the_best_of_seven__1_hand(state: str) -> None:
    # Spades lie on both axes: seven cards would hold a flush, but neither axis does.
    round = showdown("As Ks", "9s 7h Ts 8s 4s", dealer="2c 3d", state=state)
    assert round.layout.seats[1].hand == "high-card"


@both_states("1:Raise")
def test_the_raises_are_two_wagers_of_the_ante_each__1_raise(state: str) -> None:
    round = play_double_cross(
        deck(), "1 wager ante 12.50", CLOSE, "1 raise horizontal", state=state
    )
    placed = result(round)["seats"]["1"]["wagers"][-1]
    assert (placed["wager"], placed["amount"]) == ("raise", "25.00")


@both_states("1:Rank")
def test_hands_compare_by_rank__1_rank(state: str) -> None:
    assert net(showdown("Kd Qd", dealer="2c Ad", state=state)) == -3000
    assert net(showdown("Ac Qd", dealer="2c Kd", state=state)) == 3000


@both_states("1:Round of play")
def test_a_round_ends_with_every_wager_settled__1_round_of_play(state: str) -> None:
    round = play_double_cross(
        deck(PLAYER, "8s 8d"),
        "1 wager ante 10; 1 wager three-card 5; 2 wager ante 10; dealer close; 1 keep",
        "1 raise vertical",
        seats=2,
        state=state,
    )
    assert round.outcome == "open"
    round.act("2 fold")
    assert round.outcome == "settled"
    assert round.layout.on_table == 0 and not round.layout.felt


@both_states("1:Stub")
def test_the_stub_is_what_is_left_after_the_deal__1_stub(state: str) -> None:
    stub = events(play_double_cross(deck(), ANTE, CLOSE, state=state), Stub)[0]
    assert stub.count == 52 - 2 - 2 - 5
    assert not set(stub.cards or ()) & set(deck().split())


@both_states("1:Suit")
def test_suits_are_equal__1_suit(state: str) -> None:
    suits = [card[1] for card in shoe_of(1)]
    assert {suit: suits.count(suit) for suit in "cdhs"} == dict.fromkeys("cdhs", 13)
    assert net(showdown("As Kh", dealer="Ad Kc", state=state, axis="horizontal")) == 0


@both_states("1:Three-card wager")
def test_the_side_wager_is_on_two_cards_and_the_far_one__1_three_card(state: str) -> None:
    assert wager(side("5s 6d", "7c", state=state), "three-card") == ("win", "6 to 1", 3000)
    # The near card would have made the straight, the far one does not.
    board = "Jd 8h Qd Kc 7c"
    near = play_double_cross(
        deck("5s 6d", board=board), ANTE, "1 wager three-card 5", CLOSE, "1 expose", state=state
    )
    assert wager(near, "three-card") == ("lose", None, 0)


# --- five cards: 5(a), 5(b), and the worked amounts for an ante of $10 ----------------------------


@cases_in_both_states(
    "player,board,hand,won",
    (("5(b)(10)", "5(b)"), "As Kd", BOARD, "high-card", 30),
    ("5(b)(9)", "As Ad", BOARD, "pair", 30),
    ("5(b)(8)", "As 9d", "Jc 7h Tc 9c Ah", "two-pair", 40),
    ("5(b)(7)", "As Ad", "Jc 7h Tc Ac 4s", "three-of-a-kind", 70),
    ("5(b)(6)", "5s 6d", "Jc 8h Tc 7c 9s", "straight", 110),
    ("5(b)(5)", "As 9s", "Jc 7s Tc Ks 4s", "flush", 130),
    ("5(b)(4)", "As Ad", "Jc 7h Tc Ac 7s", "full-house", 150),
    ("5(b)(3)", "As Ad", "Jc Ah Tc Ac 4s", "four-of-a-kind", 310),
    ("5(b)(2)", "5s 6s", "Jc 8s Tc 7s 9s", "straight-flush", 1010),
    ("5(b)(1)", "Ks Qs", "Jc Ts Tc Js As", "royal-flush", 6010),
)
def test_a_winning_hand_and_what_it_pays__5_b_11_b(
    state: str, player: str, board: str, hand: str, won: int
) -> None:
    round = showdown(player, board, state=state)
    assert round.layout.seats[1].hand == hand
    assert net(round) == won * 100
    ante, raises = result(round)["seats"]["1"]["wagers"]
    assert (ante["odds"], ante["paid"], ante["rule"]) == (
        "1 to 1",
        "10.00",
        cite(state, "10(g)(3)"),
    )
    assert (raises["odds"], raises["rule"]) == (
        str(round.layout.house.payouts["raise"][hand]),
        cite(state, "11(b)"),
    )


def test_folding_losing_and_tying_cost_what_they_should() -> None:
    assert net(play_double_cross(deck(), ANTE, CLOSE, "1 fold")) == -1000
    assert net(showdown("8s 6d", dealer="As Kd")) == -3000
    assert net(showdown("As Kh", dealer="Ad Kc", axis="horizontal")) == 0


@both_states("5(a)")
def test_cards_rank_from_the_ace_and_it_may_be_low_in_a_straight__5_a(state: str) -> None:
    for ranks, board in (("AKQJT98765", "2c 3h 4c 2d 4s"), ("65432", "9c Jh Kc 8d Qs")):
        for higher, lower in pairwise(ranks):
            pairs = f"{higher}s {higher}d", f"{lower}s {lower}d"
            assert net(showdown(pairs[0], board, pairs[1], state=state)) == 3000
            assert net(showdown(pairs[1], board, pairs[0], state=state)) == -3000
    wheel = showdown("As 2d", "Jc 4h Tc 3c 5s", dealer="Kc Qd", state=state)
    assert (wheel.layout.seats[1].hand, net(wheel)) == ("straight", 11000)
    # It is the lowest straight (D-05): six high beats it. None runs round the corner (D-06).
    assert net(showdown("As 2d", "Jc 4h Tc 3c 5s", dealer="6c 2h", state=state)) == -3000
    assert showdown("Kd Qs", "Jc 2h Tc Ac 3s", state=state).layout.seats[1].hand == "high-card"


@pytest.mark.parametrize(
    ("reading", "kickers", "top_cards", "pairs", "categories"),
    [
        ("standard", 3000, 3000, 3000, 3000),
        ("top-card-only", 0, 3000, 3000, 3000),
        ("category-only", 0, 3000, 0, 3000),
    ],
)
def test_hands_of_one_kind_compare_as_the_house_reads_it__d_03_d_04(
    reading: str, kickers: int, top_cards: int, pairs: int, categories: int
) -> None:
    options = {"rulings.D-03": reading}
    assert net(showdown("As Kd", dealer="Ad Qc", options=options)) == kickers
    assert net(showdown("As 2d", dealer="Kd Qc", options=options)) == top_cards
    assert net(showdown("As Ad", dealer="Kc Kd", options=options)) == pairs
    assert net(showdown("2s 2d", dealer="Ac Kd", options=options)) == categories


def test_the_finding_is_named_where_the_document_does_not_decide() -> None:
    def decided(player: str, dealer: str) -> str | None:
        return events(showdown(player, dealer=dealer), Compare)[0].finding

    assert decided("As Kd", "Ad Qc") == "D-04"
    assert decided("As Kd", "Qd 3c") is None  # 5(b)(10): by the highest card
    assert decided("As Ad", "Kc Kd") == "D-03"
    assert decided("As Ad", "Kc Qd") is None


# --- three cards: 5(c), 11(c), and the worked amounts for a wager of $5 ---------------------------


@cases_in_both_states(
    "player,far,won,odds",
    (("5(c)(1)", "5(c)", "11(c)"), "Ks Qs", "Js", 200, "40 to 1"),
    (("5(c)(2)", "11(c)"), "As Ad", "Ac", 150, "30 to 1"),
    (("5(c)(3)", "11(c)"), "5s 6d", "7c", 30, "6 to 1"),
    (("5(c)(4)", "11(c)"), "As 9s", "Ks", 20, "4 to 1"),
    (("5(c)(5)", "11(c)"), "As Ad", "9c", 5, "1 to 1"),
    (("5(c)", "10(a)"), "As 9d", "Kc", -5, None),
)
def test_a_three_card_hand_and_what_it_pays__5_c_11_c(
    state: str, player: str, far: str, won: int, odds: str | None
) -> None:
    outcome = "win" if odds else "lose"
    assert wager(side(player, far, state=state), "three-card") == (outcome, odds, max(won, 0) * 100)
    assert net(side(player, far, state=state)) == won * 100 - 1000  # the ante is still out


def test_the_best_three_card_hand_is_paid_once__d_10() -> None:
    paid = events(side("As Ad", "Ac"), Pay)
    assert [(event.wager, event.odds) for event in paid] == [("three-card", "30 to 1")]


@pytest.mark.parametrize(
    ("ruling", "reading", "player", "far", "odds"),
    [
        ("D-07", "counts", "As 2d", "3c", "6 to 1"),
        ("D-07", "does-not-count", "As 2d", "3c", None),
        ("D-07", "counts", "As 2s", "3s", "40 to 1"),
        ("D-07", "does-not-count", "As 2s", "3s", "4 to 1"),
        ("D-08", "flush", "Ks As", "2s", "4 to 1"),
        ("D-08", "straight-flush", "Ks As", "2s", "40 to 1"),
        ("D-08", "straight-flush", "Ks As", "2d", None),
        ("D-09", "not-all-same", "5s 6s", "7c", "6 to 1"),
        ("D-09", "all-different", "5s 6s", "7c", None),
        ("D-09", "all-different", "5s 6d", "7c", "6 to 1"),
    ],
)
def test_the_side_hand_is_what_the_house_reads(
    ruling: str, reading: str, player: str, far: str, odds: str | None
) -> None:
    round = side(player, far, options={f"rulings.{ruling}": reading})
    assert wager(round, "three-card")[:2] == ("win" if odds else "lose", odds)


# --- odds and the limit: Section 11 ---------------------------------------------------------------


def breaches(state: str = "ma", **options: str) -> list[tuple[str, str | None, str | None]]:
    given = {key.replace("__", "."): value for key, value in options.items()}
    return [(b.key, b.rule, b.finding) for b in house.examine(GAME, given, state)[1]]


@both_states("11(a)")
def test_odds_are_stated_with_to_or_win__11_a(state: str) -> None:
    assert breaches(state, odds_word="for") == [("odds_word", cite(state, "11(a)"), None)]
    assert breaches(state, odds_word="win") == []
    assert wager(showdown(PLAYER, state=state), "raise")[1] == "1 to 1"


@both_states("11(b)")
def test_raises_are_paid_at_the_listed_odds_or_better__11_b(state: str) -> None:
    low = {"payouts.raise.flush": "5 to 1", "payouts.raise.two-pair": "7 to 5"}
    found = house.examine(GAME, low, state)[1]
    assert [b.rule for b in found] == [cite(state, "11(b)")] * 2
    better = {"payouts.raise.two-pair": "2 to 1"}
    assert net(showdown("As 9d", "Jc 7h Tc 9c Ah", state=state, options=better)) == 5000


@both_states("11(c)")
def test_side_wagers_are_paid_at_the_listed_odds_or_better__11_c(state: str) -> None:
    low = house.examine(GAME, {"payouts.three-card.flush": "3 to 1"}, state)[1]
    assert [b.rule for b in low] == [cite(state, "11(c)")]
    better = {"payouts.three-card.flush": "9 to 2"}
    assert wager(side("As 9s", "Ks", state=state, options=better), "three-card")[2] == 2250


def test_the_ante_is_even_money_whatever_the_house_wants__10_g_3() -> None:
    assert breaches(payouts__ante="2 to 1") == [("payouts.ante", "10(g)(3)", "D-33")]


def test_the_two_raises_at_3_to_2_are_always_whole__x_08() -> None:
    options = {"minimum": "0.01", "increment": "0.01"}
    round = play_double_cross(
        deck("As 9d", board="Jc 7h Tc 9c Ah"),
        "1 wager ante 0.05; dealer close; 1 raise vertical",
        options=options,
    )
    assert wager(round, "raise") == ("win", "3 to 2", 15)


def test_a_fraction_is_rounded_up_to_the_chip__x_08() -> None:
    options = {"payouts.three-card.pair": "8 to 7", "chip": "0.25"}
    assert wager(side("As Ad", "9c", options=options), "three-card")[2] == 575  # 5.7142…


@both_states("11(d)")
def test_a_limit_is_at_least_60000_or_what_the_minimum_can_win__11_d(state: str) -> None:
    rule = cite(state, "11(d)")
    assert breaches(state, payout_limit="59999.99") == [("payout_limit", rule, "X-05")]
    assert breaches(state, payout_limit="60000") == []
    # $100 times 601 plus $1 times 40: the minimum has overtaken the dollar figure.
    assert breaches(state, minimum="100", payout_limit="60139.99") == [
        ("payout_limit", rule, "X-05")
    ]
    assert breaches(state, minimum="100", payout_limit="60140") == []
    assert breaches(state, minimum="100", payout_limit="none") == []
    warned = house.examine(GAME, {"payout_limit": "60000"}, state)[2]
    assert ("approvals.payout_limit", rule) in [(w.key, w.rule) for w in warned]
    approved = {"payout_limit": "60000", "approvals.payout_limit": "Order 7"}
    warned = house.examine(GAME, approved, state)[2]
    assert "approvals.payout_limit" not in [w.key for w in warned]


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 601 * 500 + 40 * 100),
        ({"minimum": "10", "three_card.minimum": "5"}, 601 * 1000 + 40 * 500),
        ({"minimum": "10", "increment": "7.50"}, 601 * 1500 + 40 * 750),
        # Three of a kind never comes with a royal flush. It counts beside four of a kind only.
        ({"payouts.three-card.three-of-a-kind": "90 to 1"}, 601 * 500 + 40 * 100),
        (
            {
                "payouts.raise.four-of-a-kind": "300 to 1",
                "payouts.three-card.three-of-a-kind": "90 to 1",
            },
            601 * 500 + 90 * 100,
        ),
        ({"payouts.three-card.straight": "70 to 1"}, 601 * 500 + 70 * 100),
        (
            {"payouts.three-card.straight": "70 to 1", "rulings.D-09": "all-different"},
            601 * 500 + 40 * 100,
        ),
        ({"positions_per_player": "2"}, (601 + 101) * 500 + 80 * 100),
    ],
)
def test_the_most_that_the_minimum_can_win__x_05(options: dict[str, str], most: int) -> None:
    assert most_at_minimum(typed(house.build(GAME, options), DoubleCrossHouse)) == most


@pytest.mark.parametrize("unsuited", ["not-all-same", "all-different"])
def test_which_hands_can_come_together_is_proven_by_finding_them(unsuited: Unsuited) -> None:
    found = set()
    fives = [
        "Ks Qs Js Ts As",
        "5s 6s 7s 8s 9s",
        "7s 7d 7h 7c 8s",
        "7s 7d 7h 8s 8d",
        "7s 8s 9s Js 2s",
        "7s 8s 9s Td Jh",
        "7s 7d 7h 8s 9d",
        "7s 7d 8s 8d 9h",
        "7s 7d 8s 9h Jc",
        "7s 8s 9d Jh 2c",
    ]
    for text in fives:
        five = parse_cards(text)
        hand = rank_hand(five).category
        for own in combinations(five, 2):
            for far in set(shoe_of(1)) - set(own):  # on the axis or off it
                found.add((hand, rank_three((*own, far), unsuited=unsuited)))
    assert {hand for hand, _ in found} == set(Category)
    for hand in Category:
        for three in ThreeCard:
            assert ((hand, three) in found) == attainable(hand, three, unsuited)


ROYAL = deck("Ks Qs", board="Jc Ts Tc Js As")


@both_states("11(d)")
def test_the_limit_holds_for_the_two_raises__11_d_d_02(state: str) -> None:
    options = {"payout_limit": "60000"}
    round = play_double_cross(
        ROYAL, "1 wager ante 500", CLOSE, "1 raise vertical", state=state, options=options
    )
    assert net(round) == 6_050_000
    assert wager(round, "raise") == ("win", None, 6_000_000)
    paid = events(round, Pay)[-1]
    assert (paid.rule, paid.also) == (cite(state, "11(d)"), (cite(state, "11(b)"),))
    assert (paid.odds, paid.due) == ("300 to 1", 300 * 100_000)
    assert tell(paid.shown_to()) == (
        "Seat 1: raise wins $60,000, limited to that: 300 to 1 would pay $300,000"
    )


@pytest.mark.parametrize(
    ("reading", "side_paid", "ante", "raises"),
    [
        ("raises", 400_000, 50_000, 6_000_000),
        ("five-card-hand", 400_000, 50_000, 5_950_000),
        ("all-wagers", 400_000, 50_000, 5_550_000),
    ],
)
def test_what_the_limit_adds_up_is_a_reading__d_02(
    reading: str, side_paid: int, ante: int, raises: int
) -> None:
    options = {"payout_limit": "60000", "rulings.D-02": reading}
    round = play_double_cross(
        ROYAL,
        "1 wager ante 500; 1 wager three-card 100; dealer close; 1 expose; 1 raise vertical",
        options=options,
    )
    paid = [wager(round, name)[2] for name in ("three-card", "ante", "raise")]
    assert paid == [side_paid, ante, raises]


def test_a_payout_of_exactly_the_limit_is_paid_in_full__11_d() -> None:
    round = play_double_cross(
        ROYAL, "1 wager ante 100", CLOSE, "1 raise vertical", options={"payout_limit": "60000"}
    )
    paid = events(round, Pay)[-1]
    assert (paid.amount, paid.finding, paid.also) == (6_000_000, None, ())


def test_the_limit_is_not_exceeded_for_a_whole_chip__11_d_x_08() -> None:
    """$60,006 at 300 to 1 would be $60,025 in chips of $25."""
    options = {"payout_limit": "60010", "chip": "25", "increment": "0.01"}
    round = play_double_cross(
        ROYAL, "1 wager ante 100.01", CLOSE, "1 raise vertical", options=options
    )
    assert wager(round, "raise") == ("win", None, 6_001_000)
    paid = events(round, Pay)[-1]
    assert (paid.finding, paid.due) == ("D-02", 6_002_500)


def test_what_a_coupon_wins_counts_towards_the_limit__d_02_x_07() -> None:
    """The ante and its coupon would win $62,000 together, so nothing is left for the raises."""
    options = {
        "payout_limit": "60000",
        "rulings.D-02": "five-card-hand",
        "match_play": True,
        "maximum": "31000",
    }
    round = play_double_cross(
        ROYAL,
        "1 wager ante 31000 coupon 31000; dealer close; 1 raise vertical",
        seats={1: 10_000_000},
        options=options,
    )
    assert [wager(round, name)[2] for name in ("ante", "raise")] == [6_000_000, 0]


def test_a_decreased_limit_needs_notice_where_it_is_not_on_the_layout__11_d() -> None:
    def notices(display: str) -> list[str | None]:
        old, new = (
            house.build(GAME, {"payout_limit": limit, "payout_limit_display": display})
            for limit in ("70000", "60000")
        )
        return [change.rule for change in changes.differences(old, new) if change.notice]

    assert notices("posted") == ["11(d)"]
    assert notices("layout") == []
