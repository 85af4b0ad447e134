"""The simulation in a report, beside the exact values: convergence, error, and session risk."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from croupier.lab.report import plots
from croupier.lab.report.blocks import Block, Grid, Heading
from croupier.lab.sessions import Session, SessionTotals, mean, quantiles
from croupier.lab.simulate import job_for, simulate
from croupier.lab.simulate_result import Result
from croupier.nouns.money import dollars
from croupier.rules.house import House

SESSION_ROUNDS: Final = 500
SESSION_WAGERS: Final = 100
"""The session of a report: its number of rounds, and its bankroll in first wagers."""
BANDS: Final = (0.05, 0.25, 0.5, 0.75, 0.95)


def run(house: House, rounds: int, seed: int, stake: int) -> Result:
    """Simulate the table of a report, with sessions."""
    session = Session(SESSION_ROUNDS, SESSION_WAGERS * stake)
    return simulate(job_for(house, seed=seed, session=session), rounds=rounds)


def blocks(result: Result) -> Iterator[Block]:
    """Yield the simulation's part of a report."""
    ev = result.ev
    low, high = ev.interval
    yield Heading("A simulation beside the exact value")
    rows = [
        ("rounds", f"{result.rounds:,}"),
        ("seed", str(result.job.seed)),
        ("estimate", f"{ev.value:.6f} ± {ev.stderr:.6f} first wagers a round"),
        ("95 % interval", f"{low:.6f} to {high:.6f}"),
    ]
    if ev.exact is not None and ev.z is not None:
        rows.append(("exact value", f"{float(ev.exact):.6f}"))
        rows.append(("z", f"{ev.z:+.2f} standard errors from the exact value"))
    yield Grid(("", ""), rows, wide=(1,))
    yield plots.figure(
        "convergence",
        "The estimate with its 95 % interval as rounds add up; the golden line is the exact value.",
        plots.convergence(result.path, None if ev.exact is None else float(ev.exact)),
    )
    sessions = result.totals.sessions
    if result.job.session is not None and sessions and sessions.sessions:
        yield from _session(result.job.session, sessions, result.job.stake)


def _session(session: Session, totals: SessionTotals, stake: int) -> Iterator[Block]:
    yield Heading("What a session risks")
    count = totals.sessions
    rows = [
        (
            "session",
            f"{session.rounds:,} rounds of {dollars(stake)} with {dollars(session.bankroll)}",
        ),
        ("sessions simulated", f"{count:,}"),
        ("ruined before the end", f"{totals.ruined / count * 100:.2f} %"),
        ("ahead at the end", f"{totals.ahead / count * 100:.2f} %"),
        ("mean greatest drawdown", dollars(round(mean(totals.drawdowns)))),
        ("hold of the house", f"{-totals.net / totals.wagered * 100:.2f} % of everything wagered"),
    ]
    note = "Ruin means that the bankroll no longer covers everything that a round may ask."
    yield Grid(("", ""), rows, wide=(1,), note=note)
    at = [0, *session.points]
    fan = [[session.bankroll] * len(BANDS), *(quantiles(counted, BANDS) for counted in totals.fan)]
    bands = {str(share): [row[i] / stake for row in fan] for i, share in enumerate(BANDS)}
    yield plots.figure(
        "bankroll",
        "The bankroll over a session: the golden line is the median, "
        "the bands hold half and nine tenths of all sessions.",
        plots.bankroll_fan(at, bands),
    )
