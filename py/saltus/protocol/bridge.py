"""The only interface between the rules and the rest of the world: JSON text in, JSON text out.

The browser's worker and `python3 -m saltus bridge` both speak this protocol. `py/docs/bridge.md` says how messages
come and go, `py/docs/protocol.md` lists every request, and `saltus.protocol.schema` defines their types.
"""

import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from saltus.core.game import Game, Position
from saltus.engine.levels import FULL, think
from saltus.engine.probe import unpacking
from saltus.engine.think import (
    DEFAULT_SECONDS,
    MAX_SECONDS,
    MIN_SECONDS,
    Limits,
    SearchInfo,
    SearchRequest,
    search_iter,
)
from saltus.engine.tt import TranspositionTable
from saltus.match.match import Match
from saltus.match.tree import choose
from saltus.notation.error import RecordError
from saltus.notation.move import IllegalMove
from saltus.notation.position import read_position as parse
from saltus.protocol import reply
from saltus.protocol.match_ops import MAX_PATH_SQUARES, MatchOps, forbidden
from saltus.protocol.params import read_game, read_limits, read_position, unread
from saltus.protocol.request import Fault, Id, Request, decode
from saltus.protocol.tasks import MAX_PERFT_DEPTH, Task, perft
from saltus.records.record import FORMATS

if TYPE_CHECKING:
    from saltus.protocol.schema import library, replies, shapes
    from saltus.protocol.tasks import Fields, Steps

BACKGROUND = ("review", "index")
"""The jobs that wait for all others."""
WARM_UP_SECONDS = 1.0
"""Length of the warm-up search. In a browser the first second of a search reaches a third as many positions as later
ones: WebAssembly recompiles its hot code."""
PREPARE_SLICE_SECONDS = 0.01
"""Preparation runs in slices this short, so that a request does not wait for it."""


class Bridge:
    """One end of a connection: the current match and the running jobs.

    The owner calls `receive` for each request, and `work` repeatedly while `busy`.
    """

    def __init__(self) -> None:
        self._match_ops = MatchOps(self._stop_thinking)
        self._tasks: deque[Task] = deque()
        """The queue of jobs; `_current_task` chooses the one that runs."""
        self._unsent: list[str] = []
        """Replies of a slice that was interrupted by `ModuleNotLoaded`; the next slice sends them."""
        self._preparation: Iterator[None] | None = None
        """The remaining steps of `prepare`, for idle time."""
        self._is_warm = False
        """Whether the warm-up search has run."""
        self._tables: dict[object, TranspositionTable] = {}
        # Handlers reply immediately; jobs are queued as tasks.
        self._handlers: dict[str, Callable[[Request], Fields]] = {
            "games": self._games,
            "moves": self._moves,
            "outcome": self._outcome,
            "explain": self._explain,
            "check": self._check,
            "parse": self._parse,
            "contents": self._contents,
            "encoding": self._encoding,
            "openings": self._openings,
            "ballots": self._ballots,
            "puzzles": self._puzzles,
            "puzzle": self._puzzle,
            "judge": self._judge,
            "sheet": self._sheet,
            "query": self._query,
            "fitting": self._fitting,
            "explore": self._explore,
            "schedule": self._schedule,
            **self._match_ops.handlers,
            "new": self._new,
            "share": self._share,
            "stop": self._stop,
        }
        self._jobs: dict[str, Callable[[Request], Task]] = {
            "perft": self._perft,
            "bestmove": self._bestmove,
            "think": self._think,
            "cost": self._cost,
            "review": self._review,
            "index": self._index,
        }

    # -- requests and replies ----------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether there is work to do."""
        return bool(self._tasks or self._preparation)

    def prepare(self) -> None:
        """Have `work` prepare for requests in idle time: unpack the loaded tables and, once, run a short search."""
        self._preparation = self._prepare_steps()

    def receive(self, text: str | bytes) -> list[str]:
        """Handle one request. Returns its reply, or nothing for a job: `work` then returns the reply."""
        id_: Id = None
        try:
            request = decode(text)
            id_ = request.id
            op = request.text("op")
            if op in self._jobs:
                self._tasks.append(self._jobs[op](request))
                return []
            if op not in self._handlers:
                known = ", ".join([*self._handlers, *self._jobs])
                raise Fault("unknown-op", f"there is no op {op[:40]!r}; there are {known}")
            return [reply.encode(id_, {"ok": True, **self._handlers[op](request)})]
        except Exception as error:
            # A request that `decode` rejects may still have a readable id.
            return [_error_reply(error.id if id_ is None and isinstance(error, Fault) else id_, error)]

    def work(self, seconds: float) -> list[str]:
        """Run the current job for about `seconds`. Returns the progress messages and replies.

        Sends only the latest progress. If a step raises `ModuleNotLoaded`, the job restarts on the next call.
        """
        if not self._tasks:
            self._continue_preparation(min(seconds, PREPARE_SLICE_SECONDS))
            return []
        until = perf_counter() + seconds
        out, self._unsent = self._unsent, []
        progress: Callable[[], Fields] | None = None
        while task := self._current_task():
            try:
                progress = next(task.steps) or progress
            except StopIteration as done:
                out.append(reply.encode(task.id, {"ok": True, **done.value}))
            except Exception as error:
                out.append(_error_reply(task.id, error))
            except BaseException:
                # `ModuleNotLoaded`: an interrupted generator cannot continue, so the job starts again.
                self._unsent = out
                task.begin()
                raise
            else:
                if perf_counter() < until:
                    continue
                if progress is not None:
                    out.append(reply.encode(task.id, {"event": "progress", **progress()}))
                if entries := task.share():
                    out.append(reply.encode(task.id, {"event": "share", "entries": entries}))
                break
            self._tasks.remove(task)
            progress = None
        return out

    def _continue_preparation(self, seconds: float) -> None:
        """Run the next steps of `prepare`."""
        until = perf_counter() + seconds
        # Cleared first: if a step raises, the preparation is dropped rather than tried again.
        steps, self._preparation = self._preparation, None
        for _ in steps or ():
            if perf_counter() >= until:
                self._preparation = steps
                return

    def _prepare_steps(self) -> Iterator[None]:
        """The steps of `prepare`."""
        try:
            match = self._match_ops.match
        except Fault:
            return  # no match yet
        yield from unpacking(match.game, match.position)
        if self._is_warm or not match.legal:
            return
        self._is_warm = True
        # With its own transposition table: a reply must depend only on the requests, not on whether this has run.
        for _ in think(match.game, match.position, seconds=WARM_UP_SECONDS, table=TranspositionTable()):
            yield

    # -- requests about a position -----------------------------------------------------------------------

    def _games(self, request: Request) -> "replies.GamesReply":
        return {"games": reply.every_game()}

    def _moves(self, request: Request) -> "replies.MovesReply":
        return {"moves": reply.moves(*read_position(request))}

    def _outcome(self, request: Request) -> "replies.OutcomeReply":
        game, position = read_position(request)
        return reply.verdict(game.outcome(position))

    def _explain(self, request: Request) -> "replies.ExplainReply":
        game, position = read_position(request)
        from saltus.protocol.explain import explained

        return explained(request, game, position)

    def _check(self, request: Request) -> "replies.PlacedReply":
        return reply.placed(*read_position(request))

    def _parse(self, request: Request) -> "replies.PlacedReply":
        game = read_game(request)
        try:
            return reply.placed(game, parse(game, request.text("text")))
        except RecordError as error:
            raise unread(error) from None

    def _contents(self, request: Request) -> "replies.ContentsReply":
        game = read_game(request) if request.has("game") else None
        try:
            form = request.one_of("format", FORMATS) if request.has("format") else None
            return reply.contents(request.text("text"), form, game, request.flag("goes_on", False))
        except RecordError as error:
            raise unread(error) from None

    def _encoding(self, request: Request) -> "replies.EncodingReply":
        return reply.encoding(request.data("data"))

    def _openings(self, request: Request) -> "replies.OpeningsReply":
        from saltus.protocol.openings import page

        return page(*read_position(request))

    def _ballots(self, request: Request) -> "replies.BallotsReply":
        from saltus.protocol.openings import every_ballot

        return every_ballot(read_game(request))

    # -- puzzles ---------------------------------------------------------------------------------------

    def _puzzles(self, request: Request) -> "replies.PuzzlesReply":
        from saltus.protocol import puzzles

        return puzzles.listed(read_game(request))

    def _puzzle(self, request: Request) -> "replies.PuzzleReply":
        from saltus.protocol import puzzles

        return puzzles.shown(read_game(request), request)

    def _judge(self, request: Request) -> "replies.JudgeReply":
        from saltus.protocol import puzzles

        return puzzles.judged(read_game(request), request)

    def _sheet(self, request: Request) -> "replies.PageReply":
        from saltus.protocol import puzzles

        return puzzles.sheet(read_game(request), request)

    # -- collections of games ----------------------------------------------------------------------------

    def _query(self, request: Request) -> "library.QueryReply":
        from saltus.protocol import library

        return library.query(request)

    def _fitting(self, request: Request) -> "library.FittingReply":
        from saltus.protocol import library

        return library.fitting(request)

    def _explore(self, request: Request) -> "library.ExploreReply":
        from saltus.protocol import library

        return library.explored(request, *read_position(request))

    def _schedule(self, request: Request) -> "library.ScheduleReply":
        from saltus.protocol import library

        return library.schedule(request)

    # -- jobs --------------------------------------------------------------------------------------------

    def _perft(self, request: Request) -> Task:
        game, position = read_position(request)
        depth = request.integer("depth", 0, MAX_PERFT_DEPTH)
        time = request.seconds("time", MIN_SECONDS, MAX_SECONDS, default=DEFAULT_SECONDS)
        return Task(request.id, "perft", lambda task: perft(task, game, position, depth, time))

    def _new(self, request: Request) -> "Fields":
        found = self._match_ops.handlers["new"](request)
        # What was searched in the game before must not change how this one is played.
        self._tables.clear()
        return found

    def _bestmove(self, request: Request) -> Task:
        game, position = read_position(request)
        if outcome := game.outcome(position):
            raise Fault("not-now", f"the game is over: {outcome.text}")
        limits, with_progress = read_limits(request), request.flag("progress", False)
        to_json = _progress_writer(request, game, position)

        def steps(task: Task) -> "Steps[replies.BestMoveReply]":
            search_request = SearchRequest(game, position, table=self._table_for(game))
            found = yield from _search(task, search_request, limits, to_json if with_progress else None)
            return {**reply.answer(game, position, found, to_json(found)), "stopped": task.stopped}

        return Task(request.id, "bestmove", steps)

    def _think(self, request: Request) -> Task:
        match = self._match_ops.running()
        # Read now: the match may have changed by the time the job runs.
        game, node, past, legal = match.game, match.node, match.past, match.legal
        seed = self._match_ops.opponent
        limits, with_progress = read_limits(request), request.flag("progress", True)
        limits = limits._replace(helps=request.flag("helps", False))
        to_json = _progress_writer(request, game, node.position)
        accepts = _draw_answer(match)

        def steps(task: Task) -> "Steps[replies.ThinkReply]":
            search_request = SearchRequest(game, node.position, past, node.quiet, self._table_for(game), seed)
            found = yield from _search(task, search_request, limits, to_json if with_progress else None)
            return {
                **reply.answer(game, node.position, found, to_json(found)),
                "stopped": task.stopped,
                "node": node.id,
                "move": reply.move(game, node.position, found.move, legal),
                "accepts": None if accepts is None else accepts(found.score),
            }

        if limits.level == FULL and (limits.helps or request.flag("shares", False)):
            from saltus.engine.sharing import export_entries

            return Task(request.id, "think", steps, lambda: export_entries(self._table_for(game)))
        return Task(request.id, "think", steps)

    def _cost(self, request: Request) -> Task:
        game, position = read_position(request)
        try:
            move = choose(game, position, request.texts("path", MAX_PATH_SQUARES), game.moves(position))
        except IllegalMove as refused:
            raise forbidden(refused.refusal, refused.args[0]) from None
        time = request.seconds("time", MIN_SECONDS, MAX_SECONDS)
        from saltus.protocol.review import costing

        return Task(request.id, "cost", lambda task: costing(task, game, position, move, time))

    def _review(self, request: Request) -> Task:
        match = self._match_ops.match
        from saltus.analysis.review import REVIEW_SECONDS, Reviewer
        from saltus.protocol.review import reviewed
        from saltus.study.openings import opening_theory

        seconds = request.seconds("time", MIN_SECONDS, MAX_SECONDS, default=REVIEW_SECONDS)
        reviewer = Reviewer(match, seconds, opening_theory(match.game))

        def is_replaced() -> bool:
            return self._match_ops.match is not match

        return Task(request.id, "review", lambda task: reviewed(task, reviewer, is_replaced))

    def _index(self, request: Request) -> Task:
        game = read_game(request) if request.has("game") else None
        text, goes_on = request.text("text"), request.flag("goes_on", False)
        from saltus.protocol.library import indexing

        return Task(request.id, "index", lambda task: indexing(task, text, game, goes_on))

    def _table_for(self, game: Game) -> TranspositionTable:
        """The transposition table for this game and its options. Only the latest one is kept."""
        variant = (game.key, tuple(sorted(game.chosen.items())))
        if self._tables.get(variant) is None:
            self._tables = {variant: TranspositionTable()}
        return self._tables[variant]

    def _current_task(self) -> Task | None:
        """The task to run next: the first one, but those of the background wait for all others."""
        return next((task for task in self._tasks if task.op not in BACKGROUND), next(iter(self._tasks), None))

    def _share(self, request: Request) -> "replies.ShareReply":
        game = self._match_ops.match.game
        entries = request.text("entries")
        from saltus.engine.sharing import import_entries

        try:
            return {"known": import_entries(self._table_for(game), entries)}
        except ValueError as error:
            raise Fault("bad-request", str(error)) from None

    def _stop(self, request: Request) -> "replies.StopReply":
        if request.has("of"):
            op = request.one_of("of", BACKGROUND)
            task = next((task for task in self._tasks if task.op == op), None)
        else:
            # Without `of`, a job of the background is not stopped: it waits while other jobs run.
            task = self._current_task()
            task = None if task and task.op in BACKGROUND else task
        if task:
            task.stopped = True
        return {"stopped": task is not None}

    def _stop_thinking(self) -> None:
        """Stop every `think`: the position has changed."""
        for task in self._tasks:
            task.stopped = task.stopped or task.op == "think"


def _search(
    task: Task,
    search_request: SearchRequest,
    limits: Limits,
    to_json: "Callable[[SearchInfo], shapes.Thought] | None",
) -> "Generator[Callable[[], shapes.Thought] | None, None, SearchInfo]":
    """Search up to the limits or until stopped. Yields its progress by `to_json`, or None at each step without it."""
    for info in search_iter(search_request, limits):
        if task.stopped:
            break
        yield partial(to_json, info) if to_json else None
    return info


def _progress_writer(request: Request, game: Game, position: Position) -> "Callable[[SearchInfo], shapes.Thought]":
    """The function that turns search progress into JSON, with the moves of each line if `written` is set."""
    return reply.LineSerializer(game, position).thought if request.flag("written", False) else reply.thought


def _draw_answer(match: Match) -> Callable[[int], bool] | None:
    """While a draw is offered, the function that says for a score whether the computer accepts it."""
    if match.offer is None:
        return None
    from saltus.analysis.draws import accepts_draw

    sign, plies = (-1 if match.side == match.offer else 1), match.ply
    return lambda score: accepts_draw(sign * score, plies)


def _error_reply(id_: Id, error: Exception) -> str:
    """The reply to a request that failed."""
    if isinstance(error, Fault):
        fields = {"code": error.code, "message": str(error), **error.details}
    else:
        sys.excepthook(type(error), error, error.__traceback__)
        fields = {"code": "internal", "message": f"a defect of this program: {error!r:.200}"}
    return reply.encode(id_, {"ok": False, "error": fields})
