"""Events in words: one line each, for people. Reads only what a viewer was shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from croupier.nouns.money import dollars, parse_money

_LINES: Final[Mapping[str, str]] = {
    "announce": "“{text}”",
    "ask": "{who} asks to see the {text} card",
    "award": "{who} receives {amount} from the pot",
    "batch": "{text}",
    "burn": "A card is burned, {card}",
    "button": "The button lies at {place}",
    "chosen": "{who} has chosen",
    "collect": "The cards of {place} go to the rack",
    "compare": "{who}: {text}, {outcome}",
    "close": "The dealer reaches for the first card: wagers are locked",
    "commission": "A commission of {amount} goes from the pot to the tray",
    "confirm": "The {by} confirms the verbal wager of seat {seat}",
    "convert": "{text}",
    "cut": "{who} cuts at card {count}",
    "deal": "{card} to {place}, {face}",
    "discard": "{card} is not used and goes to the rack",
    "disclose": "{text}: {card}",
    "expose": "{who} exposes both cards",
    "fold": "{who} folds",
    "found": "{card} {text}",
    "keep": "{who} keeps the cards face down",
    "lose": "{who} has no part in the pot",
    "mark": "The marker goes to {place}",
    "marker": "{text}, {count} cards behind it",
    "offer-cut": "The cut is offered to seat {seat}: {outcome}",
    "pass": "{who} passes",
    "pay": "{who}: {wager} wins {amount} at {odds}",
    "play-on": "{who} plays on",
    "plug": "Plug: unused cards go into the discards",
    "poll": "{who} is asked: “{text}”",
    "push": "{who}: {wager} of {amount} is a push",
    "report": "The dealer reports: {text}",
    "return": "{who}: {wager} of {amount} is returned",
    "riffle": "Riffle",
    "stake": "The dealer puts {amount} on {wager}, from the tray",
    "strip": "Strip: running cuts",
    "take": "{who}: {wager} of {amount} is lost",
    "rotate": "Turn: half the cards are rotated and riffled in",
    "to-pot": "{stake} of {amount} goes to the pot",
    "turn": "{place} is turned {face}: {cards}",
    "turn-card": "Card {count} of {place} is turned {face}: {card}",
    "unstake": "The dealer takes the stakes of {amount} back to the tray",
    "void": "{void}",
    "void-hand": "The hand of seat {seat} is void",
    "wager": "{who} puts {amount} on {wager}{extra}",
    "warn": "{who} {text}: the round may take {amount}",
    "withdraw": "{who} takes back the {wager} wager",
}


def tell(event: Mapping[str, Any]) -> str:
    """One line about an event, without its clause."""
    words = _Words(event)
    line = _LINES.get(event["kind"])
    if line is None or (event["kind"] == "withdraw" and "text" in event):
        line = "{text}" if "text" in event else "{kind}"
    told = line.format_map(words)
    return told[:1].upper() + told[1:]


def cited(event: Mapping[str, Any]) -> str:
    """The clause of an event, and the finding that decided, for the margin."""
    return " ".join(filter(None, (event.get("rule"), event.get("finding"))))


class _Words(dict[str, str]):
    """What the lines above may name, made from an event when it is named."""

    def __init__(self, event: Mapping[str, Any]) -> None:
        super().__init__()
        self._event = event

    def __missing__(self, key: str) -> str:
        event = self._event
        if key == "who":
            return (
                f"Seat {event['seat']}" if "seat" in event else f"The {event.get('by', 'dealer')}"
            )
        if key == "amount":
            return dollars(parse_money(event["amount"]))
        if key == "cards":
            return " ".join(event.get("cards", ()))
        if key == "stake":
            return (
                f"Seat {event['seat']}: {event['wager']}"
                if "seat" in event
                else "The dealer's stake"
            )
        if key == "face":
            return "face down" if event.get("up") is False else "face up"
        if key == "extra":
            coupon = f", with a coupon of {event['coupon']}" if "coupon" in event else ""
            axis = f", {event['place']}" if "place" in event else ""
            cash = ", in cash, to be confirmed" if event.get("by") == "cash" else ""
            return coupon + axis + cash
        if key == "void":
            if "seat" in event:
                return f"Seat {event['seat']} voids the round for itself"
            return f"The round is void: {event.get('text', '')}"
        return str(event.get(key, ""))
