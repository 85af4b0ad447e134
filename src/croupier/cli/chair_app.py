"""The commands of the dealer's chair: ``train`` and ``certificate``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.errors import guarded
from croupier.cli.options import DATABASE_HELP, Game, Json, State


@guarded
def train(
    game: Game,
    lesson: Annotated[int | None, typer.Option(help="Take this lesson, by its number.")] = None,
    exam: Annotated[
        bool, typer.Option("--exam", help="Take an exam: no help, scored and timed.")
    ] = False,
    drill: Annotated[str, typer.Option(help="Do a drill: payouts or irregularities.")] = "",
    practice: Annotated[
        bool, typer.Option("--practice", help="Practise on a made-up round.")
    ] = False,
    level: Annotated[str, typer.Option(help="How much help: guided, coached or exam.")] = "",
    trainee: Annotated[str, typer.Option(help="The name under which progress is kept.")] = "me",
    seed: Annotated[int | None, typer.Option(help="Repeat the exam or drill of this seed.")] = None,
    questions: Annotated[int, typer.Option(help="The number of questions in a drill.", min=1)] = 10,
    state: State = "",
    database: Annotated[
        str,
        typer.Option(
            "--database", help="Where progress is kept; by default, the journal's database."
        ),
    ] = "",
    listing: Annotated[
        bool, typer.Option("--list", help="List the lessons and your progress.")
    ] = False,
    results: Annotated[
        bool, typer.Option("--results", help="Show your results by clause and by kind of step.")
    ] = False,
    days: Annotated[
        int | None, typer.Option(help="Show the results of this many days only.", min=1)
    ] = None,
    as_json: Json = False,
) -> int | None:
    """Learn to deal a game, step by step, in the dealer's chair."""
    from croupier.cli import train_command

    return train_command.train(
        game,
        number=lesson,
        exam=exam,
        drill=drill,
        practice=practice,
        level=level,
        trainee=trainee,
        seed=seed,
        state=state,
        database=database,
        questions=questions,
        listing=listing,
        results=results,
        days=days,
        as_json=as_json,
    )


@guarded
def certificate(
    which: Annotated[
        str, typer.Argument(metavar="FILE|NUMBER", help="A certificate's file or its number.")
    ],
    database: Annotated[str, typer.Option("--database", help=DATABASE_HELP)] = "",
    chain: Annotated[
        Path | None,
        typer.Option(help="Compare with this chain, as journal export --chain writes it."),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Write the certificate to this file.")] = None,
    as_json: Json = False,
) -> int | None:
    """Check a certificate of the dealer's chair against the journal."""
    from croupier.cli import certificate_command

    return certificate_command.certificate(
        which, database=database, chain=chain, out=out, as_json=as_json
    )
