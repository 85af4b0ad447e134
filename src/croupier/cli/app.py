"""The commands. Each imports what it needs when it runs, so that help answers at once."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Final

import typer

from croupier import __version__
from croupier.cli.errors import guarded, report_error

app = typer.Typer(
    help="The executable rulebook of casino table games.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
house_app = typer.Typer(help="House files: what a licensee chose at a table.", no_args_is_help=True)
journal_app = typer.Typer(help="The journal: what was recorded.", no_args_is_help=True)
app.add_typer(house_app, name="house")
app.add_typer(journal_app, name="journal")

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]


def _games(begun: str) -> list[str]:
    """For the shell's completion."""
    from croupier.games import names

    return [name for name in names() if name.startswith(begun)]


A_GAME: Final = typer.Argument(help="A game, such as red-dog.", autocompletion=_games)
Game = Annotated[str, A_GAME]
State = Annotated[str, typer.Option("--rulebook", help="Whose rules: ma or nj.")]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"croupier {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    pass


@app.command()
@guarded
def games(as_json: Json = False) -> int | None:
    """The games, their rulebooks and seat limits."""
    from croupier.cli import commands

    return commands.list_games(as_json)


@app.command()
@guarded
def rules(
    game: Annotated[str | None, A_GAME] = None,
    clause: Annotated[str | None, typer.Argument(help="A clause, such as '5(e)'.")] = None,
    state: Annotated[str | None, typer.Option("--rulebook", help="Whose rules: ma or nj.")] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Count what is held, per document.")
    ] = False,
    diff: Annotated[
        tuple[str, str] | None, typer.Option("--diff", help="Two rulebooks to compare.")
    ] = None,
    findings: Annotated[
        bool, typer.Option("--findings", help="How we read unclear clauses.")
    ] = False,
    as_json: Json = False,
) -> int | None:
    """The clauses in our words, who holds them, and which tests show them."""
    from croupier.cli import rules_command

    if coverage:
        return rules_command.show_coverage(as_json)
    if game is None:
        raise typer.BadParameter("name a game, or ask for --coverage")
    if diff is not None:
        return rules_command.show_diff(game, *diff, as_json)
    if findings:
        return rules_command.show_findings(game, state, as_json)
    return rules_command.show_rules(game, clause, state, as_json)


@app.command()
@guarded
def run(
    file: Annotated[Path, typer.Argument(help="A round record, TOML.")],
    view: Annotated[
        str | None,
        typer.Option(
            help="surveillance, public or seat:N; without it the text leaves out burned cards."
        ),
    ] = None,
    as_json: Json = False,
) -> int | None:
    """Carry out a round record and print what happened."""
    from croupier.cli import commands

    if view is not None and not re.fullmatch(r"surveillance|public|seat:[1-9]\d{0,3}", view):
        raise typer.BadParameter(f"--view {view}: surveillance, public or seat:N")
    return commands.run_record(file, view, as_json)


@app.command()
@guarded
def play(
    game: Game = "red-dog",
    seed: Annotated[int | None, typer.Option(help="Repeat a sitting.")] = None,
    advice: Annotated[
        bool, typer.Option("--advice", help="Show each choice's exact value.")
    ] = False,
    house: Annotated[Path | None, typer.Option(help="A house file.")] = None,
    state: State = "",
    seats: Annotated[str, typer.Option(help="Your seats, such as 1 or 1,2.")] = "",
    bankroll: Annotated[
        str, typer.Option(help="What you sit down with at each seat; 500 if not said.")
    ] = "",
    pace: Annotated[str, typer.Option(help="The dealer's: calm, brisk or off.")] = "brisk",
    new: Annotated[bool, typer.Option("--new", help="Start afresh instead of resuming.")] = False,
) -> int | None:
    """Sit down in the terminal."""
    from croupier.cli import play_command

    return play_command.play(game, seed=seed, advice=advice, house_file=house, state=state,
                             seats=seats, bankroll=bankroll, fresh=new, pace=pace)  # fmt: skip


@app.command()
@guarded
def train(
    game: Game,
    lesson: Annotated[int | None, typer.Option(help="A lesson, by its number.")] = None,
    exam: Annotated[bool, typer.Option("--exam", help="No help; scored and timed.")] = False,
    drill: Annotated[str, typer.Option(help="payouts or irregularities.")] = "",
    practice: Annotated[bool, typer.Option("--practice", help="A made-up round.")] = False,
    level: Annotated[str, typer.Option(help="guided, coached or exam.")] = "",
    trainee: Annotated[str, typer.Option(help="Whose progress is kept.")] = "me",
    seed: Annotated[int | None, typer.Option(help="Repeat an exam or a drill.")] = None,
    questions: Annotated[int, typer.Option(help="How many a drill has.", min=1)] = 10,
    state: State = "",
    database: Annotated[
        str, typer.Option("--database", help="Where progress is kept: the journal's if not said.")
    ] = "",
    listing: Annotated[bool, typer.Option("--list", help="Lessons and progress.")] = False,
    as_json: Json = False,
) -> int | None:
    """The dealer's chair: learn to deal a game step by step."""
    from croupier.cli import train_command

    return train_command.train(game, number=lesson, exam=exam, drill=drill, practice=practice,
                               level=level, trainee=trainee, seed=seed, state=state,
                               database=database, questions=questions, listing=listing,
                               as_json=as_json)  # fmt: skip


HouseFile = Annotated[Path | None, typer.Option("--house", help="A house file.")]
Sets = Annotated[
    list[str],
    typer.Option("--set", help="A key of the house file: KEY=VALUE.", metavar="KEY=VALUE"),
]
WhoseRules = Annotated[str | None, typer.Option("--rulebook", help="Whose rules: ma or nj.")]
Players = Annotated[int, typer.Option(help="How many play.", min=1)]


@app.command()
@guarded
def odds(
    game: Game,
    house: HouseFile = None,
    sets: Sets = [],
    state: WhoseRules = None,
    strategy: Annotated[str, typer.Option(help="optimal, or another by name.")] = "optimal",
    seen: Annotated[str, typer.Option(help="Cards that have left the shoe (red-dog).")] = "",
    players: Players = 1,
    readings: Annotated[
        bool, typer.Option("--readings", help="The house edge under each reading of the rules.")
    ] = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Solve anew, and compare with what was kept.")
    ] = False,
    as_json: Json = False,
) -> int | None:
    """Exact odds under optimal or named play."""
    from croupier.cli import lab_command

    return lab_command.odds(game, file=house, sets=sets, state=state, strategy=strategy, seen=seen,
                            players=players, with_readings=readings, fresh=fresh,
                            as_json=as_json)  # fmt: skip


@app.command()
@guarded
def advise(
    game: Game,
    hand: Annotated[str, typer.Option(help="Your cards, such as 'As Kd'.")] = "",
    table: Annotated[str, typer.Option(help="The open cards on the table.")] = "",
    seen: Annotated[str, typer.Option(help="Any other cards in view.")] = "",
    players: Players = 1,
    house: HouseFile = None,
    sets: Sets = [],
    state: WhoseRules = None,
    as_json: Json = False,
) -> int | None:
    """The exact value of every choice in one situation."""
    from croupier.cli import lab_command

    return lab_command.advise(game, hand=hand, laid=table, seen=seen, players=players, file=house,
                              sets=sets, state=state, as_json=as_json)  # fmt: skip


@app.command()
@guarded
def strategy(
    game: Game,
    house: HouseFile = None,
    sets: Sets = [],
    state: WhoseRules = None,
    as_json: Json = False,
) -> int | None:
    """The optimal strategy, as a card a person can carry, with what it costs."""
    from croupier.cli import lab_command

    return lab_command.strategy(game, file=house, sets=sets, state=state, as_json=as_json)


def _whole(text: str) -> int:
    from croupier.cli.numbers import whole_number

    try:
        return whole_number(text)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None


@app.command()
@guarded
def simulate(
    game: Game,
    rounds: Annotated[
        int | None,
        typer.Option(help="How many rounds, such as 10000000 or 1e9.", parser=_whole),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same totals.")] = 1,
    seats: Annotated[int, typer.Option(help="How many play.", min=1)] = 1,
    strategy: Annotated[
        str, typer.Option(help="One for all seats, or one for each, with commas.")
    ] = "optimal",
    workers: Annotated[
        int | None, typer.Option(help="Processes; all processors if not said.", min=1)
    ] = None,
    dask: Annotated[str, typer.Option(help="The address of a Dask scheduler.")] = "",
    until_stderr: Annotated[
        float | None, typer.Option(help="Go on until the standard error is as small.")
    ] = None,
    wager: Annotated[str, typer.Option(help="The first wager; the least one if not said.")] = "",
    side: Annotated[str, typer.Option(help="A side wager at every seat.")] = "",
    session: Annotated[
        int | None, typer.Option(help="Follow sessions of so many rounds.", min=1)
    ] = None,
    bankroll: Annotated[str, typer.Option(help="What a session begins with.")] = "",
    depth: Annotated[
        bool, typer.Option("--depth", help="What counting gains by shoe depth (red-dog).")
    ] = False,
    checkpoint: Annotated[
        Path | None, typer.Option(help="A file to stop at and to go on from.")
    ] = None,
    house: HouseFile = None,
    sets: Sets = [],
    state: WhoseRules = None,
    as_json: Json = False,
) -> int | None:
    """Play rounds fast; the same seed gives the same totals, whoever does the work."""
    from croupier.lab.settings import LabMissingError, needing_packages

    try:
        with needing_packages(game):
            from croupier.cli import simulate_command
    except LabMissingError as error:
        return report_error("refused", str(error), as_json=as_json)
    wish = simulate_command.Wish(
        rounds, until_stderr, seed, seats, strategy.split(","), wager, side, workers, dask,
        checkpoint, session, bankroll, depth,
    )  # fmt: skip
    return simulate_command.run(game, wish, file=house, sets=sets, state=state, as_json=as_json)


@app.command()
@guarded
def serve(
    host: Annotated[str, typer.Option(help="The address to answer on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(help="The port; 0 takes any free one.", min=0, max=65535)
    ] = 8000,
    database: Annotated[
        str, typer.Option("--database", help="A database URL or an SQLite file.")
    ] = "",
    data: Annotated[Path | None, typer.Option(help="Where the signing keys are kept.")] = None,
    public: Annotated[
        bool, typer.Option("--public", help="Let other machines in, if --host does.")
    ] = False,
    origins: Annotated[
        list[str], typer.Option("--origin", help="Where the page comes from, behind a proxy.")
    ] = [],
    proxied: Annotated[
        bool,
        typer.Option(
            "--proxied", help="A proxy on this machine says who is there (X-Forwarded-For)."
        ),
    ] = False,
    new_tokens: Annotated[
        bool, typer.Option("--new-tokens", help="Print new tokens for the floor.")
    ] = False,
    no_tables: Annotated[
        bool,
        typer.Option("--no-tables", help="Open no tables in a new database: the floor does that."),
    ] = False,
) -> int | None:
    """The tables, in the browser. A new database has one for each document."""
    from croupier.cli import serve_command

    return serve_command.serve(host=host, port=port, database=database, data=data, public=public,
                               origins=origins, proxied=proxied, new_tokens=new_tokens,
                               first_tables=not no_tables)  # fmt: skip


@app.command()
@guarded
def report(
    game: Game,
    out: Annotated[
        Path, typer.Option("--out", help="Where it goes: a name ending in .html or .pdf.")
    ],
    house: HouseFile = None,
    sets: Sets = [],
    state: WhoseRules = None,
    rounds: Annotated[
        int, typer.Option(help="Rounds to simulate beside the exact values.")
    ] = 64_000_000,
    seed: Annotated[int, typer.Option(help="The simulation's seed.")] = 1,
) -> int | None:
    """The mathematics report (PAR sheet), with tables and plots."""
    from croupier.cli import report_command

    return report_command.report(game, out, file=house, sets=sets, state=state, rounds=rounds,
                                 seed=seed)  # fmt: skip


@house_app.command("check")
@guarded
def house_check(
    file: Annotated[Path, typer.Argument(help="A house file, TOML.")],
    game: Annotated[str | None, typer.Option(help="The game, if the file does not say.")] = None,
    as_json: Json = False,
) -> int | None:
    """Check a house file: every breach at once, each with its clause."""
    from croupier.cli import house_command

    return house_command.check(file, game, as_json)


@house_app.command("diff")
@guarded
def house_diff(
    old: Annotated[Path, typer.Argument(help="The house file in force.")],
    new: Annotated[Path, typer.Argument(help="The house file to come.")],
    as_json: Json = False,
) -> int | None:
    """What changed, in whose favour, and which notices a decrease owes."""
    from croupier.cli import house_command

    return house_command.diff(old, new, as_json)


Database = Annotated[str, typer.Option("--database", help="A database URL or an SQLite file.")]


@journal_app.command("verify")
@guarded
def journal_verify(
    database: Database = "",
    head: Annotated[
        Path | None, typer.Option(help="Heads kept elsewhere, to compare with.")
    ] = None,
    replay: Annotated[
        bool, typer.Option("--replay", help="Run every round again, too, and compare.")
    ] = False,
    as_json: Json = False,
) -> int | None:
    """Check the chain: any changed, missing, reordered or cut-off event is found."""
    from croupier.cli import journal_command

    return journal_command.verify(database, head=head, again=replay, as_json=as_json)


@journal_app.command("heads")
@guarded
def journal_heads(
    database: Database = "",
    out: Annotated[Path | None, typer.Option(help="A file instead of stdout.")] = None,
    as_json: Json = False,
) -> int | None:
    """The signed heads and their keys, for a witness outside; verify --head compares with them."""
    from croupier.cli import journal_command

    return journal_command.heads(database, out=out, as_json=as_json)


@journal_app.command("rotate")
@guarded
def journal_rotate(
    database: Database = "",
    data: Annotated[
        Path | None, typer.Option(help="Where the signing keys are kept, as with serve.")
    ] = None,
    as_json: Json = False,
) -> int | None:
    """A new signing key, for which the old one vouches; servers use it from their next start on."""
    from croupier.cli import journal_command

    return journal_command.rotate(database, data=data, as_json=as_json)


@journal_app.command("show")
@guarded
def journal_show(
    round: Annotated[int | None, typer.Argument(help="A round's number.")] = None,
    database: Database = "",
    as_json: Json = False,
) -> int | None:
    """Read back what was recorded: the rounds, or one of them."""
    from croupier.cli import journal_command

    return journal_command.show(database, round, as_json=as_json)


@journal_app.command("export")
@guarded
def journal_export(
    round: Annotated[int | None, typer.Argument(help="A round's number.")] = None,
    database: Database = "",
    through: Annotated[int | None, typer.Option(help="The last of several rounds.")] = None,
    table: Annotated[str | None, typer.Option(help="All rounds of this table.")] = None,
    out: Annotated[Path | None, typer.Option(help="A file instead of stdout.")] = None,
    as_json: Json = False,
) -> int | None:
    """A round as a round record that runs again; several of one table as [[rounds]]."""
    from croupier.cli import journal_command

    return journal_command.export(database, round, through=through, at=table, out=out,
                                  as_json=as_json)  # fmt: skip
