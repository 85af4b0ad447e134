"""Let people come back: passkeys, recovery codes, challenges, and what each token came from."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables of those who come back; say of a token how it was got and last used."""
    op.create_table(
        "passkeys",
        sa.Column("credential", sa.LargeBinary(1023), primary_key=True),
        sa.Column("key", sa.String(16), nullable=False, unique=True),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("site", sa.String(253), nullable=False),
        sa.Column("public", sa.LargeBinary, nullable=False),
        sa.Column("uses", sa.BigInteger, nullable=False),
        sa.Column("label", sa.String(60), nullable=False),
        sa.Column("created", sa.String(30), nullable=False),
        sa.Column("used", sa.String(30)),
    )
    op.create_index("passkeys_person", "passkeys", ["person"])
    op.create_table(
        "recovery",
        sa.Column("person", sa.String(40), primary_key=True),
        sa.Column("hash", sa.LargeBinary(32), nullable=False, unique=True),
        sa.Column("created", sa.String(30), nullable=False),
        sa.Column("spent", sa.LargeBinary(32), unique=True),
        sa.Column("spent_id", sa.String(64)),
        sa.Column("spent_token", sa.String(20)),
        sa.Column("spent_at", sa.String(30)),
    )
    op.create_table(
        "challenges",
        sa.Column("challenge", sa.LargeBinary(32), primary_key=True),
        sa.Column("ceremony", sa.String(20), nullable=False),
        sa.Column("person", sa.String(40)),
        sa.Column("origin", sa.String(300), nullable=False),
        sa.Column("expires", sa.String(30), nullable=False),
    )
    op.create_index("challenges_expires", "challenges", ["expires"])
    op.add_column("tokens", sa.Column("how", sa.String(20)))
    op.add_column("tokens", sa.Column("used", sa.String(30)))
