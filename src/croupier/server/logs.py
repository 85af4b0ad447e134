"""Logs as lines of JSON: what happened, never cards, tokens or names."""

from __future__ import annotations

import logging
import logging.config
from typing import Any, Final

import msgspec

from croupier.journal.recorder import stamp

FIELDS: Final = ("method", "route", "status", "ms", "table", "round", "host", "port", "reason")
"""The only fields that a record may carry beside its message."""


class JsonLines(logging.Formatter):
    """Writes one JSON object a line.

    An exception is logged by its type and place. Its text is left out: it may hold cards or names.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as one line, with the :data:`FIELDS` that it has."""
        line: dict[str, Any] = {
            "time": stamp(),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
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
    """Send all loggers to stderr."""
    configuration = {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": JsonLines}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"level": "WARNING", "handlers": ["stderr"]},
        "loggers": {"croupier": {"level": level}, "uvicorn": {"level": "WARNING"}},
    }
    logging.config.dictConfig(configuration)
