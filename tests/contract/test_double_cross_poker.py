"""Double Cross Poker from outside, under both rulebooks: amounts, irregularities, readings."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.contract.bench import Bench, events, outcome, run

CROSS = {state: Bench("double-cross-poker", state) for state in ("ma", "nj")}
MA = CROSS["ma"]
ANTE = "1 wager ante 10; dealer close; "
SIDE = "1 wager ante 10; 1 wager three-card 5; dealer close; "
TWO = "1 wager ante 10; 1 wager three-card 5; 2 wager ante 10; dealer close; "
# Seat 1 As Kd, seat 2 7c 7d, the dealer 2h 9s; left 4c, center Jh, right Ts, far Qs, near 5d.
CARDS = "As Kd 7c 7d 2h 9s 4c Jh Ts Qs 5d"


def clause(rule: str, state: str) -> str:
    """Return a clause of Massachusetts as New Jersey writes it."""
    return rule if state == "ma" else re.sub(r"\((\d+)\)", r"\1", f"25.{rule}")


def cross(own: str, axis: str, dealer: str = "2h 3d", rest: str = "9h 4s") -> str:
    """Return the cards of one seat, given its horizontal axis: left, center and right."""
    return f"{own} {dealer} {axis} {rest}"


# Own cards, horizontal axis, category, odds of the raise, net of an ante of 10.
WINS = {
    ("Ks Qs", "As Js Ts"): ("royal-flush", "300 to 1", "6010.00"),
    ("Ks Qs", "9s Js Ts"): ("straight-flush", "50 to 1", "1010.00"),
    ("7c 7s", "7h 7d Ts"): ("four-of-a-kind", "15 to 1", "310.00"),
    ("7c 7s", "7h Td Ts"): ("full-house", "7 to 1", "150.00"),
    ("7c 5c", "Kc Tc 9c"): ("flush", "6 to 1", "130.00"),
    ("Ac 5c", "2c 3s 4d"): ("straight", "5 to 1", "110.00"),
    ("7c 7s", "7h Td Qs"): ("three-of-a-kind", "3 to 1", "70.00"),
    ("7c Ts", "7h Td Qs"): ("two-pair", "3 to 2", "40.00"),
    ("7c 8s", "7h Td Qs"): ("pair", "1 to 1", "30.00"),
    ("Ac 8s", "7h Td Qs"): ("high-card", "1 to 1", "30.00"),
}


@pytest.mark.parametrize("state", CROSS)
def test_every_row_of_the_raise_table(state: str) -> None:
    rounds = [(cross(own, axis), ANTE + "1 raise horizontal") for own, axis in WINS]
    document = run(CROSS[state].written(*rounds)).document
    ante, raised = clause("10(g)(3)", state), clause("11(b)", state)
    for (category, odds, net), one in zip(WINS.values(), document["rounds"], strict=True):
        assert outcome(one) == (
            f"settled: 1 {net} ante win 1 to 1 {ante}, raise win {odds} {raised}"
        ), category
        assert one["seats"]["1"]["hand"] == category
        assert one["seats"]["1"]["wagers"][1]["amount"] == "20.00"


THREE = {  # own cards and the far card: odds to one by default, 0 for a loss
    "Ks Qs Js": 40,
    "As 2s 3s": 40,
    "Ac Kc Qc": 40,
    "7c 7d 7h": 30,
    "Kd Qs Js": 6,
    "As 2d 3s": 6,
    "As Kd Qs": 6,
    "9s 2s 3s": 4,
    "Ks As 2s": 4,
    "7c 7d 9h": 1,
    "9c 7d 7h": 1,
    "Kd As 2s": 0,
    "9c 7d 2h": 0,
}
READINGS = [  # finding, reading, cards, odds to one
    ("D-07", "does-not-count", "As 2d 3s", 0),
    ("D-07", "does-not-count", "As 2s 3s", 4),
    ("D-07", "does-not-count", "As Kd Qs", 6),
    ("D-08", "straight-flush", "Ks As 2s", 40),
    ("D-08", "straight-flush", "Kd As 2s", 0),
    ("D-09", "all-different", "Kd Qs Js", 0),
    ("D-09", "all-different", "Kd Qs Jh", 6),
]


def three_card(cards: str, house: dict[str, Any], said: str = "expose", state: str = "ma") -> str:
    own, far = cards[:5], cards[6:]
    dealt = f"{own} 6c 6d 8c Td 5c {far} 4h"
    told = CROSS[state].told(dealt, SIDE + f"1 {said}; 1 fold", house=house, seats=1)
    return re.sub(r".*three-card ", "", told)


@pytest.mark.parametrize("state", CROSS)
@pytest.mark.parametrize(("cards", "odds"), THREE.items())
def test_every_three_card_hand(cards: str, odds: int, state: str) -> None:
    paid = f"win {odds} to 1 {clause('11(c)', state)}" if odds else f"lose {clause('10(a)', state)}"
    assert three_card(cards, {}, state=state) == paid


@pytest.mark.parametrize(("finding", "reading", "cards", "odds"), READINGS)
def test_readings_of_the_three_card_hands(
    finding: str, reading: str, cards: str, odds: int
) -> None:
    expected = f"win {odds} to 1 11(c)" if odds else "lose 10(a)"
    assert three_card(cards, {f"rulings.{finding}": reading}) == expected


def test_a_winning_three_card_hand_that_is_kept_loses() -> None:
    assert three_card("7c 7d 7h", {}, "keep") == "lose 10(a)"


LIMIT = {"payout_limit": "60000"}
ROYAL = "Ks Qs 2h 3d As Ts Js 9s 4d"
BACK, SIDE_BACK = "ante returned", "three-card returned"
BOTH_BACK = "void: 1 0.00 ante returned {0}, three-card returned {0}; 2 0.00 ante returned {0}"
FOLDED = (
    "settled: 1 -15.00 ante forfeited 10(c)(1), three-card lose 10(a); "
    "2 -10.00 ante forfeited 10(c)(1)"
)
FOLDS = "1 keep; 1 fold; 2 fold"
WON = "ante win 1 to 1 10(g)(3)"
SHOE = {"house": {"dealing": "automated-shoe"}}
WRONG_COUNTS = {"seat 1": "12(c)", "seat 2": "12(c)", "board": "12(c)", "dealer": "7(e)(2)"}
OUTCOMES: dict[str, tuple[str, str, dict[str, Any], str]] = {
    "the example of the papers": (
        CARDS,
        TWO + "1 expose; 1 raise vertical; 2 fold",
        {},
        f"settled: 1 60.00 {WON}, three-card win 6 to 1 11(c), raise win 1 to 1 11(b); "
        "2 -10.00 ante forfeited 10(c)(1)",
    ),
    "the horizontal axis has the other two": (
        CARDS,
        ANTE.replace("10;", "10; 2 wager ante 10;") + "1 fold; 2 raise horizontal",
        {},
        "settled: 1 -10.00 ante forfeited 10(c)(1); "
        "2 30.00 ante win 1 to 1 10(g)(3), raise win 1 to 1 11(b)",
    ),
    "a lower hand loses all three": (
        cross("7c 6s", "Kh Td Qs"),
        ANTE + "1 raise vertical",
        {},
        "settled: 1 -30.00 ante lose 10(g)(2), raise lose 10(g)(2)",
    ),
    "the same hand pushes": (
        cross("2c 3s", "Kh Td Qs"),
        ANTE + "1 raise horizontal",
        {},
        "settled: 1 0.00 ante push 10(g)(3), raise push 10(g)(3)",
    ),
    "or the ante alone does": (
        cross("2c 3s", "Kh Td Qs"),
        ANTE + "1 raise horizontal",
        {"house": {"rulings.D-20": "push-ante-only"}},
        "settled: 1 -20.00 ante push 10(g)(3), raise lose 10(g)(3)",
    ),
    "a kicker decides": (
        cross("Ac 7s", "7h Td Qs", "Kd 7d", "3h 4s"),
        ANTE + "1 raise horizontal",
        {},
        f"settled: 1 30.00 {WON}, raise win 1 to 1 11(b)",
    ),
    "not where the category alone counts": (
        cross("Ac 7s", "7h Td Qs", "Kd 7d", "3h 4s"),
        ANTE + "1 raise horizontal",
        {"house": {"rulings.D-03": "category-only"}},
        "settled: 1 0.00 ante push 10(g)(3), raise push 10(g)(3)",
    ),
    "second cards decide between aces": (
        cross("Ac 6s", "8h Td Qs", "Ad 5d", "3h 4s"),
        ANTE + "1 raise horizontal",
        {},
        f"settled: 1 30.00 {WON}, raise win 1 to 1 11(b)",
    ),
    "not where the top card alone counts": (
        cross("Ac 6s", "8h Td Qs", "Ad 5d", "3h 4s"),
        ANTE + "1 raise horizontal",
        {"house": {"rulings.D-03": "top-card-only"}},
        "settled: 1 0.00 ante push 10(g)(3), raise push 10(g)(3)",
    ),
    "a wheel is the lowest straight": (
        cross("Ac 5s", "2h 3d 4s", "6d 5d", "9h Ks"),
        ANTE + "1 raise horizontal",
        {},
        "settled: 1 -30.00 ante lose 10(g)(2), raise lose 10(g)(2)",
    ),
    "queen to trey around the ace is none": (
        cross("Qc Kc", "Ah 2d 3s", "9d 9h", "4h 6s"),
        ANTE + "1 raise horizontal",
        {},
        "settled: 1 -30.00 ante lose 10(g)(2), raise lose 10(g)(2)",
    ),
    "the limit holds for the raises": (
        ROYAL,
        "1 wager ante 500; dealer close; 1 raise horizontal",
        {"house": LIMIT},
        f"settled: 1 60500.00 {WON}, raise win 11(d)",
    ),
    "or with the ante": (
        ROYAL,
        "1 wager ante 500; dealer close; 1 raise horizontal",
        {"house": {**LIMIT, "rulings.D-02": "five-card-hand"}},
        f"settled: 1 60000.00 {WON}, raise win 11(d)",
    ),
    "or with everything": (
        ROYAL,
        "1 wager ante 500; 1 wager three-card 100; dealer close; 1 expose; 1 raise horizontal",
        {"house": {**LIMIT, "rulings.D-02": "all-wagers"}},
        f"settled: 1 60000.00 {WON}, three-card win 4 to 1 11(c), raise win 11(d)",
    ),
    "the side wager is outside of it otherwise": (
        ROYAL,
        "1 wager ante 500; 1 wager three-card 100; dealer close; 1 expose; 1 raise horizontal",
        {"house": LIMIT},
        f"settled: 1 60900.00 {WON}, three-card win 4 to 1 11(c), raise win 11(d)",
    ),
    "two raises at 3 to 2 are paid together": (
        cross("7c Ts", "7h Td Qs"),
        "1 wager ante 5.50; dealer close; 1 raise horizontal",
        {"house": {"chip": "0.50"}},
        f"settled: 1 22.00 {WON}, raise win 3 to 2 11(b)",
    ),
    "a coupon beside the ante leaves the raises as they are": (
        cross("7c Ts", "7h Td Qs"),
        "1 wager ante 10 coupon 10; dealer close; 1 raise horizontal",
        {"house": {"match_play": True}},
        f"settled: 1 50.00 {WON}, raise win 3 to 2 11(b)",
    ),
    "an ante takes its side wager along": (
        "7c 7d 2h 9s 4c Jh Ts Qs 5d",
        "1 wager ante 10; 1 wager three-card 5; 1 withdraw ante; "
        "2 wager ante 10; dealer close; 2 fold",
        {},
        "settled: 2 -10.00 ante forfeited 10(c)(1)",
    ),
    "the bottom of the cross lies far, by the players' view": (
        "7c 7d 2h 9s 4c Jh Ts Qs 7h",
        SIDE + "1 expose; 1 fold",
        {"house": {"rulings.D-11": "near"}},
        "settled: 1 140.00 ante forfeited 10(c)(1), three-card win 30 to 1 11(c)",
    ),
    "just enough for the raises": (
        cross("Ac 8s", "7h Td Qs"),
        ANTE + "1 raise horizontal",
        {"seats": {1: "30"}},
        f"settled: 1 30.00 {WON}, raise win 1 to 1 11(b)",
    ),
    # irregularities
    "one face-up card is not used": (CARDS.replace("7c", "^6c 7c"), TWO + FOLDS, {}, FOLDED),
    "nor in a packet": (CARDS.replace("Kd", "^6c Kd"), TWO + FOLDS, SHOE, FOLDED),
    "two void": (CARDS.replace("7c", "^6c 7c ^6d"), TWO, {}, BOTH_BACK.format("12(a)")),
    "a face-up card and a seen one, at once": (
        CARDS,
        "1 wager ante 10; dealer report exposed-draw; dealer report face-up-card",
        {},
        f"void: 1 0.00 {BACK} 12(a)",
    ),
    "apart from each other by the other reading": (
        CARDS.replace("7c", "^6c 7c ^6d"),
        TWO + FOLDS,
        {"house": {"rulings.X-14": "simultaneous"}},
        FOLDED,
    ),
    "after the deal it lies in the stub": (
        CARDS.replace("7c", "^6c 7c"),
        TWO + "dealer report face-up-card; " + FOLDS,
        {},
        FOLDED,
    ),
    "and past the last card": (CARDS + " ^6c ^6d", TWO + FOLDS, {}, FOLDED),
    "a card drawn in error is the next card": (
        CARDS,
        TWO.replace("dealer close", "dealer report drawn-in-error; dealer close") + FOLDS,
        {},
        FOLDED,
    ),
    **{
        f"a wrong count voids what is settled, too: {who}": (
            CARDS,
            TWO + f"1 expose; 1 fold; dealer report wrong-count {who}",
            {},
            BOTH_BACK.format(rule),
        )
        for who, rule in WRONG_COUNTS.items()
    },
    "or what is not settled alone": (
        CARDS,
        TWO + "1 expose; 1 fold; dealer report wrong-count board",
        {"house": {"rulings.X-02": "unsettled-only"}},
        "void: 1 20.00 ante forfeited 10(c)(1), three-card win 6 to 1 11(c); "
        "2 0.00 ante returned 12(c)",
    ),
    "the dealer's count put right instead": (
        CARDS,
        TWO + "dealer report wrong-count dealer; " + FOLDS,
        {"house": {"rulings.D-21": "correct"}},
        FOLDED,
    ),
    "a short stub": (CARDS, TWO + "dealer report stub-short", {}, BOTH_BACK.format("7(e)(2)")),
    "a misdeal of 52 cards": (
        CARDS,
        TWO + "1 keep; dealer report stub-short misdealt",
        {},
        BOTH_BACK.format("7(e)(2)"),
    ),
    "both": (
        CARDS,
        TWO + "1 keep; 1 raise vertical; dealer report stub-short both",
        {},
        f"void: 1 0.00 {BACK}, {SIDE_BACK}, raise returned; 2 0.00 {BACK}",
    ),
    **{
        f"a hidden card is seen: {who}": (
            CARDS,
            TWO + f"1 keep; dealer report exposed-card {who}",
            {},
            f"void: 1 0.00 {BACK}, {SIDE_BACK}; 2 0.00 {BACK}",
        )
        for who in ("dealer", "board")
    },
    "or played on with": (
        CARDS,
        TWO + "dealer report exposed-card dealer; dealer report exposed-card board; " + FOLDS,
        {"house": {"rulings.D-27": "play-on"}},
        FOLDED,
    ),
    "a player's card is played on with": (
        CARDS,
        TWO + "dealer report exposed-card seat 1; dealer report player-exposed seat 2; " + FOLDS,
        {},
        FOLDED,
    ),
    "the shoe fails before the close": (
        CARDS,
        "1 wager ante 10; dealer report shoe-fault",
        SHOE,
        f"void: 1 0.00 {BACK} 12(e)",
    ),
    "or up to the first decision": (
        CARDS,
        TWO + "1 keep; dealer report shoe-fault",
        SHOE,
        BOTH_BACK.format("12(e)"),
    ),
    "the shuffler fails": (
        CARDS,
        TWO.replace("dealer close", "dealer report shuffler-fault; dealer close") + FOLDS,
        {},
        FOLDED,
    ),
    "the shuffler counts wrongly": (
        CARDS,
        TWO.replace("dealer close", "dealer report shuffler-count; dealer close") + FOLDS,
        {"house": {"shuffler_counts": True}},
        FOLDED,
    ),
    "the chips govern": (
        CARDS,
        TWO + "1 keep; 1 raise vertical; dealer report axis-conflict seat 1; 2 fold",
        {},
        f"settled: 1 25.00 {WON}, three-card lose 10(a), raise win 1 to 1 11(b); "
        "2 -10.00 ante forfeited 10(c)(1)",
    ),
    "of the last seat, too": (
        cross("Ac 8s", "7h Td Qs"),
        ANTE + "1 raise horizontal; dealer report axis-conflict seat 1",
        {},
        f"settled: 1 30.00 {WON}, raise win 1 to 1 11(b)",
    ),
    "a recut after a cut": (
        CARDS,
        TWO.replace("dealer close", "floor recut; dealer close") + FOLDS,
        {"house": {"shuffler": "manual"}},
        FOLDED,
    ),
}


@pytest.mark.parametrize("state", CROSS)
@pytest.mark.parametrize("case", OUTCOMES.values(), ids=OUTCOMES.keys())
def test_outcomes(case: tuple[str, str, dict[str, Any], str], state: str) -> None:
    cards, said, how, expected = case
    rules = re.compile(r"\d+\([a-h]\)(\(\d\))?")
    told = CROSS[state].told(cards, said, **how)
    assert told == rules.sub(lambda found: clause(found[0], state), expected)


AFTER = {"wager ante 10": "6(c)", "wager three-card 5": "6(c)", "withdraw ante": "6(c)"}
REFUSED: list[tuple[str, str, dict[str, Any]]] = [
    ("1 wager three-card 5", "6(d)", {}),
    ("1 wager ante 10; 1 wager three-card 0", "6(d)", {}),
    ("1 wager ante 10; 1 wager three-card 0.50", "6(d)", {}),
    ("1 wager ante 10; 1 wager three-card 100.50", "6(d)", {}),
    ("1 wager ante 10; 1 wager three-card 4", "X-09", {"house": {"three_card.minimum": "5"}}),
    ("1 wager ante 0", "X-09", {}),
    ("1 wager ante 10", "X-35", {"seats": {1: "9.50"}}),
    ("1 wager ante 10; 1 wager three-card 5", "X-35", {"seats": {1: "14.50"}}),
    ("1 wager ante 10 cash", "6(a)", {}),
    ("1 wager ante 10 coupon 10", "6(a)", {}),
    ("8 wager ante 10", "6(b)", {}),
    ("8 fold", "6(b)", {}),
    ("dealer close", "6(c)", {}),
    ("1 expose", "10(a)", {}),
    ("1 keep", "10(a)", {}),
    ("1 fold", "10(b)", {}),
    ("1 raise vertical", "10(b)", {}),
    ("1 wager ante 10; 2 wager ante 10", "X-13", {"players": {"Ann": [1, 2]}}),
    ("floor recut", "4(d)", {}),
    ("dealer report stub-short", "7(e)(2)", {}),
    ("dealer report wrong-count board", "12(c)", {}),
    ("dealer report shoe-fault", "12(e)", {}),
    ("dealer report shuffler-count", "7(f)", {}),
    ("dealer report shuffler-fault", "12(d)", {"house": {"shuffler": "manual"}}),
    ("dealer report axis-conflict seat 1", "10(g)(1)", {}),
    *((TWO + f"2 {said}", rule, {}) for said, rule in AFTER.items()),
    (TWO + "1 fold", "10(b)", {}),
    (TWO + "2 expose", "10(a)", {}),
    (TWO + "dealer report drawn-in-error", "12(b)", {}),
    (TWO + "dealer report exposed-draw", "X-15", {}),
    (TWO + "floor recut", "4(d)", {"house": {"shuffler": "manual"}}),
    (TWO + "1 keep; 1 expose", "10(a)", {}),
    (TWO + "1 keep; 2 fold", "10(c)", {}),
    (TWO + "1 keep; dealer close", "6(c)", {}),
    (TWO + "1 keep; 1 raise vertical; 1 raise horizontal", "10(c)", {}),
    (TWO + "1 keep; 1 fold; dealer report axis-conflict seat 1", "10(g)(1)", {}),
    (TWO + "1 keep; 1 fold; dealer report shoe-fault", "12(e)", SHOE),
    (TWO + "1 keep; 1 fold; dealer report player-exposed seat 1", "D-27", {}),
    (ANTE + "1 raise vertical", "10(c)(2)", {"seats": {1: "29.50"}}),
    (TWO + "1 keep; 1 fold; 2 fold; 2 raise vertical", "10(h)", {}),
    (TWO + "dealer report stub-short; 1 keep", "10(h)", {}),
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case[0])
def test_refusals_name_the_clause_or_the_finding(case: tuple[str, str, dict[str, Any]]) -> None:
    said, cited, how = case
    assert MA.told(CARDS, said, **how) == f"1 refused {cited}"


def test_refusals_name_new_jerseys_clauses() -> None:
    for said, cited in (
        ("1 fold", "25.10(b)"),
        ("1 wager three-card 5", "25.6(d)"),
        ("dealer report stub-short", "25.7(e)2"),
    ):
        assert CROSS["nj"].told(CARDS, said) == f"1 refused {cited}"


def test_all_fold_and_nothing_more_is_turned() -> None:
    for reading, turned in (("stop", 2), ("literal", 6)):
        house = {"rulings.X-22": reading}
        document = MA.run(CARDS, TWO + FOLDS, house=house).document
        assert len(events(document, "turn")) == turned


def test_pre_shuffled_cards_are_cut_and_only_the_first_round_has_them() -> None:
    house = {"preshuffled": True}
    said = "1 wager ante 10; floor recut; dealer close; 1 fold"
    document = MA.run(CARDS, said, house=house).document
    assert not events(document, "shuffle") and len(events(document, "cut")) == 2
    assert MA.told(CARDS, said, house=house, rounds_since_count=2) == "1 refused 4(d)"
    rounds = [(CARDS, ANTE + "1 fold")] * 2
    first, second = run(MA.written(*rounds, house=house)).document["rounds"]
    assert not events(first, "shuffle") and events(second, "shuffle")


BOTH_SIDES = (
    "1 wager ante 10; 1 wager three-card 5; 2 wager ante 10; 2 wager three-card 5; dealer close; "
)


def test_elections_in_seat_order_or_all_at_once() -> None:
    assert MA.told(CARDS, BOTH_SIDES + "2 expose") == "1 refused 10(a)"
    secret = {"rulings.D-13": "simultaneous"}
    early = MA.run(CARDS, BOTH_SIDES + "2 expose", house=secret, view="public").document
    assert not events(early, "expose", "keep") and "7c" not in str(early)
    done = MA.run(CARDS, BOTH_SIDES + "2 expose; 1 keep", house=secret).document
    assert [(e["kind"], e["seat"]) for e in events(done, "keep", "expose")] == [
        ("keep", 1),
        ("expose", 2),
    ]


def test_the_round_goes_as_section_10_has_it() -> None:
    said = "1 expose; 2 keep; 1 raise vertical; 2 raise horizontal"
    document = MA.run(CARDS, BOTH_SIDES + said).document
    steps = [
        (e["kind"], e.get("seat") or e.get("place"), e["rule"])
        for e in document["events"]
        if e["kind"] in ("turn", "take", "pay", "poll", "align", "compare", "expose", "keep")
    ]
    assert steps == [
        ("turn", "far", "10(a)"),
        ("turn", "right", "10(a)"),
        ("expose", 1, "10(a)"),
        ("turn", 1, "10(a)"),
        ("keep", 2, "10(a)"),
        ("take", 2, "10(a)"),
        ("pay", 1, "11(c)"),
        ("turn", 1, "10(a)"),
        ("poll", 1, "10(c)"),
        ("poll", 2, "10(c)"),
        ("turn", "left", "10(d)"),
        ("turn", "center", "10(d)"),
        ("turn", "near", "10(d)"),
        ("turn", "dealer", "10(e)"),
        ("align", "vertical", "10(e)"),
        ("turn", 2, "10(f)"),
        ("compare", 2, "10(g)(1)"),
        ("turn", 1, "10(f)"),
        ("compare", 1, "10(g)(1)"),
        ("pay", 2, "10(g)(3)"),
        ("pay", 2, "11(b)"),
        ("pay", 1, "10(g)(3)"),
        ("pay", 1, "11(b)"),
    ]


@pytest.mark.parametrize(
    ("house", "since", "counted"),
    [
        ({}, 3, False),
        ({}, 4, True),
        ({"count_every": 2}, 1, True),
        ({"shuffler_counts": True}, 9, False),
        ({"shuffler_counts": True, "dealing": "hand"}, 4, True),
        ({"shuffler_counts": True, "dealing": "hand", "rulings.X-16": "broad"}, 4, False),
    ],
)
def test_the_stub_is_counted_when_it_is_due(
    house: dict[str, Any], since: int, counted: bool
) -> None:
    document = MA.run(CARDS, TWO, house=house, rounds_since_count=since).document
    counts = [e for e in events(document, "count") if e["by"] == "dealer"]
    assert [e["count"] for e in counts] == ([41] if counted else [])


def test_counts_and_money_carry_over() -> None:
    rounds = [(CARDS, TWO + "1 keep; 1 fold; 2 fold") for _ in range(7)]
    document = run(MA.written(*rounds, seats={1: "105", 2: "70"})).document
    assert [len(events(one, "count")) for one in document["rounds"]] == [0, 0, 0, 0, 1, 0, 0]
    assert {n: seat["net"] for n, seat in document["seats"].items()} == {
        "1": "-105.00",
        "2": "-70.00",
    }


HIDDEN = {"public": {"As", "Kd", "7c", "7d"}, "seat:1": {"7c", "7d"}, "seat:2": {"As", "Kd"}}


@pytest.mark.parametrize("view", HIDDEN)
def test_nobody_sees_what_lies_face_down(view: str) -> None:
    deck_and_dealer = {"2h", "9s", "4c", "Jh", "5d"}
    for said in (
        "",
        "1 keep; ",
        "1 keep; dealer report wrong-count dealer",
        "1 keep; 1 fold; 2 fold",
    ):
        shown = str(MA.run(CARDS + " 3c", TWO + said, view=view).document)
        for card in HIDDEN[view] | deck_and_dealer | {"3c"}:
            assert f"'{card}'" not in shown, (said, card)
        assert "'Qs'" in shown and "'Ts'" in shown
    exposed = str(MA.run(CARDS, TWO + "1 expose", view=view).document)
    assert "'As'" in exposed and ("'7c'" in exposed) is (view == "seat:2")
    board = MA.run(CARDS, TWO, view=view).document["board"]
    assert board == {"left": "??", "center": "??", "right": "Ts", "far": "Qs", "near": "??"}
    after = MA.run(CARDS, TWO + "1 keep; 1 raise vertical; 2 fold", view=view).document
    assert after["board"] == board | {"left": "4c", "center": "Jh", "near": "5d"}
