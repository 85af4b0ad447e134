"""For ``make mutants`` only: mutmut 3.8 reads an attribute of tests that pytest 9 has dropped."""

from __future__ import annotations

import pytest

GONE = "_nodeid"

setattr(pytest.Item, GONE, property(lambda item: item.nodeid))
