"""The only door between the rules and the rest of the world: JSON text in, JSON text out.

This docstring is the protocol. The browser's worker and `python3 -m saltus bridge` both speak it.

Shape
-----
A request is one JSON object: `{"id": 7, "op": "moves", …}`. It is answered by exactly one reply with the
same `id` (null where the request had none that could be read: an id is a whole number or a string, and in a request
that is too large or no JSON it is found where it is among the first or the last fields):

    {"id": 7, "ok": true, …}
    {"id": 7, "ok": false, "error": {"code": "bad-position", "message": "row 3, a6: …"}}

Replies are one line of ASCII. Fields that are not known are ignored, a field that is null counts as missing; an
unknown op is an error. Error codes: `bad-json` (also a key that stands twice in one object, or bytes that are not
UTF-8), `bad-request` (a field is missing, of the wrong type or out of range), `unknown-op`, `unknown-game`,
`bad-position` (with `said` beside the message), `bad-move` (with `rule`, `squares` and `said`), `bad-record` (with
`line`, `column` and `said`), `no-match`, `not-now` (the game is over, nothing to undo, no offer to accept …),
`too-large` (a request of more than 500,000 characters), `too-long`, `not-loaded` (in the browser: a module that has
not come, see `saltus.protocol.worker`), and `internal` (a defect of this program, never of the request). Nothing that
is sent raises, hangs, or changes a match by halves: after an error the match is what it was.

`perft`, `bestmove`, `think`, `cost` and `review` take time. They are worked off one at a time in the order asked,
but a `review` waits while there is anything else; each is answered when it is done, and all other requests are
answered at once, in between. Before its reply a `think`, or a `bestmove` with `"progress": true`, sends any number of

    {"id": 7, "event": "progress", "depth", "score", "nodes", "nps", "pv", "lines", "exact"}

and where it `shares` any number of `{"id": 7, "event": "share", "entries"}`: what it has found out about positions,
for a `share` to another bridge with the same match on its table. A `review` sends any number of

    {"id": 7, "event": "progress", "share", "chances"}

how far it is, from 0 to 1, and what it has found, as in its reply. `stop` ends the one that is under way, but a
`review` only if it says `"of": "review"`: a search then replies with the best it has, a `review` with the turns that
it has come to, a `perft` with `too-long`; the next one starts. Whatever changes the position or ends the match (`new
load play undo redo goto prune resign accept claim flag`, and an offer that makes an agreement) stops every `think` on
it, running or waiting. A search that was stopped says `"stopped": true`, and it always has a move.

Values
------
- position: `"game"`, `"rows"` (an array of text, the top rank first, `.wbWB`), `"side"` (`"w"`/`"b"`, the side to
  move), and optionally `"options"` ({key: bool}). Without `rows` the game's first position (`"setup"`, by default
  the first, and `"seed"`, by default 1, where the set-up is seeded); without `side` the side that moves first.
- move: `{"path": [origin, …landing squares], "captured": […], "crowns": bool, "text": "11x18"}`; a pass has
  `"path": []`.
- score: an int from the mover's view, a piece about 100; a win in n plies is `1_000_000 - n`, a loss the negative.
- side: `"w"`/`"b"`; result: null, `"w"`, `"b"` or `"draw"`.
- said: beside a sentence in English, of what it is made, so that it can be said in other languages: `{"key":
  "why.empty", "values": {"square": "c3"}}`, null where it cannot. A value is text or a number that needs no
  translation, such a pair again, or things in a row: `{"or": [values]}`, `{"and": [values]}`.
- time: seconds, 0.001 to 3600; it runs from when the work begins. A `perft`, and a search that is given a depth or
  nodes but no time, may take 60. depth: 1 to 100 plies, in `perft` 0 to 40; the one reached may be 0 where a search
  was stopped at once. nodes: the positions after which a search ends, a few hundred late at most. clock: {"left",
  "increment"?}, the seconds that the mover has and gets: the search takes as long as suits that, less where the best
  move is plain (`saltus.engine.timeman`). A search needs one of the four at least. level: 1 to 10, by default 10; the
  lower ones do not play every match alike. lines (the best moves to be told apart): 1 to 200, by default 1; `written`
  adds to each line its first `moves`, twelve at most.
- exact: all was known at once (`saltus.engine.probe`; asked at level 10 without depth and nodes): then every move has
  a line, however few were wanted. leads: how the game ends with the moves of `pv`, where they go on to its end.

Questions about a position (they need no match)
-----------------------------------------------
    games                                → games: [{key, name, files, ranks, squares (playable, reading order),
                                             first, bottom, numbered, kings, piece, pieces (most of a side), style,
                                             lots, ballots (whether there are any), points (whether they are
                                             counted), scale (the score at which a side gets 73 of 100 points),
                                             helped (whether a `think` that helps is worth a processor),
                                             formats: [those of `record`], setups: [{key, name, seeded}],
                                             options: [{key, name, default, house}], rules: {key: text},
                                             tables: {name: most pieces on the board for which what it knows is
                                             worth fetching}, levels: 10, start: {rows, side, setup, seed}}]
    moves     position                   → moves: [move + result after it]
    perft     position, depth, time?     → leaves
    outcome   position                   → result, reason, text, said, scores, islands (all null while the game goes
                                             on; scores and islands where they are not counted)
    bestmove  position, time | depth | nodes | clock, level?, lines?, progress?, written?
                                         → path, captured, score, depth, nodes, nps, pv ([paths]), stopped,
                                             lines: [{score, pv}], exact, leads: null | {result, scores}
    cost      position, path, time       → score, loss, mark, best: {score, moves}, stopped: what a turn costs its
                                             side, the time being shared by the positions before and after it
    check     position                   → rows, side (as read), position (text)
    parse     game, options?, text       → rows, side, position (text), of a position text; `bad-record` says where
                                             it is wrong
    contents  text, game?, format?, goes_on?
                                         → format, games: [{game, tags, turns, winner, start, end}]: the games of a
                                             pdn or an sgf text, before any is played (game is null where it does not
                                             say its own; winner is a result, null where the text leaves it open;
                                             start and end count characters); of any other text, which holds one game,
                                             only the format. `goes_on`: more of the text follows; the last game is
                                             left out, as only that shows where it ends
    openings  position                   → book (whether there is one here), known (whether it has the position),
                                             value, games, moves: [move + value, games, won, drawn, lost, name, alike:
                                             [moves that come to the same or its mirror image]]: those that the book
                                             has, what was played most first; value and results are the mover's
    ballots   game                       → ballots: [{number, text, name, deck (whether it is drawn from), rows (after
                                             it)}]: the beginnings of three turns; none where the game has none

Exercises (`saltus.study.puzzles`; `not-now` while those of the game are not here)
------------------------------------------------------------------------------
    exercises game                       → exercises: [{exercise, side, goal, by, grade, themes, turns (that the
                                             solver has to find)}], the easier ones first; themes: [all there are]
    exercise  game, exercise | day       → as in the list, rows, asked (how many plies of the line make the
                                             solution), line: [move] (day: counted from 1970)
    judge     game, exercise, turns      → right, done, answer: null | move (turns: ["c3-d4", …], both sides' from the
                                             position on, each its path; answer: what the other side then plays)

The match on the table (one a bridge)
-------------------------------------
    new       position, clock?: {initial, increment?} in seconds, ballot? → state
                                                     (a seeded set-up without a seed draws one; `side` needs `rows`;
                                                      the ballot of that number is played)
    load      text | record, format?, game?, options?, part? → state, warnings?: [{line, column, text, said}]
                                                     (json, pdn, sgf or a position text; told apart by what it says;
                                                      `record` is the object that the json format's text holds;
                                                      game and options for a text that does not say its game;
                                                      part: which of the `contents` of the text, from 0;
                                                      warnings: what the record says amiss or leaves open)
    record    format                     → text      (one of the game's formats)
    state                                → state
    opening                              → name (of the opening, null where it has none), ply (which made it so),
                                             number (of the ballot that the first three turns make)
    follow    path                       → next: [squares], captured: [so far], complete: bool (may end here)
    why       path                       → rule, text, said, squares; rule null where the turn is allowed
    play      path | text, spent?: s, aside? → state (where that is more than the clock has left, the flag falls;
                                                      `aside`: a variation, the main line stays what it is)
    undo      plies?                     → state     (default 1; an ending off the board is a step of its own)
    redo      plies?                     → state
    goto      node, through?, ended?     → state     (a node id from `history`, 0 for the start; the line then leads
                                                      through the node `through`; `ended`, by default true: to after
                                                      the resignation, agreement … at that node)
    promote   node                       → state     (the line to this node becomes the main line of the record)
    prune     node                       → state     (without this node and all after it; the others' ids close up)
    annotate  node, comment, glyphs?     → state     (notes for the reader, in place of those there were; at the
                                                      root, 0, before the first turn; numeric annotation glyphs)
    resign    side                       → state
    offer     side                       → state     (a draw)
    accept    side                       → state
    decline   side                       → state
    claim     side, kind                 → state
    flag      side                       → state     (the clock of `side` ran out)
    think     time | depth | nodes | clock, level?, lines?, progress?, written?, shares?, helps?
                                         → as bestmove, plus move (with text), node, `because` (words) and said
                                             (level 10 alone shares; one that helps shares as well, and goes about
                                              it in another order than the one that it is to help)
    share     entries                    → known: how many of them are news; nonsense among them is passed over
    review    time?                      → the report on the main line, by default within nine seconds: chances,
                                             turns, accuracy, marks, moments, stopped. The match stays where it is;
                                             `new` and `load` end it with `not-now`
    stop      of?                        → stopped: bool (whether there was anything to stop)

The report: chances: [White's chances at each position of the main line, from 0 to 1, the start first; null where a
review that was stopped has not come to], turns: [{node, ply, side, text, score, loss (the chances that the turn cost
its side), mark (`?!`, `?`, `??` or empty), free (whether another turn was legal), best?: {score, moves} (where there
is a mark: what would have been better, as many moves as `written` has)}], accuracy: {w, b} (of a hundred; null for a
side that never had a choice), marks: {w: {mark: count}, b}, moments: [{ply, text, said}] (what changed the course of
the game). What loss, marks and accuracy mean: `saltus.analysis.chances`.

Whatever is answered with the state also takes `"recorded": true`: then the state has `record`, the text of the json
format, so that what is shown and what is kept are one answer.

state: {game, options, setup, seed, ballot (the number of the one it began with, or null), rows, side, ply, node,
moves: [move], forced (every move captures), last: move | null, outcome: null | {winner, reason, text, said, scores,
islands}, history: [{node, parent, ply, side, move, main, chief, result, glyphs?, comment?, repeats?, claimable?}],
comment?, end: null | {node, …as outcome}, can_undo, can_redo, offer: side | null, claims: [{side, kind, text, said}],
counters: [{key, count, limit, text, said}], clock: null | {w, b, increment, initial}, counts: {w, b}, position
(text)}. `history` lists every node of the tree of variations but the root, in the order they were first played;
`main` is true on the line that leads from the root through `node` to the last redo; `chief` where the node is its
parent's main child, so that all of them from the root on are the main line of the record; `end` is how that line
ends; `glyphs` (numeric annotation glyphs) and `comment` are there where someone wrote them, beside `history` that of
the start; `repeats` is how many times the position has stood, from 2 on, where the game counts that; `claimable`,
{text, said}, is the draw that was due there and not claimed, where a record goes on after it.
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
from saltus.engine.think import LONGEST, PATIENCE, SHORTEST, Limits, SearchInfo, SearchRequest, search_iter
from saltus.engine.tt import TranspositionTable
from saltus.match.tree import choose
from saltus.notation.error import RecordError
from saltus.notation.move import IllegalMove
from saltus.notation.position import read_position as parse
from saltus.protocol import reply
from saltus.protocol.match_ops import LONGEST_PATH, MatchOps, forbidden
from saltus.protocol.params import read_game, read_limits, read_position, unread
from saltus.protocol.reply import Fields
from saltus.protocol.request import Fault, Id, Request, decode
from saltus.protocol.tasks import DEEPEST_PERFT, Steps, Task, perft
from saltus.records.record import FORMS

WARM_UP = 1.0
"""Seconds of search that `prepare` may take. In a browser the first second of a search looks at a third as many
positions as later ones: WebAssembly is compiled again, better, where most of the time goes."""
PREPARING = 0.01
"""Seconds that it may take at a time: a request that comes meanwhile is not kept waiting."""


class Bridge:
    """One end of a conversation: the match on the table and the work under way.

    Whoever owns it calls `receive` for each request, and `work` again and again while `busy`.
    """

    def __init__(self) -> None:
        self._match_ops = MatchOps(self._stop_thinking)
        self._tasks: deque[Task] = deque()
        """The first is under way, the others wait for it."""
        self._untold: list[str] = []
        """Replies of a slice that was interrupted."""
        self._preparing: Iterator[None] | None = None
        """What is done while nothing is asked."""
        self._is_warm = False
        self._tables: dict[object, TranspositionTable] = {}
        self._questions: dict[str, Callable[[Request], Fields]] = {
            "games": self._games,
            "moves": self._moves,
            "outcome": self._outcome,
            "check": self._check,
            "parse": self._parse,
            "contents": self._contents,
            "openings": self._openings,
            "ballots": self._ballots,
            "exercises": self._exercises,
            "exercise": self._exercise,
            "judge": self._judge,
            **self._match_ops.questions,
            "share": self._share,
            "stop": self._stop,
        }
        self._works: dict[str, Callable[[Request], Task]] = {
            "perft": self._perft,
            "bestmove": self._bestmove,
            "think": self._think,
            "cost": self._cost,
            "review": self._review,
        }

    # -- the conversation --------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether there is work under way."""
        return bool(self._tasks or self._preparing)

    def prepare(self) -> None:
        """Have `work` get ready, while nothing else is asked, for what will be asked of the match: unpack the tables
        that have come, and once search a little.
        """
        self._preparing = self._prepared()

    def receive(self, text: str | bytes) -> list[str]:
        """Take one request. Its reply, or nothing where it is work: then `work` will have the reply."""
        id_: Id = None
        try:
            request = decode(text)
            id_ = request.id
            op = request.text("op")
            if op in self._works:
                self._tasks.append(self._works[op](request))
                return []
            if op not in self._questions:
                known = ", ".join([*self._questions, *self._works])
                raise Fault("unknown-op", f"there is no op {op[:40]!r}; there are {known}")
            return [reply.encode(id_, {"ok": True, **self._questions[op](request)})]
        except Exception as error:
            return [_refusal(error.id if id_ is None and isinstance(error, Fault) else id_, error)]

    def work(self, seconds: float) -> list[str]:
        """Go on with the work under way for about `seconds`; the progress and the replies that came of it.

        Of several pieces of news only the last is told. Where it is interrupted, the next call begins anew with what
        was under way.
        """
        if not self._tasks:
            self._prepare_for(min(seconds, PREPARING))
            return []
        until = perf_counter() + seconds
        out, self._untold = self._untold, []
        news: object = None
        while task := self._under_way():
            try:
                news = next(task.steps) or news
            except StopIteration as done:
                out.append(reply.encode(task.id, {"ok": True, **done.value}))
            except Exception as error:
                out.append(_refusal(task.id, error))
            except BaseException:
                self._untold = out
                task.begin()
                raise
            else:
                if perf_counter() < until:
                    continue
                if news is not None:
                    out.append(reply.encode(task.id, {"event": "progress", **task.tell(news)}))
                if entries := task.share():
                    out.append(reply.encode(task.id, {"event": "share", "entries": entries}))
                break
            self._tasks.remove(task)
            news = None
        return out

    def _prepare_for(self, seconds: float) -> None:
        """Go on with what `prepare` began."""
        until = perf_counter() + seconds
        preparing, self._preparing = self._preparing, None
        for _ in preparing or ():
            if perf_counter() >= until:
                self._preparing = preparing
                return

    def _prepared(self) -> Iterator[None]:
        """The steps of `prepare`."""
        try:
            match = self._match_ops.match
        except Fault:
            return  # there is none yet
        yield from unpacking(match.game, match.position)
        if self._is_warm or not match.legal:
            return
        self._is_warm = True
        # The table is thrown away: what the match's own holds depends on what was asked alone.
        for _ in think(match.game, match.position, seconds=WARM_UP, table=TranspositionTable()):
            yield

    # -- questions about a position ----------------------------------------------------------------------

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
            form = request.one_of("format", FORMS) if request.has("format") else None
            return reply.contents(request.text("text"), form, game, request.flag("goes_on", False))
        except RecordError as error:
            raise unread(error) from None

    def _openings(self, request: Request) -> Fields:
        from saltus.protocol.openings import page

        return page(*read_position(request))

    def _ballots(self, request: Request) -> Fields:
        from saltus.protocol.openings import every_ballot

        return every_ballot(read_game(request))

    # -- exercises ---------------------------------------------------------------------------------------

    def _exercises(self, request: Request) -> Fields:
        from saltus.protocol import puzzles as trainer

        return trainer.listed(read_game(request))

    def _exercise(self, request: Request) -> Fields:
        from saltus.protocol import puzzles as trainer

        return trainer.shown(read_game(request), request)

    def _judge(self, request: Request) -> Fields:
        from saltus.protocol import puzzles as trainer

        return trainer.judged(read_game(request), request)

    # -- what takes time ---------------------------------------------------------------------------------

    def _perft(self, request: Request) -> Task:
        game, position = read_position(request)
        depth = request.integer("depth", 0, DEEPEST_PERFT)
        time = request.seconds("time", SHORTEST, LONGEST, default=PATIENCE)
        return Task(request.id, "perft", lambda task: perft(task, game, position, depth, time), reply.thought)

    def _bestmove(self, request: Request) -> Task:
        game, position = read_position(request)
        if outcome := game.outcome(position):
            raise Fault("not-now", f"the game is over: {outcome.text}")
        limits, told = read_limits(request), request.flag("progress", False)
        tell = _teller(request, game, position)

        def steps(task: Task) -> Steps:
            found = yield from _search(task, SearchRequest(game, position, table=self._memory(game)), limits, told)
            return {**reply.answer(game, position, found), **tell(found), "stopped": task.stopped}

        return Task(request.id, "bestmove", steps, tell)

    def _think(self, request: Request) -> Task:
        match = self._match_ops.running()
        game, node, past, legal = match.game, match.node, match.past, match.legal
        seed = self._match_ops.opponent
        limits, told = read_limits(request), request.flag("progress", True)
        limits = limits._replace(helps=request.flag("helps", False))
        tell = _teller(request, game, node.position)

        def steps(task: Task) -> Steps:
            question = SearchRequest(game, node.position, past, node.quiet, self._memory(game), seed)
            found = yield from _search(task, question, limits, told)
            return {
                **reply.answer(game, node.position, found),
                **tell(found),
                "stopped": task.stopped,
                "node": node.id,
                "move": reply.move(game, node.position, found.move, legal),
                "because": (why := because(game, node.position, found.move, found.score)),
                "said": spelled(why),
            }

        if limits.level == FULL and (limits.helps or request.flag("shares", False)):
            from saltus.engine.sharing import told as shared

            return Task(request.id, "think", steps, tell, lambda: shared(self._memory(game)))
        return Task(request.id, "think", steps, tell)

    def _cost(self, request: Request) -> Task:
        game, position = read_position(request)
        try:
            move = choose(game, position, request.texts("path", LONGEST_PATH), game.moves(position))
        except IllegalMove as refused:
            raise forbidden(refused.refusal, refused.args[0]) from None
        time = request.seconds("time", SHORTEST, LONGEST)
        from saltus.protocol.review import costing

        return Task(request.id, "cost", lambda task: costing(task, game, position, move, time), dict)

    def _review(self, request: Request) -> Task:
        match = self._match_ops.match
        from saltus.analysis.review import SECONDS, Reviewer
        from saltus.protocol.review import reviewed, teller

        reviewer = Reviewer(match, request.seconds("time", SHORTEST, LONGEST, default=SECONDS))

        def gone() -> bool:
            return self._match_ops.match is not match

        return Task(request.id, "review", lambda task: reviewed(task, reviewer, gone), teller(reviewer))

    def _memory(self, game: Game) -> TranspositionTable:
        """The table of this game under these options. Only that of the last one is kept."""
        kind = (game.key, tuple(sorted(game.chosen.items())))
        if self._tables.get(kind) is None:
            self._tables = {kind: TranspositionTable()}
        return self._tables[kind]

    def _under_way(self) -> Task | None:
        """What is to be gone on with: the first task, but a review waits for all others."""
        return next((task for task in self._tasks if task.op != "review"), self._tasks[0] if self._tasks else None)

    def _share(self, request: Request) -> Fields:
        game = self._match_ops.match.game
        entries = request.text("entries")
        from saltus.engine.sharing import taken

        try:
            return {"known": taken(self._memory(game), entries)}
        except ValueError as error:
            raise Fault("bad-request", str(error)) from None

    def _stop(self, request: Request) -> Fields:
        reviews = request.has("of") and request.one_of("of", ["review"]) == "review"
        if reviews:
            task = next((task for task in self._tasks if task.op == "review"), None)
        else:
            task = self._under_way()
            task = None if task and task.op == "review" else task
        if task:
            task.stopped = True
        return {"stopped": task is not None}

    def _stop_thinking(self) -> None:
        """The position has changed: what is being thought about it is of no more use."""
        for task in self._tasks:
            task.stopped = task.stopped or task.op == "think"


def _search(
    task: Task, question: SearchRequest, limits: Limits, told: bool
) -> Generator[SearchInfo | None, None, SearchInfo]:
    """Search until the limits or until stopped; news only if they are to be told."""
    for thought in search_iter(question, limits):
        if task.stopped:
            break
        yield thought if told else None
    return thought


def _teller(request: Request, game: Game, position: Position) -> Callable[[SearchInfo], Fields]:
    """How the thoughts on a position are told: with the moves of their lines written out where that is wanted."""
    return reply.Reader(game, position).thought if request.flag("written", False) else reply.thought


def _refusal(id_: Id, error: Exception) -> str:
    """The reply to a request that could not be granted."""
    if isinstance(error, Fault):
        told = {"code": error.code, "message": str(error), **error.details}
    else:
        sys.excepthook(type(error), error, error.__traceback__)
        told = {"code": "internal", "message": f"a defect of this program: {error!r:.200}"}
    return reply.encode(id_, {"ok": False, "error": told})
