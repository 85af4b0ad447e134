"""What is common to games that shuffle one deck for every round.

This covers the opening, the shuffle, the cut, a second deck that alternates with the first, an idle
table, when a count is due, faults of the devices, void rounds and decks that leave the table. Each
game describes itself with a :class:`OneDeck`, which names its clauses. It calls :func:`prepare` at
the start of its round, :func:`report_before_close` for what goes wrong before the deal and
:func:`void` for a void round, and gives :func:`carry` and :data:`SITUATION` to its
:class:`~croupier.stage.game.Game`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from croupier.equipment.shoe import BACKS
from croupier.procedures.dealing import NEXT_CARD, BadCards, report_next_card, void_round
from croupier.procedures.preparation import VIEWED, CutRule, Opening, make_cut, open_table, wash
from croupier.procedures.steps import Steps, VoidError
from croupier.stage.actions import DEALER, FLOOR, Ask
from croupier.stage.events import Event
from croupier.stage.layout import Follow, Layout
from croupier.stage.preparing import (
    CompleteCut,
    CoverCard,
    CutDue,
    Deck,
    Decks,
    FaceUp,
    Load,
    Preshuffled,
    Receive,
    Recut,
    RemoveDeck,
    Reshuffle,
    Shuffle,
    Spread,
    View,
)
from croupier.stage.situations import Reader, RoundSituation, as_size, as_sizes, as_yes, one_of
from croupier.stage.vocabulary import Count, Report, Stub

DEVICE: Final = "device"
DECKS: Final = BACKS
"""The two decks, by their backs; a table without a second deck uses the first."""
DECK_USES: Final = 5
"""Each deck is counted by its fifth use, however many rounds the table has played (X-17)."""


@dataclass(frozen=True)
class SecondDeck:
    """The clause that allows a second deck, and the clauses of its conditions."""

    rule: str
    alike: str
    backs: str
    shuffling: str
    alternating: str
    rack: str


@dataclass(frozen=True)
class DealersCut:
    """The clauses of a cut by the dealer, made with one hand and the cover card."""

    rule: str
    one_hand: str
    lay: str
    lift: str
    complete: str
    withdraw: str
    deal: str
    again: str
    """The supervisor's right to have it repeated."""


@dataclass(frozen=True)
class Loading:
    """How the deck is prepared for a way of dealing."""

    rule: str
    text: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Faults:
    """The clauses for cards and devices that fail, or findings where the documents are silent."""

    drawn: str
    """A card drawn in error, unseen."""
    shuffler: str
    shoe: str | None
    shoe_finding: str | None = None
    count: str | None = None
    """The device counts a number other than 52 cards."""


@dataclass(frozen=True)
class OneDeck:
    """How a game of one deck does what every such game does: its clauses and choices."""

    opening: Opening
    second: SecondDeck
    shuffle: str
    uncut: str
    """The clause that lets cards from the machine be dealt without a cut."""
    cut_due: str
    """The clause that requires the cut."""
    cut: Callable[[Any], Steps]
    dealt: str
    """The clause that lets the deal follow the cut."""
    idle: str
    bad: BadCards
    faults: Faults
    loads: Mapping[str, Loading]
    """How the deck is loaded, by way of dealing."""
    is_cut: Callable[[Any, bool], bool] = lambda t, by_machine: not by_machine
    """Whether the cards are cut, given whether a machine shuffled them."""
    idle_repeats_opening: bool = False
    """Whether an idle table repeats the whole opening, not only washing and stacking."""
    before_load: Callable[[Any], Steps] | None = None
    relief: str = ""
    """The way of dealing for which a shuffler that counts replaces the dealer's count."""
    shoe_fails: tuple[str, ...] = ("automated-shoe",)
    """The ways of dealing whose device can fail."""


class OneDeckSituation(RoundSituation, total=False):
    """The keys of a situation that concern the deck."""

    rounds_since_count: int
    uses_since_count: dict[str, int]
    deck: str
    deck_removed: str
    """The deck that left the table."""
    replacement: bool
    """Whether another deck has replaced it."""


SITUATION: Final[Mapping[str, Reader]] = {
    "rounds_since_count": as_size,
    "uses_since_count": as_sizes,
    "deck": one_of(*DECKS),
    "deck_removed": one_of(*DECKS),
    "replacement": as_yes,
    "first_shoe": as_yes,
    "idle": as_yes,
    "cut_at": as_size,
}
"""The readers for these keys in records."""


class OneDeckLayout(Layout):
    """The layout of a game of one deck; it also knows which decks are at the table."""

    leaves: str | None = None
    """The deck that leaves the table with this round."""
    fresh: bool = False
    """Whether a new deck came before the deal, so that both counts of rounds start here."""

    situation: OneDeckSituation

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.missing: str | None = self.situation.get("deck_removed")
        """The deck that has left the table and has not been replaced."""

    @property
    def two_decks(self) -> bool:
        """Whether two decks take turns now: the house has a second one, and neither is missing."""
        return self.house.second_deck and self.missing is None

    @property
    def other_deck_in_device(self) -> bool:
        """Whether the device holds the deck that is not in play."""
        return self.two_decks

    def _removed(self, event: RemoveDeck) -> None:
        self.leaves = event.place

    def _comes(self, event: Deck) -> None:
        """Note the deck that comes into play: a replacement, or the other of two decks."""
        left, self.leaves = self.leaves, None
        if event.replaces:
            self.fresh = left is not None
            self.missing = None if self.missing == event.place else self.missing
        elif left is not None:
            self.missing = left

    follows: ClassVar[Mapping[type[Event], Follow]] = {RemoveDeck: _removed, Deck: _comes}


# --- opening and preparing ------------------------------------------------------------------------


def open_decks(t: Layout, deck: OneDeck) -> Steps:
    """Open the table, each deck separately, or with pre-shuffled cards."""
    packs = DECKS if t.house.second_deck else DECKS[:1]
    if len(packs) == 2:
        second, text = deck.second, "two decks to one standard, with different backs"
        yield Decks(second.rule, also=(second.alike, second.backs), text=text)
    yield from _opened(t, deck, packs)


def _opened(t: Layout, deck: OneDeck, packs: Iterable[str]) -> Steps:
    if not t.house.preshuffled:
        yield from open_table(t, deck.opening, tuple(packs))
        return
    text = "pre-shuffled cards are received at the table"
    for pack in packs:
        yield Receive(deck.opening.receive, by=DEALER, place=pack, text=text)


def prepare(t: OneDeckLayout, deck: OneDeck) -> Steps:
    """Do everything before the first wager: choose the deck, shuffle, cut if due, and load it."""
    if t.situation.get("idle"):
        yield from _end_of_idleness(t, deck)
    yield from _right_deck(t, deck)
    by_machine = yield from _shuffled(t, deck)
    if deck.is_cut(t, by_machine):
        yield CutDue(deck.cut_due, by=DEALER, text="the cards are to be cut")
        yield from deck.cut(t)
        after = deck.dealt
    else:
        after = deck.uncut
    if deck.before_load is not None:
        yield from deck.before_load(t)
    yield _load(t, deck, after)


def _load(t: Layout, deck: OneDeck, after: str) -> Event:
    load = deck.loads[t.house.dealing]
    return Load(load.rule, text=load.text, also=(after, *load.also))


def _end_of_idleness(t: OneDeckLayout, deck: OneDeck) -> Steps:
    """Restart an idle table: the spread cards are viewed, washed and stacked for a new player."""
    up = t.house.idle_spread == "up"
    text = f"nobody plays: the cards lie spread face {'up' if up else 'down'}"
    yield Spread(deck.idle, "X-27", by=DEALER, up=up, text=text)
    if not up:
        yield FaceUp(deck.idle, by=DEALER, text="a player comes: they are turned face up")
    packs = _decks_here(t)
    if deck.idle_repeats_opening:
        yield from open_table(t, deck.opening, packs, received=False)
        return
    yield View(deck.idle, by="player", text=VIEWED)
    yield from wash(deck.opening, packs)


def _decks_here(t: OneDeckLayout) -> tuple[str, ...]:
    if not t.house.second_deck:
        return DECKS[:1]
    return tuple(deck for deck in DECKS if deck != t.situation.get("deck_removed"))


def _right_deck(t: OneDeckLayout, deck: OneDeck) -> Steps:
    """Choose the deck: two decks alternate, and a deck that was removed is replaced."""
    missing = t.missing
    back: str = t.situation.get("deck", DECKS[0])
    if missing and (not t.house.second_deck or t.situation.get("replacement")):
        yield from _replaced(t, deck, missing)
        back = missing
    if t.house.second_deck:
        yield _into_play(t, deck, back)


def _replaced(t: Layout, deck: OneDeck, removed: str) -> Steps:
    text = "another deck takes its place"
    yield Deck(deck.opening.receive, place=removed, text=text, replaces=True)
    yield from _opened(t, deck, (removed,))


def _into_play(t: OneDeckLayout, deck: OneDeck, back: str) -> Event:
    second = deck.second
    if t.two_decks and t.leaves is None:
        text = f"the {back} deck comes in; the other one goes into the device"
        return Deck(second.alternating, place=back, also=(second.rack,), text=text)
    text = f"the {back} deck is dealt alone until the other has been replaced"
    return Deck(second.rule, "X-26", place=back, text=text)


def _shuffled(t: OneDeckLayout, deck: OneDeck) -> Generator[Event | Ask, Any, bool]:
    """Shuffle, or take pre-shuffled cards for the first round; return whether a machine did it."""
    house = t.house
    finding = None
    if house.preshuffled and t.situation.get("first_shoe"):
        yield Preshuffled(deck.shuffle, text="the cards came pre-shuffled")
        if house.dealing != "hand":
            return False
        finding = "X-30"
    if house.shuffler == "manual":
        yield Shuffle(deck.shuffle, by=DEALER, text="the dealer shuffles the deck")
        return False
    yield from _by_machine(t, deck, finding)
    return True


def _by_machine(t: OneDeckLayout, deck: OneDeck, finding: str | None = None) -> Steps:
    also = (deck.second.shuffling,) if t.two_decks else ()
    text = "the device shuffles the deck"
    yield Shuffle(deck.shuffle, finding, by=DEVICE, text=text, also=also)
    if t.house.shuffler_counts:
        yield Count(deck.faults.count, by=DEVICE, text="the device counts the deck")


# --- the dealer's cut -----------------------------------------------------------------------------


def dealers_cut(t: Layout, cut: DealersCut) -> Steps:
    """Cut with one hand, at least ten cards and at most as many as X-28 allows."""
    text = "the cover card goes down before the deck"
    yield CoverCard(cut.lay, by=DEALER, also=(cut.rule, cut.one_hand), text=text)
    least = t.book.bounds["cut"].least or 0
    most = (t.house.X_28, "X-28")
    yield from make_cut(t, CutRule(cut.rule, cut.lift, least, most=most), None)
    yield CompleteCut(cut.complete, by=DEALER, text="the rest goes on top of what was cut")
    yield CoverCard(cut.withdraw, by=DEALER, text="the cover card goes to the rack")


def recut(t: Layout, cut: DealersCut) -> Steps:
    """Cut again by order of the supervisor."""
    yield Recut(cut.again, by=FLOOR, text="the supervisor orders another cut")
    yield from dealers_cut(t, cut)


# --- counting -------------------------------------------------------------------------------------


def relieved(t: Layout, deck: OneDeck) -> bool:
    """Return whether a shuffler that counts makes the dealer's count unnecessary (X-16)."""
    house = t.house
    return house.shuffler_counts and (house.dealing == deck.relief or house.X_16 == "broad")


def count_due(t: OneDeckLayout, deck: OneDeck) -> bool:
    """Return whether the cards are counted in this round.

    The rounds of the table decide, or the uses of the deck (X-17).
    """
    if t.counted or t.leaves or relieved(t, deck):
        return False
    if _since(t) + 1 >= t.house.count_every:
        return True
    return t.house.second_deck and _uses(t).get(t.shoe.back, 0) + 1 >= DECK_USES


def _since(t: OneDeckLayout) -> int:
    return t.situation.get("rounds_since_count", 0)


def _uses(t: OneDeckLayout) -> dict[str, int]:
    return dict(t.situation.get("uses_since_count", {}))


# --- what fails before the deal -------------------------------------------------------------------


def reports_before_close(t: Layout, deck: OneDeck) -> Iterable[tuple[str, ...]]:
    """Yield what the dealer may report about cards and devices while wagers are placed."""
    yield from ((name,) for name in NEXT_CARD)
    if t.house.shuffler != "manual":
        yield ("shuffler-fault",)
        if t.house.shuffler_counts:
            yield ("shuffler-count",)
    if t.house.dealing in deck.shoe_fails:
        yield ("shoe-fault",)


def report_before_close(t: OneDeckLayout, name: str, deck: OneDeck) -> Steps:
    """Do what such a report requires; a shoe that fails voids the round."""
    faults = deck.faults
    if name == "shuffler-fault":
        finding = "X-33" if t.two_decks else None
        yield Report(faults.shuffler, finding, by=DEALER, text=name)
        approved = t.house.texts.get("approvals.shuffler_fault", "default")
        text = f"the cards in the device are shuffled again by the approved procedure: {approved}"
        yield Shuffle(faults.shuffler, finding, by=DEVICE, text=text)
        if not t.two_decks and deck.is_cut(t, True):
            yield from deck.cut(t)
    elif name == "shuffler-count":
        yield Report(faults.count, by=DEALER, text=name)
        yield from remove_deck(t, faults.count)
        yield from _go_on(t, deck)
    elif name == "shoe-fault":
        yield from shoe_fault(t, deck)
    else:
        yield from report_next_card(t, name, deck.bad, faults.drawn)


def _go_on(t: OneDeckLayout, deck: OneDeck) -> Steps:
    """Continue before the deal with the other deck, or a new one, after a deck was removed."""
    removed = t.shoe.back
    if t.two_decks:
        yield _into_play(t, deck, other(removed))
    else:
        yield from _replaced(t, deck, removed)
    yield from _by_machine(t, deck)
    yield _load(t, deck, deck.uncut)


def shoe_fault(t: Layout, deck: OneDeck) -> Steps:
    """Void the round because the dealing device fails; all cards are shuffled again."""
    faults = deck.faults
    yield Report(faults.shoe, faults.shoe_finding, by=DEALER, text="shoe-fault")
    raise VoidError("the dealing device has failed", faults.shoe, faults.shoe_finding)


# --- void rounds and removed decks ----------------------------------------------------------------


def void(t: Layout, error: VoidError) -> Steps:
    """End a void round: wagers are returned, and all cards are shuffled again or removed."""
    rule, finding = error.rule, error.finding
    yield from void_round(t, error)
    if t.shoe.left:
        yield Stub(rule, finding, text="the rest of the deck joins them")
    if error.deck_leaves:
        yield from remove_deck(t, rule, finding)
    else:
        yield Reshuffle(rule, finding, text="all cards are shuffled again")


def remove_deck(t: Layout, rule: str | None, finding: str | None = None) -> Steps:
    """Remove the whole deck from the table."""
    text = f"the {t.shoe.back} deck is removed from the table"
    yield RemoveDeck(rule, finding, place=t.shoe.back, text=text)


def other(deck: str) -> str:
    """Return the deck with the other back."""
    return DECKS[deck == DECKS[0]]


def carry(t: OneDeckLayout) -> dict[str, Any]:
    """Return the situation of the next round: which deck, and how many rounds since the last count.

    A void round counts as a round of the table and as a use of the deck (X-18). A new deck starts
    both counts again. The other of two decks is not new: its count and the table's continue.
    """
    used, missing = t.shoe.back, t.leaves or t.missing
    restarts = t.counted or t.leaves is not None
    carried: dict[str, Any] = {
        "deck": used,
        "rounds_since_count": 0 if restarts else 1 if t.fresh else _since(t) + 1,
    }
    if t.house.second_deck:
        uses = _uses(t)
        uses[used] = 0 if restarts else 1 if t.fresh else uses.get(used, 0) + 1
        carried["uses_since_count"] = uses
        carried["deck"] = other(missing or used)
    if missing:
        carried["deck_removed"] = missing
    return carried
