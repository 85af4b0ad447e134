"""The strategies of house players, prepared for one house after another.

To prepare a house may take seconds, if its payouts were edited and a table must be solved. So only
:func:`warm` does that, and it may run in a thread of its own. A house that has not been prepared is
played as the standard house of its game and rulebook, whose tables ship with the package.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from croupier.lab.settings import (
    LabMissingError,
    analysis_of,
    keeper,
    needing_packages,
    setting,
)
from croupier.mathematics.analysis import Analysis, Plays
from croupier.mathematics.kept import silent
from croupier.rules import house, shelf
from croupier.rules.house import House

MOST: Final = 128
"""How many houses stay prepared; the one that was used longest ago makes room."""
TABLES: Final = 4
"""How many solved tables stay in memory beside those that prepared houses hold."""

Prepared: TypeAlias = Mapping[str, Plays]
"""A house's decisions by the name of the house player's strategy."""

_KEY: Final = "company"
_LOOKING: Final = threading.Lock()
"""Held while the prepared houses are looked through, which is never long."""
_prepared: OrderedDict[str, Prepared] = OrderedDict()


class _Desk:
    """A place where one house after another is prepared."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.keeper = keeper()
        self.keeper.most = TABLES

    def prepare(self, chosen: House, analysis: Analysis, watch: Callable[[str], Any]) -> Prepared:
        """Prepare all strategies for a house, once the house before it is done."""
        if analysis.plays is None:
            return {}
        with self.lock, needing_packages(chosen.book.game):
            self.keeper.watch = watch
            at = setting(chosen, tables=self.keeper)
            return {name: analysis.plays(at, played) for name, played in analysis.company.items()}


_any_house: Final = _Desk()
_standard_houses: Final = _Desk()
"""A decision may need a standard house while an edited one is being solved elsewhere."""


def warm(chosen: House, watch: Callable[[str], Any] = silent) -> None:
    """Prepare all strategies for a house; does nothing if that is done already.

    It may take seconds and may run in any thread. ``watch`` reports long work, as for a
    :class:`~croupier.mathematics.kept.Keeper`. :class:`~croupier.lab.LabMissingError` if the
    packages that the game's mathematics needs are not installed.
    """
    _warm(chosen, _any_house, watch)


def _warm(chosen: House, desk: _Desk, watch: Callable[[str], Any] = silent) -> None:
    if _find(key := _key(chosen)) is None:
        analysis = _analysis(chosen.book.game)
        _keep(key, {} if analysis is None else desk.prepare(chosen, analysis, watch))


def plays_of(chosen: House, strategy: str) -> Plays | None:
    """Return the decisions of a strategy at a house; None if the game's mathematics has none.

    They are those of the standard house, prepared now if need be, unless this one is prepared.
    """
    found = _find(_key(chosen))
    if found is None:
        found = _standard(chosen.book.game, chosen.book.state)
    return found.get(strategy)


def analysis_for(game: str) -> Analysis | None:
    """Return a game's mathematics; None if it has none or its packages are not installed."""
    try:
        return _analysis(game)
    except LabMissingError:
        return None


def forget() -> None:
    """Forget all prepared houses."""
    with _LOOKING:
        _prepared.clear()


def _analysis(game: str) -> Analysis | None:
    """Return a game's mathematics; None if it has none. Raises if packages are missing."""
    if not shelf.files(game).joinpath("mathematics").is_dir():
        return None
    return analysis_of(game)


def _standard(game: str, state: str) -> Prepared:
    chosen = house.standard(game, state)
    key = _key(chosen)
    found = _find(key)
    if found is None:
        try:
            _warm(chosen, _standard_houses)
        except LabMissingError:
            _keep(key, {})
        found = _find(key)
    return found or {}


def _key(chosen: House) -> str:
    """Return what tells houses apart; it is computed once for each."""
    key: str | None = chosen.cache.get(_KEY)
    if key is None:
        key = chosen.cache[_KEY] = chosen.fingerprint()
    return key


def _find(key: str) -> Prepared | None:
    with _LOOKING:
        found = _prepared.get(key)
        if found is not None:
            _prepared.move_to_end(key)
        return found


def _keep(key: str, made: Prepared) -> None:
    with _LOOKING:
        _prepared[key] = made
        while len(_prepared) > MOST:
            _prepared.popitem(last=False)
