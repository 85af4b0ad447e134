"""Winner's Pot Poker: a solution kept in a file, small enough to ship, checked when read."""

from __future__ import annotations

import hashlib
import json
import os
import zipfile
from fractions import Fraction
from pathlib import Path
from typing import Final

import numpy as np

from croupier.games.winners_pot_poker.solver import Solution, Terms
from croupier.games.winners_pot_poker.solver_counts import FOUR, PATTERNS, THREE, TWO, Array
from croupier.games.winners_pot_poker.solver_streets import RANKS, THIRD_PATTERNS

VERSION: Final = 1


class KeptError(ValueError):
    """A file that is no solution of this version, or is damaged."""


def _checksum(about: bytes, *arrays: Array) -> str:
    digest = hashlib.sha256(about)
    for array in arrays:
        digest.update(array.tobytes())
    return digest.hexdigest()


def save(solution: Solution, path: Path) -> None:
    """Write a solution; what stood there before stays until the new file is complete."""
    about = json.dumps(
        {
            "version": VERSION,
            "game": "winners-pot-poker",
            "strategy": solution.strategy,
            "win": str(solution.terms.win),
            "tie": str(solution.terms.tie),
        }
    )
    third = solution.third.astype("<u4")
    doubles = np.packbits(solution.doubles)
    checksum = _checksum(about.encode(), third, doubles)
    draft = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        with draft.open("wb") as file:
            np.savez_compressed(file, about=about, third=third, doubles=doubles, checksum=checksum)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def load(path: Path) -> Solution:
    """Read a solution back; :class:`KeptError` unless it is whole and of this version."""
    try:
        with np.load(path) as kept:
            about, checksum = str(kept["about"]), str(kept["checksum"])
            third, doubles = kept["third"], kept["doubles"]
        facts = json.loads(about)
    except (KeyError, ValueError, zipfile.BadZipFile, EOFError) as damage:
        raise KeptError(f"{path.name} is no solution of winner's pot poker: {damage}") from damage
    if facts.get("version") != VERSION:
        raise KeptError(f"{path.name} has format {facts.get('version')}, not {VERSION}")
    if checksum != _checksum(about.encode(), third, doubles):
        raise KeptError(f"{path.name} is damaged: its checksum does not hold")
    states = (len(TWO), len(FOUR), PATTERNS)
    return Solution(
        terms=Terms(Fraction(facts["win"]), Fraction(facts["tie"])),
        strategy=facts["strategy"],
        third=third.reshape(RANKS, len(THREE), THIRD_PATTERNS, 3).astype(np.int64),
        doubles=np.unpackbits(doubles, count=int(np.prod(states))).reshape(states).astype(np.bool_),
    )
