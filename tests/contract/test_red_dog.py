"""Red Dog from outside, by the papers alone: every pair of cards, pause and irregularity."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from tests.contract.bench import Bench, events, outcome, run

DOG = Bench("red-dog", shoe="mid")
NEW = {"shoe": "new"}
BET = "1 wager original 10; dealer close; "
TWO = "1 wager original 10; 2 wager original 10; dealer close; "
EARLY = "dealer report early-third-card; "
RANKS = "23456789TJQKA"
ODDS = {1: 5, 2: 4, 3: 2}


def test_every_pair_of_cards_and_third_card() -> None:
    """A continuous device has all cards in every round: one record holds a third of 2197 deals."""
    hands = [h for i, h in enumerate(product(range(13), repeat=3)) if i % 3 == 0]
    rounds = []
    for left, right, third in hands:
        cards = f"{RANKS[left]}c {RANKS[right]}d {RANKS[third]}h"
        raised = "1 raise 10" if abs(left - right) > 1 else ""
        rounds.append((cards, BET + raised))
    device = {"dealing": "continuous"}
    document = run(DOG.written(*rounds, house=device, seats={1: "90000"})).document
    for (left, right, third), one in zip(hands, document["rounds"], strict=True):
        apart = abs(left - right)
        if apart == 1:
            expected = "1 0.00 original returned 5(e)"
        elif apart == 0 and third == left:
            expected = "1 110.00 original win 11 to 1 5(f)(1)"
        elif apart == 0:
            expected = "1 0.00 original returned 5(f)(2)"
        elif min(left, right) < third < max(left, right):
            odds = ODDS.get(apart - 1, 1)
            expected = f"1 {20 * odds}.00 " + ", ".join(
                f"{wager} win {odds} to 1 5(i)(2)" for wager in ("original", "raise")
            )
        else:
            expected = "1 -20.00 original lose 5(i)(1), raise lose 5(i)(1)"
        assert outcome(one) == f"settled: {expected}", one["board"]


WON = "original win 4 to 1 5(i)(2)"
OUTCOMES: dict[str, tuple[str, str, dict[str, Any], str]] = {
    "a raise of the least increment": (
        "4c 7d 5h",
        BET + "1 raise 0.50",
        {},
        f"settled: 1 42.00 {WON}, raise win 4 to 1 5(i)(2)",
    ),
    "a new amount replaces the old": (
        "4c 7d 5h",
        "1 wager original 10; 1 wager original 20; dealer close; 1 pass",
        {},
        f"settled: 1 80.00 {WON}",
    ),
    "the close passes for whoever has not answered": (
        "4c 7d 5h",
        TWO + "2 raise 10; dealer close",
        {},
        f"settled: 1 40.00 {WON}; 2 80.00 {WON}, raise win 4 to 1 5(i)(2)",
    ),
    "a close right after the window closed itself": (
        "4c 7d 5h",
        BET + "1 pass; dealer close",
        {},
        f"settled: 1 40.00 {WON}",
    ),
    "better odds, for the raise as well": (
        "4c 6d 5h",
        BET + "1 raise 10",
        {"house": {"payouts.spread.1": "11 to 2"}},
        "settled: 1 110.00 original win 11 to 2 5(i)(2), raise win 11 to 2 5(i)(2)",
    ),
    "three of a kind where it may be enhanced": (
        "4c 4d 4h",
        BET,
        {"house": {"rulings.R-14": "enhanceable", "payouts.three-of-a-kind": "12 to 1"}},
        "settled: 1 120.00 original win 12 to 1 5(f)(1)",
    ),
    "payouts round up to the chip": (
        "4c 6d 5h",
        "1 wager original 5.50; dealer close; 1 pass",
        {"house": {"payouts.spread.1": "16 to 3", "chip": "0.25"}},
        "settled: 1 29.50 original win 16 to 3 5(i)(2)",
    ),
    "a coupon is paid, and the raise is as much as the chips": (
        "4c 7d 5h",
        "1 wager original 10 coupon 10; dealer close; 1 raise 10",
        {"house": {"match_play": True}},
        f"settled: 1 120.00 {WON}, raise win 4 to 1 5(i)(2)",
    ),
    "a coupon costs nothing when it is lost": (
        "4c 7d 9h",
        "1 wager original 10 coupon 10; dealer close; 1 pass",
        {"house": {"match_play": True}},
        "settled: 1 -10.00 original lose 5(i)(1)",
    ),
    "cash that both have confirmed": (
        "4c 7d 5h",
        "1 wager original 10 cash; floor confirm 1; dealer confirm 1; dealer close; 1 pass",
        {"house": {"verbal_cash": True}},
        f"settled: 1 40.00 {WON}",
    ),
    "cash that one has confirmed is not a wager": (
        "4c 7d 5h",
        "2 wager original 10; 1 wager original 10 cash; dealer confirm 1; dealer close; 2 pass",
        {"house": {"verbal_cash": True}},
        f"settled: 2 40.00 {WON}",
    ),
    "two areas of one player": (
        "4c 7d 5h",
        TWO + "1 raise 10; 2 pass",
        {"players": {"Ann": [1, 2]}, "house": {"positions_per_player": 2}},
        f"settled: 1 80.00 {WON}, raise win 4 to 1 5(i)(2); 2 40.00 {WON}",
    ),
    # irregularities
    "cards lying face up are passed over, however many": (
        "^9s 4c ^8d ^8h 7d ^6d 5h",
        BET + "1 pass",
        {},
        f"settled: 1 40.00 {WON}",
    ),
    "a face-up card that is reported": (
        "9s 4c 7d 5h",
        "1 wager original 10; dealer report face-up-card; dealer close; 1 pass",
        {},
        f"settled: 1 40.00 {WON}",
    ),
    "a card drawn in error is the next card": (
        "4c 7d 5h",
        "1 wager original 10; dealer report drawn-in-error; dealer close; 1 pass",
        {},
        f"settled: 1 40.00 {WON}",
    ),
    "a card drawn in error and seen is not used": (
        "9s 4c 7d 5h",
        "1 wager original 10; dealer report exposed-draw; dealer close; 1 pass",
        {},
        f"settled: 1 40.00 {WON}",
    ),
    "an early third card: one voids, one plays on and raises": (
        "4c 7d 9s 5h",
        TWO + "1 raise 5; " + EARLY + "1 void; 2 play-on; 2 raise 10",
        {},
        "settled: 1 0.00 original returned 6(c), raise returned 6(c); "
        f"2 80.00 {WON}, raise win 4 to 1 5(i)(2)",
    ),
    "one close ends option and window: whoever has not chosen plays on": (
        "4c 7d 9s 5h",
        TWO + "1 raise 5; " + EARLY + "dealer close",
        {},
        f"settled: 1 60.00 {WON}, raise win 4 to 1 5(i)(2); 2 40.00 {WON}",
    ),
    "a player who had passed and plays on may still raise": (
        "4c 7d 9s 5h",
        TWO + "1 pass; " + EARLY + "1 play-on; 1 raise 10; 2 void",
        {},
        f"settled: 1 80.00 {WON}, raise win 4 to 1 5(i)(2); 2 0.00 original returned 6(c)",
    ),
    "an exposed draw in the window is an early third card": (
        "4c 7d 9s 5h",
        BET + "dealer report exposed-draw; 1 void",
        {},
        "void: 1 0.00 original returned 6(c)",
    ),
    "a second early third card asks again": (
        "4c 7d 9s 9h 5h",
        BET + EARLY + "1 play-on; " + EARLY + "1 void",
        {},
        "void: 1 0.00 original returned 6(c)",
    ),
    "the cards govern when the spread was called wrongly": (
        "4c 7d 5h",
        BET + "dealer report wrong-spread; 1 pass",
        {},
        f"settled: 1 40.00 {WON}",
    ),
    "frozen raises: the window ends with the choices": (
        "4c 7d 9s 5h",
        BET + EARLY + "1 play-on",
        {"house": {"rulings.R-16": "frozen"}},
        f"settled: 1 40.00 {WON}",
    ),
    "a new shoe burns": ("2s 4c 7d 5h", BET + "1 pass", NEW, f"settled: 1 40.00 {WON}"),
    "a new dealer burns": (
        "2s 4c 7d 5h",
        BET + "1 pass",
        {"new_dealer": True},
        f"settled: 1 40.00 {WON}",
    ),
    "one burn serves both": (
        "2s 4c 7d 5h",
        BET + "1 pass",
        {**NEW, "new_dealer": True},
        f"settled: 1 40.00 {WON}",
    ),
    "or each has its own": (
        "2s 3s 4c 7d 5h",
        BET + "1 pass",
        {**NEW, "new_dealer": True, "house": {"rulings.R-09": "two"}},
        f"settled: 1 40.00 {WON}",
    ),
    "a burn that was missed is not made up": (
        "4c 7d 5h",
        "1 wager original 10; dealer report missed-burn; dealer close; 1 pass",
        NEW,
        f"settled: 1 40.00 {WON}",
    ),
    "a continuous device neither burns nor has a marker": (
        "4c 7d 5h",
        BET + "1 pass",
        {**NEW, "new_dealer": True, "house": {"dealing": "continuous"}},
        f"settled: 1 40.00 {WON}",
    ),
    "listed cards stand, whatever recut or fault is reported": (
        "2s 4c 7d 5h",
        "1 wager original 10; floor recut; dealer report shuffler-fault; dealer close; 1 pass",
        NEW,
        f"settled: 1 40.00 {WON}",
    ),
    "a cut card that comes first: the round is played": (
        "4c 7d 5h",
        BET + "1 pass",
        {"marker": 0},
        f"settled: 1 40.00 {WON}",
    ),
    "or shuffled at once, and the new shoe burns": (
        "2s 4c 7d 5h",
        BET + "1 pass",
        {"marker": 0, "house": {"rulings.R-08": "reshuffle-now"}},
        f"settled: 1 40.00 {WON}",
    ),
}


@pytest.mark.parametrize("case", OUTCOMES.values(), ids=OUTCOMES.keys())
def test_outcomes(case: tuple[str, str, dict[str, Any], str]) -> None:
    cards, said, how, expected = case
    assert DOG.told(cards, said, **how) == expected


WAITING = {"raise 10": "5(h)", "pass": "5(h)", "play-on": "6(c)", "void": "6(c)"}
REFUSED: list[tuple[str, str, dict[str, Any]]] = [
    # before the close
    *((f"1 {verb}", rule, {}) for verb, rule in WAITING.items()),
    ("1 wager original 0", "X-09", {}),
    ("1 wager original 4", "X-09", {}),
    ("1 wager original 500.50", "X-09", {}),
    ("1 wager original 10.25", "X-09", {}),
    ("1 wager original 200", "X-35", {"seats": {1: "199.50"}}),
    ("1 wager original 10 cash", "5(b)", {}),
    ("1 wager original 10 coupon 10", "X-07", {}),
    ("1 wager original 10 coupon 5", "X-07", {"house": {"match_play": True}}),
    ("1 withdraw original", "5(b)", {}),
    ("8 wager original 10", "X-25", {}),
    ("dealer close", "5(a)", {}),
    ("1 wager original 10; 1 withdraw original; dealer close", "5(a)", {}),
    ("dealer confirm 1", "5(b)", {"house": {"verbal_cash": True}}),
    ("1 wager original 10 cash; dealer close", "5(a)", {"house": {"verbal_cash": True}}),
    ("1 wager original 10; 2 wager original 10", "7", {"players": {"Ann": [1, 2]}}),
    ("floor recut", "3(e)", {}),
    ("1 ask burn", "4(a)", {}),
    ("dealer report early-third-card", "6(c)", {}),
    ("dealer report wrong-spread", "R-22", {}),
    ("dealer report missed-burn", "6(d)", {}),
    ("dealer report shuffler-fault", "R-21", {"house": {"shuffler": "manual"}}),
    # in the raise window
    (BET + "1 raise 10.50", "5(h)", {}),
    (BET + "1 raise 0", "5(h)", {}),
    (BET + "1 raise 0.25", "R-25", {}),
    (BET + "1 raise 10", "X-35", {"seats": {1: "19.50"}}),
    (BET + "2 raise 10", "5(h)", {}),
    (TWO + "1 raise 5; 1 raise 5", "5(h)", {}),
    (TWO + "1 pass; 1 raise 5", "5(h)", {}),
    (BET + "1 play-on", "6(c)", {}),
    (BET + "1 wager original 20", "5(d)", {}),
    (BET + "1 withdraw original", "5(d)", {}),
    (BET + "2 wager original 10", "5(d)", {}),
    (BET + "floor recut", "3(e)", NEW),
    (BET + "1 ask burn", "R-10", NEW),
    (BET + "dealer report shuffler-fault", "R-21", {}),
    (BET + "dealer report missed-burn", "6(d)", NEW),
    # after an early third card
    (BET + EARLY + "1 raise 10", "6(c)", {}),
    (BET + EARLY + "1 pass", "6(c)", {}),
    (TWO + "1 raise 5; " + EARLY + "1 play-on; 1 raise 5", "5(h)", {}),
    (TWO + EARLY + "1 play-on; 1 raise 5", "6(c)", {"house": {"rulings.R-16": "frozen"}}),
    (TWO + EARLY + "1 void; 1 play-on", "6(c)", {}),
    # after the end
    (BET + "1 pass; 1 wager original 10", "5(j)", {}),
    (BET + "1 pass; dealer close; dealer close", "5(j)", {}),
    (BET + "1 pass; dealer report face-up-card", "5(j)", {}),
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case[0])
def test_refusals_name_the_clause_or_the_finding(case: tuple[str, str, dict[str, Any]]) -> None:
    said, cited, how = case
    cards = "2s 4c 7d 9s 5h" if how.get("shoe") == "new" else "4c 7d 9s 5h"
    assert DOG.told(cards, said, **how) == f"1 refused {cited}"


@pytest.mark.parametrize(
    "said",
    [
        "1 fold",
        "1 raise",
        "1 wager ante 10",
        "1 wager original 10.255",
        "dealer report hole-card-exposed",
        "dealer report",
        "floor close",
        "x pass",
        "1 ask cut",
    ],
)
def test_what_is_not_understood(said: str) -> None:
    assert DOG.told("4c 7d 5h", said) == "2 malformed None"


def test_announcements_and_boxes_in_their_order() -> None:
    document = DOG.run("4c 7d 5h", BET + "1 pass").document
    assert [event["text"] for event in events(document, "announce")] == [
        "The spread is 2",
        "Raises closed",
        "The third card is 5",
    ]
    assert document["board"] == {"left": "4c", "right": "7d", "middle": "5h"}
    for cards, words in {
        "Kc Ad": ["The cards are Consecutive tie hand"],
        "4c 4d 4h": ["We have a pair", "Three of a kind"],
        "4c 4d Ah": ["We have a pair", "No three of a kind tie hand"],
        "2c Ad": ["The spread is 11"],
    }.items():
        said = [event["text"] for event in events(DOG.run(cards, BET).document, "announce")]
        assert said == words


def test_the_close_cites_the_first_card_and_says_nothing() -> None:
    document = DOG.run("2s 4c 7d", BET, **NEW).document
    (close,) = events(document, "close")
    assert close["rule"] == "5(d)"
    assert not any(event["text"] == "No more bets" for event in events(document, "announce"))
    assert document["events"][close["n"]]["kind"] == "burn"


def test_voiders_have_their_money_before_another_third_card() -> None:
    said = TWO + "1 raise 5; " + EARLY + "1 void; 2 play-on; 2 raise 10"
    document = DOG.run("4c 7d 9s 5h", said).document
    last_return = max(event["n"] for event in events(document, "return"))
    third = next(e["n"] for e in events(document, "deal") if e["place"] == "middle")
    assert last_return < third
    (raised,) = [e for e in events(document, "wager") if e["wager"] == "raise" and e["seat"] == 2]
    assert raised["finding"] == "R-16"


def test_the_burn_is_shown_to_the_table_if_somebody_asks() -> None:
    asked = "1 wager original 10; 2 ask burn; dealer close; 1 pass"
    for said, shown in ((BET + "1 pass", False), (asked, True)):
        for view in ("public", "seat:1"):
            document = DOG.run("2s 4c 7d 5h", said, view=view, **NEW).document
            assert events(document, "burn")[0]["card"] == "??"
            assert ("2s" in str(document)) is shown
    (burn,) = events(DOG.run("2s 4c 7d 5h", BET + "1 pass", **NEW).document, "burn")
    assert burn["card"] == "2s"


def test_one_burn_for_two_reasons_names_the_ruling() -> None:
    (burn,) = events(DOG.run("2s 4c 7d", BET, new_dealer=True, **NEW).document, "burn")
    assert burn["finding"] == "R-09"


def test_a_continuous_device_stands_under_section_8_alone() -> None:
    device = {"dealing": "continuous"}
    said = "1 wager original 10; dealer report shuffler-fault; dealer close; 1 pass"
    document = DOG.run("4c 7d 5h", said, house=device, **NEW).document
    cited = {rule for e in document["events"] for rule in (e["rule"], *e.get("also", ())) if rule}
    assert "8" in cited and not any(rule.startswith(("3(", "4(")) for rule in cited)


def test_a_recut_is_followed_by_the_cut_card_and_the_shoe() -> None:
    document = DOG.run("2s 4c", "1 wager original 10; floor recut", **NEW).document
    kinds = [event["kind"] for event in document["events"]]
    assert kinds[kinds.index("recut") :] == ["recut", "cut", "marker", "load"]


def test_shoe_marker_and_money_carry_over() -> None:
    wager = "1 wager original {}; dealer close; "
    text = DOG.written(
        ("2s 4c 7d 5h", wager.format(50) + "1 raise 50", {"shoe": "new", "marker": 8}),
        ("Kc Ad", wager.format(450)),
        ("4c 7d 5h", wager.format(10) + "1 pass"),
        ("2s 4c 7d 9h", wager.format(400) + "1 pass"),
        seats={1: "100"},
    ).replace('shoe = "mid"\n', "")
    document = run(text).document
    assert [outcome(one) for one in document["rounds"]] == [
        "settled: 1 400.00 original win 4 to 1 5(i)(2), raise win 4 to 1 5(i)(2)",
        "settled: 1 0.00 original returned 5(e)",
        "settled: 1 40.00 original win 4 to 1 5(i)(2)",
        "settled: 1 -400.00 original lose 5(i)(1)",
    ]
    assert [len(events(one, "burn")) for one in document["rounds"]] == [1, 0, 0, 1]
    assert [len(events(one, "reshuffle")) for one in document["rounds"]] == [0, 0, 1, 0]
    assert document["seats"]["1"]["net"] == "40.00" and document["house"]["net"] == "-40.00"


def test_a_round_leaves_the_cards_that_later_ones_name() -> None:
    suit = " ".join(f"{rank}c" for rank in RANKS)
    for seed in range(8):
        pair, then = ("2h 4h 4d", BET, {"shoe": "new", "seed": seed}), (suit, BET)
        result = run(DOG.written(pair, then, house={"decks": 1, "shuffler": "manual"}))
        assert result.code == 0, result.err


def test_errors_of_several_rounds_name_the_round() -> None:
    text = DOG.written(("4c 5d", BET), ("4c 5d", "1 raise 10"))
    result = run(text)
    assert result.code == 1 and result.err.startswith("croupier: round 2: 1 raise 10: ")
    assert [one["outcome"] for one in result.document["rounds"]] == ["settled", "open"]
    unfinished = run(DOG.written(("4c 7d", BET), ("4c 5d", BET)))
    assert unfinished.code == 1 and unfinished.err.startswith("croupier: round 1: ")


def test_what_may_be_done_next_is_what_is_accepted() -> None:
    document = DOG.run("4c 7d 9s", TWO + "1 raise 5; " + EARLY).document
    assert document["outcome"] == "open" and document["seats"]["1"]["net"] == "-15.00"
    offers = {(o["actor"], o["verb"]) for o in document["next"] if o["verb"] != "report"}
    assert offers == {
        ("1", "play-on"),
        ("1", "void"),
        ("2", "play-on"),
        ("2", "void"),
        ("dealer", "close"),
    }
