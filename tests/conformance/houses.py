"""Random houses, from the keys that a game declares and the readings of its findings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from croupier import games
from croupier.nouns.money import Odds
from croupier.rules import house, rulebook
from croupier.rules.house import House

WHOLE = (0, 1, 2, 3, 5, 6, 7, 8, 10, 20, 47, 100, 1_000, 60_000, 100_000, 1_000_000)
DECIMAL = ("0.01", "0.05", "0.2", "0.25", "0.3", "0.33", "0.50", "2.50", "3.37", "7.5")
NUMBERS = (*WHOLE, *DECIMAL)
WORDS = ("green", "violet")
LOW_ODDS = ("3 to 2", "2 to 1", "7 to 2", "11 to 2", "17 to 2", "25 to 2")
ODDS = (*LOW_ODDS, "60 to 1", "300 to 1", "1500 to 1", "40000 to 1")
KEYS = (2, 9)
"""The least and the most keys that a house sets, before those that break a rule are removed."""


class Keys(NamedTuple):
    """What a house may set: keys with a few values, which are all played, and keys with many."""

    few: dict[str, tuple[Any, ...]]
    many: dict[str, tuple[Any, ...]]


def keys_of(game: str, state: str) -> Keys:
    """Return every key with values that it accepts. Only this knows the shape of options."""
    few: dict[str, tuple[Any, ...]] = {}
    many: dict[str, tuple[Any, ...]] = {}
    for key, option in games.load(game).house.options.items():
        if option.choices:
            few[key] = tuple(option.choices)
        elif isinstance(option.default, bool):
            few[key] = (True, False)
        else:
            taken = _taken(option.parse, WORDS) or _taken(option.parse, NUMBERS)
            if set(taken) == set(WORDS):
                taken = (*WORDS, option.default)  # only one may be lawful
            many[key] = (*taken, "none") if option.optional else taken
    book = rulebook.load(game, state)
    for wager, table in book.least_odds.items():
        for name, least in table.items():
            key = f"payouts.{wager}.{name}" if name else f"payouts.{wager}"
            many[key] = tuple(odds for odds in ODDS if Odds.parse(odds) >= least)
    for finding in book.findings.values():
        if finding.readings:
            few[f"rulings.{finding.id}"] = finding.readings
        elif finding.bounded:
            many[f"rulings.{finding.id}"] = tuple(sorted({*finding.bounds, finding.default or 0}))
    return Keys(few, {key: values for key, values in many.items() if values})


def seats_of(chosen: House) -> int:
    """Return how many betting positions a house has."""
    return int(chosen["seats"])


def _taken(read: Callable[[Any], Any], values: Sequence[Any]) -> tuple[Any, ...]:
    found = []
    for value in values:
        try:
            read(value)
        except (ValueError, LookupError):
            continue
        found.append(value)
    return tuple(found)


Turn = tuple[str, Any]
"""A key and a value that some house must set. :data:`ANY` stands for any value."""
ANY = "any value"


class Drawn(NamedTuple):
    """Houses of a game under one rulebook, and the choices without a lawful house."""

    houses: list[dict[str, Any]]
    left: set[Turn]


@cache
def drawn(game: str, state: str, tries: int = 400) -> Drawn:
    """Draw the default house, then others until every key and every one of few values is used."""
    random = Random(f"{game}/{state}")
    few, many = keys_of(game, state)
    every = {**few, **many}
    left: set[Turn] = {(key, value) for key, values in few.items() for value in values}
    left |= {(key, ANY) for key in many}
    houses: list[dict[str, Any]] = [{}]
    for _ in range(tries):
        if not left:
            break
        wanted = sorted({key for key, _ in left})
        chosen = random.sample(wanted, min(len(wanted), random.randint(1, 4)))
        chosen += random.sample(sorted(every), min(len(every), random.randint(*KEYS)))
        given = {key: _value(random, key, every[key], left) for key in chosen}
        given = _lawful(random, game, state, given)
        fresh = left & {turn for key, value in given.items() for turn in ((key, value), (key, ANY))}
        if fresh:
            left -= fresh
            houses.append(given)
    return Drawn(houses, left)


def _value(random: Random, key: str, values: Sequence[Any], left: set[Turn]) -> Any:
    """Return a value that is not used yet, if there is one."""
    waiting = [value for value in values if (key, value) in left]
    return random.choice(waiting or list(values))


def _lawful(random: Random, game: str, state: str, given: dict[str, Any]) -> dict[str, Any]:
    """Return the same house without the keys that break a rule."""
    while True:
        _, breaches, _ = house.examine(game, given, state)
        if not breaches:
            return given
        broken = {key for b in breaches for key in given if key == b.key or key.startswith(b.key)}
        for key in broken or {random.choice(sorted(given))}:
            del given[key]
