"""A move whose reasons are asked for, and the positions that the kinds of reasons compare."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from saltus.analysis.reasons.exchange import Exchanges, TooLongError, last, lead, leads, reached
from saltus.core.game import SIDE_NAMES, SIDES, Game, Move, Position
from saltus.core.phrase import Phrase, Several, by_number
from saltus.core.score import Line
from saltus.engine.think import NO_LIMITS, Limits, SearchRequest, think

MAX_NAMED = 3  # The most squares that a reason names; more would be a list.
MAX_SHORT_CENTIPIECES = 50  # By so much a score may be lower than the pieces that a line comes to.
GOOD_CENTIPIECES = 30  # A move that is worse than the best by no more than this is good, too.
MUCH_CENTIPIECES = 70  # A move that is worse by so much is worse for a reason.
SHORT_NODES, LONG_NODES = 1_000, 4_000  # The positions that a short search sees, and one that confirms it.
ALL_NODES = 3_000  # The positions that a search of all moves sees,
MOST_MOVES = 30  # and the most moves that it compares.
MAX_NODES = 60_000  # The positions that all searches for a hint see together, about.
LONG_MOVES = 12  # How many moves short searches extend a line to.

Decider: TypeAlias = Literal["pieces", "groups", "points"]


class Reason(NamedTuple):
    """One idea of a move, with its picture on the board. It is true of the position after the best reply, too."""

    hint: Phrase | None  # Said to the player before the move is shown: `Your man on 18 is attacked: save it.`
    review: Phrase | None  # What "It" does, said of a move that would have been better: `saves a piece from capture`.
    squares: tuple[str, ...] = ()  # The squares that it is about.
    arrow: tuple[str, ...] = ()  # The path of the other move that it is about; empty if there is none.


class Question:
    """A legal move, no pass, in a position that it does not end. The first of the lines that a search has `found`
    begins with it, the second, if there is one, with the best other move. In a review `played` is the line of the
    worse move that was played instead. `deficit` is how many more pieces the opponent has taken in an exchange under
    way."""

    def __init__(
        self,
        game: Game,
        before: Position,
        found: Sequence[Line],
        played: Sequence[Move] = (),
        deficit: int = 0,
        nodes: int = MAX_NODES,
    ) -> None:
        self.game, self.before, self.played, self.deficit = game, before, played, deficit
        self.line, self.score = found[0].pv, found[0].score
        self.other = found[1] if len(found) > 1 else None
        self.move, self.side = self.line[0], before[3]
        self.after = game.play(before, self.move)  # The position after the move, the opponent to move.
        # The same two positions with the other side to move, as if a side had passed.
        self.before_null, self.after_null = other_side(before), other_side(self.after)
        self.own, self.enemy = self.after[self.side], self.after[1 - self.side]  # The pieces after the move.
        self.target = game.board.bit[self.move.path[-1]]  # The square where the piece is now.
        self.exchanges = Exchanges(game)
        self.nodes_left = nodes  # The positions that its searches may still see.
        self._losing: dict[Position, set[tuple[str, ...]]] = {}

    @cached_property
    def decided_by(self) -> Decider:
        """What decides the game: how many pieces there are, how they are grouped, or points for groups."""
        if self.game.margin(self.before) is not None:
            return "points"
        return "pieces" if self.game.groups(self.before) is None else "groups"

    @cached_property
    def long_line(self) -> tuple[Move, ...]:
        """The line, extended by short searches."""
        line, position = self.line, reached(self.game, self.before, self.line)
        while len(line) < LONG_MOVES and self.game.outcome(position) is None:
            found = self.searched(position)
            if not found:
                break
            line, position = (*line, *found.pv), reached(self.game, position, found.pv)
        return line

    @cached_property
    def wish(self) -> Line | None:
        """What the opponent would play if the side passed, by a short search; the score is the opponent's."""
        found = self.searched(self.before_null)
        return found if found and found.pv[0].path else None

    @cached_property
    def intent(self) -> Line | None:
        """What the side would play next if the opponent passed, by a short search."""
        found = self.searched(self.after_null)
        return found if found and found.pv[0].path else None

    def searched(self, position: Position, nodes: int = SHORT_NODES) -> Line | None:
        """The line of a short search; None where it found none. Raises TooLongError once all searches for this
        question have seen as many positions as they may."""
        if self.game.outcome(position) is not None:
            return None
        if self.nodes_left < nodes:
            raise TooLongError
        found = None
        for found in think(SearchRequest(self.game, position), NO_LIMITS):
            if found.nodes >= nodes:
                break
        self.nodes_left -= found.nodes if found else 0
        return Line(found.score, tuple(found.pv)) if found and found.pv else None

    @cached_property
    def compared(self) -> list[Line]:
        """The lines of all moves, the best first, by a search that compares them."""
        found = None
        for found in think(SearchRequest(self.game, self.before), Limits(lines=MOST_MOVES)):
            if found.nodes >= ALL_NODES:
                break
        return [Line(one.score, tuple(one.pv)) for one in found.lines] if found else []

    @cached_property
    def good(self) -> set[tuple[str, ...]]:
        """The paths of the moves that are as good as the best one, by the same search."""
        best = max((one.score for one in self.compared), default=0)
        return {one.pv[0].path for one in self.compared if one.score >= best - GOOD_CENTIPIECES}

    @cached_property
    def is_free(self) -> bool:
        """Whether the opponent need not capture after the move."""
        return not must_capture(self.game, self.after)

    @cached_property
    def stays(self) -> bool:
        """Whether the piece that has moved survives. Raises TooLongError."""
        return self.survives(self.move.path[-1])

    @cached_property
    def replied(self) -> Position:
        """The position after the best reply; where the line ends before it, after the move."""
        return reached(self.game, self.before, self.line[:2])

    @property
    def enemy_name(self) -> str:
        return SIDE_NAMES[SIDES[1 - self.side]]

    def pieces(self, number: int) -> Phrase:
        """A number of pieces, called men while there is no king."""
        is_men = self.game.piece == "man" and not self.before[2]
        return Phrase("count.men", n=number) if is_men else Phrase("count.pieces", n=number)

    def piece_on(self, square: str) -> Phrase:
        """The piece on a square before the move: `the man on 18`."""
        spoken = self.game.spoken(square)
        if self.game.board.bit[square] & self.before[2]:
            return Phrase("the.king", square=spoken)
        return Phrase("the.man", square=spoken) if self.game.piece == "man" else Phrase("the.piece", square=spoken)

    def survives(self, square: str) -> bool:
        """Whether a piece that stands there after the move is captured neither in the line nor in an exchange that
        could follow at once. Raises TooLongError."""
        if any(square in reply.captured for reply in self.exchanges.of(self.after).line):
            return False
        return is_kept(square, self.line[1:])

    @property
    def lead(self) -> int:
        """The side's lead in pieces before the move."""
        return lead(self.before, self.side)

    @cached_property
    def leads(self) -> list[int | None]:
        """Its lead after each move of the line; None in an exchange."""
        return leads(self.game, self.before, self.line, self.side)

    def settled(self, line: Sequence[Move]) -> int | None:
        """Its lead at the last quiet position of a line from here, None if there is none."""
        return last(self.leads if line is self.line else leads(self.game, self.before, line, self.side))

    def keeps(self, gain: int) -> bool:
        """Whether this many pieces are won at the end of the line: what it gives up on the way comes back, if need be
        in its extension. Raises TooLongError."""
        least, end = self.lead + gain, self.settled(self.line)
        if end is not None and end < least:
            end = self.settled(self.long_line)
        return end is None or end >= least

    @cached_property
    def other_captures(self) -> list[Move]:
        """Where captures are compulsory, the other ones that may be made."""
        if not (self.game.must_capture and self.move.captured):
            return []
        return [one for one in self.game.moves(self.before) if one.path != self.move.path]

    def taking(self, move: Move) -> int:
        """What a move comes to with the captures that follow. Raises TooLongError."""
        return len(move.captured) - self.exchanges.of(self.game.play(self.before, move)).gain

    @property
    def differs(self) -> bool:
        """Whether the best other move is worse by much of a piece."""
        return self.other is not None and self.score - self.other.score >= MUCH_CENTIPIECES

    def losing(self, position: Position) -> set[tuple[str, ...]]:
        """The paths of the moves of a position that lose a piece by captures. Raises TooLongError."""
        if position not in self._losing:
            moves = self.game.moves(position)
            self._losing[position] = {move.path for move in moves if self.exchanges.loses(position, move)}
        return self._losing[position]


def traced(square: str, moves: Sequence[Move]) -> str:
    """Where the piece that stands on a square after some moves stood before them."""
    for move in reversed(moves):
        if move.path and move.path[-1] == square:
            square = move.path[0]
    return square


def way(square: str, moves: Iterable[Move]) -> Iterator[str]:
    """Where the piece that stands on a square is after each of some moves, until it is captured."""
    for move in moves:
        if square in move.captured:
            return
        square = move.path[-1] if move.path[:1] == (square,) else square
        yield square


def is_kept(square: str, moves: Sequence[Move]) -> bool:
    """Whether none of some moves captures the piece that stands on a square before them."""
    return len(list(way(square, moves))) == len(moves)


def other_side(position: Position) -> Position:
    """The same pieces with the other side to move."""
    white, black, kings, side = position
    return white, black, kings, 1 - side


def must_capture(game: Game, position: Position) -> bool:
    """Whether captures, being compulsory, leave no other move."""
    return game.must_capture and bool(game.noisy_moves(position))


def in_danger(game: Game, position: Position) -> set[str]:
    """The pieces that the side to move can capture in any of its moves."""
    return {square for move in game.moves(position) for square in move.captured}


def named(game: Game, squares: Sequence[str]) -> Several:
    """The squares, joined for a sentence."""
    return Several(sorted(map(game.spoken, squares), key=by_number), "and")
