"""The line-by-line display: it needs only standard input and output.

It draws in colour if the terminal supports it, else in letters. `saltus.play.screen` is the full-screen display,
which needs a library.
"""

import re
from collections.abc import Callable

from saltus.core.board import FILES
from saltus.core.game import SIDE_NAMES, SIDES
from saltus.match.diagram import lettered, letters, ranks_of
from saltus.play.session import Session

_CONTROLLING = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]"  # C0 without tab and line feed, DEL, C1
    "|\r(?!\n)"  # goes back to the beginning of the line
    "|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"  # marks, embeddings, overrides and isolates of direction
)


class Styled(str):
    """Text with the program's own control sequences, such as colours, and none from elsewhere."""

    __slots__ = ()

    def __str__(self) -> str:
        return self


def visible(text: str) -> str:
    """The text with all control characters escaped, as `\\x1b`, except tabs and line ends.

    Comments, names and messages come from files and from other people. A terminal obeys escape sequences in them: it
    may be told to change its title, to hide or overwrite what it shows, even to type.
    """
    return text if isinstance(text, Styled) else _CONTROLLING.sub(_escaped, text)


def _escaped(found: re.Match[str]) -> str:
    number = ord(found[0])
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}"


MARGIN_COLUMNS = 5  # The width of the rank labels left of a coloured board.

DISC = "●"  # The letter for a piece, if the terminal can show it.


LIGHT, DARK, MARKED = 180, 95, 66  # Colours of squares, from the 256-colour palette.
WHITE, BLACK, FAINT = 231, 16, 144  # Those of what stands there: pieces and numbers.


def clock_text(seconds: float) -> str:
    """A time as text: `4:05`, and below ten seconds `0:09.5`."""
    tenths = int(seconds * 10)
    minutes, rest = divmod(tenths, 600)
    return f"{minutes}:{rest // 10:02}" + (f".{rest % 10}" if tenths < 100 else "")


def coloured(session: Session, disc: str = DISC) -> str:
    """The board in colour with coordinates, three columns per square: a disc for a piece, a K for a king. If moves
    use the numbers of the squares, empty squares show theirs."""
    match, board = session.match, session.match.game.board
    standing = letters(match.game, match.position)
    last = match.last.path if match.last else ()
    lines = []
    for rank in ranks_of(match.game, session.turned):
        line = f"{rank[0][1:]:>{MARGIN_COLUMNS - 1}} "
        for name in rank:
            light = (board.file_of(name) + board.rank_of(name)) % 2
            paper = MARKED if name in last else LIGHT if light else DARK
            piece = standing[name]
            colour = WHITE if piece in "wW" else BLACK if piece in "bB" else FAINT
            number = board.number.get(name) if match.game.numbered else None
            text = {".": f"{number or '':^3}", "w": f" {disc} ", "b": f" {disc} ", "W": "(K)", "B": "(K)"}[piece]
            line += f"\x1b[48;5;{paper};38;5;{colour}m{text}"
        lines.append(f"{line}\x1b[0m")
    files = FILES[: board.files]
    lines.append(" " * MARGIN_COLUMNS + "".join(f" {name} " for name in (files[::-1] if session.turned else files)))
    return "\n".join(lines)


class Terminal:
    """A display of text lines. `ask` takes a prompt and returns the input (EOFError at its end); `tell` prints."""

    waits = True

    def __init__(
        self, ask: Callable[[str], str], tell: Callable[[str], object], colour: bool = False, disc: str = DISC
    ) -> None:
        """`disc` is the letter for a piece on a board in colour."""
        self._ask, self._tell, self._colour, self._disc = ask, tell, colour, disc

    def show(self, session: Session) -> None:
        """Print the board, and the pieces and time of each side."""
        match = session.match
        plain = lettered(match.game, match.position, session.turned)
        board = coloured(session, self._disc) if self._colour else plain
        sides = []
        for side, pieces in zip(SIDES, match.position[:2], strict=True):
            left = session.clock(side)
            time = "" if left is None else f" ({clock_text(left)})"
            sides.append(f"{session.language.say(SIDE_NAMES[side])} {pieces.bit_count()}{time}")
        self._tell(Styled(f"\n{board}\n{', '.join(sides)}\n"))

    def say(self, text: str) -> None:
        self._tell(text)

    def ask(self, session: Session) -> str:
        return self.read(session.prompt)

    def read(self, prompt: str) -> str:
        """Read one line of input. Raises EOFError at its end."""
        try:
            return self._ask(prompt)
        except EOFError:
            self._tell("")
            raise
