"""Turns: the urgent ones first, and never two at once."""

from __future__ import annotations

import asyncio

from croupier.server.turns import Turns


async def test_urgent_turns_come_first_then_in_the_order_of_asking() -> None:
    turns, order = Turns(0.001), list[str]()

    async def take(name: str, urgent: bool) -> None:
        await turns.mine(urgent=urgent)
        order.append(name)

    asked = (("a", False), ("b", False), ("c", True), ("d", False), ("e", True))
    await asyncio.gather(*(take(name, urgent) for name, urgent in asked))
    assert order == ["a", "c", "e", "b", "d"]  # the first asked when nobody else did


async def test_nobody_gets_a_turn_while_another_has_one() -> None:
    turns = Turns(3600)
    await turns.mine(urgent=False)
    waiting = asyncio.create_task(turns.mine(urgent=True))
    for _ in range(20):
        await asyncio.sleep(0)
    assert not waiting.done()
    waiting.cancel()
    turns.stop()


async def test_who_does_not_wait_any_more_takes_no_turn() -> None:
    turns, order = Turns(0.001), list[str]()

    async def take(name: str) -> None:
        await turns.mine(urgent=False)
        order.append(name)

    first, gone, last = (asyncio.create_task(take(name)) for name in "abc")
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(first, last)
    assert order == ["a", "c"] and gone.cancelled()
