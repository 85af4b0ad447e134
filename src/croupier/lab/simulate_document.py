"""A simulation as plain data, as ``simulate`` prints it with ``--json``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isinf
from typing import Any, Final

from croupier.lab.documents import header, number
from croupier.lab.sessions import Session, SessionTotals, mean, quantiles
from croupier.lab.simulate_depth import Depth
from croupier.lab.simulate_job import kernel_of
from croupier.lab.simulate_result import Mean, Result, Seat, Tallied
from croupier.nouns.money import show_money

QUANTILES: Final = {"5 %": 0.05, "25 %": 0.25, "50 %": 0.5, "75 %": 0.75, "95 %": 0.95}


def document(result: Result, engine: str, depths: Sequence[Depth] = ()) -> dict[str, Any]:
    """Return everything that a simulation found."""
    job = result.job
    found: dict[str, Any] = {
        **header(job.setting),
        "strategies": list(job.strategies),
        "rounds": result.rounds,
        "seed": job.seed,
        **_compared(result.ev),
        "outcomes": result.hands.outcomes,
        **_shares(result.hands, job.stake),
        "side_wagers": _sides(result),
        "seats": {str(seat.number): _seat(seat, job.stake) for seat in result.seats},
        "house_result": {
            "net": show_money(result.house_net),
            "wagered": show_money(result.wagered),
            "hold": result.house_net / result.wagered,
        },
        "rounds_per_second": result.rounds_per_second,
        "seconds": result.seconds,
        "workers": result.workers,
        "engine": engine,
    }
    if job.session and result.totals.sessions and result.totals.sessions.sessions:
        found["session"] = session_document(job.session, result.totals.sessions)
    if depths:
        found["depth"] = [_depth(depth) for depth in depths]
    return found


def estimated(mean: Mean) -> dict[str, Any]:
    """Return an estimate as plain data; its error is null while it is unknown."""
    if isinf(mean.stderr):
        return {"value": mean.value, "stderr": None, "ci95": None}
    return {"value": mean.value, "stderr": mean.stderr, "ci95": list(mean.interval)}


def _compared(mean: Mean) -> dict[str, Any]:
    exact = None if mean.exact is None else number(mean.exact)
    return {"ev": estimated(mean), "exact_ev": exact, "z": mean.z}


def _shares(hands: Tallied, stake: int) -> dict[str, Any]:
    count = hands.hands
    return {
        "hit_frequency": hands.won / count,
        "average_wager": hands.wagered / (count * stake),
        "decisions": {name: n / count for name, n in hands.decisions.items()},
    }


def _sides(result: Result) -> dict[str, Any]:
    name = kernel_of(result.job.game).side_wager
    if result.side is None or result.side_ev is None or name is None:
        return {}
    return {
        name: {
            "stake": show_money(result.job.side),
            **_compared(result.side_ev),
            "outcomes": result.side.outcomes,
            "hit_frequency": result.side.won / result.side.hands,
        }
    }


def _seat(seat: Seat, stake: int) -> dict[str, Any]:
    found = {
        "strategy": seat.strategy,
        **_compared(seat.ev),
        "outcomes": seat.hands.outcomes,
        **_shares(seat.hands, stake),
    }
    if seat.side_ev is not None:
        found["side_wager"] = _compared(seat.side_ev)
    return found


def session_document(session: Session, totals: SessionTotals) -> dict[str, Any]:
    """Return what became of the sessions; money in dollars."""
    return {
        "rounds": session.rounds,
        "bankroll": show_money(session.bankroll),
        "sessions": totals.sessions,
        "ruin": totals.ruined / totals.sessions,
        "ahead": totals.ahead / totals.sessions,
        "mean": show_money(round(totals.net / totals.sessions)),
        "quantiles": _quantiles(totals.results),
        "drawdown": {
            "mean": show_money(round(mean(totals.drawdowns))),
            "quantiles": _quantiles(totals.drawdowns),
        },
        "hold": _hold(session, totals) if totals.wagered else None,
        "fan": [
            {"round": at, "bankroll": _quantiles(purses)}
            for at, purses in zip(session.points, totals.fan, strict=True)
        ],
    }


def _hold(session: Session, totals: SessionTotals) -> dict[str, float]:
    drop = totals.sessions * session.bankroll
    return {
        "win_over_drop": -totals.net / drop,
        "win_over_wagered": -totals.net / totals.wagered,
    }


def _quantiles(counted: Mapping[int, int]) -> dict[str, str]:
    found = quantiles(counted, QUANTILES.values())
    return {name: show_money(value) for name, value in zip(QUANTILES, found, strict=True)}


def _depth(depth: Depth) -> dict[str, Any]:
    return {
        "depth": depth.mark,
        "rounds": depth.rounds,
        "ev": estimated(depth.plain),
        "counting_ev": estimated(depth.counting),
        "gain": estimated(depth.gain),
    }
