"""Draws a session for the full-screen display as lines of styled text, without a terminal library.

A `Frame` is a list of lines, each a list of (style, text), with prompt_toolkit's styles (`fg:#…`, `bg:#…`, `bold`,
`reverse`). Every line is exactly as wide as the screen, so that nothing of the previous frame remains.
"""

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple, TypeAlias

from saltus.core.board import FILES
from saltus.core.game import SIDE_NAMES, SIDES, game_name
from saltus.match.diagram import letters, ranks_of
from saltus.match.turns import destinations, story
from saltus.play.session import Session
from saltus.play.terminal import clock_text, visible

Line: TypeAlias = list[tuple[str, str]]
Frame: TypeAlias = list[Line]

SQUARE_SIZES = ((7, 3), (5, 2), (3, 1))  # Columns and rows of a square, the largest first.
MARGIN_COLUMNS = 4  # The width of the rank labels left of the board.
MIN_PANEL_COLUMNS = 26
FOOT_LINES = 6  # Lines below the board: the files, three messages, the input line, the keys.
MESSAGE_LINES = 3

KEY_BAR = "m moves  t hint  u undo  r rules  s save  l level  k keys  q quit"


class Capabilities(NamedTuple):
    """What the terminal supports."""

    colour: bool = True
    unicode: bool = True


class View(NamedTuple):
    """The state of the display, apart from the match."""

    cursor: str
    path: tuple[str, ...] = ()  # The squares of the turn picked so far.
    typed: str = ""
    messages: Sequence[str] = ()  # Messages; the last lines are shown.
    page: Sequence[str] | None = None  # The lines of a page shown in place of the board, from the line `top` on.
    top: int = 0


LIGHT, DARK, LAST, CURSOR, PICKED = "#c9a875", "#84583a", "#6d7f4f", "#2f74b5", "#c98a12"
PIECES = {"w": "#fffaf0", "b": "#1d1a18"}
FAINT, TARGET = "#cdb48e", "#9fe08a"
DIM = "fg:#8a8a8a"


def frame(session: Session, view: View, columns: int, rows: int, look: Capabilities = Capabilities()) -> Frame:  # noqa: B008
    if view.page is not None:
        body = _page(view, columns, rows)
    else:
        body = _table(session, view, columns, rows - FOOT_LINES + 1, look)
    messages = view.messages if view.page is None else ()
    said = [part for text in messages for row in text.splitlines() for part in wrap(row, columns - 2) or [""]]
    foot = [[("", f" {text}")] for text in said[-MESSAGE_LINES:]]
    foot += [[] for _ in range(MESSAGE_LINES - len(foot))]
    prompt = session.prompt if not session.thinking else f"{SIDE_NAMES[session.match.side]} is thinking "
    ask = [("bold", f" {prompt}"), ("", view.typed), ("reverse" if view.page is None else "", " ")]
    bar = KEY_BAR if view.page is None else "arrows, Page Up, Page Down: read   Esc: back to the game"
    lines = [*body, *foot, ask, [("reverse", f" {bar}".ljust(columns)[:columns])]]
    return [_fitted([(style, visible(text)) for style, text in line], columns) for line in lines[:rows]]


def size_of(session: Session, columns: int, rows: int) -> tuple[int, int]:
    """The columns and rows of a square: the largest that fits with the panel beside the board."""
    board = session.match.game.board
    for wide, high in SQUARE_SIZES:
        needed = board.files * wide + MARGIN_COLUMNS + MIN_PANEL_COLUMNS
        if needed <= columns and board.ranks * high + FOOT_LINES + 1 <= rows:
            return wide, high
    return SQUARE_SIZES[-1]


def _table(session: Session, view: View, columns: int, height: int, look: Capabilities) -> Frame:
    """The board with the panel beside it."""
    wide, high = size_of(session, columns, height + FOOT_LINES - 1)
    board = _board(session, view, wide, high, look)
    width = session.match.game.board.files * wide + MARGIN_COLUMNS
    panel = _panel(session, view, columns - width - 2, max(len(board), height))
    lines = []
    for number in range(max(len(board), height)):
        left = board[number] if number < len(board) else []
        right = panel[number] if number < len(panel) else []
        lines.append([*_fitted(left, width), ("", "  "), *right])
    return lines[: max(height, len(board))]


def _board(session: Session, view: View, wide: int, high: int, look: Capabilities) -> Frame:
    match = session.match
    game, board = match.game, match.game.board
    standing = letters(game, match.position)
    last = set(match.last.path) if match.last else set()
    targets = set(destinations(match, view.path)) if view.path and not session.thinking else set()
    lines: Frame = [[]]
    for rank in ranks_of(game, session.turned):
        rows: Frame = [[] for _ in range(high)]
        for number, row in enumerate(rows):
            label = rank[0][1:] if number == (high - 1) // 2 else ""
            row.append((DIM, f"{label:>{MARGIN_COLUMNS - 1}} "))
        for name in rank:
            played = name in board.bit
            state = (
                "cursor" if name == view.cursor
                else "picked" if name in view.path
                else "target" if name in targets
                else "last" if name in last
                else ""
            )  # fmt: skip
            dark = (board.file_of(name) + board.rank_of(name)) % 2 == 0
            mark = board.number.get(name) if game.numbered and played else None
            square = Square(standing[name], state, name in targets, dark, played, mark, wide, high)
            cell = _coloured(square, look) if look.colour else _plain(square)
            for row, parts in zip(rows, cell, strict=True):
                row += parts
        lines += rows
    names = FILES[: board.files]
    files = "".join(name.center(wide) for name in (names[::-1] if session.turned else names))
    lines.append([(DIM, " " * MARGIN_COLUMNS + files)])
    return lines


class Square(NamedTuple):
    """One square, `wide` columns and `high` rows."""

    piece: str
    state: str  # `cursor`, `picked`, `target`, `last`, or empty.
    target: bool
    dark: bool
    played: bool
    number: int | None
    wide: int
    high: int


def _coloured(square: Square, look: Capabilities) -> Frame:
    piece, state, target, dark, _, number, wide, high = square
    papers = {"cursor": CURSOR, "picked": PICKED, "last": LAST}
    paper = f"bg:{papers.get(state, DARK if dark else LIGHT)}"
    mark = "" if number is None else str(number)
    if piece == ".":
        dot = ("●" if look.unicode else "o") if target else ""
        half = (high - 1) // 2
        rows = [[(f"{paper} fg:{TARGET} bold", (dot if row == half else "").center(wide))] for row in range(high)]
        if not target or high > 1:
            rows[-1] = [(f"{paper} fg:{FAINT}", mark.center(wide))]
        return rows
    disc, ink = PIECES[piece.lower()], PIECES["b" if piece in "wW" else "w"]
    inside, edge = f"bg:{disc} fg:{ink} bold", f"{paper} fg:{TARGET if target else disc}"
    crown = "K" if piece.isupper() else ""
    if wide == 3:
        return [[(inside, (crown or mark or (("●" if look.unicode else piece) if number is None else "")).center(3))]]
    if wide == 5:
        upper, lower = ("▗▖", "▝▘") if look.unicode else ("()", "()")
        return [
            [(edge, ends[0]), (inside, text.center(3)), (edge, ends[1])]
            for ends, text in ((upper, crown), (lower, mark))
        ]
    middle = [(edge, " "), (inside, f"{crown:>2} {mark:<2}" if crown or mark else " " * 5), (edge, " ")]
    if not look.unicode:
        return [[(paper, " " * 7)], middle, [(paper, " " * 7)]]
    return [[(edge, " ▗▄▄▄▖ ")], middle, [(edge, " ▝▀▀▀▘ ")]]


def _plain(square: Square) -> Frame:
    """One square without colour: (w) and [b] for pieces, capitals for kings, marks around a highlighted square."""
    piece, state, target, _, played, number, wide, high = square
    if not played:
        return [[("", ":" * wide)] for _ in range(high)]
    body = {".": "o" if target else ".", "w": "(w)", "W": "(W)", "b": "[b]", "B": "[B]"}[piece]
    if target and piece != ".":
        body = body[1]
    ends = {"cursor": "><", "picked": "**", "last": "''"}.get(state, "  ")
    if wide == 3:
        body = body if len(body) == 3 and ends == "  " else f"{ends[0]}{body.strip('()[]')}{ends[1]}"
        return [[("bold" if state else "", body)]]
    first = [("bold" if state else "", f"{ends[0]}{body.center(wide - 2)}{ends[1]}")]
    rest = [[(DIM, ("" if number is None or line else str(number)).center(wide))] for line in range(high - 1)]
    return [first, *rest]


def _panel(session: Session, view: View, width: int, height: int) -> Frame:
    """The players, the clocks, the turns so far, and the square under the cursor."""
    match = session.match
    lines: Frame = [[("bold", session.language.say(game_name(match.game)))], []]
    running = match.outcome is None
    for side, pieces in zip(SIDES, match.position[:2], strict=True):
        here = running and side == match.side
        left = session.clock(side)
        time = "" if left is None else clock_text(left)
        text = f"{'>' if here else ' '} {SIDE_NAMES[side]:<6}{session.who(side):<10}{pieces.bit_count():>3} {time:>7}"
        lines.append([("bold" if here else "", text)])
    lines.append([])
    below: Frame = []
    if session.thinking and session.thought is not None and session.thought.depth:
        below.append([(DIM, f"depth {session.thought.depth}, {session.thought.nodes:,} positions")])
    if match.outcome is not None:
        below += [[("bold", part)] for part in wrap(match.outcome.text, width)]
    board = match.game.board
    number = board.number.get(view.cursor) if match.game.numbered else None
    below.append([(DIM, f"cursor {view.cursor}{f', square {number}' if number else ''}")])
    turns = _turns(session, width)
    room = height - len(lines) - len(below) - 1
    lines += turns[-room:] if room > 0 else []
    return [*lines, *([[]] * (height - len(lines) - len(below))), *below]


def _turns(session: Session, width: int) -> Frame:
    """The numbered turns up to the current position, two per row."""
    texts = story(session.match)
    lines: Frame = []
    for start in range(0, len(texts), 2):
        pair = texts[start : start + 2]
        row = f"{start // 2 + 1:>3}. " + " ".join(f"{text:<9}" for text in pair)
        fresh = start + 2 >= len(texts)
        lines.append([("bold" if fresh else "", row[:width])])
    return lines


def paragraphs(text: str, columns: int) -> list[str]:
    """The lines of a text, wrapped to the width of the screen."""
    lines: list[str] = []
    for row in text.splitlines():
        indent = "  " if row.startswith("- ") else " " * (len(row) - len(row.lstrip()))
        lines += wrap(row, columns - 4, subsequent_indent=indent) or [""]
    return lines


def _page(view: View, columns: int, rows: int) -> Frame:
    height = rows - FOOT_LINES + 1
    shown = list(view.page or ())[view.top : view.top + height]
    return [[("bold" if not number + view.top else "", f"  {text}")] for number, text in enumerate(shown)] + [
        [] for _ in range(height - len(shown))
    ]


def _fitted(line: Line, width: int) -> Line:
    """The line, cut or filled to `width`. Every letter drawn is one column wide."""
    found: Line = []
    left = width
    for style, text in line:
        if left > 0:
            found.append((style, text[:left]))
            left -= len(text)
    if left > 0:
        found.append(("", " " * left))
    return found
