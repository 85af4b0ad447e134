"""The commands ``games`` and ``run``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from croupier import games
from croupier.cli.errors import print_json, report_error
from croupier.cli.paper import paper, table
from croupier.nouns.hands import Told
from croupier.nouns.money import dollars, parse_money, signed
from croupier.nouns.reasons import MalformedError
from croupier.rules.house import standard
from croupier.stage.actions import DEALER
from croupier.stage.events import SURVEILLANCE
from croupier.telling import record
from croupier.telling.narrative import cited, tell, unseen


def list_games(as_json: bool) -> int | None:
    """``croupier games``: list each game with its rulebooks and seats."""
    found = [games.load(name) for name in games.names()]
    rows: list[dict[str, Any]] = [
        {
            "game": g.name,
            "name": g.title,
            "rulebooks": list(g.states),
            "seats": standard(g.name, g.states[0]).seats,
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


def run_record(file: Path, view: str | None, as_json: bool) -> int | None:
    """``croupier run``: carry out a round record and print it as one viewer may see it.

    Without a viewer the text shows the hands, but not the cards that went to the rack unseen.
    """
    written = record.read(file)
    viewer = view or SURVEILLANCE
    if viewer.startswith("seat:") and int(viewer[5:]) not in written.seats:
        raise MalformedError(f"--view {viewer}: the record has no such seat")
    running = record.Running(written)
    running.run()
    document = running.result(viewer)
    error = document.pop("error", None)
    if not as_json:
        hands = [round.game.hands(round.layout, viewer) for round in running.rounds]
        _print_result(document, hands, unseen if view is None else dict)
    if error is not None:
        return report_error(
            error["kind"],
            error["message"],
            as_json=as_json,
            rule=error["rule"],
            finding=error["finding"],
            document=document,
        )
    if as_json:
        print_json(document)
    return None


def _print_result(
    document: dict[str, Any],
    hands: Sequence[Mapping[str, Told]],
    seen: Callable[[dict[str, Any]], dict[str, Any]],
) -> None:
    out = paper()
    rounds = document.get("rounds", [document])
    for i, (one, judged) in enumerate(zip(rounds, hands, strict=True), 1):
        if len(rounds) > 1:
            out.rule(f"round {i}")
        for event in one["events"]:
            out.print(f"{cited(event):>14}", style="dim", end="  ")
            out.print(tell(seen(event)))
        out.print()
        _print_seats(one, judged)
        if one["outcome"] == "open":
            offers = {f"{o['actor']} {o['verb']}": None for o in one["next"]}
            out.print("The round is open. Next: " + "; ".join(offers))
    if len(rounds) > 1:
        nets = ", ".join(
            f"seat {n} {signed(parse_money(s['net']))}" for n, s in document["seats"].items()
        )
        house = signed(parse_money(document["house"]["net"]))
        out.print(f"Over all rounds: {nets}; house {house}")


def _print_seats(result: dict[str, Any], hands: Mapping[str, Told]) -> None:
    shown = table("seat", "wager", "amount", "outcome", "odds", "paid", "clause", "net")
    for number, seat in result["seats"].items():
        wagers = seat["wagers"] or [None]
        for i, wager in enumerate(wagers):
            last = signed(parse_money(seat["net"])) if i == len(wagers) - 1 else ""
            if wager is None:
                shown.add_row(number, "—", "", "", "", "", "", last)
            else:
                amount, paid = (parse_money(wager[key]) for key in ("amount", "paid"))
                won = wager["outcome"] in ("win", "shared")
                shown.add_row(
                    number,
                    wager["wager"],
                    dollars(amount),
                    wager["outcome"],
                    wager["odds"] or "",
                    dollars(paid) if won else "",
                    wager["rule"] or "",
                    last,
                )
    out = paper()
    out.print(shown)
    for place, told in hands.items():
        out.print(f"{place if place == DEALER else f'seat {place}'} had {told.words}")
    for line in _ending(result):
        out.print(line)


def _ending(result: dict[str, Any]) -> Iterator[str]:
    """Yield who received the pot, and what the house won or that the round is still open."""
    shares = result.get("pot", {}).get("shares")
    if shares:
        total = dollars(parse_money(result["pot"]["total"]))
        parts = [
            f"{dollars(parse_money(cents))} to {place if place == DEALER else f'seat {place}'}"
            for place, cents in shares.items()
            if parse_money(cents)
        ]
        yield f"the pot of {total}: {', '.join(parts)}"
    if result["outcome"] == "open":
        yield "open; the wagers are still on the layout"
        return
    won = result["house"]
    line = f"{result['outcome']}; the house nets {signed(parse_money(won['net']))}"
    commission = parse_money(won.get("commission", "0"))
    yield line + (f", with a commission of {dollars(commission)}" if commission else "")
