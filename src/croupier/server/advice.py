"""Advice on demand, from what the seat may see: before a decision, or after it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from croupier import games
from croupier.journal import Journal, JournalError
from croupier.journal.log import RoundLog
from croupier.journal.payloads import TIMEOUT
from croupier.journal.resume import walk
from croupier.nouns.money import show_money
from croupier.server.errors import forbidden, not_found
from croupier.server.live import LiveTable
from croupier.server.people import Caller

if TYPE_CHECKING:
    from croupier.mathematics.analysis import Choice
    from croupier.review.decisions import Decision


async def advice_at(
    journal: Journal, live: LiveTable, seat: int, amount: int | None
) -> dict[str, Any]:
    """What each choice of a seat is worth: exact, or marked as an estimate, with its error.

    Choices that take an amount are valued at this one, or else at the most that may be said.
    """
    if not live.house.advice:
        raise forbidden("this house does not allow advice")
    document = await asyncio.to_thread(_advice, journal, live.id, seat, amount)
    if document is None:
        raise not_found("there is no decision to advise on now")
    return document


def _advice(
    journal: Journal, table: str, seat: int, amount: int | None = None
) -> dict[str, Any] | None:
    try:
        from croupier import lab
    except ImportError:
        return None
    log = journal.unfinished(table)
    if log is None:
        return None
    # Replay a copy of the round from the journal: the table plays on meanwhile.
    *_, round = walk(log)
    choices = lab.advice_for(round, seat, amount)
    return _shown(choices, lab.best_of(choices)) if choices else None


def _shown(choices: Sequence[Choice], best: Choice) -> dict[str, Any]:
    from croupier.lab.documents import number

    shown: list[dict[str, Any]] = [
        {"action": choice.action, "ev": number(choice.value)}
        | ({} if choice.amount is None else {"amount": show_money(choice.amount)})
        for choice in choices
    ]
    return {
        "choices": shown,
        "best": best.action,
        "estimate": any(choice["ev"]["exact"] is None for choice in shown),
    }


# --- after the decision ---------------------------------------------------------------------------


async def advice_after(
    journal: Journal, live: LiveTable, caller: Caller, number: int | None
) -> dict[str, Any]:
    """What the last decision of the caller's seat was worth, and what it cost.

    It is in the round that is named, or else in the one on the felt. The values are those of the
    moment before the decision: they come from what the seat saw then, whatever was dealt since.
    """
    if not live.house.advice:
        raise forbidden("this house does not allow advice")
    document = await asyncio.to_thread(_after, journal, live.id, caller, number or live.number)
    if document is None:
        raise not_found("you have made no decision in this round")
    return document


def _after(
    journal: Journal, table: str, caller: Caller, number: int | None
) -> dict[str, Any] | None:
    try:
        from croupier.review.decisions import CLOCK, PLAYER, decide
    except ImportError:
        return None
    log = None if number is None else _round(journal, table, caller, number)
    if log is None:
        return None
    parse, seat = games.load(log.opened.game).grammar.parse, caller.own_seat
    for place, act in reversed([*zip(log.spoken, log.said, strict=True)]):
        action = None if act.said is None else parse(act.said)
        if action is None or action.actor != seat:
            continue
        *_, round = walk(log.before(place))
        found = decide(round, seat, action, by=CLOCK if act.by == TIMEOUT else PLAYER)
        if found is not None:
            return {"round": log.number} | _told(found)
    return None


def _told(found: Decision) -> dict[str, Any]:
    from croupier.lab.documents import number
    from croupier.review.decisions import as_dict

    return as_dict(found, number) | _shown(found.choices, found.best)


def _round(journal: Journal, table: str, caller: Caller, number: int) -> RoundLog | None:
    """The log of a round of this table in which the caller had this seat."""
    try:
        log = journal.round(number)
    except JournalError:
        return None
    held = log.opened.players.get(caller.person, ())
    return log if log.table == table and caller.own_seat in held else None
