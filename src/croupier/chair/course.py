"""A course: round records walked step by step, each step of the dealer a moment to ask about.

Scripts are pure, so the whole course is known before the first question: running the round shows
what comes later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import msgspec

from croupier.chair.moves import Move, figure_of, is_dealers, of_step, together
from croupier.equipment.shoe import FACE_UP
from croupier.games import Game
from croupier.rules.house import House
from croupier.stage.actions import Action
from croupier.stage.events import PUBLIC, Event
from croupier.stage.round import Round
from croupier.stage.vocabulary import CutCard, Discard, Report
from croupier.telling.record import Record, Running
from croupier.telling.result import round_result

Shown: TypeAlias = Mapping[str, Any]
"""An event as plain data, with the cards that the public may see."""

Situations: TypeAlias = Callable[[str], str]
"""A function from the words of a report to what is seen at the table when it is made."""


@dataclass(frozen=True)
class Moment:
    """The moment before a step of the dealer: what has happened, what lies there, what is due."""

    number: int
    round: int
    """The number of the round in the course, from 1; 0 is the opening of the table."""
    step: Event
    """The step that the rules call for, with citations in the document's own form."""
    move: Move
    figure: int | None
    before: tuple[Shown, ...]
    """What others have done since the dealer's last step."""
    done: tuple[Shown, ...]
    """The step as it was carried out; several events if the dealer does them in one movement."""
    view: Mapping[str, Any]
    """The table as the public sees it."""
    situation: str = ""
    """What the dealer notices that no view shows, such as a card that lies face up."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The clauses of the step."""
        return tuple(rule for rule in (self.step.rule, *self.step.also) if rule)

    @property
    def item(self) -> str:
        """What this moment teaches: the clause, or our ruling where the document is silent."""
        return self.step.rule or self.step.finding or self.step.kind

    def alike(self, other: Moment) -> bool:
        """Whether two moments are of the same kind under the same clause."""
        return (self.round, self.step.kind, self.item) == (other.round, other.step.kind, other.item)


@dataclass(frozen=True)
class Course:
    """All moments of one or more rounds, and how they ended."""

    game: Game
    house: House
    seats: tuple[int, ...]
    moments: tuple[Moment, ...]
    closing: tuple[Shown, ...]
    """What happened after the last moment."""
    results: tuple[Mapping[str, Any], ...]
    """Every round's result, as the public may know it."""

    def __len__(self) -> int:
        return len(self.moments)

    def later(self, at: int) -> Iterator[Moment]:
        """Yield the moments that follow in the same round."""
        here = self.moments[at]
        return (m for m in self.moments[at + 1 :] if m.round == here.round)

    def earlier(self, at: int) -> Iterator[Moment]:
        """Yield the earlier moments of the same round, the latest first."""
        here = self.moments[at]
        return (m for m in self.moments[:at][::-1] if m.round == here.round)

    def as_well(self, at: int) -> Iterator[Moment]:
        """Yield the moments that may come before this one: in a row, of one kind and clause."""
        here = self.moments[at]
        if here.move.act.free:
            for moment in self.moments[at + 1 :]:
                if moment.before or not here.alike(moment):
                    return
                yield moment


def walk(
    record: Record, *, opening: bool = False, situations: Situations = lambda said: ""
) -> Course:
    """Carry out a record, stopping before every step.

    With ``opening`` the table is opened first. Raises :class:`~croupier.stage.actions.Refusal` if
    the rules refuse an action of the record.
    """
    running = Running(record)
    state = _Walk(running.house.book.citations, situations)
    results = []
    if opening:
        for event in running.table.open().events:
            state.step(event, 0, {}, "", lambda: None)
    for number, entry in enumerate(record.rounds, 1):
        round = running.table.begin(
            entry.cards, situation=entry.situation, face_up=entry.face_up, hold=lambda step: True
        )
        running.rounds.append(round)
        state.drain(round, number)
        for action in entry.actions:
            state.said = _reported(action)
            round.act(action)
            state.drain(round, number)
        result = round_result(round, PUBLIC)
        del result["events"]
        results.append(result)
    return Course(
        game=running.game,
        house=running.house,
        seats=tuple(sorted(record.seats)),
        moments=tuple(state.moments),
        closing=tuple(state.others),
        results=tuple(results),
    )


class _Walk:
    """The moments so far, and what others have done since the last."""

    def __init__(self, cite: Mapping[str, str], situations: Situations) -> None:
        self.moments: list[Moment] = []
        self.others: list[Shown] = []
        self.said = ""
        """The words of a report that is being made."""
        self._cite = cite
        self._situations = situations
        self._last: Event | None = None

    def step(
        self,
        step: Event,
        round: int,
        view: Mapping[str, Any],
        seen: str,
        carry_out: Callable[[], object],
    ) -> None:
        """Carry out a step; add it as a moment if it is the dealer's."""
        own = is_dealers(step, self._last)
        cited = self._cited(step)
        carry_out()
        shown = step.shown_to(PUBLIC)
        self._last = step
        if not own:
            self.others.append(shown)
            return
        if isinstance(step, Report):
            seen = self._situations(self.said or step.text)
        moment = Moment(
            number=len(self.moments),
            round=round,
            step=cited,
            move=of_step(cited),
            figure=figure_of(cited),
            before=tuple(self.others),
            done=(shown,),
            view=view,
            situation=seen,
        )
        before = self.moments[-1] if self.moments else None
        if before is not None and _one_move(before, moment):
            self.moments[-1] = _joined(before, moment)
        else:
            self.moments.append(moment)
            self.others.clear()

    def drain(self, round: Round, number: int) -> None:
        """Carry out the steps up to the next pause or the end of the round."""
        while (step := round.pending) is not None:
            self.step(step, number, _view(round), _seen(round, step), round.proceed)

    def _cited(self, step: Event) -> Event:
        rule = None if step.rule is None else self._cite.get(step.rule, step.rule)
        also = tuple(self._cite.get(clause, clause) for clause in step.also)
        return msgspec.structs.replace(step, rule=rule, also=also)


def _one_move(one: Moment, other: Moment) -> bool:
    seats = {getattr(moment.step, "seat", None) for moment in (one, other)}
    return one.move.act.together and not other.before and one.alike(other) and len(seats) == 1


def _joined(one: Moment, other: Moment) -> Moment:
    done = (*one.done, *other.done)
    move = together([replace(one.move, wager=event.get("wager")) for event in done])
    figure = None if one.figure is None else one.figure + (other.figure or 0)
    return replace(one, done=done, move=move, figure=figure)


def _reported(action: Action) -> str:
    return " ".join(map(str, action.args)) if action.verb == "report" else ""


def _view(round: Round) -> Mapping[str, Any]:
    view = round.view(PUBLIC)
    del view["next"], view["said"]
    return view


def _seen(round: Round, step: Event) -> str:
    """Return in words what lies next in the shoe, if the step is about that."""
    shoe = round.layout.shoe
    wrong = shoe.next_wrong()
    if isinstance(step, Discard) and wrong is not None:
        how = "lies face up" if wrong == FACE_UP else "was drawn in error and seen"
        return f"The next card, {shoe.cards[shoe.pos]}, {how}."
    if isinstance(step, CutCard):
        return "The cut card is next to come out of the shoe."
    return ""
