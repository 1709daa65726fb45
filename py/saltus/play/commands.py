"""The commands that people can enter in a session, besides moves.

A command may have an argument: `save game.pdn`. If a command raises ValueError, the session shows its message.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from textwrap import fill
from typing import Protocol

from saltus.core.files import replacing
from saltus.core.game import SIDE_NAMES, Side
from saltus.core.phrase import Phrase, Several, counted
from saltus.engine.levels import FULL
from saltus.match.diagram import diagram, square_named
from saltus.match.match import Match
from saltus.notation.move import move_text
from saltus.play.language import Language
from saltus.records import record
from saltus.records.collection import read_all
from saltus.records.files import opened

SUFFIX_FORMATS = {".json": "json", ".pdn": "pdn", ".sgf": "sgf", ".txt": "position"}

COMMANDS: Mapping[str, str] = {
    "moves": "the legal moves; `moves c3` those of one piece, marked on the board",
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
    "board": "draw the board again; `board last` with the last move marked",
    "flip": "look from the other side",
    "help": "these words",
    "quit": "leave",
}
"""Every command and its help text. `Commands.known` also has the abbreviations."""


class Host(Protocol):
    """The part of `saltus.play.session.Session` that the commands use. Its members are documented there."""

    match: Match
    players: dict[Side, int | None]
    files: bool
    left: bool
    turned: bool

    @property
    def language(self) -> Language: ...
    @property
    def persons(self) -> list[Side]: ...
    def changed(self) -> None: ...
    def claim(self) -> None: ...
    def draw(self) -> None: ...
    def hint(self) -> None: ...
    def lay(self, match: Match) -> None: ...
    def offer(self) -> None: ...
    def say(self, text: str) -> None: ...


class Commands:
    """The commands of one session. `known` maps each command word to a function, which takes the argument (or "")."""

    def __init__(self, session: Host) -> None:
        self.session = session
        self.known: dict[str, Callable[[str], None]] = {
            "moves": self._moves,
            "hint": lambda _: self.session.hint(),
            "undo": lambda _: self._travel(Match.undo, lambda match: match.can_undo),
            "redo": lambda _: self._travel(Match.redo, lambda match: match.can_redo),
            "rules": self._rules,
            "r": self._rules,
            "draw": lambda _: self.session.offer(),
            "claim": lambda _: self.session.claim(),
            "resign": self._resign,
            "white": lambda who: self._player("w", who),
            "black": lambda who: self._player("b", who),
            "new": self._new,
            "board": self._board,
            "flip": self._flip,
            "help": self._help,
            "?": self._help,
            "quit": self._quit,
            "exit": self._quit,
            "q": self._quit,
        }
        if session.files:
            self.known |= {"save": self._save, "save!": lambda name: self._save(name, over=True), "load": self._load}

    def _help(self, _: str) -> None:
        numbered = self.session.match.game.numbered
        example = "11-15 or 11x18x25, or f6-e5" if numbered else "b2-b4 or b2xb4xd4"
        words = "\n".join(f"  {word:<8} {about}" for word, about in COMMANDS.items() if word in self.known)
        self.session.say(f"Type a move as the moves are listed: {example}. Other words:\n{words}")

    def _moves(self, square: str) -> None:
        """List the legal moves; those of one piece also as marks on the board."""
        match = self.session.match
        name = square_named(match.game, square)
        texts = [
            move_text(match.game, match.position, move, match.legal)
            for move in match.legal
            if not name or move.path[:1] == (name,)
        ]
        if not texts:
            found = Phrase("session.no-move", square=square) if square else None
            self.session.say(found or Phrase("session.no-moves"))
        elif name:
            marked = diagram(match, self.session.turned, piece=name)
            self.session.say(f"{' '.join(texts)}\n\n{marked}\n")
        else:
            self.session.say(" ".join(texts))

    def _board(self, which: str) -> None:
        """Draw the board, or show it with the last move marked."""
        if not which:
            self.session.draw()
        elif which.lower() == "last":
            self.session.say(f"{diagram(self.session.match, self.session.turned, last=True)}\n")
        else:
            raise ValueError(f"say `board` or `board last`, not {which!r:.40}; `moves c3` marks the moves of a piece")

    def _rules(self, which: str) -> None:
        from saltus.study.rulebook import LINE_WIDTH, aim, sections

        game, language = self.session.match.game, self.session.language
        words = language.words
        parts = sections(game, words)
        chosen = [
            language.text(f"option.{game.key}.{option.key}", option.name)
            for option in game.options
            if game.chosen[option.key]
        ]
        goal = aim(game, words)
        head = [language.text(f"game.{game.key}", game.name), *([fill(goal, LINE_WIDTH)] if goal else [])]
        options = Phrase("session.played-with", options=Several(chosen, "and"))
        head += [language.say(options)] if chosen else []
        if which == "all":
            text = [*head, *(f"{part.title.upper()}\n\n{part.text}" for part in parts)]
        elif which:
            number = int(which) if which.isascii() and which.isdigit() else 0
            if not 1 <= number <= len(parts):
                raise ValueError(f"the rules have parts from 1 to {len(parts)}, or `rules all`, not {which!r:.40}")
            text = [parts[number - 1].title.upper(), parts[number - 1].text]
        else:
            listed = "\n".join(f"  {number}  {part.title}" for number, part in enumerate(parts, 1))
            text = [*head, listed, language.say(Phrase("session.parts"))]
        self.session.say("\n\n".join(text).rstrip())

    def _travel(self, step: Callable[[Match], object], can: Callable[[Match], bool]) -> None:
        """Take moves back, or replay them, until it is a person's turn."""
        match = self.session.match
        step(match)
        while self.session.persons and self.session.players[match.side] is not None and can(match):
            step(match)
        self.session.changed()

    def _resign(self, _: str) -> None:
        """Resign for the side to move; if that is the computer, for the person."""
        match, persons = self.session.match, self.session.persons
        match.resign(match.side if match.side in persons or not persons else persons[0])
        self.session.changed()

    def _player(self, side: Side, who: str) -> None:
        """Set who plays a side: `person`, or a level of the computer."""
        if who.lower() == "person":
            self.session.players[side] = None
        elif who.isascii() and who.isdigit() and len(who) <= 3 and 1 <= int(who) <= FULL:
            self.session.players[side] = int(who)
        else:
            name = SIDE_NAMES[side].lower()
            raise ValueError(f"say {name} and a level from 1 to {FULL}, or `person`, not {who!r:.40}")
        self.session.changed()

    def _save(self, name: str, over: bool = False) -> None:
        match = self.session.match
        path = Path(name or f"{match.game.key}.json").expanduser()
        file_format = SUFFIX_FORMATS.get(path.suffix.lower())
        if file_format is None:
            suffixes = ", ".join(SUFFIX_FORMATS)
            raise ValueError(f"the name of a file ends with {suffixes}, which says how it is written")
        # Before any file is touched: writing raises ValueError if the format cannot hold the match.
        text = record.write(match, file_format)
        if path.exists() and not over:
            raise ValueError(f"{path} is there already; `save! {name or path}` writes over it")
        with replacing(path) as file:
            file.write(text)
        self.session.say(f"Saved as {path}.")

    def _load(self, name: str) -> None:
        words = name.split()
        number = int(words.pop()) if len(words) > 1 and words[-1].isdigit() else 1
        path = Path(" ".join(words) or f"{self.session.match.game.key}.json").expanduser()
        with opened(str(path), lambda part, said: self.session.say(f"{part}: {said}.")) as (_, texts):
            matches = [match for text in texts for match in read_all(text.whole(), self.session.match.game)]
        if not 1 <= number <= len(matches):
            raise ValueError(f"{path} holds {counted(len(matches), 'game')}; there is no number {number}")
        self.session.lay(matches[number - 1])

    def _new(self, _: str) -> None:
        match = self.session.match
        placed = match.start if match.setup is None else None  # it began from a position that was set up or loaded
        self.session.lay(Match(match.game, match.setup, position=placed, clock=match.tree.control))

    def _flip(self, _: str) -> None:
        self.session.turned = not self.session.turned
        self.session.draw()

    def _quit(self, _: str) -> None:
        self.session.left = True
