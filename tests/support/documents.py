"""Positions of the source documents."""

ROCK_EXAMPLE = (
    "........",
    "...b.b.b",
    "b..b..w.",
    "........",
    "......w.",
    "w..w.w..",
    "w...w...",
    ".w......",
)
"""The board of the document "Rock", under "Making moves": the rows from the top. It moves the piece on g6."""
