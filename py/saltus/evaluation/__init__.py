"""What a position is worth, for the games whose evaluation is more than counting."""
