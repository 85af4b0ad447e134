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
from croupier.server import drafts, reckoning
from croupier.server.drafts import DraftEdges
from croupier.server.edges import Law, theory_of
from croupier.server.errors import Problem
from croupier.server.reckoning import Reckoning
from tests.server.visitors import House

pytestmark = pytest.mark.asyncio(loop_scope="module")

Data = dict[str, Any]

ECHO = """
import json, sys, time
for line in sys.stdin:
    asked = json.loads(line)
    with open({log!r}, "a") as log:
        log.write(asked["house"].get("minimum", "usual") + chr(10))
    time.sleep({seconds})
    edge = {{"edge": None, "wager": asked["house"].get("minimum")}}
    print(json.dumps({{"edge": edge, "laws": {{"ante": [0.5, asked["seats"], 0.25]}}}}), flush=True)
"""


class Slow(Reckoning):
    """A process that takes as long as it is told, and writes down what it was asked."""

    def __init__(self, directory: Path, seconds: float, most: float = 30.0) -> None:
        self._log = directory / "asked"
        self.script = directory / "slow.py"
        self.script.write_text(ECHO.format(log=str(self._log), seconds=seconds))
        super().__init__(most, (str(self.script),))

    @property
    def asked(self) -> list[str]:
        """The least wagers of the houses that it was asked about, the standard house left out."""
        found = self._log.read_text().split() if self._log.exists() else []
        return [minimum for minimum in found if minimum != "usual"]


@pytest_asyncio.fixture(loop_scope="module")
async def slow(tmp_path: Path) -> AsyncIterator[Slow]:
    made = Slow(tmp_path, 0.2)
    await made.of(standard("red-dog"))
    yield made
    await made.stop()


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


async def test_the_same_house_is_computed_once(slow: Slow) -> None:
    edges = DraftEdges(slow)
    first, again = await edges.of(of(10), "ann"), await edges.of(of(10), "bob")
    assert first == again and slow.asked == ["10"]


async def test_a_newer_question_replaces_the_one_that_waits(slow: Slow) -> None:
    """The one that is being computed is finished and kept; those that only waited are dropped."""
    edges, asked = DraftEdges(slow), []
    for minimum in (10, 20, 30):
        asked.append(asyncio.create_task(edges.of(of(minimum), "ann")))
        await asyncio.sleep(0.05)
    answers = await asyncio.gather(*asked, return_exceptions=True)
    for old in answers[:2]:
        assert isinstance(old, Problem) and old.kind == "stale"
    assert isinstance(answers[2], dict) and answers[2]["wager"] == "30"
    assert slow.asked == ["10", "30"]
    assert (await edges.of(of(10), "bob"))["wager"] == "10" and len(slow.asked) == 2


async def test_only_one_house_is_computed_at_a_time_and_the_loop_is_free(slow: Slow) -> None:
    longest = 0.0

    async def tick() -> None:
        nonlocal longest
        while True:
            began = time.monotonic()
            await asyncio.sleep(0.005)
            longest = max(longest, time.monotonic() - began)

    ticking = asyncio.create_task(tick())
    began = time.monotonic()
    await asyncio.gather(*(slow.of(of(n)) for n in (10, 20, 30)))
    ticking.cancel()
    assert time.monotonic() - began >= 0.6
    assert longest < 0.15


async def test_what_takes_too_long_is_cut_off_and_the_next_is_answered(tmp_path: Path) -> None:
    stuck = Slow(tmp_path, 30, most=0.3)
    try:
        began = time.monotonic()
        assert await DraftEdges(stuck).of(of(10), "ann") == drafts.UNKNOWN
        assert time.monotonic() - began < 5
        assert await stuck.of(of(10)) is None and stuck.asked == ["10"]
        assert stuck.child.process is None
        stuck.script.write_text(stuck.script.read_text().replace("sleep(30)", "sleep(0)"))
        stuck.child.seconds = 10.0
        assert await stuck.of(of(20)) is not None
    finally:
        await stuck.stop()


async def test_a_process_that_dies_costs_one_answer() -> None:
    dead = Reckoning(30.0, ("-c", "raise SystemExit(1)"))
    assert await DraftEdges(dead).of(of(10), "ann") == drafts.UNKNOWN
    await dead.stop()


async def test_as_many_wait_as_may_and_as_many_answers_are_kept(
    slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drafts, "QUEUE", 2)
    edges = DraftEdges(slow)
    asked = [asyncio.create_task(edges.of(of(n), f"p{n}")) for n in (10, 20, 30)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert isinstance(answers[2], Problem) and answers[2].status == 503
    monkeypatch.setattr(reckoning, "KEPT", 2)
    await slow.of(of(30))
    assert slow.asked == ["10", "20", "30"]
    await slow.of(of(30))
    await slow.of(of(10))
    assert slow.asked[3:] == ["10"]


async def test_whoever_does_not_wait_gets_the_answer_later(
    slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The floor's page asks again and again. It sets no more to work than may be on its way."""
    monkeypatch.setattr(reckoning, "WAITING", 2)
    houses = [of(n) for n in (10, 20, 30)]
    assert [slow.so_far(one, 3) for one in (*houses, houses[0])] == [(False, None)] * 4
    async with asyncio.timeout(30):
        while not slow.so_far(houses[1], 3)[0]:
            await asyncio.sleep(0.02)
    known, theory = slow.so_far(houses[0], 3)
    assert known and theory is not None
    assert theory.edge["wager"] == "10" and theory.laws == {"ante": Law(0.5, 3, 0.25)}
    assert slow.asked == ["10", "20"]
    assert not slow.so_far(houses[0])[0]  # for one seat it is another question


async def test_the_process_ends_when_nobody_asks(slow: Slow) -> None:
    slow.child.idle = 0.05
    await slow.of(of(10))
    assert slow.child.process is not None
    async with asyncio.timeout(5):
        await slow.child.process.wait()
    slow.child.idle = 60
    assert await slow.of(of(20)) is not None


async def test_the_process_computes_what_the_lab_does() -> None:
    """Also for several seats, whose dependence on each other is simulated."""
    chosen = build("red-dog", {"payouts.spread.1": "6 to 1"})
    real = Reckoning(60.0)
    for seats in (1, 2):
        assert await real.of(chosen, seats) == theory_of(chosen, seats)
    await real.stop()
