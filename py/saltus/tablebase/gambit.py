"""Gambit solved: by how many points each side wins with best play, from every position that can arise.

893,390 positions can, 273,944 but for the ways to turn and mirror the board. All of them in one table would be
356 KB. Most are near the end, and are played out in less than a millisecond; so the table holds those alone that
would take longer, below which more than `workshop.solve.gambit.SMALL` others lie, and every other is played out, as
far as the table or the end of the game. What is worked out is remembered.

Positions are seen by the side to move: which colour it plays makes no difference.
"""

from array import array
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from sys import byteorder

from saltus.boards.chains import lead, turns
from saltus.boards.grid import STRIDE
from saltus.core.game import Move, Position
from saltus.core.resources import load_table
from saltus.core.score import POINT_SCORE, Line

PATIENCE = 4_000
"""Positions that may be played out for one answer, which takes about a tenth of a second. From the start of the game
on no answer takes half as many; from a position that someone has set up it may."""
FOLLOWED = 3
"""The lines that are followed to the end of the game: more, nobody reads."""
KEPT = 100_000
"""Positions that are remembered before all is forgotten."""
HALF = 32
"""The bits of a side's pieces in a key, where every rank has eight."""
WIDTH = 8
"""The bytes of a key."""

TURNED = [int(f"{pieces:08b}"[::-1], 2) for pieces in range(256)]
"""The pieces of a rank as they stand in a mirror."""

Pieces = tuple[int, int]
"""Those of the side to move, and the other's."""


class TooLong(Exception):  # noqa: N818  (it is no error)
    """More positions would have to be played out than `PATIENCE` allows."""


def key(own: int, enemy: int) -> int:
    """One number for a position and the three that it becomes by turning and mirroring the board: the least."""
    turned = TURNED
    a, b, c, d = own & 255, own >> 9 & 255, own >> 18 & 255, own >> 27
    e, f, g, h = enemy & 255, enemy >> 9 & 255, enemy >> 18 & 255, enemy >> 27
    plain = (d << 24 | c << 16 | b << 8 | a) << HALF | h << 24 | g << 16 | f << 8 | e
    over = (a << 24 | b << 16 | c << 8 | d) << HALF | e << 24 | f << 16 | g << 8 | h
    a, b, c, d, e, f, g, h = turned[a], turned[b], turned[c], turned[d], turned[e], turned[f], turned[g], turned[h]
    return min(
        plain,
        over,
        (d << 24 | c << 16 | b << 8 | a) << HALF | h << 24 | g << 16 | f << 8 | e,
        (a << 24 | b << 16 | c << 8 | d) << HALF | e << 24 | f << 16 | g << 8 | h,
    )


def unkey(one: int) -> Pieces:
    """A position that has this key."""
    own, enemy = (
        sum((half >> 8 * rank & 255) << STRIDE * rank for rank in range(4)) for half in divmod(one, 1 << HALF)
    )
    return own, enemy


def pack(table: dict[int, int]) -> bytes:
    """Margins by key, in the form that `unpack` reads: the differences of the keys, in order, one place of their
    bytes after the other, then the margins. So they are half as large once they are compressed.
    """
    keys = sorted(table)
    steps = b"".join((one - other).to_bytes(WIDTH, "little") for one, other in zip(keys, [0, *keys], strict=False))
    planes = b"".join(steps[place::WIDTH] for place in range(WIDTH))
    return planes + array("b", [table[one] for one in keys]).tobytes()


def unpack(packed: bytes) -> dict[int, int]:
    """Margins by key."""
    count = len(packed) // (WIDTH + 1)
    steps = bytearray(count * WIDTH)
    for place in range(WIDTH):
        steps[place::WIDTH] = packed[place * count : (place + 1) * count]
    numbers = array("Q", bytes(steps))
    if byteorder == "big":
        numbers.byteswap()
    margins = array("b", bytes(packed[-count:]))
    return dict(zip(accumulate(numbers), margins, strict=True))


class Solution:
    """What every position is worth. `table` has the margins by `key` of those that are not played out."""

    def __init__(self, table: dict[int, int]) -> None:
        self.table = table
        self.fewest = min(key.bit_count() for key in table)
        """The pieces on the emptiest board in the table."""
        self.known: dict[Pieces, int] = {}
        self.played = 0
        """Positions that were played out, in all."""
        self.until = 0

    def margin(self, own: int, enemy: int) -> int:
        """By how many points the side to move will win. Raises `TooLong`."""
        self._begin()
        return self._margin(own, enemy)

    def margins(self, own: int, enemy: int) -> list[tuple[Move, int]]:
        """Every turn with what it is worth to the side that makes it, in the order of the game. Raises `TooLong`."""
        self._begin()
        return [(move, -self._margin(*after)) for move, after in _after(own, enemy)]

    def line(self, own: int, enemy: int) -> list[Move]:
        """A way to play on in which no side gives away a point, to the end. Raises `TooLong`."""
        self._begin()
        found = []
        margin = self._margin(own, enemy)
        while options := sorted(_after(own, enemy), key=self._looked_up, reverse=True):
            move, (own, enemy) = next(each for each in options if self._margin(*each[1]) == -margin)
            margin = -margin
            found.append(move)
        return found

    def traps(self, own: int, enemy: int) -> tuple[float, float]:
        """How hard the position is for the side to move: the share of its turns that lose points, and how many points
        it loses with a turn drawn by lot. Raises `TooLong`.
        """
        self._begin()
        margins = [-self._margin(*after) for _, after in _after(own, enemy)]
        if not margins:
            return 0.0, 0.0
        best = max(margins)
        return sum(margin < best for margin in margins) / len(margins), best - sum(margins) / len(margins)

    def unpack(self, position: Position) -> Iterator[None]:
        """It has been read already."""
        return iter(())

    def near(self, position: Position) -> None:
        """A search has nothing to look up: it comes to the end itself."""

    def certain(self, position: Position, quiet: int) -> None:
        """A game is too short to be broken off."""

    def lines(self, position: Position, past: Sequence[Position] = (), quiet: int = 0) -> list[Line] | None:
        """Every turn with what comes of it, or None where that would take too long. The past does not matter.

        Of the turns that are worth the same those come first after which the other side goes wrong most easily. The
        first `FOLLOWED` lines lead to the end.
        """
        own, enemy = sides(position)
        try:
            margins = self.margins(own, enemy)
            most = max(margin for _, margin in margins)
            ranked = sorted(
                (
                    (margin, self.traps(*_played(own, enemy, move)) if margin == most else (0.0, 0.0), -place)
                    for place, (move, margin) in enumerate(margins)
                ),
                reverse=True,
            )
            lines: list[Line] = []
            for margin, _, place in ranked:
                move, _ = margins[-place]
                rest = self.line(*_played(own, enemy, move)) if len(lines) < FOLLOWED else []
                lines.append(Line(POINT_SCORE * margin, (move, *rest)))
        except TooLong:
            return None
        return lines

    def _looked_up(self, option: tuple[Move, Pieces]) -> bool:
        """Whether what a turn leads to need not be played out."""
        return self._stored(*option[1]) is not None

    def _begin(self) -> None:
        """An answer begins."""
        if len(self.known) > KEPT:
            self.known = {}
        self.until = self.played + PATIENCE

    def _stored(self, own: int, enemy: int) -> int | None:
        """What has been worked out before: here, or when the table was made."""
        found = self.known.get((own, enemy))
        if found is None and (own | enemy).bit_count() >= self.fewest:
            found = self.table.get(key(own, enemy))
        return found

    def _margin(self, own: int, enemy: int) -> int:
        """As `margin`, within the patience of this answer."""
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
    """Every turn, and the position after it."""
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
    """The one solution. Raises FileNotFoundError where its table is not there."""
    return Solution(unpack(load_table("gambit")))
