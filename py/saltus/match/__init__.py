"""A game being played: its tree of moves, its clocks, its draws."""
