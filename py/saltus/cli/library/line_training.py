"""`games repertoire train`: playing one's lines from memory."""

import argparse
import time
from random import Random
from typing import TYPE_CHECKING

from saltus.cli.library.options import opened
from saltus.cli.streams import plain_terminal
from saltus.core.game import SIDE_NAMES, SIDES, Move, Position, Side
from saltus.library.explorer import asking, explore
from saltus.library.query import Query, parse
from saltus.library.repertoire import weights
from saltus.match.diagram import lettered
from saltus.notation.move import move_text
from saltus.play.quiz import Quiz
from saltus.play.terminal import Terminal
from saltus.study.schedule import standing

if TYPE_CHECKING:
    from saltus.library.lines import Trained
    from saltus.library.store import Library

SIDE_WORDS: dict[str, Side] = {"white": "w", "black": "b"}
MAX_OWN_MOVES = 60
"""No line of training is longer: kings could go round in circles."""
COMMANDS = {"?": "show the move", "board": "the board again", "next": "another line", "quit": "leave"}


def train(chosen: argparse.Namespace) -> None:
    from saltus.library.lines import repertoire

    with opened(chosen) as library:
        trained = repertoire(library, chosen.game, SIDE_WORDS[chosen.side])
        if not trained.repertoire.moves:
            raise ValueError("there are no lines to train: `games repertoire add` adds them")
        query = parse(chosen.query, chosen.game)
        LineTraining(library, trained, query, Random(chosen.seed), plain_terminal(), chosen.early).run(chosen.most)


def _now() -> int:
    return int(time.time() * 1000)


class LineTraining:
    """The player makes the moves of the repertoire; the other side's are chosen by lot.

    A reply is likelier the more games of the library have it. Only lines with a move that is due are played.
    """

    def __init__(
        self,
        library: "Library",
        trained: "Trained",
        query: Query,
        choose: Random,
        terminal: Terminal,
        early: bool,
    ) -> None:
        self.library, self.query, self.choose = library, query, choose
        self.lines, self.progress = trained
        self.game = self.lines.game
        self.tell, self.early = terminal.say, early
        self.quiz = Quiz(terminal, COMMANDS)
        self.done: set[Position] = set()
        """The positions that have been asked."""
        self.right = 0

    def run(self, most: int) -> None:
        """Play lines until nothing is due, so many have been played, or the input ends."""
        number = 0
        while number < most and (roots := [root for root in self.lines.roots() if self.is_open(root)]):
            number += 1
            self.tell(f"\nLine {number}")
            if not self.line(self.choose.choice(roots)):
                break
        if not number:
            self.tell("Nothing is due; --early asks everything.")
        self.tell(f"{self.right} of {len(self.done)} positions right.")

    def is_open(self, position: Position) -> bool:
        """Whether a move that is due can follow."""
        return any(self.is_due(here) for here in self.lines.walk(position))

    def is_due(self, position: Position) -> bool:
        """Whether the move of this position is to be asked."""
        is_now = self.early or standing(self.progress.get(position), _now()) in ("due", "new")
        return is_now and position not in self.done

    def line(self, position: Position) -> bool:
        """Play one line. Returns whether to go on with the next."""
        self.board(position)
        for _ in range(MAX_OWN_MOVES):
            answer = self.question(position)
            if isinstance(answer, str):
                return answer == "next"
            after = self.game.play(position, answer)
            replies = {reply: there for reply, there in self.lines.replies(after) if self.is_open(there)}
            if not replies:
                break
            reply = self.reply(after, list(replies))
            self.tell(f"{SIDE_NAMES[SIDES[after[3]]]} plays {move_text(self.game, after, reply)}.")
            position = replies[reply]
        self.tell("The line ends here.")
        return True

    def question(self, position: Position) -> Move | str:
        """Ask for the move of a position. Returns the move to go on with, or `next` or `quit`."""
        meant = self.lines.moves[position]
        texts = " or ".join(move_text(self.game, position, move) for move in meant)
        prompt = f"{SIDE_NAMES[SIDES[position[3]]]}> "
        move = self.quiz.answer(self.game, position, lambda: self.board(position), prompt)
        if move == "?":
            self.tell(f"You play {texts} here.")
        elif isinstance(move, str):
            return move
        elif move in meant:
            self.answer(position, is_clean=True)
            return move
        else:
            self.tell(f"Your move here is {texts}, not {move_text(self.game, position, move)}.")
        self.answer(position, is_clean=False)
        return meant[0]

    def answer(self, position: Position, is_clean: bool) -> None:
        """Keep an answer, the first in each position."""
        from saltus.library.lines import train_line

        if position not in self.done:
            self.done.add(position)
            self.right += is_clean
            before = self.progress.get(position)
            self.progress[position] = train_line(self.library, self.game, position, before, is_clean, _now())

    def reply(self, position: Position, replies: list[Move]) -> Move:
        """The other side's move: likelier the more often it was played in the library's games."""
        games = self.library.find(asking(self.query, self.game, position))
        explored = explore(self.game, position, ((one.id, one.entry) for one in games))
        played = {move: one.tally.games for one in explored.moves for move in (one.move, *one.alike)}
        (found,) = self.choose.choices(replies, weights(replies, played))
        return found

    def board(self, position: Position) -> None:
        """Show a position from the player's side."""
        self.tell(lettered(self.game, position, self.lines.side != self.game.bottom))
