"""The only interface between the rules and the rest of the world: JSON text in, JSON text out.

This docstring is the protocol. The browser's worker and `python3 -m saltus bridge` both speak it.

Shape
-----
A request is one JSON object: `{"id": 7, "op": "moves", …}`. Each request gets exactly one reply with the same `id`:

    {"id": 7, "ok": true, …}
    {"id": 7, "ok": false, "error": {"code": "bad-position", "message": "row 3, a6: …"}}

An id is a whole number or a string. The reply's id is null if no id could be read. In a request that is too large or
is not JSON, the id is found if it is one of the first or the last fields.

Replies are one line of ASCII. Unknown fields are ignored, a null field counts as missing, and an unknown op is an
error. Error codes: `bad-json` (also for a key that occurs twice in one object, or bytes that are not UTF-8),
`bad-request` (a field is missing, of the wrong type or out of range), `unknown-op`, `unknown-game`, `bad-position`
(with `said` beside the message), `bad-move` (with `rule`, `squares` and `said`), `bad-record` (with `line`, `column`
and `said`), `no-match`, `not-now` (the game is over, nothing to undo, no offer to accept …), `too-large` (a request
of more than 500,000 characters), `too-long`, `not-loaded` (in the browser: a module could not be loaded, see
`saltus.protocol.worker`), and `internal` (a bug in this program, never the fault of the request). No request raises,
hangs, or changes a match halfway: after an error the match is what it was.

`perft`, `bestmove`, `think`, `cost` and `review` take time. They run one at a time in the order requested, except
that a `review` waits while anything else is queued. Each is answered when it is done; all other requests are answered
immediately, in between. Before its reply a `think`, or a `bestmove` with `"progress": true`, sends any number of

    {"id": 7, "event": "progress", "depth", "score", "nodes", "nps", "pv", "lines", "exact"}

and, if it `shares`, any number of `{"id": 7, "event": "share", "entries"}`: transposition table entries, for a
`share` request to another bridge that has the same match. A `review` sends any number of

    {"id": 7, "event": "progress", "share", "chances"}

with its progress from 0 to 1 and its results so far, as in its reply. `stop` ends the running job, but a `review`
only with `"of": "review"`: a search then replies with its best move so far, a `review` with the turns it has reached,
a `perft` with `too-long`; then the next job starts. Any request that changes the position or ends the match (`new
load play undo redo goto prune resign accept claim flag`, and an offer that makes an agreement) stops every running or
waiting `think` on it. A stopped search has `"stopped": true`, and always has a move.

Values
------
- position: `"game"`, `"rows"` (an array of strings, the top rank first, `.wbWB`), `"side"` (`"w"`/`"b"`, the side to
  move), and optionally `"options"` ({key: bool}). Without `rows`: the game's starting position (`"setup"`, by default
  the first, and `"seed"`, by default 1, if the set-up is seeded). Without `side`: the side that moves first.
- move: `{"path": [origin, …landing squares], "captured": […], "crowns": bool, "text": "11x18"}`; a pass has
  `"path": []`.
- score: an integer from the mover's view, about 100 for a piece; a win in n plies is `1_000_000 - n`, a loss the
  negative.
- side: `"w"`/`"b"`; result: null, `"w"`, `"b"` or `"draw"`.
- said: a translatable form of an English sentence beside it, `{"key": "why.empty", "values": {"square": "c3"}}`; null
  if there is none. A value is text or a number that needs no translation, another such pair, or a list:
  `{"or": [values]}`, `{"and": [values]}`.
- time: seconds, 0.001 to 3600, counted from when the work starts. A `perft`, and a search with a depth or nodes but
  no time, may take 60. depth: 1 to 100 plies, in `perft` 0 to 40; the depth reached may be 0 if a search was stopped
  at once. nodes: the number of positions after which a search ends, overrun by a few hundred at most. clock: {"left",
  "increment"?}, the mover's remaining seconds and increment: the search chooses its time from them, and takes less if
  the best move is clear (`saltus.engine.timeman`). A search needs at least one of the four. level: 1 to 10, by
  default 10; the lower levels vary from match to match. lines (how many best moves to report): 1 to 200, by default
  1; `written` adds to each line its first `moves`, at most twelve.
- exact: everything was known without a search (`saltus.engine.probe`; only at level 10 without depth and nodes). Then
  every move has a line, however few were requested. leads: how the game ends after the moves of `pv`, if they reach
  its end.

Requests about a position (they need no match)
----------------------------------------------
    games                                → games: [{key, name, files, ranks, squares (playable, reading order),
                                             first, bottom, numbered, kings, piece, pieces (most of a side), style,
                                             lots, ballots (whether there are any), points (whether the game counts
                                             points), scale (the score at which a side expects 73 of 100 points),
                                             helped (whether a helper `think` is worth a processor),
                                             formats: [those of `record`], setups: [{key, name, seeded}],
                                             options: [{key, name, default, house}], rules: {key: text},
                                             tables: {name: the largest number of pieces on the board for which
                                             fetching this table is worthwhile}, levels: 10,
                                             start: {rows, side, setup, seed}}]
    moves     position                   → moves: [move + result after it]
    perft     position, depth, time?     → leaves
    outcome   position                   → result, reason, text, said, scores, islands (all null while the game goes
                                             on; scores and islands null in games that do not count them)
    bestmove  position, time | depth | nodes | clock, level?, lines?, progress?, written?
                                         → path, captured, score, depth, nodes, nps, pv ([paths]), stopped,
                                             lines: [{score, pv}], exact, leads: null | {result, scores}
    cost      position, path, time       → score, loss, mark, best: {score, moves}, stopped: what a turn costs its
                                             side; the positions before and after it share the time
    check     position                   → rows, side (as read), position (text)
    parse     game, options?, text       → rows, side, position (text), from a position text; `bad-record` says where
                                             it is wrong
    contents  text, game?, format?, goes_on?
                                         → format, games: [{game, tags, turns, winner, start, end}]: the games of a
                                             PDN or SGF text, not replayed (game is null if the text does not name it;
                                             winner is a result, null if the text leaves it open; start and end count
                                             characters); for any other text, which holds one game, only the format.
                                             `goes_on`: more of the text follows; the last game is left out, because
                                             only what follows shows where it ends
    openings  position                   → book (whether there is one), known (whether it has the position),
                                             value, games, moves: [move + value, games, won, drawn, lost, name, alike:
                                             [moves that lead to the same position or its mirror image]]: the book
                                             moves, the most played first; value and results are the mover's
    ballots   game                       → ballots: [{number, text, name, deck (whether it is drawn from), rows (after
                                             it)}]: the three-move openings; empty if the game has none

Puzzles (`saltus.study.puzzles`; `not-now` while the game's puzzles are not loaded)
--------------------------------------------------------------------------------------
    puzzles game                       → puzzles: [{puzzle, side, goal, by, grade, themes, turns (that the
                                             solver must find), rows}], the easier ones first; themes: [all]
    puzzle  game, puzzle | day       → as in the list, asked (how many plies of the line make the
                                             solution), line: [move] (day: counted from 1970)
    judge     game, puzzle, turns      → right, done, answer: null | move (turns: ["c3-d4", …], both sides' from the
                                             position on, each as its path; answer: the other side's reply)

The current match (one per bridge)
----------------------------------
    new       position, clock?: {initial, increment?} in seconds, ballot? → state
                                                     (a seeded set-up without a seed gets a random one; `side` needs
                                                      `rows`; the ballot with that number is played)
    load      text | record, format?, game?, options?, part? → state, warnings?: [{line, column, text, said}]
                                                     (json, pdn, sgf or a position text; detected from the text;
                                                      `record` is the object that the text of the json format holds;
                                                      game and options: for a text that does not name its game;
                                                      part: which of the `contents` of the text, from 0;
                                                      warnings: errors and gaps in the record that did not stop it)
    record    format                     → text      (in one of the game's formats)
    state                                → state
    opening                              → name (of the opening, or null), ply (at which it was reached),
                                             number (of the ballot that the first three turns make)
    follow    path                       → next: [squares], captured: [so far], complete: bool (may end here)
    why       path                       → rule, text, said, squares; rule is null if the turn is legal
    play      path | text, spent?: s, aside? → state (if that is more than the clock has left, the flag falls;
                                                      `aside`: play a variation, and keep the main line)
    undo      plies?                     → state     (default 1; an ending off the board is a step of its own)
    redo      plies?                     → state
    goto      node, through?, ended?     → state     (a node id from `history`, 0 for the start; the current line then
                                                      leads through the node `through`; `ended`, by default true: go
                                                      to after the resignation, agreement … at that node)
    promote   node                       → state     (make the line to this node the main line of the record)
    prune     node                       → state     (delete this node and all after it; the other ids close up)
    annotate  node, comment, glyphs?     → state     (replaces the node's notes; node 0, the root, is before the first
                                                      turn; numeric annotation glyphs)
    resign    side                       → state
    offer     side                       → state     (a draw)
    accept    side                       → state
    decline   side                       → state
    claim     side, kind                 → state
    flag      side                       → state     (the clock of `side` ran out)
    think     time | depth | nodes | clock, level?, lines?, progress?, written?, shares?, helps?
                                         → as bestmove, plus move (with text), node, `because` (text) and said
                                             (only level 10 shares; one that helps also shares, and searches in a
                                              different order from the search that it helps)
    share     entries                    → known: how many of them were new; invalid entries are skipped
    review    time?                      → the report on the main line, by default within nine seconds: chances,
                                             turns, accuracy, marks, moments, stopped. The match does not move;
                                             `new` and `load` end the review with `not-now`
    stop      of?                        → stopped: bool (whether there was anything to stop)

The report: chances: [White's winning chances at each position of the main line, from 0 to 1, the start first; null
for positions that a stopped review has not reached], turns: [{node, ply, side, text, score, loss (the chances that
the turn cost its side), mark (`?!`, `?`, `??` or empty), free (whether another turn was legal), rows? and best?:
{score, moves} (only with a mark: the position before the turn, and the better line, with as many moves as `written`
gives)}], accuracy: {w, b} (out of 100; null for a side that never had a choice), marks: {w: {mark: count}, b},
moments: [{ply, text, said}] (the turning points of the game). `saltus.analysis.chances` defines loss, marks and
accuracy.

Every request that is answered with the state also takes `"recorded": true`: then the state has `record`, the text of
the json format, so that one answer holds both what to show and what to save.

state: {game, options, setup, seed, ballot (the number of the match's opening ballot, or null), rows, side, ply, node,
moves: [move], forced (every move captures), last: move | null, outcome: null | {winner, reason, text, said, scores,
islands}, history: [{node, parent, ply, side, move, main, chief, result, glyphs?, comment?, repeats?, claimable?}],
comment?, end: null | {node, …as outcome}, can_undo, can_redo, offer: side | null, claims: [{side, kind, text, said}],
counters: [{key, count, limit, text, said}], clock: null | {w, b, increment, initial}, counts: {w, b}, position
(text)}. `history` lists every node of the variation tree except the root, in the order they were first played. `main`
is true on the line from the root through `node` to the last redo. `chief` is true if the node is its parent's main
child; the chief nodes from the root on are the main line of the record, and `end` is how that line ends. `glyphs`
(numeric annotation glyphs) and `comment` are present if the node has them; the `comment` beside `history` is the
start's. `repeats` is how many times the position has occurred, from 2 on, in games that count repetitions.
`claimable`, {text, said}, is the draw that could have been claimed there, in a record that goes on after it.
"""

import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator
from time import perf_counter

from saltus.analysis.explain import because
from saltus.core.game import Game, Position
from saltus.core.phrase import spelled
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
from saltus.match.tree import choose
from saltus.notation.error import RecordError
from saltus.notation.move import IllegalMove
from saltus.notation.position import read_position as parse
from saltus.protocol import reply
from saltus.protocol.match_ops import MAX_PATH_SQUARES, MatchOps, forbidden
from saltus.protocol.params import read_game, read_limits, read_position, unread
from saltus.protocol.reply import Fields
from saltus.protocol.request import Fault, Id, Request, decode
from saltus.protocol.tasks import MAX_PERFT_DEPTH, Steps, Task, perft
from saltus.records.record import FORMATS

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
            "check": self._check,
            "parse": self._parse,
            "contents": self._contents,
            "openings": self._openings,
            "ballots": self._ballots,
            "puzzles": self._puzzles,
            "puzzle": self._puzzle,
            "judge": self._judge,
            **self._match_ops.handlers,
            "share": self._share,
            "stop": self._stop,
        }
        self._jobs: dict[str, Callable[[Request], Task]] = {
            "perft": self._perft,
            "bestmove": self._bestmove,
            "think": self._think,
            "cost": self._cost,
            "review": self._review,
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
        progress: object = None
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
                    out.append(reply.encode(task.id, {"event": "progress", **task.tell(progress)}))
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

    def _games(self, request: Request) -> Fields:
        return {"games": reply.every_game()}

    def _moves(self, request: Request) -> Fields:
        return {"moves": reply.moves(*read_position(request))}

    def _outcome(self, request: Request) -> Fields:
        game, position = read_position(request)
        return reply.verdict(game.outcome(position))

    def _check(self, request: Request) -> Fields:
        return reply.placed(*read_position(request))

    def _parse(self, request: Request) -> Fields:
        game = read_game(request)
        try:
            return reply.placed(game, parse(game, request.text("text")))
        except RecordError as error:
            raise unread(error) from None

    def _contents(self, request: Request) -> Fields:
        game = read_game(request) if request.has("game") else None
        try:
            form = request.one_of("format", FORMATS) if request.has("format") else None
            return reply.contents(request.text("text"), form, game, request.flag("goes_on", False))
        except RecordError as error:
            raise unread(error) from None

    def _openings(self, request: Request) -> Fields:
        from saltus.protocol.openings import page

        return page(*read_position(request))

    def _ballots(self, request: Request) -> Fields:
        from saltus.protocol.openings import every_ballot

        return every_ballot(read_game(request))

    # -- puzzles ---------------------------------------------------------------------------------------

    def _puzzles(self, request: Request) -> Fields:
        from saltus.protocol import puzzles

        return puzzles.listed(read_game(request))

    def _puzzle(self, request: Request) -> Fields:
        from saltus.protocol import puzzles

        return puzzles.shown(read_game(request), request)

    def _judge(self, request: Request) -> Fields:
        from saltus.protocol import puzzles

        return puzzles.judged(read_game(request), request)

    # -- jobs --------------------------------------------------------------------------------------------

    def _perft(self, request: Request) -> Task:
        game, position = read_position(request)
        depth = request.integer("depth", 0, MAX_PERFT_DEPTH)
        time = request.seconds("time", MIN_SECONDS, MAX_SECONDS, default=DEFAULT_SECONDS)
        return Task(request.id, "perft", lambda task: perft(task, game, position, depth, time), reply.thought)

    def _bestmove(self, request: Request) -> Task:
        game, position = read_position(request)
        if outcome := game.outcome(position):
            raise Fault("not-now", f"the game is over: {outcome.text}")
        limits, with_progress = read_limits(request), request.flag("progress", False)
        to_json = _progress_writer(request, game, position)

        def steps(task: Task) -> Steps:
            search_request = SearchRequest(game, position, table=self._table_for(game))
            found = yield from _search(task, search_request, limits, with_progress)
            return {**reply.answer(game, position, found), **to_json(found), "stopped": task.stopped}

        return Task(request.id, "bestmove", steps, to_json)

    def _think(self, request: Request) -> Task:
        match = self._match_ops.running()
        # Read now: the match may have changed by the time the job runs.
        game, node, past, legal = match.game, match.node, match.past, match.legal
        seed = self._match_ops.opponent
        limits, with_progress = read_limits(request), request.flag("progress", True)
        limits = limits._replace(helps=request.flag("helps", False))
        to_json = _progress_writer(request, game, node.position)

        def steps(task: Task) -> Steps:
            search_request = SearchRequest(game, node.position, past, node.quiet, self._table_for(game), seed)
            found = yield from _search(task, search_request, limits, with_progress)
            return {
                **reply.answer(game, node.position, found),
                **to_json(found),
                "stopped": task.stopped,
                "node": node.id,
                "move": reply.move(game, node.position, found.move, legal),
                "because": (reason := because(game, node.position, found.move, found.score)),
                "said": spelled(reason),
            }

        if limits.level == FULL and (limits.helps or request.flag("shares", False)):
            from saltus.engine.sharing import export_entries

            return Task(request.id, "think", steps, to_json, lambda: export_entries(self._table_for(game)))
        return Task(request.id, "think", steps, to_json)

    def _cost(self, request: Request) -> Task:
        game, position = read_position(request)
        try:
            move = choose(game, position, request.texts("path", MAX_PATH_SQUARES), game.moves(position))
        except IllegalMove as refused:
            raise forbidden(refused.refusal, refused.args[0]) from None
        time = request.seconds("time", MIN_SECONDS, MAX_SECONDS)
        from saltus.protocol.review import costing

        return Task(request.id, "cost", lambda task: costing(task, game, position, move, time), dict)

    def _review(self, request: Request) -> Task:
        match = self._match_ops.match
        from saltus.analysis.review import REVIEW_SECONDS, Reviewer
        from saltus.protocol.review import reviewed, teller

        reviewer = Reviewer(match, request.seconds("time", MIN_SECONDS, MAX_SECONDS, default=REVIEW_SECONDS))

        def is_replaced() -> bool:
            return self._match_ops.match is not match

        return Task(request.id, "review", lambda task: reviewed(task, reviewer, is_replaced), teller(reviewer))

    def _table_for(self, game: Game) -> TranspositionTable:
        """The transposition table for this game and its options. Only the latest one is kept."""
        variant = (game.key, tuple(sorted(game.chosen.items())))
        if self._tables.get(variant) is None:
            self._tables = {variant: TranspositionTable()}
        return self._tables[variant]

    def _current_task(self) -> Task | None:
        """The task to run next: the first one, but a review waits for all others."""
        return next((task for task in self._tasks if task.op != "review"), self._tasks[0] if self._tasks else None)

    def _share(self, request: Request) -> Fields:
        game = self._match_ops.match.game
        entries = request.text("entries")
        from saltus.engine.sharing import import_entries

        try:
            return {"known": import_entries(self._table_for(game), entries)}
        except ValueError as error:
            raise Fault("bad-request", str(error)) from None

    def _stop(self, request: Request) -> Fields:
        wants_review = request.has("of") and request.one_of("of", ["review"]) == "review"
        if wants_review:
            task = next((task for task in self._tasks if task.op == "review"), None)
        else:
            # Without `of`, a review is not stopped: it waits in the background while other jobs run.
            task = self._current_task()
            task = None if task and task.op == "review" else task
        if task:
            task.stopped = True
        return {"stopped": task is not None}

    def _stop_thinking(self) -> None:
        """Stop every `think`: the position has changed."""
        for task in self._tasks:
            task.stopped = task.stopped or task.op == "think"


def _search(
    task: Task, search_request: SearchRequest, limits: Limits, with_progress: bool
) -> Generator[SearchInfo | None, None, SearchInfo]:
    """Search up to the limits or until stopped. Yields its progress if `with_progress`, else None at each step."""
    for info in search_iter(search_request, limits):
        if task.stopped:
            break
        yield info if with_progress else None
    return info


def _progress_writer(request: Request, game: Game, position: Position) -> Callable[[SearchInfo], Fields]:
    """The function that turns search progress into JSON, with the moves of each line if `written` is set."""
    return reply.LineSerializer(game, position).thought if request.flag("written", False) else reply.thought


def _error_reply(id_: Id, error: Exception) -> str:
    """The reply to a request that failed."""
    if isinstance(error, Fault):
        fields = {"code": error.code, "message": str(error), **error.details}
    else:
        sys.excepthook(type(error), error, error.__traceback__)
        fields = {"code": "internal", "message": f"a defect of this program: {error!r:.200}"}
    return reply.encode(id_, {"ok": False, "error": fields})
