"""SIGKILL at random moments under load loses nothing acknowledged, and open rounds resume."""

from __future__ import annotations

from pathlib import Path

from tests.server.kills import check, kill
from tests.sizes import sized

TIMES = sized(200, 2)


async def test_nothing_acknowledged_is_lost_in_many_kills(tmp_path: Path) -> None:
    witness = await kill(TIMES, tmp_path)
    figures = check(tmp_path, witness)
    assert witness.killed == TIMES and witness.resumed > TIMES // 4
    assert figures["acknowledged"] > TIMES and figures["rounds"] > TIMES // 4
