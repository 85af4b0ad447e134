"""Winner's Pot Poker from outside: many rounds, every key of a house, and nonsense."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.cli.driver import croupier
from tests.contract.bench import cents, checked, events, run
from tests.contract.pots import ANTES, DECK, POT, reading, seen

# --- the button, the count and the decks from round to round --------------------------------------


def table(
    *rounds: Any, house: Mapping[str, Any] | None = None, seats: int = 3
) -> list[dict[str, Any]]:
    """Run rounds at one table. Each is its actions, or its actions and its situation."""
    entries = [("", *one) if isinstance(one, tuple) else ("", one) for one in rounds]
    result = run(POT.written(*entries, house=house or {}, seats=seats, several=True))
    assert result.code == 0, result.err
    document = result.document
    for number, seat in document["seats"].items():
        assert cents(seat["net"]) == sum(
            cents(r["seats"][number]["net"]) for r in document["rounds"]
        )
    found: list[dict[str, Any]] = document["rounds"]
    return found


def buttons(rounds: list[dict[str, Any]]) -> list[str]:
    return [events(one, "button")[-1]["place"].removeprefix("seat ") for one in rounds]


def turn(order: str) -> str:
    return "; ".join(
        [*(f"{n} wager ante" for n in order), "dealer close", *(f"{n} fold" for n in order)]
    )


MISDEAL = ANTES + "dealer close; dealer report missed-card dealer"
UNMOVED = ANTES + "dealer close; dealer report button-not-moved; {}"
MOVES: dict[str, tuple[list[Any], dict[str, Any], str]] = {
    "round the players and the dealer": (
        [turn(o) for o in ("123", "231", "312", "123", "123")],
        {},
        "dealer 1 2 3 dealer",
    ),
    "past a seat that is not in the round": (
        [turn("123"), turn("23"[::-1]), turn("123")],
        {},
        "dealer 2 3",
    ),
    "not after a void round": ([turn("123"), MISDEAL, turn("231")], {}, "dealer 1 1"),
    "not after a void first round": ([MISDEAL, turn("123")], {}, "dealer dealer"),
    "two on from where it lay": (
        [(UNMOVED.format("3 fold; 1 fold; 2 fold"), {"button": 1}), turn("123")],
        {},
        "2 3",
    ),
    "one on from where it lay, W-28": (
        [(UNMOVED.format("3 fold; 1 fold; 2 fold"), {"button": 1}), turn("312")],
        reading(W_28="physical-plus-1"),
        "2 2",
    ),
    "left at the dealer in the second round": (
        [
            turn("123"),
            (UNMOVED.format("2 fold; 3 fold; 1 fold"), {"button": "dealer"}),
            turn("312"),
        ],
        {},
        "dealer 1 2",
    ),
}


@pytest.mark.parametrize("case", MOVES.values(), ids=MOVES)
def test_the_button_moves_on(case: Any) -> None:
    rounds, house, expected = case
    assert " ".join(buttons(table(*rounds, house=house))) == expected


def test_an_unmoved_button_leaves_the_deal_and_moves_the_decisions() -> None:
    said = UNMOVED.format("1 bet; 2 bet; 3 bet")
    document = POT.run(" ".join(DECK), said, button=2).document
    dealt = [str(e.get("seat", "d")) for e in events(document, "deal")]
    assert "".join(dealt) == "3d12" * 3 + "123d"
    # In the first round the button lies where it belongs.
    assert POT.told("", UNMOVED.format("")) == "1 refused 12(g)"


COUNTS: dict[str, tuple[dict[str, Any], dict[str, Any], int, list[int]]] = {
    "every five": ({}, {}, 11, [5, 10]),
    "every two": ({"count_every": 2}, {}, 5, [2, 4]),
    "where it stood": ({}, {"rounds_since_count": 4}, 7, [1, 6]),
    "two decks, an odd interval": ({"second_deck": True}, {}, 10, [5, 10]),
    "two decks, an even interval: each deck after five uses": (
        {"second_deck": True, "count_every": 4},
        {},
        18,
        [4, 8, 9, 13, 17, 18],
    ),
    "a counting device with an automated shoe": (
        {"shuffler_counts": True, "dealing": "automated-shoe"},
        {},
        6,
        [],
    ),
    "a counting device with another shoe": ({"shuffler_counts": True}, {}, 6, [5]),
    "the same, X-16": ({"shuffler_counts": True, **reading(X_16="broad")}, {}, 6, []),
}


@pytest.mark.parametrize("case", COUNTS.values(), ids=COUNTS)
def test_the_deck_is_counted_in_time(case: Any) -> None:
    house, situation, many, expected = case
    rounds = table((turn("1"), situation), *[turn("1")] * (many - 1), house=house, seats=1)
    counted = [
        n
        for n, one in enumerate(rounds, 1)
        if any(e.get("by") == "dealer" for e in events(one, "count"))
    ]
    assert counted == expected


def test_two_decks_take_turns_and_a_removed_one_is_missed() -> None:
    short = "1 wager ante; dealer close; dealer report stub-short"
    void = "1 wager ante; dealer close; dealer report missed-card dealer"
    two = {"second_deck": True}
    for rounds, backs in (
        ((turn("1"), void, turn("1")), "red blue red"),
        ((short, turn("1"), turn("1")), "red blue blue"),
    ):
        decks = [events(one, "deck")[-1] for one in table(*rounds, house=two, seats=1)]
        assert " ".join(deck["place"] for deck in decks) == backs
        assert [deck.get("finding") for deck in decks[1:]] == [
            "X-26" if rounds[0] is short else None
        ] * 2


def test_bankrolls_carry_over() -> None:
    rounds = [("", turn("1"))] * 3
    result = run(POT.written(*rounds, seats={1: "12"}))
    error = result.document["error"]
    assert (result.code, error["rule"], error["finding"]) == (1, None, "X-35")
    assert result.document["seats"]["1"]["net"] == "-10.00"
    assert [one["outcome"] for one in result.document["rounds"]] == ["settled", "settled", "open"]


# --- houses ---------------------------------------------------------------------------------------

READINGS = {
    "W-01": "button far-left",
    "W-02": "first-player first-position",
    "W-07": "misdeal void-hand",
    "W-10": "continue void-round",
    "W-11": "pay-or-return pay-or-collect",
    "W-13": "evaluate-short lose",
    "W-17": "pot winnings",
    "W-18": "once per-player",
    "W-19": "literal waive",
    "W-20": "players-from-button house",
    "W-23": "cap-shared literal-full-max",
    "W-28": "notional-plus-1 physical-plus-1",
    "X-02": "entire-round unsettled-only",
    "X-14": "cumulative simultaneous",
    "X-16": "strict broad",
    "X-22": "stop literal",
}
LAWFUL: dict[str, tuple[Any, ...]] = {
    "ante": ("0.01", "5", 5, "1000"),
    "seats": (1, 8),
    "increment": ("0.01", "5"),
    "chip": ("0.01", "1"),
    "dealing": ("manual-shoe", "hand", "automated-shoe"),
    "shuffler": ("manual", "automated"),
    "shuffler_counts": (True, False),
    "preshuffled": (True, False),
    "second_deck": (True, False),
    "cover_card": ("yellow", "green"),
    "count_every": (1, 5),
    "idle_spread": ("up", "down"),
    "match_play": (True, False),
    "odds_word": ("to", "win"),
    "timeout": (1, 30),
    "positions_per_player": (1,),
    "commission.percent": ("0", "10", "7.5", 10),
    "commission.fixed": ("0", "4", "none"),
    "jacks_plus.offered": (True, False),
    "jacks_plus.minimum": ("1", "100"),
    "jacks_plus.maximum": ("1", "500"),
    "payouts.jacks-plus.royal-flush": ("400 to 1", "500 to 1"),
    "payouts.jacks-plus.two-pair": ("7 to 2",),
    "payouts.jacks-plus.pair-of-jacks-or-better": ("1 to 1", "3 to 2"),
    "approvals.shoe": ("granted",),
    "rulings.X-28": (10, 42, 51),
} | {f"rulings.{name}": tuple(values.split()) for name, values in READINGS.items()}
UNLAWFUL: dict[str, tuple[tuple[Any, ...], str | None]] = {
    "ante": (("0", "-5", "none", 5.0, "5.001"), "1:Ante"),
    "minimum": (("5",), "1:Ante"),
    "maximum": (("5",), "1:Ante"),
    "seats": ((0, 9), "X-12"),
    "increment": (("0", "-1"), "X-09"),
    "chip": (("0", "0.001"), "X-08"),
    "decks": ((1, 2), "2(a)"),
    "payout_limit": (("50000",), "11(c)"),
    "dealing": (("shuffler", "continuous", "slow"), "7(a)"),
    "shuffler": (("continuous",), "4(a)"),
    "cover_card": (("red",), "2(a)"),
    "count_every": ((0, 6), "7(g)"),
    "idle_spread": (("left",), "4(e)"),
    "odds_word": (("for",), "11(a)"),
    "positions_per_player": ((0, 2), "13"),
    "timeout": ((0,), "X-11"),
    "commission.percent": (("10.01", "-1", "x", True, "1e-999999999"), "10(h)(2)(i)"),
    "commission.fixed": (("-1",), "10(h)(2)(i)"),
    "jacks_plus.minimum": (("0",), "W-25"),
    "jacks_plus.maximum": (("0.50",), "W-25"),
    "payouts.jacks-plus.royal-flush": (("399 to 1", "500 for 1"), "11(b)"),
    "payouts.jacks-plus.two-pair": (("5 to 2",), "11(b)"),
    "payouts.jacks-plus.pair": (("1 to 1",), "11(b)"),
    "rulings.X-28": ((9, 52), "X-28"),
    "recut_by": (("same",), None),
    "verbal_cash": ((True,), "6(a)"),
    "three_card.minimum": (("1",), None),
    "rulings.D-03": (("standard",), None),
    "nonsense": ((1,), None),
} | {f"rulings.{name}": (("nonsense",), name) for name in READINGS}


@pytest.mark.parametrize("name", LAWFUL)
def test_a_house_may_choose(name: str) -> None:
    for value in LAWFUL[name]:
        result = POT.run("", "1 wager ante", house={name: value}, seats={1: "2000"})
        assert result.code == 0, (value, result.err)


def test_a_house_that_only_names_its_game_is_lawful() -> None:
    result = checked("winners-pot-poker", {})
    assert (result.code, result.document["breaches"]) == (0, [])


@pytest.mark.parametrize("name", UNLAWFUL)
def test_a_house_may_not_choose(name: str) -> None:
    values, cited = UNLAWFUL[name]
    for value in values:
        result = checked("winners-pot-poker", {name: value})
        [breach] = result.document["breaches"]
        assert (result.code, breach["key"]) == (1, name), value
        assert (breach["rule"] or breach["finding"]) == cited


def test_choices_that_do_not_go_together() -> None:
    together: dict[str, tuple[dict[str, Any], str]] = {
        "dealing": ({"dealing": "hand", "shuffler": "manual"}, "8(b)(1)"),
        "second_deck": ({"second_deck": True, "shuffler": "manual"}, "2(b)"),
        "shuffler_counts": ({"shuffler_counts": True, "shuffler": "manual"}, "9(g)"),
        "commission.percent": ({"commission.percent": "none"}, "10(h)(2)(i)"),
    }
    for name, (keys, rule) in together.items():
        [breach] = checked("winners-pot-poker", keys).document["breaches"]
        assert (breach["key"], breach["rule"]) == (name, rule)
    many = checked("winners-pot-poker", {"ante": "0", "seats": 9, "nonsense": 1, "decks": 2})
    assert {b["key"] for b in many.document["breaches"]} == {"ante", "seats", "nonsense", "decks"}


# --- nothing ends in a traceback ------------------------------------------------------------------

MONSTERS = {
    "a number of 5000 digits": f"[house]\nseats = {'9' * 5000}\n",
    "lists 3000 deep": f"[house]\nante = {'[' * 3000}{']' * 3000}\n",
    "tables 3000 deep": f"[house]\nx{'.a' * 3000} = 1\n",
    "a value of two lines": '[house]\ndealing = "a\\nb"\n',
    "a seat of 5000 digits": f'[seats]\n{"9" * 5000} = "5"\n',
    "a wager of 5000 digits": f'[round]\nactions = ["1 wager jacks-plus {"9" * 5000}"]\n',
    "an actor of 5000 digits": f'[round]\nactions = ["{"9" * 5000} bet"]\n',
}


@pytest.mark.parametrize("part", MONSTERS.values(), ids=MONSTERS)
def test_a_monster_gets_one_line(part: str) -> None:
    parts = {"[seats]": '[seats]\n1 = "50"\n', "[round]": "[round]\nactions = []\n"}
    parts[part.partition("\n")[0]] = part
    result = run('croupier = 1\ngame = "winners-pot-poker"\n' + "".join(parts.values()))
    assert result.code in (1, 2) and "error" in result.document
    assert result.err.startswith("croupier: ") and result.err.count("\n") == 1


def test_a_house_file_whose_game_is_not_a_name(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("croupier = 1\ngame = 7\n", "utf-8")
    result = croupier("house", "check", file, "--json")
    assert (result.code, result.document["error"]["kind"]) == (2, "malformed")


def test_random_rounds_keep_money_and_secrets() -> None:
    rng = random.Random("winner's pot")
    houses: list[dict[str, Any]] = [
        {},
        {"dealing": "automated-shoe"},
        {"shuffler": "manual"},
        {"second_deck": True},
        reading(X_22="literal", W_07="void-hand"),
        reading(X_14="simultaneous", W_10="void-round"),
    ]
    over = set()
    for house in itertools.islice(itertools.cycle(houses), 30):
        seats = {n: rng.choice(["500", "12.50"]) for n in sorted(rng.sample(range(1, 7), 3))}
        said = [f"{n} wager ante" for n in seats] + ["dealer close"]
        situation: dict[str, Any] = {
            "seed": rng.random().hex(),
            "button": rng.choice([*seats, "dealer"]),
        }
        for _ in range(12):
            document = POT.run("", said, house=house, seats=seats, **situation).document
            assert cents(document["house"]["net"]) == -sum(
                cents(seat["net"]) for seat in document["seats"].values()
            )
            if document["outcome"] != "open":
                over.add(document["outcome"])
                break
            offers = [" ".join([str(o["actor"]), o["verb"], *o["args"]]) for o in document["next"]]
            plain = [offer for offer in offers if "report" not in offer]
            said.append(rng.choice(offers if rng.random() < 0.3 else plain))
        shown = {
            c
            for e in document["events"]
            if e.get("up")
            for c in (e.get("card"), *e.get("cards", ()))
        }
        hidden = POT.run("", said, house=house, seats=seats, view="public", **situation).document
        assert seen(hidden) <= shown
    assert over == {"settled", "void"}
