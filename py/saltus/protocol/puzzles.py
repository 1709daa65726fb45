"""The replies about puzzles."""

from typing import TYPE_CHECKING

from saltus.core.game import Game
from saltus.protocol import reply
from saltus.protocol.connection import Connection
from saltus.protocol.ops import op
from saltus.protocol.params import read_game, refusing
from saltus.protocol.request import Fault, checked
from saltus.study.puzzles import Puzzle, daily, find, is_available, line, themes
from saltus.study.puzzles import judge as judge_moves
from saltus.study.puzzles import puzzles as every_puzzle

if TYPE_CHECKING:
    from saltus.protocol.schema import replies, requests


@op("unknown-game", "not-now")
def puzzles(connection: Connection, request: "requests.GameRequest") -> "replies.PuzzlesReply":
    """Lists the puzzles of a game. Fails with `not-now` while they are not loaded, as the next three do."""
    game = read_game(request)
    every = _every(game)
    return {"puzzles": [described(game, each) for each in every], "themes": themes(every)}


@op("unknown-game", "not-now")
def puzzle(connection: Connection, request: "requests.PuzzleRequest") -> "replies.PuzzleReply":
    """Shows one puzzle with its solution."""
    game, named = _named(request)
    moves = reply.played(game, named.position, line(game, named))
    return {**described(game, named), "asked": named.asked, "line": moves}


@op("unknown-game", "not-now")
def judge(connection: Connection, request: "requests.JudgeRequest") -> "replies.JudgeReply":
    """Says whether the moves solve the puzzle, and how the other side replies."""
    game, named = _named(request)
    paths = [tuple(turn.split("-")) for turn in request["turns"]]
    with refusing():
        found = judge_moves(game, named, paths)
    answer = None
    if found.answer and found.position:
        answer = reply.move(game, found.position, found.answer, game.moves(found.position))
    return {"right": found.right, "done": found.done, "answer": answer}


@op("unknown-game", "not-now")
def sheet(connection: Connection, request: "requests.SheetRequest") -> "replies.PageReply":
    """Writes puzzles as an HTML page to print, with the solutions on a page of their own."""
    game = read_game(request)
    _every(game)
    with refusing():
        chosen = [find(game, key) for key in request["puzzles"]]
    tasks = checked("tasks", request.get("tasks", []), ("array", ("text",), len(chosen)))
    if tasks and len(tasks) < len(chosen):
        raise Fault("bad-request", f"tasks: expected as many as there are puzzles, {len(chosen)}, not {len(tasks)}")
    from saltus.printing.sheet import puzzle_sheet
    from saltus.protocol.pages import read_words

    words = read_words(request.get("words"))
    return {"html": puzzle_sheet(game, chosen, request.get("title", ""), tasks, words)}


def _every(game: Game) -> tuple[Puzzle, ...]:
    if not is_available(game):
        raise Fault("not-now", f"the puzzles of {game.name} are not here, or there are none with these rules")
    return every_puzzle(game)


def _named(request: "requests.PuzzleRequest") -> tuple[Game, Puzzle]:
    """The puzzle that the request names, or the one for its day."""
    game = read_game(request)
    _every(game)
    if "puzzle" not in request and "day" in request:
        return game, daily(game, request["day"])
    with refusing():
        return game, find(game, request["puzzle"])


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
