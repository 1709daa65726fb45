"""Reasons from what is proved: by a search to the end, a solved game, or a tablebase that holds the position."""

from collections.abc import Mapping
from typing import TypeAlias

from saltus.analysis.reasons.exchange import reached
from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.question import Question, Reason
from saltus.core.game import SIDES, Game, Position
from saltus.core.phrase import Phrase
from saltus.core.score import WIN, WON
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
    return Reason(Phrase("hint.wins", turns=own_turns(WIN - q.score)), None) if q.score >= WON else None


@kind(634, "pieces", "groups")
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
    return Reason(Phrase("hint.only-draw"), Phrase("because.only-draw"))


@kind(942, "points")
def only_points(q: Question) -> Reason | None:
    """That every other move is proved to lose points."""
    scores = _scores(q.game, q.before)
    if scores is None or sum(score >= scores[q.move.path] for score in scores.values()) > 1:
        return None
    return Reason(None, Phrase("because.only-points"))


@kind(980, "pieces", "groups")
def others_lose(q: Question) -> Reason | None:
    """That the best other move, and so every other, was found to lose by force."""
    if q.other is None or not q.other.score <= -WON < q.score:
        return None
    return Reason(Phrase("hint.others-lose"), None)


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
    review = Phrase("because.one-good-reply", all=len(scores), move=move_text(q.game, q.after, reply))
    return Reason(Phrase("hint.one-good-reply", side=q.enemy_name), review, (), reply.path)


@kind(943, "points")
def plan(q: Question) -> Reason | None:
    """The number of islands that its side has at the end, with best play by both."""
    found = exact(q.game, q.before)
    line = next((one for one in found.lines if one.pv[0].path == q.move.path), None) if found else None
    if found is None or line is None or line.score < found.lines[0].score:
        return None
    end = reached(q.game, q.before, q.line)
    groups = q.game.groups(end)
    if groups is None or q.game.outcome(end) is None:
        return None
    own, enemy = (sum(group.points or 0 for group in groups[SIDES[side]]) for side in (q.side, 1 - q.side))
    if not own:
        return None
    squares = tuple(square for group in groups[SIDES[q.side]] if group.points for square in group.squares)
    return Reason(Phrase("hint.plan", n=own, m=enemy), None, squares)


@kind(670, "pieces")
def all_draw(q: Question) -> Reason | None:
    """That all moves are proved to draw."""
    scores = _scores(q.game, q.before)
    if scores is None or any(abs(score) >= WON for score in scores.values()):
        return None
    return Reason(Phrase("hint.all-draw"), None)


def own_turns(plies: int) -> Phrase:
    """The number of the winner's own turns in `plies`, including the first."""
    return Phrase("count.own-turns", n=max(1, (plies + 1) // 2))


def _scores(game: Game, position: Position) -> Mapping[Path, int] | None:
    """The proved score of each legal move; None where they are not known."""
    found = exact(game, position) if game.moves(position) else None
    return None if found is None else {line.pv[0].path: line.score for line in found.lines}
