"""The players of a tournament, and how they are written: `7`, `10@0.5`, `hub:./scan`, `bridge@2000n:COMMAND`."""

import re
import shlex
from typing import Literal, NamedTuple

from saltus.core.score import DEEPEST
from saltus.engine.levels import FULL
from saltus.engine.think import MAX_NODES, MAX_SECONDS, MIN_SECONDS, Limits

Protocol = Literal["hub", "bridge"]

_LIMIT = r"(?:@(?P<limit>[0-9.]{1,12}[nd]?))?"
_ENGINE = re.compile(rf"(?P<protocol>hub|bridge){_LIMIT}:(?P<command>.+)", re.DOTALL)
_LEVEL = re.compile(rf"(?:level:)?(?P<level>[0-9]{{1,2}}){_LIMIT}")


class Player(NamedTuple):
    """A player in a tournament: a level of ours, or the engine that a command starts."""

    name: str
    limits: Limits  # What it may take for a move.
    command: tuple[str, ...] = ()  # The command and its arguments, of an engine in a process of its own.
    protocol: Protocol = "hub"


def read_player(text: str, usual: Limits) -> Player:
    """Read a player, with `usual` limits where it has none of its own. Raises ValueError with the forms that there
    are."""
    found = _LEVEL.fullmatch(text) or _ENGINE.fullmatch(text)
    own = limit(found["limit"]) if found and found["limit"] else usual
    suffix = f", {limits_text(own)}" if found and found["limit"] else ""
    if found and found.re is _LEVEL:
        level = int(found["level"])
        if 1 <= level <= FULL:
            return Player(f"level {level}{suffix}", own._replace(level=level))
    elif found:
        try:
            command = tuple(shlex.split(found["command"]))
        except ValueError as error:
            raise ValueError(f"{text[:60]!r}: {error}") from None
        if command:
            protocol: Protocol = "hub" if found["protocol"] == "hub" else "bridge"
            return Player(f"{found['command'].strip()}{suffix}", own, command, protocol)
    raise ValueError(
        f"{text[:60]!r} is not a player: a level from 1 to {FULL}, hub:COMMAND or bridge:COMMAND, and what it may "
        "take a move after an @, as in 10@0.5, hub@2000n:./scan, bridge@12d:COMMAND"
    )


def limit(text: str) -> Limits:
    """What a move may take: seconds (`0.5`), positions (`2000n`) or plies (`12d`). Raises ValueError."""
    unit = text[-1] if text[-1] in "nd" else ""
    try:
        value = float(text.removesuffix(unit))
    except ValueError:
        value = -1.0
    if not unit:
        if not MIN_SECONDS <= value <= MAX_SECONDS:
            raise ValueError(f"{text!r}: seconds are a number from {MIN_SECONDS} to {MAX_SECONDS:g}")
        return Limits(value)
    most, what = (MAX_NODES, "positions") if unit == "n" else (DEEPEST, "plies")
    if not 1 <= value <= most or value != int(value):
        raise ValueError(f"{text!r}: {what} are a whole number from 1 to {most:,}")
    return Limits(nodes=int(value)) if unit == "n" else Limits(depth=int(value))


def limits_text(limits: Limits) -> str:
    """`0.5 s`, `2,000 nodes` or `12 plies`."""
    if limits.nodes:
        return f"{limits.nodes:,} nodes"
    return f"{limits.time:g} s" if limits.time else f"{limits.depth} plies"
