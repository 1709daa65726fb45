"""Reasons from proved results: a solved game, or a tablebase that holds the position."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.question import MAX_NAMED, Question, Reason
from saltus.core.game import Game, Position
from saltus.core.phrase import Phrase, Several
from saltus.core.score import WON
from saltus.engine.probe import exact
from saltus.notation.move import move_text

Path: TypeAlias = tuple[str, ...]

ONLY_ONE = {
    "win": Phrase("because.only-win"),
    "draw": Phrase("because.only-draw"),
    "points": Phrase("because.only-points"),
}
MIN_REPLIES = 3  # With fewer replies, it is no news that only one is good.


@kind(890, "pieces", "points", excludes=("saves", "only_good", "few_safe"))
def alternatives(q: Question) -> Reason | None:
    """How many of the legal moves keep what this one does: the win, the draw, or the points."""
    scores = _scores(q.game, q.before)
    if scores is None or len(scores) == 1:
        return None
    points = q.game.margin(q.before) is not None
    here = scores[q.move.path]
    outcome = _outcome(here, points)
    worse = [path for path, score in scores.items() if _outcome(score, points) < outcome]
    if outcome >= 0 and worse:
        return _few(q, "win" if outcome else "draw", worse)
    return _few(q, "points", [path for path, one in scores.items() if one < here]) if points else None


@kind(390, "pieces", excludes=("unlike", "equal"), hints_only=True)
def all_draw(q: Question) -> Reason | None:
    """That all moves draw."""
    scores = _scores(q.game, q.before)
    if scores is None or len(scores) == 1 or any(_outcome(score, points=False) for score in scores.values()):
        return None
    return Reason(Phrase("because.all-draw"))


def _few(q: Question, kept: str, worse: Sequence[Path]) -> Reason | None:
    """That the move keeps something, and how many others do, or the few that do not."""
    legal = q.game.moves(q.before)
    number = len(legal) - len(worse)
    if not worse or number == 1:
        return Reason(ONLY_ONE[kept]) if worse else None
    if len(worse) <= MAX_NAMED:
        moves = Several([move_text(q.game, q.before, move) for move in legal if move.path in worse], "and")
        unlike = {
            "win": Phrase("because.keeps-win", moves=moves),
            "draw": Phrase("because.keeps-draw", moves=moves),
            "points": Phrase("because.keeps-points", moves=moves),
        }
        return Reason(unlike[kept])
    count = {"n": number, "all": len(legal)}
    if kept == "win":
        return Reason(Phrase("because.few-win", **count))
    if kept == "draw":
        return Reason(Phrase("because.few-draw", **count))
    return None  # Most moves lose points: that is no news.


@kind(660, "points")
def one_good_reply(q: Question) -> Reason | None:
    """That all of the opponent's replies but one lose points."""
    scores = _scores(q.game, q.after)
    if scores is None or len(scores) < MIN_REPLIES:
        return None
    good = [path for path, score in scores.items() if score == max(scores.values())]
    if len(good) > 1:
        return None
    reply = next(move for move in q.game.moves(q.after) if move.path == good[0])
    text = move_text(q.game, q.after, reply)
    return Reason(Phrase("because.one-good-reply", all=len(scores), move=text), (), reply.path)


def _outcome(score: int, points: bool) -> int:
    """1, 0 or -1 for a win, a draw or a loss of the side to move."""
    least = 1 if points else WON
    return (score >= least) - (score <= -least)


def _scores(game: Game, position: Position) -> Mapping[Path, int] | None:
    """The proved score of each legal move; None where they are not known."""
    found = exact(game, position) if game.moves(position) else None
    return None if found is None else {line.pv[0].path: line.score for line in found.lines}
