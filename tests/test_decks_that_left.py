"""Decks that leave the table before the deal: which are left, and how often each was used."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.telling import record

WORDS = {
    "double-cross-poker": ('"1 wager ante 10"', '"1 fold"'),
    "winners-pot-poker": ('"1 wager ante"', '"1 fold"'),
}


def _rounds(game: str, first: str, more: int) -> list[dict[str, Any]]:
    wager, fold = WORDS[game]
    said = f'{wager}, "dealer close", {fold}'
    text = f"""
croupier = 1
game = "{game}"
[house]
second_deck = true
shuffler_counts = true
dealing = "hand"
[seats]
1 = "5000"
[[rounds]]
{first}
actions = ["dealer report shuffler-count", {said}]
"""
    text += f"[[rounds]]\nactions = [{said}]\n" * more
    shown: list[dict[str, Any]] = record.run(record.parse(text))["rounds"]
    return shown


def _decks(shown: dict[str, Any]) -> list[str]:
    return [e["place"] for e in shown["events"] if e["kind"] == "deck"]


def _counted(shown: dict[str, Any]) -> bool:
    return any(e["kind"] == "count" and e.get("by") == "dealer" for e in shown["events"])


@pytest.mark.parametrize("game", WORDS)
def test_a_deck_that_is_missing_stays_missing_when_the_other_one_is_replaced(game: str) -> None:
    rounds = _rounds(game, 'deck = "blue"\ndeck_removed = "red"', 2)
    assert [_decks(shown)[-1] for shown in rounds] == ["blue", "blue", "blue"]


@pytest.mark.parametrize("game", WORDS)
def test_the_other_deck_keeps_its_uses_when_it_comes_in_for_a_wrong_count(game: str) -> None:
    first = 'deck = "red"\nuses_since_count = {red = 1, blue = 3}'
    rounds = _rounds(game, first, 2)
    # The blue deck has its fourth use in the first round and its fifth in the second.
    assert [_counted(shown) for shown in rounds] == [False, True, False]
