"""How long the lab takes, with and without compilation. Every answer is asserted."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

ANSWERS: Final = {
    "red-dog": "-17533/626665",
    "double-down-stud": "-15403/324870",
    "double-cross-poker": "-15341913943/695345250600",
    "winners-pot-poker": "-3034090608509/15820024220000",
}
"""The value of optimal play at each game's default table."""

SITUATIONS: Final = {
    "red-dog": ("--table", "4c Jd"),
    "double-down-stud": ("--hand", "As", "--table", "Ks Qs Js"),
    "double-cross-poker": ("--hand", "As Kd", "--table", "Kc 7h"),
    "winners-pot-poker": ("--hand", "As Kd 7c", "--table", "9h"),
}
BEST: Final = {
    "red-dog": ("pass", "-11/155"),
    "double-down-stud": ("double", "1067/24"),
    "double-cross-poker": ("raise vertical", "5060401/1712304"),
    "winners-pot-poker": ("bet", "85708701/204525200"),
}

FORTY: Final = """
from fractions import Fraction
import time
from croupier.games.winners_pot_poker.mathematics.solver import count_all, solve, terms
counts = count_all()
start = time.perf_counter()
values = [solve(counts, terms(Fraction(n, 4))).figures.ev for n in range(1, 41)]
print(time.perf_counter() - start, values[-1])
"""


def _run(*args: str, cache: str, compiled: str | None = None) -> tuple[float, dict[str, Any]]:
    """Return a command's seconds and its document. ``compiled`` is where compiled code is kept."""
    env = {**os.environ, "XDG_CACHE_HOME": cache}
    if compiled is not None:
        env["NUMBA_CACHE_DIR"] = compiled
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "croupier", *args, "--json"],
        check=True,
        capture_output=True,
        env=env,
    )
    return time.perf_counter() - start, json.loads(done.stdout)


def _odds(args: Sequence[str], cache: str, compiled: str | None, answer: str) -> float:
    seconds, document = _run("odds", *args, cache=cache, compiled=compiled)
    assert document["ev"]["exact"] == answer, document["ev"]
    return seconds


def report() -> None:
    """Print the times. The promises are for two cores."""
    with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as compiled:
        for game, within in (
            ("red-dog", 1),
            ("double-down-stud", 5),
            ("double-cross-poker", 60),
            ("winners-pot-poker", 60),
        ):
            cold = _odds([game, "--fresh"], cache, compiled, ANSWERS[game])
            again = _odds([game, "--fresh"], cache, compiled, ANSWERS[game])
            kept = _odds([game], cache, compiled, ANSWERS[game])
            print(
                f"odds {game}: {cold:.1f} s solved again with nothing compiled (under {within} s), "
                f"{again:.1f} s compiled, {kept:.1f} s from the kept table"
            )
        seven = ["winners-pot-poker", "--set", "commission.percent=7"]
        other = _odds(seven, cache, compiled, "-26642782207387/276850423850000")
        print(f"odds winners-pot-poker at another commission: {other:.1f} s (under 10 s)")
        env = {**os.environ, "NUMBA_CACHE_DIR": compiled}
        forty = subprocess.run(
            [sys.executable, "-c", FORTY], check=True, capture_output=True, text=True, env=env
        )
        seconds, value = forty.stdout.split()
        assert Fraction(value) == Fraction(ANSWERS["winners-pot-poker"])
        print(
            f"winners-pot-poker, forty commissions: {float(seconds):.1f} s "
            "(a careful C program: 16 s)"
        )
        for game, cards in SITUATIONS.items():
            _run("advise", game, *cards, cache=cache, compiled=compiled)
            took, document = _run("advise", game, *cards, cache=cache, compiled=compiled)
            best = document["best"]
            (value,) = (c["ev"]["exact"] for c in document["choices"] if c["action"] == best)
            assert (best, value) == BEST[game], (best, value)
            print(f"advise {game}: {took:.2f} s (under 1 s)")
    # Linux counts in kilobytes.
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 2**20
    print(f"most memory of any of these: {peak:.2f} GiB (under 2 GiB)")
    assert peak < 2
