"""The replies about what moves cost and why they are good: the work of `saltus.analysis` as JSON.

Chances are White's, from 0 to 1, so that they make a graph.
"""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from saltus.analysis.chances import MARKS, chance
from saltus.analysis.explain import because, recommend
from saltus.analysis.moments import better, refutation, sentence, turning_points
from saltus.analysis.reasons.exchange import material_deficit
from saltus.analysis.review import REVIEW_NODES, Evaluation, Reviewer, Turn, accuracies, evaluating, judge, over
from saltus.core.game import SIDES, Game, Position
from saltus.core.score import Line
from saltus.engine.think import SearchRequest
from saltus.engine.tt import TranspositionTable
from saltus.match.tree import Node, Tree
from saltus.protocol import reply
from saltus.protocol.connection import Connection
from saltus.protocol.ops import PLACED, op
from saltus.protocol.params import requested_move, requested_position
from saltus.protocol.request import Fault
from saltus.study.openings import opening_theory

if TYPE_CHECKING:
    from saltus.analysis.analyse import Variation
    from saltus.protocol.connection import Job, NoProgress, Steps, Task
    from saltus.protocol.schema import replies, requests


@op("no-match", "not-now")
def review(
    connection: Connection, request: "requests.ReviewRequest"
) -> "Job[replies.ReviewProgress, replies.ReviewReply]":
    """Reviews the main line: the winning chances, the mistakes and what would have been better. The match does not
    move. `new` and `load` end the review with `not-now`. A stopped review reports the moves that it has reached."""
    match = connection.match
    reviewer = Reviewer(match, opening_theory(match.game), request.get("nodes", REVIEW_NODES))

    def steps(task: "Task") -> "Steps[replies.ReviewProgress, replies.ReviewReply]":
        for share in reviewer.run():
            yield partial(progress, reviewer, share)
            if connection.match is not match:
                raise Fault("not-now", "another match has been put on the table")
            if task.stopped:
                break
        return report(reviewer, task.stopped)

    return steps


def report(reviewer: Reviewer, stopped: bool) -> "replies.ReviewReply":
    game, turns = reviewer.game, reviewer.turns()
    return {
        "chances": chances(game, reviewer.line, reviewer.evaluations),
        "turns": [_turn(turn) for turn in turns],
        "accuracy": {side: share and round(share, 1) for side, share in accuracies(turns).items()},
        "stakes": {side: _stakes([turn for turn in turns if turn.side == side]) for side in SIDES},
        "marks": {
            side: {mark: sum(turn.mark == mark and turn.side == side for turn in turns) for mark, _ in MARKS}
            for side in SIDES
        },
        "moments": [{"ply": turn.node.ply, **reply.said(text)} for turn, text in turning_points(game, turns)],
        "stopped": stopped,
    }


def _stakes(turns: Sequence[Turn]) -> "replies.Stakes":
    return {
        "lost": round(sum(turn.lost for turn in turns), 3),
        "stake": round(sum(turn.stake for turn in turns), 3),
    }


def progress(reviewer: Reviewer, share: float) -> "replies.ReviewProgress":
    return {"share": round(share, 3), "chances": chances(reviewer.game, reviewer.line, reviewer.evaluations)}


def chances(game: Game, line: Sequence[Node], evaluations: Sequence[Evaluation | None]) -> list[float | None]:
    """White's chances at every position of a line; None for a position that has not been searched yet."""
    found: list[float | None] = []
    for node, evaluation in zip(line, evaluations, strict=True):
        if evaluation is not None and node.outcome:
            found.append({"w": 1.0, "b": 0.0, None: 0.5}[node.outcome.winner])
        else:
            share = None if evaluation is None else chance(game, evaluation.score)
            found.append(share if share is None else round(share if node.side == "w" else 1 - share, 4))
    return found


@op(*PLACED, "bad-move")
def cost(connection: Connection, request: "requests.CostRequest") -> "Job[NoProgress, replies.CostReply]":
    """Judges a move: what it costs its side, and what would have been better."""
    game, position = requested_position(request)
    move, seconds = requested_move(game, position, request["path"]), request["time"]

    def steps(task: "Task") -> "Steps[NoProgress, replies.CostReply]":
        tree = Tree(game, position)
        node = tree.add(tree.root, move)
        table = TranspositionTable()
        evaluations: list[Evaluation | None] = []
        # The position after the move first: its result is in the table when the one before is searched.
        for here in (node, tree.root):
            found = over(game, here)
            if found is None:
                for evaluation in evaluating(SearchRequest(game, here.position, table=table), seconds / 2):
                    found = evaluation
                    if task.stopped:
                        break
                    yield None
            evaluations.append(found)
        after, before = evaluations
        assert after is not None
        assert before is not None
        turn = judge(game, node, before, after)
        fields: replies.CostReply = {
            "score": turn.score,
            "loss": round(turn.loss, 3),
            "mark": turn.mark,
            "best": _better(game, position, before),
            "stopped": task.stopped,
        }
        if turn.is_proved:
            fields["proved"] = turn.best.score, turn.score
        return fields

    return steps


@op(*PLACED, "bad-move", "not-now")
def explain(connection: Connection, request: "requests.ExplainRequest") -> "replies.ExplainReply":
    """Says why a move is good, from facts that are counted on the board or proved."""
    game, position = requested_position(request)
    if outcome := game.outcome(position):
        raise Fault("not-now", f"the game is over: {outcome.text}")
    lines = [_line(part, game, position) for part in request["lines"]]
    if not lines:
        raise Fault("bad-request", "lines must have at least one line, which begins with the move to explain")
    deficit, impersonal = request.get("owed", 0), request.get("impersonal", False)
    if request.get("choose", False) and not impersonal:
        at, why = recommend(game, position, lines, deficit)
    else:
        at, why = 0, because(game, position, lines, deficit=deficit, impersonal=impersonal)
    return {**reply.said(why.text), "line": at, "squares": why.squares, "arrow": why.arrow}


def _line(found: "requests.FoundLine", game: Game, position: Position) -> Line:
    paths = [tuple(turn.split("-")) if turn else () for turn in found["turns"]]
    if not paths:
        raise Fault("bad-request", "turns must have at least one move")
    moves = []
    for path in paths:
        moves.append(requested_move(game, position, path))
        position = game.play(position, moves[-1])
    return Line(found.get("score") or 0, tuple(moves))


def _better(game: Game, position: Position, found: "Evaluation | Variation") -> "replies.ScoredMoves":
    """A better line."""
    return {"score": found.score, "moves": reply.played(game, position, reply.sent(found.moves))}


def _turn(turn: Turn) -> "replies.ReviewedMove":
    fields: replies.ReviewedMove = {
        "node": turn.node.id,
        "ply": turn.node.ply,
        "side": turn.side,
        "text": turn.text,
        "score": turn.score,
        "loss": round(turn.loss, 3),
        "mark": turn.mark,
        "free": turn.free,
        "preferred": turn.is_preferred,
        "good": turn.is_good,
    }
    if turn.is_proved:
        fields["proved"] = turn.best.score, turn.score
    if turn.mark:
        best = turn.best
        fields["rows"] = best.game.rows(best.position)
        told = better(best.game, turn)
        moves = max(told, reply.sent(best.moves), key=len)
        fields["best"] = {"score": best.score, "moves": reply.played(best.game, best.position, moves)}
        fields["told"] = len(told)
        assert turn.node.parent is not None
        found = [Line(best.score, best.moves)]
        why = because(best.game, best.position, found, turn.played, material_deficit(turn.node.parent))
        if why.text.key != "because.best":
            fields["why"] = reply.said(why.text)
        if turn.is_mistake:
            fields["reason"] = reply.said(sentence(best.game, turn))
            fields["refutation"] = reply.played(best.game, turn.node.position, refutation(best.game, turn))
    return fields
