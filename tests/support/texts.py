"""Games and records that several tests of texts use."""

import json
from itertools import pairwise
from pathlib import Path

from saltus.games import load
from saltus.match.match import Match
from saltus.notation.move import move_text

ENGLISH, ITALIAN, ROCK, ROMAN, GAMBIT = (load(key) for key in ("english", "italian", "rock", "roman", "gambit"))
SAMPLES = Path(__file__).parents[1] / "records" / "samples"
"""Games as other programs write them, and texts with mistakes."""
WAYS = json.loads((SAMPLES / "ways.json").read_text("utf-8"))
"""Ways to write moves, tags, positions and results, with what they mean if that differs between them."""


def result(match: Match) -> tuple[str | None, str]:
    """The winner and the reason; `open` if the game goes on."""
    return (match.outcome.winner, match.outcome.reason) if match.outcome else (None, "open")


def told(match: Match) -> list[str]:
    """The warnings of a match that was read."""
    return [warning.message for warning in match.warnings]


def main_line(match: Match) -> list[str]:
    """The moves of the main line, as text."""
    return [
        move_text(match.game, before.position, after.move)
        for before, after in pairwise(match.tree.main_line)
        if after.move
    ]
