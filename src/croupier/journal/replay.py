"""Replay: run a recorded round again and compare it event by event."""

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
    """A round that was run again as far as it went, and the first difference, if any."""

    round: Round
    at: int | None = None
    """The number of the entry that differs, in the table's chain."""
    problem: str | None = None
    corrected: tuple[Correction, ...] = ()
    """The intended differences, one for each event that has one."""

    @property
    def same(self) -> bool:
        """Whether everything came out as recorded, apart from intended corrections."""
        return self.problem is None


def replay(log: RoundLog) -> Replay:
    """Run a round again from its record.

    Raises :class:`ReplayError` if this program plays by other rules than those the round was
    recorded under, because then a difference would prove nothing.
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
    """Replay an unfinished round step by step, as it may have stopped in the middle of a deal."""
    steps = Walk(log)
    round = steps.round
    try:
        for _ in steps:
            pass
    except JournalError as error:
        return Replay(round, steps.place, str(error))
    return Replay(round, corrected=tuple(steps.corrected))


def _result(result: dict[str, Any], limited: set[tuple[str, str]]) -> bytes:
    """Return a result for comparison, without the odds and clause of payments that a limit cut.

    Those were wrong in 0.1.0 (audit, 6).
    """
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
    """Repeat everything that was said; returns what stopped the round, or None."""
    for action in (act.said for act in said if act.said is not None):
        try:
            round.act(action)
        except (Refusal, MalformedError, ShoeError) as error:
            return f"{action}: {error}"
    return None


def _differs(log: RoundLog, chosen: House, round: Round, at: int, problem: str) -> Replay:
    """Return the replay with its difference; raises if the house's defaults changed since.

    Under other defaults a difference would prove nothing.
    """
    stamp = log.opened.stamp
    if stamp.fingerprint != chosen.fingerprint():
        raise ReplayError(
            f"round {log.number} was played with other house defaults than this program's: "
            f"replay it with release {stamp.product}"
        )
    return Replay(round, at, f"when run again, round {log.number} gives {problem}")
