"""Captures that PDN writes short, or one jump after the other: the moves after them tell which move they are."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from saltus.core.game import Game, Move, Position
from saltus.core.phrase import Phrase
from saltus.notation.move import fitting_moves
from saltus.records.pdn_scan import TOKEN, Brackets, is_aside, path_of

_SQUARE = re.compile(r"[a-h]?[0-9]++")


class Jump(NamedTuple):
    """A whole jump: its squares with signs between them, the marks after it, and where it ends in the text."""

    path: str
    marks: str
    end: int


def whole_jump(text: str, token: re.Match[str]) -> Jump | None:
    """The jump that begins with a move and goes on with those after it; None if the next one begins elsewhere."""
    squares = _squares(token)
    end, marks = token.end(), token["marks"]
    while (following := _next(text, end)) is not None and (more := _squares(following))[0] == squares[-1]:
        squares += more[1:]
        end, marks = following.end(), marks + following["marks"]
    return Jump("x".join(squares), marks, end) if end > token.end() else None


def _squares(token: re.Match[str]) -> list[str]:
    return [square.lstrip("0") for square in _SQUARE.findall(token["path"].lower())]


def _next(text: str, offset: int) -> re.Match[str] | None:
    """The move after an offset, if nothing but spaces stands before it."""
    token = TOKEN.match(text, offset)
    if token is not None and token.lastgroup == "space":
        token = TOKEN.match(text, token.end())
    return token if token is not None and token.lastgroup == "move" else None


MAX_ROUTES = 256  # The most positions that are tracked at the same time while ambiguous short captures are resolved.


class _Way(NamedTuple):
    """How a position was reached: from which position, and by which move."""

    before: Position
    move: Move


class Routes:
    """The routes of ambiguous short captures in one game. Adds to `warnings` where the choice makes no difference."""

    def __init__(self, text: str, warnings: list[tuple[int, str]], brackets: Brackets) -> None:
        self.text, self.brackets, self.warnings = text, brackets, warnings
        self.moves: dict[int, Move] = {}  # By offset: resolved captures, the moves between, those that resolved them.

    def resolve(self, game: Game, position: Position, token: re.Match[str]) -> bool:
        """Find the route of an ambiguous short capture from the moves after it. Returns whether it is determined. All
        routes are played in parallel, and routes that reach the same position merge. So the work is that of reading
        the line once, however many ambiguous captures follow one another."""
        rows: list[tuple[int, dict[Position, _Way]]] = []
        met: dict[tuple[int, Position], int] = {}
        here: list[Position] = [position]
        forked = token.start()
        for turn in self._line(token):
            row: dict[Position, _Way] = {}
            for before in here:
                legal = [] if game.outcome(before) else game.moves(before)
                fitting = fitting_moves(game, path_of(turn), legal)
                if len(fitting) > 1:
                    forked = turn.start()
                for move in fitting:
                    after = game.play(before, move)
                    if after in row:
                        met[len(rows), after] = forked
                    else:
                        row[after] = _Way(before, move)
            if len(row) > MAX_ROUTES:
                return False
            if not row:
                # No route can continue with this turn, so the turn itself is wrong: take any route.
                here = here[:1]
                break
            rows.append((turn.start(), row))
            here = list(row)
            if len(here) == 1:
                break
        if len(here) > 1:
            return False
        at = here[0]
        for number, (offset, row) in reversed(list(enumerate(rows))):
            if (number, at) in met:
                self.warnings.append((met[number, at], Phrase("record.routes")))
            self.moves[offset] = row[at].move
            at = row[at].before
        return True

    def _line(self, token: re.Match[str]) -> Iterator[re.Match[str]]:
        """The turns from this one to the end of its variation, or of the game."""
        yield token
        offset = token.end()
        while found := TOKEN.match(self.text, offset):
            offset = found.end()
            if found.lastgroup == "move":
                yield found
            elif found.lastgroup == "open" and (bracket := self.brackets.at(found.start())):
                offset = bracket.end
            elif not is_aside(found):
                return
