"""The command ``serve``."""

from __future__ import annotations

from pathlib import Path

from croupier.cli.errors import report_error
from croupier.journal import JournalError
from croupier.nouns.reasons import MalformedError


def serve(
    *,
    host: str,
    port: int,
    database: str,
    data: Path | None,
    public: bool,
    origins: list[str],
    proxied: bool,
    new_tokens: bool,
    first_tables: bool,
) -> int | None:
    """``croupier serve``: serve live tables until it is told to stop."""
    try:
        from croupier.server.run import serve as run
        from croupier.server.settings import Settings
    except ModuleNotFoundError as missing:
        hint = f"the server needs {missing.name}: pip install 'croupier[server]'"
        return report_error("refused", hint, as_json=False)
    settings = Settings(
        database=database,
        host=host,
        port=port,
        data=data,
        origins=tuple(origins),
        proxied=proxied,
    )
    if settings.public and not public:
        raise MalformedError(
            f"--host {host} lets other machines in: if that is intended, add --public, use a proxy "
            "with TLS, and give the page's address with --origin"
        )
    try:
        run(settings, new_tokens=new_tokens, first_tables=first_tables)
    except JournalError as error:
        return report_error("journal", str(error), as_json=False, code=error.code)
    return None
