"""The house edge while odds are edited: off the loop, one at a time, bounded in time and number."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from croupier import lab
from croupier.mathematics.analysis import Question
from croupier.rules.house import House as Chosen
from croupier.rules.house import build, standard
from croupier.server import drafts
from croupier.server.drafts import DraftEdges
from croupier.server.errors import Problem
from tests.server.visitors import House

pytestmark = pytest.mark.asyncio(loop_scope="module")

Data = dict[str, Any]

ECHO = """
import json, sys, time
for line in sys.stdin:
    asked = json.loads(line)
    with open({log!r}, "a") as log:
        log.write(asked["house"].get("minimum", "") + chr(10))
    time.sleep({seconds})
    print(json.dumps({{"edge": None, "wager": asked["house"].get("minimum"), "standard": None}}),
          flush=True)
"""


class Counted(DraftEdges):
    """Edges from a process that takes as long as it is told, and writes down what it was asked."""

    def __init__(self, directory: Path, seconds: float) -> None:
        self.log = directory / "asked"
        script = directory / "slow.py"
        script.write_text(ECHO.format(log=str(self.log), seconds=seconds))
        super().__init__((str(script),))

    @property
    def asked(self) -> list[str]:
        return self.log.read_text().split() if self.log.exists() else []


@pytest_asyncio.fixture(loop_scope="module")
async def slow(tmp_path: Path) -> AsyncIterator[Counted]:
    edges = Counted(tmp_path, 0.2)
    yield edges
    await edges.stop()


def of(minimum: int) -> Chosen:
    return build("red-dog", {"minimum": str(minimum)})


async def test_edited_odds_have_the_edge_of_the_lab_beside_the_standard(house: House) -> None:
    guest = await house.guest()
    path = "/api/houses/red-dog/edge"
    edited = {"payouts.spread.1": "6 to 1"}
    told = await guest.post(path, house=edited)
    for chosen, entry in (
        (build("red-dog", edited), told["edge"]),
        (standard("red-dog", "ma"), told["standard"]),
    ):
        exact = lab.odds(lab.setting(chosen), Question(brief=True)).figures.house_edge
        assert Fraction(entry["exact"]) == exact
    assert told["wager"] == "original" and told["edge"]["value"] < told["standard"]["value"]
    assert await guest.post(path, toml='croupier = 1\n[payouts]\nspread.1 = "6 to 1"') == told
    await house.public.post(path, 401, house=edited)


async def test_an_unlawful_house_has_its_breaches_instead(house: House) -> None:
    guest = await house.guest()
    path = "/api/houses/red-dog/edge"
    refused = await guest.post(path, 409, house={"payouts.spread.1": "1 to 1"})
    assert refused["error"]["kind"] == "house" and refused["breaches"][0]["rule"]
    await guest.post("/api/houses/bridge/edge", 404, house={})
    await guest.post(path, 422, toml="x" * 32_001)
    await guest.post(path, 400, house={f"key{n}": 1 for n in range(501)})


async def test_the_same_house_is_computed_once(slow: Counted) -> None:
    first, again = await slow.of(of(10), "ann"), await slow.of(of(10), "bob")
    assert first == again and slow.asked == ["10"]


async def test_a_newer_question_replaces_the_one_that_waits(slow: Counted) -> None:
    """The one that is being computed is finished and kept; those that only waited are dropped."""
    asked = []
    for minimum in (10, 20, 30):
        asked.append(asyncio.create_task(slow.of(of(minimum), "ann")))
        await asyncio.sleep(0.05)
    answers = await asyncio.gather(*asked, return_exceptions=True)
    for old in answers[:2]:
        assert isinstance(old, Problem) and old.kind == "stale"
    assert isinstance(answers[2], dict) and answers[2]["wager"] == "30"
    assert slow.asked == ["10", "30"]
    assert (await slow.of(of(10), "bob"))["wager"] == "10" and len(slow.asked) == 2


async def test_only_one_house_is_computed_at_a_time_and_the_loop_is_free(slow: Counted) -> None:
    longest = 0.0

    async def tick() -> None:
        nonlocal longest
        while True:
            began = time.monotonic()
            await asyncio.sleep(0.005)
            longest = max(longest, time.monotonic() - began)

    ticking = asyncio.create_task(tick())
    began = time.monotonic()
    await asyncio.gather(*(slow.of(of(n), f"p{n}") for n in (10, 20, 30)))
    ticking.cancel()
    assert time.monotonic() - began >= 0.6
    assert longest < 0.15


async def test_what_takes_too_long_is_cut_off_and_the_next_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafts, "SECONDS", 0.3)
    edges = Counted(tmp_path, 30)
    try:
        began = time.monotonic()
        assert await edges.of(of(10), "ann") == drafts.UNKNOWN
        assert time.monotonic() - began < 5
        assert await edges.of(of(10), "ann") == drafts.UNKNOWN and edges.asked == ["10"]
        (tmp_path / "slow.py").write_text(ECHO.format(log=str(edges.log), seconds=0))
        monkeypatch.setattr(drafts, "SECONDS", 10)
        assert (await edges.of(of(20), "ann"))["wager"] == "20"
    finally:
        await edges.stop()


async def test_a_process_that_dies_costs_one_answer(tmp_path: Path) -> None:
    edges = DraftEdges(("-c", "raise SystemExit(1)"))
    assert await edges.of(of(10), "ann") == drafts.UNKNOWN
    await edges.stop()


async def test_as_many_wait_as_may_and_as_many_answers_are_kept(
    slow: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafts, "QUEUE", 2)
    monkeypatch.setattr(drafts, "KEPT", 2)
    asked = [asyncio.create_task(slow.of(of(n), f"p{n}")) for n in (10, 20, 30)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert isinstance(answers[2], Problem) and answers[2].status == 503
    await slow.of(of(30), "p30")
    assert slow.asked == ["10", "20", "30"]
    await slow.of(of(10), "ann")
    assert slow.asked[3:] == ["10"]


async def test_the_process_ends_when_nobody_asks(
    slow: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafts, "IDLE", 0.05)
    await slow.of(of(10), "ann")
    assert slow.process is not None
    async with asyncio.timeout(5):
        await slow.process.wait()
    monkeypatch.setattr(drafts, "IDLE", 60)
    assert (await slow.of(of(20), "ann"))["wager"] == "20"
