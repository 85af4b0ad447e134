"""Keep which tables are private, whose they are, and who may see them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create tables for private tables and for the people who may see each of them."""
    op.create_table(
        "private_tables",
        sa.Column("table_id", sa.String(100), primary_key=True),
        sa.Column("host", sa.String(40), nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Index("private_tables_host", "host"),
    )
    op.create_table(
        "members",
        sa.Column("table_id", sa.String(100), primary_key=True),
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Index("members_person", "person"),
    )
