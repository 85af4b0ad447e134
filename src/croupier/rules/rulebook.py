"""The rulebook: a document's clauses in our words, its odds, bounds, announcements and findings.

Each game's folder holds one ``rules.<state>.toml`` per document, and ``findings.toml``: how we read
what is unclear. Code cites clauses in the form of the *catalogue*, the document from which the ids
of a game's other documents are derived. :meth:`Rulebook.cite` gives the form of the document in
force.

>>> load("double-cross-poker", "nj").cite("10(g)(3)")
'25.10(g)3'
>>> load("red-dog").clause("5(f)(1)").summary
'If the third card makes three of a kind the dealer says so and every wager wins 11 to 1.'
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from croupier.nouns.money import Odds
from croupier.rules.shelf import folders

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


T = TypeVar("T")

_RULES: Final = re.compile(r"rules\.([a-z]+)\.toml")
_REFERENCE: Final = re.compile(r"\{([^{}]+)\}")


class RulebookError(ValueError):
    """Raised if there is no such game or document, or if a document cannot be read."""


class CitationError(RulebookError):
    """Raised if the document has no such clause."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause of a document."""

    id: str
    """The id in the document's own form."""
    catalogue: str
    """The id in the catalogue's form, as code cites it."""
    summary: str
    kind: str
    actor: str
    held_by: str
    """How the software complies with the clause."""
    coverage: Literal["tested", "physical", "administrative"]
    reason: str = ""
    """Why an administrative clause has no test; for a physical one, the dealer's act in words."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """What the dealer says; ``prescribed`` if the words are the document's own."""

    text: str
    rule: str
    prescribed: bool = True


@dataclass(frozen=True, slots=True)
class Bound:
    """A limit in a document: at least, at most, or both, in a unit (money in cents)."""

    rule: str
    unit: str
    least: int | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """Where a document is unclear, wrong or silent, and our ruling.

    A finding with ``readings`` is a key under ``[rulings]`` of a house file; the first reading is
    the default. One that is ``bounded`` takes a number there instead.
    """

    id: str
    severity: Literal["H", "M", "L"]
    """H: affects who is paid or how much; M: legality, order or information; L: none of these."""
    type: str
    clauses: Mapping[str, tuple[str, ...]]
    """The clauses concerned by game, in the catalogue's form."""
    issue: str
    ruling: str
    alternative: str = ""
    readings: tuple[str, ...] = ()
    default: int | None = None
    least: int = 0
    most: int = 0

    @property
    def bounded(self) -> bool:
        """Whether the ruling is a number."""
        return self.default is not None

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the greatest number that a bounded ruling may take."""
        return self.least, self.most


@dataclass(frozen=True, slots=True)
class Difference:
    """One point on which two documents of a game differ."""

    topic: Literal["numbering", "citation", "wording"]
    clauses: tuple[str, ...]
    """The clauses concerned, in the catalogue's form."""
    texts: tuple[str, str]
    """The texts of the two documents."""
    effect: str
    finding: str


class Rulebook:
    """One document: a game under one state's rules. Get it from :func:`load`.

    Clauses are keyed by the document's own ids; the ``rule`` of an announcement, of odds or of a
    bound is in the catalogue's form, as code cites it.
    """

    def __init__(self, game: str, state: str) -> None:
        data = _document(game, state)
        base = _document(game, data["catalogue"]) if "catalogue" in data else data
        self.game = game
        self.state = state
        self.document: str = data["document"]
        self.title: str = data["title"]
        self.jurisdiction: str = data["state"]
        self.version: int = data["version"]
        """The version of our data, not of the document."""
        self.since: int = data.get("since", self.version)
        """The oldest version whose rounds play the same, apart from later corrections."""
        self.catalogue: str = data.get("catalogue", state)
        """The state from whose document the ids are derived."""
        self.outside: Mapping[str, str] = {**base.get("outside", {}), **data.get("outside", {})}
        """Citations of rules outside the document, by subject."""
        form = data.get("form", {})
        self._section: str = form.get("section", "{}")
        self.citations: dict[str, str] = {
            row["id"]: _format(row["id"], self._section, form.get("parentheses"))
            for row in base["clause"]
        }
        """The document's own ids, by the catalogue's."""
        same = all(id == own for id, own in self.citations.items())
        self.renamed: Mapping[str, str] | None = None if same else self.citations
        """The same mapping, or None for the catalogue itself, whose ids stay as they are."""
        self.texts: Mapping[str, Mapping[str, Any]] = _merged(base, data)
        """The data of each clause by the catalogue's id, before references are filled in."""
        self.clauses: Mapping[str, Clause] = MappingProxyType(
            {self.citations[id]: self._clause(id, text) for id, text in self.texts.items()}
        )
        self.announcements: Mapping[str, Announcement] = {
            key: _made(Announcement, f"{self.document} announcement {key}", row)
            for key, row in {
                **base.get("announcements", {}),
                **data.get("announcements", {}),
            }.items()
        }
        self.bounds: Mapping[str, Bound] = {
            key: _made(Bound, f"{self.document} bound {key}", row)
            for key, row in {**base.get("bounds", {}), **data.get("bounds", {})}.items()
        }
        odds = {**base.get("odds", {}), **data.get("odds", {})}
        self.least_odds: Mapping[str, Mapping[str, Odds]] = {
            wager: _odds(row["least"]) for wager, row in odds.items() if "least" in row
        }
        """The least odds by wager, then by hand or spread (``""`` if there is only one payout)."""
        self.fixed_odds: Mapping[str, Odds] = {
            wager: Odds.parse(row["fixed"]) for wager, row in odds.items() if "fixed" in row
        }
        """The odds of wagers that may be paid neither less nor more."""
        self.odds_rules: Mapping[str, str] = {wager: row["rule"] for wager, row in odds.items()}

    def __repr__(self) -> str:
        return f"<Rulebook {self.document}: {len(self.clauses)} clauses>"

    def cite(self, id: str) -> str:
        """Return a catalogue id in this document's form; :class:`CitationError` if unknown."""
        try:
            return self.citations[id]
        except KeyError:
            raise self._no_clause(id, self.citations) from None

    def clause(self, id: str) -> Clause:
        """Return a clause by its id in this document's form or the catalogue's, loosely typed.

        >>> load("double-cross-poker", "nj").clause("10g3").id
        '25.10(g)3'
        """
        found = self.clauses.get(id) or self._loose.get(_plain(id))
        if found is None:
            raise self._no_clause(id, self.clauses)
        return found

    @cached_property
    def findings(self) -> Mapping[str, Finding]:
        """The findings: the game's own, then the common ones that concern the game."""
        own, common = _findings(self.game), _findings()
        found = {
            f.id: replace(f, issue=self._filled(f.issue), ruling=self._filled(f.ruling))
            for f in (*own, *common)
            if self.game in f.clauses
        }
        return MappingProxyType(found)

    def findings_on(self, id: str) -> list[Finding]:
        """Return the findings about one clause, whose id may have either form."""
        clause = self.clause(id).catalogue
        return [f for f in self.findings.values() if clause in f.clauses[self.game]]

    @cached_property
    def digest(self) -> str:
        """A hash of the clauses, the announcements and our rulings; a changed word changes it."""
        from croupier.nouns.canonical import encode  # late: reading the rules needs no msgspec

        words = {
            "document": self.document,
            "version": self.version,
            "clauses": dict(self.clauses),
            "announcements": dict(self.announcements),
            "findings": {id: found.ruling for id, found in self.findings.items()},
        }
        return hashlib.sha256(encode(words)).hexdigest()

    def _clause(self, id: str, text: Mapping[str, Any]) -> Clause:
        filled = {key: self._filled(value) for key, value in text.items()}
        row = {**filled, "id": self.citations[id], "catalogue": id}
        return _made(Clause, f"{self.document} {id}", row)

    def _filled(self, text: str) -> str:
        """Fill in references such as ``{10(g)(3)}``, ``{Section 5}`` or ``{deck}``."""
        return _REFERENCE.sub(self._refer, text) if "{" in text else text

    def _refer(self, match: re.Match[str]) -> str:
        name = match[1]
        if name in self.outside:
            return self.outside[name]
        number = name.removeprefix("Section ")
        if number == name:
            return self.cite(name)
        return name if self._section == "{}" else self._section.format(number)

    @cached_property
    def _loose(self) -> dict[str, Clause]:
        own = {_plain(clause.id): clause for clause in self.clauses.values()}
        return {**{_plain(c.catalogue): c for c in self.clauses.values()}, **own}

    def _no_clause(self, id: str, known: Iterable[str]) -> CitationError:
        of = f"{self.title} ({self.state.upper()})"
        return CitationError(f"{of} has no clause {id!r}{_nearest(id, known, 3)}")


@cache
def load(game: str, state: str = "") -> Rulebook:
    """Return the rulebook of a game in a state, by default the catalogue's.

    :class:`RulebookError` if there is none.
    """
    return Rulebook(game, state) if state else load(game, default_state(game))


def default_state(game: str) -> str:
    """Return the state of a game's catalogue, from which its other documents are derived."""
    states = [state for name, state in documents() if name == game]
    return next((s for s in states if "catalogue" not in _document(game, s)), "ma")


def documents() -> list[tuple[str, str]]:
    """Return every game and state that has a document, as found in the games' folders."""
    found = (
        (folder.name.replace("_", "-"), match[1])
        for shelf in folders()
        for folder in shelf.iterdir()
        if folder.is_dir()
        for file in folder.iterdir()
        if (match := _RULES.fullmatch(file.name))
    )
    return sorted(set(found))


def find_findings() -> dict[str, Finding]:
    """Return every finding of every game by its id, with clauses in the catalogue's form."""
    books = [load(game, state) for game, state in documents()]
    return {
        finding.id: finding
        for book in books
        if book.catalogue == book.state
        for finding in book.findings.values()
    }


def diff(game: str, one: str, other: str) -> list[Difference]:
    """Return how two documents of a game differ; anything not listed is the same in both."""
    a, b = load(game, one), load(game, other)
    if a.catalogue != b.catalogue:
        raise RulebookError(f"{a.document} and {b.document} do not share a catalogue")
    if a is b:
        return []
    derived = _document(game, other if a.catalogue == one else one)
    found = derived.get("findings", {})
    rows = []
    moved = tuple(id for id in a.citations if a.citations[id] != b.citations[id])
    if moved:
        deepest = max(moved, key=lambda id: id.count("("))
        forms = (a.citations[deepest], b.citations[deepest])
        effect = "Each document's own form is cited."
        rows.append(Difference("numbering", moved, forms, effect, found.get("numbering", "")))
    for name, cited in a.outside.items():
        if cited != b.outside[name]:
            using = tuple(id for id, text in a.texts.items() if f"{{{name}}}" in text["summary"])
            forms = (cited, b.outside[name])
            effect = "Each document's own citation is shown."
            rows.append(Difference("citation", using, forms, effect, found.get("citation", "")))
    for row in derived.get("difference", ()):
        texts = (row["catalogue"], row["here"])
        forms = texts if a.catalogue == one else texts[::-1]
        clauses = tuple(row["clauses"])
        rows.append(Difference("wording", clauses, forms, row["effect"], row["finding"]))
    return rows


def forget() -> None:
    """Clear the caches, so that documents are read again after a folder of games was added."""
    for remembered in (load, _document, _findings):
        remembered.cache_clear()


@cache
def _document(game: str, state: str) -> dict[str, Any]:
    for shelf in folders():
        file = shelf.joinpath(game.replace("-", "_"), f"rules.{state}.toml")
        if file.is_file():
            return _parsed(file, f"{game}.{state}")
    games = dict.fromkeys(name for name, _ in documents())
    if game in games:
        states = ", ".join(s for name, s in documents() if name == game)
        raise RulebookError(f"{game} has no rulebook {state!r}: there is {states}")
    raise RulebookError(
        f"unknown game {game!r}: there are {', '.join(games)}{_nearest(game, games)}"
    )


@cache
def _findings(game: str = "") -> tuple[Finding, ...]:
    """Return the findings of a game, or the common ones."""
    found = []
    for shelf in folders():
        file = shelf.joinpath(game.replace("-", "_"), "findings.toml")
        if file.is_file():
            where = f"findings of {game or 'all games'}"
            found += [_finding(game, where, row) for row in _parsed(file, where)["finding"]]
    return tuple(found)


def _finding(game: str, where: str, row: dict[str, Any]) -> Finding:
    clauses = row["clauses"] if isinstance(row["clauses"], dict) else {game: row["clauses"]}
    typed = {
        "clauses": MappingProxyType({name: tuple(ids) for name, ids in clauses.items()}),
        "readings": tuple(row.get("readings", ())),
    }
    return _made(Finding, where, row | typed)


def _parsed(file: Traversable, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(f"{where}: {error}") from None


def _made(kind: Callable[..., T], where: str, row: Mapping[str, Any]) -> T:
    try:
        return kind(**row)
    except TypeError as error:
        raise RulebookError(f"{where}: {error}") from None


def _merged(base: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the catalogue's clauses, updated with what the document says differently."""
    clauses = {row["id"]: row for row in base["clause"]}
    if data is not base:
        for row in data.get("clause", ()):
            clauses[row["id"]] = clauses[row["id"]] | row
    return clauses


def _odds(least: str | Mapping[str, str]) -> dict[str, Odds]:
    rows = {"": least} if isinstance(least, str) else least
    return {name: Odds.parse(text) for name, text in rows.items()}


def _format(id: str, section: str, parentheses: int | None) -> str:
    """Return a catalogue id such as ``4(c)(1)(ii)`` in another document's form."""
    number, *levels = re.split(r"(?=\(|:)", id, maxsplit=1)
    rest = "".join(levels)
    if parentheses is not None and not rest.startswith(":"):
        parts = re.findall(r"\(\w+\)", rest)
        rest = "".join(parts[:parentheses]) + "".join(part[1:-1] for part in parts[parentheses:])
    return section.format(number) + rest


def _plain(id: str) -> str:
    return "".join(filter(str.isalnum, id)).casefold()


def _nearest(name: str, known: Iterable[str], most: int = 1) -> str:
    from difflib import get_close_matches  # slow to import, and only needed for a mistake

    near = get_close_matches(name, list(known), most, 0.4)
    return f"; did you mean {' or '.join(near)}?" if near else ""
