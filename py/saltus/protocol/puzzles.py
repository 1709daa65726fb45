"""The replies about puzzles."""

from typing import TYPE_CHECKING

from saltus.core.game import Game
from saltus.protocol import reply
from saltus.protocol.connection import Connection
from saltus.protocol.ops import op
from saltus.protocol.params import read_game, refusing
from saltus.protocol.request import Fault, Request
from saltus.study.puzzles import Puzzle, daily, find, is_there, line, themes
from saltus.study.puzzles import judge as judge_moves
from saltus.study.puzzles import puzzles as every_puzzle

if TYPE_CHECKING:
    from saltus.protocol.schema import replies

MAX_SHEET_PUZZLES = 500  # As many as a game has.
MAX_PLIES = 100  # A limit for requests; no puzzle has as many turns.


@op("GameRequest", "unknown-game", "not-now")
def puzzles(connection: Connection, request: Request) -> "replies.PuzzlesReply":
    """Lists the puzzles of a game. Fails with `not-now` while they are not loaded, as the next three do."""
    game = read_game(request)
    every = _every(game)
    return {"puzzles": [described(game, each) for each in every], "themes": themes(every)}


@op("PuzzleRequest", "unknown-game", "not-now")
def puzzle(connection: Connection, request: Request) -> "replies.PuzzleReply":
    """Shows one puzzle with its solution."""
    game, named = _named(request)
    moves = reply.played(game, named.position, line(game, named))
    return {**described(game, named), "asked": named.asked, "line": moves}


@op("JudgeRequest", "unknown-game", "not-now")
def judge(connection: Connection, request: Request) -> "replies.JudgeReply":
    """Says whether the moves solve the puzzle, and how the other side replies."""
    game, named = _named(request)
    paths = [tuple(turn.split("-")) for turn in request.texts("turns", MAX_PLIES)]
    with refusing():
        found = judge_moves(game, named, paths)
    answer = None
    if found.answer and found.position:
        answer = reply.move(game, found.position, found.answer, game.moves(found.position))
    return {"right": found.right, "done": found.done, "answer": answer}


@op("SheetRequest", "unknown-game", "not-now")
def sheet(connection: Connection, request: Request) -> "replies.PageReply":
    """Writes puzzles as an HTML page to print, with the solutions on a page of their own."""
    game = read_game(request)
    _every(game)
    with refusing():
        chosen = [find(game, key) for key in request.texts("puzzles", MAX_SHEET_PUZZLES)]
    tasks = request.texts("tasks", len(chosen)) if request.has("tasks") else []
    if tasks and len(tasks) < len(chosen):
        raise Fault("bad-request", f"tasks: expected as many as there are puzzles, {len(chosen)}, not {len(tasks)}")
    from saltus.printing.sheet import puzzle_sheet
    from saltus.protocol.pages import read_words

    title = request.text("title") if request.has("title") else ""
    return {"html": puzzle_sheet(game, chosen, title, tasks, read_words(request))}


def _every(game: Game) -> tuple[Puzzle, ...]:
    if not is_there(game):
        raise Fault("not-now", f"the puzzles of {game.name} are not here, or there are none with these rules")
    return every_puzzle(game)


def _named(request: Request) -> tuple[Game, Puzzle]:
    """The puzzle that the request names, or the one for its day."""
    game = read_game(request)
    _every(game)
    if not request.has("puzzle") and request.has("day"):
        return game, daily(game, request.integer("day"))
    with refusing():
        return game, find(game, request.text("puzzle"))


def described(game: Game, puzzle: Puzzle) -> "replies.Puzzle":
    """A puzzle without its solution."""
    return {
        "puzzle": puzzle.key,
        **reply.board(game, puzzle.position),
        "goal": puzzle.goal,
        "by": puzzle.by,
        "grade": puzzle.grade,
        "level": puzzle.level,
        "themes": puzzle.themes,
        "turns": puzzle.turns,
    }
