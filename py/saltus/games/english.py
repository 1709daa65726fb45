"""English or American checkers, as described in the document "πCheckers"."""

from collections.abc import Mapping
from typing import ClassVar

from saltus.core.game import Move, Position
from saltus.games._draughts import Draughts


class English(Draughts, a1_dark=True):
    """Black, at the top, moves first; any capture may be chosen, and must be completed."""

    key = "english"
    name = "English checkers"
    goal = "Capture all enemy pieces, or leave them without a move."
    first = "b"
    balloted = True
    longest_quiet_run = 54
    tables: ClassVar = {"english": 12, "english-five": 10}
    pdn = 21
    rules: ClassVar[Mapping[str, str]] = {
        **Draughts.rules,
        "repetition": "A position that occurs for the third time with the same side to move is a draw.",
        "quiet": "When each side makes forty moves in a row without a capture or a move of a man, the game is a "
        "draw.",
    }

    repetitions = 3
    quiet_limit = 80

    def progress(self, position: Position, move: Move) -> bool:
        """Captures and man moves: both are irreversible."""
        return bool(move.captured) or not position[2] & move.shift
