"""The levels' strengths are those that the figures tell."""

import re

from saltus.engine.levels import FULL, STRENGTHS
from saltus.games import keys

from tests.support.checkout import ROOT


def measured(text: str) -> dict[str, list[tuple[int, int]]]:
    """The levels' ratings and margins by game, as a page has them in a table."""
    found: dict[str, list[tuple[int, int]]] = {}
    for line in text.splitlines():
        match = re.fullmatch(r"\| (\w+) \| 0 \|(.*)\|", line)
        if match:
            cells = re.findall(r"(\d+) ± (\d+)", match[2])
            found[match[1].lower()] = [(0, 0), *((int(a), int(b)) for a, b in cells)]
    return found


def test_strengths_are_the_measured_ones() -> None:
    figures = measured((ROOT / "py" / "docs" / "figures.md").read_text("utf-8"))
    assert set(figures) == set(keys()) == set(STRENGTHS)
    for game, steps in figures.items():
        assert len(steps) == FULL
        assert list(STRENGTHS[game]) == steps, game
