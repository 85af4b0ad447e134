"""The command ``play``: sit down in the terminal."""

from __future__ import annotations

import re
import sys
from functools import partial
from pathlib import Path
from typing import Any, Final

from croupier import games
from croupier.cli.errors import report_error
from croupier.cli.paper import paper
from croupier.company import STRATEGIES, warm
from croupier.lab.progress import watched
from croupier.lab.settings import LabMissingError
from croupier.nouns.money import dollars, parse_money, signed
from croupier.nouns.reasons import MalformedError
from croupier.rules import house
from croupier.stage.actions import Refusal
from croupier.terminal import store
from croupier.terminal.app import PACES, PlayApp, Welcome
from croupier.terminal.companions import called, mixed
from croupier.terminal.dialogs import counted
from croupier.terminal.sitting import Sitting, start_of

BANKROLL: Final = "500"


def play(
    game: str,
    *,
    seed: int | None,
    advice: bool,
    advice_after: bool,
    house_file: Path | None,
    state: str,
    seats: str,
    bankroll: str,
    fresh: bool,
    pace: str,
    company: int,
    company_plays: str,
) -> int | None:
    """``croupier play``: resume the saved sitting or start a new one.

    Errors are reported before the screen opens.
    """
    found = games.load(game)
    given, rulebook = _house(found, house_file, state)
    table = house.build(game, given, rulebook)
    cents = _bankroll(bankroll or BANKROLL)
    chosen = dict.fromkeys(_seats(seats), cents) if seats else None
    plays = _company(company, company_plays, table.seats - max(len(chosen or ()), 1))
    if pace not in PACES:
        raise MalformedError(f"--pace {pace}: use one of {', '.join(PACES)}")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise MalformedError("play needs a terminal: the input or the output is not one")
    path = store.place(game)
    saved = None if fresh else store.read(path)
    kept = None if saved is None else take_up(path, game, saved)
    try:
        for needed in [
            *([table] if plays else []),
            *([kept.house] if kept and kept.company else []),
        ]:
            warm(needed, watched)
    except LabMissingError as error:
        return report_error("refused", str(error), as_json=False)

    def sit_down(wanted: dict[int, int]) -> Sitting:
        start = start_of(game, wanted, rulebook=rulebook, given=given, seed=seed, company=plays)
        sitting = Sitting(start, partial(store.write, path))
        if plays:
            warm(sitting.house)  # the same tables: at most it permits more seats to one player
        return sitting

    question = ""
    if kept is not None:
        began = kept.start
        asked = start_of(game, chosen or began.seats, rulebook=rulebook, given=given, seed=seed)
        if (
            (state and asked.rulebook != began.rulebook)
            or (seed is not None and asked.seed != began.seed)
            or (house_file is not None and asked.house != began.house)
            or (chosen is not None and chosen.keys() != began.seats.keys())
            or (bankroll and set(began.seats.values()) != {cents})
            or (plays and plays != tuple(c.strategy for c in kept.company.values()))
        ):
            question = f"{_standing(kept)}\n\nIt began with other options than those you gave now."
    elif chosen is not None:
        kept = sit_down(chosen)
    note = f"{counted(len(plays), 'house player')} will take other seats." if plays else ""
    welcome = Welcome(found.title, table["seats"], cents, sit_down, chosen, note)
    app = PlayApp(welcome, kept, question=question, pace=pace, advice=advice, after=advice_after)
    app.run()
    if app.sitting is not None:
        others = [_results(app.sitting)] if app.sitting.company else []
        lines = [_standing(app.sitting), *others, f"croupier play {game} resumes it."]
        paper().print("\n".join(lines), soft_wrap=True)
    return app.return_code or None


def take_up(path: Path, game: str, saved: store.Saved) -> Sitting:
    """Run a saved sitting again to where it stood; raises one clear line if that fails."""
    if saved.start.game != game:
        raise store.damaged(path, f"it is a sitting of {saved.start.game}")
    try:
        return Sitting(saved.start, partial(store.write, path), saved)
    except (ValueError, Refusal) as error:
        raise store.damaged(path, str(error)) from None


def _standing(sitting: Sitting) -> str:
    money = dollars(sum(map(sitting.bankroll, sitting.seats)))
    return (
        f"{sitting.game.title}, seat {', '.join(map(str, sitting.seats))}: "
        f"{counted(len(sitting.history), 'round')} played, net {signed(sitting.net)}, "
        f"bankroll {money}."
    )


def _results(sitting: Sitting) -> str:
    told = (
        f"{called(companion)} {signed(sitting.won_by(n))}"
        for n, companion in sitting.company.items()
    )
    return f"House players: {', '.join(told)}."


def _company(count: int, plays: str, free: int) -> tuple[str, ...]:
    """Return how each house player plays; in turn, if fewer strategies than players are named."""
    named = tuple(plays.replace(",", " ").split())
    for name in named:
        if name not in STRATEGIES:
            raise MalformedError(
                f"--company-plays {plays}: there is no {name!r}, only {', '.join(STRATEGIES)}"
            )
    if plays and not (named and count):
        wrong = "name a strategy" if count else "say how many with --company N"
        raise MalformedError(f"--company-plays {plays}: {wrong}")
    if len(named) > count:
        raise MalformedError(
            f"--company-plays {plays}: {len(named)} strategies for --company {count}"
        )
    if count > free:
        raise MalformedError(
            f"--company {count}: this table has room for {counted(free, 'house player')}"
        )
    return mixed(count, named)


def _house(game: games.Game, file: Path | None, state: str) -> tuple[dict[str, Any], str]:
    """Return the keys that the house chose, and its rulebook."""
    keys: dict[str, Any] = {}
    rulebook: str | None = None
    if file is not None:
        keys, named, rulebook = house.read_file(file)
        if named not in (None, game.name):
            raise MalformedError(f"{file}: is a house for {named}, not for {game.name}")
    rulebook = state or rulebook or game.states[0]
    if rulebook not in game.states:
        raise MalformedError(
            f"{game.name} has no rulebook {rulebook!r}, only {', '.join(game.states)}"
        )
    return keys, rulebook


def _seats(text: str) -> list[int]:
    """Read seats such as ``1`` or ``1,2``."""
    words = text.replace(",", " ").split()
    if not words or not all(re.fullmatch(r"[1-9]\d{0,3}", word, re.ASCII) for word in words):
        raise MalformedError(f"--seats {text}: write seats as 1 or 1,2")
    return sorted({int(word) for word in words})


def _bankroll(text: str) -> int:
    cents = parse_money(text)
    if cents <= 0:
        raise MalformedError(f"--bankroll {text}: a bankroll must be more than $0")
    return int(cents)
