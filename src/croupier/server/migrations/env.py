"""Runs the migrations over the connection that :func:`croupier.server.database.upgrade` passes."""

from __future__ import annotations

from alembic import context

from croupier.journal.database import METADATA as JOURNAL
from croupier.server.schema import METADATA as SERVER

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=[JOURNAL, SERVER],
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
