"""Logs as lines of JSON: what happened, never cards, tokens or names."""

from __future__ import annotations

import logging
import logging.config
from typing import Any, Final

import msgspec

from croupier.journal.recorder import stamp

FIELDS: Final = ("method", "route", "status", "ms", "table", "round", "host", "port", "reason")
"""What a record may carry beside its message; everything else is left out."""


class JsonLines(logging.Formatter):
    """One object a line. An exception is told by its kind and where it arose, not by its text, which may
    hold what somebody said or was dealt."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as its line, with those of the :data:`FIELDS` that it has."""
        line: dict[str, Any] = {
            "time": stamp(), "level": record.levelname.lower(), "logger": record.name,
            "message": record.getMessage(),
        }  # fmt: skip
        for name in FIELDS:
            value = getattr(record, name, None)
            if value is not None:
                line[name] = value
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            trace = record.exc_info[2]
            places = []
            while trace is not None:
                code = trace.tb_frame.f_code
                places.append(f"{code.co_qualname}:{trace.tb_lineno}")
                trace = trace.tb_next
            line["at"] = places[-6:]
        return msgspec.json.encode(line).decode()


def configure(level: str = "INFO") -> None:
    """All loggers to stderr."""
    logging.config.dictConfig({
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonLines}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"level": "WARNING", "handlers": ["stderr"]},
        "loggers": {"croupier": {"level": level}, "uvicorn": {"level": "WARNING"}},
    })  # fmt: skip
