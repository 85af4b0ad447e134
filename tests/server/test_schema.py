"""The OpenAPI description holds: whatever it allows, and whatever it forbids, is answered as it says."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok

from tests.server.visitors import House, Visitor

pytestmark = pytest.mark.asyncio(loop_scope="module")

EXAMPLES = 12
"""For each operation and each role."""


@pytest.mark.parametrize("role", ["nobody", "player", "floor", "administrator"])
async def test_every_operation_answers_as_described(house: House, role: str) -> None:
    table = await house.table()
    visitor = await _visitor(house, role, table)
    schema = schemathesis.openapi.from_dict(await house.public.get("/openapi.json"))
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) > 30
    failed: list[str] = []
    for operation in operations:
        try:
            await asyncio.to_thread(_try_out, operation, visitor)
        except FailureGroup as found:
            failed += [f"{operation.method} {operation.path}: {one}" for one in found.exceptions]
    assert not failed, "\n\n".join(failed)
    assert (await house.public.http.get("/readyz")).status_code == 200
    assert (await house.floor.get("/api/journal/verify"))["verified"]


async def _visitor(house: House, role: str, table: str) -> Visitor:
    if role == "nobody":
        return house.public
    return await house.player(table, 1) if role == "player" else await house.of_role(role)


def _try_out(operation: Any, visitor: Visitor) -> None:
    headers = {} if visitor.token is None else {"Authorization": f"Bearer {visitor.token}"}

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        database=None,
        deadline=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def holds(case: Any) -> None:
        case.call_and_validate(base_url=visitor.base, headers=headers)

    holds()
