"""The house players of a sitting: who sits where, and what is said next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from croupier.company import STRATEGIES, decide, look, wagers
from croupier.company.names import HOUSE_NAMES
from croupier.nouns.reasons import Reason
from croupier.stage.actions import Action, Refusal
from croupier.stage.round import Round
from croupier.terminal.store import Companion


def seated(
    plays: Sequence[str], free: Sequence[int], bankroll: int, seed: int | None = None
) -> dict[int, Companion]:
    """Return house players at the first free seats; one for each strategy given.

    :class:`Refusal` if there are not as many seats.
    """
    if len(plays) > len(free):
        message = f"{len(plays)} house players need as many seats: {len(free)} are free"
        raise Refusal(Reason(message, None, "X-12"))
    names = Random(seed).sample(HOUSE_NAMES, len(plays))
    return {
        seat: Companion(name, strategy, bankroll)
        for seat, name, strategy in zip(free, names, plays, strict=False)
    }


def mixed(count: int, plays: Sequence[str] = ()) -> tuple[str, ...]:
    """Return a strategy for each of N house players: those given, or all of them, in turn.

    >>> mixed(5)
    ('best', 'card', 'cautious', 'loose', 'best')
    """
    turns = tuple(plays) or tuple(STRATEGIES)
    return tuple(turns[n % len(turns)] for n in range(count))


def next_answer(round: Round, company: Mapping[int, Companion]) -> Action | None:
    """Return what a house player says next, None if it is somebody else's turn."""
    if not company or round.over or round.pending is not None:
        return None
    for seat in round.asking():
        if not isinstance(seat, int) or seat not in company:
            continue
        view, strategy = look(round, seat), company[seat].strategy
        said = [decide(view, strategy)] if view.asked else wagers(view, strategy)
        if said:
            return round.game.grammar.parse(f"{seat} {said[0]}")
    return None


def called(companion: Companion) -> str:
    """Return a house player's name with how it plays, such as ``Ada (best play)``."""
    return f"{companion.name} ({STRATEGIES[companion.strategy].title})"
