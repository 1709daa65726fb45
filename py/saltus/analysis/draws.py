"""How the computer answers a draw offer, on the page and in the terminal."""

ACCEPTED_BEHIND = 60
"""The computer accepts a draw if it is at least this far behind, in hundredths of a piece."""
LONG_GAME_PLIES = 30
ACCEPTED_AHEAD = 30
"""In a long game it also accepts if it is at most this far ahead."""


def accepts_draw(score: int, plies: int) -> bool:
    """Whether the computer accepts a draw. `score` is from the computer's side, `plies` the length of the game."""
    return score <= -ACCEPTED_BEHIND or (plies >= LONG_GAME_PLIES and score <= ACCEPTED_AHEAD)
