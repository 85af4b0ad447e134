"""Complete rounds through the stage, with all events, game by game."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.timing import rate
from croupier import games
from croupier.equipment.shoe import ordered
from croupier.rules import house
from croupier.stage.actions import DEALER, Action
from croupier.stage.round import Round
from croupier.stage.table import Table

ROWS: list[tuple[str, int, str | None, float]] = [
    ("red-dog", 1, "hold'em", 40),
    ("red-dog", 7, "Kuhn", 1),
    ("double-down-stud", 1, "hold'em", 20),
    ("double-down-stud", 7, None, 0),
    ("double-cross-poker", 1, "hold'em", 10),
    ("double-cross-poker", 7, None, 0),
    ("winners-pot-poker", 1, "hold'em", 10),
    ("winners-pot-poker", 7, None, 0),
]
"""Game, seats, and the least ratio to one of PokerKit's games that we promise."""


def red_dog(round: Round) -> None:
    """Everybody raises by half."""
    for seat in round.layout.seats:
        round.act(WAGER[seat])
    round.act(CLOSE)
    if not round.over:
        for seat in round.layout.seats:
            round.act(RAISE[seat])


def double_down_stud(round: Round) -> None:
    """Everybody doubles by half."""
    for seat in round.layout.seats:
        round.act(WAGER[seat])
    round.act(CLOSE)
    for seat in round.layout.seats:
        round.act(DOUBLE[seat])


def double_cross_poker(round: Round) -> None:
    """Everybody makes a side wager, exposes and plays vertically."""
    for seat in round.layout.seats:
        round.act(ANTE[seat])
        round.act(THREE_CARD[seat])
    round.act(CLOSE)
    for seat in round.layout.seats:
        round.act(EXPOSE[seat])
    for seat in round.layout.seats:
        round.act(VERTICAL[seat])


def winners_pot_poker(round: Round) -> None:
    """Everybody makes a side wager, bets, doubles and shows a hand."""
    for seat in round.layout.seats:
        round.act(ANTE_FIXED[seat])
        round.act(JACKS_PLUS[seat])
    round.act(CLOSE)
    for answer in (BET, DOUBLE_ANTE):
        for _ in round.layout.seats:
            round.act(answer[int(round.asking()[0])])


WAGER = {
    n: Action(
        n,
        "wager",
        (
            "original",
            1000,
        ),
    )
    for n in range(1, 8)
}
RAISE = {n: Action(n, "raise", (500,)) for n in range(1, 8)}
DOUBLE = {n: Action(n, "double", (500,)) for n in range(1, 8)}
ANTE = {
    n: Action(
        n,
        "wager",
        (
            "ante",
            1000,
        ),
    )
    for n in range(1, 8)
}
THREE_CARD = {
    n: Action(
        n,
        "wager",
        (
            "three-card",
            500,
        ),
    )
    for n in range(1, 8)
}
EXPOSE = {n: Action(n, "expose", ()) for n in range(1, 8)}
VERTICAL = {n: Action(n, "raise", ("vertical",)) for n in range(1, 8)}
ANTE_FIXED = {n: Action(n, "wager", ("ante",)) for n in range(1, 8)}
JACKS_PLUS = {
    n: Action(
        n,
        "wager",
        (
            "jacks-plus",
            500,
        ),
    )
    for n in range(1, 8)
}
BET = {n: Action(n, "bet", ()) for n in range(1, 8)}
DOUBLE_ANTE = {n: Action(n, "double", ()) for n in range(1, 8)}
CLOSE = Action(DEALER, "close")

PLAYERS: dict[str, Callable[[Round], None]] = {
    "red-dog": red_dog,
    "double-down-stud": double_down_stud,
    "double-cross-poker": double_cross_poker,
    "winners-pot-poker": winners_pot_poker,
}


def rounds(game: str, seats: int) -> Callable[[int], None]:
    """Play N rounds of one table, and check that money and cards are all there."""

    def play(count: int) -> None:
        table = Table(
            games.load(game),
            house.build(game, {"seats": 7}),
            dict.fromkeys(range(1, seats + 1), 10**9),
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
