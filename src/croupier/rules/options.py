"""Keys of a house file: how a house class declares them, and checks that several games share.

Each function is used as the value of an attribute, so that a house class reads like a table of
typed attributes. The game names the clause and the bounds of each key::

    decks: int = count(6, "decks in the dealt shoe", "1(a)", least=1, most=100)
    dealing: Literal["manual-shoe", "continuous"] = choice("what the cards are dealt from", "1(c)")
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, TypedDict, TypeVar, Unpack, cast

from croupier.nouns.reasons import Reason
from croupier.rules.house import Breach, Check, House, Option, as_count, as_flag, as_money, as_text

V = TypeVar("V")


class More(TypedDict, total=False):
    """What an option may declare besides its value, its help and its clause."""

    key: str
    least: int
    most: int | None
    choices: tuple[str, ...] | None
    favours: Literal["player", "house"]
    posted: bool
    usual: bool
    notice: Reason
    later: bool


def money(
    default: int,
    help: str,
    rule: str | None = None,
    finding: str | None = None,
    **more: Unpack[More],
) -> int:
    """A key for an amount, in cents."""
    return cast(int, Option(as_money, default, help, rule, finding, **more))


def optional_money(
    help: str, rule: str | None = None, finding: str | None = None, **more: Unpack[More]
) -> int | None:
    """A key for an amount in cents, or None, which is the default."""
    return cast(int | None, Option(as_money, None, help, rule, finding, optional=True, **more))


def count(
    default: int,
    help: str,
    rule: str | None = None,
    finding: str | None = None,
    **more: Unpack[More],
) -> int:
    """A key for a whole number."""
    return cast(int, Option(as_count, default, help, rule, finding, **more))


def flag(
    help: str,
    rule: str | None = None,
    finding: str | None = None,
    *,
    default: bool = False,
    **more: Unpack[More],
) -> bool:
    """A key for something that is done or not; by default it is not."""
    return cast(bool, Option(as_flag, default, help, rule, finding, **more))


def choice(
    help: str, rule: str | None = None, finding: str | None = None, *, default: str | None = None
) -> Any:
    """A key for one of the choices of the attribute's type; the first is the default."""
    return Option(str, default, help, rule, finding, choices=())


def text(
    default: str,
    help: str,
    rule: str | None = None,
    finding: str | None = None,
    **more: Unpack[More],
) -> str:
    """A key for a free text, or for one of a few."""
    return cast(str, Option(as_text, default, help, rule, finding, **more))


def value(
    read: Callable[[object], V],
    default: V,
    help: str,
    rule: str | None = None,
    finding: str | None = None,
    *,
    optional: bool = False,
    **more: Unpack[More],
) -> V:
    """A key for a value that has its own reader."""
    return cast(V, Option(read, default, help, rule, finding, optional=optional, **more))


# --- keys that several games have -----------------------------------------------------------------


def minimum() -> int:
    """The least first wager, about which the documents are silent (X-09)."""
    return money(500, "least first wager", finding="X-09", least=1, posted=True, usual=True)


def maximum() -> int:
    """The greatest first wager."""
    return money(50000, "greatest first wager", finding="X-09", least=1, posted=True, usual=True)


def increment() -> int:
    """The amount of which every wager is a multiple."""
    return money(50, "wagers are multiples of it", finding="X-09", least=1, posted=True, usual=True)


def seats(default: int, most: int | None = None) -> int:
    """How many betting positions the table has."""
    return count(default, "betting positions", finding="X-12", least=1, most=most, usual=True)


def chip() -> int:
    """The smallest chip."""
    return money(1, "payouts round up to it, commission down", finding="X-08", least=1)


def timeout() -> int:
    """How long a player may think at a live table."""
    return count(30, "seconds to answer at a live table", finding="X-11", least=1, usual=True)


def seat_kept() -> int:
    """How long the seat of a player who sits out is kept."""
    help = "minutes that the seat of a player who sits out is kept"
    return count(10, help, finding="X-11", least=1, usual=True, later=True)


def advice() -> bool:
    """Whether advice is given at a live table."""
    return flag(
        "players at a live table may ask what each choice is worth", default=True, usual=True
    )


def positions_per_player(
    rule: str | None, finding: str | None = None, most: int | None = None
) -> int:
    """How many betting areas one player may use."""
    return count(1, "betting areas that one player may use", rule, finding, least=1, most=most)


def shuffler(rule: str) -> Any:
    """How the cards are shuffled, in one of the document's ways."""
    return choice("how the cards are shuffled", rule, default="automated")


def dealing(rule: str) -> Any:
    """What the cards are dealt from."""
    return choice("what the cards are dealt from", rule)


def preshuffled(rule: str) -> bool:
    """Whether the cards come pre-shuffled."""
    return flag("the cards come pre-shuffled", rule)


def match_play(rule: str) -> bool:
    """Whether match play coupons are accepted."""
    return flag("match play coupons are accepted", rule, "X-07")


def cover_card(rule: str, *colours: str) -> str:
    """The colour of the cut card or cover card."""
    return text("yellow", "colour of the cut or cover card", rule, choices=colours or None)


def odds_word(rule: str | None, finding: str | None = None) -> Any:
    """Whether odds read “to” or “win”."""
    return choice("the word that odds are stated with", rule, finding)


def recut_by(rule: str) -> Any:
    """Who cuts again when the supervisor asks for it."""
    return choice("who cuts again when the supervisor asks", rule)


def payout_limit(rule: str, notice: str | None, finding: str | None = None) -> int | None:
    """The limit on payouts, and what requires a notice when it is decreased."""
    words = "public notice of the decreased payout limit, where it is not on the layout"
    return optional_money(
        "most that is paid on one hand",
        rule,
        least=1,
        favours="player",
        notice=Reason(words, notice, finding),
    )


def payout_limit_display(rule: str) -> Any:
    """Where the limit is made known."""
    return choice("where the limit is made known", rule)


def second_deck(rule: str) -> bool:
    """Whether two decks alternate."""
    return flag("two decks take turns, one in the shuffler", rule)


def count_every(rule: str) -> int:
    """How often the deck is counted."""
    return count(5, "rounds from count to count", rule, least=1, most=5)


def shuffler_counts(rule: str) -> bool:
    """Whether the shuffler also counts the deck."""
    return flag("the shuffler counts the deck after each shuffle", rule)


def idle_spread(rule: str) -> Any:
    """How the cards of an idle table lie."""
    return choice("how the cards of an idle table lie", rule)


# --- checks that several games share --------------------------------------------------------------


def needs_shuffler(rules: Mapping[str, str]) -> Check:
    """Check that these flags, each with its clause, are set only if a machine shuffles."""

    def check(house: House) -> Iterable[Breach]:
        if house.shuffler != "automated":
            for key, rule in rules.items():
                if house[key]:
                    yield Breach(key, "needs an automated shuffler", rule)

    return check


def hand_needs_shuffler(rule: str) -> Check:
    """Check that a machine shuffles cards dealt from the hand, also pre-shuffled ones (X-30)."""

    def check(house: House) -> Iterable[Breach]:
        if house.dealing == "hand" and house.shuffler != "automated":
            yield Breach("dealing", "dealing from the hand needs an automated shuffler", rule)
            if house.preshuffled:
                message = "a machine must also shuffle pre-shuffled cards dealt from the hand"
                yield Breach("preshuffled", message, rule, "X-30")

    return check


def cover_card_contrasts(rule: str) -> Check:
    """Check that the cover card cannot be mistaken for a playing card.

    Backs are red, and blue if a second deck or batch alternates with the red one; edges are white.
    """

    def check(house: House) -> Iterable[Breach]:
        alike = ("red", "white", "blue") if house.two_backs else ("red", "white")
        if house.cover_card.strip().lower() in alike:
            yield Breach("cover_card", "must differ from the backs and edges of the cards", rule)

    return check


def without_text(
    house: House, key: str, what: str, rule: str | None, finding: str | None = None
) -> Iterable[Breach]:
    """Warn that an approval or a notice is not on record."""
    if key not in house.texts:
        yield Breach(key, f"{what}; none is recorded", rule, finding)


def odds_raised(house: House, wager: str) -> bool:
    """Return whether a house pays a wager better than it must."""
    return bool(house.payouts[wager] != house.book.least_odds[wager])


def limits_agree(house: House) -> Iterable[Breach]:
    """Check that the maximum is not below the minimum, and that some multiple fits between."""
    if house.maximum < house.minimum:
        yield Breach("maximum", "is less than the minimum", finding="X-09")
    elif house.least_multiple(house.minimum) > house.maximum:
        message = "no wager between minimum and maximum is a multiple of it"
        yield Breach("increment", message, finding="X-09")
