"""Reasons from what is proved: by a search to the end, a solved game, or a tablebase that holds the position."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from saltus.analysis.reasons.exchange import reached
from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.question import Question, Reason
from saltus.core.game import SIDES, Game, Move, Position
from saltus.core.phrase import Phrase
from saltus.core.score import POINT_SCORE, WIN, WON, Line
from saltus.engine.probe import exact
from saltus.notation.move import move_text

Path: TypeAlias = tuple[str, ...]

MAX_SOON_PLIES = 5  # A forced win within this many plies is said before any other idea.
MIN_REPLIES = 3  # With fewer replies, it is no news that only one is good.


@kind(990)
def only_move(q: Question) -> Reason | None:
    return Reason(Phrase("hint.only"), None) if q.game.count(q.before) == 1 else None


@kind(986, "pieces", "groups")
def wins_soon(q: Question) -> Reason | None:
    """That the move wins by force within a few turns, or that it alone wins."""
    if q.score < WON:
        return None
    turns = own_turns(WIN - q.score)
    review = Phrase("because.wins", turns=turns)
    scores = _scores(q.game, q.before)
    if scores is not None and sum(score >= WON for score in scores.values()) == 1:
        return Reason(Phrase("hint.only-win"), review)
    return Reason(Phrase("hint.wins", turns=turns) if WIN - q.score <= MAX_SOON_PLIES else None, review)


@kind(636, "pieces", "groups")
def wins_late(q: Question) -> Reason | None:
    """That the move wins by force, however late."""
    if q.score < WON:
        return None
    kept = q.settled(q.line) if q.decided_by == "pieces" else None
    if kept is not None and kept < q.lead and not q.move.captured:
        return Reason(Phrase("hint.wins-giving", count=q.pieces(q.lead - kept)), None)
    return Reason(Phrase("hint.wins", turns=own_turns(WIN - q.score)), None)


@kind(979, "pieces", "groups")
def holds_out(q: Question) -> Reason | None:
    """That every move loses by force, and how long this one holds out."""
    if q.score > -WON:
        return None
    turns = own_turns(WIN + q.score)
    return Reason(Phrase("hint.lost", turns=turns), Phrase("because.loses", turns=turns))


@kind(982, "pieces")
def only_saves(q: Question) -> Reason | None:
    """That every other move is proved to lose the game."""
    scores = _scores(q.game, q.before)
    if scores is None or scores[q.move.path] <= -WON or sum(score > -WON for score in scores.values()) > 1:
        return None
    return Reason(None, Phrase("because.only-draw"))


@kind(978, "pieces")
def careful(q: Question) -> Reason | None:
    """That at least half of the moves are proved to come out worse, and what the best of them comes to."""
    worse = _worse(q)
    return _warning(q, worse) if 2 * len(worse) >= q.game.count(q.before) else None


@kind(665, "pieces")
def less_careful(q: Question) -> Reason | None:
    """That some moves are proved to come out worse."""
    worse = _worse(q)
    return _warning(q, worse) if worse else None


def _worse(q: Question) -> Sequence[Line]:
    """The lines of the moves that are proved to come out worse."""
    found = exact(q.game, q.before)
    if found is None:
        return ()
    here = next(line.score for line in found.lines if line.pv[0].path == q.move.path)
    return [line for line in found.lines if _result(line.score) < _result(here)]


def _warning(q: Question, worse: Sequence[Line]) -> Reason | None:
    """Of moves that come out worse the one that does so latest, and the reply to it."""
    other = max(worse, key=lambda line: line.score)
    move = move_text(q.game, q.before, other.pv[0])
    if _result(other.score) == 0:
        return Reason(Phrase("hint.careful-win", move=move), None)
    after = q.game.play(q.before, other.pv[0])
    replies = exact(q.game, after) if q.game.moves(after) else None
    if replies is None or not replies.pv[0].path:
        return None
    reply = replies.pv[0]
    named = {"move": move, "reply": move_text(q.game, after, reply)}
    return Reason(Phrase("hint.careful-draw", **named), None, (), reply.path)


@kind(956, "points")
def only_points(q: Question) -> Reason | None:
    """That every other move is proved to lose points, and how the game ends after the best of them."""
    found = exact(q.game, q.before)
    if found is None or found.lines[0].pv[0].path != q.move.path or len(found.lines) < 2:
        return None
    best, other = found.lines[:2]
    if best.score <= other.score:
        return None
    review = Phrase("because.only-points")
    here, there = (_points_at_end(q, line.pv) for line in (best, other))
    if here is None or there is None:
        return Reason(None, review)
    named = {"n": here[0], "m": here[1], "own": there[0], "enemy": there[1]}
    move = move_text(q.game, q.before, other.pv[0])
    return Reason(Phrase("hint.only-points", move=move, **named), review, q.move.path[:1])


@kind(980, "pieces", "groups")
def others_lose(q: Question) -> Reason | None:
    """That the best other move, and so every other, was found to lose by force, and the reply to it."""
    if q.other is None or not q.other.score <= -WON < q.score:
        return None
    if len(q.other.pv) < 2 or not q.other.pv[1].path:
        return Reason(Phrase("hint.others-lose"), None)
    move, reply = q.other.pv[:2]
    after = q.game.play(q.before, move)
    named = {"move": move_text(q.game, q.before, move), "reply": move_text(q.game, after, reply)}
    return Reason(Phrase("hint.others-lose-to", **named), None, (), reply.path)


@kind(945, "points")
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
    review = Phrase("because.one-good-reply", all=len(scores), move=text)
    hint = Phrase("hint.one-good-reply", side=q.enemy_name, move=text)
    return Reason(hint, review, q.move.path[:1], reply.path)


@kind(943, "points")
def plan(q: Question) -> Reason | None:
    """How the game ends, with best play of both, and the islands of its side then."""
    found = exact(q.game, q.before)
    if found is None or found.score > q.score or q.score % POINT_SCORE:
        return None
    ends, end = _points_at_end(q, q.line), reached(q.game, q.before, q.line)
    if ends is None:
        return None
    groups = q.game.groups(end) or {}
    islands = [square for group in groups[SIDES[q.side]] for square in group.squares]
    count = Phrase("count.jumped", n=len(q.move.captured))
    return Reason(Phrase("hint.plan", count=count, n=ends[0], m=ends[1]), None, (*q.move.path[:1], *islands))


def _points_at_end(q: Question, line: Sequence[Move]) -> tuple[int, int] | None:
    """The points of its side and of the opponent at the end of a line from here; None if the game goes on there."""
    end = reached(q.game, q.before, line)
    groups = q.game.groups(end)
    if groups is None or q.game.outcome(end) is None:
        return None
    own, enemy = (sum(group.points or 0 for group in groups[SIDES[side]]) for side in (q.side, 1 - q.side))
    return own, enemy


@kind(800, "pieces")
def all_draw(q: Question) -> Reason | None:
    """That all moves are proved to draw."""
    scores = _scores(q.game, q.before)
    if scores is None or any(abs(score) >= WON for score in scores.values()):
        return None
    return Reason(Phrase("hint.all-draw"), None)


def _result(score: int) -> int:
    return (score >= WON) - (score <= -WON)


def own_turns(plies: int) -> Phrase:
    """The number of the winner's own turns in `plies`, including the first."""
    return Phrase("count.own-turns", n=max(1, (plies + 1) // 2))


def _scores(game: Game, position: Position) -> Mapping[Path, int] | None:
    """The proved score of each legal move; None where they are not known."""
    found = exact(game, position) if game.moves(position) else None
    return None if found is None else {line.pv[0].path: line.score for line in found.lines}
