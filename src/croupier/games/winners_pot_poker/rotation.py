"""The button and the order of play: clockwise, the seats in their order and then the dealer.

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
    """Read a place in a record: a seat's number or ``dealer``."""
    if value == DEALER:
        return DEALER
    try:
        return as_seat(value)
    except ValueError:
        raise ValueError(f'{value!r} is not a place: use a seat\'s number or "dealer"') from None


def clockwise(seats: Iterable[int], after: Place) -> list[Place]:
    """Return all places, from the one after the given place round to that place itself."""
    numbers = sorted(seats)
    if after == DEALER:
        return [*numbers, DEALER]
    at = int(after)
    return [*(n for n in numbers if n > at), DEALER, *(n for n in numbers if n <= at)]


def seats_from(seats: Iterable[int], button: Place) -> list[int]:
    """Return only the seats, from the first one after the button."""
    return [place for place in clockwise(seats, button) if isinstance(place, int)]


def service(seats: Iterable[int], button: Place, house: WinnersPotHouse) -> list[Place]:
    """The order of the fourth and fifth cards, from the first player or the first place (W-02)."""
    order = clockwise(seats, button)
    if order[0] == DEALER and house.W_02 == "first-player":
        return [*order[1:], DEALER]
    return order


def check_button(t: WinnersPotLayout) -> None:
    """Refuse a record that puts the button at a seat the table does not have."""
    said = t.situation.get("button", DEALER)
    seats = t.house.seats
    if isinstance(said, int) and said > seats:
        message = f"the button cannot lie at seat {said}: this table has {seats}"
        raise Refusal(Reason(message, None, "X-12"))


def button_of(t: WinnersPotLayout, seats: Iterable[int]) -> Place:
    """Return where the button lies in this round, given the seats that are in it.

    A record may say so with ``button``. Otherwise it goes to the first place in the round, from
    ``next_button`` on (W-27).
    """
    due = _due(t)
    if due == DEALER or "button" in t.situation:
        return due
    return next((n for n in sorted(seats) if n >= int(due)), DEALER)


def _due(t: WinnersPotLayout) -> Place:
    """Return where the button is due, regardless of who is in the round."""
    default = DEALER if is_first_round(t) else t.situation.get("next_button", DEALER)
    return t.situation.get("button", default)


def is_first_round(t: WinnersPotLayout) -> bool:
    """Return whether this is the first round after an opening or an idle time.

    In that round the button lies at the dealer.
    """
    restarted = t.situation.get("first_shoe") or t.situation.get("idle")
    if restarted or "next_button" not in t.situation:
        return t.situation.get("button", DEALER) == DEALER
    return False


def carry_button(t: WinnersPotLayout) -> dict[str, Any]:
    """Return the next round's button: one place further, except after a void round (X-18)."""
    if not t.void:
        return {"next_button": after(_in_force(t))}
    return {} if is_first_round(t) else {"next_button": _in_force(t)}


def after(place: Place) -> Place:
    """Return where the button is due next, whoever sits there."""
    return 1 if place == DEALER else int(place) + 1


def _in_force(t: WinnersPotLayout) -> Place:
    """Return the place from which the next move counts; W-28 if the button had not been moved."""
    if t.button_lay is not None and t.house.W_28 == "physical-plus-1":
        return place_from(t.button_lay)
    return _due(t) if t.button is None else t.button_at
