"""The bridge's replies to `review` and `cost`: the reviews of `saltus.analysis.review` as JSON.

Chances are White's, from 0 to 1, so that they make a graph.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from saltus.analysis.chances import MARKS, chance
from saltus.analysis.explain import because
from saltus.analysis.moments import sentence, turning_points
from saltus.analysis.review import Look, Partway, Reviewer, Turn, accuracies, judge, looking, over
from saltus.core.game import SIDES, Game, Move, Position, Side
from saltus.core.score import Line
from saltus.engine.think import SearchRequest
from saltus.engine.tt import TranspositionTable
from saltus.match.tree import Node, Tree
from saltus.protocol import reply
from saltus.protocol.request import Fault
from saltus.protocol.tasks import Task

if TYPE_CHECKING:
    from saltus.analysis.analyse import Variation
    from saltus.protocol.schema import replies, shapes
    from saltus.protocol.tasks import Steps


def reviewed(task: Task, reviewer: Reviewer, is_replaced: Callable[[], bool]) -> "Steps[replies.ReviewReply]":
    """Run a review and return its report. A stopped review reports the turns that it has reached.

    Raises `Fault("not-now")` once `is_replaced()`: the bridge has another match then.
    """
    for news in reviewer.run():
        yield partial(progress, reviewer, news)
        if is_replaced():
            raise Fault("not-now", "another match has been put on the table")
        if task.stopped:
            break
    return told(reviewer, task.stopped)


def told(reviewer: Reviewer, stopped: bool) -> "replies.ReviewReply":
    """The report of a review, finished or not."""
    game, turns = reviewer.game, reviewer.turns()
    return {
        "chances": chances(game, reviewer.line, reviewer.looks),
        "turns": [_turn(turn) for turn in turns],
        "accuracy": {side: share and round(share, 1) for side, share in accuracies(turns).items()},
        "marks": {side: _marks(turns, side) for side in SIDES},
        "moments": [{"ply": turn.node.ply, **reply.said(text)} for turn, text in turning_points(game, turns)],
        "stopped": stopped,
    }


def progress(reviewer: Reviewer, news: Partway) -> "replies.ReviewProgress":
    """The progress of a review."""
    return {"share": round(news.share, 3), "chances": chances(reviewer.game, reviewer.line, news.looks)}


def chances(game: Game, line: Sequence[Node], looks: Sequence[Look | None]) -> list[float | None]:
    """White's chances at every position of a line; None for a position that has not been searched yet."""
    return [_white(game, node, look) for node, look in zip(line, looks, strict=True)]


def costing(task: Task, game: Game, position: Position, move: Move, seconds: float) -> "Steps[replies.CostReply]":
    """Judge one turn: what it costs, and the better line. The positions before and after it share the time."""
    tree = Tree(game, position)
    node = tree.add(tree.root, move)
    table = TranspositionTable()
    looks: list[Look | None] = []
    # The position after the turn first: its result is in the table when the one before is searched.
    for here in (node, tree.root):
        found = over(game, here)
        if found is None:
            for look in looking(SearchRequest(game, here.position, table=table), seconds / 2):
                found = look
                if task.stopped:
                    break
                yield None
        looks.append(found)
    after, before = looks
    assert after is not None
    assert before is not None
    turn = judge(game, node, before, after)
    return {
        "score": turn.score,
        "loss": round(turn.loss, 3),
        "mark": turn.mark,
        "best": _better(game, position, before),
        "stopped": task.stopped,
    }


def _better(game: Game, position: Position, found: "Look | Variation") -> "shapes.ScoredMoves":
    """A better line, with its first `MAX_LINE_PLIES` moves."""
    return {"score": found.score, "moves": reply.played(game, position, found.moves[: reply.MAX_LINE_PLIES])}


def _turn(turn: Turn) -> "shapes.ReviewedMove":
    """One turn of the report."""
    fields: shapes.ReviewedMove = {
        "node": turn.node.id,
        "ply": turn.node.ply,
        "side": turn.side,
        "text": turn.text,
        "score": turn.score,
        "loss": round(turn.loss, 3),
        "mark": turn.mark,
        "free": turn.free,
    }
    if turn.mark:
        best = turn.best
        fields["rows"] = best.game.rows(best.position)
        fields["best"] = _better(best.game, best.position, best)
        fields["why"] = reply.said(because(best.game, best.position, [Line(best.score, best.moves)]).text)
        if turn.is_mistake:
            after = turn.after.moves[: reply.MAX_LINE_PLIES]
            fields["reason"] = reply.said(sentence(best.game, turn))
            fields["refutation"] = reply.played(best.game, turn.node.position, after)
    return fields


def _marks(turns: Sequence[Turn], side: Side) -> "dict[shapes.Mark, int]":
    """How many of each mark a side has."""
    return {mark: sum(turn.mark == mark and turn.side == side for turn in turns) for mark, _ in MARKS}


def _white(game: Game, node: Node, look: Look | None) -> float | None:
    """White's chances at a node; None if it has not been searched yet."""
    if look is None:
        return None
    if node.outcome:
        return {"w": 1.0, "b": 0.0, None: 0.5}[node.outcome.winner]
    share = chance(game, look.score)
    return round(share if node.side == "w" else 1 - share, 4)
