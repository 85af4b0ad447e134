"""What card counting gains, by how many cards of the shoe have been dealt.

Two seats play the same rounds. One goes by the cards on the table alone, the other by everything
seen since the shuffle. Their difference has little noise, because most rounds end alike for both.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from croupier.lab.simulate import simulate
from croupier.lab.simulate_job import Job, kernel_of, nets, prepared
from croupier.lab.simulate_result import Mean, mean_of
from croupier.nouns.reasons import MalformedError


@dataclass(frozen=True)
class Depth:
    """The rounds that began at about this depth of the shoe, in units of the first wager."""

    mark: str
    rounds: int
    plain: Mean
    counting: Mean
    gain: Mean
    """What counting added."""


def depth_job(job: Job) -> Job:
    """Return the job that compares the strategy of a table's first seat with a card counter."""
    counter = kernel_of(job.game).counter
    if counter is None:
        raise MalformedError(f"{job.game} shuffles before every round: there is nothing to count")
    plain = job.strategies[0] if job.strategies[0] != counter else "optimal"
    return replace(job, strategies=(plain, counter), side=0, session=None, pairs=True)


def by_depth(job: Job, **how: Any) -> list[Depth]:
    """Simulate the comparison; ``how`` is passed to :func:`~croupier.lab.simulate.simulate`."""
    compared = depth_job(job)
    result = simulate(compared, **how)
    made = prepared(compared)
    net = nets(made.hands).astype(object)
    found = []
    for mark, pairs in zip(made.marks, result.totals.pairs, strict=True):
        counts = pairs.astype(object)
        if counts.sum():
            plain, counting = counts.sum(axis=1), counts.sum(axis=0)
            gain = np.subtract.outer(net, net).T  # the second seat's less the first's
            means = [
                mean_of(int((n * x).sum()), int((n * x * x).sum()), int(counts.sum()), job.stake)
                for n, x in ((plain, net), (counting, net), (counts, gain))
            ]
            found.append(Depth(mark, int(counts.sum()), *means))
    return found
