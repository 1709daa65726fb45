"""The customary text of one move: `11-15`, `11x18x25`, `g6-c2`, `b2xb4xd4`, `d4` (a piece is placed or taken off),
`pass`.

Games with numbered squares use the numbers, the others square names; `-` is a move, `x` a capture. The text has only
the origin and the destination if they fit just one legal move; otherwise every landing square. A pass is `pass`;
chess notation's `--` is read too.

The reader also takes what other programs and books write: `09-13`, `9 - 13`, `0913`, `K12-16`, other dashes, `:` and
`*` for captures, `c3d4`, `cxd4` if one piece of that file can go there, and captures that also list the captured
squares (`18x22x25`, or after the ends as in the Hub protocol, `18x25x22`).
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from saltus.core.board import Board
from saltus.core.game import PASS, SIDE_NAMES, SIDES, Game, Move, Position, Refusal
from saltus.core.phrase import Phrase, Several
from saltus.notation.error import shown

MAX_MOVE_CHARS = 200  # A longer text is not a move.

_SQUARE = re.compile(
    r"([a-z]?[0-9]++)(?:\s*+[-x:*.\u00d7\u2010-\u2015\u2212\u00ad\u0445\u2192\ufe63\uff0d]\s*+|\s++|$|(?=[a-z]))"
)
_KING = re.compile(r"[kq](?=[0-9])")
_TOGETHER = re.compile(r"(?:[0-9]{2}){2,8}")
_FILE_TO = re.compile(r"([a-z])[x:]?([a-z][0-9])")


class IllegalMove(ValueError):  # noqa: N818  (the name of the field)
    """An illegal move: `refusal` says which rule forbids it, `legal` has the texts of the legal moves. If the text
    could not be read as squares, the rule is `notation`; if it fits several moves, `ambiguous`."""

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
            refusal = Refusal("unfinished", Phrase("why.unfinished"), tuple(path[-1:]))
        near = [move for move in legal if path and move.path[:1] == tuple(path[:1])] or legal
        texts = [move_text(game, position, move, legal) for move in near]
        written = text if text is not None else "-".join(path) or "pass"
        side = SIDE_NAMES[SIDES[position[3]]]
        words = {"written": shown(written), "why": refusal.text, "side": side, "legal": ", ".join(texts)}
        return cls(refusal, texts, Phrase("why.not-legal", **words))


def move_text(game: Game, position: Position, move: Move, legal: list[Move] | None = None) -> str:
    """The text of `move`, which is legal in `position`. Pass `legal` to avoid a call of `game.moves`."""
    if not move.path:
        return "pass"
    origin, destination = move.path[0], move.path[-1]
    moves = game.moves(position) if legal is None else legal
    alike = [other for other in moves if other.path and (other.path[0], other.path[-1]) == (origin, destination)]
    squares = move.path if len(alike) > 1 or len(move.path) == 1 else (origin, destination)
    names = [str(game.board.number[name]) for name in squares] if game.numbered else squares
    return ("x" if move.captured else "-").join(names)


def line_texts(game: Game, position: Position, moves: Iterable[Move]) -> tuple[str, ...]:
    """The texts of the moves of a line that begins in `position`."""
    texts = []
    for move in moves:
        texts.append(move_text(game, position, move))
        position = game.play(position, move)
    return tuple(texts)


def read_move(game: Game, position: Position, text: str, legal: list[Move] | None = None) -> Move:
    """The legal move that `text` describes. Squares may be numbers (if the game uses them) or names in either case,
    separated by `-`, `x`, `:` or spaces; names also without a separator. The text may have all landing squares, or
    only enough to leave one legal move. Raises `IllegalMove` with the rule and the legal moves."""
    moves = game.moves(position) if legal is None else legal
    cleaned = text.strip().lower()
    if cleaned in ("pass", "--"):
        if PASS in moves:
            return PASS
        raise IllegalMove.at(game, position, (), moves, Refusal("pass", Phrase("why.pass")), text)
    path, fitting = _understood(game, cleaned, moves)
    if len(fitting) == 1:
        return fitting[0]
    if path is None or (len(path) < 2 and not fitting):
        how = Several(move_text(game, position, move, moves) for move in moves[:2])
        refusal = Refusal("notation", Phrase("why.notation", how=how), ())
        raise IllegalMove.at(game, position, path or (), moves, refusal, text)
    if fitting:
        refusal = Refusal("ambiguous", Phrase("why.ambiguous"), path)
        raise IllegalMove.at(game, position, path, fitting, refusal, text)
    raise IllegalMove.at(game, position, path, moves, text=text)


def only_move(game: Game, text: str, legal: list[Move]) -> Move | None:
    """The one move among `legal` that a text of squares such as `11x18` describes; None if not exactly one does."""
    path = _named(game.board, game.numbered, text)
    if path is None:
        return None
    fitting = [move for move in legal if move.path == path] or _fitting(path, legal)
    return fitting[0] if len(fitting) == 1 else None


def fitting_moves(game: Game, text: str, legal: list[Move]) -> list[Move]:
    """The `legal` moves that `text` can mean, in order: several if it is ambiguous, none if it is wrong."""
    return _understood(game, text.strip().lower(), legal)[1]


def _understood(game: Game, text: str, legal: list[Move]) -> tuple[tuple[str, ...] | None, list[Move]]:
    """The squares in a text of small letters, None if it is no list of squares, and the moves that it can mean."""
    path = _named(game.board, game.numbered, text) if len(text) <= MAX_MOVE_CHARS else None
    if path is None:
        only = _from_file(text, legal)
        return None, [only] if only else []
    return path, _fitting(path, legal) if path else []


def _fitting(path: tuple[str, ...], moves: list[Move]) -> list[Move]:
    """The move with exactly this path, else all moves that it can abbreviate, else those whose captured squares it
    lists as well."""
    exact = [move for move in moves if move.path == path]
    return (
        exact
        or [move for move in moves if _fits(path, move.path)]
        or [move for move in moves if move.captured and _fits_captures(path, move)]
    )


def _fits_captures(listed: tuple[str, ...], move: Move) -> bool:
    """Whether a list of squares has some captured ones in it: where they are jumped, or all after the two ends."""
    if len(listed) < 3 or listed[0] != move.path[0]:
        return False
    if listed[1] == move.path[-1] and sorted(listed[2:]) == sorted(move.captured):
        return True
    if len(move.captured) != len(move.path) - 1:
        return False  # not one capture a jump
    steps = [square for pair in zip(move.captured, move.path[1:], strict=True) for square in pair]
    return _fits(listed, (move.path[0], *steps))


def _from_file(text: str, moves: list[Move]) -> Move | None:
    """The only move from a file to a square, as `cxd4` or `cd4`; None if there is no such text or no such move."""
    found = _FILE_TO.fullmatch(text)
    if found is None:
        return None
    fitting = [move for move in moves if move.path and move.path[0][0] == found[1] and move.path[-1] == found[2]]
    return fitting[0] if len(fitting) == 1 else None


@lru_cache(maxsize=1_024)
def _named(board: Board, is_numbered: bool, text: str) -> tuple[str, ...] | None:
    """The squares in a text, None if it is not a list of squares of this board. Cached: the same few texts come again
    and again in a file of games."""
    found = []
    offset = 0
    if is_numbered and _TOGETHER.fullmatch(text):
        text = "-".join(text[start : start + 2] for start in range(0, len(text), 2))
    if is_numbered:
        text = _KING.sub("", text)
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
