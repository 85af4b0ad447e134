"""The result of a round, as the plain data that ``croupier run --json`` prints."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.nouns.money import parse_money, show_money
from croupier.stage.events import SURVEILLANCE
from croupier.stage.layout import Layout, Placed, Seat
from croupier.stage.round import OPEN, Round


def round_result(
    round: Round, viewer: str = SURVEILLANCE, *, events: bool = True
) -> dict[str, Any]:
    """Return one round's document with the cards that the viewer may see, and its events.

    The journal keeps it without the events, and a replay must repeat it.
    """
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


def explained_result(round: Round, viewer: str = SURVEILLANCE) -> dict[str, Any]:
    """Return one round's document without events, and what it means to a person.

    That is the hands in words, what each seat staked and got back, and the commission taken from
    its share of the pot. None of it is recorded, so the words may become better.
    """
    layout, document = round.layout, round_result(round, viewer, events=False)
    hands = round.game.hands(layout, viewer)
    commissions = _commissions(layout)
    for number, seat in layout.seats.items():
        told, shown = hands.get(str(number)), document["seats"][str(number)]
        staked = sum(placed.amount for placed in seat.wagers.values())
        shown["hand_words"] = None if told is None else told.words
        shown["staked"] = show_money(staked)
        shown["returned"] = show_money(staked + seat.net)
        if number in commissions:
            shown["commission"] = show_money(commissions[number])
    document["hands"] = {place: told._asdict() for place, told in hands.items()}
    return document


def _commissions(layout: Layout) -> dict[int, int]:
    """Return the commission on each seat's share of the pot.

    Those who share a pot share its commission, as they do the pot: equally, odd cents apart.
    """
    winners = [n for n in layout.seats if layout.shares.get(str(n))]
    winners.sort(key=lambda n: -layout.shares[str(n)])
    each, odd = divmod(layout.commission, len(winners) or 1)
    return {n: each + (i < odd) for i, n in enumerate(winners) if layout.commission}


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
