"""Scale-out on a Dask cluster: a real scheduler and real workers, one of which is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.cli.driver import croupier

from croupier.lab.simulate import job_for, simulate
from croupier.lab.simulate_engines import dask
from croupier.lab.simulate_job import CHUNK
from croupier.lab.simulate_result import Result
from croupier.rules.house import build
from croupier.stage.actions import Refusal

PATIENCE = 60.0


class Cluster(NamedTuple):
    """A scheduler on this machine and its workers."""

    address: str
    workers: list[subprocess.Popen[bytes]]


def started(*words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    """A scheduler and two workers of one thread each, on loopback."""
    card = tmp_path / "scheduler.json"
    here = ("--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(card))
    with ExitStack() as stack:
        processes = [started("distributed.cli.dask_scheduler", "--port", "0", *here)]
        stack.callback(ended, processes)
        address = wait_for(lambda: json.loads(card.read_text())["address"])
        for n in range(2):
            local = ("--local-directory", str(tmp_path / f"worker-{n}"))
            processes.append(
                started(
                    "distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny", *local, *here
                )
            )
        wait_for(lambda: counted(address) == 2 or None)
        yield Cluster(address, processes[1:])


def ended(processes: list[subprocess.Popen[bytes]]) -> None:
    for process in processes:
        process.kill()
        process.wait()


def wait_for(look: Any) -> Any:
    """Wait for what a function finds, and return it."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            found = look()
        except (OSError, ValueError, KeyError, Refusal):
            found = None
        if found is not None:
            return found
        time.sleep(0.2)
    raise AssertionError("the cluster does not come up")


def counted(address: str) -> int:
    with dask(address, patience=2) as by:
        return by.count


def test_a_cluster_that_loses_a_worker_comes_to_the_same_totals(cluster: Cluster) -> None:
    job = job_for(build("double-cross-poker"), seats=2, side=100)
    rounds = 24 * CHUNK
    killed: list[int] = []

    def watch(result: Result) -> None:
        if not killed and result.rounds >= 4 * CHUNK:
            victim = cluster.workers[0]
            os.kill(victim.pid, signal.SIGKILL)
            killed.append(victim.wait())

    with dask(cluster.address) as by:
        assert (by.count, by.name) == (2, "dask")
        result = simulate(job, rounds=rounds, by=by, watch=watch)
    assert killed == [-signal.SIGKILL]
    assert counted(cluster.address) == 1
    assert result.totals.plain() == simulate(job, rounds=rounds).totals.plain()


def test_the_command_uses_a_running_cluster(cluster: Cluster) -> None:
    asked = ("simulate", "red-dog", "--rounds", 3 * CHUNK, "--seed", 5, "--json")
    there = croupier(*asked, "--dask", cluster.address).document
    here = croupier(*asked, "--workers", 1).document
    assert (there["engine"], there["workers"]) == ("dask", 2)
    for key in ("rounds", "seed", "ev", "exact_ev", "z", "outcomes", "seats", "house_result"):
        assert there[key] == here[key]


def test_a_cluster_that_does_not_answer_is_refused() -> None:
    with pytest.raises(Refusal, match="no Dask scheduler answers"), dask("tcp://127.0.0.1:9", 0.5):
        raise AssertionError
