"""Boards turned and mirrored, and boards to turn: what the property tests of several games share."""

from collections.abc import Callable, Sequence

from hypothesis import strategies as st
from saltus.core.board import Board, square
from saltus.core.game import Game, Move, Position

Turn = Callable[[str], str]
"""Where a square goes."""


def turns(board: Board) -> list[Turn]:
    """Every way to lay the board on itself: eight for a square one, four for an oblong one."""

    def turn(across: bool, over: bool, swap: bool) -> Turn:
        def go(name: str) -> str:
            file, rank = board.file_of(name), board.rank_of(name)
            file = board.files - 1 - file if across else file
            rank = board.ranks - 1 - rank if over else rank
            return square(rank, file) if swap else square(file, rank)

        return go

    swaps = (False, True) if board.files == board.ranks else (False,)
    return [turn(across, over, swap) for across in (False, True) for over in (False, True) for swap in swaps]


def turned(game: Game, turn: Turn, position: Position) -> Position:
    """The position laid on the board in another way."""
    white, black, kings = (game.board.mask(map(turn, game.board.names(bits))) for bits in position[:3])
    return white, black, kings, position[3]


def shape(move: Move, turn: Turn = str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The path and the captures of a move, laid on the board in another way."""
    return tuple(map(turn, move.path)), tuple(map(turn, move.captured))


def swapped(position: Position) -> Position:
    """The same position with the colours exchanged, and the side to move with them."""
    white, black, kings, side = position
    return black, white, kings, 1 - side


@st.composite
def placements(draw: st.DrawFn, game: Game, fewest: int = 1, squares: Sequence[str] | None = None) -> Position:
    """Any position on `squares` with at least `fewest` pieces a side, crowded ones as likely as empty ones."""
    names = draw(st.permutations(squares or game.board.squares))
    white = draw(st.integers(fewest, game.pieces))
    black = draw(st.integers(fewest, game.pieces))
    side = draw(st.integers(0, 1))
    return game.board.mask(names[:white]), game.board.mask(names[white : white + black]), 0, side
