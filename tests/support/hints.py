"""Positions from games of level 6, with what a search finds: `workshop/mine/hints.py` makes the files."""

from pathlib import Path

from saltus.core.game import Game, Move, Position
from saltus.core.phrase import Phrase
from saltus.core.score import Line

HINTS = Path(__file__).parents[1] / "analysis" / "hints"
SILENT = ("because.best", "because.end", "because.end-best", "because.pass")
"""The keys of what is said where there is no reason to give."""
GENERAL = ("hint.look", "hint.take", "hint.ahead", "hint.behind")
"""The keys of hints that say no more than that the move is the best."""


def reason(text: Phrase) -> Phrase | None:
    """The reason that a sentence gives, if it gives one."""
    if text.key == "because.it":
        part = text.values["part"]
        assert isinstance(part, Phrase)
        return part
    return None if text.key in SILENT else text


def hints(game: Game) -> list[tuple[Position, list[Line]]]:
    """Each position with the best line and the line of the best other move."""
    found = []
    for text in (HINTS / f"{game.key}.txt").read_text("utf-8").splitlines():
        placed, *lines = text.split(" | ")
        rows, side = placed.split()
        position = game.position(rows.split("/"), "w" if side == "w" else "b")
        found.append((position, [_line(game, position, line) for line in lines]))
    return found


def _line(game: Game, position: Position, text: str) -> Line:
    score, *paths = text.split()
    moves: list[Move] = []
    for path in paths:
        move = game.find(position, path.split("-"))
        assert move is not None
        moves.append(move)
        position = game.play(position, move)
    return Line(int(score), tuple(moves))
