"""What the floor orders at a table: the next round, a new dealer, another house file, the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from croupier.nouns.reasons import MalformedError, Reason
from croupier.rules import house
from croupier.server import dealing, money
from croupier.server.live import BETWEEN, LiveTable, need_positions
from croupier.server.requests import Close, Floor
from croupier.stage.actions import Refusal
from croupier.stage.table import Table

Reply = dict[str, Any]
Details = Mapping[str, Any]


def floor(live: LiveTable, asked: Floor) -> Reply:
    """One of the orders below."""
    live.need_open()
    ORDERS[asked.act](live, asked, asked.details)
    return {}


def _next_round(live: LiveTable, asked: Floor, details: Details) -> None:
    if live.phase != BETWEEN:
        raise Refusal(Reason("a round is laid out already"))
    if not live.snapshot.seats:
        raise Refusal(Reason("no round is dealt to empty seats"))
    live.prepare()


def _new_dealer(live: LiveTable, asked: Floor, details: Details) -> None:
    live.note("new dealer", by=asked.by, id=asked.id)
    if "new_dealer" in live.game.situation:
        _next(live, new_dealer=True)


def _reshuffle(live: LiveTable, asked: Floor, details: Details) -> None:
    if not live.game.shoe_lasts(live.house):
        raise Refusal(Reason("the cards of this table are shuffled before every round"))
    live.note("reshuffle", by=asked.by, id=asked.id)
    _next(live, shoe="new")


def _next(live: LiveTable, **situation: Any) -> None:
    """Something that holds from the next round on; a round that is only laid out is laid out anew."""
    if live.recorder.number:
        live.snapshot.coming |= situation
        return
    live.snapshot.situation |= situation
    if live.round is not None:
        live.prepare()


def _dealing(live: LiveTable, asked: Floor, details: Details) -> None:
    live.snapshot.dealing = details["mode"]
    live.note("dealing", mode=details["mode"], by=asked.by, id=asked.id)
    live.pace.waits = details["mode"] == "steps"
    if live.pace.waits:
        if live.round is not None and not live.recorder.number:
            live.prepare()
    else:
        dealing.go_on(live)
        dealing.close_if_ready(live)


def _house(live: LiveTable, asked: Floor, details: Details) -> None:
    live.need_between()
    stands = live.snapshot
    chosen = house.build(stands.game, details["house"], stands.rulebook)
    need_positions(live.game, chosen)
    if any(seat > chosen["seats"] for seat in stands.seats):
        raise Refusal(Reason("a seat that the new house does not have is taken", None, "X-12"))
    table = Table(live.game, live.house, {})
    done = table.change_house(chosen, devices_removed=bool(details.get("devices_removed")))
    live.note("house", house=chosen.changed(), fingerprint=chosen.fingerprint(),
              events=done.events, by=asked.by, id=asked.id)  # fmt: skip
    stands.house, live.house = chosen.changed(), chosen
    # The cards are made up anew: their number, or the way they are dealt, may be another.
    if stands.situation.get("shoe") == "mid":
        stands.situation["shoe"] = "new"
    live.reveal()
    live.prepare()


def _seats(live: LiveTable, asked: Floor, details: Details) -> None:
    live.snapshot.open_seats = bool(details["open"])
    live.note("seats", open=live.snapshot.open_seats, by=asked.by, id=asked.id)


ORDERS: Final[Mapping[str, Callable[[LiveTable, Floor, Details], None]]] = {
    "next-round": _next_round,
    "new-dealer": _new_dealer,
    "reshuffle": _reshuffle,
    "dealing": _dealing,
    "house": _house,
    "seats": _seats,
}


def close(live: LiveTable, asked: Close) -> Reply:
    """Everybody is cashed out, the tray is counted, the cards are revealed, the table is closed."""
    live.need_between()
    for seat in list(live.snapshot.seats):
        money.cash_out(live, seat)
    live.round = live.last = live.table = None
    live.reveal()
    money.count(live, live.snapshot.tray if asked.count is None else asked.count, asked.by)
    live.note("close", by=asked.by, id=asked.id)
    live.snapshot.open = False
    return {}


def read_house(game: str, toml: str) -> dict[str, Any]:
    """The keys of a house file that was sent as text."""
    data = house.parse_toml(toml, "the house file")
    house.check_format(data, "the house file")
    named = data.pop("game", game)
    if named != game:
        raise MalformedError(f"the house file is for {named}, not for {game}")
    data.pop("croupier", None)
    data.pop("rulebook", None)
    return dict(house.flatten(data))
