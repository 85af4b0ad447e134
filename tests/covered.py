"""Line and branch coverage of the rooms that hold the rules and the record.

``make test`` ends with this. It fails if a room is below the least share.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import coverage

LEAST: Final = 95.0
"""The least percentage of a room's branches, and of its lines."""
ROOMS: Final = ("rules", "equipment", "stage", "procedures", "games", "journal")


def measured(files: Mapping[str, Any]) -> dict[str, Counter[str]]:
    """Return lines and branches of each room, from the files of coverage's JSON report."""
    rooms: dict[str, Counter[str]] = {room: Counter() for room in ROOMS}
    for name, file in files.items():
        parts = Path(name).with_suffix("").parts
        if "croupier" not in parts:
            continue  # the documentation's example game, on the shelf only for a while
        rooms[parts[len(parts) - parts[::-1].index("croupier")]].update(
            {key: n for key, n in file["summary"].items() if isinstance(n, int)}
        )
    return rooms


def shares(room: Counter[str]) -> tuple[float, float]:
    """Return the percentages of lines and branches. A room without branches has 100 percent."""
    return (
        100 * room["covered_lines"] / max(room["num_statements"], 1),
        100 * room["covered_branches"] / room["num_branches"] if room["num_branches"] else 100.0,
    )


def main() -> int:
    data = coverage.Coverage()
    data.load()
    with tempfile.TemporaryDirectory() as folder:
        data.json_report(outfile=f"{folder}/coverage.json")
        files = json.loads(Path(folder, "coverage.json").read_text("utf-8"))["files"]
    low = []
    print(f"{'coverage':<12}{'lines':>9}{'branches':>10}   (at least {LEAST:.0f} % of each)")
    for name, room in measured(files).items():
        lines, branches = shares(room)
        print(f"{name:<12}{lines:>7.1f} %{branches:>8.1f} %")
        if min(lines, branches) < LEAST:
            low.append(name)
    if low:
        print(f"too low: {', '.join(low)}; {sys.executable} -m coverage report -m says where")
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
