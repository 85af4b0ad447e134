"""Make the kept files of release 0.1.0, by 0.1.0 itself: ``python make_0_1_0.py FOLDER``.

It runs only under that release: in a checkout of the commit that README.md names, with that
release's tests beside it,

    PYTHONPATH=src:. python …/tests/kept/make_0_1_0.py …/tests/kept/0.1.0

Only the server's database and the shoe of one sitting in the terminal differ from run to run, in
their cards, tokens and times. Still, do not make the files again without need: being old is their
purpose.
"""

# It uses modules that have moved in later releases.
# mypy: ignore-errors
# ruff: noqa: I001

from __future__ import annotations

import asyncio
import gzip
import io
import json
import shutil
import sqlite3
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, redirect_stdout
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import sqlalchemy as sa

import croupier
from croupier import games, house, record
from croupier.actions import DEALER, Action, Refusal
from croupier.cli import main as command
from croupier.equipment.shoe import ordered
from croupier.events import PUBLIC, SURVEILLANCE, encode
from croupier.journal import (
    Journal,
    JournalError,
    Recorder,
    RoundLog,
    memory_journal,
    open_journal,
    to_record,
)
from croupier.journal.resume import Pace
from croupier.lab.simulate import job_for, simulate
from croupier.server import people, reconciliation, schema
from croupier.server.snapshot import Snapshot
from croupier.table import Table
from croupier.terminal import store
from croupier.terminal.sitting import Sitting, start_of
from tests import golden
from tests.houses import HOUSES
from tests.journal.rounds import anything_legal, play
from tests.server.visitors import FAST, House, Visitor, new_id, running
from tests.server.visitors import play as play_online

RELEASE = "0.1.0"
VIEWERS = (PUBLIC, "seat:1")
COUPONS = {"match_play": True}
TRIED = 600
"""The most rounds that are tried for sentences that nobody has said yet."""

Data = dict[str, Any]
Writing = Iterator[None]
"""A table that writes its rounds one by one, between those of others."""


# --- the journal ----------------------------------------------------------------------------------


class Clock:
    """A clock that advances a second at every look."""

    def __init__(self) -> None:
        self.now = datetime(2026, 7, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


def written_down(journal: Journal, path: Path, clock: Clock, opened: set[bytes]) -> Writing:
    """Record a golden playthrough, with its opening unless another table has had the same.

    A round that does not come to its end stays open.
    """
    running = record.Running(record.read(path))
    recorder = Recorder(journal, f"{initials(path.parent.name)} {path.stem}", clock=clock)
    opening = Table(running.game, running.house, {}).open()
    if (told := encode(opening.told())) not in opened:
        opened.add(told)
        recorder.note_opening(opening)
    for i, entry in enumerate(running.record.rounds, 1):
        later = [card for other in running.record.rounds[i:] for card in other.cards]
        round = running.table.begin(
            entry.cards, situation=entry.situation, face_up=entry.face_up, later=later
        )
        running.rounds.append(round)
        recorder.begin_round(round)
        try:
            for action in entry.actions:
                recorder.act(action)
        except Refusal:
            return
        if not round.over:
            return
        recorder.end_round()
        yield


def new_table(game: str, state: str, options: Data, seed: str) -> tuple[Random, Table]:
    """Return a table with a few seats of random money, and the generator of its choices."""
    random = Random(seed)
    chosen = house.build(game, options, state)
    places = range(1, min(chosen["seats"], 5) + 1)
    numbers = sorted(random.sample(places, random.randint(1, min(3, len(places)))))
    shoes = iter(range(1_000_000))
    return random, Table(
        games.load(game),
        chosen,
        {n: random.choice([20_000, 100_000, 10_000_000]) for n in numbers},
        players={"Ann": numbers[:2]} if len(numbers) > 1 and random.random() < 0.7 else {},
        shuffle=lambda pack: ordered(pack, f"{seed}/{next(shoes)}"),
    )


def at_random(
    journal: Journal,
    name: str,
    game: str,
    state: str,
    options: Data,
    seed: str,
    rounds: int,
    clock: Clock,
) -> Writing:
    """Say anything legal, with notes between rounds."""
    random, table = new_table(game, state, options, seed)
    recorder = Recorder(journal, name, clock=clock)
    if random.random() < 0.1:
        recorder.note_opening(table.open())
    least = table.house.values.get("minimum") or table.house["ante"]
    for _ in range(rounds):
        if all(cents < least for cents in table.bankrolls.values()):
            return
        play(random, table, recorder)
        table.finish()
        dice = random.random()
        if dice < 0.2:
            table.new_dealer()
            recorder.note("new dealer")
        elif dice < 0.3 and "idle" in table.game.situation:
            table.idle()
            recorder.note("idle")
        elif dice < 0.4:
            table.reshuffle()
            recorder.note("reshuffle", by="floor")
        yield


def step_by_step(journal: Journal, game: str, state: str, clock: Clock) -> Writing:
    """Deal step by step as at a live table, where everybody who speaks has a name."""
    random, table = new_table(game, state, {}, f"{game} {state} step by step")
    recorder = Recorder(journal, f"{initials(game)} {state} by steps", clock=clock)
    for bought in (5_000,):
        seat = min(table.bankrolls)
        table.bankrolls[seat] += bought
        recorder.note("buy-in", seat=seat, person="p-1", amount=bought, id=f"buy-{bought}")
        round = table.begin(hold=Pace())
        recorder.begin_round(round)
        for i in range(1_000):
            if round.pending is not None:
                recorder.append(round.proceed(), by="floor", id=f"go-{bought}-{i}")
            elif round.over:
                break
            else:
                said = anything_legal(random, round)
                by = f"p-{said.actor}" if isinstance(said.actor, int) else str(said.actor)
                recorder.append(round.act(said), by=by, id=f"say-{bought}-{i}")
        recorder.end_round()
        table.finish()
        yield


def another_house(journal: Journal, clock: Clock) -> Writing:
    """Change the house between two rounds. Its devices leave the table with it."""
    random, table = new_table("double-cross-poker", "ma", {}, "another house")
    recorder = Recorder(journal, "another house", clock=clock)
    play(random, table, recorder)
    yield
    chosen = house.build("double-cross-poker", {"shuffler": "manual"}, "ma")
    done = table.change_house(chosen, devices_removed=True)
    recorder.note(
        "house",
        house=chosen.changed(),
        fingerprint=chosen.fingerprint(),
        events=done.events,
        by="floor",
    )
    play(random, table, recorder)
    yield


def laid_aside(journal: Journal, clock: Clock) -> Writing:
    """Record a round that is laid aside, and the one after it."""
    random, table = new_table("red-dog", "ma", {}, "laid aside")
    recorder = Recorder(journal, "laid aside", clock=clock)
    round = table.begin()
    recorder.begin_round(round)
    seat = min(round.layout.seats)
    recorder.act(f"{seat} wager original 10")
    recorder.act(f"{seat} withdraw original")
    recorder.lay_aside()
    table.round = None
    yield
    play(random, table, recorder)
    yield


def taken_up(journal: Journal, game: str, state: str, clock: Clock) -> Writing:
    """Stop a recorder in the middle of a round, and let another continue it."""
    random, table = new_table(game, state, {}, f"{game} {state} taken up")
    name = f"{initials(game)} {state} taken up"
    round = table.begin()
    first = Recorder(journal, name, clock=clock)
    first.begin_round(round)
    seats = 0
    while not round.over:
        said = anything_legal(random, round)
        seats += isinstance(said.actor, int)
        if seats == 2:
            break
        first.act(said)
    yield
    second = Recorder(journal, name, clock=clock)
    second.resume_round(round)
    while not round.over:
        second.act(anything_legal(random, round))
    second.end_round()
    yield


def left_open(journal: Journal, game: str, state: str, clock: Clock) -> Writing:
    """Leave the table's last round in the middle, with cards on the felt."""
    random, table = new_table(game, state, {}, f"{game} {state} left open")
    recorder = Recorder(journal, f"{initials(game)} {state} left open", clock=clock)
    play(random, table, recorder)
    table.finish()
    yield
    round = table.begin()
    recorder.begin_round(round)
    first = games.load(game).first_wager
    for seat in round.layout.seats:
        offers = [o for o in round.legal(seat) if o.verb == "wager" and o.args[0] == first]
        for offer in offers[:1]:
            recorder.act(offer.action(lambda amount: amount.low))
    recorder.act(Action(DEALER, "close"))
    yield


def shape(said: str) -> str:
    """Return a sentence without its numbers."""
    actor, *words = said.split()
    who = "seat" if actor.isdigit() else actor
    return " ".join([who, *("N" if word[0].isdigit() else word for word in words)])


def every_sentence(game: str) -> set[str]:
    """Return the shapes of all sentences of a game."""
    roles = ("seat", "dealer", "floor")
    spoken = [
        f"{role} {words}" for role in roles for words in games.load(game).grammar.sentences(role)
    ]
    return {words.replace("AMOUNT", "N").replace("SEAT", "N") for words in spoken}


def heard_in(journal: Journal) -> set[tuple[str, str, str]]:
    """Return what was said under which document."""
    logs = (journal.round(line.number) for line in journal.rounds())
    return {
        (log.opened.game, log.opened.rulebook, shape(said)) for log in logs for said in log.actions
    }


def journal_of(file: Path) -> None:
    """Record every golden playthrough, every house, and rounds in which every sentence is said."""
    plans: list[tuple[Any, ...]] = []
    documents = [(game, state) for game in HOUSES for state in games.load(game).states]
    for game, state in documents:
        for n, options in enumerate([*HOUSES[game], COUPONS]):
            plans.append(
                (f"{initials(game)} {state} house {n}", game, state, options, f"house {n}", 1)
            )
    trial = memory_journal()
    for path in golden.records():
        exhaust(written_down(trial, path, Clock(), set()))
    for plan in plans:
        exhaust(at_random(trial, *plan, Clock()))
    heard = heard_in(trial)
    for game, state in documents:
        wanted = {(game, state, sentence) for sentence in every_sentence(game)} - heard
        for seed in range(TRIED):
            name = f"{initials(game)} {state} {seed}"
            plan = (name, game, state, HOUSES[game][seed % len(HOUSES[game])], name, 1)
            alone = memory_journal()
            exhaust(at_random(alone, *plan, Clock()))
            if found := wanted & heard_in(alone):
                wanted -= found
                plans.append(plan)
            if not wanted:
                break
        for left in sorted(wanted):
            print("nobody says:", *left, file=sys.stderr)
    clock = Clock()
    with open_journal(file, create=True) as journal:
        opened: set[bytes] = set()
        writing: list[Writing] = [
            written_down(journal, path, clock, opened) for path in golden.records()
        ]
        writing += [at_random(journal, *plan, clock) for plan in plans]
        writing += [another_house(journal, clock), laid_aside(journal, clock)]
        for game, state in documents:
            for made in (step_by_step, taken_up, left_open):
                writing.append(made(journal, game, state, clock))
        while writing:
            writing = [one for one in writing if next(one, writing) is None]
        Recorder(journal, "closed", clock=clock).note("close", by="floor", id="c-1")


def initials(game: str) -> str:
    """Return a game's initials for the name of a table."""
    return "".join(word[0] for word in game.split("-"))


def exhaust(writing: Writing) -> None:
    """Write all rounds of one table, one after another."""
    for _ in writing:
        pass


def told_of(file: Path) -> Data:
    """Return what 0.1.0 says of a journal. For the public and a seat keep only differences."""
    rounds: Data = {}
    tables: dict[str, list[RoundLog]] = {}
    with open_journal(file) as journal:
        for line in journal.rounds():
            log = journal.round(line.number)
            tables.setdefault(log.table, []).append(log)
            rounds[str(log.number)] = _round(log)
    return {
        "release": croupier.__version__,
        "verify": verified(file),
        "tables": {table: _exported(logs) for table, logs in tables.items() if len(logs) > 1},
        "rounds": rounds,
    }


def _round(log: RoundLog) -> Data:
    whole = log.told(SURVEILLANCE)
    return {
        "table": log.table,
        "game": log.opened.game,
        "rulebook": log.opened.rulebook,
        "outcome": log.outcome,
        "actions": log.actions,
        "cards": log.cards,
        "result": None if log.closed is None else log.closed.result,
        "record": _exported([log]),
        SURVEILLANCE: whole,
        **{
            viewer: {str(i): one for i, one in enumerate(log.told(viewer)) if one != whole[i]}
            for viewer in VIEWERS
        },
    }


def _exported(logs: list[RoundLog]) -> Data:
    """Return the record that ``croupier journal export`` writes, and what running it gives."""
    try:
        text = record.write(to_record(logs))
    except JournalError as error:
        return {"refused": str(error)}
    ran = record.run(record.parse(text))
    alone = len(logs) == 1 and logs[0].closed is not None
    if alone and {k: v for k, v in ran.items() if k != "events"} != logs[0].closed.result:
        print(f"round {logs[0].number} exported is not what was recorded", file=sys.stderr)
    money = {key: ran[key] for key in ("outcome", "seats", "house", "error") if key in ran}
    return {"text": text} | ({} if alone else {"gives": money})


def verified(file: Path) -> Data:
    """Return the document of ``journal verify --replay --json``."""
    said = io.StringIO()
    with redirect_stdout(said):
        try:
            command(["journal", "verify", "--database", str(file), "--replay", "--json"])
        except SystemExit as ended:
            assert not ended.code, said.getvalue()
    return json.loads(said.getvalue())


def compact(file: Path, page: int = 4096) -> None:
    """Put everything into the file itself, as small as possible."""
    with closing(sqlite3.connect(file)) as database:
        # Larger pages waste less on entries that do not fit into one. WAL is the release's mode.
        for setting in ("journal_mode=DELETE", f"page_size={page}"):
            database.execute(f"PRAGMA {setting}")
        database.execute("VACUUM")
        database.execute("PRAGMA journal_mode=WAL")
    assert not file.with_name(f"{file.name}-wal").exists()


def keep(file: Path, data: Data) -> None:
    """Write JSON that takes little space and can still be read line by line."""
    lines = [
        f"{json.dumps(k)}: {_short(v)}"
        for k, v in data.items()
        if k != "rounds" or not isinstance(v, dict)
    ]
    if isinstance(data.get("rounds"), dict):
        rows = ",\n".join(f"{json.dumps(n)}: {_short(one)}" for n, one in data["rounds"].items())
        lines.append(f'"rounds": {{\n{rows}\n}}')
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    written = text.encode()
    file.write_bytes(gzip.compress(written, mtime=0) if file.suffix == ".gz" else written)


def _short(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


# --- the server's database ------------------------------------------------------------------------

DECADES = 24 * 365 * 100
"""Hours that tokens last, as the database will be opened long after it was made."""
PATIENT = {"timeout": 3600}
SECONDS = 3600.0
"""Seconds that a finished round stays on the felt, so that tables stay where they are."""


async def server_of(folder: Path) -> Data:
    """Leave a house with people and tables in every state, and return what is known of it."""
    people.HOURS = dict.fromkeys(people.HOURS, DECADES)
    tables: dict[str, str] = {}
    seated: dict[str, dict[int, Visitor]] = {}

    async with running(folder) as house:
        await an_evening(house, tables, seated)
    async with running(folder, FAST, pause=SECONDS) as house:
        held = {
            name: {seat: house.visitor(one.token) for seat, one in seats.items()}
            for name, seats in seated.items()
        }
        people_of = await come_and_go(house, tables, held)
        await house.hall.notary.sign()
        await finish(house, tables["between"], held["between"])
        await stop_in_the_middle(house, tables, held)
        tokens = {
            name: {str(seat): visitor.token for seat, visitor in seats.items()}
            for name, seats in held.items()
        }
    known: Data = {
        "release": croupier.__version__,
        "tables": tables,
        "tokens": {"seats": tokens, **people_of},
        **in_the_database(folder / "journal.db"),
    }
    with TemporaryDirectory() as directory:
        again = Path(directory) / "again"
        shutil.copytree(folder, again)
        async with running(again, FAST, pause=SECONDS) as house:
            known |= await taken_up_again(house, tables, tokens, people_of)
    return known


async def taken_up_again(
    house: House, tables: dict[str, str], tokens: dict[str, dict[str, str]], people_of: Data
) -> Data:
    """Return what 0.1.0 shows after it has been started again."""
    newest = (await house.floor.get("/api/rounds"))["rounds"]
    return {
        "pictures": {
            name: await pictures(house, table, tokens.get(name, {}))
            for name, table in tables.items()
        },
        "me": {
            name: {seat: await house.visitor(token).get("/api/me") for seat, token in seats.items()}
            for name, seats in tokens.items()
        },
        "packs": {
            name: (await house.public.get(f"/api/tables/{table}/packs", last=50))["packs"]
            for name, table in tables.items()
        },
        "rounds": {
            str(row["round"]): await house.floor.get(f"/api/rounds/{row['round']}")
            for row in newest
        },
        "chair": await chair_of(house, people_of),
    }


def in_the_database(file: Path) -> Data:
    """Return the verdict on the journal, and what the database holds beside the chains."""
    with open_journal(file) as journal:
        verdict, keys = journal.verify(), journal.store.keys()
        assert verdict.verified, verdict
        with journal.store.engine.connect() as connection:
            return {
                "verify": verdict.as_data(),
                "keys": [key.key for key in keys],
                **counted(connection),
            }


async def an_evening(
    house: House, tables: dict[str, str], seated: dict[str, dict[int, Visitor]]
) -> None:
    """Open tables, seat people, and play some rounds at each."""
    for name, game, state, options, seats in (
        ("wagering", "red-dog", "ma", {}, (1, 4)),
        ("raising", "red-dog", "ma", {"decks": 2, "shuffler": "manual"}, (2, 3)),
        ("doubling", "double-down-stud", "ma", {"payout_limit": "100000"}, (1, 2)),
        ("crossing", "double-cross-poker", "ma", {}, (1, 2)),
        ("steps", "double-cross-poker", "nj", {"shuffler": "manual"}, (1, 3)),
        ("betting", "winners-pot-poker", "ma", {}, (1, 2, 5)),
        ("between", "winners-pot-poker", "ma", {"commission.fixed": "2"}, (2, 6)),
        ("closed", "red-dog", "ma", {}, (1,)),
        ("empty", "double-down-stud", "ma", {}, ()),
    ):
        tables[name] = table = await house.table(
            game, rulebook=state, house=options | PATIENT, tray="20000"
        )
        seated[name] = {
            seat: await house.player(table, seat, f"{name} {seat}", buy_in="400") for seat in seats
        }
        players = list(seated[name].values())
        if players:
            body = {"id": new_id(), "value": f"{name} brings luck"}
            await players[0].post(f"/api/tables/{table}/entropy", **body)
            sockets = [player.socket(table) for player in players]
            opened = [await socket.__aenter__() for socket in sockets]
            await play_online(opened, table, 2, seed=len(name))
            for socket in sockets:
                await socket.__aexit__(None, None, None)


async def come_and_go(
    house: House, tables: dict[str, str], seated: dict[str, dict[int, Visitor]]
) -> dict[str, Any]:
    """Use the cage, the floor, an invitation and the chair, and return the tokens that matter."""
    await house.floor.post(f"/api/tables/{tables['closed']}/close", id=new_id())
    del seated["closed"]
    for act, amount in (("fill", "500"), ("credit", "200")):
        await house.floor.post(
            f"/api/tables/{tables['between']}/tray", id=new_id(), act=act, amount=amount
        )
    tray = (await house.floor.picture(tables["between"]))["tray"]
    await house.floor.post(
        f"/api/tables/{tables['between']}/tray", id=new_id(), act="count", amount=tray
    )
    await house.floor.post(
        f"/api/tables/{tables['between']}/floor", id=new_id(), act="seats", open=False
    )
    waits = await house.floor.post(
        f"/api/tables/{tables['between']}/invitations", 201, id=new_id(), seat=3, buy_in="150"
    )
    came = await house.floor.post(
        f"/api/tables/{tables['between']}/invitations", 201, id=new_id(), seat=4, buy_in="120"
    )
    guest = house.visitor(came["token"])
    sat = await guest.post("/api/invitations/accept", 201, id=new_id(), name="Gus")
    gus = house.visitor(sat["token"])
    await gus.post(f"/api/tables/{tables['between']}/leave", id=new_id())
    ann, bob = await house.guest("Ann"), await house.guest("Bob")
    trainee = (await ann.get("/api/me"))["person"]
    await house.floor.post(f"/api/people/{trainee}/deposit", id=new_id(), amount="250.50")
    await house.admin.delete(f"/api/people/{(await bob.get('/api/me'))['person']}")
    watching = await house.of_role("surveillance")
    floor = await house.of_role("floor")
    revoked = await house.admin.post("/api/tokens", 201, role="floor", name="Gone")
    await house.admin.delete(f"/api/tokens/{revoked['token_id']}")
    drill = await ann.post("/api/chair", 201, game="red-dog", what="drill", seed=2, questions=2)
    for at in range(2):
        path = f"/api/chair/sittings/{drill['sitting']}/answers"
        await ann.post(path, at=at, figure="10")
    lesson = await ann.post("/api/chair", 201, game="double-cross-poker", what="lesson", lesson=2)
    for at in range(4):
        path = f"/api/chair/sittings/{lesson['sitting']}/answers"
        choice = lesson["moment"]["right"]
        lesson = (await ann.post(path, at=at, choice=choice))["picture"]
    return {
        "ann": ann.token,
        "floor": floor.token,
        "surveillance": watching.token,
        "revoked": revoked["token"],
        "invitation": waits["token"],
        "lesson": lesson["sitting"],
    }


async def stop_in_the_middle(
    house: House, tables: dict[str, str], seated: dict[str, dict[int, Visitor]]
) -> None:
    """Leave every table where its name says."""
    late = await house.guest("Late")
    for name in ("wagering", "raising", "doubling", "crossing", "steps", "betting"):
        phase = "wagering" if name == "wagering" else "playing"
        for _ in range(50):  # a hand of Red Dog may be over as soon as it is dealt
            await stop_at(house, name, tables[name], seated[name])
            if (await house.public.picture(tables[name]))["phase"] == phase:
                break
        else:
            raise RuntimeError(f"the table for {name} is never {phase}")
    path = f"/api/tables/{tables['raising']}/seats/5"
    made = await late.post(path, 201, id=new_id(), buy_in="80")
    seated["raising"][5] = house.visitor(made["token"])


async def stop_at(house: House, name: str, table: str, players: dict[int, Visitor]) -> None:
    """Play another round as far as the table's name says."""
    floor = f"/api/tables/{table}/floor"
    if (await house.public.picture(table))["phase"] == "between":
        await house.floor.post(floor, id=new_id(), act="next-round")
    if name == "steps":
        await house.floor.post(floor, id=new_id(), act="dealing", mode="steps")
        await proceed(house, table)
    for seat, player in players.items():
        amount = "" if name == "betting" else f" {10 + 5 * seat}"
        first = (await player.picture(table))["first_wager"]
        await player.say(table, f"wager {first}{amount}")
        if name == "steps":
            await proceed(house, table)
    if name == "betting":
        await players[2].say(table, "wager jacks-plus 5")
    if name == "crossing":
        await players[1].say(table, "wager three-card 5")
    if name == "steps":
        await house.floor.say(table, "dealer close")
        await proceed(house, table, 9)
    elif name != "wagering":
        for player in players.values():
            await player.post(f"/api/tables/{table}/ready")
    if name == "doubling":
        await players[1].say(table, "double 15")
        await players[2].post(f"/api/tables/{table}/chips", id=new_id(), amount="60")


async def finish(house: House, table: str, seated: dict[int, Visitor]) -> None:
    """Play one more round, which then stays on the felt."""
    if (await house.public.picture(table))["phase"] == "between":
        await house.floor.post(f"/api/tables/{table}/floor", id=new_id(), act="next-round")
    for player in seated.values():
        await player.say(table, "wager ante")
    for player in seated.values():
        await player.post(f"/api/tables/{table}/ready")
    while (now := await house.public.picture(table))["phase"] == "playing":
        player = seated[now["awaits"][0]]
        offered = [one["verb"] for one in (await player.picture(table))["next"]]
        await player.say(table, next(verb for verb in offered if verb != "fold"))


async def proceed(house: House, table: str, steps: int = 1_000) -> None:
    """Let the dealer go on until somebody has to speak, or for N steps."""
    for _ in range(steps):
        picture = await house.floor.picture(table)
        if picture["pending"] is None:
            return
        body = {"id": new_id(), "state": picture["state"]}
        await house.floor.post(f"/api/tables/{table}/proceed", **body)


async def pictures(house: House, table: str, tokens: dict[str, str]) -> Data:
    """Return a table as the public, the floor and its players see it."""
    return {
        "public": await house.public.picture(table),
        "floor": await house.floor.picture(table),
        **{seat: await house.visitor(token).picture(table) for seat, token in tokens.items()},
    }


async def chair_of(house: House, tokens: dict[str, Any]) -> Data:
    """Return the trainee's progress, and the sitting that is not over."""
    ann = house.visitor(tokens["ann"])
    return {
        "lesson": await ann.get(f"/api/chair/sittings/{tokens['lesson']}"),
        "red-dog": await ann.get("/api/chair/red-dog"),
    }


def counted(connection: sa.Connection) -> Data:
    """Return rows, accounts and seats as they are in the database."""
    found = sa.inspect(connection).get_table_names()
    rows = {
        name: connection.scalar(sa.text(f"SELECT count(*) FROM {name}")) for name in sorted(found)
    }
    kinds = connection.execute(sa.text("SELECT kind, count(*) FROM entries GROUP BY kind"))
    accounts = connection.execute(sa.select(schema.ACCOUNTS))
    names = connection.execute(sa.select(schema.PEOPLE.c.person, schema.PEOPLE.c.name))
    stands = {
        row.table_id: Snapshot.decode(row.snapshot)
        for row in connection.execute(sa.select(schema.TABLES))
    }
    return {
        "rows": rows,
        "entries": {row[0]: row[1] for row in kinds},
        "people": {row.person: row.name for row in names},
        "accounts": {row.person: row.balance for row in accounts},
        "snapshots": {table: msgspec.to_builtins(one) for table, one in stands.items()},
        "schema": connection.scalar(sa.text("SELECT version_num FROM alembic_version")),
        "reconciliation": reconciliation.house_data(connection),
    }


# --- what one person keeps ------------------------------------------------------------------------


def terminal_of(folder: Path) -> Data:
    """Keep two sittings of ``croupier play`` in mid-round, one with a seed. Return the views."""
    seen: Data = {}
    for game, state, seed in (("red-dog", "ma", 5), ("double-cross-poker", "nj", None)):
        file = folder / f"terminal.{game}.json"
        random = Random(game)
        start = start_of(game, {1: 50_000, 2: 60_000}, rulebook=state, seed=seed)
        sitting = Sitting(start, lambda saved, file=file: store.write(file, saved))
        sitting.hurry()
        sitting.buy(2, 2_500)
        while len(sitting.history) < 3:
            sitting.hurry()
            if sitting.round.over:
                sitting.next_round()
                continue
            sitting.act(anything_legal(random, sitting.round))
        while True:
            if sitting.round.over:
                sitting.next_round()
            sitting.hurry()
            for seat in sitting.seats:
                sitting.act(Action(seat, "wager", (sitting.game.first_wager, 1_000)))
                sitting.hurry()
            sitting.act(Action(DEALER, "close"))
            sitting.hurry()
            if not sitting.round.over:
                break
        seen[game] = {
            "number": sitting.number,
            "net": sitting.net,
            "view": sitting.view(),
            "told": sitting.told(),
            "opening": sitting.opening,
            "history": [[one.outcome, one.staked, one.nets, one.cards] for one in sitting.history],
            "legal": {
                str(n): [str(offer) for offer in sitting.round.legal(n)] for n in sitting.seats
            },
        }
    return seen


def checkpoint_of(file: Path) -> Data:
    """Keep a simulation that was stopped after its first chunk of rounds."""
    job = job_for(house.standard("red-dog"), seats=2, strategies=["optimal"], seed=11)
    result = simulate(job, rounds=job.chunk, keep=file)
    return {
        "game": job.game,
        "seats": job.seats,
        "strategies": list(job.strategies),
        "seed": job.seed,
        "rounds": result.rounds,
        "totals": result.totals.plain(),
    }


def main() -> None:
    assert croupier.__version__ == RELEASE, f"this is {croupier.__version__}, not {RELEASE}"
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        if old.is_dir():
            shutil.rmtree(old)
        elif old.name != "README.md":
            old.unlink()
    journal_of(folder / "journal.db")
    told = told_of(folder / "journal.db")
    compact(folder / "journal.db", 8192)
    keep(folder / "expected.json.gz", told)
    with TemporaryDirectory() as directory:
        house = Path(directory)
        known = asyncio.run(server_of(house))
        shutil.copy(house / "journal.db", folder / "house.db")
        shutil.copy(house / "journal.db.head", folder / "house.db.head")
        shutil.copytree(house / "keys", folder / "keys")
    compact(folder / "house.db")
    keep(folder / "house.json.gz", known)
    keep(folder / "terminal.json", terminal_of(folder))
    keep(folder / "checkpoint.expected.json", checkpoint_of(folder / "checkpoint.json"))
    report(told)


def report(told: Data) -> None:
    """Print what is in the journal, for README.md."""
    rounds = told["rounds"].values()
    print(Counter(f"{one['game']} {one['rulebook']}" for one in rounds))
    print(Counter(one["outcome"] for one in rounds))
    said: Counter[str] = Counter()
    for one in rounds:
        for words in map(shape, one["actions"]):
            if " report " in words:
                said[f"{one['game']} {one['rulebook']}: {words.split(' report ')[1]}"] += 1
    for name, count in sorted(said.items()):
        print(f"{count:4} {name}")


if __name__ == "__main__":
    main()
