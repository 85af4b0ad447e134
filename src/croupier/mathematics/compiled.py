"""Functions that numba compiles when they are first called.

Importing numba takes longer than most answers from kept tables, which need no compiled code. So
``@compiled`` only wraps the function, and numba is imported on the first call of any of them.

>>> twice = compiled(lambda number: 2 * number, keep=False)
>>> twice(21)
42
"""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from types import FunctionType
from typing import Any, Final, Generic, ParamSpec, TypeVar, cast

_P = ParamSpec("_P")
_R = TypeVar("_R")

_ONE_AT_A_TIME: Final = RLock()


class _Compiled(Generic[_P, _R]):
    """A function that is compiled on its first call."""

    def __init__(self, function: Callable[_P, _R], keep: bool) -> None:
        self._function = function
        self._keep = keep
        self._machine: Callable[_P, _R] | None = None
        self.__doc__ = function.__doc__
        self.__name__ = function.__name__
        self.__module__ = function.__module__
        self.__wrapped__ = function

    def __call__(self, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        return (self._machine or self.machine())(*args, **kwargs)

    def machine(self) -> Callable[_P, _R]:
        """Return the compiled function; it runs without the interpreter's lock."""
        with _ONE_AT_A_TIME:
            if self._machine is None:
                from numba import njit

                _prepare(self._function)
                made = njit(cache=self._keep, nogil=True)(self._function)
                self._machine = cast("Callable[_P, _R]", made)
            return self._machine

    def plain(self) -> Callable[_P, _R]:
        """Return the function as Python runs it, for a call now and then: it needs no compiler."""
        function = self._function
        names = dict(function.__globals__)
        for name in function.__code__.co_names:
            if isinstance(called := names.get(name), _Compiled):
                names[name] = called.plain()
        made = FunctionType(function.__code__, names, function.__name__, function.__defaults__)
        return cast("Callable[_P, _R]", made)


def _prepare(function: Callable[..., Any]) -> None:
    """Compile the functions that a function calls, and put them in its globals for numba."""
    names = function.__globals__
    for name in function.__code__.co_names:
        if isinstance(called := names.get(name), _Compiled):
            names[name] = called.machine()


def compiled(function: Callable[_P, _R], keep: bool = True) -> Callable[_P, _R]:
    """Have numba compile a function on its first call, and cache it on disk for other processes."""
    return _Compiled(function, keep)


def plain(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Return a ``@compiled`` function as Python runs it, for a call now and then.

    It needs neither numba nor a compiled copy. Callers keep the result: making it takes a moment.
    """
    assert isinstance(function, _Compiled)
    return function.plain()
