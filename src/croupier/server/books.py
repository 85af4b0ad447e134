"""The rulebook that a request names."""

from __future__ import annotations

from croupier import games
from croupier.nouns.reasons import MalformedError
from croupier.rules import rulebook
from croupier.rules.rulebook import Rulebook
from croupier.server.errors import not_found


def find_book(game: str, state: str | None) -> Rulebook:
    """The rulebook of a game in a state, or in the game's first one; 404 if there is none."""
    try:
        return rulebook.load(game, state or games.load(game).states[0])
    except MalformedError as error:
        raise not_found(str(error)) from None
