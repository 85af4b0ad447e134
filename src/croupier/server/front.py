"""What both transports do with a command: check the caller, have it carried out, acknowledge it."""

from __future__ import annotations

from typing import Any, Final

from croupier.nouns.money import show_money
from croupier.server.commands import Command, LeaveSeat, need
from croupier.server.hall import Hall
from croupier.server.people import Caller

IN_CENTS: Final[tuple[str, ...]] = ("cashed", "tray")
"""Keys of a keeper's reply that hold cents; clients get them as dollars."""


async def carry_out(hall: Hall, command: Command, caller: Caller) -> dict[str, Any]:
    """Have a command carried out and return its acknowledgement.

    What was done is durable by then. Raises an error that :mod:`.errors` knows.
    """
    need(type(command), command.table, caller)
    reply = await hall.pit.ask(command.table, command, caller)
    shown = {key: show_money(reply[key]) for key in IN_CENTS if key in reply}
    if isinstance(command, LeaveSeat):
        shown["balance"] = show_money(await hall.people.balance(caller.person) or 0)
    return {"id": command.id, "duplicate": False} | reply | shown
