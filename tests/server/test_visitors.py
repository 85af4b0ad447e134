"""The test visitors themselves: no wait lasts longer than it says, however much they hear."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from tests.server.visitors import Socket

SECONDS = 0.05


class Chatter:
    """A connection that always has another message and never yields."""

    def __init__(self) -> None:
        self.said = 0

    async def recv(self) -> str:
        self.said += 1
        assert self.said < 10**6, "the wait has no end"
        return json.dumps({"type": "events", "picture": {"table": "t", "state": self.said}})


@pytest.mark.parametrize(
    "wait",
    [
        lambda socket: socket.until("t", lambda picture: False, seconds=SECONDS),
        lambda socket: socket.expect("ack", seconds=SECONDS),
    ],
    ids=["until", "expect"],
)
async def test_a_flood_does_not_postpone_the_end_of_a_wait(
    wait: Callable[[Socket], Awaitable[object]],
) -> None:
    chatter: Any = Chatter()
    with pytest.raises(TimeoutError):
        await wait(Socket(chatter))
