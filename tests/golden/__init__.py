"""Golden playthroughs: complete rounds as text.

``make golden`` writes them again. Read them before committing.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from croupier.stage.actions import Refusal
from croupier.stage.events import PUBLIC, SURVEILLANCE
from croupier.stage.payments import Pay
from croupier.stage.round import Round
from croupier.telling import record
from croupier.telling.narrative import cited, tell

HERE = Path(__file__).parent


def records() -> list[Path]:
    """Return all records, game by game."""
    return sorted(HERE.glob("*/*.toml"))


def transcript(path: Path) -> str:
    """Return a record, its events with their clauses, and what each viewer saw at each action."""
    text = path.read_text("utf-8")
    written = record.parse(text, path.name)
    running = record.Running(written)
    lines = [text.rstrip(), "", "=" * 100, ""]
    for i, entry in enumerate(written.rounds, 1):
        if written.several:
            lines += [f"--- round {i} ---", ""]
        round = running.table.begin(entry.cards, situation=entry.situation, face_up=entry.face_up)
        running.rounds.append(round)
        told, seen = _tell(round, 0, lines), _felt(round, {}, lines)
        for action in entry.actions:
            lines.append(f"> {action}")
            try:
                round.act(action)
            except Refusal as refusal:
                lines += [f"  refused: {refusal}", ""]
                return "\n".join(lines) + "\n"
            told = _tell(round, told, lines)
            seen = _felt(round, seen, lines)
        lines += ["", f"{round.outcome}; house {_result(running)['house']}"]
        by_odds = {(e.seat, e.wager) for e in round.events if isinstance(e, Pay)}
        for number, seat in _result(running)["seats"].items():
            lines.append(
                f"  seat {number}: net {seat['net']}"
                + (f", {seat['hand']}" if seat["hand"] else "")
            )
            for wager in seat["wagers"]:
                odds = f" at {wager['odds']}" if wager["odds"] else ""
                won = wager["outcome"] == "win" and (int(number), wager["wager"]) in by_odds
                paid = f", paid {wager['paid']}" if won else ""
                stake = f"{wager['wager']} {wager['amount']}"
                lines.append(f"    {stake}: {wager['outcome']}{odds}{paid} [{wager['rule']}]")
        if round.outcome == "open":
            lines += [
                "  next:",
                *(f"    {o['actor']} {o['verb']} {o['args']}" for o in round.next()),
            ]
    return "\n".join(lines) + "\n"


def _result(running: record.Running) -> dict[str, Any]:
    from croupier.telling.result import round_result

    return round_result(running.rounds[-1])


def _tell(round: Round, start: int, lines: list[str]) -> int:
    for event in round.events[start:]:
        shown = event.shown_to(SURVEILLANCE)
        also = f" (also {', '.join(event.also)})" if event.also else ""
        lines.append(f"  {event.n:3d} {cited(shown):>14}  {tell(shown)}{also}")
    return len(round.events)


def _felt(round: Round, before: dict[str, str], lines: list[str]) -> dict[str, str]:
    now = {}
    for viewer in (PUBLIC, *(f"seat:{n}" for n in round.layout.seats), SURVEILLANCE):
        felt = round.view(viewer)["felt"]
        now[viewer] = "; ".join(f"{place} {' '.join(cards)}" for place, cards in felt.items())
        if now[viewer] != before.get(viewer, ""):
            lines.append(f"        {viewer} sees: {now[viewer] or 'an empty felt'}")
    return now


def main() -> None:
    for path in records():
        path.with_suffix(".txt").write_text(transcript(path), "utf-8")


if __name__ == "__main__":
    main()
