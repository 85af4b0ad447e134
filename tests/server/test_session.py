"""One evening of one person: played among house players, lost, reviewed, practised, and kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier import lab
from croupier.journal.fairness import Order
from croupier.lab.settings import setting
from croupier.nouns.cards import parse_cards
from croupier.nouns.money import parse_money
from croupier.rules import house as houses
from tests.server.visitors import House, Visitor, new_id, running

pytestmark = pytest.mark.asyncio(loop_scope="module")

Data = dict[str, Any]
GAME = "winners-pot-poker"
ANTE, ROUNDS = 50, 10
LOST = -2 * ANTE * ROUNDS
"""Who bets on third street and folds on fourth loses two antes a round."""
EVENING = datetime(2026, 7, 1, 20, tzinfo=UTC)


def ordered(house: House, seed: int) -> None:
    """Shuffle every pack in an order that the next run has, too."""
    random = Random(seed)

    def order(size: int) -> Order:
        return Order(tuple(random.sample(range(size), size)), random.randbytes(32))

    house.hall.pit.next_order = order


async def among_five(house: House) -> tuple[str, Visitor, Visitor]:
    """Open a table with five house players; gives it, a guest, and the guest in the free seat."""
    options = {"ante": str(ANTE), "timeout": 3600}
    table = await house.table(GAME, house=options)
    strategies = ["best", "best", "card", "cautious", "loose"]
    await house.floor.post(f"/api/tables/{table}/company", id=new_id(), strategies=strategies)
    async with asyncio.timeout(30):
        while sum(map(bool, (await house.public.picture(table))["seats"].values())) < 5:
            await asyncio.sleep(0.02)
    seats = (await house.public.picture(table))["seats"]
    free = next(number for number, seat in seats.items() if not seat)
    guest = await house.guest("Ann")
    path = f"/api/tables/{table}/seats/{free}"
    seated = await guest.post(path, 201, id=new_id(), buy_in=str(-LOST))
    return table, guest, house.visitor(seated["token"])


async def lose(player: Visitor, table: str) -> None:
    """Play the rounds: always bet on third street, and always fold on fourth."""
    async with player.socket(table) as socket:
        for done in range(1, ROUNDS + 1):
            await socket.until(table, lambda now: now["phase"] == "wagering", seconds=60)
            await socket.act(table, "wager ante")
            await socket.send({"type": "ready", "table": table})
            for said in ("bet", "fold"):
                await socket.until(table, asked_to(said), seconds=60)
                answer = await socket.act(table, said)
                assert answer["type"] == "ack", answer
            await socket.until(table, partial(has_played, done), seconds=60)


def has_played(rounds: int, now: Data) -> bool:
    """Return whether a table has played this many rounds."""
    return bool(now["rounds"] >= rounds)


def asked_to(say: str) -> Callable[[Data], bool]:
    """Return whether a player is asked on the street of this answer."""
    verb = {"bet": "bet", "fold": "double"}[say]

    def asked(now: Data) -> bool:
        said = {offer["verb"] for offer in now["next"]}
        return verb in said or (say == "fold" and said == {"fold"})

    return asked


async def reviewed(visitor: Visitor) -> Data:
    """Have the session reviewed, and wait for it as the page does."""
    told: Data = await visitor.post("/api/me/review")
    async with asyncio.timeout(120):
        while told["done"] < told["of"]:
            await asyncio.sleep(0.1)
            told = await visitor.get("/api/me/reviews", sitting=told["sitting"])
    return told


async def practised(visitor: Visitor) -> Data:
    """Answer the next mistake as the lab would."""
    asked = await visitor.post("/api/practice/exercises", 201, source="mistakes")
    at = setting(
        houses.build(GAME, {"ante": str(ANTE)}, asked["rulebook"]),
        stake=parse_money(asked["stake"]),
    )
    cards = (parse_cards(" ".join(asked[name])) for name in ("hand", "table", "seen"))
    best = lab.best_of(lab.advise(at, *cards, players=asked["players"])).action
    path = f"/api/practice/exercises/{asked['exercise']}/answers"
    given: Data = await visitor.post(path, choice=asked["choices"].index(best))
    return given


async def test_an_evening_and_the_day_after(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        ordered(house, seed=17)
        house.hall.practice.now = lambda: EVENING
        table, guest, player = await among_five(house)
        await lose(player, table)

        # Broke, and refilled.
        me = await player.get("/api/me")
        assert (me["balance"], me["refill"]["amount"]) == ("0.00", "500.00")
        assert (await house.public.picture(table))["seats"]  # the table goes on
        refill = await player.post("/api/me/refill", id=new_id())
        assert refill["balance"] == "500.00"

        # The review: what it cost, and what was luck.
        told = await reviewed(guest)
        assert (told["done"], told["of"], len(told["points"])) == (ROUNDS, ROUNDS, ROUNDS)
        assert told["result"]["exact"] == str(LOST)
        assert len(told["decisions"]) == 2 * ROUNDS
        assert told["right"]["decisions"] == 2 * ROUNDS
        costs = [one["cost"] for one in told["decisions"]]
        assert told["cost"]["value"] == pytest.approx(sum(costs))
        luck = told["result"]["value"] - told["expected"]["value"]
        assert told["luck"]["value"] == pytest.approx(luck)
        assert len(told["worst"]) == 3 and all(one["reason"] for one in told["worst"])
        worst = [one["cost"]["value"] for one in told["worst"]]
        wrong = [one["cost"] for one in told["decisions"] if one["mistake"]]
        assert worst == sorted(wrong, reverse=True)[:3]

        # Two mistakes, practised.
        mistakes = (await guest.get("/api/practice"))["mistakes"]
        assert mistakes["due"] == mistakes["waiting"] >= 2
        for _ in range(2):
            given = await practised(guest)
            assert given["verdict"]["right"] and given["verdict"]["mistake"]["box"] == 1
        left = (await guest.get("/api/practice"))["mistakes"]
        assert left["due"] == mistakes["due"] - 2
        token, seat = guest.token, player.token

    # The next day, with the server started again.
    async with running(tmp_path) as house:
        house.hall.practice.now = lambda: EVENING + timedelta(days=1)
        house.hall.reviews.compute = never
        guest, player = house.visitor(token), house.visitor(seat)
        assert (await guest.get("/api/me"))["balance"] == "500.00"
        record = await guest.get("/api/me/record")
        assert (record["rounds"], record["net"]) == (ROUNDS, f"{LOST}.00")
        rounds = (await guest.get("/api/me/rounds"))["rounds"]
        assert [Fraction(one["net"]) for one in rounds] == [Fraction(LOST, ROUNDS)] * ROUNDS
        assert all(one["seats"][0]["cards"] for one in rounds)
        again = await guest.post("/api/me/review")
        assert {k: again[k] for k in KEPT} == {k: told[k] for k in KEPT}
        one = await guest.get(f"/api/rounds/{rounds[0]['round']}/review")
        assert one["ready"] and len(one["review"]["decisions"]) == 2
        due = (await guest.get("/api/practice"))["mistakes"]
        assert due["due"] == mistakes["due"] and due["boxes"][1] == 2
        assert (await house.floor.get("/api/journal/verify"))["verified"]


KEPT = ("done", "of", "result", "expected", "luck", "cost", "right", "worst", "decisions", "points")


async def never(*asked: object) -> Data:
    """Nothing is computed twice."""
    raise AssertionError(f"computed again: {asked}")
