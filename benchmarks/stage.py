"""Complete rounds through the stage, with all events, game by game."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.timing import rate
from croupier import games, house
from croupier.equipment.shoe import ordered
from croupier.round import Round
from croupier.table import Table

ROWS: list[tuple[str, int, str | None, float]] = [
    ("red-dog", 1, "hold'em", 40),
    ("red-dog", 7, "Kuhn", 1),
]
"""Game, seats, and the least ratio to one of PokerKit's games that we promise."""


def red_dog(round: Round) -> None:
    """Everybody raises by half."""
    for seat in round.layout.seats:
        round.act(RED_DOG[seat])
    round.act(CLOSE["red-dog"])
    if not round.over:
        for seat in round.layout.seats:
            round.act(RAISE[seat])


_GRAMMAR = games.load("red-dog").grammar
RED_DOG = {n: _GRAMMAR.parse(f"{n} wager original 10") for n in range(1, 8)}
RAISE = {n: _GRAMMAR.parse(f"{n} raise 5") for n in range(1, 8)}
CLOSE = {"red-dog": _GRAMMAR.parse("dealer close")}

PLAYERS: dict[str, Callable[[Round], None]] = {"red-dog": red_dog}


def rounds(game: str, seats: int) -> Callable[[int], None]:
    """Play so many rounds of one table, and check that money and cards are all there."""

    def play(count: int) -> None:
        table = Table(
            games.load(game),
            house.standard(game),
            {n: 10**9 for n in range(1, seats + 1)},
            shuffle=lambda pack: ordered(pack, "bench"),
        )
        house_net = events = 0
        player = PLAYERS[game]
        for _ in range(count):
            round = table.begin()
            player(round)
            house_net += round.layout.tray
            events += len(round.events)
        table.finish()
        assert sum(table.bankrolls.values()) + house_net == seats * 10**9
        assert events > 8 * count

    return play


def report(marks: dict[str, float]) -> None:
    for game, seats, mark, least in ROWS:
        speed = rate(rounds(game, seats), 4000 // seats)
        line = f"{games.load(game).title}, {seats} seat{'s'[: seats > 1]}: {speed:,.0f} rounds/s"
        if mark is not None:
            ratio = speed / marks[mark]
            line += f", {ratio:.1f} times PokerKit's {mark} (at least {least:g})"
        print(line)
