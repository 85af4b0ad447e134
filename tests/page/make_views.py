"""Answers of a real server for the tests of the page's views: ``python -m tests.page.make_views``.

One short evening at two tables is played, and everything that a view asks for is kept in
``kept_views``. What differs from one evening to the next (times, pseudonyms, tokens) is replaced by
something that does not, so that a second run changes only what the server has changed.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from croupier.chair.choices import choices
from croupier.chair.course import Moment
from croupier.chair.exams import exam_on
from croupier.journal.fairness import Order
from croupier.nouns.cards import INDEX, parse_cards
from croupier.nouns.money import show_money
from tests.chair.helpers import drawing
from tests.practice.helpers import keep_review, mistake
from tests.server.visitors import FAST, House, Visitor, new_id, running

KEPT: Final = Path(__file__).parent / "kept_views"
SLOW: Final = replace(FAST, pause=3600.0)
GAMES: Final = ("red-dog", "double-cross-poker")
"""One with a rulebook, one with two."""

EXAM: Final = 3
"""The seed of the exam that is passed."""

Data = dict[str, Any]


TIME: Final = re.compile(r"^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)$")
PERSON: Final = re.compile(r"^p-[0-9a-f]{8,}$")
DIGEST: Final = re.compile(r"^[0-9a-f]{64}$")
RANDOM: Final = {"sitting", "exercise", "token", "token_id", "certificate", "dispute"}
TIMED: Final = {"seconds", "average", "took", "waits"}


class Scrub:
    """Gives every time, pseudonym and token a name that the next run gives it again."""

    def __init__(self) -> None:
        self._names: dict[str, dict[str, str]] = {}

    def __call__(self, value: Any, key: str = "") -> Any:
        if key == "slowest" and value:
            return {"number": 1, "seconds": 12}
        if isinstance(value, dict):
            return {name: self(one, name) for name, one in value.items()}
        if isinstance(value, list):
            return [self(one, key) for one in value]
        if key in TIMED and value is not None:
            return 12
        if not isinstance(value, str):
            return value
        if key == "link":
            door, token = value.split("=", 1)
            return f"{door}={self._named('token', token)}"
        if TIME.match(value):
            return self._named("2026-03-14T20", value)
        if PERSON.match(value):
            return self._named("p", value)
        if key == "words" and DIGEST.match(value):
            return self._named("digest", value)
        return self._named(key, value) if key in RANDOM else value

    def _named(self, kind: str, value: str) -> str:
        """The kind and a number: which of its kind the value is; times are seconds apart."""
        known = self._names.setdefault(kind, {})
        n = len(known)
        written = f":{n // 60:02}:{n % 60:02}Z" if kind.startswith("20") else f"-{n}"
        return known.setdefault(value, kind + written)


def stack(house: House, cards: str) -> None:
    """These cards come first, and the commitment is the same in every run."""
    first = [INDEX[card] for card in parse_cards(cards)]

    def order(size: int) -> Order:
        return Order((*first, *(n for n in range(size) if n not in first)), bytes(range(32)))

    house.hall.pit.next_order = order


async def deal_a_round(table: str, *players: Visitor) -> None:
    for player in players:
        await player.say(table, "wager original 5")
        await player.post(f"/api/tables/{table}/ready", ready=True)
    for player in players:
        await player.say(table, "pass")


async def slips(house: House, table: str) -> Data:
    """A fill that did not happen and one whose amount was wrong, both corrected."""
    path = f"/api/tables/{table}"
    for right in (None, "75"):
        await house.floor.post(f"{path}/tray", id=new_id(), act="fill", amount="750")
        seen = await house.floor.get(f"{path}/reconciliation")
        slip = {"entry": seen["shifts"][-1]["lines"][-1]["entry"], "why": "one nought too many"}
        if right is not None:
            slip["amount"] = right
        await house.floor.post(f"{path}/corrections", id=new_id(), state=seen["state"], **slip)
    corrected: Data = await house.floor.get(f"{path}/reconciliation")
    await house.floor.post(f"{path}/tray", id=new_id(), act="credit", amount="75")
    return corrected


async def an_evening(house: House) -> dict[str, Data]:
    """Red Dog with two players, until the table closes; what the pages of the record show then."""
    stack(house, "Qs 4c 7d 5h")
    table = await house.table("red-dog", tray="5000", name="Left table")
    ann = await house.player(table, 1, "Ann", buy_in="300")
    bob = await house.player(table, 3, "Bob")
    await ann.post(f"/api/tables/{table}/chips", id=new_id(), amount="50")
    await ann.post(f"/api/tables/{table}/entropy", id=new_id(), value="three blind mice ♠")
    fair_open = await ann.picture(table)
    await deal_a_round(table, ann, bob)
    await house.floor.post(f"/api/tables/{table}/floor", id=new_id(), act="next-round")
    await deal_a_round(table, ann, bob)
    sealed = await ann.picture(table)
    await house.table("double-cross-poker", open_seats=False, rulebook="nj")
    lobby = await house.public.get("/api/lobby")
    await house.floor.post(f"/api/tables/{table}/tray", id=new_id(), act="fill", amount="250")
    holds = (await house.floor.picture(table))["tray"]
    count = f"{float(holds) - 2.5:.2f}"
    counting = {"act": "count", "amount": count, "expected": holds}
    await house.floor.post(f"/api/tables/{table}/tray", id=new_id(), **counting)
    money = await house.floor.get(f"/api/tables/{table}/reconciliation")
    corrected = await slips(house, table)
    other = await house.table("double-cross-poker")
    await house.player(other, 2, "Cay")
    await house.floor.post(f"/api/tables/{table}/close", id=new_id(), count=count)
    both = {
        "packs": [
            pack
            for name in (table, other)
            for pack in (await house.public.get(f"/api/tables/{name}/packs"))["packs"]
        ]
    }
    rounds = await house.floor.get("/api/rounds", limit=30)
    verified = await house.floor.get("/api/journal/verify")
    return {
        "lobby": lobby,
        "fair": {"open": fair_open["fair"], "sealed": sealed["fair"], "packs": both},
        "record": {
            "rounds": rounds,
            "dispute": await house.floor.get("/api/disputes", rounds="1,2"),
            "reconciliation": money,
            "corrected": corrected,
            "closed": await house.floor.get("/api/tables"),
            "verify": {key: verified[key] for key in ("verified", "events", "rounds")},
        },
    }


async def the_people(house: House) -> Data:
    ann = await house.guest("Dee")
    made = await house.admin.post("/api/tokens", 201, role="surveillance", name="Eve")
    table = await house.table("red-dog")
    invited = await house.floor.post(
        f"/api/tables/{table}/invitations", 201, id=new_id(), seat=4, buy_in="500"
    )
    me = await ann.get("/api/me")
    await ann.delete("/api/me")
    return {
        "me": me,
        "made": made,
        "invited": invited,
        "tokens": await house.admin.get("/api/tokens"),
        "people": await house.admin.get("/api/people"),
    }


async def the_floor(house: House) -> Data:
    """A table as the floor sees it, moment by moment."""
    stack(house, "Qs 4c 7d 5h")
    table = await house.table("red-dog", dealing="steps", name="Right table")
    between = await house.floor.picture(table)
    ann = await house.player(table, 1, "Ann")
    pending = await house.floor.picture(table)

    async def go_on() -> None:
        while (seen := await house.floor.picture(table))["pending"]:
            await house.floor.post(f"/api/tables/{table}/proceed", id=new_id(), state=seen["state"])

    await go_on()
    await ann.say(table, "wager original 10")
    await go_on()
    wagering = await house.floor.picture(table)
    await house.floor.post(f"/api/tables/{table}/floor", id=new_id(), act="dealing", mode="auto")
    await ann.post(f"/api/tables/{table}/ready", ready=True)
    playing = await house.floor.picture(table)
    report = next(offer for offer in playing["next"] if offer["verb"] == "report")
    await house.floor.say(table, " ".join(["dealer report", *report["args"]]))
    return {
        "between": between,
        "pending": pending,
        "wagering": wagering,
        "playing": playing,
        "reported": await house.floor.picture(table),
    }


async def the_chair(house: House) -> Data:
    """Sittings in the dealer's chair: guided, coached, an exam, both drills, and their ends."""
    guest = await house.guest("Flo")

    async def sit(**order: Any) -> Data:
        seated: Data = await guest.post("/api/chair", 201, game="red-dog", rulebook="ma", **order)
        return seated

    async def answer(picture: Data, choice: int, figure: str | None = None) -> Data:
        more: Data = {} if figure is None else {"figure": figure}
        path = f"/api/chair/sittings/{picture['sitting']}/answers"
        given: Data = await guest.post(path, at=picture["at"], choice=choice, **more)
        return given

    async def leave(picture: Data) -> Data:
        left: Data = await guest.post(f"/api/chair/sittings/{picture['sitting']}/leave")
        return left

    first = await guest.get("/api/chair/red-dog", rulebook="ma")
    guided = await sit(what="lesson", lesson=2)
    right = await answer(guided, guided["moment"]["right"])
    wrong_at = next(
        i
        for i in range(len(right["picture"]["moment"]["choices"]))
        if i != right["picture"]["moment"]["right"]
    )
    wrong = await answer(right["picture"], wrong_at)
    coached = await sit(what="lesson", lesson=2, level="coached")
    hint = await guest.post(f"/api/chair/sittings/{coached['sitting']}/hint")
    with drawing(4):
        examined = await sit(what="exam")
    payouts = await sit(what="drill", drill="payouts", seed=4)
    paid = await answer(payouts, 0, "12345.00")
    flash = await sit(what="drill", drill="irregularities", seed=4)
    figures = await _with_a_figure(wrong["picture"], answer)
    with drawing(EXAM):
        passed = await _passed(await sit(what="exam"), answer)
    certified = await house.public.get(f"/api/chair/certificates/{passed['certificate']}")
    ended: Data = {
        "left": await leave(wrong["picture"]),
        "failed": await leave(await _blunder(examined, answer)),
        "drilled": await leave(paid["picture"]),
    }
    person = (await guest.get("/api/me"))["person"]
    return {
        "first": first,
        "guided": guided,
        "right": right,
        "wrong": wrong,
        "figure": figures,
        "coached": coached,
        "hint": hint,
        "exam": examined,
        "payouts": payouts,
        "paid": paid,
        "flash": flash,
        **ended,
        "passed": passed,
        "certificate": certified,
        "results": await guest.get("/api/chair/red-dog/results", rulebook="ma"),
        "dealer": await house.floor.get("/api/chair/red-dog/results", person=person),
        "dealers": await house.floor.get("/api/floor/dealers"),
        "again": await guest.get("/api/chair/red-dog", rulebook="ma"),
    }


async def _with_a_figure(picture: Data, answer: Any) -> Data:
    """The lesson goes on until a choice needs a figure."""
    while not any(choice["figure"] for choice in picture["moment"]["choices"]):
        picture = (await answer(picture, picture["moment"]["right"]))["picture"]
    return picture


async def _passed(picture: Data, answer: Any) -> Data:
    """An exam in which every step is right."""
    course = exam_on("red-dog", (), seed=EXAM)
    for moment in course.moments:
        choice = choices(course, moment.number, EXAM).index(moment.move)
        picture = (await answer(picture, choice, _figure(moment)))["picture"]
    return picture


def _figure(moment: Moment) -> str | None:
    if moment.figure is None:
        return None
    return show_money(moment.figure) if moment.move.figure == "amount" else str(moment.figure)


async def _blunder(picture: Data, answer: Any) -> Data:
    """An exam until its first irregularity, with the first choice at every step."""
    for _ in range(6):
        choice = picture["moment"]["choices"][0]
        picture = (await answer(picture, 0, "1" if choice["figure"] else None))["picture"]
    return picture


async def the_books(house: House) -> Data:
    games = await house.public.get("/api/games")
    games["games"] = [game for game in games["games"] if game["game"] in GAMES]
    rules = await house.public.get("/api/rules/red-dog", rulebook="ma")
    rules["clauses"] = rules["clauses"][:9]
    rules["findings"] = rules["findings"][:2]
    return {"games": games, "rules": rules}


async def the_house(house: House) -> Data:
    unlawful = {"payouts.spread.1": "4 to 1", "decks": "0"}
    path = "/api/houses/red-dog/check?rulebook=ma"
    return {
        "options": await house.public.get("/api/houses/red-dog", rulebook="ma"),
        "lawful": await house.public.post(path, house={"minimum": "10"}),
        "unlawful": await house.public.post(path, house=unlawful),
        "refused": await house.floor.post(
            "/api/tables", 409, id=new_id(), game="red-dog", house=unlawful
        ),
        "opened": await house.floor.post("/api/tables", 201, id=new_id(), game="red-dog"),
        "why": await house.public.get("/api/why/red-dog", rulebook="ma", clause="5(i)(2)"),
    }


async def a_private_table(house: House) -> Data:
    """A table of one's own as its host, a guest and the link show it, and what the floor allows."""
    stack(house, "Qs 4c 7d 5h")
    host = await house.guest("Ann")
    opened = await host.post(
        "/api/private-tables",
        201,
        id=new_id(),
        game="red-dog",
        name="Ann and friends",
        company=["best", "loose"],
    )
    path = f"/api/tables/{opened['table']}"
    link = await host.post(f"{path}/link", 201)
    joined = await house.public.post("/api/links/accept", 201, link=link["token"], name="Bob")
    bob = house.visitor(joined["token"])
    seat = await bob.post(f"{path}/seats/3", 201, id=new_id())
    another = {"link": link["token"], "name": "Cay"}
    cay = await house.public.post("/api/links/accept", 201, **another)
    edited = {"payouts.spread.1": "6 to 1"}
    return {
        "policies": await house.public.get("/api/policies"),
        "opened": opened,
        "link": link,
        "preview": await house.visitor(link["token"]).get("/api/links"),
        "joined": cay,
        "seat": seat,
        "lobby": await host.get("/api/lobby"),
        "host": await host.picture(opened["table"]),
        "guest": await bob.picture(opened["table"]),
        "edge": await host.post("/api/houses/red-dog/edge", house=edited),
    }


async def the_practice(house: House) -> Data:
    """A guest's practice: nothing yet, drills, a lesson, a mistake that is due, and the end."""
    practice = house.hall.practice
    practice.now = lambda: datetime(2026, 3, 14, 20, tzinfo=UTC)
    practice.drilling.next_seed = lambda: 4
    guest = await house.guest("Dot")
    path = "/api/practice/exercises"

    async def ask(status: int = 201, **order: Any) -> Data:
        asked: Data = await guest.post(path, status, **order)
        return asked

    async def answer(asked: Data, said: str) -> Data:
        choice = asked["choices"].index(said)
        given: Data = await guest.post(f"{path}/{asked['exercise']}/answers", choice=choice)
        return given

    first = await guest.get("/api/practice")
    none = await ask(404, source="mistakes")
    cross = await ask(source="drill", game="double-cross-poker")
    missed = await answer(cross, "fold")
    drilled = await answer(
        await ask(source="drill", game="double-cross-poker"), missed["verdict"]["best"]
    )
    lesson = await ask(source="lesson", game="red-dog")
    taught = await answer(lesson, "pass")
    person = (await guest.get("/api/me"))["person"]
    made = mistake(12, 1)
    await keep_review(house, person, 12, [made])
    due = await guest.get("/api/practice")
    asked = await ask(source="mistakes")
    wrong = await answer(asked, made["made"])
    again = await answer(await ask(source="mistakes"), wrong["verdict"]["best"])
    return {
        "first": first,
        "none": none,
        "drill": cross,
        "missed": missed,
        "drilled": drilled,
        "lesson": lesson,
        "taught": taught,
        "due": due,
        "mistake": asked,
        "wrong": wrong,
        "again": again,
        "done": await guest.get("/api/practice"),
        "lessons": await guest.get("/api/practice/lessons/double-cross-poker"),
        "red_dog": await guest.get("/api/practice/lessons/red-dog"),
    }


async def disputes(house: House) -> Data:
    """Two rounds that Ann disputes, as she and the floor see them, before and after a ruling."""
    stack(house, "Qs 4c 7d 5h 9c 2d Jh 3s")
    table = await house.table("red-dog", name="Disputed table")
    ann = await house.player(table, 1, "Ann")
    await deal_a_round(table, ann)
    await house.floor.post(f"/api/tables/{table}/floor", id=new_id(), act="next-round")
    await deal_a_round(table, ann)
    listed = (await ann.get("/api/rounds", table=table))["rounds"]
    last, first = (one["round"] for one in listed)
    rounds = f"{first},{last}"
    before = await ann.get("/api/disputes", rounds=rounds)
    about = {"seat": 1, "about": "payment", "words": "I was paid too little."}
    lodged = await ann.post(f"/api/rounds/{first}/disputes", 201, id=new_id(), **about)
    about = {"seat": 1, "about": "decision", "words": "I pressed Raise in time."}
    await ann.post(f"/api/rounds/{last}/disputes", 201, id=new_id(), **about)
    open = {
        "before": before,
        "lodged": lodged,
        "waiting": await house.floor.get("/api/floor/disputes"),
        "evidence": await house.floor.get("/api/disputes", rounds=first),
    }
    ruling = {"verdict": "upheld", "words": "The spread pays more.", "rule": "5(i)(2)"}
    path = f"/api/disputes/{lodged['dispute']}"
    open["ruled"] = await house.floor.post(
        f"{path}/ruling", 201, id=new_id(), finding="R-04", **ruling
    )
    open["unpaid"] = await house.floor.get("/api/disputes", rounds=first)
    open["paid"] = await house.floor.post(f"{path}/payment", amount="20")
    return open | {
        "answered": await house.floor.get("/api/floor/disputes"),
        "mine": await ann.get("/api/me/disputes"),
        "own": await ann.get("/api/disputes", rounds=rounds),
        "rounds": await ann.get("/api/me/rounds", table=table),
        "record": await ann.get("/api/me/record", table=table),
        "reviews": await ann.get("/api/me/reviews"),
    }


@asynccontextmanager
async def _house() -> AsyncIterator[House]:
    """A house of its own, whose house players stay away: when they sit down differs each time."""
    with tempfile.TemporaryDirectory() as directory:
        async with running(Path(directory), SLOW) as house:
            house.hall.gallery.stirred = lambda keeper: None
            yield house


async def everything() -> dict[str, Data]:
    async with _house() as house, _house() as another:
        return {
            **await an_evening(house),
            "people": await the_people(house),
            "floor": await the_floor(house),
            "chair": await the_chair(house),
            "books": await the_books(house),
            "house": await the_house(house),
            "private": await a_private_table(another),
            "practice": await the_practice(another),
            "disputes": await disputes(another),
        }


def main() -> None:
    scrub = Scrub()
    for name, answers in asyncio.run(everything()).items():
        text = json.dumps(scrub(answers), ensure_ascii=False)
        (KEPT / f"{name}.json").write_text(text, encoding="utf-8")
    subprocess.run(["npx", "prettier", "--write", "--log-level", "warn", str(KEPT)], check=True)


if __name__ == "__main__":
    main()
