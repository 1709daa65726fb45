"""Says whether a reason for a move is true, by counts of its own: plain minimax, and every move played out."""

from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property
from itertools import product
from typing import Any

from saltus.analysis.chances import chance
from saltus.analysis.reasons.question import Question
from saltus.core.game import SIDE_NAMES, SIDES, Game, Move, Position
from saltus.core.phrase import Phrase
from saltus.core.score import POINT_SCORE, WIN, WON, Line
from saltus.engine.probe import exact
from saltus.engine.think import SearchRequest, think
from saltus.notation.move import move_text

LONG_NODES = 4_000  # A search of so many positions is longer than those that reasons come from.
MAX_WORSE = 60  # By so many centipieces the score of such a search may be lower than what is said.


class Case:
    """A move that is explained, with the positions around it and what a search has found."""

    def __init__(self, game: Game, before: Position, found: Sequence[Line]) -> None:
        self.game = game
        self.before = before
        self.lines = found
        self.move = found[0].pv[0]
        self.origin, self.target = self.move.path[0], self.move.path[-1]
        self.side = before[3]
        self.after = game.play(before, self.move)
        self.before_null = turned(before)
        self.after_null = turned(self.after)
        self.replied = self.reached(found[0].pv[:2])
        self.taken = lead(self.after, self.side) - lead(before, self.side)

    def share(self, line: int) -> float:
        """The chances of its side with one of the lines."""
        return chance(self.game, self.lines[line].score)

    def called(self, capture: Move, text: str) -> bool:
        """Whether a capture, now or as if the other side were to move, is written so."""
        positions = (one for one in (self.before_null, self.after_null) if capture in self.game.moves(one))
        return any(move_text(self.game, one, capture) == text for one in positions)

    def inside(self, square: str) -> int:
        """How many rings of squares lie outside that of this square."""
        file, rank = ord(square[0]) - ord("a"), int(square[1:]) - 1
        return min(file, rank, self.game.board.files - 1 - file, self.game.board.ranks - 1 - rank)

    @cache  # noqa: B019  (a case lives as long as its test)
    def exchange(self, position: Position) -> int:
        """What captures alone come to for the side to move."""
        captures = [move for move in self.game.moves(position) if move.captured]
        gains = [self.gain(position, move) for move in captures]
        return max(gains) if gains and self.game.must_capture else max([0, *gains])

    def gain(self, position: Position, move: Move) -> int:
        """What a move comes to for its side with the captures that follow."""
        after = self.game.play(position, move)
        side = position[3]
        return lead(after, side) - lead(position, side) - self.exchange(after)

    def safe(self, position: Position) -> list[Move]:
        """The moves that lose no piece."""
        return [move for move in self.game.moves(position) if self.gain(position, move) >= 0]

    def movable(self, position: Position) -> set[str]:
        return {move.path[0] for move in self.game.moves(position)}

    def spoken(self, squares: Sequence[str]) -> list[str]:
        return sorted(map(self.game.spoken, squares))

    def pieces(self, position: Position, side: int) -> dict[str, bool]:
        """Square → whether a king stands there."""
        board, (white, black, kings, _) = self.game.board, position
        return {name: bool(board.bit[name] & kings) for name in board.names(black if side else white)}

    def kept(self, gain: int) -> bool:
        """Whether the line of the search, or what was searched on, ends with so many pieces won."""
        least = lead(self.before, self.side) + gain
        ends = [self.quiet_leads(line)[-1:] for line in (self.lines[0].pv, self.long_line)]
        return not ends[0] or any(end and end[0] >= least for end in ends)

    def quiet_leads(self, moves: Sequence[Move]) -> list[int]:
        """The lead after each move of a line after which nothing can be captured."""
        after = [self.reached(moves[:plies]) for plies in range(1, len(moves) + 1)]
        quiet = [one for one in after if not any(move.captured for move in self.game.moves(one))]
        return [lead(one, self.side) for one in quiet]

    def compels(self, *positions: Position) -> bool:
        """Whether one of these positions has a compulsory capture."""
        return self.game.must_capture and any(move.captured for one in positions for move in self.game.moves(one))

    @cached_property
    def long_line(self) -> Sequence[Move]:
        """The line of the search and what was searched on: both are what a sentence speaks of."""
        return Question(self.game, self.before, self.lines).long_line

    def reached(self, moves: Sequence[Move]) -> Position:
        position = self.before
        for move in moves:
            position = self.game.play(position, move)
        return position

    def later(self, plies: int) -> Position:
        return self.reached(self.long_line[:plies])

    def texts(self, position: Position) -> list[str]:
        return [move_text(self.game, position, move) for move in self.game.moves(position)]

    @cached_property
    def instead(self) -> "Case":
        """The reply to the best other move."""
        score, pv = self.lines[1]
        return Case(self.game, self.game.play(self.before, pv[0]), [Line(-score, pv[1:])])

    @cached_property
    def stays(self) -> bool:
        """Whether the opponent need not take the piece that has moved."""
        taking = [move for move in self.game.moves(self.after) if move.captured]
        return not self.game.must_capture or not taking or any(self.target not in move.captured for move in taking)

    def rank(self, square: str) -> int:
        """0 on the side's own back row."""
        rank = int(square[1:]) - 1
        return self.game.board.ranks - 1 - rank if self.side else rank

    @cached_property
    def scores(self) -> dict[tuple[str, ...], int]:
        return proved(self.game, self.before)

    def groups(self, position: Position, side: int) -> list[set[str]]:
        """Touching pieces of one side, the largest group first."""
        return touching(self.pieces(position, side))

    def islands(self, position: Position, side: int) -> int:
        """The points of the groups of one side that touch no enemy piece."""
        enemies = self.pieces(position, 1 - side)
        # Pieces that touch an enemy are left out one by one, with the rest of their group.
        return sum(
            2 * len(group) - 1
            for group in self.groups(position, side)
            if not any(apart(own, enemy) == 1 for own, enemy in product(group, enemies))
        )

    def arrives(self, position: Position, man: str, moves: int) -> bool:
        """Whether a man, whose side is to move, is crowned within so many of its moves, whatever comes."""
        for move in self.game.moves(position):
            if move.path[:1] != (man,):
                continue
            if move.crowns or (moves > 1 and self.runs(self.game.play(position, move), move.path[-1], moves - 1)):
                return True
        return False

    def runs(self, position: Position, man: str, moves: int) -> bool:
        replies = self.game.moves(position)
        return bool(replies) and all(
            man not in reply.captured and self.arrives(self.game.play(position, reply), man, moves)
            for reply in replies
        )

    def winning(self, position: Position) -> list[str]:
        """The moves with which the side to move can end the game in its favour at once."""
        ends = [(move, self.game.outcome(self.game.play(position, move))) for move in self.game.moves(position)]
        won = [move for move, end in ends if end is not None and end.winner == SIDES[position[3]]]
        return [move_text(self.game, position, move) for move in won]

    def named(self, text: str, first: Move | None = None) -> Move:
        """The legal move that is written so, here or after a first one."""
        position = self.game.play(self.before, first) if first else self.before
        return next(one for one in self.game.moves(position) if move_text(self.game, position, one) == text)

    def other_move(self, text: str) -> Move:
        """The move that is written so of the opponent, as if it were to move."""
        position = self.before_null
        return next(one for one in self.game.moves(position) if move_text(self.game, position, one) == text)

    def other_begins(self, move: str, reply: str) -> bool:
        """Whether the best other move and the reply to it are written so."""
        first, second = self.lines[1].pv[:2]
        after = self.game.play(self.before, first)
        return (move_text(self.game, self.before, first), move_text(self.game, after, second)) == (move, reply)

    @cached_property
    def after_captures(self) -> list[Move]:
        """The captures that follow the move, each as good as any."""
        position, found = self.after, []
        while captures := [move for move in self.game.moves(position) if move.captured]:
            best = max(captures, key=lambda move: self.gain(position, move))
            if self.gain(position, best) < 0 and not self.game.must_capture:
                break
            found.append(best)
            position = self.game.play(position, best)
        return found

    def wins_by(self, position: Position, text: str, count: int) -> bool:
        """Whether a move from a position wins pieces, in a longer search."""
        move = next(one for one in self.game.moves(position) if move_text(self.game, position, one) == text)
        side, after = position[3], self.game.play(position, move)
        line = searched(self.game, after, LONG_NODES)
        return -line.score >= 100 * (lead(position, side) + 1) - MAX_WORSE or -line.score >= WON or count < 1

    def enemies_before(self, position: Position, man: str) -> bool:
        """Whether an enemy piece may come in the way of a man to the king row."""
        return any(
            abs(ord(one[0]) - ord(man[0])) <= ahead + 1
            for one in self.pieces(position, 1 - position[3])
            if (ahead := (-1 if position[3] else 1) * (int(one[1:]) - int(man[1:]))) > 0
        )

    def final_lead(self, line: Line) -> int:
        """The lead at the last position of a line in which nothing can be captured."""
        return self.quiet_leads(line.pv)[-1]


def searched(game: Game, position: Position, nodes: int) -> Line:
    """What a search of so many positions finds."""
    for found in think(SearchRequest(game, position)):
        if found.nodes >= nodes:
            break
    return Line(found.score, tuple(found.pv))


def touching(squares: Iterable[str]) -> list[set[str]]:
    """The groups of squares that touch each other, the largest first."""
    left, found = set(squares), []
    while left:
        group, todo = set(), [left.pop()]
        while todo:
            group.add(one := todo.pop())
            near = {square for square in left if apart(square, one) == 1}
            left -= near
            todo += near
        found.append(group)
    return sorted(found, key=len, reverse=True)


def turned(position: Position) -> Position:
    return (*position[:3], 1 - position[3])


def lead(position: Position, side: int) -> int:
    return (position[side].bit_count()) - (position[1 - side].bit_count())


def apart(one: str, other: str) -> int:
    return max(abs(ord(one[0]) - ord(other[0])), abs(int(one[1:]) - int(other[1:])))


def proved(game: Game, position: Position) -> dict[tuple[str, ...], int]:
    """The proved scores, each of which is what the best reply leaves."""
    found = exact(game, position)
    assert found is not None
    scores = {line.pv[0].path: line.score for line in found.lines}
    assert {move.path for move in game.moves(position)} == set(scores)
    for move in game.moves(position):
        after = game.play(position, move)
        if game.outcome(after) is None and (replies := exact(game, after)):
            assert abs(replies.score + scores[move.path]) <= 1  # a win counts its plies
    return scores


def outcome(case: Case, score: int) -> int:
    least = 1 if case.game.margin(case.before) is not None else WON
    return (score >= least) - (score <= -least)


def keeping(case: Case, what: str) -> list[int]:
    """The scores that keep the win, the draw or the points that the explained move keeps."""
    here = case.scores[case.move.path]
    if what == "points":
        return [score for score in case.scores.values() if score >= here]
    least = {"win": 1, "draw": 0}[what]
    assert outcome(case, here) == least
    return [score for score in case.scores.values() if outcome(case, score) >= least]


def only(what: str) -> Callable[[Case], bool]:
    return lambda case: len(keeping(case, what)) == 1


def comes_to(case: Case, taken: int, lost: int) -> bool:
    """Whether the move and the captures that follow, each as good as any, may take and lose so many pieces, and the
    line of the search keeps what is won."""
    gain = case.gain(case.before, case.move)
    return (taken, lost) in totals(case, case.before, case.move) and gain == taken - lost > 0 and case.kept(gain)


def totals(case: Case, position: Position, move: Move) -> set[tuple[int, int]]:
    """What a move and the captures that follow, each as good as any, may take and lose."""
    after = case.game.play(position, move)
    best = [one for one in case.game.moves(after) if one.captured and case.gain(after, one) == case.exchange(after)]
    ends = {end for one in best for end in totals(case, after, one)} or {(0, 0)}
    return {(len(move.captured) + theirs, ours) for ours, theirs in ends}


def named(case: Case, side: str, away: int) -> bool:
    """Whether this is the name of the side that moves, or of the other."""
    return side == SIDE_NAMES[SIDES[case.side ^ away]]


def taken_on(case: Case, square: str) -> bool:
    return [spoken(case, one) for one in case.move.captured] == [square]


def from_largest(case: Case) -> bool:
    """Whether a piece of an enemy group is taken that is as large as any, and more than one piece."""
    enemy = case.groups(case.before, 1 - case.side)
    return any(set(case.move.captured) & group for group in enemy if len(group) == len(enemy[0]) > 1)


def crowned(case: Case) -> bool:
    return case.pieces(case.after, case.side)[case.target] and not case.pieces(case.before, case.side)[case.origin]


def settling(case: Case, line: Line) -> int:
    """The moves of a line until as many pieces as at its end are won, nothing can be taken, and they stay won."""
    after = [case.reached(line.pv[:plies]) for plies in range(1, len(line.pv) + 1)]
    quiet = [not any(move.captured for move in case.game.moves(one)) for one in after]
    won = [lead(one, case.side) >= case.final_lead(line) for one in after]
    stays = [
        all(fine for fine, is_quiet in zip(won[at:], quiet[at:], strict=True) if is_quiet) for at in range(len(won))
    ]
    return next(at for at, is_quiet in enumerate(quiet) if is_quiet and stays[at]) + 1


def back_row(case: Case, position: Position) -> list[str]:
    return [name for name, is_king in case.pieces(position, case.side).items() if not is_king and not case.rank(name)]


def same(result: int) -> Callable[[Case], bool]:
    return lambda case: {outcome(case, score) for score in case.scores.values()} == {result}


def central(case: Case, square: str) -> bool:
    board = case.game.board
    file, rank = "abcdefgh".index(square[0]), int(square[1:]) - 1
    return abs(2 * file - board.files + 1) < board.files / 2 and board.ranks // 2 - 1 <= rank <= board.ranks // 2


def stuck(case: Case, before: Position, now: Position, side: int) -> list[str]:
    """The pieces that could move and cannot now."""
    held = case.movable(before) - case.movable(now)
    return case.spoken([square for square in case.pieces(case.after, side) if square in held])


def in_danger(case: Case, position: Position) -> set[str]:
    return {square for move in case.game.moves(position) for square in move.captured}


def joins_next(case: Case, position: Position, square: str, most: int = 99) -> bool:
    """Whether a move of this piece leaves its side, which is to move, fewer groups than now, and than `most`."""
    side = position[3]
    now = min(len(case.groups(position, side)), most)
    moves = [move for move in case.game.moves(position) if move.path[:1] == (square,)]
    return any(len(case.groups(case.game.play(position, move), side)) < now for move in moves)


def joining(case: Case, position: Position) -> list[str]:
    return [square for square in case.pieces(position, position[3]) if joins_next(case, position, square)]


def kept_apart(case: Case, square: str) -> bool:
    return joins_next(case, case.before_null, square) and not joins_next(case, case.after, square)


def will_join(case: Case, square: str) -> bool:
    before = case.origin if square == case.target else square
    most = len(case.groups(case.before, case.side))
    return joins_next(case, case.after_null, square, most) and not joins_next(case, case.before, before)


def joins_by(case: Case, text: str, position: Position) -> bool:
    """Whether the move of this text in a position leaves its side fewer groups than before the move explained."""
    most = len(case.groups(case.before, position[3]))
    found = [move for move in case.game.moves(position) if move_text(case.game, position, move) == text]
    return len(found) == 1 and len(case.groups(case.game.play(position, found[0]), position[3])) < most


def new_captures(case: Case, before: Position, now: Position) -> list[Move]:
    """The captures of one position that are not legal in another."""
    known = {move.path for move in case.game.moves(before)}
    return [move for move in case.game.moves(now) if move.captured and move.path not in known]


def exactly(
    test: Callable[[Case, str], bool], case: Case, position: Position, side: int, said: Sequence[str]
) -> bool:
    """Whether this is so of the pieces said, and of no other of the side."""
    return sorted(said) == case.spoken([square for square in case.pieces(position, side) if test(case, square)])


def turns(case: Case, plies: int, n: int) -> bool:
    """Whether the win is as near as that, and reached where the line is long enough."""
    pv = case.lines[0].pv
    if len(pv) < plies:
        return n == (plies + 1) // 2
    position = case.before
    for move in pv[:plies]:
        position = case.game.play(position, move)
    end = case.game.outcome(position)
    return end is not None and end.winner is not None and n == (plies + 1) // 2


def connects_in_two(case: Case, position: Position) -> bool:
    """Whether the pieces of the side to move can be one group after two of its moves."""
    side = position[3]
    for move in case.game.moves(position):
        then = (*case.game.play(position, move)[:3], side)
        ends = [case.game.play(then, one) for one in case.game.moves(then)]
        if any(len(case.groups(end, side)) == 1 for end in [then, *ends]):
            return True
    return False


def covered(case: Case, square: str, *, takes_back: bool = False) -> bool:
    """Whether a capture of the piece there, which would have won it, is answered by a capture, of what has captured
    it or of any, and wins nothing."""
    captures = [
        one for one in case.game.moves(case.after) if one.captured and spoken(case, one.captured[0]) == square
    ]
    return any(
        case.gain(case.before_null, one) > 0 >= case.gain(case.after, one)
        and case.exchange(then := case.game.play(case.after, one)) > 0
        and (not takes_back or any(one.path[-1] in reply.captured for reply in case.game.moves(then)))
        for one in captures
        if one in case.game.moves(case.before_null)
    )


def answers(case: Case, move: str, reply: str) -> bool:
    """Whether a capture that would have won pieces is answered by that capture, which is as good as any."""
    captures = [one for one in case.game.moves(case.after) if one.captured and case.called(one, move)]
    then = [case.game.play(case.after, one) for one in captures]
    found = [(case.gain(at, one), move_text(case.game, at, one)) for at in then for one in case.game.moves(at)]
    return (
        len(captures) == 1
        and case.gain(case.before_null, captures[0]) > 0 >= case.gain(case.after, captures[0])
        and max(gain for gain, _ in found) in [gain for gain, text in found if text == reply]
    )


def spoken(case: Case, square: str) -> str:
    return case.game.spoken(square)


def sheltered(case: Case, square: str = "", move: str = "") -> bool:
    """Whether a capture that won pieces, of the piece there or so written, is no longer legal, and none wins any."""
    return case.exchange(case.after) <= 0 and any(
        case.gain(case.before_null, one) > 0
        and (spoken(case, one.captured[0]) == square if square else case.called(one, move))
        for one in new_captures(case, case.after, case.before_null)
    )


def threatened(case: Case) -> list[Move]:
    """The captures that would win pieces if the opponent did not move, and were not there before."""
    found = new_captures(case, case.before, case.after_null)
    return [one for one in found if case.gain(case.after_null, one) > 0]


def without(case: Case, where: Sequence[str], movable: Callable[[Position], set[str]]) -> bool:
    """Whether these enemy pieces were movable before the move, and are not after it, nor after the best reply."""
    held = movable(case.before_null) - movable(case.after) - movable(turned(case.replied))
    there = case.pieces(case.replied, 1 - case.side)
    return sorted(where) == case.spoken(
        [one for one in case.pieces(case.after, 1 - case.side) if one in held & set(there)]
    )


def safely(case: Case) -> Callable[[Position], set[str]]:
    return lambda position: {move.path[0] for move in case.safe(position) if move.path}


def is_free(case: Case) -> bool:
    return not any(move.captured for move in case.game.moves(case.after))


def is_safe(case: Case, piece: str) -> bool:
    """Whether this piece moves, and nothing can be taken after it, nor is lost in the line."""
    return spoken(case, case.origin) == piece and is_free(case) and case.kept(0)


def nearest(case: Case, square: str, position: Position) -> int:
    """How far the nearest enemy piece is from a square."""
    return min(apart(square, one) for one in case.pieces(position, 1 - case.side))


def passed(case: Case) -> bool:
    """Whether no enemy piece stands before the man, as wide as it may come by."""
    forward = -1 if case.side else 1
    return all(
        abs(ord(one[0]) - ord(case.target[0])) > ahead + 1
        for one in case.pieces(case.after, 1 - case.side)
        if (ahead := forward * (int(one[1:]) - int(case.target[1:]))) > 0
    )


def behind(case: Case, piece: str) -> bool:
    """Whether the piece that has moved stands diagonally behind that one of its side."""
    forward = -1 if case.side else 1
    return any(
        spoken(case, one) == piece and int(one[1:]) - int(case.target[1:]) == forward and apart(one, case.target) == 1
        for one in case.pieces(case.replied, case.side)
    )


def groups(case: Case, number: Callable[[int, int, int], bool], enemy: bool = False) -> bool:
    """Whether the numbers of groups before the move, after it and after the best reply are so."""
    side = 1 - case.side if enemy else case.side
    return number(*(len(case.groups(one, side)) for one in (case.before, case.after, case.replied)))


def in_group(case: Case) -> set[str]:
    """The group of the piece that has moved."""
    return next(group for group in case.groups(case.after, case.side) if case.target in group)


def bit(case: Case) -> int:
    return case.game.board.bit[case.target]


def how_is(case: Case, how: Any) -> bool:
    """Whether a capture is told by what takes, where no other takes with that, or else by where it ends."""
    if isinstance(how, Phrase):
        piece = how.values["piece"]
        assert isinstance(piece, Phrase)
        is_alone = all(one.path[0] != case.origin for one in others(case))
        return piece.values["square"] == spoken(case, case.origin) and is_alone
    return bool(how == spoken(case, case.target))


def others(case: Case) -> list[Move]:
    return [move for move in case.game.moves(case.before) if move.path != case.move.path]


def is_trade(case: Case) -> bool:
    return case.gain(case.before, case.move) == 0 and case.kept(0) and (case.taken > 0 or not is_free(case))


def before_moves(square: str, moves: Sequence[Move]) -> str:
    for move in reversed(moves):
        if move.path and move.path[-1] == square:
            square = move.path[0]
    return square


def moves_of(case: Case, position: Position, square: str) -> int:
    return sum(move.path[:1] == (square,) for move in case.game.moves(position))


def in_double_corner(case: Case, square: str) -> bool:
    corners = ("a1", "a8", "h1", "h8")
    return any(apart(corner, square) == 1 and corner not in case.game.board.bit for corner in corners) and (
        square[0] in "ah" or square[1:] in ("1", "8")
    )


def ways_open(case: Case, position: Position, square: str) -> int:
    """In how many ways an enemy that stands beside the piece there, or can step there, could jump it."""
    own, enemies, count = case.pieces(position, case.side), case.pieces(position, 1 - case.side), 0
    for across, up in product((-1, 0, 1), repeat=2):
        front, behind = (chr(ord(square[0]) + way * across) + str(int(square[1:]) + way * up) for way in (1, -1))
        is_free = {front, behind} <= set(case.game.board.squares) - set(own) and behind not in enemies
        count += is_free and front != behind and any(apart(front, one) <= 1 for one in enemies)
    return count


def below(case: Case, least: int) -> int:
    """The best score of the other moves."""
    return max(score for score in case.scores.values() if score < least)


def stands(case: Case, position: Position, side: int, where: frozenset[str]) -> bool:
    """Whether these squares can be in a side's islands at the end against each of the other's best moves."""
    moves = case.game.moves(position)
    if case.game.outcome(position) is not None:
        enemy = case.pieces(position, 1 - side)
        islands = [group for group in case.groups(position, side) if not touches(group, enemy)]
        return where <= {square for group in islands for square in group}
    found = proved(case.game, position)
    best = [case.game.play(position, move) for move in moves if found[move.path] == max(found.values())]
    return (any if position[3] == side else all)(stands(case, one, side, where) for one in best)


def ends_with(case: Case, where: Sequence[str], points: int) -> bool:
    """Whether best play ends so, with such an island where the move lands, against each of the best replies."""
    assert case.scores[case.move.path] == max(case.scores.values()) == points * POINT_SCORE
    end = case.reached(case.lines[0].pv)
    enemy = case.pieces(end, 1 - case.side)
    islands = [group for group in case.groups(end, case.side) if not touches(group, enemy)]
    found = [group for group in islands if case.target in group and sorted(where) == case.spoken([*group])]
    return bool(found) and stands(case, case.after, case.side, frozenset(found[0]))


def touches(group: set[str], enemy: Iterable[str]) -> bool:
    return any(apart(one, other) == 1 for one in group for other in enemy)


def men(case: Case, side: int) -> list[str]:
    return [name for name, is_king in case.pieces(case.before, side).items() if not is_king]


def next_capture(case: Case, text: str) -> bool:
    """Whether the next move of the line is this capture, which could not be made before."""
    move = case.lines[0].pv[2]
    return (
        bool(move.captured)
        and move_text(case.game, case.replied, move) == text
        and not case.game.find(case.before, move.path)
        and all(
            case.game.find(case.game.play(case.after, one), move.path)
            for one in case.game.moves(case.after)
            if one.captured
        )
    )


def guarded(case: Case, square: str, position: Position) -> bool:
    """Whether the side to move can step to a square, as it is spoken of, and lose no piece by it."""
    steps = [move for move in case.game.moves(position) if move.path and spoken(case, move.path[-1]) == square]
    assert steps
    return any(case.gain(position, move) >= 0 for move in steps if not move.captured)


def lowered(case: Case, count: int) -> bool:
    """Whether every move loses pieces, as captures alone show or a search of all of them, and the one so many."""
    gains = {move.path: case.gain(case.before, move) for move in case.game.moves(case.before)}
    if max(gains.values()) < 0 and gains[case.move.path] == max(gains.values()):
        return gains[case.move.path] == -count
    before, compared = lead(case.before, case.side), Question(case.game, case.before, case.lines).compared
    others = [line for line in compared if line.pv[0].path != case.move.path]
    ends = [case.final_lead(line) for line in (case.lines[0], *others)]
    return len(ends) == len(gains) and before - count == ends[0] == max(ends)


def nearest_one(case: Case, square: str) -> str:
    return min(case.pieces(case.before, 1 - case.side), key=lambda one: (apart(square, one), one))


def ends_so(case: Case, turns_: int, *, has_pieces: bool) -> bool:
    """Whether the line wins so soon, and leaves the opponent pieces, or none."""
    end = case.reached(case.lines[0].pv)
    return turns(case, WIN - case.lines[0].score, turns_) and has_pieces == bool(case.pieces(end, 1 - case.side))


def kings(case: Case) -> list[int]:
    """How many kings its side and the other have after the move."""
    return [sum(case.pieces(case.after, side).values()) for side in (case.side, 1 - case.side)]


def connecting(case: Case, *texts: str) -> bool:
    """Whether after each reply the side can end the game in its favour: by one of the moves so written, if any."""
    for reply in case.game.moves(case.after):
        winning = case.winning(case.game.play(case.after, reply))
        if not winning or (texts and not set(texts) & set(winning)):
            return False
    return True


def comes_out(case: Case, path: tuple[str, ...], result: Phrase) -> bool:
    """Whether a move is proved to come to that, and to less than the move explained, which is proved to be best."""
    score, best = case.scores[path], max(case.scores.values())
    count = Phrase("count.points", n=abs(score) // POINT_SCORE)
    loss = Phrase("comes-to.loss", count=count)
    if best < 0:
        loss = Phrase("comes-to.worse", count=count, n=abs(best) // POINT_SCORE)
    texts = Phrase("comes-to.draw"), Phrase("comes-to.win", count=count), loss
    return result == texts[(score > 0) - (score < 0)] and score < best == case.scores[case.move.path]


def same_chain(case: Case, square: str, other: str, result: Phrase, *, longer: bool) -> bool:
    """Whether the piece, which ends its jumps there, could end them on the other square: before, or later."""
    path = case.move.path
    chains = [one.path for one in case.game.moves(case.before) if one.path[-1] == other]
    begun = [one for one in chains if (path[: len(one)] == one if longer else one[: len(path)] == path)]
    return path[-1] == square and any(len(one) != len(path) and comes_out(case, one, result) for one in begun)


def islands_of(case: Case, line: Sequence[Move], side: int) -> list[set[str]]:
    end = case.reached(line)
    enemy = case.pieces(end, 1 - side)
    return [group for group in case.groups(end, side) if not touches(group, enemy)]


def denied(case: Case, n: int, where: Sequence[str], text: str) -> bool:
    """Whether best play after that move, proved to be worse, brings the opponent so many islands there, and this one
    nothing on their squares."""
    other = case.named(text)
    if not case.scores[other.path] < case.scores[case.move.path] == max(case.scores.values()):
        return False
    squares = frozenset(name for name in case.game.board.squares if case.game.spoken(name) in where)
    here = set().union(*islands_of(case, case.lines[0].pv, 1 - case.side))
    after = case.game.play(case.before, other)
    return n == len(touching(squares)) and not squares & here and stands(case, after, 1 - case.side, squares)


def next_in_rock(case: Case, text: str) -> tuple[int, int]:
    """How many groups the next capture, so written and new, leaves its side and the other, compared with now."""
    move = next(one for one in case.game.moves(case.after_null) if move_text(case.game, case.after_null, one) == text)
    assert move.captured
    assert not case.game.find(case.before, move.path)
    then = case.game.play(case.after_null, move)
    sides = (case.side, 1 - case.side)
    own, enemy = (len(case.groups(then, side)) - len(case.groups(case.after, side)) for side in sides)
    return own, enemy


def avenged(case: Case, piece: str) -> bool:
    """Whether a capture of that piece can be answered by one on its square, and could not before."""

    def answered(position: Position, capture: Move) -> bool:
        then = case.game.play(position, capture)
        return any(capture.path[-1] in move.captured for move in case.game.moves(then))

    captures = [
        one for one in case.game.moves(case.before_null) if one.captured and spoken(case, one.captured[0]) == piece
    ]
    still = [one for one in captures if case.game.find(case.after, one.path)]
    return any(answered(case.after, one) and not answered(case.before_null, one) for one in still)


def attacks_from(case: Case, square: str, other: str) -> bool:
    """Whether in its line the piece comes there, and could then win the other by a capture if it moved again."""
    place, position = case.target, case.after
    for at, move in enumerate(case.lines[0].pv[1:], 1):
        place = move.path[-1] if move.path[:1] == (place,) else place
        position = case.game.play(position, move)
        again = turned(position)
        captures = [one for one in case.game.moves(again) if one.path[0] == place and case.gain(again, one) > 0]
        hit = {spoken(case, name) for one in captures for name in one.captured}
        if at % 2 == 0 and spoken(case, place) == square and other in hit:
            return True
    return False


def is_behind(case: Case, piece: str) -> bool:
    """Whether the man stands right behind that one of its side, as the enemy before it sees it."""
    board, ahead = case.game.board, -1 if case.side else 1
    for way in (-1, 1):
        friend, front = board.step(case.target, (way, ahead)), board.step(case.target, (2 * way, 2 * ahead))
        if friend and front and spoken(case, friend) == piece and friend in case.pieces(case.replied, case.side):
            comes = {one.path[-1] for at in (case.before_null, case.after) for one in case.game.moves(at)}
            return front in comes or front in case.pieces(case.after, 1 - case.side)
    return False


def was_premature(case: Case, text: str) -> bool:
    """Whether the side's next move in the line loses a piece if it is played at once, and none then."""
    move = case.lines[0].pv[2]
    assert move_text(case.game, case.replied, move) == text
    return case.gain(case.before, move) < 0 <= min(case.gain(case.replied, move), case.gain(case.after_null, move))


def holding(case: Case, result: int) -> tuple[int, int]:
    """How many of its side's moves come to this result, 1 a win and 0 a draw, as the move does, and of how many."""
    assert outcome(case, case.scores[case.move.path]) == result
    return sum(outcome(case, score) == result for score in case.scores.values()), len(case.scores)


def approached(case: Case, piece: str) -> bool:
    """Whether the piece comes closer to this enemy piece, the nearest to it, and the best reply brings that no
    farther away than it was."""
    enemies = case.pieces(case.before, 1 - case.side)
    far = min(apart(case.origin, one) for one in enemies)
    prey = next(one for one in enemies if spoken(case, one) == piece)
    fled = [move.path[-1] for move in case.lines[0].pv[1:2] if move.path[:1] == (prey,)]
    return apart(case.origin, prey) == far > apart(case.target, prey) and all(
        apart(case.target, place) <= far for place in fled
    )


def safe_replies(case: Case, n: int, m: int) -> bool:
    legal = case.game.moves(case.after)
    return len(legal) == m and len(case.safe(case.after)) == n < len(case.safe(case.before_null))


def safe_moves_of(case: Case, position: Position, piece: str) -> int:
    """With how many of its moves a piece goes where nothing can capture it at once."""
    ends = [(case.game.play(position, one), one) for one in case.game.moves(position)]
    open_to = [(one, in_danger(case, end)) for end, one in ends if spoken(case, one.path[0]) == piece]
    return sum(one.path[-1] not in danger for one, danger in open_to)


def comes_closer(case: Case, other: str) -> bool:
    """Whether the piece is nearer to that one of its side, and has as many neighbours as before."""
    own = case.pieces(case.replied, case.side)
    beside = [
        sum(apart(square, one) == 1 for one in own if one != case.target) for square in (case.origin, case.target)
    ]
    nearer = [spoken(case, one) for one in own if apart(case.target, one) < apart(case.origin, one)]
    is_taken = any(case.target in one.captured for one in case.game.moves(case.after))
    return other in nearer and beside[1] >= beside[0] and not is_taken


def moves_left(case: Case, position: Position, square: str) -> int:
    return sum(spoken(case, one.path[0]) == square for one in case.game.moves(position))


FACTS: dict[str, Callable[..., bool]] = {
    "hint.wins-blocked": lambda c, side, turns_: named(c, side, 1) and ends_so(c, turns_, has_pieces=True),
    "hint.wins-last": lambda c, side, turns_: named(c, side, 1) and ends_so(c, turns_, has_pieces=False),
    "hint.crowns-attacking": lambda c, piece: (
        crowned(c)
        and c.kept(0)
        and any(
            one.path[0] == c.target and spoken(c, one.captured[0]) == piece and c.gain(c.after_null, one) > 0
            for one in c.game.moves(c.after_null)
            if one.captured
        )
    ),
    "hint.crowns-first": lambda c, n, side: crowned(c) and c.kept(0) and named(c, side, 1) and kings(c) == [n, 0],
    "hint.crowns-against": lambda c, n, m: crowned(c) and c.kept(0) and kings(c) == [n, m],
    "hint.connects-next": lambda c, move: connecting(c, move),
    "hint.connects-either": lambda c, move, other, side: named(c, side, 1) and connecting(c, move, other),
    "hint.connects-anyhow": lambda c, side: named(c, side, 1) and connecting(c),
    "hint.threatens-win": lambda c, move: move in c.winning(c.after_null) and not c.winning(c.before),
    "hint.jumps-on": lambda c, square, other, result: same_chain(c, square, other, result, longer=True),
    "hint.stops": lambda c, square, other, result: same_chain(c, square, other, result, longer=False),
    "hint.resists": lambda c, n, move, result: (
        n == len(c.named(move).captured) == max(len(one.captured) for one in c.game.moves(c.before))
        and n > len(c.move.captured)
        and comes_out(c, c.named(move).path, result)
    ),
    "hint.denies": lambda c, n, side, where, move: named(c, side, 1) and denied(c, n, where, move),
    "hint.threatens-capture": lambda c, move, side: next_in_rock(c, move)[0] >= 0 >= next_in_rock(c, move)[1],
    "hint.threatens-link": lambda c, move, side: next_in_rock(c, move)[0] < 0,
    "hint.threatens-split": lambda c, move, side: next_in_rock(c, move)[1] > 0 and named(c, side, 1),
    "hint.guards-piece": lambda c, piece, side: named(c, side, 1) and avenged(c, piece),
    "hint.blocks": lambda c, square, n, m: (
        moves_left(c, c.before_null, square) == m
        and max(moves_left(c, one, square) for one in (c.after, turned(c.replied))) == n <= m // 2
    ),
    "hint.heads-for": lambda c, piece, square, other: (
        spoken(c, c.origin) == piece and attacks_from(c, square, other) and c.kept(0)
    ),
    "hint.backs-up": lambda c, piece: is_behind(c, piece) and c.kept(0),
    "hint.enables": lambda c, move: was_premature(c, move) and c.kept(0),
    "hint.occupies": lambda c, square, side: (
        named(c, side, 1)
        and spoken(c, c.target) == square
        and square in [spoken(c, one.path[-1]) for one in c.game.moves(c.before_null)]
    ),
    "hint.nets": lambda c, piece, n: (
        lead(c.before, c.side) > 0
        and n == safe_moves_of(c, c.after, piece) < safe_moves_of(c, c.before_null, piece)
        and c.kept(0)
    ),
    "hint.restricts": lambda c, side, n, m: named(c, side, 1) and safe_replies(c, n, m) and c.kept(0),
    "hint.ends-points": lambda c, count: (
        (end := c.game.outcome(c.after)).winner == SIDES[c.side] and abs(end.scores["w"] - end.scores["b"]) == count
    ),
    "hint.others-lose": lambda c: c.lines[1].score <= -WON < c.lines[0].score,
    "hint.others-lose-to": lambda c, move, reply: (
        c.lines[1].score <= -WON < c.lines[0].score and c.other_begins(move, reply)
    ),
    "hint.holds-draw": lambda c, n, m: holding(c, 0) == (n, m) and 2 * n <= m,
    "hint.holds-win": lambda c, n, m: holding(c, 1) == (n, m) and 2 * n <= m,
    "hint.careful-draw": lambda c, n, m: holding(c, 0) == (m - n, m) and n > 0,
    "hint.wins-caught": lambda c, piece, turns_: (
        turns(c, WIN - c.lines[0].score, turns_)
        and [spoken(c, one) for one in c.pieces(c.after, 1 - c.side)] == [piece]
    ),
    "hint.one-good-reply": lambda c, side, move: (
        named(c, side, 1)
        and [path for path, score in replies.items() if score > max(replies.values()) - POINT_SCORE]
        == [c.named(move, c.move).path]
        if (replies := proved(c.game, c.after))
        else False
    ),
    "hint.out-of-danger": lambda c, n, where: (
        c.spoken((in_danger(c, c.before_null) - in_danger(c, c.after)) & set(c.pieces(c.after, c.side)))
        == sorted(where)
        and len(where) == n
        and len(in_danger(c, c.after)) < len(in_danger(c, c.before_null))
    ),
    "hint.ends-best": lambda c: c.lines[0].score > c.lines[1].score,
    "hint.ends-draw": lambda c: c.game.outcome(c.after).winner is None,
    "hint.ends-lost": lambda c: c.game.outcome(c.after).winner == SIDES[1 - c.side],
    "hint.one-reply": lambda c, side, move: (
        named(c, side, 1) and [one.path for one in c.safe(c.after)] == [c.named(move, c.move).path] and c.kept(0)
    ),
    "hint.best-capture": lambda c, how, count: (
        how_is(c, how)
        and c.gain(c.before, c.move) - max(c.gain(c.before, one) for one in others(c)) == count > 0
        and c.compels(c.before)
    ),
    "hint.steps-away": lambda c, side, piece: (
        named(c, side, 1) and spoken(c, c.origin) == piece and sheltered(c, piece) and c.kept(0)
    ),
    "hint.fills": lambda c, side, piece: (
        named(c, side, 1)
        and sheltered(c, piece)
        and c.kept(0)
        and any(
            c.target in one.path and spoken(c, one.captured[0]) == piece
            for one in c.game.moves(c.before_null)
            if one.captured
        )
    ),
    "hint.covers": lambda c, side, piece: named(c, side, 1) and covered(c, piece, takes_back=True) and c.kept(0),
    "hint.counters": lambda c, side, piece: named(c, side, 1) and covered(c, piece) and c.kept(0),
    "hint.safe": lambda c: is_free(c) and c.kept(0) and 2 * len(c.safe(c.before)) <= len(c.game.moves(c.before)),
    "hint.answered": lambda c: (
        not is_free(c)
        and c.exchange(c.after) <= 0
        and c.kept(0)
        and 2 * len(c.safe(c.before)) <= len(c.game.moves(c.before))
    ),
    "hint.trades-attacked": lambda c, side, piece: (
        named(c, side, 1)
        and is_trade(c)
        and any(
            c.gain(c.before_null, one) > 0 and piece in [spoken(c, square) for square in one.captured]
            for one in c.game.moves(c.before_null)
            if one.captured
        )
    ),
    "hint.trades-centre": lambda c, side: named(c, side, 1) and is_trade(c),
    "hint.parries": lambda c, side, move, count: (
        named(c, side, 1) and c.wins_by(c.before_null, move, count) and c.kept(0)
    ),
    "hint.intends": lambda c, move, count: c.wins_by(c.after_null, move, count) and c.kept(0),
    "hint.spoils": lambda c, side, move: (
        named(c, side, 1)
        and c.gain(c.before_null, c.other_move(move)) >= 0 > c.gain(c.after, c.other_move(move))
        and c.kept(0)
    ),
    "hint.freer": lambda c, piece, n, m: (
        spoken(c, c.origin) == piece
        and moves_of(c, c.before, c.origin) == m
        and min(moves_of(c, one, c.target) for one in (c.after_null, c.replied)) == n > m
        and c.kept(0)
    ),
    "hint.double-corner-stay": lambda c: (
        in_double_corner(c, c.target) and in_double_corner(c, c.origin) and lead(c.before, c.side) < 0 and c.kept(0)
    ),
    "hint.walls": lambda c, piece: (
        c.kept(0)
        and any(
            spoken(c, one) == piece
            and apart(one, c.target) == 1
            and ways_open(c, c.after, one) < ways_open(c, c.before, one)
            for one in c.pieces(c.replied, c.side)
            if one in c.pieces(c.before, c.side)
        )
    ),
    "hint.hunts": lambda c, piece: lead(c.before, c.side) > 0 and c.kept(0) and approached(c, piece),
    "hint.wins-hunting": lambda c, piece, turns_: turns(c, WIN - c.lines[0].score, turns_) and approached(c, piece),
    "hint.far-better": lambda c, piece: (
        spoken(c, c.origin) == piece and c.lines[0].score - c.lines[1].score > MAX_WORSE
    ),
    "hint.take-either": lambda c: (
        len(c.game.moves(c.before)) == 2 and c.compels(c.before) and c.lines[0].score == c.lines[1].score
    ),
    "hint.concedes-mover": lambda c, piece: not c.kept(0) and lowered(c, 1) and spoken(c, c.origin) == piece,
    "hint.take": lambda c, piece: piece == spoken(c, c.move.captured[0]),
    "hint.joins": lambda c, piece, n: (
        spoken(c, c.origin) == piece
        and groups(c, lambda before, now, then: max(now, then) == n < before)
        and len(in_group(c)) > 1
    ),
    "hint.joins-main": lambda c, piece, n: (
        spoken(c, c.origin) == piece
        and len(in_group(c)) == n > len(c.groups(c.before, c.side)[0])
        and all(2 * len(group) <= n for group in c.groups(c.after, c.side)[1:])
    ),
    "hint.splits": lambda c, square, side, n: (
        named(c, side, 1) and taken_on(c, square) and groups(c, lambda m, k, then: min(k, then) == n > m, enemy=True)
    ),
    "hint.takes-beside": lambda c, square: (
        taken_on(c, square)
        and any(apart(one, c.target) == 1 for one in c.pieces(c.replied, c.side) if one in c.pieces(c.after, c.side))
    ),
    "hint.takes-attacker": lambda c, square, other: (
        taken_on(c, square)
        and any(
            other == spoken(c, one.captured[0])
            for one in c.game.moves(c.before_null)
            if one.captured and one.path[0] in c.move.captured
        )
    ),
    "hint.will-join": lambda c, move: joins_by(c, move, c.replied),
    "hint.bars-count": lambda c, side, move: (
        named(c, side, 1) and c.game.why(c.after, c.other_move(move).path).rule == "distance"
    ),
    "hint.escapes": lambda c, side, square: (
        named(c, side, 1)
        and spoken(c, c.origin) == square
        and any(c.origin in one.captured for one in c.game.moves(c.before_null))
    ),
    "hint.leaves-edge": lambda c, piece: (
        spoken(c, c.origin) == piece and c.inside(c.origin) == 0 < c.inside(c.target)
    ),
    "hint.only": lambda c: len(c.game.moves(c.before)) == 1,
    "hint.ends": lambda c: c.game.outcome(c.after).winner == SIDES[c.side],
    "hint.wins": lambda c, turns_: turns(c, WIN - c.lines[0].score, turns_),
    "hint.all-draw": same(0),
    "hint.takes": lambda c, piece, count: (
        piece == spoken(c, c.move.captured[0]) and c.gain(c.before, c.move) == c.taken == count and c.kept(count)
    ),
    "hint.exchange-wins": lambda c, count, lost: c.taken > 0 and comes_to(c, count, lost),
    "hint.shot": lambda c, count, lost: c.taken == 0 and comes_to(c, count, lost),
    "hint.threatens": lambda c, piece: (
        c.exchange(c.after) <= 0 and piece in [spoken(c, one.captured[0]) for one in threatened(c)] and c.kept(0)
    ),
    "hint.threatens-jump": lambda c, count: count in [len(one.captured) for one in threatened(c)] and c.kept(0),
    "hint.no-reply": lambda c, side: named(c, side, 1) and not c.safe(c.after) and c.kept(1),
    "hint.wins-soon": lambda c, count, turns_: (
        c.final_lead(c.lines[0]) - lead(c.before, c.side) == count and (settling(c, c.lines[0]) + 1) // 2 == turns_
    ),
    "hint.gives-back": lambda c, count, turns_: (
        c.gain(c.before, c.move) == -count < 0
        and max(lead(c.later(2 * turns_ - extra), c.side) for extra in (0, 1)) >= lead(c.before, c.side)
    ),
    "hint.runs": lambda c, piece: spoken(c, c.origin) == piece and c.runs(c.after, c.target, 3) and c.kept(0),
    "hint.shuts-in": lambda c, n, where: len(where) == n and without(c, where, c.movable),
    "hint.hems-in": lambda c, n, where: len(where) == n and without(c, where, safely(c)) and c.kept(0),
    "hint.advances": lambda c, piece, n: (
        spoken(c, c.origin) == piece
        and not c.pieces(c.before, c.side)[c.origin]
        and n == c.game.board.ranks - 1 - c.rank(c.target)
        and passed(c)
    ),
    "hint.ahead": lambda c, count, piece: count == lead(c.before, c.side) and is_safe(c, piece),
    "hint.behind": lambda c, count, piece: count == -lead(c.before, c.side) and is_safe(c, piece),
    "hint.look": lambda c, piece: spoken(c, c.origin) == piece,
    "hint.prevents": lambda c, side, move: (
        named(c, side, 1) and move in c.winning(c.before_null) and not c.winning(c.after)
    ),
    "hint.race": lambda c, side: (
        named(c, side, 1)
        and connects_in_two(c, c.after_null)
        and connects_in_two(c, c.replied)
        and not connects_in_two(c, c.after)
    ),
    "because.wins": lambda c, turns_: turns(c, WIN - c.lines[0].score, turns_),
    "because.loses": lambda c, turns_: turns(c, WIN + c.lines[0].score, turns_),
    "because.only-draw": only("draw"),
    "because.only-points": only("points"),
    "because.one-good-reply": lambda c, all, move: (
        len(replies := proved(c.game, c.after)) == all
        and [path for path, score in replies.items() if score > max(replies.values()) - POINT_SCORE]
        == [reply.path for reply in c.game.moves(c.after) if move_text(c.game, c.after, reply) == move]
    ),
    "because.takes-free": lambda c, count: c.taken == count and c.kept(count) and is_free(c),
    "because.takes-well": lambda c, count: c.gain(c.before, c.move) == c.taken == count and c.kept(count),
    "because.exchange-wins": lambda c, count, lost: c.taken > 0 and comes_to(c, count, lost),
    "because.sacrifice-wins": lambda c, count, lost: c.taken == 0 and comes_to(c, count, lost),
    "because.exchanges": lambda c: c.gain(c.before, c.move) == 0 < c.taken,
    "because.forces-exchange": lambda c: c.gain(c.before, c.move) == 0 == c.taken and not is_free(c),
    "because.trades-ahead": lambda c: c.gain(c.before, c.move) == 0 < lead(c.before, c.side),
    "because.shelters": lambda c, count, move: c.exchange(c.before_null) == count and sheltered(c, move=move),
    "because.covers": answers,
    "because.threatens": lambda c, count, move: (
        c.exchange(c.after_null) == count > c.exchange(c.before) - c.taken
        and [c.gain(c.after_null, one) for one in threatened(c) if c.called(one, move)] == [count]
    ),
    "because.threatens-jump": lambda c, count, move: any(
        len(one.captured) == count for one in threatened(c) if c.called(one, move)
    ),
    "because.no-reply": lambda c: not c.safe(c.after),
    "because.one-reply": lambda c, all: len(c.safe(c.after)) == 1 and len(c.game.moves(c.after)) == all,
    "because.wins-soon": lambda c, count, turns_: (
        c.final_lead(c.lines[0]) - lead(c.before, c.side) == count and (settling(c, c.lines[0]) + 1) // 2 == turns_
    ),
    "because.gives-back": lambda c, count, turns_: (
        c.gain(c.before, c.move) == -count < 0
        and max(lead(c.later(2 * turns_ - extra), c.side) for extra in (0, 1)) >= lead(c.before, c.side)
    ),
    "because.king-soon": lambda c, turns_: (
        [at for at, move in enumerate(c.lines[0].pv) if move.crowns][:1] == [2 * turns_ - 2]
    ),
    "because.crowns": lambda c: crowned(c),
    "because.runs-next": lambda c: c.runs(c.after, c.target, 1),
    "because.runs": lambda c, n: c.runs(c.after, c.target, n),
    "because.shuts-in": lambda c, count, where: len(where) == count and without(c, where, c.movable),
    "because.hems-in": lambda c, count, where: len(where) == count and without(c, where, safely(c)),
    "because.avoids": lambda c, move: (
        move == move_text(c.game, c.instead.before, c.instead.move)
        and c.instead.gain(c.instead.before, c.instead.move) > 0
        and c.instead.move not in c.game.moves(c.after)
    ),
    "because.gathers": lambda c, n, m: (
        [len(c.groups(c.reached(line.pv[:plies]), c.side)) for line in c.lines[:2]] == [n, m]
        if (plies := min(6, *(len(line.pv) for line in c.lines[:2]))) > 3
        else False
    ),
    "because.prevents": lambda c, move: move in c.winning(c.before_null) and not c.winning(c.after),
    "because.threatens-win": lambda c, move: move in c.winning(c.after_null) and not c.winning(c.before),
    "because.splits": lambda c, m, n: groups(c, lambda before, now, _: (before, now) == (m, n) and n > m, enemy=True),
    "because.takes-joiner": lambda c: any(joins_next(c, c.before_null, square) for square in c.move.captured),
    "because.takes-largest": lambda c: from_largest(c),
    "because.groups": lambda c, m, n: groups(c, lambda before, now, _: (before, now) == (m, n) and n < m),
    "because.largest": lambda c, n, all: (
        len(c.groups(c.after, c.side)[0]) == n > len(c.groups(c.before, c.side)[0])
        and len(c.pieces(c.after, c.side)) == all
    ),
    "because.keeps-apart": lambda c, count, moves: (
        len(moves) == count
        and exactly(kept_apart, c, c.after, 1 - c.side, [text.replace("x", "-").split("-")[0] for text in moves])
        and all(joins_by(c, text, c.before_null) for text in moves)
        and len(joining(c, c.after)) < len(joining(c, c.before_null))
    ),
    "because.will-join": lambda c, count, moves: (
        len(moves) == count
        and exactly(will_join, c, c.after, c.side, [text.replace("x", "-").split("-")[0] for text in moves])
        and all(joins_by(c, text, c.after_null) for text in moves)
    ),
    "because.island": lambda c, m, n: (c.islands(c.before, c.side), c.islands(c.after, c.side)) == (m, n) and n > m,
    "because.out-of-danger": lambda c, count: (
        len((in_danger(c, c.before_null) - in_danger(c, c.after)) & set(c.pieces(c.after, c.side))) == count
    ),
    "hint.lost": lambda c, turns_: (
        len(c.game.moves(c.before)) > 1
        and turns(c, WIN + c.lines[0].score, turns_)
        and (len(c.lines) < 2 or c.lines[0].score > c.lines[1].score or len(c.lines[0].pv) < 2)
    ),
    "hint.lost-to": lambda c, move, side: (
        named(c, side, 1) and all(move in c.winning(c.game.play(c.before, one)) for one in c.game.moves(c.before))
    ),
    "hint.lost-searched": lambda c: c.lines[0].score <= -WON,
    "hint.lost-alike": lambda c, turns_: (
        turns(c, WIN + c.lines[0].score, turns_) and c.lines[0].score == c.lines[1].score
    ),
    "hint.lost-trap": lambda c, side, move: (
        named(c, side, 1)
        and c.lines[0].score <= -WON
        and [path for path, score in proved(c.game, c.after).items() if score >= WON] == [c.named(move, c.move).path]
    ),
    "hint.fewest-points": lambda c, where, count, move, other: (
        ends_with(c, where, -count)
        and c.scores[c.named(move).path] == -other * POINT_SCORE == below(c, c.scores[c.move.path])
    ),
    "hint.most-points": lambda c, where, count, move, other: (
        ends_with(c, where, count)
        and c.scores[c.named(move).path] == other * POINT_SCORE == below(c, c.scores[c.move.path])
    ),
    "hint.island": lambda c, n: (
        min(c.islands(position, c.side) for position in (c.replied, c.reached(c.lines[0].pv)))
        == n
        > c.islands(c.before, c.side)
    ),
    "hint.otherwise": lambda c, move, reply, count: (
        c.other_begins(move, reply) and lead(c.before, c.side) - c.final_lead(c.lines[1]) >= count > 0 and c.kept(0)
    ),
    "hint.only-piece": lambda c, piece: (
        {move.path[0] for move in c.safe(c.before)} == {c.origin}
        and spoken(c, c.origin) == piece
        and len({move.path[0] for move in c.game.moves(c.before)}) > 2
    ),
    "hint.guards": lambda c, n, side, where: (
        named(c, side, 1)
        and len(where) == n
        and all(
            guarded(c, square, position) == is_safe
            for square in where
            for position, is_safe in ((c.before_null, True), (c.after, False), (turned(c.replied), False))
        )
    ),
    "hint.concedes": lambda c, count: not c.kept(0) and lowered(c, count),
    "hint.concedes-piece": lambda c, piece: (
        not c.kept(0) and lowered(c, 1) and piece in [*c.spoken([*c.pieces(c.before, c.side)])]
    ),
    "hint.trades-ahead": lambda c, n, m: (
        c.gain(c.before, c.move) == 0 < n - m == lead(c.before, c.side)
        and c.kept(0)
        and (c.taken > 0 or not is_free(c))
        and n < len(c.pieces(c.before, c.side))
    ),
    "hint.trades-either": lambda c, n: (
        is_trade(c)
        and c.compels(c.before)
        and {c.gain(c.before, one) for one in c.game.moves(c.before)} == {0}
        and (n, n) in totals(c, c.before, c.move)
    ),
    "hint.trades-first": lambda c, piece, other: (
        is_trade(c)
        and c.taken > 0
        and piece == spoken(c, c.move.captured[0])
        and any(
            one.captured and spoken(c, one.captured[0]) == other and one.path[0] in c.move.captured
            for one in c.game.moves(c.before_null)
        )
    ),
    "hint.trades-opens": lambda c, piece: (
        is_trade(c)
        and any(
            spoken(c, man) == piece and c.enemies_before(c.before, man)
            for man, king in c.pieces(c.before, c.side).items()
            if not king
        )
    ),
    "hint.trades": lambda c, side, piece: (
        named(c, side, 1) and is_trade(c) and c.taken > 0 and piece == spoken(c, c.move.captured[0])
    ),
    "hint.makes-room": lambda c, n, where: (
        len(where) == n
        and c.kept(0)
        and {*where} <= {*c.spoken([*(c.movable(c.after_null) & c.movable(c.replied)) - c.movable(c.before)])}
    ),
    "hint.closer": lambda c, piece, other: spoken(c, c.origin) == piece and comes_closer(c, other),
    "hint.pairs": lambda c, piece, other: spoken(c, c.origin) == piece and comes_closer(c, other),
    "hint.keeps-away": lambda c, piece, other: (
        spoken(c, c.origin) == piece
        and lead(c.before, c.side) < 0
        and c.kept(0)
        and apart(c.origin, near := nearest_one(c, c.origin)) <= 2
        and spoken(c, near) == other
        and nearest(c, c.target, c.replied) > apart(c.origin, near)
    ),
    "hint.king-soon": lambda c, piece, n: (
        spoken(c, c.origin) == piece
        and n == c.game.board.ranks - 1 - c.rank(c.target)
        and (at := next(at for at, move in enumerate(c.long_line) if move.crowns)) % 2 == 0
        and before_moves(c.long_line[at].path[-1], c.long_line[: at + 1]) == c.origin
    ),
    "hint.wins-giving": lambda c, count: (
        c.lines[0].score >= WON and c.taken == 0 and c.gain(c.before, c.move) == -count < 0
    ),
    "hint.can-answer": lambda c, side: (
        named(c, side, 1) and not is_free(c) and c.exchange(c.after) <= 0 and c.kept(0)
    ),
    "hint.offers-trade": lambda c, side: (
        named(c, side, 1) and c.compels(c.after) and c.taken == 0 and c.exchange(c.after) <= 0 and c.kept(0)
    ),
    "hint.double-corner": lambda c: (
        any(
            before_moves(square, c.long_line[:plies]) == c.origin
            for square in c.game.board.squares
            if in_double_corner(c, square)
            for plies in range(1, 8)
        )
        and lead(c.before, c.side) < 0
        and c.kept(0)
    ),
    "hint.plan-win": lambda c, where, count: ends_with(c, where, count),
    "hint.plan-draw": lambda c, where: ends_with(c, where, 0),
    "hint.others-worse": lambda c, result: (
        all(score < c.scores[c.move.path] for path, score in c.scores.items() if path != c.move.path)
        and comes_out(c, c.lines[1].pv[0].path, result)
    ),
    "hint.all-lose-points": lambda c, count: set(c.scores.values()) == {-count * POINT_SCORE},
    "hint.takes-part": lambda c, piece: piece == spoken(c, c.move.captured[0]),
    "hint.takes-back-inward": lambda c, how: how_is(c, how) and c.gain(c.before, c.move) == c.taken > 0,
    "hint.trades-advanced": lambda c, piece: (
        is_trade(c)
        and piece
        in c.spoken([man for man in men(c, 1 - c.side) if c.rank(man) == min(map(c.rank, men(c, 1 - c.side)))])
    ),
    "hint.trades-room": lambda c: is_trade(c),
    "hint.centre": lambda c, piece: (
        spoken(c, c.origin) == piece and central(c, c.target) and not central(c, c.origin) and c.kept(0)
    ),
    "hint.contests": lambda c, piece: (
        spoken(c, c.origin) == piece
        and central(c, c.target)
        and not central(c, c.origin)
        and c.exchange(c.after) <= 0
        and c.kept(0)
    ),
    "hint.together": lambda c, piece: (
        spoken(c, c.origin) == piece
        and sum(apart(c.target, one) == 1 for one in c.pieces(c.replied, c.side) if one in c.pieces(c.after, c.side))
        > 1
        and c.kept(0)
    ),
    "hint.prepares-capture": lambda c, side, move: named(c, side, 1) and next_capture(c, move),
    "hint.prepares-split": lambda c, side, move: (
        named(c, side, 1)
        and next_capture(c, move)
        and len(c.groups(c.reached(c.lines[0].pv[:3]), 1 - c.side)) > len(c.groups(c.replied, 1 - c.side))
    ),
    "hint.hinders": lambda c, side: (
        named(c, side, 1)
        and connects_in_two(c, c.before_null)
        and not connects_in_two(c, c.after)
        and not connects_in_two(c, turned(c.replied))
    ),
}
"""By the key of a sentence, whether it is true of a case with these values. Of what is counted the number is given,
of a piece the square where it stands."""


def is_true(case: Case, reason: Phrase) -> bool:
    """Whether a reason holds."""
    values: dict[str, Any] = {}
    for name, value in reason.values.items():
        inner = value.values if isinstance(value, Phrase) and name != "result" else {}
        values["turns_" if name == "turns" else name] = inner.get("n", inner.get("square", value))
    return FACTS[reason.key](case, **values)
