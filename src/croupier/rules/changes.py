"""What changed between two houses, in whose favour, and which notices a decrease requires."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.nouns.money import Odds
from croupier.rules.house import House


@dataclass(frozen=True, slots=True)
class Change:
    """One difference between two houses."""

    key: str
    old: str
    new: str
    favours: str
    notice: str = ""
    rule: str | None = None
    finding: str | None = None


def differences(old: House, new: House) -> list[Change]:
    """Return what changed, in whose favour, and which notices a decrease requires."""
    before, after = old.flat(), new.flat()
    changes = []
    for key in dict.fromkeys([*before, *after]):
        was, now = before.get(key, "none"), after.get(key, "none")
        if was != now:
            changes.append(_change(old, new, key, str(was), str(now)))
    return changes


def _change(old: House, new: House, key: str, was: str, now: str) -> Change:
    option = new.options.get(key)
    if key.startswith("payouts."):
        if Odds.parse(now) > Odds.parse(was):
            return Change(key, was, now, "player")
        rule, finding = new.notice
        notice = "public notice before the odds are decreased"
        return Change(
            key, was, now, "house", notice, new.book.cite(rule) if rule else None, finding
        )
    if option is None or not option.favours:
        return Change(key, was, now, "nobody")
    one, two = old.values[key], new.values[key]
    # "none" means no limit at all, so it is more than any amount.
    if two is None or (one is not None and two > one):
        return Change(key, was, now, option.favours)
    favours = {"player": "house", "house": "player"}[option.favours]
    # A limit printed on the layout needs no other notice: patrons can read it there.
    due = option.notice
    if due is None or new.values.get(f"{key}_display") == "layout":
        return Change(key, was, now, favours)
    rule = new.book.cite(due.rule) if due.rule else None
    return Change(key, was, now, favours, due.message, rule, due.finding)
