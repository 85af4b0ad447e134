"""Helpers that play rounds and read their events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from croupier import games
from croupier.equipment.shoe import ordered
from croupier.nouns.cards import Card, parse_cards
from croupier.rules import house
from croupier.rules.house import House
from croupier.stage.actions import Refusal
from croupier.stage.events import Event
from croupier.stage.round import Round
from croupier.stage.table import Table
from croupier.stage.vocabulary import Announce
from croupier.telling.result import round_result

E = TypeVar("E", bound=Event)
H = TypeVar("H", bound=House)


def table(
    game: str,
    seats: Mapping[int, int] | int = 1,
    *,
    state: str = "ma",
    options: Mapping[str, Any] | None = None,
    players: Mapping[str, Sequence[int]] | None = None,
    seed: str = "test",
) -> Table:
    """Return a table with N seats of $10,000 each, or with the given bankrolls in cents."""
    bankrolls = dict.fromkeys(range(1, seats + 1), 1000000) if isinstance(seats, int) else seats
    return Table(
        games.load(game),
        house.build(game, options or {}, state),
        bankrolls,
        players=players,
        shuffle=lambda pack: ordered(pack, seed),
    )


def in_turn(*said: str | Iterable[str]) -> list[str]:
    """Return the actions of some texts in order: ``1 wager ante 10; dealer close`` has two."""
    texts = [one for some in said for one in ([some] if isinstance(some, str) else some)]
    return [action.strip() for text in texts for action in text.split(";") if action.strip()]


def play(
    game: str,
    cards: str,
    *actions: str,
    seats: Mapping[int, int] | int = 1,
    state: str = "ma",
    options: Mapping[str, Any] | None = None,
    players: Mapping[str, Sequence[int]] | None = None,
    **situation: Any,
) -> Round:
    """Play a round with these cards and actions.

    A caret before a card turns it face up. Several actions may share a text, see ``in_turn``.
    """
    at = table(game, seats, state=state, options=options, players=players)
    words = cards.split()
    face_up = [i for i, word in enumerate(words) if word.startswith("^")]
    round = at.begin(parse_cards(cards.replace("^", "")), situation=situation, face_up=face_up)
    for action in in_turn(*actions):
        round.act(action)
    return round


def refused(round: Round, action: str) -> Refusal:
    """Return the refusal of an action, after asserting that the round has not changed."""
    before = [event.shown_to() for event in round.events]
    refusal = round.check(action)
    assert refusal is not None, f"{action} is not refused"
    assert [event.shown_to() for event in round.events] == before
    return refusal


def net(round: Round, seat: int = 1) -> int:
    """Return what a seat has won or lost, in cents."""
    return round.layout.seats[seat].net


def said(round: Round) -> list[str]:
    """Return the dealer's announcements."""
    return [announced.text for announced in events(round, Announce)]


def of(told: Iterable[Event], kind: type[E]) -> list[E]:
    """Return those of some events that are of a class, which several kinds may share."""
    return [event for event in told if isinstance(event, kind)]


def one(told: Iterable[Event], kind: type[E]) -> E:
    """Return the only event of its kind among some events."""
    (found,) = of(told, kind)
    return found


def events(round: Round, kind: type[E]) -> list[E]:
    """Return a round's events of one kind."""
    return of(round.events, kind)


def field(event: Event, name: str) -> object:
    """Return a field of an event, None if its kind does not have it."""
    return getattr(event, name, None)


def cards_of(event: Event) -> set[Card]:
    """Return the cards that an event names."""
    named = (field(event, "card"), *(getattr(event, "cards", None) or ()))
    return {Card(card) for card in named if isinstance(card, str)}


def typed(house: House, kind: type[H]) -> H:
    """Return a house as its game's own type."""
    assert isinstance(house, kind)
    return house


def result(round: Round) -> dict[str, Any]:
    """Return the round's document."""
    return round_result(round)
