"""How strong the ten levels of each game are, as measured (`py/workshop/match/ladder.py`; `py/docs/figures.md`).

Ratings of different games cannot be compared: each game has a ladder of its own.
"""

from collections.abc import Mapping
from typing import NamedTuple


class Strength(NamedTuple):
    """How much stronger a level is than the first, in rating points."""

    above: int
    margin: int  # The 95 % margin of that.


def _ladder(above: tuple[int, ...], margins: tuple[int, ...]) -> tuple[Strength, ...]:
    return tuple(map(Strength, above, margins))


STRENGTHS: Mapping[str, tuple[Strength, ...]] = {
    "english": _ladder(
        (0, 255, 625, 1032, 1340, 1707, 1978, 2206, 2430, 2624), (0, 69, 87, 124, 129, 157, 156, 166, 167, 169)
    ),
    "italian": _ladder(
        (0, 446, 785, 1264, 1522, 1916, 2165, 2438, 2615, 2813), (0, 108, 126, 169, 176, 191, 198, 203, 194, 202)
    ),
    "roman": _ladder((0, 164, 277, 475, 616, 749, 883, 962, 1028, 1140), (0, 22, 33, 43, 49, 54, 61, 68, 71, 75)),
    "rock": _ladder(
        (0, 230, 421, 631, 851, 1124, 1319, 1521, 1746, 2022), (0, 59, 81, 99, 115, 132, 143, 154, 165, 177)
    ),
    "gambit": _ladder(
        (0, 129, 163, 318, 434, 514, 582, 662, 730, 878), (0, 89, 117, 142, 169, 192, 205, 215, 221, 223)
    ),
}
"""By game, levels 1 to 10. A game whose levels were never measured has none."""
