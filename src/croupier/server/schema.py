"""What the server keeps beside the journal, in the same database and often in the same transaction.

Nothing here is evidence: the journal is. These tables say where each table stands, so that it can
be taken up at once. They hold secrets until they are revealed, and they keep names apart from the
pseudonyms in the chain.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

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
)
"""Names by pseudonym; an erased name is null."""

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
    sa.Index("tokens_person", "person"),
)
"""Who may do what, by the hash of a token; the token itself is not kept."""

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

ROUNDS: Final = sa.Sequence("rounds", metadata=None)
"""The numbers of rounds, for processes that share a PostgreSQL; with SQLite, one process counts."""
