"""The examples of the documentation run."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from croupier.chair.data import parse_lesson

PAGE = (Path(__file__).parent.parent.parent / "docs" / "dealers-chair.md").read_text("utf-8")


def example(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


def test_the_lesson_that_is_shown_is_a_lesson() -> None:
    lesson = parse_lesson(example("toml"))
    [(number, note)] = lesson.noted(lesson.course()).items()
    assert lesson.opening and number > 0 and note.clauses == ("4(b)",)


def test_the_program_that_is_shown_runs() -> None:
    names: dict[str, Any] = {}
    exec(compile(example("python"), "dealers-chair.md", "exec"), names)
    assert names["sitting"].over
