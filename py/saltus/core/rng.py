"""Drawing by lot from a seed, the same on every machine and every Python for ever.

The generator is SplitMix64 (Steele, Lea and Flood, *Fast Splittable Pseudorandom Number Generators*, 2014,
figure 16): `random.Random` promises the same sequence only for `random()` itself, and a seed that is shared must
never change its board.
"""

from collections.abc import Iterator, Sequence
from typing import TypeVar

SEEDS = 1 << 53
"""Seeds are 0 … SEEDS - 1: the whole numbers that JSON carries through a browser unharmed."""
MASK = (1 << 64) - 1

Item = TypeVar("Item")


def splitmix64(seed: int) -> Iterator[int]:
    """The numbers of 64 bits that follow `seed`, without end."""
    while True:
        seed = seed + 0x9E3779B97F4A7C15 & MASK
        mixed = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 & MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & MASK
        yield mixed ^ mixed >> 31


def draw(seed: int, items: Sequence[Item], count: int) -> list[Item]:
    """`count` of `items` in the order drawn, every such choice equally likely over all seeds.

    A partial Fisher-Yates shuffle. Numbers above the last whole multiple of the choices left are thrown away,
    so that none of the choices is favoured.
    """
    left = list(items)
    drawn = []
    numbers = splitmix64(seed)
    for _ in range(count):
        fair = (MASK + 1) // len(left) * len(left)
        number = next(number for number in numbers if number < fair)
        drawn.append(left.pop(number % len(left)))
    return drawn
