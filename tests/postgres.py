"""A PostgreSQL server for the tests, in a temporary directory that goes with the session."""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import sqlalchemy as sa

from tests.ports import free_port

_names = itertools.count(1)


def binaries() -> Path | None:
    """Return where PostgreSQL's programs are. Debian keeps them off the path."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    installed = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = max(installed, key=lambda program: float(program.parts[-3]), default=None)
    return None if newest is None else newest.parent


class Postgres:
    """A running server. Its databases are numbered."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._maintenance = sa.create_engine(
            self.url("postgres"), isolation_level="AUTOCOMMIT", poolclass=sa.NullPool
        )

    def url(self, database: str) -> str:
        return f"postgresql+psycopg://croupier@127.0.0.1:{self._port}/{database}"

    def database(self, like: str = "template0") -> str:
        """Return the URL of a new database: empty, or a copy of one that nobody is connected to."""
        name = f"test_{next(_names)}"
        template = like.rpartition("/")[2]
        self._run(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Drop a database, with all connections to it."""
        self._run(f"DROP DATABASE {url.rpartition('/')[2]} WITH (FORCE)")

    def cut(self, url: str, which: str = "true") -> None:
        """Cut all connections to a database, as a restart would, or some of them."""
        ours = f"datname = '{url.rpartition('/')[2]}' AND {which}"
        self._run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {ours}")

    def _run(self, statement: str) -> None:
        with self._maintenance.connect() as connection:
            connection.execute(sa.text(statement))


@contextmanager
def running() -> Iterator[Postgres]:
    """Run a server on a free port. PostgreSQL refuses to run as root, so root lends it a user."""
    programs = binaries()
    if programs is None:
        raise RuntimeError("PostgreSQL is not installed: apt-get install postgresql")
    with TemporaryDirectory(prefix="croupier-postgres-") as directory:
        data = Path(directory) / "data"
        data.mkdir()
        as_user = _as_somebody(directory, data)
        owner = ["--username=croupier", "--auth=trust"]
        how = ["--encoding=UTF8", "--locale=C", "--no-sync"]
        _call([*as_user, str(programs / "initdb"), "-D", str(data), *owner, *how])
        port = free_port()
        settings = {
            "port": port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": directory,
            "fsync": "off",
            "full_page_writes": "off",
            "max_connections": 200,
        }
        options = [word for key, value in settings.items() for word in ("-c", f"{key}={value}")]
        log = Path(directory) / "log"
        with log.open("wb") as written:
            server = subprocess.Popen(
                [*as_user, str(programs / "postgres"), "-D", str(data), *options],
                stdout=written,
                stderr=subprocess.STDOUT,
                cwd=directory,
            )
        try:
            _wait(port, server, log)
            yield Postgres(port)
        finally:
            server.send_signal(signal.SIGINT)  # does not wait for open connections
            server.wait()


def _as_somebody(directory: str, data: Path) -> list[str]:
    """Return the words before a command that run it as another user, no longer than we run."""
    with_us = ["setpriv", "--pdeathsig", "INT"]
    if os.geteuid():
        return [*with_us, "--"]
    user = pwd.getpwnam("nobody")
    for path in (directory, data):
        os.chown(path, user.pw_uid, user.pw_gid)
    return [*with_us, f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups", "--"]


def _call(command: list[str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, cwd="/")
    if done.returncode:
        raise RuntimeError(f"{command[-1]}: {done.stderr}")


def _wait(port: int, server: subprocess.Popen[bytes], log: Path) -> None:
    engine = sa.create_engine(
        f"postgresql+psycopg://croupier@127.0.0.1:{port}/postgres", poolclass=sa.NullPool
    )
    until = time.monotonic() + 60
    while True:
        try:
            engine.connect().close()
            return
        except sa.exc.OperationalError:
            if server.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"PostgreSQL did not start: {log.read_text()}") from None
            time.sleep(0.05)
