"""The board in a notebook: a widget whose rules run in the kernel and whose board is drawn by the page's own code.

`build.py wheel` joins that code into `widget.js` and puts it into the wheel, beside this file, with `widget.css` and
the page's texts. A checkout has none of them.
"""

import json
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any

try:
    import anywidget
    import traitlets
except ImportError as error:
    raise ImportError("the board for notebooks needs the extra `notebook`: pip install 'saltus[notebook]'") from error

from saltus.analysis.analyse import choose
from saltus.engine.levels import FULL
from saltus.engine.think import Limits
from saltus.games import load
from saltus.match.match import Match
from saltus.match.tree import AnyMove, Node
from saltus.match.turns import story
from saltus.notation.position import position_text, read_position
from saltus.protocol import reply

ASSETS = files("saltus.notebook")
"""Where the joined script, the style sheet and the texts are."""
LANGUAGES = ("en", "it", "ro", "pirate")


def asset(name: str) -> str:
    """The text of a file that the build puts beside this module. Raises FileNotFoundError with the remedy."""
    try:
        return (ASSETS / name).read_text("utf-8")
    except FileNotFoundError as error:
        remedy = "install the wheel that `python3 build.py wheel` makes"
        raise FileNotFoundError(f"this copy of saltus has no {name} for notebooks: {remedy}") from error


class Board(anywidget.AnyWidget):  # type: ignore[misc]
    """A board on which a match is shown and played. It is a Jupyter widget: put it last in a cell.

    `match` is a `Match`, or the key of a game for a new one. `white` and `black` are 0 for a person, 1 to 10 for the
    computer at that level. Change the match through the board, or through `match`, and then call `refresh`.

    `position` and `moves` are traits: observe them to hear of moves, or set them to show another position or game.
    Setting `position` starts a new match there; setting `moves` replays them from the start of the match. An illegal
    value raises `traitlets.TraitError` and changes nothing.
    """

    _esm = traitlets.Unicode().tag(sync=True)
    _css = traitlets.Unicode().tag(sync=True)
    _strings = traitlets.Dict().tag(sync=True)
    _meta = traitlets.Dict().tag(sync=True)
    _match = traitlets.Dict().tag(sync=True)
    shown = traitlets.Int(0).tag(sync=True)
    """The node of the match that the page shows: the page sets it when a move has been shown."""

    position = traitlets.Unicode().tag(sync=True)
    """The position as text."""
    moves = traitlets.List(traitlets.Unicode()).tag(sync=True)
    """The moves from the start of the match to the position."""
    white = traitlets.Int(0, min=0, max=FULL).tag(sync=True)
    """Who plays White: 0 for a person, 1 to 10 for the computer at that level."""
    black = traitlets.Int(0, min=0, max=FULL).tag(sync=True)
    """Who plays Black."""
    bottom = traitlets.Enum(("w", "b")).tag(sync=True)
    """The side at the bottom of the board."""
    arrow = traitlets.List(traitlets.Unicode()).tag(sync=True)
    """The squares that an arrow is drawn along; it disappears with the next move."""
    theme = traitlets.Enum(("oak", "slate", "mosaic"), "oak").tag(sync=True)
    """The material of the board."""
    pieces = traitlets.Enum(("own", "draughts", "rock", "roman", "flat"), "own").tag(sync=True)
    """The set of pieces: the game's own, or one for all games."""
    language = traitlets.Enum(LANGUAGES, "en").tag(sync=True)
    """The language of the texts on the board, one of `LANGUAGES`. It is chosen when the board is made."""

    def __init__(self, match: Match | str = "english", **looks: Any) -> None:
        self._match_shown = Match(load(match)) if isinstance(match, str) else match
        looks.setdefault("bottom", self._lower(looks))
        language = looks.get("language", "en")
        strings = json.loads(asset("strings.json")).get(language, {})
        super().__init__(_esm=asset("widget.js"), _css=asset("widget.css"), _strings=strings, **looks)
        self.refresh()
        self.on_msg(self._hear)
        self.observe(self._answer, ["white", "black"])
        self._answer()

    def _lower(self, looks: Mapping[str, Any]) -> str:
        """The side at the bottom: a single person's, else the side that moves first."""
        people = [side for side, name in (("w", "white"), ("b", "black")) if not looks.get(name)]
        return people[0] if len(people) == 1 else self.match.game.first

    @property
    def match(self) -> Match:
        """The match on the board. Set it to show another one."""
        return self._match_shown

    @match.setter
    def match(self, match: Match) -> None:
        self._match_shown = match
        self.refresh()

    def play(self, move: AnyMove) -> Node:
        """Plays a move, as `Match.play` does, and shows it. The computer replies if the next move is its own."""
        node = self.match.play(move)
        self.refresh()
        self._answer()
        return node

    def undo(self, steps: int = 1) -> None:
        """Takes back moves, against the computer on to the person's turn, and shows the position."""
        self.match.undo(steps)
        while self.match.can_undo and self._replies():
            self.match.undo()
        self.refresh()
        self._answer()

    def redo(self, steps: int = 1) -> None:
        """Plays moves again that were taken back, to the person's turn as `undo`, and shows the position."""
        self.match.redo(steps)
        while self.match.can_redo and self._replies():
            self.match.redo()
        self.refresh()
        self._answer()

    def refresh(self) -> None:
        """Shows the match as it is now. Call it after changing `match` without the board."""
        game = self.match.game
        # What observes a trait hears of it when all are changed.
        with self.hold_sync(), self.hold_trait_notifications():
            self._meta = dict(reply.described(game))
            self._match = {**reply.MatchSerializer(self.match).state(), "history": []}
            self.arrow = []
            self.position = position_text(game, self.match.position)
            self.moves = story(self.match)

    @traitlets.validate("position")
    def _check_position(self, proposal: Mapping[str, Any]) -> str:
        """The text as the game writes it."""
        game = self.match.game
        try:
            return position_text(game, read_position(game, proposal["value"]))
        except ValueError as error:
            raise traitlets.TraitError(str(error)) from error

    @traitlets.validate("moves")
    def _check_moves(self, proposal: Mapping[str, Any]) -> list[str]:
        """The moves as the game writes them."""
        try:
            return story(self._replayed(proposal["value"]))
        except ValueError as error:
            raise traitlets.TraitError(str(error)) from error

    @traitlets.validate("arrow")
    def _check_arrow(self, proposal: Mapping[str, Any]) -> list[str]:
        squares: list[str] = list(proposal["value"])
        game = self.match.game
        if unknown := [name for name in squares if name not in game.board.bit]:
            raise traitlets.TraitError(f"{unknown[0]!r:.40} is no square of {game.name}")
        return squares

    @traitlets.observe("position")
    def _take_position(self, change: Mapping[str, Any]) -> None:
        game = self.match.game
        if change["new"] != position_text(game, self.match.position):
            self.match = Match(game, position=read_position(game, change["new"]))
            self._answer()

    @traitlets.observe("moves")
    def _take_moves(self, change: Mapping[str, Any]) -> None:
        if change["new"] != story(self.match):
            self.match = self._replayed(change["new"])
            self._answer()

    def _replayed(self, moves: Sequence[str]) -> Match:
        """A match with these moves from the start of this one."""
        match = Match(self.match.game, position=self.match.start)
        for move in moves:
            match.play(move)
        return match

    def _hear(self, _: object, message: Mapping[str, Any], __: object) -> None:
        """Does what a player asks for on the board."""
        path = [str(square) for square in message.get("path", ())]
        match message.get("op"):
            case "play" if path in [list(move.path) for move in self.match.legal]:
                self.play(path)
            case "play" | "why":
                self._refuse(path)
            case "undo" if self.match.can_undo:
                self.undo()
            case "redo" if self.match.can_redo:
                self.redo()

    def _refuse(self, path: list[str]) -> None:
        self.send({"refused": reply.refused(self.match.why(path)), "path": path})

    def _level(self) -> int:
        """The level that the side to move plays at; 0 for a person."""
        return int(self.white if self.match.side == "w" else self.black)

    def _replies(self) -> bool:
        """Whether it is the computer's turn against a person."""
        return bool(self._level() and not (self.white and self.black))

    def _answer(self, _: object = None) -> None:
        """Plays the computer's move if it is its turn; not where it has both sides."""
        if self.match.outcome is None and self._replies():
            self.match.play(choose(self.match, Limits(level=self._level())))
            self.refresh()
