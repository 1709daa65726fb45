"""No text takes more time than its length allows: reading any form is linear in it, whatever the text repeats.

Each case repeats one piece so that the text is one thing over and over: one production of one form, the beginning of
one that never ends, or nonsense. The work of a reader is partly that of the regular expressions, which nothing
counts. So what is compared is processor time, where it is so long that noise cannot decide: the longer of two texts
has `GROWTH` times the letters, and fails if it takes more than `GROWTH * MARGIN` times as long and at least `CLEAR`,
in the best of `ROUNDS` measurements of both in turn. Of a linear reader the longer text would have to be measured
3.5 times too slow in every round. A quadratic reader takes `GROWTH ** 2` times as long.
"""

import gc
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from time import process_time

import pytest
from saltus.games import load
from saltus.notation.move import read_move
from saltus.notation.position import read_position
from saltus.records import json, pdn, record, sgf
from saltus.records.collection import read_each
from saltus.records.encoding import decode

GROWTH = 8
MARGIN = 3.5
CLEAR = 0.06
"""Seconds of processor time below which nothing is compared: no interruption makes a text that takes 8 ms take that
long in every round."""
LETTERS, MANY_LETTERS = 30_000, 120_000
"""The length of the longest texts, and that with `--all`: a quadratic reader that spends 67 ps (4.2 ps) on each pair
of letters is told from a linear one. To copy a letter takes some 30 ps."""
ROUNDS = 5
"""How often a suspicious measurement is repeated, as another program may have used the processor."""

ENGLISH, ROCK = load("english"), load("rock")

PDN_PIECES = [
    *(
        " ",
        "\n",
        "\t \n",
        "%\n",
        "\n% a line\n",
        "{a} ",
        "{",
        "{}",
        "}",
        "{a\n",
        "{[%end w ",
        "{[%end w flag]} ",
        ";",
        "; a\n",
        ";a",
    ),
    *("[", "]", "[ ", "[A", "[A ", '[A "', '[A "b"', '[A "b"]\n', '[A "\\', '[A "\\"', '"', '\\"', "[a a", "[1"),
    *("(", ")", "()", "( ", "(9-14 ", "(9-14) ", "9-14 (", "$", "$1", "$1 ", "$1111", "$ ", "!", "?!", "(!)", "(!"),
    *("1-0", "1-0 ", "0-1 ", "1/2-1/2 ", "1/2", "* ", "*", "2-0 ", "1-1 ", "0-0 ", "0-"),
    *("1", "1.", ".", "1. ", "... ", "...", "1...", "123456", "1 "),
    *(
        "9-14 ",
        "9-14",
        "-14",
        "x15",
        "X15",
        "xx15",
        ":15",
        "×15",
        "a1",
        "xa1",
        "-a1",
        "a",
        "x",
        "x1x",
        "1x",
        "x ",
        "9-",
        "a1b2 ",
    ),
    *("9-14!? ", "9-14(!) ", "9-14(!", "9-14?", "9-14$1 ", "9-14{a}", "9-14;a\n", "9-14(", "1x15x15x1"),
    *("[A “", "[A “b” ", "[A 'b'] ", "[A: b] ", '[A "b" c"] ', '[A "b] ', '[A"', "[Bianco", "[a]x", "[a b] "),
    *("{a {b} ", "{a{b}", "{a {b} c} ", "{{", "}}", "(aside ", "(aside) ", "(aside (b) ", "(aside (", "(a{b}", "(;a"),
    *("9 - ", "9 - 13 ", "1 - 1 ", "1 - 1 - ", "0913 ", "09130913", "9*14", "9*", "*9", "* 2. ", "* 9-14 ", "* 1-0 "),
    *("/FEN ", '/FEN "', '/FEN "B:W1:B2"/ ', "//", '/"', "- - ", "½", "½-", "½-½ ", "1 : 0", "White wins ", "patta"),
    *("!", "! ", "(!) ", "+-", "+- ", "=", "cxd4 ", "cd4", "K9-14 ", "\r", "9-14,", ",", "the games\n", "9-14* "),
    *("/", "é", "\ufeff", "\x00", "11-15 22-18 15x22 25x18 ", "\\", "-", "--", "pass "),
    *("a b 2. ", "a b. ", "a b\n", "\na b 9-14.\n", "a b\n2. ", "((", "((9-14) ", "9--14 ", "[%a", "[%a] ", "(1 a"),
    *('[A "b\n', '[A "b\nc"]\n', "\n1. ", "\n1. 9-14 ", "$1111 ", "9-14+ ", "*9-14 ", "(1 aa) "),
]
PDN_STARTS = [
    "",
    "(",
    "(aside ",
    "1. 11-15 ",
    "11-15 (9-14 ",
    '[A "',
    "11x",
    '[FEN "W:WK5,K20:B8,15,16,17,23,24,K31"]\n20x4 ',
]

SGF_PIECES = [
    *(
        " ",
        "\n",
        "(",
        ")",
        ";",
        "(;",
        "(;)",
        ";)",
        "()",
        "[",
        "]",
        "[]",
        "[a]",
        "[a",
        "\\",
        "[\\",
        "[\\]",
        "C[a]",
        "C",
        "A",
    ),
    *(
        "ABCDEFGHIJK",
        "C[]",
        "[a\\]b]",
        "\\]",
        ";C[a]",
        ";C[]",
        ";XN[1]",
        "XN[1]",
        "[1]",
        ";B[e1-e3]",
        "B[e1-e3]",
        "[e1-e3]",
    ),
    *(
        "(;B[e1-e3]",
        "(;B[e1-e3])",
        ";TE[1]",
        "XE[flag:w]",
        "[flag:w]",
        "[a1:h8]",
        "AW[a1]",
        "XT[A:b]",
        "[A:b]",
        "[a:on]",
        ":",
    ),
    *("-", "1", "a1", "e1 - ", "x", "é", "\x00", "[\n]", "{"),
]
SGF_STARTS = [
    *(
        "",
        "(;GM[9]",
        "(;GM[9];B[e1-e3]",
        "(;GM[9];B[",
        "(;GM[9]C[",
        "(;GM[9]XN",
        "(;GM[9];XN",
        "(;GM[9]XT",
        "(;GM[9]AW",
    ),
    *("(;GM[9]RE[", "(;GM[9]RE[B+", "(;GM[", "(;GM[9]AW[", "(;GM[9]XR", "(;GM[9]DT[", "(;GM[9];XE"),
]

JSON_PIECES = [
    *(
        " ",
        "\n",
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        '"',
        '\\"',
        '"\\',
        "\\",
        '"a"',
        '"a",',
        '"a":',
        '{"a":',
        "1",
        "1,",
        "-",
        "1e",
        "0.1,",
    ),
    *("true,", "null,", "a", "{},", "[],", '"a":1,', "\\u0041", "\x00", "é", '{"comment": "a"},', '"a"a'),
]
JSON_STARTS = ["", '{"saltus": [', '{"saltus": 1, "nodes": [', '["', "{", '{"', '{"a": "', '{"a": 1']

HEAD = "".join(f'[{name} "?"]\n' for name in ("Event", "Site", "Date", "Round", "White", "Black"))
GAMES = [
    *("1. 11-15 *\n", "* ", "1-0\n", '[A "b"]\n*\n', f'{HEAD}[Result "1-0"]\n[GameType "21"]\n\n1. 11-15 1-0\n\n'),
    *("1. 11-16 9-9 *\n", "(1. 9-14 *)", "(;GM[9])", "(;GM[9];B[e1-e3];W[draw])\n", "(;GM[1])", "(;GM[9]\n", "x"),
]
"""Whole games, valid and invalid, for texts with many."""

OTHER_PIECES = [
    "1",
    "w",
    "8/",
    "/",
    "w/",
    " ",
    "/ ",
    "/ w",
    ":",
    "W:",
    "W1,",
    "1,",
    "1-",
    "K",
    "B:W1",
    "b",
    ".",
    "x",
    "é",
    "(",
    "( ",
    "(",
    *(
        "|",
        "|w|w",
        "|w|\n",
        "w\n",
        "w w w w w w w w\n",
        "8  . . . . . . . .\n",
        "---+",
        "----\n",
        "a b c\n",
        "0",
        "e",
        "?",
        "H0:",
    ),
]


def quietly(read: Callable[[str], object], text: str) -> None:
    """Read a text that may be rejected."""
    try:
        read(text)
    except ValueError:
        return


def cost(read: Callable[[str], object], text: str) -> float:
    """The processor time of reading a text."""
    begun = process_time()
    quietly(read, text)
    return process_time() - begun


def grows(read: Callable[[str], object], start: str, piece: str, letters: int) -> str | None:
    """What is wrong with how the time grows up to a length, None where nothing is.

    The short texts come first, so that a reader that is worse than quadratic is found before it hangs.
    """
    counts = [letters // len(piece)]
    while counts[0] >= 2 * GROWTH:
        counts.insert(0, counts[0] // GROWTH)
    cheap = cost(read, start + piece * counts[0])
    for count, more in pairwise(counts):
        short, long = start + piece * count, start + piece * more
        dear = cost(read, long)
        for _ in range(ROUNDS):
            if dear < CLEAR or dear < cheap * GROWTH * MARGIN:
                break
            cheap, dear = min(cheap, cost(read, short)), min(dear, cost(read, long))
        else:
            return f"{piece!r} after {start!r}: {more} take {dear / cheap:.0f} times as long as {count}"
        cheap = dear
    return None


def every(text: str) -> None:
    """Read all games of a text, including unreadable ones."""
    for _ in read_each(text, ENGLISH):
        pass


def bytes_decoded(text: str) -> str:
    """The text of bytes that are neither UTF-8 nor UTF-16."""
    return decode(b"\xe8" + text.encode("cp1252", "replace"))


READERS: dict[str, tuple[Callable[[str], object], list[str], list[str]]] = {
    "pdn": (partial(pdn.read, game=ENGLISH), PDN_PIECES, PDN_STARTS),
    "the games of a pdn": (pdn.games, PDN_PIECES, PDN_STARTS),
    "sgf": (sgf.read, SGF_PIECES, SGF_STARTS),
    "the games of an sgf": (sgf.games, SGF_PIECES, SGF_STARTS[:5]),
    "every game of a text": (every, GAMES, ["", "(;GM[9];B[e1-e3])"]),
    "json": (json.read, JSON_PIECES, JSON_STARTS),
    "the form": (record.detect, OTHER_PIECES, ["", "/", "( ", "w:", '{"']),
    "a position": (partial(read_position, ENGLISH), OTHER_PIECES, ["", "B:W", "B:W1:B", "1"]),
    "a position of rows": (partial(read_position, ROCK), OTHER_PIECES, ["", "8/"]),
    "bytes": (bytes_decoded, ["é", "a", "é ", "aé", "É", "“", "½", " "], [""]),
    "a move": (partial(read_move, ENGLISH, ENGLISH.start()), PDN_PIECES, ["", "11-", "11x"]),
}


@pytest.fixture(autouse=True)
def no_collection() -> Iterator[None]:
    """Garbage collection takes time in proportion to all objects of the tests."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


STARTS = [(name, start) for name, (_, _, starts) in READERS.items() for start in starts]
ONCE_QUADRATIC = [("pdn", "11-15 (9-14 "), ("sgf", "(;GM[9]")]
"""Starts whose readers were quadratic once."""


@pytest.mark.parametrize(
    ("name", "start"), [*((name, starts[0]) for name, (_, _, starts) in READERS.items()), *ONCE_QUADRATIC]
)
def test_reading_takes_time_in_proportion_to_the_length(name: str, start: str) -> None:
    """Every second piece: the others with `--all`."""
    read, pieces, _ = READERS[name]
    assert [wrong for piece in pieces[::2] if (wrong := grows(read, start, piece, LETTERS))] == []


@pytest.mark.slow("test_reading_takes_time_in_proportion_to_the_length")
@pytest.mark.parametrize(("name", "start"), STARTS)
def test_reading_long_texts_takes_time_in_proportion_to_the_length(name: str, start: str) -> None:
    read, pieces, _ = READERS[name]
    assert [wrong for piece in pieces if (wrong := grows(read, start, piece, MANY_LETTERS))] == []
