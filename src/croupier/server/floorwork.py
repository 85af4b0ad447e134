"""The floor's orders at a table: the next round, a new dealer, another house file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any, Final

from croupier.nouns.reasons import MalformedError, Reason
from croupier.rules import house
from croupier.server import box, companions, dealing, money
from croupier.server.answers import Reply
from croupier.server.commands import FloorOrder, SetHouse
from croupier.server.live import LiveTable, need_positions
from croupier.server.people import Caller
from croupier.server.policy import Policy
from croupier.stage.actions import Refusal
from croupier.stage.table import Table

MOST_KEYS: Final = 500
"""How many keys of a house file are read; the largest game has a third of that."""


def order(live: LiveTable, command: FloorOrder, caller: Caller) -> Reply:
    """Carry out one of the orders below."""
    live.need_open()
    return ORDERS[command.act](live, command, caller.person) or {}


def _next_round(live: LiveTable, command: FloorOrder, by: str) -> None:
    dealing.lay_out(live)


def _new_dealer(live: LiveTable, command: FloorOrder, by: str) -> None:
    live.note("new dealer", by=by, id=command.id)
    box.count_as_new(live)


def _reshuffle(live: LiveTable, command: FloorOrder, by: str) -> None:
    if not live.game.shoe_lasts(live.house):
        raise Refusal(Reason("the cards of this table are shuffled before every round"))
    live.note("reshuffle", by=by, id=command.id)
    live.from_next_round(shoe="new")


def _relieve(live: LiveTable, command: FloorOrder, by: str) -> None:
    if not live.snapshot.dealer:
        raise Refusal(Reason("nobody is in the box: the table deals by itself"))
    box.vacate(live, by, id=command.id)


def _dealing(live: LiveTable, command: FloorOrder, by: str) -> None:
    mode: str = _needed(command.mode, "mode")
    live.snapshot.dealing = mode
    live.note("dealing", mode=mode, by=by, id=command.id)
    dealing.change_pace(live)


def _house(
    live: LiveTable, command: FloorOrder | SetHouse, by: str, policy: Policy | None = None
) -> None:
    live.need_between()
    stands = live.snapshot
    given = read_keys(stands.game, command.house or {}, command.toml)
    chosen = house.build(stands.game, given, stands.rulebook)
    need_positions(live.game, chosen)
    if policy is not None:
        policy.need_limits(chosen)
    beyond = [seat for seat in stands.seats if seat > chosen["seats"]]
    if not all(stands.seats[seat].strategy for seat in beyond):
        raise Refusal(
            Reason("somebody holds a seat that the new house does not have", None, "X-12")
        )
    table = Table(live.game, live.house, {})
    done = table.change_house(chosen, devices_removed=command.devices_removed)
    live.note(
        "house",
        house=chosen.changed(),
        fingerprint=chosen.fingerprint(),
        events=done.events,
        by=by,
        id=command.id,
    )
    for seat in beyond:
        money.cash_out(live, seat, reason="the new house does not have this seat")
    stands.house, live.house = chosen.changed(), chosen
    # A new pack is made up: the number of cards or the way of dealing may have changed.
    if stands.situation.get("shoe") == "mid":
        stands.situation["shoe"] = "new"
    live.reveal()
    live.prepare()


def _seats(live: LiveTable, command: FloorOrder, by: str) -> None:
    live.snapshot.open_seats = _needed(command.open, "open")
    live.note("seats", open=live.snapshot.open_seats, by=by, id=command.id)


def _dismiss(live: LiveTable, command: FloorOrder, by: str) -> Reply:
    seat: int = _needed(command.seat, "seat")
    place = live.snapshot.seats.get(seat)
    plays_for_house = place is not None and bool(place.strategy)
    reply = dealing.give_up(live, seat, None, id=command.id, after_round=plays_for_house)
    if place is not None:
        companions.forget(live, place.person)
    return reply


ORDERS: Final[Mapping[str, Callable[[LiveTable, FloorOrder, str], Reply | None]]] = {
    "next-round": _next_round,
    "new-dealer": _new_dealer,
    "reshuffle": _reshuffle,
    "dealing": _dealing,
    "house": _house,
    "seats": _seats,
    "dismiss": _dismiss,
    "relieve": _relieve,
}


def _needed(value: Any, key: str) -> Any:
    if value is None:
        raise MalformedError(f"this order needs {key!r}")
    return value


def set_house(live: LiveTable, command: SetHouse, caller: Caller) -> Reply:
    """Change the house of a private table, as its host."""
    live.need_host(caller)
    live.need_private()
    live.need_open()
    _house(live, command, caller.person, live.policy())
    return {}


def read_keys(game: str, keys: Mapping[str, Any], toml: str | None) -> dict[str, Any]:
    """The keys of a house file that was sent as keys, as text or as both.

    Where both have a key, the text counts.
    """
    given = dict(islice(house.flatten(keys), MOST_KEYS + 1))
    if len(given) > MOST_KEYS:
        raise MalformedError(f"a house file has at most {MOST_KEYS} keys")
    if toml is None:
        return given
    data = house.parse_toml(toml, "the house file")
    house.check_format(data, "the house file")
    named = data.pop("game", game)
    if named != game:
        raise MalformedError(f"the house file is for {named}, not for {game}")
    data.pop("croupier", None)
    data.pop("rulebook", None)
    return given | dict(house.flatten(data))
