"""Replay: run a recorded round again and compare, event for event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from croupier.equipment.shoe import ShoeError
from croupier.journal.corrections import Correction, Differs, reconcile
from croupier.journal.entry import JournalError
from croupier.journal.log import RoundLog
from croupier.journal.payloads import Closed, Said
from croupier.journal.resume import Walk
from croupier.journal.standing import ReplayError as ReplayError
from croupier.journal.standing import house_of, layout_of
from croupier.nouns.canonical import encode
from croupier.nouns.reasons import MalformedError
from croupier.rules.house import House
from croupier.stage.actions import Refusal
from croupier.stage.events import SCHEMA
from croupier.stage.payments import Pay
from croupier.stage.round import Round


@dataclass(frozen=True)
class Replay:
    """A round that was run again, as far as it went, and the first thing that came out differently."""

    round: Round
    at: int | None = None
    """The entry that differs, in the table's chain."""
    problem: str | None = None
    corrected: tuple[Correction, ...] = ()
    """What came out otherwise, and is meant to: one for each event."""

    @property
    def same(self) -> bool:
        """Whether everything came out as recorded, but for what has been corrected since."""
        return self.problem is None


def replay(log: RoundLog) -> Replay:
    """Run a round again from what was recorded of it.

    :class:`ReplayError` if this program plays by other rules than those it was recorded under: then
    a difference would mean nothing.
    """
    chosen = house_of(log)
    if log.closed is None:
        return _as_far_as_it_went(log)
    round = Round(layout_of(log, chosen))
    problem = _act(round, log.said)
    try:
        corrected = reconcile(log.happened(), round.events, chosen.book)
    except Differs as difference:
        place = (*log.places, log.end)[difference.at]
        return _differs(log, chosen, round, place, problem or difference.problem)
    if problem is not None:
        return _differs(log, chosen, round, log.end, problem)
    then, again = log.closed.result, Closed.of(round, log.closed.time).result
    old = any(version < SCHEMA for version, _ in log.happened())
    cut = (e for e in round.events if isinstance(e, Pay) and e.due)
    limited = {(str(e.seat), e.wager) for e in cut} if old else set[tuple[str, str]]()
    if _result(then, limited) != _result(again, limited):
        return _differs(log, chosen, round, log.end, "another result")
    return Replay(round, corrected=tuple(corrected))


def _as_far_as_it_went(log: RoundLog) -> Replay:
    """A round without an end: step by step, for the dealer may stand in the middle of a deal."""
    steps = Walk(log)
    round = steps.round
    try:
        for _ in steps:
            pass
    except JournalError as error:
        return Replay(round, steps.place, str(error))
    return Replay(round, corrected=tuple(steps.corrected))


def _result(result: dict[str, Any], limited: set[tuple[str, str]]) -> bytes:
    """A result to be compared: without the odds and the clause of payments that a limit cut (audit, 6)."""
    seats = {
        number: seat
        | {
            "wagers": [
                wager | {"rule": None, "odds": None}
                if (number, wager["wager"]) in limited
                else wager
                for wager in seat["wagers"]
            ]
        }
        for number, seat in result["seats"].items()
    }
    return encode(result | {"seats": seats})


def _act(round: Round, said: tuple[Said, ...]) -> str | None:
    """Say everything again; returns what stopped it, if anything."""
    for action in (act.said for act in said if act.said is not None):
        try:
            round.act(action)
        except (Refusal, MalformedError, ShoeError) as error:
            return f"{action}: {error}"
    return None


def _differs(log: RoundLog, chosen: House, round: Round, at: int, problem: str) -> Replay:
    """A difference; under other defaults of the house it says nothing, so that comes first."""
    stamp = log.opened.stamp
    if stamp.fingerprint != chosen.fingerprint():
        raise ReplayError(
            f"round {log.number} was played under a house whose defaults are not this program's: "
            f"replay it with release {stamp.product}"
        )
    return Replay(round, at, f"run again, round {log.number} gives {problem}")
