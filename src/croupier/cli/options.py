"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated, Final

import typer

DATABASE_HELP: Final = "The journal: a database URL or an SQLite file."
SEED_HELP: Final = "The seed of an estimate, where there is no exact value."

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Database = Annotated[str, typer.Option("--database", help=DATABASE_HELP)]
