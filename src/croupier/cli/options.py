"""What the commands share: the game, its rulebook, and whether JSON is printed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

RULEBOOK_HELP: Final = "The rulebook to use: ma or nj."
DATABASE_HELP: Final = "The journal: a database URL or an SQLite file."

SEED_HELP: Final = "The seed of an estimate, where there is no exact value."

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def _games(begun: str) -> list[str]:
    """Return the games that begin with these letters, for the shell's completion."""
    from croupier.games import names

    return [name for name in names() if name.startswith(begun)]


A_GAME: Final = typer.Argument(help="A game, such as red-dog.", autocompletion=_games)
Game = Annotated[str, A_GAME]
State = Annotated[str, typer.Option("--rulebook", help=RULEBOOK_HELP)]
Database = Annotated[str, typer.Option("--database", help=DATABASE_HELP)]
HouseFile = Annotated[Path | None, typer.Option("--house", help="A house file.")]
Sets = Annotated[
    list[str],
    typer.Option(
        "--set",
        help="Change a key of the house, such as decks=6; may be repeated.",
        metavar="KEY=VALUE",
    ),
]
