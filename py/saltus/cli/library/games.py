"""`games`: lists the games that can be played, and studies collections of played games."""

import argparse

from saltus.cli.library import editing, importing, repertoire, reviewing, searching, training
from saltus.cli.options import Commands, as_json, print_json
from saltus.games import keys, load
from saltus.protocol import reply


def add(commands: Commands) -> None:
    made = commands.command("games", _games, game=False)
    as_json(made)
    actions = Commands(made.add_subparsers(dest="action", metavar="ACTION"), commands.program, "games ")
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
