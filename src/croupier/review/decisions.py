"""The decisions of a recorded round: what a seat saw, said, and might have said instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from croupier.journal.entry import JournalError
from croupier.journal.log import RoundLog
from croupier.journal.payloads import TIMEOUT, Said
from croupier.journal.resume import Walk
from croupier.lab.answers import advise_in
from croupier.lab.settings import LabMissingError, analysis_of, setting
from croupier.lab.sight import as_written, written
from croupier.mathematics.analysis import (
    SEED,
    Choice,
    Estimate,
    Setting,
    Situation,
    Value,
    best_of,
    is_certain,
    less,
    scaled,
)
from croupier.nouns.cards import CardError
from croupier.nouns.money import show_money
from croupier.rules.house import House
from croupier.stage.actions import DEALER, Action
from croupier.stage.round import Round

CLOCK: Final = "clock"
PLAYER: Final = "player"
"""Who decided: the player, or the clock for a player whose time was over."""


@dataclass(frozen=True)
class Decision:
    """One decision of a seat. Values are in first wagers; the cost is in dollars."""

    seat: int
    at: Setting
    """The house and the seat's first wager."""
    situation: Situation
    choices: tuple[Choice, ...]
    made: Choice
    """What was said, valued at the amount that was said."""
    best: Choice
    by: str
    affordable: bool
    """Whether the seat had the money for the best choice."""
    step: int
    """The number of the event after which it was made, from 0."""
    reason: str = ""

    @property
    def dollars(self) -> Fraction:
        """The first wager in dollars, the unit of the values."""
        return Fraction(self.at.stake, 100)

    @property
    def cost(self) -> Value:
        """What was lost by not making the best choice.

        Where a choice is worth only an estimate, the cost is as uncertain as that estimate.
        """
        errors = [one.value.stderr for one in self.choices if isinstance(one.value, Estimate)]
        gap = less(self.best.value, self.made.value)
        if errors and self.best.value == self.made.value:
            gap = Estimate(0.0, max(errors))
        return scaled(gap, self.dollars)

    @property
    def right(self) -> bool:
        """Whether nothing was lost, as far as anybody can tell."""
        return not is_certain(self.cost)

    @property
    def mistake(self) -> bool:
        """Whether the player could and should have done better."""
        return not self.right and self.affordable and self.by == PLAYER


def decisions(
    log: RoundLog, seats: Sequence[int], seed: int, house: House | None = None
) -> tuple[list[Decision], Round]:
    """Return what some seats decided in a round, and the round at its end.

    Raises :class:`JournalError` if the round does not end as it was recorded to.
    """
    found: list[Decision] = []

    def heed(round: Round, said: Said) -> None:
        assert said.said is not None
        action = round.game.grammar.parse(said.said)
        by = CLOCK if said.by == TIMEOUT else PLAYER
        for seat, answer in _answers(round, action, seats):
            decided = decide(round, seat, answer, by=by, seed=seed, house=house)
            if decided is not None:
                found.append(decided)

    walk = Walk(log, heed=heed)
    for _ in walk:
        pass
    _compare(log, walk)
    return found, walk.round


def _compare(log: RoundLog, walk: Walk) -> None:
    """Raise if the seats did not win what was recorded, and no correction of ours explains it."""
    if log.closed is None or walk.corrected:
        return
    told = {number: seat["net"] for number, seat in log.closed.result["seats"].items()}
    seats = walk.round.layout.seats.values()
    if told != {str(seat.number): show_money(seat.net) for seat in seats}:
        where = f"table {log.table}, round {log.number}"
        raise JournalError(f"{where}: the result that was recorded is not what the round gives")


def _answers(
    round: Round, said: Action, seats: Sequence[int]
) -> Iterator[tuple[int, Action | None]]:
    """Yield who answers what the round asks, and how; at the close, silence is an answer."""
    asked = [seat for seat in round.asking() if seat in seats]
    if (said.actor, said.verb) == (DEALER, "close"):
        yield from ((seat, None) for seat in asked if isinstance(seat, int))
    elif isinstance(said.actor, int) and said.actor in asked:
        yield said.actor, said


def decide(
    round: Round,
    seat: int,
    said: Action | None,
    *,
    by: str = PLAYER,
    seed: int = SEED,
    house: House | None = None,
) -> Decision | None:
    """Value what a seat is about to say, from what it can see; None if it decides nothing.

    A seat that is silent says what the game takes silence for. The values are those of the round's
    own house, unless another one is given.
    """
    try:
        analysis = analysis_of(round.game.name)
    except LabMissingError:
        return None
    viewer = f"seat:{seat}"
    live = analysis.situation(round.view(viewer), round.told(viewer), seat)
    if live is None or live.stake is None:
        return None
    if said is None:
        said = round.game.grammar.parse(f"{seat} {round.game.absent(round.layout, seat)}")
    at = setting(house or round.layout.house, stake=live.stake)
    now = as_written(live, seed)
    try:
        choices = tuple(advise_in(at, now))
        made, instead = _made(at, now, choices, said)
    except CardError:
        return None  # more cards are out of place than a decision can have
    if made is None or len(choices) < 2:
        return None
    best = best_of(choices)
    affordable = best.stakes * live.stake <= round.layout.seats[seat].bankroll
    step = len(round.events) - 1
    # Whoever wrongly raised is told of that raise; whoever raised too little, of the full one.
    told = choices if instead is None or made.action == best.action else instead
    reason = analysis.reason(at, now, told)
    return Decision(seat, at, now, choices, made, best, by, affordable, step, reason)


def _made(
    at: Setting, now: Situation, choices: Sequence[Choice], said: Action
) -> tuple[Choice | None, Sequence[Choice] | None]:
    """Return the choice that was said, at its own amount; None if it is none of them.

    Return also all choices at that amount, if it is another than theirs.
    """
    words = " ".join([said.verb, *(part for part in said.args if isinstance(part, str))])
    amount = next((part for part in said.args if isinstance(part, int)), None)
    for choice in choices:
        if words == choice.action or words.startswith(f"{choice.action} "):
            if amount is None or amount == choice.amount:
                return choice, None
            valued = tuple(advise_in(at, replace(now, amount=amount)))
            return next(one for one in valued if one.action == choice.action), valued
    return None, None


Number = Callable[[Value], Mapping[str, Any]]


def as_dict(one: Decision, number: Number) -> dict[str, Any]:
    """Return a decision as plain data, without the round it is of."""
    seen, players = written(one.situation)
    others = one.situation.others
    amount = one.made.amount
    return {
        "seat": one.seat,
        "house": one.at.house.changed(),
        "situation": {
            "hand": list(one.situation.hand),
            "table": list(one.situation.table),
            "seen": list(seen),
            "players": players,
        },
        "rivals": [
            {"cards": list(cards), "stayed": stayed}
            for cards, stayed in zip(others.open, others.decided, strict=True)
        ],
        "gone": list(one.situation.seen),
        "places": list(analysis_of(one.at.house.book.game).places),
        "choices": [{"action": c.action, "ev": number(c.value)} for c in one.choices],
        "costs": [int(c.stakes * one.at.stake) for c in one.choices],
        "made": one.made.action,
        "best": one.best.action,
        "cost": number(one.cost),
        "stake": show_money(one.at.stake),
        "coupon": show_money(one.situation.coupon),
        "amount": None if amount is None else show_money(amount),
        "value": number(one.made.value),
        "right": one.right,
        "by": one.by,
        "affordable": one.affordable,
        "mistake": one.mistake,
        "at": one.step,
        "street": " or ".join(choice.action for choice in one.choices),
        "reason": one.reason,
    }
