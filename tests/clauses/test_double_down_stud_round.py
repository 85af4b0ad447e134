"""Double Down Stud, Sections 1, 5, 6, 8 and 9: hands, wagers, the round of play, settlement."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

from croupier.nouns.canonical import encode
from croupier.nouns.cards import DECK, Card
from croupier.nouns.hands import rank_hand
from croupier.nouns.money import parse_money
from croupier.stage.events import PUBLIC
from croupier.stage.payments import Pay, Take
from croupier.stage.preparing import Load, Shuffle
from croupier.stage.vocabulary import Announce, Collect, Deal, Stub, Turn, Wager
from tests.support import events, field, net, play, refused, result, said, table

DOC = "double-down-stud.ma"
WAGER, CLOSE, DOUBLE = "1 wager original 10", "dealer close", "1 double 10"

dds = partial(play, "double-down-stud")
"""One card for every area, then the hole card and three open ones."""


def dealt(cards: str, *answers: str) -> dict[str, object]:
    """Play a round of seat 1 with $10, and the double if there is one."""
    return dict(result(dds(cards, WAGER, CLOSE, *(answers or ("1 pass",))))["seats"]["1"])


# --- hands: Section 5 -----------------------------------------------------------------------------

HANDS = [
    # The player's card, the hole card, three open cards: the hand, the net of $10 and $10 doubled.
    ("Ah Th Kh Qh Jh", "royal-flush", 2_000_000, "5(b)(1)"),
    ("9s 8s 7s 6s 5s", "straight-flush", 200_000, "5(b)(2)"),
    ("7c 7d 7h 7s 2c", "four-of-a-kind", 50_000, "5(b)(3)"),
    ("Kd 5h Kc 5s Kh", "full-house", 20_000, "5(b)(4)"),
    ("Ac Jc 9c 6c 2c", "flush", 16_000, "5(b)(5)"),
    ("9d 8s 7s 6s 5s", "straight", 10_000, "5(b)(6)"),
    ("4c 4d 4h 9s 2c", "three-of-a-kind", 6_000, "5(b)(7)"),
    ("4c 4d 9h 9s 2c", "two-pair", 4_000, "5(b)(8)"),
    ("Jc Jd 9h 4s 2c", "pair", 2_000, "5(b)(9)"),
    ("Tc Td 9h 4s 2c", "pair", 0, "5(b)(9)"),
    ("5c 5d 9h 4s 2c", "pair", -2_000, "5(b)(9)"),
    ("Ac Kd 9h 4s 2c", "high-card", -2_000, "5(b)"),
]


@pytest.mark.parametrize(
    ("cards", "hand", "won"),
    [
        pytest.param(*row[:3], id=f"{row[1]} {row[2]}", marks=pytest.mark.clause(DOC, row[3]))
        for row in HANDS
    ],
)
def test_each_hand_is_known_and_paid__5_b(cards: str, hand: str, won: int) -> None:
    round = dds(cards, WAGER, CLOSE, DOUBLE)
    assert result(round)["seats"]["1"]["hand"] == hand
    assert net(round) == won


@pytest.mark.clause(DOC, "5(b)", "1:Rank")
def test_hands_rank_in_the_written_order__5_b() -> None:
    hands = [rank_hand([Card(word) for word in row[0].split()]) for row in HANDS]
    assert hands == sorted(hands, reverse=True)


@pytest.mark.clause(DOC, "5(a)")
def test_an_ace_ends_a_straight_at_either_end_and_none_goes_round__5_a_S_20() -> None:
    assert dealt("Ac 2d 3h 4s 5c")["hand"] == "straight"
    assert dealt("Ac Kd Qh Js Tc")["hand"] == "straight"
    assert dealt("As 2s 3s 4s 5s")["hand"] == "straight-flush"
    assert dealt("Qc Kd Ah 2s 3c")["hand"] == "high-card"


@pytest.mark.clause(DOC, "5(b)(2)", "5(b)(5)", "5(b)(6)")
def test_a_suited_sequence_counts_as_the_stronger_hand__S_19() -> None:
    assert dealt("6d 7d 8d 9d Td")["hand"] == "straight-flush"


@pytest.mark.clause(DOC, "1:Suit")
def test_four_suits_of_thirteen_and_none_outranks_another__1_Suit() -> None:
    assert Counter(card[1] for card in DECK) == dict.fromkeys("dsch", 13)
    nets = {dealt(" ".join(rank + suit for rank in "AJ962"))["net"] for suit in "dsch"}
    assert nets == {"80.00"}


@pytest.mark.clause(DOC, "1:Hand")
def test_a_hand_is_the_players_card_and_the_four_of_the_dealer__1_Hand() -> None:
    round = dds("Qc 2d Jc Qh 7s 9c", WAGER, "2 wager original 10", CLOSE, CLOSE, seats=2)
    # Seat 1 pairs the open queen. Seat 2 has no pair and does not share seat 1's card.
    assert [result(round)["seats"][n]["hand"] for n in "12"] == ["pair", "high-card"]
    assert [net(round, n) for n in (1, 2)] == [1000, -1000]


# --- wagers: Section 6 ----------------------------------------------------------------------------


@pytest.mark.clause(DOC, "6(a)")
def test_chips_on_the_area_and_never_cash__6_a() -> None:
    round = dds("2c")
    assert refused(round, "1 wager original 10 cash").rule == "6(a)"
    assert refused(round, "dealer confirm 1").rule == "6(a)"
    round.act(WAGER)
    assert events(round, Wager)[0].rule == "6(a)"
    assert round.layout.seats[1].bankroll == 999_000


@pytest.mark.clause(DOC, "6(a)")
def test_coupons_only_where_the_house_takes_them__6_a_X_07() -> None:
    coupon = "1 wager original 10 coupon 10"
    refusal = refused(dds("2c"), coupon)
    assert (refusal.rule, refusal.finding) == ("6(a)", "X-07")
    taken = partial(dds, options={"match_play": True})
    assert refused(taken("2c"), "1 wager original 10 coupon 5").finding == "X-07"
    # A flush pays 8 to 1 on chips and coupon. The chips alone limit the double.
    won = taken("Ac Jc 9c 6c 2c", coupon, CLOSE)
    assert refused(won, "1 double 20").rule == "8(d)"
    won.act(DOUBLE)
    assert net(won) == 16_000 + 8_000
    assert net(taken("Tc Td 9h 4s 2c", coupon, CLOSE, "1 pass")) == 0
    assert net(taken("5c 5d 9h 4s 2c", coupon, CLOSE, "1 pass")) == -1000


@pytest.mark.clause(DOC, "6(b)")
def test_nothing_is_added_or_taken_back_after_the_call__6_b() -> None:
    round = dds("2c", WAGER, "1 wager original 25", "1 withdraw original", WAGER, seats=2)
    assert round.layout.seats[1].stake("original") == 1000
    round.act(CLOSE)
    for late in ("1 wager original 20", "2 wager original 10", "1 withdraw original"):
        refusal = refused(round, late)
        assert (refusal.rule, refusal.finding) == ("6(b)", "S-02")
    round.act(DOUBLE)  # the exception


@pytest.mark.clause(DOC, "1:Round of play")
def test_no_round_without_a_wager__1_Round_of_play() -> None:
    assert refused(dds("2c"), CLOSE).rule == "1:Round of play"
    assert refused(dds("2c", WAGER, "1 withdraw original"), CLOSE).rule == "1:Round of play"


@pytest.mark.clause(DOC, "1:Round of play")
def test_a_round_ends_when_every_wager_is_settled__1_Round_of_play() -> None:
    round = dds("2c 3c 4c", WAGER, "3 wager original 5", CLOSE, "1 pass", seats=3)
    assert (round.outcome, round.asking()) == ("open", [3])
    round.act("3 double 5")
    assert round.outcome == "settled"
    assert round.layout.on_table == 0
    assert refused(round, "1 pass").rule == "9(d)"


def test_limits_and_bankroll__X_09() -> None:
    round = dds("2c", seats={1: 2000, 2: 100_000})
    for amount in ("0", "4.50", "500.50", "7.25"):
        assert refused(round, f"2 wager original {amount}").finding == "X-09"
    poor = refused(round, "1 wager original 20.50")
    assert (poor.rule, poor.finding) == (None, "X-35")
    assert refused(round, "4 wager original 10").finding == "X-25"


# --- two areas: 6(c) ------------------------------------------------------------------------------

two_areas = partial(dds, seats=4, players={"Ann": [1, 2, 3]}, options={"positions_per_player": 2})


@pytest.mark.clause(DOC, "6(c)")
def test_one_area_unless_the_house_permits_two__6_c() -> None:
    round = dds("2c", WAGER, seats=2, players={"Ann": [1, 2]})
    assert refused(round, "2 wager original 10").rule == "6(c)"
    round.act("1 withdraw original")
    round.act("2 wager original 10")


@pytest.mark.clause(DOC, "6(c)")
def test_two_areas_adjoin_and_never_three__6_c() -> None:
    round = two_areas("2c", WAGER)
    refusal = refused(round, "3 wager original 10")
    assert (refusal.rule, refusal.finding) == ("6(c)", "S-10")
    round.act("2 wager original 20")
    refusal = refused(round, "3 wager original 10")
    assert (refusal.rule, refusal.finding) == ("6(c)", None)
    round.act("1 wager original 15")  # a wager that stands may still be changed
    round.act("4 wager original 10")  # somebody else's area


@pytest.mark.clause(DOC, "6(c)")
def test_the_first_and_the_last_area_do_not_adjoin__S_10() -> None:
    round = two_areas("2c", WAGER, players={"Ann": [1, 7]}, seats=7)
    assert refused(round, "7 wager original 10").finding == "S-10"


@pytest.mark.clause(DOC, "1:Hand")
def test_each_area_has_its_own_card_hand_and_double__S_09() -> None:
    round = two_areas("Jc 2d Jh 9s 4d 7c", WAGER, "2 wager original 20", CLOSE)
    assert [round.layout.cards_at(f"seat {n}") for n in (1, 2)] == [["Jc"], ["2d"]]
    round.act(DOUBLE)
    assert refused(round, DOUBLE).rule == "8(d)"
    round.act("2 pass")
    assert [net(round, n) for n in (1, 2)] == [2000, -2000]


# --- dealing: Section 8 ---------------------------------------------------------------------------


@pytest.mark.clause(DOC, "8(a)(1)")
def test_the_call_comes_before_the_first_card_from_a_manual_shoe__8_a_1() -> None:
    round = dds("2c", WAGER, CLOSE)
    kinds = [e.kind for e in round.events]
    assert kinds.index("load") < kinds.index("announce") < kinds.index("deal")
    (call,) = events(round, Announce)
    assert (call.text, call.rule) == ("No more bets", "8(a)(1)")
    assert all("8(a)(1)" in e.also for e in events(round, Deal))


@pytest.mark.clause(DOC, "8(a)(2)(i)", "8(a)(2)(ii)", "8(a)(2)(iv)")
def test_the_shuffler_deals_after_the_call__8_a_2() -> None:
    round = dds(
        "2c 3c 4c 5c 6c 7c",
        "1 wager original 10; 2 wager original 10; dealer close",
        seats=2,
        options={"dealing": "shuffler"},
    )
    shuffled, load = events(round, Shuffle)[0], events(round, Load)[0]
    assert (shuffled.by, load.rule) == ("device", "8(a)(2)(i)")
    (call,) = events(round, Announce)
    assert (call.text, call.rule) == ("No more bets", "8(a)(2)(iv)")
    deals = events(round, Deal)
    assert call.n < deals[0].n
    assert [e.place for e in deals] == ["seat 1", "seat 2", "hole", "open", "open", "open"]
    assert all({"8(a)(2)(ii)", "8(a)(2)(iii)"} <= set(e.also) for e in deals)


@pytest.mark.clause(DOC, "8(c)")
def test_one_card_clockwise_then_one_down_and_three_up__8_c() -> None:
    round = dds(
        "2c 3c 4c 5c 6c 7c",
        "5 wager original 10; 2 wager original 10; dealer close",
        seats={2: 9000, 3: 9000, 5: 9000},
    )
    deals = [(e.card, e.place, e.up) for e in events(round, Deal)]
    assert deals == [
        ("2c", "seat 2", True),
        ("3c", "seat 5", True),
        ("4c", "hole", False),
        ("5c", "open", True),
        ("6c", "open", True),
        ("7c", "open", True),
    ]
    assert result(round)["board"] == {"hole": "4c", "open": ["5c", "6c", "7c"]}


@pytest.mark.clause(DOC, "8(b)", "1:Hole card")
def test_nobody_learns_the_hole_card_before_it_is_turned__8_b() -> None:
    round = dds("2c 3c 4c 5c 6c", WAGER, CLOSE)
    for viewer in (PUBLIC, "seat:1"):
        told = encode([round.view(viewer), round.told(viewer), round.next(viewer)]).decode()
        assert "3c" not in told
        assert round.game.board(round.layout, viewer)["hole"] == "??"
    other = dds("2c Ad 4c 5c 6c", WAGER, CLOSE)
    assert other.next() == round.next()
    round.act("1 pass")
    assert round.game.board(round.layout, PUBLIC)["hole"] == "3c"


def test_board_positions_not_dealt_are_absent() -> None:
    assert result(dds("2c", WAGER))["board"] == {}


@pytest.mark.clause(DOC, "8(d)", "1:Double down wager")
def test_a_double_is_any_amount_up_to_the_original__8_d_S_11() -> None:
    assert refused(dds("2c", WAGER), DOUBLE).rule == "8(d)"  # not before the cards are dealt
    round = dds("2c", WAGER, CLOSE, seats=2)
    assert refused(round, "1 double 0").rule == "8(d)"
    assert refused(round, "1 double 10.50").rule == "8(d)"
    assert refused(round, "1 double 5.25").finding == "S-11"
    assert refused(round, "2 double 10").rule == "8(d)"  # no wager, no double
    round.act("1 double 0.50")
    assert net(round) == -1050


@pytest.mark.clause(DOC, "8(d)")
def test_a_double_needs_the_money__8_d() -> None:
    round = dds("2c", WAGER, CLOSE, seats={1: 1500})
    poor = refused(round, DOUBLE)
    assert (poor.rule, poor.finding) == (None, "X-35")
    assert round.act("1 double 5")[0].rule == "8(d)"
    assert round.layout.seats[1].bankroll == 0


@pytest.mark.clause(DOC, "8(d)")
def test_doubles_come_in_any_order_and_once_each__8_d_S_11() -> None:
    wagers = [f"{n} wager original 10" for n in (1, 2, 3)]
    round = dds("2c 3d 4h 5s 7c 8d 9h", *wagers, CLOSE, "3 double 10", "1 pass", seats=3)
    for again in ("3 double 10", "3 pass", "1 double 10"):
        assert refused(round, again).rule == "8(d)"
    assert round.asking() == [2]
    round.act("2 double 5")
    assert round.outcome == "settled"


@pytest.mark.clause(DOC, "8(e)")
def test_the_second_call_closes_the_window_and_the_hole_card_follows__8_e() -> None:
    round = dds("2c 3c", WAGER, "2 wager original 10", CLOSE, DOUBLE, seats=2)
    assert said(round) == ["No more bets"]
    round.act(CLOSE)  # seat 2 has not answered and has passed
    assert said(round) == ["No more bets", "No more bets"]
    second = events(round, Announce)[1]
    turned = events(round, Turn)[0]
    assert (second.rule, turned.rule, turned.place) == ("8(e)", "8(e)", "hole")
    assert turned.n == second.n + 1
    assert round.layout.seats[2].stake("double") == 0
    assert round.outcome == "settled"


def test_a_close_right_after_the_window_has_ended_by_itself_changes_nothing() -> None:
    round = dds("2c", WAGER, CLOSE, "1 pass")
    before = round.told()
    round.act(CLOSE)
    assert round.told() == before
    assert refused(round, CLOSE).rule == "9(d)"


# --- settlement: Section 9 ------------------------------------------------------------------------


@pytest.mark.clause(DOC, "9(a)")
def test_settlement_goes_counterclockwise_from_the_far_right_in_one_pass__9_a() -> None:
    wagers = [f"{n} wager original 10" for n in (1, 2, 3)]
    # Seat 1 loses, 2 pushes with nines, 3 wins with kings.
    round = dds("2c 9d Kh 9s Kc 4d 7h", *wagers, CLOSE, CLOSE, seats=3)
    fate = [
        (e.kind, field(e, "seat") or field(e, "place"))
        for e in round.events[events(round, Turn)[0].n :]
    ]
    assert fate == [
        ("pay", 3),
        ("collect", "seat 3"),
        ("push", 2),
        ("collect", "seat 2"),
        ("take", 1),
        ("collect", "seat 1"),
        ("collect", "hole"),
        ("collect", "open"),
        ("stub", None),
    ]


@pytest.mark.clause(DOC, "9(a)")
@pytest.mark.parametrize(
    "cards", ["5c 5d 9h 4s 2c", "2c 2d 9h 4s 5c", "Ac Kd 9h 4s 2c"], ids=["fives", "deuces", "none"]
)
def test_fives_or_less_lose_original_and_double__9_a_S_18(cards: str) -> None:
    round = dds(cards, WAGER, CLOSE, "1 double 5")
    assert net(round) == -1500
    shown = result(round)["seats"]["1"]["wagers"]
    assert [(w["wager"], w["outcome"], w["rule"]) for w in shown] == [
        ("original", "lose", "9(a)"),
        ("double", "lose", "9(a)"),
    ]
    taken, collected = events(round, Take), events(round, Collect)
    assert max(e.n for e in taken) < collected[0].n  # the wagers first, then the cards


@pytest.mark.clause(DOC, "9(b)", "1:Push")
@pytest.mark.parametrize("rank", "6789T")
def test_sixes_to_tens_leave_both_wagers_alone__9_b(rank: str) -> None:
    round = dds(f"{rank}c {rank}d Ah 4s 2c", WAGER, CLOSE, DOUBLE)
    assert net(round) == 0
    shown = result(round)["seats"]["1"]["wagers"]
    assert [(w["outcome"], w["rule"], w["odds"], w["paid"]) for w in shown] == [
        ("push", "9(b)", None, "0.00")
    ] * 2
    assert events(round, Collect)[0].rule == "9(b)"


@pytest.mark.clause(DOC, "9(c)")
@pytest.mark.parametrize("rank", "JQKA")
def test_jacks_or_better_win__9_c(rank: str) -> None:
    round = dds(f"{rank}c {rank}d 9h 4s 2c", WAGER, CLOSE, "1 double 5")
    assert net(round) == 1500
    shown = result(round)["seats"]["1"]["wagers"]
    assert [(w["outcome"], w["rule"], w["odds"], w["paid"]) for w in shown] == [
        ("win", "9(c)", "1 to 1", "10.00"),
        ("win", "9(c)", "1 to 1", "5.00"),
    ]
    assert {e.finding for e in events(round, Pay)} == {None, "S-13"}


@pytest.mark.clause(DOC, "9(c)")
def test_the_last_hand_takes_the_board_and_the_rest_of_the_deck_along__9_c_S_15() -> None:
    round = dds("2c 3d 4h 5s 6c 7d", WAGER, "2 wager original 10", CLOSE, CLOSE, seats=2)
    rack = round.layout.rack
    assert rack[:6] == ["3d", "2c", "4h", "5s", "6c", "7d"]
    assert sorted(rack) == sorted(DECK)
    (stub,) = events(round, Stub)
    assert (stub.rule, stub.count) == ("9(c)", 46)
    assert stub.shown_to(PUBLIC)["cards"] == ["??"] * 46


@pytest.mark.clause(DOC, "9(d)")
def test_every_hand_can_be_put_together_again_from_the_rack__9_d() -> None:
    wagers = [f"{n} wager original 10" for n in (1, 2, 3)]
    round = dds("Ac 3d Jh 5s Jc 6c 7d", *wagers, CLOSE, CLOSE, seats=3)
    rack = round.layout.rack
    hands = {seat: {own, *rack[3:7]} for seat, own in zip((3, 2, 1), rack, strict=False)}
    for seat, cards in hands.items():
        known = {f"{['Ac', '3d', 'Jh'][seat - 1]}", "5s", "Jc", "6c", "7d"}
        assert cards == known
        assert rank_hand([*cards]).category.slug == result(round)["seats"][str(seat)]["hand"]
    assert all("9(d)" in (e.rule, *e.also) for e in events(round, Collect))


# --- the worked amounts ---------------------------------------------------------------------------


@pytest.mark.clause(DOC, "10(b)")
def test_a_partial_double_is_paid_at_the_same_odds__S_13() -> None:
    round = dds("Ac Jc 9c 6c 2c", WAGER, CLOSE, "1 double 5")
    assert net(round) == 12_000


def test_nets_and_the_house_sum_to_zero_over_several_rounds() -> None:
    at = table("double-down-stud", 3)
    for _ in range(5):
        round = at.begin()
        for action in (WAGER, "3 wager original 25", CLOSE, "3 double 10", CLOSE):
            round.act(action)
        shown = result(round)
        nets = [seat["net"] for seat in (*shown["seats"].values(), shown["house"])]
        assert sum(map(parse_money, nets)) == 0
