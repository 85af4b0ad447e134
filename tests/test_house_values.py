"""Values of a house file: each kind, its bounds, and the message about a wrong one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier import games
from croupier.games.double_cross_poker.house import DoubleCrossHouse
from croupier.nouns.reasons import MalformedError
from croupier.rules import house
from croupier.rules.house import as_flag, as_text
from tests.support import typed


def breach(game: str, **given: Any) -> tuple[str, bool]:
    """Return the only breach of a house, and whether its value could not be read at all."""
    _, found, _ = house.examine(game, {key.replace("__", "."): v for key, v in given.items()})
    assert len(found) == 1, found
    return str(found[0]), found[0].malformed


@pytest.mark.parametrize("text", ["true", "TRUE", "True"])
def test_a_flag_may_be_written_as_a_text(text: str) -> None:
    assert as_flag(text) is True and as_flag("False") is False


@pytest.mark.parametrize("value", [1, 0, "yes", "", None])
def test_nothing_else_is_a_flag(value: Any) -> None:
    said, malformed = breach("red-dog", advice=value)
    assert said == f"advice: {value!r} is neither true nor false" and malformed


@pytest.mark.parametrize("value", ["", "  ", 5, None, ["a"]])
def test_a_text_has_something_in_it(value: Any) -> None:
    with pytest.raises(ValueError, match="is not a text"):
        as_text(value)
    said, malformed = breach("red-dog", notices__entrance=value)
    assert said == f"notices.entrance: {value!r} is not a text" and malformed


def test_a_notice_is_kept_as_it_is_and_none_means_without_notice() -> None:
    chosen = house.build("red-dog", {"notices.entrance": "since May", "notices.cage": "none"})
    assert chosen.texts == {"notices.entrance": "since May"}


@pytest.mark.parametrize("value", ["a quarter", True, "nan", "inf"])
def test_a_share_is_a_number__r_07(value: Any) -> None:
    said, malformed = breach("red-dog", marker_from_back=value)
    assert said.startswith(f"marker_from_back: {value!r} is not a share such as 0.25") and malformed


@pytest.mark.parametrize("value", ["0.19", "0.31", 0, 1])
def test_about_a_quarter_is_a_fifth_to_three_tenths__r_07(value: Any) -> None:
    said, malformed = breach("red-dog", marker_from_back=value)
    assert f"{value} is not about a quarter: 0.20 to 0.30" in said and not malformed


def test_a_share_has_one_form() -> None:
    assert house.build("red-dog", {"marker_from_back": "0.20"})["marker_from_back"] == "0.2"


@pytest.mark.parametrize(("value", "malformed"), [("many", True), (9, False), (52, False)])
def test_a_ruling_within_bounds__x_28(value: Any, malformed: bool) -> None:
    said, unread = breach("double-cross-poker", **{"rulings__X-28": value})
    assert said.startswith("rulings.X-28: ") and said.endswith("[X-28]")
    assert unread == malformed
    for within in (10, 51):
        chosen = house.build("double-cross-poker", {"rulings.X-28": within})
        found = typed(chosen, DoubleCrossHouse).X_28
        assert found == within


def test_a_three_card_wager_must_be_possible__d_32() -> None:
    given = {"increment": "5", "three_card.minimum": "6", "three_card.maximum": "9"}
    _, found, _ = house.examine("double-cross-poker", given)
    said = "increment: no three-card wager within its limits is a multiple of the increment"
    assert said in str(found[0])


@pytest.mark.parametrize("version", [0, -1])
def test_there_is_no_format_before_the_first(version: int) -> None:
    with pytest.raises(MalformedError, match=f"mine: there is no format {version}"):
        house.check_format({"croupier": version}, "mine")


def test_values_for_people() -> None:
    by_key = games.load("red-dog").house.options
    assert by_key["advice"].show(True) == "true" and by_key["advice"].show(False) == "false"
    assert by_key["decks"].show(None) == "none" and by_key["minimum"].show(500) == "$5"


def test_a_house_file_names_its_game_by_a_text(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text("croupier = 1\ngame = 7\n", "utf-8")
    with pytest.raises(MalformedError, match="game: 7 is not a name"):
        house.read_file(file)
