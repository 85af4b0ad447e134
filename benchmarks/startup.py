"""How long ``croupier --help`` takes."""

from __future__ import annotations

import subprocess
import sys
import time


def report() -> None:
    def seconds(*command: str) -> float:
        best = float("inf")
        for _ in range(5):
            start = time.perf_counter()
            subprocess.run(command, check=True, capture_output=True)
            best = min(best, time.perf_counter() - start)
        return best

    bare = seconds(sys.executable, "-c", "pass")
    ours = seconds(sys.executable, "-m", "croupier", "--help")
    print(f"croupier --help: {ours:.3f} s (bare Python {bare:.3f} s; under 0.3 s)")
