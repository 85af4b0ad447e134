"""What runs a simulation: this process, several processes on this machine, or a Dask cluster."""

from __future__ import annotations

import importlib
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

from croupier.lab.settings import LabMissingError
from croupier.lab.simulate import ALONE, Workers
from croupier.nouns.reasons import Reason
from croupier.stage.actions import Refusal


def processors() -> int:
    """Return how many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


@contextmanager
def processes(count: int) -> Iterator[Workers]:
    """Start this many worker processes; for one, this process does the work itself."""
    if count == 1:
        yield ALONE
        return
    executor = ProcessPoolExecutor(count, initializer=_heedless)
    executor.submit(int).result()  # start them now, while this process has no other threads
    try:
        yield Workers(executor, count, "processes")
    finally:
        executor.shutdown(cancel_futures=True)


def _heedless() -> None:
    """Ignore interrupts: the main process handles them and saves what is done."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def dask(address: str, patience: float = 10) -> Iterator[Workers]:
    """Connect to a running Dask cluster.

    Raises :class:`Refusal` if none answers within ``patience`` seconds. If a worker is lost,
    another one repeats its task.
    """
    try:
        distributed: Any = importlib.import_module("distributed")
    except ModuleNotFoundError as missing:
        raise LabMissingError(
            f"a Dask cluster needs {missing.name}: pip install 'croupier[dask]'"
        ) from missing
    try:
        # Resolve first: a client with a bad address prints an error at exit, half a minute later.
        distributed.comm.resolve_address(address)
        client = distributed.Client(address, timeout=patience, set_as_default=False)
    except (OSError, ValueError) as error:
        raise Refusal(Reason(f"no Dask scheduler answers at {address}: {error}")) from error
    with client:
        count = sum(client.nthreads().values())
        if not count:
            raise Refusal(Reason(f"the Dask cluster at {address} has no workers"))
        yield Workers(client.get_executor(pure=False, retries=3), count, "dask")
