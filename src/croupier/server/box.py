"""The box: where a person stands who deals a live table.

While somebody deals, the table waits for them before every step, and nothing closes by itself. If
they keep it waiting, they are relieved, and the table deals as it did before.
"""

from __future__ import annotations

from typing import Final

from croupier.journal.payloads import DEALER_COMES, TIMEOUT
from croupier.nouns.reasons import Reason
from croupier.server import dealing, people
from croupier.server.answers import Reply
from croupier.server.commands import RELIEVE, LeaveBox, OfferBox, TakeBox, Tick
from croupier.server.errors import forbidden
from croupier.server.live import NO_MORE_BETS, PLAYING, WAGERING, LiveTable
from croupier.server.people import Caller
from croupier.stage.actions import DEALER, Refusal

PATIENCE: Final = 2
"""How many times the house's time to answer the dealer has for a step, or for the close."""
SILENCE: Final = "X-11"
"""The finding about time: no document says what follows if somebody keeps the table waiting."""

# --- coming and going -----------------------------------------------------------------------------


def take(live: LiveTable, command: TakeBox, caller: Caller) -> Reply:
    """Let a person deal from the next step on."""
    live.need_open()
    stands, person = live.snapshot, caller.person
    if stands.host and caller.table is None:
        raise forbidden("this is a private table: its host gives dealers a link")
    live.need_welcome(person)
    if stands.dealer == person:
        return {}
    if stands.dealer:
        raise Refusal(Reason("somebody deals this table: wait until they leave the box"))
    held = stands.players().get(person)
    if held:
        raise Refusal(Reason(f"you play on seat {held[0]}: nobody deals to themselves"))
    stands.dealer, live.relieved = person, ""
    live.note(DEALER_COMES, person=person, by=person, id=command.id)
    count_as_new(live)
    dealing.change_pace(live)
    return {}


def leave(live: LiveTable, command: LeaveBox, caller: Caller) -> Reply:
    """Let the person who deals leave, or be relieved by the host or the floor."""
    dealer = live.snapshot.dealer
    if caller.role == people.DEALER:
        live.need_box(caller)
    elif caller.person != dealer:
        live.need_host(caller)
    if not dealer:
        raise Refusal(Reason("nobody is in the box: the table deals by itself"))
    vacate(live, caller.person, id=command.id)
    return {}


def vacate(live: LiveTable, by: str, *, id: str | None = None) -> None:
    """Let nobody deal: the table deals again as it did before."""
    stands = live.snapshot
    person, stands.dealer = stands.dealer, ""
    silent = by == TIMEOUT
    live.note(
        "dealer leaves",
        person=person,
        by=by,
        reason="kept the table waiting" if silent else None,
        finding=SILENCE if silent else None,
        id=id,
    )
    if silent:
        live.relieved = person
    count_as_new(live)
    dealing.change_pace(live)


def count_as_new(live: LiveTable) -> None:
    """Let whoever deals the next round count as a new dealer, where a game asks for that."""
    if "new_dealer" in live.game.situation:
        live.from_next_round(new_dealer=True)


def offer(live: LiveTable, asked: OfferBox, caller: Caller) -> Reply:
    """Note that the host or the floor makes a link for the dealers of this table."""
    live.need_open()
    live.need_host(caller)
    live.note("dealer link", by=caller.person, id=asked.id)
    return {}


# --- who is waited for ----------------------------------------------------------------------------


def is_awaited(live: LiveTable) -> bool:
    """Whether the round cannot go on without the person who deals.

    Once there is a wager, they may close at any time.
    """
    round = live.round
    if not live.snapshot.dealer or round is None or round.over:
        return False
    if round.pending is not None:
        return True
    if live.phase == WAGERING:
        return NO_MORE_BETS in round.legal(DEALER)
    return live.phase == PLAYING and not dealing.awaited(live) and DEALER in round.asking()


def step(live: LiveTable) -> int:
    """Which step is held back, by a number that no other step of the round has; 0 if none is."""
    round = live.round
    if round is None or round.pending is None:
        return 0
    return 1 + len(round.events) + len(round.actions)


def patience(live: LiveTable) -> float:
    """How many seconds the dealer is waited for.

    Before the close, players who are not ready have their own time first.
    """
    players = live.phase == WAGERING and live.round is not None and not live.round.pending
    others = 1 if players and dealing.awaited(live) else 0
    return float(live.house.timeout * (PATIENCE + others))


def tick(live: LiveTable, tick: Tick, caller: Caller) -> Reply:
    """Relieve a person who has kept the table waiting; any other tick is the table's own."""
    if tick.what != RELIEVE:
        return dealing.tick(live, tick, caller)
    if is_awaited(live):
        vacate(live, TIMEOUT)
    return {}
