"""The page's JavaScript, read without running it: its strings, and the names in its code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import croupier

PAGE = Path(croupier.__file__).parent / "server" / "page" / "js"


class Token(NamedTuple):
    """A string or a name, and the line it stands in."""

    kind: str
    """``string``, ``name``, or ``key`` for a name that a colon follows."""
    text: str
    line: int


def files() -> list[Path]:
    """The page's own modules, not the libraries in ``vendor``."""
    return sorted(file for file in PAGE.rglob("*.js") if "vendor" not in file.parts)


_PARTS = re.compile(
    r"""
    (?P<comment> //[^\n]* | /\*.*?\*/ )
  | (?P<string> "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' )
  | (?P<regex> (?<=[(,=:\[!&|?{};]) \s* /(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]* )
  | (?P<name> [A-Za-z_$][\w$]* )
  | (?P<template> ` )
  | (?P<open> \{ )
  | (?P<close> \} )
    """,
    re.VERBOSE | re.DOTALL,
)
_MARKUP = re.compile(r"[<>\"]")
"""What stands around the values of attributes and around texts in a template of HTML or SVG."""
_TEMPLATE = re.compile(r"(?P<text>(?:\\.|\$(?!\{)|[^`$\\])*)(?P<end>`|\$\{)", re.DOTALL)


def tokens(text: str) -> Iterator[Token]:
    """The strings, the constant parts of templates and the names of a module, in order.

    Of a template of HTML or SVG, the values of attributes and the texts are strings of their own.
    """
    at, depths, markup = 0, [0], [False]
    inside = False
    while at < len(text):
        if inside:
            part = _TEMPLATE.match(text, at)
            assert part is not None, f"a template without an end: {text[at : at + 40]!r}"
            start = at
            for piece in _MARKUP.split(part["text"]) if markup[-1] else [part["text"]]:
                yield Token("string", piece.strip(), text.count("\n", 0, start) + 1)
                start += len(piece) + 1
            inside = False
            if part["end"] == "`":
                depths.pop()
                markup.pop()
            else:
                depths.append(0)
            at = part.end()
            continue
        found = _PARTS.search(text, at)
        if found is None:
            return
        at, line = found.end(), text.count("\n", 0, found.start()) + 1
        match found.lastgroup:
            case "string":
                yield Token("string", found[0][1:-1], line)
            case "name":
                key = re.match(r"\s*:", text[at:]) is not None
                yield Token("key" if key else "name", found[0], line)
            case "template":
                markup.append(text.endswith(("html", "svg"), 0, found.start()))
                depths.append(0)
                inside = True
            case "open":
                depths[-1] += 1
            case "close" if depths[-1]:
                depths[-1] -= 1
            case "close":  # the end of what stands in a template
                depths.pop()
                inside = True
            case _:
                pass
