"""The dealer's chair: lessons, exams and drills, and a person's progress."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import Field

from croupier.chair.sitting import Level
from croupier.server import chair
from croupier.server.chair import Chairs, SittingChoice
from croupier.server.errors import forbidden, not_found
from croupier.server.people import STAFF
from croupier.server.routes.common import (
    ERRORS,
    PERSON_PATTERN,
    Anybody,
    Body,
    Data,
    GameInPath,
    GameName,
    InHall,
    Known,
    Money,
    RulebookInQuery,
    RulebookName,
)
from croupier.server.sittings import Seated

router = APIRouter(prefix="/api/chair", responses=ERRORS, tags=["chair"])


class BeginSitting(Body):
    """What to learn.

    ``lesson`` is for lessons; ``drill`` and ``questions`` are for drills. The same ``seed`` gives
    the same exam, practice or drill again. An exam whose seed is chosen counts as practice and
    gives no certificate.
    """

    game: GameName
    rulebook: RulebookName | None = None
    what: Literal["lesson", "exam", "practice", "drill"] = "lesson"
    lesson: Annotated[int, Field(ge=1, le=1000)] | None = None
    drill: Literal["payouts", "irregularities"] = "payouts"
    level: Literal["guided", "coached", "exam"] | None = None
    seed: Annotated[int, Field(ge=0, lt=2**53)] | None = None
    questions: Annotated[int, Field(ge=1, le=50)] = 10


class GiveAnswer(Body):
    """What the trainee does or answers.

    ``at`` repeats the sitting's ``at``, so that an answer counts once. ``choice`` counts from 0.
    ``figure`` is given where an amount or a number is asked for.
    """

    at: Annotated[int, Field(ge=0, lt=10_000)]
    choice: Annotated[int, Field(ge=0, lt=100)] = 0
    figure: Money | None = None


def chairs_of(request: Request) -> Chairs:
    """The sittings; routes ask for them as ``InChairs``."""
    chairs: Chairs = request.app.state.chairs
    return chairs


InChairs = Annotated[Chairs, Depends(chairs_of)]


async def seated_of(
    sitting: Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$")], chairs: InChairs, caller: Known
) -> Seated:
    """The sitting in the path; 404 if it is not the caller's."""
    return await chairs.find(sitting, caller.person)


InChair = Annotated[Seated, Depends(seated_of)]


@router.get("/{game}")
async def programme(
    game: GameInPath,
    chairs: InChairs,
    caller: Anybody,
    state: RulebookInQuery = None,
) -> Data:
    """List the lessons of a game, its exam and its drills; with a token, also the progress."""
    return await chairs.list(game, state, caller.person)


@router.get("/{game}/results")
async def results(
    game: GameInPath,
    chairs: InChairs,
    hall: InHall,
    caller: Known,
    state: RulebookInQuery = None,
    days: Annotated[int | None, Query(ge=1, le=3660)] = None,
    person: Annotated[str | None, Query(pattern=PERSON_PATTERN)] = None,
) -> Data:
    """Show what came of somebody's sittings: over time, by clause and by kind of step.

    Without ``person`` it is the caller; the floor may see everybody's.
    """
    of = caller.person if person is None else person
    if of != caller.person and caller.role not in STAFF:
        raise forbidden("this is for the floor and for the person themself")
    if person is not None and not await hall.people.exists(person):
        raise not_found(f"there is no person {person}")
    shown = await chairs.results(game, state, of, days)
    return {"person": of, "name": hall.people.name(of), **shown}


Number = Annotated[str, Path(pattern=r"^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$")]


@router.get("/certificates/{number}/file", response_class=Response)
async def certificate_file(number: Number, chairs: InChairs) -> Response:
    """Return the file of a certificate, which anybody can check against an exported chain."""
    name = f'attachment; filename="certificate-{number}.json"'
    content = await chairs.certificate_file(number)
    return Response(content, media_type="application/json", headers={"content-disposition": name})


@router.get("/certificates/{number}")
async def certificate(
    number: Number,
    chairs: InChairs,
    hall: InHall,
) -> Data:
    """Show a passed exam as it is recorded, to anybody who has the certificate's number."""
    return await chairs.certificate(number, hall.people.name)


@router.post("", status_code=201)
async def sit_down(body: BeginSitting, chairs: InChairs, caller: Known) -> Data:
    """Begin a sitting; without a number, the lesson is the one that helps most now."""
    level = None if body.level is None else Level(body.level)
    choice = SittingChoice(
        body.game,
        body.rulebook,
        body.what,
        body.lesson,
        body.drill,
        level,
        body.seed,
        body.questions,
    )
    return chair.picture(await chairs.begin(choice, caller.person))


@router.get("/sittings/{sitting}")
async def look(seated: InChair) -> Data:
    """Show where a sitting stands."""
    return chair.picture(seated)


@router.post("/sittings/{sitting}/answers")
async def answer(body: GiveAnswer, seated: InChair, chairs: InChairs) -> Data:
    """Take a step or answer a question; return the verdict and where the sitting stands.

    An exam has no verdict before its end: the report then has all of them.
    """
    verdict = await chairs.answer(seated, body.at, body.choice, body.figure)
    return {"verdict": verdict, "picture": chair.picture(seated)}


@router.post("/sittings/{sitting}/hint")
async def hint(seated: InChair, chairs: InChairs) -> Data:
    """Give a hint; the step then counts as helped."""
    return {"hint": await chairs.hint(seated)}


@router.post("/sittings/{sitting}/leave")
async def leave(seated: InChair, chairs: InChairs) -> Data:
    """Leave a sitting before its end; what was learnt is kept."""
    await chairs.leave(seated)
    return chair.picture(seated)
