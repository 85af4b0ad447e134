"""The odds at hand: the sheet of a table's house, computed once, away from the tables."""

from __future__ import annotations

import asyncio
from fractions import Fraction
from typing import Any

import pytest

from croupier import games, lab
from croupier.rules.house import build, standard
from croupier.server import sheets
from croupier.server.reckoner import reckon
from croupier.server.reckoning import Sheets
from tests.server.visitors import House, Visitor, new_id

pytestmark = pytest.mark.asyncio(loop_scope="module")

Data = dict[str, Any]


async def odds(visitor: Visitor, table: str) -> Data:
    async with asyncio.timeout(120):
        while not (told := await visitor.get(f"/api/tables/{table}/odds"))["complete"]:
            assert told["odds"] is None
            await asyncio.sleep(0.05)
    found: Data = told["odds"]
    return found


def exact(number: Data) -> Fraction:
    return Fraction(number["exact"])


@pytest.mark.parametrize("game", games.names())
async def test_the_sheet_says_what_the_lab_says(game: str) -> None:
    chosen = standard(game, games.load(game).states[0])
    sheet = sheets.sheet_of(chosen)
    assert sheet is not None
    table = lab.setting(chosen)
    answer, card = lab.odds(table), lab.strategy(table)
    assert exact(sheet["edge"]) == answer.figures.house_edge
    assert sum(exact(share) for share in sheet["ends"].values()) == 1
    assert exact(sheet["ends"]["win"]) == answer.figures.hit_frequency
    assert sum(exact(row["share"]) for row in sheet["hands"]) == 1
    assert [side["wager"] for side in sheet["sides"]] == list(answer.side_wagers)
    for side in sheet["sides"]:
        assert exact(side["edge"]) == answer.side_wagers[side["wager"]].figures.house_edge
    assert exact(sheet["card"]["cost"]) == card.cost
    lines = [(rule["action"], rule["when"]) for p in sheet["card"]["parts"] for rule in p["rules"]]
    assert lines == [(rule.action, rule.when) for part in card.parts for rule in part.rules]


async def test_how_rounds_end() -> None:
    for game, even in (("red-dog", ("consecutive", "pair")), ("double-cross-poker", ("push",))):
        chosen = standard(game, "ma")
        sheet, figures = sheets.sheet_of(chosen), lab.odds(lab.setting(chosen)).figures
        assert sheet is not None
        assert exact(sheet["ends"]["even"]) == sum(figures.outcomes[name] for name in even)


async def test_a_table_has_the_sheet_of_its_own_house(house: House) -> None:
    table = await house.table("red-dog", house={"decks": 1, "minimum": "10"})
    sheet = await odds(house.public, table)
    assert exact(sheet["edge"]) == Fraction(523, 16575)
    assert (sheet["wager"], sheet["stake"]) == ("original", "10.00")
    assert sheet["card"]["parts"] and sheet["hands"]


async def test_a_house_that_allows_no_advice_shows_no_strategy(house: House) -> None:
    table = await house.table("red-dog", house={"decks": 1, "advice": False})
    sheet = await odds(house.public, table)
    assert sheet["card"] is None and exact(sheet["edge"]) == Fraction(523, 16575)


async def test_members_alone_ask_at_a_private_table(house: House) -> None:
    ann, stranger = await house.guest("Ann"), await house.guest("Bob")
    opened = await ann.post(
        "/api/private-tables", 201, id=new_id(), game="red-dog", house={"decks": 1}
    )
    table = opened["table"]
    for visitor, status in ((house.public, 403), (stranger, 403), (ann, 200), (house.floor, 200)):
        await visitor.get(f"/api/tables/{table}/odds", status)
    assert (await house.public.get("/api/tables/none/odds", 404))["error"]["kind"] == "missing"


async def test_a_house_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    class Counted(Sheets):
        async def _ask(self, chosen: Any, seats: int) -> Data | None:
            asked.append(seats)
            await asyncio.sleep(0.01)
            return {"edge": chosen["decks"]}

    known = Counted(5.0)
    for decks in (1, 2, 1, 2, 1):
        while not (told := sheets.so_far(known, "red-dog", {"decks": decks}, "ma"))["complete"]:
            await asyncio.sleep(0.005)
        assert told["odds"] == {"edge": decks}
    assert len(asked) == 2
    await known.stop()


async def test_a_house_that_the_rules_forbid_by_now_has_no_sheet() -> None:
    told = sheets.so_far(Sheets(1.0), "red-dog", {"minimum": "-1"}, "ma")
    assert told == {"odds": None, "complete": True}


async def test_without_mathematics_there_is_no_sheet(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def missing(table: Any) -> Any:
        raise lab.LabMissingError("no mathematics")

    def fault(table: Any) -> Any:
        raise ArithmeticError("a fault")

    question = {"about": "sheet", "game": "red-dog", "rulebook": "ma", "house": {}, "seats": 1}
    monkeypatch.setattr(lab, "odds", missing)
    assert reckon(question) is None and not caplog.text
    monkeypatch.setattr(lab, "odds", fault)
    assert sheets.sheet_of(build("red-dog", {})) is None
    assert "the odds of red-dog.ma cannot be computed" in caplog.text
