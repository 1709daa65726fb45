"""Reasons from what is proved: by a search to the end, a solved game, or a tablebase that holds the position."""

from collections.abc import Mapping
from typing import TypeAlias

from saltus.analysis.chances import chance
from saltus.analysis.reasons.exchange import reached
from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.question import Question, Reason
from saltus.core.game import Game, Position
from saltus.core.phrase import Phrase
from saltus.core.score import WIN, WON
from saltus.engine.probe import exact
from saltus.notation.move import move_text

Path: TypeAlias = tuple[str, ...]

MAX_SOON_PLIES = 5  # A forced win within this many plies is said before any other idea.
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
    """That the move wins by force, however late, and how."""
    if q.score < WON:
        return None
    given = q.exchanges.of(q.after).gain if q.decided_by == "pieces" and not q.move.captured else 0
    if given > 0:
        return Reason(Phrase("hint.wins-giving", count=q.pieces(given)), None)
    return Reason(_how_it_is_won(q), None)


def _how_it_is_won(q: Question) -> Phrase:
    """How its line ends: the opponent has no piece left, or no move; where it does not show it, that it wins."""
    turns = own_turns(WIN - q.score)
    if q.decided_by == "pieces" and q.enemy.bit_count() == 1:
        return Phrase("hint.wins-caught", piece=q.piece_on(q.game.board.names(q.enemy)[0]), turns=turns)
    end = reached(q.game, q.before, q.line)
    if q.decided_by != "pieces" or len(q.line) < WIN - q.score:
        return Phrase("hint.wins", turns=turns)
    if end[1 - q.side]:
        return Phrase("hint.wins-blocked", side=q.enemy_name, turns=turns)
    return Phrase("hint.wins-last", side=q.enemy_name, turns=turns)


@kind(979, "pieces", "groups")
def holds_out(q: Question) -> Reason | None:
    """That every move loses by force, and how long this one holds out, if that is proved; that the opponent then must
    find the only answer that wins; or that others hold out as long."""
    if q.score > -WON:
        return None
    turns = own_turns(WIN + q.score)
    review = Phrase("because.loses", turns=turns)
    replies = scores(q.game, q.after) or {}
    winning = [move for move in q.game.moves(q.after) if replies.get(move.path, 0) >= WON]
    if len(winning) == 1 < len(replies):
        named = {"side": q.enemy_name, "move": move_text(q.game, q.after, winning[0])}
        return Reason(Phrase("hint.lost-trap", **named), review, (), winning[0].path)
    if q.other is None or q.score > q.other.score or len(q.line) < 2 or not q.line[1].path:
        is_proved = scores(q.game, q.before) is not None
        return Reason(Phrase("hint.lost", turns=turns) if is_proved else Phrase("hint.lost-searched"), review)
    return Reason(Phrase("hint.lost-alike", turns=turns), review)


@kind(902, "pieces")
def holds(q: Question) -> Reason | None:
    """How few of the moves are proved to keep the win or the draw, with the reply to the best of the others."""
    return _holds(q, are_few=True)


@kind(604, "pieces")
def careful(q: Question) -> Reason | None:
    """How many moves are proved to throw away the draw, if there is nothing better to say."""
    return _holds(q, are_few=False)


def _holds(q: Question, *, are_few: bool) -> Reason | None:
    found = exact(q.game, q.before)
    here = next((line.score for line in found.lines if line.pv[0].path == q.move.path), 0) if found else 0
    if found is None or _result(here) < 0:
        return None
    worse = [line for line in found.lines if _result(line.score) < _result(here)]
    n, m = len(found.lines) - len(worse), len(found.lines)
    if not worse or are_few != (2 * n <= m) or (_result(here) > 0 and not are_few):
        return None
    move = max(worse, key=lambda line: line.score).pv[0]
    after = q.game.play(q.before, move)
    replies = exact(q.game, after) if q.game.moves(after) else None
    arrow = replies.pv[0].path if replies and _result(here) == 0 else ()
    if _result(here) > 0:
        hint = Phrase("hint.holds-win", n=n, m=m)
    else:
        hint = Phrase("hint.holds-draw", n=n, m=m) if are_few else Phrase("hint.careful-draw", n=len(worse), m=m)
    return Reason(hint, None, (), arrow)


@kind(980, "pieces", "groups")
def others_lose(q: Question) -> Reason | None:
    """That the best other move, and so every other, was found to lose by force, and the reply to it; in a review,
    that it is proved."""
    if q.other is None:
        known = scores(q.game, q.before) or {}
        saving = [path for path, score in known.items() if score > -WON]
        return Reason(None, Phrase("because.only-draw")) if saving == [q.move.path] else None
    if q.other.score > -WON or chance(q.game, q.score) < HOPELESS:
        return None
    if len(q.other.pv) < 2 or not q.other.pv[1].path:
        return Reason(Phrase("hint.others-lose"), None)
    move, reply = q.other.pv[:2]
    after = q.game.play(q.before, move)
    named = {"move": move_text(q.game, q.before, move), "reply": move_text(q.game, after, reply)}
    return Reason(Phrase("hint.others-lose-to", **named), None, (), reply.path)


@kind(603, "pieces")
def all_draw(q: Question) -> Reason | None:
    """That all moves are proved to draw."""
    known = scores(q.game, q.before)
    if known is None or any(abs(score) >= WON for score in known.values()):
        return None
    return Reason(Phrase("hint.all-draw"), None)


def _result(score: int) -> int:
    return (score >= WON) - (score <= -WON)


def own_turns(plies: int) -> Phrase:
    """The number of the winner's own turns in `plies`, including the first."""
    return Phrase("count.own-turns", n=max(1, (plies + 1) // 2))


def scores(game: Game, position: Position) -> Mapping[Path, int] | None:
    """The proved score of each legal move; None where they are not known."""
    found = exact(game, position) if game.moves(position) else None
    return None if found is None else {line.pv[0].path: line.score for line in found.lines}
