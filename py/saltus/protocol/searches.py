"""The searches of a position and of the match, and what stops them or lets several share their work."""

from collections.abc import Callable, Generator
from functools import partial
from typing import TYPE_CHECKING

from saltus.core.game import Game, Position
from saltus.engine.levels import FULL
from saltus.engine.search import SearchInfo
from saltus.engine.think import Limits, SearchRequest
from saltus.engine.think import think as searching
from saltus.match.endings import accepts_draw
from saltus.match.match import Match
from saltus.protocol import reply
from saltus.protocol.connection import BACKGROUND, Connection
from saltus.protocol.ops import PLACED, REST, op, rest
from saltus.protocol.params import read_limits, refusing, requested_position
from saltus.protocol.request import Fault, Request

if TYPE_CHECKING:
    from saltus.protocol.connection import Job, Steps, Task
    from saltus.protocol.schema import replies, requests


def _bestmove_needs(connection: Connection, request: Request) -> str:
    return str(request["game"])


def _think_needs(connection: Connection, request: Request) -> str:
    return REST if request.get("shares") or request.get("helps") else connection.match.game.key


@op(*PLACED, "not-now", needs=_bestmove_needs)
def bestmove(
    connection: Connection, request: "requests.BestMoveRequest"
) -> "Job[replies.Thought, replies.BestMoveReply]":
    """Searches for the best move."""
    game, position = requested_position(request)
    if outcome := game.outcome(position):
        raise Fault("not-now", f"the game is over: {outcome.text}")
    limits, progress = read_limits(request), request.get("progress", False)
    to_json = _progress_writer(request, game, position)

    def steps(task: "Task") -> "Steps[replies.Thought, replies.BestMoveReply]":
        question = SearchRequest(game, position, table=connection.table_for(game))
        found = yield from _search(task, question, limits, to_json if progress else None)
        return {**reply.answer(game, position, found, to_json(found)), "stopped": task.stopped}

    return steps


@op("no-match", "not-now", needs=_think_needs)
def think(connection: Connection, request: "requests.ThinkRequest") -> "Job[replies.Thought, replies.ThinkReply]":
    """Searches for the best move of the match."""
    match = connection.running()
    # Read now: the match may have changed by the time the job runs.
    game, node, past, legal, seed = match.game, match.node, match.past, match.legal, connection.seed
    limits, progress = read_limits(request), request.get("progress", True)
    limits = limits._replace(helps=request.get("helps", False))
    to_json = _progress_writer(request, game, node.position)
    accepts = _draw_answer(match)
    shares = limits.level == FULL and (limits.helps or request.get("shares", False))
    if shares:
        from saltus.engine.sharing import export_entries

    def steps(task: "Task") -> "Steps[replies.Thought, replies.ThinkReply]":
        if shares:
            task.share = lambda: export_entries(connection.table_for(game))
        question = SearchRequest(game, node.position, past, node.quiet, connection.table_for(game), seed)
        found = yield from _search(task, question, limits, to_json if progress else None)
        return {
            **reply.answer(game, node.position, found, to_json(found)),
            "stopped": task.stopped,
            "node": node.id,
            "move": reply.move(game, node.position, found.move, legal),
            "accepts": None if accepts is None else accepts(found.score),
        }

    return steps


@op("no-match", needs=rest)
def share(connection: Connection, request: "requests.ShareRequest") -> "replies.ShareReply":
    """Takes over what a search in another bridge has found."""
    game, entries = connection.match.game, request["entries"]
    from saltus.engine.sharing import import_entries

    with refusing():
        return {"known": import_entries(connection.table_for(game), entries)}


@op()
def stop(connection: Connection, request: "requests.StopRequest") -> "replies.StopReply":
    """Ends the running job."""
    if "of" in request:
        named = request["of"]
        task = next((task for task in connection.tasks if task.op == named), None)
    else:
        # Without `of`, a job of the background is not stopped: it waits while other jobs run.
        task = connection.current_task()
        task = None if task and task.op in BACKGROUND else task
    if task:
        task.stopped = True
    return {"stopped": task is not None}


def _search(
    task: "Task", question: SearchRequest, limits: Limits, to_json: "Callable[[SearchInfo], replies.Thought] | None"
) -> "Generator[Callable[[], replies.Thought] | None, None, SearchInfo]":
    """Search up to the limits or until stopped. Yields its progress by `to_json`, or None at each step without it."""
    for info in searching(question, limits):
        if task.stopped:
            break
        yield partial(to_json, info) if to_json else None
    return info


def _progress_writer(
    request: "requests.SearchRequest", game: Game, position: Position
) -> "Callable[[SearchInfo], replies.Thought]":
    """The function that turns search progress into JSON, with the moves of each line if `written` is set."""
    return reply.LineSerializer(game, position).thought if request.get("written", False) else reply.thought


def _draw_answer(match: Match) -> Callable[[int], bool] | None:
    """While a draw is offered, a function that says whether the computer accepts it at a score."""
    if match.offer is None:
        return None
    sign, plies = (-1 if match.side == match.offer else 1), match.ply
    return lambda score: accepts_draw(sign * score, plies)
