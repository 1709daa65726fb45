"""Repertoires: the moves that a player means to play, and where games left them.

A repertoire belongs to one game and one side. It has a move, or several, for each position in which that side is to
move; how the position was reached does not matter. The other side's moves are not stored: they are known by the
positions that they lead to.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

from saltus.core.game import SIDES, Game, Move, Position, Side
from saltus.library.entry import Entry
from saltus.library.keys import key_at, key_of
from saltus.match.match import Match


class Departure(NamedTuple):
    """How far a game followed a repertoire.

    `own`: the repertoire's side played another move; `other`: the other side played a move that the repertoire has no
    answer to, though it has answers to others; `end`: the repertoire has no further moves. `ply` is the ply of the
    position before that move, or of the last position if the game ended within the repertoire (`game`).
    """

    who: Literal["own", "other", "end", "game"]
    ply: int


class Repertoire:
    """The moves of one side. `lines` gives each position with a move that is meant to be played in it."""

    def __init__(self, game: Game, side: Side, lines: Iterable[tuple[Position, Move]] = ()) -> None:
        self.game, self.side = game, side
        self.moves: dict[Position, list[Move]] = {}
        self._after: dict[bytes, set[bytes]] = {}  # The key of each position → the keys of those after its moves.
        for position, move in lines:
            self.add(position, move)

    def add(self, position: Position, move: Move) -> bool:
        """Add a move. Returns whether it is new. Raises ValueError if the other side is to move."""
        if SIDES[position[3]] != self.side:
            raise ValueError("this position is the other side's")
        known = self.moves.setdefault(position, [])
        self._after.setdefault(key_of(position), set()).add(key_of(self.game.play(position, move)))
        if move in known:
            return False
        known.append(move)
        return True

    def replies(self, position: Position) -> list[tuple[Move, Position]]:
        """The other side's moves that lead to a position of the repertoire, each with that position."""
        found = ((move, self.game.play(position, move)) for move in self.game.moves(position))
        return [(move, after) for move, after in found if after in self.moves]

    def roots(self) -> list[Position]:
        """The positions where lines begin: no other line leads to them."""
        reached = {
            after
            for position, moves in self.moves.items()
            for move in moves
            for _, after in self.replies(self.game.play(position, move))
        }
        return [position for position in self.moves if position not in reached] or list(self.moves)[:1]

    def walk(self, position: Position) -> Iterator[Position]:
        """The positions of the repertoire that can follow `position`, itself first, each once."""
        seen, todo = {position}, [position]
        while todo:
            here = todo.pop(0)
            if here not in self.moves:
                continue
            yield here
            for move in self.moves[here]:
                for _, after in self.replies(self.game.play(here, move)):
                    if after not in seen:
                        seen.add(after)
                        todo.append(after)

    def departure(self, entry: Entry) -> Departure | None:
        """Where a game left the repertoire; None if it has no position of it."""
        own = next((ply for ply in range(entry.plies + 1) if self._is_own(entry, ply)), None)
        if own is None:
            return None
        while True:
            wanted = self._after[key_at(entry.keys, own)]
            if own + 1 > entry.plies:
                return Departure("game", own)
            if key_at(entry.keys, own + 1) not in wanted:
                return Departure("own", own)
            if own + 2 > entry.plies:
                return Departure("game", own + 1)
            if not self._is_own(entry, own + 2):
                return Departure("other" if self._has_answers(key_at(entry.keys, own)) else "end", own + 1)
            own += 2

    def _is_own(self, entry: Entry, ply: int) -> bool:
        return key_at(entry.keys, ply) in self._after

    def _has_answers(self, key: bytes) -> bool:
        """Whether the repertoire goes on after its moves in the position with this key."""
        return any(
            self.replies(self.game.play(position, move))
            for position, moves in self.moves.items()
            if key_of(position) == key
            for move in moves
        )


def own_lines(match: Match, side: Side) -> list[tuple[Position, Move]]:
    """The positions in which a side moves, with its moves, in a game and all its variations."""
    return [
        (node.parent.position, node.move)
        for node in match.nodes
        if node.parent is not None and node.move is not None and node.parent.side == side
    ]


def weights(replies: Iterable[Move], played: Mapping[Move, int]) -> list[int]:
    """How often each reply is chosen in training: as often as it was played, and never not at all."""
    return [1 + played.get(move, 0) for move in replies]
