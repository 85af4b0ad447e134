"""Clause markers: a marked test must make the product cite its clauses, and an index of them."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.rules import house, rulebook
from croupier.stage.actions import Refusal
from croupier.stage.events import Event
from croupier.stage.round import Round
from tests import postgres as server
from tests.postgres import Postgres


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--clause-index", default=None, help="write the index of clause tests here")


def marked(item: pytest.Item) -> Iterator[tuple[str, str]]:
    """Yield the clauses that a test says it shows, as (document, clause)."""
    for marker in item.iter_markers("clause"):
        document, *clauses = marker.args
        for clause in clauses:
            yield document, clause


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server that the tests start themselves."""
    with server.running() as running:
        yield running


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """A place for a journal: a file, or a database of a PostgreSQL server."""
    if request.param == "sqlite":
        return tmp_path / "journal.db"
    url: str = request.getfixturevalue("postgres").database()
    return url


FIRST = (
    # Each compiles the kernel of another game, which the others then find in numba's cache.
    "tests/lab/test_kernel_double_cross.py",
    "tests/lab/test_kernel_winners_pot.py",
    "tests/lab/test_kernel_double_down_stud.py",
    "tests/lab/test_kernel_red_dog.py",
    # The longest files begin first, so that none of them is left alone at the end.
    "tests/browser/test_games.py",
    "tests/server/test_schema.py",
    "tests/lab/test_double_cross_solver.py",
    "tests/server/test_kills.py",
    "tests/browser/test_trust.py",
    "tests/lab/test_winners_pot_solver.py",
    "tests/server/test_leaks.py",
    "tests/lab/test_report.py",
    "tests/cli/test_lab.py",
    "tests/browser/test_pressing.py",
    "tests/browser/test_chair.py",
    "tests/conformance/test_again.py",
    "tests/browser/test_house.py",
    "tests/browser/test_conformance.py",
    "tests/browser/test_felt.py",
    "tests/server/test_fuzz.py",
    "tests/conformance/test_hold.py",
    "tests/conformance/test_play.py",
    "tests/journal/test_verify.py",
    "tests/test_clause_index.py",
)
"""Files to begin with. A file that takes minutes, started last, would keep a worker busy alone."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    places = {file: place for place, file in enumerate(FIRST)}
    items.sort(key=lambda item: places.get(item.nodeid.partition("::")[0], len(places)))


UNTRACED = (
    "tests/browser/",
    "tests/cli/test_lab",
    "tests/company/",
    "tests/conformance/",
    "tests/lab/test_dask",
    "tests/lab/test_kernel_",
    "tests/lab/test_report",
    "tests/lab/test_simulate",
    "tests/server/test_fuzz",
    "tests/server/test_kills",
    "tests/server/test_leaks",
    "tests/server/test_schema",
    "tests/server/test_shuffles",
    "tests/test_fasthands",
)
"""Tests that play rounds by the thousand, or wait for others: tracing them would only cost time."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Run a test without coverage's tracer if tracing it is not worth the time.

    The marker ``no_cover`` of pytest-cov has no effect in a worker process: a second tracer that
    was started earlier goes on.
    """
    traces = sys.gettrace(), threading.gettrace()
    if item.nodeid.startswith(UNTRACED):
        sys.settrace(None)
        threading.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(traces[0])
        threading.settrace(traces[1])


def pytest_collection_finish(session: pytest.Session) -> None:
    target = session.config.getoption("--clause-index")
    if not target:
        return
    index: dict[str, dict[str, list[str]]] = {}
    for item in session.items:
        for document, clause in marked(item):
            tests = index.setdefault(document, {}).setdefault(clause, [])
            name = item.nodeid.partition("[")[0]
            if name not in tests:
                tests.append(name)
    text = json.dumps(
        {d: {c: sorted(t) for c, t in sorted(index[d].items())} for d in sorted(index)}, indent=1
    )
    Path(target).write_text(text + "\n", "utf-8")


@pytest.fixture(autouse=True)
def clauses_are_shown(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Check that a marked test made the product cite its clauses.

    An event, a refusal or a breach may cite them. Nothing cites a definition that it follows, so a
    test of a definition is taken at its word.
    """
    wanted = list(marked(request.node))
    if not wanted:
        yield
        return
    cited: set[str] = set()
    do, refuse, breach = Round._do, Refusal.__init__, house._cited

    def note_event(self: Round, step: Event) -> Any:
        answer = do(self, step)
        cited.update(rule for rule in (step.rule, *step.also) if rule)
        return answer

    def note_refusal(self: Refusal, *args: Any, **kwargs: Any) -> None:
        refuse(self, *args, **kwargs)
        cited.add(self.rule or "")

    def note_breach(*args: Any) -> house.Breach:
        found = breach(*args)
        cited.add(found.rule or "")
        return found

    monkeypatch.setattr(Round, "_do", note_event)
    monkeypatch.setattr(Refusal, "__init__", note_refusal)
    monkeypatch.setattr(house, "_cited", note_breach)
    yield
    for document, clause in wanted:
        game, _, state = document.rpartition(".")
        row = rulebook.load(game, state).clauses[clause]
        if row.kind != "definition":
            assert clause in cited, f"{request.node.name} does not show {document} {clause}"
