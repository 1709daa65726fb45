"""How positions, moves and whole games are written down, and read back.

- `position`: PDN FEN for the games played on numbered squares, a FEN-like form of rows for the others
- `move`: the customary text of one move
- `pdn`, `sgf`, `json`: whole games, each `write(match) -> str` and `read(text, …) -> Match`
- `tags`: what whole games say besides the moves
- `record`: tells the forms apart, for whoever has only a text; `error`: what is wrong with one, and where

This package imports none of them, so that what only needs moves loads only moves.
"""
