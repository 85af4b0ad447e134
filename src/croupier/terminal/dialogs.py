"""The dialogs over the table: why, history, irregularities, payouts, help, an amount, the start."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

from rich.table import Table
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen, ScreenResultType
from textual.widget import Widget
from textual.widgets import Button, Checkbox, DataTable, Input, OptionList, Static
from textual.widgets.option_list import Option

from croupier.games import Game
from croupier.nouns.money import MoneyError, dollars, parse_money, signed
from croupier.nouns.reasons import Reason
from croupier.rules.house import House
from croupier.rules.rulebook import Rulebook
from croupier.stage.actions import Action
from croupier.telling.felt import Felt, readable
from croupier.terminal.choices import Choice
from croupier.terminal.drawing import GOLD, short
from croupier.terminal.log import Line
from croupier.terminal.sitting import Played

HELP: Final = {
    "Wagers": {
        "1 2 3 4": "put a chip of $1, $5, $25 or $100 on the chosen area",
        "m  l": "the most, the least that is allowed there",
        "=": "type an exact amount",
        "Backspace": "remove the stack",
        "↑ ↓  ← →": "choose the area, the seat; or click the area",
        "Enter": "place the stack; if there is none, deal; after a round, start the next",
        "r": "repeat the last round's wagers",
    },
    "Decisions": {
        "letters": "every choice shows its letter: press it, or click the button",
        "Enter": "while the dealer is busy or a house player thinks: skip the wait",
    },
    "The table": {
        "w": "why: the clause behind the last step, or behind the chosen line of the log",
        "Tab  Esc": "go to the log, where ↑ ↓ choose a line; go back to the table",
        "i": "report an irregularity, or speak for the dealer or the floor",
        "y": "what the house pays",
        "h": "the rounds so far",
        "PgUp PgDn": "scroll the felt if the terminal is too small for it",
        "q": "quit: the sitting is saved, and the same command resumes it",
    },
}
"""The keys and what they do, by section."""


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: ``1 round``, ``2 rounds``."""
    return f"{number} {noun}{'s'[: number != 1]}"


class Dialog(ModalScreen[ScreenResultType]):
    """A framed dialog; Escape closes it without an answer."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", "Close", show=False)]
    title_text: str = ""
    hint: str = "Esc closes"

    def compose(self) -> ComposeResult:
        """Yield the frame with title and hint, around what :meth:`inside` returns."""
        frame = Vertical(*self.inside(), classes="dialog")
        frame.border_title = self.title_text
        frame.border_subtitle = self.hint
        yield frame

    def inside(self) -> Iterable[Widget]:
        """Return what the frame holds."""
        return ()

    def action_leave(self) -> None:
        """Close the dialog without an answer: its caller gets None."""
        self.dismiss(None)


class Paper(Dialog[None]):
    """Something to read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,space", "leave", "Close", show=False)
    ]

    def __init__(self, title: str, parts: Sequence[Table]) -> None:
        super().__init__()
        self.title_text = title
        self._parts = parts

    def inside(self) -> Iterable[Widget]:
        """Return the parts one below the other, in a frame that scrolls."""
        return [VerticalScroll(*(Static(part) for part in self._parts))]


class Why(Dialog[None]):
    """The clause behind a line of the log, in our words; the arrows go to other lines."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,w,q,space", "leave", "Close", show=False),
        Binding("left,up", "turn(-1)", "Before", show=False),
        Binding("right,down", "turn(1)", "After", show=False),
    ]
    title_text = "why"
    hint = "← → other steps · Esc closes"

    def __init__(self, book: Rulebook, lines: Sequence[Line], at: int) -> None:
        super().__init__()
        self._book = book
        self._lines = lines
        self._at = at

    def inside(self) -> Iterable[Widget]:
        """Return room for one explanation, which the arrows replace."""
        return [VerticalScroll(Static(id="why"))]

    def on_mount(self) -> None:
        """Explain the line that was asked about."""
        self._show()

    def action_turn(self, by: int) -> None:
        """Go to the next line in that direction that cites a clause."""
        at = self._at + by
        while 0 <= at < len(self._lines):
            if self._lines[at].margin:
                self._at = at
                self._show()
                return
            at += by

    def _show(self) -> None:
        self.query_one("#why", Static).update(explained(self._book, self._lines[self._at]))


def explained(book: Rulebook, line: Line) -> Text:
    """Return a line with its clauses, and how we read them where they are unclear."""
    text = Text(line.text + "\n", "bold")
    for rule in filter(None, (line.rule, *line.also)):
        clause = book.clauses.get(rule)
        if clause is not None:
            text.append(f"\n{book.document} {clause.id}\n", GOLD)
            text.append(f"{clause.summary}\n")
            text.append(f"{clause.held_by}\n", "dim")
    finding = book.findings.get(line.finding or "")
    if finding is not None:
        text.append(f"\nOur reading, {finding.id}\n", GOLD)
        text.append(f"{finding.issue}\n", "dim")
        text.append(f"{finding.ruling}\n")
    return text


class History(Dialog[None]):
    """The rounds so far, the newest first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,h,q", "leave", "Close", show=False)
    ]

    def __init__(
        self, played: Sequence[Played], seats: Sequence[int], company: Mapping[int, str]
    ) -> None:
        """Show these rounds; ``company`` has the names of house players by their seats."""
        super().__init__()
        self._played = played
        self._seats = seats
        self._company = company
        counts = [
            counted(len(played), "round"),
            f"{sum(p.net > 0 for p in played)} won",
            f"{sum(p.net < 0 for p in played)} lost",
            f"net {signed(sum(p.net for p in played))}",
        ]
        self.title_text = " · ".join(counts)

    def inside(self) -> Iterable[Widget]:
        """Return a row for each round, with what each seat won if there are several.

        The house players come last.
        """
        if not self._played:
            return [Static("No round has ended yet.")]
        table: DataTable[str] = DataTable(cursor_type="row", zebra_stripes=True)
        several = self._seats if len(self._seats) > 1 else ()
        table.add_columns("round", "cards", "wagered", *(f"seat {n}" for n in several), "net", "")
        table.add_columns(*self._company.values())
        for p in reversed(self._played):
            cards = " ".join(map(short, p.cards))
            nets = [signed(p.nets[n]) for n in several]
            void = "void" if p.outcome == "void" else ""
            others = [signed(p.company[n]) for n in self._company]
            own = [str(p.number), cards, dollars(p.staked), *nets, signed(p.net), void]
            table.add_row(*own, *others)
        return [table]


class Reports(Dialog[Action]):
    """What the dealer and the floor may say now: above all, irregularities."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,i,q", "leave", "Close", show=False)]
    title_text = "the dealer and the floor"
    hint = "Enter says it · Esc closes"

    def __init__(self, choices: Sequence[Choice], game: Game) -> None:
        super().__init__()
        self._choices = choices
        self._game = game

    def inside(self) -> Iterable[Widget]:
        """Return what may be said; an irregularity comes with its meaning and its rule."""
        if not self._choices:
            return [Static("Nothing can be reported at this moment.")]
        return [OptionList(*(Option(self._told(choice)) for choice in self._choices))]

    def _told(self, choice: Choice) -> Text:
        action = choice.action
        known: Reason | None = None
        if action.verb == "report":
            known = self._game.irregularities.get(str(action.args[0]))
        said = readable(" ".join(map(str, action.args)))
        text = Text(f"{action.actor}: {action.verb} {said}", "bold")
        if known is not None:
            cited = known.rule or known.finding
            text.append(f"\n  {known.message}" + (f" [{cited}]" if cited else ""), "dim")
        return text

    @on(OptionList.OptionSelected)
    def _say(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._choices[event.option_index].action)


class AskAmount(Dialog[int]):
    """Ask for an exact amount, in dollars."""

    hint = "Enter accepts · Esc closes"

    def __init__(self, title: str, cents: int | None = None) -> None:
        super().__init__()
        self.title_text = title
        self._value = "" if cents is None else dollars(cents).replace("$", "").replace(",", "")

    def inside(self) -> Iterable[Widget]:
        """Return a field for the amount, and a line for what is wrong with it."""
        return [Input(self._value, placeholder="dollars, such as 10 or 2.50"), Static(id="wrong")]

    @on(Input.Submitted)
    def _take(self, event: Input.Submitted) -> None:
        try:
            self.dismiss(parse_money(event.value))
        except MoneyError as error:
            self.query_one("#wrong", Static).update(Text(f"✗ {error}"))


class Resume(Dialog[bool]):
    """A sitting is saved, but the user asked for another: ask which to play."""

    title_text = "a saved sitting"
    hint = ""

    def __init__(self, kept: str) -> None:
        super().__init__()
        self._kept = kept

    def inside(self) -> Iterable[Widget]:
        """Return what is saved, and a button for either answer."""
        return [
            Static(Text(self._kept)),
            Horizontal(
                Button("Resume it", id="resume", variant="primary"),
                Button("Start a new one", id="afresh"),
                classes="buttons",
            ),
        ]

    @on(Button.Pressed)
    def _chosen(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "resume")


class SeatBox(Checkbox):
    """A seat to take or leave, shown by a tick and not by colour alone."""

    BUTTON_INNER = " "

    def watch_value(self) -> None:
        """Set the tick before the box is drawn again."""
        self.BUTTON_INNER = "✓" if self.value else " "
        super().watch_value()


class SitDown(Dialog[dict[int, int]]):
    """Choose seats and a bankroll."""

    hint = "Enter sits down · Tab and Space choose · Esc leaves"

    def __init__(
        self, title: str, seats: int, bankroll: int, wrong: str = "", *, note: str = ""
    ) -> None:
        """Ask with a title; ``wrong`` says what was wrong with an earlier choice.

        ``note`` says who else will sit at the table.
        """
        super().__init__()
        self.title_text = title
        self._wrong = wrong
        self._note = note
        self._seats = seats
        self._bankroll = bankroll

    def inside(self) -> Iterable[Widget]:
        """Return a box for each seat, the first one ticked, and the bankroll for each of them."""
        boxes = (SeatBox(str(n), n == 1, id=f"seat-{n}") for n in range(1, self._seats + 1))
        return [
            Static("Your seats, from the dealer's left:"),
            Horizontal(*boxes, classes="seats"),
            *([Static(self._note, classes="note")] if self._note else []),
            Static("Your bankroll at each seat, in dollars:"),
            Input(dollars(self._bankroll).replace("$", "").replace(",", ""), id="bankroll"),
            Static(id="wrong"),
            Button("Sit down", id="sit", variant="success"),
        ]

    def on_mount(self) -> None:
        """Start in the bankroll, where Enter sits down, and say what was wrong before."""
        self.query_one("#bankroll", Input).focus()
        if self._wrong:
            self.complain(self._wrong)

    @on(Input.Submitted)
    @on(Button.Pressed, "#sit")
    def _sit(self) -> None:
        seats = [n for n in range(1, self._seats + 1) if self._box(n).value]
        try:
            cents = parse_money(self.query_one("#bankroll", Input).value)
            if not seats:
                raise MoneyError("choose a seat: Tab moves to it, Space takes it")
            if cents <= 0:
                raise MoneyError("a bankroll must be more than $0")
        except MoneyError as error:
            self.complain(str(error))
            return
        self.dismiss(dict.fromkeys(seats, int(cents)))

    def _box(self, number: int) -> Checkbox:
        return self.query_one(f"#seat-{number}", Checkbox)

    def complain(self, message: str) -> None:
        """Say what is wrong with the choice."""
        self.query_one("#wrong", Static).update(Text(f"✗ {message}"))


def help_page() -> Table:
    """Return the keys as a table."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(justify="right", style="bold", no_wrap=True)
    grid.add_column()
    for title, rows in HELP.items():
        grid.add_row("", Text(title, GOLD))
        for keys, meaning in rows.items():
            grid.add_row(keys, meaning)
    return grid


def posted(house: House, felt: Felt) -> list[Table]:
    """Return the payouts of the house, wager by wager; odds always read "to"."""
    tables = {**house.payouts, **{w: {"": odds} for w, odds in house.book.fixed_odds.items()}}
    parts = []
    for wager in felt.payouts or tables:
        grid = Table.grid(padding=(0, 2))
        grid.add_column(min_width=18)
        grid.add_column(justify="right", min_width=10)
        if "" in tables[wager]:
            grid.add_row(Text(felt.label(wager), GOLD), str(tables[wager][""]))
        else:
            grid.add_row(Text(felt.label(wager), GOLD))
        for name, odds in tables[wager].items():
            if name:
                grid.add_row(f"  {readable(name)}", str(odds))
        parts.append(grid)
    return parts
