"""The engine's JSON protocol."""
