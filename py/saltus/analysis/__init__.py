"""Looking back at games: what moves cost, and why."""
