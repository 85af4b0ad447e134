"""The commands to a table over HTTP: one route for each class in :data:`.COMMANDS`."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from fastapi import APIRouter, Request

from croupier.nouns import structs
from croupier.server.commands import COMMANDS, Command, need
from croupier.server.errors import Problem
from croupier.server.front import carry_out
from croupier.server.routes.common import ERRORS, Data, InHall, Known, TableId

router = APIRouter(prefix="/api/tables", responses=ERRORS, tags=["tables"])

FROM_THE_PATH = ("type", "table")
"""Fields of a command that are not in the body."""


def read_body(kind: type[Command], table: str, body: bytes) -> Command:
    """Decode a body into a command.

    422 says where the body is wrong, but not what was sent, which may be secret.
    """
    try:
        given = structs.decode(body, dict[str, Any])
        for key in FROM_THE_PATH:
            if key in given:
                raise msgspec.ValidationError(f"Object contains unknown field `{key}`")
        return structs.convert(given | {"type": _tag(kind), "table": table}, kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Problem(422, "malformed", f"the body is not as described: {error}") from None


def _tag(kind: type[Command]) -> str:
    return str(kind.__struct_config__.tag)


def _endpoint(kind: type[Command]) -> Callable[..., Awaitable[Data]]:
    async def endpoint(hall: InHall, table: TableId, caller: Known, request: Request) -> Data:
        need(kind, table, caller)  # before the body: 403 for the wrong role, whatever was sent
        return await carry_out(hall, read_body(kind, table, await request.body()), caller)

    return endpoint


def _described(kind: type[Command]) -> Data:
    """The OpenAPI schema of a command's body."""
    _, schemas = msgspec.json.schema_components([kind], ref_template="#/components/schemas/{name}")
    schema = schemas[kind.__name__]
    schema.pop("description", None)  # the operation has it
    for key in FROM_THE_PATH:
        del schema["properties"][key]
    schema["required"] = [key for key in schema["required"] if key not in FROM_THE_PATH]
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


for _kind in COMMANDS:
    router.add_api_route(
        f"/{{table}}/{_kind.path}",
        _endpoint(_kind),
        methods=["POST"],
        name=_tag(_kind),
        description=inspect.getdoc(_kind),
        openapi_extra=_described(_kind),
    )
