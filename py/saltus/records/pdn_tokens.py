"""The first stage of reading PDN: the tokens of a text, each with its place.

`saltus.records.pdn_tree` makes games of them, and knows where prose is read on as a whole.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from saltus.records.tags import DERIVED_TAGS, STANDARD_TAGS
from saltus.records.words import WORDS, folded

UNKNOWN_VALUES = {"Date": "????.??.??"}
END_COMMAND = re.compile(r"\[%end (w|b|draw) ([a-z]++)\]")
MAX_NESTED_CHARS = 1_000
MAX_NESTED_BRACES = 4
"""A comment may hold this many others, with at most this many characters between any two braces. So a comment with a
stray { ends at its first }, and whether it does can be told from a limited piece of text (`MAX_COMMENT_CHARS`)."""
MAX_COMMENT_CHARS = (MAX_NESTED_CHARS + 2) * (2 * MAX_NESTED_BRACES + 1)
MAX_INNER_QUOTES = 40
"""A tag with more quotes than this inside its value is none: without a limit, the end of a line full of beginnings of
tags would be scanned once for each."""

_WORD = r"[^\s\x00\x1a(){};$\[]"
_NAME = r"[^\W\d_]\w*+"
_END_OF_LINE = r"[ \t\r]*+$"
_NEW_LINE = r"(?<!\])(?<!\]\r)\n(?![ \t\r]*+(?:\n|\[|[0-9]{1,3}[.)-]))"
"""A line break in the value of a tag: what follows is no tag, no move and no empty line."""
TAG = (
    rf'\[\s*+(?P<name>{_NAME})\s*+"(?P<value>[^"\\\n]*+(?>(?:{_NEW_LINE}[^"\\\n]*+){{0,2}})'
    rf'(?>(?:\\.[^"\\\n]*+)*)(?>(?:"(?![ \t]*+\])[^"\\\n]*+(?>(?:\\.[^"\\\n]*+)*)){{0,{MAX_INNER_QUOTES}}}))"\s*+\]'
)
"""A tag as it should be, or with quotes inside its value that are not escaped."""
_BRACKETED = (
    r'\[[ \t]*+(?=%?[^\W\d_])[^\]\["\u00ab\u201c\u201d\u201e\n]*+\]'
    rf"|\[[ \t]*+(?=%?[^\W\d_])[^\]\n]*+(?>(?:\](?!{_END_OF_LINE}|[ \t]*+\[)[^\]\n]*+)*)\]?"
)
"""Anything else in square brackets, with quotes to the last ] before the end of the line or before another [.
Without a ], all of the line."""
_GOES_ON = rf'\n(?![ \t\r]*+\n\[[ \t]*+\w++[ \t]*+"[^"\n]*+"[ \t]*+\]{_END_OF_LINE})'
BRACE = rf"\{{[^}}\n]*+(?>(?:{_GOES_ON}[^}}\n]*+)*)"
"""A comment in braces without its closing brace. An unclosed one ends with its game, before an empty line and a line
that is a tag, so that the games after it can be read."""
_FLAT = rf"(?>(?:[^{{}}\n]|{_GOES_ON}){{0,{MAX_NESTED_CHARS}}})"
_NESTED = rf"\{{{_FLAT}(?>(?:\{{{_FLAT}\}}{_FLAT}){{1,{MAX_NESTED_BRACES}}})\}}"
_COUNT = r"(?>(?:[0-9]{1,3}[ \t]++)?)"
_ASIDE = (
    rf"\((?=\s*+{_COUNT}[^\W\d_]{{2}})(?!{_COUNT}[a-hA-H][xX:]?[a-hA-H][1-8])"
    r"[^(){}]*+(?>(?:\([^(){}]*+\)[^(){}]*+)*)\)"
)
"""A comment in round brackets: it begins with a word, or with a number and a word. `pdn_tree` finds whether other
brackets hold a comment."""

_TIME = r"\(0{1,2}:[0-5][0-9](?::[0-5][0-9])?\)"

_GLUED = (
    r"(?=[^\w\s(){};$\[*]{0,9}+_{0,9}+(?:[^\W\d_\u00bd]{2}|[^\W\d_\u00bdxX\u0445\u0425])"
    r"[^\s\d(){};$\[\u00bd]{0,90}+(?![^\s(){};$\[]))"
)
"""A word without digits right after a move or a result, as in `8-11time`: a token of its own. An x alone is the sign
of a capture whose next square follows. Its length is limited, as it is looked for after each move and result."""

_HALF = r"(?:1/2|\u00bd|0[.,]5)"
_SCORES = "|".join(
    rf"{first}[ \t]?[-:\u2010-\u2015\u2212][ \t]?{second}" for first, second in ("10", "01", "20", "02", "11", "00")
)
_FORFEIT = r"(?>(?:[Ff](?![^\W\d_]))?)"
_SCORE = (
    rf"(?:(?:{_SCORES}){_FORFEIT}|{_HALF}(?:[ \t]?[-:=\u2010-\u2015\u2212][ \t]?{_HALF})?{_FORFEIT})"
    rf"[.,]?(?:(?!{_WORD})|{_GLUED})"
)
_BRACKETED_SCORE = rf"(?:\((?:{_SCORES}|{_HALF}-{_HALF})\)|\[(?:{_SCORES}|{_HALF}-{_HALF})\])"
RESULT = rf"(?:{_SCORE}|{_BRACKETED_SCORE}|\*{{1,3}}\.?(?!{_WORD}))"
_LATER = r"(?!0*+1\.)[0-9]{1,3}\."
_REPLY = r"[0-9]{1,2}(?>(?:[-xX:][0-9]{1,2}){1,12})[!?]*+"
_FORCED = rf"\*(?=[ \t]*+(?:{_LATER}|{_REPLY}\s++{_LATER})|\s++{_SCORE}|[0-9]{{1,2}}[-xX:][0-9])"
"""A * that is not the result: the next move of the same game follows on its line, or the result does. Where it stands
before the move itself, as in old books, that is the only move."""
_APART = r"[1-9][0-9]?(?:\.|[ \t]++)[0-9]{1,2}(?!\w|\.[^\s]|[ \t]*+(?:[-xX:\u00d7\u2010-\u2015\u2212]|\*[0-9]))"
"""Two squares with a space or a full stop between them, as in old books: neither is the number of a move."""
_DOTS = r"[.\u2026]++"
_LISTED = r"[0-9]{1,3}\.?\)"
_ENUMERATED = rf"\({_LISTED}|[0-9]{{1,3}}\.?\)(?=[ \t]*+[0-9a-hA-H]{{1,2}}[ \t]?[-xX:])"
NUMBER = rf"{_ENUMERATED}|(?!0\.5|{_APART})[0-9]{{1,5}}{_DOTS}|{_DOTS}|{_FORCED}|,"

_SQUARE = r"[A-Za-z]?[0-9]++"
_BETWEEN = r"(?:--|[-xX:\u00d7\u2010-\u2015\u2212\u00ad\u0445\u0425\u2192\ufe63\uff0d])"
"""They include what word processors write, and the Russian letter that looks like an x."""
_TOGETHER = r"(?:0[1-9]|[12][0-9]|3[0-2])"
MAX_SQUARES, MAX_SPACED_SQUARES = 60, 12
"""The most squares of a move. Without a limit, a long word of squares would be kept square by square until its end
shows that it is none."""
_PATH = (
    rf"{_SQUARE}(?>(?:(?>{_BETWEEN}[A-Za-z]?|[A-Za-z])[0-9]++){{1,{MAX_SQUARES}}})"
    rf"|[0-9]++(?>(?:\*[0-9]++){{1,{MAX_SQUARES}}})"
    rf"|(?>{_TOGETHER}{{2,8}})"
    rf"|{_APART}"
    r"|[a-hA-H][xX:]?[a-hA-H][1-8]"
    rf"|{_SQUARE}(?>(?:[ \t]*+{_BETWEEN}[ \t]*+{_SQUARE}){{1,{MAX_SPACED_SQUARES}}})"
)
"""The squares of a move: with signs between them, with asterisks, with none, a file and a square, with spaces. Each
begins where the others cannot go on, so that no text is tried in many ways."""
MARKS = r"\([!?*]++\)|[!?]++"
_SIGNS = r"\+/[-=]|[-=]/\+|\+[-=]|[-=]\+|\+\+?|\#|[\u00b1\u2213\u221e\u25a1\u2a72\u2a71=]"
_PLAIN_MOVE = r"(?!1-1\s)(?:[1-9][0-9]?+(?>(?:[-x][1-9][0-9]?+){1,12})|[a-h][1-8](?>(?:[-x][a-h][1-8]){1,12}))\s++"
_NUMBERED = r"[1-9][0-9]{0,2}\.\s++"
_PLAIN = rf"(?<!\*)(?>(?:{_NUMBERED})?){_PLAIN_MOVE}(?>(?:(?>(?:(?!1\.){_NUMBERED})?){_PLAIN_MOVE})*)"
"""Moves with the numbers before them and nothing else, each as this package writes it. A 1. begins another one, as it
may begin another game; 1-1 is a result."""
PLAIN_MOVE = re.compile(r"[1-9a-h][0-9]?+[-x][^\s]++")  # Each move of them.

TOKEN = re.compile(
    rf"""(?>(?:[\s\x00\x1a\ufeff\u200b]++|(?<!\S)%[^\n]*+)*)
    (?:(?P<plain>{_PLAIN})
    |(?P<comment>{_NESTED}|{_TIME}|{BRACE}\}}|(?<![^\W\d_]);[^\n]*+|{_ASIDE})
    |(?P<unclosed>{BRACE})
    |(?P<tag>{TAG})
    |(?P<bracketed>{_BRACKETED})
    |(?P<mark>(?:{MARKS})(?!{_WORD}))
    |(?P<open>(?!{_BRACKETED_SCORE})\((?!{_LISTED}))
    |(?P<close>\))
    |(?P<glyph>\$[0-9]++)
    |(?P<number>{NUMBER})
    |(?P<result>{RESULT})
    |(?P<move>(?P<path>{_PATH})(?P<marks>(?>(?:{MARKS})?)(?>(?:\*(?!\s*+(?:\[|\Z))[!?]*+|\(\*\))?))[,.]?(?:(?=\*|(?:{_SIGNS})(?!{_WORD})|(?!{_WORD}))|{_GLUED}))
    |(?P<bare>[0-9]{{1,3}}(?!{_WORD}))
    |(?P<setup>/[^/"\n]*+(?>(?:"[^"\n]*+"[^/"\n]*+)?)/)
    |(?P<missing>-[ \t]++-|--?)(?!{_WORD})
    |(?P<sign>(?:{_SIGNS})(?!{_WORD}))
    |(?P<junk>{_WORD}++|.))""",
    re.VERBOSE | re.MULTILINE,
)
"""Every text is a sequence of these tokens. Matching takes linear time, by two rules: nothing can match in two ways
(each repetition is possessive), and anything else is `junk` to the end of its word, `bracketed` to the end of its
line or an `unclosed` comment to the end of its game, so that no character is tried as the start of a token more than
a limited number of times."""

_LONE_RETURN = re.compile(r"\r(?!\n)")


def lines_of(text: str) -> str:
    """The text with line feeds for carriage returns that stand alone; its length and all places stay the same."""
    return _LONE_RETURN.sub("\n", text) if "\r" in text else text


def plain(value: str) -> str:
    """The value of a tag without its escapes; a backslash before anything else stands for itself."""
    return re.sub(r"\\([\"\\])", r"\1", value).strip()


_QUOTES = "\"'`\u00ab\u00b4\u00bb\u2018\u2019\u201a\u201b\u201c\u201d\u201e\u201f\u2039\u203a\u2032\u2033"
_LOOSE = re.compile(rf"\[[ \t]*+([^\W\d_][\w-]*+)[ \t]*+[:=]?[ \t]*+([{_QUOTES}]*+)(.*)\]", re.DOTALL)


class Tag(NamedTuple):
    """One tag of a text."""

    name: str  # The standard one.
    value: str
    start: int  # Where the tag begins.
    offset: int  # Where its value begins.
    written: str  # Its name as written.


_SIDES = {"White": WORDS["results"]["white"], "Black": f"{WORDS['results']['black']} rosso"}
_KNOWN = {
    folded(other): name for name, others in {**WORDS["tags"], **_SIDES}.items() for other in (name, *others.split())
} | {folded(name): name for name in (*STANDARD_TAGS, *DERIVED_TAGS)}


@lru_cache(maxsize=256)
def standard_name(name: str) -> str:
    """The name in the standard's language and case; an unknown one with a capital."""
    return _KNOWN.get(folded(name)) or own_name(name)


def own_name(name: str) -> str:
    """A name as it is, with a capital and without hyphens, as other formats need it."""
    return name[:1].upper() + name[1:].replace("-", "_")


class Token(NamedTuple):
    """One token of a text."""

    kind: str  # The name of its group in `TOKEN`; `bracketed` text is a `tag`, a `comment` or `junk`.
    start: int
    end: int
    text: str
    path: str = ""  # Of a move, its squares, with signs that `saltus.notation.move` knows between them.
    marks: str = ""  # Of a move, what stands after it, such as `!?`.
    tag: Tag | None = None


def token_at(text: str, offset: int) -> Token | None:
    """The token after an offset and the spaces that follow it; None at the end of the text."""
    found = TOKEN.match(text, offset)
    if found is None:
        return None
    kind = found.lastgroup or ""
    start, end = found.span(kind)
    if kind == "move":
        return Token(kind, start, end, found[kind], found["path"].replace("--", "-"), found["marks"])
    if kind not in ("tag", "bracketed"):
        return Token(kind, start, end, found[kind])
    if tag := _tag(found, start):
        return Token("tag", start, end, found[kind], tag=tag)
    return Token("comment" if text[end - 1] == "]" else "junk", start, end, found[kind])


def _tag(found: re.Match[str], start: int) -> Tag | None:
    """The tag that a token is: a `tag`, or `bracketed` text with other quotes or none. None for a remark."""
    if found["tag"]:
        return Tag(standard_name(found["name"]), plain(found["value"]), start, found.start("value"), found["name"])
    loose = _LOOSE.fullmatch(found["bracketed"])
    if loose is None:
        return None
    name, opened, rest = loose.groups()
    value = rest.rstrip()
    bare = value.rstrip(_QUOTES) if opened or value[-1:] == '"' else value
    # Without quotes, only a known name makes a tag: other remarks may stand in square brackets too.
    if opened or len(bare) < len(value) or folded(name) in _KNOWN:
        return Tag(standard_name(name), plain(bare), start, start + loose.start(3), name)
    return None


def plain_paths(token: Token) -> list[str]:
    """The squares of each move of a `plain` token."""
    return PLAIN_MOVE.findall(token.text)


def plain_moves(token: Token) -> Iterator[Token]:
    """A token for each move of a `plain` one."""
    for move in PLAIN_MOVE.finditer(token.text):
        yield Token("move", token.start + move.start(), token.start + move.end(), move[0], move[0])
