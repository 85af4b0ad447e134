"""Play rounds with every kind of viewer and look for cards where they do not belong.

``python -m tests.server.leaks GAME ROUNDS [SEED] [leaky]`` runs in a separate process: every card
of every pack gets a name that occurs nowhere else (``As~K9f…``), so that no card can be in a
message by accident. Every byte that is sent is searched.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from croupier.journal.fairness import Order
from croupier.nouns import cards, hands
from croupier.stage.events import Event
from croupier.stage.layout import Layout
from croupier.stage.vocabulary import Discard, Disclose

CANARY = re.compile(r"[2-9TJQKA][cdhs]~K[0-9a-f]{12}")


def canary(order: Order, number: int) -> cards.Card:
    """Return a name for one card in one pack, known to everything that looks cards up."""
    plain = cards.DECK[number % 52]
    mark = sha256(order.nonce + number.to_bytes(2)).hexdigest()[:12]
    named = cards.Card(f"{plain}~K{mark}")
    for known in (cards.INDEX, cards.VALUE, hands._WEIGHT):
        known[named] = known[plain]
    return named


def name_cards() -> None:
    """Give every card of every pack its own name."""

    def dealt(self: Order, contributions: Sequence[str]) -> list[cards.Card]:
        return [canary(self, number) for number in self.composed(contributions)]

    for name, made in {"dealt": dealt}.items():
        setattr(Order, name, made)


class Oracle:
    """The cards that each viewer has had the right to see, by what lay on the felt for whom.

    It is made from the layout after every step, not from the events or from what the server shows.
    """

    def __init__(self) -> None:
        self.everybody: set[str] = set()
        self.seat: defaultdict[int, set[str]] = defaultdict(set)
        self.out: set[str] = set()
        """Cards that have left the shoe, which surveillance sees."""
        self.found: list[str] = []
        """What was sent to a viewer who should not see it."""

    def look(self, layout: Layout, step: Event) -> None:
        """Note what lies on the felt now."""
        for pile in layout.laid.values():
            for card, up in zip(pile.cards, pile.up, strict=True):
                (self.everybody if up else self.seat[pile.owner]).add(card)
        self.out |= set(layout.shoe.cards[: layout.shoe.pos])
        # A discard is laid off openly. The burn card is shown to whoever has asked for it.
        if isinstance(step, Discard | Disclose) and step.card is not None:
            self.everybody.add(step.card)

    def revealed(self, order: Order) -> None:
        """Note that a pack has left play, so that all of it is published."""
        self.everybody |= {canary(order, number) for number in order.cards}

    def may_see(self, card: str, eyes: str) -> bool:
        if card in self.everybody or (eyes == "surveillance" and card in self.out):
            return True
        return eyes.startswith("seat:") and card in self.seat[int(eyes[5:])]


async def watch(game: str, rounds: int, seed: int) -> tuple[int, int]:
    """Play and search, and return how many messages and cards were looked at."""
    from tests.server.visitors import running

    with tempfile.TemporaryDirectory() as directory:
        async with running(Path(directory), pause=3600.0) as house:
            return await _watch(house, game, rounds, Random(seed))


async def _watch(house: Any, game: str, rounds: int, random: Random) -> tuple[int, int]:
    from croupier.server import hub as hubs
    from croupier.server.live import LiveTable

    oracle = Oracle()
    messages = found = 0

    def search(text: str, eyes: str) -> None:
        nonlocal messages, found
        messages += 1
        for card in CANARY.findall(text):
            found += 1
            if not oracle.may_see(card, eyes):
                oracle.found.append(f"{eyes} was sent {card}: {text[:2000]}")

    # The oracle looks after every step of every layout, and hears of each revealed pack.
    reveal, perform = LiveTable.reveal, Layout.perform

    def revealing(live: LiveTable) -> None:
        if live.order is not None:
            oracle.revealed(live.order)
        reveal(live)

    def performing(layout: Layout, step: Event) -> Any:
        answer = perform(layout, step)
        oracle.look(layout, step)
        return answer

    for owner, name, made in ((LiveTable, "reveal", revealing), (Layout, "perform", performing)):
        setattr(owner, name, made)
    house.hall.pit.next_order = _orders(random)
    table = await house.table(game)
    seats = [1, 2, 4]
    players = [await house.player(table, seat, f"P{seat}", buy_in="1000") for seat in seats]
    keeper = house.hall.keepers[table]
    callers = {}
    for seat, player in zip(seats, players, strict=True):
        callers[f"seat:{seat}"] = player
    callers |= {"public": await house.guest(), "surveillance": await house.of_role("surveillance")}
    callers["floor"] = house.floor
    callers["dealer"] = await house.of_role("dealer")

    class Ear(hubs.Listener):
        """A connection whose messages are searched instead of sent."""

        def __init__(self, caller: Any, eyes: str) -> None:
            super().__init__(caller)
            self.eyes = eyes

        def send(self, message: str) -> None:
            search(message, self.eyes)

    for who, visitor in callers.items():
        caller = await house.hall.people.caller(visitor.token)
        ear = Ear(caller, "public" if who in ("floor", "dealer") else who)
        house.hall.hub.join(ear)
        house.hall.hub.watch(ear, table)
    await _play(house, keeper, table, rounds, random, callers, search, oracle)
    return messages, found


def _orders(random: Random) -> Any:
    """Return shuffles that a seed repeats."""

    def order(size: int) -> Order:
        numbers = list(range(size))
        random.shuffle(numbers)
        return Order(tuple(numbers), random.randbytes(32))

    return order


async def _play(
    house: Any,
    keeper: Any,
    table: str,
    rounds: int,
    random: Random,
    callers: Any,
    search: Any,
    oracle: Any,
) -> None:
    """Say anything legal, irregularities included. Refusals are searched, too.

    Every other round or so, a person deals step by step.
    """
    from croupier.server.commands import LeaveBox, Proceed, Say, TakeBox, Tick, TopUp
    from croupier.server.errors import Problem
    from croupier.server.people import FLOOR as FLOOR_ROLE
    from croupier.server.people import PLAYER, Caller
    from croupier.stage.actions import DEALER, FLOOR
    from tests.journal.rounds import anything_legal

    players = {
        n: Caller(PLAYER, place.person, table=table, seat=n)
        for n, place in keeper.live.snapshot.seats.items()
    }
    floor = Caller(FLOOR_ROLE, "p-floor")
    dealer = await house.hall.people.caller(callers["dealer"].token)
    asked = 0
    while keeper.live.snapshot.rounds < rounds:
        assert not oracle.found, oracle.found[0]
        live = keeper.live
        if live.round is None:
            for n, place in live.snapshot.seats.items():
                if place.chips < 20_000:
                    await house.hall.cage.deposit(place.person, 100_000, "house", f"d{asked}")
                    more = TopUp(table=table, id=f"t{asked}", amount="1000")
                    await house.hall.pit.ask(table, more, players[n])
                asked += 1
            await keeper.ask(Tick(keeper.clock.turn, "next"))
            continue
        asked += 1
        if asked == 1 or random.random() < 0.02:
            box = LeaveBox if live.snapshot.dealer else TakeBox
            await keeper.ask(box(table=table, id=f"b{asked}"), dealer)
            continue
        if live.round.pending is not None:
            await keeper.ask(Proceed(table=table, id=f"p{asked}", state=live.state), dealer)
            continue
        action = anything_legal(random, live.round)
        wrong = random.random() < 0.1
        said = random.choice(["fold", "close", "raise 10", "pass"]) if wrong else str(action)
        speaker = random.choice([1, 2, 4, DEALER, FLOOR]) if wrong else action.actor
        words = said if wrong else said.partition(" ")[2]
        if isinstance(speaker, str):
            words = f"{speaker} {words}"
        command = Say(table=table, id=f"a{asked}", said=words, state=live.state)
        deals = dealer if live.snapshot.dealer else floor
        try:
            await keeper.ask(command, deals if speaker == DEALER else players.get(speaker, floor))
        except Problem as problem:
            search(str(problem.as_data()), "public")
        if random.random() < 0.02:
            who = random.choice([*callers, "nobody"])
            await _read_records(house, keeper, table, who, callers.get(who, house.public), search)


async def _read_records(
    house: Any, keeper: Any, table: str, who: str, visitor: Any, search: Any
) -> None:
    """Ask for pictures, records, replays, disputes and packs."""
    number = keeper.live.number
    paths = [
        f"/api/tables/{table}",
        f"/api/tables/{table}/packs?last=2",
        "/api/rounds",
        "/api/lobby",
    ]
    if number:
        paths += [f"/api/rounds/{number}{part}" for part in ("", "/steps", "/record")]
        paths.append(f"/api/disputes?rounds={number}")
    eyes = {"nobody": "public", "dealer": "public"}
    eyes["floor"] = "surveillance" if keeper.live.round is None else "public"
    for path in [*paths, "/metrics"]:
        response = await visitor.http.get(path)
        search(response.text, eyes.get(who, who))


def hurry() -> None:
    """Commit and read at once and without the disk, as durability does not matter here."""
    from croupier.journal import database as journal
    from croupier.server.database import Committer

    async def commit(self: Any, entries: Any = (), also: Any = (), **how: Any) -> None:
        self.store.append(entries, also)

    async def read(self: Any, query: Any) -> Any:
        with self.store.engine.connect() as connection:
            return query(connection)

    def careless(connection: Any, record: object) -> None:
        connection.execute("PRAGMA journal_mode=MEMORY")
        connection.execute("PRAGMA synchronous=OFF")

    for owner, name, made in (
        (Committer, "commit", commit),
        (Committer, "read", read),
        (journal, "_durable", careless),
    ):
        setattr(owner, name, made)


def leak() -> None:
    """Give the public a seat's view, so that the search has something to find."""
    from croupier.server import shown

    honest = shown.viewer_of

    def broken(live: Any, caller: Any) -> Any:
        viewer = honest(live, caller)
        return shown.Viewer(viewer.role, "seat:1") if viewer.eyes == "public" else viewer

    vars(shown)["viewer_of"] = broken


def main() -> None:
    """``GAME ROUNDS [SEED] [leaky]``"""
    game, rounds, *more = sys.argv[1:]
    name_cards()
    hurry()
    if "leaky" in more:
        leak()
    seed = next((int(word) for word in more if word.isdigit()), 1)
    messages, found = asyncio.run(watch(game, int(rounds), seed))
    print(f"{game}: {rounds} rounds, {messages} messages, {found} cards in them, none hidden")
    assert found > int(rounds)


if __name__ == "__main__":
    main()
