"""``croupier run``: results as the contract writes them, and bad input in one clear line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.driver import croupier

HEAD = 'croupier = 1\ngame = "red-dog"\n'
SEATS = '[seats]\n1 = "100"\n3 = "50"\n'


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "record.toml"
    path.write_text(text, "utf-8")
    return path


def round_of(cards: str, *actions: str, more: str = 'shoe = "mid"') -> str:
    said = ", ".join(f'"{action}"' for action in actions)
    return f'[round]\n{more}\ncards = "{cards}"\nactions = [{said}]\n'


GOOD = HEAD + SEATS + round_of("4c 7d 5h", "1 wager original 10", "dealer close", "1 raise 10")


def test_a_settled_round_as_json(tmp_path: Path) -> None:
    run = croupier("run", write(tmp_path, GOOD), "--json")
    assert run.code == 0
    document = run.document
    assert document["game"] == "red-dog" and document["rulebook"] == "ma"
    assert document["outcome"] == "settled"
    won = {"odds": "4 to 1", "paid": "40.00", "rule": "5(i)(2)"}
    assert document["seats"]["1"] == {
        "net": "80.00",
        "wagers": [
            {"wager": wager, "amount": "10.00", "outcome": "win", **won}
            for wager in ("original", "raise")
        ],
        "hand": None,
    }
    assert document["seats"]["3"] == {"net": "0.00", "wagers": [], "hand": None}
    assert document["house"] == {"net": "-80.00"}
    assert document["board"] == {"left": "4c", "right": "7d", "middle": "5h"}
    assert [event["n"] for event in document["events"]] == list(
        range(1, len(document["events"]) + 1)
    )
    assert all(event["rule"] or event["finding"] for event in document["events"])
    assert "next" not in document and "error" not in document


def test_an_open_round_says_what_may_be_done(tmp_path: Path) -> None:
    text = HEAD + SEATS + round_of("4c 7d", "1 wager original 10", "dealer close")
    document = croupier("run", write(tmp_path, text), "--json").document
    assert document["outcome"] == "open"
    assert document["seats"]["1"]["net"] == "-10.00" and document["house"]["net"] == "10.00"
    assert {"actor": "1", "verb": "pass", "args": []} in document["next"]
    assert {"actor": "dealer", "verb": "close", "args": []} in document["next"]


def test_a_refused_action_prints_what_happened_before(tmp_path: Path) -> None:
    text = HEAD + SEATS + round_of("4c 7d", "1 wager original 10", "dealer close", "1 raise 11")
    run = croupier("run", write(tmp_path, text), "--json")
    assert run.code == 1
    assert run.document["error"]["kind"] == "refused"
    assert run.document["error"]["rule"] == "5(h)"
    assert run.document["board"] == {"left": "4c", "right": "7d"}
    assert run.err.count("\n") == 1 and "5(h)" in run.err and "1 raise 11" in run.err
    plain = croupier("run", write(tmp_path, text))
    assert plain.code == 1 and "4c to left" in plain.out


def test_people_read_which_hand_won_and_why(tmp_path: Path) -> None:
    """The JSON document has only what the journal keeps; the words are for people."""
    said = ("1 wager ante 10", "dealer close", "1 raise vertical")
    text = HEAD.replace("red-dog", "double-cross-poker") + SEATS
    path = write(tmp_path, text + round_of("Ah 9d Ad Kc 2h 4c 5s 6d 7h", *said, more=""))
    plain = croupier("run", path)
    assert "seat 1 had ace, nine high\n" in plain.out
    assert "dealer had ace, king high\n" in plain.out
    document = croupier("run", path, "--json").document
    assert "hands" not in document and set(document["seats"]["1"]) == {"net", "wagers", "hand"}


def test_a_record_always_runs_the_same(tmp_path: Path) -> None:
    text = HEAD + SEATS + round_of("", "1 wager original 10", "dealer close", more="")
    runs = {croupier("run", write(tmp_path, text), "--json").out for _ in range(3)}
    assert len(runs) == 1
    seeded = [
        croupier(
            "run", write(tmp_path, text.replace("[round]", f"[round]\nseed = {seed}")), "--json"
        ).out
        for seed in (1, 2, 1)
    ]
    assert seeded[0] == seeded[2] != seeded[1]


def test_views_hide_the_burn_card(tmp_path: Path) -> None:
    text = HEAD + SEATS + round_of("Qs 4c 7d 5h", "1 wager original 10", "dealer close", more="")
    path = write(tmp_path, text)
    assert '"Qs"' in croupier("run", path, "--json").out
    for view in ("public", "seat:1", "seat:3"):
        run = croupier("run", path, "--json", "--view", view)
        assert run.code == 0 and '"Qs"' not in run.out and '"4c"' in run.out
    assert croupier("run", path, "--view", "seat:9").code == 2
    assert croupier("run", path, "--view", "everything").code == 2


def test_several_rounds_of_one_table(tmp_path: Path) -> None:
    rounds = round_of("2c 4c 7d 5h", "1 wager original 10", "dealer close", "1 pass", more="")
    rounds += round_of(
        "4c 5d", "1 wager original 10", "3 wager original 50", "dealer close", more=""
    )
    text = HEAD + SEATS + rounds.replace("[round]", "[[rounds]]")
    document = croupier("run", write(tmp_path, text), "--json").document
    assert [one["outcome"] for one in document["rounds"]] == ["settled", "settled"]
    assert document["seats"] == {"1": {"net": "40.00"}, "3": {"net": "0.00"}}
    assert document["house"] == {"net": "-40.00"}
    kinds = [event["kind"] for event in document["rounds"][1]["events"]]
    assert "burn" not in kinds and "shuffle" not in kinds  # the same shoe is dealt further
    assert croupier("run", write(tmp_path, text)).code == 0


def test_bankrolls_carry_over(tmp_path: Path) -> None:
    rounds = round_of("2c 4c 7d Kh", "3 wager original 50", "dealer close", "3 pass", more="")
    rounds += round_of("4c 5d", "3 wager original 5", more="")
    text = HEAD + SEATS + rounds.replace("[round]", "[[rounds]]")
    run = croupier("run", write(tmp_path, text), "--json")
    error = run.document["error"]
    assert (run.code, error["rule"], error["finding"]) == (1, None, "X-35")


def test_a_round_left_open_ends_the_record(tmp_path: Path) -> None:
    rounds = round_of("2c 4c 7d", "1 wager original 10", "dealer close", more="")
    text = HEAD + SEATS + (rounds + rounds).replace("[round]", "[[rounds]]")
    run = croupier("run", write(tmp_path, text), "--json")
    assert run.code == 1 and "open" in run.document["error"]["message"]


ONE_DECK = GOOD.replace("[seats]", "[house]\ndecks = 1\n[seats]")
MALFORMED = {
    "not toml": "croupier = = 1",
    "no format": 'game = "red-dog"\n' + SEATS + round_of("4c"),
    "newer format": GOOD.replace("croupier = 1", "croupier = 2"),
    "no game": GOOD.replace('game = "red-dog"', ""),
    "unknown game": GOOD.replace("red-dog", "blue-dog"),
    "unknown rulebook": GOOD.replace("[seats]", 'rulebook = "nv"\n[seats]'),
    "unknown top key": GOOD + "\n[sets]\n1 = 2\n",
    "unknown round key": GOOD.replace("cards =", "colour = 1\ncards ="),
    "impossible card": GOOD.replace("7d", "1d"),
    "unknown card": GOOD.replace("7d", "??"),
    "too many copies": GOOD.replace("4c 7d 5h", " ".join(["4c"] * 7)),
    "a card twice in one deck": ONE_DECK.replace("7d", "4c"),
    "unknown verb": GOOD.replace("1 raise 10", "1 jump"),
    "a seat's verb in the dealer's mouth": GOOD.replace("1 raise 10", "dealer raise 10"),
    "unknown report": GOOD.replace("1 raise 10", "dealer report earthquake"),
    "no actor": GOOD.replace("1 raise 10", "raise 10"),
    "unknown wager": GOOD.replace("wager original", "wager ante"),
    "words for an amount": GOOD.replace("1 raise 10", "1 raise ten"),
    "a fraction of a cent": GOOD.replace("1 raise 10", "1 raise 1.005"),
    "a float bankroll": GOOD.replace('1 = "100"', "1 = 100.5"),
    "a negative bankroll": GOOD.replace('1 = "100"', '1 = "-5"'),
    "no seats": HEAD + "[seats]\n" + round_of("4c"),
    "seat zero": GOOD.replace('1 = "100"', '0 = "100"'),
    "a seat with a name": GOOD.replace('1 = "100"', 'Ann = "100"'),
    "round and rounds": GOOD + "\n[[rounds]]\n",
    "no round": HEAD + SEATS,
    "actions that are not a list": GOOD.replace('["1', '"1').replace('10"]', '10"'),
    "a bad shoe": GOOD.replace('"mid"', '"middle"'),
    "a bad marker": GOOD.replace("cards =", "marker = -1\ncards ="),
    "a bad seed": GOOD.replace("cards =", "seed = 1.5\ncards ="),
    "a seat of two players": GOOD + "[players]\nAnn = [1]\nBob = [1]\n",
    "a house with unreadable money": GOOD.replace("[seats]", '[house]\nminimum = "1.005"\n[seats]'),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_what_cannot_be_understood_is_2(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, MALFORMED[name])
    run = croupier("run", path)
    assert run.code == 2, run
    assert run.err.startswith("croupier: ") and run.err.count("\n") == 1
    assert run.out == ""
    as_json = croupier("run", path, "--json")
    assert as_json.code == 2 and as_json.document["error"]["kind"] == "malformed"


REFUSED = {
    "a wager of nothing": ("X-09", GOOD.replace("original 10", "original 0")),
    "beyond the limit": ("X-09", GOOD.replace("original 10", "original 1000")),
    "beyond the bankroll": ("X-35", GOOD.replace("original 10", "original 100.50")),
    "below the increment": ("X-09", GOOD.replace("original 10", "original 10.25")),
    "a seat that is not there": ("X-25", GOOD.replace("1 raise 10", "2 raise 10")),
    "after the end": ("5(j)", GOOD.replace('"1 raise 10"', '"1 raise 10", "1 pass"')),
    "out of its time": ("5(d)", GOOD.replace("1 raise 10", "1 wager original 5")),
    "a report that cannot be": ("6(d)", GOOD.replace("1 raise 10", "dealer report missed-burn")),
    "a close without a wager": ("5(a)", GOOD.replace('"1 wager original 10", ', "")),
    "a house against the rules": ("1(a)", GOOD.replace("[seats]", "[house]\ndecks = 0\n[seats]")),
    "odds below the least": (
        "5(i)(2)",
        GOOD.replace("[seats]", '[house.payouts.spread]\n1 = "4 to 1"\n[seats]'),
    ),
    "an unknown house key": (None, GOOD.replace("[seats]", "[house]\ndeck = 6\n[seats]")),
    "more seats than the table": ("X-12", GOOD.replace('3 = "50"', '9 = "50"')),
    "an improper cut": ("3(d)", GOOD.replace('shoe = "mid"', "cut_at = 3")),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_does_not_hold_is_1(tmp_path: Path, name: str) -> None:
    cited, text = REFUSED[name]
    run = croupier("run", write(tmp_path, text), "--json")
    assert run.code == 1, run
    error = run.document["error"]
    assert error["rule"] == cited or error["finding"] == cited
    assert run.err.count("\n") == 1


def test_files_that_are_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing.toml", tmp_path):
        run = croupier("run", path)
        assert run.code == 2 and run.err.count("\n") == 1 and str(path) in run.err
    binary = tmp_path / "x.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    assert croupier("run", binary).code == 2


@pytest.mark.parametrize(
    "args",
    [
        ["--json", "run"],
        ["jump", "--json"],
        ["run", "a", "b", "--json"],
        ["games", "--colour", "--json"],
        ["rules", "--json"],
    ],
)
def test_a_bad_command_line_is_2_and_json_if_asked(args: list[str]) -> None:
    run = croupier(*args)
    assert run.code == 2
    assert run.document["error"]["kind"] == "usage"
    assert run.err.count("\n") == 1
    assert croupier(*(arg for arg in args if arg != "--json")).out == ""


def test_games_lists_what_can_be_played() -> None:
    listed = {row["game"]: row for row in croupier("games", "--json").document["games"]}
    assert listed["red-dog"] == {
        "game": "red-dog",
        "name": "Red Dog",
        "rulebooks": ["ma"],
        "seats": 7,
    }
    assert "Red Dog" in croupier("games").out


def test_version_and_help() -> None:
    assert croupier("--version").out.startswith("croupier ")
    assert "run" in croupier("--help").out


def shell(words: str, *, before: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a shell, with redirections."""
    return subprocess.run(
        f"{before} {sys.executable} -m croupier {words}",
        shell=True,
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        check=False,
    )


@pytest.mark.parametrize("how", ["", "--json"])
def test_an_output_that_cannot_be_written_is_one_line(tmp_path: Path, how: str) -> None:
    """A file that may not grow is refused like a file on a full disk."""
    done = shell(f"games {how} > '{tmp_path / 'out'}'", before="ulimit -f 0;")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "File too large" in done.stderr


def test_streams_may_be_closed_or_know_few_letters() -> None:
    done = shell("games >&-")
    assert (done.returncode, done.stderr) == (0, "")
    few = shell("rules winners-pot-poker --findings --rulebook ma <&-", PYTHONIOENCODING="ascii")
    assert few.returncode == 0 and few.stdout.isascii()


def test_brackets_in_a_name_are_not_markup(tmp_path: Path) -> None:
    file = tmp_path / "house [/x].toml"
    (tmp_path / "house [").mkdir()
    file.write_text(HEAD, "utf-8")
    done = croupier("house", "check", file)
    assert done.code == 0 and "house [/x].toml: a lawful" in done.out


POT = """
croupier = 1
game = "winners-pot-poker"
[seats]
1 = "100"
2 = "100"
[round]
cards = "2c As Kd 3h Ah Kc 4h Ad Ks 5h 9c Th 6h 7h 2d 8h 9h Jc"
actions = ["1 wager ante", "2 wager ante", "dealer close", "1 bet", "2 bet", %s]
"""


def test_the_end_of_a_round_says_who_received_the_pot_and_the_commission(tmp_path: Path) -> None:
    text = croupier("run", write(tmp_path, POT % '"1 double", "2 double"')).out
    assert "the pot of $60: $54 to seat 1" in text
    assert "the house nets -$14, with a commission of $6" in text
    assert "$8.50" in text  # the winnings of the ante, in proportion


def test_an_open_round_prints_no_result_of_the_house(tmp_path: Path) -> None:
    text = croupier("run", write(tmp_path, POT % '"1 double"')).out
    assert "open; the wagers are still on the layout" in text and "the house nets" not in text


def test_the_text_leaves_out_burned_cards_unless_surveillance_asks(tmp_path: Path) -> None:
    file = write(tmp_path, POT % '"1 double"')
    assert "burned, 2c" not in croupier("run", file).out
    assert "burned, 2c" in croupier("run", file, "--view", "surveillance").out
    burns = [e for e in croupier("run", file, "--json").document["events"] if e["kind"] == "burn"]
    assert burns[0]["card"] == "2c"


def test_a_report_that_cannot_be_made_is_not_worded_as_if_it_were_true(tmp_path: Path) -> None:
    run = croupier("run", write(tmp_path, POT % '"dealer report button-not-moved"'))
    assert run.code == 1
    assert "cannot be reported here: it would say that the button lies where it was" in run.err
