"""The commands ``house check`` and ``house diff``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from croupier import games
from croupier.cli.errors import print_json, report_error
from croupier.cli.paper import paper, table
from croupier.nouns.reasons import MalformedError
from croupier.rules import changes, house


def read_house(file: Path, wanted: str | None = None) -> tuple[str, str, dict[str, Any]]:
    """Return the game, rulebook and keys of a house file; raises if it is for another game."""
    name, state, keys = _read(file, wanted)
    if breach := _wrong_rulebook(name, state):
        raise MalformedError(f"{file}: {breach.key}: {breach.message}")
    return name, state, keys


def _wrong_rulebook(name: str, state: str) -> house.Breach | None:
    states = games.load(name).states
    if state in states:
        return None
    return house.Breach("rulebook", f"{name} has no rulebook {state!r}, only {', '.join(states)}")


def _read(file: Path, wanted: str | None) -> tuple[str, str, dict[str, Any]]:
    keys, game, state = house.read_file(file)
    name = game if game is not None else wanted
    if name is None:
        raise MalformedError(f'{file}: names no game: write game = "red-dog", or use --game')
    if wanted is not None and wanted != name:
        raise MalformedError(f"{file}: is a house for {name}, not for {wanted}")
    return name, games.load(name).states[0] if state is None else state, keys


def check(file: Path, wanted: str | None, as_json: bool) -> int | None:
    """``house check``: list every breach at once; exit code 1 if there is one."""
    name, state, keys = _read(file, wanted)
    wrong = _wrong_rulebook(name, state)
    # If the game does not have this rulebook, check the rest against the game's first one.
    checked, breaches, warnings = house.examine(
        name, keys, games.load(name).states[0] if wrong else state
    )
    if wrong:
        breaches.insert(0, wrong)
    if not breaches:
        warnings += _unsound(checked)
    document = {
        "game": name,
        "rulebook": state,
        "breaches": [breach.as_dict() for breach in breaches],
        "warnings": [warning.as_dict() for warning in warnings],
    }
    if as_json and not breaches:
        print_json({**document, "house": checked.flat()})
    if not as_json:
        out = paper()
        for label, rows in (("breach", breaches), ("warning", warnings)):
            for row in rows:
                out.print(f"{label}: {row}")
        if not breaches:
            out.print(f"{file}: a lawful {name} table under {checked.book.document}")
    if breaches:
        first = breaches[0]
        many = f"{len(breaches)} breaches, the first: " if len(breaches) > 1 else ""
        return report_error(
            "house",
            f"{file}: {many}{first.key}: {first.message}",
            as_json=as_json,
            rule=first.rule,
            finding=first.finding,
            document=document,
            code=1,
        )
    return None


def _unsound(checked: house.House) -> list[house.Breach]:
    """Return the lab's warnings that the player has the edge; none if it is not installed."""
    from croupier import lab
    from croupier.lab.progress import watched
    from croupier.lab.soundness import unsound

    try:
        return [*unsound(lab.setting(checked, tables=lab.keeper(watch=watched)))]
    except lab.LabMissingError:
        return []


def diff(old: Path, new: Path, as_json: bool) -> int | None:
    """``house diff``: show what changed, in whose favour, and which notices it requires."""
    one, two = read_house(old), read_house(new)
    if one[:2] != two[:2]:
        raise MalformedError(
            f"{old} is a house for {one[0]} ({one[1]}), but {new} is for {two[0]} ({two[1]})"
        )
    built = [house.build(name, keys, state) for name, state, keys in (one, two)]
    found = changes.differences(*built)
    if as_json:
        rows = [_change_data(change) for change in found]
        print_json({"game": one[0], "rulebook": one[1], "changes": rows})
        return None
    out = paper()
    if not found:
        out.print("nothing differs")
        return None
    shown = table("key", "old", "new", "in favour of", "notice owed")
    for c in found:
        cited = c.rule or c.finding
        shown.add_row(c.key, c.old, c.new, c.favours, f"{c.notice} [{cited}]" if c.notice else "")
    out.print(shown)
    return None


def _change_data(change: changes.Change) -> dict[str, Any]:
    return {
        "key": change.key,
        "old": change.old,
        "new": change.new,
        "favours": change.favours,
        "notice": change.notice or None,
        "rule": change.rule,
        "finding": change.finding,
    }
