"""The player's chair: the chosen seat and area, what may be pressed, and what pressing it does.

This module does not draw. The screen asks the chair what to show and tells it what was
pressed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from croupier.company import STRATEGIES
from croupier.nouns.money import dollars, parse_money, signed
from croupier.stage.actions import DEALER, Action, Refusal
from croupier.stage.events import declared
from croupier.terminal import choices as offered
from croupier.terminal.advice import looked_back
from croupier.terminal.choices import TAKEN, Choice, Stacks
from croupier.terminal.cloth import Guest, Picture, Place
from croupier.terminal.companions import called
from croupier.terminal.log import Line, of_refusal
from croupier.terminal.sitting import Sitting

REPEAT: Final = "r"
BUY: Final = "b"
NEXT: Final = "n"


@dataclass(frozen=True)
class Press:
    """Something to press: its key, its text, and what it does."""

    key: str
    text: str
    run: Callable[[], None]
    primary: bool = False
    """Whether Enter presses it too."""


class Chair:
    """Where the player sits; ``buy`` is called when the player wants to buy chips."""

    def __init__(self, sitting: Sitting, buy: Callable[[int], None] = lambda seat: None) -> None:
        self.sitting = sitting
        self.seat = sitting.seats[0]
        self.area = ""
        """The betting area that chips go to."""
        self.choices: list[Choice] = []
        self.presses: list[Press] = []
        self.refused: Line | None = None
        """The last refusal, until something else is done."""
        self.looks_back = False
        """Whether to find out after each decision what it was worth."""
        self.worth = ""
        """What the last decision was worth, in a sentence."""
        self._buy = buy
        self._placed = False
        """Whether a first wager was just placed, so that it is the next seat's turn."""
        self._dealt = not self.wagering
        self._stacks = Stacks()
        self._stacks.said_before(sitting.last_wagers())

    # --- what may be done -------------------------------------------------------------------------

    def look(self) -> None:
        """Find out what may be done now, for which seat, and which area chips go to."""
        sitting = self.sitting
        self.choices, self.presses = [], []
        if sitting.pending is not None:
            return
        if self._placed:
            self._placed = False
            self._to_next_seat()
        if sitting.round.over:
            self.presses = [Press(NEXT, "next round", self.next_round, primary=True)]
            return
        before, self._dealt = self._dealt, not self.wagering
        if not self._can_speak(self.seat) or self._dealt != before:
            self.seat = next(filter(self._can_speak, sitting.seats), self.seat)
        services = list(self._services())
        taken = TAKEN.union(press.key for press in services)
        offers = offered.of_seat(sitting.round, self.seat, sitting.felt, self._stacks)
        self.choices = offered.keyed(offers, taken)
        if self.area not in self._areas():
            self.area = next(iter(self._areas()), "")
        enter = self.on_enter
        self.presses = [
            Press(choice.key, choice.text, partial(self.say, choice), choice is enter)
            for choice in self.choices
        ]
        self.presses += services

    def _services(self) -> Iterator[Press]:
        """Yield what the table offers besides the rules: repeating wagers, and buying chips."""
        if self.wagering and self.sitting.last_wagers():
            yield Press(REPEAT, "repeat", self.repeat)
        if self.sitting.may_buy:
            yield Press(BUY, "buy chips", lambda: self._buy(self.seat))

    def _can_speak(self, seat: int) -> bool:
        return bool(self.sitting.round.legal(seat))

    def _areas(self) -> list[str]:
        return [choice.area for choice in self.choices if choice.cents is not None]

    @property
    def wagering(self) -> bool:
        """Whether wagers are being made before the deal."""
        return offered.wagering(self.sitting.round)

    @property
    def chosen(self) -> Choice | None:
        """The choice that chips go to."""
        spending = (choice for choice in self.choices if choice.cents is not None)
        return next((choice for choice in spending if choice.area == self.area), None)

    @property
    def on_enter(self) -> Choice | None:
        """What Enter chooses: the stack being built; before the deal, a first wager or the deal."""
        chosen = self.chosen
        if chosen is not None and self._to_place(chosen):
            return chosen
        return next(filter(self._to_place, self.choices), None) or next(
            (choice for choice in self.choices if choice.offer.actor == DEALER), None
        )

    def _to_place(self, choice: Choice) -> bool:
        """Whether the amount shown is not placed yet: built by hand, or the seat's first wager."""
        if self._stacks.built(choice.spot) is not None:
            return True
        return self._is_first(choice) and not self._has_wager(self.seat)

    def _is_first(self, choice: Choice) -> bool:
        return choice.offer.verb == "wager" and choice.area == self.sitting.game.first_wager

    def _has_wager(self, seat: int) -> bool:
        return bool(self.sitting.round.layout.seats[seat].wagers)

    # --- doing it ---------------------------------------------------------------------------------

    def say(self, choice: Choice) -> None:
        """Make a choice with its amount; a refusal is kept to be shown."""
        if self.act(choice.action):
            self._stacks.said(choice)
            self._placed = self._is_first(choice)

    def act(self, action: Action) -> bool:
        """Take an action; returns whether it was accepted."""
        self.refused = None
        worth = looked_back(self.sitting.round, action) if self.looks_back else None
        try:
            self.sitting.act(action)
        except Refusal as refusal:
            self.refused = of_refusal(refusal)
        else:
            self.worth = worth or self.worth
        return self.refused is None

    def repeat(self) -> None:
        """Repeat the wagers of the last round, up to the first that is refused."""
        for action in self.sitting.last_wagers():
            if not self.act(action):
                return
            self.sitting.hurry()

    def next_round(self) -> None:
        """Begin the next round, at the first of the player's seats."""
        self.refused = None
        self.sitting.next_round()
        self.seat = self.sitting.seats[0]

    def enter(self) -> None:
        """Press what the Enter key stands for."""
        press = next((press for press in self.presses if press.primary), None)
        if press is not None:
            press.run()

    def _to_next_seat(self) -> None:
        """Go to the next seat that has no wager yet, if there is one."""
        without = (n for n in self.sitting.seats if not self._has_wager(n) and self._can_speak(n))
        self.seat = next(without, self.seat)

    # --- chips ------------------------------------------------------------------------------------

    def add(self, cents: int) -> None:
        """Add a chip to the stack; the first chip starts it."""
        if (choice := self.chosen) is not None:
            self.stack((self._stacks.built(choice.spot) or 0) + cents)

    def stack(self, cents: int) -> None:
        """Set the stack on the chosen area to this amount."""
        if (choice := self.chosen) is not None:
            self.refused = None
            self._stacks.set(choice.spot, cents)

    def most(self) -> None:
        """Set the stack to the most that the chosen area takes and the seat can pay."""
        if (choice := self.chosen) is not None and choice.amount is not None:
            self.stack(choice.amount.high)

    def least(self) -> None:
        """Set the stack to the least that the chosen area takes."""
        if (choice := self.chosen) is not None and choice.amount is not None:
            self.stack(choice.amount.low)

    def clear(self) -> None:
        """Remove the stack."""
        self.refused = None
        if (choice := self.chosen) is not None:
            self._stacks.clear(choice.spot)

    def to_area(self, by: int) -> None:
        """Go to the next area that takes chips, in either direction."""
        if areas := self._areas():
            self.area = areas[(areas.index(self.area) + by) % len(areas)]

    def to_seat(self, by: int) -> None:
        """Go to the next seat that may act, in either direction."""
        speaking = list(filter(self._can_speak, self.sitting.seats))
        if self.seat in speaking:
            self.seat = speaking[(speaking.index(self.seat) + by) % len(speaking)]

    def pick(self, seat: int, area: str) -> None:
        """Choose a seat and one of its areas, as the player pointed at it."""
        if self._can_speak(seat):
            self.seat = seat
            self.look()
            self.area = area if area in self._areas() else self.area

    # --- what is shown ----------------------------------------------------------------------------

    def picture(self) -> Picture:
        """Return the felt as it stands."""
        sitting = self.sitting
        view, chosen = sitting.view(), self.chosen
        return Picture(
            felt=sitting.felt,
            payouts=sitting.house.payouts,
            laid=sitting.laid,
            lying=frozenset(view["felt"]),
            marks={
                e["kind"]: e["at"]
                for e in sitting.told()
                if declared(e["kind"]).shown.effect == "mark"
            },
            seats=[
                Place(
                    number=n,
                    bankroll=sitting.bankroll(n),
                    state=view["seats"][str(n)]["state"],
                    wagers=sitting.wagers(n),
                    active=n == self.seat and bool(self.choices),
                    chosen=self.area,
                    stack=chosen.cents if chosen and self._to_place(chosen) else None,
                )
                for n in sitting.seats
            ],
            company=[self._guest(n, view) for n in sitting.company],
            pot=parse_money(view.get("pot", "0")),
            button=view.get("button", ""),
        )

    def _guest(self, seat: int, view: Mapping[str, Any]) -> Guest:
        sitting, thinking = self.sitting, self.sitting.thinking
        over = sitting.round.over
        return Guest(
            number=seat,
            name=sitting.company[seat].name,
            plays=STRATEGIES[sitting.company[seat].strategy].title,
            bankroll=sitting.bankroll(seat),
            state=view["seats"][str(seat)]["state"],
            staked=sum(parse_money(wager["amount"]) for wager in sitting.wagers(seat)),
            net=sitting.history[-1].company[seat] if over else None,
            thinks=thinking is not None and thinking.actor == seat,
        )

    def words(self) -> str:
        """Return what the dealer last said in this round, to everybody or to one seat."""
        said = reversed(self.sitting.told())
        spoken = (e for e in said if declared(e["kind"]).shown.speech in ("call", "question"))
        return next((f"“{event['text']}”" for event in spoken if "text" in event), "")

    def prompt(self) -> str:
        """Return what the player is asked or told, in one line."""
        sitting = self.sitting
        if self.refused is not None:
            why = f" [{self.refused.margin}] – w: why" if self.refused.margin else ""
            return self.refused.text + why
        if sitting.pending is not None:
            return "The dealer is busy. Enter: skip the wait."
        if sitting.round.over:
            return " ".join(
                [verdict(sitting.history[-1].net, sitting.round.outcome), *self._others()]
            )
        if not self.choices and (thinking := sitting.thinking) is not None:
            companion = sitting.company[int(thinking.actor)]
            return f"{called(companion)} is thinking. Enter: skip the wait."
        asked = "; ".join(
            _described(choice)
            for choice in self.choices
            if choice.offer.actor == self.seat and choice.offer.verb != "withdraw"
        )
        if sitting.may_buy and all(choice.offer.verb != "wager" for choice in self.choices):
            money = dollars(sitting.bankroll(self.seat))
            asked = f"{money} is too little for a wager here: buy chips"
        return f"Seat {self.seat}: {asked}"

    def _others(self) -> list[str]:
        """Return in one sentence what the house players won, if there are any."""
        nets = self.sitting.history[-1].company
        told = (f"{self.sitting.company[n].name} {signed(net)}" for n, net in nets.items())
        return [f"House players: {', '.join(told)}."] if nets else []


def verdict(net: int, outcome: str) -> str:
    """Return how a round ended for the player, in a sentence."""
    if outcome == "void":
        return "The round is void: nothing is won or lost."
    if net == 0:
        return "Nothing is won or lost."
    return f"You {'win' if net > 0 else 'lose'} {dollars(abs(net))}."


def _described(choice: Choice) -> str:
    """Return a choice in words, with the bounds of its amount."""
    amount = choice.amount
    if amount is None:
        return choice.text
    return f"{choice.label} {dollars(amount.low)} to {dollars(amount.high)}"
