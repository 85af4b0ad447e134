"""Replay: run a recorded round again and compare, event for event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from croupier import games
from croupier.equipment.shoe import Shoe, ShoeError
from croupier.journal.corrections import Correction, Differs, reconcile
from croupier.journal.entry import FORMAT, JournalError
from croupier.journal.log import RoundLog
from croupier.journal.payloads import Closed, Said
from croupier.nouns.canonical import encode
from croupier.nouns.cards import UNKNOWN, Card
from croupier.nouns.reasons import MalformedError
from croupier.rules import house
from croupier.rules.house import House, HouseError
from croupier.rules.rulebook import RulebookError
from croupier.stage.actions import Refusal
from croupier.stage.layout import Layout
from croupier.stage.payments import Pay
from croupier.stage.round import Round


class ReplayError(JournalError):
    """A round that this program cannot run again, and why: no word about whether it is true."""


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


class _Recorded(Shoe):
    """A shoe whose cards are known as far as they left it."""

    __slots__ = ()

    def draw(self) -> Card:
        card = super().draw()
        if card == UNKNOWN:
            raise ShoeError("more cards are drawn than were recorded")
        return card


def replay(log: RoundLog) -> Replay:
    """Run a round again from what was recorded of it.

    :class:`ReplayError` if this program plays by other rules than those it was recorded under: then
    a difference would mean nothing.
    """
    chosen = house_of(log)
    round = Round(layout_of(log, chosen))
    problem = _act(round, log.said)
    try:
        corrected = reconcile(log.happened(), round.events, chosen.book)
    except Differs as difference:
        place = (*log.places, log.end)[difference.at]
        return _differs(log, chosen, round, place, problem or difference.problem)
    if problem is not None:
        return _differs(log, chosen, round, log.end, problem)
    if log.closed is not None:
        then, again = log.closed.result, Closed.of(round, log.closed.time).result
        limited = {(str(e.seat), e.wager) for e in round.events if isinstance(e, Pay) and e.due}
        if _result(then, limited) != _result(again, limited):
            return _differs(log, chosen, round, log.end, "another result")
    return Replay(round, corrected=tuple(corrected))


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


def house_of(log: RoundLog) -> House:
    """The house of a round; refused if it, or the rulebook, is not what it was."""
    opened = log.opened
    stamp = opened.stamp
    if stamp.format > FORMAT:
        raise ReplayError(f"round {log.number}: format {stamp.format} is newer than this program")
    try:
        chosen = house.build(opened.game, opened.house, opened.rulebook)
    except (MalformedError, RulebookError, HouseError) as error:
        raise ReplayError(f"round {log.number}: {error}") from None
    if not chosen.book.since <= stamp.version <= chosen.book.version:
        raise ReplayError(
            f"round {log.number} was played under {stamp.document} version {stamp.version}, and this "
            f"program has version {chosen.book.version}: replay it with release {stamp.product}"
        )
    return chosen


def layout_of(log: RoundLog, chosen: House, shoe: Shoe | None = None) -> Layout:
    """The table as it stood when the round began; only the cards that left the shoe are known, unless
    the shoe itself is still there."""
    opened = log.opened
    if shoe is None:
        state = opened.shoe
        unseen = [UNKNOWN] * (state.left - len(log.cards))
        shoe = _Recorded([*log.cards, *unseen], marker=state.marker, back=state.back)
        shoe.wrong, shoe.known = dict(state.wrong), set(state.known)
    game = games.load(opened.game)
    return game.layout(
        game,
        chosen,
        opened.bankrolls,
        shoe,
        players=opened.players,
        situation=opened.situation,
    )


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
