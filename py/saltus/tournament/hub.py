"""The Hub protocol, with which draughts programs drive engines: lines of text, a command and `name=value` pairs.

This is version 2 of the protocol of Fabien Letouzey's engine Scan, for boards of 32 squares; `py/docs/hub.md` lists
the supported commands. A `Hub` works like `saltus.protocol.bridge.Bridge`: `receive` a line, `work` while it is
`busy`. Unknown commands are ignored, as the protocol requires.
"""

import re
from io import RawIOBase
from time import perf_counter
from typing import BinaryIO

from saltus import __version__
from saltus.core.game import SIDES, Game, Move
from saltus.core.score import DEEPEST, WIN, WON
from saltus.engine.levels import FULL
from saltus.engine.search import SearchInfo
from saltus.engine.think import NO_LIMITS, Limits, SearchRequest, think
from saltus.engine.timeman import Clock, TimeManager, may_end
from saltus.engine.tt import TranspositionTable
from saltus.games import load
from saltus.match.diagram import letters
from saltus.match.match import Match
from saltus.protocol.stdio import SLICE_SECONDS, heard

VARIANTS = ("english", "italian")
SQUARE_LETTERS = "wWbBe"
ENDLESS_SECONDS = 3_600.0  # Time limit of an infinite search.

_PAIR = re.compile(r'([^\s="]+)(?:=("[^"]*"|\S*))?')


def command(line: str) -> tuple[str, dict[str, str]]:
    """The command of a line, and its arguments by name; an argument without a value is the empty string."""
    word, _, rest = line.strip().partition(" ")
    return word, {name: value.strip('"') for name, value in _PAIR.findall(rest)}


def move_text(game: Game, move: Move) -> str:
    """A move in Hub notation: `11-15`, or for a capture origin, destination and captured squares: `15x22x18`."""
    number = game.board.number
    ends = [str(number[move.path[0]]), str(number[move.path[-1]])]
    captured = sorted(number[name] for name in move.captured)
    return "x".join([*ends, *map(str, captured)]) if captured else "-".join(ends)


def move_of(match: Match, text: str) -> Move:
    """The legal move for a Hub text, with or without the captured squares. Raises ValueError if there is none."""
    game = match.game
    for move in match.legal:
        full = move_text(game, move)
        if text == full or (move.captured and text == "x".join(full.split("x")[:2])):
            return move
    legal = " ".join(move_text(game, move) for move in match.legal)
    raise ValueError(f"{text!r:.40} is not a legal move after {match.ply} moves; legal are {legal or 'none'}")


def position_text(match: Match) -> str:
    """The position in Hub notation: the side to move, then a letter for each square, in order of their numbers."""
    standing = letters(match.game, match.position)
    return match.side.upper() + "".join(standing[name] for name in match.game.board.squares).replace(".", "e")


def match_of(game: Game, text: str) -> Match:
    """A match that starts from a position in Hub notation. Raises ValueError naming what is wrong."""
    board = game.board
    side, pieces = text[:1].lower(), text[1:]
    if side not in SIDES or len(pieces) != len(board.squares) or set(pieces) - set(SQUARE_LETTERS):
        count = len(board.squares)
        raise ValueError(f"a position is W or B and {count} of the letters {SQUARE_LETTERS}, not {text!r:.60}")
    standing = dict(zip(board.squares, pieces.replace("e", "."), strict=True))
    return Match(game, position=game.position(board.rows(standing), side))


def score_text(score: int) -> str:
    """A score in pieces, from the side to move's view; a win in n plies is 100 less n hundredths."""
    if abs(score) >= WON:
        value = 100 - (WIN - abs(score)) / 100
        return f"{value if score > 0 else -value:.2f}"
    return f"{score / 100:.2f}"


class Hub:
    """An engine that speaks the Hub protocol. `left` is True after `quit`."""

    def __init__(self, variant: str = "english") -> None:
        self.left = False
        self._game = load(variant)
        self._level = FULL
        self._table = TranspositionTable()
        self._match = Match(self._game)
        self._limits = NO_LIMITS
        self._search: _Search | None = None

    @property
    def busy(self) -> bool:
        """Whether a search is running that is not waiting for `stop`."""
        return self._search is not None and not self._search.waiting

    def receive(self, line: str | bytes) -> list[str]:
        """Handle one line. Returns the immediate answers. An empty line means the end of the input."""
        text = line if isinstance(line, str) else line.decode("utf-8", "replace")
        name, values = command(text.removeprefix("\ufeff"))
        try:
            return self._do(name, values)
        except ValueError as error:
            return [f'error message="{str(error).replace(chr(34), chr(39))}"']

    def work(self, seconds: float) -> list[str]:
        """Search for about `seconds`. Returns `info` lines, and the move when the search is done."""
        if self._search is None:
            return []
        lines = self._search.work(seconds)
        if self._search.done:
            self._search = None
        return lines

    def _do(self, name: str, values: dict[str, str]) -> list[str]:
        if name == "hub":
            return [
                f"id name=Saltus version={__version__}",
                f'param name=variant value={self._game.key} type=enum values="{" ".join(VARIANTS)}"',
                f"param name=level value={self._level} type=int min=1 max={FULL}",
                "wait",
            ]
        if name == "init":
            return ["ready"]
        if name == "ping":
            return ["pong"]
        if name == "quit":
            self.left = True
        elif name == "set-param":
            self._param(values.get("name", ""), values.get("value", ""))
        elif name == "new-game":
            self._table = TranspositionTable()
            self._match = Match(self._game)
        elif name == "pos":
            match = match_of(self._game, values["pos"]) if "pos" in values else Match(self._game)
            for text in values.get("moves", "").split():
                match.play(move_of(match, text))
            self._match = match
        elif name == "level":
            self._limits = _level(values)
        elif name == "go":
            return self._go(values)
        elif self._search is not None and (name == "stop" or (not name and self._search.endless)):
            lines = self._search.stop()
            self._search = None
            return lines
        elif name == "ponder-hit" and self._search is not None:
            self._search.hit(self._limits)
        return []

    def _param(self, name: str, value: str) -> None:
        if name == "variant":
            if value not in VARIANTS:
                raise ValueError(f"the variant is one of {', '.join(VARIANTS)}, not {value!r:.40}")
            self._game = load(value)
            self._table = TranspositionTable()
            self._match = Match(self._game)
        elif name == "level":
            self._level = int(_number(value, "level", 1, FULL))

    def _go(self, values: dict[str, str]) -> list[str]:
        if self._search is not None:
            raise ValueError("a search is under way already: send stop first")
        if self._match.outcome is not None:
            raise ValueError(f"the game is over: {self._match.outcome.text}")
        pondering = "ponder" in values
        limits = NO_LIMITS if pondering else self._limits
        self._search = _Search(self._match, limits, self._level, self._table, pondering or "analyze" in values)
        return []


class _Search:
    """One search. It is `waiting` if it has finished but may not answer before `stop` or `ponder-hit`."""

    def __init__(self, match: Match, limits: Limits, level: int, table: TranspositionTable, held: bool) -> None:
        self.match = match
        self.done = False
        self.waiting = False
        self.held = held and limits == NO_LIMITS
        self.endless = limits == NO_LIMITS
        self.began = perf_counter()
        self.until: float | None = None
        self.pace: TimeManager | None = None
        self.found: SearchInfo | None = None
        self.last_told: tuple[int, Move] | None = None
        time = ENDLESS_SECONDS if self.endless else limits.time
        self.thinking = think(SearchRequest.of(match, table), limits._replace(time=time, level=level))

    def work(self, seconds: float) -> list[str]:
        """Search for `seconds`. Returns `info` lines, and the move when the search is done."""
        lines: list[str] = []
        until = perf_counter() + seconds
        while perf_counter() < until:
            found = next(self.thinking, None)
            if found is None or self._enough():
                if self.held:
                    self.waiting = True
                    return lines
                return [*lines, *self.stop()]
            self.found = found
            if self.last_told != (found.depth, found.move) and found.depth:
                self.last_told = found.depth, found.move
                lines.append(self._info(found))
        return lines

    def stop(self) -> list[str]:
        """End the search. Returns the best move and the expected reply."""
        self.done = True
        found = self.found or next(self.thinking, None)
        assert found is not None, "a search yields at least once"
        game = self.match.game
        expected = f" ponder={move_text(game, found.pv[1])}" if len(found.pv) > 1 else ""
        return [f"done move={move_text(game, found.move)}{expected}"]

    def hit(self, limits: Limits) -> None:
        """The opponent played the expected move: the clock starts now."""
        self.held = self.waiting = False
        now = perf_counter()
        if limits.time is not None:
            self.until = now + limits.time
        elif limits.clock is not None:
            self.pace, self.began = TimeManager(limits.clock), now
        elif limits != NO_LIMITS:
            self.until = now

    def _enough(self) -> bool:
        found = self.found
        if found is None:
            return False
        now = perf_counter()
        late = self.until is not None and now >= self.until
        if self.pace is not None:
            late = self.pace.enough(found, now - self.began) or late
        return late and may_end(found)

    def _info(self, found: SearchInfo) -> str:
        game = self.match.game
        pv = " ".join(move_text(game, move) for move in found.pv if move.path)
        return (
            f"info depth={found.depth} mean-depth={found.depth:.1f} score={score_text(found.score)}"
            f' nodes={found.nodes} time={perf_counter() - self.began:.2f} nps={found.nps / 1e6:.3f} pv="{pv}"'
        )


def _level(values: dict[str, str]) -> Limits:
    """The limits that a `level` command sets. Raises ValueError for an invalid number."""
    time = _number(values["move-time"], "move-time", 0.001, ENDLESS_SECONDS) if "move-time" in values else None
    clock = None
    if "time" in values:
        inc = _number(values.get("inc", "0"), "inc", 0, ENDLESS_SECONDS)
        left = max(_number(values["time"], "time", 0, 1e6), 0.001)
        if "moves" in values and (moves := _number(values["moves"], "moves", 0, 1000)):
            # The remaining time is for `moves` more moves; after them the player gets more time.
            time = max(0.001, min(left / (moves + 1) + inc, left * 0.9))
        else:
            clock = Clock(left, inc)
    return Limits(
        depth=int(_number(values["depth"], "depth", 1, DEEPEST)) if "depth" in values else DEEPEST,
        nodes=int(_number(values["nodes"], "nodes", 1, 1e15)) if "nodes" in values else None,
        time=time,
        clock=clock,
    )


def _number(text: str, name: str, low: float, high: float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = low - 1
    if not low <= value <= high:
        raise ValueError(f"{name} is a number from {low:g} to {high:g}, not {text!r:.40}")
    return value


def serve(source: RawIOBase, sink: BinaryIO, variant: str = "english") -> None:
    """Run the protocol on `source` and `sink` until `quit` or the end. Raises BrokenPipeError if nobody reads."""
    hub = Hub(variant)
    for line in heard(source, hub):
        for answer in hub.work(SLICE_SECONDS) if line is None else hub.receive(line):
            sink.write(answer.encode() + b"\n")
            sink.flush()
        if hub.left:
            return
