"""What the server keeps beside the journal, in the same database and often in the same transaction.

Nothing here is evidence: the journal is. These tables say where each table stands, so that it can
be taken up at once. They hold secrets until they are revealed, and they keep names apart from the
pseudonyms in the chain.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from croupier.journal.insertion import Insertion

METADATA: Final = sa.MetaData()

TABLES: Final = sa.Table(
    "tables",
    METADATA,
    sa.Column("table_id", sa.String(100), primary_key=True),
    sa.Column("snapshot", sa.LargeBinary, nullable=False),
)
"""Where each table stands outside its rounds."""

PACKS: Final = sa.Table(
    "packs",
    METADATA,
    sa.Column("table_id", sa.String(100), primary_key=True),
    sa.Column("pack", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("secret", sa.LargeBinary, nullable=False),
)
"""The order of each pack of cards and its nonce, secret until the chain reveals them."""

ACTS: Final = sa.Table(
    "acts",
    METADATA,
    sa.Column("table_id", sa.String(100), primary_key=True),
    sa.Column("person", sa.String(40), primary_key=True),
    sa.Column("act_id", sa.String(64), primary_key=True),
    sa.Column("reply", sa.LargeBinary, nullable=False),
)
"""The answer to each request of a client, so that a repeated request is carried out once."""

PEOPLE: Final = sa.Table(
    "people",
    METADATA,
    sa.Column("person", sa.String(40), primary_key=True),
    sa.Column("name", sa.String(60)),
    sa.Column("created", sa.String(30), nullable=False),
    sa.Column("erased", sa.String(30)),
)
"""Names by pseudonym; an erased name is null.

``erased`` says since when nothing more is kept of a person, who then has no way back. A person who
had only the name erased is still there.
"""

ACCOUNTS: Final = sa.Table(
    "accounts",
    METADATA,
    sa.Column("person", sa.String(40), primary_key=True),
    sa.Column("balance", sa.BigInteger, sa.CheckConstraint("balance >= 0"), nullable=False),
)
"""Play money between sittings, in cents."""

REFILLS: Final = sa.Table(
    "refills",
    METADATA,
    sa.Column("person", sa.String(40), primary_key=True),
    sa.Column("time", sa.String(30), nullable=False),
)
"""When each person was last given a refill."""

TOKENS: Final = sa.Table(
    "tokens",
    METADATA,
    sa.Column("hash", sa.LargeBinary(32), primary_key=True),
    sa.Column("token_id", sa.String(20), nullable=False, unique=True),
    sa.Column("role", sa.String(20), nullable=False),
    sa.Column("person", sa.String(40), nullable=False),
    sa.Column("table_id", sa.String(100)),
    sa.Column("seat", sa.Integer),
    sa.Column("buy_in", sa.BigInteger),
    sa.Column("created", sa.String(30), nullable=False),
    sa.Column("expires", sa.String(30), nullable=False),
    sa.Column("revoked", sa.String(30)),
    sa.Column("how", sa.String(20)),
    sa.Column("used", sa.String(30)),
    sa.Index("tokens_person", "person"),
)
"""Who may do what, by the hash of a token; the token itself is not kept.

``how`` says what it was got with, such as a passkey, and ``used`` about when it was last used.
"""

PASSKEYS: Final = sa.Table(
    "passkeys",
    METADATA,
    sa.Column("credential", sa.LargeBinary(1023), primary_key=True),
    sa.Column("key", sa.String(16), nullable=False, unique=True),
    sa.Column("person", sa.String(40), nullable=False),
    sa.Column("site", sa.String(253), nullable=False),
    sa.Column("public", sa.LargeBinary, nullable=False),
    sa.Column("uses", sa.BigInteger, nullable=False),
    sa.Column("label", sa.String(60), nullable=False),
    sa.Column("created", sa.String(30), nullable=False),
    sa.Column("used", sa.String(30)),
    sa.Index("passkeys_person", "person"),
)
"""The passkeys with which people come back: public keys, and how often each says it was used.

``key`` is our name of it, and ``site`` the name of the page for which it was made.
"""

RECOVERY: Final = sa.Table(
    "recovery",
    METADATA,
    sa.Column("person", sa.String(40), primary_key=True),
    sa.Column("hash", sa.LargeBinary(32), nullable=False, unique=True),
    sa.Column("created", sa.String(30), nullable=False),
    sa.Column("spent", sa.LargeBinary(32), unique=True),
    sa.Column("spent_id", sa.String(64)),
    sa.Column("spent_token", sa.String(20)),
    sa.Column("spent_at", sa.String(30)),
)
"""The hash of each person's recovery code, and of the one that was used last.

The request that used it may be repeated for a while, because its answer may have been lost.
"""

CHALLENGES: Final = sa.Table(
    "challenges",
    METADATA,
    sa.Column("challenge", sa.LargeBinary(32), primary_key=True),
    sa.Column("ceremony", sa.String(20), nullable=False),
    sa.Column("person", sa.String(40)),
    sa.Column("origin", sa.String(300), nullable=False),
    sa.Column("expires", sa.String(30), nullable=False),
    sa.Index("challenges_expires", "expires"),
)
"""What passkeys are asked to sign, each once; any process may check the answer."""

POLICIES: Final = sa.Table(
    "policies",
    METADATA,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("value", sa.LargeBinary, nullable=False),
)
"""What the floor has decided for the whole house; the chain says who decided it and when."""

PRIVATE_TABLES: Final = sa.Table(
    "private_tables",
    METADATA,
    sa.Column("table_id", sa.String(100), primary_key=True),
    sa.Column("host", sa.String(40), nullable=False),
    sa.Column("open", sa.Boolean, nullable=False),
    sa.Index("private_tables_host", "host"),
)
"""The private tables, closed ones too. Their snapshots say the same; here it can be counted."""

_GONE: Final = sa.select(PRIVATE_TABLES.c.table_id).where(PRIVATE_TABLES.c.open.is_(False))
STANDING: Final = (
    sa.select(TABLES).where(TABLES.c.table_id.not_in(_GONE)).order_by(TABLES.c.table_id)
)
"""The tables by name, without private ones that are closed: anybody may leave those behind."""

MEMBERS: Final = sa.Table(
    "members",
    METADATA,
    sa.Column("table_id", sa.String(100), primary_key=True),
    sa.Column("person", sa.String(40), primary_key=True),
    sa.Index("members_person", "person"),
)
"""Who may see each private table, beside the staff."""

CHAIRS: Final = sa.Table(
    "chairs",
    METADATA,
    sa.Column("sitting", sa.String(40), primary_key=True),
    sa.Column("person", sa.String(40), nullable=False),
    sa.Column("begun", sa.String(30), nullable=False),
    sa.Column("plan", sa.LargeBinary, nullable=False),
    sa.Column("answers", sa.LargeBinary, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Index("chairs_person", "person"),
)
"""Sittings in the dealer's chair: what each began with, and every answer."""

PLAYED: Final = sa.Table(
    "played",
    METADATA,
    sa.Column("person", sa.String(40), primary_key=True),
    sa.Column("nth", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("round", sa.BigInteger, nullable=False),
    sa.Column("table_id", sa.String(100), nullable=False),
    sa.Column("game", sa.String(60), nullable=False),
    sa.Column("seats", sa.String(60), nullable=False),
    sa.Column("time", sa.String(30), nullable=False),
    sa.Column("net", sa.BigInteger, nullable=False),
    sa.Column("total", sa.BigInteger, nullable=False),
    sa.Column("sitting", sa.BigInteger, nullable=False),
    sa.Column("staked", sa.BigInteger, nullable=False),
    sa.Index("played_round", "person", "round"),
    sa.Index("played_game", "person", "game", "nth"),
    sa.Index("played_table", "person", "table_id", "nth"),
    sa.Index("played_sitting", "person", "sitting", "nth"),
    sqlite_with_rowid=False,
    info=Insertion(
        given=("person", "round", "table_id", "game", "seats", "time", "net", "staked", "since"),
        statement="""
INSERT INTO played
  (person, nth, round, table_id, game, seats, time, net, total, sitting, staked)
SELECT CAST(:person AS varchar), coalesce(latest.nth, 0) + 1, :round, CAST(:table_id AS varchar),
  :game, :seats, :time, CAST(:net AS bigint), coalesce(latest.total, 0) + CAST(:net AS bigint),
  CASE WHEN there.time >= :since THEN there.sitting ELSE coalesce(
    (SELECT max(sitting) FROM played WHERE person = CAST(:person AS varchar)), 0) + 1 END,
  :staked
FROM (SELECT 1 AS one) AS this
LEFT JOIN (SELECT nth, total FROM played
    WHERE person = CAST(:person AS varchar) ORDER BY nth DESC LIMIT 1) AS latest ON 1 = 1
LEFT JOIN (SELECT sitting, time FROM played
    WHERE person = CAST(:person AS varchar) AND nth = (SELECT max(nth) FROM played
      WHERE person = CAST(:person AS varchar) AND table_id = CAST(:table_id AS varchar))
    ) AS there ON 1 = 1
WHERE NOT EXISTS (SELECT 1 FROM people
  WHERE person = CAST(:person AS varchar) AND erased IS NOT NULL)""",
        alone="person",
    ).info,
)
"""Which rounds each person has played, house players apart; the chain has what happened in them.

The rounds of a person are numbered by ``nth``. ``net`` is what this round brought, ``total`` what
all did so far, in cents. ``staked`` is what was wagered and not given back. ``sitting`` counts
sittings: a round belongs to the person's last sitting at its table, or to a new one if that sitting
ended before ``since``. ``seats`` are this person's, such as ``2,3``. Nothing is added of a person
who is erased.
"""

REVIEWS: Final = sa.Table(
    "reviews",
    METADATA,
    sa.Column("person", sa.String(40), primary_key=True),
    sa.Column("round", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("begun", sa.String(30), nullable=False),
    sa.Column("edition", sa.Integer, nullable=False),
    sa.Column("release", sa.String(40), nullable=False),
    sa.Column("result_value", sa.Float),
    sa.Column("expected_value", sa.Float),
    sa.Column("luck_value", sa.Float),
    sa.Column("cost_value", sa.Float),
    sa.Column("mistakes_value", sa.Float),
    sa.Column("worst_value", sa.Float),
    sa.Column("decisions", sa.Integer),
    sa.Column("right", sa.Integer),
    sa.Column("document", sa.LargeBinary),
    sa.Index(
        "reviews_figures",
        "person",
        "round",
        "edition",
        "result_value",
        "expected_value",
        "luck_value",
        "cost_value",
        "mistakes_value",
        "decisions",
        "right",
    ),
    sa.Index("reviews_worst", "person", "worst_value"),
)
"""What each person's decisions in a round were worth, computed once.

A row without a document is being computed since ``begun``. The figures, in dollars, are what is
added up over many rounds, and are null where there is no review. ``worst_value`` is the cost of the
costliest mistake. ``edition`` is that of the mathematics, and ``release`` the program that computed
the review.
"""

SHARES: Final = sa.Table(
    "shares",
    METADATA,
    sa.Column("hash", sa.LargeBinary(32), primary_key=True),
    sa.Column("person", sa.String(40), nullable=False),
    sa.Column("round", sa.BigInteger, nullable=False),
    sa.Column("created", sa.String(30), nullable=False),
    sa.Index("shares_person", "person", "round", unique=True),
)
"""The rounds that people show to whoever has a link, by the hash of the link's token."""

DISPUTES: Final = sa.Table(
    "disputes",
    METADATA,
    sa.Column("dispute", sa.String(20), primary_key=True),
    sa.Column("person", sa.String(40), nullable=False),
    sa.Column("table_id", sa.String(100), nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("rulebook", sa.String(10), nullable=False),
    sa.Column("round", sa.BigInteger, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("about", sa.String(20), nullable=False),
    sa.Column("lodged", sa.String(30), nullable=False),
    sa.Column("entry", sa.BigInteger, nullable=False),
    sa.Column("words", sa.String(500)),
    sa.Column("salt", sa.LargeBinary(16)),
    sa.Column("verdict", sa.String(20)),
    sa.Column("rule", sa.String(40)),
    sa.Column("finding", sa.String(20)),
    sa.Column("ruled", sa.String(30)),
    sa.Column("ruled_by", sa.String(40)),
    sa.Column("ruling_entry", sa.BigInteger),
    sa.Column("ruling_words", sa.String(500)),
    sa.Column("ruling_salt", sa.LargeBinary(16)),
    sa.Column("seen", sa.String(30)),
    sa.Index("disputes_person", "person", "round"),
    sa.Index("disputes_round", "round"),
    sa.Index("disputes_ruled", "ruled", "lodged"),
)
"""What players ask the floor to rule on, and its rulings; ``ruled`` is null for an open dispute.

The chain has everything but the words, of which it holds a digest. ``entry`` and ``ruling_entry``
are the numbers of its notes. Words and salts are null once the player has been erased.
"""

ROUNDS: Final = sa.Sequence("rounds", metadata=None)
"""The numbers of rounds, for processes that share a PostgreSQL; with SQLite, one process counts."""
