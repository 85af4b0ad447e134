"""The lobby, the games and the rulebook: what anybody may read."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import Field

from croupier import games
from croupier.company import STRATEGIES
from croupier.games import Game
from croupier.rules import house
from croupier.rules.rulebook import Clause, Finding, Rulebook
from croupier.server import shown
from croupier.server.books import find_book
from croupier.server.errors import not_found
from croupier.server.floorwork import read_keys
from croupier.server.routes.common import (
    ERRORS,
    Anybody,
    Body,
    Data,
    GameInPath,
    InHall,
    Keys,
    Known,
    RulebookInQuery,
    Toml,
)
from croupier.telling import guide
from croupier.telling.kinds import kinds

router = APIRouter(prefix="/api", responses=ERRORS, tags=["rules"])


class Draft(Body):
    """A house file, as keys or as text; ``private`` asks for what guests may choose."""

    house: Keys = Field(default_factory=dict)
    toml: Toml | None = None
    private: bool = False


@router.get("/lobby")
async def lobby(hall: InHall, caller: Anybody) -> Data:
    """List the open tables that the caller may see."""
    return {"tables": hall.gallery.lobby().seen_by(caller), "play_money": True}


@router.get("/games")
async def all_games() -> Data:
    """List the games, how they are learned, how their tables are drawn and what can be said.

    The kinds of events are listed too, with how they are shown, and how house players may play.
    """
    return {
        "games": [_game(games.load(name)) for name in games.names()],
        "kinds": kinds(),
        "company": [
            {"strategy": one.name, "title": one.title, "sentence": one.sentence}
            for one in STRATEGIES.values()
        ],
    }


@router.get("/edges")
async def edges(hall: InHall) -> Data:
    """Show the house edge of every game's standard house, as far as they are computed.

    ``complete`` says whether they are all there; until then, ask again.
    """
    return hall.edges.so_far()


def _game(game: Game) -> Data:
    reports = [s.removeprefix("report ") for s in game.grammar.sentences("dealer")]
    return {
        "game": game.name,
        "title": game.title,
        "rulebooks": list(game.states),
        "seats": house.standard(game.name, game.states[0]).seats,
        "first_wager": game.first_wager,
        "declines": sorted(game.declines),
        "asides": sorted(game.asides),
        "felt": shown.felt_data(game.name),
        "guide": guide.load(game.name),
        "sentences": {role: game.grammar.sentences(role) for role in ("seat", "dealer", "floor")},
        "irregularities": [
            {
                "name": name,
                "message": reason.message,
                "rule": reason.rule,
                "finding": reason.finding,
                "forms": [r for r in reports if r.split()[0] == name],
            }
            for name, reason in game.irregularities.items()
        ],
    }


@router.get("/rules/{game}")
async def rules(game: GameInPath, state: RulebookInQuery = None) -> Data:
    """List every clause in our words, and how we read what is unclear."""
    book = find_book(game, state)
    return {
        "game": game,
        "rulebook": book.state,
        "document": book.document,
        "title": book.title,
        "clauses": [_clause(clause) for clause in book.clauses.values()],
        "findings": [_finding(finding) for finding in book.findings.values()],
    }


@router.get("/why/{game}")
async def why(
    game: GameInPath,
    state: RulebookInQuery = None,
    clause: Annotated[str | None, Query(max_length=40)] = None,
    finding: Annotated[str | None, Query(max_length=10)] = None,
) -> Data:
    """Show the clause behind a step, and the findings that bear on it."""
    book = find_book(game, state)
    found = None if clause is None else book.clause(clause)
    readings: dict[str, Finding] = {}
    if finding is not None:
        if finding not in book.findings:
            raise not_found(f"{book.title} has no finding {finding}")
        readings[finding] = book.findings[finding]
    if found is not None:
        readings |= {one.id: one for one in book.findings_on(found.id)}
    return {
        "clause": None if found is None else _clause(found),
        "findings": [_finding(one) for one in readings.values()],
    }


def _clause(clause: Clause) -> Data:
    return {
        "clause": clause.id,
        "summary": clause.summary,
        "kind": clause.kind,
        "actor": clause.actor,
        "held_by": clause.held_by,
    }


def _finding(finding: Finding) -> Data:
    return {
        "finding": finding.id,
        "issue": finding.issue,
        "ruling": finding.ruling,
        "readings": list(finding.readings),
    }


@router.get("/houses/{game}")
async def options(game: GameInPath, state: RulebookInQuery = None) -> Data:
    """List what a licensee may choose at a table of this game."""
    book = find_book(game, state)
    known = games.load(game).house.options.values()
    standard = house.standard(game, book.state)
    return {
        "game": game,
        "rulebook": book.state,
        "options": [_option(option, book) for option in known],
        "payouts": shown.payouts(standard),
        "rulings": {f.id: list(f.readings) for f in book.findings.values() if f.readings},
        "issues": {f.id: f.issue for f in book.findings.values() if f.readings},
    }


def _option(option: house.Option, book: Rulebook) -> Data:
    def plain(value: Any) -> Any:
        return None if value is None else option.plain(value)

    return {
        "key": option.key,
        "help": option.help,
        "default": plain(option.default),
        "choices": [plain(choice) for choice in option.choices or ()],
        "least": plain(option.least),
        "most": plain(option.most),
        "optional": option.optional,
        "usual": option.usual,
        "posted": option.posted,
        "rule": None if option.rule is None else book.citations.get(option.rule, option.rule),
        "finding": option.finding,
    }


@router.post("/houses/{game}/check")
async def check(hall: InHall, game: GameInPath, body: Draft, state: RulebookInQuery = None) -> Data:
    """Check a house file: every breach at once, each with its clause."""
    book = find_book(game, state)
    given = read_keys(game, body.house, body.toml)
    examined, breaches, warnings = house.examine(game, given, book.state)
    if body.private:
        beyond = hall.policies.now.beyond(examined)
        breaches += [house.Breach(key, f"{words} (the floor's policy)") for key, words in beyond]
    return {
        "lawful": not breaches,
        "breaches": [breach.as_dict() for breach in breaches],
        "warnings": [warning.as_dict() for warning in warnings],
        "house": {} if breaches else examined.flat(),
    }


@router.post("/houses/{game}/edge")
async def draft_edge(
    hall: InHall, game: GameInPath, caller: Known, body: Draft, state: RulebookInQuery = None
) -> Data:
    """Compute the house edge of a house file, beside the standard one.

    An edge that is not known, or takes too long, is null. Each person may wait for one answer: a
    newer question replaces it (409). A house that breaks the rules is refused with every breach.
    """
    book = find_book(game, state)
    chosen = house.build(game, read_keys(game, body.house, body.toml), book.state)
    return await hall.draft_edges.of(chosen, caller.person)
