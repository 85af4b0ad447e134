"""Events as the journal keeps them, each with the version of the vocabulary it was written in.

Older events are read as if written today. A change of the vocabulary that an old event does not fit
raises :data:`~croupier.stage.events.SCHEMA` and adds a function here that turns an event of the
previous version into one of the new. Entries are never rewritten; they are upgraded when read.
docs/architecture.md has the rule in full.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import msgspec

from croupier import games
from croupier.journal.entry import JournalError
from croupier.nouns import structs
from croupier.nouns.canonical import encode
from croupier.stage.events import KINDS, SCHEMA, Event

Raw: TypeAlias = dict[str, Any]


def write_event(event: Event) -> bytes:
    """Return the bytes of an event, with its version first."""
    return b'{"v":%d,' % SCHEMA + encode(event)[1:]


def read_event(payload: bytes, game: str) -> tuple[int, Event]:
    """Return the version an event was written in, and the event in today's vocabulary.

    0.1.0, the first release, wrote no version: it counts as 1.
    """
    raw = _parsed(payload)
    version = raw.pop("v", 1)
    if not isinstance(version, int) or not 1 <= version <= SCHEMA:
        raise JournalError(f"an event of version {version!r}: this program reads 1 to {SCHEMA}")
    for upgrade in _UPGRADES[version - 1 :]:
        upgrade(raw, game)
    games.load(game)  # this registers the kinds that only this game has
    kind = KINDS.get(str(raw.get("kind")))
    if kind is None:
        raise JournalError(f"there is no event of kind {raw.get('kind')!r}")
    try:
        return version, structs.convert(raw, kind)
    except msgspec.ValidationError as error:
        raise JournalError(f"{kind.kind}: {error}") from None


def _parsed(payload: bytes) -> Raw:
    try:
        raw = msgspec.json.decode(payload)
    except msgspec.DecodeError as error:
        raise JournalError(f"an event cannot be read: {error}") from None
    if not isinstance(raw, dict):
        raise JournalError("an event cannot be read: it is not an object")
    return raw


# --- from the first vocabulary to the second ------------------------------------------------------


RENAMED: Final[Mapping[str, Mapping[str, str]]] = {
    "mark": {"count": "at"},
    "turn-card": {"count": "index"},
}
"""Fields of the first vocabulary that the second renamed."""


def _wager(raw: Raw, game: str) -> None:
    if raw.pop("by", None) == "cash":
        raw["cash"] = True


def _discard(raw: Raw, game: str) -> None:
    if game == "red-dog" and raw.get("rule") == "6(c)":
        raw["early"] = True


def _award(raw: Raw, game: str) -> None:
    if "seat" not in raw and not str(raw.get("rule")).startswith("10(h)"):
        raw["share"] = "odd" if raw.get("finding") == "W-20" else "rest"


def _deck(raw: Raw, game: str) -> None:
    raw["replaces"] = raw.get("text") == "another deck takes its place"


_SECOND: Final[Mapping[str, Callable[[Raw, str], None]]] = {
    "award": _award,
    "deck": _deck,
    "discard": _discard,
    "wager": _wager,
}


def _to_second(raw: Raw, game: str) -> None:
    """Version 1 had one struct for all kinds, in which some fields meant several things."""
    for old, new in RENAMED.get(str(raw.get("kind")), {}).items():
        raw[new] = raw.pop(old, None)
    change = _SECOND.get(str(raw.get("kind")))
    if change is not None:
        change(raw, game)


_UPGRADES: Final = (_to_second,)
"""The upgrades from each version to the next."""

NEW_FIELDS: Final[Mapping[int, Mapping[str, frozenset[str]]]] = {
    1: {
        "align": frozenset({"hand"}),
        "announce": frozenset({"closes", "seat", "hand"}),
        "compare": frozenset({"hand"}),
        "pay": frozenset({"due", "hand"}),
        "push": frozenset({"hand"}),
        "report": frozenset({"seat"}),
        "return": frozenset({"hand"}),
        "take": frozenset({"hand"}),
    }
}
"""By version: the fields that its events did not have, so they cannot be compared."""
