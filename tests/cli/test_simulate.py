"""``croupier simulate`` as people type it, and what comes back."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.driver import croupier

GAMES = ("red-dog", "double-down-stud", "double-cross-poker", "winners-pot-poker")
KEYS = {"rounds", "seed", "ev", "exact_ev", "z", "outcomes", "rounds_per_second", "workers"}


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Send checkpoints without a name to the test's own folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.mark.parametrize("game", GAMES)
def test_the_document_has_its_keys(game: str) -> None:
    done = croupier("simulate", game, "--rounds", 20_000, "--seed", 9, "--workers", 1, "--json")
    document = done.document
    assert done.code == 0 and document.keys() >= KEYS
    assert (document["rounds"], document["seed"], document["workers"]) == (20_000, 9, 1)
    low, high = document["ev"]["ci95"]
    assert low < document["ev"]["value"] < high
    assert sum(document["outcomes"].values()) == 20_000
    exact = document["exact_ev"]
    error = document["ev"]["stderr"]
    assert document["z"] == pytest.approx((document["ev"]["value"] - exact["value"]) / error)
    assert "/" in exact["exact"]
    assert document["rounds_per_second"] > 0


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_document_with_one_or_two_workers(game: str) -> None:
    asked = ("simulate", game, "--rounds", "25e5", "--json")
    one, two = (croupier(*asked, "--workers", n).document for n in (1, 2))
    for document in (one, two):
        for timed in ("rounds_per_second", "seconds", "workers", "engine"):
            del document[timed]
    assert one == two
    other = croupier(*asked, "--workers", 1, "--seed", 2).document
    assert other["outcomes"] != one["outcomes"]


def test_several_seats_with_their_own_strategies_and_a_side_wager() -> None:
    asked = "simulate double-cross-poker --rounds 50000 --seats 2 --side 5 --wager 10 --json"
    strategies = ("--strategy", "optimal,never-fold")
    reading = ("--set", "rulings.D-07=does-not-count")
    document = croupier(*asked.split(), *strategies, *reading).document
    assert [document["seats"][n]["strategy"] for n in "12"] == ["optimal", "never-fold"]
    assert sum(document["outcomes"].values()) == 100_000
    assert document["seats"]["2"]["decisions"]["fold"] == 0
    assert document["stake"] == "10.00"
    side = document["side_wagers"]["three-card"]
    assert (side["stake"], side["exact_ev"]["exact"]) == ("5.00", "-269/5525")
    house, wagered = (round(float(document["house_result"][key])) for key in ("net", "wagered"))
    assert document["house_result"]["hold"] == pytest.approx(house / wagered, abs=1e-4)


def test_no_exact_value_is_null() -> None:
    document = croupier("simulate", "winners-pot-poker", "--rounds", 5000, "--seats", 3, "--json")
    assert document.document["exact_ev"] is None and document.document["z"] is None


def test_sessions_and_the_hold() -> None:
    document = croupier(
        "simulate", "red-dog", "--rounds", "200,000", "--session", 100, "--bankroll", 100, "--json"
    ).document
    session = document["session"]
    assert (session["sessions"], session["bankroll"]) == (2000, "100.00")
    assert 0 < session["ruin"] < 1 and 0 < session["ahead"] < 0.6
    assert [point["round"] for point in session["fan"]] == list(range(5, 101, 5))
    assert session["hold"]["win_over_drop"] == pytest.approx(
        -float(session["mean"]) / 100, abs=0.001
    )
    shown = croupier("simulate", "red-dog", "--rounds", 20_000, "--session", 100, "--bankroll", 100)
    assert "hold: win over drop" in shown.out and "ruined" in shown.out
    short = croupier(
        "simulate", "red-dog", "--rounds", 50, "--session", 100, "--bankroll", 100, "--json"
    )
    assert short.code == 0 and "session" not in short.document  # none was played to its end


def test_what_counting_gains_by_depth() -> None:
    asked = ("simulate", "red-dog", "--rounds", 1_000_000, "--set", "decks=1", "--depth")
    first, second = croupier(*asked, "--json").document["depth"]
    assert second["gain"]["value"] > first["gain"]["value"] > 0
    assert "What counting cards gains" in croupier(*asked).out


def test_until_a_wanted_precision() -> None:
    document = croupier("simulate", "red-dog", "--until-stderr", 0.0015, "--json").document
    assert document["ev"]["stderr"] <= 0.0015
    assert document["rounds"] == 2 * 1048576


def test_people_see_estimate_error_exact_value_and_rate() -> None:
    shown = croupier("simulate", "double-down-stud", "--rounds", 30_000, "--seats", 2).out
    for words in (
        "Double Down Stud, Massachusetts: 30,000 rounds, seed 1",
        "95 % interval",
        "-0.047413",
        "seat 2, optimal",
        "The house won",
        "million rounds a second",
    ):
        assert words in shown


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--rounds", "many"], 2, "is not a whole number"),
        (["--rounds", "1e"], 2, "is not a whole number"),
        (["--rounds", "1e99999999999"], 2, "is not a whole number"),
        (["--rounds", "0"], 2, "at least 1"),
        (["--rounds", "10", "--seats", "8"], 1, "[X-12]"),
        (["--rounds", "10", "--seats", "0"], 2, "seats"),
        (["--rounds", "10", "--strategy", "lucky"], 2, "never-raise"),
        (["--rounds", "10", "--wager", "1"], 1, "[X-09]"),
        (["--rounds", "10", "--wager", "1.234"], 2, "two decimals"),
        (["--rounds", "10", "--side", "1"], 2, "no side wager"),
        (["--rounds", "10", "--session", "5"], 2, "--bankroll"),
        (["--rounds", "10", "--seed", "-1"], 2, "seed"),
        (["--rounds", "10", "--set", "decks=0"], 1, "decks"),
        (["--rounds", "10", "--until-stderr", "-1"], 2, "standard error"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(arguments: list[str], code: int, words: str) -> None:
    done = croupier("simulate", "red-dog", *arguments)
    assert done.code == code and words in done.err and done.err.count("\n") == 1
    assert done.out == ""


def test_a_terminal_shows_rate_estimate_and_error() -> None:
    """The bar is on stderr only, so piped output stays clean."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "croupier", "simulate", "red-dog", "--rounds", "6e6", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=theirs, text=True) as process:
        os.close(theirs)
        shown = b""
        with contextlib.suppress(OSError):  # the other end closes when the command ends
            while part := os.read(ours, 65536):
                shown += part
        out, _ = process.communicate()
    os.close(ours)
    assert json.loads(out)["rounds"] == 6_000_000
    assert b"million rounds/s" in shown and "±".encode() in shown


@pytest.mark.parametrize("package", ["numba", "numpy"])
def test_what_to_install_is_said_where_a_package_is_missing(package: str) -> None:
    program = (
        f"import sys; sys.modules[{package!r}] = None; from croupier.cli import main; "
        "main(['simulate', 'red-dog', '--rounds', '1e3'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert "pip install 'croupier[lab]'" in done.stderr and done.stderr.count("\n") == 1


def test_a_run_resumes_from_a_checkpoint(tmp_path: Path) -> None:
    keep = tmp_path / "run.json"
    asked = ("simulate", "red-dog", "--workers", 1, "--checkpoint", keep, "--json")
    croupier(*asked, "--rounds", 1048576)
    longer = croupier(*asked, "--rounds", 1_500_000)
    assert "resuming after 1,048,576 rounds" in longer.err
    plain = croupier("simulate", "red-dog", "--rounds", 1_500_000, "--json").document
    assert longer.document["outcomes"] == plain["outcomes"]
    other = croupier(*asked, "--rounds", 1_500_000, "--seed", 7)
    assert "seed was 1, now 7" in other.err and "starting from the beginning" in other.err


def test_a_checkpoint_without_settings_is_not_resumed(tmp_path: Path) -> None:
    file = tmp_path / "half.json"
    file.write_text('{"croupier-simulation": 1}')
    done = croupier("simulate", "red-dog", "--rounds", 10, "--workers", 1, "--checkpoint", file)
    assert done.code == 0 and "starting from the beginning" in done.err


def test_an_interrupted_run_resumes_with_the_same_command(tmp_path: Path) -> None:
    """After Ctrl-C the next run finds the checkpoint, although it was not named."""
    state = tmp_path / "state"
    command = [sys.executable, "-m", "croupier", "simulate", "red-dog", "--seats", "3", "--json"]
    environment = {**os.environ, "XDG_STATE_HOME": str(state)}
    # A background job and its children may have been started with Ctrl-C ignored.
    first = subprocess.Popen(
        [*command, "--rounds", "1e12"],
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    while not list(state.rglob("*.json")):
        assert first.poll() is None
        time.sleep(0.1)
    first.send_signal(signal.SIGINT)
    out, said = first.communicate(timeout=120)
    assert first.returncode == 130 and json.loads(out)["error"]["kind"] == "usage"
    (kept,) = state.rglob("*.json")
    assert f"resumes from {kept}" in said
    done = json.loads(kept.read_text())["totals"]["rounds"]
    next_one = subprocess.run(
        [*command, "--rounds", str(done + 1000)],
        env=environment,
        text=True,
        capture_output=True,
        check=True,
    )
    assert f"resuming after {done:,} rounds" in next_one.stderr
    assert json.loads(next_one.stdout)["rounds"] == done + 1000
    assert not list(state.rglob("*.json"))
