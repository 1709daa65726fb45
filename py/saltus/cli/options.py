"""Shared parts of the commands: argument parsers, positions, players, and their help texts."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from saltus.core.game import SIDES, Game, Position
from saltus.core.resources import text_beside
from saltus.core.rng import SEED_LIMIT
from saltus.core.score import DEEPEST
from saltus.engine.levels import FULL
from saltus.engine.think import DEFAULT_SECONDS, MAX_NODES, MAX_SECONDS, MIN_SECONDS, Limits
from saltus.games import keys, start_of
from saltus.lab.own import FILE_ENDING, load
from saltus.match.tree import TimeControl
from saltus.notation.position import read_position

DEFAULT_OPPONENT_LEVEL = 5

HELP: dict[str, str] = dict(part.split("\n", 1) for part in text_beside(__file__, "help.txt").split("\n\n== ")[1:])
"""What is said of each command, and of what several share, by its name."""

Run = Callable[[argparse.Namespace], int | None]  # The function of a command: returns the exit code, or None for 0.
Number = TypeVar("Number", int, float)


def help_of(name: str, program: str, **values: str) -> tuple[str, str]:
    """What a command does, and what stands below the list of its arguments. `values` are filled in."""
    about, _, more = HELP[name].partition("\n\n")
    parts = {key: text for key, text in HELP.items() if key.startswith("{")}
    parts |= {f"{{{key}}}": text for key, text in values.items()}
    for key, text in parts.items():
        more = more.replace(key, text)
    return about, more.replace("\n  saltus ", f"\n  {program} ").rstrip()


class Commands:
    """The list that commands are added to. `program` is the program's name in examples, `before` the words that come
    before the name of a command, such as `games `."""

    def __init__(self, commands: "argparse._SubParsersAction[Any]", program: str, before: str = "") -> None:
        self._commands, self.program, self.before = commands, program, before

    def command(self, name: str, run: Run, game: bool = True, **values: str) -> argparse.ArgumentParser:
        """Add a command, with the game as its first argument unless `game` is False. `values` are for its help."""
        about, more = help_of(self.before + name, self.program, **values)
        made: argparse.ArgumentParser = self._commands.add_parser(
            name,
            help=about,
            description=f"{about[0].upper()}{about[1:]}.",
            epilog=more,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        made.set_defaults(run=run)
        if game:
            game_argument(made)
            option(made)
        return made


def game_argument(made: argparse.ArgumentParser, needed: bool = True, own: bool = True) -> None:
    """Add the game: a key or, if it may be one of somebody's `own`, the path to a file."""
    if not own:
        made.add_argument("game", metavar="GAME", choices=keys(), help=", ".join(keys()))
        return
    about = f"{', '.join(keys())}, or a file of your own that ends in {FILE_ENDING}"
    made.add_argument("game", metavar="GAME", nargs=None if needed else "?", type=game_key, help=about)


def game_key(text: str) -> str:
    """The key of a game, or the whole path to a file with one: a command may start other processes that load it."""
    path = Path(text).resolve()
    try:
        load(str(path) if text.endswith(FILE_ENDING) else text)
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{text}: {error.strerror}") from error
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error
    return str(path) if text.endswith(FILE_ENDING) else text


def option(made: argparse.ArgumentParser) -> None:
    about = "switch an option of the rules (`games` lists them)"
    made.add_argument("--option", metavar="KEY=on|off", type=_option, action="append", default=[], help=about)


def position(made: argparse.ArgumentParser, seed: str = "the seed of a set-up drawn by lot") -> None:
    """Add the options that choose a position; `seed` says what the seed is for."""
    made.add_argument("--rows", help="the pieces, the top rank first")
    made.add_argument("--side", choices=SIDES, help="the side to move; by default the one that moves first")
    made.add_argument("--position", metavar="TEXT", help="pieces and side in one text, instead of --rows")
    made.add_argument("--setup", metavar="KEY", help="a set-up of the game (`games` lists them)")
    made.add_argument("--seed", type=whole(0, SEED_LIMIT - 1), metavar="N", help=seed)


def limits(made: argparse.ArgumentParser, default: str, each: str = "") -> None:
    made.add_argument("--time", type=seconds, metavar="S", help=f"seconds{each} ({default})")
    about = f"plies{each} (60 seconds at most, unless a time is given)"
    made.add_argument("--depth", type=whole(1, DEEPEST), metavar="N", help=about)
    made.add_argument("--nodes", type=whole(1, MAX_NODES), metavar="N", help=f"positions searched{each}")
    made.add_argument("--level", type=whole(1, FULL), default=FULL, metavar="N", help=f"1 to {FULL} ({FULL})")


def as_json(made: argparse.ArgumentParser) -> None:
    made.add_argument("--json", action="store_true", help="one line of JSON on standard output")


def workers(made: argparse.ArgumentParser, what: str) -> None:
    about = f"{what} at the same time, each in a process (1)"
    made.add_argument("--workers", type=whole(1, 256), default=1, metavar="N", help=about)
    about = "send them to a Dask cluster that you trust (needs the extra `cluster`)"
    made.add_argument("--scheduler", metavar="tcp://HOST:PORT", help=about)


def chosen_game(chosen: argparse.Namespace) -> Game:
    """The game with its options. Raises ValueError for an unknown option."""
    return load(chosen.game, dict(chosen.option))


def chosen_position(chosen: argparse.Namespace) -> tuple[Game, Position]:
    """The position that the options describe. Raises ValueError for an invalid one."""
    game = chosen_game(chosen)
    if chosen.position is not None:
        return game, read_position(game, chosen.position)
    if chosen.rows is not None:
        return game, game.position(chosen.rows.split("/"), chosen.side or game.first)
    white, black, kings, side = start_of(game, chosen.setup, chosen.seed)
    return game, (white, black, kings, SIDES.index(chosen.side) if chosen.side else side)


def chosen_limits(chosen: argparse.Namespace, default: float, lines: int = 1) -> Limits:
    """The search limits; `default` seconds if none is given."""
    time = chosen.time if chosen.time or chosen.depth or chosen.nodes else default
    return Limits(time, chosen.depth or DEEPEST, chosen.nodes, chosen.level, lines, patience=DEFAULT_SECONDS)


def print_json(value: Any) -> None:
    print(json_line(value))


def json_line(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def whole(low: int, high: int) -> Callable[[str], int]:
    """An argument parser for whole numbers from `low` to `high`."""

    def read(text: str) -> int:
        return int(text) if len(text) < 30 else high + 1

    return _bounded(read, low, high, f"a whole number from {low} to {high}")


def real(low: float, high: float, what: str) -> Callable[[str], float]:
    """An argument parser for numbers from `low` to `high`; `what` names one in an error."""
    return _bounded(float, low, high, f"{what} from {low:g} to {high:.0f}")


def _bounded(read: Callable[[str], Number], low: Number, high: Number, wanted: str) -> Callable[[str], Number]:
    def number(text: str) -> Number:
        try:
            value: Number | None = read(text)
        except ValueError:
            value = None
        if value is None or not low <= value <= high:
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is not {wanted}")
        return value

    return number


seconds = real(MIN_SECONDS, MAX_SECONDS, "a number of seconds")


def clock(unit: float, longest: float, most: float, like: str) -> Callable[[str], TimeControl]:
    """An argument parser for clocks: the time at the start in units of `unit` seconds, at most `longest` seconds,
    and after a plus an increment of `most` seconds at most. `like` shows one in an error."""

    def read(text: str) -> TimeControl:
        initial, _, increment = text.partition("+")
        try:
            control = TimeControl(float(initial) * unit, float(increment or 0))
        except ValueError:
            control = TimeControl(0.0)
        if not (0 < control.initial <= longest and 0 <= control.increment <= most):
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a clock like {like}")
        return control

    return read


def player(text: str) -> int:
    """Parse a player: `person` (0) or a level."""
    if text == "person":
        return 0
    try:
        return whole(1, FULL)(text)
    except argparse.ArgumentTypeError:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is neither `person` nor a level from 1 to {FULL}") from None


def _option(text: str) -> tuple[str, bool]:
    key, _, value = text.partition("=")
    if value not in ("on", "off"):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not of the form KEY=on or KEY=off")
    return key, value == "on"
