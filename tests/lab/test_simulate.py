"""Simulations are reproducible and resumable, and agree with the exact odds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.support import typed

from croupier.games.winners_pot_poker.house import WinnersPotHouse
from croupier.games.winners_pot_poker.mathematics.odds import solution
from croupier.games.winners_pot_poker.mathematics.seats import Rake, Scene
from croupier.games.winners_pot_poker.mathematics.seats import estimate as played_out
from croupier.lab import simulate_job
from croupier.lab.sessions import POINTS, Session, quantiles
from croupier.lab.settings import lab_house
from croupier.lab.simulate import Workers, job_for, simulate, tasks
from croupier.lab.simulate_depth import by_depth
from croupier.lab.simulate_engines import processes
from croupier.lab.simulate_job import CHUNK, Job, Totals, blocks, prepared, run
from croupier.lab.simulate_result import Result
from croupier.mathematics.kernels import ROUND
from croupier.nouns.reasons import MalformedError
from croupier.rules.house import build
from croupier.stage.actions import Refusal

GAMES = ("red-dog", "double-down-stud", "double-cross-poker", "winners-pot-poker")
SIDES = {"double-cross-poker": 100, "winners-pot-poker": 100}


def a_job(game: str, seats: int = 1, **more: Any) -> Job:
    return job_for(build(game), seats=seats, side=SIDES.get(game, 0), **more)


def same(one: Totals, other: Totals) -> bool:
    return one.plain() == other.plain()


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use chunks of 4,096 rounds, for many tasks in little time."""
    monkeypatch.setattr(simulate_job, "CHUNK", 4096)


# --- in agreement with the exact odds -------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_estimates_agree_with_the_exact_odds(game: str) -> None:
    result = simulate(a_job(game, seed=3), rounds=4_000_000)
    assert result.ev.exact is not None and result.ev.z is not None
    assert abs(result.ev.z) < 4
    if result.side_ev is not None:
        assert result.side_ev.z is not None and abs(result.side_ev.z) < 4
    figures = _figures(result)
    for name, count in result.hands.outcomes.items():
        share = float(figures.outcomes[name])
        assert count / result.rounds == pytest.approx(share, abs=5 * (share / result.rounds) ** 0.5)
    for name, count in result.hands.decisions.items():
        assert count / result.rounds == pytest.approx(float(figures.decisions[name]), abs=0.002)


def _figures(result: Result) -> Any:
    from croupier.lab.answers import odds
    from croupier.mathematics.analysis import Question

    return odds(result.job.setting, Question(result.job.strategies[0], brief=True)).figures


@pytest.mark.parametrize("game", GAMES)
def test_zs_are_spread_as_they_should_be(game: str) -> None:
    """Over sixty seeds the standard error is neither too small nor too large."""
    zs = [simulate(a_job(game, seed=seed), rounds=60_000).ev.z for seed in range(60)]
    spread = np.std([z for z in zs if z is not None])
    assert 0.7 < spread < 1.35


def test_several_seats_share_the_cards_and_the_error_knows_it() -> None:
    """Seats at one table win and lose together, so their mean is less certain than N rounds'."""
    result = simulate(job_for(build("red-dog"), seats=5), rounds=200_000)
    alone = result.seats[0].ev
    assert result.ev.stderr == pytest.approx(alone.stderr)
    assert [seat.ev.value for seat in result.seats] == [alone.value] * 5
    assert result.ev.exact == alone.exact == Fraction(-17533, 626665)


def test_each_seat_has_its_own_strategy() -> None:
    job = job_for(build("double-down-stud"), seats=2, strategies=("optimal", "never-double"))
    one, two = simulate(job, rounds=500_000).seats
    assert one.ev.exact != two.ev.exact
    assert one.ev.z is not None and abs(one.ev.z) < 4 and two.ev.z is not None and abs(two.ev.z) < 4
    assert two.hands.decisions == {"pass": 500_000, "double": 0}


def test_no_exact_value_is_claimed_where_there_is_none() -> None:
    assert simulate(a_job("winners-pot-poker", 2), rounds=1000).ev.exact is None
    counting = job_for(build("red-dog"), strategies=("counting",))
    assert simulate(counting, rounds=1000).ev.z is None
    capped = {"payout_limit": "60000", "rulings.D-02": "all-wagers"}
    assert (
        simulate(job_for(build("double-cross-poker", capped), side=100), rounds=1000).ev.exact
        is None
    )


@pytest.mark.parametrize("seats", [2, 5])
def test_seats_of_a_pot_are_worth_what_playing_rounds_out_says(seats: int) -> None:
    """Compare with another method: rounds played one by one, with another generator."""
    job = a_job("winners-pot-poker", seats)
    ours = simulate(job, rounds=1_000_000)
    theirs = played_out(
        solution(job.setting),
        Rake.of(typed(job.setting.house, WinnersPotHouse), 500),
        Scene.start(seats),
        rounds=200_000,
        seed=3,
    )
    for seat, other in zip(ours.seats, theirs, strict=True):
        error = (seat.ev.stderr**2 + other.stderr**2) ** 0.5
        assert abs(seat.ev.value - other.value) < 4.5 * error


def test_an_infinite_shoe_and_other_stakes() -> None:
    house = lab_house(
        "red-dog", {"decks": "infinite", "payouts.spread.1": "11 to 2", "chip": "0.50"}
    )
    result = simulate(job_for(house, wager=550), rounds=3_000_000)
    assert result.ev.z is not None and abs(result.ev.z) < 4


# --- reproducible ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.usefixtures("small_chunks")
def test_totals_depend_on_the_seed_alone(game: str) -> None:
    one = simulate(a_job(game, 2, seed=1), rounds=30_000)
    assert same(one.totals, simulate(a_job(game, 2, seed=1), rounds=30_000).totals)
    assert not same(one.totals, simulate(a_job(game, 2, seed=2), rounds=30_000).totals)
    job = a_job(game, 2, seed=1)
    pieces = [run(job, first, size) for first, size in ((2, 4096), (0, 8192), (3, 17_712))]
    assert same(one.totals, pieces[2] + pieces[0] + pieces[1])


@pytest.mark.parametrize("session", [None, Session(100, 20_000)])
def test_two_processes_come_to_the_same_totals_as_one(session: Session | None) -> None:
    job = job_for(build("double-down-stud"), session=session)
    rounds = 5 * CHUNK // 2
    alone = simulate(job, rounds=rounds)
    with processes(2) as by:
        assert by.count == 2
        assert same(alone.totals, simulate(job, rounds=rounds, by=by).totals)


def test_known_totals_for_a_known_seed() -> None:
    """A change here changes everybody's results for a seed, so ALGORITHM must change as well."""
    assert {game: _known(game) for game in GAMES} == KNOWN


def _known(game: str) -> tuple[int, int]:
    result = simulate(a_job(game, seed=2026), rounds=100_000)
    return result.hands.net, result.totals.squares[0]


KNOWN = {
    "red-dog": (-1345000, 63230000000),
    "double-down-stud": (-2198000, 119608000000),
    "double-cross-poker": (-1948000, 217693000000),
    "winners-pot-poker": (-9981100, 216487090000),
}


def test_the_last_rounds_of_a_run_are_the_same_in_a_longer_run() -> None:
    job = a_job("winners-pot-poker", 3)
    short = [block.hands.copy() for block in blocks(job, 0, 10_000)]
    long = [block.hands.copy() for block in blocks(job, 0, 20_000)]
    assert (np.hstack(short) == np.hstack(long)[:, :10_000]).all()


@pytest.mark.usefixtures("small_chunks")
def test_the_rounds_are_numbered_through_from_chunk_to_chunk() -> None:
    """The button goes by the round's number and does not jump at a new chunk."""
    job = a_job("winners-pot-poker", 2)
    made = prepared(job)
    begun = []

    def play(cards: Any, memory: Any, hands: Any, sides: Any, marks: Any) -> int:
        begun.append(int(memory[ROUND]))
        return made.play(cards, memory, hands, sides, marks)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulate_job, "prepared", lambda job: replace(made, play=play))
        run(job, 0, 10_000)
    assert begun == [0, 4096, 8192]


def test_tasks_follow_one_another_and_cover_all_rounds() -> None:
    job = a_job("red-dog")
    todo = [*tasks(job, 1000 * CHUNK + 5)]
    ends = [first * CHUNK + rounds for first, rounds in todo]
    assert [first * CHUNK for first, _ in todo] == [0, *ends[:-1]]
    assert ends[-1] == 1000 * CHUNK + 5
    later = [*tasks(job, 1000 * CHUNK + 5, done=todo[7][0] * CHUNK)]
    assert later == todo[7:]


# --- to a wanted precision ------------------------------------------------------------------------


@pytest.mark.usefixtures("small_chunks")
def test_a_run_stops_when_it_is_precise_enough() -> None:
    job = a_job("red-dog")
    result = simulate(job, until_stderr=0.006)
    assert result.ev.stderr <= 0.006
    *_, before, last = result.path
    assert before[2] > 0.006 >= last[2]
    with processes(2) as by:
        assert same(result.totals, simulate(job, until_stderr=0.006, by=by).totals)
    assert simulate(job, rounds=4096, until_stderr=0.006).rounds == 4096


def test_the_error_of_a_single_round_is_unknown() -> None:
    result = simulate(a_job("red-dog"), rounds=1)
    assert result.ev.stderr == inf and result.ev.z is None


@pytest.mark.parametrize(
    "how", [{}, {"rounds": 0}, {"until_stderr": 0.0}, {"until_stderr": inf}, {"rounds": -5}]
)
def test_a_run_needs_an_end(how: dict[str, Any]) -> None:
    with pytest.raises(MalformedError):
        simulate(a_job("red-dog"), **how)


# --- checkpoints ----------------------------------------------------------------------------------


class Stopped(Exception):
    """Raised as if the run were cut off."""


def stop_after(rounds: int) -> Any:
    def watch(result: Result) -> None:
        if result.rounds >= rounds:
            raise Stopped

    return watch


@pytest.mark.parametrize("session", [None, Session(64, 20_000)])
@pytest.mark.usefixtures("small_chunks")
def test_a_run_that_is_stopped_goes_on_where_it_was(
    tmp_path: Path, session: Session | None
) -> None:
    job = a_job("double-cross-poker", 2, session=session)
    keep = tmp_path / "run.json"
    with pytest.raises(Stopped):
        simulate(job, rounds=50_000, keep=keep, watch=stop_after(20_000))
    heard: list[str] = []
    result = simulate(job, rounds=50_000, keep=keep, warn=heard.append)
    assert heard == ["resuming after 20,480 rounds"]
    assert result.path[0][0] > 20_480
    assert same(result.totals, simulate(job, rounds=50_000).totals)


@pytest.mark.usefixtures("small_chunks")
def test_a_finished_run_can_be_made_longer(tmp_path: Path) -> None:
    job, keep = a_job("red-dog"), tmp_path / "run.json"
    simulate(job, rounds=10_000, keep=keep)
    heard: list[str] = []
    longer = simulate(job, rounds=30_000, keep=keep, warn=heard.append)
    assert heard == ["resuming after 8,192 rounds"]
    assert same(longer.totals, simulate(job, rounds=30_000).totals)
    shorter = simulate(job, rounds=5_000, keep=keep, warn=heard.append)
    assert "more than 5,000: starting from the beginning" in heard[-1]
    assert same(shorter.totals, simulate(job, rounds=5_000).totals)


@pytest.mark.usefixtures("small_chunks")
def test_another_setting_starts_again_and_says_why(tmp_path: Path) -> None:
    keep = tmp_path / "run.json"
    simulate(a_job("red-dog", seed=1), rounds=10_000, keep=keep)
    heard: list[str] = []
    other = job_for(build("red-dog", {"decks": 8}), seed=2)
    result = simulate(other, rounds=10_000, keep=keep, warn=heard.append)
    assert heard == [
        "run.json belongs to another simulation (house.decks was None, now 8; seed was 1, now 2): "
        "starting from the beginning"
    ]
    assert same(result.totals, simulate(other, rounds=10_000).totals)


@pytest.mark.parametrize("content", [b"dear diary", b"[]", b"\xff\xd8\xff"])
def test_a_file_that_is_not_a_checkpoint_is_not_overwritten(tmp_path: Path, content: bytes) -> None:
    keep = tmp_path / "run.json"
    keep.write_bytes(content)
    with pytest.raises(MalformedError, match="is not a checkpoint"):
        simulate(a_job("red-dog"), rounds=5_000, keep=keep)
    assert keep.read_bytes() == content


@pytest.mark.parametrize(
    "content", ["", '{"croupier-simulation": 1, "sett', '{"croupier-simulation": 99}']
)
def test_a_damaged_checkpoint_is_passed_over(tmp_path: Path, content: str) -> None:
    keep = tmp_path / "run.json"
    keep.write_text(content)
    heard: list[str] = []
    simulate(a_job("red-dog"), rounds=100, keep=keep, warn=heard.append)
    assert len(heard) == 1 and heard[0].endswith("starting from the beginning")


@pytest.mark.usefixtures("small_chunks")
def test_a_checkpoint_with_wrong_totals_is_passed_over(tmp_path: Path) -> None:
    job, keep = a_job("red-dog"), tmp_path / "run.json"
    simulate(job, rounds=5_000, keep=keep)
    document = json.loads(keep.read_text())
    document["totals"]["hands"] = [[1, 2, 3]]
    keep.write_text(json.dumps(document))
    heard: list[str] = []
    simulate(job, rounds=5_000, keep=keep, warn=heard.append)
    assert "is damaged" in heard[0]
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]


class Lost(Exception):
    """A worker that is gone."""


@pytest.mark.usefixtures("small_chunks")
def test_what_workers_have_done_is_kept_when_they_are_lost(tmp_path: Path) -> None:
    from concurrent.futures import Executor, Future

    class Fragile(Executor):
        done = 0

        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            self.done += 1
            if self.done > 5:
                future.set_exception(Lost())
            else:
                future.set_result(fn(*args, **kwargs))
            return future

    job, keep = a_job("red-dog"), tmp_path / "run.json"
    with pytest.raises(Lost):
        simulate(job, rounds=60_000, keep=keep, by=Workers(Fragile(), 2))
    heard: list[str] = []
    result = simulate(job, rounds=60_000, keep=keep, warn=heard.append)
    assert heard == ["resuming after 20,480 rounds"]
    assert same(result.totals, simulate(job, rounds=60_000).totals)


# --- what the table does not allow ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "how", "words"),
    [
        ("red-dog", {"seats": 8}, "this table has 7"),
        ("red-dog", {"wager": 525}, "in steps of"),
        ("red-dog", {"wager": 100}, "it must be \\$5 to \\$500"),
        ("winners-pot-poker", {"wager": 1000}, "it must be \\$5"),
        ("double-cross-poker", {"side": 10_050}, "it must be \\$1 to \\$100"),
    ],
)
def test_what_the_table_does_not_allow_is_refused(
    game: str, how: dict[str, Any], words: str
) -> None:
    with pytest.raises(Refusal, match=words):
        job_for(build(game), **how)


def test_a_bonus_that_is_not_offered_is_refused() -> None:
    with pytest.raises(Refusal, match="not offered"):
        job_for(build("winners-pot-poker", {"jacks_plus.offered": False}), side=100)


@pytest.mark.parametrize(
    "how",
    [
        {"strategies": ("clever",)},
        {"seats": 3, "strategies": ("optimal", "optimal")},
        {"side": 100},
        {"seed": -1},
        {"seed": 1 << 64},
        {"session": Session(0, 5)},
    ],
)
def test_what_makes_no_sense_is_malformed(how: dict[str, Any]) -> None:
    with pytest.raises(MalformedError):
        job_for(build("red-dog"), **how)


def test_amounts_beyond_exact_sums_are_refused() -> None:
    house = build("red-dog", {"maximum": "9000000", "payouts.spread.1": "900 to 1"})
    with pytest.raises(MalformedError, match="too large"):
        simulate(job_for(house, wager=900_000_000), rounds=10)


# --- sessions -------------------------------------------------------------------------------------


def walked(nets: list[int], stakes: list[int], session: Session, exposure: int) -> dict[str, Any]:
    """Walk through a session in plain Python."""
    purse = top = session.bankroll
    fall = wagered = 0
    ruined = purse < exposure
    fan = []
    for n, (net, stake) in enumerate(zip(nets, stakes, strict=True), 1):
        if not ruined:
            purse, wagered = purse + net, wagered + stake
            top = max(top, purse)
            fall = max(fall, top - purse)
            ruined = purse < exposure
        if n in session.points:
            fan.append(purse)
    return {
        "net": purse - session.bankroll,
        "fall": fall,
        "ruined": ruined,
        "wagered": wagered,
        "fan": fan,
    }


@pytest.mark.parametrize("game", ["red-dog", "double-cross-poker"])
@pytest.mark.usefixtures("small_chunks")
def test_sessions_are_what_a_plain_walk_says(game: str) -> None:
    session = Session(50, 6_000)
    job = a_job(game, session=session)
    made = prepared(job)
    rounds = 2 * job.chunk + 30
    result = simulate(job, rounds=rounds)
    walks = [*_walks(job, made, rounds)]
    totals = result.totals.sessions
    assert totals is not None and totals.sessions == len(walks) == rounds // 50
    assert totals.ruined == sum(walk["ruined"] for walk in walks) > 0
    assert totals.wagered == sum(walk["wagered"] for walk in walks)
    assert sorted(totals.results.elements()) == sorted(walk["net"] for walk in walks)
    assert sorted(totals.drawdowns.elements()) == sorted(walk["fall"] for walk in walks)
    assert totals.ahead == sum(walk["net"] > 0 for walk in walks)
    for place, counted in enumerate(totals.fan):
        assert sorted(counted.elements()) == sorted(walk["fan"][place] for walk in walks)


def _walks(job: Job, made: Any, rounds: int) -> Iterator[dict[str, Any]]:
    assert job.session is not None
    nets: list[int] = []
    stakes: list[int] = []
    for chunk in range(-(-rounds // job.chunk)):
        for block in blocks(job, chunk, min(job.chunk, rounds - chunk * job.chunk)):
            hands = [made.hands[code] for code in block.hands[0]]
            sides = [made.sides[code] for code in block.sides[0]] if made.sides else []
            if not sides:
                nets += [e.net for e in hands]
                stakes += [e.wagered for e in hands]
                continue
            both = list(zip(hands, sides, strict=True))
            nets += [e.net + f.net for e, f in both]
            stakes += [e.wagered + f.wagered for e, f in both]
    length = job.session.rounds
    for start in range(0, len(nets) - length + 1, length):
        part = slice(start, start + length)
        yield walked(nets[part], stakes[part], job.session, made.exposure)


def test_a_player_who_cannot_cover_a_round_is_ruined_at_once() -> None:
    job = job_for(build("red-dog"), session=Session(10, 999))
    totals = simulate(job, rounds=1000).totals.sessions
    assert totals is not None and totals.ruined == totals.sessions == 100
    assert totals.results == {0: 100} and totals.wagered == 0


@pytest.mark.parametrize("rounds", [1, 7, 20, 33, 1000])
def test_a_session_is_looked_at_up_to_its_end(rounds: int) -> None:
    points = Session(rounds, 1).points
    assert points[-1] == rounds and len(points) == min(rounds, POINTS)


def test_quantiles_are_values_that_occur() -> None:
    assert quantiles({-3: 1, 1: 1, 9: 2}, (0.0, 0.25, 0.26, 0.5, 0.51, 1.0)) == [-3, -3, 1, 1, 9, 9]


# --- counting cards -------------------------------------------------------------------------------


def test_counting_gains_more_the_deeper_the_shoe() -> None:
    first, second = by_depth(job_for(build("red-dog", {"decks": 1})), rounds=2_000_000)
    assert first.mark == "0 to 25 cards dealt" and first.rounds > second.rounds > 0
    assert first.gain.value > 4 * first.gain.stderr > 0
    assert second.gain.value > 4 * second.gain.stderr
    assert second.gain.value > first.gain.value
    difference = second.counting.value - second.plain.value
    assert second.gain.value == pytest.approx(difference)


def test_there_is_nothing_to_count_in_a_deck_that_is_shuffled_every_round() -> None:
    with pytest.raises(MalformedError, match="nothing to count"):
        by_depth(job_for(build("double-down-stud")), rounds=1000)
