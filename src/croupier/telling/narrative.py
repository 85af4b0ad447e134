"""Events in words, one line each, for people. It reads only what a viewer was shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from croupier.nouns.cards import UNKNOWN
from croupier.nouns.money import dollars, parse_money
from croupier.stage.events import declared

Told: TypeAlias = Mapping[str, Any]
"""An event as one viewer was shown it."""


def tell(event: Told) -> str:
    """Return one line about an event, without its clause, in the words that its kind declares."""
    told = declared(event["kind"]).words.format_map(_Words(event))
    return told[:1].upper() + told[1:]


def unseen(event: Told) -> dict[str, Any]:
    """Return the event without cards that went to the rack unseen."""
    hidden = ("card", "cards") if declared(event["kind"]).unseen else ()
    return {key: value for key, value in event.items() if key not in hidden}


def cited(event: Told) -> str:
    """Return the clause of an event, and the finding that decided it, for the margin."""
    return " ".join(filter(None, (event.get("rule"), event.get("finding"))))


def _who(event: Told) -> str:
    return f"Seat {event['seat']}" if "seat" in event else f"The {event.get('by', 'dealer')}"


def _stake(event: Told) -> str:
    return f"Seat {event['seat']}: {event['wager']}" if "seat" in event else "The dealer's stake"


def _burned(event: Told) -> str:
    return "A card is burned" + (
        f", {event['card']}" if event.get("card", UNKNOWN) != UNKNOWN else ""
    )


def _extra(event: Told) -> str:
    coupon = f", with a coupon of {_money(event, 'coupon')}" if "coupon" in event else ""
    where = f", {event['place']}" if "place" in event else ""
    cash = ", in cash, to be confirmed" if event.get("cash") else ""
    return coupon + where + cash


def _at_odds(event: Told) -> str:
    """Return the odds of a payment, or how a limit reduced it."""
    if "due" not in event:
        return f" at {event['odds']}"
    return f", limited to that: {event['odds']} would pay {_money(event, 'due')}"


def _void(event: Told) -> str:
    if "seat" in event:
        return f"Seat {event['seat']} voids the round for itself"
    return f"The round is void: {event.get('text', '')}"


def _withdrawn(event: Told) -> str:
    return str(event.get("text") or f"{_who(event)} takes back the {event['wager']} wager")


def _money(event: Told, key: str) -> str:
    return dollars(parse_money(event[key]))


_WORDS: Final[Mapping[str, Callable[[Told], str]]] = {
    "who": _who,
    "amount": lambda event: _money(event, "amount"),
    "at_odds": _at_odds,
    "burned": _burned,
    "cards": lambda event: " ".join(event.get("cards", ())),
    "extra": _extra,
    "face": lambda event: "face down" if event.get("up") is False else "face up",
    "stake": _stake,
    "void": _void,
    "withdrawn": _withdrawn,
}
"""The names that the words of a kind may use besides the event's own fields."""


class _Words(dict[str, str]):
    """The names in a line of words, computed from an event when they are used."""

    def __init__(self, event: Told) -> None:
        super().__init__()
        self._event = event

    def __missing__(self, key: str) -> str:
        make = _WORDS.get(key)
        return str(self._event.get(key, "")) if make is None else make(self._event)
