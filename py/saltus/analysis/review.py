"""Reviews a match: what each turn was worth, which turns were mistakes, and how accurately both sides played.

The cost of a turn is its mover's chances (`saltus.analysis.chances`) before it minus those after it. The move that
the search prefers costs nothing, by definition, and neither does the only legal turn. Marks and turning points tell
what changed the likely result, so they come from the cost. Accuracy tells how good the moves were, also in a
decided game: it compares the worth that a turn lost with its stake, what a legal move drawn by lot would have lost
on average (`saltus.engine.glance`).

A `Reviewer` searches all positions of the main line, the last first, so that its results are in the transposition
table when the earlier positions are searched. A second pass searches the positions before and after each turn that
looks bad again, longer, so that no turn gets a mark from one short search; nor does one whose line meets the better
line in the same position. The lines of marked turns are followed to the end of the exchange in which they stop.
Searches are limited by the positions that they see, never by time: a game gets the same review on every machine.
Positions with a proved value (`saltus.engine.probe`) are not searched, nor are those of the opening book: its
searches were longer.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from math import inf
from typing import Literal, NamedTuple, TypeAlias

from saltus.analysis.analyse import Analysis, Variation, analyse, score_text
from saltus.analysis.chances import INACCURACY, Mark, accuracy, beyond_noise, chance, mark, standing, worth
from saltus.analysis.reasons.exchange import reached, settled
from saltus.analysis.reasons.searched import MIN_PIECE_LOSS_CENTIPIECES
from saltus.core.game import SIDES, Game, Move, Position, Side
from saltus.core.score import POINT_SCORE, WIN, WON, from_root
from saltus.engine.glance import glance
from saltus.engine.probe import unpacking
from saltus.engine.think import Limits, SearchRequest, think
from saltus.engine.tt import TranspositionTable
from saltus.match.match import Match
from saltus.match.tree import Node
from saltus.notation.move import move_text

MARK_GLYPHS = {"?!": 6, "?": 2, "??": 4}  # The numeric annotation glyph for each mark.
REVIEW_NODES = 4_000  # The default for the nodes that the first pass searches from each position.
RECHECK_NODES = 4  # How many times as many nodes a position gets in the second pass.
FIRST_PASS_SHARE = 0.6  # The share of a review that the first pass takes, roughly.
EXCHANGE_NODES = 500  # The nodes searched from each position of an exchange in which a line ends.
FOLLOWED_NODES, MAX_FOLLOWED_MOVES = 2_000, 28
"""A line that does not show what a turn cost is played on: the nodes searched for each move, and the most moves."""
MIN_SLIDE_LOSS = 0.03  # The chances that the worst step of a slow slide costs at least.
RECHECK_SHARE = 0.8  # A turn that costs this share of an inaccuracy is searched again, because it may cost more.


class Evaluation(NamedTuple):
    """The score of a position for its side to move, and the line that shows it; an empty line if the game is over."""

    score: int
    moves: tuple[Move, ...]
    depth: int = 0
    known: Literal["", "book", "proof"] = ""  # Where the score is from if a search would add nothing to it.


Glance: TypeAlias = Sequence[tuple[Move, int]]  # Each legal move with its score at a glance; empty without a choice.


class Turn(NamedTuple):
    """The review of one turn. Scores and chances are those of the side that played it."""

    node: Node
    text: str
    score: int
    chance: float
    best: Variation  # The search's best line, which may begin with the turn played.
    loss: float  # The chances that the turn cost, 0 to 1.
    mark: Mark | Literal[""]  # `?!`, `?`, `??`, or empty.
    after: Evaluation
    free: bool  # Whether another turn was legal.
    lost: float  # The worth that the turn lost, beyond the noise of the search.
    stake: float  # The worth that a legal move drawn by lot would have lost on average.
    is_proved: bool  # Whether the scores before and after it are proved: results, or margins of points.
    slide: tuple[int, int] | None = None  # The plies where the slow slide begins and ends whose worst step it is.

    @property
    def side(self) -> Side:
        return "b" if self.node.side == "w" else "w"

    @property
    def played(self) -> tuple[Move, ...]:
        """The turn, and the line that the search expects after it."""
        assert self.node.move is not None
        return self.node.move, *self.after.moves

    @property
    def is_good(self) -> bool:
        """Whether it lost nothing."""
        return not (self.lost or self.mark)

    @property
    def is_mistake(self) -> bool:
        """Whether the turn is a mistake: marked `?`, or `??` for a blunder. Only mistakes are practised."""
        return self.mark in ("?", "??")

    @property
    def is_preferred(self) -> bool:
        """Whether the search, the tablebase or the book would have played this turn, too."""
        return self.best.moves[:1] == (self.node.move,)

    @property
    def comment(self) -> str:
        """The comment on the turn for a record; empty without a mark."""
        if not self.mark:
            return ""
        return f"{score_text(self.score)}; better {' '.join(self.best.texts)} ({score_text(self.best.score)})"


def review(match: Match, search: Callable[[Match, TranspositionTable], Analysis] | None = None) -> Iterator[Turn]:
    """Review the turns of the main line in order, yielding each; `match` is left at the end of its main line.
    `search` analyses one position, by default for a second. If nobody waits for the first turn, a `Reviewer` uses
    the same time better."""
    search = search or (lambda match, table: analyse(match, table=table))
    table = TranspositionTable()
    line = match.tree.main_line
    before: Evaluation | None = None
    moves: Glance = ()
    for node in line:
        match.goto(node.id, ended=False)
        here = over(match.game, node)
        if here is None:
            found = search(match, table)
            here = Evaluation(found.score, found.pv, found.depth)
        if before is not None:
            yield judge(match.game, node, before, here, moves)
        before = here
        moves = ()
        if here.moves:
            for seen in glancing(SearchRequest(match.game, node.position, match.past, node.quiet)):
                moves = seen
    match.goto(line[-1].id)


Theory: TypeAlias = Callable[[Position], tuple[int, tuple[Move, ...]] | None]
"""The opening book's score of a position, for the side to move, and its best line; None if the book does not have
it."""


class Reviewer:
    """A review of the main line, in progress; the match does not move. The first pass searches so many `nodes` from
    each position, the second `RECHECK_NODES` times as many."""

    def __init__(self, match: Match, theory: Theory | None = None, nodes: int = REVIEW_NODES) -> None:
        self.game = match.game
        self.line = match.tree.main_line
        self.evaluations: list[Evaluation | None] = [over(self.game, node) for node in self.line]
        """By ply, what is known of each position."""
        for ply, node in enumerate(self.line):
            if theory and self.evaluations[ply] is None and (known := theory(node.position)):
                self.evaluations[ply] = Evaluation(*known, known="book")
        self.choices: list[Glance | None] = [None] * len(self.line)
        """By ply, a glance at the moves of each position from which a move was played."""
        self.table = TranspositionTable()
        self.nodes = nodes
        self.share = 0.0

    def turns(self) -> list[Turn]:
        """The turns with both positions, before and after, searched."""
        return sliding([turn for ply in range(1, len(self.line)) if (turn := self.turn(ply)) is not None])

    def turn(self, ply: int) -> Turn | None:
        """The turn that led to this ply, None until the positions before and after it are searched."""
        before, after, moves = self.evaluations[ply - 1], self.evaluations[ply], self.choices[ply - 1]
        if before is None or after is None or moves is None:
            return None
        return judge(self.game, self.line[ply], before, after, moves)

    def run(self) -> Generator[float, None, None]:
        """Run both passes; yields the share done, from 0 to 1, every few milliseconds."""
        yield from self.first_pass()
        yield from self.second_pass()
        for turn in self.turns():
            if turn.mark:
                for ply in (turn.node.ply - 1, turn.node.ply):
                    if self._is_hidden(turn):
                        yield from self.follow(ply)
                    yield from self.finish(ply)

    def first_pass(self) -> Iterator[float]:
        """The first pass: search every position, the last first, and glance at the moves of each."""
        todo = [ply for ply, evaluation in enumerate(self.evaluations) if evaluation is None]
        count = len(todo)
        for ply in reversed(range(len(self.line))):
            if self.evaluations[ply] is None:
                self.share = FIRST_PASS_SHARE * (1 - len(todo) / count)
                todo.pop()
                follows = self.evaluations[ply + 1] if ply + 1 < len(self.line) else None
                if follows is not None and len(self.game.moves(self.line[ply].position)) == 1:
                    # A forced move: the score is that of the next position.
                    move = self.line[ply + 1].move
                    assert move is not None
                    moves = (move, *follows.moves)
                    self.evaluations[ply] = Evaluation(
                        from_root(-follows.score, 1), moves, follows.depth + 1, follows.known
                    )
                else:
                    yield from self.search(ply, self.nodes)
            if ply + 1 < len(self.line):
                yield from self.glance(ply)

    def glance(self, ply: int) -> Iterator[float]:
        """Glance at every move of the position of this ply."""
        moves: Glance = ()
        for seen in glancing(self.question(ply)):
            moves = seen
            yield self.share
        self.choices[ply] = moves

    def second_pass(self) -> Iterator[float]:
        """The second pass: search again around the turns that seem to cost something, the worst first."""
        rechecked: set[int] = set()
        while left := self.turns_to_recheck(rechecked):
            self.share = FIRST_PASS_SHARE + (1 - FIRST_PASS_SHARE) * len(rechecked) / (len(rechecked) + len(left))
            ply = left[0]
            rechecked.add(ply)
            # The position after the turn first: its result is in the table when the one before is searched.
            for place in (ply, ply - 1):
                evaluation = self.evaluations[place]
                if evaluation is not None and evaluation.moves and not evaluation.known:
                    yield from self.search(place, RECHECK_NODES * self.nodes)

    def turns_to_recheck(self, rechecked: set[int]) -> list[int]:
        """The plies of the turns that still need the second pass: first those that may get a mark, then those that
        only lower the accuracy."""
        found = []
        for ply in range(1, len(self.line)):
            before, after = self.evaluations[ply - 1], self.evaluations[ply]
            if ply not in rechecked and before is not None and after is not None:
                loss, lost = costs(self.game, self.line[ply], before, after)
                found.append((loss if loss >= RECHECK_SHARE * INACCURACY else 0.0, lost, ply))
        return [ply for loss, lost, ply in sorted(found, reverse=True) if loss or lost]

    def search(self, ply: int, nodes: int) -> Iterator[float]:
        """Search one position for that many nodes. A deeper earlier result is kept."""
        known = self.evaluations[ply]
        for found in evaluating(self.question(ply), nodes=nodes):
            if known is None or found.depth >= known.depth:
                self.evaluations[ply] = found
            yield self.share

    def finish(self, ply: int) -> Iterator[float]:
        """Extend the line of this ply by the captures that must follow: where the transposition table knows a value,
        a line may end in the middle of an exchange, which looks like a piece won or lost."""
        game, known, position = self.game, self.evaluations[ply], self.line[ply].position
        if known is None or not game.must_capture:
            return
        position = reached(game, position, known.moves)
        while game.outcome(position) is None and (captures := game.noisy_moves(position)):
            move = captures[0]
            if len(captures) > 1:
                for found in evaluating(SearchRequest(game, position, table=self.table), nodes=EXCHANGE_NODES):
                    move = found.moves[0]
                    yield self.share
            known = known._replace(moves=(*known.moves, move))
            position = game.play(position, move)
        self.evaluations[ply] = known

    def _is_hidden(self, turn: Turn) -> bool:
        """Whether the scores say that a mistake cost a piece, and its lines are too short to show it."""
        game, best, side = self.game, turn.best, SIDES.index(turn.side)
        if not (game.material and turn.is_mistake and turn.score > -WON and best.score < WON):
            return False
        shown = [settled(game, best.position, line, side) for line in (best.moves, turn.played)]
        is_shown = None not in shown and (shown[0] or 0) > (shown[1] or 0)
        return best.score - turn.score >= MIN_PIECE_LOSS_CENTIPIECES and not is_shown

    def follow(self, ply: int) -> Iterator[float]:
        """Play the line of this ply on."""
        game, known, position = self.game, self.evaluations[ply], self.line[ply].position
        if known is None:
            return
        moves, position = known.moves, reached(game, position, known.moves)
        while len(moves) < MAX_FOLLOWED_MOVES and game.outcome(position) is None:
            for found in evaluating(SearchRequest(game, position, table=self.table), nodes=FOLLOWED_NODES):
                move = found.moves[0]
                yield self.share
            moves = (*moves, move)
            position = game.play(position, move)
        self.evaluations[ply] = known._replace(moves=moves)

    def question(self, ply: int) -> SearchRequest:
        """The position of this ply as a search gets it. A search takes any return to the past for a draw; so it gets
        only the positions that would be drawn the next time, and none in a game without such a draw."""
        node, most = self.line[ply], self.game.repetitions
        line = self.line[node.since : ply] if most else ()
        past = tuple(before.position for before in line if before.repeats + 1 >= most)
        return SearchRequest(self.game, node.position, past, node.quiet, self.table)


def evaluating(question: SearchRequest, seconds: float | None = None, nodes: float = inf) -> Iterator[Evaluation]:
    """Search one position, in steps of a few milliseconds, for `seconds` or until it has seen so many nodes; the last
    `Evaluation` is the result. A position with only one legal move is searched too, to get its score."""
    lines = 1 + (len(question.game.moves(question.position)) == 1)
    # The search is stopped at its nodes, not limited to them: a limited one would not look up proved results.
    for found in think(question, Limits(time=seconds, lines=lines)):
        yield Evaluation(found.score, tuple(found.pv), found.depth, "proof" if found.exact else "")
        if found.nodes >= nodes:
            return


def glancing(question: SearchRequest) -> Iterator[Glance]:
    """Glance at every move of a position, in steps of a few milliseconds; the last item has them all. No item is
    yielded where there is no choice."""
    if question.game.count(question.position) < 2:
        return
    moves: list[tuple[Move, int]] = []
    for _ in unpacking(question.game, question.position):
        yield moves
    for one in glance(question):
        moves.append(one)
        yield moves


def judge(game: Game, node: Node, before: Evaluation, after: Evaluation, moves: Glance = ()) -> Turn:
    """The review of the turn that led to `node`, from the searches before and after it and a glance at the legal
    `moves`; without them nothing was at stake."""
    if node.move is None or node.parent is None:
        raise AssertionError("only the root has no move")
    position = node.parent.position
    legal = game.moves(position)
    score, (loss, lost) = from_root(-after.score, 1), costs(game, node, before, after)
    if loss and transposes(game, position, (node.move, *after.moves), before.moves):
        loss, lost = 0.0, 0.0  # One position has one value: the scores differ by search noise alone.
    best = Variation(game, position, before.score, before.moves)
    text = move_text(game, position, node.move, legal)
    stake = _stake(game, best, node.move, lost, moves)
    sign = mark(chance(game, before.score), loss)
    is_free, is_proved = len(legal) > 1, before.known == after.known == "proof"
    return Turn(node, text, score, chance(game, score), best, loss, sign, after, is_free, lost, stake, is_proved)


def sliding(turns: Sequence[Turn]) -> list[Turn]:
    """The turns; where a side without a mistake slid from an even position into a lost one, its worst step is one."""
    found = list(turns)
    for side in SIDES:
        own = [turn for turn in turns if turn.side == side]
        before = [chance(turn.best.game, turn.best.score) for turn in own]
        lost = next((at for at, turn in enumerate(own) if standing(turn.chance) == "losing"), None)
        if lost is None or any(turn.is_mistake for turn in own):
            continue
        even = next((at for at in reversed(range(lost + 1)) if standing(before[at]) == "even"), None)
        if even is None:
            continue
        worst = max(own[even : lost + 1], key=lambda turn: turn.loss)
        if worst.loss >= MIN_SLIDE_LOSS:
            slide = own[even].node.ply, own[lost].node.ply
            found[found.index(worst)] = worst._replace(mark="?", slide=slide)
    return found


def transposes(game: Game, position: Position, line: Sequence[Move], other: Sequence[Move]) -> bool:
    """Whether two lines from `position` come to the same position after as many moves."""
    one = two = position
    for move, instead in zip(line, other, strict=False):
        one, two = game.play(one, move), game.play(two, instead)
        if one == two:
            return True
    return False


def costs(game: Game, node: Node, before: Evaluation, after: Evaluation) -> tuple[float, float]:
    """The chances, and the worth beyond the noise of the search, that the turn that led to `node` cost its side."""
    score = from_root(-after.score, 1)
    if before.score <= score or node.parent is None or node.move == before.moves[0]:
        return 0.0, 0.0
    if game.count(node.parent.position) == 1:
        return 0.0, 0.0
    lost = beyond_noise(worth(game, before.score) - worth(game, score))
    return chance(game, before.score) - chance(game, score), lost


def _stake(game: Game, best: Variation, played: Move, lost: float, moves: Glance) -> float:
    """The worth that a move drawn by lot would have lost on average, where the move played has `lost` this much.

    Of the move played and the best one the search knows more than a glance. The others are compared with the best
    one as the search sees it, or as the glance does, if it thinks more of it: a glance may miss why the best move is
    good, or what is wrong with all of them.
    """
    if not moves or not best.moves:
        return 0.0
    glanced = {move: worth(game, score) for move, score in moves}
    top = max(worth(game, best.score), glanced[best.move])
    losses = {move: beyond_noise(top - value) for move, value in glanced.items()} | {best.move: 0.0, played: lost}
    return sum(losses.values()) / len(losses)


def accuracies(turns: Sequence[Turn]) -> dict[Side, float | None]:
    """The accuracy of each side; None for a side without one, such as one that never had a choice."""
    return {side: accuracy((turn.lost, turn.stake) for turn in turns if turn.side == side) for side in SIDES}


def annotate(turn: Turn) -> None:
    """Add the mark and the comment on a turn to its node's notes. Calling it twice adds them once."""
    if turn.mark:
        node = turn.node
        node.glyphs = (*(glyph for glyph in node.glyphs if glyph not in MARK_GLYPHS.values()), MARK_GLYPHS[turn.mark])
        if turn.comment not in node.comment:
            node.comment = " ".join(filter(None, [node.comment, turn.comment]))


def over(game: Game, node: Node) -> Evaluation | None:
    """The score of a position in which the game is over on the board; None if it is not."""
    outcome = node.outcome
    if outcome is None:
        return None
    points = game.margin(node.position)
    if points is not None:
        return Evaluation(POINT_SCORE * points, (), known="proof")
    if outcome.winner is None:
        return Evaluation(0, (), known="proof")
    return Evaluation(WIN if outcome.winner == node.side else -WIN, (), known="proof")
