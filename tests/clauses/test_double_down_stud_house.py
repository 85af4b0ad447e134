"""Double Down Stud, Section 10 and the house file: odds, the payout limit and its floor."""

from __future__ import annotations

from functools import partial
from itertools import combinations

import pytest

from croupier.games.double_down_stud.house import DoubleDownStudHouse, most_at_minimum
from croupier.games.double_down_stud.script import payout_row
from croupier.nouns.cards import DECK
from croupier.nouns.hands import rank_hand
from croupier.rules import changes, house
from croupier.rules.house import Breach
from croupier.stage.payments import Pay
from tests.support import events, net, one, play, result, typed

DOC = "double-down-stud.ma"
WAGER, CLOSE, DOUBLE = "1 wager original 10", "dealer close", "1 double 10"
ROYAL = "Ah Th Kh Qh Jh"
FLUSH = "Ac Jc 9c 6c 2c"
LIMIT = {"payout_limit": "100000", "maximum": "500"}

dds = partial(play, "double-down-stud")


def breaches(**given: object) -> list[Breach]:
    """Return the breaches of a house file. Two underscores in a key stand for a dot."""
    flat = {key.replace("__", "."): value for key, value in given.items()}
    return house.examine("double-down-stud", flat)[1]


def warnings(**given: object) -> dict[str, Breach]:
    flat = {key.replace("__", "."): value for key, value in given.items()}
    return {w.key: w for w in house.examine("double-down-stud", flat)[2]}


# --- odds: 10(a), 10(b) ---------------------------------------------------------------------------


@pytest.mark.clause(DOC, "10(a)")
def test_odds_are_stated_with_to_or_win__10_a() -> None:
    assert not breaches(odds_word="win")
    (breach,) = breaches(odds_word="for")
    assert (breach.key, breach.rule) == ("odds_word", "10(a)")
    (breach,) = breaches(payouts__hand__flush="8 for 1")
    assert breach.malformed
    pays = result(dds(FLUSH, WAGER, CLOSE, "1 pass"))["seats"]["1"]["wagers"]
    assert [w["odds"] for w in pays] == ["8 to 1"]


@pytest.mark.clause(DOC, "10(b)")
@pytest.mark.parametrize(
    ("hand", "least"),
    [
        ("royal-flush", 1000),
        ("straight-flush", 100),
        ("four-of-a-kind", 25),
        ("full-house", 10),
        ("flush", 8),
        ("straight", 5),
        ("three-of-a-kind", 3),
        ("two-pair", 2),
        ("pair-of-jacks-or-better", 1),
    ],
)
def test_no_odds_below_the_listed_ones__10_b(hand: str, least: int) -> None:
    standard = house.standard("double-down-stud")
    assert str(standard.payouts["hand"][hand]) == f"{least} to 1"
    key = f"payouts.hand.{hand}"
    _, found, _ = house.examine("double-down-stud", {key: f"{2 * least - 1} to 2"})
    assert [(b.key, b.rule) for b in found] == [(key, "10(b)")]
    better = house.build("double-down-stud", {key: f"{2 * least + 1} to 2"})
    assert str(better.payouts["hand"][hand]) == f"{2 * least + 1} to 2"


@pytest.mark.clause(DOC, "10(b)")
@pytest.mark.parametrize("band", ["pair", "pair-of-tens", "high-card", "push"])
def test_the_push_and_losing_bands_are_not_for_sale__10_b(band: str) -> None:
    _, found, _ = house.examine("double-down-stud", {f"payouts.hand.{band}": "1 to 1"})
    assert [b.rule for b in found] == ["10(b)"]


@pytest.mark.clause(DOC, "10(b)")
def test_better_odds_are_paid_and_rounded_up_to_the_chip__X_08() -> None:
    better = {"payouts.hand.flush": "17 to 2", "increment": "0.25", "minimum": "0.25"}
    assert net(dds(FLUSH, WAGER, CLOSE, DOUBLE, options=better)) == 17_000
    # 17 to 2 on $0.25 is $2.125: each wager by itself is rounded up to the cent.
    small = ("1 wager original 0.25", CLOSE, "1 double 0.25")
    assert net(dds(FLUSH, *small, options=better)) == 2 * 213
    assert net(dds(FLUSH, *small, options=better | {"chip": "0.50"})) == 2 * 250


# --- the payout limit: 10(c) ----------------------------------------------------------------------


@pytest.mark.clause(DOC, "10(c)")
def test_without_a_limit_everything_is_paid__10_c_S_17() -> None:
    royal = ("1 wager original 500", CLOSE, "1 double 500")
    assert net(dds(ROYAL, *royal)) == 100_000_000
    capped = dds(ROYAL, *royal, options=LIMIT)  # cites the clause
    assert net(capped) == 10_000_000


@pytest.mark.clause(DOC, "10(c)")
@pytest.mark.parametrize(
    ("reading", "double", "paid", "odds"),
    [
        ("hand", "500", ["100000.00", "0.00"], [None, None]),
        ("hand", "60", ["100000.00", "0.00"], [None, None]),
        ("wager", "500", ["100000.00", "100000.00"], [None, None]),
        ("wager", "60", ["100000.00", "60000.00"], [None, "1000 to 1"]),
    ],
)
def test_the_limit_holds_for_the_hand_or_for_each_wager__S_16(
    reading: str, double: str, paid: list[str], odds: list[str | None]
) -> None:
    round = dds(
        ROYAL,
        f"1 wager original 500; dealer close; 1 double {double}",
        options=LIMIT | {"rulings.S-16": reading},
    )
    shown = result(round)["seats"]["1"]["wagers"]
    assert [w["paid"] for w in shown] == paid
    assert [w["odds"] for w in shown] == odds  # none where the limit cut what they would have paid
    assert [e.due for e in events(round, Pay)] == [
        None if full else stake * 1000
        for full, stake in zip(odds, (50_000, int(double) * 100), strict=True)
    ]
    assert {e.odds for e in events(round, Pay)} == {"1000 to 1"}


@pytest.mark.clause(DOC, "10(c)")
def test_original_and_double_share_one_limit__S_16() -> None:
    round = dds(ROYAL, "1 wager original 80", CLOSE, "1 double 80", options=LIMIT)
    assert [w["paid"] for w in result(round)["seats"]["1"]["wagers"]] == ["80000.00", "20000.00"]
    assert net(round) == 10_000_000  # winnings only; the stakes come back as well


@pytest.mark.clause(DOC, "10(b)")
def test_what_comes_to_the_limit_exactly_is_not_limited__S_16() -> None:
    round = dds(ROYAL, "1 wager original 100", CLOSE, "1 pass", options=LIMIT)
    paid = one(round.events, Pay)
    assert (paid.amount, paid.finding, paid.also) == (10_000_000, None, ("10(b)",))


@pytest.mark.clause(DOC, "10(c)")
def test_two_areas_are_limited_each_by_itself__X_04() -> None:
    wagers = ("1 wager original 500", "2 wager original 500", CLOSE, "1 double 500", "2 pass")
    cards = "Ah 9h Kh Qh Jh Th"  # a royal flush and a king-high straight flush on the same four
    round = dds(
        cards,
        *wagers,
        seats=2,
        players={"Ann": [1, 2]},
        options=LIMIT | {"positions_per_player": 2},
    )
    assert [net(round, n) for n in (1, 2)] == [10_000_000, 5_000_000]


@pytest.mark.clause(DOC, "10(c)")
@pytest.mark.parametrize(
    ("given", "floor"),
    [
        ({}, 100_000),
        ({"minimum": "50"}, 100_000),
        ({"minimum": "50.50"}, 101_000),
        ({"minimum": "45.00", "positions_per_player": 2}, 100_000),
        ({"minimum": "46", "positions_per_player": 2}, 101_200),
        ({"minimum": "100"}, 200_000),
        ({"minimum": "100", "positions_per_player": 2}, 220_000),
        ({"minimum": "100", "positions_per_player": 2, "seats": 1}, 200_000),
        ({"minimum": "100", "payouts.hand.royal-flush": "1500 to 1"}, 300_000),
        # Four of a kind for both areas pays more than a royal flush beside a straight flush.
        (
            {
                "minimum": "100",
                "positions_per_player": 2,
                "payouts.hand.four-of-a-kind": "900 to 1",
            },
            360_000,
        ),
        # Two royal flushes are impossible: beside one there is at most a straight flush.
        (
            {"minimum": "100", "positions_per_player": 2, "payouts.hand.royal-flush": "3000 to 1"},
            620_000,
        ),
    ],
)
def test_the_limit_is_no_lower_than_its_floor__10_c_X_05(
    given: dict[str, object], floor: int
) -> None:
    _, found, _ = house.examine("double-down-stud", given | {"payout_limit": str(floor - 1)})
    assert [(b.key, b.rule, b.finding) for b in found] == [("payout_limit", "10(c)", "X-05")]
    _, found, _ = house.examine("double-down-stud", given | {"payout_limit": str(floor)})
    assert not found
    none = house.build("double-down-stud", given | {"payout_limit": "none"})
    assert none["payout_limit"] is None


def test_the_floor_goes_by_the_least_wager_that_is_accepted__X_05() -> None:
    odd = house.build("double-down-stud", {"minimum": "60.25", "increment": "0.50"})
    assert most_at_minimum(typed(odd, DoubleDownStudHouse)) == 2000 * 6050


def test_the_most_that_two_areas_can_win_is_found_by_dealing_them__X_05() -> None:
    """Deal boards of one suit, and of one or two ranks with an ace, by the script's own rule."""
    given = {
        "positions_per_player": 2,
        "minimum": "1",
        "increment": "1",
        "payouts.hand.full-house": "700 to 1",
    }
    chosen = house.build("double-down-stud", given)
    odds = {name: paid.pay(100) for name, paid in chosen.payouts["hand"].items()}
    boards = [
        board
        for board in combinations(DECK, 4)
        if all(card[1] == "h" for card in board)
        or ("Ac" in board and len({card[0] for card in board}) <= 2)
    ]
    most = 0
    for board in boards:
        won = sorted(
            odds.get(payout_row(rank_hand((*board, card)), chosen.book), 0)
            for card in DECK
            if card not in board
        )
        most = max(most, 2 * sum(won[-2:]))
    assert most_at_minimum(typed(chosen, DoubleDownStudHouse)) == most == 2 * (700 + 700) * 100


# --- the other choices ----------------------------------------------------------------------------


@pytest.mark.clause(DOC, "6(c)")
@pytest.mark.parametrize("areas", [0, 3])
def test_one_area_or_two__6_c(areas: int) -> None:
    (breach,) = breaches(positions_per_player=areas)
    assert (breach.key, breach.rule) == ("positions_per_player", "6(c)")


@pytest.mark.parametrize(
    ("key", "value", "rule", "finding"),
    [
        ("seats", 48, None, "X-12"),
        ("verbal_cash", True, "6(a)", None),
        ("count_every", 3, None, "S-27"),
        ("shuffler_counts", True, None, "S-27"),
        ("rulings.S-16", "both", None, "S-16"),
        ("minimum", "0", None, "X-09"),
        ("minimum", "600", None, "X-09"),
        ("increment", "700", None, "X-09"),
    ],
)
def test_what_is_not_for_the_house_to_choose(
    key: str, value: object, rule: str | None, finding: str | None
) -> None:
    _, (breach,), _ = house.examine("double-down-stud", {key: value})
    assert (breach.rule, breach.finding) == (rule, finding)


@pytest.mark.parametrize("key", ["ante", "commission.percent", "rulings.D-03", "decks_per_shoe"])
def test_keys_of_other_games_are_breaches(key: str) -> None:
    assert len(house.examine("double-down-stud", {key: "1"})[1]) == 1


def test_approvals_and_notices_that_are_missing_are_warnings() -> None:
    assert set(warnings()) == {"approvals.shuffler_fault"}
    assert warnings()["approvals.shuffler_fault"].rule == "11(e)"
    assert not warnings(approvals__shuffler_fault="letter 12")
    assert warnings(dealing="shuffler")["approvals.shoe_fault"].finding == "S-23"
    assert warnings(payout_limit="100000")["approvals.payout_limit"].finding == "S-17"
    assert warnings(payouts__hand__flush="9 to 1")["notices.payouts"].finding == "X-32"


def test_a_lower_limit_or_lower_odds_owe_a_notice__S_17_X_32() -> None:
    old = house.build("double-down-stud", {"payouts.hand.flush": "9 to 1"})
    new = house.build("double-down-stud", {"payout_limit": "150000"})
    found = {change.key: change for change in changes.differences(old, new)}
    assert (found["payouts.hand.flush"].favours, found["payouts.hand.flush"].finding) == (
        "house",
        "X-32",
    )
    assert found["payout_limit"].notice


# --- personnel: Section 7 -------------------------------------------------------------------------


@pytest.mark.clause(DOC, "7")
@pytest.mark.parametrize("staffing", ["roulette", "two floors", "poker"])
def test_a_table_is_staffed_like_a_blackjack_table__7(staffing: str) -> None:
    assert house.standard("double-down-stud")["staffing"] == "blackjack"
    assert not breaches(staffing="blackjack")
    (breach,) = breaches(staffing=staffing)
    assert (breach.key, breach.rule, breach.finding) == ("staffing", "7", None)
