"""The documentation builds without a warning and is read without a network."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"
LOADS = {"img": "src", "script": "src", "source": "src", "iframe": "src", "link": "href"}
"""What a page fetches by itself, by tag; a link that somebody follows is no request."""
OUTSIDE = re.compile(r"^(https?:)?//")
CSS_LOADS = re.compile(r"""(?:url\(\s*|@import\s+)["']?((?:https?:)?//[^"')\s]+)""")
PAGES = (
    *(f"tours/{who}" for who in ("mathematician", "operator", "regulator", "dealer", "player", "developer")),
    *(f"generated/rules-{game}" for game in ("red-dog", "double-down-stud", "double-cross-poker", "winners-pot-poker")),
    "generated/findings", "generated/record", "generated/house", "mathematics", "architecture", "add-a-game",
    "security", "deployment", "api", "python", "policies", "testing", "journal", "simulation",
)  # fmt: skip


class Loads(HTMLParser):
    """Everything that a page fetches."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for key, value in attrs if key == LOADS.get(tag) and value]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pages = tmp_path_factory.mktemp("docs")
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-d", str(pages / ".trees"),
         "-b", "html", str(DOCS), str(pages)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return pages


def test_every_page_is_there(built: Path) -> None:
    for page in PAGES:
        assert (built / f"{page}.html").is_file(), page


def test_no_page_fetches_anything_from_elsewhere(built: Path) -> None:
    for page in built.rglob("*.html"):
        loads = Loads()
        loads.feed(page.read_text("utf-8"))
        assert loads.found, page
        for address in loads.found:
            assert not OUTSIDE.match(address), f"{page.name} fetches {address}"
    for sheet in built.rglob("*.css"):
        assert not CSS_LOADS.findall(sheet.read_text("utf-8")), sheet


def test_the_check_would_see_it() -> None:
    loads = Loads()
    loads.feed(
        '<link rel="stylesheet" href="https://elsewhere/a.css"><img src="//elsewhere/b.png">'
    )
    assert all(map(OUTSIDE.match, loads.found)) and len(loads.found) == 2
    assert CSS_LOADS.findall('@import "//x/y.css"; a { background: url(https://x/z.png) }')
