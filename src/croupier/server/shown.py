"""What a viewer may see of a table: the one place where hidden cards are taken out.

Everything that the server sends about a round comes from here. Everything here asks the round
itself with the viewer's eyes (:meth:`croupier.stage.round.Round.view`,
:meth:`croupier.stage.events.Event.shown_to`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import cache, cached_property
from typing import Any, Final

import msgspec
from msgspec import Raw

from croupier import games
from croupier.chair.drills import Question
from croupier.chair.exams import practice
from croupier.chair.sitting import Sitting
from croupier.journal import JournalError, RoundLog
from croupier.journal.payloads import Closed
from croupier.journal.recorder import stamp
from croupier.journal.resume import walk
from croupier.nouns.cards import Card
from croupier.nouns.money import show_money
from croupier.rules.house import House
from croupier.server import people
from croupier.server.absence import freed_at
from croupier.server.box import SILENCE, is_awaited
from croupier.server.dealing import awaited
from croupier.server.live import LiveTable, plays_in
from croupier.server.lobby import MEMBERS
from croupier.server.people import Caller
from croupier.stage.actions import DEALER, FLOOR, Actor
from croupier.stage.events import EVERYBODY, PUBLIC, SURVEILLANCE, Event
from croupier.stage.layout import Pile
from croupier.stage.round import Round
from croupier.telling import felt
from croupier.telling.narrative import tell
from croupier.telling.places import Places
from croupier.telling.result import explained_result, round_result

Data = dict[str, Any]
encode: Final = msgspec.json.Encoder().encode
Names = Callable[[str | None], str | None]
_MADE_UP: Final = 5
"""How many rounds are made up to see where the cards lie, for a game without a felt file."""


@dataclass(frozen=True)
class Viewer:
    """Somebody who looks at a table: with whose eyes they see, and for whom they speak."""

    role: str
    eyes: str = PUBLIC
    """``public``, ``seat:N`` or ``surveillance``."""
    speaks: tuple[Actor, ...] = ()
    _: KW_ONLY
    deals: bool = False
    """Whether they are the person who deals, and see the table from the dealer's side."""
    hosts: bool = False
    """Whether this is their private table."""

    @property
    def seat(self) -> int | None:
        """The viewer's seat; None for everybody but its player."""
        return next((actor for actor in self.speaks if isinstance(actor, int)), None)


def viewer_of(live: LiveTable, caller: Caller) -> Viewer:
    """How a caller sees a table.

    A player's token shows the seat's cards only while that person holds the seat, and not in a
    round that somebody else plays or has played there.
    """
    if caller.role == people.SURVEILLANCE:
        return Viewer(caller.role, SURVEILLANCE)
    dealer = live.snapshot.dealer
    if caller.role in people.STAFF:
        return Viewer(caller.role, PUBLIC, (FLOOR,) if dealer else (DEALER, FLOOR))
    hosts = caller.known and caller.role in people.ROLES and caller.person == live.snapshot.host
    if caller.role == people.DEALER:
        deals = caller.person == dealer and caller.table in (None, live.id)
        return Viewer(caller.role, PUBLIC, (DEALER,) if deals else (), deals=deals, hosts=hosts)
    plays_here = caller.role == people.PLAYER and caller.table == live.id
    if plays_here and live.held_by(caller.seat, caller.person):
        seat = caller.own_seat
        shown = live.shown
        anothers = shown is not None and seat in shown.layout.seats
        anothers = anothers and not plays_in(shown, seat, caller.person)
        eyes = PUBLIC if anothers else f"seat:{seat}"
        return Viewer(caller.role, eyes, (seat,), hosts=hosts)
    return Viewer(people.SPECTATOR, hosts=hosts)


# --- a live table ---------------------------------------------------------------------------------


@cache
def _places(game: str, deals: bool = False) -> Places:
    """The names of places for people who see the page's picture, which is from the players' side.

    Only for the person who deals is it drawn from the dealer's side, and in the dealer's chair,
    which tells its events itself.
    """
    if deals:
        return Places.from_dealers_side(games.load(game))
    return Places.from_players_side(games.load(game))


def _told(event: Event, eyes: str, game: str, deals: bool = False) -> Data:
    """An event as a viewer may know it, with a line of text."""
    told = event.shown_to(eyes)
    told["line"] = tell(told, _places(game, deals))
    return told


class Glance:
    """One moment of a table, for many viewers: what they all see alike is encoded once."""

    def __init__(
        self,
        live: LiveTable,
        names: Names,
        present: Collection[str] = (),
        deadline: float | None = None,
    ) -> None:
        self._live = live
        self._names = names
        stands, round = live.snapshot, live.shown
        view = None if round is None else round.standing()
        self._alike: Data = {
            "table": live.id,
            "state": live.state,
            "phase": live.phase,
            "round": live.number,
            "stays": live.stays,
            "last": stands.last or None,
            "rounds": stands.rounds,
            "dealing": stands.dealing,
            "open_seats": stands.open_seats,
            **_hosted(live, names),
            "deadline": None if deadline is None else round_up(deadline),
            "awaits": awaited(live),
            "dealer": _person(live.snapshot.dealer, names),
            "awaits_dealer": is_awaited(live),
            "relieved": _relieved(live, names),
            "timeouts": _timeouts(live),
            "seats": _seats(live, view, names, present),
            "outcome": None if view is None else view["outcome"],
            "left": _left(live),
            "rack": _racked(live) if view is None else view["rack"],
            "pot": None if view is None else view.get("pot"),
            "button": None if view is None else view.get("button"),
            "fair": _fair(live, names),
        }
        self._public: dict[int, Raw] = {}
        """Events as everybody may know them, by their numbers."""
        self._piles: dict[Pile, Raw] = {}
        """Cards as everybody may see them."""

    @cached_property
    def _alike_written(self) -> bytes:
        return encode(self._alike).removesuffix(b"}") + b","

    def events(self, shown: Sequence[Event], viewer: Viewer) -> list[Data | Raw]:
        """Events of this moment as a viewer may know them."""
        return [self._event(event, viewer) for event in shown]

    def _event(self, event: Event, viewer: Viewer) -> Data | Raw:
        if viewer.deals or (event.sees != EVERYBODY and event.visible_to(viewer.eyes)):
            return _told(event, viewer.eyes, self._live.game.name, viewer.deals)
        if event.n not in self._public:
            self._public[event.n] = Raw(encode(_told(event, PUBLIC, self._live.game.name)))
        return self._public[event.n]

    def _cards(self, piles: Mapping[str, Pile], eyes: str) -> dict[str, Any]:
        """The cards of some places as a viewer may see them."""
        return {place: self._pile(pile, eyes) for place, pile in piles.items()}

    def _pile(self, pile: Pile, eyes: str) -> list[Card] | Raw:
        if pile.shows_more(eyes):
            return pile.shown_to(eyes)
        if pile not in self._piles:
            self._piles[pile] = Raw(encode(pile.shown_to(PUBLIC)))
        return self._piles[pile]

    def picture(self, viewer: Viewer) -> Raw:
        """The table as a viewer sees it, without the events and what a round does not change."""
        return self._written(self._own(viewer))

    def whole(self, viewer: Viewer) -> Raw:
        """The whole table as a viewer sees it."""
        live, stands, round = self._live, self._live.snapshot, self._live.shown
        happened = [] if round is None else self.events(round.events, viewer)
        lasting = {
            "name": stands.name,
            "game": stands.game,
            "title": live.game.title,
            "rulebook": stands.rulebook,
            "first_wager": live.game.first_wager,
            "play_money": True,
            "events": happened,
        }
        return self._written(self._own(viewer) | posted(live.house) | lasting)

    def _written(self, own: Data) -> Raw:
        return Raw(self._alike_written + encode(own).removeprefix(b"{"))

    def _own(self, viewer: Viewer) -> Data:
        """What differs from viewer to viewer."""
        live, round = self._live, self._live.shown
        you = {"role": viewer.role, "seat": viewer.seat, "viewer": viewer.eyes}
        data: Data = {
            "felt": {} if round is None else self._cards(round.layout.felt, viewer.eyes),
            # Every place that has had cards in this round, also if they have been collected.
            "laid": {} if round is None else self._cards(round.layout.laid, viewer.eyes),
            "next": _next(live, viewer),
            "pending": _pending(live, viewer),
            "result": None if live.last is None else result(live.last, viewer.eyes),
            "you": you | {"host": viewer.hosts, "deals": viewer.deals},
        }
        if viewer.hosts or viewer.role in people.SEES_RECORDS:
            data["company"] = [one.strategy for one in live.snapshot.company]
            if live.snapshot.host:
                data["guests"] = [_person(one, self._names) for one in live.snapshot.guests]
        if viewer.role in people.SEES_RECORDS:
            moved = 0 if live.round is None else live.round.layout.tray
            data["tray"] = show_money(live.snapshot.tray + moved)
        return data


def _next(live: LiveTable, viewer: Viewer) -> list[Data]:
    """What a viewer may say now.

    Nothing, if a house player still plays the round at the viewer's seat.
    """
    if viewer.seat in live.snapshot.departing:
        return []
    return [offer for actor in viewer.speaks for offer in live.offers(actor)]


def _person(person: str, names: Names) -> Data | None:
    """A person with their name; None where there is nobody."""
    return {"person": person, "name": names(person)} if person else None


def _hosted(live: LiveTable, names: Names) -> Data:
    """Whether a table is private, and whose it is."""
    host = live.snapshot.host
    return {
        "private": bool(host),
        "host": _person(host, names),
        "closing": bool(live.snapshot.closing),
    }


def round_up(seconds: float) -> float:
    """Round seconds up to a tenth, which is enough to draw a clock."""
    return max(0.0, -(-seconds * 10 // 1) / 10)


def _seats(live: LiveTable, view: Data | None, names: Names, present: Collection[str]) -> Data:
    seats: Data = {str(n): None for n in range(1, live.house.seats + 1)}
    for number, place in live.snapshot.seats.items():
        freed = freed_at(live, place)
        # What the seat has in the round on the felt, which may have been another person's.
        has = None
        if view is not None and plays_in(live.shown, number, place.person):
            has = view["seats"][str(number)]
        playing = None if live.stays or place.waits else has
        leaver = live.snapshot.departing.get(number)
        seats[str(number)] = {
            "person": place.person,
            "name": names(place.person),
            "chips": show_money(place.chips) if playing is None else playing["bankroll"],
            "coming": show_money(place.extra) if place.extra else None,
            "connected": place.person in present,
            "ready": number in live.ready,
            "in_round": not place.waits and plays_in(live.round or live.last, number, place.person),
            "joins": place.waits,
            "leaving": place.leaving,
            "out": bool(place.out),
            "freed_at": None if freed is None else stamp(freed),
            "state": "" if has is None else has["state"],
            "wagers": {} if playing is None else playing["wagers"],
            "strategy": place.strategy or None,
            "leaver": None if leaver is None else names(leaver.person),
        }
    return seats


def _timeouts(live: LiveTable) -> list[Data]:
    """What was decided for seats in the shown round because their time ran out."""
    return [
        {
            "seat": action.actor,
            "said": action.verb,
            "line": f"Time ran out for seat {action.actor}: {action.verb}",
            "rule": None,
            "finding": "X-11",
        }
        for action in live.timeouts
        if live.shown is not None
    ]


def _relieved(live: LiveTable, names: Names) -> Data | None:
    """Who was relieved in this round because they kept the table waiting."""
    person = live.relieved
    if not person:
        return None
    name = names(person)
    line = f"{name or 'The dealer'} kept the table waiting and was relieved"
    return {"person": person, "name": name, "line": line, "rule": None, "finding": SILENCE}


def _left(live: LiveTable) -> int:
    if live.round is not None:
        return live.round.layout.shoe.left
    pack = live.snapshot.pack
    return 0 if pack is None else pack.size - pack.used


def _racked(live: LiveTable) -> int:
    """How many cards lie in the rack while no round is laid out."""
    pack = live.snapshot.pack
    return pack.used if pack is not None and live.game.shoe_lasts(live.house) else 0


def _pending(live: LiveTable, viewer: Viewer) -> Data | None:
    """The dealer's next step, for those who may let the dealer proceed, and for the floor.

    Its cards have not been drawn yet.
    """
    step = None if live.round is None else live.round.pending
    if step is None or not (DEALER in viewer.speaks or viewer.role in people.STAFF):
        return None
    shown = step.shown_to(PUBLIC)
    rule = None if step.rule is None else live.house.book.citations.get(step.rule, step.rule)
    return {
        "kind": step.kind,
        "rule": rule,
        "line": tell(shown, _places(live.game.name, viewer.deals)),
    }


def _fair(live: LiveTable, names: Names) -> Data | None:
    pack = live.snapshot.pack
    if pack is None:
        return None
    return {
        "pack": pack.number,
        "commitment": pack.commitment,
        "cards": pack.size,
        "sealed": pack.sealed,
        "entropy": [
            {"person": one.person, "name": names(one.person), "value": one.value}
            for one in pack.entropy
        ],
    }


def posted(house: House) -> Data:
    """What the house has chosen and must post; made once for each house."""
    if "posted" not in house.cache:
        house.cache["posted"] = {
            "advice": house.advice,
            "limits": limits(house),
            "payouts": payouts(house),
            "house": house.flat(),
        }
    made: Data = house.cache["posted"]
    return made


def limits(house: House) -> Data:
    """The posted limits: every amount of the house file that bounds a wager."""
    posted = (key for key, option in house.options.items() if option.posted)
    return {key: show_money(house.values[key]) for key in posted}


def payouts(house: House) -> Data:
    """The posted odds."""
    posted = {w: {name: str(odds) for name, odds in t.items()} for w, t in house.payouts.items()}
    return posted | {w: {"": str(odds)} for w, odds in house.book.fixed_odds.items()}


def result(round: Round, eyes: str) -> Data:
    """What came of a round, without its events."""
    return explained_result(round, eyes)


def lobby_line(live: LiveTable, names: Names) -> Data:
    """A table as the lobby shows it, with those who may see it if it is private."""
    stands = live.snapshot
    seats: Data = {str(n): None for n in range(1, live.house.seats + 1)}
    for number, place in stands.seats.items():
        seats[str(number)] = {
            "name": names(place.person),
            "chips": show_money(place.chips),
            "out": bool(place.out),
            "strategy": place.strategy or None,
        }
    return {
        "table": live.id,
        **_hosted(live, names),
        MEMBERS: sorted(live.members()) if stands.host else None,
        "name": stands.name,
        "game": stands.game,
        "title": live.game.title,
        "rulebook": stands.rulebook,
        "phase": live.phase,
        "state": live.state,
        "open_seats": stands.open_seats,
        "seats": seats,
        "limits": posted(live.house)["limits"],
        "first_wager": live.game.first_wager,
        "rounds": stands.rounds,
        "dealing": stands.dealing,
        "dealer": _person(live.snapshot.dealer, names),
    }


# --- a recorded round -----------------------------------------------------------------------------


def eyes_on(log: RoundLog, caller: Caller) -> str:
    """With whose eyes a caller reads a recorded round.

    A player sees what their seat saw. The floor sees all cards once the round is over;
    surveillance sees them at any time.
    """
    if caller.role == people.SURVEILLANCE:
        return SURVEILLANCE
    if caller.role in people.STAFF and log.closed is not None:
        return SURVEILLANCE
    seats = log.opened.players.get(caller.person, ()) if caller.known else ()
    return f"seat:{seats[0]}" if seats else PUBLIC


def recorded(log: RoundLog, eyes: str) -> Data:
    """A recorded round for one viewer: its events and its result."""
    data: Data = {"events": _lines(log, eyes), "result": None}
    if log.closed is not None:
        data["result"] = _result_again(log, log.closed, eyes)
    return data


def _lines(log: RoundLog, eyes: str) -> list[Data]:
    places = _places(log.opened.game)
    return [event | {"line": tell(event, places)} for event in log.told(eyes)]


def _result_again(log: RoundLog, closed: Closed, eyes: str) -> Data | None:
    """The result as a viewer may see it; its words are not recorded, so the round is run again.

    Surveillance gets what was recorded wherever a new run gives something else, or nothing.
    """
    try:
        *_, round = walk(log)
    except JournalError:  # damaged, or played under rules that this program no longer has
        return closed.result if eyes == SURVEILLANCE else None
    if eyes == SURVEILLANCE and round_result(round, events=False) != closed.result:
        return closed.result
    return result(round, eyes)


def steps(log: RoundLog, eyes: str) -> Iterator[Data]:
    """The felt after every event of a recorded round."""
    for round in walk(log):
        if not round.events:
            continue
        view = round.view(eyes)
        yield {
            "event": _told(round.events[-1], eyes, round.game.name),
            "felt": view["felt"],
            "seats": view["seats"],
            "left": view["left"],
            "rack": view["rack"],
            "pot": view.get("pot"),
            "button": view.get("button"),
        }


def own_part(log: RoundLog, numbers: Sequence[int]) -> Data:
    """What a person saw of their own seats in a recorded round, and the cards on the table."""
    try:
        *_, round = walk(log)
    except JournalError:  # damaged, or played under rules that this program no longer has
        return {"seats": [] if log.closed is None else own_ending(log.closed, numbers), "felt": {}}
    laid = round.layout.laid
    seats = []
    for number in numbers:
        eyes = f"seat:{number}"
        mine = [
            pile.shown_to(eyes) for place, pile in laid.items() if felt.seat_of(place) == number
        ]
        told = explained_result(round, eyes)["seats"][str(number)]
        seats.append({"seat": number, "cards": [card for pile in mine for card in pile], **told})
    eyes = f"seat:{numbers[0]}" if numbers else PUBLIC
    common = {p: pile.shown_to(eyes) for p, pile in laid.items() if felt.seat_of(p) is None}
    return {"seats": seats, "felt": common}


def own_ending(closed: Closed, numbers: Sequence[int]) -> list[Data]:
    """What was recorded of a person's seats at the end of a round: wagers, hand and result."""
    ends = closed.result["seats"]
    return [{"seat": number, "cards": [], **ends[str(number)]} for number in numbers]


# --- the dealer's chair ---------------------------------------------------------------------------


def practised(sitting: Sitting) -> Data:
    """A trainee's table in the form of any other table, seen with the public's eyes."""
    house, view = sitting.course.house, sitting.view
    seats: Data = {str(n): None for n in range(1, house.seats + 1)}
    for number in sitting.course.seats:
        seat = view.get("seats", {}).get(str(number), {})
        seats[str(number)] = {
            "name": f"Seat {number}",
            "chips": seat.get("bankroll", show_money(0)),
            "state": seat.get("state", ""),
            "wagers": seat.get("wagers", {}),
        }
    return {
        "seats": seats,
        "left": view.get("left", 0),
        "rack": view.get("rack", 0),
        "pot": view.get("pot"),
        "button": view.get("button"),
        "limits": limits(house),
        "payouts": payouts(house),
        "house": house.flat(),
    }


def asked_about(question: Question, game: str) -> list[Data]:
    """The cards that a drill's question is about, by the names of their places."""
    labels, cards = felt.of(games.load(game)), question.view.get("felt", {})
    return [{"place": labels.label(place), "cards": laid} for place, laid in cards.items()]


# --- how tables are drawn -------------------------------------------------------------------------


def felt_data(name: str) -> Data:
    """How a game's table is drawn: from the game's felt file, or else from made-up rounds."""
    data = felt.load(name)
    return _plain_felt(name) if data is None else dict(data)


@cache
def _plain_felt(name: str) -> Data:
    """A felt with an area for every wager and one row of the places where cards lie."""
    most: dict[str, int] = {}
    for seed in range(_MADE_UP):
        for moment in practice(name, seed=seed).moments:
            for place, cards in moment.view["felt"].items():
                most[place] = max(most.get(place, 0), len(cards))
    tables = [place for place in most if felt.seat_of(place) is None]
    return {
        "rows": [{"places": tables}] if tables else [],
        "cards": {place: most[place] for place in tables},
        "areas": {"wagers": list(felt.plain(games.load(name)).wagers)},
        "page": {"hand": max((most[p] for p in most if p not in tables), default=0)},
    }
