"""What happens at a table, one event after another, each with the clause it follows.

A step is an event that has not happened yet. A script yields it, and the stage performs it, fills
in its number and the cards that came, and keeps it. Nothing else changes what lies on the table.

Each kind of event is one class. It declares everything that other rooms need to know about the
kind: its fields, what performing it does, its words, its chapter in a dispute, the money it moves,
how a dealer in training names it, and how screens show it. The kinds that any game may use are in
:mod:`croupier.stage.vocabulary`, ``payments`` and ``preparing``; a game's own kinds are in its
folder. Viewers get the cards of an event only through :meth:`Event.shown_to`.
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
"""The version of the vocabulary; docs/architecture.md says when and how to raise it."""

EVERYBODY: Final = -1
NOBODY: Final = 0

SURVEILLANCE: Final = "surveillance"
PUBLIC: Final = "public"

Money: TypeAlias = Annotated[int, "money"]
"""A field that holds money."""


class Chapter(StrEnum):
    """The chapters in which a disputed round is told."""

    WAGERED = "wagered"
    DECIDED = "decided"
    DEALT = "dealt"
    PAID = "paid"
    NOTED = "noted"


Spot: TypeAlias = Literal["seat", "area", "tray", "stake", "pot"]


class Flow(NamedTuple):
    """Where the chips of an event come from and where they go."""

    source: Spot
    target: Spot


class Act(NamedTuple):
    """How a dealer in training names a step: its verb, what identifies it, and its figure."""

    verb: str
    label: str
    told_by: tuple[str, ...] = ()
    """The fields that identify the step among others of its verb."""
    figure: Literal["", "amount", "count", "at"] = ""
    """The field that the dealer has to work out."""
    free: bool = False
    """Whether several in a row under one clause may be done in any order (none is prescribed)."""
    together: bool = False
    """Whether several in a row for one seat under one clause count as one move of the hand."""
    rivals: tuple[str, ...] = ()
    """The kinds of event that a trainee easily mistakes it for."""
    mistaken: tuple[str, ...] = ()
    """Wrong values that a trainee may give for the last field of :attr:`told_by`."""


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
"""How the page's picture changes; the page has one function for each (js/effects.js)."""


class Shown(NamedTuple):
    """How screens show an event."""

    effect: Effect = ""
    pace: int = 0
    """Milliseconds that the page takes to show it; 0 if it is shown at once."""
    tone: Literal["", "loud", "gain", "loss", "even", "grave"] = ""
    """How its line stands out.

    ``loud`` for the dealer's words, ``gain``, ``loss`` and ``even`` for a seat's money, ``grave``
    for trouble.
    """
    told: bool = False
    """Whether it is read out to people who use a screen reader."""
    speech: Literal["", "call", "question", "report"] = ""
    """Whether it is said to everybody, asks a seat for an answer, or reports an irregularity."""
    pause: int = 40
    """Milliseconds that the terminal waits before showing it."""


class Kind(NamedTuple):
    """Everything that a class of events declares besides its fields and its effect."""

    words: str
    """One line for people.

    The names in braces are fields of the event or words of :mod:`croupier.telling.narrative`.
    """
    chapter: Chapter = Chapter.NOTED
    flow: Flow | None = None
    act: Act | None = None
    """How a trainee names it; None for what the dealer does not do."""
    shown: Shown = Shown()
    unseen: bool = False
    """Whether its cards go to the rack without anybody seeing them."""
    sentence: str = ""
    """The line for people who see the table; :attr:`words` if empty.

    It names places from the reader's side, and is whole also for a step without its cards.
    """


def kind_of(name: str) -> str:
    """Return the kind of a class of events, derived from the class name.

    >>> kind_of("TurnCard"), kind_of("Pay")
    ('turn-card', 'pay')
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


class Event(msgspec.Struct, tag_field="kind", tag=kind_of, omit_defaults=True, gc=False):
    """One thing that happens. Each subclass is a kind and describes itself with a :class:`Kind`."""

    kind: ClassVar[str] = ""
    declared: ClassVar[Kind | None] = None
    """The description of the kind; a class without one only shares fields with its subclasses."""

    rule: str | None = None
    """The clause that the event follows, in the catalogue's form until it is performed."""
    finding: str | None = None
    n: int = 0
    also: tuple[str, ...] = ()
    """Further clauses that it shows."""
    sees: int = EVERYBODY
    """Who may see its cards: a seat, nobody or everybody."""

    def __init_subclass__(cls, **config: Any) -> None:
        super().__init_subclass__(**config)
        if "declared" in vars(cls):
            cls.kind = kind_of(cls.__name__)
            known = KINDS.get(cls.kind)
            assert known is None or known.__module__ == cls.__module__, f"two kinds {cls.kind}"
            KINDS[cls.kind] = cls

    def perform(self, t: Layout) -> object:
        """Change the layout, fill in the cards that came, and return what the script asked for."""
        return None

    def visible_to(self, viewer: str) -> bool:
        """Return whether a viewer may see this event's cards."""
        return self.sees == EVERYBODY or viewer == SURVEILLANCE or viewer == f"seat:{self.sees}"

    def shown_to(self, viewer: str = SURVEILLANCE) -> dict[str, Any]:
        """The event as plain data for one viewer: money as text, hidden cards as ``??``."""
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
    """Return the fields that a kind has besides the shared ones, and how each is shown."""
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
"""The description of a kind that no class declares."""


def declared(kind: str) -> Kind:
    """Return the description of a kind by its name; :data:`UNDECLARED` if no class declares it."""
    cls = KINDS.get(kind)
    return UNDECLARED if cls is None or cls.declared is None else cls.declared
