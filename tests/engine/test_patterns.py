"""The learned patterns: which squares they look at, and that they favour neither side."""

from random import Random

import pytest
from saltus.diagonals import FULL
from saltus.formation import turned
from saltus.games import load
from saltus.patterns import AREAS, PATTERNS, keys

SQUARES = [1 << bit for bit in range(35) if FULL >> bit & 1]


def formation(seed: int) -> tuple[int, int]:
    """Up to twelve men a side, anywhere."""
    choose = Random(seed)
    drawn = choose.sample(SQUARES, 24)
    return sum(drawn[: choose.randrange(13)]), sum(drawn[12 : 12 + choose.randrange(13)])


def test_nine_areas_of_eight_squares_cover_the_board() -> None:
    assert [len(area) for area in AREAS] == [8] * 9
    assert {square for area in AREAS for square in area} == set(SQUARES)


@pytest.mark.parametrize("seed", range(20))
def test_keys_have_one_digit_a_square(seed: int) -> None:
    white, black = formation(seed)
    for area, key in zip(AREAS, keys(white, black), strict=True):
        digits = [1 if square & white else 2 if square & black else 0 for square in area]
        assert key == sum(digit * 3**place for place, digit in enumerate(digits)) < PATTERNS


@pytest.mark.parametrize("key", ["english", "italian"])
@pytest.mark.parametrize("seed", range(20))
def test_turned_with_colours_swapped_is_worth_the_opposite(key: str, seed: int) -> None:
    patterns = load(key).patterns
    white, black = formation(seed)
    assert patterns.value(turned(black), turned(white)) == -patterns.value(white, black)


@pytest.mark.parametrize("key", ["english", "italian"])
def test_something_was_learned(key: str) -> None:
    patterns = load(key).patterns
    values = [patterns.value(*formation(seed)) for seed in range(50)]
    assert len(set(values)) > 25
    assert max(map(abs, values)) < 400
