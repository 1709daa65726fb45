"""A kind of reason: what it looks for in a move, when it may be said, how strong it is, and what it excludes."""

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from saltus.analysis.reasons.question import Decider, Question, Reason

Find: TypeAlias = Callable[[Question], Reason | None]
Rank: TypeAlias = Literal["telling", "comparing", "little"]

RANKS: tuple[tuple[int, Rank], ...] = ((600, "telling"), (500, "comparing"), (0, "little"))
"""The least strength of a kind that tells why a move is good, that compares it with another, and that tells little.
A rank is looked for only where no kind of those above it holds; with what tells little, the expected line is told."""


class Kind(NamedTuple):
    """A kind of reason. Of those that hold of a move the strongest are said."""

    name: str
    find: Find  # The reason, with its text and its picture, if it holds.
    strength: int  # 1 to 999, a different one for each kind.
    decided_by: tuple[Decider, ...]  # What decides the games in which it may be said.
    excludes: tuple[str, ...]  # The names of kinds of the same rank that say the same again, or less.
    hints_only: bool  # It does not say why one move is better than another, so no review says it.
    faults: bool  # Where it holds of the answer to a bad move, it tells what is wrong with that.

    @property
    def rank(self) -> Rank:
        return next(rank for least, rank in RANKS if self.strength >= least)


def kind(
    strength: int, *games: Decider, excludes: tuple[str, ...] = (), hints_only: bool = False, faults: bool = False
) -> Callable[[Find], Kind]:
    """Decorator: makes a kind of the function that finds it, by default for every game."""
    decided_by = games or ("pieces", "groups", "points")
    return lambda find: Kind(find.__name__, find, strength, decided_by, excludes, hints_only, faults)
