"""A simulation that was stopped under release 0.1.0 resumes. See ``tests/kept``."""

from __future__ import annotations

from pathlib import Path

from tests.kept import copied, read

from croupier.lab import simulate_checkpoint as checkpoint
from croupier.lab.simulate import job_for
from croupier.rules import house

RELEASE = "0.1.0"


def test_a_checkpoint_is_read(tmp_path: Path) -> None:
    then = read(RELEASE, "checkpoint.expected.json")
    file = copied(RELEASE, "checkpoint.json", tmp_path / "checkpoint.json")
    job = job_for(
        house.standard(then["game"]),
        seats=then["seats"],
        strategies=then["strategies"],
        seed=then["seed"],
    )
    state = checkpoint.load(file, job)
    assert state is not None
    assert state.totals.rounds == then["rounds"] and state.totals.plain() == then["totals"]
