"""The floor's page: figures that the chain confirms, theory, who waits, alerts, and its cost."""

from __future__ import annotations

import asyncio
import itertools
import math
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from croupier.journal.database import ENTRIES
from croupier.journal.entry import OPEN, Entry
from croupier.journal.payloads import Closed, Opened, decode
from croupier.journal.recorder import stamp, utc_now
from croupier.nouns.money import parse_money, show_money
from croupier.rules import house as houses
from croupier.server import alerts, edges, figures, overview, reconciliation, survey, theory
from croupier.server.alerts import Alert, Seen
from croupier.server.commands import Ready, Say, Sit
from croupier.server.edges import Law, Theory
from croupier.server.live import LiveTable
from croupier.server.people import PLAYER, Caller, is_house_player, new_house_player
from croupier.server.pulse import Pulse
from croupier.server.snapshot import Companion, Figures, Snapshot, Staked, Stakes, Takings
from croupier.server.waits import ANSWER, Wait, in_words
from tests.server.visitors import House, new_id, play, running, sentence

pytestmark = pytest.mark.asyncio(loop_scope="module")

POSTGRES = True

Data = dict[str, Any]
Move = Callable[[], Any]


# --- what the tests share -------------------------------------------------------------------------


async def company(house: House, table: str, *seats: int, chips: int = 30000) -> list[Caller]:
    """Seat house players, as the server itself does, but let these tests speak for them."""
    house.hall.gallery.stirred = lambda keeper: None
    sat: list[Caller] = []
    for seat in seats:
        person = new_house_player(one.person for one in sat)
        await house.hall.cage.deposit(person, chips * 2, "house", new_id())
        live(house, table).snapshot.company.append(Companion(person, "best"))
        sit = Sit(table=table, id=new_id(), seat=seat, amount=chips, strategy="best")
        await house.hall.pit.ask(table, sit, Caller(person=person))
        sat.append(Caller(PLAYER, person, table=table, seat=seat))
    return sat


def live(house: House, table: str) -> LiveTable:
    found = house.hall.keepers[table].live
    assert found is not None
    return found


async def act(house: House, table: str, caller: Caller, random: Random) -> bool:
    """Let a seat say something that it may say now, at random; return whether it did."""
    at = live(house, table)
    offers = at.offers(caller.own_seat)
    first = at.game.first_wager
    round = at.round
    if not offers or round is None:
        return False
    if at.phase == "wagering":
        if first in round.layout.seats[caller.own_seat].wagers:
            if caller.own_seat not in at.ready:
                ready = Ready(table=table, ready=True)
                await house.hall.pit.ask(table, ready, caller)
            return False
        offers = [offer for offer in offers if offer["args"] and offer["args"][0] == first]
    said = sentence(random, random.choice(offers))
    say = Say(table=table, id=new_id(), state=at.state, said=said)
    await house.hall.pit.ask(table, say, caller)
    return True


async def rounds(house: House, table: str, sat: list[Caller], many: int, seed: int = 0) -> None:
    """Let all who sit play on at random until this many more rounds are over."""
    random, done = Random(seed), live(house, table).snapshot.rounds + many
    async with asyncio.timeout(60):
        while live(house, table).snapshot.rounds < done:
            for caller in sat:
                await act(house, table, caller, random)
            if live(house, table).phase == "between":
                order = {"id": new_id(), "act": "next-round"}
                await house.floor.http.post(f"/api/tables/{table}/floor", json=order)


async def chain_of(house: House, table: str) -> tuple[reconciliation.Chain, dict[int, Opened]]:
    """The chain's money, and how its rounds were opened, by their closing entries' order."""

    def read(connection: sa.Connection) -> tuple[reconciliation.Chain, list[Opened]]:
        opened = sa.select(ENTRIES).where(ENTRIES.c.table_id == table, ENTRIES.c.kind == OPEN)
        rows = connection.execute(opened.order_by(ENTRIES.c.number))
        return reconciliation.read(connection, table), [decode(Entry(*r), Opened) for r in rows]

    chain, opened = await house.hall.committer.read(read)
    closed = [number for number, note in chain if isinstance(note, Closed)]
    return chain, dict(zip(closed, opened, strict=True))


async def recomputed(house: House, table: str) -> dict[str, Counter[str]]:
    """Drop, cash-outs, win and wagers since the last count that stands, from the chain alone."""
    chain, opened = await chain_of(house, table)
    moved = reconciliation.movements(chain)
    found: dict[str, Counter[str]] = {"people": Counter(), "company": Counter()}

    def of(person: str) -> Counter[str]:
        return found["company" if person.startswith("h-") else "people"]

    for number, note in chain:
        if isinstance(note, Closed):
            seats = {s: p for p, all in opened[number].players.items() for s in all}
            for seat, result in note.result["seats"].items():
                mine = of(seats[int(seat)])
                mine["won"] -= parse_money(result["net"])
                for wager in result["wagers"]:
                    if note.result["outcome"] != "void":
                        mine[wager["wager"]] += parse_money(wager["amount"])
        elif note.what == "count" and moved[number].stands is not None:
            found = {"people": Counter(), "company": Counter()}
        elif note.what in ("buy-in", "top-up"):
            of(note.details["person"])["drop"] += note.details["amount"]
        elif note.what == "cash-out":
            of(note.details["person"])["cashed"] += note.details["amount"]
    return found


def kept(takings: Takings) -> Counter[str]:
    """What a table has kept, in the same form."""
    sums = Counter({"drop": takings.drop, "cashed": takings.cashed, "won": takings.won})
    sums.update({wager: theory.amount(takings.staked, wager) for wager in takings.staked})
    return sums


def same(one: Counter[str], other: Counter[str]) -> bool:
    return {k: v for k, v in one.items() if v} == {k: v for k, v in other.items() if v}


async def page(house: House) -> Data:
    seen: Data = await house.floor.get("/api/floor")
    return seen


async def line(house: House, table: str) -> Data:
    found = [one for one in (await page(house))["tables"] if one["table"] == table]
    assert len(found) == 1
    return dict(found[0])


def alerted(seen: Data, table: str) -> dict[str, Data]:
    return {one["name"]: one for one in seen["alerts"] if one["table"] == table}


# --- figures --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["red-dog", "double-cross-poker", "winners-pot-poker"])
async def test_the_figures_are_what_the_chain_says_to_the_cent(house: House, game: str) -> None:
    """After random play of people and house players, and after a count in between."""
    table = await house.table(game, tray="20000")
    ann = await house.player(table, 1, buy_in="400")
    me = await ann.get("/api/me")
    person = Caller(PLAYER, me["person"], table=table, seat=1)
    sat = [person, *await company(house, table, 2, 4)]
    await rounds(house, table, sat, 4, seed=1)
    await ann.post(f"/api/tables/{table}/chips", id=new_id(), amount="12.50")
    for counted in (False, True):
        stands = live(house, table).snapshot
        found = await recomputed(house, table)
        assert same(kept(stands.figures.people), found["people"])
        assert same(kept(stands.figures.company), found["company"])
        both = stands.figures.people.won + stands.figures.company.won
        shift = (await house.floor.get(f"/api/tables/{table}/reconciliation"))["shifts"][-1]
        assert (shift["house_net"], shift["rounds"]) == (show_money(both), stands.figures.rounds)
        if not counted:
            assert stands.figures.rounds == 4 and found["people"]["drop"] == 41250
            assert found["company"]["drop"] == 60000
            path = f"/api/tables/{table}/tray"
            await house.floor.post(path, id=new_id(), act="count", amount=show_money(stands.tray))
            assert live(house, table).snapshot.figures == Figures(
                since=live(house, table).snapshot.figures.since
            )
            await rounds(house, table, sat, 2, seed=2)


async def test_people_and_company_are_all_and_survive_a_restart(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        table = await house.table()
        sat = await company(house, table, 1, 2, 3)
        await rounds(house, table, sat, 5)
        before = live(house, table).snapshot.figures
        seen = await line(house, table)
    async with running(tmp_path) as house:
        after = (await house.hall.keepers[table].up()).snapshot.figures
        assert after == before and after.company.won == parse_money(seen["money"]["win"])
        again = await line(house, table)
        for group in ("money", "people", "company"):
            for key in ("drop", "cashed", "win", "hold", "handle", "first"):
                assert again[group][key] == seen[group][key]
        assert again["seats"] == {"all": 7, "people": 0, "company": 3}


async def test_a_table_of_an_earlier_release_gets_its_figures_from_the_chain(
    tmp_path: Path,
) -> None:
    async with running(tmp_path) as house:
        table = await house.table()
        await rounds(house, table, await company(house, table, 1, 2), 3)
        await house.player(table, 5, buy_in="50")
        before = live(house, table).snapshot.figures
        live(house, table).snapshot.figures = Figures()  # as that release has written it
        await house.floor.post(f"/api/tables/{table}/floor", id=new_id(), act="seats", open=True)
    async with running(tmp_path) as house:
        after = (await house.hall.keepers[table].up()).snapshot.figures
        assert after.since and after.people.drop == 5000
        assert msgspec.structs.replace(after, since="") == msgspec.structs.replace(before, since="")


@pytest.mark.parametrize("seed", range(20))
async def test_whatever_is_played_people_and_company_are_all(seed: int) -> None:
    """A property of the sums themselves, over random rounds of up to seven seats."""
    random, sums = Random(seed), Figures()
    for _ in range(30):
        seats = [
            figures.Played(
                random.choice(("p-1", "h-2")),
                random.randint(-500, 500),
                {w: random.randint(1, 900) for w in ("ante", "side") if random.random() < 0.7},
            )
            for _ in range(random.randint(1, 7))
        ]
        figures._enter(sums, "ante", "settled", seats)
    for wager in ("ante", "side"):
        parts = theory.amount(sums.people.staked, wager), theory.amount(sums.company.staked, wager)
        assert sum(parts) == theory.amount(sums.staked, wager)
        for players, whole in sums.staked[wager].items():
            groups = [g.staked.get(wager, {}).get(players) for g in (sums.people, sums.company)]
            squares = sum(group.squares for group in groups if group)
            assert squares == whole.squares <= whole.wholes
            assert sum(group.wholes for group in groups if group) <= whole.wholes
    assert sums.rounds == 30 and 0 < sums.most <= 2 * 7 * 900


async def test_what_a_void_round_has_settled_is_won_though_nothing_was_staked() -> None:
    sums = Figures()
    figures._enter(sums, "ante", "void", [figures.Played("p-1", 300, {"ante": 500})])
    assert (sums.rounds, sums.people.won, sums.people.staked, sums.most) == (1, 300, {}, 0)


async def test_a_count_that_did_not_happen_gives_its_shift_back(house: House) -> None:
    table = await house.table(tray="5000")
    sat = await company(house, table, 1, 2)
    await rounds(house, table, sat, 2)
    whole = live(house, table).snapshot.figures
    path = f"/api/tables/{table}"
    holds = show_money(live(house, table).snapshot.tray)
    await house.floor.post(f"{path}/tray", id=new_id(), act="count", amount=holds)
    await rounds(house, table, sat, 1)
    after = live(house, table).snapshot.figures
    assert (whole.rounds, after.rounds) == (2, 1)
    lines = (await house.floor.get(f"{path}/reconciliation"))["shifts"][0]["lines"]
    counted = next(one["entry"] for one in lines if one["what"] == "count")

    async def correct(**right: str) -> Figures:
        state = live(house, table).state
        body = {"entry": counted, "state": state, "why": "a slip"} | right
        await house.floor.post(f"{path}/corrections", id=new_id(), **body)
        found = await recomputed(house, table)
        now = live(house, table).snapshot.figures
        assert same(kept(now.company), found["company"])
        return now

    joined = await correct()
    assert joined.rounds == 3 and joined.since[:22] == whole.since[:22]
    assert joined.company.won == whole.company.won + after.company.won
    parts = [theory.amount(one.staked) for one in (whole, after)]
    assert theory.amount(joined.staked) == sum(parts) and all(parts)
    # Corrected again, the count has happened after all.
    again = await correct(amount=holds)
    assert msgspec.structs.replace(again, since="") == msgspec.structs.replace(after, since="")


async def test_the_wagers_of_a_void_round_are_no_handle(house: House) -> None:
    table = await house.table("double-cross-poker")
    (one,) = await company(house, table, 3)
    await rounds(house, table, [one], 1)
    before = live(house, table).snapshot.figures
    staked, won = theory.amount(before.staked), before.company.won
    random = Random(0)
    async with asyncio.timeout(10):
        while live(house, table).phase != "playing":
            await act(house, table, one, random)
            order = {"id": new_id(), "act": "next-round"}
            await house.floor.http.post(f"/api/tables/{table}/floor", json=order)
    await house.floor.say(table, "dealer report stub-short")
    after = live(house, table).snapshot.figures
    assert after.rounds == 2 and theory.amount(after.staked) == staked
    assert after.company.won == won
    found = await recomputed(house, table)
    assert same(kept(after.company), found["company"])


# --- theory ---------------------------------------------------------------------------------------


def laws(**by_wager: Law) -> theory.Find:
    return lambda seats: (True, Theory({}, by_wager))


async def test_what_is_expected_is_edge_times_first_wagers_with_its_deviation() -> None:
    stakes: Stakes = {"ante": {1: Staked(10000, 25e6, 25e6)}, "raise": {0: Staked(999, 1.0, 1.0)}}
    found = theory.expected(stakes, "ante", laws(ante=Law(0.05, 4.0, 0.0)))
    assert isinstance(found, theory.Expected)
    assert found == pytest.approx((500.0, 10000.0))
    assert found.verdict(500) == found.verdict(20500) == "as expected"
    assert found.verdict(20501) == "more than expected"
    assert found.verdict(-50000) == "far less than expected"


async def test_a_side_wager_has_an_edge_of_its_own_and_widens_the_range() -> None:
    stakes: Stakes = {"ante": {2: Staked(100, 1e4, 1e4)}, "side": {0: Staked(50, 2500.0, 2500.0)}}
    found = theory.expected(stakes, "ante", laws(ante=Law(0.1, 1.0, 0.0), side=Law(0.2, 0.0, 4.0)))
    assert found == pytest.approx((20.0, 100.0 + 2 * 50.0))


async def test_what_is_not_known_is_said() -> None:
    stakes: Stakes = {"ante": {1: Staked(100, 1e4, 1e4)}}
    assert theory.expected({}, "ante", laws()) == theory.NO_ROUND
    assert theory.expected(stakes, "ante", lambda n: (False, None)) == theory.NOT_KNOWN_YET
    assert theory.expected(stakes, "ante", lambda n: (True, None)) == theory.NOT_KNOWN
    asked: list[int] = []
    several: Stakes = {"ante": {n: Staked(100, 1e4, 1e4) for n in (2, 3, 5)}}

    def find(seats: int) -> tuple[bool, Theory | None]:
        asked.append(seats)
        return False, None

    theory.expected(several, "ante", find)
    assert sorted(asked) == [2, 3, 5]  # the lab is set to work on all of them at once


async def test_seats_that_share_cards_or_a_pot_have_a_law_of_their_own() -> None:
    dog = edges.theory_of(houses.standard("red-dog"), 3)
    assert dog is not None
    law = dog.laws["original"]
    # All seats of Red Dog have the same cards: they win and lose together.
    assert law.alone == pytest.approx(0.0, abs=1e-6) and law.together == pytest.approx(
        2.545, rel=0.01
    )
    alone, five = (edges.theory_of(houses.standard("winners-pot-poker"), n) for n in (1, 5))
    assert alone is not None and five is not None
    # Against others in the pot, a player loses twice as much; who wins takes it from the others.
    assert five.laws["ante"].edge == pytest.approx(0.396, abs=0.01)
    assert alone.laws["ante"].edge == pytest.approx(0.1918, abs=0.0001)
    assert five.laws["ante"].together < 0 < five.laws["ante"].alone
    assert five.edge == alone.edge


async def test_the_page_says_what_was_expected_as_soon_as_it_is_known(house: House) -> None:
    table = await house.table("red-dog", house={"payouts.spread.1": "6 to 1"})
    assert (await line(house, table))["money"]["verdict"] == "no round yet"
    sat = await company(house, table, 1, 2)
    await rounds(house, table, sat, 3)
    async with asyncio.timeout(60):
        while (seen := await line(house, table))["money"]["verdict"] == "not known yet":
            await asyncio.sleep(0.05)
    chosen = houses.build("red-dog", {"payouts.spread.1": "6 to 1"})
    found = edges.theory_of(chosen)
    assert found is not None
    staked = parse_money(seen["money"]["first"])
    told = seen["money"]["theory"]
    assert parse_money(told["win"]) == round(found.laws["original"].edge * staked)
    stakes = live(house, table).snapshot.figures.staked["original"][2]
    together = math.sqrt(found.laws["original"].alone * stakes.wholes)
    assert parse_money(told["sd"]) == pytest.approx(together, rel=0.02)
    await house.floor.post(
        f"/api/tables/{table}/floor", id=new_id(), act="house", house={"minimum": "10"}
    )
    assert (await line(house, table))["money"]["verdict"] == theory.CHANGED


# --- who waits ------------------------------------------------------------------------------------


async def test_the_page_says_who_waits_for_what_and_how_long(house: House) -> None:
    house.stack("Qs 4c 7d 5h")
    table = await house.table("red-dog")
    ann, bob = [await house.player(table, seat, name) for seat, name in ((1, "Ann"), (3, "Bob"))]
    (wait,) = (await line(house, table))["waits"]
    assert wait["words"] == "wagers of seats 1 and 3" and wait["seats"] == [1, 3]
    await ann.say(table, "wager original 10")
    await ann.post(f"/api/tables/{table}/ready", ready=True)
    await asyncio.sleep(0.15)
    (wait,) = (await line(house, table))["waits"]
    assert wait["words"] == "wagers of seat 3" and wait["seconds"] >= 0.1
    await bob.say(table, "wager original 10")
    await bob.post(f"/api/tables/{table}/ready", ready=True)
    (wait,) = (await line(house, table))["waits"]
    assert wait["words"] in ("seats 1 and 3: raise or pass", "seat 1: raise or pass")
    assert wait["who"] == "seats" and wait["seconds"] < 5
    steps = await house.table("red-dog", dealing="steps")
    await house.player(steps, 1)
    (wait,) = (await line(house, steps))["waits"]
    assert (wait["who"], wait["words"]) == ("dealer", "the dealer: the next step")
    empty = await house.table("red-dog")
    assert (await line(house, empty))["waits"] == []


async def test_a_seat_keeps_its_time_while_another_one_is_answered_for() -> None:
    pulse = Pulse(100.0)
    one, two = Wait("a", ANSWER, 1, ("raise", "pass")), Wait("b", ANSWER, 2, ("raise", "pass"))
    pulse.follow([one, two], 110.0)
    pulse.follow([two], 115.0)
    assert pulse.waiting(120.0) == [(two, 10.0)]
    pulse.follow([one, two], 121.0)
    (said,) = in_words(pulse.waiting(122.0))
    assert said["words"] == "seats 1 and 2: raise or pass" and said["seconds"] == 12.0


async def test_rounds_per_hour_are_those_of_the_last_hour_in_bounded_memory() -> None:
    pulse = Pulse(0.0)
    assert pulse.tempo(10.0).per_hour is None
    for second in range(0, 1800, 30):
        pulse.round_ended(float(second))
    assert pulse.tempo(1800.0).per_hour == 120
    assert pulse.tempo(3600.0).per_hour == pytest.approx(60, rel=0.03)
    for second in range(3600, 400_000, 10):
        pulse.round_ended(float(second))
    assert pulse.tempo(400_000.0).per_hour == pytest.approx(360, rel=0.02)
    assert len(pulse._minutes) <= 61
    assert pulse.tempo(500_000.0).rounds == 0
    assert pulse.tempo(500_000.0).seconds == pytest.approx(3600, abs=60)


# --- alerts ---------------------------------------------------------------------------------------


def standing(**more: Any) -> survey.Standing:
    """A table at which all is well, except for what is said."""
    well = dict[str, Any](
        table="t-1", name="Table 1", game="g", title="G", rulebook="ma", house={}, first_wager="a",
        phase="playing", dealing="auto", seats=7, people=2, company=0, host="", dealer="",
        empty_since="", tray=100000, rounds=9, figures=Figures(), lately=9, watched=600.0,
        per_hour=54.0, waits=[], out=[], failed=None,
    )  # fmt: skip
    return survey.Standing(**well | more)


DEALER = {"who": "dealer", "words": "the dealer: the next step", "seconds": 40.0}
SLOW = {"who": "seats", "words": "seat 1: raise", "seconds": 400.0}
LOST = Figures(people=Takings(won=-90000))
LONG_AGO, JUST_NOW = (stamp(utc_now() + timedelta(hours=n)) for n in (-1, 1))
"""The tests may run some minutes after this."""
CASES = [
    ("waiting", {"waits": [DEALER]}, {"waits": [{**DEALER, "seconds": 20.0}]}),
    ("waiting", {"waits": [SLOW, DEALER]}, {"waits": [SLOW]}),
    ("low", {"figures": Figures(most=100001)}, {"figures": Figures(most=100000)}),
    ("filled", {"figures": Figures(fills=3)}, {"figures": Figures(fills=2)}),
    ("failed", {"failed": 120.0}, {"failed": 700.0}),
    (
        "freed",
        {"out": [survey.Out(2, "p-1", 5000, "", 60.0)]},
        {"out": [survey.Out(2, "p-1", 0, "", 60.0), survey.Out(3, "p-1", 5000, "", 300.0)]},
    ),
    ("idle", {"empty_since": LONG_AGO, "people": 0}, {"empty_since": JUST_NOW, "people": 0}),
    ("idle", {"empty_since": LONG_AGO, "company": 2}, {"empty_since": "", "company": 2}),
    ("far", {"figures": LOST}, {"figures": Figures(people=Takings(won=-70000))}),
    ("far", {"figures": LOST}, {"figures": Figures(company=Takings(won=90000))}),
]


@pytest.mark.parametrize("name, wrong, right", CASES)
async def test_every_alert_comes_when_it_should_and_only_then(
    name: str, wrong: Data, right: Data
) -> None:
    expected = theory.Expected(0.0, 20000.0)
    (alert,) = alerts.of_table(Seen(standing(**wrong), expected))
    assert alert.name == name and alert.sentence.startswith("Table 1: ")
    assert alert.link is not None and alert.link.startswith("#/table/t-1")
    assert alerts.of_table(Seen(standing(**right), expected)) == []


async def test_every_rule_is_tried_and_has_a_level() -> None:
    assert {rule.name for rule in alerts.RULES} == {name for name, *_ in CASES}
    assert all(rule.level in alerts.LEVELS for rule in alerts.RULES)


async def test_another_part_of_the_house_alerts_too_and_a_fault_of_it_does_no_harm(
    house: House,
) -> None:
    async def refusals() -> list[Alert]:
        return [Alert("sign-in", "urgent", "20 sign-ins were refused in a minute")]

    async def broken() -> list[Alert]:
        raise ArithmeticError

    house.hall.overview.sources += [broken, refusals]
    try:
        told = (await page(house))["alerts"]
        assert told[0]["name"] == "sign-in" and told[0]["link"] is None
    finally:
        house.hall.overview.sources.clear()


async def test_a_table_that_cannot_be_read_does_not_break_the_page(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, other = await house.table(name="Broken"), await house.table()
    monkeypatch.setattr(overview, "PATIENCE", 0.3)
    keeper = house.hall.keepers[table]

    def fail() -> LiveTable:
        raise RuntimeError("a damaged row")

    with monkeypatch.context() as patched:
        patched.setattr(keeper, "_load", fail)
        keeper.live = None
        seen = await page(house)
        lines = {one["table"]: one for one in seen["tables"]}
        assert lines[table]["problem"] == "cannot be read now" and lines[table]["name"] == "Broken"
        assert lines[other]["problem"] is None
        assert alerted(seen, table)["failed"]["level"] == "urgent"
        patched.setattr(keeper, "at_rest", asyncio.Event().wait)  # it never answers
        assert (await line(house, table))["problem"] == "cannot be read now"
    async with asyncio.timeout(10):
        while (await line(house, table))["problem"] is not None:
            await asyncio.sleep(0.05)


# --- the page -------------------------------------------------------------------------------------


async def test_the_page_adds_up_and_keeps_people_and_house_players_apart(tmp_path: Path) -> None:
    async with running(tmp_path) as house:
        first, second = await house.table(), await house.table("double-down-stud")
        await house.player(first, 1, buy_in="300")
        await company(house, first, 2)
        await rounds(house, second, await company(house, second, 2, 3), 2)
        seen = await page(house)
        totals = seen["totals"]
        lines = [one for one in seen["tables"] if one["problem"] is None]
        assert totals["tables"] == len(lines)
        for group, key in itertools.product(("people", "company"), ("drop", "win", "handle")):
            whole = sum(parse_money(one[group][key]) for one in lines)
            assert parse_money(totals[group][key]) == whole
        assert totals["people"]["drop"] == "300.00" and totals["company"]["drop"] == "900.00"
        assert totals["money"]["drop"] == "1200.00"
        assert totals["seated"] == {"people": 1, "company": 3}
        by_table = {one["table"]: one for one in lines}
        assert by_table[first]["people"]["hold"] == 0.0
        assert by_table[second]["people"]["hold"] is None
        assert by_table[second]["rounds"] == 2


async def test_a_private_table_names_its_host_and_dealer(house: House) -> None:
    table = await house.table()
    me = await (await house.guest("Hanna")).get("/api/me")
    stands = live(house, table).snapshot
    stands.host = stands.dealer = me["person"]
    stands.empty_since = LONG_AGO
    seen = await page(house)
    found = next(one for one in seen["tables"] if one["table"] == table)
    assert found["host"] == found["dealer"] == {"person": me["person"], "name": "Hanna"}
    assert "nobody has sat" in alerted(seen, table)["idle"]["sentence"]


async def test_surveillance_and_the_floor_see_it_and_nobody_else(house: House) -> None:
    table = await house.table()
    player = await house.player(table, 1)
    for role in ("floor", "surveillance", "administrator"):
        await (await house.of_role(role)).get("/api/floor")
    await house.public.get("/api/floor", 401)
    await (await house.guest()).get("/api/floor", 403)
    await player.get("/api/floor", 403)


async def test_a_closed_table_is_not_on_the_page(house: House) -> None:
    table = await house.table()
    await house.floor.post(f"/api/tables/{table}/close", id=new_id())
    assert table not in {one["table"] for one in (await page(house))["tables"]}


@pytest.mark.postgres
async def test_tables_of_another_process_are_on_the_page(postgres: Any, tmp_path: Path) -> None:
    url = postgres.database()
    async with running(url, data=tmp_path) as one, running(url, data=tmp_path) as other:
        table = await one.table("red-dog")
        sat = await company(one, table, 1, 2)
        await rounds(one, table, sat, 2)
        assert table in one.hall.keepers and table not in other.hall.keepers
        here = await line(one, table)
        seen = await other.visitor(one.floor.token).get("/api/floor")
        (there,) = [found for found in seen["tables"] if found["table"] == table]
        for key in ("name", "seats", "rounds", "tray", "people"):
            assert there[key] == here[key]
        assert there["company"]["win"] == here["company"]["win"]
        assert there["company"]["handle"] == here["company"]["handle"] != "0.00"


# --- what it costs --------------------------------------------------------------------------------


async def test_a_long_evening_costs_the_page_no_more_than_a_short_one(house: House) -> None:
    """Rows are counted, not milliseconds: the journal is not read at all."""
    table = await house.table()
    sat = await company(house, table, 1, chips=100000)
    engine = house.hall.store.engine
    statements: list[str] = []

    def count(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        statements.append(statement)

    async def cost() -> tuple[int, list[str]]:
        """How many tables the page shows, and what it read; the least of five looks.

        The server reads something of its own now and then, which is not the page's.
        """
        return min([await look() for _ in range(5)], key=lambda one: len(one[1]))

    async def look() -> tuple[int, list[str]]:
        statements.clear()
        sa.event.listen(engine, "after_cursor_execute", count)
        try:
            seen = await page(house)
        finally:
            sa.event.remove(engine, "after_cursor_execute", count)
        read = [one for one in statements if "SELECT" in one.upper()]
        return len(seen["tables"]), read

    await rounds(house, table, sat, 1)
    tables, short = await cost()
    await rounds(house, table, sat, 40)
    again, long = await cost()
    assert tables == again and len(short) == len(long)
    assert not [one for one in long if "entries" in one]
    # One for the list of tables, one for the caller's token; nothing for each table.
    assert len(long) <= 4


async def test_the_snapshot_stays_small_however_many_rounds_there_were(house: House) -> None:
    table = await house.table()
    sat = await company(house, table, 1, 2, chips=100000)
    await rounds(house, table, sat, 2)
    size = len(msgspec.json.encode(live(house, table).snapshot.figures))
    await rounds(house, table, sat, 40)
    # Sums have more digits, and somebody may have raised for the first time.
    assert len(msgspec.json.encode(live(house, table).snapshot.figures)) < size + 160
    assert Snapshot.decode(live(house, table).snapshot.encode()) == live(house, table).snapshot


async def test_house_players_are_known_by_their_pseudonym() -> None:
    assert is_house_player(new_house_player()) and not is_house_player("p-1")


async def test_people_who_play_by_socket_are_counted_too(house: House) -> None:
    table = await house.table()
    ann = await house.player(table, 1, buy_in="500")
    async with ann.socket(table) as socket:
        await play([socket], table, rounds=2)
    found = await recomputed(house, table)
    assert same(kept(live(house, table).snapshot.figures.people), found["people"])
