"""The engine's JSON protocol, and the Hub protocol of draughts programs."""
