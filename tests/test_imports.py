"""The rooms depend on each other in one direction only."""

from __future__ import annotations

import ast
from pathlib import Path

import croupier

PACKAGE = Path(croupier.__file__).parent

ROOMS = (
    "nouns",
    "equipment",
    "rules",
    "stage",
    "procedures",
    "mathematics",
    "games",
    "telling",
    "journal",
    "lab",
    "review",
    "company",
    "chair",
    "practice",
    "library",
    "terminal",
    "server",
    "cli",
)
"""From the nouns to the command line. A room imports only from itself and from rooms before it."""

LEVEL = {room: level for level, room in enumerate(ROOMS)}


def imports(file: Path) -> set[str]:
    """Return the package's modules that a file imports, late or for type checkers as well."""
    tree = ast.parse(file.read_text("utf-8"))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("croupier"):
            if node.module == "croupier":
                found |= {f"croupier.{alias.name}" for alias in node.names}
            else:
                found.add(node.module)
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.startswith("croupier.")}
    return found


def room_of(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def test_every_module_stands_in_a_room() -> None:
    for file in PACKAGE.iterdir():
        if file.suffix == ".py" or (file / "__init__.py").exists():
            name = file.stem
            assert name in LEVEL or name in ("__init__", "__main__"), f"{name} has no room"


def test_dependencies_point_upward_only() -> None:
    for file in PACKAGE.rglob("*.py"):
        parts = file.relative_to(PACKAGE).with_suffix("").parts
        room = parts[0]
        if room == "__init__" or room == "__main__":
            continue
        for module in imports(file):
            other = room_of(module)
            if other not in LEVEL or other == room:
                continue
            assert LEVEL[other] < LEVEL[room], f"{'/'.join(parts)} imports {module}"


def test_no_module_is_too_long_to_be_read() -> None:
    for file in PACKAGE.rglob("*.py"):
        lines = len(file.read_text("utf-8").splitlines())
        assert lines <= 600, f"{file.relative_to(PACKAGE)} has {lines} lines"


def test_games_do_not_know_one_another() -> None:
    for file in (PACKAGE / "games").glob("*/**/*.py"):
        game = file.relative_to(PACKAGE / "games").parts[0]
        for module in imports(file):
            if module.startswith("croupier.games."):
                assert module.split(".")[2] == game, f"{file} imports {module}"


PARTS = {"mathematics": ("odds", "card", "solver"), "kernel": ("__init__", "prepare", "rounds")}


def test_every_game_that_has_mathematics_has_it_in_the_same_places() -> None:
    for game in filter(Path.is_dir, (PACKAGE / "games").glob("[a-z]*")):
        for room, files in PARTS.items():
            for file in files if (game / room).is_dir() else ():
                assert (game / room / f"{file}.py").is_file(), f"{game.name} lacks {room}/{file}.py"
        names = {file.stem.partition("_")[0] for file in game.glob("*.py")}
        assert not names & {"odds", "solver", "kernel"}, (
            f"{game.name} holds mathematics beside its rules"
        )


def test_the_other_rooms_know_games_only_through_the_registry() -> None:
    for file in PACKAGE.rglob("*.py"):
        if "games" in file.relative_to(PACKAGE).parts:
            continue
        for module in imports(file):
            assert not module.startswith("croupier.games."), f"{file} imports {module}"
