"""Positions from games of level 6, with what a search finds: `workshop/mine/hints.py` makes the files."""

from pathlib import Path

from saltus.core.game import Game, Move, Position
from saltus.core.phrase import Phrase, Several
from saltus.core.score import Line

HINTS = Path(__file__).parents[1] / "analysis" / "hints"
STANDING = {"winning", "better", "final", "final-draw"}
"""The keys of what is said of the position, and not of the move."""
ENDS = ("because.end", "because.pass")
"""How the sentences begin that say all there is to say without a reason."""


def parts(text: Phrase) -> list[Phrase]:
    """The reasons in a sentence."""
    if text.key in ("because.lost", *map("because.{}".format, STANDING)):
        return [text]
    if text.key == "because.standing":
        said = (text.values["standing"], text.values["text"])
        return [part for one in said if isinstance(one, Phrase) for part in parts(one)]
    listed = text.values.get("parts")
    return [part for part in listed if isinstance(part, Phrase)] if isinstance(listed, Several) else []


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
