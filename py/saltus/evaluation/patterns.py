"""Pattern evaluation of the draughts games: values of men and kings, learned from self-play.

For each area of the board (`saltus.evaluation.areas`) a table gives the value of every pattern of men to White, for
the opening and for the ending, interpolated by the number of men. The method follows Buro, *Improving heuristic
mini-max search by supervised learning* (2002), and its use in draughts programs. Kings have piece-square values. A
man that no enemy man can stop (a runner) gets a bonus by its distance from the king row. What these sums miss is left
to a small net (`saltus.evaluation.net`).

`py/workshop/learn/fit.c` learned all values together; they are stored in `saltus.data`.

Implementation: a set of men is one int of thirteen keys, sixteen bits each, in base 3, the sum of four look-ups.
White's keys plus twice Black's give the patterns of all areas at once. The tables hold what a pattern adds to the
lanes of the net, and above them its values, so that one sum finds both. They are filled as patterns are met: whole,
they would take 20 MB. Results are cached per side and for both: in a search the same men meet many placements of the
others.
"""

from collections.abc import Sequence
from operator import getitem
from struct import Struct
from typing import NamedTuple

from saltus.boards.dark_squares import FULL, LAYOUT, RANKS
from saltus.core.resources import load_weights
from saltus.evaluation.areas import AREAS, KEPT, PATTERNS, TURNED, turned_patterns
from saltus.evaluation.net import INPUTS, PAIRS, TOP, UNITS, Net, net_value

MEN = 24


def _addends() -> tuple[tuple[int, ...], ...]:
    """For each pair of ranks (nine bits), what a set of men on them adds to the keys."""
    single = [
        sum(3 ** area.index(1 << bit) << 16 * number for number, area in enumerate(AREAS) if 1 << bit in area)
        for bit in range(36)
    ]
    parts = []
    for pair in (0, 9, 18, 27):
        sums = [0]
        for bit in range(9):
            sums += [single[pair + bit] + rest for rest in sums]
        parts.append(tuple(sums))
    return tuple(parts)


FIRST, SECOND, THIRD, FOURTH = _addends()
KEYS = Struct(f"<{len(AREAS)}H")
unpack = KEYS.unpack
UP = {1 << bit: 7 - rank for rank in range(8) for bit in LAYOUT if RANKS[rank] >> bit & 1}
DOWN = {man: 7 - steps for man, steps in UP.items()}
"""The steps from each square to the king row: White's in `UP`, Black's in `DOWN`."""
PHASE_BIAS, PHASE_BITS = 1 << 19, 20
"""Two values in one int: the opening's in the low bits (at most half their range in size), the ending's above."""
ABOVE = PHASE_BIAS + (PHASE_BIAS << PHASE_BITS)
"""Added to the values above the lanes while they are summed up: Python works faster on positive ints."""
MET = 1 << 2 * PHASE_BITS
"""Added to the values of a pattern that has been met: a sum that lacks one of them is less than `ALL_MET`."""
ALL_MET = len(AREAS) * MET
CACHE_SIZE = 16_000
"""Entries that a cache holds before it is cleared, which must not take long. Three times as many save 1 % of it."""


def packed(men: int) -> int:
    """The keys of one side's men as one int: each area in base 3, its first square the lowest digit."""
    return FIRST[men & 511] + SECOND[men >> 9 & 511] + THIRD[men >> 18 & 511] + FOURTH[men >> 27]


def mixed(total: int, left: int) -> int:
    """The value interpolated between opening and ending for `left` men; rounded towards 0, to favour neither side."""
    opening = (total + PHASE_BIAS & (1 << PHASE_BITS) - 1) - PHASE_BIAS
    return int((opening * left + (total - opening >> PHASE_BITS) * (MEN - left)) / MEN)


class Learned(NamedTuple):
    """The learned values of one game, as `saltus.data` holds them in this order: see `STORED`."""

    patterns: bytes  # Two signed bytes (opening, then ending) per pattern of every stored area.
    kings: Sequence[int]
    """The value of a white king on each square, from the first rank up, in the opening and then in the ending."""
    runners: Sequence[int]  # The bonus of a man that cannot be stopped, by its steps to the king row.
    net: bytes  # The weights of the net for single pieces, as `saltus.evaluation.net` has them.
    pairs: bytes  # Its weights for pairs of men.


KINGS, RUNNERS = 2 * len(LAYOUT), 8
STORED = Struct(f"<{2 * len(KEPT) * PATTERNS}s{KINGS}h{RUNNERS}h{2 * (INPUTS + 2) * UNITS}s{4 * len(PAIRS) * UNITS}s")


def load_learned(name: str) -> Learned:
    """The learned values of the game called `name`."""
    patterns, *values, net, pairs = STORED.unpack(load_weights(name))
    return Learned(patterns, values[:KINGS], values[KINGS:], net, pairs)


class Alone(dict[int, tuple[int, int]]):
    """One side's men → their keys, and the squares ahead of them, where they may meet an enemy man."""

    def __init__(self, up: bool) -> None:
        self.up = up
        self.digit = 1 if up else 2

    def __missing__(self, men: int) -> tuple[int, int]:
        if len(self) >= CACHE_SIZE:
            self.clear()
        ahead, row = 0, men
        while row:
            row = (row << 4 | row << 5 if self.up else row >> 4 | row >> 5) & FULL
            ahead |= row
        self[men] = found = self.digit * packed(men), ahead
        return found


class Kings(dict[int, tuple[int, int]]):
    """One side's kings → their value to it, both phases in one int, and their lanes."""

    def __init__(self, lanes: dict[int, int]) -> None:
        self.single: dict[int, int] = {}
        self.lanes = lanes

    def unfold(self, opening: Sequence[int], ending: Sequence[int]) -> None:
        """Take over the learned values, by square."""
        values = zip(LAYOUT, opening, ending, strict=True)
        self.single = {1 << bit: early + (late << PHASE_BITS) for bit, early, late in values}

    def __missing__(self, kings: int) -> tuple[int, int]:
        if len(self) >= CACHE_SIZE:
            self.clear()
        value = sum([value for square, value in self.single.items() if kings & square])
        lanes = sum([lanes for square, lanes in self.lanes.items() if kings & square])
        self[kings] = found = value, lanes
        return found


class Patterns(dict[tuple[int, int], tuple[int, int]]):
    """(White's men, Black's men) → the value of their patterns to White in centipieces, and what they add to the net.
    Cleared before it grows large. What was learned is loaded on first use, so that the rules alone load fast."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.net = net = Net()
        self.white, self.black = Alone(up=True), Alone(up=False)
        self.white_kings, self.black_kings = map(Kings, net.kings)
        self.runners: Sequence[int] = ()  # The bonus of a man that cannot be stopped, by its steps to the king row.
        self.stored: list[int] = []
        """The learned values of the stored areas: of each pattern the opening's, then the ending's."""
        self.turned: list[int] = []
        """For every pattern, its image when the board is turned and the colours are exchanged."""
        self.tables: list[list[int]] = []
        """By area, what each pattern adds to the lanes and the values; 0 until the pattern is met."""
        self.nothing = 0  # The sum of no patterns: an empty board's lanes, and `ABOVE`.
        self.men_only = MenOnly(self, 0), MenOnly(self, 1)  # By side to move.

    def with_kings(self, white: int, black: int, kings: int, side: int) -> int:
        """The value to White of all pieces, if there are kings among them."""
        royal, others = white & kings, black & kings
        men, enemies = white ^ royal, black ^ others
        value, lanes = self[men, enemies]
        own, own_lanes = self.white_kings[royal]
        enemy, enemy_lanes = self.black_kings[others]
        lanes += self.net.to_move[side] + own_lanes + enemy_lanes
        return value + mixed(own - enemy, (men | enemies).bit_count()) + net_value(lanes)

    def values_of(self, area: int, pattern: int) -> int:
        """The values of a pattern of an area, both phases in one int."""
        if area not in KEPT:
            return -self.values_of(TURNED[area], self.turned[pattern])
        at = 2 * (KEPT.index(area) * PATTERNS + pattern)
        return self.stored[at] + (self.stored[at + 1] << PHASE_BITS)

    def unfold(self) -> None:
        """Load the learned values."""
        learned = load_learned(self.name)
        self.net.unfold(learned.net, learned.pairs)
        self.nothing = self.net.empty + (ABOVE << TOP)
        opening, ending = learned.kings[: len(LAYOUT)], learned.kings[len(LAYOUT) :]
        self.white_kings.unfold(opening, ending)
        self.black_kings.unfold(opening[::-1], ending[::-1])
        self.runners = learned.runners
        self.stored = memoryview(learned.patterns).cast("b").tolist()
        self.turned = turned_patterns()
        self.tables = [[0] * PATTERNS for _ in AREAS]

    def meet(self, patterns: Sequence[int]) -> None:
        """Fill the tables where these patterns, one of each area, are new."""
        for area, (table, pattern) in enumerate(zip(self.tables, patterns, strict=True)):
            if not table[pattern]:
                table[pattern] = (self.values_of(area, pattern) + MET << TOP) + self.net.of_pattern(area, pattern)

    def __missing__(self, men: tuple[int, int]) -> tuple[int, int]:
        if not self.tables:
            self.unfold()
        if len(self) >= CACHE_SIZE:
            self.clear()
        white, black = men
        keys, met = self.white[white]
        enemy_keys, enemy_met = self.black[black]
        patterns: tuple[int, ...] = unpack((keys + enemy_keys).to_bytes(KEYS.size, "little"))
        total = sum(map(getitem, self.tables, patterns), self.nothing)
        if total >> TOP < ALL_MET:
            self.meet(patterns)
            total = sum(map(getitem, self.tables, patterns), self.nothing)
        ahead, behind = white.bit_count(), black.bit_count()
        value = 100 * (ahead - behind) + mixed((total >> TOP) - ABOVE - ALL_MET, ahead + behind)
        if free := white & ~enemy_met:
            value += self.running(free, UP)
        if free := black & ~met:
            value -= self.running(free, DOWN)
        self[men] = found = value, total
        return found

    def running(self, men: int, steps: dict[int, int]) -> int:
        """The total bonus of these runners."""
        value, runners = 0, self.runners
        while men:
            man = men & -men
            men ^= man
            value += runners[steps[man]]
        return value


class MenOnly(dict[tuple[int, int], int]):
    """(White's men, Black's men) → their value to White, if there is no king and one certain side is to move."""

    def __init__(self, patterns: Patterns, side: int) -> None:
        self.patterns, self.side = patterns, side

    def __missing__(self, men: tuple[int, int]) -> int:
        if len(self) >= CACHE_SIZE:
            self.clear()
        patterns = self.patterns
        value, lanes = patterns[men]
        self[men] = value = value + net_value(lanes + patterns.net.to_move[self.side])
        return value
