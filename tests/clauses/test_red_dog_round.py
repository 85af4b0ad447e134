"""Red Dog, Sections 1(b), 5 and 7: values, wagers, the round of play, payouts."""

from __future__ import annotations

from functools import partial

import pytest

from croupier.games.red_dog.script import spread
from croupier.nouns.cards import VALUE, Card
from croupier.stage.vocabulary import Announce, Collect, Deal, Mark
from tests.support import events, net, play, refused, result, said

DOC = "red-dog.ma"
WAGER, CLOSE = "1 wager original 10", "dealer close"

mid_shoe = partial(play, "red-dog", shoe="mid")
"""Play a round in the middle of a shoe: no burn, the first listed card goes to the left box."""


# --- values: 1(b) ---------------------------------------------------------------------------------


@pytest.mark.clause(DOC, "1(b)", "1(b)(1)")
def test_pip_cards_have_their_face_value__1_b_1() -> None:
    assert [VALUE[Card(f"{rank}s")] for rank in "23456789T"] == list(range(2, 11))
    assert said(mid_shoe("2c 4d 3h", WAGER, CLOSE, "1 pass"))[:1] == ["The spread is 1"]


@pytest.mark.parametrize(
    ("card", "below", "words"),
    [
        pytest.param("Jc", "9c", "jack", marks=pytest.mark.clause(DOC, "1(b)(2)")),
        pytest.param("Qc", "Tc", "queen", marks=pytest.mark.clause(DOC, "1(b)(3)")),
        pytest.param("Kc", "Jc", "king", marks=pytest.mark.clause(DOC, "1(b)(4)")),
        pytest.param("Ac", "Qc", "ace", marks=pytest.mark.clause(DOC, "1(b)(5)")),
    ],
)
def test_a_face_card_is_one_above_the_card_below__1_b(card: str, below: str, words: str) -> None:
    round = mid_shoe(f"{card} {below} {card[0]}d", WAGER, CLOSE, "1 pass")
    assert said(round)[0] == "The spread is 1"
    assert said(round)[-1] == f"The third card is {words}"
    assert net(round) == -1000  # equal to an end card is not between


@pytest.mark.clause(DOC, "1(b)(5)")
def test_an_ace_is_fourteen_and_never_one__1_b_5() -> None:
    assert spread(Card("As"), Card("2s")) == 11
    assert spread(Card("Ks"), Card("As")) == 0


# --- wagers: 5(a), 5(b), 5(d), 7 ------------------------------------------------------------------


@pytest.mark.clause(DOC, "5(a)", "5(d)")
def test_wagers_are_made_before_the_first_card__5_a_5_d() -> None:
    round = mid_shoe("4c 9d 5h")
    assert refused(round, CLOSE).rule == "5(a)"
    round.act(WAGER)
    closing = round.act(CLOSE)
    assert (closing[0].kind, closing[0].rule) == ("close", "5(d)")
    for late in ("1 wager original 20", "1 withdraw original"):
        assert refused(round, late).rule == "5(d)"
    assert said(round) == ["The spread is 4"]  # no closing words are prescribed


@pytest.mark.clause(DOC, "5(b)")
def test_wagers_are_chips_that_the_player_has__5_b() -> None:
    round = mid_shoe("4c 9d 5h", seats={1: 900})
    poor = refused(round, WAGER)
    assert (poor.rule, poor.finding) == (None, "X-35")
    round.act("1 wager original 5")
    round.act("1 wager original 8.50")  # the new amount replaces the old
    assert round.layout.seats[1].bankroll == 50
    round.act("1 withdraw original")
    assert round.layout.seats[1].bankroll == 900
    assert refused(round, "1 withdraw original").rule == "5(b)"


@pytest.mark.clause(DOC, "5(b)")
def test_a_match_play_coupon_wins_at_the_odds_and_goes__5_b_X_07() -> None:
    coupon = "1 wager original 10 coupon 10"
    house = {"match_play": True}
    won = mid_shoe("4c 9d 5h", coupon, CLOSE, "1 pass", options=house)
    assert net(won) == 2000  # 1 to 1 on chips and coupon
    lost = mid_shoe("4c 9d Kh", coupon, CLOSE, "1 pass", options=house)
    assert net(lost) == -1000
    tied = mid_shoe("4c 5d", coupon, CLOSE, options=house)
    assert net(tied) == 0
    open_round = mid_shoe("4c 9d 5h", coupon, CLOSE, options=house)
    assert refused(open_round, "1 raise 20").rule == "5(h)"  # the raise is measured by chips alone
    assert refused(mid_shoe("4c 9d 5h"), coupon).finding == "X-07"
    assert (
        refused(mid_shoe("4c 9d 5h", options=house), "1 wager original 10 coupon 5").finding
        == "X-07"
    )


@pytest.mark.clause(DOC, "5(b)")
def test_a_verbal_cash_wager_needs_dealer_and_supervisor__5_b_R_30() -> None:
    cash = "1 wager original 10 cash"
    assert refused(mid_shoe("4c 9d 5h"), cash).rule == "5(b)"
    house = {"verbal_cash": True}
    round = mid_shoe("4c 9d 5h", cash, options=house)
    assert refused(round, CLOSE).rule == "5(a)"  # unconfirmed, it is not a wager
    round.act("floor confirm 1")
    assert refused(round, CLOSE).rule == "5(a)"
    assert refused(round, "floor confirm 1").rule == "5(b)"
    assert round.act("dealer confirm 1")[-1].kind == "convert"
    round.act(CLOSE)
    round.act("1 pass")
    assert net(round) == 1000


@pytest.mark.clause(DOC, "5(b)")
def test_an_unconfirmed_verbal_wager_is_none_at_the_close__5_b() -> None:
    round = mid_shoe(
        "4c 9d 5h",
        "1 wager original 10; 2 wager original 10 cash; floor confirm 2; dealer close",
        seats=2,
        options={"verbal_cash": True},
    )
    assert net(round, 2) == 0
    assert refused(round, "2 raise 5").rule == "5(h)"
    assert "2" not in {offer["actor"] for offer in round.next()}


def test_limits_and_increment_are_the_houses__X_09() -> None:
    round = mid_shoe("4c 9d 5h")
    for amount in ("0", "4.50", "500.50", "-5", "7.25"):
        assert refused(round, f"1 wager original {amount}").finding == "X-09", amount
    for amount in ("5", "500", "7.50"):
        assert round.check(f"1 wager original {amount}") is None


@pytest.mark.clause(DOC, "7")
def test_one_betting_area_per_player_unless_the_house_permits_more__7() -> None:
    players = {"Ann": [1, 2, 3]}
    round = mid_shoe("4c 9d 5h", WAGER, seats=4, players=players)
    assert refused(round, "2 wager original 10").rule == "7"
    assert round.check("4 wager original 10") is None
    two = mid_shoe(
        "4c 9d 5h",
        "1 wager original 10; 2 wager original 20",
        seats=4,
        players=players,
        options={"positions_per_player": 2},
    )
    assert refused(two, "3 wager original 10").rule == "7"
    two.act(CLOSE)
    two.act("1 raise 10")
    two.act("2 pass")
    assert (net(two, 1), net(two, 2)) == (2000, 2000)  # each area stands by itself


# --- the first two cards: 5(c), 5(e), 5(f), 5(g) --------------------------------------------------


@pytest.mark.clause(DOC, "5(c)", "4(b)")
def test_left_box_then_right_box_face_up__5_c() -> None:
    round = mid_shoe("4c 9d", WAGER, CLOSE)
    dealt = [(e.place, e.card, e.up, e.rule, e.also) for e in events(round, Deal)]
    assert dealt == [
        ("left", "4c", True, "5(c)", ("4(b)",)),
        ("right", "9d", True, "5(c)", ("4(b)",)),
    ]


@pytest.mark.clause(DOC, "5(e)")
@pytest.mark.parametrize("cards", ["4c 5d", "5d 4c", "Kh As", "As Kh", "Ts Jd"])
def test_consecutive_cards_are_a_tie__5_e(cards: str) -> None:
    round = mid_shoe(cards, WAGER, CLOSE)
    assert said(round) == ["The cards are Consecutive tie hand"]
    assert round.outcome == "settled"
    wager = result(round)["seats"]["1"]["wagers"][0]
    assert (wager["outcome"], wager["rule"], wager["paid"], wager["odds"]) == (
        "returned",
        "5(e)",
        "0.00",
        None,
    )
    assert net(round) == 0
    assert "middle" not in result(round)["board"]


@pytest.mark.clause(DOC, "5(f)", "5(f)(1)")
def test_three_of_a_kind_pays_eleven_to_one__5_f_1() -> None:
    round = mid_shoe("7c 7d 7h", WAGER, CLOSE)
    assert said(round) == ["We have a pair", "Three of a kind"]
    assert net(round) == 11000
    wager = result(round)["seats"]["1"]["wagers"][0]
    assert (wager["odds"], wager["paid"], wager["rule"]) == ("11 to 1", "110.00", "5(f)(1)")


@pytest.mark.clause(DOC, "5(f)", "5(f)(2)")
def test_a_pair_without_a_third_is_a_tie_and_nobody_raises__5_f_2() -> None:
    round = mid_shoe("7c 7d 8h", WAGER, CLOSE)
    assert said(round) == ["We have a pair", "No three of a kind tie hand"]
    assert (round.outcome, net(round)) == ("settled", 0)
    assert refused(round, "1 raise 10").rule == "5(j)"


@pytest.mark.clause(DOC, "5(g)")
@pytest.mark.parametrize(
    ("left", "right", "between"),
    [("2c", "4d", 1), ("4d", "2c", 1), ("2c", "Ad", 11), ("3c", "Jd", 7)],
)
def test_the_spread_is_announced_and_marked__5_g(left: str, right: str, between: int) -> None:
    round = mid_shoe(f"{left} {right}", WAGER, CLOSE)
    assert said(round) == [f"The spread is {between}"]
    (mark,) = events(round, Mark)
    assert (mark.at, mark.rule) == (between, "5(g)")


@pytest.mark.clause(DOC, "5(g)(1)")
def test_the_documents_first_example__5_g_1() -> None:
    assert spread(Card("4c"), Card("7d")) == 2
    assert net(mid_shoe("4c 7d 5h", WAGER, CLOSE, "1 pass")) == 4000


@pytest.mark.clause(DOC, "5(g)(2)")
def test_the_documents_second_example__5_g_2() -> None:
    assert spread(Card("9c"), Card("Kd")) == 3
    assert net(mid_shoe("9c Kd Th", WAGER, CLOSE, "1 pass")) == 2000


# --- raises and the third card: 5(h), 5(i) --------------------------------------------------------


@pytest.mark.clause(DOC, "5(h)")
def test_a_raise_is_at_most_the_original_wager__5_h() -> None:
    round = mid_shoe("4c 9d 5h", WAGER, "2 wager original 20", CLOSE, seats=3)
    for amount in ("10.50", "0", "-1"):
        assert refused(round, f"1 raise {amount}").rule == "5(h)"
    assert refused(round, "1 raise 2.25").finding == "R-25"
    assert refused(round, "3 raise 10").rule == "5(h)"  # no raise without a wager
    round.act("2 raise 20")  # in any order
    assert refused(round, "2 raise 5").rule == "5(h)"  # one raise
    round.act("1 raise 2.50")  # a part of the original is enough
    assert (net(round, 1), net(round, 2)) == (1250, 4000)


@pytest.mark.clause(DOC, "5(h)")
def test_a_raise_needs_the_money__5_h() -> None:
    round = mid_shoe("4c 9d 5h", WAGER, CLOSE, seats={1: 1400})
    poor = refused(round, "1 raise 5")
    assert (poor.rule, poor.finding) == (None, "X-35")
    assert round.act("1 raise 4")[0].rule == "5(h)"
    assert net(round) == 1400


@pytest.mark.clause(DOC, "5(i)")
def test_raises_close_before_the_third_card__5_i() -> None:
    round = mid_shoe("4c 9d 5h", WAGER, "2 wager original 10", CLOSE, seats=2)
    assert "middle" not in result(round)["board"]
    round.act("1 raise 10")
    assert not round.over
    round.act(CLOSE)  # seat 2 has not answered, so it has passed
    assert said(round) == ["The spread is 4", "Raises closed", "The third card is 5"]
    third = next(e for e in events(round, Deal) if e.place == "middle")
    closed = next(e for e in events(round, Announce) if e.text == "Raises closed")
    assert closed.n < third.n and third.rule == "5(i)"
    assert (net(round, 1), net(round, 2)) == (2000, 1000)


@pytest.mark.clause(DOC, "5(i)")
def test_the_window_ends_by_itself_and_a_close_changes_nothing__5_i() -> None:
    round = mid_shoe("4c 9d 5h", WAGER, CLOSE, "1 pass")
    assert round.over
    before = len(round.events)
    assert round.act(CLOSE) == [] and len(round.events) == before
    assert refused(round, CLOSE).rule == "5(j)"  # once only


@pytest.mark.clause(DOC, "5(i)(1)")
@pytest.mark.parametrize("third", ["4h", "9h", "3h", "Th", "Ah", "2h"])
def test_a_third_card_not_strictly_between_loses__5_i_1(third: str) -> None:
    round = mid_shoe(f"4c 9d {third}", WAGER, CLOSE, "1 raise 10")
    assert net(round) == -2000
    assert {w["rule"] for w in result(round)["seats"]["1"]["wagers"]} == {"5(i)(1)"}


@pytest.mark.clause(DOC, "5(i)(2)")
@pytest.mark.parametrize(
    ("cards", "odds", "amount"),
    [
        ("4c 6d 5h", "5 to 1", 10000),
        ("4c 7d 5h", "4 to 1", 8000),
        ("4c 8d 5h", "2 to 1", 4000),
        ("4c 9d 5h", "1 to 1", 2000),
        ("2c Ad 7h", "1 to 1", 2000),
        ("2c Kd 7h", "1 to 1", 2000),
    ],
)
def test_wager_and_raise_pay_by_the_spread__5_i_2(cards: str, odds: str, amount: int) -> None:
    round = mid_shoe(cards, WAGER, CLOSE, "1 raise 10")
    assert net(round) == amount
    shown = result(round)
    assert {w["odds"] for w in shown["seats"]["1"]["wagers"]} == {odds}
    assert {w["rule"] for w in shown["seats"]["1"]["wagers"]} == {"5(i)(2)"}
    assert shown["house"]["net"] == f"-{amount // 100}.00"


@pytest.mark.clause(DOC, "5(i)(3)", "5(i)(2)")
def test_higher_odds_are_paid_lower_ones_refused__5_i_3() -> None:
    from croupier.rules import house

    round = mid_shoe("4c 6d 5h", WAGER, CLOSE, "1 pass", options={"payouts.spread.1": "6 to 1"})
    assert net(round) == 6000
    _, breaches, _ = house.examine("red-dog", {"payouts.spread.1": "9 to 2"})
    assert [(b.key, b.rule) for b in breaches] == [("payouts.spread.1", "5(i)(2)")]
    _, _, warnings = house.examine("red-dog", {"payouts.spread.2": 5})
    assert [(w.key, w.rule) for w in warnings] == [("notices.payouts", "5(i)(3)")]


def test_three_of_a_kind_may_pay_more_only_under_its_reading__R_14() -> None:
    from croupier.rules import house

    more = {"payouts.three-of-a-kind": "12 to 1"}
    _, breaches, _ = house.examine("red-dog", more)
    assert [(b.rule, b.finding) for b in breaches] == [("5(f)(1)", "R-14")]
    round = mid_shoe("7c 7d 7h", WAGER, CLOSE, options={**more, "rulings.R-14": "enhanceable"})
    assert net(round) == 12000


def test_payouts_round_up_to_the_houses_chip__X_08() -> None:
    options = {
        "increment": "0.01",
        "minimum": "0.01",
        "payouts.spread.4-11": "3 to 2",
        "chip": "0.05",
    }
    round = mid_shoe("4c 9d 5h", "1 wager original 1.01", CLOSE, "1 pass", options=options)
    assert net(round) == 155  # 1.515 to the next five cents


# --- the end: 5(j), 5(k) --------------------------------------------------------------------------


@pytest.mark.clause(DOC, "5(j)")
def test_cards_go_to_the_rack_in_order__5_j() -> None:
    round = mid_shoe("4c 9d 5h", WAGER, CLOSE, "1 pass")
    assert [(e.place, e.cards) for e in events(round, Collect)] == [
        ("left", ("4c",)),
        ("right", ("9d",)),
        ("middle", ("5h",)),
    ]
    assert round.layout.rack == ["4c", "9d", "5h"]
    assert not round.layout.felt
    assert refused(round, WAGER).rule == "5(j)"


def test_somebody_without_a_seat_may_not_act__X_25() -> None:
    assert refused(mid_shoe("4c 9d"), "5 wager original 10").finding == "X-25"
