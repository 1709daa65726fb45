"""Italian draughts to change: men that capture kings, free captures, small captures."""

from collections.abc import Iterator
from typing import ClassVar

from saltus.core.board import Board, every_square
from saltus.core.game import EVERY_GAME, Game, Move, Position

MUST_CAPTURE = True  # Captures are compulsory
BIGGEST_CAPTURE = True  # A capture must be the biggest
MEN_CAPTURE_KINGS = False  # Men can capture kings

Path = tuple[str, ...]  # The squares that a piece comes along.
Ways = tuple[tuple[int, int], ...]  # Directions: files to the right and ranks up.

DARK = [name for name in every_square(8, 8) if (Board.file_of(name) + Board.rank_of(name)) % 2 == 1]
BOARD = Board(8, 8, DARK, range(32))
UP, DOWN = ((-1, 1), (1, 1)), ((-1, -1), (1, -1))
NEXT = {(name, way): (BOARD.step(name, way), BOARD.step(name, way, 2)) for name in DARK for way in UP + DOWN}
"""The square next to a square in each direction, and the one behind it; None where the board ends."""
MIDDLE = BOARD.mask(name for name in DARK if name[0] in "cdef" and name[1] in "3456")
RANKS = [BOARD.mask(name for name in DARK if Board.rank_of(name) == rank) for rank in range(8)]
FAR = RANKS[7], RANKS[0]
"""Where the men of White and of Black are crowned."""


class MyItalian(Game):
    """The rules. A position is `(white, black, kings, side)`: three sets of squares, and 0 or 1 for who moves."""

    key = "my_italian"
    name = "My Italian draughts"
    goal = "Capture or block all enemy pieces."
    board = BOARD
    first = "w"
    pieces = 12
    piece = "man"
    has_kings = True
    numbered = True
    men_retreat = False
    must_capture = MUST_CAPTURE
    ends_only_blocked = True
    quiet_limit = 80
    rules: ClassVar[dict[str, str]] = {
        **EVERY_GAME,
        "step": "A piece moves one square diagonally: a man only forward.",
        "jump": "A piece captures by jumping over an enemy piece next to it to the empty square right behind it.",
        "man-jump": f"A man captures only forward, and {'kings, too' if MEN_CAPTURE_KINGS else 'no kings'}.",
        "compulsory": "If you can capture, you must." if MUST_CAPTURE else "You never have to capture.",
        "complete": "A piece that captures keeps capturing as long as it can.",
        "crown": "A man that reaches the far row becomes a king, and the move ends there.",
        "no-moves": "If it is your turn and you cannot move, you lose.",
        "quiet": "Once both sides have a king: forty moves each in a row without a capture are a draw.",
    }
    if BIGGEST_CAPTURE:
        rules["most"] = "If you capture, you capture as many pieces as possible."
        rules["with-king"] = "If a king and a man can capture equally many, the king captures."
        rules["most-kings"] = "If captures are still equal, you make the one that captures the most kings."

    def start(self, setup: str | None = None, seed: int | None = None) -> Position:
        self.standard(setup, seed)
        return sum(RANKS[:3]), sum(RANKS[-3:]), 0, 0

    def moves(self, position: Position) -> list[Move]:
        captures = self.noisy_moves(position)
        return captures if captures and MUST_CAPTURE else captures + self.steps(position)

    def noisy_moves(self, position: Position) -> list[Move]:
        """The captures that are allowed."""
        white, black, kings, side = position
        found = []
        for origin in BOARD.names(position[side]):
            is_man = not kings & BOARD.bit[origin]
            prey = position[1 - side] & ~(kings if is_man and not MEN_CAPTURE_KINGS else 0)
            free = BOARD.full & ~(white | black) | BOARD.bit[origin]
            for path, captured in chains((origin,), (), prey, free, ways(position, origin)):
                found.append(move(position, path, captured))
        biggest = max((size(one, kings) for one in found), default=None)
        return [one for one in found if size(one, kings) == biggest] if BIGGEST_CAPTURE else found

    def steps(self, position: Position) -> list[Move]:
        found = []
        for origin in BOARD.names(position[position[3]]):
            for way in ways(position, origin):
                to, _ = NEXT[origin, way]
                if to and not (position[0] | position[1]) & BOARD.bit[to]:
                    found.append(move(position, (origin, to)))
        return found

    def counting(self, position: Position) -> bool:
        """Whether moves without a capture are counted: once both sides have a king."""
        white, black, kings, _ = position
        return bool(white & kings and black & kings)

    def evaluate(self, position: Position) -> int:
        """The pieces, a lead counting more the fewer there are; kings in the middle, and men far ahead."""
        white, black, kings, side = position
        lead = white.bit_count() - black.bit_count()
        score = 100 * lead + round(200 * lead / (white | black).bit_count())
        score += (30 if MEN_CAPTURE_KINGS else 60) * ((white & kings).bit_count() - (black & kings).bit_count())
        score += 10 * ((white & kings & MIDDLE).bit_count() - (black & kings & MIDDLE).bit_count())
        score += 3 * sum(Board.rank_of(name) for name in BOARD.names(white & ~kings))
        score -= 3 * sum(7 - Board.rank_of(name) for name in BOARD.names(black & ~kings))
        return -score if side else score


def ways(position: Position, origin: str) -> Ways:
    """Where the piece on this square moves and captures."""
    _, _, kings, side = position
    return UP + DOWN if kings & BOARD.bit[origin] else DOWN if side else UP


def move(position: Position, path: Path, captured: Path = ()) -> Move:
    """The move along `path`: a man that ends it on the far row becomes a king."""
    is_man = not position[2] & BOARD.bit[path[0]]
    return Move.along(BOARD, path, captured, is_man and bool(FAR[position[3]] & BOARD.bit[path[-1]]))


def size(capture: Move, kings: int) -> tuple[int, bool, int]:
    """How big a capture is: the pieces it takes, then whether a king captures, then the kings it takes."""
    return len(capture.captured), bool(kings & BOARD.bit[capture.path[0]]), (kings & capture.taken).bit_count()


def chains(path: Path, captured: Path, prey: int, free: int, ways: Ways) -> Iterator[tuple[Path, Path]]:
    """The paths and captures of a piece that has come along `path`, as far as they go. `prey` is what it can still
    capture, `free` where it can land."""
    goes_on = False
    for way in ways:
        over, to = NEXT[path[-1], way]
        if over and to and prey & BOARD.bit[over] and free & BOARD.bit[to]:
            goes_on = True
            yield from chains((*path, to), (*captured, over), prey & ~BOARD.bit[over], free, ways)
    if captured and not goes_on:
        yield path, captured
