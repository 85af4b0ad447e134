"""House files of three games: every key within its bounds and outside them."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import pytest

from tests.cli.driver import croupier
from tests.contract.bench import checked

RD, DDS, DCP = "red-dog", "double-down-stud", "double-cross-poker"
ALL = (RD, DDS, DCP)
SECOND_HAND = {"minimum": "46", "positions_per_player": 2}
"""From this minimum on, a second area takes the limit above its dollar figure."""

READINGS = {
    "X-02": ("entire-round", "unsettled-only"),
    "X-16": ("strict", "broad"),
    "X-22": ("stop", "literal"),
    "D-02": ("raises", "five-card-hand", "all-wagers"),
    "D-08": ("flush", "straight-flush"),
    "D-03": ("standard", "top-card-only", "category-only"),
    "D-07": ("counts", "does-not-count"),
    "D-09": ("not-all-same", "all-different"),
    "D-11": ("far", "near"),
    "D-13": ("seat-order", "simultaneous"),
    "D-20": ("push-all", "push-ante-only"),
    "D-21": ("void", "correct"),
    "D-27": ("void-if-dealer-or-board", "play-on"),
}
LAWFUL: list[tuple[str, dict[str, Any]]] = [
    *(
        (game, keys)
        for game in ALL
        for keys in (
            {},
            {
                "minimum": 5,
                "maximum": 5,
                "chip": "1",
                "seats": 1,
                "odds_word": "win",
                "match_play": True,
            },
            {
                "minimum": "0.50",
                "increment": "0.01",
                "timeout": 10,
                "positions_per_player": 2,
                "approvals.anything": "letter 7",
                "cover_card": "green",
            },
        )
    ),
    *((game, {"recut_by": by}) for game in (RD, DDS) for by in ("same", "next")),
    *((game, {"second_deck": True, "idle_spread": "down"}) for game in (DDS, DCP)),
    *((game, {"rulings.X-14": "simultaneous"}) for game in (DDS, DCP)),
    (RD, {"seats": 30}),
    (RD, {"decks": 1}),
    (RD, {"decks": 8}),
    (RD, {"positions_per_player": 7}),
    (RD, {"dealing": "continuous"}),
    (RD, {"shuffler": "continuous"}),
    (RD, {"shuffler": "manual"}),
    (RD, {"decks": 1, "rulings.R-01": "refuse", "dealing": "continuous"}),
    (RD, {"preshuffled": True}),
    (RD, {"cut_by": "dealer"}),
    (RD, {"marker_from_back": "0.25"}),
    (RD, {"verbal_cash": True}),
    *((RD, {"shuffle_after_round": when}) for when in ("never", "always", "on-request")),
    (RD, {"payouts.spread.1": "5 to 1"}),
    (RD, {"payouts.spread.4-11": "11 to 10"}),
    (RD, {"rulings.R-14": "enhanceable", "payouts.three-of-a-kind": "11 to 1"}),
    *(
        (RD, {"rulings." + finding: reading})
        for finding, reading in (
            ("R-01", "ten-card-margin"),
            ("R-08", "reshuffle-now"),
            ("R-09", "two"),
            ("R-16", "frozen"),
        )
    ),
    (DDS, {"seats": 47}),
    (DDS, {"dealing": "shuffler"}),
    (DDS, {"cut": True}),
    (DDS, {"staffing": "blackjack"}),
    (DDS, {"payouts.hand.flush": "17 to 2"}),
    (DDS, {"payout_limit": "100000"}),
    (DDS, {"payout_limit": "none"}),
    (DDS, {"payout_limit": "100000", "minimum": "50"}),
    (DDS, {"payout_limit": "101200", **SECOND_HAND}),
    (DDS, {"rulings.S-16": "wager"}),
    (DDS, {"rulings.S-22": "deal-only"}),
    (DCP, {"seats": 22}),
    (DCP, {"shuffler": "manual"}),
    (DCP, {"dealing": "hand"}),
    (DCP, {"preshuffled": True}),
    (DCP, {"dealing": "automated-shoe", "shuffler": "manual"}),
    (DCP, {"preshuffled": True, "dealing": "hand"}),
    (DCP, {"shuffler_counts": True, "count_every": 1}),
    (DCP, {"three_card.minimum": "5", "three_card.maximum": "5"}),
    (DCP, {"payouts.raise.two-pair": "3 to 2", "payouts.three-card.pair": "1 to 1"}),
    (DCP, {"payout_limit": "60000", "minimum": "99.50"}),
    (DCP, {"payout_limit": "60140", "minimum": "100"}),
    (DCP, {"payout_limit": "60000", "payout_limit_display": "layout"}),
    (DCP, {"rulings.X-28": 10}),
    (DCP, {"rulings.X-28": 51}),
    *(
        (
            DCP,
            {
                "rulings." + finding: readings[min(i, len(readings) - 1)]
                for finding, readings in READINGS.items()
            },
        )
        for i in range(3)
    ),
]

OTHERS = {  # keys of other games
    RD: "ante count_every payout_limit second_deck"
    " three_card.minimum payouts.hand.flush rulings.X-02",
    DDS: "ante three_card.minimum cut_by payouts.spread.1 rulings.D-03 rulings.X-22",
    DCP: "ante cut_by cut commission.percent payouts.hand.flush rulings.R-08 rulings.W-01",
}
BREACHES: list[tuple[str, dict[str, Any], str, str | None]] = [
    *(
        (game, {key: value}, key, finding)
        for game in ALL
        for key, value, finding in (
            ("minimum", "0", "X-09"),
            ("minimum", "-5", "X-09"),
            ("minimum", 2.5, "X-09"),
            ("minimum", "2.505", "X-09"),
            ("maximum", "4", "X-09"),
            ("increment", "0", "X-09"),
            ("chip", "0", "X-08"),
            ("seats", 0, "X-12"),
            ("nonsense", 1, None),
            ("rulings.Q-99", "x", None),
        )
    ),
    *((game, {key: 1}, key, None) for game, keys in OTHERS.items() for key in keys.split()),
    (RD, {"odds_word": "for"}, "odds_word", "R-21"),
    (RD, {"decks": 0}, "decks", "1(a)"),
    (RD, {"cover_card": "red"}, "cover_card", "1(a)"),
    (RD, {"cover_card": "Blue"}, "cover_card", "1(a)"),
    (RD, {"decks": "infinite"}, "decks", "1(a)"),
    (RD, {"decks": 1, "rulings.R-01": "refuse"}, "decks", "3(d)"),
    (RD, {"dealing": "hand"}, "dealing", "1(c)"),
    (RD, {"dealing": "continuous", "shuffler": "manual"}, "shuffler", "8"),
    (RD, {"positions_per_player": 0}, "positions_per_player", "7"),
    (RD, {"payouts.spread.1": "9 to 2"}, "payouts.spread.1", "5(i)(2)"),
    (RD, {"payouts.spread.4-11": "9 to 10"}, "payouts.spread.4-11", "5(i)(2)"),
    (RD, {"payouts.spread.1": "6 for 1"}, "payouts.spread.1", "5(i)(2)"),
    (RD, {"payouts.three-of-a-kind": "12 to 1"}, "payouts.three-of-a-kind", "5(f)(1)"),
    (
        RD,
        {"rulings.R-14": "enhanceable", "payouts.three-of-a-kind": "10 to 1"},
        "payouts.three-of-a-kind",
        "5(f)(1)",
    ),
    (RD, {"rulings.R-16": "thawed"}, "rulings.R-16", "R-16"),
    (DDS, {"odds_word": "for"}, "odds_word", "10(a)"),
    (DDS, {"seats": 48}, "seats", "X-12"),
    (DDS, {"staffing": "roulette"}, "staffing", "7"),
    (DDS, {"shuffler": "manual"}, "shuffler", "4(a)"),
    (DDS, {"shuffler": "continuous"}, "shuffler", "4(a)"),
    (DDS, {"dealing": "hand"}, "dealing", "8(a)"),
    (DDS, {"preshuffled": True}, "preshuffled", "3(a)"),
    (DDS, {"verbal_cash": True}, "verbal_cash", "6(a)"),
    (DDS, {"positions_per_player": 3}, "positions_per_player", "6(c)"),
    (DDS, {"payouts.hand.flush": "7 to 1"}, "payouts.hand.flush", "10(b)"),
    (DDS, {"payouts.hand.pair": "1 to 1"}, "payouts.hand.pair", "10(b)"),
    (DDS, {"payout_limit": "99999.99"}, "payout_limit", "10(c)"),
    (DDS, {"payout_limit": "100000", "minimum": "50.50"}, "payout_limit", "10(c)"),
    (DDS, {"payout_limit": "101199.99", **SECOND_HAND}, "payout_limit", "10(c)"),
    (
        DDS,
        {"payout_limit": "100000", "payouts.hand.royal-flush": "10001 to 1"},
        "payout_limit",
        "10(c)",
    ),
    (DCP, {"odds_word": "for"}, "odds_word", "11(a)"),
    (DCP, {"seats": 23}, "seats", "X-12"),
    (DCP, {"shuffler": "continuous"}, "shuffler", "4(a)"),
    (DCP, {"dealing": "shuffler"}, "dealing", "7(a)"),
    (DCP, {"dealing": "hand", "shuffler": "manual"}, "dealing", "8(b)(1)"),
    (DCP, {"second_deck": True, "shuffler": "manual"}, "second_deck", "2(b)"),
    (DCP, {"shuffler_counts": True, "shuffler": "manual"}, "shuffler_counts", "7(f)"),
    (DCP, {"count_every": 6}, "count_every", "7(e)"),
    (DCP, {"count_every": 0}, "count_every", "7(e)"),
    (DCP, {"verbal_cash": True}, "verbal_cash", "6(a)"),
    (DCP, {"recut_by": "next"}, "recut_by", "4(c)"),
    (DCP, {"payouts.ante": "2 to 1"}, "payouts.ante", "10(g)(3)"),
    (DCP, {"payouts.raise.two-pair": "149 to 100"}, "payouts.raise.two-pair", "11(b)"),
    (DCP, {"payouts.three-card.pair": "1 to 2"}, "payouts.three-card.pair", "11(c)"),
    (DCP, {"three_card.minimum": "0.50"}, "three_card.minimum", "6(d)"),
    (DCP, {"three_card.maximum": "100.50"}, "three_card.maximum", "6(d)"),
    (DCP, {"three_card.minimum": "50", "three_card.maximum": "20"}, "three_card.maximum", "6(d)"),
    (DCP, {"rulings.X-28": 9}, "rulings.X-28", "X-28"),
    (DCP, {"rulings.X-28": 52}, "rulings.X-28", "X-28"),
    (DCP, {"rulings.D-03": "suits"}, "rulings.D-03", "D-03"),
    (DCP, {"payout_limit": "59999.99"}, "payout_limit", "11(d)"),
    (DCP, {"payout_limit": "60139", "minimum": "100"}, "payout_limit", "11(d)"),
    (
        DCP,
        {"payout_limit": "60180", "minimum": "100", "three_card.minimum": "2.50"},
        "payout_limit",
        "11(d)",
    ),
    # The highest possible win: three of a kind comes with four of a kind, never with a royal.
    (
        DCP,
        {"payout_limit": "100154", "payouts.three-card.three-of-a-kind": "100000 to 1"},
        "payout_limit",
        "11(d)",
    ),
    (
        DCP,
        {"payout_limit": "100044", "payouts.raise.full-house": "10000 to 1"},
        "payout_limit",
        "11(d)",
    ),
]


def label(value: object) -> str:
    return str(value)


@pytest.mark.parametrize(("game", "keys"), LAWFUL, ids=label)
def test_lawful_houses(game: str, keys: dict[str, Any]) -> None:
    run = checked(game, keys)
    assert run.code == 0 and run.document["breaches"] == [] and not run.err, run.err


@pytest.mark.parametrize(("game", "keys", "key", "cited"), BREACHES, ids=label)
def test_breaches(game: str, keys: dict[str, Any], key: str, cited: str | None) -> None:
    run = checked(game, keys)
    assert run.code == 1 and run.document["error"]["kind"] == "house"
    [breach] = run.document["breaches"]
    assert breach["key"] == key and cited in (breach["rule"], breach["finding"]), breach
    assert run.err.count("\n") == 1 and key in run.err


@pytest.mark.parametrize(
    ("keys", "lawful"),
    [("100155", True), ("100154.99", False)],
)
def test_the_floor_of_a_limit_to_the_cent(keys: str, lawful: bool) -> None:
    house = {"payout_limit": keys, "payouts.three-card.three-of-a-kind": "100000 to 1"}
    assert (checked(DCP, house).code == 0) is lawful


WARNED = [
    (DCP, {}, {"approvals.shoe": "7(a)", "approvals.shuffler_fault": "12(d)"}),
    (DCP, {"approvals.shoe": "none"}, {"approvals.shoe": "7(a)"}),
    (
        DCP,
        {"dealing": "automated-shoe"},
        {"approvals.shoe": "9(a)", "approvals.shoe_fault": "12(e)"},
    ),
    (DCP, {"payout_limit": "60000"}, {"approvals.payout_limit": "11(d)"}),
    (RD, {"dealing": "continuous"}, {"approvals.continuous": "8"}),
    (RD, {"payouts.spread.1": "6 to 1"}, {"notices.payouts": "5(i)(3)"}),
    (RD, {"decks": 1}, {"decks": "3(d)"}),
    (RD, {"decks": 1, "minimum": "0"}, {"decks": "3(d)"}),
]


@pytest.mark.parametrize(("game", "keys", "expected"), WARNED, ids=label)
def test_warnings(game: str, keys: dict[str, Any], expected: dict[str, str]) -> None:
    document = checked(game, keys).document
    assert {w["key"]: w["rule"] for w in document["warnings"]}.items() >= expected.items()


def test_new_jersey_is_for_double_cross_poker_alone() -> None:
    assert checked(DCP, {}, "nj").code == 0
    [breach] = checked(DCP, {"payouts.raise.pair": "1 to 2"}, "nj").document["breaches"]
    assert breach["rule"] == "25.11(b)"
    for game in (RD, DDS):
        assert [b["key"] for b in checked(game, {}, "nj").document["breaches"]] == ["rulebook"]


def test_everything_wrong_is_listed_at_once() -> None:
    keys = {
        "minimum": "0",
        "nonsense": 1,
        "seats": 99,
        "rulings.D-03": "x",
        "payouts.raise.pair": "1 to 9",
    }
    run = checked(DCP, keys)
    assert {b["key"] for b in run.document["breaches"]} == set(keys)
    assert run.code == 1 and run.err.count("\n") == 1


def diff(old: dict[str, str], new: dict[str, str], game: str = DCP) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for name, keys in (("old", old), ("new", new)):
            path = Path(folder, name)
            lines = [f'{key} = "{value}"' for key, value in {"game": game, **keys}.items()]
            path.write_text("\n".join(["croupier = 1", *lines]) + "\n", "utf-8")
            paths.append(path)
        document = croupier("house", "diff", *paths, "--json").document
    return {
        c["key"]: (c["notice"] is not None, c["rule"] or c["finding"]) for c in document["changes"]
    }


@pytest.mark.parametrize(
    ("game", "old", "new", "expected"),
    [
        (RD, {"payouts.spread.1": "6 to 1"}, {}, {"payouts.spread.1": (True, "5(i)(3)")}),
        (RD, {}, {"payouts.spread.1": "6 to 1"}, {"payouts.spread.1": (False, None)}),
        (
            DCP,
            {"payouts.three-card.pair": "2 to 1"},
            {},
            {"payouts.three-card.pair": (True, "X-32")},
        ),
        (
            DCP,
            {"payout_limit": "70000"},
            {"payout_limit": "60000"},
            {"payout_limit": (True, "11(d)")},
        ),
        (DCP, {}, {"payout_limit": "60000"}, {"payout_limit": (True, "11(d)")}),
        (DCP, {"payout_limit": "60000"}, {}, {"payout_limit": (False, None)}),
        (
            DCP,
            {"payout_limit": "70000", "payout_limit_display": "layout"},
            {"payout_limit": "60000", "payout_limit_display": "layout"},
            {"payout_limit": (False, None)},
        ),
        (DDS, {}, {"payout_limit": "100000"}, {"payout_limit": (True, "S-17")}),
        (DDS, {"minimum": "5"}, {"minimum": "10"}, {"minimum": (False, None)}),
        (DDS, {}, {}, {}),
    ],
    ids=label,
)
def test_a_decrease_owes_a_notice(
    game: str, old: dict[str, str], new: dict[str, str], expected: dict[str, Any]
) -> None:
    assert diff(old, new, game) == expected
