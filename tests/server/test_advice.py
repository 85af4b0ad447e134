"""Advice over HTTP: what each choice is worth at the amount that the player has in mind."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from croupier import lab
from croupier.journal import memory_journal
from croupier.review import decisions
from croupier.server.advice import EACH, MOST, Adviser
from croupier.server.errors import Problem
from tests.server.visitors import House, Visitor

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def a_decision(
    house: House, game: str, cards: str, wager: str = "wager original 10"
) -> tuple[Visitor, str]:
    house.stack(cards)
    table = await house.table(game)
    ann = await house.player(table, 1, buy_in="100")
    await ann.say(table, wager)
    await house.floor.say(table, "dealer close")
    return ann, f"/api/tables/{table}/advice"


@pytest.mark.parametrize(
    ("game", "cards", "verb"),
    [("red-dog", "5h 4c 7d", "raise"), ("double-down-stud", "9c 2h 9d Kh 4s", "double")],
)
async def test_the_amount_chosen_is_the_amount_valued(
    house: House, game: str, cards: str, verb: str
) -> None:
    ann, path = await a_decision(house, game, cards)
    full, small = await ann.get(path), await ann.get(path, amount="2.5")
    assert full == await ann.get(path, amount="10")
    for advice, amount, share in ((full, "10.00", 2), (small, "2.50", Fraction(5, 4))):
        by_action = {choice["action"]: choice for choice in advice["choices"]}
        assert by_action[verb]["amount"] == amount and "amount" not in by_action["pass"]
        value = Fraction(by_action[verb]["ev"]["exact"])
        assert value == Fraction(by_action["pass"]["ev"]["exact"]) * share
        assert advice["best"] == max(by_action, key=lambda a: by_action[a]["ev"]["value"])
        assert not advice["estimate"]


@pytest.mark.parametrize(
    ("amount", "status", "says", "rule", "finding"),
    [
        ("0", 409, "must be more than zero", "5(h)", None),
        ("10.50", 409, "at most the original wager of $10", "5(h)", None),
        ("0.75", 409, "multiples of $0.50", None, "R-25"),
        ("0.505", 422, "more than two decimals", None, None),
        ("much", 422, "'much' is not an amount", None, None),
        ("-1", 409, "must be more than zero", "5(h)", None),
    ],
)
async def test_a_bad_amount_gets_one_clear_line(
    house: House, amount: str, status: int, says: str, rule: str | None, finding: str | None
) -> None:
    ann, path = await a_decision(house, "red-dog", "5h 4c 7d")
    error = (await ann.get(path, status, amount=amount))["error"]
    assert says in error["message"] and "\n" not in error["message"]
    assert (error["rule"], error["finding"]) == (rule, finding)


async def test_an_amount_is_refused_where_nothing_takes_one(house: House) -> None:
    ann, path = await a_decision(
        house, "double-cross-poker", "As Ad Kd Kc Ts Qs 5d 9h 2h", "wager ante 10"
    )
    assert all("amount" not in choice for choice in (await ann.get(path))["choices"])
    error = (await ann.get(path, 409, amount="10"))["error"]
    assert error["message"] == "no choice here takes an amount"


# --- after the decision ---------------------------------------------------------------------------


STORIES = [
    ("red-dog", "5h 4c 7d {}", "wager original 10", "pass"),
    ("double-down-stud", "9c 2h 9d Kh 4s {}", "wager original 10", "pass"),
    ("double-cross-poker", "As Ad Kd Kc {} Qs 5d 9h 2h", "wager ante 10", "fold"),
]


@pytest.mark.parametrize(("game", "cards", "wager", "said"), STORIES)
async def test_afterwards_the_values_are_those_of_before_whatever_was_dealt(
    house: House, game: str, cards: str, wager: str, said: str
) -> None:
    told = []
    for hidden in ("Ts", "3h"):
        ann, path = await a_decision(house, game, cards.format(hidden), wager)
        table = path.split("/")[3]
        assert (await ann.get(f"{path}/after", 404))["error"]["kind"] == "missing"
        before, number = await ann.get(path), (await ann.picture(table))["round"]
        await ann.say(table, said)
        after = await ann.get(f"{path}/after")
        assert {key: after[key] for key in before} == before
        assert (after.pop("round"), after["seat"], after["by"]) == (number, 1, "player")
        again = await ann.get(f"{path}/after", round=number)
        assert again == after | {"round": number}
        told.append(after)
    assert told[0] == told[1]
    values = {choice["action"]: Fraction(choice["ev"]["exact"]) for choice in before["choices"]}
    lost = 10 * (values[before["best"]] - values[said])
    assert after["made"] == said and after["reason"] and after["affordable"]
    assert Fraction(after["cost"]["exact"]) == lost and after["right"] is (lost == 0)


async def test_a_smaller_amount_is_valued_as_it_was_said(house: House) -> None:
    ann, path = await a_decision(house, "red-dog", "5h 2c Kd 9s")
    await ann.say(path.split("/")[3], "raise 2.50")
    after = await ann.get(f"{path}/after")
    full, plain = (Fraction(choice["ev"]["exact"]) for choice in after["choices"])
    assert (after["made"], after["amount"], after["best"]) == ("raise", "2.50", "raise")
    assert Fraction(after["value"]["exact"]) == plain * Fraction(5, 4)
    assert Fraction(after["cost"]["exact"]) == 10 * (full - plain * Fraction(5, 4)) > 0


async def test_each_decision_of_a_round_is_looked_back_on_and_estimates_say_so(
    house: House,
) -> None:
    """Three seats: each asks about their own decision, from what they saw."""
    house.stack("2c 3d 9h Ks Kd Qh 4s 8c Ah 7d 5c 6h")
    table = await house.table("winners-pot-poker")
    players = [await house.player(table, seat, name) for seat, name in ((1, "Ann"), (2, "Bob"))]
    for player in players:
        await player.say(table, "wager ante 5")
    await house.floor.say(table, "dealer close")
    path = f"/api/tables/{table}/advice/after"
    ann, bob = players
    first = (await ann.picture(table))["awaits"][0]
    one, two = (ann, bob) if first == 1 else (bob, ann)
    await one.say(table, "bet")
    document = await one.get(path)
    assert document["made"] == "bet" and document["seat"] == first
    assert document["estimate"] and document["value"]["exact"] is None
    assert document["cost"]["value"] >= 0 and document["right"] == (document["cost"]["value"] == 0)
    assert (await two.get(path, 404))["error"][
        "message"
    ] == "you have made no decision in this round"


async def test_only_the_seat_itself_learns_what_its_decision_was_worth(house: House) -> None:
    ann, path = await a_decision(house, "red-dog", "5h 4c 7d 9s")
    table = path.split("/")[3]
    number = (await ann.picture(table))["round"]
    await ann.say(table, "pass")
    for stranger, status in ((house.public, 401), (house.floor, 403), (await house.guest(), 403)):
        await stranger.get(f"{path}/after", status, round=number)
    bob = await house.player(table, 2, "Bob")
    for asked in ({}, {"round": number}, {"round": number + 999}):
        await bob.get(f"{path}/after", 404, **asked)
    other = await house.table("red-dog")
    carl = await house.player(other, 1, "Carl")
    await carl.get(f"/api/tables/{other}/advice/after", 404, round=number)
    await carl.get(f"{path}/after", 403, round=number)
    await ann.get(f"{path}/after", 422, round=0)


async def test_a_house_without_advice_gives_none_afterwards(house: House) -> None:
    house.stack("5h 4c 7d 9s")
    table = await house.table("red-dog", house={"advice": False})
    ann = await house.player(table, 1)
    await ann.say(table, "wager original 10")
    await house.floor.say(table, "dealer close")
    await ann.say(table, "pass")
    error = (await ann.get(f"/api/tables/{table}/advice/after", 403))["error"]
    assert error["message"] == "this house does not allow advice"


# --- one after another ----------------------------------------------------------------------------


class Slow:
    """A valuation that takes until it is let go."""

    def __init__(self, value: Any) -> None:
        self._value = value
        self.go = threading.Event()
        self.times = 0

    def __call__(self, *args: Any, **more: Any) -> Any:
        self.times += 1
        assert self.go.wait(30)
        return self._value(*args, **more)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    made = Slow(decisions.decide)
    monkeypatch.setattr(decisions, "decide", made)
    yield made
    made.go.set()


async def test_many_questions_of_one_player_hold_up_nobody_and_are_worked_out_once(
    house: House, slow: Slow
) -> None:
    ann, path = await a_decision(house, "red-dog", "5h 4c 7d 9s")
    table = path.split("/")[3]
    number = (await ann.picture(table))["round"]
    await ann.say(table, "pass")

    async def ask() -> tuple[int, Any]:
        reply = await ann.http.get(f"{path}/after", params={"round": number})
        return reply.status_code, reply.json()

    asked = [asyncio.create_task(ask()) for _ in range(40)]
    bob = await house.guest("Bob")
    async with asyncio.timeout(15):
        while sum(one.done() for one in asked) < 40 - EACH:
            await asyncio.sleep(0.01)
        for _ in range(5):
            await house.floor.get(f"/api/tables/{table}")
            await bob.get("/api/me/rounds")
    assert slow.times == 1
    slow.go.set()
    replies = await asyncio.gather(*asked)
    assert Counter(status for status, _ in replies) == {200: EACH, 429: 40 - EACH}
    (refused,) = {str(reply) for status, reply in replies if status == 429}
    assert "you have asked for much advice at once: wait for the answers" in refused
    assert len({str(reply) for status, reply in replies if status == 200}) == 1
    assert (await ask())[0] == 200 and slow.times == 1, "the answer is remembered"


async def test_advice_before_a_decision_is_worked_out_once_for_each_amount(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int | None] = []
    value = lab.advice_for

    def count(round: Any, seat: int, amount: int | None = None) -> Any:
        asked.append(amount)
        return value(round, seat, amount)

    monkeypatch.setattr(lab, "advice_for", count)
    ann, path = await a_decision(house, "red-dog", "5h 4c 7d 9s 5c 6d Kh")
    first = await ann.get(path)
    assert await ann.get(path) == first != await ann.get(path, amount="2.5")
    await ann.get(path, amount="2.50")
    assert asked == [None, 250]
    other, there = await a_decision(house, "red-dog", "5h 4c 7d 9s 5c 6d Kh")
    assert await other.get(there) == first and len(asked) == 3, "each round by itself"


async def test_a_persons_next_question_waits_while_others_are_answered() -> None:
    adviser, done, go = Adviser(memory_journal()), [], threading.Event()

    def work(name: str) -> str:
        assert go.wait(30)
        done.append(name)
        return name

    async def ask(name: str) -> str:
        return await adviser.ask(name[:3], lambda: work(name))

    asked = [asyncio.create_task(ask(name)) for name in ("Ann 1", "Ann 2", "Ann 3", "Bob 1")]
    await asyncio.sleep(0)
    go.set()
    assert await asyncio.gather(*asked) == ["Ann 1", "Ann 2", "Ann 3", "Bob 1"]
    assert done == ["Ann 1", "Bob 1", "Ann 2", "Ann 3"]
    await adviser.stop()


async def test_no_more_than_so_many_questions_are_open() -> None:
    adviser, go = Adviser(memory_journal()), threading.Event()
    asked = [
        asyncio.create_task(adviser.ask(f"p{n // EACH}", lambda: go.wait(30))) for n in range(MOST)
    ]
    await asyncio.sleep(0)
    with pytest.raises(Problem, match="many people are asking for advice") as busy:
        await adviser.ask("somebody else", lambda: True)
    assert (busy.value.status, busy.value.wait) == (503, 5)
    go.set()
    assert all(await asyncio.gather(*asked))
    assert await adviser.ask("somebody else", lambda: True)
    await adviser.stop()


async def test_only_so_many_answers_are_remembered(
    house: House, monkeypatch: pytest.MonkeyPatch, slow: Slow
) -> None:
    slow.go.set()
    monkeypatch.setattr("croupier.server.advice.REMEMBERED", 1)
    ann, path = await a_decision(house, "red-dog", "5h 4c 7d 9s")
    await ann.get(path)
    await ann.say(path.split("/")[3], "pass")
    for _ in range(2):
        await ann.get(f"{path}/after")
    assert slow.times == 1
    house.hall.pit._adviser._once(("other",), lambda: None)
    await ann.get(f"{path}/after")
    assert slow.times == 2
