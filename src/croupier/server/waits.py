"""Whom a table waits for, and for what: a seat's answer, wagers, or the dealer's next step."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Final, NamedTuple

from croupier.server.dealing import awaited
from croupier.server.live import WAGERING, LiveTable
from croupier.stage.actions import DEALER

Data = dict[str, Any]

WAGERS: Final = "wagers"
ANSWER: Final = "answer"
STEP: Final = "step"
CALL: Final = "call"


class Wait(NamedTuple):
    """One who is waited for."""

    key: Hashable
    """The same as long as the table waits for the same thing."""
    what: str
    """One of the words above."""
    seat: int | None = None
    verbs: tuple[str, ...] = ()
    """What a seat may answer."""


def waits(live: LiveTable) -> list[Wait]:
    """Everybody whom the table waits for now; nobody between rounds, which only take a pause."""
    round = live.round
    if round is None or round.over:
        return []
    # Not the round itself, which is laid out again whenever somebody comes or goes.
    number, stands = live.snapshot.rounds, len(round.events)
    if round.pending is not None:
        return [Wait((STEP, number, stands), STEP)]
    if live.phase == WAGERING:
        seats = [Wait((WAGERS, number, seat), WAGERS, seat) for seat in awaited(live)]
        # Dealt step by step, the dealer decides when the wagers are closed.
        closes = not seats and live.pace.waits and bool(live.taking_part())
        return [Wait((CALL, number, stands), CALL)] if closes else seats
    answers = [
        Wait((ANSWER, seat, live.since.get(seat, 0)), ANSWER, seat, _verbs(live, seat))
        for seat in awaited(live)
    ]
    return answers or [Wait((CALL, number, stands), CALL)]


def _verbs(live: LiveTable, seat: int) -> tuple[str, ...]:
    asides = live.game.asides
    verbs = (offer["verb"] for offer in live.offers(seat))
    return tuple(dict.fromkeys(verb for verb in verbs if verb not in asides))


_DEALER: Final = {STEP: "the dealer: the next step", CALL: "the dealer: the next call"}


def in_words(waiting: Iterable[tuple[Wait, float]]) -> list[Data]:
    """The waits with their seconds, in words; seats that are asked for the same are told together.

    The seconds are those of the one who has been waited for longest.
    """
    found: dict[tuple[str, tuple[str, ...]], list[tuple[Wait, float]]] = {}
    for wait, seconds in waiting:
        found.setdefault((wait.what, wait.verbs), []).append((wait, seconds))
    return [
        {
            "who": DEALER if (what in _DEALER) else "seats",
            "what": what,
            "seats": [wait.seat for wait, _ in those if wait.seat is not None],
            "words": _words(what, verbs, [str(wait.seat) for wait, _ in those]),
            "seconds": round(max(seconds for _, seconds in those), 1),
        }
        for (what, verbs), those in found.items()
    ]


def _words(what: str, verbs: tuple[str, ...], seats: list[str]) -> str:
    if what in _DEALER:
        return _DEALER[what]
    *others, last = seats
    named = f"seat{'s' if others else ''} {', '.join(others)}{' and ' if others else ''}{last}"
    if what == WAGERS:
        return f"wagers of {named}"
    return f"{named}: {' or '.join(verbs) or 'an answer'}"
