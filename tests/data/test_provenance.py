"""The data files: each names the command that made it, and matches its current sources."""

import lzma
import re
from pathlib import Path

import pytest
import saltus.data
from saltus.games import load
from saltus.study.puzzles import puzzles, read, written
from saltus.tablebase.base import Endings
from workshop.mine.solved import by_lot, exactly
from workshop.sources import PACKAGE, SOURCES, code, content, digest

[DATA] = map(Path, saltus.data.__path__)
FILES = sorted(path.name for path in DATA.iterdir() if path.is_file() and path.name != "__init__.py")


def head(name: str) -> str:
    """The head of a data file, which describes it."""
    return (DATA / name).read_bytes()[:1_500].decode(errors="replace")


@pytest.mark.parametrize("name", FILES)
def test_data_file_says_the_command_that_made_it(name: str) -> None:
    commands = re.findall(r"python3 -m workshop\.([\w.]+)", head(name))
    assert commands
    assert all((PACKAGE / "workshop" / f"{command.replace('.', '/')}.py").exists() for command in commands)


@pytest.mark.parametrize("name", sorted(SOURCES))
def test_data_file_was_made_from_the_sources_that_are_there(name: str) -> None:
    told = re.findall(r"SHA-256 ([0-9a-f]{16})", head(name))
    assert digest(*SOURCES[name]) in told, f"{name} is older than {' or '.join(SOURCES[name])}: make it again"


UNPACKER_BYTES = 1 << 17
"""What LZMA takes beside its dictionary."""


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith((".table", ".weights"))])
def test_data_file_is_unpacked_in_little_memory(name: str) -> None:
    packed = (DATA / name).read_bytes().partition(b"\n\n")[2]
    unpacked = lzma.decompress(packed)
    dictionary = min(2 * len(unpacked), 1 << 22)
    assert lzma.decompress(packed, memlimit=dictionary + UNPACKER_BYTES) == unpacked


def test_samples_of_gambits_puzzles_are_made_again() -> None:
    game = load("gambit")
    for one in puzzles(game)[::40]:
        made = exactly(game, one.position)
        assert made is not None
        assert made._replace(level=one.level, grade=one.grade) == one


def test_samples_of_the_puzzles_of_roman_solitaire_are_made_again() -> None:
    game = load("roman")
    known = game.knowledge()
    assert isinstance(known, Endings)
    for one in puzzles(game)[::40]:
        move = next(move for move in game.moves(one.position) if move.path == one.line[0])
        made = read(game, written(game, by_lot(game, known, one.position, move)))
        assert made._replace(level=one.level, grade=one.grade) == one


BEFORE = '''"""What it is."""

import json
from saltus.board import (
    Board,
)

MOST = 3  # as many as there are
"""The most."""

def play(board):
    """Plays."""

    import math
    # A reason.
    return f"# {board}", """a text # of the code"""
'''
AFTER = '''"""Something else.
In two lines."""

from saltus.core.board import Board

MOST = 3
def play(board):
    return f"# {board}", """a text # of the code"""
'''


def test_only_the_code_of_a_source_counts() -> None:
    assert code(BEFORE) == code(AFTER)
    assert code(BEFORE) != code(BEFORE.replace("MOST = 3", "MOST = 4"))
    assert code(BEFORE) != code(BEFORE.replace("text # of", "text # in"))


def test_comments_of_a_c_program_do_not_count(tmp_path: Path) -> None:
    one, other = tmp_path / "one.c", tmp_path / "other.c"
    one.write_text("/* What it is. */\nint most = 3; // as many\n")
    other.write_text("\nint most = 3;\n/* in\n two lines */")
    assert content(one).strip() == content(other).strip() == b"int most = 3;"
