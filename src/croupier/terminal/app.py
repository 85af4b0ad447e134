"""The program around the table: sit down, or resume a sitting."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

from textual.app import App
from textual.binding import Binding, BindingType
from textual.theme import Theme

from croupier.rules.house import HouseError
from croupier.stage.actions import Refusal
from croupier.terminal.dialogs import Resume, SitDown
from croupier.terminal.sitting import Sitting
from croupier.terminal.table_screen import TableScreen

PACES: Final = {"calm": 2.0, "brisk": 1.0, "off": 0.0}
"""The factor on the dealer's pause before each step."""

WOOD: Final = Theme(
    name="croupier",
    primary="#b98a1d",
    secondary="#16613f",
    accent="#f2c14e",
    foreground="#efe6d8",
    background="#1b1512",
    surface="#1d1815",
    panel="#2b201a",
    success="#1f8a58",
    warning="#d9932f",
    error="#c8503c",
)
"""Dark wood and brass around the green cloth."""


@dataclass(frozen=True)
class Welcome:
    """What is needed to start a new sitting."""

    title: str
    seats: int
    """The number of seats at the table."""
    bankroll: int
    sit_down: Callable[[dict[int, int]], Sitting]
    chosen: dict[int, int] | None = None
    """Seats with their bankrolls, if they have been chosen already."""
    note: str = ""
    """Who else will sit at the table."""


class PlayApp(App[None]):
    """``croupier play``: resumes a sitting, after asking if need be, or starts a new one."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Croupier"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "quit", show=False, priority=True)
    ]

    def __init__(
        self,
        welcome: Welcome,
        kept: Sitting | None = None,
        *,
        question: str = "",
        pace: str = "brisk",
        advice: bool = False,
        after: bool = False,
    ) -> None:
        super().__init__()
        self.register_theme(WOOD)
        self.theme = WOOD.name
        self.sitting = kept
        self._welcome = welcome
        self.question = question
        self._pace = PACES[pace]
        self._advice, self._after = advice, after

    def on_mount(self) -> None:
        """Choose seats if no sitting is saved, ask the question if there is one, or else play."""
        if self.sitting is None:
            self._sit_down(self._welcome.chosen)
        elif self.question:
            self.push_screen(Resume(self.question), self._answered)
        else:
            self._to_table()

    def _answered(self, resume: bool | None) -> None:
        if resume is None:
            self.exit()
        elif resume:
            self._to_table()
        else:
            self._sit_down(self._welcome.chosen)

    def _sit_down(self, seats: dict[int, int] | None) -> None:
        welcome, wrong = self._welcome, ""
        if seats is not None:
            try:
                self.sitting = welcome.sit_down(seats)
            except (Refusal, HouseError) as error:
                wrong = str(error)
            else:
                self._to_table()
                return
        self.push_screen(
            SitDown(welcome.title, welcome.seats, welcome.bankroll, wrong, note=welcome.note),
            self._seated,
        )

    def _seated(self, seats: dict[int, int] | None) -> None:
        if seats is None:
            self.exit()
        else:
            self._sit_down(seats)

    def _to_table(self) -> None:
        assert self.sitting is not None
        self.push_screen(
            TableScreen(self.sitting, pace=self._pace, advice=self._advice, after=self._after)
        )
