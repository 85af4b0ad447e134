"""Prose is plain English: lines of 100 columns, and none of the words we unlearned."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LONGEST = 100
UNLEARNED = re.compile(
    r"\banew\b|\bso many\b|\bthe own\b|\bgone? on with\b"
    r"|(?<!here )\bis no (?!longer|more|remainder)"
)
QUOTED = "a verbal wager that was not confirmed is no wager"
"""Journals hold this text, and a replay compares it."""


def texts(*patterns: str) -> Iterator[Path]:
    """Yield our own files: not vendored, built or kept ones, nor this one."""
    for pattern in patterns:
        for file in ROOT.glob(pattern):
            if not {"vendor", "kept", "build", "generated"} & set(file.parts) and file != Path(
                __file__
            ):
                yield file


def prose(file: Path) -> Iterator[tuple[int, str]]:
    """Yield the numbered lines of a page that are neither code, table, picture nor link."""
    fenced = False
    for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and not line.startswith(("|", "    ", "![", "[")):
            yield number, line


PAGES = sorted(texts("*.md", "docs/*.md", "docs/tours/*.md", "examples/*.md"))
SOURCES = sorted(
    texts(
        "src/**/*.py",
        "src/**/*.js",
        "src/**/*.toml",
        "tests/**/*.py",
        "tests/page/*.js",
        "tools/*.py",
    )
)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_prose_is_wrapped(page: Path) -> None:
    long = [number for number, line in prose(page) if len(line) > LONGEST]
    assert not long, f"{page.relative_to(ROOT)}: lines {long} pass {LONGEST} columns"


def test_nobody_writes_what_we_unlearned() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()}"
        for file in (*PAGES, *SOURCES)
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if UNLEARNED.search(line) and QUOTED not in line
    ]
    assert not found, "\n".join(found)
