"""The page cannot forget a kind of event, because it has no table of its own by kind."""

from __future__ import annotations

import re
from typing import get_args

from croupier.stage.events import Effect
from croupier.telling.kinds import kinds
from tests import javascript
from tests.javascript import PAGE

EFFECT = re.compile(
    r'^  "?(?P<name>[a-z-]+)"?: \{(?P<body>.*?)(?:^  \}| \}),$', re.MULTILINE | re.DOTALL
)

OTHERWISE = {
    "button": (set[str](), "an element of the page, and a place on the table"),
    "close": (
        {"dealing.js", "views/floor_table.js", "views/host.js", "why.js"},
        "a verb of the dealer; an order of the host; a dialog's own event",
    ),
    "commission": ({"result.js"}, "what a result says was taken from a share of the pot"),
    "confirm": ({"dealing.js", "views/floor_table.js"}, "a verb of the dealer and the floor"),
    "count": (
        {"views/floor_table.js", "views/tray.js", "views/reconciliation.js"},
        "what the floor does with the tray",
    ),
    "deal": ({"main.js", "views/deal.js"}, "a link for dealers, and where it is kept"),
    "marker": ({"scene.js"}, "the class of a drawing"),
    "recut": ({"views/floor_table.js"}, "a verb of the floor"),
    "report": (
        {"dealing.js", "views/floor_table.js"},
        "a verb of the dealer, and a sort of speech",
    ),
    "reshuffle": ({"views/floor_table.js"}, "an order of the floor"),
    "stack": ({"chips.js"}, "the class of a drawing"),
    "stake": ({"scene.js"}, "a spot that chips flow from or to"),
    "turn": ({"dock.js"}, "the class of the dock when it is one's turn"),
    "void": ({"status.js"}, "the outcome of a round"),
    "wager": (
        {
            "offers.js",
            "status.js",
            "geometry.js",
            "geometry_phone.js",
            "guide.js",
            "practice.js",
        },
        "the verb of every seat, the word for what it places, and an area's",
    ),
    "warn": ({"views/chair_sitting.js"}, "the class of a verdict"),
    "withdraw": ({"offers.js"}, "the verb of every seat"),
}
"""Kinds of events that mean something else in these files, or in all files if none is named."""


def effects_of_the_page() -> dict[str, str]:
    text = (PAGE / "effects.js").read_text("utf-8")
    table = text.split("export const EFFECTS = {\n")[1].split("\n};")[0] + "\n"
    return {found["name"]: found["body"] for found in EFFECT.finditer(table)}


def test_every_effect_has_a_function_and_every_function_an_event() -> None:
    declared = {kind["effect"] for kind in kinds().values()} - {""}
    assert set(effects_of_the_page()) == declared == set(get_args(Effect)) - {""}
    for name, body in effects_of_the_page().items():
        assert "layers: [" in body and "apply" in body, f"{name} does nothing, or is not drawn"


def test_whatever_flows_has_a_spot() -> None:
    scene = (PAGE / "scene.js").read_text("utf-8")
    points = scene.split("const points = {")[1].split("\n    };")[0]
    spots = set(re.findall(r"^      (\w+): \(\) =>", points, re.MULTILINE))
    assert spots == {spot for kind in kinds().values() for spot in kind["flow"] or ()}


def test_every_tone_has_its_style() -> None:
    css = (PAGE.parent / "css" / "table.css").read_text("utf-8")
    tones = {kind["tone"] for kind in kinds().values()}
    assert set(re.findall(r"^\.step\.(\w+) \.line", css, re.MULTILINE)) == tones - {"", "even"}


def test_the_page_names_no_kind_of_event() -> None:
    known, used = set(kinds()), set()
    for file in javascript.files():
        name = file.relative_to(PAGE).as_posix()
        for token in javascript.tokens(file.read_text("utf-8")):
            if token.kind == "name" or token.text not in known:
                continue
            if token.kind == "key" and (name == "effects.js" or token.text == "button"):
                continue  # names of effects may be any word
            files, _ = OTHERWISE.get(token.text, ({""}, ""))
            assert not files or name in files, f"{name}:{token.line} names {token.text!r}"
            used.add((token.text, name if files else ""))
    exempt = {(word, file) for word, (files, _) in OTHERWISE.items() for file in files or {""}}
    assert used == exempt, "an exemption that nothing needs any more"


def test_the_served_vocabulary_is_whole() -> None:
    served = kinds()
    assert {"announce", "deal", "pay", "expose", "play-on", "in-hand"} <= set(served)
    shapes = {tuple(kind) for kind in served.values()}
    assert shapes == {("effect", "flow", "pace", "tone", "told", "speech", "chapter")}
