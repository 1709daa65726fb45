"""The dark squares of an 8x8 board: bit layout, precomputed steps and jumps, and the move generator of the draughts
games.

Bit layout (35 bits). Two ranks take nine bits, the ninth a ghost that is never set:

    rank 8   31 32 33 34          a step forward for White is a shift left by 4 or by 5,
    rank 7   27 28 29 30    26    for Black a shift right; from the edge it lands on a ghost
     …                            or outside, so that `& empty` is the only mask a step needs.
    rank 2    4  5  6  7     8    Turning the board by 180° takes bit i to bit 34 - i.
    rank 1    0  1  2  3

Within a rank the bits start on the side where rank 1 has its light corner: from `b1` to the right in Italian draughts
(h1 is dark), from `g1` to the left in English checkers (a1 is dark). So both games have the same bits for the same
shape, and every table serves both.
"""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple, TypeAlias

from saltus.core.board import Board, every_square
from saltus.core.game import Game, Move, Position

RANKS = tuple(0b1111 << rank // 2 * 9 + rank % 2 * 4 for rank in range(8))
"""The squares of each rank, the lowest first."""
FULL = sum(RANKS)  # The bitboard of all 32 squares.
KING_ROW = (RANKS[7], RANKS[0])  # The far rank of each side, where its men are crowned.
LAYOUT = [rank // 2 * 9 + rank % 2 * 4 + place for rank in range(8) for place in range(4)]
"""The bit index of every square, rank by rank from the lowest."""


def dark_squares(a1_dark: bool) -> Board:
    """The 8x8 board on which only the dark squares are playable, numbered 1–32 from the top left."""
    names = [n for n in every_square(8, 8) if ((Board.file_of(n) + Board.rank_of(n)) % 2 == 0) is a1_dark]
    by_bit = sorted(names, key=lambda n: (Board.rank_of(n), Board.file_of(n) * (-1 if a1_dark else 1)))
    index = dict(zip(by_bit, LAYOUT, strict=True))
    return Board(8, 8, names, [index[n] for n in names])


def shifted(bits: int, distance: int) -> int:
    """`bits` shifted up the board by `distance`, or down if it is negative."""
    return bits << distance if distance > 0 else bits >> -distance


class Steps(dict[int, tuple[Move, ...]]):
    """Destinations → the steps there, for one kind of piece in one direction. Filled as sets of destinations are met.
    They repeat far more often than positions do, so a look-up instead of a loop over the bits takes a quarter off the
    time of `moves`. Cleared before it grows large."""

    def __init__(self, board: Board, distance: int, king_row: int) -> None:
        self.single: dict[int, Move] = {}  # Each destination → the step there.
        for origin, name in board.name.items():
            to = shifted(origin, distance)
            if to & FULL:
                self.single[to] = Move((name, board.name[to]), (), bool(to & king_row), origin | to)

    def __missing__(self, destinations: int) -> tuple[Move, ...]:
        if len(self) >= 10_000:
            self.clear()
        found = tuple(move for to, move in self.single.items() if destinations & to)
        self[destinations] = found
        return found


class Jump(NamedTuple):
    """One jump."""

    over: int  # The square of the captured piece.
    to: int  # The landing square.
    beyond: int  # The squares that could be jumped over from `to`, except `over`.
    alone: Move  # The complete move if this jump is its only one.


Jumps: TypeAlias = dict[int, tuple[Jump, ...]]  # Square → the jumps from it on an empty board, for one kind of piece.


def jumps(board: Board, distances: Sequence[int], king_row: int) -> Jumps:
    """The jumps of a piece that jumps by these shifts and is crowned on `king_row`."""
    hops = {
        origin: [
            (over, to)
            for distance in distances
            if (over := shifted(origin, distance)) & FULL and (to := shifted(origin, 2 * distance)) & FULL
        ]
        for origin in board.name
    }

    def jump(origin: int, over: int, to: int) -> Jump:
        path, taken = (board.name[origin], board.name[to]), (board.name[over],)
        beyond = sum(next_over for next_over, _ in hops[to] if next_over != over)
        return Jump(over, to, beyond, Move(path, taken, bool(to & king_row), origin | to, over))

    return {origin: tuple(jump(origin, over, to) for over, to in found) for origin, found in hops.items()}


def extend(
    found: list[Move], jumps: Jumps, begun: Move | None, origin: int, here: int, prey: int, empty: int
) -> bool:
    """Add to `found` every completion of the move `begun`, which has reached `here`; False if there is none. `begun`
    is None while the piece is still on `origin`; `prey` holds the pieces that it may still jump over."""
    going_on = False
    for over, to, beyond, turn in jumps[here]:
        if prey & over and empty & to:
            going_on = True
            if begun is not None:
                path, captured, crowns, _, _ = turn
                turn = Move(begun.path + path[1:], begun.captured + captured, crowns, origin ^ to, begun.taken | over)
            if not (prey & beyond and extend(found, jumps, turn, origin, to, prey ^ over, empty)):
                found.append(turn)
    return going_on


class DarkSquaresGame(Game):
    """Move generation for draughts games: men, one-step kings, compulsory and complete captures.

    A captured piece may be removed at once: a piece that moves two squares at a time never lands on a square that it
    could jump over, so "removed at the end, none jumped twice" gives the same moves. The origin counts as empty
    during the move: a king may return to it, and pass over it again.
    """

    men_take_kings: ClassVar[bool] = True  # Whether a man may capture a king.

    man_steps: ClassVar[tuple[tuple[Steps, Steps], tuple[Steps, Steps]]]
    """By side, the steps of a man: by 4 bits and by 5."""
    king_steps: ClassVar[tuple[Steps, Steps, Steps, Steps]]
    """The steps of a king: up by 4 and by 5, down by 4 and by 5."""
    man_jumps: ClassVar[tuple[Jumps, Jumps]]  # By side, the jumps of a man.
    king_jumps: ClassVar[Jumps]

    def __init_subclass__(cls, a1_dark: bool | None = None) -> None:
        """Precompute every step and jump on the board of a game; None is for a class that is not yet a game."""
        if a1_dark is None:
            return
        up, down = KING_ROW
        board = cls.board = dark_squares(a1_dark)
        cls.man_steps = (Steps(board, 4, up), Steps(board, 5, up)), (Steps(board, -4, down), Steps(board, -5, down))
        cls.king_steps = Steps(board, 4, 0), Steps(board, 5, 0), Steps(board, -4, 0), Steps(board, -5, 0)
        cls.man_jumps = jumps(board, (4, 5), up), jumps(board, (-4, -5), down)
        cls.king_jumps = jumps(board, (4, 5, -4, -5), 0)

    def moves(self, position: Position) -> list[Move]:
        """All legal moves: the captures if there are any, else the steps."""
        captures = self.noisy_moves(position)
        if captures:
            return captures
        white, black, kings, side = position
        empty = FULL ^ white ^ black
        if side:
            men, kings = black & ~kings, black & kings
            by_four, by_five = men >> 4 & empty, men >> 5 & empty
        else:
            men, kings = white & ~kings, white & kings
            by_four, by_five = men << 4 & empty, men << 5 & empty
        fours, fives = self.man_steps[side]
        found = [*fours[by_four], *fives[by_five]]
        if kings:
            up_four, up_five, down_four, down_five = self.king_steps
            found += up_four[kings << 4 & empty]
            found += up_five[kings << 5 & empty]
            found += down_four[kings >> 4 & empty]
            found += down_five[kings >> 5 & empty]
        return found

    def noisy_moves(self, position: Position) -> list[Move]:
        """All legal captures, each complete; `[]` if there are none."""
        white, black, kings, side = position
        empty = FULL ^ white ^ black
        if side:
            prey = white & ~kings if kings and not self.men_take_kings else white
            jumpers = black & (prey << 4 & empty << 8 | prey << 5 & empty << 10)
        else:
            prey = black & ~kings if kings and not self.men_take_kings else black
            jumpers = white & (prey >> 4 & empty >> 8 | prey >> 5 & empty >> 10)
        if kings:
            own, enemy = (black, white) if side else (white, black)
            if kings := kings & own:
                up = enemy >> 4 & empty >> 8 | enemy >> 5 & empty >> 10
                down = enemy << 4 & empty << 8 | enemy << 5 & empty << 10
                jumpers = jumpers & ~kings | kings & (up | down)
        return self.captures(position, jumpers) if jumpers else []

    def sequences(self, position: Position, jumpers: int) -> list[Move]:
        """The complete jump sequences of these pieces, before a game ranks them."""
        white, black, kings, side = position
        enemy = white if side else black
        prey = enemy if self.men_take_kings else enemy & ~kings
        empty = FULL ^ white ^ black
        found: list[Move] = []
        while jumpers:
            origin = jumpers & -jumpers
            jumpers ^= origin
            if kings & origin:
                extend(found, self.king_jumps, None, origin, origin, enemy, empty | origin)
            else:
                extend(found, self.man_jumps[side], None, origin, origin, prey, empty)
        return found

    captures = sequences  # The legal captures among `sequences`: all of them, unless a game ranks its captures.

    def count(self, position: Position) -> int:
        """`len(moves(position))`; counts bits if nothing can be captured."""
        captures = self.noisy_moves(position)
        if captures:
            return len(captures)
        white, black, kings, side = position
        empty = FULL ^ white ^ black
        if side:
            found = (black >> 4 & empty).bit_count() + (black >> 5 & empty).bit_count()
            if kings and (kings := kings & black):
                found += (kings << 4 & empty).bit_count() + (kings << 5 & empty).bit_count()
        else:
            found = (white << 4 & empty).bit_count() + (white << 5 & empty).bit_count()
            if kings and (kings := kings & white):
                found += (kings >> 4 & empty).bit_count() + (kings >> 5 & empty).bit_count()
        return found

    def play(self, position: Position, move: Move) -> Position:
        """The position after `move`; faster than `Game.play`, as a step leaves enemies alone."""
        white, black, kings, side = position
        _, _, crowns, shift, taken = move
        if kings & shift:
            kings ^= shift
        elif crowns:
            kings |= shift & KING_ROW[side]
        if taken:
            kings &= ~taken
            if side:
                return white ^ taken, black ^ shift, kings, 0
            return white ^ shift, black ^ taken, kings, 1
        if side:
            return white, black ^ shift, kings, 0
        return white ^ shift, black, kings, 1
