"""Reads boards drawn as text: one letter a square in one word, or a line a rank, with or without a frame.

    0000000011111111222222220000000       8 |   | w |   | w |       8  . b . b . b . b
    Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww       |---+---+---+---|       7  b . b . b . b .

The letters seen decide what they mean (`_ALPHABETS`). The top rank comes first, unless the ranks are numbered the
other way. Who is to move may be said in words or in one letter; None if it is not.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from saltus.core.board import FILES, every_square
from saltus.core.game import Game

_ALPHABETS = ("wWbB", "bBnN", "aAnN", "wWsS", "wWzZ", "oOxX", "PKpk", "PDpd", "MKmk", "MDmd", "⛀⛁⛂⛃", "○◎●◉")
"""White's man and king, Black's man and king: English; Italian and French; Romanian; German; Dutch; crosses and
circles; capitals for White."""
_WITHOUT_KINGS = "xXoO"  # Where there are no kings: the document of Gambit has X at the top, where White stands.
_DIGITS = "1324"
_EMPTY = ".-_\u00b7e0 "
_BARS = "|\u2502\u2551"
_LABEL = re.compile(r"\s*+([0-9]+)(?=[\s|\u2502\u2551])")
_LETTER = re.compile(r"[^\W\d]")
_IN_DIGITS = re.compile(r"[0-4]++")
_FRAME = re.compile(r"[\s|+=_\u2500-\u257f-]*[=_\u2500-\u2550-]{3}[\s|+=_\u2500-\u257f-]*")
_WHITE = r"white|light|bianco|bianchi|blancs?|wit|wei(?:ß|ss)|alb(?:ul)?|blancas|w"
_BLACK = r"black|dark|red|neri?|nero|noirs?|zwart|schwarz|negru(?:l)?|negras|b"
_SIDE = re.compile(
    rf"(?:(?P<white>{_WHITE})|(?:{_BLACK}))(?:['’]s)?"
    r"(?:[ \t]++(?:to[ \t]++(?:move|play)|turn|moves?|plays?|muove))?\.?"
    rf"|[^\W\d_]++(?:[ \t]++[^\W\d_]++)?[ \t]*+[:=][ \t]*+(?:(?P<other>{_WHITE})|(?:{_BLACK}))\.?",
    re.IGNORECASE,
)

MAX_LINES_ABOVE = 6  # A board without a frame begins within this many lines.

Rows = tuple[list[str], str | None]
"""The rows of a board in the letters `wbWB.`, the top rank first, and the side to move if the text says."""


def read_board(game: Game, text: str) -> Rows | None:
    """The board in a text; None if there is none of this size."""
    return _in_one_word(game, text.strip()) or _in_lines(game, text)


def alphabet(game: Game, letters: str) -> dict[str, str] | None:
    """What the letters of a board mean, empty squares included; None if they are of no known kind."""
    seen = set(letters) - set(_EMPTY)
    for known in _ALPHABETS if game.has_kings else (_WITHOUT_KINGS, *_ALPHABETS):
        if seen <= set(known):
            meaning = dict(zip(known, "wWbB", strict=True))
            if not game.has_kings:
                # Capitals are pieces too, if there is no difference to small letters.
                meaning = {letter: piece.lower() for letter, piece in meaning.items()}
                if len(seen) > len({meaning[letter] for letter in seen}):
                    return None
            return {**dict.fromkeys(_EMPTY, "."), **meaning}
    return None


@lru_cache(maxsize=8)
def _one_word(count: int) -> re.Pattern[str]:
    """A word of this many letters, with the side before or after it."""
    return re.compile(rf"(?:([wbWB])[ \t]?)?([^\s/:|]{{{count}}})(?:\s++([wbWB])\.?)?")


def _in_one_word(game: Game, text: str) -> Rows | None:
    """A letter a square, of all squares or of the numbered ones; the side before or after it."""
    board = game.board
    for count in sorted({board.files * board.ranks, len(board.squares)}):
        found = _one_word(count).fullmatch(text)
        if found is None:
            continue
        letters = found[2]
        meaning = alphabet(game, letters)
        if meaning is None and _IN_DIGITS.fullmatch(letters):
            meaning = {"0": ".", **dict(zip(_DIGITS, "wWbB", strict=True))}
        if meaning is None or (not game.has_kings and set(letters) & {"3", "4"}):
            continue
        names = board.squares if count < board.files * board.ranks else every_square(board.files, board.ranks)
        placed = {name: meaning[letter] for name, letter in zip(names, letters, strict=True)}
        return board.rows(placed), (found[1] or found[3] or "").lower() or None
    return None


def _in_lines(game: Game, text: str) -> Rows | None:
    """A line a rank, in a frame or not."""
    board = game.board
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    boxed = [number for number, line in enumerate(lines) if _bars(line) >= 2 and not _FRAME.fullmatch(line)]
    if len(boxed) == board.ranks:
        cells = [_boxed(lines[number], board.files) for number in boxed]
        labels = [_LABEL.match(lines[number]) for number in boxed]
        return _understood(game, cells, labels, [line for number, line in enumerate(lines) if number not in boxed])
    drawn = [_bars(line) == 0 and len(line) >= board.files // 2 for line in lines]
    for start in range(min(MAX_LINES_ABOVE, len(lines) - board.ranks + 1)):
        if not all(drawn[start : start + board.ranks]):
            continue
        rows, rest = lines[start : start + board.ranks], lines[:start] + lines[start + board.ranks :]
        labels = [_LABEL.match(line) for line in rows]
        for cells in _unboxed(rows, board.files):
            if found := _understood(game, cells, labels, rest):
                return found
    return None


def _bars(line: str) -> int:
    return sum(line.count(bar) for bar in _BARS)


def _boxed(line: str, files: int) -> list[str]:
    """The contents of the squares of a framed line; `[]` if there are not as many as squares."""
    inner = re.split(f"[{_BARS}]", line)[1:-1]
    if len(inner) == 1:
        cuts = (row for [row] in _unboxed(inner, files))
        return next((row for row in cuts if len(row) == files and all(len(cell) == 1 for cell in row)), [])
    # Marks around a piece, as in *W*, only point at it.
    return [re.sub(r"[*()\[\]<>]", "", cell).strip() or "." for cell in inner] if len(inner) == files else []


def _unboxed(lines: Sequence[str], files: int) -> Iterator[list[list[str]]]:
    """The ways to cut lines into squares: by spaces, then at fixed columns, a letter or two for each square."""
    words = [line.split() for line in lines]
    for skipped in (0, 1):
        yield [row[skipped : skipped + files] for row in words]
    for step in (2, 1):
        for start in range(6):
            width = step * (files - 1) + 1
            wide = [line[start:].ljust(width)[:width] for line in lines]
            labelled = any(_LETTER.search(line[:start]) for line in lines)
            if not labelled and (step == 1 or all(set(row[1::2]) <= {" "} for row in wide)):
                yield [list(row[::step]) for row in wide]


def _understood(
    game: Game, cells: list[list[str]], labels: list[re.Match[str] | None], rest: list[str]
) -> Rows | None:
    """The board with these contents of its squares, None if it cannot be one of this game."""
    board = game.board
    if any(len(row) != board.files or any(len(cell) != 1 for cell in row) for row in cells):
        return None
    if [int(label[1]) for label in labels if label] == list(range(1, board.ranks + 1)):
        cells = cells[::-1]
    if any(line.lower().split() == list(FILES[board.files - 1 :: -1]) for line in rest):
        cells = [row[::-1] for row in cells]
    names = every_square(board.files, board.ranks)
    standing = dict(zip(names, (cell for row in cells for cell in row), strict=True))
    # Squares that are not played on may be shaded in any way.
    played = "".join(standing[name] for name in board.squares)
    meaning = alphabet(game, played)
    if meaning is None or not any(meaning[letter] != "." for letter in played):
        return None
    if any(meaning.get(standing[name], ".") != "." for name in names if name not in board.bit):
        return None
    placed = {name: meaning[standing[name]] for name in board.squares}
    return board.rows(placed), _side(rest)


def _side(lines: list[str]) -> str | None:
    """The side to move, as one of the lines beside the board says."""
    for line in lines:
        found = _SIDE.fullmatch(line.strip())
        if found and line.split() != list(FILES[: len(line.split())]):
            return "w" if found["white"] or found["other"] else "b"
    return None
