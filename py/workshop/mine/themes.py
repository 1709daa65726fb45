"""What a puzzle is about, found by looking at its line: the themes of `saltus.study.puzzles`."""

from collections.abc import Callable, Sequence

from saltus.core.game import SIDES, Game, Move, Position

Wins = Callable[[Position], bool]
"""Whether the side to move wins a position."""
FEW = 8
"""The most pieces on a board where having to move is what may lose."""
LARGE = 3
"""The fewest pieces of an island that is worth speaking of."""


def flipped(position: Position) -> Position:
    """The same with the other side to move."""
    white, black, kings, side = position
    return white, black, kings, 1 - side


def counts(position: Position, side: int) -> tuple[int, int]:
    """The pieces of `side`, and the other's."""
    white, black = position[0].bit_count(), position[1].bit_count()
    return (black, white) if side else (white, black)


class Line:
    """The line of a puzzle: the positions along it, `places[0]` the first, and the moves between."""

    def __init__(self, game: Game, position: Position, moves: Sequence[Move]) -> None:
        self.game = game
        self.side = position[3]
        self.moves = list(moves)
        self.places = [position]
        for move in moves:
            self.places.append(game.play(self.places[-1], move))

    @property
    def own(self) -> list[Move]:
        """The solver's moves."""
        return self.moves[::2]

    @property
    def gained(self) -> int:
        """By how many pieces the solver has come ahead."""
        (own, enemy), (ours, theirs) = counts(self.places[0], self.side), counts(self.places[-1], self.side)
        return (ours - theirs) - (own - enemy)

    @property
    def gives(self) -> bool:
        """Whether the solver lets a piece be taken, and takes afterwards."""
        return any(
            answer.captured and any(later.captured for later in self.moves[ply + 1 :: 2])
            for ply, answer in enumerate(self.moves)
            if ply % 2 and not (self.moves[ply - 1].captured and ply == 1 and len(self.moves) == 2)
        )


def draughts(line: Line, wins: Wins) -> list[str]:
    """English and Italian."""
    game, found = line.game, []
    crowns = any(move.crowns for move in line.own)
    takes = sum(len(move.captured) for move in line.own)
    given = sum(len(move.captured) for move in line.moves[1::2])
    if line.gives and line.gained > 0 and takes > 1:
        found.append("shot")
    if crowns:
        found.append("breakthrough" if given and line.gained <= 0 else "crowning")
    last = line.places[-1]
    if not game.moves(last) and counts(last, line.side)[1]:
        found.append("block")
    after = line.places[1]
    if (
        sum(counts(after, 0)) <= FEW
        and not line.moves[0].captured
        and not game.noisy_moves(after)
        and game.moves(flipped(after))
        and not wins(flipped(after))
    ):
        found.append("opposition")
    if sum(counts(line.places[0], 0)) <= 4:
        found.append("ending")
    if not found or (not line.moves[0].captured and not game.noisy_moves(after) and "shot" not in found):
        found.append("quiet")
    return found


def rock(line: Line) -> list[str]:
    """Rock: every win is a connection; what matters is how it comes about."""
    game, found = line.game, []
    first, after = line.moves[0], line.places[1]
    if first.captured:
        found.append("capture")
    if _connections(game, flipped(line.places[0]), 1 - line.side):
        found.append("parry")
    if len(_connections(game, flipped(after), line.side)) > 1:
        found.append("double")
    if len(line.moves) % 2 == 0:
        found.append("forced")
    else:
        found.append("connection")
    return found


def _connections(game: Game, position: Position, side: int) -> set[int]:
    """The squares to which the side to move may go to win at once."""
    found = set()
    for move in game.moves(position):
        ended = game.outcome(game.play(position, move))
        if ended is not None and ended.winner == SIDES[side]:
            found.add(game.board.bit[move.path[-1]])
    return found


def roman(line: Line, wins: Wins) -> list[str]:
    """Roman Solitaire."""
    game, found = line.game, []
    after = line.places[1]
    if line.gives:
        found.append("sacrifice")
    taken = {square for move in game.noisy_moves(flipped(after)) for square in move.captured}
    if len(taken) > 1:
        found.append("double")
    if counts(line.places[0], line.side)[1] <= 2:
        found.append("chase")
    before = {square for move in game.noisy_moves(flipped(line.places[0])) for square in move.captured}
    if before and not game.noisy_moves(after):
        found.append("parry")
    if len(game.moves(after)) > 1 and not taken and not wins(flipped(after)):
        found.append("opposition")
    if first_is_capture(line):
        found.append("capture")
    return found or ["quiet"]


def first_is_capture(line: Line) -> bool:
    """Whether it begins with a capture."""
    return bool(line.moves[0].captured)


def gambit(line: Line) -> list[str]:
    """Gambit."""
    game, found = line.game, []
    first, last = line.moves[0], line.places[-1]
    longer = [move for move in game.moves(line.places[0]) if len(move.path) > len(first.path)]
    if any(move.path[: len(first.path)] == first.path for move in longer):
        found.append("restraint")
    elif len(first.captured) > 1:
        found.append("chain")
    ended = game.outcome(last)
    if ended is not None and ended.islands is not None:
        islands = ended.islands[SIDES[line.side]]
        if any(len(island) >= LARGE for island in islands):
            found.append("island")
        if last[3] != line.side and len(line.moves) <= 3:
            found.append("last")
    return found or ["single"]


def themes(line: Line, wins: Wins) -> tuple[str, ...]:
    """The themes of a line, the most telling first."""
    match line.game.key:
        case "rock":
            return tuple(rock(line))
        case "roman":
            return tuple(roman(line, wins))
        case "gambit":
            return tuple(gambit(line))
        case _:
            return tuple(draughts(line, wins))
