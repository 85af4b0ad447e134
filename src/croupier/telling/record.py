"""Round records: one or several rounds of one table, as text that people read and write.

>>> record = parse('''
... croupier = 1
... game = "red-dog"
... [seats]
... 1 = "100"
... [round]
... cards = "7c 5h 9s 7d"
... actions = ["1 wager original 10", "dealer close", "1 raise 10"]
... ''')
>>> run(record)["seats"]["1"]["net"]
'40.00'
"""

from __future__ import annotations

import difflib
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, Final

from croupier import games
from croupier.equipment.shoe import ordered
from croupier.nouns.cards import UNKNOWN, Card, CardError, parse_card, too_many
from croupier.nouns.money import MoneyError, parse_money, show_money
from croupier.nouns.reasons import MalformedError
from croupier.rules import house
from croupier.stage.actions import Action, Refusal
from croupier.stage.events import SURVEILLANCE
from croupier.stage.round import Round
from croupier.stage.table import Table
from croupier.telling.result import round_result, table_result

FORMAT: Final = house.FORMAT
_TOP: Final = ("croupier", "game", "rulebook", "house", "seats", "players", "round", "rounds")
_ROUND: Final = ("cards", "actions", "seed")
_SEAT: Final = re.compile("[1-9][0-9]{0,8}")


@dataclass(frozen=True)
class RoundRecord:
    """One round: the cards in the order they left, the actions, and the situation before it."""

    cards: tuple[Card, ...] = ()
    face_up: tuple[int, ...] = ()
    actions: tuple[Action, ...] = ()
    seed: str | None = None
    situation: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Record:
    """Rounds of one table."""

    game: str
    rulebook: str
    house: Mapping[str, Any]
    seats: Mapping[int, int]
    rounds: tuple[RoundRecord, ...]
    players: Mapping[str, Sequence[int]] = field(default_factory=dict)
    several: bool = False
    """Whether it was written as ``[[rounds]]``."""
    digest: str = ""
    """A hash of the text; without a seed it determines the cards that are not listed."""


def read(path: Path) -> Record:
    """Read a record from a file."""
    return parse(house.read_text(path), str(path))


def parse(text: str, where: str = "record") -> Record:
    """Read a record from its text; :class:`MalformedError` says what is wrong, and where."""
    data = house.parse_toml(text, where)
    house.check_format(data, where)
    _known(data, _TOP, where)
    name = data.get("game")
    if not isinstance(name, str):
        raise MalformedError(f'{where}: names no game: write game = "red-dog"')
    game = games.load(name)
    state = data.get("rulebook", game.states[0])
    if state not in game.states:
        raise MalformedError(
            f"{where}: {name} has no rulebook {state!r}, only {', '.join(game.states)}"
        )
    chosen = dict(house.flatten(_table(data, "house", where)))
    entries = _rounds(data, where)
    return Record(
        game=name,
        rulebook=state,
        house=chosen,
        seats=_seats(data, where),
        rounds=tuple(
            _round(game, entry, f"{where}: round {i}" if "rounds" in data else f"{where}: [round]")
            for i, entry in enumerate(entries, 1)
        ),
        players=_players(data, where),
        several="rounds" in data,
        digest=hashlib.sha256(text.encode()).hexdigest(),
    )


def _table(data: Mapping[str, Any], key: str, where: str) -> dict[str, Any]:
    value = data.get(key, {})
    if not isinstance(value, dict):
        raise MalformedError(f"{where}: [{key}] is not a table")
    return value


def _known(data: Mapping[str, Any], keys: Sequence[str], where: str) -> None:
    for key in data:
        if key not in keys:
            near = difflib.get_close_matches(key, keys, 1, 0.5)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise MalformedError(f"{where}: unknown key {key!r}{hint}")


def _seats(data: Mapping[str, Any], where: str) -> dict[int, int]:
    seats = {}
    for key, value in _table(data, "seats", where).items():
        if not _SEAT.fullmatch(key):
            message = f"[seats] {key!r} is not a seat: seats are numbered from 1"
            raise MalformedError(f"{where}: {message}")
        try:
            cents = parse_money(value)
        except MoneyError as error:
            raise MalformedError(f"{where}: [seats] {key}: {error}") from None
        if cents < 0:
            raise MalformedError(f"{where}: [seats] {key}: a bankroll cannot be negative")
        seats[int(key)] = int(cents)
    if not seats:
        raise MalformedError(f'{where}: [seats] is empty: write a line such as 1 = "500"')
    return seats


def _players(data: Mapping[str, Any], where: str) -> dict[str, list[int]]:
    players = _table(data, "players", where)
    taken: set[int] = set()
    for name, areas in players.items():
        if not isinstance(areas, list) or not all(type(n) is int and n > 0 for n in areas):
            raise MalformedError(
                f"{where}: [players] {name}: write a list of seats, such as [1, 2]"
            )
        if taken.intersection(areas):
            raise MalformedError(f"{where}: [players] {name}: a seat belongs to one player only")
        taken |= set(areas)
    return players


def _rounds(data: Mapping[str, Any], where: str) -> list[dict[str, Any]]:
    if ("round" in data) == ("rounds" in data):
        raise MalformedError(f"{where}: write either one [round] or several [[rounds]]")
    entries = data["rounds"] if "rounds" in data else [data["round"]]
    if (
        not isinstance(entries, list)
        or not entries
        or not all(isinstance(e, dict) for e in entries)
    ):
        raise MalformedError(f"{where}: a round is a table: [round], or [[rounds]] for several")
    return entries


def _round(game: games.Game, data: Mapping[str, Any], where: str) -> RoundRecord:
    _known(data, (*_ROUND, *game.situation), where)
    text = data.get("cards", "")
    said = data.get("actions", [])
    if not isinstance(text, str):
        raise MalformedError(f'{where}: cards are a text such as "As Kd 7c"')
    if not isinstance(said, list) or not all(isinstance(line, str) for line in said):
        raise MalformedError(f"{where}: actions are a list of texts")
    cards, face_up = [], []
    for i, word in enumerate(text.replace(",", " ").split()):
        try:
            cards.append(parse_card(word.removeprefix("^")))
        except CardError as error:
            raise MalformedError(f"{where}: cards: {error}") from None
        if word.startswith("^"):
            face_up.append(i)
    if UNKNOWN in cards:
        raise MalformedError(f"{where}: cards: ?? is for advice, a record names its cards")
    actions = []
    for i, line in enumerate(said, 1):
        try:
            actions.append(game.grammar.parse(line))
        except MalformedError as error:
            raise MalformedError(f"{where}: action {i}: {error}") from None
    seed = data.get("seed")
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int | str)):
        raise MalformedError(f"{where}: a seed is a number or a text")
    situation = {}
    for key, reader in game.situation.items():
        if key in data:
            try:
                situation[key] = reader(data[key])
            except ValueError as error:
                raise MalformedError(f"{where}: {key}: {error}") from None
    return RoundRecord(
        tuple(cards), tuple(face_up), tuple(actions), None if seed is None else str(seed), situation
    )


# --- carrying a record out ------------------------------------------------------------------------


class Running:
    """A record being carried out: its table, the rounds so far, and any refusal that stopped it."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.game = games.load(record.game)
        self.house = house.build(record.game, record.house, record.rulebook)
        self.rounds: list[Round] = []
        self.refusal: Refusal | None = None
        self._check_cards()
        self.table = Table(
            self.game, self.house, record.seats, players=record.players, shuffle=self._order
        )
        for seats in record.players.values():
            for number in seats:
                if number not in record.seats:
                    message = f"seat {number} of [players] is not in [seats]"
                    raise Refusal(self.game.unseated._replace(message=message))

    def _check_cards(self) -> None:
        decks = self.game.decks(self.house)
        for i, entry in enumerate(self.record.rounds, 1):
            card = too_many(entry.cards, decks)
            if card is not None:
                raise MalformedError(
                    f"round {i}: cards: {card} occurs {entry.cards.count(card)} times, "
                    f"more often than {decks} deck{'s'[: decks > 1]} hold{'s'[: decks == 1]} it"
                )

    def _order(self, pack: Sequence[Card]) -> list[Card]:
        entry = self.record.rounds[len(self.rounds)]
        seed = entry.seed if entry.seed is not None else self.record.digest
        return ordered(pack, f"{seed}/{len(self.rounds) + 1}")

    def run(self) -> None:
        """Carry out the rounds until the end or a refusal."""
        try:
            for i, entry in enumerate(self.record.rounds, 1):
                try:
                    round = self.table.begin(
                        entry.cards,
                        situation=entry.situation,
                        face_up=entry.face_up,
                        later=chain.from_iterable(e.cards for e in self.record.rounds[i:]),
                    )
                except CardError as error:
                    raise MalformedError(f"round {i}: cards: {error}") from None
                self.rounds.append(round)
                for action in entry.actions:
                    round.act(action)
        except Refusal as refusal:
            self.refusal = refusal

    def result(self, viewer: str = SURVEILLANCE) -> dict[str, Any]:
        """Return what happened as one document."""
        shown = [round_result(round, viewer) for round in self.rounds]
        if self.record.several or not shown:
            document = table_result(
                self.record.game, self.record.rulebook, self.record.seats, shown
            )
        else:
            document = shown[0]
        if self.refusal is not None:
            document["error"] = error = refusal_data(self.refusal)
            if self.record.several:
                error["message"] = f"round {len(self.rounds)}: {error['message']}"
        return document


def refusal_data(refusal: Refusal) -> dict[str, Any]:
    """Return a refusal as plain data."""
    return {
        "kind": "refused",
        "message": refusal.message
        if refusal.action is None
        else f"{refusal.action}: {refusal.message}",
        "rule": refusal.rule,
        "finding": refusal.finding,
    }


def run(record: Record, viewer: str = SURVEILLANCE) -> dict[str, Any]:
    """Carry out a record and return what happened."""
    running = Running(record)
    running.run()
    return running.result(viewer)


# --- writing --------------------------------------------------------------------------------------


def write(record: Record) -> str:
    """Return the text of a record; reading it again gives the same rounds."""
    import tomli_w

    data: dict[str, Any] = {"croupier": FORMAT, "game": record.game, "rulebook": record.rulebook}
    if record.house:
        data["house"] = house.nested(record.house)
    data["seats"] = {
        str(n): show_money(cents).removesuffix(".00") for n, cents in record.seats.items()
    }
    if record.players:
        data["players"] = {name: list(areas) for name, areas in record.players.items()}
    entries = [_entry(entry) for entry in record.rounds]
    if record.several:
        data["rounds"] = entries
    else:
        data["round"] = entries[0]
    return tomli_w.dumps(data, multiline_strings=False)


def _entry(entry: RoundRecord) -> dict[str, Any]:
    cards = " ".join(("^" if i in entry.face_up else "") + c for i, c in enumerate(entry.cards))
    data: dict[str, Any] = {"cards": cards} | dict(entry.situation)
    if entry.seed is not None:
        data["seed"] = entry.seed
    return data | {"actions": [str(action) for action in entry.actions]}


def of_round(round: Round, **situation: Any) -> RoundRecord:
    """Return a played round as a record holds it."""
    return RoundRecord(
        tuple(round.cards), tuple(round.face_up), tuple(round.actions), None, situation
    )
