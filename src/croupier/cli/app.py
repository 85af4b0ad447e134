"""The commands. Each imports what it needs when it runs, so that help is fast."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from croupier import __version__
from croupier.cli import journal_app
from croupier.cli.chair_app import certificate, train
from croupier.cli.errors import guarded, report_error
from croupier.cli.options import (
    A_GAME,
    DATABASE_HELP,
    RULEBOOK_HELP,
    SEED_HELP,
    Game,
    HouseFile,
    Json,
    Sets,
    State,
)

app = typer.Typer(
    help="The executable rulebook of casino table games.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
house_app = typer.Typer(help="Check and compare house files.", no_args_is_help=True)
app.add_typer(house_app, name="house")
app.add_typer(journal_app.app, name="journal")


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"croupier {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    pass


@app.command()
@guarded
def games(as_json: Json = False) -> int | None:
    """List the games, their rulebooks and seat limits."""
    from croupier.cli import commands

    return commands.list_games(as_json)


@app.command()
@guarded
def rules(
    game: Annotated[str | None, A_GAME] = None,
    clause: Annotated[str | None, typer.Argument(help="A clause, such as '5(e)'.")] = None,
    state: Annotated[str | None, typer.Option("--rulebook", help=RULEBOOK_HELP)] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Count how each document's clauses are covered.")
    ] = False,
    diff: Annotated[
        tuple[str, str] | None, typer.Option("--diff", help="Compare two rulebooks of the game.")
    ] = None,
    findings: Annotated[
        bool, typer.Option("--findings", help="Show how we read unclear clauses.")
    ] = False,
    as_json: Json = False,
) -> int | None:
    """Show the clauses, how each is enforced, and its tests.

    Summaries are in our own words.
    """
    from croupier.cli import rules_command

    if coverage:
        return rules_command.show_coverage(as_json)
    if game is None:
        raise typer.BadParameter("name a game, or use --coverage")
    if diff is not None:
        return rules_command.show_diff(game, *diff, as_json)
    if findings:
        return rules_command.show_findings(game, state, as_json)
    return rules_command.show_rules(game, clause, state, as_json)


@app.command()
@guarded
def run(
    file: Annotated[Path, typer.Argument(help="A round record, in TOML.")],
    view: Annotated[
        str | None,
        typer.Option(
            help="Show what one viewer sees: surveillance, public or seat:N. "
            "By default the text shows everything except burned cards."
        ),
    ] = None,
    as_json: Json = False,
) -> int | None:
    """Carry out a round record and print what happened."""
    from croupier.cli import commands

    if view is not None and not re.fullmatch(r"surveillance|public|seat:[1-9]\d{0,3}", view):
        raise typer.BadParameter(f"--view {view}: use surveillance, public or seat:N")
    return commands.run_record(file, view, as_json)


@app.command()
@guarded
def play(
    game: Game = "red-dog",
    seed: Annotated[
        int | None, typer.Option(help="Shuffle by this seed, so that a sitting can be repeated.")
    ] = None,
    advice: Annotated[
        bool, typer.Option("--advice", help="Show the exact value of each choice.")
    ] = False,
    advice_after: Annotated[
        bool, typer.Option("--advice-after", help="Say after each decision what it was worth.")
    ] = False,
    house: Annotated[Path | None, typer.Option(help="A house file.")] = None,
    state: State = "",
    seats: Annotated[str, typer.Option(help="Your seats, such as 1 or 1,2.")] = "",
    bankroll: Annotated[
        str, typer.Option(help="Your money at each seat, in dollars; 500 by default.")
    ] = "",
    pace: Annotated[str, typer.Option(help="The dealer's pace: calm, brisk or off.")] = "brisk",
    new: Annotated[
        bool, typer.Option("--new", help="Start a new sitting instead of resuming the saved one.")
    ] = False,
    company: Annotated[
        int, typer.Option(help="How many house players sit at the other seats.", min=0)
    ] = 0,
    company_plays: Annotated[
        str,
        typer.Option(
            help="How they play, in turn: best, card, cautious, loose. By default a mix of all."
        ),
    ] = "",
) -> int | None:
    """Play a game in the terminal, alone or with house players. A saved sitting is resumed."""
    from croupier.cli import play_command

    return play_command.play(
        game,
        seed=seed,
        advice=advice,
        advice_after=advice_after,
        house_file=house,
        state=state,
        seats=seats,
        bankroll=bankroll,
        fresh=new,
        pace=pace,
        company=company,
        company_plays=company_plays,
    )


for command in (journal_app.review, train, certificate):
    app.command()(command)


@app.command()
@guarded
def practice(
    game: Game,
    street: Annotated[int, typer.Option(help="Which decision of the game, from 1.", min=1)] = 1,
    questions: Annotated[int, typer.Option(help="The number of decisions.", min=1, max=1000)] = 10,
    seed: Annotated[int | None, typer.Option(help="Repeat the drill of this seed.", min=0)] = None,
    state: State = "",
    as_json: Json = False,
) -> int | None:
    """Practise a player's close decisions, graded by what each choice is worth."""
    from croupier.cli import practice_command

    return practice_command.practice(
        game, street=street, questions=questions, seed=seed, state=state, as_json=as_json
    )


WhoseRules = Annotated[str | None, typer.Option("--rulebook", help=RULEBOOK_HELP)]
Players = Annotated[int, typer.Option(help="The number of players.", min=1)]


@app.command()
@guarded
def odds(
    game: Game,
    house: HouseFile = None,
    sets: Sets = [],
    state: WhoseRules = None,
    strategy: Annotated[
        str, typer.Option(help="The strategy: optimal, or another by name, such as never-raise.")
    ] = "optimal",
    seen: Annotated[str, typer.Option(help="Cards that have left the shoe (red-dog).")] = "",
    players: Players = 1,
    readings: Annotated[
        bool,
        typer.Option(
            "--readings", help="Also show the house edge under each reading of the rules."
        ),
    ] = False,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Solve again, and compare with the cached result.")
    ] = False,
    as_json: Json = False,
) -> int | None:
    """Compute the exact odds of optimal play or of a named strategy."""
    from croupier.cli import lab_command

    return lab_command.odds(
        game,
        file=house,
        sets=sets,
        state=state,
        strategy=strategy,
        seen=seen,
        players=players,
        with_readings=readings,
        fresh=fresh,
        as_json=as_json,
    )


@app.command()
@guarded
def advise(
    game: Game,
    hand: Annotated[str, typer.Option(help="Your cards, such as 'As Kd'.")] = "",
    table: Annotated[str, typer.Option(help="The open cards on the table.")] = "",
    seen: Annotated[str, typer.Option(help="Any other cards in view.")] = "",
    players: Players = 1,
    stake: Annotated[
        str, typer.Option(help="Your first wager, in dollars; by default, the table's least.")
    ] = "",
    coupon: Annotated[str, typer.Option(help="A match play coupon beside it, in dollars.")] = "",
    seed: Annotated[int, typer.Option(help=SEED_HELP, min=0, max=100_000_000)] = 1,
    house: HouseFile = None,
    sets: Sets = [],
    state: WhoseRules = None,
    as_json: Json = False,
) -> int | None:
    """Compute the exact value of every choice in one situation.

    With several players --seen begins with those still in, in the order of their seats: the open
    cards of each, then ?? if that player has stayed; then those who are out, with ?? ?? each.
    """
    from croupier.cli import lab_command
    from croupier.nouns.money import parse_money

    return lab_command.advise(
        game,
        hand=hand,
        laid=table,
        seen=seen,
        players=players,
        stake=parse_money(stake) if stake else None,
        coupon=parse_money(coupon) if coupon else 0,
        seed=seed,
        file=house,
        sets=sets,
        state=state,
        as_json=as_json,
    )


@app.command()
@guarded
def strategy(
    game: Game,
    house: HouseFile = None,
    sets: Sets = [],
    state: WhoseRules = None,
    as_json: Json = False,
) -> int | None:
    """Print a strategy card to carry, and what playing by it costs."""
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
        typer.Option(help="The number of rounds, such as 10000000 or 1e9.", parser=_whole),
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed of the shuffles.")] = 1,
    seats: Annotated[int, typer.Option(help="The number of seats that play.", min=1)] = 1,
    strategy: Annotated[
        str, typer.Option(help="One strategy for all seats, or one for each, separated by commas.")
    ] = "optimal",
    workers: Annotated[
        int | None,
        typer.Option(help="The number of processes; by default, one per processor.", min=1),
    ] = None,
    dask: Annotated[str, typer.Option(help="The address of a Dask scheduler.")] = "",
    until_stderr: Annotated[
        float | None, typer.Option(help="Stop once the standard error is at most this.")
    ] = None,
    wager: Annotated[
        str, typer.Option(help="The first wager, in dollars; by default, the table's least.")
    ] = "",
    side: Annotated[str, typer.Option(help="A side wager at every seat, in dollars.")] = "",
    session: Annotated[
        int | None,
        typer.Option(help="Also follow sessions of this many rounds; needs --bankroll.", min=1),
    ] = None,
    bankroll: Annotated[
        str, typer.Option(help="The money that a session begins with, in dollars.")
    ] = "",
    depth: Annotated[
        bool, typer.Option("--depth", help="Show what counting gains by shoe depth (red-dog).")
    ] = False,
    checkpoint: Annotated[
        Path | None, typer.Option(help="Save progress in this file, and resume from it.")
    ] = None,
    house: HouseFile = None,
    sets: Sets = [],
    state: WhoseRules = None,
    as_json: Json = False,
) -> int | None:
    """Simulate many rounds fast.

    The same seed gives the same totals, whatever does the work. An interrupted simulation resumes
    with the same command.
    """
    from croupier.lab.settings import LabMissingError, needing_packages

    try:
        with needing_packages(game):
            from croupier.cli import simulate_command
    except LabMissingError as error:
        return report_error("refused", str(error), as_json=as_json)
    wish = simulate_command.Wish(
        rounds=rounds,
        until_stderr=until_stderr,
        seed=seed,
        seats=seats,
        strategies=strategy.split(","),
        wager=wager,
        side=side,
        workers=workers,
        dask=dask,
        checkpoint=checkpoint,
        session=session,
        bankroll=bankroll,
        depth=depth,
    )
    return simulate_command.run(game, wish, file=house, sets=sets, state=state, as_json=as_json)


@app.command()
@guarded
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(help="The port to listen on; 0 takes any free one.", min=0, max=65535)
    ] = 8000,
    database: Annotated[str, typer.Option("--database", help=DATABASE_HELP)] = "",
    data: Annotated[Path | None, typer.Option(help="The folder of the signing keys.")] = None,
    public: Annotated[
        bool,
        typer.Option("--public", help="Confirm that --host may let other machines in."),
    ] = False,
    origins: Annotated[
        list[str],
        typer.Option(
            "--origin",
            help="An address under which a proxy serves the page; may be repeated.",
            metavar="URL",
        ),
    ] = [],
    proxied: Annotated[
        bool,
        typer.Option(
            "--proxied",
            help="Trust the client addresses that a proxy on this machine sends (X-Forwarded-For).",
        ),
    ] = False,
    new_tokens: Annotated[
        bool, typer.Option("--new-tokens", help="Print new tokens for the floor.")
    ] = False,
    no_tables: Annotated[
        bool,
        typer.Option(
            "--no-tables", help="Open no tables in a new database; the floor opens them later."
        ),
    ] = False,
) -> int | None:
    """Serve live tables to the browser. A new database gets one table per document."""
    from croupier.cli import serve_command

    return serve_command.serve(
        host=host,
        port=port,
        database=database,
        data=data,
        public=public,
        origins=origins,
        proxied=proxied,
        new_tokens=new_tokens,
        first_tables=not no_tables,
    )


@app.command()
@guarded
def report(
    game: Game,
    out: Annotated[
        Path, typer.Option("--out", help="The file to write; its name ends in .html or .pdf.")
    ],
    house: HouseFile = None,
    sets: Sets = [],
    state: WhoseRules = None,
    rounds: Annotated[
        int, typer.Option(help="How many rounds to simulate beside the exact values.")
    ] = 64_000_000,
    seed: Annotated[int, typer.Option(help="The seed of the simulation.")] = 1,
) -> int | None:
    """Write the mathematics report (PAR sheet), with tables and plots."""
    from croupier.cli import report_command

    return report_command.report(
        game, out, file=house, sets=sets, state=state, rounds=rounds, seed=seed
    )


@house_app.command("check")
@guarded
def house_check(
    file: Annotated[Path, typer.Argument(help="A house file, in TOML.")],
    game: Annotated[
        str | None, typer.Option(help="The game, if the file does not name it.")
    ] = None,
    as_json: Json = False,
) -> int | None:
    """Check a house file and list every breach with its clause."""
    from croupier.cli import house_command

    return house_command.check(file, game, as_json)


@house_app.command("diff")
@guarded
def house_diff(
    old: Annotated[Path, typer.Argument(help="The house file in force.")],
    new: Annotated[Path, typer.Argument(help="The house file that will replace it.")],
    as_json: Json = False,
) -> int | None:
    """Show what changed, in whose favour, and which notices it requires."""
    from croupier.cli import house_command

    return house_command.diff(old, new, as_json)
