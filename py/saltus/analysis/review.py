"""Looking back at a match: what each turn was worth, which were mistakes, and how well both sides have played.

A turn costs what its mover's chances (`saltus.analysis.chances`) were worth before it, less what they are worth after
it; what was played as well as the search could costs nothing, by definition. Where only one turn was legal none can
be blamed.

`reviewing` looks at all positions of the main line within a few seconds, the last first: what is found out there is
in the table when the turns that led to it are looked at. Half of the time is shared by all of them, the rest is for
the turns that look bad: both sides of each are searched again, longer, the worst first, so that nobody is blamed by
one short search. What is known for certain (`saltus.engine.probe`) is not searched at all.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import chain
from time import perf_counter
from typing import NamedTuple

from saltus.analysis.analyse import Analysis, Variation, analyse, score_text
from saltus.analysis.chances import INACCURACY, accuracy, chance, mark
from saltus.core.game import SIDES, Game, Move, Side
from saltus.core.score import POINT_SCORE, WIN, WON
from saltus.engine.think import Limits, SearchRequest, search_iter
from saltus.engine.tt import TranspositionTable
from saltus.match.match import Match
from saltus.match.tree import Node
from saltus.notation.move import move_text

GLYPHS = {"?!": 6, "?": 2, "??": 4}
"""Marks as the numeric annotation glyphs of records."""

SECONDS = 9.0
"""What looking back at a whole match takes where nothing else is said; a short one takes less."""
FIRST = 0.6
"""The part of it that all positions share."""
LOOK, AGAIN = 0.25, 0.6
"""The most seconds for a position at first, and when it is looked at again: a short game is done sooner."""
DOUBT = 0.8
"""A turn that costs this part of an inaccuracy is looked at again: it may cost more."""


class Look(NamedTuple):
    """What one position is worth to its side to move, and the line that shows it; none where the game is over."""

    score: int
    moves: tuple[Move, ...]
    depth: int = 0
    certain: bool = False
    """Whether it is known, not searched."""


class Turn(NamedTuple):
    """One turn looked back at. Scores and chances are those of who played it."""

    node: Node
    """The node that it led to."""
    text: str
    score: int
    """What it was worth."""
    chance: float
    best: Variation
    """What the search would have played instead, or the same."""
    loss: float
    """The chances that it cost, 0 to 1."""
    mark: str
    """`?!`, `?`, `??`, or nothing."""
    after: Look
    """The position that it led to."""
    free: bool
    """Whether another turn could have been played."""

    @property
    def side(self) -> Side:
        """Who played it."""
        return "b" if self.node.side == "w" else "w"

    @property
    def comment(self) -> str:
        """What there is to say of it in a record: nothing where it has no mark."""
        if not self.mark:
            return ""
        return f"{score_text(self.score)}; better {' '.join(self.best.texts)} ({score_text(self.best.score)})"


class Partway(NamedTuple):
    """How far a review has come: `looks` has a place for every position of the main line, the start first."""

    share: float
    """From 0 to 1."""
    looks: Sequence[Look | None]


def review(match: Match, search: Callable[[Match, TranspositionTable], Analysis] | None = None) -> Iterator[Turn]:
    """The turns of the main line, one by one as they are looked back at; `match` ends where its main line does.

    `search` analyses one position, by default for a second. Where nobody waits for the first turn, `reviewing` is
    the better way to spend the same time.
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


def reviewing(match: Match, seconds: float = SECONDS) -> Generator[Partway, None, list[Turn]]:
    """Look back at the main line of `match`, which stays where it is. Returns its turns.

    Yields every few milliseconds. Only its own time counts, so that it may be left waiting.
    """
    reviewer = Reviewer(match, seconds)
    yield from reviewer.run()
    return reviewer.turns()


class Reviewer:
    """A review under way."""

    def __init__(self, match: Match, seconds: float) -> None:
        self.game = match.game
        self.line = match.tree.main_line
        self.looks: list[Look | None] = [over(self.game, node) for node in self.line]
        self.table = TranspositionTable()
        self.seconds = seconds
        self.spent = 0.0
        self.share = 0.0

    def turns(self) -> list[Turn]:
        """The turns whose both ends have been looked at."""
        return [turn for ply in range(1, len(self.line)) if (turn := self.turn(ply)) is not None]

    def turn(self, ply: int) -> Turn | None:
        """The turn that led to this ply, None while its ends have not been looked at."""
        before, after = self.looks[ply - 1], self.looks[ply]
        return None if before is None or after is None else judge(self.game, self.line[ply], before, after)

    def run(self) -> Iterator[Partway]:
        """All of it. The time between the steps is not its own."""
        steps = chain(self.all(), self.doubtful())
        while True:
            began = perf_counter()
            news = next(steps, None)
            self.spent += perf_counter() - began
            if news is None:
                return
            yield news

    def all(self) -> Iterator[Partway]:
        """Look at every position, the last first."""
        todo = [ply for ply, look in enumerate(self.looks) if look is None]
        count = len(todo)
        while todo:
            self.share = FIRST * (1 - len(todo) / count)
            ply = todo.pop()
            follows = self.looks[ply + 1] if ply + 1 < len(self.line) else None
            if follows is not None and len(self.game.moves(self.line[ply].position)) == 1:
                # Nothing can be chosen here: it is worth what follows.
                move = self.line[ply + 1].move
                assert move is not None
                moves = (move, *follows.moves)
                self.looks[ply] = Look(earlier(-follows.score), moves, follows.depth + 1, follows.certain)
            else:
                yield from self.look(ply, min(LOOK, (FIRST * self.seconds - self.spent) / (len(todo) + 1)))

    def doubtful(self) -> Iterator[Partway]:
        """Look again, the worst first, at the turns that seem to have cost something."""
        heard: set[int] = set()
        while left := self.doubts(heard):
            self.share = FIRST + (1 - FIRST) * len(heard) / (len(heard) + len(left))
            ply = left[0]
            heard.add(ply)
            # The position after the turn first: what is found there is known when the one before is looked at.
            for place in (ply, ply - 1):
                seconds = (self.seconds - self.spent) / (2 * len(left))
                look = self.looks[place]
                if seconds > 0 and look is not None and look.moves and not look.certain:
                    yield from self.look(place, min(AGAIN, seconds))

    def doubts(self, heard: set[int]) -> list[int]:
        """The turns that still have to be looked at again."""
        found = []
        for ply in range(1, len(self.line)):
            before, after = self.looks[ply - 1], self.looks[ply]
            if ply not in heard and before is not None and after is not None:
                found.append((cost(self.game, self.line[ply], before, after), ply))
        return [ply for loss, ply in sorted(found, reverse=True) if loss >= DOUBT * INACCURACY]

    def look(self, ply: int, seconds: float) -> Iterator[Partway]:
        """Search one position for so long. What was found before stays where that was deeper."""
        node = self.line[ply]
        past = tuple(before.position for before in self.line[node.since : ply])
        searching = looking(SearchRequest(self.game, node.position, past, node.quiet, self.table), seconds)
        known = self.looks[ply]
        for found in searching:
            if known is None or found.depth >= known.depth:
                self.looks[ply] = found
            yield Partway(self.share, self.looks)


def looking(question: SearchRequest, seconds: float) -> Iterator[Look]:
    """Search one position, in steps of a few milliseconds; the last look is the answer.

    With only one move to choose it is searched all the same: for what it is worth.
    """
    lines = 1 + (len(question.game.moves(question.position)) == 1)
    for found in search_iter(question, Limits(time=max(seconds, 0.001), lines=lines)):
        yield Look(found.score, tuple(found.pv), found.depth, found.exact)


def judge(game: Game, node: Node, before: Look, after: Look) -> Turn:
    """The turn that led to `node`, from what the positions before and after it are worth."""
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
    """How well each side has played; None where it never had a choice."""
    return {side: accuracy([turn.loss for turn in turns if turn.free and turn.side == side]) for side in SIDES}


def annotate(turn: Turn) -> None:
    """Write what there is to say of a turn into the match, beside what stands there already; once is enough."""
    if turn.mark:
        node = turn.node
        node.glyphs = (*(glyph for glyph in node.glyphs if glyph not in GLYPHS.values()), GLYPHS[turn.mark])
        if turn.comment not in node.comment:
            node.comment = " ".join(filter(None, [node.comment, turn.comment]))


def earlier(score: int) -> int:
    """A score as it is one ply before: a win is one ply further off."""
    return score - (score >= WON) + (score <= -WON)


def over(game: Game, node: Node) -> Look | None:
    """A position in which the game is over on the board; None where it is not."""
    outcome = node.outcome
    if outcome is None:
        return None
    points = game.margin(node.position)
    if points is not None:
        return Look(POINT_SCORE * points, (), certain=True)
    if outcome.winner is None:
        return Look(0, (), certain=True)
    return Look(WIN if outcome.winner == node.side else -WIN, (), certain=True)
