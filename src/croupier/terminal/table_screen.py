"""The table's screen: the felt, the log, the dealer's words, and everything there is to press."""

from __future__ import annotations

from random import Random
from typing import ClassVar, Final

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.events import Key, Resize
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static

from croupier.company import pause
from croupier.nouns.money import dollars, signed
from croupier.stage.actions import Action
from croupier.stage.events import declared
from croupier.terminal.advice import Advice, advice_for
from croupier.terminal.buttons import draw_buttons, draw_chips
from croupier.terminal.chair import Chair
from croupier.terminal.choices import CHIPS, of_house
from croupier.terminal.cloth import Picture, draw
from croupier.terminal.dialogs import (
    AskAmount,
    History,
    Paper,
    Reports,
    Why,
    help_page,
    posted,
)
from croupier.terminal.drawing import painted
from croupier.terminal.log import Log, of_event
from croupier.terminal.sitting import Sitting

CHIP_KEYS: Final = (
    *((str(i), dollars(cents), f"screen.chip({cents})") for i, cents in enumerate(CHIPS, 1)),
    ("m", "most", "screen.most"),
    ("l", "least", "screen.least"),
    ("=", "type", "screen.type"),
    ("⌫", "clear", "screen.clear"),
)
"""The keys that stack chips: the key, its text, and what a click on it runs."""
WIDTHS: Final = [(0, "-tiny"), (72, "-narrow"), (110, "-wide")]
HEIGHTS: Final = [(0, "-short"), (32, "-tall")]
"""The style classes for terminals of at least these sizes."""


_WAGERS_AT: Final = 0.3
"""A wager takes less thought than a decision."""


def thinking_time(random: Random) -> float:
    """Return the seconds that a house player thinks, at a pace of 1."""
    return pause(random)


def pause_before(kind: str) -> float:
    """Return the seconds before a step of the dealer, at a pace of 1."""
    return declared(kind).shown.pause / 1000


class FeltView(VerticalScroll, can_focus=False):
    """The cloth, which draws itself again when its size changes."""

    picture: Picture | None = None

    def compose(self) -> ComposeResult:
        """Yield one text for the whole cloth, in which clickable areas do not look like links."""
        cloth = Static(id="cloth")
        cloth.auto_links = False
        yield cloth

    def show(self, picture: Picture) -> None:
        """Draw a picture, or keep it until the cloth has a size."""
        self.picture = picture
        if self.size.area:
            block = draw(picture, self.size.width, self.size.height)
            self.query_one("#cloth", Static).update(painted(block))

    def on_resize(self, event: Resize) -> None:
        """Draw the same picture for the new size."""
        if self.picture is not None:
            self.show(self.picture)


class TableScreen(Screen[None]):
    """One sitting, played by keys or mouse."""

    AUTO_FOCUS = ""
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "why", "why"),
        Binding("i", "report", "irregularity"),
        Binding("y", "payouts", "pays"),
        Binding("h", "history", "history"),
        Binding("question_mark,f1", "help", "help", key_display="?"),
        Binding("q", "app.quit", "quit"),
        *(Binding(str(i), f"chip({cents})", show=False) for i, cents in enumerate(CHIPS, 1)),
        Binding("m", "most", show=False),
        Binding("l", "least", show=False),
        Binding("equals_sign", "type", show=False),
        Binding("backspace,delete", "clear", show=False),
        Binding("up", "area(-1)", show=False),
        Binding("down", "area(1)", show=False),
        Binding("left", "seat(-1)", show=False),
        Binding("right", "seat(1)", show=False),
        Binding("enter,space", "enter", show=False),
        Binding("escape", "felt", show=False),
        Binding("pageup", "scroll_felt(-1)", show=False),
        Binding("pagedown", "scroll_felt(1)", show=False),
    ]

    def __init__(
        self, sitting: Sitting, *, pace: float = 1.0, advice: bool = False, after: bool = False
    ) -> None:
        super().__init__()
        self.sitting = sitting
        self.chair = Chair(sitting, self._ask_chips)
        self.chair.looks_back = after
        self._pace = pace
        self._advice = advice
        self._known: tuple[tuple[int, int, int, int | None], Advice | None] = (0, 0, 0, 0), None
        self._logged = 0
        self._round = 0
        self._waits = 0
        self._random = Random()

    # --- what is on the screen --------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        """Yield all widgets, empty except for the payouts; :meth:`show` fills them."""
        sitting = self.sitting
        pays = posted(sitting.house, sitting.felt)
        yield Static(id="head")
        with Horizontal(id="body"):
            yield FeltView(id="felt")
            with Vertical(id="side"):
                yield Vertical(*map(Static, pays), id="posted")
                yield Log(id="log")
        yield Static(id="said")
        yield Static(id="prompt")
        yield Static(id="advice")
        yield Static(id="chips")
        yield Static(id="choices")
        yield Footer()

    def on_mount(self) -> None:
        """Log the opening of a new table, then let the dealer go on until the player is asked."""
        log = self.query_one(Log)
        if self.sitting.number == 1:
            for event in self.sitting.opening:
                log.add(of_event(event))
        for button_bar in ("#chips", "#choices"):
            self.query_one(button_bar).auto_links = False
        self.set_focus(None)
        if self._pace:
            self.sitting.deal_on()
        else:
            self.sitting.hurry()
        self.show()
        self._wait()

    def on_resize(self) -> None:
        """Draw the buttons again once the style knows the new size."""
        self.call_after_refresh(self._show_buttons)

    def show(self) -> None:
        """Bring everything on the screen up to date."""
        chair = self.chair
        chair.look()
        self._show_log()
        self.query_one(FeltView).show(chair.picture())
        self.query_one("#head", Static).update(self._head())
        self.query_one("#said", Static).update(Text(chair.words()))
        prompt = self.query_one("#prompt", Static)
        prompt.update(Text(chair.prompt()))
        prompt.set_class(chair.refused is not None, "-refused")
        self._show_buttons()
        self._show_advice()

    def _show_buttons(self) -> None:
        width, tall = self.size.width - 2, self.has_class("-tall")
        chips = draw_chips(CHIP_KEYS if self.chair.chosen else (), width)
        self.query_one("#chips", Static).update(painted(chips))
        choices = draw_buttons(self.chair.presses, width, tall=tall)
        self.query_one("#choices", Static).update(painted(choices))

    def _show_log(self) -> None:
        log = self.query_one(Log)
        if self._round != self.sitting.number:
            self._round, self._logged = self.sitting.number, 0
            log.rule_off(f"round {self._round}")
        told = self.sitting.told()
        for event in told[self._logged :]:
            log.add(of_event(event))
        if len(told) > self._logged:
            log.to_end()
        self._logged = len(told)

    def _head(self) -> Text:
        sitting = self.sitting
        money = dollars(sum(map(sitting.bankroll, sitting.seats)))
        view, lasts = sitting.view(), sitting.game.shoe_lasts(sitting.house)
        shoe = f" · {view['left']} cards left, {view['rack']} in the rack" if lasts else ""
        trouble = f" · cannot be saved: {sitting.trouble}" if sitting.trouble else ""
        return Text.assemble(
            (sitting.felt.title, "bold #f2c14e"),
            f" · {sitting.book.jurisdiction} · round {sitting.number} · ",
            (f"bankroll {money}", "bold"),
            f" · net {signed(sitting.net)}{shoe}",
            (trouble, "bold #ffb3a0"),
        )

    def _show_advice(self) -> None:
        line = self.query_one("#advice", Static)
        told = self._advised() if self._advice and self.chair.choices else None
        worth = "Worth: " + " · ".join(map(" ".join, told)) if told else self.chair.worth
        line.display = bool(worth)
        line.update(Text(worth))

    def _advised(self) -> Advice | None:
        """Return the advice for the current seat at the amount it shows, computed once for each."""
        sitting, chosen = self.sitting, self.chair.chosen
        amount = None if chosen is None else chosen.cents
        now = (sitting.number, len(sitting.round.events), self.chair.seat, amount)
        if self._known[0] != now:
            self._known = now, advice_for(sitting.round, self.chair.seat, amount)
        return self._known[1]

    # --- the dealer -------------------------------------------------------------------------------

    def go_on(self) -> None:
        """After a key was pressed, let the dealer do what follows, at the table's pace."""
        self.set_focus(None)
        if self.chair.refused is not None:
            log = self.query_one(Log)
            log.add(self.chair.refused)
            log.to_end()
        if not self._pace:
            self.sitting.hurry()
        self.show()
        self._wait()

    def _wait(self) -> None:
        """Wait for the dealer's next step or for the house player whose turn it is."""
        self._waits += 1
        this, sitting = self._waits, self.sitting
        if (kind := sitting.pending) is not None:
            seconds, follows = pause_before(kind), sitting.step
        elif sitting.thinking is not None:
            seconds, follows = thinking_time(self._random), sitting.answer
            seconds *= _WAGERS_AT if self.chair.wagering else 1
        else:
            return

        def over() -> None:
            # A key that was pressed meanwhile has started another wait.
            if this == self._waits:
                follows()
                self.show()
                self._wait()

        self.set_timer(seconds * self._pace, over)

    # --- keys and clicks --------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        """Handle the letters of the choices, which change all the time and so are not bindings."""
        if any(press.key == event.key for press in self.chair.presses):
            event.stop()
            self.action_press(event.key)

    def action_press(self, key: str) -> None:
        """Make a choice, by its letter or by a click on it."""
        press = next((press for press in self.chair.presses if press.key == key), None)
        if press is not None:
            press.run()
            self.go_on()

    def action_enter(self) -> None:
        """Hurry the dealer and house players if they are busy; else do what Enter stands for."""
        if self.sitting.pending is not None:
            self.sitting.deal_on()
        elif self.sitting.thinking is not None and not self.chair.choices:
            self.sitting.hurry()
        else:
            self.chair.enter()
        self.go_on()

    def action_chip(self, cents: int) -> None:
        """Put a chip on the chosen area."""
        self.chair.add(cents)
        self.show()

    def action_most(self) -> None:
        """Stack the most that the chosen area takes."""
        self.chair.most()
        self.show()

    def action_least(self) -> None:
        """Stack the least that the chosen area takes."""
        self.chair.least()
        self.show()

    def action_clear(self) -> None:
        """Remove a stack that has not been placed."""
        self.chair.clear()
        self.show()

    def action_area(self, by: int) -> None:
        """Go to the area before or after the chosen one."""
        self.chair.to_area(by)
        self.show()

    def action_seat(self, by: int) -> None:
        """Go to another of the player's seats that may act."""
        self.chair.to_seat(by)
        self.show()

    def action_spot(self, seat: int, area: str) -> None:
        """Choose the area that was clicked, and its seat."""
        self.chair.pick(seat, area)
        self.show()

    def action_felt(self) -> None:
        """Go back from the log to the table."""
        self.set_focus(None)
        self.query_one(Log).to_end()

    def action_scroll_felt(self, by: int) -> None:
        """Scroll the felt, for terminals too small to show it whole."""
        self.query_one(FeltView).scroll_relative(y=by * 5, animate=False)

    # --- windows over the table -------------------------------------------------------------------

    def action_type(self) -> None:
        """Ask for the exact amount of the stack."""
        chosen = self.chair.chosen
        if chosen is not None:
            self.app.push_screen(AskAmount(chosen.label, chosen.cents), self._typed)

    def _typed(self, cents: int | None) -> None:
        if cents is not None:
            self.chair.stack(cents)
            self.show()

    def _ask_chips(self, seat: int) -> None:
        def bought(cents: int | None) -> None:
            if cents is not None and cents > 0:
                self.sitting.buy(seat, cents)
                self.show()

        self.app.push_screen(AskAmount(f"chips for seat {seat}"), bought)

    def action_why(self) -> None:
        """Explain the chosen line of the log, or else the last line that cites a clause."""
        log = self.query_one(Log)
        if (at := log.chosen) is not None:
            self.app.push_screen(Why(self.sitting.book, log.lines, at))

    @on(OptionList.OptionSelected, "#log")
    def _line_chosen(self, event: OptionList.OptionSelected) -> None:
        log = self.query_one(Log)
        if log.lines[event.option_index].margin:
            self.app.push_screen(Why(self.sitting.book, log.lines, event.option_index))

    def action_history(self) -> None:
        """Show the results of the rounds so far."""
        sitting = self.sitting
        names = {n: companion.name for n, companion in sitting.company.items()}
        self.app.push_screen(History(sitting.history, sitting.seats, names))

    def action_payouts(self) -> None:
        """Show what the house pays, as only large terminals have it beside the felt."""
        pays = posted(self.sitting.house, self.sitting.felt)
        self.app.push_screen(Paper("what the house pays", pays))

    def action_help(self) -> None:
        """Show what every key does."""
        self.app.push_screen(Paper("keys", [help_page()]))

    def action_report(self) -> None:
        """Speak for the dealer or the floor, mostly to report an irregularity."""
        choices = of_house(self.sitting.round)
        self.app.push_screen(Reports(choices, self.sitting.game), self._reported)

    def _reported(self, action: Action | None) -> None:
        if action is not None:
            self.chair.act(action)
            self.go_on()
