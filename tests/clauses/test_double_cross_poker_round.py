"""Double Cross Poker, Sections 6 to 10: wagers, the ways of dealing and the round of play."""

from __future__ import annotations

import pytest

from croupier.games.double_cross_poker.events import Align, Compare, Unload
from croupier.rules import house
from croupier.stage.events import PUBLIC
from croupier.stage.payments import Pay
from croupier.stage.preparing import Load
from croupier.stage.round import Round
from croupier.stage.vocabulary import Announce, Collect, Count, Deal, Poll, Stub, Turn, Wager, Warn
from croupier.telling import record
from tests.clauses.double_cross import (
    ANTE,
    CLOSE,
    GAME,
    PLAYER,
    STATES,
    both_states,
    cite,
    deck,
    kinds,
    play_double_cross,
    wager,
)
from tests.support import events, field, in_turn, net, of, refused, result, said

SIDE = "1 wager three-card 5"
HAND = {"dealing": "hand"}
SHOE = {"dealing": "automated-shoe"}
METHODS = {
    "manual-shoe": ("7(b)", "7(c)(1)", "7(c)(2)", "7(c)(3)", "7(d)"),
    "hand": ("8(b)(3)", "8(c)(1)", "8(c)(2)", "8(c)(3)", "8(d)"),
    "automated-shoe": ("9(b)(2)", "9(c)", "9(c)", "9(c)", "9(c)"),
}


# --- wagers: Section 6 ----------------------------------------------------------------------------


@both_states("6(a)")
def test_wagers_are_chips_and_never_words_with_cash__6_a(state: str) -> None:
    round = play_double_cross(deck(), state=state)
    assert round.act(ANTE)[0].rule == cite(state, "6(a)")
    assert refused(round, "1 wager ante 10 cash").rule == cite(state, "6(a)")
    assert refused(round, "floor confirm 1").rule == cite(state, "6(a)")
    coupon = refused(round, "1 wager ante 10 coupon 10")
    assert (coupon.rule, coupon.finding) == (cite(state, "6(a)"), "X-07")


def test_a_coupon_where_taken_doubles_the_ante_and_not_the_raises__x_07() -> None:
    options = {"match_play": True}
    actions = ("1 wager ante 10 coupon 10", CLOSE, "1 raise vertical")
    won = play_double_cross(deck(), *actions, options=options)
    assert [wager(won, name)[2] for name in ("ante", "raise")] == [2000, 2000]
    round = play_double_cross(deck(), options=options)
    assert refused(round, "1 wager ante 10 coupon 5").finding == "X-07"
    round.act(ANTE)
    assert refused(round, "1 wager three-card 5 coupon 5").finding == "X-07"


@both_states("6(b)")
def test_only_seated_players_wager__6_b(state: str) -> None:
    round = play_double_cross(deck(), ANTE, state=state)
    assert refused(round, "2 wager ante 10").rule == cite(state, "6(b)")
    round.act(CLOSE)
    assert refused(round, "2 raise vertical").rule == cite(state, "6(b)")


@both_states("6(c)")
def test_nothing_is_wagered_changed_or_withdrawn_after_the_call__6_c(state: str) -> None:
    round = play_double_cross(
        deck(), "1 wager ante 10", "1 wager ante 20", SIDE, state=state, seats=2
    )
    assert round.layout.seats[1].bankroll == 1_000_000 - 2500
    round.act("1 withdraw ante")
    assert (net(round), round.layout.seats[1].wagers) == (0, {})  # the side wager goes with it
    for action in (ANTE, SIDE, CLOSE):
        round.act(action)
    assert said(round) == ["No more bets"]
    late = "1 wager ante 20; 2 wager ante 10; 1 wager three-card 1"
    for action in in_turn(late, "1 withdraw ante; 1 withdraw three-card", CLOSE):
        assert refused(round, action).rule == cite(state, "6(c)")


@both_states("6(d)")
def test_a_three_card_wager_is_1_to_100_dollars_beside_an_ante__6_d(state: str) -> None:
    rule = cite(state, "6(d)")
    round = play_double_cross(deck(), state=state)
    assert refused(round, "1 wager three-card 5").rule == rule
    round.act(ANTE)
    for amount in ("0", "0.50", "100.50", "-5"):
        assert refused(round, f"1 wager three-card {amount}").rule == rule
    for amount in ("1", "100"):
        assert round.act(f"1 wager three-card {amount}")[0].rule == rule
    wide = house.examine(
        GAME, {"three_card.maximum": "100.50", "three_card.minimum": "0.50"}, state
    )[1]
    assert [breach.rule for breach in wide] == [rule, rule]
    narrow = {"three_card.minimum": "5", "three_card.maximum": "25"}
    narrowed = play_double_cross(deck(), ANTE, state=state, options=narrow)
    for amount in ("1", "25.50"):  # within the document's bounds, outside the house's
        beyond = refused(narrowed, f"1 wager three-card {amount}")
        assert (beyond.rule, beyond.finding) == (None, "X-09")
    turned = house.examine(GAME, {"three_card.minimum": "50", "three_card.maximum": "25"}, state)[1]
    assert [(b.key, b.rule) for b in turned] == [("three_card.maximum", rule)]


@both_states("6(e)")
def test_raises_are_made_when_section_10_asks__6_e(state: str) -> None:
    round = play_double_cross(deck(), ANTE, state=state)
    assert refused(round, "1 raise vertical").rule == cite(state, "10(b)")
    round.act(CLOSE)
    assert round.act("1 raise vertical")[0].also == (cite(state, "6(e)"),)


def test_amounts_have_limits_and_steps_which_are_the_houses__x_09() -> None:
    round = play_double_cross(deck(), seats={1: 5000})
    for action in (
        "1 wager ante 4.50",
        "1 wager ante 500.50",
        "1 wager ante 5.25",
        "1 wager ante 0",
    ):
        refusal = refused(round, action)
        assert (refusal.rule, refusal.finding) == (None, "X-09")
    poor = refused(round, "1 wager ante 50.50")  # more than the seat has
    assert (poor.rule, poor.finding) == (None, "X-35")
    assert refused(round, "dealer close").rule == "6(c)"


def test_one_position_for_a_player_unless_the_house_allows_more__x_13() -> None:
    players = {"Ann": [1, 2]}
    round = play_double_cross(deck(), ANTE, seats=2, players=players)
    assert refused(round, "2 wager ante 10").finding == "X-13"
    both = play_double_cross(
        deck(), ANTE, seats=2, players=players, options={"positions_per_player": 2}
    )
    assert both.check("2 wager ante 10") is None


def test_a_thin_bankroll_is_warned_of_and_can_only_fold__x_10() -> None:
    round = play_double_cross(deck(), ANTE, seats={1: 2999})
    assert [(e.finding, e.amount) for e in events(round, Warn)] == [("X-10", 3000)]
    round.act(CLOSE)
    poor = refused(round, "1 raise vertical")
    assert (poor.rule, poor.finding) == ("10(c)(2)", "X-10")
    assert [offer.verb for offer in round.legal(1)] == ["fold"]
    assert not events(play_double_cross(deck(), ANTE, seats={1: 3000}), Warn)


# --- dealing: Sections 7, 8, 9 --------------------------------------------------------------------


@both_states("7(a)", "7(b)", "7(c)", "7(c)(1)", "7(c)(2)", "7(c)(3)", "7(d)")
def test_dealing_from_a_manual_shoe__7(state: str) -> None:
    round = play_double_cross(
        deck("As Kd", "7c 7d"), "1 wager ante 10", "3 wager ante 10", CLOSE, seats=3, state=state
    )
    assert events(round, Load)[0].rule == cite(state, "7(a)")
    _dealt_in_order(round, state, "manual-shoe")
    warned = house.examine(GAME, {}, state)[2]
    assert ("approvals.shoe", cite(state, "7(a)")) in [(w.key, w.rule) for w in warned]


@both_states(
    "8(a)", "8(b)(1)", "8(b)(2)", "8(b)(3)", "8(c)", "8(c)(1)", "8(c)(2)", "8(c)(3)", "8(d)"
)
def test_dealing_from_the_hand__8(state: str) -> None:
    round = play_double_cross(
        deck("As Kd", "7c 7d"),
        "1 wager ante 10; 3 wager ante 10; dealer close",
        seats=3,
        state=state,
        options=HAND,
    )
    held = events(round, Load)[0]
    assert held.rule == cite(state, "8(b)(2)")
    assert {cite(state, rule) for rule in ("8(a)", "8(b)(2)(i)", "8(b)(2)(ii)")} <= set(held.also)
    _dealt_in_order(round, state, "hand")
    by_hand = house.examine(GAME, HAND | {"shuffler": "manual"}, state)[1]
    assert [(b.key, b.rule) for b in by_hand] == [("dealing", cite(state, "8(b)(1)"))]


@both_states("9(a)", "9(b)(1)", "9(b)(2)", "9(c)")
def test_dealing_from_an_automated_shoe__9(state: str) -> None:
    round = play_double_cross(
        deck("As Kd", "7c 7d"),
        "1 wager ante 10; 3 wager ante 10; dealer close",
        seats=3,
        state=state,
        options=SHOE,
    )
    load = events(round, Load)[0]
    assert (load.rule, cite(state, "9(a)") in load.also) == (cite(state, "9(b)(1)"), True)
    _dealt_in_order(round, state, "automated-shoe")
    # The dealer takes the rest in hand after the dealer's packet and before the cross.
    places = [e.place for e in round.events if isinstance(e, Deal | Unload)]
    assert places[5:8] == ["dealer", None, "left"]
    warned = house.examine(GAME, SHOE, state)[2]
    assert ("approvals.shoe", cite(state, "9(a)")) in [(w.key, w.rule) for w in warned]


def _dealt_in_order(round: Round, state: str, method: str) -> None:
    """Assert that each seat with an ante gets two cards in a row, from the far left.

    Then come the dealer's two and the cross. Nobody sees what lies face down.
    """
    call, players, dealer, board, stub = (cite(state, rule) for rule in METHODS[method])
    dealt = events(round, Deal)
    order = ["seat 1", "seat 1", "seat 3", "seat 3", "dealer", "dealer"]
    assert [e.place for e in dealt] == [*order, "left", "center", "right", "far", "near"]
    assert [e.rule for e in dealt] == [players] * 4 + [dealer] * 2 + [board] * 5
    assert all(e.up is False for e in dealt)
    announced = events(round, Announce)[0]
    assert (announced.text, announced.rule) == ("No more bets", call)
    assert announced.n < dealt[0].n
    assert events(round, Stub)[0].rule == stub
    # Each seat sees its own cards. Nobody sees the dealer's, the stub or the rest of the cross.
    felt = round.view(PUBLIC)["felt"]
    assert {place: cards for place, cards in felt.items() if "??" not in cards} == {
        "far": ["9c"],
        "right": ["Tc"],
    }
    assert round.view("seat:1")["felt"]["seat 1"] == ["As", "Kd"]
    assert round.view("seat:1")["felt"]["seat 3"] == ["??", "??"]
    assert round.view("seat:3")["felt"]["dealer"] == ["??", "??"]
    assert not [e for e in round.told(PUBLIC) if e["kind"] == "stub" and set(e["cards"]) != {"??"}]


@pytest.mark.parametrize(("reading", "far", "near"), [("far", "9c", "4s"), ("near", "4s", "9c")])
def test_the_fourth_card_of_the_cross_is_far_or_near__d_11(
    reading: str, far: str, near: str
) -> None:
    round = play_double_cross(deck(), ANTE, SIDE, CLOSE, options={"rulings.D-11": reading})
    assert [(e.place, e.cards) for e in events(round, Turn)] == [
        ("far", (far,)),
        ("right", ("Tc",)),
    ]
    board = result(round)["board"]
    assert (board["far"], board["near"]) == (far, near)


# --- the stub count: 7(e), 8(e), 9(d) -------------------------------------------------------------


@both_states("7(e)", "7(e)(1)")
def test_the_stub_is_counted_every_fifth_round__7_e(state: str) -> None:
    _counted_in_fifth_round(state, {}, "7(e)")


@both_states("8(e)", "7(e)(1)")
def test_the_stub_is_counted_when_dealt_from_the_hand__8_e(state: str) -> None:
    _counted_in_fifth_round(state, HAND, "8(e)")


@both_states("9(d)", "7(e)(1)")
def test_the_stub_is_counted_with_an_automated_shoe__9_d(state: str) -> None:
    _counted_in_fifth_round(state, SHOE, "9(d)")


def _counted_in_fifth_round(state: str, options: dict[str, str], rule: str) -> None:
    for since, counts in ((0, []), (3, []), (4, [43]), (9, [43])):
        round = play_double_cross(
            deck(), ANTE, CLOSE, state=state, options=options, rounds_since_count=since
        )
        count = [e for e in events(round, Count) if e.by == "dealer"]
        assert [(e.count, e.rule) for e in count] == [(n, cite(state, rule)) for n in counts]
        if counts:
            assert events(round, Stub)[0].rule == cite(state, "7(e)(1)")
    often = play_double_cross(
        deck(), ANTE, CLOSE, state=state, options=options | {"count_every": "1"}
    )
    assert events(often, Count)


def test_a_count_is_due_at_least_every_five_rounds() -> None:
    for every in ("0", "6"):
        found = house.examine(GAME, {"count_every": every})[1]
        assert [(b.key, b.rule) for b in found] == [("count_every", "7(e)")]


def test_the_expected_stub_allows_for_a_face_up_card__d_23() -> None:
    round = play_double_cross(f"^5h {deck()}", ANTE, CLOSE, rounds_since_count=4)
    count = events(round, Count)[0]
    assert (count.count, count.finding) == (52 - 2 - 7 - 1, "D-23")


@both_states("7(f)")
def test_a_shuffler_that_counts_relieves_the_manual_shoe__7_f(state: str) -> None:
    options = {"shuffler_counts": True}
    round = play_double_cross(
        deck(), ANTE, CLOSE, state=state, options=options, rounds_since_count=4
    )
    assert [(e.by, e.rule) for e in events(round, Count)] == [("device", cite(state, "7(f)"))]
    by_hand = house.examine(GAME, options | {"shuffler": "manual"}, state)[1]
    assert [(b.key, b.rule) for b in by_hand] == [("shuffler_counts", cite(state, "7(f)"))]


@pytest.mark.parametrize(("reading", "counts"), [("strict", 1), ("broad", 0)])
@pytest.mark.parametrize("dealing", ["hand", "automated-shoe"])
def test_elsewhere_it_does_so_by_the_broad_reading_only__x_16(
    dealing: str, reading: str, counts: int
) -> None:
    options = {"shuffler_counts": True, "dealing": dealing, "rulings.X-16": reading}
    round = play_double_cross(deck(), ANTE, CLOSE, options=options, rounds_since_count=4)
    assert sum(e.by == "dealer" for e in events(round, Count)) == counts


# --- the round: Section 10 ------------------------------------------------------------------------


@both_states("10(a)")
def test_far_and_right_are_turned_and_side_bettors_expose_or_keep__10_a(state: str) -> None:
    cards = deck("5s 6d", "Ks Qd", "8s 8d", board="Jc 2h Tc 7c 4s")
    antes = [f"{n} wager {kind} 5" for n in (1, 2, 3) for kind in ("ante", "three-card")]
    round = play_double_cross(cards, *antes, CLOSE, state=state, seats=3)
    assert [e.place for e in events(round, Turn)] == ["far", "right"]
    assert refused(round, "2 expose").rule == cite(state, "10(a)")  # seat 1 is asked first
    for answer in ("1 expose", "2 expose"):
        round.act(answer)
    assert round.view(PUBLIC)["felt"]["seat 2"] == ["Ks", "Qd"]
    settled = round.act("3 keep")
    # All losers are collected before the winner is paid. Then exposed cards are turned down.
    told = [(e.kind, field(e, "seat"), e.rule) for e in settled]
    assert told[1:6] == [
        ("take", 2, cite(state, "10(a)")),
        ("take", 3, cite(state, "10(a)")),
        ("pay", 1, cite(state, "11(c)")),
        ("turn", 1, cite(state, "10(a)")),
        ("turn", 2, cite(state, "10(a)")),
    ]
    assert round.view(PUBLIC)["felt"]["seat 1"] == ["??", "??"]
    assert [wager(round, "three-card", n)[0] for n in (1, 2, 3)] == ["win", "lose", "lose"]


@both_states("10(a)")
def test_a_winner_that_is_not_exposed_loses__10_a_d_14(state: str) -> None:
    round = play_double_cross(deck("As Ad"), ANTE, SIDE, CLOSE, "1 keep", state=state)
    assert wager(round, "three-card") == ("lose", None, 0)
    assert round.view(PUBLIC)["felt"]["seat 1"] == ["??", "??"]


def test_nobody_exposes_without_a_side_wager__d_15() -> None:
    round = play_double_cross(deck(), ANTE, CLOSE)
    for said_now in ("1 expose", "1 keep"):
        refusal = refused(round, said_now)
        assert (refusal.rule, refusal.finding) == ("10(a)", "D-15")


def test_side_bettors_may_choose_at_once_and_unseen__d_13() -> None:
    antes = [f"{n} wager {kind} 5" for n in (1, 2) for kind in ("ante", "three-card")]
    round = play_double_cross(
        deck("As Ad", "8s 8d"), *antes, CLOSE, seats=2, options={"rulings.D-13": "simultaneous"}
    )
    assert {o["actor"] for o in round.next() if o["verb"] == "expose"} == {"1", "2"}
    first = round.act("2 expose")
    assert [(e.kind, e.finding) for e in first] == [("chosen", "D-13")]
    assert round.view(PUBLIC)["felt"]["seat 2"] == ["??", "??"]
    assert "expose" not in str(round.view(PUBLIC)["seats"]) + str(round.told(PUBLIC))
    assert refused(round, "2 keep").rule == "10(a)"
    round.act("1 keep")
    assert [wager(round, "three-card", n)[0] for n in (1, 2)] == ["lose", "win"]


@both_states("10(b)", "10(c)")
def test_decisions_follow_the_side_wagers_in_order_and_stand__10_b_10_c(state: str) -> None:
    antes = [f"{n} wager ante 10" for n in (1, 2, 3)]
    cards = deck("As Kd", "8s 8d", "5s 6d")
    round = play_double_cross(cards, *antes, "2 wager three-card 5", CLOSE, seats=3, state=state)
    assert refused(round, "1 raise vertical").rule == cite(state, "10(b)")
    round.act("2 expose")
    polled = events(round, Poll)
    assert [(e.seat, e.rule, e.also) for e in polled] == [
        (1, cite(state, "10(c)"), (cite(state, "10(b)"),))
    ]
    assert refused(round, "2 fold").rule == cite(state, "10(c)")
    assert refused(round, "3 raise vertical").rule == cite(state, "10(c)")
    round.act("1 raise vertical")
    for again in ("1 fold", "1 raise horizontal", "1 raise vertical"):
        assert refused(round, again).rule == cite(state, "10(c)")  # D-18: a decision stands
    round.act("2 fold")
    assert [e.seat for e in events(round, Poll)] == [1, 2, 3]


@both_states("10(c)(1)")
def test_a_fold_costs_the_ante_and_then_the_cards_go_down_to_the_rack__10_c_1(state: str) -> None:
    antes = [f"{n} wager ante 10" for n in (1, 2)]
    round = play_double_cross(deck("As Kd", "8s 8d"), *antes, CLOSE, seats=2, state=state)
    told = round.act("1 fold")
    assert [(e.kind, e.rule) for e in told[:2]] == [
        ("take", cite(state, "10(c)(1)")),
        ("collect", cite(state, "10(c)(1)")),
    ]
    assert wager(round, "ante")[0] == "forfeited"
    assert told[1].shown_to(PUBLIC)["cards"] == ["??", "??"]
    assert {"As", "Kd"} <= set(round.layout.rack)


@both_states("10(c)(2)")
def test_playing_names_an_axis_and_places_both_raises_on_it__10_c_2(state: str) -> None:
    # Vertical 9c 7h 4s is nothing; horizontal Jc 7h Tc makes a straight with 8 and 9.
    for axis, hand in (("vertical", "pair"), ("horizontal", "straight")):
        round = play_double_cross(deck("8s 9d"), ANTE, CLOSE, f"1 raise {axis}", state=state)
        placed = [e for e in events(round, Wager) if e.wager == "raise"]
        assert [(e.rule, e.amount, e.place) for e in placed] == [
            (cite(state, "10(c)(2)"), 2000, axis)
        ]
        assert round.layout.seats[1].hand == hand


@both_states("10(d)", "10(e)")
def test_the_rest_is_turned_after_the_last_decision_then_the_dealers_cards__10_d_10_e(
    state: str,
) -> None:
    antes = [f"{n} wager ante 10" for n in (1, 2)]
    round = play_double_cross(
        deck("As Kd", "8s 8d", dealer="9s 8c"), *antes, CLOSE, seats=2, state=state
    )
    round.act("1 raise vertical")
    assert [e.place for e in events(round, Turn)] == ["far", "right"]
    told = round.act("2 fold")  # D-38: the last seat asked, although it has folded
    turned = [(e.place, e.rule) for e in of(told, Turn)]
    assert turned == [
        *((place, cite(state, "10(d)")) for place in ("left", "center", "near")),
        ("dealer", cite(state, "10(e)")),
        ("seat 1", cite(state, "10(f)")),
    ]
    # 9 8 with 9c 7h 4s is a pair; with Jc 7h Tc it is a straight, which the dealer plays.
    align = events(round, Align)[0]
    assert (align.place, align.rule) == ("horizontal", cite(state, "10(e)"))
    assert result(round)["dealer"] == {
        "cards": ["9s", "8c"],
        "hand": "straight",
        "axis": "horizontal",
    }
    assert net(round) == -3000


def test_equal_axes_count_as_vertical_for_the_dealer__d_29() -> None:
    round = play_double_cross(deck(board="9d 7h 4c 9c 4s"), ANTE, CLOSE, "1 raise vertical")
    align = events(round, Align)[0]
    assert (align.place, align.finding) == ("vertical", "D-29")


@both_states("10(f)", "10(g)", "10(g)(1)", "10(g)(2)", "10(g)(3)", "10(h)")
def test_hands_are_settled_from_the_right_losers_first_winners_cards_last__10_f_to_10_h(
    state: str,
) -> None:
    antes = [f"{n} wager ante 10" for n in (1, 2, 3, 4)]
    # Dealer and seat 2 play ace and king horizontally, seat 3 is worse, 1 and 4 have pairs.
    cards = deck("8s 8d", "As Kh", "5s 6d", "Qs Qd", dealer="Ad Kc")
    plays = ["1 raise vertical", "2 raise horizontal", "3 raise vertical", "4 raise vertical"]
    round = play_double_cross(cards, *antes, CLOSE, *plays, seats=4, state=state)
    shown = [e.seat for e in events(round, Turn) if e.rule == cite(state, "10(f)")]
    assert shown == [4, 3, 2, 1]
    compared = [(e.seat, e.outcome) for e in events(round, Compare)]
    assert compared == [(4, "win"), (3, "lose"), (2, "push"), (1, "win")]
    assert {(e.rule, e.also) for e in events(round, Compare)} == {
        (cite(state, "10(g)(1)"), (cite(state, "10(g)"),))
    }
    assert [net(round, n) for n in (1, 2, 3, 4)] == [3000, 0, -3000, 3000]
    lost = [e for e in round.events if e.rule == cite(state, "10(g)(2)")]
    assert [(e.kind, field(e, "wager")) for e in lost] == [
        ("take", "ante"),
        ("take", "raise"),
        ("collect", None),
    ]
    assert lost[-1].n < events(round, Compare)[2].n  # seat 3's cards at once
    last_paid = events(round, Pay)[-1].n
    collected = [e for e in events(round, Collect) if e.rule == cite(state, "10(h)")]
    assert all(e.n > last_paid for e in collected)
    seats, cross = ["seat 4", "seat 2", "seat 1"], ["left", "center", "right", "far", "near"]
    assert [e.place for e in collected] == [*seats, "dealer", *cross]
    assert (
        sorted(round.layout.rack) == sorted(set(round.layout.rack)) and len(round.layout.rack) == 52
    )


@pytest.mark.parametrize(("reading", "lost"), [("push-all", 0), ("push-ante-only", -2000)])
def test_what_a_tie_leaves_with_the_player__d_20(reading: str, lost: int) -> None:
    round = play_double_cross(
        deck("As Kh", dealer="Ad Kc"),
        "1 wager ante 10; dealer close; 1 raise horizontal",
        options={"rulings.D-20": reading},
    )
    assert net(round) == lost
    assert wager(round, "ante")[0] == "push"
    assert wager(round, "raise")[0] == ("lose" if lost else "push")


@pytest.mark.parametrize(("reading", "opened"), [("stop", 2), ("literal", 5)])
def test_everybody_folds__x_22(reading: str, opened: int) -> None:
    round = play_double_cross(deck(), ANTE, CLOSE, "1 fold", options={"rulings.X-22": reading})
    assert (round.outcome, net(round)) == ("settled", -1000)
    turned = [e.place for e in events(round, Turn) if e.place != "dealer"]
    assert len(turned) == opened
    assert (kinds(round).count("all-folded") == 1) == (reading == "stop")
    assert ("dealer" in [e.place for e in events(round, Turn)]) == (reading == "literal")


def test_what_a_seat_says_whose_time_runs_out__x_11() -> None:
    for cards, answer in (("As Ad", "expose"), ("As Kd", "keep")):
        round = play_double_cross(deck(cards), ANTE, SIDE, CLOSE)
        assert round.game.absent(round.layout, 1) == answer
        round.act(f"1 {answer}")
        assert round.game.absent(round.layout, 1) == "fold"


def test_one_record_under_both_rulebooks_gives_the_same_money_and_each_states_clauses() -> None:
    text = """
        croupier = 1
        game = "double-cross-poker"
        rulebook = "{}"
        [seats]
        1 = "500"
        3 = "500"
        [round]
        cards = "As Kd 7c 7d 2h 9s 4c Jh Ts Qs 5d"
        actions = ["1 wager ante 10", "1 wager three-card 5", "3 wager ante 25", "dealer close",
                   "1 expose", "1 raise vertical", "3 fold"]
    """
    ma, nj = (record.run(record.parse(text.format(state))) for state in STATES)
    for document in (ma, nj):
        assert (document["seats"]["1"]["net"], document["seats"]["3"]["net"]) == ("60.00", "-25.00")
        assert document["house"]["net"] == "-35.00"
    assert [e["rule"] for e in nj["events"]] == [cite("nj", e["rule"]) for e in ma["events"]]
    assert [w["rule"] for w in nj["seats"]["1"]["wagers"]] == ["25.10(g)3", "25.11(c)", "25.11(b)"]
    assert [w["rule"] for w in ma["seats"]["1"]["wagers"]] == ["10(g)(3)", "11(c)", "11(b)"]


def test_the_players_cards_are_in_no_view_but_their_own() -> None:
    round = play_double_cross(deck(PLAYER, "8s 8d"), ANTE, "2 wager ante 10", CLOSE, seats=2)
    for viewer, known in (("seat:1", {"As", "Kd"}), ("seat:2", {"8s", "8d"}), (PUBLIC, set[str]())):
        shown = str(round.view(viewer)) + str(round.told(viewer))
        hidden = {"As", "Kd", "8s", "8d", "2c", "3d", "Jc", "7h", "4s"} - known
        assert not [card for card in hidden if f"'{card}'" in shown]
        assert all(f"'{card}'" in shown for card in known)
