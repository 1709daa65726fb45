"""Every example of the page on what is read is read as it says."""

import re

import pytest
from saltus.games import load
from saltus.match.turns import story
from saltus.notation.position import position_text, read_position
from saltus.records import pdn
from saltus.records.record import detect, read

from tests.support.docs import DOCS, blocks
from tests.support.texts import ENGLISH

PAGE = "formats.md"
_ROW = re.compile(r"^\| `([^\n]+?)` \| `([^\n]+?)` \|$", re.MULTILINE)
_SECTION = re.compile(r"^## (\w+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
SECTIONS = {name: _ROW.findall(text) for name, text in _SECTION.findall((DOCS / PAGE).read_text("utf-8"))}


def test_the_page_has_examples_of_everything() -> None:
    counts = {name: len(rows) for name, rows in SECTIONS.items() if rows}
    assert list(counts) == ["Tags", "Moves", "Results", "Positions"]
    assert min(counts.values()) >= 8


@pytest.mark.parametrize(("written", "standard"), SECTIONS["Tags"])
def test_a_tag_is_read_as_the_page_says(written: str, standard: str) -> None:
    match = read(f'{written}\n[GameType "21"]\n\n11-15 *', "pdn")
    assert standard in pdn.write(match).splitlines()


@pytest.mark.parametrize(("written", "standard"), SECTIONS["Moves"])
def test_moves_are_read_as_the_page_says(written: str, standard: str) -> None:
    assert " ".join(story(read(f'[GameType "21"]\n\n{written} *', "pdn"))) == standard


@pytest.mark.parametrize(("written", "standard"), SECTIONS["Results"])
def test_a_result_is_read_as_the_page_says(written: str, standard: str) -> None:
    match = read(f'[GameType "21"]\n\n11-15 {written}\n', "pdn")
    assert pdn.write(match).endswith(f" {standard}\n")


@pytest.mark.parametrize(("written", "standard"), SECTIONS["Positions"])
def test_a_position_is_read_as_the_page_says(written: str, standard: str) -> None:
    assert position_text(ENGLISH, read_position(ENGLISH, written)) == standard
    assert detect(written) == "position"


@pytest.mark.parametrize(("head", "drawn"), list(blocks(PAGE, "board")))
def test_a_board_is_read_as_the_page_says(head: str, drawn: str) -> None:
    key, standard = head.split(" ", 1)
    game = load(key)
    assert position_text(game, read_position(game, drawn.rstrip("\n"))) == standard
    assert detect(drawn) == "position"
