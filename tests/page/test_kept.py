"""The page's unit tests read what the server once said: it still says it in the same shape."""

from __future__ import annotations

import json
from typing import Any

from tests.page.make_kept import KEPT, everything


def shape(value: Any) -> Any:
    """The keys of every object, and the type of everything else."""
    if isinstance(value, dict):
        return {key: shape(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [shape(inner) for inner in value]
    return type(value).__name__


async def test_the_kept_messages_have_the_servers_shape() -> None:
    said = await everything()
    assert sorted(said) == sorted(file.stem for file in KEPT.glob("*.json"))
    for name, content in said.items():
        kept = json.loads((KEPT / f"{name}.json").read_text("utf-8"))
        assert shape(content) == shape(kept), f"{name}: python -m tests.page.make_kept"
