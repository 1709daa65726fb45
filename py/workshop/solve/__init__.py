"""Solves endings and Gambit by retrograde analysis."""
