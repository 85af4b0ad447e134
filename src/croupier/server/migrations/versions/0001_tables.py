"""The journal, and what the server keeps beside it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create what is missing; a journal that is older than the server stays as it is."""
    there = sa.inspect(op.get_bind()).get_table_names()
    if "entries" not in there:
        _journal()
    if "signed_heads" not in there:
        _signatures()
    op.create_table(
        "tables",
        sa.Column("table_id", sa.String(100), primary_key=True),
        sa.Column("snapshot", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "packs",
        sa.Column("table_id", sa.String(100), primary_key=True),
        sa.Column("pack", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "acts",
        sa.Column("table_id", sa.String(100), primary_key=True),
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("act_id", sa.String(64), primary_key=True),
        sa.Column("reply", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(60)),
        sa.Column("created", sa.String(30), nullable=False),
    )
    op.create_table(
        "accounts",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("balance", sa.BigInteger, sa.CheckConstraint("balance >= 0"), nullable=False),
    )
    op.create_table(
        "tokens",
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
    )
    op.create_index("tokens_person", "tokens", ["person"])


def _journal() -> None:
    op.create_table(
        "journal",
        sa.Column("format", sa.Integer, primary_key=True, autoincrement=False),
    )
    op.execute("INSERT INTO journal (format) VALUES (1)")
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(100), primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("round", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("payload", sa.LargeBinary, nullable=False),
        sa.Column("previous", sa.LargeBinary(32), nullable=False),
        sa.Column("hash", sa.LargeBinary(32), nullable=False),
        sqlite_with_rowid=False,
    )
    bounds = sa.text("kind IN ('open-round', 'close-round')")
    op.create_index(
        "entries_bounds",
        "entries",
        ["round", "kind"],
        unique=True,
        sqlite_where=bounds,
        postgresql_where=bounds,
    )


def _signatures() -> None:
    op.create_table(
        "signing_keys",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("public", sa.LargeBinary(32), nullable=False),
        sa.Column("since", sa.String(30), nullable=False),
        sa.Column("signed_by", sa.String(64)),
        sa.Column("signature", sa.LargeBinary(64), nullable=False),
    )
    op.create_table(
        "signed_heads",
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("statement", sa.LargeBinary, nullable=False),
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("signature", sa.LargeBinary(64), nullable=False),
    )
