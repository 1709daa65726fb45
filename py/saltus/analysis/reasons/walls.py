"""Reasons in Roman Solitaire, where a piece is jumped only if the square behind it is free."""

from saltus.analysis.chances import WINNING_CHANCE, chance
from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.places import distance
from saltus.analysis.reasons.proved import own_turns
from saltus.analysis.reasons.question import Question, Reason, in_danger, way
from saltus.core.board import Board
from saltus.core.phrase import Phrase
from saltus.core.score import WIN, WON

WAYS = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)
NEAR = 2  # An enemy piece so near may jump with its next move but one.


@kind(656, "pieces")
def walls(q: Question) -> Reason | None:
    """That the piece comes to stand beside another, so that the enemy near it can jump it along fewer lines; or, if
    its side has fewer, goes farther from the nearest enemy piece."""
    board, origin, target = q.game.board, q.move.path[0], q.move.path[-1]
    if chance(q.game, q.score) >= WINNING_CHANCE:
        return None  # it has better to do
    is_quiet = not q.game.has_kings and not q.move.captured and q.exchanges.of(q.after).gain <= 0
    if not is_quiet or not q.keeps(0) or not q.replied[q.side] & q.target:
        return None
    taken = in_danger(q.game, q.after)
    for friend in board.names(q.own & q.replied[q.side] & board.neighbours[q.target]):
        if {friend, target} & taken:
            continue
        if exposed(board, q.own, q.enemy, friend) < exposed(board, q.before[q.side], q.enemy, friend):
            return Reason(Phrase("hint.walls", piece=q.piece_on(friend)), None, (friend, target))
    away, hunter = min((distance(origin, enemy), enemy) for enemy in board.names(q.enemy))
    nearest = min(distance(target, enemy) for enemy in board.names(q.replied[1 - q.side]))
    if q.lead >= 0 or away > NEAR or nearest <= away:
        return None
    named = {"piece": q.piece_on(origin), "other": q.game.spoken(hunter)}
    return Reason(Phrase("hint.keeps-away", **named), None, (origin, hunter))


@kind(657, "pieces")
def hunts(q: Question) -> Reason | None:
    """That a piece of the side that has more comes closer to the enemy piece nearest to it, which the best reply does
    not bring farther away than it was."""
    if q.game.has_kings or q.lead <= 0 or q.score <= 0 or q.move.captured:
        return None  # no prey, or a lead that is not enough
    if q.exchanges.of(q.after).gain > 0 or not q.keeps(0):
        return None
    origin, target = q.move.path[0], q.move.path[-1]
    far, prey = min((distance(origin, enemy), enemy) for enemy in q.game.board.names(q.enemy))
    later = next(way(prey, q.line[1:2]), prey)
    if not q.replied[q.side] & q.target or distance(target, prey) >= far or distance(target, later) > far:
        return None
    piece, squares = q.piece_on(prey), (origin, prey)
    if q.score >= WON:
        return Reason(Phrase("hint.wins-hunting", piece=piece, turns=own_turns(WIN - q.score)), None, squares)
    return Reason(Phrase("hint.hunts", piece=piece), None, squares)


def exposed(board: Board, own: int, enemy: int, square: str) -> int:
    """In how many ways a piece can be jumped next: an enemy piece stands beside it or can step there, and behind it
    the square is free."""
    beside = [(board.step(square, (x, y)), board.step(square, (-x, -y))) for x, y in WAYS]
    enemies = board.names(enemy)
    free = [one for one, other in beside if one and other and not (own | enemy) & board.bit[other]]
    return sum(not own & board.bit[one] and any(distance(one, name) <= 1 for name in enemies) for one in free)
