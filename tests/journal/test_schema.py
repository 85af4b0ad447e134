"""Kept events have a version. Older ones are brought up to date, anything else is refused."""

from __future__ import annotations

import pytest

from croupier.journal import JournalError
from croupier.journal.schema import read_event, write_event
from croupier.stage.events import SCHEMA, Event
from croupier.stage.payments import Award
from croupier.stage.preparing import Deck
from croupier.stage.vocabulary import Deal, Discard, Mark, TurnCard, Wager


def test_an_event_is_written_with_its_version_and_read_as_it_was() -> None:
    event = Deal("5(c)", place="left", card=None, seat=2)
    assert write_event(event).startswith(b'{"v":%d,"kind":"deal"' % SCHEMA)
    assert read_event(write_event(event), "red-dog") == (SCHEMA, event)


@pytest.mark.parametrize(
    ("then", "now"),
    [
        (b'{"kind":"mark","place":"spread 2","count":2}', Mark(place="spread 2", at=2)),
        (b'{"kind":"turn-card","place":"a","count":3}', TurnCard(place="a", index=3)),
        (
            b'{"kind":"wager","seat":1,"wager":"original","amount":500,"by":"cash"}',
            Wager(seat=1, wager="original", amount=500, cash=True),
        ),
        (b'{"kind":"discard","rule":"6(c)","up":true}', Discard("6(c)", early=True)),
        (b'{"kind":"discard","rule":"6(a)","up":true}', Discard("6(a)")),
        (
            b'{"kind":"deck","place":"red","text":"another deck takes its place"}',
            Deck(place="red", text="another deck takes its place", replaces=True),
        ),
        (
            b'{"kind":"award","finding":"W-20","amount":1}',
            Award(None, "W-20", amount=1, share="odd"),
        ),
        (
            b'{"kind":"award","finding":"X-22","amount":1}',
            Award(None, "X-22", amount=1, share="rest"),
        ),
        (b'{"kind":"award","rule":"10(h)(1)","amount":1}', Award("10(h)(1)", amount=1)),
    ],
)
def test_what_the_first_release_wrote_is_read_in_todays_words(then: bytes, now: Event) -> None:
    assert read_event(then, "red-dog") == (1, now)


@pytest.mark.parametrize(
    ("payload", "said"),
    [
        (b"{", "cannot be read"),
        (b"[]", "not an object"),
        (b'{"v":2,"kind":"nonsense"}', "no event of kind 'nonsense'"),
        (b'{"v":2,"kind":"expose","seat":1}', None),
        (b'{"v":2,"kind":"deal","place":7}', "deal"),
        (b'{"v":99,"kind":"deal","place":"left"}', "version 99"),
        (b'{"v":"2","kind":"deal","place":"left"}', "version"),
    ],
)
def test_what_is_not_an_event_is_refused_in_a_line(payload: bytes, said: str | None) -> None:
    if said is None:
        assert read_event(payload, "double-cross-poker")[1].kind == "expose"
        return
    with pytest.raises(JournalError, match=said):
        read_event(payload, "red-dog")
