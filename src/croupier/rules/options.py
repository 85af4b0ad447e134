"""House options that several games share; each game says under which clause, and within which bounds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from croupier.rules.house import Breach, Check, House, Option, as_count, as_flag, as_money, as_text


def money_limits() -> tuple[Option, ...]:
    """Least and greatest first wager, and the step between amounts: the documents are silent (X-09)."""
    return (
        Option("minimum", as_money, 500, "least first wager", finding="X-09", least=1),
        Option("maximum", as_money, 50000, "greatest first wager", finding="X-09", least=1),
        increment(),
    )


def increment() -> Option:
    """What every wager is a multiple of."""
    return Option("increment", as_money, 50, "wagers are multiples of it", finding="X-09", least=1)


def everywhere(*, seats: int, most_seats: int | None, positions: Option) -> tuple[Option, ...]:
    """What every table has: seats, chips, time to answer."""
    return (
        Option("seats", as_count, seats, "betting positions", finding="X-12", least=1, most=most_seats),
        Option("chip", as_money, 1, "payouts round up to it, commission down", finding="X-08", least=1),
        Option("timeout", as_count, 30, "seconds to answer at a live table", finding="X-11", least=1),
        Option("advice", as_flag, True, "players at a live table may ask what each choice is worth"),
        positions,
    )  # fmt: skip


def positions_per_player(
    rule: str | None, finding: str | None = None, most: int | None = None
) -> Option:
    """How many betting areas one player may use."""
    return Option("positions_per_player", as_count, 1, "betting areas that one player may use",
                  rule, finding, least=1, most=most)  # fmt: skip


def shuffler(rule: str, *choices: str) -> Option:
    """How the cards are shuffled: one of the document's ways."""
    return Option("shuffler", str, "automated", "how the cards are shuffled", rule, choices=choices)


def dealing(rule: str, *choices: str) -> Option:
    """What the cards are dealt from; the first choice is the default."""
    return Option(
        "dealing", str, choices[0], "what the cards are dealt from", rule, choices=choices
    )


def flag(key: str, rule: str | None, about: str, finding: str | None = None) -> Option:
    """Something that is done or not; not, unless the house says so."""
    return Option(key, as_flag, False, about, rule, finding)


def choice(
    key: str, rule: str | None, about: str, *choices: str, finding: str | None = None
) -> Option:
    """One of several, the first by default."""
    return Option(key, str, choices[0], about, rule, finding, choices=choices)


def match_play(rule: str) -> Option:
    """Whether match play coupons are accepted."""
    return flag("match_play", rule, "match play coupons are accepted", "X-07")


def cover_card(rule: str, *colours: str) -> Option:
    """The colour of the cut card or cover card."""
    return Option(
        "cover_card", as_text, "yellow", "colour of the cut or cover card", rule, choices=colours
    )


def odds_word(rule: str | None, finding: str | None = None) -> Option:
    """Whether odds read “to” or “win”."""
    return choice(
        "odds_word", rule, "the word that odds are stated with", "to", "win", finding=finding
    )


def payout_limit(rule: str) -> tuple[Option, ...]:
    """A limit on what is paid, where the document allows one, and where it is made known."""
    return (
        Option("payout_limit", as_money, None, "most that is paid on one hand", rule, least=1,
               optional=True, favours="player"),
        choice("payout_limit_display", rule, "where the limit is made known", "posted", "layout"),
    )  # fmt: skip


def second_deck(rule: str) -> Option:
    """Whether two decks take turns."""
    return flag("second_deck", rule, "two decks take turns, one in the shuffler")


def counting(rule: str, device_rule: str) -> tuple[Option, ...]:
    """How often the deck is counted, and whether the shuffler counts it, too."""
    return (
        Option("count_every", as_count, 5, "rounds from count to count", rule, least=1, most=5),
        flag("shuffler_counts", device_rule, "the shuffler counts the deck after each shuffle"),
    )


def idle_spread(rule: str) -> Option:
    """How the cards of an idle table lie."""
    return choice("idle_spread", rule, "how the cards of an idle table lie", "up", "down")


def needs_shuffler(rules: Mapping[str, str]) -> Check:
    """A check that these flags are only set where a machine shuffles; each with its clause."""

    def check(house: House) -> Iterable[Breach]:
        if house["shuffler"] != "automated":
            for key, rule in rules.items():
                if house[key]:
                    yield Breach(key, "needs an automated shuffler", rule)

    return check


def hand_needs_shuffler(rule: str) -> Check:
    """A check that cards dealt from the hand are shuffled by a machine, pre-shuffled ones, too (X-30)."""

    def check(house: House) -> Iterable[Breach]:
        if house["dealing"] == "hand" and house["shuffler"] != "automated":
            yield Breach("dealing", "dealing from the hand needs an automated shuffler", rule)
            if house["preshuffled"]:
                yield Breach("preshuffled", "pre-shuffled cards dealt from the hand are shuffled "
                             "by a machine as well", rule, "X-30")  # fmt: skip

    return check


def cover_card_contrasts(rule: str) -> Check:
    """A check that nobody takes the cover card for a playing card: backs are red and blue, edges white."""

    def check(house: House) -> Iterable[Breach]:
        alike = ("red", "white", "blue") if house["second_deck"] else ("red", "white")
        if house["cover_card"].strip().lower() in alike:
            yield Breach("cover_card", "is not told from the backs or edges of the cards", rule)

    return check


def without_text(
    house: House, key: str, what: str, rule: str | None, finding: str | None = None
) -> Iterable[Breach]:
    """A warning that an approval or a notice is not on record."""
    if key not in house.texts:
        yield Breach(key, f"{what}; none is recorded", rule, finding)


def odds_raised(house: House, wager: str) -> bool:
    """Whether a house pays a wager better than it must."""
    return bool(house.payouts[wager] != house.book.least_odds[wager])


def limits_agree(house: House) -> Iterable[Breach]:
    """The greatest wager is not below the least."""
    if house["maximum"] < house["minimum"]:
        yield Breach("maximum", "is less than the minimum", finding="X-09")
    elif -(-house["minimum"] // house["increment"]) * house["increment"] > house["maximum"]:
        yield Breach(
            "increment", "no amount between minimum and maximum is a multiple of it", finding="X-09"
        )
