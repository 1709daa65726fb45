"""A person at a terminal, against the computer or another person: a board of letters and typed moves."""

import os
from collections.abc import Callable, Mapping

from saltus.because import because
from saltus.board import FILES, every_square
from saltus.game import SIDE_NAMES, SIDES, Game, Position, Side
from saltus.match import Match
from saltus.notation.move import IllegalMove, move_text
from saltus.table import Table
from saltus.tree import other
from saltus.work import Limits, Question, best

HELP = """\
Type a move as the moves are listed: {example}. Other words:
  moves    the legal moves              hint     what the computer would play
  board    draw the board again         undo     take your last turn back      redo     bring it back
  resign   give up                      draw     offer a draw                  quit     leave"""

EARLY = 20
"""Plies before which the computer agrees to no draw."""


def drawing(game: Game, position: Position, upside_down: bool = False) -> str:
    """The board in letters, with coordinates, and beside it the numbers of the squares where moves use them."""
    board = game.board
    names = every_square(board.files, board.ranks)
    letters = dict(zip(names, "".join(game.rows(position)), strict=True))
    order = range(board.ranks)
    lines = []
    for index in reversed(order) if upside_down else order:
        rank = names[index * board.files : (index + 1) * board.files]
        if upside_down:
            rank = rank[::-1]
        line = f"{rank[0][1:]:>2}  " + " ".join(letters[name] if name in board.bit else " " for name in rank)
        if game.numbered:
            line += "     " + " ".join(f"{board.number.get(name, ''):>2}" for name in rank)
        lines.append(line.rstrip())
    files = FILES[: board.files]
    lines.append("    " + " ".join(files[::-1] if upside_down else files))
    return "\n".join(lines)


class Terminal:
    """One match played with `ask` (prompt to answer; EOFError when nobody answers any more) and `tell`.

    `players` gives the computer's level by side, None for a person.
    """

    def __init__(
        self,
        match: Match,
        players: Mapping[Side, int | None],
        seconds: float,
        ask: Callable[[str], str],
        tell: Callable[[str], object],
    ) -> None:
        self.match = match
        self.players = players
        self.seconds = seconds
        self.ask = ask
        self.tell = tell
        self.table = Table()
        self.seed = int.from_bytes(os.urandom(6), "big")
        persons = [side for side in SIDES if players[side] is None]
        self.persons = persons
        self.upside_down = persons == [other(match.game.bottom)]

    def play(self) -> None:
        """Play until the game is over or the person leaves."""
        self._board()
        while True:
            match = self.match
            if match.outcome is not None:
                self.tell(f"The game is over. {match.outcome.text}")
                if not self.persons:
                    return
                if not self._person("undo or quit? "):
                    return
            elif (level := self.players[match.side]) is not None:
                self._computer(level)
            elif not self._person(f"{SIDE_NAMES[match.side]}> "):
                return

    # -- turns -------------------------------------------------------------------------------------------

    def _computer(self, level: int) -> None:
        match = self.match
        name = SIDE_NAMES[match.side]
        move = best(self._question(), Limits(self.seconds, level=level)).move
        text = move_text(match.game, match.position, move, match.legal)
        match.play(move)
        self.tell(f"{name} (computer, level {level}) plays {text}.")
        self._board()

    def _person(self, prompt: str) -> bool:
        """One line from a person; whether to go on."""
        words: dict[str, Callable[[], None]] = {
            "": lambda: None,
            "help": self._help,
            "?": self._help,
            "moves": self._moves,
            "board": self._board,
            "hint": self._hint,
            "undo": self._undo,
            "redo": self._redo,
            "resign": self._resign,
            "draw": self._draw,
        }
        try:
            line = self.ask(prompt).strip()
            if line.lower() in ("quit", "exit", "q"):
                return False
            if line.lower() in words:
                words[line.lower()]()
            else:
                self.match.play(line)
                self._board()
        except EOFError:
            self.tell("")
            return False
        except IllegalMove as refused:
            self.tell(f"{refused} (help: what can be typed)")
        except ValueError as error:
            self.tell(f"Not now: {error}")
        return True

    # -- words -------------------------------------------------------------------------------------------

    def _help(self) -> None:
        numbered = self.match.game.numbered
        self.tell(HELP.format(example="11-15 or 11x18x25, or f6-e5" if numbered else "b2-b4 or b2xb4xd4"))

    def _board(self) -> None:
        match = self.match
        counts = (pieces.bit_count() for pieces in match.position[:2])
        pieces = ", ".join(f"{SIDE_NAMES[side]} {count}" for side, count in zip(SIDES, counts, strict=True))
        self.tell(f"\n{drawing(match.game, match.position, self.upside_down)}\n{pieces}\n")

    def _moves(self) -> None:
        match = self.match
        self.tell(" ".join(move_text(match.game, match.position, move, match.legal) for move in match.legal))

    def _hint(self) -> None:
        match = self.match
        if match.outcome is not None:
            raise ValueError("the game is over")
        found = best(self._question(), Limits(self.seconds))
        self.tell(
            f"{move_text(match.game, match.position, found.move, match.legal)}. "
            + because(match.game, match.position, found.move, found.score)
        )

    def _undo(self) -> None:
        match = self.match
        match.undo()
        while self.players[match.side] is not None and match.can_undo:
            match.undo()
        self._board()

    def _redo(self) -> None:
        match = self.match
        match.redo()
        while self.players[match.side] is not None and match.can_redo:
            match.redo()
        self._board()

    def _resign(self) -> None:
        self.match.resign(self.match.side)

    def _draw(self) -> None:
        match = self.match
        side, opponent = match.side, other(match.side)
        match.offer_draw(side)
        if self.players[opponent] is None:
            agreed = self.ask(f"{SIDE_NAMES[opponent]}, do you accept the draw? (yes or no) ")
            accepts = agreed.strip().lower() in ("y", "yes")
        else:
            accepts = match.ply >= EARLY and best(self._question(), Limits(self.seconds)).score >= 0
        if accepts:
            match.accept(opponent)
        else:
            match.decline(opponent)
            self.tell(f"{SIDE_NAMES[opponent]} declines the draw.")

    def _question(self) -> Question:
        match = self.match
        return Question(match.game, match.position, match.past, match.node.quiet, self.table, self.seed)
