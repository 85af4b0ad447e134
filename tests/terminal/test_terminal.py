"""The real program in a real terminal: a pseudo-terminal, read through a terminal emulator."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pyte
import pytest

from croupier.cli import main
from croupier.terminal.app import PlayApp

COLUMNS, ROWS = 80, 24
PATIENCE = 30.0
"""Seconds to wait for something on the screen."""


class Terminal:
    """A program in a terminal of its own."""

    def __init__(self, *words: str, state: Path) -> None:
        self._screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self._screen)
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self._program = subprocess.Popen(
            [sys.executable, "-c", "from croupier.cli import main; main()", *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            env=os.environ | {"XDG_STATE_HOME": str(state), "TERM": "xterm-256color"},
        )
        os.close(slave)

    def sees(self, *texts: str) -> None:
        """Wait until all of the texts are on the screen."""
        end = time.monotonic() + PATIENCE
        while not all(text in self.screen for text in texts):
            assert time.monotonic() < end, f"{texts} never came:\n{self.screen}"
            self._read()

    def types(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def ends(self) -> int:
        """Wait until the program is over and return its exit code."""
        end = time.monotonic() + PATIENCE
        while self._program.poll() is None:
            assert time.monotonic() < end, f"it never ended:\n{self.screen}"
            self._read()
        self._read()
        return self._program.returncode

    @property
    def screen(self) -> str:
        return "\n".join(self._screen.display)

    def close(self) -> None:
        self._program.kill()
        self._program.wait()
        os.close(self._master)

    def _read(self) -> None:
        if select.select([self._master], [], [], 0.05)[0]:
            try:
                self._stream.feed(os.read(self._master, 1 << 16))
            except OSError:  # the other end is closed
                return


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def test_a_round_by_keys_then_quit_then_resume(terminals: list[Terminal], tmp_path: Path) -> None:
    first = Terminal("play", "red-dog", "--seed", "7", "--new", state=tmp_path)
    terminals.append(first)
    first.sees("Your bankroll")
    first.types("\r")
    first.sees("O original $5")
    first.types("22")
    first.sees("O original $10")
    first.types("\r")
    first.sees("D deal")
    first.types("\r\r")  # the second one hurries the dealer
    first.sees("The spread is 3", "P pass")
    first.types("p\r")
    first.sees("The third card is king", "You lose $10.")
    first.types("q")
    assert first.ends() == 0
    assert "1 round played, net -$10, bankroll $490." in first.screen
    again = Terminal("play", "red-dog", state=tmp_path)
    terminals.append(again)
    again.sees("net -$10", "next round")
    again.types("q")
    assert again.ends() == 0


def test_house_players_sit_down_and_stay(terminals: list[Terminal], tmp_path: Path) -> None:
    words = ("play", "red-dog", "--seed", "7", "--seats", "3", "--company", "2", "--pace", "off")
    first = Terminal(*words, "--new", state=tmp_path)
    terminals.append(first)
    first.sees("Lotte best play   ◉ $5", "Fleur by the card ◉ $5", "O original $5")
    first.types("\r")
    first.sees("D deal ⏎")
    first.types("\r")
    first.sees("The spread is 3", "R raise $5")
    first.types("r")
    first.sees("House players: Lotte -$5, Fleur -$5.")
    first.types("q")
    assert first.ends() == 0
    assert "House players: Lotte (best play) -$5, Fleur (by the card) -$5." in first.screen
    again = Terminal("play", "red-dog", "--pace", "off", state=tmp_path)
    terminals.append(again)
    again.sees("House players: Lotte -$5, Fleur -$5.", "N next round")
    again.types("q")
    assert again.ends() == 0


def test_a_damaged_sitting_gives_one_line(terminals: list[Terminal], tmp_path: Path) -> None:
    (tmp_path / "croupier").mkdir()
    (tmp_path / "croupier" / "sitting.red-dog.json").write_text("{")
    terminal = Terminal("play", state=tmp_path)
    terminals.append(terminal)
    assert terminal.ends() == 2
    assert "damaged" in terminal.screen and "Traceback" not in terminal.screen


@pytest.mark.parametrize(
    "words, code, said",
    [
        (["play", "red-dgo"], 2, "did you mean red-dog?"),
        (["play", "--seats", "x"], 2, "write seats as 1 or 1,2"),
        (["play", "--bankroll", "0"], 2, "more than $0"),
        (["play", "--rulebook", "nj"], 2, "has no rulebook 'nj'"),
        (["play", "--pace", "wild"], 2, "calm, brisk, off"),
        (["play"], 2, "play needs a terminal"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(words: list[str], code: int, said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from croupier.cli import main; main()", *words],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode == code
    assert said in done.stderr and done.stderr.count("\n") == 1


def test_help_does_not_load_the_terminal() -> None:
    program = "import sys; from croupier.cli import app; print('textual' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout == "False\n"


@pytest.mark.parametrize(
    "words, asked",
    [
        ([], False),
        (["--seed", "7", "--seats", "1,3", "--bankroll", "200"], False),
        (["--seed", "8"], True),
        (["--seats", "2"], True),
        (["--bankroll", "100"], True),
    ],
)
def test_other_options_are_asked_about_before_a_kept_sitting_is_left(
    words: list[str], asked: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[PlayApp] = []
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(PlayApp, "run", lambda app: opened.append(app))
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    for given in (["--seats", "1,3", "--bankroll", "200", "--seed", "7", "--new"], words):
        with pytest.raises(SystemExit) as done:
            main(["play", "red-dog", *given])
        assert done.value.code == 0
    assert opened[1].sitting is not None and opened[1].sitting.seats == (1, 3)
    assert bool(opened[1].question) is asked
