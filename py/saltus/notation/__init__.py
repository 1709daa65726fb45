"""Notation: positions and moves as text, and errors with their place in a text.

- `position`: PDN FEN for games with numbered squares, a FEN-like form of rows for the others
- `move`: the customary text of one move
- `error`: what is wrong with a text, and where

Whole games are in `saltus.records`. This package imports none of its modules, so that code that only needs moves
loads only moves.
"""
