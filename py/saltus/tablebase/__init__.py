"""Positions that are solved: endings of the draughts games and Roman Solitaire, all of Gambit."""
