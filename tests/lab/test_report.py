"""The mathematics report: complete, self-contained, and the same bytes for the same inputs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.driver import croupier

from croupier import games, lab
from croupier.lab.report import gather, html, pdf
from croupier.lab.report.blocks import Figure, Grid, Heading, Sheet
from croupier.rules import house


@pytest.fixture(scope="module", params=games.names())
def sheet(request: pytest.FixtureRequest) -> Sheet:
    return gather(lab.setting(house.standard(request.param)), rounds=100_000)


def titles(sheet: Sheet) -> list[str]:
    return [block.text for block in sheet.blocks if isinstance(block, Heading)]


def test_a_sheet_has_everything_that_is_signed(sheet: Sheet) -> None:
    found = titles(sheet)
    brief = ("The numbers, exactly", "The rules in brief", "The house file")
    for wanted in (*brief, "Outcomes", "Strategy card"):
        assert wanted in found
    assert any(title.startswith("Payouts") for title in found)
    assert any(title.startswith("House edge against") for title in found)
    assert {name for _, name, _ in sheet.headline} >= {"house edge", "element of risk"}
    for block in sheet.blocks:
        if isinstance(block, Grid):
            assert block.rows and all(len(row) == len(block.columns) for row in block.rows)


def test_the_sheet_says_what_the_lab_says(sheet: Sheet) -> None:
    game = next(name for name in games.names() if games.load(name).title in sheet.title)
    exact = lab.odds(lab.setting(house.standard(game))).figures
    numbers = next(block for block in sheet.blocks if isinstance(block, Grid))
    assert numbers.rows[0][3] == str(exact.house_edge)
    assert numbers.rows[3][3] == str(exact.variance)


def test_the_page_is_one_file_without_requests(sheet: Sheet) -> None:
    page = html.render(sheet)
    assert "<script" not in page and "@import" not in page
    outside = re.findall(r"(?:src|href)=['\"](?!#)([^'\"]+)", page)
    assert outside == []
    assert "prefers-color-scheme: dark" in page and "@media print" in page
    figures = sum(isinstance(block, Figure) for block in sheet.blocks)
    assert page.count("<svg") == 2 * figures >= 4


def test_drawing_a_sheet_again_gives_the_same_bytes(sheet: Sheet) -> None:
    assert html.render(sheet) == html.render(sheet)
    assert pdf.render(sheet) == pdf.render(sheet)


BOTH = """
import sys
from pathlib import Path
from croupier import lab
from croupier.lab.report import gather, html, pdf
from croupier.rules import house
sheet = gather(lab.setting(house.standard("double-down-stud")), rounds=20_000)
Path(sys.argv[1]).write_bytes(html.render(sheet).encode() + pdf.render(sheet))
"""


def test_other_processes_give_the_same_bytes(tmp_path: Path) -> None:
    """Nothing depends on the order of a set, which differs between processes."""
    made = []
    for seed in ("1", "2"):
        out = tmp_path / seed
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        subprocess.run([sys.executable, "-c", BOTH, str(out)], check=True, env=environment)
        made.append(out.read_bytes())
    assert made[0] == made[1] and b"%PDF-" in made[0]


def test_the_same_inputs_give_the_same_bytes() -> None:
    one, two = (
        gather(lab.setting(house.build("red-dog", {"decks": 2})), rounds=50_000) for _ in range(2)
    )
    assert html.render(one) == html.render(two)
    assert pdf.render(one) == pdf.render(two)
    assert pdf.render(one).startswith(b"%PDF-")
    other = gather(lab.setting(house.build("red-dog", {"decks": 2})), rounds=50_000, seed=2)
    assert html.render(other) != html.render(one)


def test_nothing_in_a_text_is_markup() -> None:
    odd = Sheet(
        'a <b> & #c \\ "d"',
        "*x* _y_ $z$",
        [("1", "<n>", "#m")],
        [Heading("<i>"), Grid(("[a]",), [["#panic()"]])],
    )
    assert "<b>" not in html.render(odd) and "&lt;b&gt;" in html.render(odd)
    assert pdf.render(odd).startswith(b"%PDF-")


def test_the_command_writes_all_or_nothing(tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    run = croupier("report", "red-dog", "--out", out, "--set", "decks=8", "--rounds", "20000")
    assert run.code == 0 and "2.7509 %" in out.read_text("utf-8")
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]
    for args in (
        ["--out", tmp_path / "x.doc"],
        ["--out", tmp_path / "no" / "x.pdf"],
        ["--out", out, "--set", "deks=3"],
    ):
        bad = croupier("report", "red-dog", *args)
        assert bad.code == 2 and bad.err.count("\n") == 1
    assert croupier("report", "red-dog", "--out", out, "--set", "decks=0").code == 1
    assert croupier("report", "blackjack", "--out", out).code == 2
