"""An hour of a full hall in minutes: players act without a pause, and memory must stay flat.

``python -m tests.server.soak [ROUNDS] [DATABASE-URL]``. The exit code is 1 if the server has grown.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

import httpx
import uvloop

from tests.server.load import SEATS, TABLES, Figures, crowd, resident

ROUNDS: Final = TABLES * 80
"""The rounds of a hundred tables in an hour, at eighty rounds each."""
WARM_UP: Final = 0.25
"""The share of the rounds after which everything in memory has its final size."""
GROWTH: Final = 0.10
"""How much more memory the server may hold at the end than after the warm-up."""
PERIOD: Final = 0.01

_ROUNDS: Final = re.compile(r"^croupier_rounds_total\{.*\} (\d+)\.0$", re.MULTILINE)


async def soak(database: Path | str, rounds: int) -> list[tuple[int, int]]:
    """Play N rounds, and return pairs of rounds so far and memory held."""
    figures = Figures()
    seen: list[tuple[int, int]] = []
    async with (
        crowd(database, figures, TABLES, SEATS, PERIOD) as (server, base),
        httpx.AsyncClient(base_url=base) as http,
    ):
        while not seen or seen[-1][0] < rounds:
            await asyncio.sleep(1)
            told = (await http.get("/metrics")).text
            seen.append((sum(map(int, _ROUNDS.findall(told))), resident(server)))
    assert not figures.errors, figures.errors
    return seen


def grown(seen: list[tuple[int, int]], rounds: int) -> tuple[int, int]:
    """Return the memory after the warm-up and at the end, the most of a tenth of the rounds."""
    early = [held for n, held in seen if WARM_UP <= n / rounds < WARM_UP + 0.1]
    late = [held for n, held in seen if n / rounds >= 0.9]
    return max(early), max(late)


def main() -> int:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as directory:
        database: Path | str = sys.argv[2] if len(sys.argv) > 2 else Path(directory)
        seen = uvloop.run(soak(database, rounds))
    before, after = grown(seen, rounds)
    print(
        f"{seen[-1][0]} rounds at {TABLES} tables of {SEATS} in {time.monotonic() - began:.0f} s: "
        f"{before / 2**20:.1f} MB after a quarter of them, {after / 2**20:.1f} MB at the end"
    )
    return 0 if after <= before * (1 + GROWTH) else 1


if __name__ == "__main__":
    sys.exit(main())
