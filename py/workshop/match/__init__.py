"""Measures strength: matches between versions, levels and other programs."""
