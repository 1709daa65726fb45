"""The commands of the terminal, by what they are about; `saltus.cli` puts them together.

Each module has `add(shelf)`, which puts its commands on the `Shelf` with their options and their help.
"""
