"""Analysis of positions and games: what moves cost, and why."""
