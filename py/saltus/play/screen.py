"""The full-screen display: a cursor, keys, and moves that are typed or picked on the board.

It needs prompt_toolkit (the extra `saltus[terminal]`), which handles terminals on Unix, Windows and ssh, their
colours and sizes. `saltus.play.screen_view` draws; this module handles the keys.
"""

import asyncio
import os
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.output import ColorDepth, Output

from saltus.core.board import FILES, every_square, square
from saltus.core.game import PASS
from saltus.core.resources import text_beside
from saltus.match.turns import destinations
from saltus.play.screen_view import FOOT_LINES, Capabilities, View, frame, paragraphs
from saltus.play.session import Session

CLOCK_REFRESH_SECONDS = 0.1
MIN_PAGE_LINES = 4  # A message with this many line breaks is shown as a page.
MAX_MESSAGES = 20
CURSOR_STEPS = {Keys.Up: (0, 1), Keys.Down: (0, -1), Keys.Left: (-1, 0), Keys.Right: (1, 0)}
KEY_COMMANDS = {
    "m": "moves",
    "t": "hint",
    "u": "undo",
    "y": "redo",
    "r": "rules all",
    "v": "flip",
    "w": "draw",
    "q": "quit",
}
"""The command that a key enters at once."""
KEY_PREFIXES = {"x": ":resign", "n": ":new", "s": ":save ", "o": ":load ", "l": ":"}
"""The text that a key starts, to be completed or confirmed with Enter."""
KEYS_PAGE = text_beside(__file__, "keys.txt").rstrip()  # What each key does, for people.


class Screen:
    """A display that does not wait: keys work while the computer thinks."""

    waits = False

    def __init__(self, input_: Input | None = None, output: Output | None = None) -> None:
        """Read keys from `input_` and draw to `output`: by default the terminal's."""
        self._heard: deque[str] = deque()
        self._session: Session | None = None
        self._view = View("")
        self._said: list[str] = []
        self._failed: BaseException | None = None
        self._interrupted = False
        self._woken = asyncio.Event()
        true = os.environ.get("COLORTERM") in ("truecolor", "24bit")
        depth = ColorDepth.from_env() or (ColorDepth.DEPTH_24_BIT if true else None)
        control = FormattedTextControl(self._text, focusable=True, show_cursor=False)
        self._app: Application[None] = Application(
            layout=Layout(Window(control, wrap_lines=False)),
            key_bindings=self._bindings(),
            full_screen=True,
            input=input_,
            output=output,
            color_depth=depth,
        )
        self._app.ttimeoutlen = 0.05  # only the pause tells Esc from an arrow key

    def show(self, session: Session) -> None:
        """The match has changed: clear the selection and redraw."""
        self._session = session
        board = session.match.game.board
        if self._view.cursor not in every_square(board.files, board.ranks):
            self._view = View(self._home(session))
        self._view = self._view._replace(path=())
        self._app.invalidate()

    def say(self, text: str) -> None:
        """Show a message below the board, or a long one as a page."""
        if text.count("\n") >= MIN_PAGE_LINES:
            columns = self._app.output.get_size().columns
            self._view = self._view._replace(page=paragraphs(text, columns), top=0)
        else:
            self._said = [*self._said, text][-MAX_MESSAGES:]
        self._app.invalidate()

    def ask(self, session: Session) -> str | None:
        """The next turn or command that was typed or picked."""
        return self._heard.popleft() if self._heard else None

    def play(self, session: Session) -> None:
        """Play until the person quits. Raises KeyboardInterrupt after Ctrl-C."""
        self._session = session

        async def drive() -> None:
            try:
                while session.step():
                    self._app.invalidate()
                    if session.thinking:
                        await asyncio.sleep(0)
                        continue
                    self._woken.clear()
                    if not self._heard:
                        with suppress(TimeoutError):
                            seconds = CLOCK_REFRESH_SECONDS if session.match.clock else None
                            await asyncio.wait_for(self._woken.wait(), seconds)
            except Exception as error:
                self._failed = error
            if self._app.is_running:
                self._app.exit()

        def begin() -> None:
            self._app.create_background_task(drive())

        self._app.run(pre_run=begin)
        if self._failed is not None:
            raise self._failed
        if self._interrupted:
            raise KeyboardInterrupt

    def _text(self) -> StyleAndTextTuples:
        if self._session is None:
            return []
        size = self._app.output.get_size()
        colour = self._app.color_depth != ColorDepth.DEPTH_1_BIT
        look = Capabilities(colour, "utf" in (self._app.output.encoding() or "").lower())
        view = self._view._replace(messages=self._said)
        parts: StyleAndTextTuples = []
        for line in frame(self._session, view, size.columns, size.rows, look):
            parts += [*line, ("", "\n")]
        return parts[:-1]

    @staticmethod
    def _home(session: Session) -> str:
        """The initial cursor: on a piece that can move, near the player's side."""
        names = list(destinations(session.match)) or list(session.match.game.board.squares)
        rank = min if not session.turned else max
        edge = rank(int(name[1:]) for name in names)
        near = sorted(name for name in names if int(name[1:]) == edge)
        return near[len(near) // 2]

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()

        acts: dict[Keys | str, Callable[[KeyPressEvent], None]] = {
            Keys.Any: lambda event: self._letter(event.data),
            Keys.BracketedPaste: lambda event: self._retype(self._view.typed + event.data),
            Keys.Enter: lambda _: self._enter(),
            " ": lambda _: self._letter(" ") if self._view.typed else self._enter(),
            Keys.Backspace: lambda _: self._retype(self._view.typed[:-1]),
            Keys.ControlC: lambda _: self._interrupt(),
            Keys.ControlD: lambda _: self._tell("quit"),
            Keys.PageUp: lambda _: self._scroll(-10),
            Keys.PageDown: lambda _: self._scroll(10),
            **{key: partial(self._move, *step) for key, step in CURSOR_STEPS.items()},
        }
        for key, act in acts.items():
            bindings.add(key)(act)
        bindings.add(Keys.Escape, eager=True)(lambda _: self._escape())
        return bindings

    def _tell(self, line: str) -> None:
        self._heard.append(line)
        self._woken.set()

    def _retype(self, text: str) -> None:
        self._view = self._view._replace(typed="".join(filter(str.isprintable, text)))

    def _letter(self, letter: str) -> None:
        if not letter.isprintable() or not letter:
            return
        if self._view.page is not None:
            self._escape()
        elif self._view.typed:
            self._retype(self._view.typed + letter)
        elif self._session is not None and self._session.answering is not None and letter in "yn":
            self._tell("yes" if letter == "y" else "no")
        elif self._session and letter in FILES[: self._session.match.game.board.files]:  # a move may begin with it
            self._retype(letter)
        elif letter in KEY_COMMANDS:
            self._tell(KEY_COMMANDS[letter])
        elif letter in ("k", "?"):
            self.say(KEYS_PAGE)
        elif letter == "l":
            self._who()
        elif letter in KEY_PREFIXES:
            self._retype(KEY_PREFIXES[letter])
        else:
            self._retype(letter)

    def _who(self) -> None:
        """Start the command that sets the player of the computer's side, or of Black if there is no computer."""
        session = self._session
        if session is not None:
            side = next((side for side in ("b", "w") if session.players[side] is not None), "b")
            self._retype(f":{'black' if side == 'b' else 'white'} ")
            self.say("A level from 1 to 10, or person; `:white 7` and `:black person` for either side.")

    def _escape(self) -> None:
        """Close the page, else clear the typed text, else clear the selection."""
        view = self._view
        if view.page is not None:
            self._view = view._replace(page=None)
        elif view.typed:
            self._retype("")
        else:
            self._view = view._replace(path=())

    def _interrupt(self) -> None:
        self._interrupted = True
        self._tell("quit")

    def _scroll(self, lines: int) -> None:
        page = self._view.page
        if page is not None:
            most = max(0, len(page) - self._app.output.get_size().rows + FOOT_LINES)
            self._view = self._view._replace(top=min(most, max(0, self._view.top + lines)))

    def _move(self, right: int, up: int, _: KeyPressEvent) -> None:
        """Move the cursor, or scroll the page."""
        if self._view.page is not None:
            self._scroll(-up)
            return
        if self._session is None:
            return
        board = self._session.match.game.board
        if self._session.turned:
            right, up = -right, -up
        name = self._view.cursor
        file = (board.file_of(name) + right) % board.files
        rank = (board.rank_of(name) + up) % board.ranks
        self._view = self._view._replace(cursor=square(file, rank))

    def _enter(self) -> None:
        """Enter the typed text; else pick the square under the cursor."""
        view, session = self._view, self._session
        if view.page is not None:
            self._escape()
        elif view.typed:
            self._tell(view.typed.removeprefix(":"))
            self._retype("")
        elif session is not None and session.answering is not None:
            self.say(f"{session.prompt}Press y or n.")
        elif session is not None and not session.thinking:
            self._pick(session)

    def _pick(self, session: Session) -> None:
        """Start, continue or end a turn with the square under the cursor."""
        match, (cursor, path) = session.match, self._view[:2]
        if match.legal == [PASS]:
            self._tell("pass")
            return
        ends = {move.path for move in match.legal}
        if path and cursor == path[-1] and path in ends:
            self._tell("-".join(path))
            return
        if cursor in destinations(match, path):
            path = (*path, cursor)
            if path in ends and not destinations(match, path):
                self._tell("-".join(path))
            elif path in ends:
                self.say("Enter again to stop here, or go on.")
        elif path and cursor == path[0]:
            path = ()
        elif cursor in destinations(match):
            path = (cursor,)
        else:
            refusal = match.why((*path, cursor))
            if refusal is not None:
                self.say(refusal.text)
        self._view = self._view._replace(path=path)
