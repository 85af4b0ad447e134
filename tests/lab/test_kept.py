"""Kept tables are read back whole, not trusted when damaged, and never left half-written."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

from croupier import games
from croupier.games.double_cross_poker.mathematics.tables import showdowns
from croupier.games.winners_pot_poker.mathematics.odds import _DECIDED
from croupier.games.winners_pot_poker.mathematics.solver_payoff import terms
from croupier.games.winners_pot_poker.mathematics.tables import commissions, fixed, solution
from croupier.lab import setting
from croupier.mathematics import kept as kept_tables
from croupier.mathematics.kept import DamageError, DisagreementError, Keeper, Kept, write_whole
from croupier.nouns.hands import Comparison
from croupier.rules.house import standard

NAME = "small.minus3over4.table"


def small(shipped: Path, answer: int = 7, calls: list[str] | None = None) -> Kept[int]:
    """Return a table of one number."""

    def solve(report: Callable[[int, int], None]) -> int:
        if calls is not None:
            calls.append("solved")
        report(1, 1)
        return answer

    return Kept(
        "none",
        {"what": "small", "share": "-3/4"},
        shipped,
        solve=solve,
        pack=lambda number: str(number).encode(),
        unpack=int,
    )


def test_a_table_is_solved_once_and_then_read(tmp_path: Path) -> None:
    calls: list[str] = []
    kept = small(tmp_path / "none shipped", calls=calls)
    for _ in range(2):
        keeper = Keeper(tmp_path / "cache")
        assert keeper.table(kept) == keeper.table(kept) == 7
    assert calls == ["solved"]
    assert [file.name for file in (tmp_path / "cache" / "none").iterdir()] == [NAME]


def test_a_keeper_may_hold_only_the_tables_used_last(tmp_path: Path) -> None:
    calls: list[str] = []
    keeper = Keeper(most=2)
    tables = {
        share: replace(small(tmp_path, calls=calls), about={"share": share}) for share in "abc"
    }
    for share in "abacab":
        keeper.table(tables[share])
    assert len(calls) == 4, "b was dropped for c, and c for b"


def test_the_cache_keeps_the_tables_used_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody who edits odds again and again does not fill the disk."""
    monkeypatch.setattr(kept_tables, "FILES", 2)
    calls: list[str] = []
    tables = {
        share: replace(small(tmp_path / "shipped", calls=calls), about={"share": share})
        for share in "abc"
    }
    for hour, share in enumerate("ab"):  # long ago
        Keeper(tmp_path).table(tables[share])
        os.utime(tmp_path / "none" / tables[share].name, (hour, hour))
    for share in "ac":
        Keeper(tmp_path).table(tables[share])
    assert sorted(file.stem for file in (tmp_path / "none").iterdir()) == ["a", "c"]
    assert len(calls) == 3, "a was read the second time, which made b the oldest"


def test_nothing_is_written_without_a_cache_or_beside_a_shipped_table(tmp_path: Path) -> None:
    kept = small(tmp_path)
    Keeper().table(kept)
    assert not list(tmp_path.iterdir())
    kept.save(7, tmp_path / kept.name)
    Keeper(tmp_path / "cache", fresh=True).table(kept)
    assert not (tmp_path / "cache").exists()


def test_fresh_solves_again_and_must_agree(tmp_path: Path) -> None:
    calls: list[str] = []
    small(tmp_path).save(7, tmp_path / NAME)
    Keeper(fresh=True).table(small(tmp_path, calls=calls))
    assert calls == ["solved"]
    with pytest.raises(DisagreementError, match=r"small\.minus3over4\.table"):
        Keeper(fresh=True).table(small(tmp_path, answer=8))


def test_what_a_file_says_of_itself(tmp_path: Path) -> None:
    kept = small(tmp_path)
    kept.save(7, tmp_path / kept.name)
    mark, seal, about, _ = (tmp_path / NAME).read_bytes().split(b"\n", 3)
    assert mark == b"croupier table, format 2" and len(seal) == 64
    assert json.loads(about) == {"game": "none", "edition": 1, "what": "small", "share": "-3/4"}


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda whole: b"", "another format"),
        (lambda whole: b"\xff\xfe\x00", "another format"),
        (lambda whole: whole.replace(b"format 2", b"format 3"), "another format"),
        (lambda whole: whole[:24], "another format|checksum"),
        (lambda whole: whole[:60], "checksum"),
        (lambda whole: whole[:-9], "checksum"),
        (lambda whole: whole + b"\n", "checksum"),
        (lambda whole: whole.replace(b"-3/4", b"-3/5"), "checksum"),
    ],
)
def test_a_damaged_file_is_skipped_and_solved_again(
    tmp_path: Path, damage: Callable[[bytes], bytes], said: str
) -> None:
    kept = small(tmp_path)
    file = tmp_path / kept.name
    kept.save(9, file)
    file.write_bytes(damage(file.read_bytes()))
    with pytest.raises(DamageError, match=said):
        kept.load(file)
    heard: list[str] = []
    assert Keeper(warn=heard.append).table(kept) == 7
    assert len(heard) == 1 and NAME in heard[0]


@pytest.mark.parametrize(
    "other",
    [{"game": "another"}, {"edition": 2}, {"about": {"what": "small", "share": "1/2"}}],
    ids=str,
)
def test_a_sound_file_of_another_table_is_passed_over(tmp_path: Path, other: Any) -> None:
    kept = small(tmp_path)
    replace(kept, **other).save(9, tmp_path / kept.name)
    heard: list[str] = []
    assert Keeper(warn=heard.append).table(kept) == 7
    assert len(heard) == 1 and "it belongs to" in heard[0]


def test_a_sound_file_of_another_table_is_skipped(tmp_path: Path) -> None:
    kept = small(tmp_path)
    replace(kept, pack=lambda number: b"not a number").save(9, tmp_path / kept.name)
    with pytest.raises(DamageError, match="no such table"):
        kept.load(tmp_path / kept.name)
    assert Keeper().table(kept) == 7


def test_where_the_shipped_table_is_damaged_the_cache_takes_its_place(tmp_path: Path) -> None:
    calls: list[str] = []
    kept = small(tmp_path, calls=calls)
    (tmp_path / kept.name).write_bytes(b"damaged")
    for _ in range(2):
        assert Keeper(tmp_path / "cache").table(kept) == 7
    assert calls == ["solved"]
    assert (tmp_path / kept.name).read_bytes() == b"damaged"


GAMES: dict[str, Kept[Any]] = {
    "double-cross-poker": showdowns("standard"),
    "winners-pot-poker": solution(terms(10), "optimal"),
}


@pytest.mark.parametrize("game", GAMES)
def test_shipped_tables_are_what_solving_again_gives(game: str) -> None:
    kept = GAMES[game]
    found = kept.load(kept.shipped / kept.name)
    assert kept.pack(found) == kept.pack(kept.solve(lambda done, total: None))


def made_for(game: str, name: str) -> list[Kept[Any]]:
    """Return the tables that the strategy card of a game's default house asks a keeper for."""
    asked: list[Kept[Any]] = []

    class Noting(Keeper):
        def table(self, kept: Kept[Any]) -> Any:
            asked.append(kept)
            return super().table(kept)

    _DECIDED.clear()  # decisions that a prepared house holds are shared, not asked for again
    analysis = games.odds_of(game)
    assert analysis.plays is not None
    analysis.plays(setting(standard(game, "ma"), tables=Noting()), name)
    return asked


@pytest.mark.parametrize("game", GAMES)
def test_a_shipped_card_is_what_the_search_finds(game: str) -> None:
    card = made_for(game, "card")[-1]
    found = card.load(card.shipped / card.name)
    assert card.pack(found) == card.pack(card.solve(lambda done, total: None))


def test_all_shipped_files_are_sound_and_small() -> None:
    shipped: list[Kept[Any]] = [
        *(made_for(game, "card")[-1] for game in GAMES),
        *(showdowns(reading) for reading in get_args(Comparison)),
        solution(terms(10), "optimal"),
        commissions("pot", "literal"),
        fixed(Fraction(10), "pot", "literal"),
    ]
    for kept in shipped:
        kept.load(kept.shipped / kept.name)
    files = {file for kept in shipped for file in kept.shipped.iterdir()}
    assert files == {kept.shipped / kept.name for kept in shipped}
    assert sum(file.stat().st_size for file in files) < 2_500_000


@pytest.mark.parametrize("game", GAMES)
def test_any_byte_changed_is_noticed(game: str, tmp_path: Path) -> None:
    kept = GAMES[game]
    file = tmp_path / kept.name
    whole = (kept.shipped / kept.name).read_bytes()
    for at in (*range(0, 160, 7), *np.linspace(160, len(whole) - 1, 12).astype(int).tolist()):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        with pytest.raises(DamageError):
            kept.load(file)
    for length in (0, 10, 100, len(whole) // 2, len(whole) - 1):
        file.write_bytes(whole[:length])
        with pytest.raises(DamageError):
            kept.load(file)


@pytest.mark.parametrize("game", GAMES)
def test_a_table_cut_short_before_it_was_sealed_is_noticed(game: str, tmp_path: Path) -> None:
    kept = GAMES[game]
    body = kept.pack(kept.load(kept.shipped / kept.name))
    replace(kept, pack=lambda table: body[:-100]).save(None, tmp_path / kept.name)
    with pytest.raises(DamageError, match="no such table"):
        kept.load(tmp_path / kept.name)


def test_a_table_of_another_house_is_foreign(tmp_path: Path) -> None:
    ten, nine = GAMES["winners-pot-poker"], solution(terms(9), "optimal")
    shutil.copy(ten.shipped / ten.name, tmp_path / nine.name)
    with pytest.raises(DamageError, match='"win": "16/5"'):
        nine.load(tmp_path / nine.name)
    standard = GAMES["double-cross-poker"]
    with pytest.raises(DamageError, match='"reading": "standard"'):
        showdowns("category-only").load(standard.shipped / standard.name)


def test_an_interrupted_save_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = small(tmp_path)
    file = tmp_path / kept.name
    file.write_bytes(b"what was there")

    def interrupted(self: Path, target: Path) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        kept.save(7, file)
    assert [(f.name, f.read_bytes()) for f in tmp_path.iterdir()] == [
        (kept.name, b"what was there")
    ]


def test_writers_at_once_do_not_mix(tmp_path: Path) -> None:
    file = tmp_path / "file"
    contents = [bytes([n]) * 200_000 for n in range(8)]
    with ThreadPoolExecutor(len(contents)) as pool:
        list(pool.map(lambda content: write_whole(file, content), contents))
    assert file.read_bytes() in contents
    assert list(tmp_path.iterdir()) == [file]


def test_an_interrupted_solve_keeps_nothing(tmp_path: Path) -> None:
    def interrupted(report: Callable[[int, int], None]) -> int:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Keeper(tmp_path / "cache").table(replace(small(tmp_path / "no"), solve=interrupted))
    assert not (tmp_path / "cache").exists()


def test_a_cache_that_cannot_be_written_is_only_a_warning(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where a folder should be")
    heard: list[str] = []
    assert Keeper(tmp_path / "cache", warn=heard.append).table(small(tmp_path / "no")) == 7
    assert any("could not be kept" in line for line in heard)
