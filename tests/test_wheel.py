"""What is published: the wheel holds everything, and runs with the core's dependencies alone.

Nothing is fetched. ``venv`` makes a real, empty environment, and pip installs the wheel in it from
the file. Of the packages here only those that the core needs, directly or not, are put beside it.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from importlib.metadata import Distribution
from pathlib import Path

import pytest
from benchmarks.startup import core_distributions

ROOT = Path(__file__).parent.parent
LARGEST = 5_000_000
"""The largest size of the wheel, in bytes."""
NOT_CORE = ("numpy", "numba", "fastapi", "uvicorn", "matplotlib", "typst", "distributed", "psycopg")

PLAY = """
import sys, croupier
for game in croupier.game_names():
    croupier.open_table(game, {1: "500"}).open()
round = croupier.open_table("red-dog", {1: "500"}).begin(cards=["7c", "5h", "9s", "7d"])
for said in ("1 wager original 10", "dealer close", "1 raise 10"):
    round.act(said)
assert round.layout.seats[1].net == 4000
assert str(croupier.odds("red-dog").figures.house_edge) == "17533/626665"
print(croupier.__file__)
"""


def build(tree: Path, into: Path) -> tuple[Path, Path]:
    """Build the sdist of a tree, and the wheel from that sdist."""
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(into), str(tree)],
        check=True,
        capture_output=True,
    )
    return next(into.glob("*.tar.gz")), next(into.glob("*.whl"))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    return build(ROOT, tmp_path_factory.mktemp("dist"))


def shared(package: Distribution) -> set[Path]:
    """Return the top folders and files that a package has in site-packages."""
    tops = {
        file.parts[0] for file in package.files or () if file.parts[0] not in ("..", "__pycache__")
    }
    return {Path(str(package.locate_file(top))) for top in tops}


@pytest.fixture(scope="module")
def empty(built: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the programs of an environment with the wheel and the core's dependencies."""
    home = tmp_path_factory.mktemp("empty")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(home)], check=True)
    python = home / "bin" / "python"
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    site = Path(
        subprocess.run(
            [python, "-c", where], capture_output=True, text=True, check=True
        ).stdout.strip()
    )
    pip = [sys.executable, "-m", "pip", "--python", str(python)]
    install = [*pip, "install", "--quiet", "--no-deps", "--no-index", str(built[1])]
    subprocess.run(install, check=True, capture_output=True)
    for package in core_distributions().values():
        for path in shared(package):
            (site / path.name).symlink_to(path)
    return home / "bin"


def test_the_core_asks_for_little() -> None:
    names = {name.lower() for name in core_distributions()}
    assert not names.intersection(NOT_CORE)
    assert len(names) < 25, names


def test_the_wheel_holds_every_file_of_the_package(built: tuple[Path, Path]) -> None:
    """Rules, findings, felts, lessons, kept tables, the page, migrations and ``py.typed``."""
    source = ROOT / "src"
    here = {
        file.relative_to(source).as_posix()
        for file in (source / "croupier").rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    there = {name for name in zipfile.ZipFile(built[1]).namelist() if ".dist-info/" not in name}
    assert there == here
    for kind in (".toml", ".table", ".js", ".css", ".html", ".tcss", "py.typed", ".json"):
        assert any(name.endswith(kind) for name in there), kind


def test_the_wheel_is_small_and_licensed(built: tuple[Path, Path]) -> None:
    assert built[1].stat().st_size < LARGEST
    names = zipfile.ZipFile(built[1]).namelist()
    assert any(name.endswith("dist-info/licenses/LICENSE") for name in names)
    metadata = zipfile.ZipFile(built[1]).read(next(n for n in names if n.endswith("/METADATA")))
    for extra in ("server", "lab", "report", "dask", "postgres"):
        assert f"Provides-Extra: {extra}\n".encode() in metadata


def test_the_sdist_is_complete(built: tuple[Path, Path]) -> None:
    """The wheel comes from it. It also holds what a packager tests with, and no build outputs."""
    with tarfile.open(built[0]) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    for needed in (
        "Makefile",
        "requirements.txt",
        "CHANGELOG.md",
        "docs/conf.py",
        "examples/odds.ipynb",
        "tests/test_wheel.py",
        "benchmarks/__main__.py",
        "LICENSE",
    ):
        assert needed in names
    assert not [
        n for n in names if "__pycache__" in n or n.startswith(("docs/build", "docs/generated"))
    ]


def test_it_runs_with_the_core_alone(empty: Path) -> None:
    def ask(*command: str) -> str:
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=empty)
        assert done.returncode == 0, done.stderr
        return done.stdout

    program = str(empty / "croupier")
    assert ask(program, "--version").startswith("croupier ")
    assert "winners-pot-poker" in ask(program, "games")
    assert "5(e)" in ask(program, "rules", "red-dog", "5(e)")
    assert str(empty.parent) in ask(str(empty / "python"), "-I", "-c", PLAY)


@pytest.mark.parametrize(
    ("extra", "command"),
    [
        ("lab", ("odds", "winners-pot-poker")),
        ("lab", ("simulate", "red-dog")),
        ("lab", ("strategy", "double-cross-poker")),
        ("report", ("report", "red-dog", "--out", "sheet.pdf")),
        ("server", ("serve",)),
    ],
)
def test_what_is_missing_is_named_in_one_line(
    empty: Path, tmp_path: Path, extra: str, command: tuple[str, ...]
) -> None:
    done = subprocess.run(
        [empty / "croupier", *command], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert done.returncode == 1, done.stderr
    assert done.stderr.endswith(f": pip install 'croupier[{extra}]'\n")
    assert done.stderr.count("\n") == 1, done.stderr
