"""Who simulates: this process, several processes on this machine, or a Dask cluster."""

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
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1


@contextmanager
def processes(count: int) -> Iterator[Workers]:
    """So many processes; with one there is no need for another."""
    if count == 1:
        yield ALONE
        return
    executor = ProcessPoolExecutor(count, initializer=_heedless)
    executor.submit(int).result()  # they start now, while this process has no other threads
    try:
        yield Workers(executor, count, "processes")
    finally:
        executor.shutdown(cancel_futures=True)


def _heedless() -> None:
    """An interrupt is for the process that gave the work: it saves what is done."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def dask(address: str, patience: float = 10) -> Iterator[Workers]:
    """A Dask cluster that is running; :class:`Refusal` if none answers within so many seconds.

    A task whose worker is lost is done again by another.
    """
    try:
        distributed: Any = importlib.import_module("distributed")
    except ModuleNotFoundError as missing:
        raise LabMissingError(
            f"a Dask cluster needs {missing.name}: pip install 'croupier[dask]'"
        ) from missing
    try:
        # First: a client that was made for no address complains of its own end, half a minute later.
        distributed.comm.resolve_address(address)
        client = distributed.Client(address, timeout=patience, set_as_default=False)
    except (OSError, ValueError) as error:
        raise Refusal(Reason(f"no Dask scheduler answers at {address}: {error}")) from error
    with client:
        count = sum(client.nthreads().values())
        if not count:
            raise Refusal(Reason(f"the Dask cluster at {address} has no workers"))
        yield Workers(client.get_executor(pure=False, retries=3), count, "dask")
