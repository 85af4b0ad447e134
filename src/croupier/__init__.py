"""The executable rulebook of casino table games.

>>> import croupier
>>> table = croupier.open_table("red-dog", {1: "500"})
>>> round = table.begin(cards=["7c", "5h", "9s", "7d"])
>>> for said in ("1 wager original 10", "dealer close", "1 raise 10"):
...     events = round.act(said)
>>> round.layout.seats[1].net  # in cents
4000

The names below are imported when they are first used, so ``import croupier`` alone is cheap.
"""

from __future__ import annotations

TYPE_CHECKING = False  # like typing's, but importing typing takes longer than all the rest
if TYPE_CHECKING:
    from croupier.library import (
        Action,
        Answer,
        Choice,
        Event,
        House,
        HouseError,
        Journal,
        Legal,
        MalformedError,
        Record,
        Recorder,
        Refusal,
        Round,
        Rulebook,
        Table,
        advise,
        build_house,
        game_names,
        load_rulebook,
        odds,
        open_journal,
        open_table,
        parse_record,
        read_house,
        read_record,
        run_record,
        simulate,
        write_record,
    )

__version__ = "0.2.0.dev0"

__all__ = [
    "Action",
    "Answer",
    "Choice",
    "Event",
    "House",
    "HouseError",
    "Journal",
    "Legal",
    "MalformedError",
    "Record",
    "Recorder",
    "Refusal",
    "Round",
    "Rulebook",
    "Table",
    "advise",
    "build_house",
    "game_names",
    "load_rulebook",
    "odds",
    "open_journal",
    "open_table",
    "parse_record",
    "read_house",
    "read_record",
    "run_record",
    "simulate",
    "write_record",
]


if not TYPE_CHECKING:  # a type checker must know only the names above

    def __getattr__(name):
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from croupier import library

        found = globals()[name] = getattr(library, name)
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
