"""``croupier rules``: clauses, coverage, findings and differences, for people and as JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from croupier.cli import main
from croupier.rules import coverage, rulebook

DOCUMENTS = {
    "double-cross-poker.ma": 111,
    "double-cross-poker.nj": 111,
    "double-down-stud.ma": 67,
    "red-dog.ma": 54,
    "winners-pot-poker.ma": 122,
}


@pytest.fixture
def croupier(capsys: pytest.CaptureFixture[str]) -> Any:
    def run(*words: str, code: int = 0) -> str:
        with pytest.raises(SystemExit) as ended:
            main(["rules", *words])
        assert ended.value.code == code
        said = capsys.readouterr()
        return said.out if not code or "--json" in words else said.err

    return run


def answer(croupier: Any, *words: str, code: int = 0) -> Any:
    return json.loads(croupier(*words, "--json", code=code))


@pytest.mark.parametrize(("game", "state"), rulebook.documents())
def test_every_document_lists_its_clauses_with_the_keys_of_the_contract(
    croupier: Any, game: str, state: str
) -> None:
    document = answer(croupier, game, "--rulebook", state)
    rows = document["clauses"]
    assert len(rows) == DOCUMENTS[document["document"]]
    for row in rows:
        assert {"clause", "summary", "kind", "actor", "held_by", "tests"} <= row.keys()
        assert row["summary"] and row["held_by"]
    text = croupier(game, "--rulebook", state)
    assert all(f"{row['clause']} " in text and row["summary"] in text for row in rows)


def test_without_a_rulebook_a_game_shows_its_first_one(croupier: Any) -> None:
    assert answer(croupier, "double-cross-poker")["rulebook"] == "ma"


def test_one_clause_tells_everything_with_the_findings_about_it(croupier: Any) -> None:
    [row] = answer(croupier, "red-dog", "5(f)(1)")["clauses"]
    assert row["clause"] == "5(f)(1)"
    [finding] = [f for f in row["findings"] if f["finding"] == "R-14"]
    assert finding["default"] == "fixed"
    assert finding["readings"] == ["fixed", "enhanceable"]
    text = croupier("red-dog", "5(f)(1)")
    for part in (row["summary"], row["held_by"], "R-14", "fixed, enhanceable"):
        assert part in text


def test_new_jersey_is_cited_in_its_own_form_and_may_be_typed_loosely(croupier: Any) -> None:
    [row] = answer(croupier, "double-cross-poker", "10g3", "--rulebook", "nj")["clauses"]
    assert row["clause"] == "25.10(g)3"
    assert "25.10(g)3" in row["findings"][0]["clauses"]


def test_the_reason_of_a_clause_without_a_test_is_shown(croupier: Any) -> None:
    book = rulebook.load("winners-pot-poker")
    clause = next(c for c in book.clauses.values() if c.coverage == "administrative")
    assert clause.reason in croupier("winners-pot-poker", clause.id)


def test_findings_of_a_game_are_listed_with_ruling_and_alternative(croupier: Any) -> None:
    found = answer(croupier, "winners-pot-poker", "--findings")["findings"]
    assert {f["finding"] for f in found} == set(rulebook.load("winners-pot-poker").findings)
    text = croupier("winners-pot-poker", "--findings")
    for finding in found:
        assert finding["ruling"] in text
        assert not finding["alternative"] or finding["alternative"] in text


def test_two_documents_are_compared(croupier: Any) -> None:
    document = answer(croupier, "double-cross-poker", "--diff", "ma", "nj")
    rows = document["differences"]
    assert rows and {row["topic"] for row in rows} <= {"numbering", "citation", "wording"}
    numbering = next(row for row in rows if row["topic"] == "numbering")
    assert "4(c)(1)(i)" in numbering["clauses"]["ma"]
    assert "25.4(c)1i" in numbering["clauses"]["nj"]
    assert numbering["texts"] == {"ma": "4(c)(1)(i)", "nj": "25.4(c)1i"}
    assert all(
        row["effect"] in croupier("double-cross-poker", "--diff", "ma", "nj") for row in rows
    )
    assert answer(croupier, "red-dog", "--diff", "ma", "ma")["differences"] == []


def test_coverage_counts_every_clause_of_every_document(croupier: Any) -> None:
    rows = answer(croupier, "--coverage")["documents"]
    assert {row["document"]: row["total"] for row in rows} == DOCUMENTS
    for row in rows:
        parts = row["tested"] + row["physical"] + row["administrative"] + row["open"]
        assert parts == row["total"]
    text = croupier("--coverage")
    assert "465" in text and all(name in text for name in DOCUMENTS)


def test_a_clause_is_tested_by_the_index_or_is_what_its_data_says_or_is_open() -> None:
    book = rulebook.load("red-dog")
    by_data = {
        kind: next(c for c in book.clauses.values() if c.coverage == kind)
        for kind in ("tested", "physical", "administrative")
    }
    assert [coverage.standing("red-dog.ma", c, {}) for c in by_data.values()] == [
        "open",
        "physical",
        "administrative",
    ]
    index = {"red-dog.ma": {c.id: ["tests/x.py::test_y"] for c in by_data.values()}}
    assert {coverage.standing("red-dog.ma", c, index) for c in by_data.values()} == {"tested"}
    [row] = [r for r in coverage.count(index) if r["document"] == "red-dog.ma"]
    assert row["tested"] == 3
    assert by_data["tested"].id not in coverage.open_clauses("red-dog", "ma", index)
    assert by_data["tested"].id in coverage.open_clauses("red-dog", "ma", {})


@pytest.mark.parametrize(
    ("words", "kind", "about"),
    [
        (["nope"], "malformed", "red-dog"),
        (["red-dog", "99(z)"], "malformed", "99(z)"),
        (["red-dog", "--rulebook", "nj"], "malformed", "'nj'"),
        (["red-dog", "--diff", "ma", "nj"], "malformed", "'nj'"),
        ([], "usage", "--coverage"),
    ],
)
def test_what_is_not_understood_gets_one_line(
    croupier: Any, words: list[str], kind: str, about: str
) -> None:
    error = answer(croupier, *words, code=2)["error"]
    assert error["kind"] == kind and about in error["message"]
    line = croupier(*words, code=2)
    assert about in line and line.count("\n") == 1
