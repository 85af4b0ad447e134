"""Events in words, one line each, for people. It reads only what a viewer was shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from croupier.nouns.cards import UNKNOWN
from croupier.nouns.money import dollars, parse_money
from croupier.stage.events import declared
from croupier.telling.places import Places

Told: TypeAlias = Mapping[str, Any]
"""An event as one viewer was shown it."""


def tell(event: Told, places: Places | None = None) -> str:
    """Return one line about an event, without its clause, in the words that its kind declares.

    With ``places`` it is a whole sentence with the names that its reader has for the places. A step
    that has not been performed yet can be told as well: it has no cards.

    >>> dealt = {"kind": "deal", "place": "left", "card": "7d"}
    >>> tell(dealt), tell(dealt, Places({"left": "first card"}))
    ('7d to left, face up', '7d is the first card, face up')
    """
    kind = declared(event["kind"])
    words = kind.words if places is None else kind.sentence or kind.words
    told = words.format_map(_Words(event, places or Places()))
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


def _card(event: Told) -> str:
    """Return the card of an event; empty if it is hidden or has not been drawn."""
    card = event.get("card", UNKNOWN)
    return "" if card == UNKNOWN else str(card)


def _shown(event: Told) -> str:
    """Return the cards that an event shows, after a colon; empty if nobody sees them."""
    cards = [card for card in (event.get("card"), *event.get("cards", ())) if card]
    return "" if not cards or UNKNOWN in cards else f": {' '.join(cards)}"


def _turned(event: Told, places: Places) -> str:
    count = len(event["cards"]) if "cards" in event else None
    verb = "are" if places.are(event["place"], count) else "is"
    return f"{places.cards(event['place'], count)} {verb} turned"


def _collected(event: Told, places: Places) -> str:
    count = len(event["cards"]) if "cards" in event else None
    verb = "go" if places.are(event["place"], count) else "goes"
    return f"{places.cards(event['place'], count)} {verb}"


_FARES: Final[Mapping[str, str]] = {"win": "wins", "lose": "loses", "push": "ties"}
_AT_PLACES: Final[Mapping[str, Callable[[Told, Places], str]]] = {
    "collected": _collected,
    "dealt": lambda event, places: places.dealt(event["place"], _card(event)),
    "turned": _turned,
    "where": lambda event, places: places.at(event["place"]),
}
"""The names that depend on what a place is called."""
_WORDS: Final[Mapping[str, Callable[[Told], str]]] = {
    "who": _who,
    "a_card": lambda event: _card(event) or "a card",
    "amount": lambda event: _money(event, "amount"),
    "at_odds": _at_odds,
    "burned": _burned,
    "cards": lambda event: " ".join(event.get("cards", ())),
    "extra": _extra,
    "fares": lambda event: _FARES.get(event["outcome"]) or str(event["outcome"]),
    "face": lambda event: "face down" if event.get("up") is False else "face up",
    "shown": _shown,
    "stake": _stake,
    "the_card": lambda event: _card(event) or "the next card",
    "void": _void,
    "withdrawn": _withdrawn,
}
"""The names that the words of a kind may use besides the event's own fields."""


class _Words(dict[str, str]):
    """The names in a line of words, computed from an event when they are used."""

    def __init__(self, event: Told, places: Places) -> None:
        super().__init__()
        self._event = event
        self._places = places

    def __missing__(self, key: str) -> str:
        if (named := _AT_PLACES.get(key)) is not None:
            return named(self._event, self._places)
        make = _WORDS.get(key)
        return str(self._event.get(key, "")) if make is None else make(self._event)
