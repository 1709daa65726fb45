"""The words that people say in a sitting besides turns, and what each does.

Each may be followed by more: `save game.pdn`. What cannot be done is a ValueError, which the sitting tells.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

from saltus.game import SIDE_NAMES, Side
from saltus.levels import FULL
from saltus.match import Match
from saltus.notation import record
from saltus.notation.move import move_text
from saltus.turns import read_all

if TYPE_CHECKING:
    from saltus.sitting import Sitting

SUFFIXES = {".json": "json", ".pdn": "pdn", ".sgf": "sgf", ".txt": "position"}
"""How a file is written that is called so."""

WORDS: Mapping[str, str] = {
    "moves": "the legal moves; `moves c3` those of one piece",
    "hint": "what the computer would play, and why",
    "undo": "take your last turn back",
    "redo": "bring it back",
    "rules": "the rules: their parts; `rules 2` one, with diagrams; `rules all`",
    "draw": "offer a draw",
    "claim": "end the game where it is known how it ends",
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


class Words:
    """The words that are known at one sitting."""

    def __init__(self, sitting: "Sitting") -> None:
        self.sitting = sitting
        self.known: dict[str, Callable[[str], None]] = {
            "moves": self._moves,
            "hint": lambda _: self.sitting.hint(),
            "undo": self._undo,
            "redo": self._redo,
            "rules": self._rules,
            "r": self._rules,
            "draw": lambda _: self.sitting.offer(),
            "claim": lambda _: self.sitting.claim(),
            "resign": self._resign,
            "white": lambda who: self._player("w", who),
            "black": lambda who: self._player("b", who),
            "new": self._new,
            "board": lambda _: self.sitting.draw(),
            "flip": self._flip,
            "help": self._help,
            "?": self._help,
            "quit": self._quit,
            "exit": self._quit,
            "q": self._quit,
        }
        if sitting.files:
            self.known |= {
                "save": self._save,
                "save!": lambda name: self._save(name, over=True),
                "load": self._load,
            }

    def _help(self, _: str) -> None:
        numbered = self.sitting.match.game.numbered
        example = "11-15 or 11x18x25, or f6-e5" if numbered else "b2-b4 or b2xb4xd4"
        words = "\n".join(f"  {word:<8} {about}" for word, about in WORDS.items() if word in self.known)
        self.sitting.display.say(f"Type a move as the moves are listed: {example}. Other words:\n{words}")

    def _moves(self, square: str) -> None:
        match = self.sitting.match
        name = square.lower()
        if name.isdigit() and match.game.numbered and 1 <= int(name) <= len(match.game.board.squares):
            name = match.game.board.squares[int(name) - 1]
        texts = [
            move_text(match.game, match.position, move, match.legal)
            for move in match.legal
            if not name or move.path[:1] == (name,)
        ]
        none = f"There is no move{f' from {square}' if square else ''}."
        self.sitting.display.say(" ".join(texts) or none)

    def _rules(self, which: str) -> None:
        from saltus.rulebook import WIDTH, aim, sections

        game = self.sitting.match.game
        parts = sections(game)
        chosen = [option.name for option in game.options if game.chosen[option.key]]
        head = [game.name, *([fill(aim(game), WIDTH)] if aim(game) else [])]
        head += [f"Played with: {', '.join(chosen)}."] if chosen else []
        if which == "all":
            text = [*head, *(f"{part.title.upper()}\n\n{part.text}" for part in parts)]
        elif which:
            number = int(which) if which.isascii() and which.isdigit() else 0
            if not 1 <= number <= len(parts):
                raise ValueError(f"the rules have parts from 1 to {len(parts)}, or `rules all`, not {which!r:.40}")
            text = [parts[number - 1].title.upper(), parts[number - 1].text]
        else:
            listed = "\n".join(f"  {number}  {part.title}" for number, part in enumerate(parts, 1))
            text = [*head, listed, "Say `rules 1` for a part, `rules all` for all."]
        self.sitting.display.say("\n\n".join(text).rstrip())

    def _undo(self, _: str) -> None:
        match = self.sitting.match
        match.undo()
        while self.sitting.persons and self.sitting.players[match.side] is not None and match.can_undo:
            match.undo()
        self.sitting.changed()

    def _redo(self, _: str) -> None:
        match = self.sitting.match
        match.redo()
        while self.sitting.persons and self.sitting.players[match.side] is not None and match.can_redo:
            match.redo()
        self.sitting.changed()

    def _resign(self, _: str) -> None:
        match, persons = self.sitting.match, self.sitting.persons
        match.resign(match.side if match.side in persons or not persons else persons[0])
        self.sitting.changed()

    def _player(self, side: Side, who: str) -> None:
        if who.lower() == "person":
            self.sitting.players[side] = None
        elif who.isascii() and who.isdigit() and 1 <= int(who[:3]) <= FULL:
            self.sitting.players[side] = int(who)
        else:
            raise ValueError(
                f"say {SIDE_NAMES[side].lower()} and a level from 1 to {FULL}, or `person`, not {who!r:.40}"
            )
        self.sitting.changed()

    def _save(self, name: str, over: bool = False) -> None:
        match = self.sitting.match
        path = Path(name or f"{match.game.key}.json").expanduser()
        form = SUFFIXES.get(path.suffix.lower())
        if form is None:
            raise ValueError(f"the name of a file ends with {', '.join(SUFFIXES)}, which says how it is written")
        text = record.write(match, form)
        if path.exists() and not over:
            raise ValueError(f"{path} is there already; `save! {name or path}` writes over it")
        path.write_text(text, "utf-8")
        self.sitting.display.say(f"Saved as {path}.")

    def _load(self, name: str) -> None:
        words = name.split()
        number = int(words.pop()) if len(words) > 1 and words[-1].isdigit() else 1
        path = Path(" ".join(words) or f"{self.sitting.match.game.key}.json").expanduser()
        matches = read_all(path.read_text("utf-8"), self.sitting.match.game)
        if not 1 <= number <= len(matches):
            raise ValueError(f"{path} holds {len(matches)} games; there is no number {number}")
        self.sitting.lay(matches[number - 1])

    def _new(self, _: str) -> None:
        match, game = self.sitting.match, self.sitting.match.game
        if match.setup is None:
            self.sitting.lay(Match(game, position=match.start, clock=match.tree.control))
        else:
            self.sitting.lay(Match(game, match.setup, clock=match.tree.control))

    def _flip(self, _: str) -> None:
        self.sitting.turned = not self.sitting.turned
        self.sitting.draw()

    def _quit(self, _: str) -> None:
        self.sitting.left = True
