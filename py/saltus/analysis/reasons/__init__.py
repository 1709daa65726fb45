"""Reasons for a move that are facts: each kind is a small function that counts on the board, or looks to the end.

A kind takes a `Question`, which has a move and the positions to compare, and returns a `Reason` or None.
`saltus.analysis.explain` has their order.
"""
