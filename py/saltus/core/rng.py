"""Random draws from a seed, identical on every machine and every Python version.

The generator is SplitMix64 (Steele, Lea and Flood, *Fast Splittable Pseudorandom Number Generators*, 2014, figure
16). `random.Random` guarantees the same sequence only for `random()` itself, and a shared seed must always give the
same board.
"""

from collections.abc import Iterator, Sequence
from typing import TypeVar

SEED_LIMIT = 1 << 53  # Seeds are 0 … SEED_LIMIT - 1: the integers that JSON carries through a browser exactly.
MASK_64 = (1 << 64) - 1

Item = TypeVar("Item")


def splitmix64(seed: int) -> Iterator[int]:
    """The endless sequence of 64-bit numbers that follow `seed`."""
    while True:
        seed = seed + 0x9E3779B97F4A7C15 & MASK_64
        mixed = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 & MASK_64
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & MASK_64
        yield mixed ^ mixed >> 31


def draw(seed: int, items: Sequence[Item], count: int) -> list[Item]:
    """`count` of `items` in the order drawn; over all seeds every such choice is equally likely. A partial
    Fisher-Yates shuffle. Numbers above the last whole multiple of the number of items left are rejected, so that no
    item is favoured."""
    left = list(items)
    drawn = []
    numbers = splitmix64(seed)
    for _ in range(count):
        fair = (MASK_64 + 1) // len(left) * len(left)
        number = next(number for number in numbers if number < fair)
        drawn.append(left.pop(number % len(left)))
    return drawn
