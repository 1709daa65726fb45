"""The computer player: search, transposition table, time management, levels."""
