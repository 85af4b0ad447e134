"""What happens at a table, one event after another, each with the clause it follows.

A step is an event that has not happened yet: a script yields it, the stage performs it, gives it its
number and the cards that came, and keeps it. Nothing else changes what lies on the table.

A kind of event is one class. It declares everything that any room wants to know of it: its fields, what
performing it does, its words, its chapter in a dispute, the money it moves, how a dealer in training
names it, and how screens show it. The kinds that any game may use are in :mod:`croupier.stage.vocabulary`,
``payments`` and ``preparing``; a game's own are in its folder. The cards of an event leave through
:meth:`Event.shown_to` only.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, Literal, NamedTuple, TypeAlias

import msgspec

from croupier.nouns.cards import UNKNOWN
from croupier.nouns.money import show_money

if TYPE_CHECKING:
    from croupier.stage.layout import Layout

SCHEMA: Final = 2
"""The version of the vocabulary; docs/architecture.md says when it grows, and what a change must bring."""

EVERYBODY: Final = -1
NOBODY: Final = 0

SURVEILLANCE: Final = "surveillance"
PUBLIC: Final = "public"

Money: TypeAlias = Annotated[int, "money"]
"""A field that holds money."""


class Chapter(StrEnum):
    """What a dispute is told in."""

    WAGERED = "wagered"
    DECIDED = "decided"
    DEALT = "dealt"
    PAID = "paid"
    NOTED = "noted"


Spot: TypeAlias = Literal["seat", "area", "tray", "stake", "pot"]


class Flow(NamedTuple):
    """Whose chips go from where to where."""

    source: Spot
    target: Spot


class Act(NamedTuple):
    """How a dealer in training names a step, what tells it from another, and which figure has to be given."""

    verb: str
    label: str
    told_by: tuple[str, ...] = ()
    """The fields that make it this step and no other."""
    figure: Literal["", "amount", "count", "at"] = ""
    """The field that the dealer has to work out."""
    free: bool = False
    """Several in a row under one clause may be done in any order: no document prescribes one."""
    together: bool = False
    """Several in a row for one seat under one clause are one move of the hand."""
    rivals: tuple[str, ...] = ()
    """The kinds that it is easily mistaken for."""
    mistaken: tuple[str, ...] = ()
    """What the last field of :attr:`told_by` may wrongly be taken for."""


Effect: TypeAlias = Literal[
    "",
    "deal",
    "turn",
    "turn-one",
    "collect",
    "place",
    "lift",
    "win",
    "stake",
    "unstake",
    "into-pot",
    "from-pot",
    "award",
    "button",
    "mark",
    "fold",
    "line",
    "away",
]
"""What becomes of the page's picture; the page has one function for each (js/effects.js)."""


class Shown(NamedTuple):
    """How screens show an event."""

    effect: Effect = ""
    pace: int = 0
    """Milliseconds that the page takes to show it; 0 for what happens at once."""
    tone: Literal["", "loud", "gain", "loss", "even", "grave"] = ""
    """How its line stands out: the dealer's words, money that goes to or from a seat or stays, or trouble."""
    told: bool = False
    """Whether somebody who listens is told of it."""
    speech: Literal["", "call", "question", "report"] = ""
    """What sort of words it is: to everybody, to a seat that has to answer, or about an irregularity."""
    pause: int = 40
    """Milliseconds that the terminal waits before it."""


class Kind(NamedTuple):
    """Everything that a class of events declares beside its fields and what it does."""

    words: str
    """One line for people; the names in braces are fields, or those of :mod:`croupier.telling.narrative`."""
    chapter: Chapter = Chapter.NOTED
    flow: Flow | None = None
    act: Act | None = None
    """None for what is not the dealer's doing."""
    shown: Shown = Shown()
    unseen: bool = False
    """Whether its cards go to the rack without anybody looking at them."""


def kind_of(name: str) -> str:
    """The kind of a class of events, from its name.

    >>> kind_of("TurnCard"), kind_of("Pay")
    ('turn-card', 'pay')
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


class Event(msgspec.Struct, tag_field="kind", tag=kind_of, omit_defaults=True, gc=False):
    """One thing that happens. A subclass is a kind, and declares it with :class:`Kind`."""

    kind: ClassVar[str] = ""
    declared: ClassVar[Kind | None] = None
    """What the class says of its kind; classes without it only share fields."""

    rule: str | None = None
    """The clause it follows, in the catalogue's form until it is performed."""
    finding: str | None = None
    n: int = 0
    also: tuple[str, ...] = ()
    """Further clauses that it shows."""
    sees: int = EVERYBODY
    """To whom its cards are visible: a seat, nobody or everybody."""

    def __init_subclass__(cls, **config: Any) -> None:
        super().__init_subclass__(**config)
        if "declared" in vars(cls):
            cls.kind = kind_of(cls.__name__)
            known = KINDS.get(cls.kind)
            assert known is None or known.__module__ == cls.__module__, f"two kinds {cls.kind}"
            KINDS[cls.kind] = cls

    def perform(self, t: Layout) -> object:
        """Do it: change the layout, fill in the cards that came; returns what the script asked for."""
        return None

    def visible_to(self, viewer: str) -> bool:
        """Whether a viewer may see this event's cards."""
        return self.sees == EVERYBODY or viewer == SURVEILLANCE or viewer == f"seat:{self.sees}"

    def shown_to(self, viewer: str = SURVEILLANCE) -> dict[str, Any]:
        """The event as plain data for one viewer: money as text, cards nobody may see as ``??``."""
        shown: dict[str, Any] = {"n": self.n, "kind": self.kind, "rule": self.rule}
        if self.finding is not None:
            shown["finding"] = self.finding
        if self.also:
            shown["also"] = list(self.also)
        for name, how in fields_of(type(self)):
            value = getattr(self, name)
            if value is None or value == "" or (value is False and how == "flag"):
                continue
            if how == "money":
                shown[name] = show_money(value)
            elif how == "card":
                shown[name] = value if self.visible_to(viewer) else UNKNOWN
            elif how == "cards":
                shown[name] = list(value) if self.visible_to(viewer) else [UNKNOWN] * len(value)
            else:
                shown[name] = value
        return shown


KINDS: Final[dict[str, type[Event]]] = {}
"""Every kind that has been declared, by name."""

_FIELDS: Final[dict[type[Event], tuple[tuple[str, str], ...]]] = {}
_SHARED: Final = frozenset(Event.__struct_fields__)


def fields_of(cls: type[Event]) -> tuple[tuple[str, str], ...]:
    """The fields that a kind has beside the shared ones, and how each is shown."""
    known = _FIELDS.get(cls)
    if known is None:
        known = _FIELDS[cls] = tuple(
            (field.name, _how(field.name, field.type))
            for field in msgspec.structs.fields(cls)
            if field.name not in _SHARED
        )
    return known


def _how(name: str, type: Any) -> str:
    if name in ("card", "cards"):
        return name
    if "money" in repr(type):
        return "money"
    return "flag" if type is bool and name != "up" else "plain"


UNDECLARED: Final = Kind("{text}")
"""What is known of a kind that nobody has declared."""


def declared(kind: str) -> Kind:
    """What a kind declares, by its name; :data:`UNDECLARED` for one that nobody has declared."""
    cls = KINDS.get(kind)
    return UNDECLARED if cls is None or cls.declared is None else cls.declared
