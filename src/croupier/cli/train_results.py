"""How ``train --results`` shows what came of a trainee's sittings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from rich.console import Console

from croupier.cli.errors import print_json
from croupier.cli.paper import paper, table

_LAST: Final = 10
"""How many sittings are listed, the newest ones."""


def show_results(document: Mapping[str, Any], as_json: bool) -> None:
    """Show results by sitting, by clause and by kind of step, or print them as JSON."""
    if as_json:
        print_json(document)
        return
    out = paper()
    span = "" if document["days"] is None else f" in the last {document['days']} days"
    if not document["sittings"]:
        out.print(f"You have not sat in this chair{span}.")
        print_suggestion(out, document["suggested"])
        return
    share = f"{document['right']} of {document['answered']} answers right"
    out.print(f"{share}{span}, {document['percent']} percent.")
    shown = table("sitting", "what", "right", "percent", "ended", right=("right", "percent"))
    for row in document["sittings"][-_LAST:]:
        right = f"{row['right']} of {row['answered']}"
        percent = "" if row["percent"] is None else str(row["percent"])
        shown.add_row(str(row["sitting"]), row["what"], right, percent, row["ended"][:10])
    out.print(shown)
    if document["clauses"]:
        out.print("By kind of step, the weakest first:")
        out.print(_tallied(document["kinds"], "step", "title"))
        out.print("By clause, the weakest first:")
        out.print(_tallied(document["clauses"], "clause", "cited", "text"))
    if document["earlier"]:
        sat = document["earlier"]
        whose = "1 sitting" if sat == 1 else f"{sat} sittings"
        out.print(f"The single answers of {whose} are not kept.")
    print_suggestion(out, document["suggested"])


def print_suggestion(out: Console, suggested: Mapping[str, Any] | None) -> None:
    """Say which lesson helps most now, and why."""
    if suggested is not None:
        out.print(f"Next: lesson {suggested['lesson']}, {suggested['title']}: {suggested['why']}.")


def _tallied(rows: list[dict[str, Any]], what: str, *keys: str) -> Any:
    names = [what, "right", "percent", "seconds", *(["what it says"] if len(keys) > 1 else [])]
    shown = table(*names, right=("right", "percent", "seconds"))
    for row in rows:
        first, *more = (str(row[key] or "") for key in keys)
        right = f"{row['right']} of {row['asked']}"
        shown.add_row(first, right, str(row["percent"]), f"{row['seconds']:.1f}", *more)
    return shown
