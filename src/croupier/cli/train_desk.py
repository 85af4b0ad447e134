"""The dealer's chair in a plain terminal: it prints questions and reads answers line by line.

The answers come from a person or from a file.
"""

from __future__ import annotations

import re
import sys
import textwrap
import time
from collections.abc import Iterable, Mapping
from typing import Any

from croupier.chair.data import Note, told_with
from croupier.chair.drills import Drill, Question
from croupier.chair.guide import Told
from croupier.chair.moves import Move
from croupier.chair.sitting import Level, Sitting, called_for
from croupier.chair.streaks import Streak
from croupier.chair.verdict import Verdict
from croupier.cli.paper import paper
from croupier.nouns.money import MoneyError, dollars, parse_money
from croupier.nouns.reasons import MalformedError
from croupier.telling.felt import Felt
from croupier.telling.felt import of as felt_of
from croupier.telling.narrative import cited, tell
from croupier.telling.places import Places

_STYLES = {"right": "green", "not called for": "red"}


class Leave(Exception):
    """The trainee leaves, or the input ends."""


class Desk:
    """Where a trainee sits; it prints on stdout, or on stderr beside a JSON report."""

    def __init__(self, *, beside_json: bool = False) -> None:
        self.out = paper(sys.stderr if beside_json else sys.stdout)
        self._places = Places()

    def say(self, text: str, style: str = "", hang: int | None = None) -> None:
        """Print a text; a terminal gets it broken between words, a file gets its lines whole.

        ``hang`` is the indentation of the lines after the first; by default that of the text.
        """
        if self.out.is_terminal:
            text = folded(text, self.out.width, hang)
        self.out.print(text, style=style or None)

    def read(self, prompt: str) -> str:
        """Read a line from the trainee; raises :class:`Leave` at the end or for ``q``."""
        if self.out.is_terminal:
            prompt = folded(prompt, self.out.width - 1)
        self.out.print(prompt, end=" ")
        line = sys.stdin.readline()
        if not sys.stdin.isatty():
            self.say(line.strip())
        if not line or line.strip().lower() in ("q", "quit"):
            raise Leave
        return line.strip()

    # --- a course ---------------------------------------------------------------------------------

    def sit(self, sitting: Sitting, notes: Mapping[int, Note]) -> None:
        """Ask the trainee for every step of a course; raises :class:`Leave` if they leave early."""
        game = sitting.course.game
        felt, self._places = felt_of(game), Places.from_dealers_side(game)
        shown, round = "", -1
        while not sitting.over:
            moment = sitting.moment
            if moment.round != round:
                round = moment.round
                self.out.rule(f"round {round}" if round else "the opening of the table")
            self._tell(moment.before)
            lies = "\n".join(table_lines(sitting.view, felt)) if round else ""
            if lies != shown:
                self.say(lies, "cyan")
                shown = lies
            if moment.situation:
                self.say(f"! {moment.situation}", "bold yellow")
            self._note(notes.get(moment.number), sitting)
            verdict = self._step(sitting)
            self._judge(verdict, sitting)
        self._tell(sitting.course.closing)

    def _step(self, sitting: Sitting) -> Verdict:
        """Offer the choices of a step and judge the answer; ask again if it is not understood."""
        guided = sitting.level is Level.GUIDED
        if guided:
            self.say(f"Next: {called_for(sitting)}", "bold")
            self._clauses(sitting.guide())
        options = sitting.choices
        for i, move in enumerate(options, 1):
            mark = "→" if guided and move == sitting.moment.move else " "
            self.say(f" {mark}{i}  {move.label}", hang=5)
        began = time.monotonic()
        while True:
            line = self.read(f"{sitting.moment.number + 1}/{len(sitting.course)}>")
            try:
                if line.lower() in ("h", "hint"):
                    self.say(sitting.hint(), "italic")
                    continue
                move, figure = self._chosen(line, options, sitting)
                return sitting.answer(move, figure, time.monotonic() - began)
            except (MalformedError, MoneyError) as error:
                self.say(str(error), "red")

    def _chosen(self, line: str, options: list[Move], sitting: Sitting) -> tuple[Move, int | None]:
        """Read ``3``, or ``3 22.50`` for a move with a figure.

        In a guided lesson an empty line chooses the step that is shown.
        """
        number, _, figure = line.partition(" ")
        if not line and sitting.level is Level.GUIDED:
            return sitting.moment.move, sitting.moment.figure
        numbered = {str(i): move for i, move in enumerate(options, 1)}
        if number not in numbered:
            raise MalformedError(f"{line!r}: choose 1 to {len(options)}, h for a hint, q to leave")
        move = numbered[number]
        if not move.figure:
            return move, None
        how = "how much" if move.figure == "amount" else "how many"
        text = figure.strip() or self.read(f"{move.label}: {how}?")
        if move.figure == "amount":
            return move, int(parse_money(text))
        if not re.fullmatch(r"\d{1,9}", text, re.ASCII):
            raise MalformedError(f"{text!r} is not a number")
        return move, int(text)

    def _judge(self, verdict: Verdict, sitting: Sitting) -> None:
        style = _STYLES.get(str(verdict.mark), "yellow")
        if sitting.level is Level.EXAM:
            return  # an exam is without help: the report has the verdicts
        if not verdict.right:
            self.say(f"  ✗ {verdict.message} {_should(verdict.should)}", style, hang=4)
            self._clauses(verdict.told)
        elif sitting.level is not Level.GUIDED:
            self.say(f"  ✓ Right.{_streak(sitting.streak)}", style)
        self._tell(sitting.done(verdict))

    def _note(self, note: Note | None, sitting: Sitting) -> None:
        if note is not None and sitting.level is not Level.EXAM:
            self.say(note.text, "italic")
            self._clauses(told_with(note, sitting.course.house.book))

    def _clauses(self, told: Iterable[Told]) -> None:
        for one in told:
            hand = "hands: " if one.physical else ""
            self.say(f"      {hand}{one.text} [{one.cited}]", "dim")

    def _tell(self, events: Iterable[Mapping[str, Any]]) -> None:
        for event in events:
            self.say(f"{cited(event):>14}  {tell(event, self._places)}", "dim", hang=16)

    # --- a drill ----------------------------------------------------------------------------------

    def drill(self, drill: Drill, felt: Felt, level: Level) -> None:
        """Ask the questions of a drill; raises :class:`Leave` if the trainee leaves early."""
        while not drill.over:
            question = drill.question
            self.say(
                f"\n{len(drill.answers) + 1}/{len(drill.questions)}  {question.prompt}", "bold"
            )
            for line in table_lines(question.view, felt, wagers=False):
                self.say(f"   {line}", "cyan")
            hint = [question.hint] if question.hint and level is Level.GUIDED else []
            for fact in (*question.facts, *hint):
                self.say(f"   {fact}")
            for i, ruling in enumerate(question.options, 1):
                self.say(f"  {i}  {ruling}", hang=5)
            began = time.monotonic()
            value = self._value(question, level)
            right = drill.answer(value, time.monotonic() - began)
            if level is Level.EXAM:
                continue
            if right:
                self.say(f"  ✓ Right.{_streak(drill.streak)}", "green")
            else:
                self.say(f"  ✗ {_should(question.should)}", "red", hang=4)
                self._clauses(question.clauses)

    def _value(self, question: Question, level: Level) -> int:
        while True:
            line = self.read(">" if question.options else "$")
            if line.lower() in ("h", "hint") and level is not Level.EXAM:
                self.say(question.hint or "there is no hint", "italic")
                continue
            try:
                return question.read(line)
            except (MalformedError, MoneyError) as error:
                self.say(str(error), "red")


def folded(text: str, width: int, hang: int | None = None) -> str:
    """Break lines between words, each with its own indentation or with ``hang`` spaces.

    >>> print(folded("  1  Deal a card to seat 1, face down", 25, hang=5))
      1  Deal a card to seat
         1, face down
    """
    lines = []
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip()) if hang is None else hang
        # A narrow terminal still gets words beside the indentation.
        room = max(width, indent + 20)
        lines += textwrap.wrap(
            line,
            room,
            subsequent_indent=" " * indent,
            break_long_words=False,
            break_on_hyphens=False,
        ) or [""]
    return "\n".join(lines)


def _should(words: str) -> str:
    return f"What should have happened: {words.rstrip('.')}."


def _streak(streak: Streak) -> str:
    """Return the streak, once it is one."""
    return f" That makes {streak.now} in a row." if streak.now > 2 else ""


def table_lines(view: Mapping[str, Any], felt: Felt, *, wagers: bool = True) -> Iterable[str]:
    """Yield the felt, each seat's wagers and the pot, in a line each."""
    if view.get("felt"):
        piles = (f"{felt.label(place)} {' '.join(cards)}" for place, cards in view["felt"].items())
        yield "felt: " + "   ".join(piles)
    for number, seat in view.get("seats", {}).items() if wagers else ():
        if seat["wagers"]:
            stakes = (
                f"{felt.label(n)} {dollars(parse_money(a))}" for n, a in seat["wagers"].items()
            )
            yield f"seat {number}: {', '.join(stakes)}"
    if "pot" in view and wagers:
        yield f"pot: {dollars(parse_money(view['pot']))}"
