"""Kept tables: read back whole, never trusted when damaged, never left half-written."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from croupier.games.double_cross_poker.odds import kept_table
from croupier.games.double_cross_poker.solver_table import Table
from croupier.games.winners_pot_poker import odds_kept
from croupier.games.winners_pot_poker.solver_terms import terms
from croupier.mathematics.kept import DisagreementError, Keeper, Kept, load_document, save_document

ABOUT = {"game": "none", "seats": 3}


def small(shipped: Path, answer: int = 7, calls: list[str] | None = None) -> Kept[dict[str, Any]]:
    """A table of one number."""

    def solve(report: Callable[[int, int], None]) -> dict[str, Any]:
        if calls is not None:
            calls.append("solved")
        report(1, 1)
        return {**ABOUT, "answer": answer}

    return Kept(
        "none", "small.json", shipped, solve=solve, save=save_document,
        load=lambda path: load_document(path, ABOUT), same=lambda one, other: one == other,
    )  # fmt: skip


def test_a_table_is_solved_once_and_then_read(tmp_path: Path) -> None:
    calls: list[str] = []
    kept = small(tmp_path / "none shipped", calls=calls)
    for _ in range(2):
        keeper = Keeper(tmp_path / "cache")
        assert keeper.table(kept)["answer"] == keeper.table(kept)["answer"] == 7
    assert calls == ["solved"]
    assert [file.name for file in (tmp_path / "cache" / "none").iterdir()] == ["small.json"]


def test_nothing_is_written_without_a_cache_or_beside_a_shipped_table(tmp_path: Path) -> None:
    kept = small(tmp_path)
    Keeper().table(kept)
    assert not list(tmp_path.iterdir())
    save_document({**ABOUT, "answer": 7}, tmp_path / "small.json")
    Keeper(tmp_path / "cache", fresh=True).table(kept)
    assert not (tmp_path / "cache").exists()


def test_find_never_solves(tmp_path: Path) -> None:
    calls: list[str] = []
    kept = small(tmp_path, calls=calls)
    assert Keeper().find(kept) is None
    save_document({**ABOUT, "answer": 7}, tmp_path / "small.json")
    assert Keeper().find(kept) == {**ABOUT, "answer": 7}
    assert not calls


def test_fresh_solves_anew_and_must_agree(tmp_path: Path) -> None:
    calls: list[str] = []
    save_document({**ABOUT, "answer": 7}, tmp_path / "small.json")
    Keeper(fresh=True).table(small(tmp_path, calls=calls))
    assert calls == ["solved"]
    with pytest.raises(DisagreementError, match=r"small\.json"):
        Keeper(fresh=True).table(small(tmp_path, answer=8))


@pytest.mark.parametrize("damage", ["cut", "changed", "empty", "other", "not-text", "version"])
def test_a_damaged_or_foreign_document_is_passed_over(tmp_path: Path, damage: str) -> None:
    file = tmp_path / "small.json"
    save_document({**ABOUT, "answer": 9}, file)
    whole = file.read_bytes()
    if damage == "other":
        save_document({**ABOUT, "seats": 4, "answer": 9}, file)
    else:
        file.write_bytes({
            "cut": whole[:-9], "changed": whole.replace(b"9", b"8"), "empty": b"",
            "not-text": b"\xff\xfe\x00", "version": whole.replace(b'"version": 1', b'"version": 2'),
        }[damage])  # fmt: skip
    heard: list[str] = []
    assert Keeper(warn=heard.append).table(small(tmp_path))["answer"] == 7
    assert len(heard) == 1 and "small.json" in heard[0]


GAMES: dict[str, Kept[Any]] = {
    "double-cross-poker": kept_table("standard"),
    "winners-pot-poker": odds_kept.solution(terms(10), "optimal"),
}


@pytest.mark.parametrize("game", GAMES)
def test_shipped_tables_are_what_solving_anew_gives(game: str) -> None:
    kept = GAMES[game]
    found = kept.load(kept.shipped / kept.name)
    assert kept.same(found, kept.solve(lambda done, total: None))


def test_all_shipped_files_are_sound_and_small() -> None:
    for reading in ("standard", "top-card-only", "category-only"):
        kept = kept_table(reading)
        assert isinstance(kept.load(kept.shipped / kept.name), Table)
    files = [file for kept in GAMES.values() for file in kept.shipped.iterdir()]
    assert len(files) == 6
    assert sum(file.stat().st_size for file in files) < 3_000_000


@pytest.mark.parametrize("game", GAMES)
def test_any_byte_changed_is_noticed(game: str, tmp_path: Path) -> None:
    kept = GAMES[game]
    file = tmp_path / kept.name
    shutil.copy(kept.shipped / kept.name, file)
    whole = file.read_bytes()
    for at in np.linspace(0, len(whole) - 40, 12).astype(int).tolist():
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        try:
            found = kept.load(file)
        except (ValueError, OSError):
            continue
        # A few bytes of a packed file, such as dates, carry nothing.
        assert kept.same(found, kept.load(kept.shipped / kept.name))
    file.write_bytes(whole[: len(whole) // 2])
    with pytest.raises((ValueError, OSError)):
        kept.load(file)


def test_a_table_of_another_house_is_foreign(tmp_path: Path) -> None:
    ten = GAMES["winners-pot-poker"]
    nine = odds_kept.solution(terms(9), "optimal")
    shutil.copy(ten.shipped / ten.name, tmp_path / nine.name)
    with pytest.raises(ValueError, match="another commission"):
        nine.load(tmp_path / nine.name)
    standard = kept_table("standard")
    with pytest.raises(ValueError, match="belongs to the reading standard"):
        kept_table("category-only").load(standard.shipped / standard.name)


@pytest.mark.parametrize("game", GAMES)
def test_an_interrupted_save_leaves_what_was_there(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = GAMES[game]
    found = kept.load(kept.shipped / kept.name)
    file = tmp_path / kept.name
    file.write_bytes(b"what was there")

    def interrupted(self: Path, target: Path) -> Path:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        kept.save(found, file)
    assert [(f.name, f.read_bytes()) for f in tmp_path.iterdir()] == [
        (kept.name, b"what was there")
    ]


def test_an_interrupted_solve_keeps_nothing(tmp_path: Path) -> None:
    def interrupted(report: Callable[[int, int], None]) -> dict[str, Any]:
        raise KeyboardInterrupt

    kept = small(tmp_path / "none shipped")
    broken = Kept(
        kept.game, kept.name, kept.shipped, interrupted, kept.save, kept.load, kept.same
    )  # fmt: skip
    with pytest.raises(KeyboardInterrupt):
        Keeper(tmp_path / "cache").table(broken)
    assert not (tmp_path / "cache").exists()


def test_a_cache_that_cannot_be_written_is_only_a_warning(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where a folder should be")
    heard: list[str] = []
    assert (
        Keeper(tmp_path / "cache", warn=heard.append).table(small(tmp_path / "no"))["answer"] == 7
    )
    assert any("could not be kept" in line for line in heard)
