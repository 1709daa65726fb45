"""Finds puzzles and opening moves in games and solved positions."""
