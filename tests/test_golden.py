"""Golden playthroughs have not changed, and there is one for every irregularity."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import games
from croupier.rules import rulebook
from croupier.telling import record
from tests.golden import HERE, records, transcript


@pytest.mark.parametrize("path", records(), ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_a_playthrough_has_not_changed(path: Path) -> None:
    assert transcript(path) == path.with_suffix(".txt").read_text("utf-8")


def _written(game: str) -> list[record.Record]:
    return [record.read(path) for path in (HERE / game).glob("*.toml")]


@pytest.mark.parametrize("game", games.names())
def test_every_game_and_irregularity_has_a_playthrough(game: str) -> None:
    written = _written(game)
    reported = {
        str(action.args[0])
        for one in written
        for entry in one.rounds
        for action in entry.actions
        if action.verb == "report"
    }
    assert set(games.load(game).irregularities) <= reported
    assert {one.rulebook for one in written} == set(games.load(game).states)


@pytest.mark.parametrize("game", games.names())
def test_every_physical_clause_is_named_in_the_dealers_script(game: str) -> None:
    named: dict[str, set[str]] = {state: set() for state in games.load(game).states}
    for one in _written(game):
        running = record.Running(one)
        running.run()
        opening = running.table.open()
        for round in (opening, *running.rounds):
            for event in round.events:
                named[one.rulebook] |= {rule for rule in (event.rule, *event.also) if rule}
    for state, cited in named.items():
        clauses = rulebook.load(game, state).clauses
        physical = {id for id, clause in clauses.items() if clause.coverage == "physical"}
        assert physical <= cited
