"""Records written in a line, carried out by the command line, and told in a line."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tests.cli.driver import Run, croupier

Said = str | Iterable[str]


def toml(value: Any) -> str:
    """A value as TOML writes it."""
    return json.dumps(value)


def actions(said: Said) -> list[str]:
    """``1 wager original 10; dealer close`` as a list."""
    parts = said.split(";") if isinstance(said, str) else said
    return [part.strip() for part in parts if part.strip()]


def key(dotted: str) -> str:
    return ".".join(map(toml, dotted.split(".")))


class Bench:
    """A game under a house: writes records for it, runs them and says what came out."""

    def __init__(self, game: str, state: str = "ma", **defaults: Any) -> None:
        self.game, self.state, self.defaults = game, state, defaults

    def written(
        self,
        *rounds: tuple[str, Said] | tuple[str, Said, Mapping[str, Any]],
        house: Mapping[str, Any] | None = None,
        seats: Mapping[int, str] | int = 3,
        players: Mapping[str, list[int]] | None = None,
        several: bool = False,
    ) -> str:
        """The text of a record."""
        held = dict.fromkeys(range(1, seats + 1), "10000") if isinstance(seats, int) else seats
        lines = ["croupier = 1", f"game = {toml(self.game)}", f"rulebook = {toml(self.state)}"]
        lines += [f"house.{key(k)} = {toml(v)}" for k, v in (house or {}).items()]
        lines += ["[seats]", *(f"{n} = {toml(money)}" for n, money in held.items())]
        if players:
            lines += ["[players]", *(f"{name} = {areas}" for name, areas in players.items())]
        for cards, said, *situation in rounds:
            lines += ["[[rounds]]" if several or len(rounds) > 1 else "[round]"]
            lines += [f"cards = {toml(cards)}", f"actions = {toml(actions(said))}"]
            stands = {**self.defaults, **(situation[0] if situation else {})}
            lines += [f"{k} = {toml(v)}" for k, v in stands.items()]
        return "\n".join(lines) + "\n"

    def run(self, cards: str, said: Said, *, view: str = "", **how: Any) -> Run:
        """A record of one round, run with ``--json``."""
        situation = {k: how.pop(k) for k in list(how) if k not in ("house", "seats", "players")}
        return run(self.written((cards, said, situation), **how), view)

    def told(self, cards: str, said: Said, **how: Any) -> str:
        """What came of it, in a line."""
        return told(self.run(cards, said, **how))


def run(text: str, view: str = "") -> Run:
    """Carry out a record, given as text."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "record.toml")
        path.write_text(text, "utf-8")
        return croupier("run", path, "--json", *(("--view", view) if view else ()))


def told(result: Run) -> str:
    """``settled: 1 80.00 original win 4 to 1 5(i)(2)``, or ``1 refused 5(h)`` for what was not."""
    document = result.document
    error = document.get("error")
    if error is not None:
        return f"{result.code} {error['kind']} {error['rule'] or error['finding']}"
    assert result.code == 0 and not result.err
    return outcome(document)


def outcome(document: Mapping[str, Any]) -> str:
    """The outcome, and for each seat with a wager its net and what became of its wagers."""
    seats = []
    for number, seat in document["seats"].items():
        wagers = ", ".join(
            " ".join(filter(None, (w["wager"], w["outcome"], w["odds"], w["rule"])))
            for w in seat["wagers"]
        )
        if wagers:
            seats.append(f"{number} {seat['net']} {wagers}")
    assert cents(document["house"]["net"]) == -sum(
        cents(seat["net"]) for seat in document["seats"].values()
    )
    return f"{document['outcome']}: " + "; ".join(seats)


def cents(text: str) -> int:
    whole, _, part = text.partition(".")
    return int(whole + part)


def events(document: Mapping[str, Any], *kinds: str) -> list[dict[str, Any]]:
    """The events of some kinds."""
    return [event for event in document["events"] if event["kind"] in kinds]


def checked(game: str, keys: Mapping[str, Any], state: str = "ma") -> Run:
    """``house check`` of a file with these keys."""
    lines = ["croupier = 1", f"game = {toml(game)}", f"rulebook = {toml(state)}"]
    lines += [f"{key(k)} = {toml(v)}" for k, v in keys.items()]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "house.toml")
        path.write_text("\n".join(lines) + "\n", "utf-8")
        return croupier("house", "check", path, "--json")
