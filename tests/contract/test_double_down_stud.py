"""Double Down Stud from outside: every row of the paytable, every pause, every irregularity."""

from __future__ import annotations

from typing import Any

import pytest

from tests.contract.bench import Bench, events, outcome, run

STUD = Bench("double-down-stud")
BET = "1 wager original 10; dealer close; "
TWO = "1 wager original 10; 2 wager original 10; dealer close; "
# Cards of two seats, the hole card and three open cards: jacks for seat 1, nothing for seat 2.
BOARD = "Jc 9c Jd 7h 2s 3d"
JACKS, NINES = "Jc Jd 7h 2s 3d", "9c 9d 7h 2s 3d"
ROYAL = "As Ks Qs Js Ts"

HANDS = {
    "royal-flush": ("As Ks Qs Js Ts", "Tc Ac Kc Jc Qc"),
    "straight-flush": ("Ks Qs Js Ts 9s", "5h Ah 2h 3h 4h"),
    "four-of-a-kind": ("7c 7d 7h 7s 2c",),
    "full-house": ("7c 7d 7h 2s 2c", "2d 7d 2h 7s 2c"),
    "flush": ("As Ks Qs Js 9s", "7d 5d 4d 3d 2d"),
    "straight": ("As Kd Qs Js Ts", "5h Ac 2h 3h 4h", "6c 2d 3h 4s 5c"),
    "three-of-a-kind": ("7c 7d 7h 3s 2c",),
    "two-pair": ("3c 3d 2h 2s 9c",),
    "pair": tuple(f"{r}c {r}d 4h 8s 9c" for r in "JQKA"),
}
PAID = {
    "royal-flush": 1000,
    "straight-flush": 100,
    "four-of-a-kind": 25,
    "full-house": 10,
    "flush": 8,
    "straight": 5,
    "three-of-a-kind": 3,
    "two-pair": 2,
    "pair": 1,
}
LOST = {
    "pair": tuple(f"{r}c {r}d 7h Ks Qc" for r in "2345"),
    # An ace between king and deuce does not make a straight, nor do four cards in a row.
    "high-card": ("Qs Kd As 2c 3h", "Ks Ad 2c 3h 4s", "As Kd Qs Js 9s"),
}
PUSHED = {"pair": tuple(f"{r}c {r}d 3h Ks Qc" for r in "6789T")}


def test_every_row_of_the_paytable_on_original_and_double() -> None:
    expected = {
        **{
            hand: (row, f"{20 * PAID[row]}.00", f"win {PAID[row]} to 1 9(c)")
            for row in HANDS
            for hand in HANDS[row]
        },
        **{hand: (row, "-20.00", "lose 9(a)") for row in LOST for hand in LOST[row]},
        **{hand: (row, "0.00", "push 9(b)") for row in PUSHED for hand in PUSHED[row]},
    }
    text = STUD.written(*((hand, BET + "1 double 10") for hand in expected))
    document = run(text).document
    for (hand, (row, net, fate)), one in zip(expected.items(), document["rounds"], strict=True):
        assert outcome(one) == f"settled: 1 {net} original {fate}, double {fate}", hand
        assert one["seats"]["1"]["hand"] == row
        cards = hand.split()
        assert one["board"] == {"hole": cards[1], "open": cards[2:]}


WON = "original win 1 to 1 9(c)"
BACK = "original returned"
LIMIT = {"payout_limit": "100000", "maximum": "1000"}
BOTH = "settled: 1 10.00 original win 1 to 1 9(c); 2 -10.00 original lose 9(a)"
OUTCOMES: dict[str, tuple[str, str, dict[str, Any], str]] = {
    "ten and five on a flush": (
        "As Ks Qs Js 9s",
        BET + "1 double 5",
        {},
        "settled: 1 120.00 original win 8 to 1 9(c), double win 8 to 1 9(c)",
    ),
    "the close passes for whoever has not answered": (
        BOARD,
        TWO + "1 double 10; dealer close",
        {},
        f"settled: 1 20.00 {WON}, double win 1 to 1 9(c); 2 -10.00 original lose 9(a)",
    ),
    "a close right after the window closed itself": (
        BOARD,
        TWO + "2 pass; 1 pass; dealer close",
        {},
        BOTH,
    ),
    "better odds": (
        JACKS,
        BET + "1 pass",
        {"house": {"payouts.hand.pair-of-jacks-or-better": "3 to 2"}},
        "settled: 1 15.00 original win 3 to 2 9(c)",
    ),
    "payouts round up to the chip, wager by wager": (
        JACKS,
        "1 wager original 5.50; dealer close; 1 double 0.50",
        {"house": {"payouts.hand.pair-of-jacks-or-better": "7 to 6", "chip": "0.25"}},
        "settled: 1 7.25 original win 7 to 6 9(c), double win 7 to 6 9(c)",
    ),
    "a coupon is paid with its chips, not doubled": (
        JACKS,
        "1 wager original 10 coupon 10; dealer close; 1 double 10",
        {"house": {"match_play": True}},
        f"settled: 1 30.00 {WON}, double win 1 to 1 9(c)",
    ),
    "a coupon goes back on a push": (
        NINES,
        "1 wager original 10 coupon 10; dealer close; 1 pass",
        {"house": {"match_play": True}},
        "settled: 1 0.00 original push 9(b)",
    ),
    "no limit unless the house sets one": (
        ROYAL,
        "1 wager original 500; dealer close; 1 double 500",
        {},
        "settled: 1 1000000.00 original win 1000 to 1 9(c), double win 1000 to 1 9(c)",
    ),
    "a limit for original and double together": (
        ROYAL,
        "1 wager original 500; dealer close; 1 double 500",
        {"house": LIMIT},
        "settled: 1 100000.00 original win 10(c), double win 10(c)",
    ),
    "or for each of them": (
        ROYAL,
        "1 wager original 500; dealer close; 1 double 500",
        {"house": {**LIMIT, "rulings.S-16": "wager"}},
        "settled: 1 200000.00 original win 10(c), double win 10(c)",
    ),
    "two areas of one player have a limit each, one card and one double each": (
        "As 9s Ks Qs Js Ts",
        "1 wager original 500; 2 wager original 500; dealer close; 1 double 500; 2 double 500",
        {"players": {"Ann": [1, 2]}, "house": {**LIMIT, "positions_per_player": 2}},
        "settled: 1 100000.00 original win 10(c), double win 10(c); "
        "2 100000.00 original win 100 to 1 9(c), double win 100 to 1 9(c)",
    ),
    # irregularities
    "one face-up card is not used": ("Jc ^9h 9c Jd 7h 2s 3d", TWO + "1 pass; 2 pass", {}, BOTH),
    "nor one that is reported": (
        "9h " + BOARD,
        TWO.replace("dealer close", "dealer report face-up-card; dealer close") + "1 pass; 2 pass",
        {},
        BOTH,
    ),
    "nor one drawn in error and seen": (
        "9h " + BOARD,
        TWO.replace("dealer close", "dealer report exposed-draw; dealer close") + "1 pass; 2 pass",
        {},
        BOTH,
    ),
    "a card drawn in error is the next card": (
        BOARD,
        TWO.replace("dealer close", "dealer report drawn-in-error; dealer close")
        + "1 pass; 2 pass",
        {},
        BOTH,
    ),
    "two face-up cards void": (
        "^9h Jc 9c ^9d Jd 7h 2s 3d",
        TWO,
        {},
        f"void: 1 0.00 {BACK} 11(b); 2 0.00 {BACK} 11(b)",
    ),
    "a face-up and a seen card as well, at once": (
        BOARD,
        "1 wager original 10; dealer report face-up-card; dealer report exposed-draw",
        {},
        f"void: 1 0.00 {BACK} 11(b)",
    ),
    "only cards next to each other, by the other reading": (
        "^9h Jc 9c ^9d Jd 7h 2s 3d",
        TWO + "1 pass; 2 pass",
        {"house": {"rulings.X-14": "simultaneous"}},
        BOTH,
    ),
    "which void there": (
        "^9h ^9d " + BOARD,
        TWO,
        {"house": {"rulings.X-14": "simultaneous"}},
        f"void: 1 0.00 {BACK} 11(b); 2 0.00 {BACK} 11(b)",
    ),
    "the second is found after the deal": (
        "^9h " + BOARD,
        TWO + "1 double 10; dealer report face-up-card",
        {},
        f"void: 1 0.00 {BACK} 11(b), double returned 11(b); 2 0.00 {BACK} 11(b)",
    ),
    "which is too late by the other reading": (
        "^9h " + BOARD,
        TWO + "dealer report face-up-card; 1 pass; 2 pass",
        {"house": {"rulings.S-22": "deal-only"}},
        BOTH,
    ),
    "two past the last card dealt": (
        BOARD + " ^9h ^9d",
        TWO + "1 pass; 2 pass",
        {},
        f"void: 1 0.00 {BACK} 11(b); 2 0.00 {BACK} 11(b)",
    ),
    "one past it": (BOARD + " ^9h", TWO + "1 pass; 2 pass", {}, BOTH),
    "the hole card is seen too early": (
        BOARD,
        TWO + "1 double 10; dealer report hole-card-exposed",
        {},
        f"void: 1 0.00 {BACK} 11(a), double returned 11(a); 2 0.00 {BACK} 11(a)",
    ),
    **{
        f"a wrong count: {who}": (
            BOARD,
            TWO + f"dealer report wrong-count {who}",
            {},
            f"void: 1 0.00 {BACK} 11(d); 2 0.00 {BACK} 11(d)",
        )
        for who in ("seat 2", "dealer", "board")
    },
    "the device fails while it deals": (
        BOARD,
        TWO + "dealer report shoe-fault",
        {"house": {"dealing": "shuffler"}},
        f"void: 1 0.00 {BACK}; 2 0.00 {BACK}",
    ),
    "or before the close": (
        BOARD,
        "1 wager original 10; dealer report shoe-fault",
        {"house": {"dealing": "shuffler"}},
        f"void: 1 0.00 {BACK}",
    ),
    "the shuffler fails, and is shuffled again": (
        BOARD,
        TWO.replace("dealer close", "dealer report shuffler-fault; dealer close")
        + "1 pass; 2 pass",
        {},
        BOTH,
    ),
    "a card that lay face down is turned up, a touched one noted": (
        BOARD,
        TWO + "dealer report card-down seat 2; dealer report touched seat 1; 1 pass; 2 pass",
        {},
        BOTH,
    ),
    "a recut where there is a cut": (
        BOARD,
        TWO.replace("dealer close", "floor recut; dealer close") + "1 pass; 2 pass",
        {"house": {"cut": True}},
        BOTH,
    ),
}


@pytest.mark.parametrize("case", OUTCOMES.values(), ids=OUTCOMES.keys())
def test_outcomes(case: tuple[str, str, dict[str, Any], str]) -> None:
    cards, said, how, expected = case
    assert STUD.told(cards, said, **how) == expected


AREAS = {"house": {"positions_per_player": 2}}
REFUSED: list[tuple[str, str, dict[str, Any]]] = [
    ("1 double 10", "8(d)", {}),
    ("1 pass", "8(d)", {}),
    ("1 wager original 0", "X-09", {}),
    ("1 wager original 4.50", "X-09", {}),
    ("1 wager original 501", "X-09", {}),
    ("1 wager original 10.10", "X-09", {}),
    ("1 wager original 10 cash", "6(a)", {}),
    ("1 wager original 10 coupon 10", "6(a)", {}),
    ("8 wager original 10", "X-25", {}),
    ("floor recut", "4(f)", {}),
    ("1 wager original 10; 2 wager original 10", "6(c)", {"players": {"Ann": [1, 2]}}),
    ("1 wager original 10; 3 wager original 10", "6(c)", {"players": {"Ann": [1, 3]}, **AREAS}),
    (
        "1 wager original 10; 7 wager original 10",
        "6(c)",
        {"players": {"Ann": [1, 7]}, "seats": 7, **AREAS},
    ),
    (
        "1 wager original 10; 2 wager original 10; 3 wager original 10",
        "6(c)",
        {"players": {"Ann": [1, 2, 3]}, **AREAS},
    ),
    ("dealer report hole-card-exposed", "11(a)", {}),
    ("dealer report wrong-count seat 1", "11(d)", {}),
    ("dealer report shoe-fault", "S-23", {}),
    ("dealer report card-down seat 1", "8(c)", {}),
    (BET + "1 double 10.50", "8(d)", {}),
    (BET + "1 double 0", "8(d)", {}),
    (BET + "1 double 0.25", "S-11", {}),
    (BET + "1 double 10", "X-35", {"seats": {1: "19"}}),
    (BET + "2 double 10", "8(d)", {}),
    (TWO + "1 double 5; 1 double 5", "8(d)", {}),
    (TWO + "1 pass; 1 double 5", "8(d)", {}),
    (BET + "2 wager original 10", "6(b)", {}),
    (BET + "1 withdraw original", "6(b)", {}),
    (BET + "floor recut", "4(f)", {"house": {"cut": True}}),
    (BET + "dealer report shuffler-fault", "11(e)", {}),
    (BET + "dealer report wrong-count seat 2", "11(d)", {}),
    (TWO + "1 pass; dealer report shoe-fault", "S-23", {"house": {"dealing": "shuffler"}}),
    (BET + "1 pass; dealer report hole-card-exposed", "9(d)", {}),
    (BET + "dealer report hole-card-exposed; 1 pass", "9(d)", {}),
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case[0])
def test_refusals_name_the_clause_or_the_finding(case: tuple[str, str, dict[str, Any]]) -> None:
    said, cited, how = case
    assert STUD.told(BOARD, said, **how) == f"1 refused {cited}"


def test_a_close_without_a_wager_is_refused() -> None:
    assert STUD.told(BOARD, "dealer close").startswith("1 refused ")


def test_the_round_goes_as_sections_8_and_9_have_it() -> None:
    document = STUD.run(BOARD + " 5d", TWO + "1 pass; 2 pass").document
    steps = [
        (e["kind"], e.get("place") or e.get("text") or e.get("seat"), e["rule"])
        for e in document["events"]
        if e["kind"] in ("announce", "deal", "turn", "take", "pay", "collect")
    ]
    assert steps == [
        ("announce", "No more bets", "8(a)(1)"),
        ("deal", "seat 1", "8(c)"),
        ("deal", "seat 2", "8(c)"),
        ("deal", "hole", "8(c)"),
        ("deal", "open", "8(c)"),
        ("deal", "open", "8(c)"),
        ("deal", "open", "8(c)"),
        ("announce", "No more bets", "8(e)"),
        ("turn", "hole", "8(e)"),
        ("take", 2, "9(a)"),
        ("collect", "seat 2", "9(a)"),
        ("pay", 1, "9(c)"),
        ("collect", "seat 1", "9(c)"),
        ("collect", "hole", "9(d)"),
        ("collect", "open", "9(d)"),
    ]


@pytest.mark.parametrize("view", ["public", "seat:1"])
def test_the_hole_card_is_hidden_until_it_is_turned(view: str) -> None:
    open_round = STUD.run(BOARD, TWO, view=view).document
    assert open_round["board"] == {"hole": "??", "open": ["7h", "2s", "3d"]}
    assert "Jd" not in str(open_round)
    void = STUD.run(BOARD, TWO + "dealer report wrong-count board", view=view).document
    assert void["outcome"] == "void" and "Jd" not in str(void)
    settled = STUD.run(BOARD, TWO + "dealer close", view=view).document
    assert settled["board"]["hole"] == "Jd"
    assert STUD.run(BOARD, TWO).document["board"]["hole"] == "Jd"


def test_an_open_round_counts_what_lies_on_the_table_as_spent() -> None:
    document = STUD.run(BOARD, TWO + "1 double 5").document
    assert outcome(document).startswith("open: 1 -15.00 ")
    assert {(o["actor"], o["verb"]) for o in document["next"]} == {
        ("2", "double"),
        ("2", "pass"),
        ("dealer", "close"),
        ("dealer", "report"),
    }


def test_the_same_record_runs_the_same_and_seeds_decide() -> None:
    runs = [STUD.run("", TWO + "1 pass; 2 pass", seed=seed).out for seed in (1, 1, 2, 3, 4)]
    assert runs[0] == runs[1] and len(set(runs)) > 2
    assert events(STUD.run("", TWO, seed=1).document, "deal")
