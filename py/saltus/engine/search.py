"""The search of all games: it knows a game only by the contract of `saltus.core.game`.

`search` is a generator that yields its best result so far every few milliseconds and after every completed depth. The
caller owns the clock and stops the search by no longer iterating. The recursion is made of generators too, down to
the last ply before the leaves; `tests/bench/search.py` measures what that costs against a search that unwinds and
finds its way back through the table. Effort is counted in nodes, and the result is reproducible: the same number of
nodes gives the same result.

Iterative deepening, principal variation search with aspiration windows, transposition table, killers and history;
quiescence over the game's noisy moves. Names are those of the Chess Programming Wiki.

Scores are from the side to move: a piece is about 100, a win in n plies is `WIN - n`, a draw is 0. A position that
occurred before, on the current path or in the game since its last irreversible move, scores as a draw whether or not
the game has that rule: repeating gains nothing. Where a game is drawn after enough plies without progress, a lead
shrinks as they pass, so that the side that is ahead makes progress in time. Where a game is decided by points, an end
scores 100 a point, so that the best line wins by the most.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from saltus.core.game import Known, Move, Position
from saltus.core.score import DEEPEST, POINT_SCORE, WIN, WON, Line, from_root
from saltus.engine.tt import EXACT, LOWER_BOUND, PROVEN, UPPER_BOUND, TranspositionTable

SLICE_NODES = 128  # Nodes between two yields: one to two milliseconds in CPython, three to four in Pyodide.
FIRST_SLICE_NODES = 16
"""Nodes before the first yield; the slices grow from there. A game fills its pattern tables as it meets patterns, so
the first positions take ten times as long as later ones."""
WARM_UP_PLIES = 4  # Depths up to this one come first in a game short enough to be searched straight to its end.
MAX_FREE_CAPTURES = 4
"""The maximum number of captures in a row in quiescence if captures are optional: on a full board of Roman Solitaire
they have no end."""
MAX_FORCED_LEAVES = 512
"""The maximum number of positions that quiescence scores for one node if captures are compulsory. Checkers games need
some 30; a game of somebody's own may have so many captures that playing them all out would never end."""
CAPTURE_ORDER, KILLER_ORDER = 1 << 40, 1 << 39
"""Move-ordering scores of captures and killers, above any history score."""
LMR_FROM, LMR_FROM_NEAR_LEAVES, NO_LMR = 3, 8, 1 << 30
"""The move number from which late moves are reduced; in the last two plies only if the game has `order_scores`."""
FUTILITY_PLIES = 2  # Futility pruning applies within this many plies of the leaves.
PROBCUT_REDUCTION = 4  # Plies by which ProbCut reduces the search that verifies a likely beta cutoff.
ASPIRATION_HALF_WIDTH = 40  # Half the width of the first aspiration window.
NO_CUTOFF_PLIES = 1
"""Plies from the root within which the table gives no cutoff: an entry may predate earlier positions of the game, and
so miss that the reply repeats one of them."""
FADING_PART = 4  # A lead starts to shrink after one part in this many of the quiet plies that make a draw.
KNOWN_LEAD = 300  # The least score of a move after which a win is known, but not its distance: three pieces.
MIN_SHARED_DEPTH = 2  # Minimum depth of an entry shared with the helper.


class Rules(Protocol):
    """What the search needs from a game: the part of `saltus.core.game.Game` that it calls, as described there."""

    @property
    def men_retreat(self) -> bool: ...
    @property
    def pruning_margins(self) -> tuple[int | None, int] | None: ...
    @property
    def must_capture(self) -> bool: ...
    @property
    def longest(self) -> int | None: ...
    @property
    def repetitions(self) -> int: ...
    @property
    def quiet_limit(self) -> int: ...
    def moves(self, position: Position, /) -> list[Move]: ...
    def noisy_moves(self, position: Position, /) -> list[Move]: ...
    def play(self, position: Position, move: Move, /) -> Position: ...
    def decided(self, position: Position, /) -> int | None: ...
    def evaluate(self, position: Position, /) -> int: ...
    def static_eval_if_quiet(self, position: Position, /) -> int | None: ...
    def order_scores(self, position: Position, moves: Sequence[Move], /) -> list[int] | None: ...
    def result(self, position: Position, /) -> int: ...
    def margin(self, position: Position, /) -> int | None: ...
    def progress(self, position: Position, move: Move, /) -> bool: ...
    def counting(self, position: Position, /) -> bool: ...


class SearchInfo(NamedTuple):
    """The result of a search so far. `pv` holds at least one move, the best one known. `depth` is the last completed
    depth; `lines` holds its best lines, best first. With a single line, that line may already come from the depth in
    progress. `score` and `pv` are those of the first line."""

    depth: int
    score: int
    nodes: int
    pv: tuple[Move, ...]
    lines: tuple[Line, ...]
    best_share: float = 0.0
    """The share of the last depth's nodes spent on the best move: near 1 if no other move comes close."""
    exact: bool = False  # Whether everything was known without a search. If so, every move has a line.
    seconds: float = 0.0  # The time so far, where somebody measures it.

    @property
    def move(self) -> Move:
        return self.pv[0]

    @property
    def nps(self) -> int:
        """Nodes per second."""
        return round(self.nodes / max(self.seconds, 0.001))


def search(
    game: Rules,
    position: Position,
    past: Sequence[Position] = (),
    quiet: int = 0,
    table: TranspositionTable | None = None,
    lines: int = 1,
    max_depth: int = DEEPEST,
    max_nodes: int | None = None,
    *,
    selective: bool = True,
    known: Known | None = None,
    helps: bool = False,
) -> Generator[SearchInfo, None, None]:
    """Search `position` by iterative deepening until nothing is left to find.

    `past` holds the earlier positions that can still recur: each counts as a draw. `quiet` is the number of plies
    without progress so far. `table` may be reused for other searches of the same game. `lines` is the number of best
    moves to tell apart (MultiPV). The search ends by itself after `max_depth` plies, after `max_nodes` nodes, or when
    the value is proved. Without `selective` nothing is pruned, reduced or extended: slower, and exactly minimax.
    Positions in `known` are probed, not searched, and of the root moves only those with the best known result are
    searched for the first line. With `helps` the root moves are searched in another order, to help
    another search of the same position (`saltus.engine.sharing`).

    Raises ValueError if the game is over.
    """
    begun = Search(game, position, past, quiet, table or TranspositionTable(), lines, max_nodes, selective, known)
    if helps:
        begun.moves[1:] = begun.moves[:0:-1]
    return begun.run(max_depth)


def nothing_yet(game: Rules, position: Position) -> SearchInfo:
    """The progress of a search that has not started: the first legal move. Raises ValueError if the game is over."""
    moves = game.moves(position)
    if not moves:
        raise ValueError("the game is over in this position: there is no move to look for")
    line = Line(game.evaluate(position), (moves[0],))
    return SearchInfo(0, line.score, 0, line.pv, (line,))


def results_after(game: Rules, position: Position, moves: Iterable[Move], known: Known) -> dict[Move, int]:
    """The known results of moves, for the side that makes them."""
    after = ((move, known.result(game.play(position, move))) for move in moves)
    return {move: -result for move, result in after if result is not None}


class NodeLimit(Exception):  # noqa: N818  (not an error)
    """The search has used up its allowed nodes."""


class Search:
    """One search. Counters and tables live here; everything about a node is on the stack."""

    def __init__(
        self,
        game: Rules,
        position: Position,
        past: Sequence[Position],
        quiet: int,
        table: TranspositionTable,
        lines: int,
        max_nodes: int | None,
        selective: bool,
        known: Known | None = None,
    ) -> None:
        self.game, self.position, self.quiet, self.table = game, position, quiet, table
        self.current, self.previous, self.dirty = table.current, table.previous, table.dirty
        self.max_nodes, self.selective = max_nodes, selective
        self.endings = self.known = known
        """The known positions to probe; None while a draw by quiet plies is near, which they do not take into
        account."""
        self.pruning_margins = game.pruning_margins if selective else None
        self.one_way = not game.men_retreat  # Whether only kings can return to a square they left.
        self.moves = game.moves(position)  # The root moves, best first.
        if not self.moves:
            raise ValueError("the game is over in this position: there is no move to look for")
        order_scores = game.order_scores(position, self.moves)
        if order_scores is not None:
            order = sorted(range(len(order_scores)), key=order_scores.__getitem__, reverse=True)
            self.moves = [self.moves[number] for number in order]
        self.multipv = min(lines, len(self.moves))
        self.results = results_after(game, position, self.moves, known) if known else {}
        """The known results of root moves, for the side that makes them. No move is preferred to one with a better
        result."""
        if self.results:
            self.moves.sort(key=self.known_result, reverse=True)

        self.nodes = 0  # Positions whose moves were generated.
        self.leaves = 0  # Positions scored without proof: evaluated, taken from the table, or repeated.
        self.last_leaf = MAX_FORCED_LEAVES  # The leaf at which quiescence stops playing out what is compulsory.
        self.next_checkpoint = FIRST_SLICE_NODES if max_nodes is None else min(FIRST_SLICE_NODES, max_nodes)
        self.path = {position, *past}
        """The positions from the root to the current node and those of the past: reaching one again is a draw."""
        self.no_cutoff_plies = NO_CUTOFF_PLIES if past else 0
        """Within this many plies of the root the table gives no cutoff."""
        self.killers: list[tuple[int, int]] = [(-1, -1)] * (DEEPEST + 2)
        """By ply, the `shift` of the last two quiet moves that caused a beta cutoff."""
        self.history: tuple[dict[int, int], dict[int, int]] = ({}, {})
        """By side, `shift` of a move → how often such a move caused a beta cutoff, weighted by depth."""
        self.fading = game.quiet_limit // FADING_PART
        """The quiet count at which a lead starts to shrink; at the limit nothing is left of it."""
        self.counting = False
        """Whether this iteration tracks the quiet count: it may get high enough for a lead to shrink."""

        self.depth = 0
        self.best_share = 0.0
        self.found = [Line(game.evaluate(position), (self.moves[0],))]

    # -- the root --------------------------------------------------------------------------------------

    def run(self, max_depth: int) -> Generator[SearchInfo, None, None]:
        """Iterative deepening."""
        yield self.report()
        try:
            for depth in self.depths(min(max_depth, DEEPEST)):
                leaves = self.leaves
                limit = self.game.quiet_limit
                self.counting = bool(limit) and self.quiet + depth >= self.fading
                self.endings = None if limit and self.quiet + 2 * depth >= limit else self.known
                lines: list[Line] = []
                for number in range(self.multipv):
                    guess = self.found[number].score if number < len(self.found) else self.found[-1].score
                    lines.append((yield from self.aspiration_window(depth, guess, lines)))
                self.depth = depth
                self.found = sorted(lines, key=self.rank, reverse=True)
                yield self.report()
                if self.leaves == leaves or (self.multipv == 1 and abs(lines[0].score) >= WIN - depth):
                    return
        except NodeLimit:
            yield self.report()

    def depths(self, deepest: int) -> Iterator[int]:
        """The depths to search: ply by ply, or, in a short game, a few plies and then straight to the end. Searching
        every depth in between takes Gambit twice the nodes."""
        longest = self.game.longest
        if longest is None:
            yield from range(1, deepest + 1)
        else:
            yield from range(1, min(WARM_UP_PLIES, deepest) + 1)
            if deepest > WARM_UP_PLIES:
                yield min(longest, deepest)

    def report(self) -> SearchInfo:
        lines = tuple(map(self.with_known_result, self.found)) if self.results and self.endings else tuple(self.found)
        score, pv = lines[0]
        return SearchInfo(self.depth, score, self.nodes + self.leaves, pv, lines, self.best_share)

    def known_result(self, move: Move) -> int:
        """The known result of a root move; 0, as for a draw, where nothing is known."""
        return self.results.get(move, 0)

    def rank(self, line: Line) -> tuple[int, int]:
        """What the lines are sorted by: first the known result, then the score."""
        return self.known_result(line.pv[0]), line.score

    def with_known_result(self, line: Line) -> Line:
        """The line with a score that agrees with the known result of its first move."""
        match self.results.get(line.pv[0]):
            case 1:
                return Line(max(line.score, KNOWN_LEAD), line.pv)
            case 0:
                return Line(0, line.pv)
            case -1:
                return Line(min(line.score, -KNOWN_LEAD), line.pv)
            case _:
                return line

    def checkpoint(self) -> SearchInfo:
        """Bound the table and check the node limit; called every `SLICE_NODES` nodes."""
        self.table.age()
        self.current, self.previous = self.table.current, self.table.previous
        nodes = self.nodes + self.leaves
        self.next_checkpoint = nodes + min(SLICE_NODES, FIRST_SLICE_NODES + nodes // 8)
        if self.max_nodes is not None:
            if nodes >= self.max_nodes:
                raise NodeLimit
            self.next_checkpoint = min(self.next_checkpoint, self.max_nodes)
        return self.report()

    def aspiration_window(self, depth: int, guess: int, above: Sequence[Line]) -> Generator[SearchInfo, None, Line]:
        """The best line that starts unlike those `above`, searched first in a narrow window around `guess`."""
        width = ASPIRATION_HALF_WIDTH if depth > 2 and abs(guess) < WON else 2 * WIN
        low, high = guess - width, guess + width
        while True:
            line = yield from self.root(depth, low, high, above)
            width *= 4
            if line.score <= low:
                low = line.score - width if width < WIN and abs(line.score) < WON else -2 * WIN
            elif line.score >= high:
                high = line.score + width if width < WIN and abs(line.score) < WON else 2 * WIN
            else:
                return line

    def root(self, depth: int, alpha: int, beta: int, above: Sequence[Line]) -> Generator[SearchInfo, None, Line]:
        """Search the root moves except the first moves of the lines `above`; the best one moves to the front."""
        position, play = self.position, self.game.play
        taken = [line.pv[0] for line in above]
        moves = [move for move in self.moves if move not in taken]
        if self.results:
            best_result = max(map(self.known_result, moves))
            moves = [move for move in moves if self.known_result(move) == best_result]
        best = -2 * WIN
        line = Line(best, (moves[0],))
        began = self.nodes + self.leaves
        spent = 0
        self.last_leaf = self.leaves + MAX_FORCED_LEAVES
        for move in moves:
            child = play(position, move)
            before = self.nodes + self.leaves
            low = -beta if move is moves[0] else -alpha - 1
            quiet_count = self.next_quiet_count(position, move, child, self.quiet) if self.counting else 0
            while True:
                if child in self.path or quiet_count < 0:
                    self.leaves += 1
                    value = 0
                elif depth > 1:
                    value = -(yield from self.node(child, depth - 1, 1, low, -alpha, quiet_count))
                else:
                    value = -self.leaf(child, 1, low, -alpha, quiet_count)
                if low == -beta or not alpha < value < beta:
                    break
                low = -beta
            if value > best:
                best = value
                if move is moves[0] or value > alpha:
                    line = Line(value, (move, *self.extract_pv(child, depth - 1)))
                else:
                    line = Line(value, line.pv)
                if value > alpha:
                    alpha = value
                    spent = self.nodes + self.leaves - before
                    self.moves.remove(move)
                    self.moves.insert(len(above), move)
                    if self.multipv == 1:
                        self.found = [line]
                    if value >= beta:
                        break
        self.best_share = spent / max(1, self.nodes + self.leaves - began)
        return line

    def extract_pv(self, position: Position, plies: int) -> tuple[Move, ...]:
        """The principal variation from `position`, as far as the table has it."""
        moves: list[Move] = []
        met = {self.position}
        while len(moves) < plies and position not in met:
            entry = self.current.get(position) or self.previous.get(position)
            if entry is None:
                break
            met.add(position)
            legal = self.game.moves(position)
            if entry[3] >= len(legal):
                break
            move = legal[entry[3]]
            moves.append(move)
            position = self.game.play(position, move)
        return tuple(moves)

    # -- the tree --------------------------------------------------------------------------------------

    def node(
        self, position: Position, depth: int, ply: int, alpha: int, beta: int, quiet: int, cuts: bool = True
    ) -> Generator[SearchInfo, None, int]:
        """The value of `position` searched to `depth` plies, at least one; fail-soft. `quiet` is the quiet count,
        where it is tracked. With `cuts`, futility pruning and ProbCut are allowed."""
        if self.nodes + self.leaves >= self.next_checkpoint:
            yield self.checkpoint()
        self.last_leaf = self.leaves + MAX_FORCED_LEAVES
        game = self.game
        decided = game.decided(position)
        if decided is not None:
            self.nodes += 1
            return decided * (WIN - ply)
        endings = self.endings
        if endings is not None and endings.holds(position):
            self.nodes += 1
            return from_root(endings.score(position), ply)

        selective = self.selective
        known = None
        entry = self.current.get(position) or self.previous.get(position)
        turns_back = position[2] or not self.one_way
        if entry is not None:
            reached, bound, score, known = entry
            if turns_back and ply <= self.no_cutoff_plies:
                pass
            elif reached in (depth, PROVEN) or (reached > depth and selective):
                if score >= WON:
                    score -= ply
                elif score <= -WON:
                    score += ply
                if bound == EXACT or (score >= beta if bound == LOWER_BOUND else score <= alpha):
                    if reached != PROVEN:
                        self.leaves += 1
                    return score

        leaves = self.leaves
        if cuts and self.pruning_margins and beta - alpha == 1 and abs(beta) < WON:
            stand = game.static_eval_if_quiet(position)
            if stand is not None:
                if quiet > self.fading:
                    stand = self.faded(stand, quiet)
                hopeless, proof = self.pruning_margins
                if hopeless is not None and depth <= FUTILITY_PLIES:
                    if stand + hopeless * depth <= alpha:
                        self.leaves += 1
                        return stand
                elif stand >= beta:
                    value, goal = stand, beta + proof
                    if depth > PROBCUT_REDUCTION:
                        shallow = depth - PROBCUT_REDUCTION
                        value = yield from self.node(position, shallow, ply, goal - 1, goal, quiet, False)
                    if value >= goal:
                        self.leaves += 1
                        return beta
        self.nodes += 1
        moves = game.moves(position)
        if not moves:
            return self.end(position, ply)
        order: Iterable[Move] = moves
        order_scores = None
        if len(moves) == 1:
            # Single-reply extension.
            if selective and ply + depth < DEEPEST:
                depth += 1
        else:
            order_scores = game.order_scores(position, moves)
            order = self.ordered(moves, order_scores, known, ply, position[3])

        best = -2 * WIN
        best_move = moves[0]
        started = alpha
        play, path, counting, fading = game.play, self.path, self.counting, self.fading
        lmr_from = NO_LMR
        if selective and depth > 1:
            lmr_from = LMR_FROM if depth > 2 else LMR_FROM_NEAR_LEAVES if order_scores else NO_LMR
        if turns_back:
            path.add(position)
        for number, move in enumerate(order):
            child = play(position, move)
            quiet_count = self.next_quiet_count(position, move, child, quiet) if counting else 0
            if (turns_back and child in path) or quiet_count < 0:
                self.leaves += 1
                value = 0
            else:
                reduction = 1
                if number >= lmr_from and (order_scores or not (move.taken or move.crowns)):
                    reduction = 2 + (number > 6 and depth > 3) + (number > 14 and depth > 4)
                low = -alpha - 1 if number else -beta
                while True:
                    if depth > reduction:
                        value = -(yield from self.node(child, depth - reduction, ply + 1, low, -alpha, quiet_count))
                    elif quiet_count > fading:
                        value = -self.leaf(child, ply + 1, low, -alpha, quiet_count)
                    else:
                        value = -self.quiescence(child, ply + 1, low, -alpha)
                    if value <= alpha:
                        break
                    if reduction > 1:
                        reduction = 1
                    elif low == -beta or value >= beta:
                        break
                    else:
                        low = -beta
            if value > best:
                best = value
                best_move = move
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        if turns_back:
            path.discard(position)

        if best >= beta:
            bound = LOWER_BOUND
            if not best_move.taken:
                shift = best_move.shift
                first, _ = self.killers[ply]
                if first != shift:
                    self.killers[ply] = shift, first
                history = self.history[position[3]]
                history[shift] = history.get(shift, 0) + depth * depth
        else:
            bound = EXACT if best > started else UPPER_BOUND
        score = best + ply if best >= WON else best - ply if best <= -WON else best
        reached = PROVEN if self.leaves == leaves else depth
        at = 0
        while moves[at] is not best_move:
            at += 1
        self.current[position] = reached, bound, score, at
        if depth >= MIN_SHARED_DEPTH:
            self.dirty.append(position)
        return best

    def next_quiet_count(self, position: Position, move: Move, child: Position, quiet: int) -> int:
        """The quiet count after `move`; negative if the move makes a draw by quiet plies."""
        game = self.game
        if game.progress(position, move) or not game.counting(position) or not game.counting(child):
            return 0
        return -1 if quiet + 1 >= game.quiet_limit and game.moves(child) else quiet + 1

    def ordered(
        self, moves: list[Move], order_scores: list[int] | None, known: int | None, ply: int, side: int
    ) -> Iterator[Move]:
        """The moves, likely refutations first: the table move, captures, killers, then by history. If the game scores
        its moves (`order_scores`), that score plus history decides where captures belong."""
        best = None
        if known is not None and known < len(moves):
            best = moves[known]
            yield best
        weight = self.history[side].get
        first, second = self.killers[ply]
        if order_scores is None:
            promise = [
                CAPTURE_ORDER + taken.bit_count()
                if taken
                else KILLER_ORDER
                if shift in (first, second)
                else weight(shift, 0)
                for _, _, _, shift, taken in moves
            ]
        else:
            promise = [
                KILLER_ORDER if move[3] in (first, second) else weight(move[3], 0) + promised
                for move, promised in zip(moves, order_scores, strict=True)
            ]
        for number in sorted(range(len(moves)), key=promise.__getitem__, reverse=True):
            move = moves[number]
            if move is not best:
                yield move

    def leaf(self, position: Position, ply: int, alpha: int, beta: int, quiet: int) -> int:
        """The value of a position at depth 0; shrinks a lead that has had too many `quiet` plies."""
        if quiet <= self.fading:
            return self.quiescence(position, ply, alpha, beta)
        # Widen the window in proportion to the shrinking, so that a bound stays a bound.
        limit = self.game.quiet_limit
        whole, left = limit - self.fading, max(1, limit - quiet)
        return self.faded(self.quiescence(position, ply, alpha * whole // left - 1, beta * whole // left + 1), quiet)

    def faded(self, value: int, quiet: int) -> int:
        """What is left of a lead after this many quiet plies; a forced win is not reduced."""
        if abs(value) >= WON:
            return value
        limit = self.game.quiet_limit
        return value * (limit - quiet) // (limit - self.fading)

    def quiescence(self, position: Position, ply: int, alpha: int, beta: int, left: int = MAX_FREE_CAPTURES) -> int:
        """The value of `position` with its noisy moves played out, at most `left` in a row if captures are
        optional, and up to `last_leaf` if they are compulsory."""
        game = self.game
        endings = self.endings
        if endings is not None and endings.holds(position):
            self.nodes += 1
            return from_root(endings.score(position), ply)
        value = game.static_eval_if_quiet(position)
        if value is not None:
            self.leaves += 1
            return value
        decided = game.decided(position)
        if decided is not None:
            self.nodes += 1
            return decided * (WIN - ply)
        self.leaves += 1
        moves = game.noisy_moves(position)
        if not moves or ply >= DEEPEST:
            return game.evaluate(position)
        best = -2 * WIN
        if not game.must_capture:
            best = game.evaluate(position)
            if best >= beta or not left:
                return best
            if best > alpha:
                alpha = best
        elif self.leaves > self.last_leaf:
            return game.evaluate(position)
        for move in moves:
            value = -self.quiescence(game.play(position, move), ply + 1, -beta, -alpha, left - 1)
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        return best

    def end(self, position: Position, ply: int) -> int:
        """The value of a position without moves."""
        margin = self.game.margin(position)
        if margin is not None:
            return POINT_SCORE * margin
        return self.game.result(position) * (WIN - ply)
