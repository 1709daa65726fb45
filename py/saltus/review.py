"""Looking back at a match: what each turn was worth, and which were mistakes.

Every position of the main line is searched alike. A turn costs what the position was worth to its mover before it,
less what it is worth after it; what was played as well as the search could costs nothing, by definition.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from saltus.analysis import Analysis, Variation, analyse, score_text
from saltus.game import Side
from saltus.match import Match
from saltus.notation.move import move_text
from saltus.search import WIN
from saltus.table import Table
from saltus.tree import Node

DUBIOUS, MISTAKE, BLUNDER = 50, 100, 250
"""From so much on, in hundredths of a piece, a turn gets a mark."""
GLYPHS = {"?!": 6, "?": 2, "??": 4}
DECIDED = 1_000
"""Beyond ten pieces it is all the same how far ahead a side is."""


class Turn(NamedTuple):
    """One turn looked back at."""

    node: Node
    """The node that it led to."""
    text: str
    score: int
    """What it was worth to its mover."""
    best: Variation
    """What the search would have played instead, or the same."""
    cost: int
    mark: str
    """`?!`, `?`, `??`, or nothing."""

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


def review(match: Match, search: Callable[[Match, Table], Analysis] | None = None) -> Iterator[Turn]:
    """The turns of the main line, one by one as they are looked back at; `match` ends where its main line does.

    `search` analyses one position, by default for a second.
    """
    look = search or (lambda match, table: analyse(match, table=table))
    table = Table()
    line = match.tree.main_line
    before: Analysis | None = None
    for node in line:
        match.goto(node.id, ended=False)
        here = None if node.outcome else look(match, table)
        if node.parent is not None and before is not None:
            yield _turn(node, before, _worth(node, here))
        before = here
    match.goto(line[-1].id)


def annotate(turn: Turn) -> None:
    """Write what there is to say of a turn into the match, beside what stands there already."""
    if turn.mark:
        node = turn.node
        node.glyphs = (*(glyph for glyph in node.glyphs if glyph not in GLYPHS.values()), GLYPHS[turn.mark])
        node.comment = " ".join(filter(None, [node.comment, turn.comment]))


def _worth(node: Node, here: Analysis | None) -> int:
    """What the position after a turn is worth to who played it."""
    if here is not None:
        return -here.score
    outcome = node.outcome
    if outcome is None or outcome.winner is None:
        return 0
    return WIN - 1 if outcome.winner != node.side else 1 - WIN


def _turn(node: Node, before: Analysis, score: int) -> Turn:
    if node.move is None or node.parent is None:
        raise AssertionError("only the root has no move")
    text = move_text(before.game, node.parent.position, node.move)
    if node.move == before.move:
        return Turn(node, text, before.score, before.best, 0, "")
    cost = max(0, _bounded(before.score) - _bounded(score))
    mark = "??" if cost >= BLUNDER else "?" if cost >= MISTAKE else "?!" if cost >= DUBIOUS else ""
    return Turn(node, text, score, before.best, cost, mark)


def _bounded(score: int) -> int:
    return max(-DECIDED, min(DECIDED, score))
