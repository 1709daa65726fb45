"""Questions that someone answers with moves at a terminal: puzzles, mistakes of one's own, lines of a repertoire."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Literal, NamedTuple

from saltus.core.game import SIDES, Game, Move, Position
from saltus.match.match import Match
from saltus.match.tree import other
from saltus.notation.move import IllegalMove, move_text, read_move
from saltus.play.session import Session
from saltus.play.terminal import Terminal

ALIASES = {"q": "quit", "n": "next", "b": "board", "h": "help", "s": "solution", "hint": "?"}  # For commands.


def commands_listed(commands: Mapping[str, str]) -> str:
    """The commands with what each does, as lines of a help text."""
    return "\n".join(f"  {name:<9} {about}" for name, about in commands.items())


class Answered(NamedTuple):
    """How someone has done with a line of moves."""

    end: str  # `solved`, or the command that ended it.
    is_clean: bool  # Whether it was solved without a hint and without a wrong move.


class Quiz:
    """Asks for moves. `commands` are what may be typed instead, `quit` among them; `board` is done here."""

    def __init__(self, terminal: Terminal, commands: Mapping[str, str]) -> None:
        self.terminal, self.commands = terminal, commands

    def answer(self, game: Game, position: Position, show: Callable[[], object], prompt: str) -> Move | str:
        """Ask until someone types a move or a command, and return it; at the end of the input, `quit`. `show` shows
        the board."""
        while True:
            try:
                text = self.terminal.read(prompt).strip()
            except EOFError:
                return "quit"
            command = ALIASES.get(text.lower(), text.lower())
            if command == "board":
                show()
            elif command == "help":
                self.terminal.say(f"A move, or\n{commands_listed(self.commands)}")
            elif command in self.commands:
                return command
            elif text:
                try:
                    return read_move(game, position, text)
                except IllegalMove as error:
                    self.terminal.say(str(error))

    def solve(
        self,
        match: Match,
        moves: Sequence[Move],
        task: str,
        judge: Callable[[Match, Move], Literal["right", "as good", "wrong"]],
    ) -> Answered:
        """Ask for every other of these moves, the others being the replies. `judge` says what a typed move is worth;
        one that is as good ends the line."""
        game, view = match.game, Session(match, self.terminal, {other(SIDES[match.position[3]]): 1})
        show = partial(self.terminal.show, view)
        show()
        self.terminal.say(task)
        is_clean, hints = True, 0
        while match.ply < len(moves):
            wanted = moves[match.ply]
            answer = self.answer(game, match.position, show, f"{match.ply // 2 + 1}> " if len(moves) > 1 else "> ")
            if answer == "?":
                is_clean, hints = False, hints + 1
                hint = move_text(game, match.position, wanted) if hints > 1 else game.spoken(wanted.path[0])
                self.terminal.say(f"Look at {hint}.")
                continue
            if isinstance(answer, str):
                return Answered(answer, is_clean=False)
            worth, text = judge(match, answer), move_text(game, match.position, answer)
            if worth == "as good":
                self.terminal.say(f"{text} is just as good.")
                break
            if worth == "wrong":
                is_clean = False
                self.terminal.say(f"{text} is allowed, but it is not the move. Try again, or ? for a hint.")
                continue
            match.play(answer)
            hints = 0
            if match.ply < len(moves):
                reply = moves[match.ply]
                text = move_text(game, match.position, reply)
                match.play(reply)
                show()
                self.terminal.say(f"Right. The answer is {text}. And now?")
        return Answered("solved", is_clean)
