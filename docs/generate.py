"""Write the reference pages from the code: rules, findings, house files and round records."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

from croupier import games
from croupier.rules import house, rulebook
from croupier.rules.rulebook import Clause, Finding, Rulebook

HOUSE_INTRODUCTION = """\
# House file reference

A house file says what a licensee chose for one table, in TOML. Every key has a default, so a file
that only names its game is a lawful table.

```toml
croupier = 1
game = "red-dog"
minimum = "10"

[payouts.spread]
1 = "6 to 1"
```

Amounts and odds are strings or whole numbers, never floats. `"none"` removes an optional key.
`approvals.…` and `notices.…` take any text."""

RECORD_INTRODUCTION = """\
# Round record reference

A round record holds one round, or several rounds of one table. People can read and write it by
hand. `croupier run FILE` carries it out.

```toml
croupier = 1
game = "red-dog"
rulebook = "ma"

[house]        # only what differs from the defaults
minimum = "10"

[seats]        # seat number = bankroll; seat 1 is the dealer's far left
1 = "500"

[players]      # who holds several areas; otherwise each seat is a player of its own
Ann = [1, 2]

[round]        # or [[rounds]] for several
cards = "Qs 4c 7d 5h"    # as they leave the shoe, burns included; ^7c lies face up
actions = ["1 wager original 10", "dealer close", "1 raise 10"]
```

If a round needs more cards than `cards` lists, they come from a shuffle of what is left, by `seed`
or by the record's own hash. So a record always runs the same."""


def write_all(target: Path) -> None:
    """Write every generated page into a folder."""
    target.mkdir(exist_ok=True)
    names = games.names()
    for name in names:
        (target / f"rules-{name}.md").write_text(rules_page(name), "utf-8")
    (target / "house.md").write_text(house_page(names), "utf-8")
    (target / "record.md").write_text(record_page(names), "utf-8")
    (target / "findings.md").write_text(common_findings_page(), "utf-8")


def rules_page(name: str) -> str:
    """Return the page of a game: its clauses as we read them, its payouts and its findings."""
    game = games.load(name)
    book = rulebook.load(name, game.states[0])
    lines = [
        f"# {game.title}",
        "",
        f"The clauses of `{book.document}` in our words, and how the software implements each.",
    ]
    if len(game.states) > 1:
        others = ", ".join(f"`{name}.{state}`" for state in game.states[1:])
        lines += [
            "",
            f"The same catalogue serves {others}, with ids in that document's own form "
            f"(`croupier rules {name} --rulebook {game.states[1]}`).",
        ]
    for section, clauses in groupby(
        book.clauses.values(), key=lambda c: c.id.split("(")[0].split(":")[0]
    ):
        lines += [
            "",
            f"## Section {section}",
            "",
            "| clause | what it says | how it is implemented |",
            "|---|---|---|",
        ]
        lines += [_clause_row(clause) for clause in clauses]
    lines += ["", "## Payouts", ""]
    for wager, table in book.least_odds.items():
        lines += [
            f"**{wager}**, at least (clause {book.odds_rules[wager]}):",
            "",
            "| hand | odds |",
            "|---|---|",
        ]
        lines += [f"| {hand or wager} | {odds} |" for hand, odds in table.items()]
        lines.append("")
    own = [f for f in book.findings.values() if not f.id.startswith(("X", "Z"))]
    lines += ["## What is unclear, and how we read it", "", *_findings(own)]
    return "\n".join(lines) + "\n"


def _clause_row(clause: Clause) -> str:
    held = clause.held_by
    if clause.reason:
        held += f" *{clause.coverage}: {clause.reason}*"
    return f"| {clause.id} | {_cell(clause.summary)} | {_cell(held)} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def _findings(found: Iterable[Finding]) -> list[str]:
    lines = [
        "| finding | issue | our ruling | other reading | house key |",
        "|---|---|---|---|---|",
    ]
    for f in found:
        key = ""
        if f.readings:
            key = f"`rulings.{f.id}` = " + ", ".join(f"`{reading}`" for reading in f.readings)
        elif f.bounded:
            key = f"`rulings.{f.id}` = {f.bounds[0]} to {f.bounds[1]}, default {f.default}"
        lines.append(
            f"| {f.id} | {_cell(f.issue)} | {_cell(f.ruling)} | {_cell(f.alternative)} | {key} |"
        )
    return lines


def common_findings_page() -> str:
    """Return the page of findings that concern several documents."""
    common = [f for f in rulebook.find_findings().values() if f.id.startswith(("X", "Z"))]
    lines = ["# What is unclear in several documents", "", *_findings(common)]
    return "\n".join(lines) + "\n"


def house_page(names: Iterable[str]) -> str:
    """Return the page of all house file keys, game by game."""
    lines = [HOUSE_INTRODUCTION]
    for name in names:
        game = games.load(name)
        book = rulebook.load(name, game.states[0])
        lines += [
            "",
            f"## {game.title}",
            "",
            "| key | default | what it is | bounds | clause |",
            "|---|---|---|---|---|",
        ]
        lines += [_option_row(option) for option in game.house.options.values()]
        standard = house.standard(name, game.states[0])
        for wager, table in standard.payouts.items():
            for hand, odds in table.items():
                key = f"payouts.{wager}.{hand}" if hand else f"payouts.{wager}"
                rule = book.odds_rules[wager]
                lines.append(f"| `{key}` | {odds} | payout odds | at least {odds} | {rule} |")
        lines += _ruling_rows(book)
    return "\n".join(lines) + "\n"


def _option_row(option: house.Option) -> str:
    bounds = []
    if option.choices:
        bounds.append(", ".join(f"`{choice}`" for choice in option.choices))
    if option.least is not None:
        bounds.append(f"at least {option.show(option.least)}")
    if option.most is not None:
        bounds.append(f"at most {option.show(option.most)}")
    if option.optional:
        bounds.append("or `none`")
    cited = " ".join(filter(None, (option.rule, option.finding)))
    cells = (
        f"`{option.key}`",
        option.show(option.default),
        option.help,
        "; ".join(bounds),
        cited,
    )
    return f"| {' | '.join(cells)} |"


def _ruling_rows(book: Rulebook) -> list[str]:
    return [
        f"| `rulings.{f.id}` | {f.readings[0]} | {_cell(f.issue)} | "
        f"{', '.join(f'`{reading}`' for reading in f.readings)} | {f.id} |"
        for f in book.findings.values()
        if f.readings
    ]


def record_page(names: Iterable[str]) -> str:
    """Return the page on round records: what they may hold, and what may be said in them."""
    lines = [RECORD_INTRODUCTION]
    for name in names:
        game = games.load(name)
        lines += [
            "",
            f"## {game.title}",
            "",
            "`[round]` may also hold: " + ", ".join(f"`{key}`" for key in game.situation) + ".",
        ]
        for role, label in (("seat", "A seat"), ("dealer", "The dealer"), ("floor", "The floor")):
            said = ", ".join(f"`{sentence}`" for sentence in game.grammar.sentences(role))
            lines += ["", f"**{label}** may say: {said}."]
        lines += ["", "| report | what it says | rule |", "|---|---|---|"]
        for report, reason in game.irregularities.items():
            lines.append(f"| `{report}` | {reason.message} | {reason.rule or reason.finding} |")
    return "\n".join(lines) + "\n"
