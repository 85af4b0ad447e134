"""Sittings that ``croupier play`` of release 0.1.0 kept in mid-round. See ``tests/kept``."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier.cli.play_command import take_up
from croupier.terminal import store
from tests.journal.rounds import anything_legal
from tests.kept import copied, differences, read

RELEASE = "0.1.0"


@pytest.mark.parametrize("game", ["red-dog", "double-cross-poker"])
def test_a_sitting_resumes_and_continues(game: str, tmp_path: Path) -> None:
    then: dict[str, Any] = read(RELEASE, "terminal.json")[game]
    file = copied(RELEASE, f"terminal.{game}.json", tmp_path / "sitting.json")
    saved = store.read(file)
    assert saved is not None
    sitting = take_up(file, game, saved)
    assert (sitting.number, sitting.net) == (then["number"], then["net"])
    # 0.1.0 forgot the discards of the shoe's earlier rounds.
    changed = frozenset({"text", "line", "said", "rack"})
    for key, now in (("view", sitting.view()), ("told", sitting.told())):
        assert differences(then[key], now, changed, key) == []
    assert differences(then["opening"], sitting.opening) == []
    history = [
        [one.outcome, one.staked, {str(n): net for n, net in one.nets.items()}, list(one.cards)]
        for one in sitting.history
    ]
    assert history == then["history"]
    legal = {str(n): [str(offer) for offer in sitting.round.legal(n)] for n in sitting.seats}
    assert legal == then["legal"]
    random = Random(1)
    while not sitting.round.over:
        sitting.act(anything_legal(random, sitting.round))
        sitting.hurry()
    assert len(sitting.history) == then["number"]
    again = store.read(file)
    assert again is not None and take_up(file, game, again).net == sitting.net
