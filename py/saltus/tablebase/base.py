"""Tablebases: the result of every position with a few pieces, and its distance in plies.

They are solved by retrograde analysis in the workshop. `saltus.tablebase.draughts` and `saltus.tablebase.roman` know
the layout of their tables; this module has what they share. A table ignores the past: `certain` says which of its
results stand under the draw for lack of progress.
"""

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator, Sequence

from saltus.core.game import Game, Move, Position
from saltus.core.resources import unpack
from saltus.core.score import WIN, Line, from_root

PROBE_PIECES = 10  # With this many pieces on the board or fewer, a search probes the tablebase.
UNPACK_PIECES = 14
"""With this many pieces or fewer the tables are unpacked, so that they are there before a search probes them."""
COMPLETE_LINES = 3  # The number of lines played out to the end of the game: nobody reads more.


class Endings(ABC):
    """The tablebase of a game."""

    def __init__(self, game: Game, tables: Sequence["Values"], most: int, longest_quiet_run: int) -> None:
        self.game, self.tables = game, tables
        self.most = most  # The maximum number of pieces on the board of a known position.
        self.longest_quiet_run = longest_quiet_run
        """The longest run of quiet plies in any shortest win, whatever the loser does."""

    @abstractmethod
    def score(self, position: Position) -> int:
        """The score for the side to move, as in `saltus.engine.search`: a win in n plies is `WIN - n`, a draw 0."""

    def holds(self, position: Position) -> bool:
        """Whether the position has few enough pieces."""
        return (position[0] | position[1]).bit_count() <= self.most

    def result(self, position: Position) -> int | None:
        """Who wins, where no more than that is known: nowhere."""
        return None

    def result_of_any(self, position: Position) -> int | None:
        """`result`, and with few pieces the sign of `score`."""
        if not self.holds(position):
            return self.result(position)
        score = self.score(position)
        return (score > 0) - (score < 0)

    def unpack(self, position: Position) -> Iterator[None]:
        """Unpack the tables in steps of a few milliseconds, if a search will probe them now or soon."""
        if (position[0] | position[1]).bit_count() <= UNPACK_PIECES:
            for table in self.tables:
                yield from table.unpack()

    def near(self, position: Position) -> "Endings | None":
        """Itself if a search of `position` may reach known positions, else None."""
        return self if (position[0] | position[1]).bit_count() <= PROBE_PIECES else None

    def certain(self, position: Position, quiet: int) -> int | None:
        """The score; None if unknown or if the draw for lack of progress may intervene, `quiet` plies counting."""
        if not self.holds(position):
            return None
        score, limit = self.score(position), self.game.quiet_limit
        if score and limit and quiet + min(WIN - abs(score), self.longest_quiet_run) >= limit:
            return None
        return score

    def lines(self, position: Position, past: Sequence[Position], quiet: int) -> list[Line] | None:
        """Every move with its continuation; None if unknown or if the past makes it uncertain. Wins are as short as
        possible, losses as long. Of equal moves, those to new positions come first; among them, in a draw, those
        that leave its side most pieces more; and among these those after which the opponent errs most easily. The
        first `COMPLETE_LINES` lines lead to the end of the game, if it has one."""
        score, times = self.certain(position, quiet), self.game.repetitions
        if score is None:
            return None
        moves = self.game.moves(position)
        after = [self.game.play(position, move) for move in moves]
        reached = [(self._earlier(child), child) for child in after]
        # A shortest win never repeats a position, but it may reach one that has already occurred too often.
        often = [before for before in past if past.count(before) >= times - 1] if times else []
        if often and (score or any(value for value, child in reached if child in often)):
            return None
        ranked = [
            (value, -past.count(child), *self._prospects(child, is_draw=not value), -place)
            for place, (value, child) in enumerate(reached)
        ]
        lines: list[Line] = []
        for value, *_, place in sorted(ranked, reverse=True):
            rest = self._line(after[-place]) if value and len(lines) < COMPLETE_LINES else []
            lines.append(Line(value, (moves[-place], *rest)))
        return lines

    def _earlier(self, position: Position) -> int:
        """The score of the move that led to `position`, for the side that made it."""
        return from_root(-self.score(position), 1)

    def _prospects(self, position: Position, *, is_draw: bool) -> tuple[int, float]:
        """In a draw, the lead in pieces that the other side is left if the side to move takes what it can and still
        draws, else 0; and the share of the moves that are worse than the best one."""
        scores = [(self._earlier(self.game.play(position, move)), move) for move in self.game.moves(position)]
        best = max((score for score, _ in scores), default=0)
        taken = max((len(move.captured) for score, move in scores if score == best), default=0)
        left = position[1 - position[3]].bit_count() - position[position[3]].bit_count() - taken
        return left if is_draw else 0, sum(score < best for score, _ in scores) / max(len(scores), 1)

    def _line(self, position: Position) -> list[Move]:
        """The best moves from a won or lost position, to the end."""
        game, found = self.game, []
        while moves := game.moves(position):
            score = self.score(position)
            move = next(move for move in moves if self._earlier(game.play(position, move)) == score)
            found.append(move)
            position = game.play(position, move)
        return found


class Values:
    """The values of one table, unpacked once: on demand, or step by step beforehand."""

    def __init__(self, name: str, values: bytes | None = None) -> None:
        self.name = name
        self._bytes = values
        self._unpacking: Generator[None, None, bytes] | None = None

    def unpack(self) -> Iterator[None]:
        """Steps of a few milliseconds. It can be abandoned at any step: the next call continues from there."""
        while self._bytes is None:
            self._unpacking = self._unpacking or unpack(self.name)
            try:
                next(self._unpacking)
            except StopIteration as done:
                self._bytes = done.value
            except BaseException:
                self._unpacking = None
                raise
            yield
        self._unpacking = None

    def all(self) -> bytes:
        """The unpacked bytes. Raises FileNotFoundError if the table has not been fetched."""
        if self._bytes is None:
            for _ in self.unpack():
                pass
        assert self._bytes is not None
        return self._bytes
