"""The commands that read the journal: ``journal …`` and ``review``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from croupier.cli.errors import guarded
from croupier.cli.options import SEED_HELP, Database, HouseFile, Json, Sets

app: Final = typer.Typer(help="Verify, read and export the journal.", no_args_is_help=True)


@guarded
def review(
    round: Annotated[int | None, typer.Argument(help="The number of a round.")] = None,
    through: Annotated[
        int | None, typer.Option(help="Review several rounds, up to this number.")
    ] = None,
    person: Annotated[
        str, typer.Option(help="Whose decisions: a name, a pseudonym, or a seat such as 'seat 2'.")
    ] = "",
    database: Database = "",
    seed: Annotated[int, typer.Option(help=SEED_HELP, min=0, max=100_000_000)] = 1,
    house: HouseFile = None,
    sets: Sets = [],
    as_json: Json = False,
) -> int | None:
    """Show what each decision cost, and what was luck.

    Without a round, all finished rounds are reviewed. Without a person, everybody is, except the
    players of the house. With --house or --set, the same decisions are valued at another house.
    """
    from croupier.cli import review_command

    return review_command.review(
        database,
        round,
        through=through,
        person=person,
        seed=seed,
        file=house,
        sets=sets,
        as_json=as_json,
    )


@app.command("verify")
@guarded
def journal_verify(
    database: Database = "",
    head: Annotated[
        Path | None, typer.Option(help="Compare with heads that were kept elsewhere.")
    ] = None,
    replay: Annotated[
        bool, typer.Option("--replay", help="Also run every round again and compare.")
    ] = False,
    as_json: Json = False,
) -> int | None:
    """Check that no entry was changed, removed, moved or cut off."""
    from croupier.cli import journal_command

    return journal_command.verify(database, head=head, again=replay, as_json=as_json)


@app.command("heads")
@guarded
def journal_heads(
    database: Database = "",
    out: Annotated[Path | None, typer.Option(help="Write to this file, not to stdout.")] = None,
    as_json: Json = False,
) -> int | None:
    """Print the signed heads and their keys, for an outside witness.

    Later, verify --head compares the journal with them.
    """
    from croupier.cli import journal_command

    return journal_command.heads(database, out=out, as_json=as_json)


@app.command("rotate")
@guarded
def journal_rotate(
    database: Database = "",
    data: Annotated[
        Path | None, typer.Option(help="The folder of the signing keys, as with serve.")
    ] = None,
    as_json: Json = False,
) -> int | None:
    """Make a new signing key, vouched for by the old one.

    Servers use it from their next start on.
    """
    from croupier.cli import journal_command

    return journal_command.rotate(database, data=data, as_json=as_json)


@app.command("show")
@guarded
def journal_show(
    round: Annotated[int | None, typer.Argument(help="The number of a round.")] = None,
    database: Database = "",
    as_json: Json = False,
) -> int | None:
    """List the recorded rounds, or show one of them."""
    from croupier.cli import journal_command

    return journal_command.show(database, round, as_json=as_json)


@app.command("export")
@guarded
def journal_export(
    round: Annotated[int | None, typer.Argument(help="The number of a round.")] = None,
    database: Database = "",
    through: Annotated[
        int | None, typer.Option(help="Export several rounds, up to this number.")
    ] = None,
    table: Annotated[str | None, typer.Option(help="Export all rounds of this table.")] = None,
    chain: Annotated[
        str | None, typer.Option(help="Export the entries of this chain, a line of JSON each.")
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Write to this file, not to stdout.")] = None,
    as_json: Json = False,
) -> int | None:
    """Export a round as a round record that can be run again.

    Several rounds of one table become one record with [[rounds]].
    """
    from croupier.cli import journal_command

    return journal_command.export(
        database, round, through=through, at=table, chain=chain, out=out, as_json=as_json
    )
