"""A simulation beside the exact values: convergence, error, and what a session risks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from croupier.lab.report import plots
from croupier.lab.report.blocks import Block, Grid, Heading


@dataclass(frozen=True)
class Session:
    """What may become of a bankroll over many rounds, from simulated sessions."""

    rounds: int
    bankroll: int
    sessions: int
    ruin: float
    ahead: float
    drawdown: float
    at: Sequence[int]
    quantiles: Mapping[str, Sequence[float]]


@dataclass(frozen=True)
class Trial:
    """A simulation of the table, in units of the first wager."""

    rounds: int
    seed: int
    ev: float
    stderr: float
    path: Sequence[tuple[int, float, float]]
    """After so many rounds: the estimate and its standard error."""
    session: Session | None = None

    def blocks(self, exact: float) -> Iterator[Block]:
        """The simulation's part of a report."""
        z = (self.ev - exact) / self.stderr
        yield Heading("A simulation beside the exact value")
        rows = [
            ("rounds", f"{self.rounds:,}"),
            ("seed", str(self.seed)),
            ("estimate", f"{self.ev:.6f} ± {self.stderr:.6f}"),
            ("95 % interval", f"{self.ev - 1.96 * self.stderr:.6f} to {self.ev + 1.96 * self.stderr:.6f}"),
            ("exact value", f"{exact:.6f}"),
            ("z", f"{z:+.2f} standard errors from the exact value"),
        ]  # fmt: skip
        yield Grid(("", ""), rows, wide=(1,))
        yield plots.figure(
            "convergence", "The estimate with its 95 % interval as rounds add up; the line is the exact value.",
            plots.convergence(self.path, exact),
        )  # fmt: skip
        if self.session is not None:
            yield from _session(self.session)


def _session(s: Session) -> Iterator[Block]:
    yield Heading("What a session risks")
    rows = [
        (
            "session",
            f"{s.rounds:,} rounds with {s.bankroll:,} first wagers, {s.sessions:,} simulated",
        ),
        ("ruined before its end", f"{s.ruin * 100:.2f} %"),
        ("ahead at its end", f"{s.ahead * 100:.2f} %"),
        ("mean greatest drawdown", f"{s.drawdown:.1f} first wagers"),
    ]
    yield Grid(("", ""), rows, wide=(1,))
    yield plots.figure(
        "bankroll", "The bankroll over a session: the middle line is the median, the bands hold half and nine tenths of sessions.",
        plots.bankroll_fan(s.at, s.quantiles),
    )  # fmt: skip
