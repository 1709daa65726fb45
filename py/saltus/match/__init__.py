"""One match: its move tree, its clocks, its draws."""
