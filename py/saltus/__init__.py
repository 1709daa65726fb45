"""Saltus: five games of the leap, their rules and a player for each, in pure Python."""
