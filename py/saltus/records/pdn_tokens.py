"""PDN's tokens, tags and results, shared by the reader and the writer. `saltus.records.pdn` describes the format."""

import re
from collections.abc import Iterator

from saltus.core.phrase import Phrase
from saltus.notation.error import RecordError, expected, shown

RESULT_SCORES = {"1-0": 1, "0-1": -1, "1/2-1/2": 0, "2-0": 1, "0-2": -1, "1-1": 0}
"""Result texts, with the result for the side that starts the game: 1 won, 0 drawn, -1 lost."""
SCORE_RESULTS = {1: "1-0", -1: "0-1", 0: "1/2-1/2"}
OPEN_RESULTS = ("*", "0-0")
"""Result texts that count as no result: the game goes on, or both sides lost."""
UNKNOWN_VALUES = {"Date": "????.??.??"}
TERMINATIONS = {"flag": "time forfeit", "claim": "adjudication"}
END_COMMAND = re.compile(r"\[%end (w|b|draw) ([a-z]++)\]")
_WORD = r"[^\s(){};$\[]"
TAG = r'\[\s*+(?P<name>[A-Za-z0-9_]++)\s*+"(?P<value>[^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"\s*+\]'
BRACE = r"""\{[^}\n]*+(?:\n(?![ \t\r]*+\n\[[ \t]*+[A-Za-z0-9_]++[ \t]*+"[^"\n]*+"[ \t]*+\][ \t\r]*+$)[^}\n]*+)*+"""
"""A comment in braces without its closing brace. An unclosed one ends with its game, before an empty line and a line
that is a tag, so that the games after it can be read."""
RESULT = rf"(?:1-0|0-1|1/2-1/2|\*|2-0|1-1|0-2|0-0)(?!{_WORD})"
NUMBER = r"[0-9]{1,5}\.++|\.\.\."
TOKEN = re.compile(
    rf"""(?P<space>\s++|^%[^\n]*+)
    |(?P<comment>{BRACE}\}}|;[^\n]*+)
    |(?P<unclosed>{BRACE})
    |(?P<tag>{TAG})
    |(?P<open>\()
    |(?P<close>\))
    |(?P<glyph>\$[0-9]{{1,3}}(?![0-9]))
    |(?P<result>{RESULT})
    |(?P<number>{NUMBER})
    |(?P<move>(?P<path>[A-Za-z]?[0-9]++(?:(?>[-xX:×][A-Za-z]?|[A-Za-z])[0-9]++)++)(?P<marks>\([!?]++\)|[!?]*+)(?!{_WORD}))
    |(?P<junk>{_WORD}++|.)""",
    re.VERBOSE | re.MULTILINE,
)
"""Every text is a sequence of these tokens. Matching takes linear time, by two rules: nothing can match in two ways
(each repetition is possessive), and anything else is `junk` to the end of its word or an `unclosed` comment to the
end of its game, so that no character is tried as the start of a token more than once or twice."""


def tokens(text: str) -> Iterator[re.Match[str]]:
    """The tokens of a text without the spaces. Raises `RecordError` for an invalid token."""
    for token in TOKEN.finditer(text, 1 if text.startswith("\ufeff") else 0):
        if token.lastgroup == "unclosed":
            template = "this comment is not closed: expected a {bracket} before the end"
            raise RecordError.at(text, token.start(), Phrase("record.comment", template, bracket="}"))
        if token.lastgroup == "junk":
            word = re.split(r"[\s(){}]", text[token.start() : token.start() + 40], maxsplit=1)[0] or token[0]
            token_ = Phrase("record.token", "a tag, a move, a comment or a result")
            raise RecordError.at(text, token.start(), expected(token_, shown(word)))
        if token.lastgroup != "space":
            yield token


def plain(value: str) -> str:
    """The value of a tag without its escapes."""
    return re.sub(r"\\(.)", r"\1", value).strip()
