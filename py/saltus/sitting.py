"""A match being played by people and computers in front of a `Display`: whose turn it is, clocks, and what is said.

People say a turn, as `Match.play` reads it, or one of `WORDS`. Everything is text, so the same words work at a
terminal, in a chat and through JSON. `run` plays until somebody leaves; `step` does a little of that, for a front end
that has other things to do.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from time import perf_counter

from saltus.because import because
from saltus.display import Display
from saltus.game import EVERY_GAME, SIDE_NAMES, SIDES, Side
from saltus.levels import FULL
from saltus.match import Match
from saltus.notation import record
from saltus.notation.move import IllegalMove, move_text
from saltus.pace import Clock
from saltus.table import Table
from saltus.tree import other
from saltus.turns import read_all
from saltus.work import Limits, Question, Thought, thoughts

EARLY = 20
"""Plies before which the computer agrees to no draw."""
SLICE = 0.03
"""Seconds of thinking in one step."""
SUFFIXES = {".json": "json", ".pdn": "pdn", ".sgf": "sgf", ".txt": "position"}
"""How a file is written that is called so."""

WORDS: Mapping[str, str] = {
    "moves": "the legal moves; `moves c3` those of one piece",
    "hint": "what the computer would play, and why",
    "undo": "take your last turn back",
    "redo": "bring it back",
    "rules": "the rules of this game",
    "draw": "offer a draw",
    "resign": "give up",
    "white": "who plays White: `white 7` a level, `white person`",
    "black": "who plays Black",
    "save": "write the game down: `save game.pdn`",
    "load": "read a game: `load game.pdn`, `load games.pdn 3`",
    "new": "begin again",
    "board": "draw the board again",
    "flip": "look from the other side",
    "help": "these words",
    "quit": "leave",
}
"""What may be said besides turns."""


class Sitting:
    """One match at one display. `players` gives the computer's level by side, None (or nothing) for a person.

    The computer thinks for `seconds` a turn, or as long as suits the clock where the match has one. `keep` is called
    whenever the match has changed: to store it, so that nothing is lost when the program is.
    """

    def __init__(
        self,
        match: Match,
        display: Display,
        players: Mapping[Side, int | None] | None = None,
        seconds: float = 1.0,
        keep: Callable[["Sitting"], None] | None = None,
    ) -> None:
        self.match = match
        self.display = display
        self.players: dict[Side, int | None] = {"w": None, "b": None, **(players or {})}
        self.seconds = seconds
        self.keep = keep
        self.left = False
        """Whether the people have gone."""
        self.turned = self.persons == [other(match.game.bottom)]
        """Whether the board is seen from the other side."""
        self.thought: Thought | None = None
        """What the computer thinks of the position while it thinks about it."""
        self._table = Table()
        self._seed = int.from_bytes(os.urandom(6), "big")
        self._task: Iterator[None] | None = None
        self._began = perf_counter()
        self._shown = False

    # -- what there is to see ----------------------------------------------------------------------------

    @property
    def persons(self) -> list[Side]:
        """The sides that people play."""
        return [side for side in SIDES if self.players[side] is None]

    @property
    def thinking(self) -> bool:
        """Whether it is the computer that everybody waits for."""
        return self._task is not None or (self.match.outcome is None and self.players[self.match.side] is not None)

    @property
    def answering(self) -> Side | None:
        """The person who is offered a draw."""
        offer = self.match.offer
        return other(offer) if offer is not None and self.players[other(offer)] is None else None

    @property
    def prompt(self) -> str:
        """What people are asked."""
        if self.match.outcome is not None:
            return "undo, new or quit? "
        if self.answering is not None:
            return f"{SIDE_NAMES[self.answering]}, do you accept the draw? (yes or no) "
        return f"{SIDE_NAMES[self.match.side]}> "

    def clock(self, side: Side) -> float | None:
        """The seconds that `side` has left at this moment; None without clocks."""
        left = self.match.clock
        if left is None:
            return None
        running = self.match.outcome is None and side == self.match.side
        return max(0.0, (left.w if side == "w" else left.b) - (self._spent() if running else 0.0))

    def who(self, side: Side) -> str:
        """Who plays a side: `you`, `a person` where people play both, or `level 5`."""
        level = self.players[side]
        return f"level {level}" if level else "you" if len(self.persons) == 1 else "a person"

    # -- playing -----------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the people leave, or computers have played each other to the end."""
        while self.step():
            pass

    def step(self) -> bool:
        """A little of the computer's thinking, or one thing that a person says; whether the sitting goes on.

        Where the display waits, the computer's thinking is done at once.
        """
        if not self._shown:
            self._shown = True
            self.display.show(self)
        if self.left:
            return False
        if self.match.outcome is not None and not self.persons:
            self.left = True
            return False
        self._watch()
        if self.thinking:
            self._work()
            if self.display.waits:
                return True
        try:
            line = self.display.ask(self)
        except EOFError:
            self.left = True
            return False
        if line is not None:
            self.hear(line)
        return not self.left

    def hear(self, line: str) -> None:
        """Do what a person says."""
        word, _, rest = line.strip().partition(" ")
        try:
            if self.answering is not None and word.lower() in ("y", "yes", "n", "no", "accept", "decline"):
                self._answer(word.lower() in ("y", "yes", "accept"))
            elif found := self._words().get(word.lower()):
                found(rest.strip())
            elif word and self.thinking:
                self.display.say(f"It is the computer's turn: {SIDE_NAMES[self.match.side]} is thinking.")
            elif word:
                self.play(line.strip())
        except IllegalMove as refused:
            self.display.say(str(refused))
        except (ValueError, OSError) as error:
            self.display.say(f"Not now: {_plain(error)}")

    def play(self, text: str) -> None:
        """Play a turn for the side to move. Raises `IllegalMove` or ValueError as `Match.play`."""
        self.match.play(text, self._spent())
        self.changed()

    def changed(self) -> None:
        """The match is another than before: show it, keep it, and stop thinking about what is gone."""
        self._task = None
        self.thought = None
        self._began = perf_counter()
        self._shown = True
        self.display.show(self)
        if self.match.outcome is not None:
            self.display.say(f"The game is over. {self.match.outcome.text}")
        if self.keep is not None:
            self.keep(self)

    def _spent(self) -> float:
        return perf_counter() - self._began if self.match.tree.control else 0.0

    def _watch(self) -> None:
        """Let the flag fall of the side whose time is up."""
        if self.match.outcome is None and self.clock(self.match.side) == 0:
            self.match.flag(self.match.side)
            self.changed()

    # -- the computer ------------------------------------------------------------------------------------

    def _work(self) -> None:
        """Go on with what the computer is doing: a slice of it, or all where nobody could interrupt it."""
        if self._task is None:
            self._task = self._turn()
        task, until = self._task, perf_counter() + SLICE
        for _ in task:
            self._watch()
            if self._task is not task:
                return
            if not self.display.waits and perf_counter() > until:
                return
        if self._task is task:
            self._task = None

    def _think(self, limits: Limits) -> Iterator[None]:
        match = self.match
        question = Question(match.game, match.position, match.past, match.node.quiet, self._table, self._seed)
        for self.thought in thoughts(question, limits):
            yield

    def _turn(self) -> Iterator[None]:
        """The computer plays its turn."""
        match, side = self.match, self.match.side
        level = self.players[side] or FULL
        left = self.clock(side)
        if left is None or match.tree.control is None:
            limits = Limits(self.seconds, level=level)
        else:
            limits = Limits(level=level, clock=Clock(max(left, 0.001), match.tree.control.increment))
        yield from self._think(limits)
        if self.thought is None:
            raise AssertionError("a search says something before it ends")
        text = move_text(match.game, match.position, self.thought.move, match.legal)
        before = match.node
        if match.play(self.thought.move, self._spent()) is not before:  # else its flag fell
            self.display.say(f"{SIDE_NAMES[side]} (computer, level {level}) plays {text}.")
        self.changed()

    def _hinting(self) -> Iterator[None]:
        match = self.match
        yield from self._think(Limits(self.seconds))
        if self.thought is not None:
            move, score = self.thought.move, self.thought.score
            text = move_text(match.game, match.position, move, match.legal)
            self.display.say(f"{text}. {because(match.game, match.position, move, score)}")
        self.thought = None

    def _considering(self, offering: Side) -> Iterator[None]:
        """The computer considers a draw that it is offered on the opponent's turn."""
        match = self.match
        accepts = False
        if match.ply >= EARLY:
            yield from self._think(Limits(self.seconds))
            accepts = self.thought is not None and self.thought.score >= 0
            self.thought = None
        if accepts:
            match.accept(other(offering))
            self.changed()
        else:
            match.decline(other(offering))
            self.display.say(f"{SIDE_NAMES[other(offering)]} declines the draw.")

    # -- words -------------------------------------------------------------------------------------------

    def _words(self) -> dict[str, Callable[[str], None]]:
        return {
            "moves": self._moves,
            "hint": self._hint,
            "undo": self._undo,
            "redo": self._redo,
            "rules": self._rules,
            "r": self._rules,
            "draw": self._draw,
            "resign": self._resign,
            "white": lambda who: self._player("w", who),
            "black": lambda who: self._player("b", who),
            "save": self._save,
            "save!": lambda name: self._save(name, over=True),
            "load": self._load,
            "new": self._new,
            "board": lambda _: self.display.show(self),
            "flip": self._flip,
            "help": self._help,
            "?": self._help,
            "quit": self._quit,
            "exit": self._quit,
            "q": self._quit,
        }

    def _help(self, _: str) -> None:
        numbered = self.match.game.numbered
        example = "11-15 or 11x18x25, or f6-e5" if numbered else "b2-b4 or b2xb4xd4"
        words = "\n".join(f"  {word:<8} {about}" for word, about in WORDS.items())
        self.display.say(f"Type a move as the moves are listed: {example}. Other words:\n{words}")

    def _moves(self, square: str) -> None:
        match = self.match
        name = square.lower()
        if name.isdigit() and match.game.numbered and 1 <= int(name) <= len(match.game.board.squares):
            name = match.game.board.squares[int(name) - 1]
        texts = [
            move_text(match.game, match.position, move, match.legal)
            for move in match.legal
            if not name or move.path[:1] == (name,)
        ]
        self.display.say(" ".join(texts) if texts else f"There is no move{f' from {square}' if square else ''}.")

    def _rules(self, _: str) -> None:
        game = self.match.game
        own = [text for key, text in game.rules.items() if EVERY_GAME.get(key) != text]
        common = [text for text in game.rules.values() if text not in own]
        chosen = [option.name for option in game.options if game.chosen[option.key]]
        also = f"\nPlayed with: {', '.join(chosen)}." if chosen else ""
        self.display.say("\n".join([game.name, "", *(f"- {text}" for text in (*own, *common))]) + also)

    def _hint(self, _: str) -> None:
        if self.match.outcome is not None:
            raise ValueError("the game is over")
        if self.thinking:
            raise ValueError("the computer is thinking")
        self._task = self._hinting()

    def _undo(self, _: str) -> None:
        match = self.match
        match.undo()
        while self.persons and self.players[match.side] is not None and match.can_undo:
            match.undo()
        self.changed()

    def _redo(self, _: str) -> None:
        match = self.match
        match.redo()
        while self.persons and self.players[match.side] is not None and match.can_redo:
            match.redo()
        self.changed()

    def _resign(self, _: str) -> None:
        match = self.match
        match.resign(match.side if match.side in self.persons or not self.persons else self.persons[0])
        self.changed()

    def _draw(self, _: str) -> None:
        match = self.match
        if self.thinking:
            raise ValueError("a draw is offered on one's own turn")
        side = match.side
        match.offer_draw(side)
        if self.players[other(side)] is not None:
            self._task = self._considering(side)
        else:
            self.display.show(self)

    def _answer(self, accepts: bool) -> None:
        match, side = self.match, self.answering
        if side is None:
            raise AssertionError("only a person who was offered a draw answers")
        if accepts:
            match.accept(side)
            self.changed()
        else:
            match.decline(side)
            self.display.say(f"{SIDE_NAMES[side]} declines the draw.")

    def _player(self, side: Side, who: str) -> None:
        if who.lower() == "person":
            self.players[side] = None
        elif who.isascii() and who.isdigit() and 1 <= int(who[:3]) <= FULL:
            self.players[side] = int(who)
        else:
            raise ValueError(
                f"say {SIDE_NAMES[side].lower()} and a level from 1 to {FULL}, or `person`, not {who!r:.40}"
            )
        self.changed()

    def _save(self, name: str, over: bool = False) -> None:
        match = self.match
        path = Path(name or f"{match.game.key}.json").expanduser()
        form = SUFFIXES.get(path.suffix.lower())
        if form is None:
            raise ValueError(f"the name of a file ends with {', '.join(SUFFIXES)}, which says how it is written")
        text = record.write(match, form)
        if path.exists() and not over:
            raise ValueError(f"{path} is there already; `save! {name or path}` writes over it")
        path.write_text(text, "utf-8")
        self.display.say(f"Saved as {path}.")

    def _load(self, name: str) -> None:
        words = name.split()
        number = int(words.pop()) if len(words) > 1 and words[-1].isdigit() else 1
        path = Path(" ".join(words) or f"{self.match.game.key}.json").expanduser()
        matches = read_all(path.read_text("utf-8"), self.match.game)
        if not 1 <= number <= len(matches):
            raise ValueError(f"{path} holds {len(matches)} games; there is no number {number}")
        self._lay(matches[number - 1])

    def _new(self, _: str) -> None:
        match, game = self.match, self.match.game
        if match.setup is None:
            self._lay(Match(game, position=match.start, clock=match.tree.control))
        else:
            self._lay(Match(game, match.setup, clock=match.tree.control))

    def _lay(self, match: Match) -> None:
        """Put another match on the table."""
        self.match = match
        self._table = Table()
        self.changed()

    def _flip(self, _: str) -> None:
        self.turned = not self.turned
        self.display.show(self)

    def _quit(self, _: str) -> None:
        self.left = True


def _plain(error: Exception) -> str:
    """What went wrong, with the file that it is about."""
    if isinstance(error, OSError):
        return f"{error.strerror or error}: {error.filename}" if error.filename else str(error)
    return str(error)
