"""Jobs that take more than one step, such as perft: one request starts them, another can stop them."""

from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING

from saltus.core.game import Game, Position
from saltus.protocol.request import Fault, Id

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping
    from typing import TypeAlias, TypeVar

    from saltus.protocol.schema import replies

    Fields: TypeAlias = Mapping[str, object]
    Reply = TypeVar("Reply", bound=Fields)
    Steps: TypeAlias = Generator[Callable[[], Fields] | None, None, Reply]
    """Yields a function that returns the progress, or None if there is none to tell, and returns the reply."""

MAX_PERFT_DEPTH = 40


class Task:
    """A running request. Once `stopped` it answers at its next step.

    A step yields a function that returns the progress, called only when it is sent. `share` returns new table entries
    for a helper search, as text.
    """

    def __init__(
        self,
        id_: Id,
        op: str,
        steps: "Callable[[Task], Steps[Fields]]",
        share: Callable[[], str] = str,
    ) -> None:
        self.id = id_
        self.op = op
        self.share = share
        self.stopped = False
        self._steps = steps
        self.begin()

    def begin(self) -> None:
        """Start from the first step; an interrupted generator cannot continue."""
        self.steps = self._steps(self)


def perft(task: Task, game: Game, position: Position, depth: int, time: float) -> "Steps[replies.PerftReply]":
    """Count the leaves. Raises `Fault("too-long")` if that takes more than `time` seconds."""
    until = perf_counter() + time
    leaves = 0
    todo = [(position, depth)]
    while todo:
        here, left = todo.pop()
        if left <= 2:
            leaves += game.perft(here, left)
        else:
            todo += [(game.play(here, move), left - 1) for move in game.moves(here)]
        if task.stopped:
            raise Fault("too-long", "it was stopped before all leaves were counted")
        if perf_counter() > until:
            raise Fault("too-long", f"after {time:g} s only {leaves:,} leaves had been counted")
        yield None
    return {"leaves": leaves}
