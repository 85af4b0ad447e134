"""Only a game's own folder names its wagers, options and verbs. No other room knows them."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import croupier
from croupier import games
from croupier.stage.game import Game
from croupier.telling import felt
from tests import javascript

PACKAGE = Path(croupier.__file__).parent
PAGE = javascript.PAGE.relative_to(PACKAGE).as_posix()

EXEMPT = {
    "chair/hands.py": {"ask": "an act of the dealer"},
    "chair/wording.py": {"ask": "an act of the dealer", "cut": "an act of the dealer"},
    "procedures/single_deck.py": {"cut": "a bound of the rulebook: how many cards a cut takes"},
    "server/migrations/versions/0007_played.py": {"void": "the outcome of a round"},
    "stage/payments.py": {"void": "the state of a hand that has left the round, and its act"},
    "stage/preparing.py": {"cut": "an act of the dealer", "ask": "an act of the dealer"},
    "stage/round.py": {"void": "the outcome of a round"},
    "stage/vocabulary.py": {"ask": "an act of the dealer"},
    "telling/narrative.py": {"void": "how a void round is told"},
    "terminal/chair.py": {"void": "the outcome of a round"},
    "terminal/dialogs.py": {"void": "the outcome of a round"},
    f"{PAGE}/status.js": {"void": "the outcome of a round"},
}
"""Words of a game that mean something else in a file, and what they mean there."""


def sentences(game: Game) -> list[list[str]]:
    return [sentence.split() for sentence in game.grammar.sentences("seat")]


def wagers(game: Game) -> set[str]:
    """Return what chips are put on, and the words that say where they lie."""
    drawn = felt.load(game.name) or {}
    areas = drawn.get("page", {}).get("areas", ())
    return {
        *(said[1] for said in sentences(game) if said[0] in ("wager", "withdraw")),
        *felt.of(game).wagers,
        *(area["wager"] for area in areas),
        *(area["word"] for area in areas if "word" in area),
        *drawn.get("page", {}).get("lines", {}),
    }


def of_one_game(words: Iterable[set[str]]) -> set[str]:
    counted = Counter(word for of_game in words for word in of_game)
    return {word for word, times in counted.items() if times == 1}


GAMES = [
    games.load(name)
    for name in games.names()
    if (PACKAGE / "games" / name.replace("-", "_")).is_dir()
]
"""The games of this package, without an example that another test has put on the shelf."""
WAGERS = {name for game in GAMES for name in wagers(game)}
KEYS = of_one_game(set(game.house.options) for game in GAMES)
VERBS = of_one_game({said[0] for said in sentences(game)} for game in GAMES)
NAMES = WAGERS | KEYS | VERBS


def rooms() -> list[Path]:
    games_folder = PACKAGE / "games"
    found = [*PACKAGE.rglob("*.py"), *PACKAGE.rglob("*.js")]
    return sorted(file for file in found if not file.is_relative_to(games_folder))


def literals(file: Path) -> Iterator[tuple[str, int]]:
    """Return every string literal with its line. In JavaScript names of wagers count as well."""
    text = file.read_text("utf-8")
    if file.suffix == ".py":
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value, node.lineno
        return
    for token in javascript.tokens(text):
        if token.kind == "string" or token.text in WAGERS:
            yield token.text, token.line


def test_the_names_are_those_of_the_games() -> None:
    assert {"ante", "raise", "three-card", "jacks-plus", "double", "original", "bet"} <= WAGERS
    assert {"vertical", "horizontal"} <= WAGERS
    assert {"jacks_plus.offered", "commission.percent", "decks", "ante"} <= KEYS
    assert {"expose", "keep", "play-on", "ask"} <= VERBS and "fold" not in VERBS


@pytest.mark.parametrize("file", rooms(), ids=lambda file: file.relative_to(PACKAGE).as_posix())
def test_no_room_names_what_belongs_to_a_game(file: Path) -> None:
    exempt = EXEMPT.get(file.relative_to(PACKAGE).as_posix(), {})
    found = [(text, line) for text, line in literals(file) if text in NAMES]
    strange = [f"{line}: {text}" for text, line in found if text not in exempt]
    assert not strange, f"a generic room names what only a game knows: {strange}"
    assert {text for text, _ in found} == set(exempt), "an exemption that nothing needs any more"


def test_exemptions_are_of_files_that_exist() -> None:
    assert all((PACKAGE / file).is_file() for file in EXEMPT)
