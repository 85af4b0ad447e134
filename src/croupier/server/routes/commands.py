"""The commands of a table over HTTP: an address for each, made from the one set of them."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from fastapi import APIRouter, Request

from croupier.server.commands import COMMANDS, Command, need
from croupier.server.errors import Problem
from croupier.server.front import carry_out
from croupier.server.routes.common import ERRORS, Data, InHall, Known, TableId

router = APIRouter(prefix="/api/tables", responses=ERRORS, tags=["tables"])

FROM_THE_PATH = ("type", "table")
"""What a command holds and a body does not."""


def read_body(kind: type[Command], table: str, body: bytes) -> Command:
    """The command that a body gives; 422 says where the body is wrong, but not what was sent."""
    try:
        given = msgspec.json.decode(body, type=dict[str, Any])
        for key in FROM_THE_PATH:
            if key in given:
                raise msgspec.ValidationError(f"Object contains unknown field `{key}`")
        return msgspec.convert(given | {"type": _tag(kind), "table": table}, kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Problem(422, "malformed", f"the body is not as described: {error}") from None


def _tag(kind: type[Command]) -> str:
    return str(kind.__struct_config__.tag)


def _endpoint(kind: type[Command]) -> Callable[..., Awaitable[Data]]:
    async def endpoint(hall: InHall, table: TableId, caller: Known, request: Request) -> Data:
        need(kind, table, caller)
        return await carry_out(hall, read_body(kind, table, await request.body()), caller)

    return endpoint


def _described(kind: type[Command]) -> Data:
    """The body of a command in the words of OpenAPI."""
    _, schemas = msgspec.json.schema_components([kind], ref_template="#/components/schemas/{name}")
    schema = schemas[kind.__name__]
    schema.pop("description", None)  # said of the operation
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
