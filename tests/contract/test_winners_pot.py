"""Winner's Pot Poker from outside: every worked amount, the side wager, the order of the deal."""

from __future__ import annotations

from typing import Any

import pytest

from tests.contract.bench import cents, events, outcome
from tests.contract.pots import DECK, POT, contest, nets, reading, script

# --- the worked amounts ---------------------------------------------------------------------------

TIES = ("Ac Qd 9h 7s 4c", "Ad Qh 9s 7c 4d", "Ah Qs 9c 7d 4h", "As Qc 9d 7h 4s")
WIN, LOW, LOWER = "Kc Kd 8h 6s 3c", "Jc Td 8d 6c 3d", "2c 3h 5d 6d 8c"
EARLY, LATE = "2h 5h Js", "2s 5s Jd Tc"

POTS: dict[str, tuple[dict[int | str, str], dict[str, Any], str, str, dict[str, str], str]] = {
    "the third seat is best": (
        {1: EARLY, 2: LATE, 3: WIN, "dealer": LOW},
        {},
        "-5.00 -10.00 25.00 | -10.00",
        "50.00",
        {"3": "45.00", "dealer": "0.00"},
        "5.00",
    ),
    "the dealer is best": (
        {1: EARLY, 2: LATE, 3: LOW, "dealer": WIN},
        {},
        "-5.00 -10.00 -20.00 | 35.00",
        "50.00",
        {"3": "0.00", "dealer": "50.00"},
        "0.00",
    ),
    "the third seat ties with the dealer": (
        {1: EARLY, 2: LATE, 3: TIES[0], "dealer": TIES[1]},
        {},
        "-5.00 -10.00 2.50 | 12.50",
        "50.00",
        {"3": "22.50", "dealer": "25.00"},
        "2.50",
    ),
    "a lone player ties with the dealer": (
        {1: TIES[0], "dealer": TIES[1]},
        {},
        "-2.00 | 2.00",
        "40.00",
        {"1": "18.00", "dealer": "20.00"},
        "2.00",
    ),
    "two players tie": (
        {1: TIES[0], 2: TIES[1], "dealer": LOW},
        {},
        "7.00 7.00 | -14.00",
        "60.00",
        {"1": "27.00", "2": "27.00", "dealer": "0.00"},
        "6.00",
    ),
    "three players tie": (
        {1: TIES[0], 2: TIES[1], 3: TIES[2], "dealer": LOW},
        {},
        "4.00 4.00 4.00 | -12.00",
        "80.00",
        {"1": "24.00", "2": "24.00", "3": "24.00", "dealer": "0.00"},
        "8.00",
    ),
    "three players tie at five percent": (
        {1: TIES[0], 2: TIES[1], 3: TIES[2], "dealer": LOW},
        {"commission.percent": "5"},
        "5.34 5.33 5.33 | -16.00",
        "80.00",
        {"1": "25.34", "2": "25.33", "3": "25.33", "dealer": "0.00"},
        "4.00",
    ),
    "two of three players tie with the dealer": (
        {1: TIES[0], 2: LOW, 3: TIES[1], "dealer": TIES[2]},
        {"ante": "10"},
        "8.01 -40.00 8.00 | 23.99",
        "160.00",
        {"1": "48.01", "2": "0.00", "3": "48.00", "dealer": "53.33"},
        "10.66",
    ),
    "four tie": (
        {1: TIES[0], 2: TIES[1], 3: TIES[2], "dealer": TIES[3]},
        {},
        "-2.00 -2.00 -2.00 | 6.00",
        "80.00",
        {"1": "18.00", "2": "18.00", "3": "18.00", "dealer": "20.00"},
        "6.00",
    ),
    "a fixed amount that is less": (
        {1: WIN, 2: LOW, "dealer": LOWER},
        {"commission.fixed": "4"},
        "36.00 -20.00 | -16.00",
        "60.00",
        {"1": "56.00", "2": "0.00", "dealer": "0.00"},
        "4.00",
    ),
    "a fixed amount that is more, alone": (
        {1: WIN, 2: LOW, "dealer": LOWER},
        {"commission.percent": "none", "commission.fixed": "7"},
        "34.00 -20.00 | -14.00",
        "60.00",
        {"1": "54.00", "2": "0.00", "dealer": "0.00"},
        "6.00",
    ),
    "no commission": (
        {1: WIN, 2: LOW, "dealer": LOWER},
        {"commission.percent": 0},
        "40.00 -20.00 | -20.00",
        "60.00",
        {"1": "60.00", "2": "0.00", "dealer": "0.00"},
        "0.00",
    ),
    "a commission with a fraction of a cent": (
        {1: WIN, 2: LOW, "dealer": LOWER},
        {"commission.percent": "3.33", "ante": "0.50"},
        "3.81 -2.00 | -1.81",
        "6.00",
        {"1": "5.81", "2": "0.00", "dealer": "0.00"},
        "0.19",
    ),
    "a commission in whole dollars": (
        {1: TIES[0], 2: LOW, 3: TIES[1], "dealer": TIES[2]},
        {"ante": "10", "chip": "1"},
        "9.00 -40.00 8.00 | 23.00",
        "160.00",
        {"1": "49.00", "2": "0.00", "3": "48.00", "dealer": "53.00"},
        "10.00",
    ),
    "W-17, winnings": (
        {1: WIN, 2: LOW, "dealer": LOWER},
        reading(W_17="winnings"),
        "36.00 -20.00 | -16.00",
        "60.00",
        {"1": "56.00", "2": "0.00", "dealer": "0.00"},
        "4.00",
    ),
    "W-17, winnings, but a tie": (
        {1: TIES[0], "dealer": TIES[1]},
        reading(W_17="winnings"),
        "-2.00 | 2.00",
        "40.00",
        {"1": "18.00", "dealer": "20.00"},
        "2.00",
    ),
    "W-18, once": (
        {1: TIES[0], 2: TIES[1], "dealer": LOW},
        {"commission.fixed": "2"},
        "9.00 9.00 | -18.00",
        "60.00",
        {"1": "29.00", "2": "29.00", "dealer": "0.00"},
        "2.00",
    ),
    "W-18, per player": (
        {1: TIES[0], 2: TIES[1], "dealer": LOW},
        {"commission.fixed": "2", **reading(W_18="per-player")},
        "8.00 8.00 | -16.00",
        "60.00",
        {"1": "28.00", "2": "28.00", "dealer": "0.00"},
        "4.00",
    ),
    "W-19, waived": (
        {1: TIES[0], "dealer": TIES[1]},
        reading(W_19="waive"),
        "0.00 | 0.00",
        "40.00",
        {"1": "20.00", "dealer": "20.00"},
        "0.00",
    ),
    "W-20, odd cents to the house": (
        {1: TIES[0], 2: TIES[1], 3: TIES[2], "dealer": LOW},
        {"commission.percent": "5", **reading(W_20="house")},
        "5.33 5.33 5.33 | -15.99",
        "80.00",
        {"1": "25.33", "2": "25.33", "3": "25.33", "dealer": "0.00"},
        "4.00",
    ),
}


@pytest.mark.parametrize("case", POTS.values(), ids=POTS)
def test_a_pot_is_awarded_as_worked_out_by_hand(case: Any) -> None:
    hands, house, result, total, shares, commission = case
    document = contest(hands, **house)
    assert nets(document) == result
    assert document["pot"] == {"total": total, "shares": shares}
    assert document["house"]["commission"] == commission
    assert sum(map(cents, shares.values())) <= cents(total) - cents(commission)
    for number, seat in document["seats"].items():
        stakes = {w["wager"]: cents(w["amount"]) for w in seat["wagers"]}
        paid = sum(cents(w["paid"]) for w in seat["wagers"])
        assert paid == max(0, cents(shares.get(number, "0.00")) - sum(stakes.values())), number
        if len(stakes) == 3:
            assert stakes["double"] == 2 * stakes["bet"] == 2 * stakes["ante"]


def test_each_wager_says_what_became_of_it_and_by_which_clause() -> None:
    lost = "{0} lose {1}, {2} lose {1}, {3} lose {1}"
    pot = ("ante", "10(h)(2)(i)", "bet", "double")
    assert outcome(contest({1: EARLY, 2: LATE, 3: WIN, 4: LOW, "dealer": LOWER})) == (
        "settled: 1 -5.00 ante forfeited 10(a)(2); "
        "2 -10.00 ante forfeited 10(c)(2), bet forfeited 10(c)(2); "
        "3 43.00 ante win 10(h)(2)(i), bet win 10(h)(2)(i), double win 10(h)(2)(i); "
        f"4 -20.00 {lost.format(*pot)}"
    )
    assert outcome(contest({1: LOW, "dealer": WIN})) == (
        "settled: 1 -20.00 ante lose 10(h)(1), bet lose 10(h)(1), double lose 10(h)(1)"
    )
    assert outcome(contest({1: TIES[0], "dealer": TIES[1]})) == (
        "settled: 1 -2.00 ante shared 10(h)(2)(ii), "
        "bet shared 10(h)(2)(ii), double shared 10(h)(2)(ii)"
    )


def test_odd_cents_go_round_from_the_button() -> None:
    # The button is at seat 2. The deal starts with seat 3, which therefore gets the odd cent.
    hands = {3: TIES[0].split(), "dealer": LOW.split(), 1: TIES[1].split(), 2: TIES[2].split()}
    cards = ["2c", *(held[i] for i in range(3) for held in hands.values())]
    for i, burn in ((3, "2d"), (4, "2h")):
        cards += [burn, *(held[i] for held in hands.values())]
    said = [f"{n} wager ante" for n in (1, 2, 3)] + ["dealer close"]
    said += [f"{n} {verb}" for verb in ("bet", "double") for n in (3, 1, 2)]
    document = POT.run(" ".join(cards), said, button=2, house={"commission.percent": "5"}).document
    assert document["pot"]["shares"] == {"1": "25.33", "2": "25.33", "3": "25.34", "dealer": "0.00"}


# --- jacks plus -----------------------------------------------------------------------------------

SIDE: dict[str, tuple[str, str | None]] = {
    "As Ks Qs Js Ts": ("2000.00", "400 to 1"),
    "9s Ts Js Qs Ks": ("400.00", "80 to 1"),
    "Ac 2c 3c 4c 5c": ("400.00", "80 to 1"),
    "7c 7d 7h 7s 2c": ("250.00", "50 to 1"),
    "7c 7d 7h 2s 2c": ("150.00", "30 to 1"),
    "2c 4c 6c 8c Tc": ("75.00", "15 to 1"),
    "Ac 2d 3h 4s 5c": ("50.00", "10 to 1"),
    "Ac Kd Qh Js Tc": ("50.00", "10 to 1"),
    "7c 7d 7h 2s 6c": ("35.00", "7 to 1"),
    "2c 2d 3h 3s 6c": ("15.00", "3 to 1"),
    "Ac Ad 2h 4h 6c": ("5.00", "1 to 1"),
    "Jc Jd 2h 4h 6c": ("5.00", "1 to 1"),
    "Tc Td 2h 4h 6c": ("0.00", None),
    "Kc Ad 2h 3s 4c": ("0.00", None),
    # Folded hands of three and four cards: pairs and sets only.
    "Qc Qd 2h": ("5.00", "1 to 1"),
    "7c 7d 7h": ("35.00", "7 to 1"),
    "Tc Td 2h": ("0.00", None),
    "As Ks Qs": ("0.00", None),
    "Kc Kd 4h 4s": ("15.00", "3 to 1"),
    "9c 9d 9h 9s": ("250.00", "50 to 1"),
    "2c 3c 4c 5c": ("0.00", None),
    "7c 7d 7h Ks": ("35.00", "7 to 1"),
    "Ts Td 4h Kd": ("0.00", None),
}


@pytest.mark.parametrize(("cards", "paid"), SIDE.items(), ids=SIDE)
def test_a_side_wager_is_judged_on_the_cards_held(cards: str, paid: tuple[str, str | None]) -> None:
    spare = [c for c in ("8d", "9h", "3d", "6h", "Kh", "5d", "Jh") if c not in cards][:5]
    for house in ({}, reading(W_13="lose")):
        hands: dict[int | str, str] = {1: cards, "dealer": " ".join(spare)}
        wager = contest(hands, {1: "5"}, **house)["seats"]["1"]["wagers"][1]
        won, odds = paid if len(cards) == 14 or not house else ("0.00", None)
        outcome = ("win", "11(b)") if odds else ("lose", "10(g)")
        assert (wager["paid"], wager["odds"]) == (won, odds)
        assert (wager["wager"], wager["outcome"], wager["rule"]) == ("jacks-plus", *outcome)


ROYALS = {1: "As Ks Qs Js Ts", 2: "Ah Kh Qh Jh Th", 3: "Ac Kc Qc Jc Tc"}
BIG = {"jacks_plus.maximum": "100000"}
LIMITS: dict[str, tuple[dict[int, str], dict[str, Any], list[tuple[str, str]]]] = {
    "at the limit": ({1: "125"}, {}, [("50000.00", "11(b)")]),
    "beyond it": ({1: "126"}, {}, [("50000.00", "11(c)")]),
    "two share it": ({1: "100", 2: "300"}, {}, [("12500.00", "11(c)"), ("37500.00", "11(c)")]),
    "two are owed less": ({1: "1", 2: "1"}, {}, [("400.00", "11(b)"), ("400.00", "11(b)")]),
    "two get it all, read literally": (
        {1: "1", 2: "1"},
        reading(W_23="literal-full-max"),
        [("25000.00", "11(c)"), ("25000.00", "11(c)")],
    ),
    "three share it": (
        {1: "100", 2: "200", 3: "500"},
        {},
        [("6250.00", "11(c)"), ("12500.00", "11(c)"), ("31250.00", "11(c)")],
    ),
    "one of two has no side wager": ({1: "200"}, {}, [("50000.00", "11(c)")]),
    "the floor is higher": ({1: "300"}, {"jacks_plus.minimum": "200"}, [("80000.00", "11(c)")]),
    "better odds raise the floor": (
        {1: "300"},
        {"jacks_plus.minimum": "100", "payouts.jacks-plus.royal-flush": "1000 to 1"},
        [("100000.00", "11(c)")],
    ),
}


@pytest.mark.parametrize("case", LIMITS.values(), ids=LIMITS)
def test_the_limit_of_the_side_wager(case: Any) -> None:
    side, house, expected = case
    seats = max(side) if len(side) > 1 else 2
    hands: dict[int | str, str] = {n: ROYALS[n] for n in range(1, seats + 1)}
    document = contest({**hands, "dealer": LOWER.replace("2c", "2d")}, side, **BIG, **house)
    paid = [
        (w["paid"], w["rule"])
        for seat in document["seats"].values()
        for w in seat["wagers"]
        if w["wager"] == "jacks-plus"
    ]
    assert paid == expected


def test_a_straight_flush_is_limited_by_itself_and_a_payout_is_rounded_up() -> None:
    hands: dict[int | str, str] = {1: "Ks Qs Js Ts 9s", 2: "Jc Jd 2h 4h 6c", "dealer": LOWER}
    side = {1: "700", 2: "1"}
    house = BIG | {"payouts.jacks-plus.pair-of-jacks-or-better": "4 to 3"}
    seats = contest(hands, side, **house)["seats"]
    assert [(seats[n]["wagers"][1]["paid"], seats[n]["wagers"][1]["rule"]) for n in "12"] == [
        ("50000.00", "11(c)"),
        ("1.34", "11(b)"),
    ]


# --- the order of the deal ------------------------------------------------------------------------

ORDERS = {  # seats that ante, button, house: the first deal, then the fourth and the fifth cards
    "first round": ((1, 2, 3), "dealer", {}, "123d", "123d"),
    "button at 1": ((1, 2, 3), 1, {}, "23d1", "23d1"),
    "button at 2": ((1, 2, 3), 2, {}, "3d12", "3d12"),
    "button at 3: the dealer first, later the first player": ((1, 2, 3), 3, {}, "d123", "123d"),
    "the same on all streets": ((1, 2, 3), 3, reading(W_02="first-position"), "d123", "d123"),
    "from the hand": ((1, 2, 3), 2, {"dealing": "hand"}, "3d12", "3d12"),
    "packets": ((1, 2, 3), 2, {"dealing": "automated-shoe"}, "3d12", "3d12"),
    "packets, far left": (
        (1, 2, 3),
        2,
        {"dealing": "automated-shoe", **reading(W_01="far-left")},
        "123d",
        "3d12",
    ),
    "far left is for packets only": ((1, 2, 3), 2, reading(W_01="far-left"), "3d12", "3d12"),
    "an empty seat": ((1, 3), 1, {}, "3d1", "3d1"),
    "a button at an empty seat": ((1, 3), 2, {}, "3d1", "3d1"),
    "one seat": ((1,), "dealer", {}, "1d", "1d"),
    "one seat with the button": ((1,), 1, {}, "d1", "1d"),
    "eight seats": (tuple(range(1, 9)), 5, {"seats": 8}, "678d12345", "678d12345"),
}


@pytest.mark.parametrize("case", ORDERS.values(), ids=ORDERS)
def test_cards_are_dealt_clockwise_after_the_button(case: Any) -> None:
    seats, button, house, first, later = case
    turns = [n for n in later if n != "d"]
    said = [f"{n} wager ante" for n in seats] + ["dealer close"]
    said += [f"{n} {verb}" for verb in ("bet", "double") for n in turns]
    table = house.get("seats", 3)
    result = POT.run(" ".join(DECK), said, button=button, house=house, seats=table)
    assert result.code == 0, result.err
    dealt = events(result.document, "burn", "deal")
    assert [event["card"] for event in dealt] == DECK[: len(dealt)]
    places = ["b" if e["kind"] == "burn" else str(e.get("seat", "d")) for e in dealt]
    packets = house.get("dealing") == "automated-shoe"
    three = "".join(place * 3 for place in first) if packets else first * 3
    assert "".join(places) == f"b{three}b{later}b{later}"
    faces = [e for e in events(result.document, "deal", "turn-card") if e["up"]]
    assert len(faces) == 3 * len(first), "one open card on each of three streets"


@pytest.mark.parametrize(
    ("button", "folds", "reads", "fourth"),
    [
        (2, {3}, "first-player", "12d"),
        (2, {3}, "first-position", "d12"),
        (1, {2}, "first-player", "3d1"),
        (1, {2, 3}, "first-player", "1d"),
        (1, {2, 3}, "first-position", "d1"),
        ("dealer", {1}, "first-player", "23d"),
    ],
)
def test_the_fourth_card_starts_with_the_first_player_left(
    button: Any, folds: set[int], reads: str, fourth: str
) -> None:
    turns = {1: (2, 3, 1), 2: (3, 1, 2)}.get(button, (1, 2, 3))
    said = ["1 wager ante", "2 wager ante", "3 wager ante", "dealer close"]
    said += [f"{n} {'fold' if n in folds else 'bet'}" for n in turns]
    document = POT.run(" ".join(DECK), said, button=button, house=reading(W_02=reads)).document
    served = [str(e.get("seat", "d")) for e in events(document, "deal") if e["rule"] == "10(b)"]
    assert "".join(served) == fourth


def test_the_round_goes_in_the_written_order() -> None:
    hands: dict[int | str, str] = {1: EARLY, 2: LATE, 3: WIN, 4: LOW, "dealer": LOWER}
    document = contest(hands, {1: "5", 4: "5"})
    told_ = [
        (e["kind"], e.get("seat") or e.get("place") or e.get("by")) for e in document["events"]
    ]
    end = told_[[kind for kind, _ in told_].index("stub") :]
    assert end == [
        ("stub", None),
        *(("to-pot", n) for n in (3, 3, 3, 4, 4, 4)),
        ("to-pot", "dealer"),
        ("turn", "dealer"),
        ("announce", None),
        ("turn", "seat 4"),
        ("announce", 4),
        ("turn", "seat 3"),
        ("announce", 3),
        ("take", 4),
        ("turn", "seat 1"),
        ("take", 1),
        ("collect", "seat 1"),
        ("announce", None),
        ("commission", "dealer"),
        ("award", 3),
        ("lose", 4),
        ("collect", "seat 3"),
        ("collect", "seat 4"),
        ("collect", "dealer"),
    ]
    start = [kind for kind, _ in told_ if kind in ("stake", "button", "announce", "burn", "deal")]
    assert start[:7] == ["stake", "stake", "stake", "button", "announce", "burn", "deal"]
    by_machine = POT.run(
        "", script({1: WIN, "dealer": LOW})[:2], house={"dealing": "automated-shoe"}
    )
    start = [e["kind"] for e in events(by_machine.document, "burn", "announce", "deal")]
    assert start[:3] == ["burn", "announce", "deal"], "W-06: this burn comes before the call"
