"""The OpenAPI description is true: what it allows and what it forbids is answered as it says."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from tests.server.visitors import House

pytestmark = pytest.mark.asyncio(loop_scope="module")

REJECTED = """
[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429, "5xx"]
"""
"""How a request that is not as described may be answered; by default 413 is not among them."""
EXAMPLES = 5
"""Random examples for each operation, beside those at the bounds of its description."""


@pytest.mark.parametrize("role", ["nobody", "floor"])
async def test_every_operation_answers_as_described(
    house: House, role: str, tmp_path: Path
) -> None:
    (tmp_path / "schemathesis.toml").write_text(REJECTED, "utf-8")
    await house.table()
    visitor = house.public if role == "nobody" else await house.of_role(role)
    bears = [] if visitor.token is None else ["--header", f"Authorization: Bearer {visitor.token}"]
    run = [sys.executable, "-m", "schemathesis.cli", "run", f"{house.base}/openapi.json", *bears]
    phases = ["--phases", "examples,coverage,fuzzing", "--max-examples", str(EXAMPLES)]
    tried = await asyncio.create_subprocess_exec(
        *[*run, *phases, "--no-color", "--generation-deterministic", "--warnings", "off"],
        cwd=tmp_path,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    told, _ = await tried.communicate()
    assert tried.returncode == 0, told.decode()[-5000:]
    assert b"No issues found" in told, told.decode()[-2000:]
    assert (await house.public.http.get("/readyz")).status_code == 200
    assert (await house.floor.get("/api/journal/verify"))["verified"]
