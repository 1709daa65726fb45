"""The customary text of one move: `11-15`, `11x18x25`, `g6-c2`, `b2xb4xd4`, `pass`.

Games with numbered squares use the numbers, the others square names; `-` is a move, `x` a capture. The text has only
the origin and the destination if they fit just one legal move; otherwise every landing square. A pass is `pass`;
chess notation's `--` is read too.
"""

import re
from collections.abc import Sequence
from functools import lru_cache

from saltus.core.board import Board
from saltus.core.game import EVERY_GAME, PASS, SIDE_NAMES, SIDES, Game, Move, Position, Refusal
from saltus.core.phrase import Phrase, Several
from saltus.notation.error import shown

MAX_MOVE_CHARS = 200
"""A longer text is not a move."""

_SQUARE = re.compile(r"([a-z]?[0-9]++)(?:\s*+[-x:×–]\s*+|\s++|$|(?=[a-z]))")


class IllegalMove(ValueError):  # noqa: N818  (the name of the field)
    """An illegal move: `refusal` says which rule forbids it, `legal` has the texts of the legal moves.

    If the text could not be read as squares, the rule is `notation`; if it fits several moves, `ambiguous`.
    """

    def __init__(self, refusal: Refusal, legal: Sequence[str], message: str | None = None) -> None:
        super().__init__(message or refusal.text)
        self.refusal = refusal
        self.legal = tuple(legal)

    @classmethod
    def at(
        cls,
        game: Game,
        position: Position,
        path: Sequence[str],
        legal: list[Move],
        refusal: Refusal | None = None,
        text: str | None = None,
    ) -> "IllegalMove":
        """The error for the turn along `path`, with the reason and the legal alternatives."""
        refusal = refusal or game.why(position, path)
        if refusal is None:
            text = Phrase("why.unfinished", "The move is not complete: keep jumping.")
            refusal = Refusal("unfinished", text, tuple(path[-1:]))
        near = [move for move in legal if path and move.path[:1] == tuple(path[:1])] or legal
        texts = [move_text(game, position, move, legal) for move in near]
        written = text if text is not None else "-".join(path) or "pass"
        side = SIDE_NAMES[SIDES[position[3]]]
        template = "{written} is not a legal move. {why} {side} can play {legal}."
        message = Phrase(
            "why.not-legal", template, written=shown(written), why=refusal.text, side=side, legal=", ".join(texts)
        )
        return cls(refusal, texts, message)


def move_text(game: Game, position: Position, move: Move, legal: list[Move] | None = None) -> str:
    """The text of `move`, which is legal in `position`. Pass `legal` to avoid a call of `game.moves`."""
    if not move.path:
        return "pass"
    origin, destination = move.path[0], move.path[-1]
    moves = game.moves(position) if legal is None else legal
    alike = [other for other in moves if other.path and (other.path[0], other.path[-1]) == (origin, destination)]
    squares = move.path if len(alike) > 1 else (origin, destination)
    names = [str(game.board.number[name]) for name in squares] if game.numbered else squares
    return ("x" if move.captured else "-").join(names)


def read_move(game: Game, position: Position, text: str, legal: list[Move] | None = None) -> Move:
    """The legal move that `text` describes.

    Squares may be numbers (if the game uses them) or names in either case, separated by `-`, `x`, `:` or spaces;
    names also without a separator. The text may have all landing squares, or only enough to leave one legal move.
    Raises `IllegalMove` with the rule and the legal moves.
    """
    moves = game.moves(position) if legal is None else legal
    cleaned = text.strip().lower()
    if cleaned in ("pass", "--"):
        if PASS in moves:
            return PASS
        raise IllegalMove.at(game, position, (), moves, Refusal("pass", Phrase("why.pass", EVERY_GAME["pass"])), text)
    path = _squares(game, cleaned) if len(cleaned) <= MAX_MOVE_CHARS else None
    if path is None or len(path) < 2:
        how = Several(("11-15", "11x18x25") if game.numbered else ("b2-b4", "b2xb4xd4"))
        refusal = Refusal("notation", Phrase("why.notation", "Write a move like {how}.", how=how), ())
        raise IllegalMove.at(game, position, path or (), moves, refusal, text)
    fitting = _fitting(path, moves)
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        refusal = Refusal(
            "ambiguous", Phrase("why.ambiguous", "More than one move matches. Write every landing square."), path
        )
        raise IllegalMove.at(game, position, path, fitting, refusal, text)
    raise IllegalMove.at(game, position, path, moves, text=text)


def fitting_moves(game: Game, text: str, legal: list[Move]) -> list[Move]:
    """The `legal` moves that `text` can mean, in order: several if it is ambiguous, none if it is wrong."""
    cleaned = text.strip().lower()
    path = _squares(game, cleaned) if len(cleaned) <= MAX_MOVE_CHARS else None
    return _fitting(path, legal) if path else []


def _fitting(path: tuple[str, ...], moves: list[Move]) -> list[Move]:
    """The move with exactly this path, else all moves that it can be short for."""
    exact = [move for move in moves if move.path == path]
    return exact or [move for move in moves if _fits(path, move.path)]


def _squares(game: Game, text: str) -> tuple[str, ...] | None:
    """The squares in a text, None if it is not a list of squares of this board."""
    return _named(game.board, game.numbered, text)


@lru_cache(maxsize=1_024)
def _named(board: Board, is_numbered: bool, text: str) -> tuple[str, ...] | None:
    """The squares in a text. Cached: the same few texts come again and again in a file of games."""
    found = []
    offset = 0
    while offset < len(text):
        match = _SQUARE.match(text, offset)
        if match is None:
            return None
        token = match.group(1)
        if token.isdigit():
            if not is_numbered or not 1 <= int(token) <= len(board.squares):
                return None
            token = board.squares[int(token) - 1]
        found.append(token)
        offset = match.end()
    return tuple(found)


def _fits(short: tuple[str, ...], path: tuple[str, ...]) -> bool:
    """Whether `short` has the same ends as `path` and leaves out only squares in between."""
    if not path or short[0] != path[0] or short[-1] != path[-1] or len(short) > len(path):
        return False
    rest = iter(path)
    return all(square in rest for square in short)
