"""Keep what players ask the floor to rule on, and its rulings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create a table for disputes: the words that the chain holds only digests of."""
    op.create_table(
        "disputes",
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
