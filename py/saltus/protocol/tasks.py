"""Jobs: what takes more than one step, such as perft. One request starts a job, another can stop it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from saltus.protocol.request import Id

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping
    from typing import TypeAlias, TypeVar

    Fields: TypeAlias = Mapping[str, object]
    NoProgress: TypeAlias = Fields
    """The progress of a job that tells none."""
    Reply = TypeVar("Reply", bound=Fields)
    News = TypeVar("News", bound=Fields)
    Steps: TypeAlias = Generator[Callable[[], News] | None, None, Reply]
    """Yields a function that returns the progress, called only when it is sent, or None; returns the reply."""
    Job: TypeAlias = "Callable[[Task], Steps[News, Reply]]"


class Task:
    """A running job. Once `stopped` it answers at its next step."""

    def __init__(self, id_: Id, op: str, job: "Job[Fields, Fields]") -> None:
        self.id = id_
        self.op = op
        self.stopped = False
        self.share: Callable[[], str] = str
        """Returns new table entries for a helper search, as text."""
        self._job = job
        self.begin()

    def begin(self) -> None:
        """Start from the first step; an interrupted generator cannot continue."""
        self.steps = self._job(self)
