"""The live table shows any game: each viewer gets the round's own picture."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from random import Random

import pytest
import pytest_asyncio

from croupier import games
from croupier.server import shown
from croupier.server.live import LiveTable
from croupier.stage.round import Round
from tests.conformance.found import GAMES, every_game
from tests.server.visitors import House, Visitor, running, sentence

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory, example: None) -> AsyncIterator[House]:
    async with running(tmp_path_factory.mktemp("house"), pause=3600.0) as served:
        yield served


async def test_every_game_is_on_offer_with_its_felt(house: House) -> None:
    offered = (await house.public.get("/api/games"))["games"]
    assert [row["game"] for row in offered] == list(GAMES)
    for row in offered:
        found = games.load(row["game"])
        assert row["title"] == found.title and row["rulebooks"] == list(found.states)
        assert row["seats"] > 0 and row["first_wager"] == found.first_wager
        assert row["felt"] == shown.felt_data(found.name)
        json.dumps(row)


@every_game
async def test_the_picture_is_the_rounds_own(house: House, game: str) -> None:
    """This holds before the deal, at every pause, and when the finished round is on the felt."""
    table = await house.table(game, rulebook=games.load(game).states[0])
    players = {n: await house.player(table, n, f"P{n}", buy_in="1000") for n in (1, 2)}
    looking = {f"seat:{n}": player for n, player in players.items()}
    looking |= {"public": house.public, "surveillance": await house.of_role("surveillance")}
    random = Random(game)
    pictures = 0
    for _ in range(60):
        live = house.hall.keepers[table].live
        assert live is not None
        for eyes, visitor in (*looking.items(), ("public", house.floor)):
            pictures += await _sees(visitor, eyes, table, live)
        if live.phase == "between":
            break
        await _goes_on(random, table, players, house)
    assert live is not None and live.phase == "between"
    assert live.last is not None and live.last.over
    assert pictures > 10


async def _goes_on(random: Random, table: str, players: dict[int, Visitor], house: House) -> None:
    """Let the next player wager or answer, or else the floor close."""
    for number, player in players.items():
        picture = await player.picture(table)
        first = picture["first_wager"]
        wagering = picture["phase"] == "wagering"
        if not picture["next"] or (wagering and first in picture["seats"][str(number)]["wagers"]):
            continue
        offers = [o for o in picture["next"] if not wagering or o["args"][:1] == [first]]
        await player.say(table, sentence(random, random.choice(offers)))
        return
    await house.floor.say(table, "dealer close")


async def _sees(visitor: Visitor, eyes: str, table: str, live: LiveTable) -> bool:
    """Tell whether there is a round to see, after asserting that the viewer sees it right."""
    seen = await visitor.picture(table)
    round: Round | None = live.shown
    assert seen["game"] == live.game.name and seen["title"] == live.game.title
    assert seen["you"]["viewer"] == eyes
    if round is None:
        return False
    view = round.view(eyes)
    assert seen["felt"] == view["felt"]
    assert seen["left"] == view["left"] or live.round is None  # between rounds the deck is put away
    assert seen["rack"] == view["rack"] and seen["pot"] == view.get("pot")
    assert seen["outcome"] == view["outcome"] and seen["button"] == view.get("button")
    told = [{k: v for k, v in event.items() if k != "line"} for event in seen["events"]]
    assert told == json.loads(json.dumps(round.told(eyes)))
    for event in seen["events"]:
        assert event["line"] and "None" not in event["line"] and "{" not in event["line"]
    return True
