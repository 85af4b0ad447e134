"""The house file: what a licensee chose at one table, checked against the rulebook.

Each game declares the keys in a subclass of :class:`House` in its ``house.py``. A file is read to
the end and all breaches are reported together, each with its clause, or with the finding where the
documents are silent.
"""

from __future__ import annotations

import difflib
import hashlib
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, Self, get_args, get_type_hints

from croupier.nouns.canonical import encode
from croupier.nouns.money import MoneyError, Odds, dollars, parse_money, show_money
from croupier.nouns.reasons import MalformedError, Reason
from croupier.rules import rulebook, shelf

if TYPE_CHECKING:
    from croupier.rules.rulebook import Rulebook

FORMAT: Final = 1
FREE: Final = ("approvals", "notices")
"""Sections with free keys: texts about an approval or a public notice."""


@dataclass(frozen=True, slots=True)
class Breach:
    """What is wrong with a house file, where, and under which clause or finding."""

    key: str
    message: str
    rule: str | None = None
    finding: str | None = None
    malformed: bool = field(default=False, compare=False)
    """Whether the value cannot be read at all, so that the rules do not come into it."""

    def as_dict(self) -> dict[str, Any]:
        """Return plain data for reports; the keys are always the same."""
        return {
            "key": self.key,
            "message": self.message,
            "rule": self.rule,
            "finding": self.finding,
        }

    def __str__(self) -> str:
        cited = self.rule or self.finding
        return f"{self.key}: {self.message}" + (f" [{cited}]" if cited else "")


class HouseError(ValueError):
    """Raised for a house that breaks the rules, with all its breaches."""

    def __init__(self, breaches: Iterable[Breach]) -> None:
        self.breaches = tuple(breaches)
        super().__init__("; ".join(str(breach) for breach in self.breaches))

    @property
    def malformed(self) -> bool:
        """Whether some value could not be read."""
        return any(breach.malformed for breach in self.breaches)


# --- kinds of values ------------------------------------------------------------------------------


def as_money(value: object) -> int:
    """Read cents from a string or a whole number of dollars, never from a float."""
    if isinstance(value, float):
        raise MoneyError(f'{value!r} is a float: write the amount as a string, such as "2.50"')
    return parse_money(value)


def as_count(value: object) -> int:
    """Read a whole number, or a string of digits."""
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit():
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise ValueError(f"{value!r} is not a whole number")


def as_flag(value: object) -> bool:
    """Read ``true`` or ``false``, or a string that says so."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.lower() in ("true", "false"):
        return value.lower() == "true"
    raise ValueError(f"{value!r} is neither true nor false")


def as_text(value: object) -> str:
    """Read a text that is not blank."""
    if isinstance(value, str) and value.strip():
        return value
    raise ValueError(f"{value!r} is not a text")


@dataclass(frozen=True, slots=True)
class Option:
    """One key of a house file, as a house class declares it (:mod:`croupier.rules.options`)."""

    read: Callable[[object], Any]
    default: Any
    help: str
    rule: str | None = None
    finding: str | None = None
    least: int | None = None
    most: int | None = None
    choices: tuple[Any, ...] | None = None
    """The values that may be chosen; an empty tuple stands for those of the attribute's type."""
    optional: bool = False
    """Whether ``"none"`` removes the key."""
    favours: str = ""
    """Who gains if the value grows: ``player``, ``house`` or empty for nobody."""
    posted: bool = False
    """Whether it is a limit on wagers, which must be posted at the table."""
    usual: bool = False
    """Whether most houses set it, so that an editor asks for it first."""
    notice: Reason | None = None
    """The notice that a decrease requires."""
    later: bool = False
    """Whether a later release added it: at its default it does not change the fingerprint."""
    key: str = ""
    """The name in a house file, by default that of the attribute."""

    def parse(self, value: object) -> Any:
        """Read a value.

        :class:`ValueError` if it cannot be read, :class:`LookupError` if it is out of bounds.
        """
        if self.optional and (value is None or value == "none"):
            return None
        parsed = self.read(value)
        if self.choices and parsed not in self.choices:
            raise LookupError(
                f"{self.show(parsed)} is not one of {', '.join(map(self.show, self.choices))}"
            )
        if self.least is not None and parsed < self.least:
            raise LookupError(f"{self.show(parsed)} is less than {self.show(self.least)}")
        if self.most is not None and parsed > self.most:
            raise LookupError(f"{self.show(parsed)} is more than {self.show(self.most)}")
        return parsed

    def show(self, value: Any) -> str:
        """Return a value as people read it."""
        if value is None:
            return "none"
        if isinstance(value, bool):
            return "true" if value else "false"
        return dollars(value) if self.read is as_money else str(value)

    def plain(self, value: object) -> object:
        """Return a value as a house file writes it."""
        if value is None:
            return "none"
        if self.read is as_money:
            return show_money(value).removesuffix(".00")
        return value if isinstance(value, bool | int) else str(value)


Check = Callable[[Any], Iterable[Breach]]
"""Checks the keys of a house together and yields breaches."""

_READING: Final = re.compile(r"([A-Z])_([0-9]{2})")


class House:
    """A checked house file. Each game declares a subclass with the keys as attributes.

    An attribute such as ``D_20: Literal["push-all", "push-ante-only"]`` is the reading in force of
    finding D-20; the findings say which is the default. The values below apply to games that leave
    no choice about a key. Payouts come from the rulebook.
    """

    options: ClassVar[dict[str, Option]] = {}
    """The declared options, by key."""
    attributes: ClassVar[dict[str, str]] = {}
    """The attribute of each key."""
    readings: ClassVar[dict[str, str]] = {}
    """The attribute of each finding whose reading the game uses."""
    checks: ClassVar[tuple[Check, ...]] = ()
    """Checks of several keys together."""
    notes: ClassVar[tuple[Check, ...]] = ()
    """Checks that only warn: lawful, but worth knowing."""
    enhanceable: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """Payouts that may be changed only under one reading: wager to (finding, reading)."""
    notice: ClassVar[tuple[str | None, str | None]] = (None, "X-32")
    """The clause or finding that requires a notice before odds are decreased."""
    barred: ClassVar[Mapping[str, Reason]] = {}
    """Keys of other games that this game does not have, and why."""

    seats: int
    minimum: int = 0
    maximum: int = 0
    chip: int = 1
    increment: int = 1
    timeout: int = 30
    seat_kept: int = 10
    advice: bool = True
    positions_per_player: int = 1
    dealing: str = "hand"
    shuffler: str = "manual"
    preshuffled: bool = False
    second_deck: bool = False
    shuffler_counts: bool = False
    count_every: int = 5
    idle_spread: str = "up"
    recut_by: str = "same"
    cover_card: str = "yellow"
    match_play: bool = False
    verbal_cash: bool = False
    payout_limit: int | None = None
    X_02: Literal["entire-round", "unsettled-only"] = "entire-round"
    X_14: Literal["cumulative", "simultaneous"] = "cumulative"
    X_16: Literal["strict", "broad"] = "strict"
    X_28: int = 42

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        declared = {name: value for name, value in vars(cls).items() if isinstance(value, Option)}
        types = get_type_hints(cls)
        cls.options, cls.attributes = dict(cls.options), dict(cls.attributes)
        for name, option in declared.items():
            choices = option.choices
            named = replace(
                option,
                key=option.key or name,
                choices=get_args(types[name]) if choices == () else choices,
            )
            if choices == () and option.default is None:
                named = replace(named, default=get_args(types[name])[0])
            cls.options[named.key] = named
            cls.attributes[named.key] = name
        cls.readings = {
            f"{match[1]}-{match[2]}": name
            for name in types
            if (match := _READING.fullmatch(name)) is not None
        }

    def __init__(
        self,
        book: Rulebook,
        values: Mapping[str, Any],
        payouts: Mapping[str, Mapping[str, Odds]],
        rulings: Mapping[str, Any],
        texts: Mapping[str, str],
    ) -> None:
        self.book = book
        self.values = MappingProxyType(dict(values))
        """Every key in force, by its name in a house file."""
        self.payouts = MappingProxyType(dict(payouts))
        self.rulings = MappingProxyType(dict(rulings))
        self.texts = MappingProxyType(dict(texts))
        """Approvals and notices, by dotted key."""
        self.cache: dict[str, Any] = {}
        """Values that a game derives from its house once and uses in every round."""
        vars(self).update({self.attributes[key]: value for key, value in values.items()})
        vars(self).update(
            {self.readings[id]: value for id, value in rulings.items() if id in self.readings}
        )

    def __getitem__(self, key: str) -> Any:
        """Return the value of a key; code that knows the game uses the attribute instead."""
        return self.values[key]

    @classmethod
    def of(cls, house: House) -> Self:
        """Return a house typed as this game's, for code of the game that receives any house."""
        assert isinstance(house, cls)
        return house

    @property
    def first_wager(self) -> tuple[int, int, int]:
        """The least and the greatest first wager, and the step between them."""
        return self.minimum, self.maximum, self.increment

    @property
    def two_backs(self) -> bool:
        """Whether cards with backs of two colours are at the table."""
        return self.second_deck

    def least_multiple(self, cents: int) -> int:
        """Return the least multiple of the increment that is not below an amount."""
        return -(-cents // self.increment) * self.increment

    @classmethod
    def derive(cls, values: dict[str, Any], given: frozenset[str]) -> None:
        """Fill in values that follow from those given."""

    def flat(self) -> dict[str, Any]:
        """Return every key in force, dotted, as a house file would write it."""
        flat = {key: self.options[key].plain(value) for key, value in self.values.items()}
        for wager, table in self.payouts.items():
            for name, odds in table.items():
                flat[_payout_key(wager, name)] = str(odds)
        flat |= {f"rulings.{key}": value for key, value in self.rulings.items()}
        return flat | dict(self.texts)

    def changed(self) -> dict[str, Any]:
        """Return the keys that differ from the defaults, which a record of this house must name."""
        default = standard(self.book.game, self.book.state).flat()
        return {key: value for key, value in self.flat().items() if default.get(key) != value}

    def fingerprint(self) -> str:
        """Return a hash of everything in force."""
        house = self.flat()
        for key, option in self.options.items():
            if option.later and self.values[key] == option.default:
                del house[key]
        document = {"game": self.book.game, "rulebook": self.book.state, "house": house}
        return hashlib.sha256(encode(document)).hexdigest()


def class_of(game: str) -> type[House]:
    """Return the class that declares what a game lets the house choose."""
    declared: type[House] = shelf.part(game, "house").HOUSE
    return declared


def _payout_key(wager: str, name: str) -> str:
    return f"payouts.{wager}.{name}" if name else f"payouts.{wager}"


def flatten(data: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the dotted keys of nested tables and their values, however deep."""
    rest = list(reversed(list(data.items())))
    while rest:
        dotted, value = rest.pop()
        if isinstance(value, Mapping):
            rest += [(f"{dotted}.{key}", below) for key, below in reversed(list(value.items()))]
        else:
            yield dotted, value


def nested(flat: Mapping[str, Any]) -> dict[str, Any]:
    """Return nested tables from dotted keys: the opposite of :func:`flatten`."""
    data: dict[str, Any] = {}
    for key, value in flat.items():
        *path, last = key.split(".")
        table = data
        for part in path:
            table = table.setdefault(part, {})
        table[last] = value
    return data


def read_text(path: Path) -> str:
    """Return the text of a file; :class:`MalformedError` if it cannot be read."""
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise MalformedError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise MalformedError(f"{path}: is not a text in UTF-8") from None


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """Parse a text in TOML; :class:`MalformedError` if it is not TOML.

    Numbers with thousands of digits and lists thousands deep make the parser fail with other errors
    than its own; these are handled, too.
    """
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise MalformedError(f"{where}: is not a TOML file: {error}") from None


def read_file(path: Path) -> tuple[dict[str, Any], str | None, str | None]:
    """Return the keys of a house file, and the game and rulebook that it names."""
    data = parse_toml(read_text(path), str(path))
    check_format(data, str(path))
    game, state = data.pop("game", None), data.pop("rulebook", None)
    data.pop("croupier", None)
    for key, name in (("game", game), ("rulebook", state)):
        if name is not None and not isinstance(name, str):
            raise MalformedError(f"{path}: {key}: {name!r} is not a name")
    return dict(flatten(data)), game, state


def check_format(data: Mapping[str, Any], where: str) -> None:
    """Refuse a file of a newer format, or one that is not ours."""
    version = data.get("croupier")
    if not isinstance(version, int) or isinstance(version, bool):
        raise MalformedError(f'{where}: the first line must be "croupier = {FORMAT}"')
    if version > FORMAT:
        raise MalformedError(
            f"{where}: format {version} is newer than this program, which reads {FORMAT}: update it"
        )
    if version < 1:
        raise MalformedError(f"{where}: there is no format {version}")


def known_keys(game: str, state: str = "") -> list[str]:
    """Return every key that a house file of this game may hold."""
    book = rulebook.load(game, state)
    keys = list(class_of(game).options)
    keys += [_payout_key(w, n) for w, table in book.least_odds.items() for n in table]
    keys += [f"rulings.{f.id}" for f in book.findings.values() if f.readings or f.bounded]
    return keys


def examine(
    game: str, given: Mapping[str, Any], state: str = ""
) -> tuple[House, list[Breach], list[Breach]]:
    """Build a house from dotted keys; return it with all its breaches and all warnings."""
    book = rulebook.load(game, state)
    kind = class_of(game)
    by_key = kind.options
    breaches: list[Breach] = []
    values = {key: option.default for key, option in by_key.items()}
    payouts = {wager: dict(table) for wager, table in book.least_odds.items()}
    rulings = {
        f.id: f.readings[0] if f.readings else f.default
        for f in book.findings.values()
        if f.readings or f.bounded
    }
    texts: dict[str, str] = {}
    for key, value in given.items():
        section, _, rest = key.partition(".")
        if key in by_key:
            _read_option(by_key[key], value, values, breaches)
        elif section == "payouts":
            _read_odds(book, key, rest, value, payouts, breaches)
        elif section == "rulings" and rest in rulings:
            _read_ruling(book, rest, value, rulings, breaches)
        elif section in FREE and rest:
            if value == "none":
                continue
            try:
                texts[key] = as_text(value)
            except ValueError as error:
                breaches.append(Breach(key, str(error), malformed=True))
        else:
            breaches.append(_unknown(game, key, state))
    kind.derive(values, frozenset(given))
    for wager, (finding, reading) in kind.enhanceable.items():
        changed = any(payouts[wager][n] != o for n, o in book.least_odds[wager].items())
        if changed and rulings[finding] != reading:
            message = f'may only be changed with rulings.{finding} = "{reading}"'
            rule = book.odds_rules[wager]
            breaches.append(Breach(f"payouts.{wager}", message, rule, finding))
    house = kind(book, values, payouts, rulings, texts)
    # A value that was refused has its default here, so that the others can still be checked.
    broken = {breach.key for breach in breaches}
    together = (breach for check in kind.checks for breach in check(house))
    breaches += [breach for breach in together if breach.key not in broken]
    warnings = [warning for check in kind.notes for warning in check(house)]
    return house, [_cited(book, b) for b in breaches], [_cited(book, w) for w in warnings]


def build(game: str, given: Mapping[str, Any] | None = None, state: str = "") -> House:
    """Return a lawful house; :class:`HouseError` names every breach.

    >>> build("red-dog", {"decks": 8})["decks"]
    8
    """
    return _lawful(game, given, state) if given else standard(game, state)


_STANDARD: dict[tuple[str, str], House] = {}


def standard(game: str, state: str = "") -> House:
    """Return the house with every key at its default."""
    state = state or rulebook.default_state(game)
    if (game, state) not in _STANDARD:
        _STANDARD[game, state] = _lawful(game, {}, state)
    return _STANDARD[game, state]


def _lawful(game: str, given: Mapping[str, Any], state: str) -> House:
    house, breaches, _ = examine(game, given, state)
    if breaches:
        raise HouseError(breaches)
    return house


def _cited(book: Rulebook, breach: Breach) -> Breach:
    rule = book.cite(breach.rule) if breach.rule in book.citations else breach.rule
    return Breach(breach.key, breach.message, rule, breach.finding, breach.malformed)


def _read_option(
    option: Option, value: Any, values: dict[str, Any], breaches: list[Breach]
) -> None:
    try:
        values[option.key] = option.parse(value)
    except LookupError as error:
        breaches.append(Breach(option.key, str(error.args[0]), option.rule, option.finding))
    except ValueError as error:
        breaches.append(Breach(option.key, str(error), option.rule, option.finding, True))


def _read_odds(
    book: Rulebook,
    key: str,
    rest: str,
    value: Any,
    payouts: dict[str, dict[str, Odds]],
    breaches: list[Breach],
) -> None:
    wager, _, name = rest.partition(".")
    table = book.least_odds.get(wager)
    if table is None:
        breaches.append(_unknown(book.game, key, book.state))
        return
    rule = book.odds_rules[wager]
    if name not in table:
        known = ", ".join(table)
        breaches.append(Breach(key, f"has no odds of its own: there are {known}", rule))
        return
    try:
        odds = Odds.parse(value)
    except MoneyError as error:
        breaches.append(Breach(key, str(error), rule, malformed=True))
        return
    if odds < table[name]:
        breaches.append(Breach(key, f"{odds} is less than the least odds of {table[name]}", rule))
        return
    payouts[wager][name] = odds


def _read_ruling(
    book: Rulebook, finding: str, value: Any, rulings: dict[str, Any], breaches: list[Breach]
) -> None:
    register = book.findings[finding]
    key = f"rulings.{finding}"
    if register.bounded:
        low, high = register.bounds
        try:
            rulings[finding] = as_count(value)
        except ValueError as error:
            breaches.append(Breach(key, str(error), finding=finding, malformed=True))
            return
        if not low <= rulings[finding] <= high:
            message = f"{value} is not between {low} and {high}"
            breaches.append(Breach(key, message, finding=finding))
    elif value in register.readings:
        rulings[finding] = value
    else:
        readings = ", ".join(register.readings)
        message = f"{value!r} is not one of the readings {readings}"
        breaches.append(Breach(key, message, finding=finding))


def _unknown(game: str, key: str, state: str) -> Breach:
    reason = class_of(game).barred.get(key)
    if reason is not None:
        return Breach(key, reason.message, reason.rule, reason.finding)
    for other, document in rulebook.documents():
        if other != game and key in known_keys(other, document):
            return Breach(key, f"is a key of {other}, not of {game}")
    near = difflib.get_close_matches(key, known_keys(game, state), 1, 0.5)
    hint = f"; did you mean {near[0]}?" if near else ""
    return Breach(key, f"is not a key of a {game} house{hint}")
