"""A kind of reason: what it looks for in a move, how strong it is, and in which games it may be said."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from saltus.analysis.reasons.question import Decider, Question, Reason

Find: TypeAlias = Callable[[Question], Reason | None]


class Kind(NamedTuple):
    """A kind of reason. Of those that hold of a move the strongest is said."""

    name: str
    find: Find  # The reason, with its texts and its picture, if it holds.
    strength: int  # 1 to 999, a different one for each kind.
    decided_by: tuple[Decider, ...]  # What decides the games in which it may be said.
    faults: bool  # Where it holds of the answer to a bad move, it tells what is wrong with that.


def kind(strength: int, *games: Decider, faults: bool = False) -> Callable[[Find], Kind]:
    """Decorator: makes a kind of the function that finds it, by default for every game."""
    decided_by = games or ("pieces", "groups", "points")
    return lambda find: Kind(find.__name__, find, strength, decided_by, faults)
