"""The endings of a game: how every position with a few pieces ends, and after how many plies.

They are solved by retrograde analysis in the workshop. How a table of them is laid out is for each kind of game to
tell (`saltus.tablebase.draughts`, `saltus.tablebase.roman`); here is what is made of it. A table knows nothing of the
past: `certain` says what of it holds against the rule that draws a game without progress.
"""

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterator, Sequence

from saltus.core.game import Game, Move, Position
from saltus.core.resources import unpack
from saltus.core.score import WIN, WON, Line

NEAR = 10
"""The pieces on the board from which on a search looks out for endings."""
FOLLOWED = 3
"""The lines that are followed to the end of the game: more, nobody reads."""


class Endings(ABC):
    """How positions of a game end."""

    def __init__(self, game: Game, tables: Sequence["Values"], most: int, row: int) -> None:
        self.game = game
        self.tables = tables
        self.most = most
        """The most pieces on the board of a position that is known."""
        self.row = row
        """The most plies in a row without progress that a win takes, whatever the loser does, for a winner who plays
        a shortest one."""

    @abstractmethod
    def score(self, position: Position) -> int:
        """As `saltus.engine.search` scores it for the side to move: a win in n plies is `WIN - n`, a draw 0."""

    def holds(self, position: Position) -> bool:
        """Whether it has few enough pieces."""
        return (position[0] | position[1]).bit_count() <= self.most

    def unpack(self, position: Position) -> Iterator[None]:
        """Unpack the tables, in steps of a few milliseconds, where a search of `position` may come to them."""
        if self.near(position):
            for table in self.tables:
                yield from table.unpack()

    def near(self, position: Position) -> "Endings | None":
        """Itself, where a search of `position` may come to what is known."""
        return self if (position[0] | position[1]).bit_count() <= NEAR else None

    def certain(self, position: Position, quiet: int) -> int | None:
        """The score; None where it is not known, or where the rule that draws a game without progress for too long
        might come in between: `quiet` plies are behind it.
        """
        if not self.holds(position):
            return None
        score, limit = self.score(position), self.game.quiet_limit
        if score and limit and quiet + min(WIN - abs(score), self.row) >= limit:
            return None
        return score

    def lines(self, position: Position, past: Sequence[Position], quiet: int) -> list[Line] | None:
        """Every move with what comes of it, None where that is not known or the past leaves it uncertain.

        A win as short as can be, a loss as long; of moves that are worth the same those come first after which the
        other side goes wrong most easily. The first `FOLLOWED` lines lead to the end, where there is one.
        """
        score, times = self.certain(position, quiet), self.game.repetitions
        moves = self.game.moves(position)
        after = [self.game.play(position, move) for move in moves]
        # A shortest win comes to no position twice, but to one that has been there too often already it may.
        often = [before for before in past if past.count(before) >= times - 1] if times else []
        if score is None or (often and (score or any(child in often for child in after))):
            return None
        ranked = sorted(
            ((self._earlier(child), self._traps(child), -place) for place, child in enumerate(after)), reverse=True
        )
        lines: list[Line] = []
        for value, _, place in ranked:
            rest = self._line(after[-place]) if value and len(lines) < FOLLOWED else []
            lines.append(Line(value, (moves[-place], *rest)))
        return lines

    def _earlier(self, position: Position) -> int:
        """What the move that led to `position` is worth to the side that made it."""
        score = -self.score(position)
        return score - (score >= WON) + (score <= -WON)

    def _traps(self, position: Position) -> float:
        """The share of the moves that are worth less than the best one."""
        scores = [self._earlier(self.game.play(position, move)) for move in self.game.moves(position)]
        return sum(score < max(scores) for score in scores) / len(scores) if scores else 0.0

    def _line(self, position: Position) -> list[Move]:
        """The best moves from a position that is won or lost, to the end."""
        game, found = self.game, []
        while moves := game.moves(position):
            score = self.score(position)
            move = next(move for move in moves if self._earlier(game.play(position, move)) == score)
            found.append(move)
            position = game.play(position, move)
        return found


class Values:
    """The values of a table, unpacked once: when they are wanted, or step by step before that."""

    def __init__(self, name: str, values: bytes | None = None) -> None:
        self.name = name
        self._bytes = values
        self._unpacking: Generator[None, None, bytes] | None = None

    def unpack(self) -> Iterator[None]:
        """Steps of a few milliseconds. Whoever breaks off loses nothing: the next call goes on from there."""
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
        """Raises FileNotFoundError where the table has not been fetched."""
        if self._bytes is None:
            for _ in self.unpack():
                pass
        assert self._bytes is not None
        return self._bytes
