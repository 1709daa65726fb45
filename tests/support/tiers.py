"""Parameters of which most are tried only with `--all`."""

from collections.abc import Sequence
from typing import Any

import pytest


def mostly_slow(
    names: str, values: Sequence[Any], *first: Any, ids: Sequence[str] | None = None
) -> pytest.MarkDecorator:
    """As `pytest.mark.parametrize`. With the values `first` a test runs always, with the others it is marked `slow`.

    The others must be the same rule on more data, or in one more place.
    """
    assert first
    assert [value for value in first if value not in values] == []
    chosen = []
    for at, value in enumerate(values):
        row = value if "," in names else (value,)
        marks = [] if value in first else [pytest.mark.slow()]
        chosen.append(pytest.param(*row, marks=marks, id=ids[at] if ids else None))
    return pytest.mark.parametrize(names, chosen)
