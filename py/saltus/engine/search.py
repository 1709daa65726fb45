"""One search for all games: it knows a game only by the contract of `saltus.core.game`.

`search` is a generator. It can be stopped anywhere, by not asking it to go on: it yields what it has found so far
every few milliseconds and whenever a depth is done, and the caller owns the clock. The recursion is made of
generators as well, down to the last ply before the leaves: what that costs was measured against a search that
unwinds and finds its way back through the table (see `tests/bench/search.py`). How long a search takes is told
in nodes, and after the same number of nodes it has found the same.

Iterative deepening, principal variation search with aspiration windows, transposition table, killers and history;
quiescence over the moves that the game calls tactical. Names are those of the Chess Programming Wiki.

Scores are seen from the side to move: a piece is about 100, a win in n plies is `WIN - n`, a draw is 0. A position
that occurred before, on the way down or in the game since its last irreversible move, is a draw whether the game says
so or not: neither side gets anywhere by going round. Where a game is drawn after so many plies without progress, a
lead shrinks as they pass, so that the side that is ahead makes progress in time. Where a game counts points, an end
is worth 100 a point, so that the best line wins by the most.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import NamedTuple, Protocol

from saltus.core.game import Known, Move, Position
from saltus.core.score import DEEPEST, POINT, WIN, WON, Line, from_root
from saltus.engine.tt import EXACT, LOWER_BOUND, PROVEN, UPPER_BOUND, TranspositionTable

SLICE_NODES = 128
"""Nodes between two yields: one to two milliseconds in CPython, three to four in Pyodide."""
FIRST_SLICE_NODES = 16
"""Nodes before the first yield. Then more and more: a game fills its tables as it meets patterns, and the first
positions of all take ten times as long as later ones."""
FORETASTE_PLIES = 4
"""Plies that a game short enough to be searched to its end is searched to before."""
MAX_FREE_CAPTURES = 4
"""Captures in a row that are followed at a leaf where nobody must capture: on a full board of Roman Solitaire they
have no end."""
CAPTURE_ORDER, KILLER_ORDER = 1 << 40, 1 << 39
"""How captures and killers are ordered, beyond all history."""
LMR_FROM, LMR_FROM_NEAR_LEAVES, NO_LMR = 3, 8, 1 << 30
"""From which move on late ones are searched less deep, and where the game promises something of moves, at the last
two plies too."""
FUTILITY_PLIES = 2
"""Plies from the leaves where a position that is hopelessly behind is given up."""
PROBCUT_REDUCTION = 4
"""How many plies less deep a position that looks too good is searched to prove it."""
ASPIRATION_HALF_WIDTH = 40
"""Half the width of the first aspiration window."""
NO_CUTOFF_PLIES = 1
"""Plies from the root within which no score is taken from the table: it may have been found before the positions of
the game so far had occurred, and so not know that the reply repeats one of them."""
FADING_PART = 4
"""A lead begins to shrink when one part in so many of the quiet plies that make a draw have passed."""
MIN_SHARED_DEPTH = 2
"""From which depth on what is found about a position is worth telling another search."""


class Rules(Protocol):
    """What the search asks of a game: the part of `saltus.core.game.Game` that it relies on, as described there."""

    @property
    def has_kings(self) -> bool: ...
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


class Progress(NamedTuple):
    """What a search has found so far. `pv` holds at least one move: the best one known.

    `depth` is the last that was finished; `lines` has the best lines of that depth, the best first. Where only one
    is wanted it may already come out of the depth that is being searched. `score` and `pv` are those of the first.
    """

    depth: int
    score: int
    nodes: int
    pv: tuple[Move, ...]
    lines: tuple[Line, ...]
    best_share: float = 0.0
    """The share of the nodes of the last depth that went into the best move: near 1 where no other comes near."""
    exact: bool = False
    """Whether all of it was known without a search. Then every move has a line."""


def search(
    game: Rules,
    position: Position,
    *,
    past: Sequence[Position] = (),
    quiet: int = 0,
    table: TranspositionTable | None = None,
    lines: int = 1,
    max_depth: int = DEEPEST,
    max_nodes: int | None = None,
    selective: bool = True,
    known: Known | None = None,
    helps: bool = False,
) -> Generator[Progress, None, None]:
    """Look for the best move in `position`, deeper and deeper, until there is nothing more to find.

    `past` holds the positions before this one that may come again: each of them counts as a draw. `quiet` is the
    plies without progress so far. `table` may be handed from search to search of the same game; `lines` best moves
    are told apart. It ends by itself after `max_depth` plies, `max_nodes` nodes, or when the value is known for
    certain. Without `selective` no line is cut short or searched deeper than another: slower, and exactly minimax.
    What is `known` is not searched. One that `helps` another search of the same position goes about it in another
    order (`saltus.engine.sharing`).

    Raises ValueError where the game is over.
    """
    begun = Search(game, position, past, quiet, table or TranspositionTable(), lines, max_nodes, selective, known)
    if helps:
        begun.moves[1:] = begun.moves[:0:-1]
    return begun.run(max_depth)


def nothing_yet(game: Rules, position: Position) -> Progress:
    """What a search begins with: the first move there is. Raises ValueError where the game is over."""
    moves = game.moves(position)
    if not moves:
        raise ValueError("the game is over in this position: there is no move to look for")
    line = Line(game.evaluate(position), (moves[0],))
    return Progress(0, line.score, 0, line.pv, (line,))


class NodeLimit(Exception):  # noqa: N818  (it is no error)
    """The nodes that were allowed are used up."""


class Search:
    """One search. Its counters and tables live here; everything about a node is on the stack."""

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
        self.game = game
        self.position = position
        self.quiet = quiet
        self.table = table
        self.current, self.previous, self.dirty = table.current, table.previous, table.dirty
        self.max_nodes = max_nodes
        self.selective = selective
        self.endings = self.known = known
        """What is known, but not while a draw without progress is near: of that it knows nothing."""
        self.pruning_margins = game.pruning_margins if selective else None
        self.one_way = game.has_kings
        """Whether only kings can come back to where they were."""
        self.moves = game.moves(position)
        """The moves of the root, the best first."""
        if not self.moves:
            raise ValueError("the game is over in this position: there is no move to look for")
        order_scores = game.order_scores(position, self.moves)
        if order_scores is not None:
            order = sorted(range(len(order_scores)), key=order_scores.__getitem__, reverse=True)
            self.moves = [self.moves[number] for number in order]
        self.multipv = min(lines, len(self.moves))

        self.nodes = 0
        """Positions whose moves were made."""
        self.leaves = 0
        """Positions whose value was taken on trust: evaluated, or known from the table or as a repetition."""
        self.next_checkpoint = FIRST_SLICE_NODES if max_nodes is None else min(FIRST_SLICE_NODES, max_nodes)
        self.path = {position, *past}
        """The positions from the root to here, and those of the past: to come to one of them again is a draw."""
        self.no_cutoff_plies = NO_CUTOFF_PLIES if past else 0
        """Within how many plies the table is not believed."""
        self.killers: list[tuple[int, int]] = [(-1, -1)] * (DEEPEST + 2)
        """By ply, what the last two quiet moves that refuted another change of the mover's squares."""
        self.history: tuple[dict[int, int], dict[int, int]] = ({}, {})
        """By side, squares that a move changes → how often such a move has refuted another, weighed by depth."""
        self.fading = game.quiet_limit // FADING_PART
        """The quiet plies from which on a lead shrinks; it is nothing when they reach the limit."""
        self.counting = False
        """Whether quiet plies are counted in this iteration: they may come so far that a lead shrinks."""

        self.depth = 0
        self.best_share = 0.0
        self.found = [Line(game.evaluate(position), (self.moves[0],))]

    # -- the root --------------------------------------------------------------------------------------

    def run(self, max_depth: int) -> Generator[Progress, None, None]:
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
                self.found = sorted(lines, key=attrgetter("score"), reverse=True)
                yield self.report()
                if self.leaves == leaves or (self.multipv == 1 and abs(lines[0].score) >= WIN - depth):
                    return
        except NodeLimit:
            yield self.report()

    def depths(self, deepest: int) -> Iterator[int]:
        """Ply by ply, or soon to the end where a game is short: all the plies between take Gambit twice the nodes."""
        longest = self.game.longest
        if longest is None:
            yield from range(1, deepest + 1)
        else:
            yield from range(1, min(FORETASTE_PLIES, deepest) + 1)
            if deepest > FORETASTE_PLIES:
                yield min(longest, deepest)

    def report(self) -> Progress:
        """What is known now."""
        score, pv = self.found[0]
        return Progress(self.depth, score, self.nodes + self.leaves, pv, tuple(self.found), self.best_share)

    def checkpoint(self) -> Progress:
        """Called every `SLICE_NODES` nodes: keep the table in bounds, and see whether to go on."""
        self.table.age()
        self.current, self.previous = self.table.current, self.table.previous
        nodes = self.nodes + self.leaves
        self.next_checkpoint = nodes + min(SLICE_NODES, FIRST_SLICE_NODES + nodes // 8)
        if self.max_nodes is not None:
            if nodes >= self.max_nodes:
                raise NodeLimit
            self.next_checkpoint = min(self.next_checkpoint, self.max_nodes)
        return self.report()

    def aspiration_window(self, depth: int, guess: int, above: Sequence[Line]) -> Generator[Progress, None, Line]:
        """The best line that does not begin as one of those `above`; first in a narrow window around `guess`."""
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

    def root(self, depth: int, alpha: int, beta: int, above: Sequence[Line]) -> Generator[Progress, None, Line]:
        """Search the moves of the root but the first of the lines `above`; the best one is moved to the front."""
        position, play = self.position, self.game.play
        taken = [line.pv[0] for line in above]
        moves = [move for move in self.moves if move not in taken]
        best = -2 * WIN
        line = Line(best, (moves[0],))
        began = self.nodes + self.leaves
        spent = 0
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
        """The best moves from here that the table knows of."""
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
    ) -> Generator[Progress, None, int]:
        """The value of `position`, searched `depth` plies deep, at least one; fail-soft.

        `quiet` counts the plies without progress where that is of use. With `cuts`, a position that looks far outside
        the window may be left to its evaluation, or to a search less deep.
        """
        if self.nodes + self.leaves >= self.next_checkpoint:
            yield self.checkpoint()
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
                        value = yield from self.node(
                            position, depth - PROBCUT_REDUCTION, ply, goal - 1, goal, quiet, False
                        )
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
            # A forced reply costs no depth.
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
        """The quiet count after `move`; negative where it makes a draw."""
        game = self.game
        if game.progress(position, move) or not game.counting(position) or not game.counting(child):
            return 0
        return -1 if quiet + 1 >= game.quiet_limit and game.moves(child) else quiet + 1

    def ordered(
        self, moves: list[Move], order_scores: list[int] | None, known: int | None, ply: int, side: int
    ) -> Iterator[Move]:
        """The moves, likely refutations first: the table's, captures, killers, then by history.

        Where the game promises something of each move, this and history together tell where captures belong.
        """
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
        """The value of a position that is searched no deeper, after so many `quiet` plies that a lead may shrink."""
        if quiet <= self.fading:
            return self.quiescence(position, ply, alpha, beta)
        # The window is widened as far as the value will shrink, so that a bound stays a bound.
        limit = self.game.quiet_limit
        whole, left = limit - self.fading, max(1, limit - quiet)
        return self.faded(self.quiescence(position, ply, alpha * whole // left - 1, beta * whole // left + 1), quiet)

    def faded(self, value: int, quiet: int) -> int:
        """What is left of a lead after so many quiet plies; a win by force stays one."""
        if abs(value) >= WON:
            return value
        limit = self.game.quiet_limit
        return value * (limit - quiet) // (limit - self.fading)

    def quiescence(self, position: Position, ply: int, alpha: int, beta: int, left: int = MAX_FREE_CAPTURES) -> int:
        """The value of `position` with its tactical moves played out, but no more than `left` where they are free."""
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
        """The value of a position that has no moves."""
        margin = self.game.margin(position)
        if margin is not None:
            return POINT * margin
        return self.game.result(position) * (WIN - ply)
