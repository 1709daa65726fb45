"""Learns what pieces and patterns are worth, from games of the engine with itself."""
