"""The table that the lab answers about, and the solved tables it answers from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any

from croupier import games
from croupier.mathematics.analysis import Analysis, FoundRule, Search, Setting
from croupier.mathematics.kept import Keeper, cache_folder, silent
from croupier.rules import house
from croupier.rules.house import House


class LabMissingError(RuntimeError):
    """A game has no mathematics, or the packages that it needs are not installed."""


@contextmanager
def needing_packages(game: str) -> Iterator[None]:
    """Raise :class:`LabMissingError` where a package or the game's own mathematics is missing."""
    try:
        yield
    except ModuleNotFoundError as missing:
        name = missing.name or ""
        if name.partition(".")[0] in ("numpy", "numba"):
            lacks = f"the mathematics of {game} needs {name}: pip install 'croupier[lab]'"
        elif name.endswith(".mathematics"):
            lacks = f"{game} has no mathematics: its odds are not known"
        elif name.endswith(".kernel"):
            lacks = f"{game} has no kernel: it cannot be simulated"
        else:
            raise
        raise LabMissingError(lacks) from missing


def analysis_of(game: str) -> Analysis:
    """Return a game's mathematics; raises :class:`LabMissingError` if it is not installed."""
    with needing_packages(game):
        return games.odds_of(game)


def lab_house(game: str, given: Mapping[str, Any] | None = None, state: str = "") -> House:
    """Build a house for the lab, which also accepts values that no real table can have.

    >>> lab_house("red-dog", {"decks": "infinite"})["decks"]
    'infinite'
    """
    known = analysis_of(game).lab_values if given else {}
    apart = {k: v for k, v in (given or {}).items() if v in known.get(k, ())}
    built = house.build(game, {k: v for k, v in (given or {}).items() if k not in apart}, state)
    if not apart:
        return built
    values = {**built.values, **apart}
    return type(built)(built.book, values, built.payouts, built.rulings, built.texts)


def keeper(
    *,
    fresh: bool = False,
    warn: Callable[[str], None] = lambda line: None,
    watch: Callable[[str], Any] = silent,
) -> Keeper:
    """Return a keeper of solved tables that uses the user's cache."""
    return Keeper(cache_folder(), fresh, warn, watch)


def first_wager(table: Setting) -> str:
    """Return the wager in whose units values are given."""
    return analysis_of(table.house.book.game).first_wager


@cache
def _everyday_keeper() -> Keeper:
    """Return the keeper shared by the whole process, so that a table is read only once."""
    return keeper()


def setting(chosen: House, *, stake: int | None = None, tables: Keeper | None = None) -> Setting:
    """Return a table for the lab, at its least first wager unless a stake is given."""
    first = analysis_of(chosen.book.game).stake(chosen) if stake is None else stake
    return Setting(chosen, first, tables or _everyday_keeper(), search_for(chosen.book.game))


def search_for(game: str) -> Search:
    """Return the search for a game's strategy card, which imports numpy only when it begins."""

    def search(*situations: Any, **limits: Any) -> list[FoundRule]:
        with needing_packages(game):
            from croupier.lab.rules import search as found
        return found(*situations, **limits)

    return search
