"""`games`: lists the games that can be played, and studies collections of played games."""

import argparse

from saltus.cli.library import editing, importing, repertoire, reviewing, searching, training
from saltus.cli.options import Commands, as_json, print_json
from saltus.games import keys, load
from saltus.protocol import reply

MORE = """\
Without an action the command lists the five games, their set-ups and options. The actions work on your library of
played games: a file on this computer. `games import` makes it; py/docs/games.md describes everything."""


def add(commands: Commands) -> None:
    text = """list the games, or study collections of played games: import, find, explore …
games                                        the five games, their set-ups and options
games import matches.pdn                     put the games of a file into your library
games find player:smith year:1950..1960      games that fit a query
games explore english 11-15 23-19            what was played from a position
games export event:open --to pdn -o open.pdn write games to a file"""
    made = commands.command("games", _games, text, game=False, more=MORE)
    as_json(made)
    actions = Commands(made.add_subparsers(dest="action", metavar="ACTION"), f"{commands.program} games")
    for module in (importing, searching, reviewing, training, repertoire, editing):
        module.add(actions)


def _games(chosen: argparse.Namespace) -> None:
    if chosen.json:
        print_json([reply.described(load(key)) for key in keys()])
        return
    for key in keys():
        game = load(key)
        print(f"{key:<8} {game.name}")
        for setup in game.setups if len(game.setups) > 1 else ():
            print(f"{'':8} --setup {setup.key:<18} {setup.name}")
        for option in game.options:
            switch = f"{option.key}={'off' if option.default else 'on'}"
            print(f"{'':8} --option {switch:<17} {option.name}: {'on' if option.default else 'off'} by default")
