"""What a newcomer is told: of the game as it is, in words that its rulebook holds."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import croupier
from croupier import games
from croupier.nouns.money import parse_money
from croupier.rules import rulebook
from croupier.stage.round import Round
from croupier.telling import felt, guide
from croupier.telling.guide import Guide
from tests.conformance.found import GAMES, every_game
from tests.server.visitors import sentence

SHIPPED = [game for game in GAMES if game in croupier.game_names()]
shipped = pytest.mark.parametrize("game", SHIPPED)
LINES = 6
LONGEST = 200


def guide_of(game: str) -> Guide:
    data = guide.load(game)
    assert data is not None
    return guide.parse(data)


@shipped
def test_a_shipped_game_is_learned_from_six_short_lines(game: str) -> None:
    told = guide_of(game)
    assert len(told.steps) == LINES and 1 <= told.minutes <= 10
    assert all(step.picture for step in told.steps)
    texts = [told.sentence, *(step.text for step in told.steps), *told.moments.values()]
    for text in [*texts, *told.decisions.values()]:
        assert 20 < len(text) <= LONGEST and text == " ".join(text.split()), text
        assert text[-1] in ".?", text


@every_game
def test_a_guide_names_only_what_its_game_has(game: str) -> None:
    if guide.load(game) is None:
        return
    told, found = guide_of(game), games.load(game)
    wagers = set(felt.of(found).wagers)
    areas = {thing["area"] for step in told.steps for thing in step.picture if "area" in thing}
    assert areas <= wagers
    verbs = {sentence.split()[0] for sentence in found.grammar.sentences("seat")}
    for decision in told.decisions:
        assert decision.split() == sorted(decision.split()), decision
        assert set(decision.split()) <= verbs
    first = rulebook.load(game, found.states[0])
    assert set(told.terms.values()) <= set(first.clauses)


@shipped
def test_a_line_with_money_in_it_is_true(game: str) -> None:
    examples = [step.example for step in guide_of(game).steps if step.example]
    assert examples
    for state in games.load(game).states:
        for example in examples:
            table = croupier.open_table(game, {1: "500"}, state=state)
            table.open()
            round = table.begin(cards=list(example.cards))
            for said in example.said:
                round.act(said)
            assert round.over and round.layout.seats[1].net == parse_money(example.net), example


@shipped
def test_every_decision_of_an_ordinary_round_is_told(game: str) -> None:
    told, found = guide_of(game), games.load(game)
    random, met = Random(game), set()
    table = croupier.open_table(game, {1: "100000"})
    table.open()
    for _ in range(60):
        round = table.begin()
        for offer in _wagers(round):
            round.act(f"1 {sentence(random, offer)}")
        round.act("dealer close")
        while round.legal(1):
            offers = [one for one in round.next("seat:1") if one["verb"] not in found.asides]
            met.add(" ".join(sorted({one["verb"] for one in offers})))
            round.act(f"1 {sentence(random, random.choice(offers))}")
        assert round.over
    assert met == set(told.decisions)


def _wagers(round: Round) -> Iterator[dict[str, Any]]:
    """Yield an offer of each wager, one after the other, as a player would place them."""
    placed: set[str] = set()
    while offers := [
        one
        for one in round.next("seat:1")
        if one["verb"] == "wager" and one["args"][0] not in placed
    ]:
        placed.add(offers[0]["args"][0])
        yield offers[0]
