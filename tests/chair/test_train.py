"""``croupier train``, answered from a file as from a keyboard."""

from __future__ import annotations

import contextlib
import fcntl
import io
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

import pytest

from croupier import games
from croupier.chair.choices import choices
from croupier.chair.course import Course
from croupier.chair.data import lesson
from croupier.chair.drills import PAYOUTS, drill
from croupier.chair.exams import exam, exam_on
from croupier.cli.train_desk import folded
from tests.cli.driver import Run, croupier


class Train(Protocol):
    def __call__(self, *args: object, typed: Iterable[str] = ()) -> Run: ...


@pytest.fixture
def train(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Train:
    """Run ``croupier train`` with lines typed into it, and the test's own journal for progress."""

    def run(*args: object, typed: Iterable[str] = ()) -> Run:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        return croupier("train", *args, "--database", tmp_path / "journal.db")

    return run


def exam_answers(game: str, seed: int, wrong: int = 0, walked: Course | None = None) -> list[str]:
    """Return the lines that pass an exam, with the first few steps answered wrong."""
    walked = walked or exam(game, seed=seed)
    lines = []
    for moment in walked.moments:
        offered = choices(walked, moment.number, seed)
        right = offered.index(moment.move)
        if moment.number < wrong:
            other = next(i for i, move in enumerate(offered) if i != right and not move.figure)
            lines.append(str(other + 1))
        elif moment.figure is None:
            lines.append(str(right + 1))
        elif moment.move.figure == "amount":
            lines.append(f"{right + 1} {moment.figure // 100}.{moment.figure % 100:02d}")
        else:
            lines.append(f"{right + 1} {moment.figure}")
    return lines


@pytest.mark.parametrize("game", games.names())
def test_whoever_does_everything_right_passes_an_exam(train: Train, game: str) -> None:
    done = train(game, "--exam", "--seed", 3, "--json", typed=exam_answers(game, 3))
    assert done.code == 0, done.err
    report = done.document
    assert report["passed"] and report["percent"] == 100 and report["seed"] == 3
    assert report["what"] == "exam" and report["level"] == "exam"
    assert report["counts_as"] == "practice" and "certificate" not in report


def test_only_an_exam_that_the_program_chose_gives_a_certificate(
    train: Train, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    told = "You chose the seed, so this exam counts as practice and gives no certificate."
    repeated = train("red-dog", "--exam", "--seed", 3, typed=exam_answers("red-dog", 3))
    assert repeated.out.count(told) == 2 and "Passed." in repeated.out
    assert repeated.out.index(told) < repeated.out.index("1/") and "Certificate" not in repeated.out
    monkeypatch.setattr("croupier.cli.train_command._drawn", lambda: 3)
    typed = exam_answers("red-dog", 3, walked=exam_on("red-dog", (), seed=3))
    report = train("red-dog", "--exam", "--json", typed=typed).document
    assert report["counts_as"] == "exam" and report["verification"]["verified"]
    again = train("red-dog", "--exam", "--json", typed=typed).document
    shown = croupier(
        "certificate", again["certificate"], "--database", tmp_path / "journal.db", "--json"
    )
    assert shown.document["certificate"]["paper"]["earlier"] == 1


def test_an_exam_with_mistakes_reports_what_to_study(train: Train) -> None:
    typed = exam_answers("red-dog", 3, wrong=30)
    done = train("red-dog", "--exam", "--seed", 3, "--json", typed=typed)
    report = done.document
    assert not report["passed"] and len(report["mistakes"]) == 30
    assert sum(row["missed"] for row in report["study"]) == 30
    assert "Not passed." in done.err


def test_an_exam_tells_no_verdict_before_its_report(train: Train) -> None:
    typed = exam_answers("red-dog", 3, wrong=12)
    done = train("red-dog", "--exam", "--seed", 3, typed=typed)
    course = exam("red-dog", seed=3)
    asked, told = done.out.split(f"{len(course)}/{len(course)}>")
    assert not any(word in asked for word in ("✗", "✓", "should have happened", "Right", "Wrong"))
    announced = next(m for m in course.moments if m.move.kind == "announce")
    assert f"“{announced.move.text}”" not in asked.replace(announced.move.label, "")
    assert told.count("What should have happened: ") == 12
    assert f"What should have happened: {course.moments[0].move.label}." in told
    words = "red-dog --drill payouts --level exam --seed 3"
    drilled = train(*words.split(), typed=["1"] * 3)
    before, after = drilled.out.split("You left before the end.")
    assert "✗" not in before and "✓" not in before and after.count("You said $1.") == 3


def test_a_streak_is_told(train: Train) -> None:
    made = drill(PAYOUTS, "red-dog", seed=3, most=4)
    typed = [f"{q.right // 100}.{q.right % 100:02d}" for q in made.questions]
    done = train(*["red-dog", "--drill", "payouts", "--seed", "3", "--questions", "4"], typed=typed)
    assert "Right. That makes 3 in a row." in done.out and "4 in a row at best" in done.out


def test_an_exam_may_be_typed_for_people(train: Train) -> None:
    done = train("red-dog", "--exam", "--seed", 3, typed=exam_answers("red-dog", 3, wrong=1))
    assert "! The next card" in done.out and "To study again:" in done.out and "Passed." in done.out


def test_a_guided_lesson_is_walked_with_the_enter_key(train: Train) -> None:
    steps = len(lesson("red-dog", 2).course())
    done = train("red-dog", "--lesson", 2, typed=[""] * steps)
    assert done.code == 0
    assert f"{steps} of {steps} steps right, 100 percent" in done.out
    assert "Next: Deal the left card, face up" in done.out
    hands = "Draw with the left hand, turn the card face up, place it with the right hand."
    assert f"hands: {hands} [4(b)]" in done.out
    assert "Count the values strictly between the two cards" in done.out
    assert "5c is the left card, face up" in done.out and " to left, face up" not in done.out


def test_a_coached_lesson_gives_hints_and_asks_again_what_it_cannot_read(train: Train) -> None:
    done = train("red-dog", "--lesson", 2, "--level", "coached", typed=["h", "", "²", "99", "1"])
    assert "You see to the cards before they are dealt. The batches take turns" in done.out
    assert done.out.count("choose 1 to") == 3
    assert "Next:" not in done.out and "You left before the end." in done.out


def test_an_amount_is_asked_for_when_it_is_not_given(train: Train) -> None:
    walked = exam("double-cross-poker", seed=3)
    typed = exam_answers("double-cross-poker", 3)
    at = next(m.number for m in walked.moments if m.move.kind == "pay")
    number, amount = typed[at].split()
    asked = [*typed[:at], number, "much", number, amount, *typed[at + 1 :]]
    done = train("double-cross-poker", "--exam", "--seed", 3, "--json", typed=asked)
    assert done.document["percent"] == 100
    assert "'much' is not an amount" in done.err and "how much?" in done.err


def test_a_payout_drill_is_typed(train: Train) -> None:
    made = drill(PAYOUTS, "red-dog", seed=3, most=4)
    typed = [f"{q.right // 100}.{q.right % 100:02d}" for q in made.questions]
    words = "red-dog --drill payouts --seed 3 --questions 4 --json"
    done = train(*words.split(), typed=["h", *typed[:3], "0"])
    report = done.document
    assert (report["right"], report["questions"], report["passed"]) == (3, 4, False)
    assert report["missed"][0]["said"] == "$0" and "at" in report["missed"][0]["should"]
    assert "The house pays" in done.err
    assert [row["question"] for row in report["missed"]] == [4], "questions are counted from 1"
    assert "   4  You said $0. The rules: " in done.err


def test_flash_cards_are_answered_by_number(train: Train) -> None:
    made = drill("irregularities", "double-cross-poker", seed=3)
    typed = [str(question.right + 1) for question in made.questions]
    done = train(
        "double-cross-poker", "--drill", "irregularities", "--seed", 3, typed=["²", *typed]
    )
    assert "10 of 10 right" in done.out and "'²': choose 1 to" in done.out


def test_progress_is_listed_and_what_was_missed_comes_back(train: Train) -> None:
    empty = train("red-dog", "--list", "--json").document
    assert [row["percent"] for row in empty["lessons"]] == [None] * 6 and empty["due"] == []
    train("red-dog", "--exam", "--seed", 3, "--json", typed=exam_answers("red-dog", 3, wrong=5))
    after = train("red-dog", "--list", "--json").document
    assert after["sittings"] == 1 and after["due"]
    assert any(row["due"] for row in after["lessons"])
    assert next(row for row in after["others"] if row["what"] == "practice")["percent"] < 100
    other = train("red-dog", "--list", "--json", "--trainee", "Ben").document
    assert other["due"] == [] and other["sittings"] == 0
    shown = " ".join(train("red-dog", "--list").out.split())
    steps = len(exam("red-dog", seed=3))
    right, percent = steps - 5, round(100 * (steps - 5) / steps)
    best = rf"practice {percent} percent, passed, in \d+ s, {right} in a row"
    assert re.search(best, shown)
    assert "The life of a shoe" in shown and "drill payouts" in shown


def test_without_a_choice_the_lesson_that_helps_most_comes(train: Train) -> None:
    first = train("double-down-stud", typed=["q"])
    assert "Lesson 1: Opening, shuffle and cut" in first.out
    walked = lesson("double-down-stud", 5).course()
    typed = ["x"]
    for moment in walked.moments:
        offered = choices(walked, moment.number, 5)
        wrong = next(i for i, move in enumerate(offered) if move != moment.move and not move.figure)
        typed.append(str(wrong + 1))
    train("double-down-stud", "--lesson", 5, "--level", "exam", typed=typed)
    assert "Lesson 5: When something goes wrong" in train("double-down-stud", typed=["q"]).out


def test_new_jersey_trains_by_its_own_clauses(train: Train) -> None:
    done = train("double-cross-poker", "--rulebook", "nj", "--lesson", 2, typed=[""] * 5)
    assert "[25.7(c)1]" in done.out


def test_a_made_up_round_for_practice(train: Train) -> None:
    done = train("winners-pot-poker", "--practice", "--seed", 8, "--json", typed=["q"])
    assert done.document["what"] == "practice" and done.document["level"] == "coached"


@pytest.mark.parametrize(
    ("args", "problem"),
    [
        (["blackjack"], "unknown game"),
        (["red-dog", "--lesson", 9], "no lesson 9"),
        (["red-dog", "--drill", "poetry"], "unknown drill"),
        (["red-dog", "--level", "hard", "--exam"], "guided, coached, exam"),
        (["red-dog", "--exam", "--level", "guided"], "no help"),
        (["red-dog", "--exam", "--lesson", 1], "choose only one of"),
        (["red-dog", "--rulebook", "nj"], "no rulebook 'nj'"),
    ],
)
def test_what_is_not_understood_is_said_in_one_line(
    train: Train, args: list[object], problem: str
) -> None:
    done = train(*args, "--json")
    assert done.code == 2 and problem in done.err and done.err.count("\n") == 1
    assert done.document["error"]["kind"] == "malformed"


def test_a_database_that_is_not_a_journal_gives_one_line(tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("hello")
    for database in (other, tmp_path, "nonsense://x"):
        done = croupier("train", "red-dog", "--list", "--json", "--database", database)
        assert done.code == 2 and done.err.count("\n") == 1
        assert done.document["error"]["kind"] == "journal"


def test_a_name_has_its_bounds(train: Train) -> None:
    assert train("red-dog", "--list", "--trainee", "x" * 61).code == 2
    assert train("red-dog", "--list", "--trainee", "").code == 2
    assert train("red-dog", "--list", "--trainee", "\udcff").code == 2


# --- on a terminal --------------------------------------------------------------------------------


def on_a_terminal(columns: int, typed: str, *args: str) -> list[str]:
    """Return the lines that ``croupier train`` writes on a terminal of a width."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    command = [sys.executable, "-m", "croupier", "train", *args]
    environment = {**os.environ, "TERM": "xterm"}
    environment.pop("COLUMNS", None)
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=slave, stderr=slave, env=environment
    ) as process:
        os.close(slave)
        assert process.stdin is not None
        process.stdin.write(typed.encode())
        process.stdin.close()
        seen = b""
        with contextlib.suppress(OSError):  # the terminal is closed when the program ends
            while chunk := os.read(master, 65536):
                seen += chunk
        assert process.wait(60) == 0
    os.close(master)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", seen.decode())
    return plain.replace("\r\n", "\n").split("\n")


@pytest.mark.parametrize("columns", [80, 60, 40])
def test_no_word_is_broken_on_a_terminal_of_any_width(tmp_path: Path, columns: int) -> None:
    database = str(tmp_path / "journal.db")
    args = ("red-dog", "--lesson", "2", "--database", database)
    lines = on_a_terminal(columns, "\n" * 30, *args)
    assert max(map(len, lines)) <= columns
    read = " ".join(" ".join(lines).split())
    whole = lesson("red-dog", 2)
    assert whole.text in read
    for told in whole.taught().values():
        assert not told.physical or told.text in read
    assert "of 21 steps right, 100 percent" in read


def test_a_long_choice_hangs_under_its_own_words() -> None:
    text = "  3  The blue deck comes in; the other one goes into the device"
    assert folded(text, 30, hang=5).split("\n") == [
        "  3  The blue deck comes in;",
        "     the other one goes into",
        "     the device",
    ]
    assert folded("one two", 5) == "one two", "a very narrow terminal still gets words"
