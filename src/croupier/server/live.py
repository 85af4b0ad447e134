"""A live table: its seats, its cards, its round, and the entries they leave in the journal.

There is no clock, no network and no waiting in this module. Whatever is done writes entries that
wait in ``pending``. The table's keeper commits them, and only then tells anybody. If the commit
fails, the table is thrown away and read again from the database, as after a crash.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec
import sqlalchemy as sa

from croupier import games
from croupier.journal import Journal, JournalError, Recorder, RoundLog
from croupier.journal.database import Also, DatabaseStore, RowOf
from croupier.journal.fairness import Order
from croupier.journal.payloads import TIMEOUT
from croupier.journal.resume import Pace, take_up, walk
from croupier.nouns import structs
from croupier.nouns.cards import Card
from croupier.nouns.reasons import Reason
from croupier.rules import house
from croupier.server import figures, people, played, reconciliation
from croupier.server.errors import forbidden
from croupier.server.membership import keep_membership
from croupier.server.pending import Pending
from croupier.server.people import Caller
from croupier.server.policy import Policy
from croupier.server.schema import PACKS, TABLES
from croupier.server.snapshot import Pack, Snapshot
from croupier.stage.actions import DEALER, FLOOR, Action, Actor, Refusal
from croupier.stage.round import Round, priced_offer
from croupier.stage.table import Table
from croupier.telling import felt

Data = dict[str, Any]

CLOSED: Final = "closed"
BETWEEN: Final = "between"
WAGERING: Final = "wagering"
PLAYING: Final = "playing"

NO_MORE_BETS: Final = Action(DEALER, "close")
PRIVATE: Final = "this is a private table: ask its host for the link"
"""What a stranger is told."""


class LiveTable:
    """One table as its owner knows it; made by :func:`create_table` or :func:`load_table`."""

    def __init__(
        self,
        id: str,
        snapshot: Snapshot,
        pending: Pending,
        next_order: Callable[[int], Order],
        written: bytes = b"",
    ) -> None:
        self.id = id
        self.snapshot = snapshot
        self.pending = pending
        self.recorder = Recorder(pending, id)
        self.also: list[Also] = []
        """Writes that go into the same commit as the entries."""
        self.guarded = False
        """Whether the database may refuse one of these writes, such as a debit."""
        self.game = games.load(snapshot.game)
        self.house = house.build(snapshot.game, snapshot.house, snapshot.rulebook)
        self.pace = Pace(self.steps, acts_only=bool(snapshot.dealer))
        self.round: Round | None = None
        """The round that is prepared or played."""
        self.last: Round | None = None
        """The finished round, which stays on the felt until something is said in the next one."""
        self.table: Table | None = None
        self.order: Order | None = None
        """The secret of the pack in play."""
        self.ready: set[int] = set()
        self.timeouts: list[Action] = []
        """What was decided for seats in the round on the felt because their time ran out."""
        self.relieved = ""
        """Who was relieved of the box because they kept the table waiting; empty when that is past.

        Somebody else deals since then, or another round has begun.
        """
        self.since: dict[Actor, int] = {}
        """The state at which what an actor may say last changed."""
        self._noticed: dict[Actor, list[Data]] = {}
        self._offered: dict[Actor, list[Data]] = {}
        self._moment: tuple[Round | None, int, int] = (None, 0, 0)
        self._next_order = next_order
        self._written = written
        self._kept = self._membership() if written else None
        self.policy: Callable[[], Policy] = Policy
        """What the floor has decided about private tables, as of now."""

    # --- where it stands --------------------------------------------------------------------------

    @property
    def state(self) -> int:
        """The number of the last entry in the chain."""
        return self.pending.head.number

    @property
    def phase(self) -> str:
        """Closed, between rounds, taking wagers, or playing them."""
        if not self.snapshot.open:
            return CLOSED
        if self.round is None:
            return BETWEEN
        return PLAYING if NO_MORE_BETS in self.round.actions else WAGERING

    @property
    def steps(self) -> bool:
        """Whether somebody must let the dealer take each step: the floor, or who deals."""
        return bool(self.snapshot.dealer) or self.snapshot.dealing == "steps"

    @property
    def number(self) -> int | None:
        """The journal's number of the round on the felt; None before its first sentence."""
        return (self.snapshot.last if self.stays else self.recorder.number) or None

    @property
    def stays(self) -> bool:
        """Whether the finished round is still on the felt."""
        return self.last is not None

    @property
    def shown(self) -> Round | None:
        """The round that people look at."""
        return self.last or self.round

    def in_play(self, seat: int) -> bool:
        """Whether a seat's player has chips on the table and must stay (X-11)."""
        round, place = self.round, self.snapshot.seats.get(seat)
        return (
            round is not None
            and not (place is not None and place.waits)
            and seat in round.layout.seats
            and bool(round.layout.seats[seat].wagers)
            and not round.over
        )

    def taking_part(self) -> list[int]:
        """The seats of the round whose players are still there.

        A player who has taken a seat since then is in the next round.
        """
        dealt_in = () if self.round is None else self.round.layout.seats
        return [n for n in dealt_in if self._takes_part(n)]

    def _takes_part(self, number: int) -> bool:
        stands, round = self.snapshot, self.round
        if round is None or number not in round.layout.seats:
            return False
        place = stands.seats.get(number)
        return number in stands.departing or (place is not None and not place.waits)

    def held_by(self, seat: int | None, person: str) -> bool:
        """Whether a person holds a seat."""
        place = None if seat is None else self.snapshot.seats.get(seat)
        return place is not None and place.person == person

    def need_player(self, caller: Caller) -> None:
        """Refuse whoever holds a seat that a house player still plays: theirs is the next round."""
        place = self.snapshot.departing.get(caller.own_seat)
        if place is not None and place.person != caller.person:
            message = f"seat {caller.seat} is dealt in from the next round on"
            raise Refusal(self.game.unseated._replace(message=message))

    def need_holder(self, caller: Caller) -> None:
        """Refuse a player of this table whose seat is free or another person's by now."""
        plays_here = caller.role == people.PLAYER and caller.table == self.id
        if not plays_here or self.held_by(caller.seat, caller.person):
            return
        place = self.snapshot.departing.get(caller.own_seat)
        if place is None or place.person != caller.person:
            raise forbidden("this seat is not yours any more")

    def need_host(self, caller: Caller) -> None:
        """Refuse a caller who is neither the host of this table nor on the floor."""
        if caller.role not in people.STAFF and caller.person != self.snapshot.host:
            raise forbidden("this is for the host of this table and the floor")

    def need_box(self, caller: Caller) -> None:
        """Refuse to let anybody act as the dealer but the person who deals, if one does."""
        dealer = self.snapshot.dealer
        if caller.role == people.DEALER and caller.person != dealer:
            raise forbidden("you do not deal this table: take the box first")
        if dealer and caller.person != dealer:
            raise forbidden("a person deals this table: relieve them to deal it yourself")

    def members(self) -> set[str]:
        """The people who may see a private table, beside the staff.

        Somebody who was removed stays until their round is over.
        """
        stands = self.snapshot
        seated = (place.person for place in stands.seats.values())
        return {stands.host, stands.dealer, *stands.guests, *seated} - {""}

    def may_see(self, caller: Caller) -> bool:
        """Whether a caller may know of this table; anybody may, unless it is private."""
        if not self.snapshot.host or caller.role in people.SEES_RECORDS:
            return True
        # A link or an invitation is not a role: it shows no more than what it is for.
        known = caller.role in people.ROLES and caller.known
        return known and (caller.person in self.members() or people.is_house_player(caller.person))

    def need_sight(self, caller: Caller) -> None:
        """Refuse a stranger at a private table."""
        if not self.may_see(caller):
            raise forbidden(PRIVATE)

    def need_welcome(self, person: str) -> None:
        """Refuse somebody whom the host has removed."""
        if person in self.snapshot.barred:
            raise forbidden("the host has removed you from this table")

    def need_private(self) -> None:
        """Refuse at a table that the floor opened for everybody."""
        if not self.snapshot.host:
            raise Refusal(Reason("this table is open to everybody: it has no host"))

    def need_open(self) -> None:
        """Refuse if the table is closed."""
        if not self.snapshot.open:
            raise Refusal(Reason("the table is closed"))

    def need_between(self) -> None:
        """Refuse while a round is being played; one that is only laid out does not count."""
        self.need_open()
        self.lay_aside()
        if self.recorder.number:
            raise Refusal(Reason("a round is being played: wait for its end", self._over_rule()))

    def _over_rule(self) -> str | None:
        rule = self.game.over.rule
        return None if rule is None else self.house.book.cite(rule)

    # --- writing ----------------------------------------------------------------------------------

    def note(self, what: str, **details: Any) -> None:
        """Note something other than a round in the table's chain."""
        given = {k: v for k, v in details.items() if v is not None}
        self.recorder.note(what, **given)
        self.snapshot.figures = figures.noted(self.snapshot.figures, what, given)

    def take_writes(self) -> list[Also]:
        """Return the writes that go into the same commit as the pending entries."""
        also, self.also = self.also, []
        written = self.snapshot.encode()
        if written != self._written:
            also.append(RowOf(TABLES, (self.id, written), replaces=bool(self._written)))
            self._written = written
        membership = self._membership()
        if membership != self._kept:
            also.append(keep_membership(self.id, *membership))
            self._kept = membership
        return also

    def _membership(self) -> tuple[str, bool, frozenset[str]]:
        """Whose table it is, whether it is open, and the people who may see it."""
        stands = self.snapshot
        if not stands.host:
            return "", False, frozenset()
        seen_by = {one for one in self.members() if not people.is_house_player(one)}
        return stands.host, stands.open, frozenset(seen_by)

    def notice(self) -> None:
        """Remember since when each actor has had its present choices."""
        round = self.round
        for actor in (*(round.layout.seats if round else ()), DEALER, FLOOR):
            offers = self.offers(actor)
            if self._noticed.get(actor) != offers:
                self._noticed[actor] = offers
                self.since[actor] = self.state

    def offers(self, actor: Actor) -> list[Data]:
        """What an actor may say now; computed once after each step of the round."""
        round = self.round
        if round is None or (isinstance(actor, int) and not self._takes_part(actor)):
            return []
        moment = round, len(round.actions), len(round.events)
        if self._moment != moment:
            self._moment, self._offered = moment, {}
        if actor not in self._offered:
            self._offered[actor] = [priced_offer(offer) for offer in round.legal(actor)]
        return self._offered[actor]

    # --- rounds -----------------------------------------------------------------------------------

    def prepare(self) -> None:
        """Lay out the next round.

        It enters the journal with the first thing said or done in it. Until then it is laid out
        again whenever a seat changes, and the finished round stays on the felt.
        """
        stands = self.snapshot
        assert not self.recorder.number, "a round is being recorded"
        self.round = None
        self.ready.clear()
        if not stands.open or not stands.seats:
            return
        table = Table(
            self.game,
            self.house,
            {number: place.chips for number, place in stands.seats.items()},
            players=stands.players(),
            shuffle=self.shuffle,
        )
        table.situation = dict(stands.situation)
        table.shoes, table.rounds = stands.shoes, stands.rounds
        if stands.pack is not None and self.order is not None and not stands.pack.fresh:
            table.shoe = stands.pack.shoe(self.order)
        self.table = table
        self.round = table.begin(hold=self.pace)

    def need_round(self) -> Round:
        """The round that is laid out or played."""
        self.need_open()
        if self.round is None:
            raise Refusal(Reason("no round has begun: wait for the dealer", self._over_rule()))
        return self.round

    def open_round(self) -> Round:
        """The round that something is said in; it enters the journal now if it has not before."""
        round = self.need_round()
        if not self.recorder.number:
            assert self.table is not None
            self.recorder.begin_round(round, dealer=self.snapshot.dealer)
            self.relieved = ""
            self.snapshot.shoes = self.table.shoes
            self.last = None
            self.timeouts.clear()
        return round

    def lay_aside(self) -> None:
        """Give up a round of which nothing is left.

        All wagers have been withdrawn and no card has left the shoe. Also, nobody has ordered or
        reported anything, or everybody whom that concerns has left. Nobody would have to end such a
        round, and whoever comes or goes would wait for ever.
        """
        round = self.round
        if round is None or not self.recorder.number or round.cards:
            return
        if any(seat.wagers for seat in round.layout.seats.values()) or self.snapshot.departing:
            return
        if self.taking_part() and any(isinstance(action.actor, str) for action in round.actions):
            return
        stands = self.snapshot
        stands.aside = self.recorder.number
        if stands.pack is not None and stands.pack.fresh:
            stands.shoes -= 1  # made up for this round, and now for the next one
        for place in stands.seats.values():
            place.chips, place.extra, place.waits = place.chips + place.extra, 0, False
        stands.situation |= stands.coming
        stands.coming = {}
        self.recorder.lay_aside()
        self.round = self.table = None
        self.ready.clear()
        self.timeouts.clear()

    def end_round(self) -> None:
        """End the round: take over its money, cards and situation, and what waited for its end."""
        round, table, stands = self.round, self.table, self.snapshot
        assert round is not None and table is not None
        stands.last = self.recorder.number
        self.recorder.end_round()
        self.also += played.of_round(round, stands.last, self.id, self.recorder.ended)
        stands.tray -= sum(seat.net for seat in round.layout.seats.values())
        figures.round_ended(stands.figures, round)
        table.finish()
        for number, place in stands.seats.items():
            chips = place.chips if place.waits else table.bankrolls[number]
            place.chips, place.extra, place.waits = chips + place.extra, 0, False
        for number, place in stands.departing.items():
            place.chips, place.extra = table.bankrolls[number] + place.extra, 0
        stands.rounds += 1
        stands.situation = {**table.situation, **stands.coming}
        stands.coming = {}
        if stands.pack is not None and table.shoe is not None:
            stands.pack.follow(table.shoe)
        if not self.game.shoe_lasts(self.house) or stands.situation.get("shoe") == "new":
            self.reveal()
        self.round, self.last, self.table = None, round, None
        self.ready.clear()

    def from_next_round(self, **situation: Any) -> None:
        """Change the situation from the next round on.

        A round that has only been laid out is laid out again.
        """
        if self.recorder.number:
            self.snapshot.coming |= situation
            return
        self.snapshot.situation |= situation
        if self.round is not None:
            self.prepare()

    # --- cards ------------------------------------------------------------------------------------

    def shuffle(self, pack: Sequence[Card]) -> list[Card]:
        """Commit to the order of a new pack and return its cards.

        A pack that no card has left stays as it is.
        """
        stands = self.snapshot
        now = stands.pack
        if now is None or not now.fresh or now.size != len(pack) or self.order is None:
            self.reveal()
            stands.packs += 1
            self.order = order = self._next_order(len(pack))
            stands.pack = now = Pack(stands.packs, len(pack), order.commitment.hex())
            self.note("shuffle", pack=now.number, commitment=now.commitment, cards=now.size)
            secret = msgspec.json.encode(order)
            self.also.append(RowOf(PACKS, (self.id, now.number, secret)))
        return self.order.dealt(now.contributions())

    def seal(self) -> None:
        """Fix the order of the cards with what players have added, before the first card leaves."""
        pack, table = self.snapshot.pack, self.table
        if pack is None or pack.sealed or table is None or table.shoe is None:
            return
        assert self.order is not None
        pack.sealed = True
        # If a card has left too early, nothing that was added counts.
        pack.counted = 0 if table.shoe.pos else len(pack.entropy)
        self.note("seal", pack=pack.number, entropy=pack.counted)
        table.shoe.cards[:] = self.order.dealt(pack.contributions())

    def reveal(self) -> None:
        """Take the pack out of play and reveal its secret."""
        pack, order = self.snapshot.pack, self.order
        if pack is None or order is None:
            return
        self.note("reveal", pack=pack.number, nonce=order.nonce.hex(), order=order.cards)
        self.snapshot.pack = self.order = None


def plays_in(round: Round | None, seat: int, person: str) -> bool:
    """Whether a seat was this person's when a round began; it may have changed hands since."""
    at = None if round is None else round.layout.seats.get(seat)
    return at is not None and at.player == person


# --- making and finding tables --------------------------------------------------------------------


def usual_name(game: games.Game, table: str) -> str:
    """What a table is called unless somebody has given it a name."""
    return f"{game.title} {table.rpartition('-')[2]}"


def need_positions(game: games.Game, chosen: house.House) -> None:
    """Refuse a house with more seats than the felt has."""
    most = felt.of(game).positions
    if most is not None and chosen["seats"] > most:
        raise Refusal(
            Reason(f"the felt of {game.title} has at most {most} positions", None, "X-12")
        )


def create_table(
    id: str,
    snapshot: Snapshot,
    store: DatabaseStore,
    next_round: Callable[[], int],
    next_order: Callable[[int], Order],
) -> LiveTable:
    """Make a new table; its opening waits to be committed."""
    head = Journal(store).tail(id)
    live = LiveTable(id, snapshot, Pending(store, id, head, next_round), next_order)
    need_positions(live.game, live.house)
    opening = Table(live.game, live.house, {})
    live.recorder.note_opening(opening.open())
    snapshot.situation = dict(opening.situation)
    return live


def load_table(
    id: str,
    journal: Journal,
    next_round: Callable[[], int],
    next_order: Callable[[int], Order],
) -> LiveTable:
    """Read a table from the database and bring its unfinished round to where it was."""
    store = journal.store
    assert isinstance(store, DatabaseStore)
    with store.engine.connect() as connection:
        found = connection.scalar(sa.select(TABLES.c.snapshot).where(TABLES.c.table_id == id))
        if found is None:
            raise JournalError(f"there is no table {id}")
        snapshot = Snapshot.decode(found)
        pending = Pending(store, id, journal.tail(id), next_round)
        live = LiveTable(id, snapshot, pending, next_order, found)
        pack = snapshot.pack
        if pack is not None:
            wanted = PACKS.c.table_id == id, PACKS.c.pack == pack.number
            secret = connection.scalar(sa.select(PACKS.c.secret).where(*wanted))
            if secret is None:
                raise JournalError(f"table {id}: the order of pack {pack.number} is missing")
            live.order = structs.decode(secret, Order)
        if snapshot.open and not snapshot.figures.since:  # an earlier release kept no figures
            chain = reconciliation.read(connection, id)
            snapshot.figures = figures.from_chain(connection, id, snapshot.game, chain)
    _take_up(live, journal)
    _lay_out_again(live, journal)
    live.notice()
    return live


def _take_up(live: LiveTable, journal: Journal) -> None:
    log = journal.unfinished(live.id)
    if log is None or log.number == live.snapshot.aside:
        return
    pack, opened = live.snapshot.pack, log.opened
    assert pack is not None and live.order is not None
    shoe = pack.shoe(live.order)
    state = opened.shoe
    shoe.pos = pack.size - state.left
    shoe.back = state.back
    shoe.marker = None if state.marker is None else state.marker + shoe.pos
    shoe.wrong = {at + shoe.pos: what for at, what in state.wrong}
    shoe.known = {at + shoe.pos for at in state.known}
    table = Table(
        live.game, live.house, opened.bankrolls, players=opened.players, shuffle=live.shuffle
    )
    table.shoes, table.rounds = live.snapshot.shoes, live.snapshot.rounds
    table.shoe = shoe
    table.round = live.round = take_up(log, shoe, live.pace)
    live.table = table
    live.timeouts = _timed_out(log)
    live.recorder.resume_round(live.round)


def _lay_out_again(live: LiveTable, journal: Journal) -> None:
    """Put the finished round back on the felt, if nothing has been said since its end."""
    number = live.snapshot.last
    newest = journal.store.last(live.id, in_round=True)
    if not live.snapshot.open or newest is None or newest.round != number:
        return
    with suppress(JournalError):  # played under rules that this program no longer has
        log = journal.round(number)
        *_, live.last = walk(log)
        live.timeouts = _timed_out(log)


def _timed_out(log: RoundLog) -> list[Action]:
    """What was said in a recorded round for seats whose time had run out."""
    parse = games.load(log.opened.game).grammar.parse
    said = [parse(act.said) for act in log.said if act.by == TIMEOUT and act.said is not None]
    return [action for action in said if isinstance(action.actor, int)]
