"""Text that stands between the moves of a PDN game without brackets, as in games copied from books.

It is read as a comment only where it cannot be taken for moves, nor moves for it: words without digits before the
next number, result or comment, or whole lines that begin with words.
"""

import re

_BARE = r"[^\s\d(){}\[\];$/*]"
_WORDS = re.compile(rf"(?:[^\W\d_]{_BARE}*+)(?:\s++(?!\d){_BARE}++)++")
"""Two words or more, the first with a letter, none with a digit."""
_AFTER = re.compile(r"\s*+(?:[0-9]{1,3}[.)]|[({;]|\Z(?<=\n\n)|(?:1-0|0-1|2-0|0-2|1-1|0-0|1/2|\*)(?!\w))")
"""What may follow the words: the number of a move, a comment or brackets, or a result."""
_MOVE = re.compile(r"\s++[0-9a-hA-H]")
_LINE = re.compile(r"[ \t]*+[^\W\d_](?=[^\n]*?[ \t]\w)[^\n]*+")
"""A line with two words or more, the first of them at its beginning."""
_MOVE_LAST = re.compile(r"\d[-x:.*]\d{1,2}[!?*]*+\s*\Z")
_NEXT = re.compile(r"\n(?=[ \t\r]*+(?:[0-9]{1,3}[.)]|\n|\[|\Z|(?:1-0|0-1|2-0|0-2|1-1|0-0|1/2|\*)(?!\w)))|\Z")


def prose_at(text: str, offset: int, ends: bool) -> re.Match[str] | None:
    """The prose that begins at an offset; None if that may be something else. It may end the text if `ends`."""
    words = _WORDS.match(text, offset)
    if words is not None:
        after = words.end()
        if _AFTER.match(text, after) or (words[0][-1] in ".!?" and _MOVE.match(text, after)):
            return words
        if ends and not text[after:].strip():
            return words
    begin = text.rfind("\n", 0, offset) + 1
    if text[begin:offset].strip():
        return None
    return _lines(text, offset)


def _lines(text: str, offset: int) -> re.Match[str] | None:
    """The lines of prose that begin at an offset, up to a line that begins a move, a tag or a result."""
    end = offset
    while True:
        line = _LINE.match(text, end)
        if line is None or _MOVE_LAST.search(line[0]):
            return None
        end = line.end()
        if _NEXT.match(text, end):
            return re.compile(r"[\s\S]*").match(text, offset, end)
        end += 1
