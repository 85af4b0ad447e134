"""Advice on demand, from what the seat may see."""

from __future__ import annotations

import asyncio
from typing import Any

from croupier.journal import Journal
from croupier.journal.resume import walk
from croupier.nouns.money import show_money
from croupier.server.errors import forbidden, not_found
from croupier.server.live import LiveTable


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
        from croupier.lab.documents import number
    except ImportError:
        return None
    log = journal.unfinished(table)
    if log is None:
        return None
    # Replay a copy of the round from the journal: the table plays on meanwhile.
    *_, round = walk(log)
    choices = lab.advice_for(round, seat, amount)
    if not choices:
        return None
    shown: list[dict[str, Any]] = [
        {"action": choice.action, "ev": number(choice.value)}
        | ({} if choice.amount is None else {"amount": show_money(choice.amount)})
        for choice in choices
    ]
    return {
        "choices": shown,
        "best": lab.best_of(choices).action,
        "estimate": any(choice["ev"]["exact"] is None for choice in shown),
    }
