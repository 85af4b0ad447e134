"""At the table: what is said in a round, what the dealer does by himself, and what silence means."""

from __future__ import annotations

from typing import Any

from croupier.nouns.reasons import Reason
from croupier.server import money
from croupier.server.live import BETWEEN, NO_MORE_BETS, PLAYING, WAGERING, LiveTable
from croupier.server.requests import Entropy, Leave, Proceed, Ready, Say, Tick
from croupier.server.snapshot import Contribution
from croupier.stage.actions import DEALER, Action, Refusal
from croupier.stage.round import Round

TIMEOUT = "timeout"
"""Who speaks for a seat that did not answer in time (X-11)."""

Reply = dict[str, Any]


class StaleError(Exception):
    """What was said was meant for a state of the table that is past."""


def say(live: LiveTable, asked: Say) -> Reply:
    """A sentence of the game."""
    action = live.game.grammar.parse(asked.said)
    round = live.need_round()
    if asked.state < live.since.get(action.actor, 0):
        raise StaleError("what may be said has changed since then")
    refusal = round.check(action)
    if refusal is not None:
        raise refusal
    if isinstance(action.actor, int) and action.actor not in live.taking_part():
        raise Refusal(live.game.unseated._replace(
            message=f"seat {action.actor} is dealt in from the next round on"))  # fmt: skip
    act(live, action, asked.by, asked.id)
    return {}


def act(live: LiveTable, action: Action, by: str, id: str | None = None) -> None:
    """Carry out something that may be said."""
    round = live.open_round()
    if action == NO_MORE_BETS:
        live.seal()
    live.recorder.append(round.act(action), by=by, id=id)
    if isinstance(action.actor, int):
        live.ready.discard(action.actor)
    _follow(live, round)


def proceed(live: LiveTable, asked: Proceed) -> Reply:
    """The dealer's next step, when the floor lets him go on step by step."""
    round = live.need_round()
    if round.pending is None:
        raise Refusal(Reason("the dealer has nothing to do now: somebody is to speak first"))
    if asked.state != live.state:
        raise StaleError("the table has gone on since then")
    live.open_round()
    live.recorder.append(round.proceed(), by=asked.by, id=asked.id)
    _follow(live, round)
    return {}


def go_on(live: LiveTable) -> None:
    """The dealer does all that was held back."""
    round = live.round
    if round is None or round.pending is None:
        return
    if live.recorder.number:
        while round.pending is not None:
            live.recorder.append(round.proceed())
        _follow(live, round)
    else:
        live.prepare()


def _follow(live: LiveTable, round: Round) -> None:
    """What follows by itself: cards that have left seal the pack, the end of the round ends it."""
    pack = live.snapshot.pack
    if pack is not None and not pack.sealed and round.layout.shoe.pos:
        live.seal()
    if round.over:
        live.end_round()
        money.after_round(live)


# --- before the first card ----------------------------------------------------------------------------


def ready(live: LiveTable, asked: Ready) -> Reply:
    """A seat's wagers stand. When all do the dealer closes, or lays out the next round."""
    if not asked.ready:
        live.ready.discard(asked.seat)
        return {}
    if live.phase == PLAYING:
        return {}
    live.ready.add(asked.seat)
    close_if_ready(live)
    return {}


def leave(live: LiveTable, asked: Leave) -> Reply:
    """A seat is given up; those who are ready wait for it no more."""
    reply = money.leave(live, asked)
    if live.ready:
        close_if_ready(live)
    return reply


def close_if_ready(live: LiveTable) -> None:
    """The dealer closes as soon as nobody is waited for."""
    if live.pace.waits:
        return
    if live.phase == BETWEEN:
        if live.snapshot.seats and live.ready >= set(live.snapshot.seats):
            live.prepare()
    elif (
        live.phase == WAGERING and live.round is not None
        and live.ready >= set(live.taking_part()) and NO_MORE_BETS in live.round.legal(DEALER)
    ):  # fmt: skip
        act(live, NO_MORE_BETS, DEALER)


def entropy(live: LiveTable, asked: Entropy) -> Reply:
    """Somebody adds to the shuffle, after its commitment and before its first card."""
    live.need_open()
    pack = live.snapshot.pack
    if pack is None or pack.sealed or (live.round and live.round.layout.shoe.pos):
        raise Refusal(Reason("these cards are in play: add to the next shuffle"))
    if sum(one.person == asked.by for one in pack.entropy) >= 4 or len(pack.entropy) >= 64:
        raise Refusal(Reason("enough has been added to this shuffle"))
    pack.entropy.append(Contribution(asked.by, asked.value))
    live.note("entropy", pack=pack.number, person=asked.by, value=asked.value, id=asked.id)
    return {"pack": pack.number}


# --- time ----------------------------------------------------------------------------------------------


def awaited(live: LiveTable) -> list[int]:
    """The seats that the round is waiting for."""
    round = live.round
    if round is None or round.over:
        return []
    if live.phase == WAGERING:
        return [n for n in live.taking_part() if n not in live.ready]
    return [actor for actor in round.asking() if isinstance(actor, int)]


def running(live: LiveTable) -> bool:
    """Whether the house's time to answer is running: from the first wager on, and at every decision."""
    round = live.round
    if round is None or round.over or round.pending is not None:
        return False
    if live.phase == WAGERING:
        return not live.pace.waits and NO_MORE_BETS in round.legal(DEALER)
    return bool(awaited(live))


def tick(live: LiveTable, asked: Tick) -> Reply:
    """Nobody has answered in time: the dealer closes, or the seat in turn folds, passes or exposes (X-11)."""
    round = live.round
    if asked.what == "next":
        if live.phase == BETWEEN:
            live.prepare()
    elif round is not None and running(live):
        if NO_MORE_BETS in round.legal(DEALER):
            act(live, NO_MORE_BETS, TIMEOUT)
        else:
            seat = awaited(live)[0]
            act(live, Action(seat, live.game.absent(round.layout, seat)), TIMEOUT)
    return {}
