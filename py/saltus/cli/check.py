"""`check`: whether a game keeps the contract of all games, and what it is like to play."""

import argparse
import sys

from saltus.cli import options
from saltus.cli.options import Commands, whole
from saltus.core.game import SIDE_NAMES, Game
from saltus.core.phrase import counted
from saltus.lab.contract import BrokenContract, examine
from saltus.lab.measure import Measured, Results, measuring
from saltus.lab.source import line_of
from saltus.match.diagram import diagram
from saltus.match.match import Match
from saltus.match.tree import other

EXIT_BROKEN = 1
MAX_CHECKED = 1_000_000


def add(commands: Commands) -> None:
    made = commands.command("check", _check)
    about = "so many positions of games played at random (1000)"
    made.add_argument("--positions", type=whole(0, MAX_CHECKED), default=1_000, metavar="N", help=about)
    about = "then have the computer play so many games with itself, and tell what they were like"
    made.add_argument("--games", type=whole(0, MAX_CHECKED), default=0, metavar="N", help=about)
    made.add_argument("--seed", type=whole(0, MAX_CHECKED), default=1, metavar="N", help="the seed of the games (1)")


def _check(chosen: argparse.Namespace) -> int | None:
    game = options.chosen_game(chosen)
    try:
        for _ in examine(game, chosen.positions, chosen.seed):
            pass
    except BrokenContract as broken:
        print(broken)
        if broken.position is not None:
            print(f"\n{diagram(Match(game, position=broken.position))}")
        return EXIT_BROKEN
    except Exception as error:
        line = line_of(error, chosen.game)
        if line is None:
            raise  # it is not the file's
        print(f"{chosen.game}, line {line}: {type(error).__name__}: {error}")
        return EXIT_BROKEN
    print(f"{counted(chosen.positions, 'position')} of {game.name}, all well")
    measured = None
    for measured in filter(None, measuring(game, chosen.games, chosen.seed)):
        if sys.stderr.isatty():
            print(f"\r{measured.results.games} of {chosen.games} games", end="", file=sys.stderr)
    if measured:
        print("\n".join(_told(game, measured)))
    return None


def _told(game: Game, measured: Measured) -> list[str]:
    """What the games were like, a line each."""
    first, second = SIDE_NAMES[game.first], SIDE_NAMES[other(game.first)]
    results = measured.results
    won = f"{first} (first) won {results.wins}, {second} {results.losses}, drawn {results.draws}"
    lines = [
        f"{counted(results.games, 'game')}: {won}",
        f"{first} has {_share(results)} of the points",
        f"{measured.length:.0f} moves a game, {measured.choices:.1f} choices a move",
        f"the lead changed {measured.lead_changes:.1f} times a game",
    ]
    ranked = sorted(measured.openings.items(), key=lambda item: -item[1].share)
    return lines + [
        f"  after {opening}: {_share(tally)} in {counted(tally.games, 'game')}" for opening, tally in ranked
    ]


def _share(tally: Results) -> str:
    return f"{100 * tally.share:.0f} ± {100 * tally.margin:.0f} %"
