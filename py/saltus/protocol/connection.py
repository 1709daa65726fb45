"""The state of a connection between requests: the current match and the queue of jobs."""

import os
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from saltus.core.game import Game
from saltus.engine.probe import verdict
from saltus.engine.tt import TranspositionTable
from saltus.match.match import Match
from saltus.protocol.reply import MatchSerializer
from saltus.protocol.request import Fault, Id

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping
    from typing import TypeAlias, TypeVar

    Fields: TypeAlias = Mapping[str, object]
    NoProgress: TypeAlias = Fields  # The progress of a job that reports none.
    Reply = TypeVar("Reply", bound=Fields)
    News = TypeVar("News", bound=Fields)
    Steps: TypeAlias = Generator[Callable[[], News] | None, None, Reply]
    """A generator of progress functions (called only when the progress is sent) or None; returns the reply."""
    Job: TypeAlias = "Callable[[Task], Steps[News, Reply]]"


class Task:
    """A running job. Once `stopped`, it replies at its next step."""

    def __init__(self, id_: Id, op: str, job: "Job[Fields, Fields]") -> None:
        self.id = id_
        self.op = op
        self.stopped = False
        self.share: Callable[[], str] = str  # Returns new table entries for a helper search, as text.
        self.steps = job(self)


BACKGROUND = ("review", "index", "examine", "measure")  # The jobs that wait for all others.


class Connection:
    """The current match and the queue of jobs."""

    def __init__(self) -> None:
        self.tasks: deque[Task] = deque()  # The queue of jobs; `current_task` chooses the one that runs.
        self.seed = 0  # Seed for the weaker levels, new for each match, so that they do not play every match alike.
        self.tables: dict[object, TranspositionTable] = {}
        self._serializer: MatchSerializer | None = None

    def current_task(self) -> Task | None:
        """The task to run next: the first one, except that background jobs wait for all others."""
        return next((task for task in self.tasks if task.op not in BACKGROUND), next(iter(self.tasks), None))

    def stop_thinking(self) -> None:
        """Stop every `think`: the position has changed."""
        for task in self.tasks:
            task.stopped = task.stopped or task.op == "think"

    @property
    def serializer(self) -> MatchSerializer:
        """The current match as JSON. Raises `Fault` if there is none."""
        if self._serializer is None:
            raise Fault("no-match", "there is no match on the table: send new or load first")
        return self._serializer

    @property
    def match(self) -> Match:
        """The current match. Raises `Fault` if there is none."""
        return self.serializer.match

    def running(self) -> Match:
        """The current match. Raises `Fault` if it is over, or if there is none."""
        if self.match.outcome is not None:
            raise Fault("not-now", f"the game is over: {self.match.outcome.text}")
        return self.match

    def set_match(self, match: Match) -> None:
        match.verdict = lambda position: verdict(match.game, position, match.quiet)
        self._serializer = MatchSerializer(match)
        self.seed = int.from_bytes(os.urandom(6), "big")
        self.stop_thinking()

    def table_for(self, game: Game) -> TranspositionTable:
        """The transposition table for this game and its options. Only the latest one is kept."""
        variant = (game.key, tuple(sorted(game.chosen.items())))
        if variant not in self.tables:
            self.tables = {variant: TranspositionTable()}
        return self.tables[variant]
