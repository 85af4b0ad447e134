"""Files of past releases, and how they are compared with what this release says of them."""

from __future__ import annotations

import gzip
import json
import shutil
from pathlib import Path
from typing import Any, Final

from croupier.journal.schema import RENAMED

HERE: Final = Path(__file__).parent
WORDS: Final = frozenset({"text", "line"})
"""Fields whose wording may differ."""


def read(release: str, name: str) -> Any:
    """Return what the release itself said."""
    content = (HERE / release / name).read_bytes()
    return json.loads(gzip.decompress(content) if name.endswith(".gz") else content)


def copied(release: str, name: str, to: Path) -> Path:
    """Copy a file or folder of the release, and what lies beside it, to where it may be changed."""
    for kept in (HERE / release).glob(f"{name}*"):
        beside = to.with_name(to.name + kept.name.removeprefix(name))
        if kept.is_dir():
            shutil.copytree(kept, beside)
        else:
            shutil.copyfile(kept, beside)
    return to


def renamed(event: dict[str, Any]) -> dict[str, Any]:
    """Return an event of 0.1.0 with its fields under today's names."""
    names = RENAMED.get(event["kind"], {})
    told = {names.get(key, key): value for key, value in event.items()}
    if told.get("by") == "cash":
        del told["by"]
    return told


def differences(old: Any, new: Any, but: frozenset[str] = WORDS, at: str = "") -> list[str]:
    """Return where something new is not what it was. Wording and additions do not count."""
    if isinstance(old, dict) and isinstance(new, dict):
        old = renamed(old) if {"n", "kind", "rule"} <= old.keys() else old
        found = [f"{at}.{key} is gone" for key in old if key not in new and key not in but]
        for key, value in old.items():
            if key in new and key not in but:
                found += differences(value, new[key], but, f"{at}.{key}")
        return found
    if isinstance(old, list) and isinstance(new, list):
        if len(old) != len(new):
            return [f"{at}: {len(new)} instead of {len(old)}"]
        return [
            line
            for i, pair in enumerate(zip(old, new, strict=True))
            for line in differences(*pair, but, f"{at}[{i}]")
        ]
    return [] if old == new else [f"{at}: {new!r} instead of {old!r}"]
