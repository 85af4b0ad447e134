"""What is installed: one list for running, one for developing, each package at one version."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
RUN_EXTRAS = ("lab", "server")


def listed(name: str) -> dict[str, Requirement]:
    """The packages of a list by name; any other line than a package must be a comment or a list."""
    found: dict[str, Requirement] = {}
    for line in (ROOT / name).read_text("utf-8").splitlines():
        if line and not line.startswith(("#", "-r ")):
            requirement = Requirement(line)
            found[canonicalize_name(requirement.name)] = requirement
    return found


RUN = listed("requirements.txt")
DEV = listed("requirements-dev.txt")


def declared(*extras: str) -> list[Requirement]:
    """What the project asks for, with some of its extras."""
    lines = [*PROJECT["dependencies"]]
    for extra in extras:
        lines += PROJECT["optional-dependencies"][extra]
    return [Requirement(line) for line in lines if not line.startswith("croupier[")]


@pytest.mark.parametrize("pin", [*RUN.values(), *DEV.values()], ids=lambda pin: pin.name)
def test_every_package_has_one_version_and_no_address(pin: Requirement) -> None:
    assert [specifier.operator for specifier in pin.specifier] == ["=="]
    assert pin.url is None


def test_no_package_stands_in_both_lists() -> None:
    assert not RUN.keys() & DEV.keys()


def test_the_run_list_satisfies_what_serving_asks_for() -> None:
    for wanted in declared(*RUN_EXTRAS):
        (version,) = RUN[canonicalize_name(wanted.name)].specifier
        assert wanted.specifier.contains(version.version), wanted


def test_both_lists_satisfy_everything_that_is_declared() -> None:
    for wanted in declared(*PROJECT["optional-dependencies"]):
        (version,) = (RUN | DEV)[canonicalize_name(wanted.name)].specifier
        assert wanted.specifier.contains(version.version), wanted


def test_floors_of_what_faces_the_network_are_the_pinned_series() -> None:
    """Somebody who installs the server without our lists still gets the series we tested."""
    for wanted in declared("server", "postgres"):
        if wanted not in declared():
            (floor,) = wanted.specifier
            (pin,) = (RUN | DEV)[canonicalize_name(wanted.name)].specifier
            assert floor.operator == ">="
            assert pin.version.split(".")[0] == floor.version.split(".")[0], wanted


def test_running_brings_nothing_that_only_developing_needs() -> None:
    heavy = {
        "matplotlib",
        "typst",
        "distributed",
        "pandas",
        "playwright",
        "sphinx",
        "mypy",
        "ruff",
        "pytest",
    }
    assert not heavy & RUN.keys()
