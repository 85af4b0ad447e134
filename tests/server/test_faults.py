"""A full disk and a read-only database: clear refusals, no corruption, and play goes on after."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

import pytest

from croupier.journal import open_journal
from croupier.journal.database import published
from croupier.journal.signing import Signer
from croupier.server.database import store_of
from tests.server.forks import servers
from tests.server.kills import where
from tests.server.visitors import FAST, Data, House, Visitor, new_id, running

SMALL = 4096
"""The largest file on a disk that is nearly full, too small for any commit."""


@contextmanager
def full_disk(pid: int) -> Iterator[None]:
    """Make all writes to files fail, as they do when there is no space."""
    limits = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (SMALL, limits[1]))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, limits)


async def refused_and_unchanged(player: Visitor, table: str, act: Data) -> None:
    """Assert that an action that cannot be recorded is refused and has not happened."""
    before = await player.picture(table)
    answer = await player.post(f"/api/tables/{table}/acts", 503, **act)
    assert answer["error"]["kind"] == "journal"
    assert answer["error"]["message"] == "this cannot be recorded now; nothing has changed"
    async with player.socket(table) as socket:
        # The dealer lays out again what could not be recorded.
        await socket.until(table, lambda picture: picture["phase"] == before["phase"])
        await socket.send({"type": "act", "table": table} | act)
        refused = await socket.expect("ack", "refused")
        assert refused["type"] == "refused" and refused["error"] == answer["error"]
        after = await socket.until(table, lambda picture: picture["phase"] == before["phase"])
    assert after["state"] == before["state"] and after["next"] == before["next"]
    assert after["seats"]["1"]["wagers"] == {} and after["seats"]["1"]["chips"] == "500.00"
    ready = await player.http.get("/readyz")
    assert ready.status_code == 503 and "cannot be written" in ready.json()["status"]
    await player.get("/healthz")


async def goes_on(player: Visitor, table: str, act: Data) -> None:
    """Say the same action again and assert that it counts once."""
    async with player.socket(table) as socket:
        await socket.until(table, lambda picture: picture["phase"] == "wagering")
    done = await player.post(f"/api/tables/{table}/acts", 200, **act)
    again = await player.post(f"/api/tables/{table}/acts", 200, **act)
    assert not done["duplicate"] and again["duplicate"] and again["state"] == done["state"]
    picture = await player.picture(table)
    assert picture["seats"]["1"]["wagers"] == {"original": "10.00"}
    assert picture["seats"]["1"]["chips"] == "490.00"
    assert (await player.http.get("/readyz")).status_code == 200


async def seated(house: House) -> tuple[Visitor, str, Data]:
    table = await house.table()
    player = await house.player(table, 1, buy_in="500")
    state = (await player.picture(table))["state"]
    return player, table, {"id": new_id(), "said": "wager original 10", "state": state}


async def test_a_full_disk_refuses_and_goes_on_when_there_is_space(tmp_path: Path) -> None:
    async with running(tmp_path, FAST) as house:
        player, table, act = await seated(house)
    async with servers(where(tmp_path)) as start:
        pid = await start()
        player = Visitor(start.base, player.token)
        with full_disk(pid):
            await refused_and_unchanged(player, table, act)
        await goes_on(player, table, act)
        await player.http.aclose()
    with open_journal(where(tmp_path)) as journal:
        verdict = journal.verify()
        assert verdict.verified, verdict


async def test_a_database_that_turns_read_only_refuses_and_goes_on(tmp_path: Path) -> None:
    async with running(tmp_path, FAST) as house:
        player, table, act = await seated(house)
        write = house.hall.committer.write
        await write(lambda session: session.exec_driver_sql("PRAGMA query_only=1"))
        await refused_and_unchanged(player, table, act)
        await write(lambda session: session.exec_driver_sql("PRAGMA query_only=0"))
        await goes_on(player, table, act)
        assert (await house.floor.get("/api/journal/verify"))["verified"]


# --- at the start ---------------------------------------------------------------------------------


def serve(database: Path, *how: str, more: Sequence[str] = ()) -> subprocess.CompletedProcess[str]:
    """Run ``croupier serve``, which is expected to give up by itself."""
    program = Path(sys.executable).with_name("croupier")
    command = [*how, str(program), "serve", "--port", "0", "--database", str(database), *more]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def one_line(run: subprocess.CompletedProcess[str], *words: str) -> None:
    assert run.returncode in (1, 2), (run.returncode, run.stdout, run.stderr)
    (line,) = run.stderr.splitlines()
    assert line.startswith("croupier: ") and all(word in line for word in words), line


def test_a_key_that_cannot_be_kept_or_is_missing_gives_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    no_folder = ("--data", str(tmp_path / "file"))
    one_line(serve(tmp_path / "journal.db", more=no_folder), "file/keys", "cannot be kept")
    with open_journal(tmp_path / "signed.db", create=True) as journal:
        store = store_of(journal)
        key = Signer.create(tmp_path / "elsewhere", "2026-01-01T00:00:00Z").announce("2026")
        store.append((), [published(key)])
    one_line(serve(tmp_path / "signed.db"), key.key, "bring it back")


def contents(directory: Path) -> dict[str, str]:
    return {
        file.name: sha256(file.read_bytes()).hexdigest()
        for file in sorted(directory.iterdir())
        if file.is_file()
    }


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    """A database that has been used."""
    async with running(tmp_path, FAST) as house:
        await seated(house)
    return tmp_path / "journal.db"


@pytest.mark.parametrize("protected", ["file", "folder"])
async def test_a_database_that_may_not_be_written_is_not_served(
    database: Path, protected: str
) -> None:
    before = contents(database.parent)
    kept = database if protected == "file" else database.parent
    # Root must give up its capabilities, or permissions mean nothing.
    humble = ["setpriv", "--bounding-set=-dac_override"] if os.geteuid() == 0 else []
    mode = kept.stat().st_mode
    kept.chmod(0o444 if protected == "file" else 0o555)
    try:
        one_line(serve(database, *humble), str(database))
    finally:
        kept.chmod(mode)
    assert contents(database.parent).items() >= {"journal.db": before["journal.db"]}.items()
    with open_journal(str(database)) as journal:
        assert journal.verify().verified


async def test_a_full_disk_is_reported_at_the_start(database: Path, tmp_path: Path) -> None:
    full = ["prlimit", f"--fsize={SMALL}"]
    before = contents(tmp_path)["journal.db"]
    one_line(serve(database, *full), str(database))
    one_line(serve(tmp_path / "new" / "journal.db", *full), "journal.db")
    assert contents(tmp_path)["journal.db"] == before
    with open_journal(str(database)) as journal:
        assert journal.verify().verified
