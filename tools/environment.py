"""Sets up the environment in ``.venv``: what running needs, or what developing needs as well.

    python tools/environment.py .venv run     # live tables, play, odds
    python tools/environment.py .venv dev     # tests, checks, reports, documentation
    python tools/environment.py .venv pin     # write both lists again, with the newest releases

Only the standard library is used. Progress goes to the terminal as one line that moves on, or as a
few plain lines where the output is not a terminal.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).resolve().parent.parent
LISTS = {"run": ROOT / "requirements.txt", "dev": ROOT / "requirements-dev.txt"}
EXTRAS = {"run": "lab,server", "dev": "lab,server,report,dask,postgres,docs,dev"}
WHAT = {"run": "what the tables need", "dev": "what tests and checks need"}
OLDEST = (3, 11)
PIP = ("-m", "pip", "--disable-pip-version-check")
HEADS = {
    "run": "# What running needs, each at one version. `make pins` writes this list again.",
    "dev": "# What developing needs beside it. `make pins` writes this list again.\n"
    "-r requirements.txt",
}


def main(place: str, kind: str) -> None:
    """Set up ``place`` for ``run`` or ``dev``, or write the pinned lists with ``pin``."""
    if sys.version_info < OLDEST:
        needed = ".".join(map(str, OLDEST))
        fail(f"Python {needed} or newer is needed; this is {sys.version.split()[0]}")
    folder = ROOT / place
    if kind == "pin":
        pin()
        return
    began = time.monotonic()
    if not (folder / "bin" / "python").exists():
        say(f"Setting up {place} (once)")
        create(folder)
    python = str(folder / "bin" / "python")
    install(python, kind)
    pip(python, "install", "--quiet", "--no-deps", "--no-build-isolation", "--editable", str(ROOT))
    say(f"Ready after {time.monotonic() - began:.0f} s: {size(folder)} MB in {place}")


def create(folder: Path) -> None:
    """Make a virtual environment; install Debian's package for it where that is missing."""
    try:
        venv.create(folder, with_pip=True)
    except (subprocess.CalledProcessError, ImportError):
        say("python3-venv is missing: trying to install it")
        commands = ("apt-get update -qq", "apt-get install -y -qq python3-venv")
        if any(subprocess.run(command.split(), check=False).returncode for command in commands):
            fail("python3-venv could not be installed: install it, then try again")
        venv.create(folder, with_pip=True, clear=True)


def install(python: str, kind: str) -> None:
    """Install a pinned list, and say how far it is."""
    wanted = len(list(pinned(LISTS["run"]))) + (
        len(list(pinned(LISTS["dev"]))) if kind == "dev" else 0
    )
    command = [python, *PIP, "install", "--no-compile", "--progress-bar", "off"]
    command += ["--requirement", str(LISTS[kind])]
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=ROOT
    )
    assert running.stdout is not None
    seen: list[str] = []
    fetched = 0
    for line in running.stdout:
        seen.append(line)
        if found := re.match(r"(?:Collecting|Requirement already satisfied:) ([\w.\[\]-]+)", line):
            fetched += 1
            progress(f"  {WHAT[kind]}: {min(fetched, wanted)} of {wanted}  {found[1]}", fetched)
        elif line.startswith("Installing collected packages"):
            progress(f"  {WHAT[kind]}: unpacking {wanted} packages", 0)
    progress("", 1)
    if running.wait():
        reasons = [line for line in seen if "ERROR" in line or "error" in line] or seen[-3:]
        fail("the packages could not be installed: " + "".join(reasons[:3]).strip())


def pinned(file: Path) -> Iterator[str]:
    """The lines of a list that name a package."""
    for line in file.read_text("utf-8").splitlines():
        if re.match(r"[A-Za-z]", line):
            yield line


def pip(python: str, *words: str) -> str:
    """Run pip; what it printed if it succeeds, one line and the end if it does not."""
    done = subprocess.run(
        [python, *PIP, *words], capture_output=True, text=True, check=False, cwd=ROOT
    )
    if done.returncode:
        lines = (done.stdout + done.stderr).strip().splitlines()
        reasons = [line.strip() for line in lines if "Error" in line] or lines
        fail(f"pip {words[0]} failed: {reasons[-1]}")
    return done.stdout


def pin() -> None:
    """Resolve both lists again in an empty environment, with the newest releases there are."""
    known: set[str] = set()
    with tempfile.TemporaryDirectory() as folder:
        create(Path(folder))
        python = str(Path(folder) / "bin" / "python")
        for kind in LISTS:
            backend = ["editables", "hatchling"] if kind == "run" else []
            pip(python, "install", "--no-compile", *backend, f"{ROOT}[{EXTRAS[kind]}]")
            frozen = pip(python, "freeze", "--exclude", "croupier").splitlines()
            lines = [elsewhere(line) for line in frozen if line not in known]
            known.update(frozen)
            LISTS[kind].write_text("\n".join([HEADS[kind], *lines]) + "\n", "utf-8")
            say(f"{LISTS[kind].name}: {len(lines)} packages")


def elsewhere(line: str) -> str:
    """A pin with the condition under which it is needed at all."""
    return f"{line}; sys_platform != 'win32'" if line.startswith("uvloop==") else line


def size(folder: Path) -> int:
    """Megabytes in a folder."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) // 1_000_000


def progress(text: str, step: int) -> None:
    """Say how far it is: over the last line at a terminal, else every twentieth time."""
    if sys.stdout.isatty():
        print(f"\r\x1b[K{text[:78]}", end="", flush=True)
    elif text and step % 20 == 0:
        say(text)


def say(text: str) -> None:
    """Print a line at once."""
    print(text, flush=True)


def fail(text: str) -> NoReturn:
    """Say why it cannot go on, in one line."""
    sys.exit(f"croupier: {text}")


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[2] not in (*LISTS, "pin"):
        fail("usage: environment.py FOLDER run|dev|pin")
    main(*sys.argv[1:])
