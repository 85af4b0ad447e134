"""The command ``simulate``: millions of rounds, and their results."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from math import isinf
from pathlib import Path
from typing import Final

from rich.console import Console

from croupier import lab
from croupier.cli.errors import print_json, report_error
from croupier.cli.lab_command import chosen_house, lab_setting, percent
from croupier.cli.paper import paper, table
from croupier.lab import simulate_checkpoint
from croupier.lab.sessions import Session, SessionTotals, mean, quantiles
from croupier.lab.simulate import Watch, Workers, job_for, simulate
from croupier.lab.simulate_depth import Depth, by_depth
from croupier.lab.simulate_document import QUANTILES, document
from croupier.lab.simulate_engines import dask, processes, processors
from croupier.lab.simulate_job import Job, kernel_of, prepared
from croupier.lab.simulate_result import Mean, Result, Tallied
from croupier.mathematics.kept import DisagreementError
from croupier.nouns.money import dollars, parse_money
from croupier.nouns.reasons import MalformedError
from croupier.rules.house import House

ROUNDS: Final = 10_000_000
"""The default number of rounds."""


@dataclass(frozen=True)
class Wish:
    """The options of the command line."""

    rounds: int | None
    until_stderr: float | None
    seed: int
    seats: int
    strategies: Sequence[str]
    wager: str
    side: str
    workers: int | None
    dask: str
    checkpoint: Path | None
    session: int | None
    bankroll: str
    depth: bool


def run(
    game: str,
    wish: Wish,
    *,
    file: Path | None,
    sets: Sequence[str],
    state: str | None,
    as_json: bool,
) -> int | None:
    """``croupier simulate``: simulate rounds, with a progress bar on a terminal."""
    try:
        job = _job(wish, chosen_house(game, file, sets, state))
        prepared(job)  # before the workers start, so that they find everything solved
        with _workers(wish) as by, _progress(wish) as watch:
            result = _simulated(job, wish, by, watch)
            depths = by_depth(job, rounds=result.rounds, by=by) if wish.depth else []
    except (lab.LabMissingError, DisagreementError) as error:
        return report_error("refused", str(error), as_json=as_json)
    except _StoppedError as stopped:
        return report_error("usage", str(stopped), as_json=as_json, code=130)
    if as_json:
        print_json(document(result, by.name, depths))
    else:
        _print(result, by, depths)
    return None


def _job(wish: Wish, house: House) -> Job:
    lab_setting(house)  # shows a progress bar if something has to be solved
    if bool(wish.session) != bool(wish.bankroll):
        raise MalformedError("a session needs both --session ROUNDS and --bankroll AMOUNT")
    session = Session(wish.session, parse_money(wish.bankroll)) if wish.session else None
    return job_for(
        house,
        seats=wish.seats,
        strategies=wish.strategies,
        wager=parse_money(wish.wager) if wish.wager else None,
        side=parse_money(wish.side) if wish.side else 0,
        seed=wish.seed,
        session=session,
    )


class _StoppedError(Exception):
    """The user interrupted the simulation."""


def _workers(wish: Wish) -> AbstractContextManager[Workers]:
    if wish.dask:
        return dask(wish.dask)
    return processes(wish.workers or processors())


def _simulated(job: Job, wish: Wish, by: Workers, watch: Watch) -> Result:
    """Run the simulation; if it is stopped, it leaves a checkpoint.

    A checkpoint that the user did not name is deleted when the simulation is done.
    """
    keep = wish.checkpoint or simulate_checkpoint.usual_place(job)
    rounds = wish.rounds
    if rounds is None and wish.until_stderr is None:
        rounds = ROUNDS
    try:
        result = simulate(
            job,
            rounds=rounds,
            until_stderr=wish.until_stderr,
            by=by,
            keep=keep,
            watch=watch,
            warn=_say,
        )
    except KeyboardInterrupt:
        more = f"; the same command resumes from {keep}" if keep.exists() else ""
        raise _StoppedError(f"stopped{more}") from None
    if wish.checkpoint is None:
        keep.unlink(missing_ok=True)
    return result


def _say(line: str) -> None:
    sys.stderr.write(f"croupier: {line}\n")


@contextmanager
def _progress(wish: Wish) -> Iterator[Watch]:
    """Show a progress bar with rate, estimate and error, if stderr is a terminal."""
    if not sys.stderr.isatty():
        yield lambda result: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    with Progress(
        TextColumn("{task.fields[rate]}"),
        BarColumn(),
        TextColumn("{task.percentage:.0f} %"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[estimate]}"),
        console=Console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task("", total=None, rate="starting", estimate="")

        def show(result: Result) -> None:
            bar.update(
                task,
                completed=result.rounds,
                total=_expected(result, wish),
                rate=f"{result.rounds_per_second / 1e6:.1f} million rounds/s",
                estimate=f"{result.path[-1][1]:+.6f} ± {result.path[-1][2]:.6f}",
            )

        yield show


def _expected(result: Result, wish: Wish) -> float:
    """Estimate how many rounds it will take: the error falls with their square root."""
    wanted = [float(wish.rounds)] if wish.rounds else []
    if wish.until_stderr:
        error = result.path[-1][2]
        wanted.append(result.rounds * (error / wish.until_stderr) ** 2)
    return min(wanted, default=float(ROUNDS))


# --- for people -----------------------------------------------------------------------------------


def _print(result: Result, by: Workers, depths: Sequence[Depth]) -> None:
    out, job = paper(), result.job
    setting = job.setting
    book, unit = setting.house.book, lab.first_wager(setting)
    rounds = f"{result.rounds:,} rounds, seed {job.seed}"
    out.print(f"{book.title}, {book.jurisdiction}: {rounds}", style="bold")
    chosen = ", ".join(f"{key} = {value}" for key, value in setting.house.changed().items())
    stake = f"a first wager of {dollars(job.stake)}"
    out.print(f"{chosen or 'the default house'}; {_who(job)}; {stake}\n")
    columns = ("", "estimate", "standard error", "95 % interval", "exact", "z")
    shown = table(*columns, right=("estimate", "standard error", "exact", "z"))
    shown.add_row(f"{unit} wager", *_means(result.ev))
    if result.side_ev is not None:
        shown.add_row(f"{kernel_of(job.game).side_wager} wager", *_means(result.side_ev))
    if job.seats > 1:
        for seat in result.seats:
            shown.add_row(f"seat {seat.number}, {seat.strategy}", *_means(seat.ev))
    out.print(shown)
    out.print("The mean result per unit of the wager; a loss is negative.\n", style="dim")
    _print_hands(out, "Hands" if job.seats > 1 else "Rounds", result.hands)
    if result.side is not None:
        _print_hands(out, "Side wagers", result.side)
    won = f"{dollars(result.house_net)} of {dollars(result.wagered)} wagered"
    hold = percent(result.house_net / result.wagered)
    out.print(f"The house won {won}: a hold of {hold}.\n")
    if job.session and result.totals.sessions and result.totals.sessions.sessions:
        _print_session(out, job.session, result.totals.sessions)
    if depths:
        _print_depths(out, depths)
    many = f"{by.count} workers ({by.name})" if by.executor else "one worker"
    speed = f"{result.rounds_per_second / 1e6:.1f} million rounds a second"
    out.print(f"{result.seconds:.1f} s, {speed}, {many}", style="dim")


def _who(job: Job) -> str:
    if len(set(job.strategies)) > 1:
        return f"{job.seats} seats"
    return f"{job.seats} seat{'s'[: job.seats > 1]}, {job.strategies[0]} play"


def _means(found: Mean) -> tuple[str, ...]:
    exact = "" if found.exact is None else f"{float(found.exact):+.6f}"
    z = "" if found.z is None else f"{found.z:+.2f}"
    if isinf(found.stderr):
        return f"{found.value:+.6f}", "unknown", "", exact, z
    low, high = found.interval
    return f"{found.value:+.6f}", f"{found.stderr:.6f}", f"{low:+.6f} to {high:+.6f}", exact, z


def _print_hands(out: Console, title: str, hands: Tallied) -> None:
    shown = table(title, "", "", right=("",))
    for name, count in hands.outcomes.items():
        shown.add_row(name, f"{count:,}", percent(count / hands.hands))
    out.print(shown)
    taken = {name: count for name, count in hands.decisions.items() if count}
    if len(taken) > 1:
        shares = ", ".join(f"{name} {percent(n / hands.hands, 2)}" for name, n in taken.items())
        out.print(f"Decisions: {shares}.\n")


def _print_session(out: Console, session: Session, totals: SessionTotals) -> None:
    sessions = f"Sessions of {session.rounds:,} rounds with {dollars(session.bankroll)}"
    out.print(f"{sessions}: {totals.sessions:,} by the player in seat 1", style="bold")
    shown = table("", "")
    count = totals.sessions
    shown.add_row("ruined: too little left for a round", percent(totals.ruined / count, 2))
    shown.add_row("ahead at the end", percent(totals.ahead / count, 2))
    shown.add_row("mean result", dollars(round(totals.net / count)))
    results = quantiles(totals.results, QUANTILES.values())
    shown.add_row("result: " + ", ".join(QUANTILES), ", ".join(map(dollars, results)))
    shown.add_row("greatest drawdown, mean", dollars(round(mean(totals.drawdowns))))
    falls = quantiles(totals.drawdowns, QUANTILES.values())
    shown.add_row("greatest drawdown: " + ", ".join(QUANTILES), ", ".join(map(dollars, falls)))
    shown.add_row("hold: win over drop", percent(-totals.net / (count * session.bankroll), 2))
    if totals.wagered:
        shown.add_row("hold: win over wagered", percent(-totals.net / totals.wagered, 2))
    out.print(shown)


def _print_depths(out: Console, depths: Sequence[Depth]) -> None:
    out.print("What counting cards gains, by the depth of the shoe", style="bold")
    means = ("by the cards on the table", "by all cards seen", "gained")
    numbers = ("rounds", *means, "standard error")
    shown = table("when the round began", *numbers, right=numbers)
    for depth in depths:
        values = (f"{one.value:+.6f}" for one in (depth.plain, depth.counting, depth.gain))
        shown.add_row(depth.mark, f"{depth.rounds:,}", *values, f"{depth.gain.stderr:.6f}")
    out.print(shown)
