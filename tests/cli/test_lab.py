"""``odds``, ``advise`` and ``strategy``: keys, exit codes, one line for every mistake."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.cli.driver import croupier

GAMES = ("red-dog", "double-down-stud", "double-cross-poker", "winners-pot-poker")
FIGURES = "ev house_edge element_of_risk average_wager variance hit_frequency"
SITUATIONS = {
    "red-dog": ("--table", "4c Jd"),
    "double-down-stud": ("--hand", "As", "--table", "Ks Qs Js"),
    "double-cross-poker": ("--hand", "As 10d", "--table", "tc 7h"),
    "winners-pot-poker": ("--hand", "as Kd 7c", "--table", "9h"),
}
ACTIONS = {
    "red-dog": {"raise", "pass"},
    "double-down-stud": {"double", "pass"},
    "double-cross-poker": {"fold", "raise vertical", "raise horizontal"},
    "winners-pot-poker": {"bet", "fold"},
}


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def exact(number: dict[str, Any]) -> Fraction:
    """Return an exact number, after asserting that its fraction and its decimals agree."""
    value = Fraction(number["exact"])
    assert number["value"] == float(value)
    return value


@pytest.mark.parametrize("game", GAMES)
def test_odds_have_all_keys(game: str) -> None:
    run = croupier("odds", game, "--json")
    assert (run.code, run.err) == (0, "")
    document = run.document
    assert (document["game"], document["rulebook"]) == (game, "ma")
    assert (document["strategy"], document["stake"]) == ("optimal", "5.00")
    assert document["house"]["chip"] == "0.01"
    figures = {name: exact(document[name]) for name in FIGURES.split()}
    assert figures["house_edge"] == -figures["ev"] > 0
    assert figures["element_of_risk"] * figures["average_wager"] == figures["house_edge"]
    for shares in (document["decisions"], document["outcomes"]):
        assert sum(map(exact, shares.values())) == 1
    for side in document["side_wagers"].values():
        assert all(exact(side[name]) is not None for name in ("ev", "hit_frequency", "variance"))
    sides = {"double-cross-poker": ["three-card"], "winners-pot-poker": ["jacks-plus"]}
    assert list(document["side_wagers"]) == sides.get(game, [])


@pytest.mark.parametrize("game", GAMES)
def test_advice_has_all_keys(game: str) -> None:
    run = croupier("advise", game, *SITUATIONS[game], "--json")
    assert (run.code, run.err) == (0, "")
    choices = {choice["action"]: exact(choice["ev"]) for choice in run.document["choices"]}
    assert choices.keys() == ACTIONS[game]
    assert choices[run.document["best"]] == max(choices.values())


@pytest.mark.parametrize("game", GAMES)
def test_the_card_has_rules_value_and_cost(game: str) -> None:
    document = croupier("strategy", game, "--json").document
    assert all(rule["when"] and rule["action"] for rule in document["rules"])
    assert exact(document["optimal_ev"]) - exact(document["ev"]) == exact(document["cost"]) >= 0
    assert exact(document["optimal_ev"]) == exact(croupier("odds", game, "--json").document["ev"])
    alone = "For one player alone against the dealer. " if game == "winners-pot-poker" else ""
    assert document["note"].startswith(alone) and bool(document["note"]) == bool(alone)


@pytest.mark.parametrize("game", GAMES)
def test_people_get_a_page(game: str) -> None:
    page = croupier("odds", game, "--readings").out
    first = "original" if game in ("red-dog", "double-down-stud") else "ante"
    assert f"of the {first} wager" in page and "of everything wagered" in page
    assert "our reading" in page
    assert "best" in croupier("advise", game, *SITUATIONS[game]).out
    card = croupier("strategy", game).out
    assert "Playing by this card costs" in card
    assert ("For one player alone" in card) == (game == "winners-pot-poker")


def test_published_figures() -> None:
    for decks, edge in ((1, 0.03155), (8, 0.02751)):
        document = croupier("odds", "red-dog", "--set", f"decks={decks}", "--json").document
        assert document["house_edge"]["value"] == pytest.approx(edge, abs=6e-6)
    video = {"royal-flush": 3999, "straight-flush": 199, "four-of-a-kind": 49, "full-house": 11}
    sets = [f"--set=payouts.hand.{name}={odds} to 1" for name, odds in video.items()]
    document = croupier("odds", "double-down-stud", *sets, "--json").document
    assert document["ev"]["value"] == pytest.approx(-0.021033, abs=5e-7)


def test_infinite_decks_are_for_the_lab_only(own_cache: Path) -> None:
    run = croupier("odds", "red-dog", "--set", "decks=infinite", "--json")
    assert run.document["house"]["decks"] == "infinite"
    assert run.document["house_edge"]["exact"] == "57/2197"
    file = own_cache / "house.toml"
    file.write_text('croupier = 1\ngame = "red-dog"\ndecks = "infinite"\n')
    assert croupier("house", "check", file).code == 1


def test_a_house_file_and_what_is_set_over_it(own_cache: Path) -> None:
    file = own_cache / "house.toml"
    file.write_text('croupier = 1\ngame = "double-cross-poker"\nrulebook = "nj"\nminimum = "10"\n')
    document = croupier("odds", "double-cross-poker", "--house", file, "--json").document
    assert (document["rulebook"], document["stake"]) == ("nj", "10.00")
    document = croupier(
        "odds", "double-cross-poker", "--house", file, "--set", "minimum=20", "--json"
    ).document
    assert document["stake"] == "20.00"
    assert croupier("odds", "red-dog", "--house", file).code == 2


def test_strategies_by_name() -> None:
    for game, name in zip(GAMES, ("raise", "double", "fold", "fold"), strict=True):
        document = croupier("odds", game, "--strategy", f"never-{name}", "--json").document
        never = [n for n in document["decisions"] if n.startswith(name)]
        assert all(exact(document["decisions"][n]) == 0 for n in never)
        optimal = croupier("odds", game, "--json").document
        assert exact(document["ev"]) < exact(optimal["ev"])


def test_cards_seen() -> None:
    full = croupier("odds", "red-dog", "--set", "decks=1", "--json").document
    seen = croupier("odds", "red-dog", "--set", "decks=1", "--seen", "7c 7d ??", "--json").document
    assert seen["seen"] == ["7c", "7d"]
    assert exact(seen["ev"]) != exact(full["ev"])


def test_several_players_are_an_estimate() -> None:
    seats = croupier("odds", "winners-pot-poker", "--players", "2", "--json").document["seats"]
    assert [row["seat"] for row in seats] == [1, 2]
    assert all(row["ev"]["exact"] is None and row["ev"]["stderr"] > 0 for row in seats)
    run = croupier(
        "advise", "winners-pot-poker", *SITUATIONS["winners-pot-poker"], "--players", "3", "--json"
    )
    bet = next(choice for choice in run.document["choices"] if choice["action"] == "bet")
    assert bet["ev"]["exact"] is None and bet["ev"]["stderr"] > 0


def test_readings_are_listed() -> None:
    document = croupier("odds", "double-cross-poker", "--readings", "--json").document
    edges = {
        (row["finding"], row["reading"]): exact(row["house_edge"]) for row in document["readings"]
    }
    assert (
        edges["D-03", "standard"] == exact(document["house_edge"]) < edges["D-03", "category-only"]
    )
    assert {finding for finding, _ in edges} == {"D-02", "D-03", "D-07", "D-08", "D-09", "D-20"}


@pytest.mark.parametrize(
    ("args", "code", "kind"),
    [
        (["odds", "blue-dog"], 2, "malformed"),
        (["odds", "red-dog", "--set", "dekcs=6"], 2, "malformed"),
        (["odds", "red-dog", "--set", "ante=5"], 2, "malformed"),
        (["odds", "red-dog", "--set", "decks"], 2, "malformed"),
        (["odds", "red-dog", "--set", "decks=six"], 2, "malformed"),
        (["odds", "red-dog", "--set", "minimum=1.005"], 2, "malformed"),
        (["odds", "red-dog", "--set", "decks=0"], 1, "house"),
        (["odds", "red-dog", "--set", "payouts.spread.1=4 to 1"], 1, "house"),
        (["odds", "red-dog", "--rulebook", "nj"], 2, "malformed"),
        (["odds", "red-dog", "--set", "rulebook=nj"], 2, "malformed"),
        (["odds", "red-dog", "--strategy", "never-fold"], 2, "malformed"),
        (["odds", "red-dog", "--seen", "1c"], 2, "malformed"),
        (["odds", "red-dog", "--players", "0"], 2, "usage"),
        (["odds", "red-dog", "--players", "2"], 2, "malformed"),
        (["odds", "double-down-stud", "--seen", "2c"], 2, "malformed"),
        (["advise", "red-dog", "--table", "2c"], 2, "malformed"),
        (["advise", "red-dog", "--hand", "3c", "--table", "2c 9d"], 2, "malformed"),
        (["advise", "double-cross-poker", "--hand", "As As", "--table", "2c 9d"], 2, "malformed"),
        (["advise", "double-cross-poker", "--hand", "As 1s", "--table", "2c 9d"], 2, "malformed"),
        (["advise", "winners-pot-poker", "--hand", "As Ks", "--table", "2c"], 2, "malformed"),
        (["strategy", "red-dog", "--set", "decks=0"], 1, "house"),
        (["strategy", "red-dog", "--no-such"], 2, "usage"),
    ],
)
def test_mistakes_are_one_line_and_the_right_code(args: list[str], code: int, kind: str) -> None:
    run = croupier(*args)
    assert run.code == code
    assert run.err.startswith("croupier: ") and run.err.count("\n") == 1
    as_json = croupier(*args, "--json")
    assert as_json.code == code
    assert as_json.document["error"]["kind"] == kind


def test_fresh_agrees_with_what_is_shipped() -> None:
    run = croupier("odds", "winners-pot-poker", "--fresh", "--json")
    assert run.code == 0
    assert exact(run.document["ev"]) == Fraction(-3034090608509, 15820024220000)


def test_a_damaged_cache_is_skipped_with_a_warning(own_cache: Path) -> None:
    args = ("odds", "winners-pot-poker", "--set", "commission.percent=9", "--json")
    first = croupier(*args)
    kept = sorted(own_cache.rglob("optimal.*.table"))
    assert len(kept) == 1 and not list(own_cache.rglob("*.tmp"))
    kept[0].write_bytes(kept[0].read_bytes()[:1000])
    again = croupier(*args)
    assert again.code == 0 and "passed over" in again.err
    assert again.document == first.document
    assert croupier(*args).err == ""


def test_house_check_warns_of_an_edge_for_the_player(own_cache: Path) -> None:
    file = own_cache / "house.toml"
    file.write_text('croupier = 1\ngame = "winners-pot-poker"\n[commission]\nfixed = "1"\n')
    run = croupier("house", "check", file, "--json")
    assert run.code == 0
    (warning,) = (row for row in run.document["warnings"] if row["key"] == "commission.fixed")
    assert "$1.64" in warning["message"] and warning["rule"] == "10(h)(2)(i)"


WITHOUT_LAB = """
import sys
sys.modules["numpy"] = sys.modules["numba"] = None
from croupier.cli import main
main(sys.argv[1:])
"""


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["odds", "red-dog", "--readings"], 0),
        (["strategy", "red-dog"], 0),
        (["odds", "double-down-stud"], 0),
        (["strategy", "double-down-stud"], 1),
        (["advise", "double-cross-poker", "--hand", "As Kd", "--table", "2c 9d"], 1),
        (["odds", "winners-pot-poker"], 1),
    ],
)
def test_without_the_lab_extra(args: list[str], code: int) -> None:
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT_LAB, *args], capture_output=True, text=True, check=False
    )
    assert run.returncode == code
    if code:
        assert "pip install 'croupier[lab]'" in run.stderr and run.stderr.count("\n") == 1
