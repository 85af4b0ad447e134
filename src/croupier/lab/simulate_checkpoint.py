"""A simulation's state in a file: a stopped simulation resumes and reaches the same totals."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from croupier.lab.simulate_job import Job, Totals, nothing
from croupier.mathematics.kept import write_whole
from croupier.nouns.reasons import MalformedError

FORMAT: Final = 1
MARK: Final = "croupier-simulation"
"""The key by which a checkpoint is recognised."""


class CheckpointError(ValueError):
    """A checkpoint cannot be resumed: it is damaged, or belongs to another simulation."""


@dataclass(frozen=True)
class State:
    """The first rounds of a simulation."""

    totals: Totals
    seconds: float
    """The time they took."""


def folder() -> Path:
    """Return the folder of this user's stopped simulations."""
    from platformdirs import user_state_path

    return user_state_path("croupier") / "simulations"


def usual_place(job: Job) -> Path:
    """Return the checkpoint file of a job when the user named none."""
    settings = json.dumps(job.settings(), sort_keys=True).encode()
    return folder() / f"{job.game}-{hashlib.sha256(settings).hexdigest()[:16]}.json"


def save(path: Path, job: Job, state: State) -> None:
    """Write the checkpoint, whole or not at all."""
    document = {
        MARK: FORMAT,
        "settings": job.settings(),
        "seconds": state.seconds,
        "totals": state.totals.plain(),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, json.dumps(document).encode())


def load(path: Path, job: Job) -> State | None:
    """Read the checkpoint of this job, None if there is no file.

    Raises :class:`CheckpointError` if it is damaged or belongs to another job. A file that was
    never a checkpoint is refused with :class:`MalformedError`, because saving would overwrite it.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    if content and f'"{MARK}"'.encode() not in content:
        raise MalformedError(f"{path}: is not a checkpoint and was left alone: name another file")
    try:
        document = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise CheckpointError(f"is damaged: {error}") from error
    if not isinstance(document, dict) or document.get(MARK) != FORMAT:
        raise CheckpointError("is not a checkpoint in this program's format")
    changed = list(_changes(document.get("settings"), job.settings()))
    if changed:
        raise CheckpointError(f"belongs to another simulation ({'; '.join(changed)})")
    try:
        return State(Totals.read(document["totals"], nothing(job)), document["seconds"])
    except (KeyError, TypeError, ValueError) as error:
        raise CheckpointError(f"is damaged: {error}") from error


def _changes(old: Any, new: Any, name: str = "") -> Iterator[str]:
    """Yield what differs, in words."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in {**old, **new}:
            yield from _changes(old.get(key), new.get(key), f"{name}.{key}" if name else key)
    elif old != new:
        yield f"{name} was {old}, now {new}"
