"""The documentation's example game is one new folder, and everything works with it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.lab.settings import LabMissingError, needing_packages

EXAMPLES = Path(__file__).parent.parent / "docs" / "examples" / "games"

PROGRAM = """
import sys
from pathlib import Path
from croupier.rules import coverage, house, rulebook
from croupier import games
from croupier.telling import record
from croupier.cli import main

games.shelve(Path(sys.argv[1]))
assert "high-card" in games.names()
written = record.parse('''
croupier = 1
game = "high-card"
rulebook = "ex"
[seats]
1 = "100"
2 = "100"
3 = "100"
[round]
cards = "Ks 9d ^2c 4h 9h"
actions = ["1 wager wager 10", "2 wager wager 10", "3 wager wager 10", "dealer close"]
''')
document = record.run(written)
assert document["outcome"] == "settled", document
assert [document["seats"][n]["net"] for n in "123"] == ["10.00", "0.00", "-10.00"]
assert document["house"]["net"] == "0.00" and document["board"] == {"dealer": "9h"}
assert all(event["rule"] or event["finding"] for event in document["events"])
assert {e["rule"] for e in document["events"]} == set(rulebook.load("high-card", "ex").clauses)
void = record.run(record.parse(record.write(written).replace("9d", "^9d")))
assert void["outcome"] == "void" and void["seats"]["1"]["net"] == "0.00"
_, breaches, _ = house.examine("high-card", {"payouts.wager": "1 to 2"}, "ex")
assert [b.rule for b in breaches] == ["3(a)"]
for argv in (["games"], ["rules", "high-card", "3(b)", "--rulebook", "ex"]):
    try:
        main(argv)
    except SystemExit as done:
        assert done.code == 0
"""


def test_a_game_is_one_new_folder() -> None:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(EXAMPLES)], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert "High Card" in run.stdout and "equal one pushes" in run.stdout


def test_the_example_is_short() -> None:
    code = (EXAMPLES / "high_card" / "__init__.py").read_text("utf-8")
    assert len(code.splitlines()) < 150


WITHOUT_MATHEMATICS = """
import sys
from pathlib import Path
from croupier import games
from croupier.cli import main

games.shelve(Path(sys.argv[1]))
main([sys.argv[2], "high-card", "--rulebook", "ex", *sys.argv[3:]])
"""


@pytest.mark.parametrize(
    "command",
    [["odds"], ["advise"], ["strategy"], ["simulate"], ["report", "--out", "x.html"]],
    ids=str,
)
def test_the_lab_says_in_one_line_that_a_game_has_no_mathematics(command: list[str]) -> None:
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT_MATHEMATICS, str(EXAMPLES), *command],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 1 and not run.stdout
    assert run.stderr == "croupier: high-card has no mathematics: its odds are not known\n"


def test_a_game_without_a_kernel_says_so() -> None:
    said = "red-dog has no kernel: it cannot be simulated"
    with pytest.raises(LabMissingError, match=said), needing_packages("red-dog"):
        raise ModuleNotFoundError(name="croupier.games.red_dog.kernel")


def test_the_environment_names_further_folders_of_games() -> None:
    def games(folder: Path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "croupier", "games"]
        env = {**os.environ, "CROUPIER_GAMES": str(folder)}
        return subprocess.run(command, capture_output=True, text=True, check=False, env=env)

    assert "high-card" in games(EXAMPLES).stdout
    nowhere = games(EXAMPLES / "nowhere")
    assert nowhere.returncode == 2
    assert nowhere.stderr.startswith("croupier: CROUPIER_GAMES: there is no folder")
    assert nowhere.stderr.count("\n") == 1
