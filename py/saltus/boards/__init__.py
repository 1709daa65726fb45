"""Boards, and how pieces stand on them: bit patterns of squares, lines and chains of jumps."""
