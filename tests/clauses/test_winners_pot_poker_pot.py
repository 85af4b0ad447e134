"""Winner's Pot Poker, 10(g), 10(h) and Section 11: pot, commission, shares, jacks plus."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.games.winners_pot_poker.house import WinnersPotHouse
from croupier.games.winners_pot_poker.jacks_plus import limit, share_limit
from croupier.games.winners_pot_poker.pot import Split, commission, divide
from croupier.rules import house
from croupier.stage.payments import Award, Commission, Pay, Take
from croupier.stage.round import Round
from croupier.stage.vocabulary import Turn
from tests.clauses.winners_pot import DOC, FOURTH, GAME, NOTHING, THIRD, contest
from tests.support import events, net, result, typed

BEST = "Ks 2d Kh 8c 7c"
ALSO_BEST = "Kd 2h Kc 8d 7s"
SECOND = "Qs Qd 3c 5d 8s"
LOW = "5s 3d 9d 8h 6c"


def money(round: Round, *seats: int) -> tuple[list[int], int]:
    """Return the nets of the seats and of the house in cents, which sum to zero."""
    nets = [net(round, n) for n in seats]
    assert sum(s.net for s in round.layout.seats.values()) + round.layout.tray == 0
    return nets, round.layout.tray


def outcomes(round: Round, seat: int) -> set[tuple[str, str]]:
    wagers = result(round)["seats"][str(seat)]["wagers"]
    return {(w["outcome"], w["rule"]) for w in wagers if w["wager"] != "jacks-plus"}


def terms(**options: Any) -> WinnersPotHouse:
    given = {key.replace("__", "."): value for key, value in options.items()}
    return typed(house.build(GAME, given), WinnersPotHouse)


# --- the worked amounts: ante $5, ten percent -----------------------------------------------------

FOLDS = {1: THIRD, 2: FOURTH}
"""A folds on three cards, B on four, C stays: the pot is 20 + 20 + 10."""


@pytest.mark.clause(DOC, "10(h)(2)", "10(h)(2)(i)", "1:Winner's pot")
def test_a_single_winner_takes_the_pot_less_commission__10_h_2_i() -> None:
    round = contest({1: LOW, 2: SECOND, 3: BEST}, folds=FOLDS)
    assert money(round, 1, 2, 3) == ([-500, -1000, 2500], -1000)
    document = result(round)
    assert document["pot"] == {"total": "50.00", "shares": {"3": "45.00", "dealer": "0.00"}}
    assert document["house"]["commission"] == "5.00"
    assert outcomes(round, 1) == {("forfeited", "10(a)(2)")}
    assert outcomes(round, 2) == {("forfeited", "10(c)(2)")}
    assert outcomes(round, 3) == {("win", "10(h)(2)(i)")}


@pytest.mark.clause(DOC, "10(h)(1)")
def test_the_dealer_takes_the_pot_without_commission__10_h_1() -> None:
    round = contest({1: LOW, 2: SECOND, 3: BEST}, "Ac Ad 9h Js 4c", folds=FOLDS)
    assert money(round, 1, 2, 3) == ([-500, -1000, -2000], 3500)
    document = result(round)
    assert document["pot"] == {"total": "50.00", "shares": {"3": "0.00", "dealer": "50.00"}}
    assert document["house"] == {"net": "35.00", "commission": "0.00"}
    assert not events(round, Commission)
    (award,) = events(round, Award)
    assert (award.by, award.rule, award.amount) == ("dealer", "10(h)(1)", 5000)
    assert outcomes(round, 3) == {("lose", "10(h)(1)")}


@pytest.mark.clause(DOC, "10(h)(2)", "10(h)(2)(ii)")
def test_a_tie_with_the_dealer_shares_the_pot__10_h_2_ii() -> None:
    round = contest({1: LOW, 2: SECOND, 3: BEST}, ALSO_BEST, folds=FOLDS)
    assert money(round, 1, 2, 3) == ([-500, -1000, 250], 1250)
    document = result(round)
    assert document["pot"] == {"total": "50.00", "shares": {"3": "22.50", "dealer": "25.00"}}
    assert document["house"]["commission"] == "2.50"
    assert outcomes(round, 3) == {("shared", "10(h)(2)(ii)")}


@pytest.mark.clause(DOC, "10(h)(2)(ii)")
@pytest.mark.parametrize(("reading", "won"), [("literal", -200), ("waive", 0)])
def test_a_lone_player_who_ties_the_dealer_pays_the_commission__W_19(
    reading: str, won: int
) -> None:
    round = contest({1: BEST}, ALSO_BEST, options={"rulings.W-19": reading})
    assert money(round, 1) == ([won], -won)
    assert {w["paid"] for w in result(round)["seats"]["1"]["wagers"]} == {"0.00"}


@pytest.mark.clause(DOC, "10(h)(2)(ii)")
def test_two_players_share_when_the_dealer_loses__10_h_2_ii() -> None:
    round = contest({1: BEST, 2: ALSO_BEST})
    assert money(round, 1, 2) == ([700, 700], -1400)
    document = result(round)
    assert document["pot"] == {
        "total": "60.00",
        "shares": {"1": "27.00", "2": "27.00", "dealer": "0.00"},
    }
    assert document["house"]["commission"] == "6.00"


THREE = {1: "As Kd 9h 7s 4c", 2: "Ad Kh 9s 7c 4d", 3: "Ah Ks 9c 7d 4h"}


@pytest.mark.clause(DOC, "10(h)(2)(ii)")
@pytest.mark.parametrize(
    ("percent", "button", "shares"),
    [
        ("10", "dealer", ["24.00", "24.00", "24.00"]),
        ("5", "dealer", ["25.34", "25.33", "25.33"]),
        ("5", 1, ["25.33", "25.34", "25.33"]),
        ("5", 3, ["25.34", "25.33", "25.33"]),
    ],
)
def test_odd_cents_go_to_the_first_tied_player_from_the_button__W_20(
    percent: str, button: int | str, shares: list[str]
) -> None:
    round = contest(THREE, "2c 7h 9d Js 4s", button=button, options={"commission.percent": percent})
    assert [result(round)["pot"]["shares"][n] for n in "123"] == shares
    favoured = [e.seat for e in events(round, Award) if e.finding == "W-20"]
    assert favoured == ([] if percent == "10" else [2 if button == 1 else 1])
    assert money(round, 1, 2, 3)[1] == -2000 + (800 if percent == "10" else 400)


def test_odd_cents_go_to_the_house_by_the_other_reading__W_20() -> None:
    options = {"commission.percent": "5", "rulings.W-20": "house"}
    round = contest(THREE, "2c 7h 9d Js 4s", options=options)
    assert [result(round)["pot"]["shares"][n] for n in "123"] == ["25.33"] * 3
    assert money(round, 1, 2, 3) == ([533] * 3, -1599)
    assert result(round)["house"]["commission"] == "4.00"  # the odd cent is not commission
    odd = events(round, Award)[-1]
    assert (odd.by, odd.rule, odd.finding, odd.amount) == ("dealer", None, "W-20", 1)


@pytest.mark.clause(DOC, "10(h)(2)(ii)")
def test_two_players_and_the_dealer_with_odd_cents__10_h_2_ii() -> None:
    """Pot 160: 53.33 to the dealer, 10.66 commission, 48.01 and 48.00."""
    hands = {1: THREE[1], 2: THREE[2], 3: "5s 3d 9d 8h 6c"}
    round = contest(hands, THREE[3], options={"ante": "10"})
    assert result(round)["pot"] == {
        "total": "160.00",
        "shares": {"1": "48.01", "2": "48.00", "3": "0.00", "dealer": "53.33"},
    }
    assert result(round)["house"]["commission"] == "10.66"
    assert money(round, 1, 2, 3) == ([801, 800, -4000], 2399)


# --- the commission -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "base", "taken"),
    [
        ({}, 5000, 500),
        ({"commission__percent": "7.5"}, 5000, 375),
        ({"commission__percent": "0"}, 5000, 0),
        ({"commission__fixed": "4"}, 5000, 400),  # the smaller of the two
        ({"commission__fixed": "4"}, 3000, 300),
        ({"commission__percent": "none", "commission__fixed": "4"}, 5000, 400),
        # Ten percent at most.
        ({"commission__percent": "none", "commission__fixed": "4"}, 3000, 300),
        ({"commission__percent": "3", "commission__fixed": "4"}, 5000, 150),
        ({"commission__percent": "7.5"}, 1111, 83),  # 83.325 cents, rounded down
        ({"commission__percent": "7.5", "chip": "0.25"}, 1111, 75),
    ],
)
def test_the_commission_is_the_smaller_of_two_and_rounded_down__W_16_X_08(
    options: dict[str, str], base: int, taken: int
) -> None:
    assert commission(terms(**options), base) == taken


@pytest.mark.clause(DOC, "10(h)(2)(i)")
@pytest.mark.parametrize(("reading", "taken", "won"), [("pot", 400, 1600), ("winnings", 200, 1800)])
def test_the_base_is_the_pot_or_the_winnings__W_17(reading: str, taken: int, won: int) -> None:
    round = contest({1: BEST}, options={"rulings.W-17": reading})
    assert money(round, 1) == ([won], -won)
    assert events(round, Commission)[0].amount == taken


def test_the_base_of_a_shared_pot_does_not_change__W_17() -> None:
    for reading in ("pot", "winnings"):
        split = divide(terms(**{"rulings.W-17": reading}), 4000, [1], dealer=True, stake=2000)
        assert split == Split(2000, 200, {1: 1800})


@pytest.mark.clause(DOC, "10(h)(2)(ii)")
@pytest.mark.parametrize(
    ("reading", "taken", "share"), [("once", 200, "29.00"), ("per-player", 400, "28.00")]
)
def test_the_commission_of_a_tie_is_taken_once_or_from_each__W_18(
    reading: str, taken: int, share: str
) -> None:
    options = {"rulings.W-18": reading, "commission.fixed": "2"}
    round = contest({1: BEST, 2: ALSO_BEST}, options=options)
    assert events(round, Commission)[0].amount == taken
    assert result(round)["pot"]["shares"] == {"1": share, "2": share, "dealer": "0.00"}


@pytest.mark.parametrize("seats", [[1], [1, 2], [3, 1, 2], [2, 3, 4, 5, 6, 7, 8, 1]])
@pytest.mark.parametrize("dealer", [False, True])
@pytest.mark.parametrize("total", [4000, 4001, 16000, 9999, 12345])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"rulings.W-18": "per-player", "commission.fixed": "1.11"},
        {"rulings.W-19": "waive", "rulings.W-20": "house", "chip": "0.25"},
        {"rulings.W-17": "winnings", "chip": "1", "commission.percent": "3.3"},
    ],
)
def test_a_pot_is_divided_to_the_last_cent(
    seats: list[int], dealer: bool, total: int, options: dict[str, str]
) -> None:
    split = divide(terms(**options), total, seats, dealer, stake=2000)
    assert split.dealer + split.commission + sum(split.seats.values()) + split.odd == total
    chip = terms(**options).chip
    assert split.dealer == (total // (len(seats) + 1) // chip * chip if dealer else 0)
    shares = list(split.seats.values())
    assert shares == sorted(shares, reverse=True)
    assert max(shares) - min(shares) <= terms(**options).chip * 2
    assert 10 * split.commission <= total - split.dealer


def test_all_of_the_pot_is_the_dealers_if_no_player_has_the_best_hand() -> None:
    assert divide(terms(), 5000, [], True, 2000) == Split(5000, 0, {})


# --- jacks plus: 10(g), Section 11 ----------------------------------------------------------------

PAYTABLE = [
    ("Ah Kh Qh Jh Th", 40000),
    ("9s 8s 7s 6s 5s", 8000),
    ("3c 3d 3h 3s 4d", 5000),
    ("3c 3d 3h 8c 8d", 3000),
    ("Kc Jc 9c 6c 3c", 1500),
    ("9d 8s 7s 6s 5s", 1000),
    ("5d 5h 5s 9s 3c", 700),
    ("5d 5h 9c 9s 3c", 300),
    ("Jc Jd 9c 5s 3c", 100),
    ("Qc Qd 9c 5s 3c", 100),
    ("Kc Kd 9c 5s 3c", 100),
    ("Ac Ad 9c 5s 3c", 100),
    ("Tc Td 9c 5s 3c", -100),
    ("Ac Qd 9c 5s 3c", -100),
]


@pytest.mark.clause(DOC, "10(g)")
@pytest.mark.parametrize(
    ("cards", "won"),
    [
        pytest.param(c, w, id=f"{w}-{c}", marks=[pytest.mark.clause(DOC, "11(b)")] if w > 0 else [])
        for c, w in PAYTABLE
    ],
)
def test_jacks_plus_pays_by_the_table_once__11_b(cards: str, won: int) -> None:
    with_bonus = contest({1: cards}, NOTHING.replace("Js", "Ts"), jacks={1: "1"})
    without = contest({1: cards}, NOTHING.replace("Js", "Ts"))
    assert net(with_bonus) - net(without) == won
    wager = result(with_bonus)["seats"]["1"]["wagers"][1]
    assert (wager["wager"], wager["rule"]) == ("jacks-plus", "11(b)" if won > 0 else "10(g)")
    assert wager["odds"] == (f"{won // 100} to 1" if won > 0 else None)


@pytest.mark.clause(DOC, "10(g)", "11(b)")
@pytest.mark.parametrize(
    ("cards", "street", "won"),
    [
        ("Qs 2d Qh 8c 7c", THIRD, 500),
        ("7s 7d 7h 8c 3c", THIRD, 3500),
        ("Ks Kd 5h 5c 7c", FOURTH, 1500),
        ("6s 6d 6h 6c 7c", FOURTH, 25000),
    ],
)
def test_folded_hands_of_three_or_four_cards_can_win__W_13(
    cards: str, street: int, won: int
) -> None:
    folds = {1: street}
    round = contest({1: cards, 2: "Ah 8d 9c Jh 3s"}, "2c Td 9h Js 4d", folds=folds, jacks={1: "5"})
    assert net(round) == won - (500 if street == THIRD else 1000)
    lost = contest(
        {1: cards, 2: "Ah 8d 9c Jh 3s"},
        "2c Td 9h Js 4d",
        folds=folds,
        jacks={1: "5"},
        options={"rulings.W-13": "lose"},
    )
    assert net(lost) == -500 - (500 if street == THIRD else 1000)
    taken = next(e for e in events(lost, Take) if e.wager == "jacks-plus")
    assert (taken.rule, taken.finding) == ("10(g)", "W-13")
    # Nobody needs to see a hand that loses anyway.
    assert not [e for e in events(lost, Turn) if e.place == "seat 1" and e.up]


@pytest.mark.parametrize("cards", ["Ts 2d Th 8c 7c", "Ks Qs Js 8c 7c"])
def test_a_pair_of_tens_or_three_to_a_flush_loses__W_13(cards: str) -> None:
    round = contest(
        {1: cards, 2: "Ah 8d 9c Jh 3s"}, "2c 6d 9h Jd 4d", folds={1: THIRD}, jacks={1: "5"}
    )
    assert net(round) == -1000


def test_side_wagers_are_settled_from_the_far_right_with_folded_seats_in_place__W_38() -> None:
    hands = {1: BEST, 2: SECOND, 3: LOW}
    round = contest(hands, folds={2: THIRD}, jacks={1: "1", 2: "2", 3: "3"})
    settled = [e for e in round.events if isinstance(e, Pay | Take) and e.wager == "jacks-plus"]
    assert [(e.seat, e.kind) for e in settled] == [(3, "take"), (2, "pay"), (1, "pay")]


@pytest.mark.clause(DOC, "11(c)")
def test_one_royal_flush_is_paid_up_to_the_limit__11_c_W_22() -> None:
    royal = "Ah Kh Qh Jh Th"
    options = {"jacks_plus.maximum": "500"}
    for stake, paid in (
        ("125", 5_000_000),
        ("126", 5_000_000),
        ("500", 5_000_000),
        ("100", 4_000_000),
    ):
        round = contest({1: royal}, jacks={1: stake}, options=options)
        (pay,) = events(round, Pay)
        assert (pay.amount, pay.odds) == (paid, "400 to 1")
        full = stake in ("100", "125")
        assert (pay.rule, pay.finding) == (("11(b)", None) if full else ("11(c)", "W-22"))
        assert net(round) == paid + 1600  # the pot is never limited


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 5_000_000),
        ({"jacks_plus.minimum": "125", "jacks_plus.maximum": "500"}, 5_000_000),
        ({"jacks_plus.minimum": "126", "jacks_plus.maximum": "500"}, 5_040_000),
        ({"jacks_plus.minimum": "100", "payouts.jacks-plus.royal-flush": "1000 to 1"}, 10_000_000),
    ],
)
def test_the_limit_is_fifty_thousand_or_the_most_at_the_least_wager__X_05(
    options: dict[str, str], most: int
) -> None:
    assert limit(terms(**options)) == most


ROYALS = {1: "Ah Kh Qh Jh Th", 2: "As Ks Qs Js Ts"}
SHARED = pytest.mark.clause(DOC, "11(c)")


@pytest.mark.parametrize(
    ("bets", "reading", "paid"),
    [
        pytest.param(("100", "300"), "cap-shared", (1_250_000, 3_750_000), marks=SHARED),
        pytest.param(("70", "70"), "cap-shared", (2_500_000, 2_500_000), marks=SHARED),
        (("60", "60"), "cap-shared", (2_400_000, 2_400_000)),  # 48,000 owed together
        (("1", "1"), "cap-shared", (40_000, 40_000)),
        pytest.param(("100", "300"), "literal-full-max", (1_250_000, 3_750_000), marks=SHARED),
        pytest.param(("1", "1"), "literal-full-max", (2_500_000, 2_500_000), marks=SHARED),
    ],
)
def test_royal_flushes_share_the_limit_in_proportion__W_23(
    bets: tuple[str, str], reading: str, paid: tuple[int, int]
) -> None:
    options = {"jacks_plus.maximum": "300", "rulings.W-23": reading}
    round = contest(ROYALS, "2c 7d 9h Jc 4c", jacks={1: bets[0], 2: bets[1]}, options=options)
    assert {e.seat: e.amount for e in events(round, Pay)} == {1: paid[0], 2: paid[1]}
    shared = sum(paid) == 5_000_000
    assert {(e.rule, e.finding) for e in events(round, Pay)} == {
        ("11(c)", "W-23") if shared else ("11(b)", None)
    }


def test_royal_flushes_that_come_to_exactly_the_limit_are_paid_in_full__W_23() -> None:
    bets = {1: "25", 2: "100"}
    round = contest(ROYALS, "2c 7d 9h Jc 4c", jacks=bets, options={"jacks_plus.maximum": "300"})
    paid = [(e.seat, e.amount, e.rule, e.finding) for e in events(round, Pay)]
    assert paid == [(2, 4_000_000, "11(b)", None), (1, 1_000_000, "11(b)", None)]


def test_what_royal_flushes_come_to_is_counted_in_whole_chips__W_23_X_08() -> None:
    """$24,996 and $25,004 make $25,000 and $25,025 in chips of $25, which is over the limit."""
    in_chips = terms(chip="25", increment="0.01")
    assert share_limit(in_chips, {1: 6249, 2: 6251}) == {1: 2_500_000, 2: 2_500_000}
    assert sum(share_limit(in_chips, {1: 6249, 2: 9999, 3: 1234}).values()) == limit(in_chips)
    assert all(not share % 2500 for share in share_limit(in_chips, {1: 6249, 2: 9999}).values())


def test_shares_of_the_limit_add_up_to_it__W_23() -> None:
    standard = terms(jacks_plus__maximum="1000")
    shares = share_limit(standard, {1: 30000, 2: 30000, 3: 10000})
    assert sum(shares.values()) == limit(standard) == 5_000_000
    assert share_limit(standard, {1: 30000}) == {}


def test_other_hands_are_limited_one_by_one_and_the_dealers_royal_does_not_matter__W_24() -> None:
    options = {"jacks_plus.maximum": "1000", "payouts.jacks-plus.straight-flush": "100 to 1"}
    hands = {1: "9h 8h 7h 6h 5h", 2: "9s 8s 7s 6s 5s"}
    round = contest(hands, "Ad Kd Qd Jd Td", jacks={1: "1000", 2: "400"}, options=options)
    assert {e.seat: e.amount for e in events(round, Pay)} == {1: 5_000_000, 2: 4_000_000}


@pytest.mark.clause(DOC, "11(b)")
def test_better_odds_are_paid_and_rounded_up_to_the_chip__X_08() -> None:
    options = {
        "payouts.jacks-plus.two-pair": "7 to 2",
        "chip": "0.25",
        "increment": "0.01",
        "jacks_plus.minimum": "1",
    }
    round = contest({1: "Ts Th 4d 4h 8c"}, jacks={1: "1.33"}, options=options)
    (pay,) = events(round, Pay)
    assert (pay.amount, pay.odds) == (475, "7 to 2")  # 4.655 rounds up to 4.75
