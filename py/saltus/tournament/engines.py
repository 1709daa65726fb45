"""Engines that play in a tournament: our own in this process, others in processes of their own.

All moves go through the rules here. An engine that plays an illegal move, answers nothing or dies has failed: it
raises `EngineFailure`, and the game is lost for it.
"""

import json
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from queue import Empty, Queue
from threading import Thread
from time import monotonic
from typing import Any, NamedTuple

from saltus.core.game import SIDES, Game, Move, Position
from saltus.core.score import DEEPEST
from saltus.engine.think import DEFAULT_SECONDS, Limits, SearchRequest, best
from saltus.engine.tt import TranspositionTable
from saltus.match.match import Match
from saltus.parallel.jobs import child_killers
from saltus.tournament import hub
from saltus.tournament.players import Player

GRACE_SECONDS = 10.0  # How much longer than its limit an engine may take for a move before it counts as hanging.
START_SECONDS = 60.0
MAX_HEARD, MAX_LINE_CHARS = 1_000, 1 << 16
"""How many lines of an engine that talks are kept until they are read, and how long each is at most."""


class EngineFailure(Exception):  # noqa: N818  (it ends a game, not the program)
    """An engine died, hung or broke the rules. The text says what happened."""


class Choice(NamedTuple):
    """A move, and the engine's score for it from the view of its side, in centipieces; None if it tells none."""

    move: Move
    score: int | None


class Engine(ABC):
    """An engine that plays one game after another."""

    @abstractmethod
    def begin(self, match: Match, seed: int) -> None:
        """Prepare for a new game, whose opening is already played in `match`."""

    @abstractmethod
    def choose(self, match: Match, limits: Limits) -> Choice:
        """The move to play. Raises `EngineFailure`."""

    def close(self) -> None:  # noqa: B027  (most have nothing to end)
        """End what was started."""


def start(player: Player, game: Game) -> Engine:
    """Start the engine of a player. Raises ValueError if its command cannot be started or does not answer."""
    if not player.command:
        return LevelEngine()
    try:
        return HubEngine(player.command, game) if player.protocol == "hub" else BridgeEngine(player.command, game)
    except OSError as error:
        raise ValueError(f"{player.name}: {error.strerror or error}") from None
    except EngineFailure as error:
        raise ValueError(f"{player.name}: {error}") from None


class LevelEngine(Engine):
    """A level of ours, in this process."""

    def __init__(self) -> None:
        self.table = TranspositionTable()
        self.seed = 0

    def begin(self, match: Match, seed: int) -> None:
        self.table, self.seed = TranspositionTable(), seed

    def choose(self, match: Match, limits: Limits) -> Choice:
        found = best(SearchRequest.of(match, self.table, self.seed), limits)
        return Choice(found.move, found.score)


class ProcessEngine(Engine):
    """An engine in a process of its own, which is spoken to in lines of text."""

    def __init__(self, command: Sequence[str], game: Game) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8", errors="replace"
        )
        child_killers.add(self.process.kill)
        self.heard: Queue[str] = Queue(MAX_HEARD)
        Thread(target=self._listen, daemon=True).start()
        try:
            self.greet(game)
        except BaseException:
            self.close()
            raise

    @abstractmethod
    def greet(self, game: Game) -> None:
        """Wait until the engine is ready for games of this kind."""

    def _listen(self) -> None:
        assert self.process.stdout
        with suppress(ValueError):  # the engine has been ended
            for line in iter(partial(self.process.stdout.readline, MAX_LINE_CHARS), ""):
                self.heard.put(line.rstrip("\r\n") or " ")
        self.heard.put("")

    def say(self, line: str) -> None:
        """Send a line. Raises `EngineFailure` if the program has ended."""
        assert self.process.stdin
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except (OSError, ValueError):
            raise EngineFailure(self._ended()) from None

    def lines(self, seconds: float) -> Iterator[str]:
        """The next lines, for this many seconds in all. Raises `EngineFailure` when they are over."""
        due = monotonic() + seconds
        while True:
            left = due - monotonic()
            try:
                if left <= 0:
                    raise Empty
                line = self.heard.get(timeout=left)
            except Empty:
                raise EngineFailure(f"it did not answer within {seconds:.3g} s") from None
            if not line:
                self.heard.put("")
                raise EngineFailure(self._ended())
            yield line

    def _ended(self) -> str:
        try:
            return f"it ended with code {self.process.wait(1)}"
        except subprocess.TimeoutExpired:
            return "it closed its output"

    def close(self) -> None:
        child_killers.discard(self.process.kill)
        self.process.kill()
        self.process.wait()
        with suppress(Empty):  # who listens may be waiting for room
            while True:
                self.heard.get_nowait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream:
                with suppress(OSError):  # what was still to be written
                    stream.close()


class HubEngine(ProcessEngine):
    """An engine that speaks the Hub protocol (`py/docs/hub.md`)."""

    def greet(self, game: Game) -> None:
        if game.key not in hub.VARIANTS:
            raise ValueError(f"the Hub protocol is for {' and '.join(hub.VARIANTS)}, not for {game.key}")
        self.say("hub")
        for name, values in map(hub.command, self.lines(START_SECONDS)):
            if name == "wait":
                break
            if name == "param" and values.get("name") == "variant":
                known = values.get("values", "").split()
                if known and game.key not in known:
                    raise EngineFailure(f"it plays {', '.join(known)}, not {game.key}")
                self.say(f"set-param name=variant value={game.key}")
        self.say("init")
        for name, values in map(hub.command, self.lines(START_SECONDS)):
            if name == "ready":
                break
            if name == "error":
                raise EngineFailure(values.get("message", "it reported an error"))

    def begin(self, match: Match, seed: int) -> None:
        self.say("new-game")

    def choose(self, match: Match, limits: Limits) -> Choice:
        first = hub.position_text(Match(match.game, position=match.start))
        played = [node.move for node in match.line[1 : match.ply + 1] if node.move is not None]
        moves = " ".join(hub.move_text(match.game, move) for move in played)
        self.say(f"pos pos={first}" + (f' moves="{moves}"' if moves else ""))
        self.say(f"level {hub_level(limits)}")
        self.say("go think")
        score: int | None = None
        for name, values in map(hub.command, self.lines(seconds_at_most(limits))):
            if name == "info" and "score" in values:
                score = hub_score(values["score"])
            elif name == "error":
                raise EngineFailure(values.get("message", "it reported an error"))
            elif name == "done":
                try:
                    return Choice(hub.move_of(match, values.get("move", "")), score)
                except ValueError as error:
                    raise EngineFailure(str(error)) from None
        raise AssertionError("lines end with a failure")


class BridgeEngine(ProcessEngine):
    """An engine that speaks the JSON protocol (`py/docs/bridge.md`), such as another version of this package."""

    asked = 0
    known: Sequence[Position] = ()  # The positions of the game so far, as the engine knows them.

    def greet(self, game: Game) -> None:
        self.ask(START_SECONDS, "games")

    def ask(self, seconds: float, op: str, **fields: object) -> dict[str, Any]:
        """The reply to a request. Raises `EngineFailure` if it is refused."""
        self.asked += 1
        self.say(json.dumps({"id": self.asked, "op": op, **fields}))
        for line in self.lines(seconds):
            try:
                reply: Any = json.loads(line)
            except ValueError as error:
                raise EngineFailure(f"it answered no JSON: {error}") from None
            if isinstance(reply, dict) and reply.get("id") == self.asked and "ok" in reply:
                if not reply["ok"]:
                    raise EngineFailure(f"it refused {op}: {reply.get('error', {}).get('message')}")
                return reply
        raise AssertionError("lines end with a failure")

    def begin(self, match: Match, seed: int) -> None:
        game, start = match.game, match.start
        position = {"rows": game.rows(start), "side": SIDES[start[3]]}
        self.ask(START_SECONDS, "new", game=game.key, options=dict(game.chosen), **position)
        self.known = (start,)

    def choose(self, match: Match, limits: Limits) -> Choice:
        for node in match.line[len(self.known) : match.ply + 1]:
            assert node.move is not None
            self.ask(START_SECONDS, "play", path=list(node.move.path))
            self.known = (*self.known, node.position)
        reply = self.ask(seconds_at_most(limits), "think", progress=False, level=limits.level, **_limits(limits))
        path, score = reply.get("path"), reply.get("score")
        move = next((move for move in match.legal if list(move.path) == path), None)
        if move is None:
            raise EngineFailure(f"{path!r:.80} is not a legal move")
        return Choice(move, score if type(score) is int else None)


def _limits(limits: Limits) -> dict[str, object]:
    """The limits as the fields of a request."""
    depth, clock = None if limits.depth == DEEPEST else limits.depth, limits.clock and limits.clock._asdict()
    found = {"time": limits.time, "depth": depth, "nodes": limits.nodes, "clock": clock}
    return {name: value for name, value in found.items() if value is not None}


def hub_level(limits: Limits) -> str:
    """The limits as the arguments of `level`."""
    if limits.clock is not None:
        return f"time={limits.clock.left:.3f} inc={limits.clock.increment:g}"
    if limits.nodes is not None:
        return f"nodes={limits.nodes}"
    return f"move-time={limits.time:g}" if limits.time is not None else f"depth={limits.depth}"


def hub_score(text: str) -> int | None:
    """A score in centipieces."""
    try:
        return round(100 * float(text))
    except (ValueError, OverflowError):
        return None


def seconds_at_most(limits: Limits) -> float:
    """How long to wait for a move."""
    if limits.clock is not None:
        return limits.clock.left + GRACE_SECONDS
    return (limits.time if limits.time is not None else DEFAULT_SECONDS) + GRACE_SECONDS
