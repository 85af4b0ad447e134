"""``make beside``: compare the speed of the full rules in release 0.1.0 and in this tree.

Both play the same rounds with the same cards, in separate processes that take turns, so that other
load on the machine affects both alike. The money must come out equal. Times are processor time. The
best run of each counts, and the spread says how far the others were from it.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections import defaultdict
from io import BytesIO
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).parent.parent
BEFORE: Final = "5b52294"
"""The commit of release 0.1.0."""
NAMES: Final = ("0.1.0", "now")
TURNS: Final = 5
ROUNDS: Final = 6000
SHORT: Final = 3
"""Starts per turn: one takes too little time to be measured alone."""
STARTS: Final = {
    "import croupier": ("-c", "import croupier"),
    "croupier --version": ("-m", "croupier", "--version"),
}

WORKLOAD: Final = Path(__file__).parent / "full_rules.py"


def extracted(folder: Path) -> Path | None:
    """Extract the sources of the older release, None if history does not reach back to it."""
    if shutil.which("git") is None:
        return None
    made = subprocess.run(
        ["git", "archive", "--format=tar", BEFORE, "src"],
        cwd=HERE,
        capture_output=True,
        check=False,
    )
    if made.returncode:
        return None
    with tarfile.open(fileobj=BytesIO(made.stdout)) as archive:
        archive.extractall(folder, filter="data")
    return folder / "src"


def environment(source: Path) -> dict[str, str]:
    """Return the environment of a process that imports the package from there."""
    return {**os.environ, "PYTHONPATH": str(source)}


def rates(source: Path, rounds: int) -> dict[str, Any]:
    """Run the workload once and return its figures."""
    run = subprocess.run(
        [sys.executable, str(WORKLOAD), str(rounds), str(source)],
        cwd=source,
        env=environment(source),
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        raise SystemExit(f"the workload does not run on {source}:\n{run.stderr}")
    rows: dict[str, Any] = json.loads(run.stdout)
    return rows


def start(source: Path, arguments: tuple[str, ...]) -> float:
    """Return the processor time of a start in milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *arguments],
        cwd=source,
        env=environment(source),
        check=True,
        capture_output=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def spread(found: list[float]) -> str:
    """Return how far apart the runs of one version were, in percent of the best."""
    return f"±{50 * (max(found) - min(found)) / max(found):.0f}%"


def compare(sources: tuple[Path, Path], turns: int, rounds: int) -> None:
    """Take turns, check that the money is equal, and print a line for each table."""
    found: dict[str, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    started: dict[str, tuple[list[float], list[float]]] = defaultdict(lambda: ([], []))
    money: dict[str, set[str]] = defaultdict(set)
    for _ in range(turns):
        for version, source in enumerate(sources):
            for row, told in rates(source, rounds).items():
                found[row][version].append(told["rate"])
                money[row].add(told["money"])
            for name, arguments in STARTS.items():
                for _ in range(SHORT):
                    started[name][version].append(start(source, arguments))
    unequal = [row for row, digests in money.items() if len(digests) != 1]
    for row, (before, now) in found.items():
        print(
            f"{row}: {max(before):,.0f} rounds/s ({NAMES[0]}, {spread(before)}), "
            f"{max(now):,.0f} rounds/s ({NAMES[1]}, {spread(now)}): "
            f"{max(now) / max(before):.2f} times"
        )
    for name, (before, now) in started.items():
        print(
            f"{name}: {min(before):.0f} ms ({NAMES[0]}), {min(now):.0f} ms ({NAMES[1]}): "
            f"{min(now) - min(before):+.0f} ms"
        )
    if unequal:
        raise SystemExit(f"the money is not equal: {', '.join(unequal)}")
    print(f"the money of every seat is equal in all rounds, {turns} runs of each")


def main() -> None:
    """Compare both versions."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--turns", type=int, default=TURNS, help="runs of each version")
    asked.add_argument("--rounds", type=int, default=ROUNDS, help="hands of a run, at each table")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        before = extracted(Path(folder))
        if before is None:
            print(
                f"NOT RUN: release 0.1.0 (commit {BEFORE}) is not in this clone's history: "
                "git fetch --unshallow"
            )
            return
        compare((before, HERE / "src"), given.turns, given.rounds)


if __name__ == "__main__":
    main()
