"""The bridge's replies to `puzzles`, `puzzle` and `judge`. Imported on first use."""

from typing import TYPE_CHECKING

from saltus.core.game import Game
from saltus.protocol import reply
from saltus.protocol.params import MAX_JSON_INTEGER
from saltus.protocol.request import Fault, Request
from saltus.study.puzzles import Puzzle, daily, find, is_there, judge, line, puzzles, themes

if TYPE_CHECKING:
    from saltus.protocol.schema import replies, shapes

MAX_SHEET_PUZZLES = 500
"""As many as a game has."""
MAX_PLIES = 100
"""A limit for requests; no puzzle has as many turns."""


def listed(game: Game) -> "replies.PuzzlesReply":
    """All puzzles of a game with their positions, without their solutions."""
    every = _every(game)
    return {"puzzles": [_about(game, one) for one in every], "themes": themes(every)}


def shown(game: Game, request: Request) -> "replies.PuzzleReply":
    """One puzzle with its solution."""
    one = _asked(game, request)
    told = reply.played(game, one.position, line(game, one))
    return {**_about(game, one), "asked": one.asked, "line": told}


def judged(game: Game, request: Request) -> "replies.JudgeReply":
    """Whether the turns played solve the puzzle."""
    one = _asked(game, request)
    paths = [tuple(turn.split("-")) for turn in request.texts("turns", MAX_PLIES)]
    try:
        found = judge(game, one, paths)
    except ValueError as error:
        raise Fault("bad-request", str(error)) from None
    answer = None
    if found.answer and found.position:
        answer = reply.move(game, found.position, found.answer, game.moves(found.position))
    return {"right": found.right, "done": found.done, "answer": answer}


def sheet(game: Game, request: Request) -> "replies.PageReply":
    """The puzzles that the request names as a page to print."""
    _every(game)
    try:
        chosen = [find(game, key) for key in request.texts("puzzles", MAX_SHEET_PUZZLES)]
    except ValueError as error:
        raise Fault("bad-request", str(error)) from None
    tasks = request.texts("tasks", len(chosen)) if request.has("tasks") else []
    if tasks and len(tasks) < len(chosen):
        raise Fault("bad-request", f"tasks: expected as many as there are puzzles, {len(chosen)}, not {len(tasks)}")
    from saltus.printing.sheet import puzzle_sheet
    from saltus.protocol.words import read_words

    title = request.text("title") if request.has("title") else ""
    return {"html": puzzle_sheet(game, chosen, title, tasks, read_words(request))}


def _every(game: Game) -> tuple[Puzzle, ...]:
    if not is_there(game):
        raise Fault("not-now", f"the puzzles of {game.name} are not here, or there are none with these rules")
    return puzzles(game)


def _asked(game: Game, request: Request) -> Puzzle:
    """The puzzle that the request names, or the one for its day."""
    _every(game)
    if not request.has("puzzle") and request.has("day"):
        return daily(game, request.integer("day", 0, MAX_JSON_INTEGER))
    try:
        return find(game, request.text("puzzle"))
    except ValueError as error:
        raise Fault("bad-request", str(error)) from None


def _about(game: Game, one: Puzzle) -> "shapes.Puzzle":
    return {
        "puzzle": one.key,
        **reply.board(game, one.position),
        "goal": one.goal,
        "by": one.by,
        "grade": one.grade,
        "level": one.level,
        "themes": one.themes,
        "turns": one.turns,
    }
