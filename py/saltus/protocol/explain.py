"""The bridge's reply to `explain`: why a move is good, as JSON."""

from typing import TYPE_CHECKING

from saltus.analysis.explain import because
from saltus.core.game import Game, Position
from saltus.core.score import DEEPEST, WIN, Line
from saltus.match.tree import choose
from saltus.notation.move import IllegalMove
from saltus.protocol import reply
from saltus.protocol.match_ops import forbidden
from saltus.protocol.request import Fault, Request

if TYPE_CHECKING:
    from saltus.protocol.schema import replies

MAX_LINES = 2


def explained(request: Request, game: Game, position: Position) -> "replies.ExplainReply":
    """Explain the first move of the request's first line."""
    if outcome := game.outcome(position):
        raise Fault("not-now", f"the game is over: {outcome.text}")
    lines = [_line(part, game, position) for part in request.parts("lines", MAX_LINES)]
    if not lines:
        raise Fault("bad-request", "lines must have at least one line, which begins with the move to explain")
    why = because(game, position, lines)
    return {**reply.said(why.text), "squares": why.squares, "arrow": why.arrow}


def _line(part: Request, game: Game, position: Position) -> Line:
    turns = part.texts("turns", DEEPEST)
    if not turns:
        raise Fault("bad-request", "turns must have at least one move")
    moves = []
    for turn in turns:
        path = tuple(turn.split("-")) if turn else ()
        try:
            move = choose(game, position, path, game.moves(position))
        except IllegalMove as refused:
            raise forbidden(refused.refusal, refused.args[0]) from None
        moves.append(move)
        position = game.play(position, move)
    return Line(part.integer("score", -WIN, WIN, default=0), tuple(moves))
