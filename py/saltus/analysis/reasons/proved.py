"""Reasons from what is proved: by a search to the end, a solved game, or a tablebase that holds the position."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from saltus.analysis.chances import chance
from saltus.analysis.reasons.exchange import reached
from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.question import MAX_NAMED, Question, Reason, named
from saltus.core.game import SIDES, Game, Move, Position
from saltus.core.phrase import Phrase
from saltus.core.score import POINT_SCORE, WIN, WON, Line
from saltus.engine.probe import exact
from saltus.notation.move import move_text

Path: TypeAlias = tuple[str, ...]

MAX_SOON_PLIES = 5  # A forced win within this many plies is said before any other idea.
MIN_REPLIES = 3  # With fewer replies, it is no news that only one is good.
MAX_ISLANDS = 5  # The most squares of islands that are named.
MIN_CHOICE = 2  # With fewer moves none is told apart.
HOPELESS = 0.15  # With smaller chances it is no help that another move loses at once.


@kind(990)
def only_move(q: Question) -> Reason | None:
    return Reason(Phrase("hint.only"), None) if q.game.count(q.before) == 1 else None


@kind(986, "pieces", "groups")
def wins_soon(q: Question) -> Reason | None:
    """That the move wins by force within a few turns, and how."""
    if q.score < WON:
        return None
    review = Phrase("because.wins", turns=own_turns(WIN - q.score))
    is_told = q.decided_by == "pieces" and WIN - q.score <= MAX_SOON_PLIES
    return Reason(_how_it_is_won(q) if is_told else None, review)


@kind(636, "pieces", "groups")
def wins_late(q: Question) -> Reason | None:
    """That the move wins by force, however late, and how; or is the only one to."""
    if q.score < WON:
        return None
    given = q.exchanges.of(q.after).gain if q.decided_by == "pieces" and not q.move.captured else 0
    if given > 0:
        return Reason(Phrase("hint.wins-giving", count=q.pieces(given)), None)
    return Reason(_how_it_is_won(q), None)


def _how_it_is_won(q: Question) -> Phrase:
    """How its line ends: the opponent has no piece left, or no move; where it does not show it, that it wins."""
    turns = own_turns(WIN - q.score)
    end = reached(q.game, q.before, q.line)
    if q.decided_by != "pieces" or len(q.line) < WIN - q.score:
        return Phrase("hint.wins", turns=turns)
    if end[1 - q.side]:
        return Phrase("hint.wins-blocked", side=q.enemy_name, turns=turns)
    return Phrase("hint.wins-last", side=q.enemy_name, turns=turns)


@kind(979, "pieces", "groups")
def holds_out(q: Question) -> Reason | None:
    """That every move loses by force, and how long this one holds out; that the opponent then must find the only
    answer that wins; or, where another holds out as long, that answer."""
    if q.score > -WON:
        return None
    turns = own_turns(WIN + q.score)
    review = Phrase("because.loses", turns=turns)
    if q.decided_by == "groups" and len(q.line) == 2:
        threat = _standing_threat(q)
        if threat is not None:
            named = {"move": move_text(q.game, q.before_null, threat), "side": q.enemy_name}
            return Reason(Phrase("hint.lost-to", **named), review, (), threat.path)
    scores = _scores(q.game, q.after) or {}
    winning = [move for move in q.game.moves(q.after) if scores.get(move.path, 0) >= WON]
    if len(winning) == 1 < len(scores):
        named = {"side": q.enemy_name, "move": move_text(q.game, q.after, winning[0])}
        return Reason(Phrase("hint.lost-trap", **named), review, (), winning[0].path)
    if q.other is None or q.score > q.other.score or len(q.line) < 2 or not q.line[1].path:
        is_proved = _scores(q.game, q.before) is not None
        return Reason(Phrase("hint.lost", turns=turns) if is_proved else Phrase("hint.lost-searched"), review)
    return Reason(Phrase("hint.lost-alike", turns=turns), review)


def _standing_threat(q: Question) -> Move | None:
    """A move with which the opponent wins at once, whatever the side plays."""
    positions = [q.game.play(q.before, move) for move in q.game.moves(q.before)]

    def wins(position: Position, path: Path) -> bool:
        move = q.game.find(position, path) if q.game.outcome(position) is None else None
        ended = q.game.outcome(q.game.play(position, move)) if move else None
        return ended is not None and ended.winner == SIDES[1 - q.side]

    threats = (move for move in q.game.moves(q.before_null) if wins(q.before_null, move.path))
    return next((move for move in threats if all(wins(one, move.path) for one in positions)), None)


@kind(902, "pieces")
def careful(q: Question) -> Reason | None:
    """Of the moves of the same piece that are proved to come out worse the one that does so latest, and the reply."""
    return _careful(q, is_same=True)


@kind(604, "pieces")
def careful_elsewhere(q: Question) -> Reason | None:
    """The same of a move of another piece, if there is nothing better to say."""
    return _careful(q, is_same=False)


def _careful(q: Question, *, is_same: bool) -> Reason | None:
    found = exact(q.game, q.before)
    if found is None:
        return None
    here = next(line.score for line in found.lines if line.pv[0].path == q.move.path)
    others = [line for line in found.lines if (line.pv[0].path[:1] == q.move.path[:1]) == is_same]
    worse = [line for line in others if _result(line.score) < _result(here)]
    if not worse:
        return None
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


@kind(942, "points")
def only_points(q: Question) -> Reason | None:
    """In a review, that every other move is proved to lose points."""
    found = exact(q.game, q.before)
    if found is None or len(found.lines) < MIN_CHOICE or found.lines[0].pv[0].path != q.move.path:
        return None
    return Reason(None, Phrase("because.only-points")) if found.lines[1].score < found.score else None


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


def _count_points(score: int) -> Phrase:
    return Phrase("count.points", n=abs(score) // POINT_SCORE)


@kind(980, "pieces", "groups")
def others_lose(q: Question) -> Reason | None:
    """That the best other move, and so every other, was found to lose by force, and the reply to it; in a review,
    that it is proved."""
    if q.other is None:
        scores = _scores(q.game, q.before)
        saving = [path for path, score in (scores or {}).items() if score > -WON]
        return Reason(None, Phrase("because.only-draw")) if saving == [q.move.path] else None
    if q.other.score > -WON or chance(q.game, q.score) < HOPELESS:
        return None
    if len(q.other.pv) < 2 or not q.other.pv[1].path:
        return Reason(Phrase("hint.others-lose"), None)
    move, reply = q.other.pv[:2]
    after = q.game.play(q.before, move)
    named = {"move": move_text(q.game, q.before, move), "reply": move_text(q.game, after, reply)}
    return Reason(Phrase("hint.others-lose-to", **named), None, (), reply.path)


@kind(939, "points")
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


@kind(945, "points")
def plan(q: Question) -> Reason | None:
    """The island at the end, with best play of both, on the square where the move lands, and the result; if it is
    small, also what the next best move comes to."""
    worse = _worse(q)
    island = next((group for group in _islands_at_end(q, q.line, q.side) if q.move.path[-1] in group), None)
    if island is None or len(island) > MAX_NAMED:
        return None
    where, count = named(q.game, island), _count_points(q.score)
    if worse and _sign(worse[0].score) == _sign(q.score):
        move, other = move_text(q.game, q.before, worse[0].pv[0]), _count_points(worse[0].score)
        if q.score > 0:
            hint = Phrase("hint.most-points", where=where, count=count, move=move, other=other)
        else:
            hint = Phrase("hint.fewest-points", where=where, count=count, move=move, other=other)
    elif q.score > 0:
        hint = Phrase("hint.plan-win", where=where, count=count)
    elif q.score:
        return None
    else:
        hint = Phrase("hint.plan-draw", where=where)
    return Reason(hint, None, (*q.move.path[:1], *island))


@kind(700, "points")
def others_worse(q: Question) -> Reason | None:
    """What the best other move is proved to come to, if that is worse; or that all come to the same."""
    found = exact(q.game, q.before)
    if found is None or q.other is None:
        return None
    if q.other.score < found.score <= q.score:
        return Reason(Phrase("hint.others-worse", result=_comes_to(q.other.score, q.score)), None, q.move.path)
    if q.score < 0 and found.lines[-1].score == found.score:
        return Reason(Phrase("hint.all-lose-points", count=_count_points(q.score)), None)
    return None


@kind(957, "points")
def right_length(q: Question) -> Reason | None:
    """That the same piece could jump on, or stop before, and what that is proved to come to, which is worse."""
    for other in _worse(q):
        path, here = other.pv[0].path, q.move.path
        named = {"square": here[-1], "other": path[-1], "result": _comes_to(other.score, q.score)}
        if here[: len(path)] == path:
            return Reason(Phrase("hint.jumps-on", **named), None, here[:1])
        if path[: len(here)] == here:
            return Reason(Phrase("hint.stops", **named), None, here[:1])
    return None


@kind(943, "points")
def resists(q: Question) -> Reason | None:
    """That the move which jumps most pieces, more than this one, is proved to come out worse."""
    most = max(q.game.moves(q.before), key=lambda move: len(move.captured))
    other = next((line for line in _worse(q) if line.pv[0].path == most.path), None)
    if other is None or len(most.captured) <= max(1, len(q.move.captured)):
        return None
    named = {"move": move_text(q.game, q.before, most), "result": _comes_to(other.score, q.score)}
    return Reason(Phrase("hint.resists", n=len(most.captured), **named), None, q.move.path[:1], most.path)


@kind(944, "points")
def denies(q: Question) -> Reason | None:
    """The islands that the opponent has at the end of best play after the best of the moves that come out worse, and
    not after this one."""
    other = next(iter(_worse(q)), None)
    if other is None:
        return None
    here = {square for group in _islands_at_end(q, q.line, 1 - q.side) for square in group}
    groups = [group for group in _islands_at_end(q, other.pv, 1 - q.side) if not here & set(group)]
    theirs = [square for group in groups for square in group]
    if not 0 < len(theirs) <= MAX_ISLANDS:
        return None
    move = move_text(q.game, q.before, other.pv[0])
    hint = Phrase("hint.denies", n=len(groups), side=q.enemy_name, where=named(q.game, theirs), move=move)
    return Reason(hint, None, (*q.move.path[:1], *theirs), other.pv[0].path)


def _worse(q: Question) -> list[Line]:
    """The moves that are proved to come out worse, the best first; none where this one is not proved to be best."""
    found = exact(q.game, q.before)
    if found is None or found.score > q.score or q.score % POINT_SCORE:
        return []
    return [line for line in found.lines if line.score < found.score]


def _comes_to(score: int, best: int) -> Phrase:
    """What a move comes to, and where the best one loses as well, what that does: `loses by two points, not one`."""
    if not score:
        return Phrase("comes-to.draw")
    count = _count_points(score)
    if best < 0:
        return Phrase("comes-to.worse", count=count, n=abs(best) // POINT_SCORE)
    return Phrase("comes-to.win", count=count) if score > 0 else Phrase("comes-to.loss", count=count)


def _islands_at_end(q: Question, line: Sequence[Move], side: int) -> list[Sequence[str]]:
    """The squares of each of a side's islands where a line ends the game; none where it does not."""
    end = reached(q.game, q.before, line)
    if q.game.outcome(end) is None:
        return []
    return [group.squares for group in (q.game.groups(end) or {}).get(SIDES[side], ()) if group.points]


@kind(603, "pieces")
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
