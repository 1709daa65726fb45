"""Games and puzzles as HTML pages of their own: to print, and to replay."""
