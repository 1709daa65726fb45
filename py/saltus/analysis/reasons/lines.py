"""Reasons in Rock: who connects first, groups joined and split, connections prevented."""

from collections import Counter
from itertools import combinations

from saltus.analysis.reasons.exchange import reached
from saltus.analysis.reasons.kind import kind
from saltus.analysis.reasons.question import Question, Reason, in_danger, other_side
from saltus.core.game import SIDES, Game, Move, Position
from saltus.core.phrase import Phrase, Several
from saltus.core.score import WON, Line
from saltus.notation.move import move_text

MIN_LINE_MOVES, MAX_COMPARED_MOVES = 4, 6  # A shorter line does not show how the groups come out.
MAX_NAMED = 3  # The most moves that a reason names; more would be a list.
MAX_BLOCKED, MIN_BLOCKED = 2, 2  # A blocked piece keeps so many moves at most, and has lost so many.
LITTLE_CENTIPIECES = 20  # A move that is worse by no more than this is as good.
MAX_GROUPS = 4  # With more left, two that are linked are no great help.
MAX_RACE_GROUPS = 3  # With more groups it is too early to count moves.


@kind(975, "groups", faults=True)
def prevents_win(q: Question) -> Reason | None:
    """That the opponent could have won with its next move and no longer can."""
    before, after = _winning(q.game, q.before_null), _winning(q.game, q.after)
    if not before or after:
        return None
    named = {"side": q.enemy_name, "move": move_text(q.game, q.before_null, before[0])}
    review = Phrase("because.prevents", move=named["move"])
    return Reason(Phrase("hint.prevents", **named), review, before[0].path[-1:], before[0].path)


@kind(984, "groups")
def cannot_stop(q: Question) -> Reason | None:
    """A move with which the opponent wins at once, whatever the side plays."""
    if q.score > -WON:
        return None
    after = [q.game.play(q.before, move) for move in q.game.moves(q.before)]
    if any(q.game.outcome(one) is not None for one in after):
        return None
    for threat in _winning(q.game, q.before_null):
        if all(threat.path in [move.path for move in _winning(q.game, one)] for one in after):
            named = {"move": move_text(q.game, q.before_null, threat), "side": q.enemy_name}
            return Reason(Phrase("hint.lost-to", **named), None, (), threat.path)
    return None


@kind(970, "groups", faults=True)
def threatens_win(q: Question) -> Reason | None:
    """That the side could win with another move, and could not before; in a hint, that the piece which has moved is
    not captured first."""
    now = _winning(q.game, q.after_null)
    if not now or _winning(q.game, q.before):
        return None
    move, is_safe = move_text(q.game, q.after_null, now[0]), q.move.path[-1] not in in_danger(q.game, q.after)
    hint = Phrase("hint.threatens-win", move=move) if is_safe else None
    return Reason(hint, Phrase("because.threatens-win", move=move), (), now[0].path)


@kind(988, "groups")
def connects_next(q: Question) -> Reason | None:
    """That its side connects its pieces with its next move, whatever the opponent does: by one move that nothing
    prevents, or by two of which only one can be prevented."""
    if q.score < WON or q.game.outcome(q.after) is not None:
        return None
    after = [q.game.play(q.after, reply) for reply in q.game.moves(q.after)]
    left = [{move.path for move in _winning(q.game, one)} if q.game.outcome(one) is None else set() for one in after]
    if not all(left):
        return None
    moves = {move.path: move_text(q.game, q.after_null, move) for move in _winning(q.game, q.after_null)}
    for path, text in moves.items():
        if all(path in one for one in left):
            return Reason(Phrase("hint.connects-next", move=text), None, (), path)
    for one, other in combinations(moves, 2):
        if all(one in paths or other in paths for paths in left):
            named = {"move": moves[one], "other": moves[other], "side": q.enemy_name}
            return Reason(Phrase("hint.connects-either", **named), None, (), one)
    return Reason(Phrase("hint.connects-anyhow", side=q.enemy_name), None)


@kind(965, "groups")
def race(q: Question) -> Reason | None:
    """That one side's pieces can be connected by two more moves and the other's cannot, each side moving alone: its
    own, or the opponent's, which it hinders."""
    board = q.game.board
    if len(board.groups(q.enemy)) <= MAX_RACE_GROUPS and _connects_in_two(q.game, q.before_null):
        is_hindered = not _connects_in_two(q.game, q.after) and not _connects_in_two(q.game, other_side(q.replied))
        return Reason(Phrase("hint.hinders", side=q.enemy_name), None) if is_hindered else None
    if len(board.groups(q.own)) > MAX_RACE_GROUPS or not _connects_in_two(q.game, q.after_null):
        return None
    if _connects_in_two(q.game, q.after) or q.replied[3] != q.side or not _connects_in_two(q.game, q.replied):
        return None
    return Reason(Phrase("hint.race", side=q.enemy_name), None)


@kind(760, "groups", faults=True)
def cuts(q: Question) -> Reason | None:
    """What a capture does to the opponent's groups, and the best reply does not undo."""
    if not q.move.captured:
        return None
    board, squares = q.game.board, q.move.captured
    groups = board.groups(q.before_null[q.before_null[3]])
    before, now, then = len(groups), len(board.groups(q.enemy)), len(board.groups(q.replied[1 - q.side]))
    square = q.game.spoken(squares[0])
    if min(now, then) > before:
        hint = Phrase("hint.splits", square=square, side=q.enemy_name, n=min(now, then))
        return Reason(hint, Phrase("because.splits", n=now, m=before), squares)
    if _joining(q.game, q.before_null).keys() & set(squares):
        return Reason(_capture(q, square), Phrase("because.takes-joiner"), squares)
    other, largest = _capture(q, square), max(groups, key=int.bit_count)
    if largest.bit_count() > 1 and set(squares) & set(board.names(largest)):
        return Reason(other, Phrase("because.takes-largest"), squares)
    return Reason(other, None, squares) if other else None


def _capture(q: Question, square: str) -> Phrase | None:
    """Of a capture that what is captured would have captured next, or attacks; or that the piece lands beside another
    of its side."""
    board = q.game.board
    still = in_danger(q.game, q.after)
    attacks = [move for move in q.game.moves(q.before_null) if move.captured and move.path[0] in q.move.captured]
    attacks = [move for move in attacks if move.captured[0] not in still]
    if q.wish is not None and q.wish.pv[0].path in [move.path for move in attacks]:
        return Phrase("hint.takes-attacker", square=square, other=q.game.spoken(q.wish.pv[0].captured[0]))
    if q.replied[q.side] & q.target and board.neighbours[q.target] & q.own & q.replied[q.side]:
        return Phrase("hint.takes-beside", square=square)
    if attacks:
        return Phrase("hint.takes-attacker", square=square, other=q.game.spoken(attacks[0].captured[0]))
    return None


@kind(750, "groups", faults=True)
def joins(q: Question) -> Reason | None:
    """That the side's pieces form fewer groups, or that the largest has grown, also after the best reply."""
    board, side = q.game.board, q.side
    before, now, then = (board.groups(one) for one in (q.before[side], q.own, q.replied[side]))
    largest_before, largest, largest_then = (max(map(int.bit_count, one)) for one in (before, now, then))
    group, main = _group(q), max(now, key=int.bit_count)
    piece, squares = q.piece_on(q.move.path[0]), (q.move.path[0], *board.names(group & ~q.target))
    fewer = max(len(now), len(then))
    links = fewer <= MAX_GROUPS and _links(q, group)
    if fewer < len(before):
        review = Phrase("because.groups", n=len(now), m=len(before))
        return Reason(Phrase("hint.joins", piece=piece, n=fewer) if links else None, review, squares)
    instead = board.groups(q.game.play(q.before, q.played[0])[side]) if q.played else []
    if min(largest, largest_then) > max([largest_before, *map(int.bit_count, instead)]):
        review = Phrase("because.largest", n=largest, all=q.own.bit_count())
        is_main = links and group == main and sum(2 * one.bit_count() > main.bit_count() for one in now) == 1
        return Reason(Phrase("hint.joins-main", piece=piece, n=largest) if is_main else None, review, squares)
    return None


@kind(594, "groups")
def joins_early(q: Question) -> Reason | None:
    """That the side's pieces form fewer groups, also after the best reply, however many are left."""
    before, now, then = (len(q.game.board.groups(one[q.side])) for one in (q.before, q.after, q.replied))
    fewer, group = max(now, then), _group(q)
    if fewer >= before or not _links(q, group):
        return None
    hint = Phrase("hint.joins", piece=q.piece_on(q.move.path[0]), n=fewer)
    return Reason(hint, None, (q.move.path[0], *q.game.board.names(group & ~q.target)))


def _group(q: Question) -> int:
    """The group of the piece that has moved."""
    return next(one for one in q.game.board.groups(q.own) if one & q.target)


def _links(q: Question, group: int) -> bool:
    """Whether the piece comes beside others, without a capture, and none of its group is captured soon."""
    lost = {square for move in q.line[1 : MIN_LINE_MOVES + 1 : 2] for square in move.captured}
    lost |= in_danger(q.game, q.after) & {q.move.path[-1]}
    return group.bit_count() > 1 and not q.move.captured and not lost & set(q.game.board.names(group))


@kind(740, "groups", faults=True)
def keeps_apart(q: Question) -> Reason | None:
    """In a review, the enemy pieces that could have joined a group with their next move and no longer can, if fewer
    can than before, with such a move of each."""
    before, now = _joining(q.game, q.before_null), _joining(q.game, q.after)
    found = [name for name in q.game.board.names(q.enemy) if name in before and name not in now]
    if not 0 < len(found) <= MAX_NAMED or len(now) >= len(before):
        return None
    moves = Several([move_text(q.game, q.before_null, before[name]) for name in found], "and")
    return Reason(None, Phrase("because.keeps-apart", count=q.pieces(len(found)), moves=moves))


@kind(730, "groups", faults=True)
def will_join(q: Question) -> Reason | None:
    """The side's pieces that can join a group with their next move and could not before, with such a move of each,
    also after the best reply; what the move itself has parted does not count. A hint names one that is then as good
    as the best move, by short searches."""
    before, least = _joining(q.game, q.before), len(q.game.board.groups(q.before[q.side]))
    now = _joining(q.game, q.after_null, least)
    then = _joining(q.game, q.replied, least) if q.replied[3] == q.side else now
    found = [name for name in q.game.board.names(q.own) if name in now and name not in before]
    if q.move.path[0] in before and q.move.path[-1] in found:
        found.remove(q.move.path[-1])
    if not 0 < len(found) <= MAX_NAMED:
        return None
    moves = Several([move_text(q.game, q.after_null, now[name]) for name in found], "and")
    review = Phrase("because.will-join", count=q.pieces(len(found)), moves=moves)
    taken = in_danger(q.game, q.after)
    left = [then[name] for name in found if name in then and name not in taken]
    left = [move for move in left if q.game.find(q.before, move.path) is None]
    best = q.searched(q.replied) if left and q.replied[3] == q.side else None
    next_ = next((move for move in left if best and _is_as_good(q, q.replied, move, best)), None)
    if next_ is None or next_.path[-1] == q.move.path[0]:
        return Reason(None, review, tuple(found), now[found[0]].path)
    hint = Phrase("hint.will-join", move=move_text(q.game, q.replied, next_))
    return Reason(hint, review, next_.path[:1], next_.path)


def _is_as_good(q: Question, position: Position, move: Move, best: Line) -> bool:
    """Whether a move of a position is as good as the best one, by short searches."""
    if best.pv[0].path == move.path:
        return True
    found = q.searched(q.game.play(position, move))
    return best.score > -WON and found is not None and -found.score >= best.score - LITTLE_CENTIPIECES


@kind(725, "groups")
def bars(q: Question) -> Reason | None:
    """That what the opponent would like to play, by a short search, is no longer legal."""
    if q.wish is None:
        return None
    move = q.wish.pv[0]
    if move.captured == q.move.path[:1]:
        if q.move.path[-1] in in_danger(q.game, q.after):
            return None  # where it goes it can be captured as well
        square = q.game.spoken(move.captured[0])
        return Reason(Phrase("hint.escapes", side=q.enemy_name, square=square), None, move.captured, move.path)
    later = other_side(q.replied)
    if any(q.game.find(one, move.path) is not None for one in (q.after, later)):
        return None
    if (in_danger(q.game, q.after) | in_danger(q.game, later)) & set(move.captured):
        return None  # it is taken in another way
    if set(move.path[:1]) & set(q.move.captured):
        return None
    then = q.game.play(q.before_null, move)[1 - q.side]
    links = len(q.game.board.groups(then)) < len(q.game.board.groups(q.before[1 - q.side]))
    if q.wish.score + q.score < LITTLE_CENTIPIECES or not (move.captured or links):
        return None  # it would have been no loss
    refusal = q.game.why(q.after, move.path)
    if refusal is None or refusal.rule != "distance":
        return None
    named = {"side": q.enemy_name, "move": move_text(q.game, q.before_null, move)}
    return Reason(Phrase("hint.bars-count", **named), None, (), move.path)


@kind(728, "groups")
def threatens_capture(q: Question) -> Reason | None:
    """A capture that its side would make next, and could not before, if the opponent let it; neither the piece that
    would make it nor the one that has moved can be captured."""
    groups = [len(q.game.board.groups(one[q.side])) for one in (q.before, q.after, q.replied)]
    if q.move.captured or q.intent is None or max(groups) > groups[0]:
        return None
    could = [move.captured for move in q.game.moves(q.before)]
    new = [move for move in q.game.moves(q.after_null) if move.captured and move.captured not in could]
    move = next((move for move in new if _is_as_good(q, q.after_null, move, q.intent)), None)
    if move is None or {move.path[0], q.move.path[-1]} & in_danger(q.game, q.after):
        return None
    board, then = q.game.board, q.game.play(q.after_null, move)
    named = {"move": move_text(q.game, q.after_null, move), "side": q.enemy_name}
    hint = Phrase("hint.threatens-capture", **named)
    if len(board.groups(then[q.side])) < len(board.groups(q.own)):
        hint = Phrase("hint.threatens-link", **named)
    elif len(board.groups(then[1 - q.side])) > len(board.groups(q.enemy)):
        hint = Phrase("hint.threatens-split", **named)
    return Reason(hint, None, move.captured, move.path)


@kind(724, "groups")
def guards_piece(q: Question) -> Reason | None:
    """That a piece which the opponent would like to capture can be avenged now, and could not before, so that it does
    not capture it after all."""
    if q.wish is None or q.move.captured:
        return None
    capture = q.wish.pv[0]
    if not capture.captured or q.line[1:2] == (capture,) or q.game.find(q.after, capture.path) is None:
        return None

    def is_avenged(position: Position) -> bool:
        then = q.game.play(position, capture)
        return q.game.outcome(then) is None and any(capture.path[-1] in move.captured for move in q.game.moves(then))

    if not is_avenged(q.after) or is_avenged(q.before_null):
        return None
    piece = q.piece_on(capture.captured[0])
    return Reason(Phrase("hint.guards-piece", piece=piece, side=q.enemy_name), None, capture.captured, capture.path)


@kind(645, "groups")
def blocks(q: Question) -> Reason | None:
    """The enemy piece that keeps the fewest moves, of those that the move leaves with at most half of theirs, also
    after the best reply."""
    if q.replied[3] != q.side:
        return None
    before, now, then = (_count_moves(q.game, one) for one in (q.before_null, q.after, other_side(q.replied)))
    board, found = q.game.board, []
    for name in board.names(q.enemy & q.replied[1 - q.side]):
        left = max(now[name], then[name])
        if 2 * left <= before[name] and left <= MAX_BLOCKED and before[name] - left >= MIN_BLOCKED:
            found.append((left, name))
    if not found:
        return None
    left, name = min(found)
    return Reason(Phrase("hint.blocks", square=q.game.spoken(name), n=left, m=before[name]), None, (name,))


def _count_moves(game: Game, position: Position) -> Counter[str]:
    """By the square of a piece of the side to move, the number of its moves."""
    return Counter(move.path[0] for move in game.moves(position) if move.path)


@kind(643, "groups")
def avoids_capture(q: Question) -> Reason | None:
    """That the opponent could have captured the piece which has moved, and no longer can."""
    if q.move.captured:
        return None
    taken = in_danger(q.game, q.after) | in_danger(q.game, other_side(q.replied))
    for move in q.game.moves(q.before_null):
        if not move.captured or q.game.find(q.after, move.path) is not None:
            continue
        square = move.captured[0]
        if square == q.move.path[0] and q.move.path[-1] not in taken:
            spoken = q.game.spoken(square)
            return Reason(Phrase("hint.escapes", side=q.enemy_name, square=spoken), None, (square,), move.path)
    return None


@kind(690, "groups")
def gathers(q: Question) -> Reason | None:
    """In a review, that its side has fewer groups a few moves later than after the move played."""
    plies = min(len(q.line), len(q.played), MAX_COMPARED_MOVES)
    if plies < MIN_LINE_MOVES:
        return None
    ends = (reached(q.game, q.before, line[:plies]) for line in (q.line, q.played))
    fewer, more = (len(q.game.board.groups(end[q.side])) for end in ends)
    return Reason(None, Phrase("because.gathers", n=fewer, m=more)) if fewer < more else None


def _joining(game: Game, position: Position, most: int | None = None) -> dict[str, Move]:
    """By the square of a piece of the side to move, a move that joins it to a group: there are fewer groups after it
    than there are now, and than `most`."""
    board, side = game.board, position[3]
    now = len(board.groups(position[side]))
    fewest = now if most is None else min(now, most)
    moves = (move for move in game.moves(position) if move.path)
    return {move.path[0]: move for move in moves if len(board.groups(game.play(position, move)[side])) < fewest}


def _winning(game: Game, position: Position) -> list[Move]:
    """The moves that win at once for the side to move."""
    ends = ((move, game.outcome(game.play(position, move))) for move in game.moves(position))
    return [move for move, end in ends if end is not None and end.winner == SIDES[position[3]]]


def _connects_in_two(game: Game, position: Position) -> bool:
    """Whether the side to move could connect its pieces by two moves if the other side did not move."""
    board, side = game.board, position[3]
    for move in game.moves(position):
        white, black, kings, _ = game.play(position, move)
        own = (white, black)[side]
        if len(board.groups(own)) == 1:
            return True
        then = white, black, kings, side
        if any(len(board.groups(game.play(then, next_)[side])) == 1 for next_ in game.moves(then)):
            return True
    return False
