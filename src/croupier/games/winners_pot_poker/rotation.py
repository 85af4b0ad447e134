"""The button, and who comes after whom: the seats in their order and then the dealer, clockwise.

A place is a seat's number or ``"dealer"``.

>>> clockwise([1, 2, 4], 2)
[4, 'dealer', 1, 2]
>>> clockwise([1, 2, 4], "dealer")
[1, 2, 4, 'dealer']
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from croupier.games.winners_pot_poker.house import WinnersPotHouse
from croupier.games.winners_pot_poker.layout import Place, WinnersPotLayout, place_from
from croupier.nouns.reasons import Reason
from croupier.stage.actions import DEALER, Refusal
from croupier.stage.situations import as_seat


def as_place(value: object) -> Place:
    """A place in a record: a seat's number or ``dealer``."""
    if value == DEALER:
        return DEALER
    try:
        return as_seat(value)
    except ValueError:
        raise ValueError(f'{value!r} is no place: a seat\'s number or "dealer"') from None


def clockwise(seats: Iterable[int], after: Place) -> list[Place]:
    """All places, beginning with the one after a place and ending with that place itself."""
    numbers = sorted(seats)
    if after == DEALER:
        return [*numbers, DEALER]
    at = int(after)
    return [*(n for n in numbers if n > at), DEALER, *(n for n in numbers if n <= at)]


def seats_from(seats: Iterable[int], button: Place) -> list[int]:
    """The seats alone, beginning with the first one after the button."""
    return [place for place in clockwise(seats, button) if isinstance(place, int)]


def service(seats: Iterable[int], button: Place, house: WinnersPotHouse) -> list[Place]:
    """The order of the fourth and fifth cards: from the first player, or from the first place (W-02)."""
    order = clockwise(seats, button)
    if order[0] == DEALER and house.W_02 == "first-player":
        return [*order[1:], DEALER]
    return order


def check_button(t: WinnersPotLayout) -> None:
    """Refuse a button that a record puts where there is no seat."""
    said = t.situation.get("button", DEALER)
    seats = t.house.seats
    if isinstance(said, int) and said > seats:
        message = f"the button cannot lie at seat {said}: this table has {seats}"
        raise Refusal(Reason(message, None, "X-12"))


def button_of(t: WinnersPotLayout, seats: Iterable[int]) -> Place:
    """Where the button lies in this round, given the seats that are in it.

    A record says it outright with ``button``; from round to round it goes to the first place from
    ``next_button`` on that is in the round (W-27).
    """
    due = _due(t)
    if due == DEALER or "button" in t.situation:
        return due
    return next((n for n in sorted(seats) if n >= int(due)), DEALER)


def _due(t: WinnersPotLayout) -> Place:
    """Where the button was to be found before anybody looked who is in the round."""
    default = DEALER if is_first_round(t) else t.situation.get("next_button", DEALER)
    return t.situation.get("button", default)


def is_first_round(t: WinnersPotLayout) -> bool:
    """Whether this is the first round after an opening or an idle time, with the button at the dealer."""
    restarted = t.situation.get("first_shoe") or t.situation.get("idle")
    if restarted or "next_button" not in t.situation:
        return t.situation.get("button", DEALER) == DEALER
    return False


def carry_button(t: WinnersPotLayout) -> dict[str, Any]:
    """The button's part in the next round's situation: one place on, but not after a void round (X-18)."""
    if not t.void:
        return {"next_button": after(_in_force(t))}
    return {} if is_first_round(t) else {"next_button": _in_force(t)}


def after(place: Place) -> Place:
    """Where the button is due next, whoever sits there."""
    return 1 if place == DEALER else int(place) + 1


def _in_force(t: WinnersPotLayout) -> Place:
    """The place that the next move is counted from; W-28 where the button had not been moved."""
    if t.button_lay is not None and t.house.W_28 == "physical-plus-1":
        return place_from(t.button_lay)
    return _due(t) if t.button is None else t.button_at
