"""The house edges for the lobby: what the lab computes, in the background."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from croupier import games, lab
from croupier.mathematics.analysis import Question
from croupier.rules import house as houses
from croupier.server import edges
from tests.server.visitors import House

COMPUTE = edges.edge_of
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(autouse=True)
def forgetful() -> Iterator[None]:
    """Compute everything again, for this test and for the next."""
    COMPUTE.cache_clear()
    yield
    COMPUTE.cache_clear()


async def computed(known: edges.Edges) -> dict[str, Any]:
    async with asyncio.timeout(300):
        while not (told := known.so_far())["complete"]:
            await asyncio.sleep(0.02)
    found: dict[str, Any] = told["edges"]
    return found


async def test_every_game_and_rulebook_has_the_edge_that_the_lab_gives(house: House) -> None:
    async with asyncio.timeout(300):
        while not (told := await house.public.get("/api/edges"))["complete"]:
            await asyncio.sleep(0.05)
    assert set(told["edges"]) == set(games.names())
    for name, by_state in told["edges"].items():
        assert list(by_state) == list(games.load(name).states)
        for state, entry in by_state.items():
            answer = lab.odds(lab.setting(houses.standard(name, state)), Question(brief=True))
            assert Fraction(entry["edge"]["exact"]) == answer.figures.house_edge
            assert entry["edge"]["value"] == pytest.approx(float(answer.figures.house_edge))
            assert entry["wager"] == games.load(name).first_wager


async def test_they_are_computed_one_at_a_time_off_the_loop_and_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is not known yet is absent, and a second question computes nothing again."""
    known, go = edges.Edges(), threading.Event()
    running: list[str] = []
    most = 0

    def slow(name: str, state: str) -> dict[str, Any]:
        nonlocal most
        assert threading.current_thread() is not threading.main_thread()
        running.append(name)
        most = max(most, len(running))
        go.wait(60)
        running.remove(name)
        asked.append((name, state))
        return {"edge": {}, "wager": "ante"}

    asked: list[tuple[str, str]] = []
    monkeypatch.setattr(edges, "edge_of", slow)
    assert known.so_far() == {"edges": {}, "complete": False}
    assert known.so_far()["edges"] == {}
    go.set()
    found = await computed(known)
    every = [(name, state) for name in games.names() for state in games.load(name).states]
    assert asked == every and most == 1
    assert sorted(found) == sorted(games.names()) and await computed(known) == found
    assert len(asked) == len(every)


async def test_without_the_lab_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "croupier.lab", None)
    assert await computed(edges.Edges()) == {}


async def test_a_game_without_mathematics_or_with_a_fault_is_left_out(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def odds(table: Any, asked: Any) -> Any:
        if table.house.book.game == "red-dog":
            raise lab.LabMissingError("no mathematics")
        raise ArithmeticError("a fault")

    monkeypatch.setattr(lab, "odds", odds)
    assert await computed(edges.Edges()) == {}
    assert "red-dog" not in caplog.text
    assert "the edge of double-down-stud.ma cannot be computed" in caplog.text


async def test_a_server_that_stops_computes_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    known, go = edges.Edges(), threading.Event()
    monkeypatch.setattr(edges, "edge_of", lambda name, state: go.wait(60) and None)
    known.stop()
    known.so_far()
    await asyncio.sleep(0)
    known.stop()
    go.set()
    await asyncio.sleep(0.05)
    assert known.so_far() == {"edges": {}, "complete": True}
