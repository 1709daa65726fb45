"""Roman Solitaire to change: fewer pieces, compulsory captures, no diagonals."""

from typing import ClassVar

from saltus.core.board import DIRECTIONS, Board
from saltus.core.game import EVERY_GAME, PASS, SIDE_NAMES, SIDES, Game, Move, Outcome, Position, Setup
from saltus.core.rng import draw

PIECES = 9  # Pieces a side, 2 to 9
MUST_CAPTURE = False  # Captures are compulsory
DIAGONALS = True  # Pieces move and capture diagonally, too

BOARD = Board.rectangle(8, 8, stride=9)
WAYS = [way for way in DIRECTIONS if DIAGONALS or 0 in way]
STEPS = {
    name: [Move.along(BOARD, (name, to)) for way in WAYS if (to := BOARD.step(name, way))] for name in BOARD.squares
}
JUMPS = {
    name: [
        Move.along(BOARD, (name, to), (over,))
        for way in WAYS
        if (over := BOARD.step(name, way)) and (to := BOARD.step(name, way, 2))
    ]
    for name in BOARD.squares
}
"""The moves from a square on an empty board."""
PLACES = {name: (Board.file_of(name), Board.rank_of(name)) for name in BOARD.squares}
MIDDLE = {name: min(file, 7 - file) + min(rank, 7 - rank) for name, (file, rank) in PLACES.items()}
"""How far each square is from the nearest corner."""


class MyRoman(Game):
    """The rules. A position is `(white, black, 0, side)`: two sets of squares, and 0 or 1 for who moves."""

    key = "my_roman"
    name = "My Roman Solitaire"
    goal = "Capture all enemy pieces by jumping over them."
    board = BOARD
    first = "w"
    pieces = PIECES
    style = "roman"
    must_capture = MUST_CAPTURE
    repetitions = 3
    quiet_limit = 120
    setups = (Setup("random", "Random", seeded=True), Setup("balanced", "Balanced (symmetrical)", seeded=True))
    rules: ClassVar[dict[str, str]] = {
        **EVERY_GAME,
        "step": "A piece moves to an empty square next to it.",
        "jump": "A piece captures by jumping over an enemy piece next to it to the empty square right behind it.",
        "ways": f"Moves and jumps go along rows{', columns and diagonals' if DIAGONALS else ' and columns'}.",
        "single": "You capture only one piece per move.",
        "compulsory": "If you can capture, you must." if MUST_CAPTURE else "You never have to capture.",
        "pass": "If you can move, you must. If you cannot, but your opponent can, you pass.",
        "all-captured": "If you capture all enemy pieces, you win.",
        "stuck": "If neither player can move, the game is a draw.",
        "repetition": "A position that occurs for the third time is a draw.",
        "quiet": "When each side makes 60 moves in a row without a capture, the game is a draw.",
    }

    def start(self, setup: str | None = None, seed: int | None = None) -> Position:
        """`random`: pieces anywhere. `balanced`: Black's are White's, turned round."""
        if setup not in (None, "random", "balanced") or seed is None:
            raise ValueError(f"{self.name} has the set-ups random and balanced, each drawn from a seed")
        squares = BOARD.squares
        if setup == "balanced":
            white = draw(seed, squares[32:], PIECES)
            return BOARD.mask(white), BOARD.mask(squares[63 - squares.index(name)] for name in white), 0, 0
        drawn = draw(seed, squares, 2 * PIECES)
        return BOARD.mask(drawn[:PIECES]), BOARD.mask(drawn[PIECES:]), 0, 0

    def moves(self, position: Position) -> list[Move]:
        white, black, _, side = position
        if not white or not black:
            return []
        own, enemy = position[side], position[1 - side]
        found = captures(own, enemy)
        if not (found and MUST_CAPTURE):
            found += steps(own, enemy)
        return found or ([PASS] if can_move(enemy, own) else [])

    def noisy_moves(self, position: Position) -> list[Move]:
        """The captures."""
        return captures(position[position[3]], position[1 - position[3]])

    def decided(self, position: Position) -> int | None:
        white, black, _, side = position
        return None if white and black else 1 if position[side] else -1

    def outcome(self, position: Position) -> Outcome | None:
        decided = self.decided(position)
        if decided is not None:
            winner = SIDES[position[3] if decided > 0 else 1 - position[3]]
            return Outcome(winner, "all-captured", f"{SIDE_NAMES[winner]} has captured everything and wins.")
        return None if self.moves(position) else Outcome(None, "stuck", "Draw: neither side can move.")

    def evaluate(self, position: Position) -> int:
        """The pieces, a lead counting more the fewer there are; those in the middle; and how free the hunted are."""
        own, enemy = position[position[3]], position[1 - position[3]]
        lead = own.bit_count() - enemy.bit_count()
        score = 100 * lead + round(200 * lead / (own | enemy).bit_count())
        score += 5 * sum(MIDDLE[name] for name in BOARD.names(own))
        score -= 5 * sum(MIDDLE[name] for name in BOARD.names(enemy))
        return score - (freedom(own, enemy) if lead > 0 else -freedom(enemy, own) if lead < 0 else 0)


def freedom(hunters: int, hunted: int) -> int:
    """How far all hunters are from the nearest of the hunted, and how many steps these have."""
    targets = [PLACES[name] for name in BOARD.names(hunted)]
    far = sum(
        min(max(abs(file - x), abs(rank - y)) for x, y in targets)
        for file, rank in (PLACES[name] for name in BOARD.names(hunters))
    )
    return 4 * far + 5 * len(steps(hunted, hunters))


def steps(own: int, enemy: int) -> list[Move]:
    empty = BOARD.full & ~(own | enemy)
    return [move for name in BOARD.names(own) for move in STEPS[name] if move.shift & empty]


def captures(own: int, enemy: int) -> list[Move]:
    empty = BOARD.full & ~(own | enemy)
    return [move for name in BOARD.names(own) for move in JUMPS[name] if move.taken & enemy and move.shift & empty]


def can_move(own: int, enemy: int) -> bool:
    return bool(steps(own, enemy) or captures(own, enemy))
