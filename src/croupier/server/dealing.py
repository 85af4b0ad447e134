"""What happens in a round: what people say, what the dealer does, and what silence means."""

from __future__ import annotations

from croupier.journal.payloads import TIMEOUT
from croupier.nouns.reasons import MalformedError, Reason
from croupier.server import closing, hosting, money, people
from croupier.server.absence import attending, come_back, overdue, sit_out, sits_out
from croupier.server.answers import Reply
from croupier.server.commands import (
    FREE,
    IDLE,
    NEXT,
    Away,
    Entropy,
    LeaveSeat,
    Proceed,
    Ready,
    Say,
    Tick,
)
from croupier.server.errors import StaleError, forbidden
from croupier.server.live import BETWEEN, NO_MORE_BETS, PLAYING, WAGERING, LiveTable
from croupier.server.people import Caller
from croupier.server.snapshot import Contribution
from croupier.stage.actions import DEALER, Action, Refusal
from croupier.stage.round import Round


def act(live: LiveTable, command: Say, caller: Caller) -> Reply:
    """Carry out a sentence of the game: it is parsed once, checked once, and said."""
    action = _read(live, command.said, caller)
    round = live.need_round()
    if isinstance(action.actor, int):
        live.need_player(caller)
    if command.state < live.since.get(action.actor, 0):
        raise StaleError("what you may say has changed since then")
    refusal = round.check(action)
    if refusal is not None:
        raise refusal
    if isinstance(action.actor, int) and action.actor not in live.taking_part():
        message = f"seat {action.actor} is dealt in from the next round on"
        raise Refusal(live.game.unseated._replace(message=message))
    if isinstance(action.actor, int) and action.actor not in live.snapshot.departing:
        come_back(live, action.actor)
    say(live, action, caller.person, command.id)
    if people.is_house_player(caller.person) and live.phase == WAGERING:
        close_if_ready(live)
    if caller.role == people.DEALER and round.pending is not None:
        # To say it is the step: nobody closes the wagers and then has yet to say so.
        live.recorder.append(round.proceed(), by=caller.person)
        _follow(live, round)
    return {}


def _read(live: LiveTable, said: str, caller: Caller) -> Action:
    """Parse a sentence. A player speaks for one seat, the floor for the dealer and itself.

    While a person deals, only they speak for the dealer, and for nobody else.
    """
    parse = live.game.grammar.parse
    if caller.role == people.PLAYER:
        return parse(f"{caller.seat} {said}")
    action = parse(said)
    if action.actor == DEALER:
        live.need_box(caller)
    elif caller.role == people.DEALER:
        raise forbidden("this is not for the dealer to say: write dealer first")
    if isinstance(action.actor, int):
        raise MalformedError(
            "the floor speaks for the dealer and itself: write dealer or floor first"
        )
    return action


def say(live: LiveTable, action: Action, by: str, id: str | None = None) -> None:
    """Say a legal action, and carry out what follows from it."""
    round = live.open_round()
    if action == NO_MORE_BETS:
        live.seal()
    live.recorder.append(round.act(action), by=by, id=id)
    if isinstance(action.actor, int):
        live.ready.discard(action.actor)
        if by == TIMEOUT:
            live.timeouts.append(action)
    _follow(live, round)


def proceed(live: LiveTable, command: Proceed, caller: Caller) -> Reply:
    """Carry out the dealer's next step, when dealing step by step."""
    live.need_box(caller)
    if live.snapshot.dealer and live.phase == BETWEEN:
        lay_out(live)
        return {}
    round = live.need_round()
    if round.pending is None:
        raise Refusal(Reason("the dealer has nothing to do now: somebody else must speak first"))
    if command.state != live.state:
        raise StaleError("the table has moved on since then")
    live.open_round()
    live.recorder.append(round.proceed(), by=caller.person, id=command.id)
    _follow(live, round)
    return {}


def lay_out(live: LiveTable) -> None:
    """Lay out the next round before its time."""
    if live.phase != BETWEEN:
        raise Refusal(Reason("a round has already been laid out"))
    if not live.snapshot.seats:
        raise Refusal(Reason("nobody sits at this table: a round needs a player"))
    live.prepare()


def change_pace(live: LiveTable) -> None:
    """Deal step by step or without a pause, as the table stands now."""
    live.pace.waits, live.pace.acts_only = live.steps, bool(live.snapshot.dealer)
    if not live.pace.waits:
        go_on(live)
        close_if_ready(live)
    elif live.round is not None and not live.recorder.number:
        live.prepare()


def go_on(live: LiveTable) -> None:
    """Let the dealer take every step that was held back."""
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
    """Do what follows by itself.

    The first card out seals the pack, a finished round ends, and players who sit out are answered
    for.
    """
    pack = live.snapshot.pack
    if pack is not None and not pack.sealed and round.layout.shoe.pos:
        live.seal()
    if round.over:
        live.end_round()
        money.after_round(live)
        closing.after_round(live)
    else:
        _answer_absent(live, round)


def _answer_absent(live: LiveTable, round: Round) -> None:
    """Answer for a player who sits out and is asked for a decision (X-11).

    Nobody is asked while a step of the dealer is held back. Whatever follows from the answer may be
    a question to the next one.
    """
    if live.phase != PLAYING:
        return
    for seat in awaited(live):
        if sits_out(live, seat):
            say(live, Action(seat, live.game.absent(round.layout, seat)), TIMEOUT)
            return


# --- before the first card ------------------------------------------------------------------------


def ready(live: LiveTable, command: Ready, caller: Caller) -> Reply:
    """Note that a seat's wagers stand.

    When all do, the dealer closes, or lays out the next round.
    """
    seat = caller.own_seat
    if not command.ready:
        live.ready.discard(seat)
    else:
        come_back(live, seat)
        if live.phase != PLAYING:
            live.ready.add(seat)
            close_if_ready(live)
    return {}


def away(live: LiveTable, command: Away, caller: Caller) -> Reply:
    """Let a player sit out, or come back."""
    seat = caller.own_seat
    if not command.away:
        come_back(live, seat, command.id)
        return {}
    sit_out(live, seat, caller.person, command.id)
    if live.phase == PLAYING:
        _answer_absent(live, live.need_round())
    else:
        close_if_ready(live)
    return {}


def leave(live: LiveTable, command: LeaveSeat, caller: Caller) -> Reply:
    """Let a player give up the seat."""
    return give_up(
        live,
        caller.own_seat,
        caller.person,
        id=command.id,
        after_round=command.when == "after-round",
    )


def give_up(
    live: LiveTable, seat: int, person: str | None, *, id: str, after_round: bool = False
) -> Reply:
    """Give up a seat; the others no longer wait for it."""
    reply = money.leave(live, seat, person, id=id, after_round=after_round)
    if live.ready:
        close_if_ready(live)
    return reply


def close_if_ready(live: LiveTable) -> None:
    """Let the dealer close, or lay out the next round, if nobody is waited for."""
    if live.pace.waits:
        return
    if live.phase == BETWEEN:
        waited_for = [n for n, place in live.snapshot.seats.items() if not place.strategy]
        waited_for = attending(live, waited_for)
        if waited_for and live.ready.issuperset(waited_for):
            live.prepare()
    elif (
        live.phase == WAGERING
        and live.round is not None
        and not awaited(live)
        and NO_MORE_BETS in live.round.legal(DEALER)
    ):
        say(live, NO_MORE_BETS, DEALER)


def entropy(live: LiveTable, command: Entropy, caller: Caller) -> Reply:
    """Add somebody's text to the shuffle, after its commitment and before its first card."""
    live.need_open()
    pack = live.snapshot.pack
    if pack is None or pack.sealed or (live.round and live.round.layout.shoe.pos):
        raise Refusal(Reason("these cards are in play already: add to the next shuffle"))
    person, value = caller.person, command.value
    if sum(one.person == person for one in pack.entropy) >= 4 or len(pack.entropy) >= 64:
        raise Refusal(Reason("no more can be added to this shuffle"))
    pack.entropy.append(Contribution(person, value))
    live.note("entropy", pack=pack.number, person=person, value=value, id=command.id)
    return {"pack": pack.number}


# --- time -----------------------------------------------------------------------------------------


def awaited(live: LiveTable) -> list[int]:
    """The seats that the round is waiting for."""
    round = live.round
    if round is None or round.over:
        return []
    if live.phase == WAGERING:
        return [
            n
            for n in attending(live, live.taking_part())
            if n not in live.ready and not _stand(live, round, n)
        ]
    return [actor for actor in round.asking() if isinstance(actor, int)]


def _stand(live: LiveTable, round: Round, seat: int) -> bool:
    """Whether nobody waits for a house player's wagers.

    They stand as soon as they are placed. Until somebody has wagered, there may be none.
    """
    place = live.snapshot.playing(seat)
    seats = round.layout.seats
    if place is None or not place.strategy:
        return False
    return bool(seats[seat].wagers) or not any(one.wagers for one in seats.values())


def running(live: LiveTable) -> bool:
    """Whether the house's time to answer is running.

    It runs from the first wager on, and at every decision.
    """
    round = live.round
    if round is None or round.over or round.pending is not None:
        return False
    if live.phase == WAGERING:
        return not live.pace.waits and NO_MORE_BETS in round.legal(DEALER)
    return bool(awaited(live))


def _free(live: LiveTable) -> None:
    """Give up the seats of players who have sat out for as long as the house keeps a seat."""
    for seat in overdue(live):
        money.vacate(live, seat, reason="sat out")
    if live.ready:
        close_if_ready(live)


def tick(live: LiveTable, tick: Tick, caller: Caller) -> Reply:
    """Act for whoever has not answered in time (X-11), and mark them as sitting out.

    The dealer closes the wagers, or a seat that was asked folds, passes or exposes its cards.
    """
    round = live.round
    if tick.what == NEXT:
        if live.phase == BETWEEN:
            live.prepare()
    elif tick.what == FREE:
        _free(live)
        hosting.on_time(live)
    elif tick.what == IDLE:
        for seat in awaited(live):
            sit_out(live, seat, TIMEOUT)
    elif round is not None and running(live):
        wagering = live.phase == WAGERING
        for seat in awaited(live):
            if not (wagering and round.layout.seats[seat].wagers):
                sit_out(live, seat, TIMEOUT)
        if wagering:
            say(live, NO_MORE_BETS, TIMEOUT)
        else:
            _answer_absent(live, round)
    return {}
