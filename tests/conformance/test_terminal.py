"""The terminal draws any game at any width, and plays it by its presses alone."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from croupier import games
from croupier.telling import felt
from croupier.telling.narrative import tell
from croupier.terminal import table_screen
from croupier.terminal.chair import Chair
from croupier.terminal.choices import of_house
from croupier.terminal.cloth import draw
from croupier.terminal.drawing import plain
from croupier.terminal.sitting import Sitting
from croupier.terminal.store import Saved, Start
from tests.conformance.found import every_game
from tests.conformance.houses import drawn as drawn_houses
from tests.conformance.tables import at, play, seatings, viewers
from tests.terminal.table import an_app, at_table, press, seen

NARROW = (49, 18)
SIZES = (NARROW, (74, 33), (114, 41))
TINY, SMALL, WIDE = (60, 20), (80, 24), (140, 44)
RICH = 10**9


def sitting_of(game: str, state: str, keys: dict[str, Any], kept: list[Saved]) -> Sitting:
    return Sitting(Start(game, state, {1: RICH}, keys, seed=11), kept.append)


def again(saved: Saved) -> Sitting:
    """Return the sitting as a later visit finds it: written, read and run again."""
    copy = msgspec.json.decode(msgspec.json.encode(saved), type=Saved)
    return Sitting(copy.start, saved=copy)


def fits(chair: Chair, size: tuple[int, int], *, scrolls: bool = False) -> None:
    """Assert that the felt has lines of one width, and not too many unless it scrolls."""
    width, height = size
    lines = [plain(line) for line in draw(chair.picture(), width, height)]
    assert "".join(lines).strip() and len({len(line) for line in lines}) == 1
    assert scrolls or (len(lines) <= height and len(lines[0]) == width), "\n".join(lines)


@every_game
def test_the_felt_fits_under_every_house(game: str) -> None:
    """The table is also played by its presses alone, kept, and resumed."""
    played = 0
    for state in games.load(game).states:
        for number, keys in enumerate(drawn_houses(game, state).houses):
            dice, kept = Random(f"{game}/{number}"), list[Saved]()
            sitting = sitting_of(game, state, keys, kept)
            chair = Chair(sitting)
            for _ in range(20):
                sitting.hurry()
                chair.look()
                # Long odds, or three wagers with their outcomes, need more than the least width.
                size = dice.choice(SIZES)
                fits(chair, size, scrolls=size == NARROW)
                reports = of_house(sitting.round)
                if reports and dice.random() < 0.05:
                    assert chair.act(dice.choice(reports).action)
                    continue
                assert chair.prompt() and all(press.text for press in chair.presses)
                pressed = [press.key for press in chair.presses]
                assert len(set(pressed)) == len(pressed) and all(pressed)
                first = next((press for press in chair.presses if press.primary), None)
                (first if first and dice.random() < 0.6 else dice.choice(chair.presses)).run()
                assert chair.refused is None, f"{state} {keys}: {chair.refused}"
            sitting.hurry()
            assert sum(round.net for round in sitting.history) == sitting.net
            taken = again(kept[-1])
            assert taken.history == sitting.history
            assert taken.view() == sitting.view() and taken.told() == sitting.told()
            played += len(sitting.history)
    assert played > 5


@every_game
@pytest.mark.parametrize("size", SIZES)
def test_a_round_fits_step_by_step(game: str, size: tuple[int, int]) -> None:
    sitting = sitting_of(game, games.load(game).states[0], {}, [])
    chair = Chair(sitting)
    for _ in range(60):
        while sitting.round.pending is not None:
            fits(chair, size)
            sitting.step()
        chair.look()
        fits(chair, size)
        if sitting.round.over:
            break
        (chair.enter if chair.on_enter else chair.presses[0].run)()
    assert sitting.round.over


@every_game
def test_a_felt_names_only_what_its_game_has(game: str) -> None:
    found = games.load(game)
    cloth = felt.of(found)
    sitting = sitting_of(game, found.states[0], {}, [])
    assert cloth.title == found.title
    known = " ".join(found.grammar.sentences("seat")).split()
    assert set(cloth.wagers) <= set(known)
    assert set(cloth.payouts) <= {*sitting.house.payouts, *sitting.book.fixed_odds}
    assert {scale.payouts for scale in cloth.scales} <= set(sitting.house.payouts)
    places = {place for row in cloth.rows for place in row if place}
    chair = Chair(sitting)
    laid: set[str] = set()
    for _ in range(300):
        sitting.hurry()
        chair.look()
        laid |= set(sitting.laid)
        (chair.enter if any(p.primary for p in chair.presses) else chair.presses[0].run)()
    assert places <= laid


@every_game
async def test_it_can_be_read_at_any_size(game: str) -> None:
    found = games.load(game)
    app = an_app(sitting_of(game, found.states[0], {}, []))
    async with app.run_test(size=SMALL) as pilot:
        await press(pilot, "enter enter")
        for size in (SMALL, WIDE, TINY):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            shown = seen(app)
            assert found.title in shown and "q quit" in shown
            for choice in at_table(app).chair.presses:
                assert f"{choice.key.upper()} {choice.text}" in shown
            view = app.screen.query_one(table_screen.FeltView)
            assert view.max_scroll_y == 0 or size == TINY
            await press(pilot, "pagedown pagedown pagedown")
            assert "seat 1" in seen(app)


@every_game
def test_every_event_is_told_in_a_line_without_a_gap(game: str) -> None:
    for seating in seatings(game, 30, "told"):
        with at(seating):
            table = seating.table()
            rounds = [table.open()] if not seating.situation else []
            rounds.append(play(seating, seating.begin(table)))
            for round in rounds:
                for viewer in viewers(round):
                    for event in round.told(viewer):
                        line = tell(event)
                        assert line.strip() and "{" not in line and "None" not in line, event
