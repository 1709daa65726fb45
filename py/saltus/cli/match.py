"""`match`: a tournament between computer players, with ratings."""

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from saltus.cli.options import (
    DEFAULT_OPPONENT_LEVEL,
    MAX_NODES,
    Commands,
    as_json,
    chosen_game,
    print_json,
    seconds,
    whole,
)
from saltus.core.game import Game
from saltus.core.rng import SEED_LIMIT
from saltus.engine.levels import FULL
from saltus.engine.think import MAX_SECONDS, MIN_SECONDS, Limits
from saltus.games import load
from saltus.notation.position import position_text, read_position
from saltus.records.collection import read_all

if TYPE_CHECKING:
    from saltus.play.tournament import Pairing, Player

MORE = """\
players:
  A level from 1 to 10, and after an @ what it may take for a turn where that differs: seconds (10@0.5) or positions
  (10@2000n). Everyone meets everyone, in pairs of games from one opening with the sides changed.

openings:
  A few random turns, as even as can be found (--plies, --seed); or those of a file: positions as text, one a line,
  or games, whose last positions are meant (--openings).

Ratings are of the Bradley-Terry model, the mean of all players being 0; margins are 95 %. With --log every pair is
written down: broken off (Ctrl-C) and called again with the same log, it goes on where it was."""

_PLAYER = re.compile(r"([0-9]{1,2})(?:@([0-9.]{1,12})(n?))?")


def add(commands: Commands) -> None:
    """Add the command."""
    about = "let strengths play each other, and say what the results prove"
    examples = """\
match roman --players 10 5                           twenty games
match english --players 3 5 7 9 --games 100 --concurrency 4 --log levels.jsonl
match rock --players 10@0.1 10@1 --games 40          what ten times the time is worth
match italian --players 10 8 --openings games.pdn"""
    made = commands.command("match", _match, about, examples=examples, more=MORE)
    made.add_argument(
        "--players",
        nargs="+",
        type=_player,
        default=[(FULL, None, None), (DEFAULT_OPPONENT_LEVEL, None, None)],
        metavar="LEVEL",
        help=f"everyone meets everyone ({FULL} {DEFAULT_OPPONENT_LEVEL})",
    )
    about = "of each pairing, two an opening (20)"
    made.add_argument("--games", type=whole(1, MAX_NODES), default=20, metavar="N", help=about)
    made.add_argument("--time", type=seconds, default=0.1, metavar="S", help="seconds a turn (0.1)")
    made.add_argument("--nodes", type=whole(1, MAX_NODES), metavar="N", help="positions a turn, instead of seconds")
    made.add_argument("--plies", type=whole(0, 40), metavar="N", help="random turns that make an opening")
    made.add_argument("--openings", metavar="FILE", help="positions or games to begin from")
    made.add_argument("--seed", type=whole(0, SEED_LIMIT - 1), default=1, metavar="N", help="of the openings (1)")
    made.add_argument("--concurrency", type=whole(1, 256), default=1, metavar="N", help="games at a time (1)")
    made.add_argument("--log", metavar="FILE", help="remember every pair there, and go on from what it remembers")
    as_json(made)


def _match(chosen: argparse.Namespace) -> None:
    # Only this command needs multiprocessing, which is slow to import.
    from saltus.play import tournament

    game = chosen_game(chosen)
    players = _players(chosen)
    openings = _openings(game, chosen.openings) if chosen.openings else ()
    terms = tournament.Terms(chosen.game, dict(chosen.option), chosen.plies, openings)
    log = tournament.Log(Path(chosen.log), terms, _pace(chosen)) if chosen.log else None
    pairs = -(-chosen.games // 2)
    table: dict[tuple[str, str], Pairing] = {}
    try:
        for pairing in tournament.tournament(terms, players, pairs, chosen.seed, chosen.concurrency, log):
            table[pairing.first, pairing.second] = pairing
            print(tournament.row(pairing), file=sys.stderr)
    except KeyboardInterrupt:
        _report(chosen, list(table.values()))
        if log:
            print(f"The same command goes on from {log.path}.", file=sys.stderr)
        raise
    _report(chosen, list(table.values()))


def _report(chosen: argparse.Namespace, pairings: "list[Pairing]") -> None:
    from saltus.play import tournament

    if chosen.json:
        print_json([tournament.summary(pairing) for pairing in pairings])
    elif pairings:
        begun = f"openings from {chosen.openings}" if chosen.openings else f"openings from seed {chosen.seed}"
        print(f"{load(chosen.game).name}, {_pace(chosen)} a move, {begun}")
        print(tournament.HEAD, *map(tournament.row, pairings), sep="\n")
        if len(pairings) > 1:
            print("", *tournament.ranking(pairings), sep="\n")


def _pace(chosen: argparse.Namespace) -> str:
    return f"{chosen.nodes:,} nodes" if chosen.nodes else f"{chosen.time:g} s"


def _players(chosen: argparse.Namespace) -> "list[Player]":
    from saltus.play.tournament import Player

    if len(chosen.players) < 2:
        raise ValueError("a match needs two players at least, as in --players 10 5")
    time = None if chosen.nodes else chosen.time
    found = []
    for level, own_time, own_nodes in chosen.players:
        if own_time or own_nodes:
            name = f"level {level}, {f'{own_nodes:,} nodes' if own_nodes else f'{own_time:g} s'}"
            limits = Limits(own_time, nodes=own_nodes, level=level)
        else:
            name, limits = f"level {level}", Limits(time, nodes=chosen.nodes, level=level)
        found.append(Player(name, limits))
    names = [player.name for player in found]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise ValueError(f"{twice} is there twice; give one of them another time, as in --players 10 10@1")
    return found


def _openings(game: Game, name: str) -> tuple[str, ...]:
    """The openings in a file, as texts of positions. Raises ValueError for an invalid one."""
    text = Path(name).read_text("utf-8-sig")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    found = []
    try:
        if lines and not lines[0].startswith(("[", "{", "(")) and all(map(_looks_placed, lines)):
            positions = [read_position(game, line) for line in lines]
        else:
            positions = [match.position for match in read_all(text, game)]
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None
    for number, position in enumerate(positions, 1):
        if outcome := game.outcome(position):
            raise ValueError(f"{name}: opening {number} is over already: {outcome.text}")
        found.append(position_text(game, position))
    if not found:
        raise ValueError(f"{name} holds no opening")
    return tuple(found)


def _looks_placed(line: str) -> bool:
    return ":" in line[:3] or "/" in line.split()[0]


def _player(text: str) -> tuple[int, float | None, int | None]:
    """Parse a player: a level with its own seconds or nodes, if given."""
    found = _PLAYER.fullmatch(text)
    try:
        level = int(found[1]) if found else 0
        own = float(found[2]) if found and found[2] else None
    except ValueError:
        level = 0
    if not found or not 1 <= level <= FULL:
        raise argparse.ArgumentTypeError(
            f"{text[:40]!r} is not a level from 1 to {FULL}, nor one like 10@0.5, 10@2000n"
        )
    if own is None:
        return level, None, None
    if found[3]:
        if not 1 <= own <= MAX_NODES or own != int(own):
            raise argparse.ArgumentTypeError(f"{text[:40]!r}: positions are a whole number from 1 to {MAX_NODES:,}")
        return level, None, int(own)
    if not MIN_SECONDS <= own <= MAX_SECONDS:
        raise argparse.ArgumentTypeError(f"{text[:40]!r}: seconds are a number from {MIN_SECONDS} to {MAX_SECONDS:g}")
    return level, own, None
