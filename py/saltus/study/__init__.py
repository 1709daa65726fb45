"""Opening books, ballots, puzzles and the rule book."""
