"""Start-up costs: importing the package, starting the command, and the space on disk."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Iterable
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement

import croupier

RUNS: Final = 7
STARTS: Final = (
    ("import croupier", ("-c", "import croupier"), 10),
    ("import croupier, first use", ("-c", "import croupier; croupier.open_table"), 250),
    ("croupier --version", ("-m", "croupier", "--version"), 300),
    ("croupier --help", ("-m", "croupier", "--help"), 400),
)
"""Programs, and the milliseconds that each may take beyond a bare Python."""
WHEEL_MB: Final = 6
"""The most megabytes of the unpacked package."""
CORE_MB: Final = 80
"""The same with all dependencies of the core."""


def milliseconds(*arguments: str) -> float:
    """Return the processor time of a start, the best of a few. Other programs do not count."""
    best = float("inf")
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        best = min(best, spent)
    return 1000 * best


def core_distributions() -> dict[str, Distribution]:
    """Return every package that the core needs, directly or not, by name."""
    found: dict[str, Distribution] = {}
    wanted = [("", text) for text in distribution("croupier").requires or ()]
    seen = set(wanted)
    while wanted:
        extra, text = wanted.pop()
        need = Requirement(text)
        if need.marker and not need.marker.evaluate({"extra": extra}):
            continue
        package = found[need.name] = distribution(need.name)
        asked = {(e, more) for e in ("", *need.extras) for more in package.requires or ()}
        wanted += asked - seen
        seen |= asked
    return found


def megabytes(files: Iterable[Path]) -> float:
    return sum(file.stat().st_size for file in files if file.is_file()) / 1e6


def package_size() -> float:
    """Return the size of the package, without what Python and numba compile."""
    folder = Path(croupier.__file__).parent
    return megabytes(file for file in folder.rglob("*") if "__pycache__" not in file.parts)


def core_size() -> float:
    """Return the size of the core's dependencies, compiled files included."""
    return sum(
        megabytes(Path(str(package.locate_file(file))) for file in package.files or ())
        for package in core_distributions().values()
    )


def report() -> None:
    """Print each figure beside its limit, and assert the limit."""
    bare = milliseconds("-c", "pass")
    late = []
    for name, arguments, most in STARTS:
        took = max(milliseconds(*arguments) - bare, 0)
        print(f"{name}: {took:.0f} ms beyond a bare Python's {bare:.0f} ms (under {most} ms)")
        late += [name] if took >= most else []
    own, others = package_size(), core_size()
    print(f"installed size: {own:.1f} MB (under {WHEEL_MB} MB)")
    print(f"with the core's dependencies: {own + others:.1f} MB (under {CORE_MB} MB)")
    assert own < WHEEL_MB and own + others < CORE_MB
    assert not late, late
