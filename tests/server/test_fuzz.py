"""Frames that no page would send: the server survives, does not grow, and deals a round."""

from __future__ import annotations

from pathlib import Path

from tests.server.fuzz import BATCH, GROWTH, LINES, fuzz
from tests.sizes import sized

FRAMES = sized(500_000)


async def test_strange_frames_do_no_harm(tmp_path: Path) -> None:
    told, grown = await fuzz(FRAMES, tmp_path)
    # Every connection was answered to its last frame, and valid frames were carried out.
    assert told["welcome"] >= FRAMES // BATCH and told["malformed"] > FRAMES // 2
    assert min(told[kind] for kind in ("ack", "stale", "forbidden", "unauthorized", "missing")) > 0
    assert told["table"] > LINES and told["pong"] > LINES
    assert grown < GROWTH
