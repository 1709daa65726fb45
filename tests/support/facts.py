"""Says whether a reason for a move is true, by counts of its own: plain minimax, and every move played out."""

from collections.abc import Callable, Sequence
from functools import cache, cached_property
from itertools import product
from typing import Any

from saltus.analysis.chances import chance
from saltus.analysis.reasons.question import Question
from saltus.core.game import SIDE_NAMES, SIDES, Game, Move, Position
from saltus.core.phrase import Phrase
from saltus.core.score import POINT_SCORE, WIN, WON, Line
from saltus.engine.probe import exact
from saltus.notation.move import move_text


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
        """Whether the line of the search ends with so many pieces won."""
        quiet = [self.before]
        for move in self.lines[0].pv:
            quiet.append(self.game.play(quiet[-1], move))
        ends = [one for one in quiet[1:] if not any(move.captured for move in self.game.moves(one))]
        gains = [lead(one, self.side) - lead(self.before, self.side) for one in ends]
        while gains and gains[0] < gain:
            del gains[0]
        return not ends or (bool(gains) and min(gains) >= gain)

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
        left, found = set(self.pieces(position, side)), []
        while left:
            group, todo = set(), [left.pop()]
            while todo:
                group.add(one := todo.pop())
                near = {square for square in left if apart(square, one) == 1}
                left -= near
                todo += near
            found.append(group)
        return sorted(found, key=len, reverse=True)

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

    def final_lead(self, line: Line) -> int:
        """The lead at the last position of a line in which nothing can be captured."""
        position, found = self.before, None
        for move in line.pv:
            position = self.game.play(position, move)
            if not any(reply.captured for reply in self.game.moves(position)):
                found = lead(position, self.side)
        assert found is not None
        return found


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


def few(what: str) -> Callable[..., bool]:
    return lambda case, n, all: len(keeping(case, what)) == n and len(case.scores) == all


def only(what: str) -> Callable[[Case], bool]:
    return lambda case: len(keeping(case, what)) == 1


def unlike(what: str) -> Callable[..., bool]:
    return lambda case, moves: (
        len(keeping(case, what)) + len(moves) == len(case.scores)
        and all(
            outcome(case, case.scores[one.path]) < outcome(case, case.scores[case.move.path])
            or (what == "points" and case.scores[one.path] < case.scores[case.move.path])
            for one in case.game.moves(case.before)
            if move_text(case.game, case.before, one) in moves
        )
    )


def comes_to(case: Case, taken: int, lost: int) -> bool:
    """Whether the move and the captures that follow, each as good as any, may take and lose so many pieces, and the
    line of the search keeps what is won."""

    def totals(position: Position, move: Move) -> set[tuple[int, int]]:
        after = case.game.play(position, move)
        best = [
            one for one in case.game.moves(after) if one.captured and case.gain(after, one) == case.exchange(after)
        ]
        ends = {end for one in best for end in totals(after, one)} or {(0, 0)}
        return {(len(move.captured) + theirs, ours) for ours, theirs in ends}

    gain = case.gain(case.before, case.move)
    return (taken, lost) in totals(case.before, case.move) and gain == taken - lost > 0 and case.kept(gain)


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


def move_of(case: Case, position: Position, text: str) -> Move:
    return next(move for move in case.game.moves(position) if move_text(case.game, position, move) == text)


def same(result: int) -> Callable[[Case], bool]:
    return lambda case: {outcome(case, score) for score in case.scores.values()} == {result}


def deters(case: Case, move: str, reply: str) -> bool:
    """Whether a step, which the opponent could safely have made, now loses the piece to that capture."""
    steps = [step for step in case.safe(case.before_null) if move_text(case.game, case.before_null, step) == move]
    then = [case.game.play(case.after, step) for step in steps if step in case.game.moves(case.after)]
    taken = [capture for after in then for capture in case.game.moves(after) if case.gain(after, capture) > 0]
    return (
        len(then) == 1
        and case.gain(case.after, steps[0]) < 0
        and any(steps[0].path[-1] in one.captured and move_text(case.game, then[0], one) == reply for one in taken)
    )


def covers(case: Case, move: str, reply: str) -> bool:
    """Whether the opponent's capture, which would have won pieces, is answered by that capture and wins none."""
    captures = [one for one in case.game.moves(case.after) if one.captured and case.called(one, move)]
    then = [case.game.play(case.after, one) for one in captures]
    answers = [
        (case.gain(after, one), move_text(case.game, after, one)) for after in then for one in case.game.moves(after)
    ]
    return (
        len(captures) == 1
        and case.gain(case.before_null, captures[0]) > 0 >= case.gain(case.after, captures[0])
        and max(gain for gain, _ in answers) in [gain for gain, text in answers if text == reply]
    )


def has_opposition(case: Case, position: Position) -> bool:
    """Whether the pieces in the system of the side to move are odd in number; for the other side, even."""
    board, mover = case.game.board, position[3]
    home = str(board.ranks if mover else 1)
    system = {name[0] for name in board.squares if name[1:] == home}
    odd = sum(name[0] in system for side in (0, 1) for name in case.pieces(position, side)) % 2 == 1
    return odd == (mover == case.side)


def opposition(case: Case) -> bool:
    end = case.after
    while captures := [move for move in case.game.moves(end) if move.captured]:
        end = case.game.play(end, max(captures, key=lambda move: case.gain(end, move)))
    even = case.before[0].bit_count() == case.before[1].bit_count() <= 4
    return even and not has_opposition(case, case.before) and has_opposition(case, end)


def central(case: Case, square: str) -> bool:
    board = case.game.board
    file, rank = "abcdefgh".index(square[0]), int(square[1:]) - 1
    return abs(2 * file - board.files + 1) < board.files / 2 and abs(2 * rank - board.ranks + 1) < board.ranks / 2


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


FACTS: dict[str, Callable[..., bool]] = {
    "only": lambda c: len(c.game.moves(c.before)) == 1,
    "wins": lambda c, turns_: turns(c, WIN - c.lines[0].score, turns_),
    "loses": lambda c, turns_: turns(c, WIN + c.lines[0].score, turns_),
    "lost": lambda c, turns_: len(c.game.moves(c.before)) > 1 and turns(c, WIN + c.lines[0].score, turns_),
    "alone-holds": lambda c: c.lines[1].score <= -WON < c.lines[0].score < WON,
    "puts-off": lambda c: c.lines[1].score <= -WON < c.lines[0].score and chance(c.game, c.lines[0].score) <= 0.2,
    "winning": lambda c, side: (
        abs(c.lines[0].score) < WON
        and chance(c.game, c.lines[0].score * (1 if side == SIDE_NAMES[SIDES[c.side]] else -1)) >= 0.8
    ),
    "better": lambda c, side: (
        0.65 <= chance(c.game, c.lines[0].score * (1 if side == SIDE_NAMES[SIDES[c.side]] else -1)) < 0.8
    ),
    "only-good": lambda c, side: (
        side == SIDE_NAMES[SIDES[c.side]] and c.share(0) >= 0.8 > c.share(1) and c.share(0) >= c.share(1) + 0.2
    ),
    "only-holds": lambda c, side: (
        side == SIDE_NAMES[SIDES[1 - c.side]] and c.share(1) <= 0.2 < c.share(0) and c.share(0) >= c.share(1) + 0.2
    ),
    "final-draw": lambda c: max(proved(c.game, c.before).values()) == 0,
    "final": lambda c, side, n: (
        max(proved(c.game, c.before).values()) == n * POINT_SCORE * (1 if side == SIDE_NAMES[SIDES[c.side]] else -1)
    ),
    "alone-saves": lambda c: c.lines[1].score <= -WON and c.lines[0].score >= WON,
    "keeps-more": lambda c, count, move: (
        c.final_lead(c.lines[0]) - c.final_lead(c.lines[1]) == count
        and c.lines[0].score - c.lines[1].score >= 50 * count
        and move == move_text(c.game, c.before, c.lines[1].pv[0])
    ),
    "takes-free": lambda c, count: (
        c.taken == count and c.kept(count) and not any(m.captured for m in c.game.moves(c.after))
    ),
    "takes-well": lambda c, count: c.gain(c.before, c.move) == c.taken == count and c.kept(count),
    "exchange-wins": lambda c, count, lost: c.taken > 0 and comes_to(c, count, lost),
    "sacrifice-wins": lambda c, count, lost: c.taken == 0 and comes_to(c, count, lost),
    "exchanges": lambda c: c.gain(c.before, c.move) == 0 < c.taken,
    "forces-exchange": lambda c: c.gain(c.before, c.move) == 0 == c.taken and in_danger(c, c.after) != set(),
    "saves": lambda c, count: c.exchange(c.before_null) - c.exchange(c.after) == count and c.exchange(c.after) > 0,
    "shelters": lambda c, count, move: (
        c.exchange(c.before_null) == count
        and c.exchange(c.after) <= 0
        and any(
            c.gain(c.before_null, one) > 0 for one in new_captures(c, c.after, c.before_null) if c.called(one, move)
        )
    ),
    "covers": covers,
    "threatens": lambda c, count, move: (
        c.exchange(c.after_null) == count > c.exchange(c.before) - c.taken
        and [c.gain(c.after_null, one) for one in new_captures(c, c.before, c.after_null) if c.called(one, move)]
        == [count]
    ),
    "threatens-jump": lambda c, count, move: any(
        c.gain(c.after_null, one) > 0 and len(one.captured) == count
        for one in new_captures(c, c.before, c.after_null)
        if c.called(one, move)
    ),
    "wins-soon": lambda c, count, turns_: (
        c.final_lead(c.lines[0]) - lead(c.before, c.side) == count and (settling(c, c.lines[0]) + 1) // 2 == turns_
    ),
    "gathers-soon": lambda c, m, n, turns_: (
        len(c.groups(c.before, c.side)) == m > n == len(c.groups(c.later(2 * turns_ - 1), c.side))
    ),
    "makes-possible": lambda c, move: (
        c.texts(c.after_null).count(move) == 1
        and move_of(c, c.after_null, move).path not in [one.path for one in c.game.moves(c.before)]
    ),
    "makes-safe": lambda c, move: any(
        move_text(c.game, c.after_null, one) == move and c.gain(c.after_null, one) >= 0 > c.gain(c.before, one)
        for one in c.safe(c.after_null)
    ),
    "closes-in": lambda c, square: any(
        c.game.spoken(enemy) == square
        and all(apart(c.target, enemy) < apart(c.origin, other) for other in c.pieces(c.before, 1 - c.side))
        for enemy in c.pieces(c.after, 1 - c.side)
    ),
    "back-row": lambda c, count: (
        count == len(back_row(c, c.before)) == len(back_row(c, c.after))
        and c.lines[1].pv[0].path[0] in back_row(c, c.before)
    ),
    "unlike": lambda c, moves: (
        sorted(moves)
        == sorted(set(c.texts(c.before)) - {move_text(c.game, c.before, one) for one in c.safe(c.before)})
        and c.gain(c.before, c.move) >= 0
    ),
    "either-first": lambda c, move: (
        abs(c.lines[0].score - c.lines[1].score) <= 5
        and move == move_text(c.game, c.before, c.lines[1].pv[0])
        and c.lines[1].pv[0].path in [one.path for one in c.lines[0].pv[2::2]]
    ),
    "avoids-reply": lambda c, move, reply, fact: (
        move == move_text(c.game, c.before, c.lines[1].pv[0])
        and reply == move_text(c.game, c.instead.before, c.instead.move)
        and c.lines[0].score > c.lines[1].score
        and is_true(c.instead, fact)
    ),
    "gives-to-win": lambda c, count: (
        c.lines[0].score >= WON and lead(c.before, c.side) - c.final_lead(c.lines[0]) == count
    ),
    "gives-back": lambda c, count, turns_: (
        lead(c.before, c.side) - c.final_lead(c.lines[0]) == count
        and max(lead(c.later(2 * turns_ - extra), c.side) for extra in (0, 1)) >= lead(c.before, c.side)
    ),
    "loses-less": lambda c, count, move, more: (
        [lead(c.before, c.side) - c.final_lead(line) for line in c.lines[:2]] == [count, more]
        and move == move_text(c.game, c.before, c.lines[1].pv[0])
    ),
    "alone-safe": lambda c: [move.path for move in c.safe(c.before)] == [c.move.path],
    "few-safe": lambda c, n, all: (
        len(c.safe(c.before)) == n and len(c.game.moves(c.before)) == all and c.gain(c.before, c.move) >= 0
    ),
    "no-reply": lambda c: not c.safe(c.after),
    "one-reply": lambda c, all: len(c.safe(c.after)) == 1 and len(c.game.moves(c.after)) == all,
    "few-replies": lambda c, n, all: len(c.safe(c.after)) == n and len(c.game.moves(c.after)) == all,
    "deters": deters,
    "stops-move": lambda c, move: any(
        move_text(c.game, c.before_null, step) == move and step not in c.game.moves(c.after)
        for step in (c.safe(c.before_null) if c.game.material else c.game.moves(c.before_null))
    ),
    "king-soon": lambda c, turns_: (
        [at for at, move in enumerate(c.lines[0].pv) if move.crowns][:1] == [2 * turns_ - 2]
    ),
    "loses-piece": lambda c, count: (
        lead(c.before, c.side) - c.final_lead(c.lines[0]) == count
        and (len(c.lines) == 1 or c.final_lead(c.lines[1]) > c.final_lead(c.lines[0]))
    ),
    "loses-too": lambda c, count, move: (
        lead(c.before, c.side) - c.final_lead(c.lines[0]) == count
        and c.final_lead(c.lines[1]) <= c.final_lead(c.lines[0])
        and move == move_text(c.game, c.before, c.lines[1].pv[0])
    ),
    "equal": lambda c, move: (
        abs(c.lines[0].score - c.lines[1].score) <= 5 and move == move_text(c.game, c.before, c.lines[1].pv[0])
    ),
    "crowns": lambda c: c.pieces(c.after, c.side)[c.target] and not c.pieces(c.before, c.side)[c.origin],
    "runs-next": lambda c: c.runs(c.after, c.target, 1),
    "runs": lambda c, n: c.runs(c.after, c.target, n),
    "stops": lambda c, square: any(
        c.game.spoken(man) == square and c.arrives(c.before_null, man, 3) and not c.arrives(c.after, man, 3)
        for man in c.pieces(c.before_null, 1 - c.side)
    ),
    "opposition": opposition,
    "shuts-in": lambda c, count, where: stuck(c, c.before_null, c.after, 1 - c.side) == sorted(where),
    "hems-in": lambda c, count, where: (
        c.spoken(
            [
                square
                for square in c.pieces(c.after, 1 - c.side)
                if any(move.path[0] == square for move in c.safe(c.before_null))
                and not any(move.path[0] == square for move in c.safe(c.after))
            ]
        )
        == sorted(where)
    ),
    "middle": lambda c: central(c, c.target) and not central(c, c.origin) and c.stays,
    "prevents": lambda c, move: move in c.winning(c.before_null) and not c.winning(c.after),
    "threatens-win": lambda c, move: move in c.winning(c.after_null) and not c.winning(c.before),
    "splits": lambda c, m, n: (
        (len(c.groups(c.before, 1 - c.side)), len(c.groups(c.after, 1 - c.side))) == (m, n) and n > m
    ),
    "groups": lambda c, m, n: (len(c.groups(c.before, c.side)), len(c.groups(c.after, c.side))) == (m, n) and n < m,
    "largest": lambda c, n, all: (
        len(c.groups(c.after, c.side)[0]) == n > len(c.groups(c.before, c.side)[0])
        and len(c.pieces(c.after, c.side)) == all
    ),
    "takes-joiner": lambda c: any(joins_next(c, c.before_null, square) for square in c.move.captured),
    "takes-largest": lambda c: any(
        set(c.move.captured) & group
        for group in c.groups(c.before, 1 - c.side)
        if len(group) == len(c.groups(c.before, 1 - c.side)[0]) > 1
    ),
    "keeps-apart": lambda c, count, moves: (
        len(moves) == count
        and exactly(kept_apart, c, c.after, 1 - c.side, [text.replace("x", "-").split("-")[0] for text in moves])
        and all(joins_by(c, text, c.before_null) for text in moves)
        and len(joining(c, c.after)) < len(joining(c, c.before_null))
    ),
    "will-join": lambda c, count, moves: (
        len(moves) == count
        and exactly(will_join, c, c.after, c.side, [text.replace("x", "-").split("-")[0] for text in moves])
        and all(joins_by(c, text, c.after_null) for text in moves)
    ),
    "island": lambda c, m, n: (c.islands(c.before, c.side), c.islands(c.after, c.side)) == (m, n) and n > m,
    "breaks": lambda c, m, n: (c.islands(c.before, 1 - c.side), c.islands(c.after, 1 - c.side)) == (m, n) and n < m,
    "out-of-danger": lambda c, count: (
        len((in_danger(c, c.before_null) - in_danger(c, c.after)) & set(c.pieces(c.after, c.side))) == count
    ),
    "jumps-left": lambda c, n, side: len(c.game.moves(c.after)) == n and side == SIDE_NAMES[SIDES[1 - c.side]],
    "one-good-reply": lambda c, all, move: (
        len(replies := proved(c.game, c.after)) == all
        and [path for path, score in replies.items() if score > max(replies.values()) - POINT_SCORE]
        == [reply.path for reply in c.game.moves(c.after) if move_text(c.game, c.after, reply) == move]
    ),
    "all-draw": same(0),
    **{f"few-{what}": few(what) for what in ("win", "draw")},
    **{f"keeps-{what}": unlike(what) for what in ("win", "draw", "points")},
    **{f"only-{what}": only(what) for what in ("win", "draw", "points")},
}
"""By the key of a reason, whether it is true of a case with these values; counted things come as their number."""


def is_true(case: Case, reason: Phrase) -> bool:
    """Whether a reason holds."""
    values: dict[str, Any] = {}
    for name, value in reason.values.items():
        number = value.values.get("n") if isinstance(value, Phrase) and name != "fact" else None
        values["turns_" if name == "turns" else name] = value if number is None else number
    return FACTS[reason.key.removeprefix("because.")](case, **values)
