"""Puzzles from one's own games and from collections of problems.

A *mistake* becomes a puzzle in which the better move is to be found; the reason says what the mistake did, and the
refutation how the other side could have used it. A *problem* is a record that begins from a position of its own: its
main line is the solution.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias

from saltus.analysis.chances import INACCURACY
from saltus.analysis.moments import refutation, sentence
from saltus.analysis.review import Reviewer, Turn
from saltus.core.game import Game, Move, Position
from saltus.games import load
from saltus.match.match import Match
from saltus.notation.move import line_texts, read_move
from saltus.notation.position import position_text, read_position

Source: TypeAlias = Literal["mistake", "problem"]
PASS_TEXT = "pass"
JUDGE_NODES = 20_000  # How many nodes another move than the solution is searched, to find out whether it is as good.


class Card(NamedTuple):
    """One puzzle."""

    game: str
    options: tuple[tuple[str, bool], ...]  # The rules' options, sorted.
    source: Source
    position: str
    line: tuple[str, ...]  # The solution: each move's path, both sides' (`11-15` is `c7-d6` here), `pass` for a pass.
    ply: int = 0  # Where the position is in its game.
    played: str = ""  # The mistake.
    reason: str = ""  # What it did, in a sentence.
    refutation: tuple[str, ...] = ()  # The moves that show it, after the mistake.

    def rules(self) -> Game:
        return load(self.game, dict(self.options))

    def start(self) -> Position:
        return read_position(self.rules(), self.position)

    def moves(self) -> list[Move]:
        """The solution. Raises ValueError if it is not legal."""
        game, position, found = self.rules(), self.start(), []
        for text in self.line:
            found.append(read_move(game, position, text))
            position = game.play(position, found[-1])
        return found


def path_text(move: Move) -> str:
    """A move as a card stores it: unlike its customary text, it is never ambiguous."""
    return "-".join(move.path) or PASS_TEXT


def mistakes(game: Game, turns: Iterable[Turn]) -> list[Card]:
    """A card for each mistake."""
    found = []
    for turn in turns:
        if not turn.is_mistake:
            continue
        after = refutation(game, turn)
        start, solution = position_text(game, turn.best.position), (path_text(turn.best.move),)
        answers = line_texts(game, turn.node.position, after) if after else ()
        told = turn.node.ply - 1, turn.text, str(sentence(game, turn)), answers
        found.append(Card(game.key, tuple(sorted(game.chosen.items())), "mistake", start, solution, *told))
    return found


def problem(match: Match) -> Card | None:
    """The card of a record that begins from a position of its own; None for any other."""
    line = match.tree.main_line
    moves = [node.move for node in line[1:] if node.move is not None]
    if match.setup is not None or not moves:
        return None
    asked = moves if len(moves) % 2 else moves[:-1]  # the last move to be found is the solver's
    game = match.game
    comment = " ".join(node.comment for node in line if node.comment)
    start, solution = position_text(game, match.start), tuple(map(path_text, asked))
    return Card(game.key, tuple(sorted(game.chosen.items())), "problem", start, solution, reason=comment)


def is_as_good(game: Game, position: Position, move: Move) -> bool:
    """Whether a move loses no significant winning chances, by a search."""
    match = Match(game, position=position)
    match.play(move)
    reviewer = Reviewer(match, nodes=JUDGE_NODES)
    for _ in reviewer.run():
        pass
    return all(turn.loss < INACCURACY for turn in reviewer.turns())
