"""Matches between engines: games in pairs, with ratings, error margins and a sequential test."""
