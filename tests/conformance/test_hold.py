"""Held steps: a round's state changes when a step is performed, and at no other time.

The terminal, the live table and the dealer's chair hold every step and show people the state
between two steps. A script that changes something by itself would show what has not happened yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from croupier.nouns.canonical import encode
from croupier.stage.actions import Refusal
from croupier.stage.layout import Layout
from croupier.stage.round import Round
from tests.conformance.found import every_game
from tests.conformance.tables import (
    LONGEST,
    Seating,
    anything,
    anything_legal,
    at,
    picture,
    play,
    seatings,
    seen,
    viewers,
    watching,
)

OF_THE_STAGE = {"next", "outcome"}
"""What the stage itself says of a round: whom it waits for, and whether it is over."""


def hold_all(step: Any) -> bool:
    return True


def shown(round: Round) -> dict[str, Any]:
    """Return what every viewer sees, without the stage's own words, and the events apart."""
    found: dict[str, Any] = {}
    for viewer in viewers(round):
        sees = seen(round, viewer)
        for part in ("view", "result"):
            found[f"{viewer} {part}"] = {
                key: value for key, value in sees[part].items() if key not in OF_THE_STAGE
            }
        found[f"{viewer} told"] = sees["told"]
    return found


def differing(one: Any, other: Any, path: str = "") -> Iterator[str]:
    """Return where two pictures differ, key by key."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted({*one, *other}):
            below = f"{path}.{key}" if path else str(key)
            yield from differing(one.get(key), other.get(key), below)
    elif one != other:
        yield f"{path}: {one!r} became {other!r}"


class Watch:
    """Held rounds, with what was seen right after the last step."""

    def __init__(self) -> None:
        self.round: Round | None = None
        self.found: dict[str, str] = {}
        """The first example of each change that came by itself, by where it came."""
        self._at_the_moment: dict[str, Any] = {}

    def look(self, layout: Layout, step: Any) -> None:
        """Note what is seen right after a step."""
        round = self.round
        if round is not None and round.layout is layout:
            self._at_the_moment = shown(round)

    def proceed(self, round: Round) -> None:
        """Perform the held step. The script runs on to the next one or to a pause."""
        step = round.pending
        assert step is not None
        events = round.proceed()
        kinds = [event.kind for event in events]
        assert kinds == [step.kind], f"{step.kind} was held, and {kinds} were done"
        self._compare(self._at_the_moment, round, f"after {step.kind!r} had been performed")

    def act(self, seating: Seating, round: Round, action: Any) -> None:
        """Say an action. Until the first step that follows, nothing has happened."""
        before = shown(round)
        events = len(round.events)
        seating.act(round, action)
        if len(round.events) == events:
            self._compare(before, round, f"after '{action.verb}' was said and before a step")

    def _compare(self, before: dict[str, Any], round: Round, when: str) -> None:
        after = shown(round)
        for key in after:
            _leave_out_the_last(before[key], after[key])
        if before == after:
            return
        pending = round.pending
        then = "the end" if round.over else "a pause" if pending is None else repr(pending.kind)
        keys = list(differing(before, after))
        # One line for each kind of change, not for each viewer of it.
        where = sorted({_key(line) for line in keys})
        self.found.setdefault(
            f"{when}, on the way to {then}: {', '.join(where)}", f"such as {keys[0]}"
        )


def _leave_out_the_last(before: Any, after: Any) -> None:
    """Leave out the step's own event and words, which rightly come once it has been done."""
    if isinstance(after, list):
        pairs = [(before, after)]
    else:
        pairs = [(before[key], after[key]) for key in after if key == "said"]
    for one, other in pairs:
        if len(other) == len(one) + 1:
            del other[-1]


def _key(line: str) -> str:
    """Return the key of a difference, without its viewer and seat."""
    path = line.partition(": ")[0].partition(" ")[2]
    return ".".join("N" if part.isdigit() else part for part in path.split("."))


@every_game
def test_a_script_changes_nothing_by_itself(game: str) -> None:
    """Viewers see the same right after a step and when the script has run on to the next one."""
    watch = Watch()
    steps = 0
    with watching(watch.look):
        for seating in seatings(game, 22, "hold"):
            random = seating.random("hold")
            with at(seating):
                for round in seating.rounds(2, hold=hold_all):
                    watch.round = round
                    for _ in range(LONGEST):
                        while round.pending is not None:
                            watch.proceed(round)
                            steps += 1
                        if round.over:
                            break
                        watch.act(seating, round, anything_legal(random, round))
                    watch.round = None
                    if round.pending is not None:
                        break
    assert steps > 500
    lines = "\n".join(f"  {where}\n    {example}" for where, example in sorted(watch.found.items()))
    if watch.found:
        pytest.fail(f"{game}: the script changed what people see by itself\n{lines}", pytrace=False)


@every_game
def test_nothing_can_be_said_while_a_step_is_held_back(game: str) -> None:
    for seating in seatings(game, 20, "while"):
        random = seating.random("while")
        with at(seating):
            round = seating.begin(seating.table(), hold=hold_all)
            for _ in range(LONGEST):
                while round.pending is not None:
                    if random.random() < 0.1:
                        _refuses(round, anything(random, round))
                    round.proceed()
                if round.over:
                    break
                seating.act(round, anything_legal(random, round))


def _refuses(round: Round, action: Any) -> None:
    before, pending = picture(round), round.pending
    assert action not in round.legal(action.actor)
    with pytest.raises(Refusal) as caught:
        round.act(action)
    refusal, clauses = caught.value, round.layout.book.clauses
    assert refusal.rule or refusal.finding, f"{action} while {pending} is held: {refusal}"
    assert refusal.rule is None or refusal.rule in clauses, f"{action}: {refusal}"
    assert picture(round) == before and round.pending is pending


@every_game
def test_holding_steps_back_makes_no_difference(game: str) -> None:
    for seating in seatings(game, 30, "held"):
        with at(seating):
            straight = play(seating, seating.begin(seating.table()))
            held = seating.begin(seating.table(), hold=hold_all)
            _drain(held)
            for action in straight.actions:
                held.act(action)
                _drain(held)
            assert encode(held.told()) == encode(straight.told())
            assert picture(held) == picture(straight)


def _drain(round: Round) -> None:
    while round.pending is not None:
        round.proceed()
