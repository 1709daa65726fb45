"""What the files of `saltus/data` were made from, so that no change of it goes by unseen.

The same sources make the same bytes, in minutes or in half an hour. So the head of a file that is learned, searched
or mined has the SHA-256 of the programs that made it and of the data that they read, and a test compares it with
those that are there (`tests/data/test_provenance.py`): whoever changes one of them makes the file anew. Of a program
only the code counts, without imports, docstrings and comments: files may move, and be explained better. The package's
own search has a part in some of them, and changes more often than what they say; samples of it are made again by the
tests. Endings, and Gambit, are facts that samples prove, whatever found them.
"""

import ast
import hashlib
import io
import re
import tokenize
from pathlib import Path
from typing import TypeGuard

C_COMMENT = re.compile(r"\s*(/\*.*?\*/|//[^\n]*)", re.DOTALL)
C_FOLDER = re.compile(r'(#include ")(?:[^"/]*/)+')
"""The folder of a program that another one includes: it may move."""
PACKAGE = Path(__file__).parents[1]
DRAUGHTS = "workshop/learn/draughts.c"
FIT = "workshop/learn/fit.c"
ROCK = ("workshop/learn/rock.c", "saltus/data/rock.weights", "saltus/data/rock-moves.weights")
MINE = tuple(
    f"workshop/mine/{name}.py" for name in ("puzzles", "difficulty", "likeness", "raters", "solved", "themes")
)

SOURCES: dict[str, tuple[str, ...]] = {
    "english.weights": (DRAUGHTS, FIT),
    "italian.weights": (DRAUGHTS, FIT),
    "english-openings.table": ("workshop/mine/openings.c", DRAUGHTS, "saltus/data/english.weights"),
    "italian-openings.table": ("workshop/mine/openings.c", DRAUGHTS, "saltus/data/italian.weights"),
    "rock-openings.table": ("workshop/mine/openings.c", *ROCK),
    "english-puzzles.table": (*MINE, DRAUGHTS, "saltus/data/english.weights", "saltus/data/english.table"),
    "italian-puzzles.table": (*MINE, DRAUGHTS, "saltus/data/italian.weights", "saltus/data/italian.table"),
    "rock-puzzles.table": (*MINE, *ROCK),
    "roman-puzzles.table": (*MINE, "saltus/data/roman.table", "saltus/data/roman-five.table"),
    "gambit-puzzles.table": (*MINE, "saltus/data/gambit.table"),
    "chances.py": (
        "workshop/learn/chances.py",
        DRAUGHTS,
        *ROCK,
        "saltus/data/english.weights",
        "saltus/data/italian.weights",
        "saltus/evaluation/roman.py",
        "saltus/data/roman.weights",
        "saltus/engine/levels.py",
        "saltus/engine/levels.txt",
        "workshop/learn/selfplay.py",
    ),
}
"""The sources of each, as paths from `py/`."""


def digest(*paths: str) -> str:
    """The first 16 digits of the SHA-256 of these files, paths from `py/`, one after the other."""
    return hashlib.sha256(b"".join(content(PACKAGE / path) for path in paths)).hexdigest()[:16]


def content(path: Path) -> bytes:
    """The bytes of a file that count: the code of a program, the contents of a table."""
    if path.suffix == ".py":
        return code(path.read_text("utf-8")).encode()
    if path.suffix == ".c":
        return C_FOLDER.sub(r"\1", C_COMMENT.sub("", path.read_text("utf-8"))).encode()
    if path.suffix in (".table", ".weights"):
        return path.read_bytes().partition(b"\n\n")[2]  # without the head, which says how it was made
    return path.read_bytes()


def code(text: str) -> str:
    """Python without imports, docstrings, comments and empty lines; the same in every version of Python."""
    lines = text.splitlines()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column]
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import | ast.ImportFrom) or is_docstring(node):
            for row in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                lines[row - 1] = ""
    return "\n".join(filter(None, map(str.rstrip, lines)))


def is_docstring(node: ast.AST) -> TypeGuard[ast.Expr]:
    """Whether a statement is a text that nothing is done with."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def said(name: str) -> str:
    """What the head of a data file says of its sources."""
    *others, last = (path.rpartition("/")[2] if path.startswith("workshop/") else path for path in SOURCES[name])
    return f"{', '.join(others)} and {last}, together of SHA-256 {digest(*SOURCES[name])}…"
