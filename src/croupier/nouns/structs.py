"""Reading typed data, from any thread.

msgspec looks into a type when it first meets it, and crashes the process if another thread meets
the same type at that moment. So types are met here first, by one thread at a time.
"""

from __future__ import annotations

import threading
from typing import Any, Final, TypeVar

import msgspec

T = TypeVar("T")

_DECODERS: Final[dict[Any, msgspec.json.Decoder[Any]]] = {}
_ONE_AT_A_TIME: Final = threading.Lock()


def decoder(type: type[T]) -> msgspec.json.Decoder[T]:
    """Return the decoder of a type, which is made once."""
    made = _DECODERS.get(type)
    if made is None:
        with _ONE_AT_A_TIME:
            made = _DECODERS[type] = msgspec.json.Decoder(type)
    return made


def decode(data: bytes | str, type: type[T]) -> T:
    """Decode JSON into a type; raises :class:`msgspec.DecodeError` if it is something else."""
    return decoder(type).decode(data)


def convert(data: Any, type: type[T]) -> T:
    """Make a typed value of plain data; raises :class:`msgspec.ValidationError` if it cannot."""
    decoder(type)
    return msgspec.convert(data, type)
