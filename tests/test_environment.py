"""Setting up the environment: bad calls and failures are one line, progress is told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tools import environment

TOOL = Path(environment.__file__)


def test_a_wrong_call_is_one_line() -> None:
    done = subprocess.run(
        [sys.executable, str(TOOL), ".venv", "everything"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1 and done.stdout == ""
    assert done.stderr == "croupier: usage: environment.py FOLDER run|dev|pin\n"


def test_packages_that_cannot_be_installed_are_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = tmp_path / "requirements.txt"
    wrong.write_text("# nothing to fetch\ncroupier-no-such-package==1.0\n", "utf-8")
    monkeypatch.setitem(environment.LISTS, "run", wrong)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(SystemExit) as failed:
        environment.install(sys.executable, "run")
    assert "croupier: the packages could not be installed: ERROR" in str(failed.value)
    assert "croupier-no-such-package" in str(failed.value)


def test_progress_counts_packages(capsys: pytest.CaptureFixture[str]) -> None:
    for step in range(1, 41):
        environment.progress(f"  {step} of 40  name", step)
    assert capsys.readouterr().out == "  20 of 40  name\n  40 of 40  name\n"


def test_a_list_counts_its_packages_only(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text("# words\n-r other.txt\n\nuvloop==1; sys_platform != 'win32'\nrich==2\n")
    assert len(list(environment.pinned(file))) == 2
    assert environment.elsewhere("uvloop==1").endswith("!= 'win32'")
    assert environment.elsewhere("rich==2") == "rich==2"
