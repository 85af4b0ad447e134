"""Winner's Pot Poker, Sections 1, 6 to 10 and 13: wagers, button, deal, decisions, showdown."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from croupier.games.winners_pot_poker.events import InHand, Stop
from croupier.nouns.cards import UNKNOWN
from croupier.stage.events import NOBODY, PUBLIC, SURVEILLANCE
from croupier.stage.payments import Award, Stake, ToPot
from croupier.stage.preparing import Load
from croupier.stage.round import Round
from croupier.stage.vocabulary import (
    Announce,
    Burn,
    Button,
    Collect,
    Deal,
    Fold,
    Poll,
    Stub,
    Turn,
    TurnCard,
    Wager,
    Warn,
)
from tests.clauses.winners_pot import (
    CLOSE,
    DOC,
    FOURTH,
    GAME,
    NOTHING,
    THIRD,
    antes,
    contest,
    deck,
)
from tests.support import events, field, net, play, refused, result, said, table

pot_poker = partial(play, GAME)

METHODS = {
    "manual-shoe": {},
    "hand": {"dealing": "hand"},
    "automated-shoe": {"dealing": "automated-shoe"},
}


def methods(**clauses: tuple[str, ...]) -> pytest.MarkDecorator:
    """Run a test for each way of dealing, each with the clauses it shows."""
    return pytest.mark.parametrize(
        "dealing",
        [
            pytest.param(name, marks=pytest.mark.clause(DOC, *clauses[name.replace("-", "_")]))
            for name in METHODS
        ],
    )


def outcomes(round: Round, seat: int) -> dict[str, str]:
    return {w["wager"]: w["outcome"] for w in result(round)["seats"][str(seat)]["wagers"]}


# --- wagers: Sections 1, 6 and 13 -----------------------------------------------------------------


@pytest.mark.clause(DOC, "1:Ante", "6(c)")
def test_the_ante_is_one_fixed_amount__1_Ante() -> None:
    round = pot_poker("", seats=2, options={"ante": "7.50"})
    round.act("1 wager ante")
    round.act("2 wager ante 7.50")
    assert [net(round, n) for n in (1, 2)] == [-750, -750]
    for amount in ("5", "8", "0", "15"):
        assert refused(round, f"2 wager ante {amount}").rule == "1:Ante"


@pytest.mark.clause(DOC, "6(c)")
def test_the_dealer_places_ante_bet_and_double_from_the_tray__6_c_W_35() -> None:
    round = pot_poker("", *antes(1), CLOSE)
    staked = events(round, Stake)
    assert [(e.wager, e.amount) for e in staked] == [("ante", 500), ("bet", 500), ("double", 1000)]
    assert {(e.rule, e.finding) for e in staked} == {("6(c)", "W-35")}
    assert (round.layout.tray, round.layout.staked) == (-2000, 2000)
    assert staked[-1].n < events(round, Deal)[0].n


@pytest.mark.clause(DOC, "6(c)")
def test_nobody_is_dealt_in_without_an_ante__6_c() -> None:
    round = pot_poker("", seats=2)
    assert refused(round, CLOSE).rule == "6(c)"
    round.act("2 wager ante")
    round.act(CLOSE)
    assert list(round.layout.felt) == ["seat 2", "dealer"]
    assert refused(round, "1 bet").rule == "10(a)(3)"
    for ante in ("1 wager ante", "1 wager ante 5"):
        poor = refused(pot_poker("", seats={1: 499}), ante)
        assert (poor.rule, poor.finding) == (None, "X-35")


@pytest.mark.clause(DOC, "6(a)")
@pytest.mark.parametrize("match_play", [False, True])
def test_no_cash_and_no_coupon_in_the_pot__6_a_W_26(match_play: bool) -> None:
    round = pot_poker("", options={"match_play": match_play})
    assert refused(round, "1 wager ante 5 cash").rule == "6(a)"
    coupon = refused(round, "1 wager ante 5 coupon 5")
    assert (coupon.rule, coupon.finding) == ("6(a)", "W-26")
    round.act("1 wager ante")
    assert refused(round, "1 wager jacks-plus 5 cash").rule == "6(a)"
    assert refused(round, "1 wager jacks-plus 5 coupon 5").rule == "6(a)"
    assert refused(round, "dealer confirm 1").rule == "6(a)"


@pytest.mark.clause(DOC, "6(b)")
def test_after_the_call_no_wager_is_touched__6_b() -> None:
    round = pot_poker("", "1 wager ante", "1 wager jacks-plus 5", "1 wager jacks-plus 10")
    assert net(round) == -1500  # the new amount replaced the old one
    round.act("1 withdraw jacks-plus")
    round.act("1 wager jacks-plus 3")
    round.act(CLOSE)
    for said_late in ("1 wager ante", "1 wager jacks-plus 5", "1 withdraw jacks-plus"):
        assert refused(round, said_late).rule == "6(b)"
    round.act("1 bet")
    assert refused(round, "1 withdraw ante").rule == "6(b)"


def test_an_ante_taken_back_takes_the_side_wager_along() -> None:
    round = pot_poker("", "1 wager ante", "1 wager jacks-plus 5", "1 withdraw ante")
    assert (net(round), round.layout.seats[1].wagers) == (0, {})


@pytest.mark.clause(DOC, "1:Jacks plus bonus wager", "6(b)")
def test_jacks_plus_needs_an_ante_and_has_its_own_limits__W_25() -> None:
    house = {"jacks_plus.minimum": "2", "jacks_plus.maximum": "20", "increment": "0.50"}
    round = pot_poker("", options=house)
    alone = refused(round, "1 wager jacks-plus 5")
    assert (alone.rule, alone.finding) == ("6(b)", "W-25")
    round.act("1 wager ante")
    assert refused(round, "1 wager jacks-plus 1.50").finding == "W-25"
    assert refused(round, "1 wager jacks-plus 20.50").finding == "W-25"
    assert refused(round, "1 wager jacks-plus 2.25").finding == "X-09"
    assert refused(round, "1 wager jacks-plus 0").finding == "W-25"
    round.act("1 wager jacks-plus 2.50")
    without = pot_poker("", "1 wager ante", options={"jacks_plus.offered": False})
    assert refused(without, "1 wager jacks-plus 5").rule == "6(b)"


@pytest.mark.clause(DOC, "6(e)")
def test_only_seated_players_wager__6_e() -> None:
    refusal = refused(pot_poker("", seats=2), "5 wager ante")
    assert refusal.rule == "6(e)"


@pytest.mark.clause(DOC, "13")
def test_one_position_for_each_player__13() -> None:
    round = pot_poker("", "1 wager ante", seats=3, players={"Ann": [1, 3]})
    assert refused(round, "3 wager ante").rule == "13"
    round.act("2 wager ante")
    round.act("1 withdraw ante")
    round.act("3 wager ante")
    assert refused(round, "1 wager ante").rule == "13"


@pytest.mark.clause(DOC, "1:Bet", "1:Double", "10(a)(1)", "10(c)(1)")
def test_the_bet_is_the_ante_and_the_double_twice_that__1_Bet() -> None:
    round = contest({1: NOTHING}, "Ac Ad Kh Ks Qc", options={"ante": "2.50"})
    assert [(e.wager, e.amount, e.rule) for e in events(round, Wager)] == [
        ("ante", 250, "6(c)"),
        ("bet", 250, "10(a)(1)"),
        ("double", 500, "10(c)(1)"),
    ]
    assert net(round) == -1000


def test_a_player_without_money_for_the_next_wager_can_only_fold__X_10() -> None:
    round = pot_poker("", "1 wager ante", seats={1: 1200})
    (warning,) = events(round, Warn)
    assert (warning.seat, warning.finding, warning.amount) == (1, "X-10", 2000)
    round.act(CLOSE)
    assert [o.verb for o in round.legal(1)] == ["bet", "fold"]
    round.act("1 bet")
    refusal = refused(round, "1 double")
    assert (refusal.rule, refusal.finding) == (None, "X-10")
    assert [o.verb for o in round.legal(1)] == ["fold"]
    round.act("1 fold")
    assert (round.outcome, net(round)) == ("settled", -1000)
    assert refused(pot_poker("", "1 wager ante", CLOSE, seats={1: 900}), "1 bet").finding == "X-10"
    assert not events(pot_poker("", "1 wager ante", seats={1: 2000}), Warn)


# --- the call, the burn, the button, the deal: Sections 7 to 9 ------------------------------------


@methods(manual_shoe=("7(a)", "7(b)"), hand=("8(a)", "8(b)(3)"), automated_shoe=("9(a)", "9(b)(2)"))
def test_the_deck_is_loaded_and_no_more_bets_called_before_a_card_is_dealt(dealing: str) -> None:
    round = pot_poker("", *antes(1), CLOSE, options={"dealing": dealing})
    assert said(round) == ["No more bets"]
    (call,) = events(round, Announce)
    (load,) = events(round, Load)
    assert load.n < events(round, Wager)[0].n < call.n < events(round, Deal)[0].n
    clauses = {"manual-shoe": "7(b)", "hand": "8(b)(3)", "automated-shoe": "9(b)(2)"}
    assert call.rule == clauses[dealing]


@methods(manual_shoe=("7(e)",), hand=("8(d)",), automated_shoe=("9(b)(1)",))
def test_the_top_card_is_burned_unseen__1_Burn(dealing: str) -> None:
    round = pot_poker("Ac", *antes(1), CLOSE, options={"dealing": dealing})
    (burned,) = events(round, Burn)
    assert (burned.card, burned.sees) == ("Ac", NOBODY)
    assert burned.shown_to(PUBLIC)["card"] == UNKNOWN == burned.shown_to("seat:1")["card"]
    assert round.layout.rack == ["Ac"]
    (call,) = events(round, Announce)
    before = dealing == "automated-shoe"  # W-06
    assert (burned.n < call.n) == before
    assert burned.finding == ("W-05" if before else None)


@pytest.mark.clause(DOC, "1:Burn")
def test_three_cards_are_burned_and_nobody_sees_them__1_Burn() -> None:
    round = contest({1: NOTHING}, "Ac Ad Kh Ks Qc")
    burned = events(round, Burn)
    assert [e.rule for e in burned] == ["7(e)", "10(b)", "10(d)"]
    assert all(
        e.shown_to(viewer)["card"] == UNKNOWN for e in burned for viewer in (PUBLIC, "seat:1")
    )
    assert all(e.card == e.shown_to(SURVEILLANCE)["card"] for e in burned)


@pytest.mark.parametrize(
    "dealing",
    [
        pytest.param("manual-shoe", marks=pytest.mark.clause(DOC, "7(e)(1)", "7(e)(2)", "7(e)(3)")),
        pytest.param("hand", marks=pytest.mark.clause(DOC, "8(d)(1)", "8(d)(2)", "8(d)(3)")),
    ],
)
def test_two_cards_down_and_one_up_one_at_a_time__7_e(dealing: str) -> None:
    round = pot_poker(
        "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc", *antes(1, 2), CLOSE, seats=2, options={"dealing": dealing}
    )
    dealt = events(round, Deal)
    assert [e.place for e in dealt] == ["seat 1", "seat 2", "dealer"] * 3
    assert [e.up for e in dealt] == [False] * 6 + [True] * 3
    section = {"manual-shoe": "7(e)", "hand": "8(d)"}[dealing]
    assert [e.rule for e in dealt] == [f"{section}({n})" for n in (1, 2, 3) for _ in range(3)]
    assert round.view(PUBLIC)["felt"] == {
        "seat 1": ["??", "??", "8c"],
        "seat 2": ["??", "??", "9c"],
        "dealer": ["??", "??", "Tc"],
    }
    own = round.view("seat:1")["felt"]
    assert own["seat 1"] == ["2c", "5c", "8c"]
    assert own["seat 2"] == ["??", "??", "9c"]
    assert own["dealer"] == ["??", "??", "Tc"]  # nobody looks at these


@pytest.mark.clause(DOC, "9(d)", "9(e)")
def test_packets_of_three_with_the_top_card_turned__9_d() -> None:
    house = {"dealing": "automated-shoe"}
    cards = "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Kd 2d 3d 4d"
    round = pot_poker(cards, *antes(1, 2), CLOSE, seats=2, options=house)
    assert [e.place for e in events(round, Deal)] == [
        p for p in ("seat 1", "seat 2", "dealer") for _ in range(3)
    ]
    assert [e.card for e in events(round, TurnCard)] == ["4c", "7c", "Tc"]
    assert round.view(PUBLIC)["felt"]["seat 1"] == ["??", "??", "4c"]
    assert round.view("seat:2")["felt"]["seat 2"] == ["5c", "6c", "7c"]
    (in_hand,) = events(round, InHand)
    assert in_hand.rule == "9(e)"
    assert in_hand.n > events(round, TurnCard)[-1].n
    for action in ("1 bet", "2 bet"):
        round.act(action)
    assert [(e.card, e.up, e.also) for e in events(round, Deal)[-3:]] == [
        (c, True, ("8(b)(3)",)) for c in ("2d", "3d", "4d")
    ]
    assert said(round) == ["No more bets"]  # W-04: no second call


BUTTON_RULES = {"manual_shoe": ("7(d)",), "hand": ("8(c)",), "automated_shoe": ("9(c)",)}


@methods(**BUTTON_RULES)
def test_the_button_moves_round_players_and_dealer__7_d(dealing: str) -> None:
    at = table(GAME, 3, options={"dealing": dealing})
    lay, first = [], []
    for _ in range(5):
        round = at.begin()
        for action in (*antes(1, 2, 3), CLOSE):
            round.act(action)
        lay.append(events(round, Button)[0].place)
        assert round.view(PUBLIC)["button"] == lay[-1].removeprefix("seat ")
        first.append(events(round, Deal)[0].place)
        while not round.over:
            round.act(f"{round.asking()[0]} fold")
    assert lay == ["dealer", "seat 1", "seat 2", "seat 3", "dealer"]
    assert first == ["seat 1", "seat 2", "seat 3", "dealer", "seat 1"]


@methods(**BUTTON_RULES)
def test_the_deal_starts_after_the_button__7_d(dealing: str) -> None:
    round = pot_poker("", *antes(1, 2, 4), CLOSE, seats=4, options={"dealing": dealing}, button=2)
    served = list(dict.fromkeys(e.place for e in events(round, Deal)))
    assert served == ["seat 4", "dealer", "seat 1", "seat 2"]


def played_out(round: Round, *seats: int) -> None:
    for action in (*antes(*seats), CLOSE):
        round.act(action)
    while not round.over:
        round.act(f"{round.asking()[0]} fold")


def test_the_button_skips_seats_that_are_not_in_the_round__W_27() -> None:
    at = table(GAME, {1: 10000, 2: 10000, 5: 10000, 6: 10000})
    lay = []
    for seats in ((1, 6), (1, 6), (2, 5), (2, 5), (1, 2), (1, 2), (5,), (5,)):
        round = at.begin()
        played_out(round, *seats)
        lay.append(events(round, Button)[0].place)
    assert lay == ["dealer", "seat 1", "seat 2", "seat 5", "dealer", "seat 1", "seat 5", "dealer"]


def test_after_an_idle_time_the_button_is_back_at_the_dealer__W_27() -> None:
    at = table(GAME, 2)
    for place in ("dealer", "seat 1"):
        round = at.begin()
        played_out(round, 1, 2)
        assert events(round, Button)[0].place == place
    round = at.begin(situation={"idle": True})
    played_out(round, 1, 2)
    assert events(round, Button)[0].place == "dealer"


@pytest.mark.clause(DOC, "9(c)", "9(d)")
@pytest.mark.parametrize(
    ("reading", "order"),
    [
        ("button", ["seat 3", "dealer", "seat 1", "seat 2"]),
        ("far-left", ["seat 1", "seat 2", "seat 3", "dealer"]),
    ],
)
def test_packets_start_after_the_button_or_at_the_far_left__W_01(
    reading: str, order: list[str]
) -> None:
    house = {"dealing": "automated-shoe", "rulings.W-01": reading}
    round = pot_poker("", *antes(1, 2, 3), CLOSE, seats=3, options=house, button=2)
    assert list(dict.fromkeys(e.place for e in events(round, Deal))) == order
    assert round.asking() == [3]  # decisions follow the button in any case


@pytest.mark.clause(DOC, "10(b)", "10(d)")
@pytest.mark.parametrize(
    ("reading", "order"),
    [
        ("first-player", ["seat 1", "seat 2", "dealer"]),
        ("first-position", ["dealer", "seat 1", "seat 2"]),
    ],
)
def test_later_cards_start_with_the_first_player_after_the_button__W_02(
    reading: str, order: list[str]
) -> None:
    house = {"rulings.W-02": reading}
    round = pot_poker(
        "",
        *antes(1, 2),
        "dealer close; 1 bet; 2 bet; 1 double; 2 double",
        seats=2,
        options=house,
        button=2,
    )
    dealt = events(round, Deal)
    assert [e.place for e in dealt[:3]] == ["dealer", "seat 1", "seat 2"]
    assert [e.place for e in dealt[9:12]] == [e.place for e in dealt[12:]] == order


def test_the_dealer_is_served_when_reached__W_02() -> None:
    round = pot_poker("", *antes(1, 2, 3), CLOSE, "2 bet", "3 fold", "1 bet", seats=3, button=1)
    assert [e.place for e in events(round, Deal)[12:]] == ["seat 2", "dealer", "seat 1"]


@methods(manual_shoe=("7(f)",), hand=("8(e)",), automated_shoe=("9(e)",))
def test_the_stub_goes_to_the_rack_unseen__1_Stub(dealing: str) -> None:
    house = METHODS[dealing]
    round = pot_poker("", *antes(1), CLOSE, "1 bet", "1 double", options=house)
    (stub,) = events(round, Stub)
    assert (stub.count, stub.sees) == (52 - 10 - 3, NOBODY)
    assert set(stub.shown_to("seat:1")["cards"]) == {UNKNOWN}
    assert stub.n > events(round, Deal)[-1].n


@pytest.mark.clause(DOC, "1:Stub")
def test_eight_players_leave_a_stub_of_four__W_42() -> None:
    seats = range(1, 9)
    round = pot_poker(
        "",
        *antes(*seats),
        CLOSE,
        *(f"{n} bet" for n in seats),
        *(f"{n} double" for n in seats),
        seats=8,
        options={"seats": 8},
    )
    assert events(round, Stub)[0].count == 4
    assert round.outcome == "settled"


# --- decisions: 10(a) to 10(d) --------------------------------------------------------------------


@pytest.mark.clause(DOC, "10(a)", "10(a)(3)", "10(c)", "10(c)(3)")
def test_each_is_asked_in_turn_from_the_button_and_heard_only_then__10_a_3() -> None:
    round = pot_poker("", *antes(1, 2, 3), CLOSE, seats=4, button=1)
    assert round.asking() == [2]
    for early in ("1 bet", "3 fold", "4 bet"):
        assert refused(round, early).rule == "10(a)(3)"
    assert refused(round, "2 double").rule == "10(c)"
    assert refused(round, CLOSE).rule == "10(a)(3)"
    for action, turn in (("2 bet", 3), ("3 fold", 1), ("1 bet", 2)):
        round.act(action)
        assert round.asking() == [turn]
    assert refused(round, "2 bet").rule == "10(a)"
    assert refused(round, "3 double").rule == "10(c)(3)"  # a player who has folded is out
    assert refused(round, "1 double").rule == "10(c)(3)"
    round.act("2 double")
    assert round.asking() == [1]
    asked = [(e.seat, e.rule) for e in events(round, Poll)]
    assert asked == [
        (2, "10(a)(3)"),
        (3, "10(a)(3)"),
        (1, "10(a)(3)"),
        (2, "10(c)(3)"),
        (1, "10(c)(3)"),
    ]
    round.act("1 fold")
    assert [(e.seat, e.rule) for e in events(round, Fold)] == [(3, "10(a)"), (1, "10(c)")]


@pytest.mark.clause(DOC, "10(a)")
def test_nobody_sees_the_dealers_down_cards_before_the_showdown__10_a() -> None:
    round = pot_poker(deck({1: NOTHING}, "Ac Ad Kh Ks Qc"), *antes(1), CLOSE, "1 bet")
    for viewer in (PUBLIC, "seat:1"):
        assert round.view(viewer)["felt"]["dealer"] == ["??", "??", "Kh", "Ks"]
    round.act("1 double")
    (turned,) = [e for e in events(round, Turn) if e.place == "dealer"]
    assert "10(a)" in turned.also
    assert turned.n > events(round, Deal)[-1].n
    folded = pot_poker("", *antes(1), CLOSE, "1 fold")
    assert [e.shown_to(PUBLIC)["cards"] for e in events(folded, Collect)][-1] == ["??"] * 3


@pytest.mark.clause(DOC, "10(a)(2)", "1:Fold")
def test_an_early_fold_gives_the_ante_to_the_tray_and_the_cards_to_the_rack__10_a_2() -> None:
    round = pot_poker("", *antes(1, 2), CLOSE, "1 fold", seats=2)
    assert outcomes(round, 1) == {"ante": "forfeited"}
    assert (round.layout.tray, round.layout.pot) == (500 - 2000, 0)
    (collected,) = events(round, Collect)
    assert (collected.place, collected.rule) == ("seat 1", "10(a)(2)")
    assert collected.shown_to(PUBLIC)["cards"] == ["??"] * 3
    assert "seat 1" not in round.layout.felt


@pytest.mark.clause(DOC, "10(g)")
@pytest.mark.parametrize(
    ("street", "cards"),
    [
        pytest.param(THIRD, 3, marks=pytest.mark.clause(DOC, "10(a)(2)")),
        pytest.param(FOURTH, 4, marks=pytest.mark.clause(DOC, "10(c)(2)")),
    ],
)
def test_folded_cards_lie_under_jacks_plus_until_it_is_settled__10_a_2(
    street: int, cards: int
) -> None:
    hands = {1: "Ks 2d Kh 8c 7c", 2: "5s 3d 9d 8d 6c"}
    round = pot_poker(
        deck(hands, folds={1: street}),
        *antes(1, 2),
        "1 wager jacks-plus 5; dealer close",
        *(["1 fold", "2 bet"] if street == THIRD else ["1 bet", "2 bet", "1 fold"]),
        seats=2,
    )
    assert round.view(PUBLIC)["felt"]["seat 1"] == ["??"] * cards
    assert round.view("seat:1")["felt"]["seat 1"] == hands[1].split()[:cards]
    assert outcomes(round, 1)["jacks-plus"] == "open"
    round.act("2 double")
    assert outcomes(round, 1)["jacks-plus"] == "win"
    turned = events(round, Turn)[-1]
    gone = [e for e in events(round, Collect) if e.place == "seat 1"]
    assert (turned.place, turned.up, [e.rule for e in gone]) == ("seat 1", True, ["10(g)"])


@pytest.mark.clause(DOC, "10(b)", "10(d)")
def test_a_burn_and_a_card_face_up_for_each_who_stayed__10_b() -> None:
    round = pot_poker("", *antes(1, 2, 3), CLOSE, "1 bet", "2 fold", "3 bet", seats=3)
    fourth = [e for e in round.events if e.rule == "10(b)"]
    assert [(e.kind, field(e, "place"), field(e, "up")) for e in fourth] == [
        ("burn", "rack", None),
        ("deal", "seat 1", True),
        ("deal", "seat 3", True),
        ("deal", "dealer", True),
    ]
    round.act("1 double")
    round.act("3 fold")
    fifth = [e for e in round.events if e.rule == "10(d)"]
    assert [(e.kind, field(e, "place"), field(e, "up")) for e in fifth] == [
        ("burn", "rack", None),
        ("deal", "seat 1", True),
        ("deal", "dealer", True),
    ]


@pytest.mark.clause(DOC, "10(c)(2)", "1:Winner's pot")
def test_a_late_fold_leaves_ante_and_bet_in_the_pot__10_c_2() -> None:
    round = pot_poker("", *antes(1, 2), CLOSE, "1 bet", "2 bet", "1 fold", seats=2)
    assert outcomes(round, 1) == {"ante": "forfeited", "bet": "forfeited"}
    assert (round.layout.pot, round.layout.tray) == (1000, -2000)
    moved = events(round, ToPot)
    assert [(e.seat, e.wager, e.rule) for e in moved] == [
        (1, "ante", "10(c)(2)"),
        (1, "bet", "10(c)(2)"),
    ]


# --- the showdown: 10(e) to 10(i) -----------------------------------------------------------------


@pytest.mark.clause(DOC, "10(e)", "10(f)", "10(g)", "10(h)", "10(i)")
def test_pot_hands_side_wagers_award_and_collection_in_this_order__10_e() -> None:
    hands = {1: "5s 3d 9d 8d 6c", 2: "Qs Qd 3c 4d 8s", 3: "Ks 2d Kh 8c 7c"}
    round = contest(hands, jacks={1: "1", 3: "1"})
    told = [(e.kind, field(e, "place") or field(e, "seat")) for e in round.events]
    start = told.index(("stub", None))
    assert told[start:] == [
        ("stub", None),
        *[("to-pot", n) for n in (1, 2, 3) for _ in range(3)],
        ("to-pot", None),
        ("turn", "dealer"),
        ("announce", None),
        ("turn", "seat 3"),
        ("announce", 3),
        ("turn", "seat 2"),
        ("announce", 2),
        ("turn", "seat 1"),
        ("announce", 1),
        ("pay", 3),
        ("take", 1),
        ("announce", None),
        ("commission", None),
        ("award", 3),
        ("lose", 1),
        ("lose", 2),
        ("collect", "seat 1"),
        ("collect", "seat 2"),
        ("collect", "seat 3"),
        ("collect", "dealer"),
    ]
    assert said(round)[1:] == [
        "The dealer has jack high",
        "Seat 3 has pair of kings",
        "Seat 2 has pair of queens",
        "Seat 1 has nine high",
        "The highest hand is pair of kings",
    ]
    shown = {e.place for e in events(round, Turn)}
    assert shown == {"seat 1", "seat 2", "seat 3", "dealer"}
    # Every hand can be rebuilt from the order of the rack.
    assert hands[1] in " ".join(round.layout.rack)


@pytest.mark.clause(DOC, "1:Round of play", "10(i)")
def test_a_round_ends_with_every_wager_settled_and_every_card_in_the_rack__10_i() -> None:
    round = contest({1: "5s 3d 9d 8d 6c", 2: "Qs Qd 3c 4d 8s"}, jacks={1: "1"})
    assert (round.outcome, len(round.layout.rack), round.layout.felt) == ("settled", 52, {})
    assert "open" not in {*outcomes(round, 1).values(), *outcomes(round, 2).values()}
    assert refused(round, "1 fold").rule == "10(i)"


@pytest.mark.clause(DOC, "6(d)")
@pytest.mark.parametrize(
    ("cards", "pot", "bonus"),
    [
        ("Ks 2d Kh 8c 7c", "win", "win"),
        ("Ts 2d Th 8c 6c", "win", "lose"),
        ("Js 2d Jh 8c 7c", "lose", "win"),
    ],
)
def test_the_side_wager_has_no_bearing_on_the_pot__6_d(cards: str, pot: str, bonus: str) -> None:
    dealer = "Qc Qd 9h Ts 3s" if pot == "lose" else NOTHING.replace("Js", "Jc")
    ended = outcomes(contest({1: cards}, dealer, jacks={1: "5"}), 1)
    assert ended == {"ante": pot, "bet": pot, "double": pot, "jacks-plus": bonus}


# --- everybody folds: X-22 ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("folds", "nets", "house", "total"),
    [
        ({1: THIRD, 2: THIRD}, [-500, -500], 1000, "20.00"),
        ({1: THIRD, 2: FOURTH}, [-500, -1000], 1500, "30.00"),
    ],
)
def test_when_all_fold_the_deal_stops_and_the_pot_goes_to_the_tray__X_22(
    folds: dict[int, int], nets: list[int], house: int, total: str
) -> None:
    round = contest({1: "5s 3d 9d 8d 6c", 2: "Qs Qd 3c 4d 8s"}, folds=folds)
    assert round.outcome == "settled"
    assert ([net(round, n) for n in (1, 2)], round.layout.tray) == (nets, house)
    assert result(round)["pot"] == {"total": total, "shares": {}}
    assert events(round, Stop)[0].finding == "X-22"
    stake, award = events(round, ToPot)[-1], events(round, Award)[-1]
    assert (stake.by, stake.rule, stake.finding, stake.amount) == ("dealer", None, "X-22", 2000)
    assert (award.by, award.rule, award.finding) == ("dealer", None, "X-22")
    assert not events(round, Turn)
    assert len(events(round, Burn)) == len(set(folds.values()))


@pytest.mark.clause(DOC, "10(b)", "10(d)", "10(f)", "10(h)(1)")
def test_read_literally_the_dealer_plays_on_alone__X_22() -> None:
    hands = {1: "Ks 2d Kh 8c 7c", 2: "Qs Qd 3c 4d 8s"}
    house = {"rulings.X-22": "literal"}
    round = contest(hands, folds={1: THIRD, 2: THIRD}, jacks={1: "5"}, options=house)
    assert [net(round, n) for n in (1, 2)] == [0, -500]  # three cards with kings win even money
    assert len(round.layout.laid["dealer"].cards) == 5
    assert result(round)["pot"] == {"total": "20.00", "shares": {"dealer": "20.00"}}
    assert round.layout.tray == 500


def test_side_wagers_of_those_who_folded_are_settled_when_all_fold__X_22() -> None:
    hands = {1: "Ks 2d Kh 8c 7c", 2: "Qs 5d 3c 4d 8s"}
    round = contest(hands, folds={1: THIRD, 2: FOURTH}, jacks={1: "5", 2: "5"})
    assert [net(round, n) for n in (1, 2)] == [-500 + 500, -1000 - 500]


# --- what the result says -------------------------------------------------------------------------


def test_the_document_has_what_the_contract_asks_for() -> None:
    document: dict[str, Any] = result(contest({1: "5s 3d 9d 8d 6c", 3: "Ks 2d Kh 8c 7c"}))
    assert document["pot"] == {
        "total": "60.00",
        "shares": {"1": "0.00", "3": "54.00", "dealer": "0.00"},
    }
    assert document["house"] == {"net": "-14.00", "commission": "6.00"}
    assert {n: seat["hand"] for n, seat in document["seats"].items()} == {
        "1": "high-card",
        "3": "pair",
    }
    won = document["seats"]["3"]["wagers"]
    assert [(w["amount"], w["outcome"], w["odds"], w["paid"], w["rule"]) for w in won] == [
        ("5.00", "win", None, "8.50", "10(h)(2)(i)"),
        ("5.00", "win", None, "8.50", "10(h)(2)(i)"),
        ("10.00", "win", None, "17.00", "10(h)(2)(i)"),
    ]
    assert document["seats"]["3"]["net"] == "34.00"
    assert document["board"] == {}


def test_an_open_round_says_what_may_be_done() -> None:
    document = result(pot_poker("", *antes(1), CLOSE))
    assert document["outcome"] == "open"
    assert document["pot"] == {"total": "0.00", "shares": {}}
    mine = [(o["verb"], o["args"]) for o in document["next"] if o["actor"] == "1"]
    assert mine == [("bet", []), ("fold", [])]
