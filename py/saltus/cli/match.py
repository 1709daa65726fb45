"""`match`: a tournament between engines, with ratings and a sequential test."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from saltus.cli import options
from saltus.cli.game_files import encoding_option, tell_encoding
from saltus.cli.options import Commands, whole
from saltus.core.game import Game
from saltus.core.rng import SEED_LIMIT
from saltus.core.score import DEEPEST
from saltus.engine.levels import FULL
from saltus.engine.think import MAX_NODES, NO_LIMITS, Limits
from saltus.lab.own import load
from saltus.notation.position import position_text, read_position
from saltus.records.collection import read_all
from saltus.records.files import opened
from saltus.tournament.players import Player, limits_text, read_player

if TYPE_CHECKING:
    from saltus.tournament.ratings import Pairing


def add(commands: Commands) -> None:
    made = commands.command("match", _match)
    who = made.add_mutually_exclusive_group()
    about = f"everyone meets everyone ({FULL} {options.DEFAULT_OPPONENT_LEVEL})"
    who.add_argument("--players", nargs="+", type=_player, metavar="PLAYER", help=about)
    who.add_argument("--first", type=_player, metavar="PLAYER", help="one player, against --second")
    made.add_argument("--second", type=_player, metavar="PLAYER", help="the other player")
    made.add_argument(
        "--games",
        type=whole(1, MAX_NODES),
        default=20,
        metavar="N",
        help="games of each pairing, two from each opening (20)",
    )
    pace = made.add_mutually_exclusive_group()
    pace.add_argument("--time", type=options.seconds, default=0.1, metavar="S", help="seconds per move (0.1)")
    pace.add_argument("--nodes", type=whole(1, MAX_NODES), metavar="N", help="positions per move, instead of seconds")
    pace.add_argument("--depth", type=whole(1, DEEPEST), metavar="N", help="plies per move, instead of seconds")
    kind = options.clock(1, 100_000, 1_000, "60 or 60+0.5, in seconds")
    pace.add_argument("--clock", type=kind, metavar="S[+S]", help="clocks: seconds for the game, and for each move")
    made.add_argument("--plies", type=whole(0, 40), metavar="N", help="how many random moves make an opening")
    begun = made.add_mutually_exclusive_group()
    begun.add_argument("--openings", metavar="FILE", help="positions or games to begin from")
    encoding_option(made)
    begun.add_argument("--ballots", action="store_true", help="begin with the three-move ballots (english)")
    made.add_argument(
        "--seed", type=whole(0, SEED_LIMIT - 1), default=1, metavar="N", help="seed of the openings (1)"
    )
    about = "end a game as won if both players report a score of this many hundredths of a piece for 4 moves"
    made.add_argument("--resign", type=whole(1, 100_000), metavar="N", help=about)
    about = "end a game as drawn if both report no more than this for 8 moves, from move 30 on"
    made.add_argument("--draw", type=whole(0, 100_000), metavar="N", help=about)
    made.add_argument("--solved", action="store_true", help="end a game as soon as the tables know its result")
    about = "stop when it is proved whether the first of two players is this many Elo stronger, or not at all"
    made.add_argument("--gain", type=whole(1, 1000), metavar="ELO", help=about)
    options.workers(made, "games")
    made.add_argument("--log", metavar="FILE", help="write every pair to this file, and continue from what it holds")
    options.as_json(made)


def _match(chosen: argparse.Namespace) -> None:
    # Only this command needs these, which take a tenth of the time in which a command starts.
    from saltus.parallel.jobs import workers as open_workers
    from saltus.parallel.progress import Progress
    from saltus.tournament import play, ratings
    from saltus.tournament.ratings import verdict
    from saltus.tournament.tournament import Log, tournament

    game = options.chosen_game(chosen)
    players = _players(chosen)
    if chosen.gain and len(players) != 2:
        raise ValueError("--gain compares two players")
    ends = chosen.clock, chosen.resign, chosen.draw, chosen.solved
    terms = play.Terms(chosen.game, dict(chosen.option), chosen.plies, _openings(game, chosen), *ends)
    log = Log(Path(chosen.log), terms, _pace(chosen)) if chosen.log else None
    pairs = -(-chosen.games // 2)
    table: dict[tuple[str, str], Pairing] = {}
    total = pairs * len(players) * (len(players) - 1) // 2
    progress = Progress(total)
    try:
        with open_workers(chosen.workers, chosen.scheduler) as (number, executor):
            for pairing in tournament(terms, players, pairs, chosen.seed, number, log, executor, progress):
                table[pairing.first, pairing.second] = pairing
                print(f"{ratings.row(pairing)}   pair {progress}", file=sys.stderr)
                if chosen.gain and verdict(pairing, chosen.gain):
                    break
    except (KeyboardInterrupt, ConnectionError):
        _report(chosen, list(table.values()))
        if log:
            print(f"The same command goes on from {log.path}.", file=sys.stderr)
        raise
    finally:
        play.end_engines()
    _report(chosen, list(table.values()))


def _report(chosen: argparse.Namespace, pairings: "list[Pairing]") -> None:
    from saltus.tournament import ratings
    from saltus.tournament.ratings import BOUND, log_likelihood_ratio, verdict

    if chosen.json:
        summaries = [ratings.summary(pairing) for pairing in pairings]
        if chosen.gain:
            for one, pairing in zip(summaries, pairings, strict=True):
                one["ratio"] = round(log_likelihood_ratio(pairing, chosen.gain), 3)
                one["verdict"] = verdict(pairing, chosen.gain)
        options.print_json(summaries)
    elif pairings:
        source = chosen.openings or ("the ballots" if chosen.ballots else f"seed {chosen.seed}")
        print(f"{load(chosen.game).name}, {_pace(chosen)}, openings from {source}")
        print(ratings.HEAD, *map(ratings.row, pairings), sep="\n")
        if len(pairings) > 1:
            print("", *ratings.ranking(pairings), sep="\n")
        if chosen.gain:
            [pairing] = pairings
            ratio = log_likelihood_ratio(pairing, chosen.gain)
            found = verdict(pairing, chosen.gain) or "not decided"
            print(f"{found} (by {chosen.gain} Elo; log likelihood ratio {ratio:+.2f} of ±{BOUND:.2f})")


def _pace(chosen: argparse.Namespace) -> str:
    if chosen.clock:
        return f"clocks of {chosen.clock.initial:g} s and {chosen.clock.increment:g} s a move"
    return f"{limits_text(_usual_limits(chosen))} a move"


def _usual_limits(chosen: argparse.Namespace) -> Limits:
    """What the players may take for a move that have no limits of their own."""
    if chosen.nodes or chosen.depth:
        return Limits(nodes=chosen.nodes, depth=chosen.depth or DEEPEST)
    return Limits(chosen.time)


def _players(chosen: argparse.Namespace) -> list[Player]:
    if bool(chosen.first) != bool(chosen.second):
        raise ValueError("a match needs --first and --second, or --players")
    written = [chosen.first, chosen.second] if chosen.first else chosen.players
    written = written or [str(FULL), str(options.DEFAULT_OPPONENT_LEVEL)]
    if len(written) < 2:
        raise ValueError("a match needs two players at least, as in --players 10 5")
    found = [read_player(each, _usual_limits(chosen)) for each in written]
    names = [player.name for player in found]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise ValueError(f"{twice} is there twice; give one of them another limit, as in --players 10 10@1")
    return found


def _openings(game: Game, chosen: argparse.Namespace) -> tuple[str, ...]:
    """The openings that the options name, as texts. Raises ValueError for an invalid one."""
    from saltus.study import ballots

    if chosen.ballots:
        if game.key != ballots.GAME:
            raise ValueError(f"the ballots are of {load(ballots.GAME).name}, not of {game.name}")
        return tuple(each.text for each in ballots.BALLOTS if each.deck)
    return _read_openings(game, chosen.openings, chosen.encoding) if chosen.openings else ()


def _read_openings(game: Game, name: str, encoding: str | None) -> tuple[str, ...]:
    """The openings in a file, as texts of positions. Raises ValueError for an invalid one."""
    with opened(name, tell_encoding, encoding) as (_, texts):
        text = "\n\n".join(text.whole() for text in texts)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    found = []
    try:
        is_record = not lines or lines[0].startswith(("[", "{", "("))
        if not is_record and all(":" in line[:3] or "/" in line.split()[0] for line in lines):
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


def _player(text: str) -> str:
    """Check the text of a player, which is read once the usual limits are known."""
    try:
        read_player(text, NO_LIMITS)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text
