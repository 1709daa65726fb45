"""The repertoires of a library: their moves, and when each is due for training."""

from collections.abc import Iterable
from typing import NamedTuple

from saltus.core.game import SIDES, Game, Move, Position, Side
from saltus.games import load
from saltus.library.cards import path_text
from saltus.library.keys import key_of
from saltus.library.repertoire import Repertoire
from saltus.library.store import Library
from saltus.notation.move import read_move
from saltus.notation.position import position_text, read_position
from saltus.study.schedule import Progress, answered


class Trained(NamedTuple):
    """A repertoire, and the progress of those of its positions that were asked."""

    repertoire: Repertoire
    progress: dict[Position, Progress]


def add_lines(library: Library, game: Game, side: Side, lines: Iterable[tuple[Position, Move]]) -> int:
    """Add moves to a repertoire. Returns how many are new."""
    with library.transaction() as database:
        return sum(
            database.execute(
                "INSERT OR IGNORE INTO lines (kind, side, key, position, move) VALUES (?, ?, ?, ?, ?)",
                (game.key, SIDES.index(side), key_of(position), position_text(game, position), path_text(move)),
            ).rowcount
            for position, move in lines
        )


def remove_line(library: Library, game: Game, position: Position, move: Move | None = None) -> int:
    """Remove a move from a position, or all its moves. Returns how many there were."""
    with library.transaction() as database:
        wanted = path_text(move) if move else ""
        return database.execute(
            "DELETE FROM lines WHERE kind = ? AND side = ? AND key = ? AND ? IN (move, '')",
            (game.key, position[3], key_of(position), wanted),
        ).rowcount


def repertoires(library: Library) -> dict[tuple[str, Side], int]:
    """How many positions each repertoire has, by game and side."""
    rows = library.rows("SELECT kind, side, count(DISTINCT key) FROM lines GROUP BY kind, side ORDER BY kind, side")
    return {(kind, SIDES[side]): count for kind, side, count in rows}


def repertoire(library: Library, key: str, side: Side) -> Trained:
    """A repertoire. It is empty if there is none."""
    game = load(key)
    found = Trained(Repertoire(game, side), {})
    columns = "position, move, box, due, tried, solved, missed"
    for text, move, box, due, tried, solved, missed in library.rows(
        f"SELECT {columns} FROM lines WHERE kind = ? AND side = ? ORDER BY key, move", (key, SIDES.index(side))
    ):
        position = read_position(game, text)
        found.repertoire.add(position, read_move(game, position, move))
        if tried is not None:
            found.progress[position] = Progress(box, due, tried, solved, missed)
    return found


def train_line(
    library: Library, game: Game, position: Position, before: Progress | None, is_clean: bool, now: int
) -> Progress:
    """Store the answer in a position. Returns its new progress."""
    after = answered(before, is_clean, now)
    with library.transaction() as database:
        database.execute(
            "UPDATE lines SET box = ?, due = ?, tried = ?, solved = ?, missed = ?"
            " WHERE kind = ? AND side = ? AND key = ?",
            (*after, game.key, position[3], key_of(position)),
        )
    return after
