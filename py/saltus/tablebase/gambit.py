"""The solution of Gambit: each side's point margin with best play, from every reachable position.

893,390 positions can arise, 273,944 up to symmetry. All of them in one table would be 356 KB. Most are near the end,
and are solved in less than a millisecond. So the table holds only those with more than `workshop.solve.gambit.SMALL`
positions below them, and every other one is solved by playing it out to the table or to the end of the game. Results
are cached.

Positions are seen from the side to move; its colour makes no difference.
"""

from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from sys import byteorder

from saltus.boards.chains import lead, turns
from saltus.core.game import Move, Position
from saltus.core.resources import load_table
from saltus.core.score import POINT_SCORE, Line
from saltus.tablebase.base import COMPLETE_LINES

MAX_PLAYED_OUT = 4_000
"""Positions that may be played out per request, which takes about a tenth of a second. From the start of the game no
request takes half as many; from a position that someone has set up it may."""
CACHE_POSITIONS = 100_000  # Cached positions above which the cache is cleared.
SIDE_BITS = 32  # The bits of one side's pieces in a key, with eight per rank.
KEY_BYTES = 8  # The bytes of a key.
MIRRORED_RANKS = [int(f"{pieces:08b}"[::-1], 2) for pieces in range(256)]  # The pieces of a rank, mirrored.

Pieces = tuple[int, int]  # Those of the side to move, and the other side's.


class TooLong(Exception):  # noqa: N818  (not an error)
    """More positions would have to be played out than `MAX_PLAYED_OUT` allows."""


def key(own: int, enemy: int) -> int:
    """One number for a position and its three mirror images: the smallest of their encodings."""
    turned = MIRRORED_RANKS
    a, b, c, d = own & 255, own >> 9 & 255, own >> 18 & 255, own >> 27
    e, f, g, h = enemy & 255, enemy >> 9 & 255, enemy >> 18 & 255, enemy >> 27
    plain = (d << 24 | c << 16 | b << 8 | a) << SIDE_BITS | h << 24 | g << 16 | f << 8 | e
    over = (a << 24 | b << 16 | c << 8 | d) << SIDE_BITS | e << 24 | f << 16 | g << 8 | h
    a, b, c, d, e, f, g, h = turned[a], turned[b], turned[c], turned[d], turned[e], turned[f], turned[g], turned[h]
    return min(
        plain,
        over,
        (d << 24 | c << 16 | b << 8 | a) << SIDE_BITS | h << 24 | g << 16 | f << 8 | e,
        (a << 24 | b << 16 | c << 8 | d) << SIDE_BITS | e << 24 | f << 16 | g << 8 | h,
    )


def unpack(packed: bytes) -> dict[int, int]:
    """Margins by key, from the differences of the sorted keys, byte plane by byte plane, and then the margins."""
    count = len(packed) // (KEY_BYTES + 1)
    steps = bytearray(count * KEY_BYTES)
    for place in range(KEY_BYTES):
        steps[place::KEY_BYTES] = packed[place * count : (place + 1) * count]
    numbers = array("Q", bytes(steps))
    if byteorder == "big":
        numbers.byteswap()
    return dict(zip(accumulate(numbers), array("b", bytes(packed[-count:])), strict=True))


class Solution:
    """The value of every position. `table` has the margins by `key` of the positions that are not played out."""

    def __init__(self, table: dict[int, int]) -> None:
        self.table = table
        self.fewest = min(key.bit_count() for key in table)
        """The number of pieces on the emptiest board in the table."""
        self.known: dict[Pieces, int] = {}
        self.played = 0  # Positions played out so far, in all.
        self.until = 0

    def margin(self, own: int, enemy: int) -> int:
        """The final point margin of the side to move. Raises `TooLong`."""
        self._begin()
        return self._margin(own, enemy)

    def margins(self, own: int, enemy: int) -> list[tuple[Move, int]]:
        """Every move with its margin for the side that makes it, in the order of the game. Raises `TooLong`."""
        self._begin()
        return [(move, -self._margin(*after)) for move, after in _after(own, enemy)]

    def line(self, own: int, enemy: int) -> list[Move]:
        """A continuation to the end in which neither side gives away a point. Raises `TooLong`."""
        self._begin()
        found = []
        margin = self._margin(own, enemy)
        while options := sorted(_after(own, enemy), key=self._looked_up, reverse=True):
            move, (own, enemy) = next(each for each in options if self._margin(*each[1]) == -margin)
            margin = -margin
            found.append(move)
        return found

    def traps(self, own: int, enemy: int) -> tuple[float, float]:
        """How hard the position is for the side to move: the share of its moves that lose points, and the average
        number of points that a random move loses. Raises `TooLong`."""
        self._begin()
        margins = [-self._margin(*after) for _, after in _after(own, enemy)]
        if not margins:
            return 0.0, 0.0
        best = max(margins)
        return sum(margin < best for margin in margins) / len(margins), best - sum(margins) / len(margins)

    def unpack(self, position: Position) -> Iterator[None]:
        """Nothing to do: the table has been read already."""
        return iter(())

    def near(self, position: Position) -> None:
        """None: a search reaches the end of the game itself."""

    def certain(self, position: Position, quiet: int) -> None:
        """None: a game is too short to be ended by a claim."""

    def lines(self, position: Position, past: Sequence[Position] = (), quiet: int = 0) -> list[Line] | None:
        """Every move with its continuation, or None if that would take too long. The past does not matter. Of equal
        moves, those after which the opponent errs most easily come first. The first `COMPLETE_LINES` lines lead to
        the end of the game."""
        own, enemy = sides(position)
        try:
            margins = self.margins(own, enemy)
            most = max(margin for _, margin in margins)
            ranked = [
                (margin, self.traps(*_played(own, enemy, move)) if margin == most else (0.0, 0.0), -place)
                for place, (move, margin) in enumerate(margins)
            ]
            lines: list[Line] = []
            for margin, _, place in sorted(ranked, reverse=True):
                move, _ = margins[-place]
                rest = self.line(*_played(own, enemy, move)) if len(lines) < COMPLETE_LINES else []
                lines.append(Line(POINT_SCORE * margin, (move, *rest)))
        except TooLong:
            return None
        return lines

    def _looked_up(self, option: tuple[Move, Pieces]) -> bool:
        """Whether the position after a move need not be played out."""
        return self._stored(*option[1]) is not None

    def _begin(self) -> None:
        """Start the budget of a request."""
        if len(self.known) > CACHE_POSITIONS:
            self.known = {}
        self.until = self.played + MAX_PLAYED_OUT

    def _stored(self, own: int, enemy: int) -> int | None:
        """The margin if it is known: from the cache, or from the table."""
        found = self.known.get((own, enemy))
        if found is None and (own | enemy).bit_count() >= self.fewest:
            found = self.table.get(key(own, enemy))
        return found

    def _margin(self, own: int, enemy: int) -> int:
        """As `margin`, within the budget of the request."""
        found = self._stored(own, enemy)
        if found is None:
            if self.played >= self.until:
                raise TooLong
            self.played += 1
            found = max((-self._margin(*after) for _, after in _after(own, enemy)), default=None)
            if found is None:
                found = lead(own, enemy)
            self.known[own, enemy] = found
        return found


def _after(own: int, enemy: int) -> list[tuple[Move, Pieces]]:
    """Every move, and the position after it."""
    return [(chain.move, _played(own, enemy, chain.move)) for chain in turns(own, enemy)]


def _played(own: int, enemy: int, move: Move) -> Pieces:
    """The position after `move`, as the other side sees it."""
    return enemy & ~move.taken, own ^ move.shift


def sides(position: Position) -> Pieces:
    """A position as the side to move sees it."""
    white, black, _, side = position
    return (black, white) if side else (white, black)


@cache
def solution() -> Solution:
    """The single solution. Raises FileNotFoundError if its table has not been fetched."""
    return Solution(unpack(load_table("gambit")))
