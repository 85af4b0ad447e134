"""Write a record in one line, run it through the command line and sum up the result in a line."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tests.cli.driver import Run, croupier
from tests.support import in_turn

Said = str | Iterable[str]


def toml(value: Any) -> str:
    """Return a value as TOML writes it."""
    return json.dumps(value)


def key(dotted: str) -> str:
    return ".".join(map(toml, dotted.split(".")))


class Bench:
    """A game under a house: writes records for it, runs them and sums up their results."""

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
        """Return the text of a record."""
        held = dict.fromkeys(range(1, seats + 1), "10000") if isinstance(seats, int) else seats
        lines = ["croupier = 1", f"game = {toml(self.game)}", f"rulebook = {toml(self.state)}"]
        lines += [f"house.{key(k)} = {toml(v)}" for k, v in (house or {}).items()]
        lines += ["[seats]", *(f"{n} = {toml(money)}" for n, money in held.items())]
        if players:
            lines += ["[players]", *(f"{name} = {areas}" for name, areas in players.items())]
        for cards, said, *situation in rounds:
            lines += ["[[rounds]]" if several or len(rounds) > 1 else "[round]"]
            lines += [f"cards = {toml(cards)}", f"actions = {toml(in_turn(said))}"]
            stands = {**self.defaults, **(situation[0] if situation else {})}
            lines += [f"{k} = {toml(v)}" for k, v in stands.items()]
        return "\n".join(lines) + "\n"

    def run(self, cards: str, said: Said, *, view: str = "", **how: Any) -> Run:
        """Run a record of one round with ``--json``."""
        situation = {k: how.pop(k) for k in list(how) if k not in ("house", "seats", "players")}
        return run(self.written((cards, said, situation), **how), view)

    def told(self, cards: str, said: Said, **how: Any) -> str:
        """Run a record of one round and sum up the result in a line, see ``told``."""
        return told(self.run(cards, said, **how))


def run(text: str, view: str = "") -> Run:
    """Run a record that is given as text."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "record.toml")
        path.write_text(text, "utf-8")
        return croupier("run", path, "--json", *(("--view", view) if view else ()))


def told(result: Run) -> str:
    """Sum up a result in a line.

    ``settled: 1 80.00 original win 4 to 1 5(i)(2)``, or ``1 refused 5(h)`` after an error: the exit
    code, the kind of error and the clause or finding.
    """
    document = result.document
    error = document.get("error")
    if error is not None:
        return f"{result.code} {error['kind']} {error['rule'] or error['finding']}"
    assert result.code == 0 and not result.err
    return outcome(document)


def outcome(document: Mapping[str, Any]) -> str:
    """Sum up a round: the outcome, then net and wagers of each seat that wagered."""
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
    """Return the events of these kinds."""
    return [event for event in document["events"] if event["kind"] in kinds]


def checked(game: str, keys: Mapping[str, Any], state: str = "ma") -> Run:
    """Run ``house check`` on a file with these keys."""
    lines = ["croupier = 1", f"game = {toml(game)}", f"rulebook = {toml(state)}"]
    lines += [f"{key(k)} = {toml(v)}" for k, v in keys.items()]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "house.toml")
        path.write_text("\n".join(lines) + "\n", "utf-8")
        return croupier("house", "check", path, "--json")
