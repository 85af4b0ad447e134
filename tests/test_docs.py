"""The documentation builds without a warning and can be read offline."""

from __future__ import annotations

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"
LOADS = {"img": "src", "script": "src", "source": "src", "iframe": "src", "link": "href"}
"""What a page fetches by itself, by tag. A link that a reader follows does not count."""
OUTSIDE = re.compile(r"^(https?:)?//")
CSS_LOADS = re.compile(r"""(?:url\(\s*|@import\s+)["']?((?:https?:)?//[^"')\s]+)""")
TOURS = "mathematician operator floor regulator dealer player developer"
GAMES = "red-dog double-down-stud double-cross-poker winners-pot-poker"
GENERATED = "findings record house"
WRITTEN = (
    "mathematics architecture add-a-game security deployment api"
    " python policies testing journal simulation"
)
PAGES = (
    *(f"tours/{who}" for who in TOURS.split()),
    *(f"generated/rules-{game}" for game in GAMES.split()),
    *(f"generated/{name}" for name in GENERATED.split()),
    *WRITTEN.split(),
)


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
    sphinx = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going"]
    where = ["-d", str(pages / ".trees"), "-b", "html", str(DOCS), str(pages)]
    done = subprocess.run([*sphinx, *where], capture_output=True, text=True, check=False)
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
