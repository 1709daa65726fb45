"""Reviews a match: what each turn was worth, which turns were mistakes, and how accurately both sides played.

The cost of a turn is its mover's chances (`saltus.analysis.chances`) before it minus those after it. The move that
the search prefers costs nothing, by definition, and neither does the only legal turn.

`reviewing` searches all positions of the main line within a few seconds, the last first, so that its results are in
the transposition table when the earlier positions are searched. The first pass shares part of the time among all
positions; the rest goes to the turns that look bad. The positions before and after each are searched again, longer,
the worst turn first, so that no turn gets a mark from one short search. Positions with a proved value
(`saltus.engine.probe`) are not searched, nor are those of the opening book: its searches were longer.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import chain
from math import inf
from time import perf_counter
from typing import Literal, NamedTuple, TypeAlias

from saltus.analysis.analyse import Analysis, Variation, analyse, score_text
from saltus.analysis.chances import INACCURACY, Mark, accuracy, chance, mark
from saltus.core.game import SIDES, Game, Move, Position, Side
from saltus.core.score import POINT_SCORE, WIN, WON
from saltus.engine.think import Limits, SearchRequest, search_iter
from saltus.engine.tt import TranspositionTable
from saltus.match.match import Match
from saltus.match.tree import Node
from saltus.notation.move import move_text

MARK_GLYPHS = {"?!": 6, "?": 2, "??": 4}
"""The numeric annotation glyph for each mark."""

REVIEW_SECONDS = 9.0
"""The default time for the review of a whole match; a short match takes less."""
FIRST_PASS_SHARE = 0.6
"""The share of that time for the first pass, over all positions."""
MAX_FIRST_SECONDS, MAX_SECOND_SECONDS = 0.25, 0.6
"""The longest search of one position in the first and in the second pass, so that a short game takes less time."""
ENOUGH_NODES = 6000
"""A search of fewer nodes goes on beyond these limits while the review has time: a slow or busy device finds the same
mistakes."""
RECHECK_SHARE = 0.8
"""A turn that costs this share of an inaccuracy is searched again, because it may cost more."""


class Look(NamedTuple):
    """The score of a position for its side to move, and the line that shows it; an empty line if the game is over."""

    score: int
    moves: tuple[Move, ...]
    depth: int = 0
    settled: bool = False
    """Whether a search would tell nothing more: the score is proved, or the opening book's."""


class Turn(NamedTuple):
    """The review of one turn. Scores and chances are those of the side that played it."""

    node: Node
    """The node that the turn led to."""
    text: str
    score: int
    """The score of the turn played."""
    chance: float
    best: Variation
    """The search's best line, which may begin with the turn played."""
    loss: float
    """The chances that the turn cost, 0 to 1."""
    mark: Mark | Literal[""]
    """`?!`, `?`, `??`, or empty."""
    after: Look
    """The position after the turn."""
    free: bool
    """Whether another turn was legal."""

    @property
    def side(self) -> Side:
        """The side that played the turn."""
        return "b" if self.node.side == "w" else "w"

    @property
    def comment(self) -> str:
        """The comment on the turn for a record; empty without a mark."""
        if not self.mark:
            return ""
        return f"{score_text(self.score)}; better {' '.join(self.best.texts)} ({score_text(self.best.score)})"


class Partway(NamedTuple):
    """The progress of a review. `looks` has an entry for each position of the main line, the start first."""

    share: float
    """The part that is done, from 0 to 1."""
    looks: Sequence[Look | None]


def review(match: Match, search: Callable[[Match, TranspositionTable], Analysis] | None = None) -> Iterator[Turn]:
    """Review the turns of the main line in order, yielding each; `match` is left at the end of its main line.

    `search` analyses one position, by default for a second. If nobody waits for the first turn, `reviewing` uses the
    same time better.
    """
    look = search or (lambda match, table: analyse(match, table=table))
    table = TranspositionTable()
    line = match.tree.main_line
    before: Look | None = None
    for node in line:
        match.goto(node.id, ended=False)
        here = over(match.game, node)
        if here is None:
            found = look(match, table)
            here = Look(found.score, found.pv, found.depth)
        if before is not None:
            yield judge(match.game, node, before, here)
        before = here
    match.goto(line[-1].id)


def reviewing(match: Match, seconds: float = REVIEW_SECONDS) -> Generator[Partway, None, list[Turn]]:
    """Review the main line of `match`, which does not move. Returns its turns.

    Yields progress every few milliseconds. Time between the steps does not count towards `seconds`.
    """
    reviewer = Reviewer(match, seconds)
    yield from reviewer.run()
    return reviewer.turns()


Theory: TypeAlias = Callable[[Position], tuple[int, tuple[Move, ...]] | None]
"""The opening book's score of a position, for the side to move, and its best line; None if it does not know them."""


class Reviewer:
    """A review in progress."""

    def __init__(self, match: Match, seconds: float, theory: Theory | None = None) -> None:
        self.game = match.game
        self.line = match.tree.main_line
        self.looks: list[Look | None] = [over(self.game, node) for node in self.line]
        for ply, node in enumerate(self.line):
            if theory and self.looks[ply] is None and (known := theory(node.position)):
                self.looks[ply] = Look(*known, settled=True)
        self.table = TranspositionTable()
        self.seconds = seconds
        self.spent = 0.0
        self.share = 0.0

    def turns(self) -> list[Turn]:
        """The turns with both positions, before and after, searched."""
        return [turn for ply in range(1, len(self.line)) if (turn := self.turn(ply)) is not None]

    def turn(self, ply: int) -> Turn | None:
        """The turn that led to this ply, None until the positions before and after it are searched."""
        before, after = self.looks[ply - 1], self.looks[ply]
        return None if before is None or after is None else judge(self.game, self.line[ply], before, after)

    def run(self) -> Iterator[Partway]:
        """Run both passes. Time between the steps does not count."""
        steps = chain(self.first_pass(), self.second_pass())
        while True:
            began = perf_counter()
            news = next(steps, None)
            self.spent += perf_counter() - began
            if news is None:
                return
            yield news

    def first_pass(self) -> Iterator[Partway]:
        """The first pass: search every position, the last first."""
        todo = [ply for ply, look in enumerate(self.looks) if look is None]
        count = len(todo)
        while todo:
            self.share = FIRST_PASS_SHARE * (1 - len(todo) / count)
            ply = todo.pop()
            follows = self.looks[ply + 1] if ply + 1 < len(self.line) else None
            if follows is not None and len(self.game.moves(self.line[ply].position)) == 1:
                # A forced move: the score is that of the next position.
                move = self.line[ply + 1].move
                assert move is not None
                moves = (move, *follows.moves)
                self.looks[ply] = Look(earlier(-follows.score), moves, follows.depth + 1, follows.settled)
            else:
                left = FIRST_PASS_SHARE * self.seconds - self.spent
                yield from self.look(ply, MAX_FIRST_SECONDS, left / (len(todo) + 1))

    def second_pass(self) -> Iterator[Partway]:
        """The second pass: search again around the turns that seem to cost something, the worst first."""
        rechecked: set[int] = set()
        while left := self.turns_to_recheck(rechecked):
            self.share = FIRST_PASS_SHARE + (1 - FIRST_PASS_SHARE) * len(rechecked) / (len(rechecked) + len(left))
            ply = left[0]
            rechecked.add(ply)
            # The position after the turn first: its result is in the table when the one before is searched.
            for place in (ply, ply - 1):
                seconds = (self.seconds - self.spent) / (2 * len(left))
                look = self.looks[place]
                if seconds > 0 and look is not None and look.moves and not look.settled:
                    yield from self.look(place, MAX_SECOND_SECONDS, seconds)

    def turns_to_recheck(self, rechecked: set[int]) -> list[int]:
        """The plies of the turns that still need the second pass."""
        found = []
        for ply in range(1, len(self.line)):
            before, after = self.looks[ply - 1], self.looks[ply]
            if ply not in rechecked and before is not None and after is not None:
                found.append((cost(self.game, self.line[ply], before, after), ply))
        return [ply for loss, ply in sorted(found, reverse=True) if loss >= RECHECK_SHARE * INACCURACY]

    def look(self, ply: int, seconds: float, longest: float) -> Iterator[Partway]:
        """Search one position for `seconds`, or until it has seen `ENOUGH_NODES`, but never for more than `longest`
        seconds. A deeper earlier result is kept."""
        node = self.line[ply]
        past = tuple(before.position for before in self.line[node.since : ply])
        request = SearchRequest(self.game, node.position, past, node.quiet, self.table)
        known = self.looks[ply]
        for found in looking(request, longest, seconds):
            if known is None or found.depth >= known.depth:
                self.looks[ply] = found
            yield Partway(self.share, self.looks)


def looking(question: SearchRequest, seconds: float, enough: float = inf) -> Iterator[Look]:
    """Search one position, in steps of a few milliseconds; the last `Look` is the result.

    The search takes `seconds`, but only `enough` if it has seen `ENOUGH_NODES` by then. A position with only one
    legal move is searched too, to get its score.
    """
    lines = 1 + (len(question.game.moves(question.position)) == 1)
    began = perf_counter()
    for found in search_iter(question, Limits(time=max(seconds, 0.001), lines=lines)):
        yield Look(found.score, tuple(found.pv), found.depth, found.exact)
        if found.nodes >= ENOUGH_NODES and perf_counter() - began >= enough:
            return


def judge(game: Game, node: Node, before: Look, after: Look) -> Turn:
    """The review of the turn that led to `node`, from the searches before and after it."""
    if node.move is None or node.parent is None:
        raise AssertionError("only the root has no move")
    position = node.parent.position
    legal = game.moves(position)
    score, loss = earlier(-after.score), cost(game, node, before, after)
    best = Variation(game, position, before.score, before.moves)
    text = move_text(game, position, node.move, legal)
    return Turn(node, text, score, chance(game, score), best, loss, mark(loss), after, free=len(legal) > 1)


def cost(game: Game, node: Node, before: Look, after: Look) -> float:
    """The chances that the turn that led to `node` cost its side."""
    loss = chance(game, before.score) - chance(game, earlier(-after.score))
    if loss <= 0 or node.parent is None or node.move == before.moves[0] or game.count(node.parent.position) == 1:
        return 0.0
    return loss


def accuracies(turns: Sequence[Turn]) -> dict[Side, float | None]:
    """The accuracy of each side; None if it never had a choice."""
    return {side: accuracy([turn.loss for turn in turns if turn.free and turn.side == side]) for side in SIDES}


def annotate(turn: Turn) -> None:
    """Add the mark and the comment on a turn to its node's notes. Calling it twice adds them once."""
    if turn.mark:
        node = turn.node
        node.glyphs = (*(glyph for glyph in node.glyphs if glyph not in MARK_GLYPHS.values()), MARK_GLYPHS[turn.mark])
        if turn.comment not in node.comment:
            node.comment = " ".join(filter(None, [node.comment, turn.comment]))


def earlier(score: int) -> int:
    """A score as seen one ply earlier: a win is one ply further away."""
    return score - (score >= WON) + (score <= -WON)


def over(game: Game, node: Node) -> Look | None:
    """The score of a position in which the game is over on the board; None if it is not."""
    outcome = node.outcome
    if outcome is None:
        return None
    points = game.margin(node.position)
    if points is not None:
        return Look(POINT_SCORE * points, (), settled=True)
    if outcome.winner is None:
        return Look(0, (), settled=True)
    return Look(WIN if outcome.winner == node.side else -WIN, (), settled=True)
