"""``games`` and ``run``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from croupier import games
from croupier.cli.errors import print_json, report_error
from croupier.cli.paper import paper, table
from croupier.nouns.money import dollars, parse_money, signed
from croupier.nouns.reasons import MalformedError
from croupier.rules.house import standard
from croupier.telling import record
from croupier.telling.narrative import cited, tell


def list_games(as_json: bool) -> int | None:
    """``croupier games``: each game with its rulebooks and seats."""
    found = [games.load(name) for name in games.names()]
    rows = [
        {
            "game": g.name,
            "name": g.title,
            "rulebooks": list(g.states),
            "seats": standard(g.name, g.states[0])["seats"],
        }
        for g in found
    ]
    if as_json:
        print_json({"games": rows})
        return None
    out = paper()
    shown = table("game", "name", "rulebooks", "seats")
    for row in rows:
        shown.add_row(row["game"], row["name"], ", ".join(row["rulebooks"]), str(row["seats"]))
    out.print(shown)
    return None


def run_record(file: Path, viewer: str, as_json: bool) -> int | None:
    """``croupier run``: carry a round record out, as one viewer may see it."""
    written = record.read(file)
    if viewer.startswith("seat:") and int(viewer[5:]) not in written.seats:
        raise MalformedError(f"--view {viewer}: the record has no such seat")
    running = record.Running(written)
    running.run()
    document = running.result(viewer)
    error = document.pop("error", None)
    if not as_json:
        _print_result(document)
    if error is not None:
        return report_error(
            error["kind"], error["message"], as_json=as_json, rule=error["rule"],
            finding=error["finding"], document=document,
        )  # fmt: skip
    if as_json:
        print_json(document)
    return None


def _print_result(document: dict[str, Any]) -> None:
    out = paper()
    rounds = document.get("rounds", [document])
    for i, one in enumerate(rounds, 1):
        if len(rounds) > 1:
            out.rule(f"round {i}")
        for event in one["events"]:
            out.print(f"{cited(event):>14}", style="dim", end="  ", highlight=False)
            out.print(tell(event), highlight=False)
        out.print()
        _print_seats(one)
        if one["outcome"] == "open":
            offers = {f"{o['actor']} {o['verb']}": None for o in one["next"]}
            out.print("The round is open. Next: " + "; ".join(offers), highlight=False)
    if len(rounds) > 1:
        nets = ", ".join(
            f"seat {n} {signed(parse_money(s['net']))}" for n, s in document["seats"].items()
        )
        out.print(
            f"Over all rounds: {nets}; house {signed(parse_money(document['house']['net']))}",
            highlight=False,
        )


def _print_seats(result: dict[str, Any]) -> None:
    shown = table("seat", "wager", "amount", "outcome", "odds", "paid", "clause", "net")
    for number, seat in result["seats"].items():
        wagers = seat["wagers"] or [None]
        for i, wager in enumerate(wagers):
            last = signed(parse_money(seat["net"])) if i == len(wagers) - 1 else ""
            if wager is None:
                shown.add_row(number, "—", "", "", "", "", "", last)
            else:
                shown.add_row(
                    number, wager["wager"], dollars(parse_money(wager["amount"])), wager["outcome"],
                    wager["odds"] or "", dollars(parse_money(wager["paid"])) if wager["odds"] else "",
                    wager["rule"] or "", last,
                )  # fmt: skip
    out = paper()
    out.print(shown)
    out.print(
        f"{result['outcome']}; the house nets {signed(parse_money(result['house']['net']))}",
        highlight=False,
    )
