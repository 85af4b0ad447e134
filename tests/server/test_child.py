"""A process that answers questions: begun, begun again, cut off, and asked by a few at once."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from croupier.server.child import BusyError, Child, CrashedError

pytestmark = pytest.mark.asyncio(loop_scope="module")

ECHO = 'import sys\nfor line in sys.stdin:\n    print(line, end="", flush=True)\n'
STUCK = ("-c", "import time; time.sleep(60)")
SERVES = """
from croupier.server.child import serve
def answer(line):
    raise ValueError("the hole card is As")
serve(answer, 1)
"""


async def test_it_begins_with_a_question_and_ends_when_nobody_asks() -> None:
    child = Child(("-c", ECHO), 20.0, idle=0.05)
    assert child.process is None
    assert await child.ask(b'{"a": 1}') == {"a": 1}
    process = child.process
    assert process is not None
    async with asyncio.timeout(5):
        await process.wait()
    assert await child.ask(b"2") == 2 and child.process is not process
    await child.stop()
    assert child.process is None


async def test_a_question_just_as_the_process_ends_begins_another_and_is_no_crash(
    caplog: pytest.LogCaptureFixture,
) -> None:
    child = Child(("-c", ECHO), 20.0)
    assert await child.ask(b"1") == 1
    child._kill()  # what the end of the idle time does
    assert await child.ask(b"2") == 2 and not caplog.records
    await child.stop()


async def test_it_stays_between_questions_and_survives_being_killed() -> None:
    child = Child(("-c", ECHO), 20.0)
    assert await child.ask(b"1") == 1
    process = child.process
    assert await child.ask(b"2") == 2 and child.process is process and process is not None
    process.kill()
    assert await child.ask(b"3") == 3 and child.process is not process
    await child.stop()


async def test_a_process_that_crashes_is_begun_once_more(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    flag = tmp_path / "crashed"
    once = f"import pathlib, sys\nf = pathlib.Path({str(flag)!r})\n" + (
        "if not f.exists():\n    f.touch(); sys.exit(1)\n"
    )
    child = Child(("-c", once + ECHO), 20.0)
    assert await child.ask(b"1") == 1
    await child.stop()
    assert len(caplog.records) == 1


async def test_a_crash_is_logged_in_one_line_with_the_end_of_what_it_said(
    caplog: pytest.LogCaptureFixture,
) -> None:
    loud = "import sys; sys.stderr.write('x' * 300_000 + '\\nout of memory\\n'); sys.exit(3)"
    child = Child(("-c", loud), 20.0)
    with pytest.raises(CrashedError):
        await child.ask(b'"the question"')
    assert child.process is None and len(caplog.records) == 2  # it was begun twice
    for record in caplog.records:
        told = record.getMessage()
        assert told.endswith("x | out of memory") and "exit status 3" in told
        assert len(told) < 1300 and "\n" not in told and "the question" not in told


async def test_what_takes_too_long_is_cut_off(caplog: pytest.LogCaptureFixture) -> None:
    child = Child(STUCK, 0.3)
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        await child.ask(b"1")
    assert time.monotonic() - began < 10 and child.process is None
    assert "gave no answer in 0.3 seconds" in caplog.text


async def test_a_question_that_is_stopped_begins_no_other_process(
    caplog: pytest.LogCaptureFixture,
) -> None:
    child = Child(STUCK, 20.0)
    asked = asyncio.create_task(child.ask(b"1"))
    while child.process is None:
        await asyncio.sleep(0.01)
    await child.stop()
    with pytest.raises(CrashedError):
        await asked
    assert child.process is None and not caplog.records


async def test_a_process_that_cannot_be_started_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/program")
    with pytest.raises(OSError, match="no/such/program"):
        await Child(STUCK, 20.0).ask(b"1")


async def test_waiting_for_a_turn_is_bounded_and_ends_nobody_elses_answer() -> None:
    slow = "import sys, time\nfor line in sys.stdin:\n    time.sleep(1)\n    print(1, flush=True)\n"
    child = Child(("-c", slow), 20.0, most=2, patience=0.2)
    first = asyncio.create_task(child.ask(b"1"))
    await asyncio.sleep(0)
    second = asyncio.create_task(child.ask(b"2"))
    await asyncio.sleep(0)
    with pytest.raises(BusyError, match="too many"):
        await child.ask(b"3")
    with pytest.raises(BusyError, match="turn"):
        await second
    assert await first == 1 and await child.ask(b"4") == 1
    await child.stop()


async def test_a_question_is_not_counted_as_waiting_time() -> None:
    """Without patience a question waits as long as it must; its time begins with its turn."""
    slow = (
        "import sys, time\nfor line in sys.stdin:\n    time.sleep(0.5)\n    print(1, flush=True)\n"
    )
    child = Child(("-c", slow), 20.0)
    await child.ask(b"0")
    child.seconds = 1.2
    assert await asyncio.gather(*(child.ask(b"1") for _ in range(4))) == [1] * 4
    await child.stop()


async def test_what_fails_inside_is_told_without_its_text() -> None:
    done = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", SERVES], input=b"1\n", capture_output=True
    )
    told = json.loads(done.stderr)
    assert done.returncode == 1 and done.stdout == b""
    assert told["error"] == "ValueError" and told["at"][-1].startswith("answer:")
    assert b"hole card" not in done.stderr
