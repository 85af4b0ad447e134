"""What code cites is declared: checked before anything runs, as a part of ``make check``."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

import croupier
from croupier import games
from croupier.chair import moves
from croupier.rules import rulebook, shelf
from croupier.rules.house import House, class_of
from croupier.rules.rulebook import Rulebook
from croupier.stage.events import KINDS, Event
from croupier.stage.situations import RoundSituation
from croupier.telling import narrative

PACKAGE = Path(croupier.__file__).parent
CLAUSE = re.compile(r"[0-9]{1,2}|[0-9]{1,2}(\([0-9a-z]+\))+|[0-9]{1,2}:[A-Z][A-Za-z -]*")
FINDING = re.compile(r"[A-Z]-[0-9]{2}")
SHARED = "XRSDWBN"
"""The first letters of findings."""


def rooms_of(game: str) -> list[Path]:
    """Return the files of a game that cite clauses: all but its mathematics."""
    return [*folder_of(game).glob("*.py")]


def folder_of(game: str) -> Path:
    """Return a game's folder, which may be outside the package."""
    return Path(str(shelf.part(game).__file__)).parent


def literals(file: Path) -> Iterator[tuple[int, str]]:
    """Return every text in a file's code that is not documentation, with its line."""
    tree = ast.parse(file.read_text("utf-8"))
    documented = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and isinstance(node, ast.Constant) and id(node) not in documented:
            yield node.lineno, text


def books(game: str) -> list[Rulebook]:
    return [rulebook.load(game, state) for state in games.load(game).states]


@pytest.mark.parametrize("game", games.names())
def test_every_clause_that_a_game_cites_is_in_all_its_rulebooks(game: str) -> None:
    cited = 0
    for file in rooms_of(game):
        for line, text in literals(file):
            if CLAUSE.fullmatch(text):
                cited += 1
                for book in books(game):
                    assert text in book.citations, (
                        f"{file.name}:{line}: {book.document} has no {text}"
                    )
    assert cited


@pytest.mark.parametrize("game", games.names())
def test_every_finding_that_a_game_cites_is_one_of_its_own(game: str) -> None:
    for file in rooms_of(game):
        for line, text in literals(file):
            if FINDING.fullmatch(text):
                for book in books(game):
                    assert text in book.findings, (
                        f"{file.name}:{line}: {game} has no finding {text}"
                    )


def test_every_finding_that_the_other_rooms_cite_exists() -> None:
    known = rulebook.find_findings()
    for file in PACKAGE.rglob("*.py"):
        for line, text in literals(file):
            if FINDING.fullmatch(text) and text[0] in SHARED:
                assert text in known, f"{file.name}:{line}: there is no finding {text}"


def keyed(file: Path) -> Iterator[tuple[int, str, str]]:
    """Return the keys of announcements, bounds and payouts in code, as line, table and key."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr == "announce" and isinstance(node.args[0], ast.Constant):
                yield node.lineno, "announcements", str(node.args[0].value)
        elif isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute):
            named = node.value.attr in ("announcements", "bounds", "payouts", "fixed_odds")
            if named and isinstance(node.slice, ast.Constant):
                yield node.lineno, node.value.attr, str(node.slice.value)


@pytest.mark.parametrize("game", games.names())
def test_announcements_bounds_and_payouts_are_named_as_the_rulebook_names_them(game: str) -> None:
    for file in rooms_of(game):
        for line, what, key in keyed(file):
            for book in books(game):
                known = book.least_odds if what == "payouts" else getattr(book, what)
                assert key in known, f"{file.name}:{line}: {book.document} has no {what} {key!r}"


@pytest.mark.parametrize("game", games.names())
def test_readings_are_declared_as_the_findings_have_them(game: str) -> None:
    """A reading is compared only with texts of its type. Mypy finds any other."""
    house = class_of(game)
    types = get_type_hints(house)
    for book in books(game):
        for finding in book.findings.values():
            if finding.readings:
                declared = get_args(types[house.readings[finding.id]])
                assert declared == finding.readings, finding.id
            elif finding.bounded:
                assert types[house.readings[finding.id]] is int, finding.id
        own = {id for id, name in house.readings.items() if name in house.__annotations__}
        assert own <= {f.id for f in book.findings.values() if f.readings or f.bounded}


def test_what_all_houses_share_has_the_readings_of_its_findings() -> None:
    types, known = get_type_hints(House), rulebook.find_findings()
    for name in filter(re.compile("[A-Z]_[0-9]{2}").fullmatch, types):
        finding = known[name.replace("_", "-")]
        if finding.bounded:
            assert getattr(House, name) == finding.default
        else:
            assert get_args(types[name]) == finding.readings
            assert getattr(House, name) == finding.readings[0]


def test_no_code_asks_a_house_by_a_key_in_a_text() -> None:
    for file in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
                value = node.value
                name = value.attr if isinstance(value, ast.Attribute) else getattr(value, "id", "")
                whole = file.relative_to(PACKAGE)
                assert name != "house" or whole.parts[0] == "telling", f"{whole}:{node.lineno}"


@pytest.mark.parametrize("game", games.names())
def test_a_record_can_say_what_a_round_asks_about_its_table(game: str) -> None:
    """Every key with a reader is in the typed situation. Only the table sets keys without one."""
    loaded = games.load(game)
    typed = set(get_type_hints(get_type_hints(loaded.layout)["situation"]))
    shared, only_the_table_says = set(get_type_hints(RoundSituation)), {"cut_card_first"}
    assert set(loaded.situation) <= typed
    assert typed - set(loaded.situation) <= shared | only_the_table_says


def asked_of_the_table(file: Path) -> Iterator[tuple[int, str]]:
    """Return the situation's keys that code names, because mypy accepts unknown ones in ``get``."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            of = node.func.value
            key = node.args[0] if node.args else None
            situation = isinstance(of, ast.Attribute) and of.attr == "situation"
            if situation and node.func.attr == "get" and isinstance(key, ast.Constant):
                yield node.lineno, str(key.value)


def test_no_round_asks_its_table_for_a_key_that_is_not_declared() -> None:
    every: set[str] = set()
    for game in games.names():
        typed = set(get_type_hints(get_type_hints(games.load(game).layout)["situation"]))
        every |= typed
        for file in rooms_of(game):
            for line, key in asked_of_the_table(file):
                assert key in typed, f"{file.name}:{line}: {key}"
    found = 0
    for file in (PACKAGE / "procedures").glob("*.py"):
        for line, key in asked_of_the_table(file):
            found += 1
            assert key in every, f"{file.name}:{line}: {key}"
    assert found


# --- events ---------------------------------------------------------------------------------------


def all_kinds() -> list[type[Event]]:
    for game in games.names():
        games.load(game)
    return list(KINDS.values())


def names_in(line: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(line) if name}


def fields(kind: type[Event]) -> set[str]:
    return set(kind.__struct_fields__)


def test_the_words_of_every_kind_name_its_own_fields() -> None:
    for kind in all_kinds():
        assert kind.declared is not None and kind.declared.words
        unknown = names_in(kind.declared.words) - fields(kind) - set(narrative._WORDS)
        assert not unknown, f"{kind.kind} has no {unknown}"


def test_what_a_trainee_reads_of_every_kind_names_its_own_fields() -> None:
    spoken = "where a_card the_cards face the_stake receiver verdict pack said"
    for kind in all_kinds():
        act = None if kind.declared is None else kind.declared.act
        if act is None:
            continue
        assert set(act.told_by) <= fields(kind), kind.kind
        assert not act.figure or act.figure in fields(kind), kind.kind
        assert names_in(act.label) <= fields(kind) | set(spoken.split()), kind.kind
        assert set(act.rivals) <= KINDS.keys(), kind.kind
        step = sample(kind)
        assert "{" not in moves.of_step(step).label


def sample(kind: type[Event]) -> Event:
    """Return an event of a kind with something in every field."""
    numbers = {"seat": 1, "amount": 100, "index": 1, "at": 1, "count": 1}
    words = {"wager": "w", "odds": "1 to 1", "place": "seat 1", "text": "x", "by": "dealer"}
    cards = {"outcome": "win", "hand": "pair", "card": "As"}
    values: dict[str, Any] = {**numbers, **words, **cards}
    return kind(**{name: values[name] for name in fields(kind) & values.keys()})


def test_every_kind_can_be_told_and_shown() -> None:
    for kind in all_kinds():
        shown = sample(kind).shown_to("public")
        assert shown["kind"] == kind.kind and "{" not in narrative.tell(shown)


def test_a_kind_is_declared_once() -> None:
    found: dict[str, str] = {}
    for cls in subclasses(Event):
        if "declared" in vars(cls):
            assert found.setdefault(cls.kind, cls.__qualname__) == cls.__qualname__
    assert set(found) == {kind.kind for kind in all_kinds()}


def subclasses(cls: type[Event]) -> Iterator[type[Event]]:
    for sub in cls.__subclasses__():
        yield sub
        yield from subclasses(sub)


# --- only events change a round -------------------------------------------------------------------

MUTABLE = {"t", "seat", "layout", "placed", "pile", "shoe"}


def test_no_script_writes_to_the_layout() -> None:
    """Scripts and procedures change only their variables. ``self`` belongs to layouts and asks."""
    rooms = [PACKAGE / "procedures", *map(folder_of, games.names())]
    for file in (file for room in rooms for file in room.rglob("*.py") if not in_event(file)):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            targets: list[ast.expr] = []
            if isinstance(node, ast.Assign):
                targets = node.targets
            elif isinstance(node, ast.AugAssign | ast.AnnAssign):
                targets = [node.target]
            for target in targets:
                if not isinstance(target, ast.Attribute | ast.Subscript):
                    continue
                root: ast.expr = target
                while isinstance(root, ast.Attribute | ast.Subscript):
                    root = root.value
                written = isinstance(root, ast.Name) and root.id in MUTABLE
                assert not written, f"{file}:{target.lineno}"


def in_event(file: Path) -> bool:
    """Tell whether a file performs events, or has nothing to do with a round."""
    mathematics = {"mathematics", "kernel"} & set(file.parts)
    return file.name in ("events.py", "layout.py") or bool(mathematics)
