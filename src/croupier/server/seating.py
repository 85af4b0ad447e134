"""Sitting down: from an account at the cage to a token for one seat."""

from __future__ import annotations

from typing import Any

from croupier.nouns.money import show_money
from croupier.server import people
from croupier.server.commands import Sit
from croupier.server.hall import Hall
from croupier.server.people import Caller


async def sit_down(
    hall: Hall,
    caller: Caller,
    table: str,
    seat: int,
    amount: int | None,
    *,
    id: str,
    invitation: str | None = None,
) -> dict[str, Any]:
    """Take a seat with chips bought from the account; return a token for the seat.

    A newcomer's account is opened with play money first.
    """
    person = caller.person
    if await hall.people.balance(person) is None:
        await hall.cage.welcome(person)
    balance = await hall.people.balance(person) or 0
    if amount is None:
        amount = min(balance, hall.settings.buy_in)
    sit = Sit(table=table, id=id, seat=seat, amount=amount, invitation=invitation)
    # Ask as a person: a player's token is for another seat, which may be lost by now.
    reply = await hall.pit.ask(table, sit, Caller(person=person))
    # A repeated request gets a new token: the first one may never have arrived.
    seat = int(reply["seat"])
    new = people.new_token(people.PLAYER, person, table=table, seat=seat)
    await hall.people.add(new)
    return {
        "token": new.token,
        "role": people.PLAYER,
        "person": person,
        "name": hall.people.name(person),
        "table": table,
        "seat": seat,
        "chips": show_money(reply["chips"]),
        "state": reply["state"],
        "duplicate": reply.get("duplicate", False),
        "expires": new.caller.expires,
    }
