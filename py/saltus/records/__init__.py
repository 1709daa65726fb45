"""Whole games as text: PDN, SGF, JSON."""
