"""The terminal: `python3 -m saltus COMMAND …`, from a plain checkout with nothing installed.

Results go to standard output and all that is said about them to standard error, so that a pipe gets the results
alone. The exit code is 0, 2 for a request that makes no sense, 130 for an interruption from the keyboard, 141 where
nobody reads the output any more.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from io import TextIOWrapper
from time import perf_counter
from typing import Any

from saltus import reply
from saltus.because import because
from saltus.draw import SEEDS
from saltus.game import SIDE_NAMES, SIDES, Game, Move, Position, Side
from saltus.games import keys, load
from saltus.levels import FULL
from saltus.match import Match
from saltus.notation.move import move_text
from saltus.notation.position import read_position
from saltus.search import DEEPEST
from saltus.terminal import Terminal
from saltus.work import DEEPEST_PERFT, LONGEST, SHORTEST, Limits, Question, best

OPPONENT = 5
"""The computer's level where none is chosen."""
MOST = 1_000_000_000

ABOUT = "Five games of the leap: their rules, and a player for each."

EXAMPLES = """\
examples:
  python3 -m saltus play english                       play against the computer
  python3 -m saltus moves gambit                       the legal first moves
  python3 -m saltus bestmove rock --time 2             what the computer would play
  python3 -m saltus perft italian 8                    count the ways to play eight plies
  python3 -m saltus match roman --players 10 5         let two strengths play each other
  echo '{"id":1,"op":"games"}' | python3 -m saltus bridge

`python3 -m saltus COMMAND --help` says more about each command."""

POSITIONS = """\
positions:
  Without --rows and --position the first position of the game is meant.
  ROWS is the board as text, the top rank first, slashes between the rows, w and b for pieces, W and B for kings,
  a dot for an empty square:
    --rows ".b.b.b.b/b.b.b.b./.b.b.b.b/......../......../w.w.w.w./.w.w.w.w/w.w.w.w." --side b
  TEXT is what the page shows: the FEN of PDN in english and italian, rows with numbers for empty squares elsewhere:
    --position "B:W21,22,K30:B1,2,3"
    --position "1wwwwww1/b6b/b6b/b6b/b6b/b6b/b6b/1wwwwww1 w\""""


BRIDGE = """\
example:
  printf '%s\\n' '{"id":1,"op":"moves","game":"rock"}' '{"id":2,"op":"bestmove","game":"rock","time":1}' |
    python3 -m saltus bridge

The protocol is the first text of saltus/bridge.py: python3 -c 'import saltus.bridge; print(saltus.bridge.__doc__)'"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    chosen = _parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], None] = chosen.run
    try:
        run(chosen)
        sys.stdout.flush()
    except ValueError as error:
        print(f"saltus {chosen.command}: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # What is still buffered goes nowhere; else Python would try again at its end, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    return 0


# -- the commands ------------------------------------------------------------------------------------------


def _moves(chosen: argparse.Namespace) -> None:
    game, position = _position(chosen)
    found = reply.moves(game, position)
    if chosen.json:
        _print_json([{key: move[key] for key in ("path", "captured", "result")} for move in found])
        return
    for move in found:
        notes = ["-".join(move["path"]) or "pass"]
        if move["captured"]:
            notes.append("takes " + " ".join(move["captured"]))
        if move["crowns"]:
            notes.append("crowned")
        if move["result"] is not None:
            notes.append("draw" if move["result"] == "draw" else f"{SIDE_NAMES[move['result']]} wins")
        print(f"{move['text']:<11} {', '.join(notes)}")
    if outcome := game.outcome(position):
        print(f"The game is over: {outcome.text}", file=sys.stderr)


def _outcome(chosen: argparse.Namespace) -> None:
    game, position = _position(chosen)
    outcome = game.outcome(position)
    if chosen.json:
        _print_json(reply.verdict(outcome))
    else:
        print(outcome.text if outcome else f"The game goes on; {SIDE_NAMES[SIDES[position[3]]]} is to move.")


def _perft(chosen: argparse.Namespace) -> None:
    game, position = _position(chosen)
    began = perf_counter()
    leaves = 0
    if chosen.divide and chosen.depth:
        legal = game.moves(position)
        for move in legal:
            below = game.perft(game.play(position, move), chosen.depth - 1)
            print(f"{move_text(game, position, move, legal):<11} {below}", flush=True)
            leaves += below
    else:
        leaves = game.perft(position, chosen.depth)
    seconds = perf_counter() - began
    print(leaves)
    print(f"{seconds:.2f} s, {leaves / max(seconds, 1e-6):,.0f} leaves a second", file=sys.stderr)


def _bestmove(chosen: argparse.Namespace) -> None:
    game, position = _position(chosen)
    if outcome := game.outcome(position):
        raise ValueError(f"the game is over: {outcome.text}")
    found = best(Question(game, position), _limits(chosen, default=1.0))
    if chosen.json:
        _print_json({key: value for key, value in reply.answer(found).items() if key != "lines"})
        return
    print(move_text(game, position, found.move))
    print(because(game, position, found.move, found.score), file=sys.stderr)
    print(
        f"score {found.score}, depth {found.depth}, {found.nodes:,} nodes, {found.nps:,} nodes a second",
        file=sys.stderr,
    )
    print(" ".join(_line(game, position, found.pv)), file=sys.stderr)


def _games(chosen: argparse.Namespace) -> None:
    if chosen.json:
        _print_json(reply.every_game())
        return
    for key in keys():
        game = load(key)
        print(f"{key:<8} {game.name}")
        for setup in game.setups if len(game.setups) > 1 else ():
            print(f"{'':8} --setup {setup.key:<18} {setup.name}")
        for option in game.options:
            switch = f"{option.key}={'off' if option.default else 'on'}"
            print(f"{'':8} --option {switch:<17} {option.name}: {'on' if option.default else 'off'} by default")


def _play(chosen: argparse.Namespace) -> None:
    game, start = _game(chosen), None
    if chosen.rows or chosen.position:
        start = _position(chosen)[1]
    match = Match(game, position=start) if start else Match(game, chosen.setup, chosen.seed)
    white, black = _players(game, chosen.white, chosen.black)
    # Whatever bytes are typed, and whatever letters this terminal lacks: neither ends the game.
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=errors)
    print(f"{game.name}. White is {_who(white)}, Black {_who(black)}. Type help for what can be typed.")
    if match.seed is not None:
        print(f"Set-up {match.setup}, seed {match.seed}.")
    Terminal(match, {"w": white, "b": black}, chosen.time, input, print).play()


def _match(chosen: argparse.Namespace) -> None:
    # It alone needs processes, which are slow to import.
    from saltus import tournament

    _game(chosen)
    if len(chosen.players) < 2:
        raise ValueError("a match needs two players at least, as in --players 10 5")
    seconds = None if chosen.nodes else chosen.time
    players = [
        tournament.Player(f"level {level}", Limits(seconds, nodes=chosen.nodes, level=level))
        for level in chosen.players
    ]
    terms = tournament.Terms(chosen.game, dict(chosen.option), chosen.plies)
    pairs = -(-chosen.games // 2)
    table: dict[tuple[str, str], tournament.Pairing] = {}
    for pairing in tournament.tournament(terms, players, pairs, chosen.seed, chosen.concurrency):
        table[pairing.first, pairing.second] = pairing
        print(tournament.row(pairing), file=sys.stderr)
    if chosen.json:
        _print_json([tournament.summary(pairing) for pairing in table.values()])
    else:
        pace = f"{chosen.nodes:,} nodes" if chosen.nodes else f"{chosen.time:g} s"
        print(f"{load(chosen.game).name}, {pace} a move, openings from seed {chosen.seed}")
        print(tournament.HEAD, *map(tournament.row, table.values()), sep="\n")


def _bridge(chosen: argparse.Namespace) -> None:
    from saltus.pipe import serve

    # Unbuffered, and not `sys.stdin`: a thread still waits in it when the program is interrupted.
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as source:
        serve(source, sys.stdout.buffer)


# -- what they share ---------------------------------------------------------------------------------------


def _game(chosen: argparse.Namespace) -> Game:
    return load(chosen.game, dict(chosen.option))


def _position(chosen: argparse.Namespace) -> tuple[Game, Position]:
    """The position that the options describe. Raises ValueError for what is no position of the game."""
    game = _game(chosen)
    if chosen.position is not None:
        return game, read_position(game, chosen.position)
    if chosen.rows is not None:
        return game, game.position(chosen.rows.split("/"), chosen.side or game.first)
    seeded = reply.setup_of(game, chosen.setup).seeded
    seed = reply.SEED if seeded and chosen.seed is None else chosen.seed
    white, black, kings, side = game.start(chosen.setup, seed)
    return game, (white, black, kings, SIDES.index(chosen.side) if chosen.side else side)


def _limits(chosen: argparse.Namespace, default: float) -> Limits:
    """How long to search: `default` seconds where nothing is said."""
    time = chosen.time if chosen.time or chosen.depth or chosen.nodes else default
    return Limits(time, chosen.depth or DEEPEST, chosen.nodes, chosen.level)


def _players(game: Game, white: int | None, black: int | None) -> tuple[int | None, int | None]:
    """The levels of both sides (0: a person; None: not said), with None for a person."""
    if white is None and black is None:
        person: Side = SIDES[os.urandom(1)[0] % 2] if game.lots else game.first
        white, black = (0, OPPONENT) if person == "w" else (OPPONENT, 0)
    elif white is None:
        white = 0 if black else OPPONENT
    elif black is None:
        black = 0 if white else OPPONENT
    return white or None, black or None


def _who(level: int | None) -> str:
    return f"the computer at level {level}" if level else "a person"


def _line(game: Game, position: Position, moves: Sequence[Move]) -> list[str]:
    """The texts of a line of play."""
    texts = []
    for move in moves:
        texts.append(move_text(game, position, move))
        position = game.play(position, move)
    return texts


def _print_json(value: Any) -> None:
    print(json.dumps(value, separators=(",", ":"), allow_nan=False))


# -- the options -------------------------------------------------------------------------------------------


def _whole(low: int, high: int) -> Callable[[str], int]:
    """A reader of whole numbers from `low` to `high`."""

    def number(text: str) -> int:
        try:
            value = int(text) if len(text) < 30 else high + 1
        except ValueError:
            value = low - 1
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from {low} to {high}")
        return value

    return number


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1
    if not SHORTEST <= value <= LONGEST:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a number of seconds from {SHORTEST} to {LONGEST:g}")
    return value


def _player(text: str) -> int:
    return 0 if text == "person" else _whole(1, FULL)(text)


def _option(text: str) -> tuple[str, bool]:
    key, _, value = text.partition("=")
    if value not in ("on", "off"):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not of the form KEY=on or KEY=off")
    return key, value == "on"


def _parser() -> argparse.ArgumentParser:
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="python3 -m saltus", description=ABOUT, epilog=EXAMPLES, formatter_class=layout, allow_abbrev=False
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(
        name: str, run: Callable[[argparse.Namespace], None], about: str, game: bool = True, epilog: str | None = None
    ) -> argparse.ArgumentParser:
        made = commands.add_parser(
            name,
            help=about,
            description=f"{about[0].upper()}{about[1:]}.",
            epilog=epilog,
            formatter_class=layout,
            allow_abbrev=False,
        )
        made.set_defaults(run=run)
        if game:
            made.add_argument("game", metavar="GAME", choices=keys(), help=", ".join(keys()))
            made.add_argument(
                "--option",
                metavar="KEY=on|off",
                type=_option,
                action="append",
                default=[],
                help="switch an option of the rules (`games` lists them)",
            )
        return made

    def position(made: argparse.ArgumentParser) -> None:
        made.add_argument("--rows", help="the pieces, the top rank first")
        made.add_argument("--side", choices=SIDES, help="the side to move; by default the one that moves first")
        made.add_argument("--position", metavar="TEXT", help="pieces and side in one text, instead of --rows")
        made.add_argument("--setup", metavar="KEY", help="a set-up of the game (`games` lists them)")
        made.add_argument("--seed", type=_whole(0, SEEDS - 1), metavar="N", help="the seed of a set-up drawn by lot")

    def as_json(made: argparse.ArgumentParser) -> None:
        made.add_argument("--json", action="store_true", help="one line of JSON on standard output")

    made = command("play", _play, "play at the terminal, against the computer or another person", epilog=POSITIONS)
    position(made)
    for side in ("white", "black"):
        made.add_argument(
            f"--{side}", type=_player, metavar="WHO", help=f"`person`, or the computer's level from 1 to {FULL}"
        )
    made.add_argument("--time", type=_seconds, default=1.0, metavar="S", help="the computer's seconds a turn (1)")

    made = command("moves", _moves, "list the legal moves", epilog=POSITIONS)
    position(made)
    as_json(made)

    made = command("outcome", _outcome, "say whether the game is over, who won and why", epilog=POSITIONS)
    position(made)
    as_json(made)

    made = command("perft", _perft, "count the ways to play so many plies", epilog=POSITIONS)
    made.add_argument("depth", metavar="DEPTH", type=_whole(0, DEEPEST_PERFT), help="in plies")
    position(made)
    made.add_argument("--divide", action="store_true", help="the count behind each first move as well")

    made = command("bestmove", _bestmove, "look for the best move", epilog=POSITIONS)
    position(made)
    made.add_argument("--time", type=_seconds, metavar="S", help="seconds (1, where no other limit is given)")
    made.add_argument(
        "--depth", type=_whole(1, DEEPEST), metavar="N", help="plies (60 seconds at most, where no time is given)"
    )
    made.add_argument("--nodes", type=_whole(1, MOST), metavar="N", help="positions looked at")
    made.add_argument("--level", type=_whole(1, FULL), default=FULL, metavar="N", help=f"1 to {FULL} ({FULL})")
    as_json(made)

    made = command("match", _match, "let strengths play each other, and say what the results prove")
    made.add_argument(
        "--players",
        nargs="+",
        type=_whole(1, FULL),
        default=[FULL, OPPONENT],
        metavar="LEVEL",
        help=f"everyone meets everyone ({FULL} {OPPONENT})",
    )
    made.add_argument(
        "--games", type=_whole(1, MOST), default=20, metavar="N", help="of each pairing, two an opening (20)"
    )
    made.add_argument("--time", type=_seconds, default=0.1, metavar="S", help="seconds a turn (0.1)")
    made.add_argument("--nodes", type=_whole(1, MOST), metavar="N", help="positions a turn, instead of seconds")
    made.add_argument("--plies", type=_whole(0, 40), metavar="N", help="random turns that make an opening")
    made.add_argument("--seed", type=_whole(0, SEEDS - 1), default=1, metavar="N", help="of the openings (1)")
    made.add_argument("--concurrency", type=_whole(1, 256), default=1, metavar="N", help="games at a time (1)")
    as_json(made)

    made = command("games", _games, "list the games, their set-ups and options", game=False)
    as_json(made)

    command(
        "bridge",
        _bridge,
        "answer requests in JSON, one a line, on standard input and output",
        game=False,
        epilog=BRIDGE,
    )
    return parser
