"""Rock to change: whoever connects both sides wins, a lone piece is not connected, no repetition."""

from functools import lru_cache
from typing import ClassVar

from saltus.core.board import DIRECTIONS, Board
from saltus.core.game import EVERY_GAME, SIDE_NAMES, SIDES, Game, Move, Outcome, Position

MOVER_WINS = False  # If a move connects both sides, the mover wins
LONE_PIECE_CONNECTED = True  # A lone piece counts as connected
DRAW_BY_REPETITION = True  # The third repetition is a draw

BOARD = Board.rectangle(8, 8, stride=9)
PLACES = {name: (Board.file_of(name), Board.rank_of(name)) for name in BOARD.squares}


def line_from(name: str, way: tuple[int, int]) -> tuple[int, list[tuple[str, int]]]:
    """The whole line through a square; and the squares ahead, nearest first, each with those that are between."""
    ahead, behind = BOARD.ray(name, way), BOARD.ray(name, (-way[0], -way[1]))
    return BOARD.mask((name, *ahead, *behind)), [(to, BOARD.mask(ahead[:at])) for at, to in enumerate(ahead)]


LINES = {name: [line_from(name, way) for way in DIRECTIONS] for name in BOARD.squares}


class MyRock(Game):
    """The rules. A position is `(white, black, 0, side)`: two sets of squares, and 0 or 1 for who moves."""

    key = "my_rock"
    name = "My Rock"
    goal = "Connect all your pieces into one group."
    board = BOARD
    first = "w"
    pieces = 12
    material = False
    counts_lines = True
    style = "rock"
    repetitions = 3 if DRAW_BY_REPETITION else 0
    quiet_limit = 200
    rules: ClassVar[dict[str, str]] = {
        **EVERY_GAME,
        "distance": "A piece moves along a line, exactly as many squares as there are pieces on the whole line.",
        "blocked": "A piece can pass over your own pieces, but not over enemy pieces.",
        "capture": "A piece that lands on an enemy piece captures it.",
        "occupied": "A piece cannot land on one of your own pieces.",
        "connected": "If all your pieces form one group, touching at sides or corners, you win.",
        "all-captured": "If you have no pieces left, you lose.",
        "stuck": "If it is your turn and you cannot move, the game is a draw.",
        "quiet": "When each side makes 100 moves in a row without a capture, the game is a draw.",
    }
    rules["lone-piece"] = f"A lone piece {'counts' if LONE_PIECE_CONNECTED else 'does not count'} as connected."
    rules["both-connected"] = f"If a move connects both sides, {'its mover wins' if MOVER_WINS else 'it is a draw'}."
    if DRAW_BY_REPETITION:
        rules["repetition"] = "A position that occurs for the third time is a draw."

    def start(self, setup: str | None = None, seed: int | None = None) -> Position:
        self.standard(setup, seed)
        return self.position([".wwwwww.", *["b......b"] * 6, ".wwwwww."], "w")

    def moves(self, position: Position) -> list[Move]:
        if self.decided(position) is not None:
            return []
        own, enemy = position[position[3]], position[1 - position[3]]
        found = []
        for origin in BOARD.names(own):
            for line, ahead in LINES[origin]:
                distance = (line & (own | enemy)).bit_count()
                if distance > len(ahead):
                    continue
                target, between = ahead[distance - 1]
                if not own & BOARD.bit[target] and not enemy & between:
                    captured = (target,) if enemy & BOARD.bit[target] else ()
                    found.append(Move.along(BOARD, (origin, target), captured))
        return found

    def noisy_moves(self, position: Position) -> list[Move]:
        """None: captures are seldom good, as they help the other side to connect."""
        return []

    def decided(self, position: Position) -> int | None:
        """For the side to move: it has won, drawn or lost, or the game goes on."""
        own, enemy = position[position[3]], position[1 - position[3]]
        if not own or not enemy:
            return 1 if own else -1
        if connected(own) and connected(enemy):
            return -1 if MOVER_WINS else 0
        return 1 if connected(own) else -1 if connected(enemy) else None

    def outcome(self, position: Position) -> Outcome | None:
        decided = self.decided(position)
        if decided is None:
            return None if self.moves(position) else Outcome(None, "stuck", "Draw: no piece can move.")
        own, enemy = position[position[3]], position[1 - position[3]]
        is_both = connected(own) and connected(enemy)
        if decided == 0:
            return Outcome(None, "both-connected", "Draw: both sides connected at the same time.")
        winner = SIDES[position[3] if decided > 0 else 1 - position[3]]
        if not own or not enemy:
            return Outcome(winner, "all-captured", f"{SIDE_NAMES[winner]} has captured everything and wins.")
        reason = "both-connected" if is_both else "connected"
        return Outcome(winner, reason, f"{SIDE_NAMES[winner]} is connected and wins.")

    def evaluate(self, position: Position) -> int:
        """How much more scattered the other side is."""
        own, enemy = position[position[3]], position[1 - position[3]]
        return scattered(enemy) - scattered(own)


@lru_cache(1 << 14)
def connected(pieces: int) -> bool:
    """Whether these pieces form one group."""
    if pieces.bit_count() == 1:
        return LONE_PIECE_CONNECTED
    return len(BOARD.groups(pieces)) == 1


@lru_cache(1 << 14)
def scattered(pieces: int) -> int:
    """How far apart these pieces are: their steps to the middle of them all, and how many groups they form."""
    places = [PLACES[name] for name in BOARD.names(pieces)]
    middle = [sum(place[axis] for place in places) / len(places) for axis in (0, 1)]
    steps = sum(max(abs(file - middle[0]), abs(rank - middle[1])) for file, rank in places)
    return round(20 * steps) + 15 * len(BOARD.groups(pieces))
