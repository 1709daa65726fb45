"""Reasons for a move that are facts, counted on the board or proved by a search: one list, the strongest kind first.

Each `Kind` is a function with its strength, in a module of this folder: there is no other table to add a kind to. It
takes a `Question`, which has a move and the positions to compare, and returns a `Reason` or None.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from operator import attrgetter

from saltus.analysis.reasons.exchange import TooLongError
from saltus.analysis.reasons.kind import Kind
from saltus.analysis.reasons.question import Question, Reason
from saltus.core.game import Game, Move, Position
from saltus.core.phrase import Phrase
from saltus.core.score import Line


@cache
def kinds() -> tuple[Kind, ...]:
    """All kinds, the strongest first."""
    names = {name.split(".")[0] for folder in __path__ for name in os.listdir(folder)}  # noqa: PTH208
    modules = [import_module(f"{__name__}.{name}") for name in sorted(names) if not name.startswith("_")]
    found = {value for module in modules for value in vars(module).values() if isinstance(value, Kind)}
    return tuple(sorted(found, key=lambda kind: -kind.strength))


def holding(question: Question, kinds: Iterable[Kind]) -> Iterator[tuple[Kind, Reason]]:
    """The kinds that hold of a move and may be said in its game, with their reasons, without those whose captures
    were too many to count."""
    for kind in kinds:
        if question.decided_by not in kind.decided_by:
            continue
        try:
            reason = kind.find(question)
        except TooLongError:
            continue
        if reason is not None:
            yield kind, reason


def faults(game: Game, position: Position, line: Sequence[Move], instead: Position) -> Iterator[Phrase]:
    """What the first move of a `line` does for its side that it would not do in another position, `instead`: what is
    wrong with the move before it, the strongest first."""
    move = line[0]
    if not move.path or game.outcome(game.play(position, move)) is not None:
        return
    telling = [kind for kind in kinds() if kind.faults]
    # Where groups are counted, it may join or split more than one.
    question = Question(game, position, [Line(0, tuple(line))])
    name = str if question.decided_by == "groups" else attrgetter("key")
    known: set[str] = set()
    if game.outcome(instead) is None and move in game.moves(instead):
        there = Question(game, instead, [Line(0, (move,))])
        known = {name(reason.review) for _, reason in holding(there, telling) if reason.review is not None}
    for _, reason in holding(question, telling):
        if reason.review is not None and name(reason.review) not in known:
            yield reason.review
