"""Practice for players: mistakes that are due, drills, lessons and scores."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Request
from pydantic import Field, model_validator

from croupier.server.practice import Order, Practice
from croupier.server.routes.common import (
    ERRORS,
    Anybody,
    Body,
    Data,
    GameInPath,
    GameName,
    Known,
    RulebookInQuery,
    RulebookName,
)

router = APIRouter(prefix="/api/practice", responses=ERRORS, tags=["practice"])


class AskExercise(Body):
    """What to practise.

    ``street`` is for drills and counts from 0; ``lesson`` is for lessons and counts from 1. Both
    need a ``game``.
    """

    source: Literal["mistakes", "drill", "lesson"]
    game: GameName | None = None
    rulebook: RulebookName | None = None
    street: Annotated[int, Field(ge=0, lt=20)] = 0
    lesson: Annotated[int, Field(ge=1, lt=100)] = 1

    @model_validator(mode="after")
    def _names_a_game(self) -> AskExercise:
        if self.source != "mistakes" and self.game is None:
            raise ValueError("a drill or a lesson needs a game")
        return self


class AnswerExercise(Body):
    """Which of the choices it is, counted from 0."""

    choice: Annotated[int, Field(ge=0, lt=20)]


def practice_of(request: Request) -> Practice:
    """Everybody's practice; routes ask for it as ``InPractice``."""
    practice: Practice = request.app.state.hall.practice
    return practice


InPractice = Annotated[Practice, Depends(practice_of)]
ExerciseInPath = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,40}$")]


@router.get("")
async def overview(practice: InPractice, caller: Anybody) -> Data:
    """List what can be practised; with a token, also what is due, the scores and the lessons."""
    return await practice.overview(caller.person)


@router.get("/lessons/{game}")
async def lessons(
    game: GameInPath, practice: InPractice, caller: Anybody, state: RulebookInQuery = None
) -> Data:
    """List the lessons for players of a game; with a token, also the progress."""
    return await practice.lessons(game, state, caller.person)


@router.post("/exercises", status_code=201)
async def ask(body: AskExercise, practice: InPractice, caller: Known) -> Data:
    """Ask for the next exercise; one that waits for an answer is asked again."""
    order = Order(body.source, body.game or "", body.rulebook, body.street, body.lesson)
    return await practice.ask(order, caller.person)


@router.get("/exercises/{exercise}")
async def look(exercise: ExerciseInPath, practice: InPractice, caller: Known) -> Data:
    """Show an exercise, with the verdict once it was answered."""
    return await practice.look(exercise, caller.person)


@router.post("/exercises/{exercise}/answers")
async def answer(
    exercise: ExerciseInPath, body: AnswerExercise, practice: InPractice, caller: Known
) -> Data:
    """Answer an exercise. The first answer counts; a repeated one gets the same reply."""
    return await practice.answer(exercise, body.choice, caller.person)
