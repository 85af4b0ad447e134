"""Croupier as a library: the functions that ``import croupier`` offers, and the types they return.

A house is a :class:`House`, the keys that differ from the default, or omitted:

>>> odds("red-dog", {"decks": 1}).figures.house_edge
Fraction(523, 16575)
>>> [(choice.action, str(choice.value)) for choice in advise("red-dog", table="4c 9d")]
[('raise', '-118/155'), ('pass', '-59/155')]

Money is a text in dollars or a number of cents. Cards are a text such as ``"As Kd"`` or a list of
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from croupier import games
from croupier.journal import Journal as Journal
from croupier.journal import Recorder as Recorder
from croupier.journal import open_journal as open_journal
from croupier.mathematics.analysis import Answer as Answer
from croupier.mathematics.analysis import Choice as Choice
from croupier.mathematics.analysis import Question
from croupier.nouns.cards import Card, parse_card, parse_cards
from croupier.nouns.money import parse_money
from croupier.nouns.reasons import MalformedError as MalformedError
from croupier.rules import house as houses
from croupier.rules import rulebook
from croupier.rules.house import House as House
from croupier.rules.house import HouseError as HouseError
from croupier.rules.rulebook import Rulebook as Rulebook
from croupier.stage.actions import Action as Action
from croupier.stage.actions import Legal as Legal
from croupier.stage.actions import Refusal as Refusal
from croupier.stage.events import Event as Event
from croupier.stage.round import Round as Round
from croupier.stage.table import Shuffle, fair_shuffle
from croupier.stage.table import Table as Table
from croupier.telling import record
from croupier.telling.record import Record as Record

if TYPE_CHECKING:
    from croupier.lab.simulate_result import Result

Houses: TypeAlias = House | Mapping[str, Any] | None
"""A house, the keys that differ from the default, or None for the default."""
Cards: TypeAlias = str | Iterable[str]

parse_record, read_record = record.parse, record.read
run_record, write_record = record.run, record.write


def game_names() -> list[str]:
    """Return the names of all games.

    >>> game_names()
    ['double-cross-poker', 'double-down-stud', 'red-dog', 'winners-pot-poker']
    """
    return games.names()


def load_rulebook(game: str, state: str = "") -> Rulebook:
    """Return a game's document: its clauses in our words, least odds, announcements and findings.

    >>> load_rulebook("red-dog").clause("5(e)").kind
    'settlement'
    """
    return rulebook.load(game, _state(game, state))


def build_house(game: str, keys: Mapping[str, Any] | None = None, state: str = "") -> House:
    """Build a lawful house from dotted keys; :class:`HouseError` names every breach and its clause.

    >>> build_house("red-dog", {"decks": 0, "payouts.spread.1": "4 to 1"})  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    croupier.rules.house.HouseError: decks: 0 is less than 1 [1(a)]; payouts.spread.1: 4 to 1 is ...
    """
    return houses.build(game, keys, _state(game, state))


def read_house(path: str | Path) -> House:
    """Read the house from a house file; :class:`MalformedError` if it does not name its game."""
    keys, game, state = houses.read_file(Path(path))
    if game is None:
        raise MalformedError(f'{path}: names no game: write game = "red-dog"')
    return build_house(game, keys, state or "")


def open_table(
    game: str,
    seats: Mapping[int, int | str],
    house: Houses = None,
    *,
    state: str = "",
    players: Mapping[str, Iterable[int]] | None = None,
    shuffle: Shuffle = fair_shuffle,
) -> Table:
    """Open a table with money at its seats.

    >>> open_table("double-down-stud", {1: "100", 3: "250.50"}).bankrolls
    {1: 10000, 3: 25050}
    """
    bankrolls = {
        n: cents if isinstance(cents, int) else parse_money(cents) for n, cents in seats.items()
    }
    return Table(
        games.load(game), _house(game, house, state), bankrolls, players=players, shuffle=shuffle
    )


def odds(
    game: str,
    house: Houses = None,
    *,
    state: str = "",
    strategy: str = "optimal",
    seen: Cards = (),
    players: int = 1,
) -> Answer:
    """Return the exact figures of a strategy, in units of the first wager."""
    from croupier import lab

    asked = Question(strategy, _cards(seen), players)
    return lab.odds(lab.setting(_house(game, house, state, lab=True)), asked)


def advise(
    game: str,
    hand: Cards = (),
    table: Cards = (),
    house: Houses = None,
    *,
    state: str = "",
    seen: Cards = (),
    players: int = 1,
) -> list[Choice]:
    """Return what each choice is worth in a situation.

    Values are in units of the first wager, for the whole round.
    """
    from croupier import lab

    at = lab.setting(_house(game, house, state, lab=True))
    return lab.advise(at, _cards(hand), _cards(table), _cards(seen), players=players)


def simulate(
    game: str,
    rounds: int,
    house: Houses = None,
    *,
    state: str = "",
    seats: int = 1,
    strategies: Sequence[str] = ("optimal",),
    seed: int = 1,
) -> Result:
    """Play rounds in this process; return estimates with their errors beside the exact value.

    Needs ``croupier[lab]``.
    """
    from croupier.lab.settings import needing_packages

    with needing_packages(game):
        from croupier.lab.simulate import job_for
        from croupier.lab.simulate import simulate as run
    job = job_for(_house(game, house, state), seats=seats, strategies=strategies, seed=seed)
    return run(job, rounds=rounds)


def _state(game: str, state: str) -> str:
    return state or games.load(game).states[0]


def _house(game: str, house: Houses, state: str, *, lab: bool = False) -> House:
    if isinstance(house, House):
        if house.book.game != game:
            raise MalformedError(f"this is a house for {house.book.game}, not for {game}")
        return house
    if lab:
        from croupier.lab import lab_house

        return lab_house(game, house, _state(game, state))
    return build_house(game, house, state)


def _cards(cards: Cards) -> tuple[Card, ...]:
    return tuple(parse_cards(cards) if isinstance(cards, str) else map(parse_card, cards))
