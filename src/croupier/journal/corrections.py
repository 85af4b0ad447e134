"""The intended differences between this release and the one that recorded a round.

An audit of 0.1.0 against the documents found some events that cited the wrong clause, and two
counts that were left out. A round recorded by 0.1.0 is run again under today's rules, and every
difference must be one of these. docs/decisions.md says more about each.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from croupier.journal.schema import NEW_FIELDS
from croupier.rules.rulebook import Rulebook
from croupier.stage.events import SCHEMA, Event
from croupier.stage.payments import Void

ANY: Final = "*"
"""Matches any value of a field."""


@dataclass(frozen=True)
class Correction:
    """An intended difference from an earlier release."""

    audit: str
    """The item of the audit of 0.1.0 that asked for the correction."""
    about: str
    kind: str
    games: tuple[str, ...] = ()
    """The games concerned; empty means all."""
    changes: Mapping[str, tuple[Any, Any]] = field(default_factory=dict)
    """For each field the recorded value and today's; clauses are in the catalogue's form."""
    added: bool = False
    """Whether the correction adds an event that was left out."""
    after_void: bool = False
    """Whether the correction concerns only void rounds."""

    def explains(self, fields: Mapping[str, tuple[Any, Any]], book: Rulebook) -> bool:
        """Whether this correction explains all of these differences."""
        return all(
            name in self.changes and _fits(self.changes[name], values, book)
            for name, values in fields.items()
        )


def _fits(change: tuple[Any, Any], values: tuple[Any, Any], book: Rulebook) -> bool:
    return all(
        wanted == ANY or _cited(wanted, book) == value
        for wanted, value in zip(change, values, strict=True)
    )


def _cited(value: Any, book: Rulebook) -> Any:
    if isinstance(value, tuple):
        return tuple(_cited(one, book) for one in value)
    return book.citations.get(value, value)


_LIMIT: Final = "a payment cut by the limit cites the limit's clause"
_RACK: Final = "the cards of a void round go to the rack by the rule that voided it"
_COUNT: Final = "a count that was due and was left out"
_CROSS, _STUD, _POT = "double-cross-poker", "double-down-stud", "winners-pot-poker"


def _limited(
    game: str, old: str, new: str, was: tuple[str, ...], now: tuple[str, ...]
) -> Correction:
    return Correction("6", _LIMIT, "pay", (game,), {"rule": (old, new), "also": (was, now)})


CORRECTIONS: Final = (
    *(
        _limited(_CROSS, clause, "11(d)", ("11(d)",), (clause,))
        for clause in ("11(b)", "11(c)", "10(g)(3)")
    ),
    _limited(_STUD, "9(c)", "10(c)", ("10(b)", "10(c)"), ("9(c)", "10(b)")),
    _limited(_POT, "12(a)", "11(c)", ("11(b)", "11(c)"), ("12(a)", "11(b)")),
    Correction(
        "in print",
        _RACK,
        "collect",
        changes={"rule": (ANY, ANY), "finding": (None, ANY)},
        after_void=True,
    ),
    Correction(
        "in print",
        "what a device counts is not known before somebody reports it",
        "count",
        changes={"count": (ANY, None), "text": (ANY, "the device counts the deck")},
    ),
    Correction("5", _COUNT, "count", (_CROSS, _POT), added=True),
    Correction("5", _COUNT, "stub", (_CROSS,), {"rule": (ANY, "7(e)(1)")}),
)
"""Every difference from 0.1.0 that a replay accepts."""


class Differs(Exception):
    """Raised where the recorded and today's course of a round differ and no correction says why."""

    def __init__(self, at: int, problem: str) -> None:
        super().__init__(problem)
        self.at = at
        """The index of the recorded event, from 0; the number of events if it is past the last."""
        self.problem = problem


class Reconciler:
    """Compares today's events, one by one, with the recorded ones, each with its version."""

    def __init__(self, then: Sequence[tuple[int, Event]], book: Rulebook) -> None:
        self.used: list[Correction] = []
        """The corrections that explain what differed so far."""
        self._then = then
        self._book = book
        self._at = 0
        self._void = False

    def take(self, event: Event) -> bool:
        """Take today's next event: True if it is the next one recorded, False if it was left out.

        Raises :class:`Differs` if it is neither.
        """
        self._void = self._void or (isinstance(event, Void) and event.seat is None)
        recorded = None
        if self._at < len(self._then):
            version, recorded = self._then[self._at]
            differences = compare(version, recorded, event)
            earlier = version < SCHEMA
            reason = self._reason(event, differences) if differences and earlier else None
            if not differences or reason is not None:
                self._at += 1
                self.used += [reason] if reason else []
                return True
        left_out = self._left_out(event)
        if left_out is None:
            instead = "nothing" if recorded is None else _text(recorded)
            raise Differs(self._at, f"{_text(event)} instead of {instead}")
        self.used.append(left_out)
        return False

    def finish(self) -> list[Correction]:
        """Return the corrections that were needed; raises :class:`Differs` if more was recorded."""
        if self._at < len(self._then):
            raise Differs(self._at, f"nothing instead of {_text(self._then[self._at][1])}")
        return self.used

    def _reason(
        self, event: Event, differences: Mapping[str, tuple[Any, Any]]
    ) -> Correction | None:
        for correction in CORRECTIONS:
            if (
                not correction.added
                and self._concerns(correction, event)
                and (self._void or not correction.after_void)
                and correction.explains(differences, self._book)
            ):
                return correction
        return None

    def _left_out(self, event: Event) -> Correction | None:
        if not self._then or self._then[0][0] == SCHEMA:
            return None
        return next((c for c in CORRECTIONS if c.added and self._concerns(c, event)), None)

    def _concerns(self, correction: Correction, event: Event) -> bool:
        games = correction.games
        return correction.kind == event.kind and (not games or self._book.game in games)


def reconcile(
    then: Sequence[tuple[int, Event]], now: Iterable[Event], book: Rulebook
) -> list[Correction]:
    """Return the corrections that turn the recorded course of a round into today's.

    Raises :class:`Differs` if there are none that do.
    """
    both = Reconciler(then, book)
    for event in now:
        both.take(event)
    return both.finish()


def compare(version: int, then: Event, now: Event) -> dict[str, tuple[Any, Any]]:
    """Return the fields that differ between a recorded event and today's, with both values."""
    if type(then) is not type(now):
        return {"kind": (then.kind, now.kind)}
    unknown = frozenset[str]()
    if version < SCHEMA:
        unknown = NEW_FIELDS[version].get(then.kind, frozenset()) | {"n"}
    values = ((name, (getattr(then, name), getattr(now, name))) for name in then.__struct_fields__)
    return {name: pair for name, pair in values if name not in unknown and pair[0] != pair[1]}


def _text(event: Event) -> str:
    return msgspec.json.encode(event).decode("utf-8", "replace")
