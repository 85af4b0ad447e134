"""What the server says to a page, for the page's unit tests: ``python -m tests.page.make_kept``.

A round of every game is played by two guests, and what the first of them is told is written to
``kept``: the games with their felts, every message of a Red Dog table, and of the other games the
pictures before the deal, at the last question, at the end, and when the next wagers are taken. Ids
and times, which differ from run to run, are replaced.
"""

from __future__ import annotations

import asyncio
import functools
import json
import re
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from tests.server.visitors import FAST, Data, House, Socket, Visitor, running

KEPT: Final = Path(__file__).parent / "kept"
SLOW: Final = replace(FAST, pause=3600.0)
"""A finished round lies on the felt until the floor asks for the next one."""


@dataclass(frozen=True)
class Evening:
    """A game, the cards that come, what is wagered, and what everybody says who is asked."""

    game: str
    cards: str
    wagers: tuple[str, ...]
    says: tuple[str, ...]
    """In this order: the first of them that is offered."""


EVENINGS: Final = (
    Evening("red-dog", "Qs 4c 7d 5h", ("wager original 20",), ("raise 20",)),
    Evening("double-down-stud", "Ks 2d 9h Kc 8s 5d", ("wager original 20",), ("double 20",)),
    Evening(
        "double-cross-poker",
        "Ks Kd 2c 7h 9s 4h 3d Qc 8h Kh 5s",
        ("wager ante 5", "wager three-card 5"),
        ("raise vertical", "keep"),
    ),
    Evening(
        "winners-pot-poker",
        "2c As 7h 4d Ad 8h 5d Ac 9h 6c 3c Th Td Jc 3d 4h Qc 2h",
        ("wager ante 5", "wager jacks-plus 5"),
        ("bet", "double"),
    ),
)


async def everything() -> dict[str, Data]:
    """By file name, what is kept."""
    with tempfile.TemporaryDirectory() as folder:
        async with running(Path(folder), SLOW) as house:
            kept = {"games": await _games(house)}
            for evening in EVENINGS:
                kept[evening.game] = await _played(house, evening)
            kept["red-dog"] |= await _afterwards(house)
            kept["errors"] = await _errors(house)
    text = json.dumps(kept)
    text = re.sub(r'"(person|player)": "[^"]*"', r'"\1": "p-1"', text)
    text = re.sub(r'"commitment": "[^"]*"', '"commitment": "c0ffee"', text)
    text = re.sub(r'"deadline": [\d.]+', '"deadline": 30.0', text)
    text = re.sub(r'"(time|began|ended)": "[^"]*"', r'"\1": "2026-05-01T20:00:00+00:00"', text)
    made: dict[str, Data] = json.loads(text)
    return made


async def _games(house: House) -> Data:
    answer: Data = await house.public.get("/api/games")
    for game in answer["games"]:
        del game["sentences"], game["irregularities"]  # the floor's, and long
    return answer


async def _played(house: House, evening: Evening) -> Data:
    """One round, as seat 1 is told of it."""
    house.stack(evening.cards)
    table = await house.table(evening.game)
    watched = await house.public.picture(table)
    ann, bob = await house.player(table, 1, "Ann"), await house.player(table, 3, "Bob")
    async with ann.socket() as socket:
        await socket.send({"type": "watch", "table": table})
        messages = [await socket.expect("table")]
        for player in (ann, bob):
            for wager in evening.wagers if player is ann else evening.wagers[:1]:
                await player.say(table, wager)
            await player.post(f"/api/tables/{table}/ready", ready=True)
        messages += await _until(socket, table, "playing")
        kept: Data = {}
        while (picture := await house.floor.picture(table))["phase"] == "playing":
            if 1 in picture["awaits"]:
                kept["asked"] = await ann.picture(table)
                advised = await ann.http.get(f"/api/tables/{table}/advice")
                kept["advice"] = advised.json()
            player = {1: ann, 3: bob}[picture["awaits"][0]]
            await player.say(table, await _answer(player, table, evening))
        messages += await _until(socket, table, "between")
    kept["over"] = await ann.picture(table)
    for player in (ann, bob):
        await player.post(f"/api/tables/{table}/ready", ready=True)
    kept["again"] = await ann.picture(table)
    if evening.game == "red-dog":
        kept |= {"watched": watched, "messages": messages}
    else:
        kept["wagering"] = messages[0]["picture"]
    for moment in (kept["asked"], kept["over"], kept["again"], watched, messages[0]["picture"]):
        moment["house"] = {"timeout": moment["house"]["timeout"]}
    return kept


async def _answer(player: Visitor, table: str, evening: Evening) -> str:
    offered = {offer["verb"] for offer in (await player.picture(table))["next"]}
    return next(said for said in evening.says if said.split()[0] in offered)


async def _until(socket: Socket, table: str, phase: str) -> list[Data]:
    messages = []
    while socket.pictures.get(table, {}).get("phase") != phase:
        messages.append(await socket.next())
    return messages


async def _afterwards(house: House) -> Data:
    """The first round as its replay wants it, and why a step was taken."""
    floor = house.floor
    standard = await floor.get("/api/houses/red-dog", rulebook="ma")
    standard["options"] = [
        {name: option[name] for name in ("key", "default")} for option in standard["options"]
    ]
    round = await floor.get("/api/rounds/1")
    del round["events"]  # the steps have them
    return {
        "round": round,
        "steps": (await floor.get("/api/rounds/1/steps"))["steps"],
        "house": {name: standard[name] for name in ("options", "payouts")},
        "why": await floor.get("/api/why/red-dog", rulebook="ma", clause="3(d)", finding="R-07"),
    }


async def _errors(house: House) -> Data:
    """How the server refuses, over HTTP and on the socket."""
    table = await house.table("red-dog")
    ann = await house.player(table, 1, "Ann")
    async with ann.socket(table) as socket:
        refused = await socket.act(table, "wager original 1", id="t-0")
        await socket.send({"type": "watch", "table": "no-such-table"})
        unknown = await socket.expect("error")
    return {
        "refused": refused,
        "stale": await ann.say(table, "wager original 5", 409, state=1),
        "unknown": unknown,
        "taken": await (await house.guest()).post(f"/api/tables/{table}/seats/1", 409, id="t-0"),
    }


def lines(content: Data) -> str:
    """As JSON, with a line for every item of a list and for everything else that has a name."""
    dumps = functools.partial(json.dumps, ensure_ascii=False)

    def shown(value: Any) -> str:
        if not isinstance(value, list):
            return dumps(value)
        return "[\n" + ",\n".join("  " + dumps(item) for item in value) + "\n ]"

    named = (f" {dumps(name)}: {shown(value)}" for name, value in content.items())
    return "{\n" + ",\n".join(named) + "\n}\n"


def write() -> None:
    KEPT.mkdir(exist_ok=True)
    for name, content in asyncio.run(everything()).items():
        (KEPT / f"{name}.json").write_text(lines(content), "utf-8")


if __name__ == "__main__":
    write()
