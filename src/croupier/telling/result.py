"""The result of a round, as the plain data that ``croupier run --json`` prints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.nouns.money import parse_money, show_money
from croupier.stage.events import SURVEILLANCE
from croupier.stage.layout import Placed, Seat
from croupier.stage.round import OPEN, Round


def round_result(
    round: Round, viewer: str = SURVEILLANCE, *, events: bool = True
) -> dict[str, Any]:
    """Return one round's document with the cards that the viewer may see, and its events."""
    layout = round.layout
    nets = sum(seat.net for seat in layout.seats.values())
    document: dict[str, Any] = {
        "game": round.game.name,
        "rulebook": layout.book.state,
        "outcome": round.outcome,
        "seats": {str(n): _seat(seat) for n, seat in layout.seats.items()},
        "house": {"net": show_money(-nets)},
        "board": round.game.board(layout, viewer),
    }
    if events:
        document["events"] = round.told(viewer)
    for key, value in round.game.more_result(layout, viewer).items():
        document[key] = document[key] | value if key in document else value
    if round.outcome == OPEN:
        document["next"] = round.next(viewer)
    return document


def _seat(seat: Seat) -> dict[str, Any]:
    return {
        "net": show_money(seat.net),
        "wagers": [_wager(wager) for wager in seat.wagers.values()],
        "hand": seat.hand,
    }


def _wager(wager: Placed) -> dict[str, Any]:
    shown = {
        "wager": wager.name,
        "amount": show_money(wager.amount),
        "outcome": OPEN if wager.live else wager.outcome,
        "odds": wager.odds,
        "paid": show_money(wager.paid),
        "rule": wager.rule,
    }
    if wager.coupon:
        shown["coupon"] = show_money(wager.coupon)
    return shown


def table_result(
    game: str, rulebook: str, seats: Mapping[int, int], rounds: list[dict[str, Any]]
) -> dict[str, Any]:
    """Return the document of several rounds: each of them, and the totals."""
    nets = {
        str(n): sum(parse_money(r["seats"][str(n)]["net"]) for r in rounds) for n in sorted(seats)
    }
    house = {"net": show_money(-sum(nets.values()))}
    taken = [parse_money(r["house"]["commission"]) for r in rounds if "commission" in r["house"]]
    if taken:
        house["commission"] = show_money(sum(taken))
    return {
        "game": game,
        "rulebook": rulebook,
        "outcome": rounds[-1]["outcome"] if rounds else OPEN,
        "rounds": rounds,
        "seats": {n: {"net": show_money(net)} for n, net in nets.items()},
        "house": house,
    }
