"""The application: page, interface, WebSocket, health and metrics."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from importlib import resources
from typing import Any

import msgspec
from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.dependencies.models import Dependant
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from fastapi.staticfiles import StaticFiles
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

from croupier import __version__
from croupier.journal import JournalError
from croupier.nouns.cards import CardError
from croupier.nouns.money import MoneyError
from croupier.nouns.reasons import MalformedError
from croupier.rules.house import HouseError
from croupier.rules.rulebook import RulebookError
from croupier.server import metrics
from croupier.server.chair import Chairs
from croupier.server.errors import Problem, answer, problem_of, unavailable
from croupier.server.gate import layers
from croupier.server.gate.refusals import TOO_LARGE
from croupier.server.hall import Hall
from croupier.server.routes import (
    admin,
    box,
    chair,
    commands,
    disputes,
    floor,
    history,
    practice,
    private,
    records,
    returning,
    reviews,
    rules,
    session,
    tables,
)
from croupier.server.routes.common import anybody, known
from croupier.server.socket import Conversation
from croupier.stage.actions import Refusal

EXPECTED = (
    Problem,
    Refusal,
    HouseError,
    MalformedError,
    MoneyError,
    CardError,
    RulebookError,
    JournalError,
)

ROUTERS = [
    room.router
    for room in (
        session,
        returning,
        rules,
        tables,
        private,
        commands,
        box,
        records,
        history,
        reviews,
        disputes,
        floor,
        chair,
        practice,
        admin,
    )
]


class Application(FastAPI):
    """Describes in its OpenAPI document which operations need no token."""

    def openapi(self) -> dict[str, Any]:
        """The description, made once. FastAPI by itself asks for a token wherever one is read."""
        if self.openapi_schema is None:
            paths = super().openapi()["paths"]
            for route in _operations():
                if _asks_for(route.dependant, anybody) and not _asks_for(route.dependant, known):
                    for method in route.methods or ():
                        paths[route.path_format][method.lower()]["security"].append({})
        assert self.openapi_schema is not None
        return self.openapi_schema


def _operations() -> Iterator[APIRoute]:
    for router in ROUTERS:
        yield from (route for route in router.routes if isinstance(route, APIRoute))


def _asks_for(dependant: Dependant, call: object) -> bool:
    return any(one.call is call or _asks_for(one, call) for one in dependant.dependencies)


def _wrong_method(path: str) -> HTTPException:
    """405 with the methods that a path has, or 404 for a path that does not exist."""
    matching = (route for route in _operations() if route.path_regex.match(path))
    methods = {method for route in matching for method in route.methods or ()}
    if not methods:
        return HTTPException(404)
    return HTTPException(405, headers={"Allow": ", ".join(sorted(methods))})


async def _start(hall: Hall) -> None:
    try:
        await hall.start()
    except JournalError as error:
        hall.failed = error
        # `serve` says it in one line; uvicorn would print a hundred.
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        raise


def create_app(hall: Hall, opened: Callable[[Hall], Awaitable[None]] | None = None) -> FastAPI:
    """Build the application of a hall. The hall starts and stops with it.

    ``opened`` is awaited when everything is ready.
    """

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        try:
            await _start(hall)
            if opened is not None:
                await opened(hall)
            yield
        finally:
            await hall.stop()

    app = Application(
        title="Croupier",
        version=__version__,
        description="Live tables. All money is play money.",
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        middleware=layers(hall.settings),
    )
    app.state.hall = hall
    app.state.chairs = Chairs(hall.committer, hall.journal)
    for router in ROUTERS:
        app.include_router(router)
    _add_errors(app)
    _add_operations(app)

    @app.websocket("/ws")
    async def talk(socket: WebSocket) -> None:
        await Conversation(hall, socket).run()

    page = resources.files("croupier.server").joinpath("page")
    app.mount("/", StaticFiles(directory=str(page), html=True), name="page")
    return app


def _add_errors(app: FastAPI) -> None:
    async def expected(request: Request, error: Exception) -> Response:
        problem = problem_of(error)
        assert problem is not None
        limited = problem.status == 429 and problem.wait is not None
        return answer(problem, {"retry-after": str(problem.wait)} if limited else None)

    for kind in EXPECTED:
        app.add_exception_handler(kind, expected)

    async def no_database(request: Request, error: Exception) -> Response:
        return answer(unavailable("the database cannot be reached or written now"))

    app.add_exception_handler(SQLAlchemyError, no_database)

    async def not_as_described(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        # Where it is wrong and why, but not what was sent: it may be a secret in the wrong place.
        places = [".".join(map(str, e["loc"])) + ": " + e["msg"] for e in error.errors()[:5]]
        return answer(Problem(422, "malformed", "; ".join(places)))

    app.add_exception_handler(RequestValidationError, not_as_described)

    async def by_status(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == TOO_LARGE.status:
            return answer(TOO_LARGE)
        if error.status_code in (404, 405) and request.url.path.startswith("/api"):
            # The page, mounted below everything, has answered: it does not know the interface.
            error = _wrong_method(request.url.path)
        kind = "missing" if error.status_code == 404 else "malformed"
        problem = Problem(error.status_code, kind, str(error.detail))
        return answer(problem, dict(error.headers or {}))

    app.add_exception_handler(HTTPException, by_status)


def _add_operations(app: FastAPI) -> None:
    @app.get("/healthz", tags=["operations"])
    async def healthz() -> dict[str, str]:
        """The process is alive."""
        return {"status": "ok"}

    @app.get("/readyz", tags=["operations"])
    async def readyz(request: Request) -> Response:
        """The database can be written and read; 503 if not."""
        problem = await request.app.state.hall.check()
        status = "ok" if problem is None else problem
        return Response(
            msgspec.json.encode({"status": status}),
            200 if problem is None else 503,
            media_type="application/json",
        )

    @app.get("/metrics", tags=["operations"], response_class=Response)
    async def prometheus() -> Response:
        """Metrics for Prometheus."""
        return Response(metrics.exposition(), media_type=metrics.CONTENT_TYPE)
