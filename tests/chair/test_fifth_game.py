"""A game that brings no lessons is trained all the same, on rounds that are made up."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent.parent / "docs" / "examples" / "games"

PROGRAM = """
import sys
from pathlib import Path
from croupier import games
from croupier.chair import drills, exams
from croupier.chair.data import lessons
from croupier.chair.sitting import Level, Sitting

games.shelve(Path(sys.argv[1]))
assert lessons("high-card") == []
for course in (exams.practice("high-card", seed=1), exams.exam("high-card", seed=1)):
    sitting = Sitting(course, Level.EXAM)
    while not sitting.over:
        assert sitting.moment.move in sitting.choices
        sitting.answer(sitting.moment.move, sitting.moment.figure)
    assert sitting.report()["passed"]
assert any(m.step.kind == "discard" for m in course.moments)
assert drills.drill("payouts", "high-card", seed=1).question.right > 0
assert drills.drill("irregularities", "high-card", seed=1).question.prompt == "A card lies face up in the deck."
"""


def test_a_game_without_lessons_can_be_trained() -> None:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(EXAMPLES)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
