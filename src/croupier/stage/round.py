"""A round: runs a game's script, asks people to act, performs the steps and keeps the events.

Play a round with ``legal``, ``check`` and ``act``, and with ``proceed`` if steps are held back.
``view``, ``told`` and ``next`` return what a viewer may see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from croupier.nouns.cards import Card
from croupier.nouns.money import show_money
from croupier.nouns.reasons import MalformedError, Reason
from croupier.stage.actions import (
    DEALER,
    FLOOR,
    Action,
    Actor,
    Amount,
    Ask,
    Fixed,
    Legal,
    Offer,
    Refusal,
    Same,
)
from croupier.stage.events import SURVEILLANCE, Event
from croupier.stage.game import Afterwards, Script
from croupier.stage.layout import LIVE, Layout
from croupier.stage.vocabulary import Announce

OPEN: Final = "open"
SETTLED: Final = "settled"
VOID: Final = "void"

CLOSED_ALREADY: Final[Afterwards] = {Action(DEALER, "close"): None}
"""What a script returns if its window ended by itself: a late ``close`` changes nothing."""

Hold = Callable[[Event], bool]
"""Whether the stage waits before it performs a step."""


class Round:
    """One round of a game on its layout.

    With ``hold`` the stage stops before each step for which it returns true, and waits for
    :meth:`proceed`. The script does not notice.
    """

    def __init__(
        self, layout: Layout, *, script: Script | None = None, hold: Hold | None = None
    ) -> None:
        self.layout = layout
        self.game = layout.game
        self.events: list[Event] = []
        self.actions: list[Action] = []
        self.outcome = OPEN
        self.pending: Event | None = None
        """The step that the stage is holding back."""
        self._hold = hold
        self._cite = layout.book.renamed
        self._ask: Ask | None = None
        self._allowed: Action | None = None
        """The action that passed the last check; it holds until the round moves on."""
        self._said_later: Afterwards = {}
        self._began = layout.shoe.pos
        self._script = script if script is not None else layout.game.play(layout)
        self._run(None)

    # --- the interface of a round -----------------------------------------------------------------

    def legal(self, actor: Actor) -> Legal:
        """Return what an actor may say now."""
        return Legal(self._ask or _Afterwards(self._said_later), actor, self.game.grammar)

    def check(self, said: str | Action) -> Refusal | None:
        """Return why an action cannot be said now, with the clause; None if it can.

        The round remembers the action it allowed, so that :meth:`act` does not check it twice.
        """
        action = said if isinstance(said, Action) else self.game.grammar.parse(said)
        reason = self._why_not(action)
        if reason is None:
            self._allowed = action
            return None
        rule = reason.rule and self.layout.book.citations.get(reason.rule, reason.rule)
        return Refusal(Reason(reason.message, rule, reason.finding), action)

    def _why_not(self, action: Action) -> Reason | None:
        if self._ask is not None:
            reason = self._ask.refusal(action)
            if reason is None or not isinstance(action.actor, int):
                return reason
            if action.actor in self.layout.seats:
                return reason
            unseated = self.game.unseated
            return unseated._replace(
                message=f"seat {action.actor} is not in this round: {unseated.message}"
            )
        if action in self._said_later:
            return None
        if self.pending is not None:
            step = self.pending
            return Reason(f"the dealer has not yet done: {step.kind}", step.rule, step.finding)
        return self.game.over

    def act(self, said: str | Action) -> list[Event]:
        """Say something and return the events that follow; :class:`Refusal` if it is not allowed.

        A refused action changes nothing.
        """
        action = said if isinstance(said, Action) else self.game.grammar.parse(said)
        if action is not self._allowed and (refusal := self.check(action)) is not None:
            raise refusal
        self._allowed = None
        start = len(self.events)
        self.actions.append(action)
        if self._ask is not None:
            self._run(action)
        else:
            step = self._said_later[action]
            self._said_later = {}
            if step is not None:
                self._do(step)
        return self.events[start:]

    def proceed(self) -> list[Event]:
        """Perform the step that is held back, and run on to the next pause."""
        step = self.pending
        if step is None:
            raise MalformedError("no step is waiting")
        start = len(self.events)
        self.pending = None
        self._run(self._do(step))
        return self.events[start:]

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.outcome != OPEN

    @property
    def cards(self) -> list[Card]:
        """The cards that have left the shoe in this round, in order."""
        return self.layout.shoe.cards[self._began : self.layout.shoe.pos]

    @property
    def face_up(self) -> list[int]:
        """The indices in :attr:`cards` of those that lay face up in the shoe, unreported."""
        shoe = self.layout.shoe
        return [
            i - self._began for i in sorted(shoe.wrong) if i not in shoe.known and i >= self._began
        ]

    # --- running the script -----------------------------------------------------------------------

    def _run(self, answer: object) -> None:
        """Run the script up to its next ask, a step that is held back, or its end."""
        send, do, hold = self._script.send, self._do, self._hold
        self._ask = self._allowed = None
        try:
            while isinstance(step := send(answer), Event):
                if hold is not None and hold(step):
                    self.pending = step
                    return
                answer = do(step)
            self._ask = step
        except StopIteration as end:
            self._said_later = end.value or {}
            self.outcome = VOID if self.layout.is_void else SETTLED

    def _do(self, step: Event) -> object:
        """Perform a step, cite the document in force, number the event and keep it."""
        if (cite := self._cite) is not None:
            step.rule = None if step.rule is None else cite[step.rule]
            step.also = tuple([cite[rule] for rule in step.also])
        answer = self.layout.perform(step)
        events = self.events
        events.append(step)
        step.n = len(events)
        return answer

    # --- what people see --------------------------------------------------------------------------

    def view(self, viewer: str = SURVEILLANCE) -> dict[str, Any]:
        """Return the table as one viewer sees it: ``surveillance``, ``public`` or ``seat:N``."""
        return self.standing() | {
            "game": self.game.name,
            "rulebook": self.layout.book.state,
            "felt": self.layout.shown_to(viewer),
            "said": [e.text for e in self.events if isinstance(e, Announce)],
            "next": self.next(viewer),
        }

    def standing(self) -> dict[str, Any]:
        """Return what every viewer sees: the money on the table and the number of cards."""
        layout = self.layout
        seats: dict[str, Any] = {}
        for number, seat in layout.seats.items():
            seats[str(number)] = {
                "player": seat.player,
                "bankroll": show_money(seat.bankroll),
                "state": seat.state,
                "wagers": {
                    w.name: show_money(w.amount)
                    for w in seat.wagers.values()
                    if w.outcome == LIVE and not w.in_pot
                },
            }
        shown: dict[str, Any] = {
            "outcome": self.outcome,
            "seats": seats,
            "left": layout.shoe.left,
            "rack": layout.in_rack,
        }
        if layout.pot:
            shown["pot"] = show_money(layout.pot)
        if layout.button is not None:
            shown["button"] = layout.button.removeprefix("seat ")
        return shown

    def next(self, viewer: str = SURVEILLANCE) -> list[dict[str, Any]]:
        """Return what may be said now: by the viewer if it is a seat, otherwise by everybody."""
        if self._ask is None:
            return []
        actors = self._ask.actors()
        if viewer.startswith("seat:"):
            actors = [actor for actor in actors if viewer == f"seat:{actor}"]
        return [offer_data(offer) for actor in actors for offer in self.legal(actor)]

    def told(self, viewer: str = SURVEILLANCE) -> list[dict[str, Any]]:
        """Return the events so far as one viewer may know them."""
        return [event.shown_to(viewer) for event in self.events]

    def asking(self) -> list[Actor]:
        """Return the seats whose answer the round is waiting for."""
        if self._ask is None:
            return []
        return [actor for actor in self._ask.actors() if actor not in (DEALER, FLOOR)]


class _Afterwards(Ask):
    """The ask after the round has ended by itself: late answers that no longer change anything."""

    def __init__(self, said: Iterable[Action]) -> None:
        self._said = said

    def actors(self) -> list[Actor]:
        return [action.actor for action in self._said]

    def offers(self, actor: Actor) -> Iterator[Offer]:
        for action in self._said:
            if action.actor == actor:
                yield Offer(actor, action.verb, tuple(map(str, action.args)))

    def why_not(self, action: Action) -> Reason:
        return Reason("the round is over")


def offer_data(offer: Offer) -> dict[str, Any]:
    """Return an offer as plain data; an amount becomes its bounds."""
    args: list[str | Mapping[str, str]] = []
    for part in offer.args:
        if isinstance(part, Amount):
            least, most, step = map(show_money, (part.low, part.high, part.step.cents))
            args.append({"least": least, "most": most, "step": step})
        elif isinstance(part, Fixed):
            args.append(show_money(part.cents))
        elif isinstance(part, Same):
            args.append("same")
        else:
            args.append(part)
    return {"actor": str(offer.actor), "verb": offer.verb, "args": args}


def priced_offer(offer: Offer) -> dict[str, Any]:
    """Return an offer as plain data with its ``cost``, if it stakes an amount of its own."""
    return offer_data(offer) | ({"cost": show_money(offer.cost)} if offer.cost else {})
