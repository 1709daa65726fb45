"""What every game shares: the contract of a game, squares, scores, phrases, random numbers."""
